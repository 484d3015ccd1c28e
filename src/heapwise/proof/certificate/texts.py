"""The text of one claim with all games that it speaks of, and the instance of it that a certificate is about."""

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

from heapwise.claims.claim import Claim
from heapwise.claims.command_effort import given_effort
from heapwise.claims.hashes import rules_of
from heapwise.claims.instances import Instance, instances
from heapwise.claims.plain_data import jsonable
from heapwise.claims.resolve import resolve_claims
from heapwise.documents.library import Document
from heapwise.documents.search import Around
from heapwise.errors import HeapwiseError
from heapwise.lang import nodes, parse_file
from heapwise.lang.automata import automaton_text
from heapwise.proof.certificate.record import NotRecorded
from heapwise.source import Source, Span

_MOST_INSTANCES = 1_000


def text_of(claim: Claim, parameters: tuple[Any, ...] = ()) -> str:
    """Games, heading, definitions and the claim, as their authors wrote them; nothing else."""
    found = rules_of(claim, parameters)
    if len({schema.name for schema in found}) < len(found):  # one of a user's and one of the library
        raise NotRecorded("two games of one name")
    games = [schema.source.at(schema.node.span) for schema in found]
    return "\n\n".join((*games, *claim_text(claim))) + "\n"


def name_in(text: str, claim: Claim) -> str:
    """The name of a claim in its own text; one without a name is called by its line, which is another one there."""
    own = claim.source.at(claim.span)
    items = (item for block in parse_file(claim.source).claims for item in block.items if item.span == claim.span)
    is_named = any(isinstance(item, nodes.Claim) and item.name is not None for item in items)
    return claim.name if is_named else f"line{text[: text.rindex(own)].count(chr(10)) + 1}"


def claim_text(claim: Claim) -> Iterator[str]:
    """The heading, the definitions and automata that the claim may use, and the claim."""
    source = claim.source
    for block in parse_file(source).claims:
        if any(item.span == claim.span for item in block.items):
            yield source.at(Span(block.span.start, block.items[0].span.start)).rstrip()
            yield from map(automaton_text, claim.automata)
            yield from (source.at(item.span) for item in block.items if isinstance(item, nodes.Let))
    yield source.at(claim.span)


def instances_of(text: str, label: str, parameters: dict[str, Any]) -> list[Instance]:
    """The instances with these parameters of the claims in a text."""
    document = Document(Source("<certificate>", text), Around())
    document.check()
    found: list[Instance] = []
    wanted = json.dumps(parameters, sort_keys=True)
    for claim in resolve_claims(document):
        for effort in (label, ", ".join(filter(None, (label, "upto 1"))), None):  # the command may have bounded it
            try:
                items = given_effort(claim, document, effort) if effort else ()
                swept = islice(instances(claim, items), _MOST_INSTANCES)
                found += [i for i in swept if json.dumps(jsonable(i.parameters), sort_keys=True) == wanted]
            except HeapwiseError:
                if effort is None:
                    raise
            if found:
                break
    return found
