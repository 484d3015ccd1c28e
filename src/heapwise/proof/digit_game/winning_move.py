"""A winning move by a proved strategy: the answers of the digit game, made heap by heap. Any number of heaps will do.

The opponent's layers are the digits of the position. The player's answer says of heaps that are alike how many go
where; which of them these are does not matter.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from heapwise.proof.digit_game.game import Strategy
from heapwise.proof.digit_game.layer_moves import DigitTarget, Done
from heapwise.proof.digit_game.obligation import GameObligation
from heapwise.proof.digit_game.rule import LOWERED, RoleState, U
from heapwise.proof.digit_game.states import HeapKind, LayerState, Letter
from heapwise.records import dataclass, field


@dataclass
class HeapOnItsWay:
    """One heap: its stones, the state of its role with its classes for both readers, and its new number so far."""

    stones: int
    kind: HeapKind
    new: int = 0

    def bit(self, place: int) -> int:
        """Its digit."""
        return self.stones >> place & 1


@dataclass
class WinningMove:
    """The search for one option: of a position with value g to value h, or into the set of the claim.

    `levels` has the level of each digit, from the units up.
    """

    strategy: Strategy
    levels: Sequence[int]
    heaps: list[HeapOnItsWay]
    g: int = 0
    h: int = 0
    state: LayerState = field(init=False)

    def __post_init__(self) -> None:
        starts = list(self.obligation.starts())
        rests = self._rests()
        wanted = self.obligation.ways.unchanged(len(self.heaps)), rests[-1]
        self._announced = rests
        self.state = next(s for s in starts if (s.heaps[0][1], s.rest) == wanted)

    @property
    def obligation(self) -> GameObligation:
        """What was proved."""
        return self.strategy.obligation

    def option(self) -> tuple[int, ...]:
        """The position that the move leads to."""
        for place in reversed(range(len(self.levels))):
            self._layer(place)
        return tuple(heap.new for heap in self.heaps)

    # -- one layer

    def _layer(self, place: int) -> None:
        level, rest = self.levels[place], self._announced[place]
        letter = self._letter(place)
        into = self.strategy.regions[self._into[place]].states
        done = self.obligation.answer(self.state, letter, rest, level, into)
        self._move(done, place, level)
        found = self.obligation.next(self.state, level, False)[letter, rest]
        counts = self._counts()
        self.state = next(s for answer in found if answer <= into for s in answer if self._is_here(s, counts))

    def _letter(self, place: int) -> Letter:
        ways, state = self.obligation.ways, self.state
        bits = [(heap.kind, heap.bit(place)) for heap in self.heaps]
        cut = tuple(
            (ways.cell(kind.role, 0)(bits.count((kind, 0))), ways.cell(kind.role, 1)(bits.count((kind, 1))))
            for kind, _ in state.heaps
        )
        g, h = self.g >> place & 1, self.h >> place & 1
        return Letter(g, h, int(self.obligation.order == "less" and (state.is_less or g > h)), cut)

    def _move(self, done: Sequence[Done], place: int, level: int) -> None:
        """Every heap goes to a target of its kind and digit: as many as told to each, the others to the usual one."""
        left: dict[tuple[HeapKind, int], Iterator[DigitTarget | None]] = {}
        for kind, bit, usual, told in done:
            left[kind, bit] = _targets(told, usual)
        for heap in self.heaps:
            bit = heap.bit(place)
            key = (heap.kind, bit) if (heap.kind, bit) in left and not self._is_merged(heap.kind) else (heap.kind, 0)
            target = next(left[key])
            assert target is not None
            self._go(heap, place, level, *target)

    def _is_merged(self, kind: HeapKind) -> bool:
        """Are heaps of a kind told about together, whatever their old digits?"""
        ways, counts = self.obligation.ways, dict(self.state.heaps)
        return kind.role == LOWERED and not ways.has_classes and counts[kind] < ways.changed.threshold

    def _go(self, heap: HeapOnItsWay, place: int, level: int, role: RoleState, digit: int) -> None:
        obligation, g, h = self.obligation, self.g >> place & 1, self.h >> place & 1
        old = obligation.hypothesis.row(heap.kind.old, heap.bit(place), g, level)
        heap.kind, heap.new = (
            HeapKind(role, old, obligation.goal.row(heap.kind.new, digit, h, level)),
            2 * heap.new + digit,
        )

    def _counts(self) -> Mapping[HeapKind, int]:
        kinds = [heap.kind for heap in self.heaps]
        return {kind: kinds.count(kind) for kind in kinds}

    def _is_here(self, state: LayerState, counts: Mapping[HeapKind, int]) -> bool:
        """Are these the heaps of a state, and its layer the one that was made?"""
        whole, known = self.obligation.ways.whole, dict(state.heaps)
        return counts.keys() <= known.keys() and all(whole(k.role)(counts.get(k, 0)) == c for k, c in known.items())

    # -- the word

    @cached_property
    def _into(self) -> dict[int, int]:
        """For each digit the region that its answer leads into."""
        regions, levels, found, now = self.strategy.regions, self.strategy.levels, dict[int, int](), 0
        for level in range(levels.count):
            if levels.repeats(level):
                now = next(i for i, r in enumerate(regions) if r.stage == level + 1 and r.same == now)
            for place in (p for p, own in enumerate(self.levels) if own == level):
                found[place] = now
                now = next(i for i, r in enumerate(regions) if r.stage == level + 1 and now in r.after)
        return found

    def _rests(self) -> list[int]:
        """What is announced before each digit is read, by the number of digits that are left."""
        obligation, rests = self.obligation, self.obligation.rests
        if not rests:
            return [0] * (len(self.levels) + 1)
        found, goal = [0], obligation.goal
        for place, level in enumerate(self.levels):
            ones, states = sum(heap.bit(place) for heap in self.heaps), range(len(goal.table.values))
            letter = len(self.heaps) - ones, ones, self.h >> place & 1, level
            found.append(rests.index(frozenset(q for q in states if goal.step(q, *letter) in rests[found[-1]])))
        return found


def _targets(told: Sequence[tuple[DigitTarget, int]], usual: DigitTarget | None) -> Iterator[DigitTarget | None]:
    for target, number in told:
        yield from (target,) * number
    while True:
        yield usual


def winning_move(
    strategy: Strategy, levels: Sequence[int], heaps: Sequence[int], g: int = 0, h: int = 0
) -> tuple[int, ...]:
    """An option into the set of the claim, or from value g to value h; there must be one."""
    obligation = strategy.obligation
    kind = HeapKind(U, obligation.hypothesis.row_start, obligation.goal.row_start)
    return WinningMove(strategy, levels, [HeapOnItsWay(v, kind) for v in heaps], g, h).option()
