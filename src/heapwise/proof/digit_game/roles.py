"""Roles: what a line of moves does to one heap, and that the machine of `rule.py` does exactly that.

The line gives a formula for the old and the new number of stones. A role is recognised by deciding, with automata, that
its machine accepts the same pairs; examples would prove neither inclusion, and (A) needs one, (B) the other.
"""

from functools import cache
from typing import Any

from heapwise.proof.automata import DigitOrder, Machine, Numeration
from heapwise.proof.digit_game.rule import LOWER, Role, RoleState, U, final_role, role_moves
from heapwise.proof.logic import And, Exists, Formula, Iff, LinearComparison, Not, decide
from heapwise.proof.logic.digitwise import digitwise
from heapwise.proof.logic.formulas import Atom
from heapwise.records import dataclass

OLD, NEW, POWER = "old", "new", "power"


@dataclass(frozen=True, slots=True)
class Played(Atom):
    """The machine of a role, run on the digits of old and new number; for `take` a third number shows the digit."""

    role: Role

    def machine(self, numeration: Numeration) -> Machine[Any, Any]:
        """The machine itself, highest digit first. Level 2 is above the digit that is taken away, 0 below it."""
        assert not numeration.is_lsd
        roles = frozenset({Role(self.role.kind, 1)})

        def step(state: tuple[RoleState, int], digits: tuple[int, ...]) -> tuple[RoleState, int] | None:
            role, above = state
            old, new, *power = digits
            level = _level(above, power)
            if level is None:
                return None
            targets = [after for after, digit in role_moves(roles, role, old, level) if digit == new]
            assert len(targets) <= 1
            return (targets[0], 2 if level == 2 else 0) if targets else None

        return Machine((U, 2), lambda digits: digits, step, self._accepts)

    def _accepts(self, state: tuple[RoleState, int]) -> bool:
        role, above = state
        return final_role(role) is not None and (self.role.kind == LOWER or above == 0)


def _level(above: int, power: list[int]) -> int | None:
    """Where a digit stands: above the single one of the power, at it, or below."""
    if above == 2:
        return 1 if power and power[0] else 2
    return None if power and power[0] else 0


def is_lower(formula: Formula) -> bool:
    """Is the new number any smaller one?"""
    return decide(Not(Iff(formula, Played((OLD, NEW), Role(LOWER)))), DigitOrder.MSD) is None


def taken(formula: Formula) -> int | None:
    """The level s if the formula says that 2^s stones are taken, and the machine does the same."""
    found = decide(formula, DigitOrder.MSD)
    if found is None:
        return None
    amount = found.get(OLD, 0) - found.get(NEW, 0)
    is_power = amount > 0 and amount.bit_count() == 1
    difference = LinearComparison((OLD, NEW), (1, -1), -amount, "=")
    is_so = is_power and decide(Not(Iff(formula, difference)), DigitOrder.MSD) is None
    return amount.bit_length() - 1 if is_so and machine_takes() else None


def takes_mark(formula: Formula) -> bool:
    """Does the formula say that `power` is a power of two and is taken, and does the machine do the same?"""
    is_power = And((formula, _is_power(POWER)))
    return decide(Not(Iff(is_power, Played((OLD, NEW, POWER), Role("take", 1)))), DigitOrder.MSD) is None


@cache
def machine_takes() -> bool:
    """The machine of `take`, for every power of two at once."""
    return takes_mark(LinearComparison((OLD, NEW, POWER), (1, -1, -1), 0, "="))


def _is_power(name: str) -> Formula:
    """Not 0, and no digit in common with the number before it."""
    below = LinearComparison(("before", name), (1, -1), 1, "=")
    return Exists(("before",), And((below, digitwise((name, "before"), lambda a, b: not (a and b)))))
