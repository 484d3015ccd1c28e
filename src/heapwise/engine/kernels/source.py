"""The source of a kernel: restricted Python that runs as it stands, or compiled by numba.

It has two functions. `sizes(n0, n1, ..., constants, flags)` says how many lines every family has in a table with these
sides. `fill` walks through the positions from a step to another (values of the slowest component, or sums of all) and
returns 0; or 1 when a value does not fit in the sets or the table, whose first entry is that of position number `base`;
or 2 when an option that is looked up lies outside of the table. `constants` has the numbers of the rules, which are
named `d0`, `d1`, ..., and `flags` their sets.
"""

from collections.abc import Callable
from contextlib import ExitStack
from itertools import pairwise

from heapwise.engine.kernels.cell import Cell
from heapwise.engine.kernels.constants import GIVEN, Constants, with_arguments
from heapwise.engine.kernels.kernel_kind import KernelKind
from heapwise.engine.kernels.layouts import Layouts
from heapwise.engine.kernels.sorted_sets import group_ranks, sorted_families
from heapwise.engine.kernels.text import KernelNames, KernelWriter
from heapwise.engine.kernels.value_sets import SetFamily
from heapwise.engine.plan import OrderKind, Plan

_FEW = 2  # members of a set that stand in the text
ARGUMENTS = (
    "start, stop, sides, base, words, stride, limit, nothing, table, best, sets, hints, marks, bad, constants, flags"
)


def source_of(plan: Plan, shape: KernelKind) -> tuple[str, Constants]:
    """The source of the kernel for a plan, and the numbers and sets of its rules, which the kernel is given."""
    names = KernelNames(plan.game.lows, few=_FEW)
    if plan.order.way is OrderKind.SORTED:
        families, sizes = sorted_families(plan), list[str]()
    else:
        layouts = Layouts(plan, names)
        families = layouts.families()
        sizes = [f"{name} = {text}" for text, name in layouts.sizes.items()]
    source = _Source(plan, shape, names, families, sizes)
    source.write()
    text, numbers = with_arguments(source.out.text)
    return text, Constants(numbers, bytes(names.flags))


