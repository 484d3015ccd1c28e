"""A position and an option of it, read side by side: what is known, what may be given next, what an answer leads to."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any, NamedTuple

from heapwise.verify.digits.layers import Cut, GivenAnswer, GivenLayers, KindCounts, LayerParts
from heapwise.verify.digits.rules import UNCHANGED, played
from heapwise.verify.untrusted import listed

# What an end asks for: changed heaps by role, how many are unchanged, and the truth of the sentences about the option.
GoalTest = Callable[[Mapping[str | int, int], int, tuple[bool, ...]], bool]


class ReadState(NamedTuple):
    """What is known behind some digits. `less`: a digit of g was greater than that of h; `rest`: what was announced."""

    old: int
    new: int
    less: int
    rest: int
    heaps: KindCounts


class GivenLayer(NamedTuple):
    """What the opponent gives: digits of g and h, the heaps of each kind with 0 and with 1, and what he announces."""

    g: int
    h: int
    cut: Cut
    rest: int


@dataclass
class SideBySide:
    """An obligation: what is read of position and option, and which ends are asked for.

    `order`: "" without values, "same" with one value for both, "less" where that of the option is less.
    """

    layers: GivenLayers
    goal: GoalTest
    order: str
    rests: tuple[frozenset[int], ...] = ()
    _announced: dict[Any, list[int]] = field(default_factory=dict)
    _outcomes: dict[Any, frozenset[tuple[int, int, KindCounts]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rule, self.work = self.layers.rule, self.layers.work
        self.old, self.new = self.layers.old, self.layers.new

    # -- begin and end

    def starts(self) -> Iterator[ReadState]:
        """What is known before any digit, for every number of heaps and every announcement."""
        known = self.layers.unchanged
        kind = UNCHANGED, self.old.row_start, self.new.row_start
        sizes = {known.of(self.rule.least + i) for i in range(len(known.all) + 1)}
        for n, rest in product(sorted(sizes), range(len(self.rests) or 1)):
            yield ReadState(self.old.start, self.new.start, 0, rest, ((kind, n),))

    def ends(self, state: ReadState) -> tuple[bool, bool]:
        """At the end: is the hypothesis true, and is there a move to a goal?"""
        (is_asked,) = self.old.truths(state.old, _summed((old, n) for (_, old, _), n in state.heaps))
        if self.order == "less" and not state.less:
            is_asked = False
        left, roles = 0, dict[str | int, int]()
        for (role, _, _), count in state.heaps:
            if role == UNCHANGED:
                left += count
            elif count:
                done = played(role)
                if done is None:
                    return is_asked, False
                roles[done] = roles.get(done, 0) + count
        truths = self.new.truths(state.new, _summed((new, n) for (_, _, new), n in state.heaps))
        return is_asked, self.goal(roles, left, truths)

    def is_won(self, state: ReadState) -> bool:
        """At the end: nothing is asked, or the goal is met, or the announcement was not that no digits are left."""
        is_asked, is_met = self.ends(state)
        return not is_asked or is_met or state.rest != 0

    # -- the opponent

    def letters(self, state: ReadState, level: int) -> list[GivenLayer]:
        """All that the opponent may give next, in order."""
        found = listed(self._layers(state, level), "layers that may be given")
        self.work.spend(16 * len(found) + 16)
        return sorted(found)

    def _layers(self, state: ReadState, level: int) -> Iterator[GivenLayer]:
        for g, h in self._values(state):
            cuts = (self.layers.cuts(kind, count, g, level) for kind, count in state.heaps)
            for cut in product(*cuts):
                yield from (GivenLayer(g, h, cut, rest) for rest in self._rests(state, cut, h, level))

    def _values(self, state: ReadState) -> list[tuple[int, int]]:
        """The digits of both values that keep to their order."""
        if not self.order:
            return [(0, 0)]
        digits = product((0, 1), repeat=2)
        if self.order == "same":
            return [(g, h) for g, h in digits if g == h]
        return [(g, h) for g, h in digits if state.less or g >= h]

    def _rests(self, state: ReadState, cut: Cut, h: int, level: int) -> Iterable[int]:
        """What may be announced so that the announcement before it stays true."""
        if not self.rests:
            return (0,)
        zeros, ones = self.new.zeros.of(sum(z for z, _ in cut)), self.new.ones.of(sum(o for _, o in cut))
        key = state.rest, zeros, ones, h, level
        if key not in self._announced:
            own = self.rests[state.rest]
            befores = (self.before(after, zeros, ones, h, level) for after in self.rests)
            self._announced[key] = [i for i, before in enumerate(befores) if before == own]
        return self._announced[key]

    def before(self, rest: frozenset[int], zeros: int, ones: int, h: int, level: int) -> frozenset[int]:
        """The states of the goal that a layer leads into a set."""
        return frozenset(q for q in range(self.new.states) if self.new.step(q, zeros, ones, h, level) in rest)

    # -- going on

    def everything(self, state: ReadState, level: int) -> set[ReadState]:
        """All states behind one more layer, whatever is given and whatever is done."""
        found = set[ReadState]()
        for g, h in self._values(state):
            less = self._less(state, g, h)
            parts = self.layers.everything(state.heaps, g, h, level)
            found |= {self._after(state, p, g, h, less, level) for p in parts}
        return found

    def _after(self, state: ReadState, p: LayerParts, g: int, h: int, less: int, level: int) -> ReadState:
        old = self.old.step(state.old, p.old_zeros, p.old_ones, g, level)
        return ReadState(old, self.new.step(state.new, p.new_zeros, p.new_ones, h, level), less, 0, p.heaps)

    def _less(self, state: ReadState, g: int, h: int) -> int:
        return int(self.order == "less" and (state.less or g > h))

    def outcomes(self, state: ReadState, letter: GivenLayer, answer: GivenAnswer, level: int) -> set[ReadState]:
        """Where an answer may lead; raises an error if it is not possible for all numbers that the letter allows."""
        layers, (g, h, cut, rest) = self.layers, letter
        cells = tuple(layers.cells(state.heaps, cut))
        key = cells, answer, (g, h) if layers.has_classes else None, level
        if key not in self._outcomes:
            parts = layers.answered(cells, answer, g, h, level)
            self._outcomes[key] = frozenset((p.new_zeros, p.new_ones, p.heaps) for p in parts)
        less = self._less(state, g, h)
        old = self.old.step(state.old, sum(z for z, _ in cut), sum(o for _, o in cut), g, level)
        return {
            ReadState(old, self.new.step(state.new, zeros, ones, h, level), less, rest, heaps)
            for zeros, ones, heaps in self._outcomes[key]
        }


def _summed(counted: Iterable[tuple[int, int]]) -> dict[int, int]:
    found: dict[int, int] = {}
    for row, number in counted:
        found[row] = found.get(row, 0) + number
    return found
