"""Rows of bits: how a plan says, for all values of the last component at once, which positions have a P-option.

A row is the positions that differ in the component alone that changes fastest. Along a line that leaves that component
alone, or changes it in step with another one, the P-positions that were met so far are bits of one long number, and the
bits that concern a row lie in it side by side; so do the P-positions below a corner of a box. What does not come as
bits is a `Check`: it is looked at where the bits leave a position open.
"""

from heapwise.engine.grid.grid import Refused
from heapwise.engine.kernels.text import KernelNames, both, linear_text
from heapwise.engine.kernels.value_sets import Extents
from heapwise.engine.plan import Box, Displacement, OrderKind, Part, Plan, Ray, SingleOption, Window
from heapwise.model.conditions import FALSE, TRUE, Condition
from heapwise.records import Record, dataclass, field

_MOST_LOOKED = 48  # rows that a row looks back to because of one move


class LineRows(Record):
    """The P-positions on lines, a row of bits for each. `line` is the number of the row, `lines` how many there are and
    `bits` how long they are; `origin` is the text of the place that the least value of the last component has. Where
    options begin further on, `late` is how far, and bits are set no sooner than that; `inside` says when such options
    are in the table. `when` is the condition under which the positions of a row have the options; if there is a
    `check`, it differs within the row."""

    line: str
    lines: str
    bits: str
    origin: str
    depth: int
    inside: str = ""
    when: str = ""
    check: str = ""
    late: Displacement | None = None

    @property
    def is_aligned(self) -> bool:
        """Do the bits of a row lie as those of every other?"""
        return self.origin == "0" and self.late is None


class Corner(Record):
    """The P-positions below a corner, a row of bits for each: the union of the rows that lie so far in front, of what
    the row had for the last value of the slowest component of the box, and of the P-positions of the row at hand. If
    the box has the last component, too, a P-position counts for all above it."""

    line: str
    lines: str
    depth: int
    below: tuple[str, ...]
    has_last: bool
    when: str = ""


class LookedBack(Record):
    """A check: so far back there is no P-position, if `when` holds and that is in the table."""

    back: Displacement
    when: str


@dataclass
class RowRule:
    """What decides about the positions of a row. `is_single`: a P-position makes all above it in its row N-positions,
    so a row has at most one. `checks` are texts of what has to hold; `after` are the least distances from the least
    P-position of the row at which positions have it as an option, each with a condition."""

    plan: Plan
    names: KernelNames
    sizes: dict[str, str] = field(default_factory=dict)
    families: list[LineRows | Corner] = field(default_factory=list)
    looked: list[LookedBack] = field(default_factory=list)
    after: list[tuple[int, str]] = field(default_factory=list)
    checks: list[str] = field(default_factory=list)
    is_single: bool = False

    @property
    def last(self) -> int:
        """The component that changes fastest."""
        return self.plan.order.axes[-1]

    @property
    def others(self) -> Displacement:
        """The other components, the slowest first."""
        return self.plan.order.axes[:-1]

    def is_of_row(self, condition: Condition) -> bool:
        """Does it hold for all positions of a row or for none?"""
        return all(self.last not in form.variables for form in condition.forms())

    def text(self, condition: Condition) -> str:
        """A condition; nothing if it always holds."""
        return "" if condition == TRUE else self.names.condition(condition)

    def size(self, text: str) -> str:
        """A name for a number that depends on the sides of the table."""
        return text if text.isalnum() else self.sizes.setdefault(text, f"e{len(self.sizes)}")

    def in_table(self, taken: Displacement, axes: Displacement) -> str:
        """That taking so much leaves these components in their ranges."""
        low = [f"x{i} >= {taken[i]}" for i in axes if taken[i] > 0]
        high = [f"x{i} < n{i} - {-taken[i]}" for i in axes if taken[i] < 0]
        return " and ".join(low + high)


def rows_of(plan: Plan, *, misere: bool) -> RowRule:
    """The rows of a plan; raises `Refused` where a part does not come as rows."""
    if plan.order.way is not OrderKind.LISTED or plan.game.ends != FALSE:
        raise Refused("the positions do not come in rows")
    rows = RowRule(plan, KernelNames(plan.game.lows))
    for part in plan.parts:
        _add(rows, part)
    if plan.game.legal != TRUE:
        rows.checks.append(rows.names.condition(plan.game.legal))
    if misere:
        rows.checks.append(_has_options(rows))
    return rows


