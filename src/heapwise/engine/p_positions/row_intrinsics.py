"""What a kernel of rows does with words of bits, besides what every kernel does: as Python and for numba."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from heapwise.engine.jit import numba
from heapwise.engine.kernels.bit_intrinsics import PLAIN as _PLAIN
from heapwise.engine.kernels.bit_intrinsics import compiled as _compiled

_ALL = (1 << 64) - 1


def _signed(word: int) -> np.int64:
    return np.int64(word - (1 << 64) if word >> 63 else word)


def up(word: Any) -> np.int64:
    """The lowest bit of a word that is set, and all above it."""
    return _signed((int(word) | -int(word)) & _ALL)


def part(words: Any, at: int, shift: int) -> np.int64:
    """The 64 bits of a row that begin so many bits behind the beginning of a word."""
    low, high = int(words[at]) & _ALL, int(words[at + 1]) & _ALL
    return _signed(((high << 64 | low) >> shift) & _ALL)


def has(words: Any, at: int) -> bool:
    """Is a bit of a row set?"""
    return bool(int(words[at >> 6]) >> (at & 63) & 1)


PLAIN: dict[str, Callable[..., Any]] = {**_PLAIN, "up": up, "part": part, "has": has}


@cache
def compiled() -> dict[str, Callable[..., Any]]:
    """The same functions for numba."""
    njit, u64 = numba().njit, np.uint64

    @njit(inline="always")  # type: ignore[untyped-decorator]
    def up_from(word: Any) -> Any:
        return word | -word

    @njit(inline="always")  # type: ignore[untyped-decorator]
    def part_of(words: Any, at: Any, shift: Any) -> Any:
        low, high = u64(words[u64(at)]), u64(words[u64(at + 1)])
        return np.int64(low >> u64(shift) | high << u64(1) << u64(63 - shift))

    @njit(inline="always")  # type: ignore[untyped-decorator]
    def has_bit(words: Any, at: Any) -> Any:
        return (words[u64(at >> 6)] >> (at & 63)) & 1 != 0

    return {**_compiled(), "up": up_from, "part": part_of, "has": has_bit}
