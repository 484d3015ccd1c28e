"""What a kernel does with single words: the functions that its source calls, as Python and for numba.

A word is a 64-bit integer with a sign, whatever runs it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

_SIGN, _ALL = 1 << 63, (1 << 64) - 1


def ones(word: Any) -> int:
    """How many bits from the lowest on are set, up to 64."""
    rest = ~int(word) & _ALL
    return (rest & -rest).bit_length() - 1 if rest else 64


def bit(number: Any) -> Any:
    """The word with one bit."""
    word = 1 << int(number)
    return np.int64(word - 2 * _SIGN if word == _SIGN else word)


def lowest(word: Any) -> int:
    """The word with one bit, the lowest one that is not set in this word; 0 where all are."""
    number = int(word)
    return short(~number & number + 1, 64)


def short(word: Any, bits: int = 32) -> int:
    """What the lower bits of a word say, with a sign."""
    half = 1 << bits - 1
    return (int(word) + half & 2 * half - 1) - half


def known(entry: Any, nothing: int) -> int:
    """An entry of a table, or -1 if it is not that of a position."""
    return int(entry) if entry != nothing else -1


PLAIN: dict[str, Callable[..., Any]] = {
    "ones": ones, "short_ones": ones, "bit": bit, "lowest": lowest, "short": short, "known": known, "U": int,
}  # fmt: skip


@cache
def compiled() -> dict[str, Callable[..., Any]]:
    """The same functions for numba."""
    from llvmlite import ir
    from numba import njit, types
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def trailing_ones(_: Any, word: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(builder.not_(arguments[0]), ir.Constant(ir.IntType(1), 0))

        return types.int64(types.int64), write

    @intrinsic  # type: ignore[untyped-decorator]
    def short_ones(_: Any, word: Any) -> Any:
        """Of a word whose lower 32 bits are all that it says: twice as many fit into a register."""

        def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            short = builder.trunc(arguments[0], ir.IntType(32))
            count = builder.cttz(builder.not_(short), ir.Constant(ir.IntType(1), 0))
            return builder.zext(count, ir.IntType(64))

        return types.int64(types.int64), write

    @njit(inline="always")  # type: ignore[untyped-decorator]
    def one_bit(number: int) -> int:
        return 1 << number

    @njit(inline="always")  # type: ignore[untyped-decorator]
    def lowest_bit(word: int) -> int:
        return ~word & (word + 1)

    @njit(inline="always")  # type: ignore[untyped-decorator]
    def same(word: int) -> int:
        return word

    @njit(inline="always")  # type: ignore[untyped-decorator]
    def known_entry(entry: int, nothing: int) -> int:
        return int(entry) if entry != nothing else -1

    return {
        "ones": trailing_ones, "short_ones": short_ones, "bit": one_bit, "lowest": lowest_bit, "short": same,
        "known": known_entry, "U": np.uint64,
    }  # fmt: skip
