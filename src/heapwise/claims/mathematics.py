"""A claim in typeset mathematics: its statement, and what is supposed of parameters and positions."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from heapwise.claims.wording import stated
from heapwise.html import Markup
from heapwise.lang import nodes, parse_file
from heapwise.source import Source
from heapwise.typeset import claim_pieces, latex, mathml
from heapwise.typeset.moves import ClaimPieces

if TYPE_CHECKING:
    from heapwise.claims.claim import Claim


@lru_cache(maxsize=16)
def _claims(source: Source) -> dict[int, nodes.Claim]:
    """The claims of a text, by where they begin."""
    about = (declaration for declaration in parse_file(source).declarations if isinstance(declaration, nodes.Claims))
    return {item.span.start: item for each in about for item in each.items if isinstance(item, nodes.Claim)}


def _pieces(claim: Claim) -> ClaimPieces:
    return claim_pieces(_claims(claim.source)[claim.span.start], claim.schema.node if claim.schema else None)


def as_mathml(claim: Claim) -> Markup:
    """MathML of the claim, with its text for those who hear it."""
    return mathml(_pieces(claim).whole, stated(claim))


def conditions_as_mathml(claim: Claim) -> list[Markup]:
    """MathML of what is supposed of the parameters."""
    return [mathml(piece) for piece in _pieces(claim).conditions]


def as_latex(claim: Claim) -> str:
    """LaTeX of the claim."""
    return latex(_pieces(claim).whole)


def conditions_as_latex(claim: Claim) -> list[str]:
    """LaTeX of what is supposed of the parameters."""
    return [latex(piece) for piece in _pieces(claim).conditions]