def _has_options(rows: RowRule) -> str:
    """In misere play whoever cannot move has won: a P-position has options."""
    if rows.plan.game.legal != TRUE:
        raise Refused("where some positions are not legal, rows do not tell which have no options")
    texts = []
    for part in rows.plan.parts:
        match part:
            case Ray(first=first, guard=guard) | SingleOption(by=first, guard=guard) | Window(along=first, guard=guard):
                texts.append(both(rows.in_table(first, rows.plan.order.axes), rows.text(guard)))
            case Box(heaps=heaps, guard=guard):
                texts.append(both(" or ".join(f"x{i} > 0" for i in heaps), rows.text(guard)))
    return " or ".join(f"({text})" for text in texts) or "False"


def _add(rows: RowRule, part: Part) -> None:
    last, others = rows.last, rows.others
    match part:
        case SingleOption(by=by, guard=guard):
            rows.looked.append(LookedBack(by, both(rows.in_table(by, others), rows.text(guard))))
        case Window(length=length) if length <= _MOST_LOOKED:
            for option in part.options:
                _add(rows, option)
        case Ray(along=along) if not any(along[i] for i in others):
            _add_along_row(rows, part)
        case Ray():
            rows.families.append(_line(rows, part))
        case Box(heaps=heaps, guard=guard) if part.is_immediate and rows.is_of_row(guard):
            rows.families.append(_corner(rows, part))
            if last in heaps and guard == TRUE:
                rows.is_single = True
            elif last in heaps:
                rows.after.append((1, rows.text(guard)))
        case _:
            raise Refused("a move's P-options do not come as rows of bits")


def _add_along_row(rows: RowRule, ray: Ray) -> None:
    if ray.stride != 1 or any(ray.first[i] for i in rows.others):
        raise Refused("a move stays in the row, and does not reach all of it")
    if ray.is_immediate and ray.guard == TRUE:
        rows.is_single = True
    else:
        rows.after.append((ray.first[rows.last], rows.text(ray.guard)))


def _line(rows: RowRule, ray: Ray) -> LineRows:
    """The place along a line is counted by the last component, made the same for all positions of the line with the
    help of a component that falls by one."""
    slopes = tuple(taken // ray.stride for taken in ray.along)
    pivot = next((i for i in rows.others if abs(slopes[i]) == 1), None)
    if pivot is None:
        raise Refused("lines cross the rows at distances of more than one")
    lag = (0,) * len(slopes) if ray.is_immediate else ray.first
    if not ray.is_immediate and not any(ray.first[i] for i in rows.others):
        raise Refused("options along a line begin in the row itself")
    depth = next(d for d, axis in enumerate(rows.others) if slopes[axis])
    extents = Extents()
    for axis in rows.others[depth:]:
        if axis != pivot:
            digit, extent = _digit(slopes, axis, pivot, lag)
            extents.add(digit, rows.size(extent))
    if ray.stride > 1:
        extents.add(f"({linear_text(-lag[pivot], [(f'x{pivot}', 1)])}) % {ray.stride}", str(ray.stride))
    origin, bits = _digit(slopes, rows.last, pivot, lag, is_origin=True)
    guard, inside = rows.text(ray.guard), rows.in_table(lag, rows.others)
    is_of_row = rows.is_of_row(ray.guard)
    return LineRows(
        extents.line(), extents.count(), f"{bits} + {max(0, lag[rows.last])}", origin, depth,
        inside, guard if is_of_row else "", "" if is_of_row else guard, None if ray.is_immediate else lag,
    )  # fmt: skip


def _digit(
    slopes: Displacement, axis: int, pivot: int, lag: Displacement, *, is_origin: bool = False
) -> tuple[str, str]:
    """A number that is the same for all positions on a line, and how many such numbers there are. The origin is that
    number where the component is 0 in a position, and there is room below it for options that begin further on."""
    slope = slopes[axis] * slopes[pivot]
    shift = slope * lag[pivot] + (max(0, lag[axis]) if is_origin else -lag[axis])
    own = [] if is_origin else [(f"x{axis}", 1)]
    terms = [*own, *([(f"x{pivot}", -slope)] if slope else []), *([(f"(n{pivot} - 1)", slope)] if slope > 0 else [])]
    return linear_text(shift, terms), f"n{axis}" + (f" + {abs(slope)} * (n{pivot} - 1)" if slope else "")


def _corner(rows: RowRule, box: Box) -> Corner:
    axes = rows.others
    depth = next(d for d, axis in enumerate(rows.plan.order.axes) if axis in box.heaps)
    if depth == len(axes):
        raise Refused("a box of one component")
    extents, inner = Extents(), []
    for axis in axes[depth + 1 :]:
        if axis in box.heaps:
            inner.append(len(extents.digits))
            extents.add(f"x{axis} + 1", rows.size(f"n{axis} + 1"))
        else:
            extents.add(f"x{axis}", f"n{axis}")
    below = tuple(extents.step(number) for number in inner)
    return Corner(extents.line(), extents.count(), depth, below, rows.last in box.heaps, rows.text(box.guard))
