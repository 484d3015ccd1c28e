"""Ground moves as an array of integers, so that one kernel, compiled once, serves every game.

Linear forms are numbered; a condition is a little program of tests with two ways out of each. Variables are those of
the ground game: components, then the amounts of the move at hand.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from heapwise.model.conditions import AllOf, AnyOf, AtLeastZero, Condition, HasRemainder, InSet, IsZero, NotAllZero
from heapwise.model.ground import Bound, GroundGame, GroundMove
from heapwise.model.linear import Linear
from heapwise.records import dataclass, field

Ints = NDArray[np.int64]

# Kinds of tests, and the two ends of a program.
AT_LEAST_ZERO, IS_ZERO, NOT_ALL_ZERO, CONGRUENT, IN_SET, NOT_IN_SET = range(6)
YES, NO = -1, -2


class NotEncodable(Exception):
    """The game cannot be encoded; the message says why."""


# A game is one array of integers, so that a kernel passes one thing on. It starts with numbers and with the places at
# which its lists begin, under these names; what the lists hold is said where `_Rows.code` puts them together.
FIELDS = (
    "ENDS", "LEGAL", "MOVES", "MOST_AMOUNTS",
    "CONSTANTS", "STARTS", "VARIABLES", "COEFFICIENTS",
    "KINDS", "FIRST", "SECOND", "THIRD", "IF_TRUE", "IF_FALSE", "POOL", "FORM_LISTS",
    "BEFORE", "AMOUNT_STARTS", "UPDATE_STARTS", "TARGET_STARTS", "TARGET_COUNTS",
    "LOW_STARTS", "HIGH_STARTS", "HIGH_ENDS", "GUARDS", "BOUND_FORMS", "BOUND_DIVISORS",
    "UPDATE_COMPONENTS", "UPDATE_FORMS", "TARGETS",
)  # fmt: skip
(
    ENDS, LEGAL, MOVES, MOST_AMOUNTS,
    CONSTANTS, STARTS, VARIABLES, COEFFICIENTS,
    KINDS, FIRST, SECOND, THIRD, IF_TRUE, IF_FALSE, POOL, FORM_LISTS,
    BEFORE, AMOUNT_STARTS, UPDATE_STARTS, TARGET_STARTS, TARGET_COUNTS,
    LOW_STARTS, HIGH_STARTS, HIGH_ENDS, GUARDS, BOUND_FORMS, BOUND_DIVISORS,
    UPDATE_COMPONENTS, UPDATE_FORMS, TARGETS,
) = range(len(FIELDS))  # fmt: skip
_NUMBERS = 4


@dataclass
class _Writer:
    """Gathers forms and programs."""

    forms: dict[Linear, int] = field(default_factory=dict)
    tests: list[tuple[int, int, int, int, int, int]] = field(default_factory=list)
    pool: list[int] = field(default_factory=list)
    form_lists: list[int] = field(default_factory=list)

    def form(self, form: Linear) -> int:
        """The number of a form."""
        return self.forms.setdefault(form, len(self.forms))

    def program(self, condition: Condition, yes: int = YES, no: int = NO) -> int:
        """The first test of a program that decides a condition."""
        match condition:
            case AllOf(parts=parts):
                for part in reversed(parts):
                    yes = self.program(part, yes, no)
                return yes
            case AnyOf(parts=parts):
                for part in reversed(parts):
                    no = self.program(part, yes, no)
                return no
        self.tests.append((*self._test(condition), yes, no))
        return len(self.tests) - 1

    def _test(self, condition: Condition) -> tuple[int, int, int, int]:
        match condition:
            case AtLeastZero(form=form):
                return AT_LEAST_ZERO, self.form(form), 0, 0
            case IsZero(form=form):
                return IS_ZERO, self.form(form), 0, 0
            case NotAllZero(differences=forms):
                start = len(self.form_lists)
                self.form_lists += [self.form(form) for form in forms]
                return NOT_ALL_ZERO, start, len(forms), 0
            case HasRemainder(form=form, modulus=modulus, residues=residues):
                start = len(self.pool)
                self.pool += [int(r in residues) for r in range(modulus)]
                return CONGRUENT, self.form(form), start, modulus
            case InSet(form=form, members=members, inside=inside):
                start = len(self.pool)
                self.pool += sorted(members)
                return IN_SET if inside else NOT_IN_SET, self.form(form), start, len(members)
        raise NotEncodable("a condition that is not linear")


def encode(game: GroundGame) -> Ints:
    """The array of a game; raises `NotEncodable` for what is opaque or leads to other games."""
    if not game.is_linear:
        raise NotEncodable("some rule is not linear")
    if any(target.game is not game.game for move in game.moves for target in move.result or ()):
        raise NotEncodable("moves lead to positions of other games")
    writer = _Writer()
    rows = _Rows(writer, game.size)
    for move in game.moves:
        rows.add(move)
    ends, legal = writer.program(game.ends), writer.program(game.legal)
    return rows.code(ends, legal)


class _Rows:
    """The moves, amounts and updates as lists of numbers, by the name of their field."""

    def __init__(self, writer: _Writer, size: int) -> None:
        self.writer, self.size = writer, size
        self.lists: dict[int, list[int]] = {number: [] for number in range(_NUMBERS, len(FIELDS))}
        self.lists[AMOUNT_STARTS] = [0]
        self.lists[UPDATE_STARTS] = [0]
        self.most_amounts = 0

    def add(self, move: GroundMove) -> None:
        """One more move."""
        lists, writer = self.lists, self.writer
        levels = move.guards_by_level(self.size)
        lists[BEFORE].append(writer.program(AllOf(levels[0])))
        for amount, guards in zip(move.amounts, levels[1:], strict=True):
            lists[LOW_STARTS].append(len(lists[BOUND_FORMS]))
            self._bounds(amount.lows)
            lists[HIGH_STARTS].append(len(lists[BOUND_FORMS]))
            self._bounds(amount.highs)
            lists[HIGH_ENDS].append(len(lists[BOUND_FORMS]))
            lists[GUARDS].append(writer.program(AllOf(guards)))
        lists[UPDATE_COMPONENTS] += [component for component, _ in move.updates]
        lists[UPDATE_FORMS] += [writer.form(form) for _, form in move.updates]
        lists[TARGET_STARTS].append(len(lists[TARGETS]))
        lists[TARGET_COUNTS].append(-1 if move.result is None else len(move.result))
        lists[TARGETS] += [writer.form(form) for target in move.result or () for form in target.components]
        lists[AMOUNT_STARTS].append(len(lists[GUARDS]))
        lists[UPDATE_STARTS].append(len(lists[UPDATE_COMPONENTS]))
        self.most_amounts = max(self.most_amounts, len(move.amounts))

    def _bounds(self, bounds: tuple[Bound, ...]) -> None:
        self.lists[BOUND_FORMS] += [self.writer.form(bound.form) for bound in bounds]
        self.lists[BOUND_DIVISORS] += [bound.divisor for bound in bounds]

    def code(self, ends: int, legal: int) -> Ints:
        """All of it as one array."""
        lists, forms = self.lists, list(self.writer.forms)
        lists[CONSTANTS] = [form.constant for form in forms]
        lists[STARTS] = [0]
        for form in forms:
            lists[STARTS].append(lists[STARTS][-1] + len(form.terms))
            lists[VARIABLES] += [variable for variable, _ in form.terms]
            lists[COEFFICIENTS] += [coefficient for _, coefficient in form.terms]
        for number, column in enumerate((KINDS, FIRST, SECOND, THIRD, IF_TRUE, IF_FALSE)):
            lists[column] = [test[number] for test in self.writer.tests]
        lists[POOL], lists[FORM_LISTS] = self.writer.pool, self.writer.form_lists
        head, body = [ends, legal, len(lists[BEFORE]), self.most_amounts], list[int]()
        for number in range(_NUMBERS, len(FIELDS)):
            head.append(len(FIELDS) + len(body))
            body += lists[number]
        return np.array(head + body, dtype=np.int64)
