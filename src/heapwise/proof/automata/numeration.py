"""How numbers become words: the digits, their order, and the letters that carry one digit of every track."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import lru_cache

from heapwise.records import dataclass


class DigitOrder(StrEnum):
    """Which digit an automaton reads first."""

    LSD = "lsd"
    MSD = "msd"


@dataclass(frozen=True, slots=True)
class Numeration:
    """Base and digit order of all the words of an automaton.

    A letter is the number whose base-b digit i is the digit on track i; in base 2 that is a bit mask.  Nothing outside
    this module computes with letters in another way, so a further numeration has to change only what is here and the
    arithmetic of the atoms.

    >>> Numeration(Order.MSD).word((1, 2))
    (2, 1)
    """

    order: DigitOrder
    base: int = 2

    def __post_init__(self) -> None:
        if self.base < 2:
            raise ValueError(f"a base is 2 or more, not {self.base}")

    @property
    def is_lsd(self) -> bool:
        """Is the digit of the units read first?"""
        return self.order is DigitOrder.LSD

    def letters(self, arity: int) -> int:
        """The size of the alphabet over so many tracks."""
        return int(self.base**arity)

    def digits(self, letter: int, arity: int) -> tuple[int, ...]:
        """The digit on every track."""
        return digits_of(letter, self.base, arity)

    def letter(self, digits: Iterable[int]) -> int:
        """The letter with these digits, first track first."""
        return sum(digit * self.base**place for place, digit in enumerate(digits))

    def length(self, values: Iterable[int]) -> int:
        """How many digits the largest of the values has; zero has none."""
        largest, length = max(values, default=0), 0
        while largest:
            largest, length = largest // self.base, length + 1
        return length

    def word(self, values: Sequence[int], length: int | None = None) -> tuple[int, ...]:
        """The word of a tuple of numbers, padded to the length that is asked for."""
        size = self.length(values) if length is None else length
        columns = zip(*(digits_of(value, self.base, size) for value in values), strict=True)
        letters = tuple(self.letter(column) for column in columns) if values else (0,) * size
        return letters if self.is_lsd else letters[::-1]

    def values(self, word: Sequence[int], arity: int) -> tuple[int, ...]:
        """The tuple of numbers that a word spells."""
        totals = [0] * arity
        for letter in word[::-1] if self.is_lsd else word:
            totals = [self.base * t + d for t, d in zip(totals, self.digits(letter, arity), strict=True)]
        return tuple(totals)


def digits_of(value: int, base: int, count: int) -> tuple[int, ...]:
    """The lowest digits of a number, units first.

    >>> digits_of(6, 2, 4)
    (0, 1, 1, 0)
    """
    digits = []
    for _ in range(count):
        value, digit = divmod(value, base)
        digits.append(digit)
    return tuple(digits)


@lru_cache(maxsize=4096)
def images(base: int, weights: tuple[int, ...]) -> tuple[int, ...]:
    """For every letter over the tracks, the sum of digit times weight.

    With the weights that the tracks have in another automaton this translates letters: weight 0 forgets a track, a
    sum of two weights reads one track as two.

    >>> images(2, (2, 0))
    (0, 2, 0, 2)
    """
    found = [0]
    for weight in weights:
        found = [image + digit * weight for digit in range(base) for image in found]
    return tuple(found)
