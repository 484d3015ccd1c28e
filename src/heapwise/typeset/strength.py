"""How strongly notation holds together on paper: where a reader would take it apart without parentheses."""

from enum import IntEnum, auto

from heapwise.records import Record
from heapwise.typeset.pieces import Notation, in_parentheses


class Strength(IntEnum):
    """From what a reader takes apart first. Where readers differ, an operator asks for more than its own strength."""

    QUANTIFIED = auto()  # what begins with a quantifier has no end of its own
    CASES = auto()
    IFF = auto()
    IMPLIES = auto()
    OR = auto()
    AND = auto()
    RELATION = auto()
    NOT = auto()
    SETS = auto()
    LARGE = auto()  # neither has what stands behind a large sign
    REMAINDER = auto()
    NIMSUM = auto()
    SUM = auto()
    SIGNED = auto()  # begins with a minus
    NIMPRODUCT = auto()
    PRODUCT = auto()
    FRACTION = auto()
    POWER = auto()
    ATOM = auto()
    CLOSED = auto()  # may have an index of its own


class Held(Record):
    """Notation, and how strongly it holds against what stands before it and behind it.

    `3 + ∑ x_i` is a sum for what stands before it; what stands behind it goes below the large sign.
    """

    piece: Notation
    before: Strength
    behind: Strength

    def asked(self, least: Strength, is_last: bool = False) -> "Held":
        """The same, in parentheses where it holds less than a place asks for. Behind the last place nothing stands."""
        if (self.before if is_last else min(self.before, self.behind)) >= least:
            return self
        return held(in_parentheses(self.piece), Strength.CLOSED)

    def as_part(self) -> "Held":
        """The same, as a part of the line that goes on with it."""
        return Held(self.piece, Strength.CLOSED, Strength.CLOSED)


def held(piece: Notation, strength: Strength, last: Held | None = None) -> Held:
    """Notation of one strength. With an open end, `last`, what stands behind it is held as that end holds it."""
    return Held(piece, strength, strength if last is None else min(strength, last.behind))
