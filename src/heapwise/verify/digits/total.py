"""Every position has a value: for every x there is a g of which the graph is true. Without it, any graph would do.

Where the graph reads layers alone, all g are followed at once, as sets of states. Where it looks at single heaps, a
player names the digits of g from the top, and a certificate has his answers.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from heapwise.verify.digits.classes import pairs, together
from heapwise.verify.digits.readers import SentenceReader
from heapwise.verify.digits.regions import GivenLevels, PlayerSide, check_regions
from heapwise.verify.untrusted import Work, listed, not_one, of, record, sequence, several, whole, wrong

_MOST_SETS = 20_000
Sets = frozenset[int]


def check_total(value: Any, graph: SentenceReader, levels: GivenLevels, least: int, work: Work) -> None:
    """Refuse a graph of which some position has no value."""
    if graph.has_classes:
        _check_named(value, graph, levels, least, work)
    elif value is not None:
        raise not_one("a graph that reads layers alone needs no answers")
    else:
        _check_followed(graph, levels, work)


# ------------------------------------------------------------------------------------------------ all g at once


def _check_followed(graph: SentenceReader, levels: GivenLevels, work: Work) -> None:
    """g may have more digits than any heap: then all heaps have 0 there, and n is of any class."""
    found = {s for zeros in graph.zeros.all for s in _before_heaps(graph, zeros)}
    for level in reversed(range(levels.count)):
        found = _closed(graph, found, level, work) if levels.repeats(level) else _behind(graph, found, level, work)
    if not all(any(graph.truths(q, {})[0] for q in states) for states in found):
        raise wrong("some position has no value")


def _before_heaps(graph: SentenceReader, zeros: int) -> set[Sets]:
    """The states that any number of zeros on top leads to, for all digits of g: they grow until they repeat."""
    states, seen = frozenset([graph.start]), set[Sets]()
    while states not in seen:
        seen.add(states)
        states = _after(graph, states, zeros, 0, graph.named)
    return {states}


def _after(graph: SentenceReader, states: Sets, zeros: int, ones: int, level: int) -> Sets:
    return frozenset(graph.step(q, zeros, ones, digit, level) for q in states for digit in (0, 1))


def _behind(graph: SentenceReader, found: set[Sets], level: int, work: Work) -> set[Sets]:
    work.spend(sum(map(len, found)) * len(graph.zeros.all) * len(graph.ones.all) + 1)
    layers = list(product(graph.zeros.all, graph.ones.all))
    return {_after(graph, states, zeros, ones, level) for states in found for zeros, ones in layers}


def _closed(graph: SentenceReader, found: set[Sets], level: int, work: Work) -> set[Sets]:
    seen = set(found)
    while found := _behind(graph, found, level, work) - seen:
        seen |= found
        if len(seen) > _MOST_SETS:
            raise wrong("some position may have no value: too many sets of states")
    return seen


# ------------------------------------------------------------------------------------------------ digit by digit


@dataclass(frozen=True)
class _Named:
    """A player names the digits of g, each before he sees the next layer. A state is that of the graph, and how many
    heaps are in each state of a heap."""

    graph: SentenceReader
    least: int
    work: Work

    def starts(self) -> Iterator[Any]:
        """For every class of n."""
        known = self.graph.counted
        for n in sorted({known.of(self.least + i) for i in range(len(known.all) + 1)}):
            yield self.graph.start, ((self.graph.row_start, n),)

    def letters(self, state: Any, level: int) -> list[Any]:
        """How the heaps of each kind are parted into those with 0 and with 1."""
        graph, known = self.graph, self.graph.counted
        cells = together(known, graph.zeros), together(known, graph.ones)
        found = listed(product(*(pairs(count, known, *cells) for _, count in state[1])), "layers that may be given")
        self.work.spend(len(found) * 16)
        return sorted(found)

    def outcomes(self, state: Any, cut: Any, digit: int, level: int) -> list[Any]:
        """The one state that a digit leads to."""
        graph, known, counts = self.graph, self.graph.counted, dict[int, int]()
        for (row, _), parted in zip(state[1], cut, strict=True):
            for bit in (0, 1):
                after = graph.row(row, bit, digit, level)
                counts[after] = counts.get(after, 0) + parted[bit]
        kept = tuple(sorted((row, known.of(n)) for row, n in counts.items() if known.of(n) or not known.low))
        zeros, ones = sum(z for z, _ in cut), sum(o for _, o in cut)
        return [(graph.step(state[0], zeros, ones, digit, level), kept)]


def _check_named(value: Any, graph: SentenceReader, levels: GivenLevels, least: int, work: Work) -> None:
    data = record(value, "the answers for values", keys=("states", "regions"))
    states = [_state(v, graph) for v in sequence(of(data, "states"), "states")]
    game = _Named(graph, least, work)

    def outcomes(state: Any, letter: Any, answer: int, level: int) -> list[Any]:
        if answer > 1:
            raise not_one("a digit of a value is neither 0 nor 1")
        return game.outcomes(state, letter, answer, level)

    side = PlayerSide(states, game.starts(), lambda s: graph.truths(s[0], dict(s[1]))[0], game.letters, outcomes)
    check_regions(of(data, "regions"), levels, side, work)


def _state(value: Any, graph: SentenceReader) -> Any:
    state, heaps = several(value, 2, "a state")
    counted = (several(entry, 2, "a kind of heaps") for entry in sequence(heaps, "kinds of heaps"))
    kept = [(whole(row, "a state", below=graph.row_states), whole(n, "a class")) for row, n in counted]
    if len(dict(kept)) < len(kept):
        raise not_one("a kind of heaps is there twice")
    return whole(state, "a state", below=graph.states), tuple(sorted(kept))
