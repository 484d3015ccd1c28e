"""What can be done with the heaps of a layer: which begin to change, and which digits the changed ones get."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from heapwise.proof.digit_game.counts import CountQuotient, joined, less, parts, splits
from heapwise.proof.digit_game.reader import JointReader
from heapwise.proof.digit_game.rule import LOWERED, Role, RoleState, U, role_moves
from heapwise.proof.digit_game.states import Counts, HeapKind, Letter, WorkMeter
from heapwise.records import dataclass, field

Layer = tuple[int, int, Counts]  # zeros and ones of the option, and the kinds of heaps behind it
DigitTarget = tuple[RoleState, int]  # the state of its role that a heap goes to, and the digit that it gets
# What is done with the heaps of a kind with one digit: the target of most of them, and how many go to each other one.
ToldTargets = tuple[tuple[DigitTarget, int], ...]
Done = tuple[HeapKind, int, DigitTarget | None, ToldTargets]


class LayerAnswers(NamedTuple):
    """All ways to go on, and what has to be done for each."""

    ways: frozenset[frozenset[Layer]]
    done: dict[frozenset[Layer], tuple[Done, ...]]


@dataclass
class Ways:
    """The heaps of a layer: what is known of their numbers, and what may be done with them.

    `old` reads the position, `new` the option. `spare`: where any number of heaps may change, how many heaps of a cell
    may be treated unlike the others.
    """

    roles: frozenset[Role]
    old: JointReader
    new: JointReader
    unchanged: CountQuotient
    changed: CountQuotient
    most_changed: int | None
    spare: int
    meter: WorkMeter
    _kept: dict[Any, LayerAnswers] = field(default_factory=dict)

    def __post_init__(self) -> None:
        ends = joined(self.old.counted, self.new.counted)
        self.unchanged, self.changed = self.unchanged.join(ends), self.changed.join(ends)
        same = joined(self.unchanged, self.old.zeros, self.new.zeros)
        changing = joined(self.changed, self.new.zeros, self.new.ones)  # a changed heap may get either digit
        self._cells = {
            (True, 1): joined(changing, self.unchanged, self.old.ones), (True, 0): same,
            (False, 1): changing.join(self.old.ones), (False, 0): changing.join(self.old.zeros),
        }  # fmt: skip
        self.meter.spend(max(len(told.classes) ** 2 for told in (*self._cells.values(), self.unchanged, self.changed)))
        self.has_classes = self.old.has_classes or self.new.has_classes

    def whole(self, role: RoleState) -> CountQuotient:
        """What is kept of the number of heaps in a state of their roles."""
        return self.unchanged if role == U else self.changed

    def cell(self, role: RoleState, bit: int) -> CountQuotient:
        """What the opponent tells of the number of those of them that have a digit."""
        return self._cells[role == U, bit]

    def splits(self, kind: HeapKind, count: int) -> tuple[tuple[int, int], ...]:
        """How heaps of a kind may be parted into those with 0 and those with 1."""
        return splits(count, self.whole(kind.role), self.cell(kind.role, 0), self.cell(kind.role, 1))

    def ways(self, heaps: Counts, letter: Letter, level: int, is_all: bool) -> frozenset[frozenset[Layer]]:
        """All ways to go on, each a set of (zeros and ones of the option, kinds of heaps).

        They depend neither on the states of the statements nor on the old digits of heaps that were lowered before, so
        these are put together and the result is kept.
        """
        return self._known(heaps, letter, level, is_all).ways

    def done(self, heaps: Counts, letter: Letter, level: int) -> dict[frozenset[Layer], tuple[Done, ...]]:
        """What the player may do, and what has to be done for it with the heaps of each kind and digit."""
        return self._known(heaps, letter, level, False).done

    def _known(self, heaps: Counts, letter: Letter, level: int, is_all: bool) -> LayerAnswers:
        cells = tuple(self._cells_of(heaps, letter.cut))
        key = (cells, (letter.g, letter.h) if self.has_classes else 0, level, is_all)
        if key not in self._kept:
            found = self._combined(cells, letter, level, is_all, sum(c for k, c in heaps if k.role != U))
            self._kept[key] = LayerAnswers(frozenset(found), found)
        return self._kept[key]

    def _cells_of(self, heaps: Counts, cut: tuple[tuple[int, int], ...]) -> Iterator[tuple[HeapKind, int, int]]:
        """Kinds of heaps with a digit and their number; a certain 0 is left out."""
        for (kind, count), pair in zip(heaps, cut, strict=True):
            if kind.role == LOWERED and not self.has_classes and count < self.changed.threshold:
                if count:
                    yield kind, 0, count
                continue
            for bit in (0, 1):
                if pair[bit] or not self.cell(kind.role, bit).knows_zero:
                    yield kind, bit, pair[bit]

    def _combined(
        self, cells: tuple[tuple[HeapKind, int, int], ...], letter: Letter, level: int, is_all: bool, changed: int
    ) -> dict[frozenset[Layer], tuple[Done, ...]]:  # fmt: skip
        """The ways of all cells together, cell by cell, without those that change too many heaps."""
        partial: dict[frozenset[Layer], tuple[Done, ...]] = {frozenset({(0, 0, ())}): ()}
        for kind, bit, count in cells:
            useful = [
                (how, effects, _most_changed(effects))
                for how, effects in self._useful(kind, bit, count, letter, level, is_all, changed)
            ]
            found: dict[frozenset[Layer], tuple[Done, ...]] = {}
            for before, done in partial.items():
                left = None if self.most_changed is None else self.most_changed - _most_changed(before)
                for how, effects, begun in useful:
                    self.meter.spend(len(before) * len(effects))
                    if left is None or begun <= left:
                        merged = frozenset(self._added(one, two) for one in before for two in effects)
                        found.setdefault(merged, (*done, how))
            partial = found
        return partial

    def _useful(
        self, kind: HeapKind, bit: int, count: int, letter: Letter, level: int, is_all: bool, changed: int
    ) -> Iterator[tuple[Done, list[Any]]]:  # fmt: skip
        """What may be done with the heaps of a cell, and its outcomes, if none makes the goal false for good."""
        for usual, told, way in self._cell_ways(kind.role, bit, count, level, is_all, changed):
            effects = [self._effect(kind, bit, moved, letter, level) for moved in way]
            if None not in effects:
                yield (kind, bit, usual, told), effects

    def _cell_ways(
        self, role: RoleState, bit: int, count: int, level: int, is_all: bool, changed: int
    ) -> Iterator[tuple[DigitTarget | None, ToldTargets, list[dict[DigitTarget, int]]]]:  # fmt: skip
        """What may be done with the heaps of a cell: each way a list of outcomes, of which the opponent takes one."""
        known = self.cell(role, bit)
        targets = role_moves(self.roles, role, bit, level)
        if not targets:
            if not (count and known.knows_zero):
                yield None, (), [{}]
        elif len(targets) == 1:
            yield targets[0], (), [{targets[0]: count}]
        elif is_all or count < known.threshold:
            for split in parts(count, known, len(targets)):
                pairs = tuple(zip(targets, split, strict=True))
                yield targets[0], pairs[1:], [dict(pairs)]
        else:
            yield from self._chosen(known, targets, count, changed)

    def _chosen(
        self, known: CountQuotient, targets: tuple[DigitTarget, ...], count: int, changed: int
    ) -> Iterator[tuple[DigitTarget, ToldTargets, list[dict[DigitTarget, int]]]]:  # fmt: skip
        """All heaps of a cell to one target, but for a few that are told exactly.

        That is possible for every number of the class if the least one, the name of the class, is enough.
        """
        bound = self.most_changed
        spare = self.spare if bound is None else max(bound - changed, 0)
        for usual in targets:
            if bound is not None and targets[0][0] == U and usual[0] != U:
                continue  # not all of an unknown number may change
            others = [t for t in targets if t != usual]
            for extra in product(range(spare + 1), repeat=len(others)):
                if sum(extra) <= min(spare, count):
                    told = tuple(zip(others, extra, strict=True))
                    outcomes = [{usual: rest, **dict(told)} for rest in less(known, count, sum(extra))]
                    yield usual, told, outcomes

    def _effect(self, kind: HeapKind, bit: int, moved: dict[Any, int], letter: Letter, level: int) -> Any:
        """The digits and kinds that an outcome leads to; None if a heap makes the goal false for good."""
        old = self.old.row(kind.old, bit, letter.g, level)
        zeros = ones = 0
        heaps: dict[HeapKind, int] = {}
        for (role, new_bit), count in moved.items():
            new = self.new.row(kind.new, new_bit, letter.h, level)
            if new in self.new.doomed and count:
                return None
            zeros, ones = (zeros, ones + count) if new_bit else (zeros + count, ones)
            if count or not self.whole(role).knows_zero:
                after = HeapKind(role, old, new)
                heaps[after] = heaps.get(after, 0) + count
        return zeros, ones, tuple(heaps.items())

    def _added(self, one: Any, two: Any) -> tuple[int, int, Counts]:
        """Counts added, and kept as exactly as is needed from here on; a certain 0 is left out."""
        heaps: dict[HeapKind, int] = dict(one[2])
        for kind, count in two[2]:
            heaps[kind] = heaps.get(kind, 0) + count
        known = ((kind, self.whole(kind.role)(count)) for kind, count in heaps.items())
        kept = (pair for pair in known if pair[1] or not self.whole(pair[0].role).knows_zero)
        return (
            self.new.zeros(one[0] + two[0]),
            self.new.ones(one[1] + two[1]),
            tuple(sorted(kept, key=lambda pair: _name(pair[0]))),
        )


def _most_changed(outcomes: Iterable[Layer]) -> int:
    """How many heaps are changed in one of some outcomes."""
    return max((sum(c for kind, c in heaps if kind.role != U) for _, _, heaps in outcomes), default=0)


@cache
def _name(kind: HeapKind) -> str:
    """States of roles are words and pairs, which have no order of their own."""
    return repr(kind)
