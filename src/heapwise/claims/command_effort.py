"""Effort given on the command line, in the names of a claim: `--check "n in 2..6, x <= 127"`."""

from heapwise.claims.claim import Claim, EffortItem
from heapwise.claims.effort import effort_items
from heapwise.claims.resolve import ClaimBuilder
from heapwise.documents.library import Document
from heapwise.lang import nodes, parse_effort
from heapwise.source import Source
from heapwise.terms.context import Context
from heapwise.terms.scope import Scope


def given_effort(claim: Claim, document: Document, text: str) -> tuple[EffortItem, ...]:
    """Items of effort from a command line; an item about a name that the claim does not have is left out."""
    source = effort_source(text)
    tree = parse_effort(source)
    builder = _builder_of(claim, document)
    items = tuple(item for item in tree.items if speaks_of(item, claim))
    before = claim.frame.terms
    try:
        return effort_items(nodes.Effort(items, span=tree.span), builder, source)
    finally:
        claim.frame.terms = before  # a claim may be asked for many efforts, and none counts for the next


def effort_source(text: str) -> Source:
    """The text of `--check`, under a name that no file has."""
    return Source("<--check>", text)


def speaks_of(item: nodes.Node, claim: Claim) -> bool:
    """Does an item of effort have its subject in this claim? One command line serves many claims, and `n in 2..6` is
    about a parameter n, not about a heap that happens to be called n."""
    if not isinstance(item, nodes.Chain):
        return True
    known = {v.name for v in claim.variables}
    if item.operators[0] in ("<", "<="):
        known |= {c.name for c in claim.components}
    return {n.name for n in nodes.walk(item.operands[0]) if isinstance(n, nodes.Name)} - {"sum"} <= known


def _builder_of(claim: Claim, document: Document) -> ClaimBuilder:
    """What resolves further texts in the names of a claim."""
    for block in document.tree.claims:
        for item in block.items:
            if isinstance(item, nodes.Claim) and item.span == claim.span:
                return _rebuilt(claim, item, document)
    raise AssertionError("a claim without its text")


def _rebuilt(claim: Claim, node: nodes.Claim, document: Document) -> ClaimBuilder:
    context = Context(document.source, document.find, document.names, own=claim.schema, is_claim=True)
    builder = ClaimBuilder(node, claim.schema, context, claim.frame.size, Scope())
    builder.frame = claim.frame
    builder.variables = {v.name: v for v in claim.variables}
    builder.components = list(claim.components)
    return builder
