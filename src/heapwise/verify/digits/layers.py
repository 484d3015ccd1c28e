"""One layer of a position and of an option: how many heaps of each kind have which digit, and what becomes of them.

A *kind* of heaps is the state of their role, with the states in which the two readers are about such a heap. A *cell*
are the heaps of a kind with one digit.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from heapwise.verify.digits.classes import CountClasses, pairs, summands, together
from heapwise.verify.digits.readers import SentenceReader
from heapwise.verify.digits.rules import LOWERED, UNCHANGED, GivenRule
from heapwise.verify.untrusted import Work, wrong

KindOfHeap = tuple[str, int, int]
KindCounts = tuple[tuple[KindOfHeap, int], ...]  # in the order of kinds
Cut = tuple[tuple[int, int], ...]  # for each kind, how many have 0 and how many 1
# Of the heaps of a cell: the target of most of them by its place, and how many go to each of the others.
GivenWay = tuple[int, tuple[int, ...]]
GivenAnswer = tuple[GivenWay, ...]  # for each cell

_MERGED = 64  # counts of two cells added up take as long as so many transitions


class LayerParts(NamedTuple):
    """Some cells together: zeros and ones of the position and of the option, and the kinds behind the layer."""

    old_zeros: int = 0
    old_ones: int = 0
    new_zeros: int = 0
    new_ones: int = 0
    heaps: KindCounts = ()


@dataclass
class GivenLayers:
    """What is known of counts for a rule, two readers and so many moves, and what may become of heaps."""

    rule: GivenRule
    old: SentenceReader
    new: SentenceReader
    turns: int
    work: Work
    _kept: dict[Any, set[LayerParts]] = field(default_factory=dict)
    _everything: dict[Any, set[LayerParts]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        ends = together(self.old.counted, self.new.counted)
        self.unchanged = together(self.rule.unchanged(), ends)
        self.changed = together(self.rule.changed(self.turns), ends)
        changing = together(self.changed, self.new.zeros, self.new.ones)
        self._cells = {
            (True, 1): together(changing, self.unchanged, self.old.ones),
            (True, 0): together(self.unchanged, self.old.zeros, self.new.zeros),
            (False, 1): together(changing, self.old.ones), (False, 0): together(changing, self.old.zeros),
        }  # fmt: skip
        self.has_classes = self.old.has_classes or self.new.has_classes
        most = self.rule.most_changed
        self.most_changed = None if most is None else most * self.turns

    def whole(self, role: str) -> CountClasses:
        """What is known of the number of heaps in a state of their role."""
        return self.unchanged if role == UNCHANGED else self.changed

    def cell(self, role: str, bit: int) -> CountClasses:
        """What is told of the number of those with a digit: all that they are counted for."""
        return self._cells[role == UNCHANGED, bit]

    def cuts(self, kind: KindOfHeap, count: int, g: int, level: int) -> list[tuple[int, int]]:
        """How heaps of a kind may be parted by their digit; none that makes the hypothesis false for good."""
        role, old, _ = kind
        zeros, ones = self.cell(role, 0), self.cell(role, 1)
        is_out = [d.low > 0 and self.old.row(old, b, g, level) in self.old.hopeless for b, d in ((0, zeros), (1, ones))]
        return [
            cut for cut in pairs(count, self.whole(role), zeros, ones)
            if not (is_out[0] and cut[0] > 0) and not (is_out[1] and cut[1] > 0)
        ]  # fmt: skip

    def cells(self, heaps: KindCounts, cut: Cut) -> Iterator[tuple[KindOfHeap, int, int]]:
        """The cells of a layer with their classes, in order. Old digits of heaps that were lowered before do not matter
        where their number is known."""
        for (kind, count), pair in zip(heaps, cut, strict=True):
            if kind[0] == LOWERED and not self.has_classes and self.changed.is_one_number(count):
                yield kind, 0, count
                continue
            for bit in (0, 1):
                if pair[bit] or not self.cell(kind[0], bit).low:
                    yield kind, bit, pair[bit]

    # -- everything that may happen

    def everything(self, heaps: KindCounts, g: int, h: int, level: int) -> set[LayerParts]:
        """All that may become of all heaps, without what changes too many to be a move."""
        key = heaps, (g, h) if self.has_classes else None, level
        if key not in self._everything:
            found = {LayerParts()}
            for kind, count in heaps:
                found = self._together(found, self._all_ways(kind, count, g, h, level))
            self._everything[key] = found
        return self._everything[key]

    def _together(self, some: set[LayerParts], others: set[LayerParts]) -> set[LayerParts]:
        """Both at once. What is changed is looked at first: most pairs change too many heaps."""
        self.work.spend(_MERGED * len(some) * len(others))
        one, two = ([(parts, _changed(parts)) for parts in listed] for listed in (some, others))
        most = self.most_changed
        pairs = ((a, b) for a, i in one for b, j in two if most is None or i + j <= most)
        return {self._merged(a, b) for a, b in pairs}

    def _all_ways(self, kind: KindOfHeap, count: int, g: int, h: int, level: int) -> set[LayerParts]:
        key = kind, count, (g, h) if self.has_classes else None, level
        if key not in self._kept:
            found = self._kept[key] = set()
            for cut in self.cuts(kind, count, g, level):
                zeros, ones = (self._cell_ways(kind, bit, cut[bit], g, h, level) for bit in (0, 1))
                self.work.spend(_MERGED * len(zeros) * len(ones))
                found |= {self._merged(one, two) for one in zeros for two in ones}
        return self._kept[key]

    def _cell_ways(self, kind: KindOfHeap, bit: int, count: int, g: int, h: int, level: int) -> list[LayerParts]:
        targets, division = self.rule.targets(kind[0], bit, level), self.cell(kind[0], bit)
        if not targets:
            return [] if count and division.low else [LayerParts()]
        self.work.spend(_MERGED * len(division.all) ** (len(targets) - 1))
        splits = [dict(zip(targets, s, strict=True)) for s in summands(division, count, len(targets))]
        return [self._moved(kind, bit, s, g, h, level) for s in splits if self._has_hope(kind, s, h, level)]

    def _has_hope(self, kind: KindOfHeap, moved: Mapping[tuple[str, int], int], h: int, level: int) -> bool:
        """Is there no heap that makes every goal false, whatever comes?"""
        new, hopeless = self.new, self.new.hopeless
        return not any(n and new.row(kind[2], digit, h, level) in hopeless for (_, digit), n in moved.items())

    def _moved(
        self, kind: KindOfHeap, bit: int, moved: Mapping[tuple[str, int], int], g: int, h: int, level: int
    ) -> LayerParts:
        """What heaps of a cell count for, if so many of them go to each target."""
        old, heaps = self.old.row(kind[1], bit, g, level), dict[KindOfHeap, int]()
        zeros, ones = (sum(n for (_, digit), n in moved.items() if digit == d) for d in (0, 1))
        for (role, digit), number in moved.items():
            after = role, old, self.new.row(kind[2], digit, h, level)
            heaps[after] = heaps.get(after, 0) + number
        count = zeros + ones
        return self._known(0 if bit else count, count if bit else 0, zeros, ones, heaps)

    def _merged(self, one: LayerParts, two: LayerParts) -> LayerParts:
        heaps = dict(one.heaps)
        for kind, number in two.heaps:
            heaps[kind] = heaps.get(kind, 0) + number
        return self._known(one[0] + two[0], one[1] + two[1], one[2] + two[2], one[3] + two[3], heaps)

    def _known(self, z: int, o: int, new_z: int, new_o: int, heaps: Mapping[KindOfHeap, int]) -> LayerParts:
        """Counts known as exactly as is needed from here on; a certain 0 is left out."""
        old, new, kept = self.old, self.new, list[tuple[KindOfHeap, int]]()
        for kind in sorted(heaps):
            division = self.whole(kind[0])
            count = division.of(heaps[kind])
            if count or not division.low:
                kept.append((kind, count))
        return LayerParts(old.zeros.of(z), old.ones.of(o), new.zeros.of(new_z), new.ones.of(new_o), tuple(kept))

    # -- an answer

    def answered(
        self, cells: tuple[tuple[KindOfHeap, int, int], ...], answer: GivenAnswer, g: int, h: int, level: int
    ) -> set[LayerParts]:
        """What an answer may lead to; raises an error if it is not possible for all numbers of the classes."""
        if len(cells) != len(answer):
            raise wrong("an answer is not about all heaps")
        found = {LayerParts()}
        for (kind, bit, count), way in zip(cells, answer, strict=True):
            ways = [self._moved(kind, bit, moved, g, h, level) for moved in self._done(kind, bit, count, way, level)]
            self.work.spend(_MERGED * len(found) * len(ways))
            found = {self._merged(one, two) for one in found for two in ways}
        return found

    def _done(
        self, kind: KindOfHeap, bit: int, count: int, way: GivenWay, level: int
    ) -> Iterator[dict[tuple[str, int], int]]:  # fmt: skip
        """So many heaps go to all targets but one, and there the others go: in which class their number is then, the
        opponent says."""
        targets, (usual, numbers) = self.rule.targets(kind[0], bit, level), way
        if not targets:
            raise wrong("an answer lets heaps borrow that cannot")
        if usual >= len(targets) or len(numbers) != len(targets) - 1:
            raise wrong("an answer names digits that heaps cannot get")
        rests = self.cell(kind[0], bit).without(count, sum(numbers))
        if rests is None:
            raise wrong("an answer takes more heaps than there may be")
        others = [target for i, target in enumerate(targets) if i != usual]
        for rest in rests:
            yield {targets[usual]: rest, **dict(zip(others, numbers, strict=True))}


def _changed(parts: LayerParts) -> int:
    """How many heaps are changed, at least: their number never falls, and each is counted below the bound of a move."""
    return sum(n for (role, _, _), n in parts.heaps if role != UNCHANGED)
