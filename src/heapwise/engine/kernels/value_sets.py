"""Families of sets of values: for every line, corner or sum of positions the values that were met there.

A family says where the set of a position lies: `LinePlace` is the text of a line's number and the condition under which
the position has such a line. A position reads sets, and when its value is known it is written to sets.

Where the components that change slowest stay the same along all lines of a family, the family keeps lines for one of
their values at a time and is cleared when they change: `depth` is the number of these components.
"""

from heapwise.engine.plan import Displacement
from heapwise.records import Record, dataclass, field


class LinePlace(Record):
    """A line's number, and when there is one; both are texts, the second one empty if there always is one."""

    line: str
    when: str = ""


@dataclass
class SetFamily:
    """Sets of one kind. `lines` is the text of how many there are."""

    lines: str
    depth: int
    reads: list[LinePlace]
    pushes: list[LinePlace]
    late: "LateWrite | None" = None
    below: list[str] = field(default_factory=list)  # of a box: how far the sets that it contains lie in front
    window: tuple[int, str] | None = None  # of a window: its length, and the text of the place along the line
    shares: int | None = None  # the number of another family whose sets these are
    opening: "Opening | None" = None
    row: LinePlace | None = None  # a place that stays while the last component changes; others meet it in the end alone

    @property
    def is_single(self) -> bool:
        """Is there one line at a time?"""
        return self.lines == "1"


class LateWrite(Record):
    """Values are written to a set not when they are known but when the first position is reached that has them as an
    option: `before` is how far back that is."""

    before: Displacement


class Opening(Record):
    """What is put into a set before the last component begins to change: the union of sets of another family."""

    line: str
    family: int
    reads: tuple[LinePlace, ...]


class Extents:
    """The texts of how a family is laid out: digits of a line's number and how many values each has."""

    def __init__(self) -> None:
        self.digits: list[tuple[str, str]] = []

    def add(self, digit: str, extent: str) -> None:
        """One more digit."""
        self.digits.append((digit, extent))

    def line(self) -> str:
        """The number of the line."""
        text = ""
        for digit, extent in self.digits:
            text = digit if not text else f"({text}) * {extent} + {digit}"
        return text or "0"

    def count(self) -> str:
        """How many lines there are."""
        return " * ".join(extent for _, extent in self.digits) or "1"

    def step(self, number: int) -> str:
        """How far apart the lines are whose digit of this number differs by one."""
        return " * ".join(extent for _, extent in self.digits[number + 1 :]) or "1"
