"""What the options of a position are made of: the parts of a plan.

Every part speaks of the options of a position `x` that satisfies its guard. Vectors have an entry for every component
and say how much is taken from it, so a negative entry raises a component. "In the table" means: within the bounds of
the components, legal, and in the region at hand; what is not in the table is no option.

What a kind of part means for others stands where they match over the kinds: in which order positions are valued
(`order`), whether sorted positions will do (`symmetric`), which sets of values are kept for it (`kernels/layouts`,
`levels/keys`), what it costs (`engine/costs`), how it is said (`description`).
"""

from collections.abc import Iterator

from heapwise.model.conditions import TRUE, Condition
from heapwise.model.ground import GroundMove
from heapwise.model.linear import Linear
from heapwise.records import Record

Displacement = tuple[int, ...]


class SingleOption(Record):
    """One option, `x - by`, if that is in the table."""

    by: Displacement
    guard: Condition = TRUE


class Ray(Record):
    """The options `x - first - s * along` for s = 0, 1, 2, ..., as far as they are in the table.

    They lie on a line. `along` is `stride` times a vector with an entry 1; `pivot` is the component of that entry.
    """

    along: Displacement
    first: Displacement
    pivot: int
    stride: int = 1
    guard: Condition = TRUE

    @property
    def is_immediate(self) -> bool:
        """Are the options all positions of the line that come before x?"""
        return self.first == self.along


class Window(Record):
    """The options `x - s * along` for s = 1, ..., length, as far as they are in the table."""

    along: Displacement
    pivot: int
    length: int
    guard: Condition = TRUE

    @property
    def options(self) -> Iterator[SingleOption]:
        """The same one by one."""
        for s in range(1, self.length + 1):
            yield SingleOption(tuple(s * taken for taken in self.along), self.guard)


class Box(Record):
    """The options `x - first - s` for all s that are 0 outside `heaps` and not negative there, without x itself."""

    heaps: tuple[int, ...]
    first: Displacement
    guard: Condition = TRUE

    @property
    def is_immediate(self) -> bool:
        """Are the options all positions below x, up to x itself?"""
        return not any(self.first)


class SumSplit(Record):
    """The options in which the components `heaps` have the sum `total`, a form of x, and the others are those of x."""

    heaps: tuple[int, ...]
    total: Linear
    guard: Condition = TRUE

    @property
    def asked(self) -> frozenset[int]:
        """The components that decide which sum it is, and whether there are options."""
        return frozenset(v for form in (self.total, *self.guard.forms()) for v in form.variables)


class ListedOptions(Record):
    """The options of a ground move, or to a sum of positions, looked up one by one, and why nothing better is known."""

    move: GroundMove
    why: str


Part = SingleOption | Ray | Window | Box | SumSplit | ListedOptions


def lowers_total(part: Part) -> bool | None:
    """Have the options smaller totals than their positions? None where their places alone do not tell."""
    match part:
        case SingleOption(by=by):
            return sum(by) > 0
        case Ray(along=along, first=first):
            return min(sum(along), sum(first)) > 0
        case Window(along=along):
            return sum(along) > 0
        case Box():
            return True
    return None
