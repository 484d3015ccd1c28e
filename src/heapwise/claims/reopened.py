"""From a verdict, which is plain data, back to the claim that it is about."""

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heapwise.claims.claim import Claim
from heapwise.claims.command_effort import given_effort
from heapwise.claims.expressions import Expressions
from heapwise.claims.hashes import claims_hash, rules_hash
from heapwise.claims.instances import sweep
from heapwise.claims.resolve import written_claims
from heapwise.documents.document import Document, opened
from heapwise.documents.library import library
from heapwise.documents.search import document_at
from heapwise.errors import HeapwiseError
from heapwise.terms.values import show

if TYPE_CHECKING:
    from heapwise.claims.verdict import Verdict


def expressions_of(verdict: "Verdict") -> Expressions:
    """The objects of the claim that a verdict is about, with its parameters put in; raises ValueError where the text is
    not there any more, or where it or the rules are others by now."""
    document = _document(verdict)
    for claim in written_claims(document).sound:
        game = claim.schema.name if claim.schema else None
        if (claim.name, game) == (verdict.claim, verdict.game) and claims_hash(claim) == verdict.claims_sha256:
            known = _parameters(claim, document, verdict)
            if rules_hash(claim, tuple(known.values())) == verdict.rules_sha256:
                return claim.expressions.at(**known)
    raise ValueError(
        f"the claim {verdict.claim} of {verdict.file} is not the one of this verdict any more, or has other rules"
    )


def _parameters(claim: Claim, document: Document, verdict: "Verdict") -> dict[str, Any]:
    """The values of the parameters, which a verdict has as they are written."""
    for effort in (verdict.label, None) if verdict.label else ():
        with suppress(HeapwiseError):
            for known in sweep(claim, given_effort(claim, document, effort) if effort else ()):
                values = {v.name: known[v.slot] for v in claim.variables}
                if {name: show(value) for name, value in values.items()} == verdict.shown:
                    return values
    return {}


def _document(verdict: "Verdict") -> Document:
    if verdict.text is not None:
        return opened(verdict.file, verdict.text, library())
    return document_at(Path(verdict.file))
