"""Every position has a value: for every x there is a g of which the graph of the formula is true.

Without this the empty graph would satisfy both other obligations. Where the graph reads layers alone, all g are
followed at once: a state is the set of states that the digits of some g lead to. Where it looks at single heaps, a
player names the digits of g one after another, each before he sees the next layer.
"""

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from heapwise.proof.digit_game.counts import CountQuotient, splits
from heapwise.proof.digit_game.reader import JointReader
from heapwise.proof.digit_game.states import WorkMeter
from heapwise.records import dataclass

Sets = frozenset[int]


@dataclass
class EveryLayer:
    """Graphs that read layers alone: states are sets of states of the graph."""

    graph: JointReader
    meter: WorkMeter
    prophecy: bool = False

    def starts(self) -> Iterator[Sets]:
        """g may have more digits than any heap, so some layers of zeros may come first."""
        for zeros in self.graph.zeros.classes:
            states = frozenset({self.graph.start})
            seen = set[Sets]()
            while states not in seen:
                seen.add(states)
                states = self._after(states, zeros, self.graph.ones(0), self.graph.levels)
            yield states

    def _after(self, states: Sets, zeros: int, ones: int, level: int) -> Sets:
        return frozenset(self.graph.step(q, zeros, ones, digit, level) for q in states for digit in (0, 1))

    def next(self, states: Sets, level: int, is_all: bool) -> dict[Any, frozenset[frozenset[Sets]]]:
        """Each layer leads to one set."""
        layers = product(self.graph.zeros.classes, self.graph.ones.classes)
        return {(z, o): frozenset({frozenset({self._after(states, z, o, level)})}) for z, o in layers}

    def end(self, states: Sets) -> tuple[bool, bool]:
        """Is one of the numbers a value?"""
        return True, any(self.graph.values(q, {})[0] for q in states)


class Heaps(NamedTuple):
    """A state of the graph, and how many heaps are in each class."""

    state: int
    counts: tuple[tuple[int, int], ...]


@dataclass
class EveryHeap:
    """Graphs that look at single heaps: the digits of g are named from the top."""

    graph: JointReader
    least: int
    meter: WorkMeter
    prophecy: bool = False

    @property
    def _whole(self) -> CountQuotient:
        return self.graph.counted

    def starts(self) -> Iterator[Heaps]:
        """Every class of n."""
        known = self._whole
        sizes = {known(n) for n in range(self.least, self.least + known.threshold + known.period)}
        for n in sorted(sizes):
            yield Heaps(self.graph.start, ((self.graph.row_start, n),))

    def next(self, state: Heaps, level: int, is_all: bool) -> dict[Any, frozenset[frozenset[Heaps]]]:
        """Each layer has two answers, the digits of g."""
        graph = self.graph
        cells = self._whole.join(graph.zeros), self._whole.join(graph.ones)
        cuts = product(*(splits(count, self._whole, *cells) for _, count in state.counts))
        return {cut: frozenset(frozenset({self._after(state, cut, g, level)}) for g in (0, 1)) for cut in cuts}

    def digit(self, state: Heaps, cut: tuple[tuple[int, int], ...], level: int, into: frozenset[Heaps]) -> int:
        """The digit that stays in a region."""
        return next(g for g in (0, 1) if self._after(state, cut, g, level) in into)

    def _after(self, state: Heaps, cut: tuple[tuple[int, int], ...], digit: int, level: int) -> Heaps:
        counts: dict[int, int] = {}
        for (row, _), pair in zip(state.counts, cut, strict=True):
            for bit, number in enumerate(pair):
                after = self.graph.row(row, bit, digit, level)
                counts[after] = counts.get(after, 0) + number
        zeros, ones = sum(z for z, _ in cut), sum(o for _, o in cut)
        known = sorted((row, self._whole(number)) for row, number in counts.items())
        kept = tuple(pair for pair in known if pair[1] or not self._whole.knows_zero)
        return Heaps(self.graph.step(state.state, zeros, ones, digit, level), kept)

    def end(self, state: Heaps) -> tuple[bool, bool]:
        """Is the number a value?"""
        return True, self.graph.values(state.state, dict(state.counts))[0]


def totality(graph: JointReader, least: int, meter: WorkMeter) -> EveryLayer | EveryHeap:
    """The obligation that suits a graph."""
    return EveryHeap(graph, least, meter) if graph.has_classes else EveryLayer(graph, meter)
