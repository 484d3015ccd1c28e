"""From the values of sorted positions to a table of all: entry by entry, in tiles that stay in a cache."""

from __future__ import annotations

from contextlib import ExitStack
from functools import cache
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heapwise.engine.jit import compiled_function, functions_of
from heapwise.engine.kernels.sorted import choose
from heapwise.engine.kernels.source import VERSION
from heapwise.engine.kernels.text import Writer
from heapwise.engine.kernels.words import PLAIN, compiled

_TILE = 64


def expanded(packed: NDArray[Any], sides: tuple[int, ...], *, is_compiled: bool) -> NDArray[Any]:
    """The table with these sides, all equal, from the values of sorted positions in their order."""
    table = np.empty(prod(sides), dtype=packed.dtype)
    _function(len(sides), is_compiled)(sides[0], packed, table)
    return table.reshape(sides)


@cache
def _function(size: int, is_compiled: bool) -> Any:
    words = compiled() if is_compiled else PLAIN
    module = functions_of(source_of_expansion(size), VERSION, words, is_kept=is_compiled)
    return compiled_function(module.expand) if is_compiled else module.expand


def source_of_expansion(size: int) -> str:
    """The source for so many components. `y0`, `y1`, ... are all but the last one, sorted; `z` is the last one."""
    out, others = Writer(), range(size - 1)
    with out.block("def expand(n, packed, table)"), ExitStack() as blocks:
        for i in others[:-1]:
            blocks.enter_context(out.block(f"for x{i} in range(n)"))
        blocks.enter_context(out.block(f"for tile in range(0, n, {_TILE})"))
        blocks.enter_context(out.block(f"for x{size - 2} in range(n)"))
        _sort(out, size - 1)
        index = "0"
        for i in others:
            index = f"({index} + x{i}) * n"
        out.add(f"p = {index}")
        for place in reversed(range(size)):
            _segment(out, size, place)
    return out.text


def _sort(out: Writer, size: int) -> None:
    """Sort by exchanging neighbours."""
    out.add(*(f"y{i} = x{i}" for i in range(size)))
    for last in range(size - 1, 0, -1):
        for i in range(last):
            out.add(f"y{i}, y{i + 1} = max(y{i}, y{i + 1}), min(y{i}, y{i + 1})")


def _segment(out: Writer, size: int, place: int) -> None:
    """The values of `z` for which it comes at a place among the sorted."""
    above = [choose(f"y{i}", size - i) for i in range(place)]
    below = [choose(f"y{i}", size - 1 - i) for i in range(place, size - 1)]
    low = "tile" if place == size - 1 else f"max(tile, y{place} + 1)"
    high = f"min(tile + {_TILE}, {f'y{place - 1} + 1' if place else 'n'})"
    out.add(f"q = {' + '.join([*above, *below]) or 0}")
    with out.block(f"for z in range({low}, {high})"):
        out.add(f"table[U(p + z)] = packed[U(q + {choose('z', size - place)})]")
