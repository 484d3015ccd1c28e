"""From the values of sorted positions to a table of all: entry by entry, in tiles that stay in a cache."""

from collections.abc import Sequence
from contextlib import ExitStack
from functools import cache
from itertools import pairwise
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heapwise.engine.jit import kernels_of
from heapwise.engine.kernels.bit_intrinsics import PLAIN, compiled
from heapwise.engine.kernels.sorted_sets import choose, group_ranks
from heapwise.engine.kernels.text import KernelWriter
from heapwise.engine.plan import Displacement

_TILE = 64


def expanded(
    packed: NDArray[Any], sides: tuple[int, ...], groups: tuple[Displacement, ...], *, is_compiled: bool
) -> NDArray[Any]:
    """The table with these sides, equal within groups, from the values of sorted positions in their order. The last
    group has the last component."""
    table = np.empty(prod(sides), dtype=packed.dtype)
    _function(groups, is_compiled)(sides, packed, table)
    return table.reshape(sides)


@cache
def _function(groups: tuple[Displacement, ...], is_compiled: bool) -> Any:
    return kernels_of(source_of_expansion(groups), PLAIN, compiled, ["expand"], is_compiled=is_compiled).expand


def source_of_expansion(groups: tuple[Displacement, ...]) -> str:
    """The source for components in groups. `y0`, `y1`, ... are all but the last one, sorted within groups; `z` is the
    last one."""
    size = sum(map(len, groups))
    out, others, last = KernelWriter(), range(size - 1), size - 1
    with out.block("def expand(sides, packed, table)"), ExitStack() as blocks:
        out.add(f"{', '.join(f'n{i}' for i in range(size))} = sides")
        for i in others[:-1]:
            blocks.enter_context(out.block(f"for x{i} in range(n{i})"))
        blocks.enter_context(out.block(f"for tile in range(0, n{last}, {_TILE})"))
        blocks.enter_context(out.block(f"for x{last - 1} in range(n{last - 1})"))
        index = "0"
        for i in others:
            index = f"({index} + x{i}) * n{i + 1}"
            out.add(f"y{i} = x{i}")
        out.add(f"p = {index}")
        for group in groups:
            _sort(out, [i for i in group if i != last])
        ranks = group_ranks(groups[:-1], "y{}".format)
        out.add(f"r = ({ranks.line()}) * ({choose(f'n{last}', len(groups[-1]))})")
        for place in reversed(range(len(groups[-1]))):
            _segment(out, groups[-1], place)
    return out.text


def _sort(out: KernelWriter, group: Sequence[int]) -> None:
    """Sort by exchanging neighbours."""
    for length in range(len(group) - 1, 0, -1):
        for i, j in pairwise(group[: length + 1]):
            out.add(f"y{i}, y{j} = max(y{i}, y{j}), min(y{i}, y{j})")


def _segment(out: KernelWriter, group: Displacement, place: int) -> None:
    """The values of `z` for which it comes at a place among the sorted of its group."""
    *others, last = group
    size = len(group)
    above = [choose(f"y{i}", size - rank) for rank, i in enumerate(others[:place])]
    below = [choose(f"y{i}", size - 1 - rank) for rank, i in enumerate(others[place:], place)]
    low = "tile" if place == len(others) else f"max(tile, y{others[place]} + 1)"
    high = f"min(tile + {_TILE}, {f'y{others[place - 1]} + 1' if place else f'n{last}'})"
    out.add(f"q = {' + '.join(['r', *above, *below])}")
    with out.block(f"for z in range({low}, {high})"):
        out.add(f"table[U(p + z)] = packed[U(q + {choose('z', size - place)})]")
