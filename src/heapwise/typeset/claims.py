"""Claims in the notation of papers."""

from __future__ import annotations

from heapwise.lang import nodes
from heapwise.records import dataclass
from heapwise.typeset.expressions import Typesetter
from heapwise.typeset.moves import vectors_of
from heapwise.typeset.pieces import Notation


@dataclass(frozen=True)
class ClaimPieces:
    """What a claim says, and of which parameters and positions."""

    statement: Notation
    conditions: tuple[Notation, ...]


def claim_pieces(claim: nodes.Claim, game: nodes.Game | None) -> ClaimPieces:
    """The statement, and what stands behind `for` and `where`. The game says which names are vectors."""
    setter = Typesetter(vectors_of(game) if game else {})
    conditions = tuple(setter.conditions(claim.binders)) if claim.binders else ()
    return ClaimPieces(setter.set(claim.statement), conditions)
