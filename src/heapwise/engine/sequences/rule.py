"""One-heap games as data: which numbers may be taken, how the rest may be split, and for which heaps.

Nothing here computes values. A rule is normal by construction: a split leaves heaps of at least one stone, and no move
leaves a heap as large as the one it came from, so play ends.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations_with_replacement
from math import lcm

from heapwise.records import Record, field


class Amounts(Record):
    """A set of positive integers: the listed ones, or all but the listed ones."""

    listed: frozenset[int]
    all_but: bool = False

    @classmethod
    def of(cls, *listed: int) -> "Amounts":
        """Exactly these."""
        return cls(frozenset(listed))

    def __post_init__(self) -> None:
        object.__setattr__(self, "listed", frozenset(s for s in self.listed if s > 0))

    def __contains__(self, amount: int) -> bool:
        return amount > 0 and (amount in self.listed) != self.all_but

    def __str__(self) -> str:
        inside = ", ".join(map(str, sorted(self.listed)))
        if self.all_but:
            return f"1.. \\ {{{inside}}}" if inside else "1.."
        return f"{{{inside}}}"

    @property
    def largest(self) -> int:
        """The largest listed number, 0 if there is none: beyond it all numbers are in the set, or none is."""
        return max(self.listed, default=0)

    def upto(self, most: int) -> Iterator[int]:
        """The members that are at most `most`, in increasing order."""
        if self.all_but:
            return (s for s in range(1, most + 1) if s not in self.listed)
        return (s for s in sorted(self.listed) if s <= most)


class When(Record):
    """The heaps at which a move may be made: n mod `modulus` in `residues`, and n among (or not among) `exactly`."""

    modulus: int = 1
    residues: frozenset[int] = frozenset({0})
    exactly: frozenset[int] = frozenset()
    all_but: bool = True

    def __contains__(self, heap: int) -> bool:
        return heap % self.modulus in self.residues and (heap in self.exactly) != self.all_but


ALWAYS = When()


class Removal(Record):
    """n -> n - s for s in `amounts`, where at least `least` stones stay."""

    amounts: Amounts
    least: int = 0
    when: When = ALWAYS


class Split(Record):
    """Take `taken` stones and leave exactly `parts` heaps of at least `least` stones; `unequal` allows no two alike."""

    taken: int
    parts: int
    least: int = 1
    unequal: bool = False
    when: When = ALWAYS


class Menu(Record):
    """What may be done at the heaps of one class: `single` pairs (stones taken, least rest), every amount beyond
    `reach` if `is_open`, and splits into two or more heaps, or none."""

    single: tuple[tuple[int, int], ...]
    is_open: bool
    splits: tuple[Split, ...]


class HeapRule(Record):
    """A one-heap game; its positions are the heaps from `first` on."""

    removals: tuple[Removal, ...] = ()
    splits: tuple[Split, ...] = ()
    first: int = 0
    _menus: dict[int, Menu] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        removals = tuple(r for r in self.removals if r.amounts.listed or r.amounts.all_but)
        if any(r.amounts.all_but and r.least > self.first for r in removals):
            raise ValueError("where any number may be taken, any rest may stay")
        object.__setattr__(self, "removals", removals)
        object.__setattr__(self, "splits", tuple(s for split in self.splits for s in _normal(split, self.first)))

    # -- what bounds the rule

    @cached_property
    def conditions(self) -> tuple[When, ...]:
        """All conditions."""
        return (*(r.when for r in self.removals), *(s.when for s in self.splits))

    @cached_property
    def modulus(self) -> int:
        """From `head` on, what may be done at n depends on n modulo this."""
        return lcm(*(w.modulus for w in self.conditions))

    @cached_property
    def reach(self) -> int:
        """The largest number that a move names as taken, or not to be taken."""
        return max((0, *(r.amounts.largest for r in self.removals), *(s.taken for s in self.splits)))

    @cached_property
    def parts(self) -> int:
        """The most heaps that one move leaves."""
        return max((1, *(s.parts for s in self.splits)))

    @cached_property
    def least(self) -> int:
        """From this size on a heap may be a part in every move."""
        return max((self.first, *(r.least for r in self.removals), *(s.least for s in self.splits if s.parts)))

    @cached_property
    def named_head(self) -> int:
        """No condition names a heap from this one on."""
        return max((self.first, *(n + 1 for w in self.conditions for n in w.exactly)))

    @cached_property
    def head(self) -> int:
        """The heaps below this are looked at one by one: some condition names them, or some move ends play there."""
        return max((self.named_head, *(s.taken + 1 for s in self.splits if s.parts == 0)))

    @cached_property
    def is_open(self) -> bool:
        """May arbitrarily many stones be taken at some heaps?"""
        return any(r.amounts.all_but for r in self.removals)

    @cached_property
    def is_always_open(self) -> bool:
        """May arbitrarily many stones be taken at every heap from `head` on?"""
        return all(self.menu(self.head + c).is_open for c in range(self.modulus))

    @cached_property
    def takes_only(self) -> bool:
        """Does every move leave one heap, or none?"""
        return self.parts == 1

    # -- what may be done

    def menu(self, heap: int) -> Menu:
        """What may be done at a heap."""
        key = heap if heap < self.head else self.head + (heap - self.head) % self.modulus
        if key not in self._menus:
            self._menus[key] = self._menu(key)
        return self._menus[key]

    def _menu(self, heap: int) -> Menu:
        removals = [r for r in self.removals if heap in r.when]
        single = {(s, max(r.least, self.first)) for r in removals for s in r.amounts.upto(self.reach)}
        splits = [s for s in self.splits if heap in s.when]
        single |= {(s.taken, s.least) for s in splits if s.parts == 1}
        several = tuple(s for s in splits if s.parts != 1)
        return Menu(tuple(sorted(single)), any(r.amounts.all_but for r in removals), several)

    def options(self, heap: int) -> set[tuple[int, ...]]:
        """All options of a heap, each a tuple of heaps in increasing order: for checks, one by one."""
        menu = self.menu(heap)
        found = {(heap - s,) for s, least in menu.single if heap - s >= least}
        if menu.is_open:
            found |= {(rest,) for rest in range(self.first, heap - self.reach)}
        return found.union(*(_parts(split, heap - split.taken) for split in menu.splits))

    def __str__(self) -> str:
        return "; ".join([*map(_words, self.removals), *map(_words, self.splits)]) or "no move"


def _normal(split: Split, first: int) -> Iterator[Split]:
    """The same split with parts that are legal heaps; parts that may be empty become several splits."""
    if min(split.taken, split.parts, split.least) < 0 or (split.unequal and split.parts > 2):
        raise ValueError(f"not a split that sequences know: {split}")
    least = max(split.least, first)
    fewest = split.parts if least else int(split.unequal)
    for parts in range(fewest, split.parts + 1):
        if split.taken == 0 and parts < 2:
            raise ValueError(f"a move that takes nothing has to leave smaller heaps: {split}")
        yield Split(split.taken, parts, max(least, 1), split.unequal and parts == 2, split.when)


def _parts(split: Split, total: int) -> set[tuple[int, ...]]:
    if split.parts == 0:
        return {()} if total == 0 else set()
    if split.parts == 2:
        return {(a, total - a) for a in range(split.least, (total - split.unequal) // 2 + 1)}
    heads = combinations_with_replacement(range(split.least, max(total, 0) + 1), split.parts - 1)
    return {(*head, total - sum(head)) for head in heads if total - sum(head) >= head[-1]}


def _words(move: Removal | Split) -> str:
    if isinstance(move, Removal):
        text = f"take s in {move.amounts}" + (f", leave {move.least} or more" if move.least else "")
    else:
        kind = "unequal heaps" if move.unequal else "heaps" if move.parts != 1 else "heap"
        size = f" of {move.least} or more" if move.least > 1 else ""
        text = f"take {move.taken} and leave {move.parts} {kind}{size}"
    return text + _condition(move.when)


def _condition(when: When) -> str:
    conditions = []
    if len(when.residues) < when.modulus:
        conditions.append(f"n mod {when.modulus} in {{{', '.join(map(str, sorted(when.residues)))}}}")
    if when.exactly or not when.all_but:
        sign = "not in" if when.all_but else "in"
        conditions.append(f"n {sign} {{{', '.join(map(str, sorted(when.exactly)))}}}")
    return f" where {' and '.join(conditions)}" if conditions else ""
