"""The sets of a plan: for every part, where the sets of a position lie.

The first move of Wythoff's game changes a alone, so there is a set for every b, and (1, 2) finds its own under 2; the
third has a set for every diagonal, under b - a.
"""

from collections.abc import Sequence

from heapwise.engine.kernels.constants import number_text
from heapwise.engine.kernels.text import KernelNames, both, linear_text
from heapwise.engine.kernels.value_sets import Extents, LateWrite, LinePlace, SetFamily
from heapwise.engine.plan import Box, Displacement, OrderKind, Plan, Ray, SumSplit, Window
from heapwise.model.conditions import TRUE, Condition
from heapwise.model.linear import Linear
from heapwise.records import Record, field


class Layouts(Record):
    """Makes the families of a plan's parts. `sizes` are the names of numbers that depend on the sides of the table."""

    plan: Plan
    names: KernelNames
    sizes: dict[str, str] = field(default_factory=dict)

    def _size(self, text: str) -> str:
        """A name for a number."""
        return text if text.isalnum() else self.sizes.setdefault(text, f"e{len(self.sizes)}")

    def families(self) -> list[SetFamily]:
        """The families of all parts that have one."""
        found = []
        sums: dict[tuple[int, ...], list[SumSplit]] = {}
        for part in self.plan.parts:
            match part:
                case Ray():
                    found.append(self._ray(part))
                case Window():
                    found.append(self._window(part))
                case Box():
                    found.append(self._box(part))
                case SumSplit():
                    sums.setdefault(part.heaps, []).append(part)
        return found + [self._split(parts) for parts in sums.values()]

    def _axes(self, moved: Sequence[int]) -> tuple[int, tuple[int, ...]]:
        """How many of the slowest components stay the same, and the components from there on."""
        axes = self.plan.order.axes
        if self.plan.order.way is not OrderKind.LISTED:
            return 0, axes
        depth = next(i for i, axis in enumerate(axes) if moved[axis])
        return depth, axes[depth:]

    def _guard(self, guard: Condition) -> str:
        return "" if guard == TRUE else self.names.condition(guard)

    def _ray(self, ray: Ray) -> SetFamily:
        slopes = tuple(taken // ray.stride for taken in ray.along)
        lag = (0,) * len(slopes) if ray.is_immediate else ray.first
        depth, extents = self._line(slopes, ray.pivot, ray.stride, lag)
        inside = self.in_table(lag)
        return SetFamily(
            extents.count(), depth,
            [LinePlace(extents.line(), both(inside, self._guard(ray.guard)))],
            [LinePlace(extents.line(), inside)],
            None if ray.is_immediate else LateWrite(lag),
        )  # fmt: skip

    def _window(self, window: Window) -> SetFamily:
        depth, extents = self._line(window.along, window.pivot, 1, (0,) * len(window.along))
        place = LinePlace(extents.line(), self._guard(window.guard))
        at = window.length, f"x{window.pivot} % {number_text(window.length)}"
        lines = f"({extents.count()}) * {number_text(window.length + 1)}"
        return SetFamily(lines, depth, [place], [LinePlace(place.line)], window=at)

    def _line(self, slopes: Displacement, pivot: int, stride: int, lag: Displacement) -> tuple[int, Extents]:
        """The lines in a direction: what stays the same along each of them, for the position that lies `lag` back."""
        depth, axes = self._axes(slopes)
        extents = Extents()
        for axis in axes:
            slope = slopes[axis] * slopes[pivot]
            if axis == pivot:
                continue
            shift = slope * lag[pivot] - lag[axis]
            least = f"{slope} * (n{pivot} - 1)" if slope > 1 else f"n{pivot} - 1" if slope == 1 else ""
            digit = linear_text(shift, [(f"x{axis}", 1), *([(f"x{pivot}", -slope)] if slope else [])])
            extent = f"n{axis}" + (f" + {abs(slope)} * (n{pivot} - 1)" if slope else "")
            extents.add(f"{digit} + {self._size(least)}" if least else digit, self._size(extent))
        if stride > 1:
            extents.add(
                f"({linear_text(-lag[pivot], [(f'x{pivot}', 1)])}) % {number_text(stride)}", number_text(stride)
            )
        return depth, extents

    def _box(self, box: Box) -> SetFamily:
        """The union of the values below a position, kept for its present value of the slowest heap of the box."""
        moved = [int(i in box.heaps) for i in range(self.plan.size)]
        depth, axes = self._axes(moved)
        extents, inner = Extents(), []
        for axis in axes[1:]:
            shift = int(moved[axis]) - box.first[axis]
            if moved[axis]:
                inner.append(len(extents.digits))
            extent = self._size(f"n{axis} + 1") if moved[axis] else f"n{axis}"
            extents.add(linear_text(shift, [(f"x{axis}", 1)]), extent)
        inside = self.in_table(box.first)
        return SetFamily(
            extents.count(), depth,
            [LinePlace(extents.line(), both(inside, self._guard(box.guard)))],
            [LinePlace(extents.line(), inside)],
            None if box.is_immediate else LateWrite(box.first),
            [extents.step(number) for number in inner],
        )  # fmt: skip

    def _split(self, parts: list[SumSplit]) -> SetFamily:
        """The values by the sum of some components, the others being given."""
        heaps = parts[0].heaps
        least = sum(self.names.lows[i] for i in heaps)
        extent = self._size(self._most([part.total - least for part in parts]))
        own = linear_text(0, [(f"x{i}", 1) for i in heaps])

        def line(digit: str) -> Extents:
            extents = Extents()
            for axis in self.plan.order.axes:
                if axis not in heaps:
                    extents.add(f"x{axis}", f"n{axis}")
            extents.add(digit, extent)
            return extents

        reads = []
        for part in parts:
            digit = self.names.form(part.total - least)
            reads.append(LinePlace(line(digit).line(), both(f"0 <= {digit} < {extent}", self._guard(part.guard))))
        pushes = [LinePlace(line(own).line(), f"{own} < {extent}")]
        return SetFamily(line(own).count(), 0, reads, pushes)

    def _most(self, totals: list[Linear]) -> str:
        """The text of a number above all sums that are read."""
        texts = []
        for form in totals:
            constant = form.constant + sum(c * self.names.lows[v] for v, c in form.terms)
            highest = [(f"(n{v} - 1)", c) for v, c in form.terms if c > 0]
            texts.append(linear_text(constant + 1, highest))
        unique = list(dict.fromkeys([*texts, "1"]))
        return f"max({', '.join(unique)})"

    def in_table(self, taken: Displacement) -> str:
        """That taking so much leaves the components in their ranges."""
        low = [f"x{i} >= {number_text(t)}" for i, t in enumerate(taken) if t > 0]
        high = [f"x{i} < n{i} - {number_text(-t)}" for i, t in enumerate(taken) if t < 0]
        return " and ".join(low + high)
