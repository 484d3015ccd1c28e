"""What a kernel does with single words: the functions that its source calls, as Python and for numba.

A word is a 64-bit integer with a sign, whatever runs it.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from heapwise.engine.jit import numba

_SIGN, _ALL = 1 << 63, (1 << 64) - 1


def ones(word: Any) -> int:
    """How many bits from the lowest on are set, up to 64."""
    rest = ~int(word) & _ALL
    return (rest & -rest).bit_length() - 1 if rest else 64


def bit(number: Any) -> Any:
    """The word with one bit."""
    word = 1 << int(number)
    return np.int64(word - 2 * _SIGN if word == _SIGN else word)


def part(number: Any, k: Any) -> Any:
    """Word number k of the set that has this number alone, or is empty if it is negative."""
    return bit(int(number) & 63) if int(number) >> 6 == k else 0


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
    "ones": ones, "short_ones": ones, "bit": bit, "part": part, "lowest": lowest, "short": short, "known": known,
    "U": int,
}  # fmt: skip


@cache
def compiled() -> dict[str, Callable[..., Any]]:
    """The same functions for numba: instructions, which are compiled sooner than functions that are put in place."""
    types, intrinsic = numba().types, numba().extending.intrinsic
    from llvmlite import ir

    word, flag = ir.IntType(64), ir.IntType(1)

    def function(write: Callable[..., Any], size: int) -> Callable[..., Any]:
        """An intrinsic of words. Numba reads the number of its arguments."""

        def body(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return write(builder, *arguments)

        def of_one(_: Any, number: Any) -> Any:
            return types.int64(types.int64), body

        def of_two(_: Any, number: Any, other: Any) -> Any:
            return types.int64(types.int64, types.int64), body

        made: Callable[..., Any] = intrinsic(of_one if size == 1 else of_two)
        return made

    def short_ones(builder: Any, number: Any) -> Any:
        """Of 32 bits: twice as many words fit into a register."""
        short = builder.trunc(number, ir.IntType(32))
        return builder.zext(builder.cttz(builder.not_(short), flag(0)), word)

    def part_of(builder: Any, number: Any, k: Any) -> Any:
        is_here = builder.icmp_signed("==", builder.ashr(number, word(6)), k)
        return builder.select(is_here, builder.shl(word(1), builder.and_(number, word(63))), word(0))

    def known_entry(builder: Any, entry: Any, nothing: Any) -> Any:
        return builder.select(builder.icmp_signed("==", entry, nothing), word(-1), entry)

    return {
        "ones": function(lambda builder, number: builder.cttz(builder.not_(number), flag(0)), 1),
        "short_ones": function(short_ones, 1),
        "bit": function(lambda builder, number: builder.shl(word(1), number), 1),
        "part": function(part_of, 2),
        "lowest": function(lambda builder, number: builder.and_(builder.not_(number), builder.add(number, word(1))), 1),
        "short": function(lambda builder, number: number, 1),
        "known": function(known_entry, 2),
        "U": np.uint64,
    }
