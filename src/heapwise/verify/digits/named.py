"""A move that a claim names: one heap that becomes smaller by (+) s, where s is the nim-sum of all heaps.

Whether every such heap leads into the set, and whether there is one, is followed digit by digit, without a certificate.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeVar

from heapwise.verify.digits.classes import CountClasses, together
from heapwise.verify.digits.readers import SentenceReader
from heapwise.verify.digits.rules import GivenRule
from heapwise.verify.untrusted import Work, wrong

_FOLLOWED = 512  # a layer of all heaps takes as long as so many transitions

S = TypeVar("S")


@dataclass(frozen=True)
class _Followed:
    """One more digit of all heaps: zeros and ones among the others are known by their classes."""

    reader: SentenceReader

    @property
    def others(self) -> Iterable[tuple[int, int]]:
        """Whether the number of ones is even is always known."""
        known = together(self.reader.zeros, self.reader.ones, CountClasses(1, 2))
        return product(known.all, known.all)

    def unnamed(self, state: tuple[int, bool], level: int) -> Iterator[tuple[int, bool]]:
        """Where the nim-sum is 0 as far as it is read, no heap is named; and was there a stone?"""
        for zeros, ones in self.others:
            if ones % 2 == 0:
                yield self.reader.step(state[0], zeros, ones, 0, level), state[1] or ones > 0

    def moved(self, state: tuple[int, int, int], level: int) -> Iterator[tuple[int, int, int]]:
        """With a heap that is changed, whose first difference says whether it falls."""
        before, behind, first = state
        for (zeros, ones), digit in product(self.others, (0, 1)):
            all_ones = ones + digit
            written = 1 - digit if all_ones % 2 else digit
            x = self.reader.step(before, zeros + 1 - digit, all_ones, 0, level)
            y = self.reader.step(behind, zeros + 1 - written, ones + written, 0, level)
            yield x, y, first or written - digit

    def is_in(self, state: int) -> bool:
        """Is the sentence true behind all digits?"""
        return self.reader.truths(state, {})[0]


def check_named(rule: GivenRule, reader: SentenceReader, is_end_lost: bool, work: Work) -> None:
    """Refuse unless the named heaps win: `is_end_lost` if nothing is asked for where no stone is left."""
    if reader.has_classes:
        raise wrong("a named move is beside a condition on single heaps")
    if not any(m.is_lower and (m.least.has_n, m.least.add) == (False, 1) for m in rule.moves):
        raise wrong("a named move lowers one heap, and the rule does not")
    one = _Followed(reader)
    unnamed = _ends({(reader.start, False)}, one, one.unnamed, work)
    if any(not one.is_in(state) and (has_stone or not is_end_lost) for state, has_stone in unnamed):
        raise wrong("no heap is named at some position from which a move is asked for")
    moved = _ends({(reader.start, reader.start, 0)}, one, one.moved, work)
    if any(first < 0 and not one.is_in(x) and not one.is_in(y) for x, y, first in moved):
        raise wrong("a named move does not win at some position")


def _ends(start: set[S], one: _Followed, after: Callable[[S, int], Iterable[S]], work: Work) -> set[S]:
    """What may be known behind all digits: those from `named` on as often as one likes, then each of the others."""
    named, layers = one.reader.named, 2 * len(list(one.others))
    met, new = set(start), set(start)
    while new:
        work.spend(_FOLLOWED * layers * len(new))
        new = {there for here in new for there in after(here, named)} - met
        met |= new
    for level in range(named - 1, -1, -1):
        work.spend(_FOLLOWED * layers * len(met))
        met = {there for here in met for there in after(here, level)}
    return met


def named_moves(heaps: Sequence[int]) -> set[tuple[int, ...]]:
    """The moves themselves, at one position."""
    nimsum = 0
    for heap in heaps:
        nimsum ^= heap
    falling = [i for i, heap in enumerate(heaps) if heap ^ nimsum < heap]
    return {tuple(heap ^ nimsum if j == i else heap for j, heap in enumerate(heaps)) for i in falling}
