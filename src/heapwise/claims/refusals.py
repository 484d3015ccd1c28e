"""What `check` refuses before it computes anything, for those who only want to hear what is wrong with a text.

`lint` and the editor ask here, so that they say of a claim what `check` would say.
"""

import time
from collections.abc import Iterator

from heapwise.claims.claim import Claim
from heapwise.claims.instances import instances, witness_state
from heapwise.claims.resolve import resolve_claims
from heapwise.documents.library import Document
from heapwise.documents.lint import lint
from heapwise.errors import Diagnostic, HeapwiseError, error

_SECONDS = 0.5  # for the instances of one claim: an editor waits for them
_MOST_INSTANCES = 1_000


def review(document: Document) -> list[Diagnostic]:
    """Everything to say about a text: what `lint` says of its games, and what `check` refuses of its claims."""
    found = lint(document)
    if any(not d.is_warning for d in found):
        return found
    return [*found, *refusals(document)]


def refusals(document: Document) -> list[Diagnostic]:
    """What is wrong with the claims of a text, as far as no value of a position is needed to see it."""
    try:
        claims = resolve_claims(document)
    except HeapwiseError as mistake:
        return list(mistake.diagnostics)
    return [diagnostic for claim in claims for diagnostic in _of_claim(claim)]


def _of_claim(claim: Claim) -> Iterator[Diagnostic]:
    try:
        witness_state(claim, ())
        _look_at_instances(claim)
    except HeapwiseError as problem:
        yield from (d.at(claim.place) for d in problem.diagnostics)


def _look_at_instances(claim: Claim) -> None:
    """Make the instances of a claim with their regions, as many as there is time for; there must be one."""
    ends = time.monotonic() + _SECONDS
    number = -1
    for number, instance in enumerate(instances(claim, ())):
        if number >= _MOST_INSTANCES or time.monotonic() > ends:
            return
        _ = instance.region.size_estimate
    if number < 0:
        raise error("E072", claim.place, claim=claim.name)
