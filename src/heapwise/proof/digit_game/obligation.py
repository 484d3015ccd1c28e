"""A position and one of its options, read side by side, for any number of heaps.

(A) needs every way in which a layer may go on. (B) is a game: the player has what he may do whatever number the classes
of counts stand for. An answer is a set of states, of which the opponent takes one.
"""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from heapwise.proof.digit_game.counts import CountQuotient
from heapwise.proof.digit_game.layer_moves import Done, Ways
from heapwise.proof.digit_game.prophecy import Prophecy
from heapwise.proof.digit_game.reader import JointReader
from heapwise.proof.digit_game.rule import Role, Rule, U, final_role
from heapwise.proof.digit_game.states import Counts, HeapKind, LayerState, Letter, StateSet, WorkMeter
from heapwise.records import dataclass, field

# What the end asks: the numbers of changed heaps by role, of unchanged ones, and the truth of the goals.
Valid = Callable[[dict[Role, int], int, tuple[bool, ...]], bool]


@dataclass
class GameObligation:
    """What is read, what the rule allows, and what must be known of counts so that the end can be decided."""

    rule: Rule
    hypothesis: JointReader
    goal: JointReader
    valid: Valid
    unchanged: CountQuotient
    changed: CountQuotient
    most_changed: int | None
    order: str = ""  # "": no numbers g, h; "same": one g for both; "less": h < g
    prophecy: bool = False
    spare: int = 1  # without a bound: how many heaps of a cell may be treated unlike the others
    meter: WorkMeter = field(default_factory=lambda: WorkMeter(1 << 40))

    def __post_init__(self) -> None:
        roles = frozenset(m.role for m in self.rule.moves)
        self.levels = max(self.hypothesis.levels, self.goal.levels, self.rule.named_levels)
        self.ways = Ways(
            roles, self.hypothesis, self.goal, self.unchanged, self.changed, self.most_changed, self.spare, self.meter
        )
        self._prophecy = Prophecy(self.goal, self.levels, self.meter)
        self._memo: dict[Any, dict[tuple[Letter, int], frozenset[StateSet]]] = {}

    @property
    def rests(self) -> tuple[frozenset[int], ...]:
        """What may be announced, by number; nothing without prophecy."""
        return self._prophecy.rests if self.prophecy else ()

    # -- the beginning and the end

    def starts(self) -> Iterator[LayerState]:
        """The states before any digit, one for every class of n and every rest that may be announced."""
        known, least = self.ways.unchanged, self.rule.least
        sizes = {known(n) for n in range(least, least + known.threshold + known.period)}
        kind = HeapKind(U, self.hypothesis.row_start, self.goal.row_start)
        for n in sorted(sizes):
            for rest in range(len(self.rests) or 1):
                yield LayerState(self.hypothesis.start, self.goal.start, 0, rest, ((kind, n),))

    def end(self, state: LayerState) -> tuple[bool, bool]:
        """When all digits are read: is the hypothesis true, and is there a move to a goal?"""
        old, new = dict[int, int](), dict[int, int]()
        for kind, count in state.heaps:
            old[kind.old] = old.get(kind.old, 0) + count
            new[kind.new] = new.get(kind.new, 0) + count
        (hypothesis,) = self.hypothesis.values(state.hypothesis, old)
        is_open = self.order == "less" and not state.is_less
        return hypothesis and not is_open, self._moved(state, new)

    def _moved(self, state: LayerState, new: dict[int, int]) -> bool:
        roles: dict[Role, int] = {}
        unchanged = 0
        for kind, count in state.heaps:
            if kind.role == U:
                unchanged += count
            elif count:
                role = final_role(kind.role)
                if role is None:
                    return False
                roles[role] = roles.get(role, 0) + count
        return self.valid(roles, unchanged, self.goal.values(state.goal, new))

    # -- one layer

    def next(self, state: LayerState, level: int, is_all: bool) -> dict[tuple[Letter, int], frozenset[StateSet]]:
        """For each letter, and each rest announced with it, the answers.

        `is_all`: every way to go on, as (A) needs them; else what the player may do in (B).
        """
        level = min(level, self.levels)
        key = (state, level, is_all)
        if key not in self._memo:
            self._memo[key] = dict(self._next(state, level, is_all))
        return self._memo[key]

    def _next(
        self, state: LayerState, level: int, is_all: bool
    ) -> Iterator[tuple[tuple[Letter, int], frozenset[StateSet]]]:
        known: dict[Any, frozenset[StateSet]] = {}
        for letter in self._letters(state, level):
            self.meter.spend(1 + len(letter.cut))
            zeros = sum(z for z, _ in letter.cut)
            ones = sum(o for _, o in letter.cut)
            hypothesis = self.hypothesis.step(state.hypothesis, zeros, ones, letter.g, level)
            rests = self._prophecy.next(state.rest, zeros, ones, letter.h, level) if self.prophecy else [0]
            ways = self.ways.ways(state.heaps, letter, level, is_all) if rests else frozenset()
            for rest in rests:
                key = (hypothesis, letter.is_less, letter.h, rest, ways)
                if key not in known:
                    known[key] = frozenset(
                        frozenset(self._after(state, key, layer, level) for layer in w) for w in ways
                    )
                yield (letter, rest), known[key]

    def answer(
        self, state: LayerState, letter: Letter, rest: int, level: int, into: frozenset[LayerState]
    ) -> tuple[Done, ...]:
        """What the player does with the heaps of a layer so that whatever comes of it lies in a region."""
        level = min(level, self.levels)
        zeros, ones = sum(z for z, _ in letter.cut), sum(o for _, o in letter.cut)
        hypothesis = self.hypothesis.step(state.hypothesis, zeros, ones, letter.g, level)
        key = (hypothesis, letter.is_less, letter.h, rest, None)
        for layers, done in self.ways.done(state.heaps, letter, level).items():
            if all(self._after(state, key, layer, level) in into for layer in layers):
                return done
        raise LookupError("no answer stays in the region")

    def _after(self, state: LayerState, key: Any, layer: tuple[int, int, Counts], level: int) -> LayerState:
        hypothesis, is_less, h, rest, _ = key
        zeros, ones, heaps = layer
        return LayerState(hypothesis, self.goal.step(state.goal, zeros, ones, h, level), is_less, rest, heaps)

    def _letters(self, state: LayerState, level: int) -> Iterator[Letter]:
        splittings = [self.ways.splits(kind, count) for kind, count in state.heaps]
        for g, h, is_less in self._digits(state.is_less):
            useful = [
                [cut for cut in cuts if not self._is_doomed(kind, cut, g, level)]
                for (kind, _), cuts in zip(state.heaps, splittings, strict=True)
            ]
            for cut in product(*useful):
                yield Letter(g, h, is_less, cut)

    def _is_doomed(self, kind: HeapKind, cut: tuple[int, int], g: int, level: int) -> bool:
        """Would some heap make the hypothesis false, whatever comes?"""
        return any(
            cut[bit] > 0 and self.ways.cell(kind.role, bit).knows_zero
            and self.hypothesis.row(kind.old, bit, g, level) in self.hypothesis.doomed
            for bit in (0, 1)
        )  # fmt: skip

    def _digits(self, is_less: int) -> Iterator[tuple[int, int, int]]:
        """The digits of g and h that keep to their order."""
        if not self.order:
            yield 0, 0, 0
            return
        for g, h in product((0, 1), repeat=2):
            if (self.order == "same" and g == h) or (self.order == "less" and (is_less or g >= h)):
                yield g, h, int(self.order == "less" and (is_less or g > h))
