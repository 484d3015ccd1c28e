"""The walk through a shell (see `plan.shells`): its positions are compared with what follows from their options, those
that it sees outside are only put into the sets.

Behind its first three entries `bad` has, for every axis, from where on positions are seen and the components of the
outer and the inner corner: `a0`, `o0`, `i0`; then for every set of axes, as the bits of a number, whether positions are
seen that lie before the outer corner on these. `z` are these axes of a row of positions, without the last component;
`y` says whether the row lies behind the inner corner.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from heapwise.engine.kernels.cell import Cell
from heapwise.engine.kernels.kernel_kind import KernelKind
from heapwise.engine.kernels.text import KernelNames, KernelWriter
from heapwise.engine.kernels.value_sets import SetFamily
from heapwise.engine.plan import Box, Plan, Ray, SumSplit, Window
from heapwise.engine.plan.shells import Axes, View, moved

NOTES = 3  # entries of `bad` before these numbers


def numbers_of(view: View) -> NDArray[np.int64]:
    """What a kernel has to know of a shell."""
    corners = zip(view.begins, view.shell.outer, view.shell.inner, strict=True)
    seen = np.zeros(1 << view.plan.size, np.int64)
    seen[[sum(1 << i for i in axes) for axes in view.seen]] = 1
    return np.concatenate([np.array(list(corners), np.int64).reshape(-1), seen])


@dataclass(frozen=True)
class ShellWalk:
    """Writes the loops over a shell; `clear` writes what begins anew when a component changes."""

    out: KernelWriter
    plan: Plan
    names: KernelNames
    families: list[SetFamily]
    shape: KernelKind
    rows: frozenset[int]
    clear: Callable[[int], None]

    def write(self) -> None:
        """All of it."""
        last = self.plan.size - 1
        for i in range(self.plan.size):
            self.out.add(*(f"{name}{i} = bad[{NOTES + 3 * i + k}]" for k, name in enumerate("aoi")))
        with ExitStack() as blocks:
            for i in range(last):
                span = f"max(start, a{i}), stop" if i == 0 else f"a{i}, n{i}"
                blocks.enter_context(self.out.block(f"for x{i} in range({span})"))
                before, behind = (f"z{i - 1} | ", f"y{i - 1} and ") if i else ("", "")
                self.out.add(f"z{i} = {before}({1 << i} if x{i} < o{i} else 0)", f"y{i} = {behind}x{i} >= i{i}")
                with self.out.block(f"if not {self._is_seen(f'z{i}')}"):
                    self.out.add("continue")
                self.clear(i + 1)
            if last:
                self._row(last, f"z{last - 1}")
            else:
                self._run(self._seen_cell(frozenset({0})), "max(start, a0)", "min(stop, o0)")
                self._run(self._own_cell(), "max(start, o0)", "min(stop, i0)")

    def _is_seen(self, axes: str) -> str:
        return f"bad[{NOTES + 3 * self.plan.size} + ({axes})]"

    def _row(self, last: int, z: str) -> None:
        """The positions of a row, in order. Those before the corner on one axis alone have a loop for this axis, where
        only the sets are written that are read across it."""
        self.out.add(f"f = a{last} if {self._is_seen(f'{z} | {1 << last}')} else o{last}")
        if any(len(moved(part)) > 1 for part in self.plan.parts):
            with self.out.block(f"if {z}"):
                self.out.add(f"e = n{last} if {z} & ({z} - 1) else o{last}")
                self._run(self._seen_cell(None), "f", "e")
        for i in range(last):
            with self.out.block(f"if {z} == {1 << i}"):
                self._run(self._seen_cell(frozenset({i})), f"o{last}", f"n{last}")
        with self.out.block(f"if {z} == 0"):
            self._run(self._seen_cell(frozenset({last})), "f", f"o{last}")
            self._run(self._own_cell(), f"o{last}", f"i{last} if y{last - 1} else n{last}")

    def _run(self, cell: Cell, start: str, stop: str) -> None:
        """A loop over the last component."""
        index = " + ".join(f"x{i} * m{i}" for i in range(self.plan.size))
        with self.out.block(f"for x{self.plan.size - 1} in range({start}, {stop})"):
            self.out.add(f"p = {index} - base")
            cell.write()

    def _own_cell(self) -> Cell:
        return Cell(self.out, self.plan, self.names, self.families, self.shape, self.rows)

    def _seen_cell(self, axes: Axes | None) -> Cell:
        """What is done with positions that lie before the outer corner on some axes; None for more than one of them."""
        ways = family_axes(self.plan)
        is_read = [len(way) > 1 if axes is None else axes <= way for way in ways]
        families = [
            family if is_kept else replace(family, reads=[], pushes=[], late=None, below=[], window=None)
            for family, is_kept in zip(self.families, is_read, strict=True)
        ]
        return SeenCell(self.out, self.plan, self.names, families, self.shape, self.rows)


def family_axes(plan: Plan) -> list[Axes]:
    """The axes along which the sets of every family are read, in the order in which layouts make families."""
    alone = [moved(part) for part in plan.parts if isinstance(part, Ray | Window | Box)]
    return alone + list(dict.fromkeys(moved(part) for part in plan.parts if isinstance(part, SumSplit)))


@dataclass(frozen=True)
class SeenCell(Cell):
    """Writes that a given value goes into the sets of its position."""

    def write(self) -> None:
        """The whole of it."""
        self._sets.find()
        with self.out.block(f"if {self._missing}"):
            self._sets.pass_on(is_valued=False)
            self.out.add("continue")
        self.out.add("g = int(table[U(p)])", *self.shape.union.known("g"))
        self._sets.pass_on(is_valued=True)