class _Source:
    """Writes the two functions."""

    def __init__(
        self, plan: Plan, shape: KernelKind, names: KernelNames, families: list[SetFamily], sizes: list[str]
    ) -> None:
        self.plan, self.shape, self.names, self.families, self.sizes = plan, shape, names, families, sizes
        self.out = KernelWriter()
        self.rows = frozenset(f for f, family in enumerate(families) if self._is_row(family))

    def _is_row(self, family: SetFamily) -> bool:
        """Does the set of a family fit into variables, for as long as the last component changes?"""
        last = self.plan.size - 1
        is_short = family.is_single and family.depth == last > 0 and not (family.below or family.window)
        return is_short and self.shape.is_unrolled and self.plan.order.way is OrderKind.LISTED

    def write(self) -> None:
        """Both of them."""
        sides = ", ".join(f"n{i}" for i in range(self.plan.size))
        with self.out.block(f"def sizes({sides}, {GIVEN})"):
            self.out.add(*self.sizes)
            self.out.add(f"return ({''.join(f'{family.lines}, ' for family in self.families)})")
        self.out.add("", "")
        with self.out.block(f"def fill({ARGUMENTS})"):
            self.out.add(f"{sides}{',' if self.plan.size == 1 else ''} = sides", *self.sizes, *self._strides())
            if self.shape.is_unrolled:
                self.out.add(f"words = stride = {self.shape.words}")
            if self.shape.words == 1:
                self.out.add("top = 0")
            for f, family in enumerate(self.families):
                self.out.add(
                    f"s{f} = sets[{f if family.shares is None else family.shares}]",
                    *([] if self.shape.is_unrolled else [f"c{f} = hints[{f}]"]),
                )
            {OrderKind.LISTED: self._listed, OrderKind.BY_TOTAL: self._by_total, OrderKind.SORTED: self._sorted}[
                self.plan.order.way
            ]()
            self.out.add("return 1 if top >= limit else 0" if self.shape.words == 1 else "return 0")

    def _strides(self) -> list[str]:
        last = self.plan.size - 1
        return [f"m{last} = 1", *(f"m{i} = m{i + 1} * n{i + 1}" for i in reversed(range(last)))]

    def _cell(self) -> None:
        if self.plan.order.way is OrderKind.SORTED:
            index = group_ranks(self.plan.order.groups).line()
        else:
            index = " + ".join(f"x{i} * m{i}" for i in range(self.plan.size))
        self.out.add(f"p = {index} - base")
        Cell(self.out, self.plan, self.names, self.families, self.shape, self.rows).write()

    def _listed(self) -> None:
        """Loop in loop, the slowest component outside."""
        with ExitStack() as blocks:
            for depth, axis in enumerate(self.plan.order.axes):
                self._clear(depth)
                span = "start, stop" if depth == 0 else f"n{axis}"
                blocks.enter_context(self.out.block(f"for x{axis} in range({span})"))
            self._cell()

    def _clear(self, depth: int) -> None:
        """The families whose lines begin anew here."""
        for f, family in enumerate(self.families):
            if f in self.rows and family.depth == depth:
                self.out.add(*(f"r{f}_{k} = 0" for k in range(self.shape.words)))
            elif family.depth == depth > 0:
                self.out.add(f"s{f}[:] = 0", *([] if self.shape.is_unrolled else [f"c{f}[:] = 0"]))

    def _by_total(self) -> None:
        """The positions of every sum in turn; the last component is what the others leave."""
        axes = self.plan.order.axes
        with ExitStack() as blocks:
            blocks.enter_context(self.out.block("for y in range(start, stop)"))
            rest = "y"
            for number, axis in enumerate(axes[:-1]):
                others = "".join(f" - (n{i} - 1)" for i in axes[number + 1 :])
                span = f"max(0, {rest}{others}), min(n{axis} - 1, {rest}) + 1"
                blocks.enter_context(self.out.block(f"for x{axis} in range({span})"))
                rest += f" - x{axis}"
            self.out.add(f"x{axes[-1]} = {rest}")
            self._cell()

    def _sorted(self, depth: int = 0) -> None:
        """The positions whose components do not increase within groups, from an axis on."""
        is_last = depth == self.plan.size - 1
        if is_last:
            self._open()
            self._rows(lambda row, word: f"{row} = {word}")
        axis = self.plan.order.axes[depth]
        above = {i: f"x{j} + 1" for group in self.plan.order.groups for j, i in pairwise(group)}
        with self.out.block(f"for x{axis} in range({above.get(axis, f'n{axis}') if depth else 'start, stop'})"):
            if is_last:
                self._cell()
            else:
                self._sorted(depth + 1)
        if is_last:
            self._rows(lambda row, word: self.shape.union.join(word, row))

    def _rows(self, line: Callable[[str, str], str]) -> None:
        """What is done with every word of the sets that are in variables while the last component changes."""
        for f, family in enumerate(self.families):
            if family.row is not None:
                words = (f"s{f}[U(({family.row.line}) * stride + {k})]" for k in range(self.shape.words))
                self.out.add(*(line(f"r{f}_{k}", word) for k, word in enumerate(words)))

    def _open(self) -> None:
        """What is known before the last component begins to change."""
        for f, family in enumerate(self.families):
            if family.opening is None:
                continue
            own = family.opening
            for i, place in enumerate(own.reads):
                self.out.add(f"q{f}_{i} = -1 if {place.when} else 0")
                self.out.add(f"b{f}_{i} = (({place.line}) & q{f}_{i}) * stride")
            words = [f"(s{own.family}[U(b{f}_{i} + k)] & q{f}_{i})" for i in range(len(own.reads))]
            with self.out.block("for k in range(words)"):
                self.out.add(f"s{f}[U(({own.line}) * stride + k)] = {self.shape.union.joined(words)}")
