"""The moves of a problem: roles as machines that read and write digits, and when changed heaps are those of a move."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from heapwise.verify.digits.atoms import MOST_LEVEL
from heapwise.verify.digits.classes import CountClasses
from heapwise.verify.untrusted import not_one, of, record, sequence, several, whole, wrong

UNCHANGED, LOWERED = "U", "L"
_MOST_HEAPS = 64


@dataclass(frozen=True)
class GivenSize:
    """A number of heaps: `add`, or n + `add`."""

    has_n: bool
    add: int

    def of(self, n: int) -> int:
        """The number among n heaps."""
        return self.add + (n if self.has_n else 0)


@dataclass(frozen=True)
class GivenMove:
    """Some heaps, at least `least` and at most `most`, are each changed by a role: "lower", or s for 2^s less."""

    role: str | int
    least: GivenSize
    most: GivenSize

    @property
    def is_lower(self) -> bool:
        """May a changed heap become any smaller number?"""
        return self.role == "lower"

    @property
    def is_some_lowered(self) -> bool:
        """Is it "lower 1 to K heaps"? So many such moves one after another are one move on at most K times as many."""
        return self.is_lower and self.least == GivenSize(False, 1) and not self.most.has_n


@dataclass(frozen=True)
class GivenRule:
    """The moves, for every number of heaps from `least` on."""

    moves: tuple[GivenMove, ...]
    least: int

    @property
    def named(self) -> int:
        """From this level on, roles do the same at every level."""
        return max((m.role + 1 for m in self.moves if isinstance(m.role, int)), default=0)

    @property
    def most_changed(self) -> int | None:
        """The most heaps of a move, where that is a number."""
        return None if any(m.most.has_n for m in self.moves) else max(m.most.add for m in self.moves)

    @property
    def roles(self) -> frozenset[str]:
        """The states that a heap can be in."""
        taken = {f"{kind}{m.role}" for m in self.moves if isinstance(m.role, int) for kind in "bd"}
        return frozenset({UNCHANGED, *taken, *([LOWERED] if any(m.is_lower for m in self.moves) else ())})

    def targets(self, role: str, bit: int, level: int) -> list[tuple[str, int]]:
        """Where a heap in a state of its role may go on a digit: states, each with the digit that is written.

        An unchanged heap begins to change where a 1 becomes 0. To take 2^s: below level s nothing changes; from the
        first 0 written at or above s on, digits above s are 0 read and 1 written (a borrow), until 1 is read at s's
        place or the borrow ends there.
        """
        if role == UNCHANGED:
            return [(UNCHANGED, bit), *(sorted(self._begun(level)) if bit else ())]
        if role == LOWERED:
            return [(LOWERED, 0), (LOWERED, 1)]
        taken = int(role[1:])
        if role[0] == "d":
            return [(role, bit)]
        return [] if bit else [(_taking(taken, level), 1)]

    def _begun(self, level: int) -> set[tuple[str, int]]:
        found = {(LOWERED, 0)} if any(m.is_lower for m in self.moves) else set()
        return found | {(_taking(m.role, level), 0) for m in self.moves if isinstance(m.role, int) and level >= m.role}

    # -- what must be known of counts

    def unchanged(self) -> CountClasses:
        """What must be known of the number of unchanged heaps."""
        bounds = [0, *(1 - m.least.add for m in self.moves if m.least.has_n)]
        if self.most_changed is None:
            bounds += [-m.most.add for m in self.moves if m.most.has_n]
        return CountClasses(max(bounds))

    def changed(self, turns: int) -> CountClasses:
        """What must be known of the number of heaps that so many moves change."""
        if self.most_changed is not None:
            return CountClasses(self.most_changed * turns + 1)
        lows = [m.least.add for m in self.moves if not m.least.has_n]
        return CountClasses(max([1, *lows, *(1 + m.most.add for m in self.moves if not m.most.has_n)]))

    def is_decided(self, unchanged: CountClasses, changed: CountClasses) -> bool:
        """Do all numbers of a class agree on every comparison that the rule makes?"""
        return changed.low >= 1 and all(_is_decided(m, unchanged, changed) for m in self.moves)

    def is_move(self, roles: Mapping[str | int, int], left: int) -> bool:
        """Are so many changed heaps, by role, with so many left as they were, those of a move?"""
        if len(roles) != 1:
            return False
        ((role, count),) = roles.items()
        return any(_is_within(m, count, left) for m in self.moves if m.role == role)


def _taking(taken: int, level: int) -> str:
    return f"b{taken}" if level > taken else f"d{taken}"


def played(role: str) -> str | int | None:
    """The role that a heap has played at the end; none if a borrow was never paid."""
    return "lower" if role == LOWERED else int(role[1:]) if role[0] == "d" else None


def _is_decided(move: GivenMove, unchanged: CountClasses, changed: CountClasses) -> bool:
    low, high = move.least, move.most
    is_low = unchanged.low > -low.add if low.has_n else changed.low >= low.add
    return is_low and (unchanged.low >= -high.add if high.has_n else changed.low > high.add)


def _is_within(move: GivenMove, count: int, left: int) -> bool:
    """n less the unchanged heaps are changed: at least n - d changed are at most d unchanged."""
    low, high = move.least, move.most
    is_enough = left <= -low.add if low.has_n else count >= low.add
    return is_enough and (left >= -high.add if high.has_n else count <= high.add)


def read_rule(value: Any) -> GivenRule:
    """A rule from plain data."""
    data = record(value, "a rule", keys=("least", "moves"))
    read = (several(m, 3, "a move") for m in sequence(of(data, "moves"), "moves"))
    moves = tuple(GivenMove(_role(role), _size(least), _size(most)) for role, least, most in read)
    rule = GivenRule(moves, whole(of(data, "least"), "the least n", 1, _MOST_HEAPS))
    if not moves:
        raise not_one("a rule has no move")
    for move in moves:
        if move.least.of(rule.least) < 1:
            raise wrong("a move may change no heap")
        if not move.most.has_n and move.most.add < 1:
            raise wrong("a move changes no heap")
    return rule


def _role(value: Any) -> str | int:
    node = several(value, 2, "a role")
    if node == ["lower", 0]:
        return "lower"
    if node[0] == "take":
        return whole(node[1], "a level", below=MOST_LEVEL)
    raise not_one("a role is not known")


def _size(value: Any) -> GivenSize:
    factor, added = several(value, 2, "a number of heaps")
    return GivenSize(bool(whole(factor, "a factor of n", below=2)), whole(added, "heaps", -_MOST_HEAPS, _MOST_HEAPS))
