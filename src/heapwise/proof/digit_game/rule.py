"""Rules for any number of heaps: a move changes some heaps, each by itself, by one role.

A role is a machine that reads the digits of a heap, highest first, and writes those of its new value. It begins in
`U`, unchanged so far, and stays there on equal digits. `role_moves` is the machine; `roles.py` decides that it is the
formula of the role.
"""

from typing import NamedTuple

from heapwise.records import Record

U = "U"
LOWER = "lower"


class Size(NamedTuple):
    """A number of heaps: `n + add` or `add`."""

    has_n: bool
    add: int

    def at(self, n: int) -> int:
        """The number for a number of heaps."""
        return n * self.has_n + self.add

    def __str__(self) -> str:
        if not self.has_n:
            return str(self.add)
        return "n" + (f" {'+' if self.add > 0 else '-'} {abs(self.add)}" if self.add else "")


class Role(NamedTuple):
    """`lower`: any smaller number. `take` with a level: 2^level less."""

    kind: str
    level: int = 0

    def to_json(self) -> list[str | int]:
        """As certificates have it."""
        return [self.kind, self.level]


class RoleMove(Record):
    """So many heaps, at least `low` and at most `high`, are changed by a role."""

    role: Role
    low: Size
    high: Size


class Rule(Record):
    """The moves of a game, for every n from `least` on."""

    moves: tuple[RoleMove, ...]
    least: int

    @property
    def named_levels(self) -> int:
        """From this digit on, roles do the same at every digit."""
        return max((m.role.level + 1 for m in self.moves if m.role.kind != LOWER), default=0)

    @property
    def most_changed(self) -> int | None:
        """How many heaps one move can change, if that is a number."""
        highs = [m.high for m in self.moves]
        return None if any(h.has_n for h in highs) else max(h.add for h in highs)

    def to_json(self) -> dict[str, object]:
        """As certificates have it: a size is [coefficient of n, constant]."""
        listed = [
            [m.role.to_json(), [int(m.low.has_n), m.low.add], [int(m.high.has_n), m.high.add]] for m in self.moves
        ]
        return {"least": self.least, "moves": listed}


RoleState = str | tuple[str, int]  # of the machine of a role: U, L, ("borrow", s), ("done", s)
LOWERED = "L"


def role_moves(roles: frozenset[Role], state: RoleState, bit: int, level: int) -> tuple[tuple[RoleState, int], ...]:
    """Where a heap may go on a digit of its old value: next states, each with the digit of the new value.

    Two moves may share a role: each target stands once.
    """
    if state == U:
        return ((U, bit), *(sorted(_departures(roles, level), key=repr) if bit else ()))
    if state == LOWERED:
        return ((LOWERED, 0), (LOWERED, 1))
    assert isinstance(state, tuple)
    kind, power = state
    if kind == "done":
        return ((state, bit),)
    return () if bit else ((_taken(power, level), 1),)


def _departures(roles: frozenset[Role], level: int) -> set[tuple[RoleState, int]]:
    """A digit 1 that becomes 0: the first difference between the old value and the new one."""
    found: set[tuple[RoleState, int]] = {(LOWERED, 0)} if any(r.kind == LOWER for r in roles) else set()
    return found | {(_taken(r.level, level), 0) for r in roles if r.kind != LOWER and level >= r.level}


def _taken(power: int, level: int) -> RoleState:
    """2^power is taken away: above that digit a borrow is under way, at it everything is done."""
    return ("borrow", power) if level > power else ("done", power)


def final_role(state: RoleState) -> Role | None:
    """The role that a heap has played when all digits are read; none if it is unchanged, or a borrow was never paid."""
    if state == LOWERED:
        return Role(LOWER)
    if state != U and state[0] == "done":
        return Role("take", int(state[1]))
    return None
