"""Ground moves as arrays of integers, so that one kernel, compiled once, serves every game.

Linear forms are numbered; a condition is a little program of tests with two ways out of each. Variables are those of
the ground game: components, then the amounts of the move at hand.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from heapwise.model.conditions import And, AtLeastZero, Condition, Congruent, InSet, IsZero, NotAllZero, Or
from heapwise.model.ground import Bound, GroundGame, GroundMove
from heapwise.model.linear import Linear

Ints = NDArray[np.int64]

# Kinds of tests, and the two ends of a program.
AT_LEAST_ZERO, IS_ZERO, NOT_ALL_ZERO, CONGRUENT, IN_SET, NOT_IN_SET = range(6)
YES, NO = -1, -2


class Unsuited(Exception):
    """The game cannot be encoded; the message says why."""


class Code(NamedTuple):
    """A game as arrays. Lists in lists are kept as starts into a common array, with one start more at the end."""

    constants: Ints  # of forms
    starts: Ints
    variables: Ints
    coefficients: Ints
    kinds: Ints  # of tests
    first: Ints
    second: Ints
    third: Ints
    if_true: Ints
    if_false: Ints
    pool: Ints  # residues, members of sets
    form_lists: Ints
    ends: int  # the program of `ends when`
    legal: int
    before: Ints  # of moves: guards on the position alone
    amount_starts: Ints
    update_starts: Ints
    target_starts: Ints
    low_starts: Ints  # of amounts
    high_starts: Ints
    guards: Ints
    bound_forms: Ints
    bound_divisors: Ints
    update_components: Ints
    update_forms: Ints
    targets: Ints  # forms of the components of every target, one target after another
    most_amounts: int


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
            case And(parts=parts):
                for part in reversed(parts):
                    yes = self.program(part, yes, no)
                return yes
            case Or(parts=parts):
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
            case Congruent(form=form, modulus=modulus, residues=residues):
                start = len(self.pool)
                self.pool += [int(r in residues) for r in range(modulus)]
                return CONGRUENT, self.form(form), start, modulus
            case InSet(form=form, members=members, inside=inside):
                start = len(self.pool)
                self.pool += sorted(members)
                return IN_SET if inside else NOT_IN_SET, self.form(form), start, len(members)
        raise Unsuited("a condition that is not linear")


def encode(game: GroundGame) -> Code:
    """The arrays of a game; raises `Unsuited` for what is opaque or leads to other games."""
    if not game.is_linear:
        raise Unsuited("some rule is not linear")
    if any(target.game is not game.game for move in game.moves for target in move.result or ()):
        raise Unsuited("moves lead to positions of other games")
    writer = _Writer()
    rows = _Rows(writer, game.size)
    for move in game.moves:
        rows.add(move)
    ends, legal = writer.program(game.ends), writer.program(game.legal)
    return rows.code(ends, legal)


class _Rows:
    """The moves, amounts and updates as lists of numbers."""

    def __init__(self, writer: _Writer, size: int) -> None:
        self.writer, self.size = writer, size
        self.before: list[int] = []
        self.amount_starts, self.update_starts, self.target_starts = [0], [0], [0]
        self.low_starts: list[int] = []
        self.high_starts: list[int] = []
        self.guards: list[int] = []
        self.bound_forms: list[int] = []
        self.bound_divisors: list[int] = []
        self.update_components: list[int] = []
        self.update_forms: list[int] = []
        self.targets: list[int] = []
        self.most_amounts = 0

    def add(self, move: GroundMove) -> None:
        """One more move."""
        levels = guards_by_level(move, self.size)
        self.before.append(self.writer.program(And(levels[0])))
        for amount, guards in zip(move.amounts, levels[1:], strict=True):
            self.low_starts.append(len(self.bound_forms))
            self._bounds(amount.lows)
            self.high_starts.append(len(self.bound_forms))
            self._bounds(amount.highs)
            self.guards.append(self.writer.program(And(guards)))
        for component, form in move.updates:
            self.update_components.append(component)
            self.update_forms.append(self.writer.form(form))
        for target in move.result or ():
            self.targets += [self.writer.form(form) for form in target.components]
        self.amount_starts.append(len(self.guards))
        self.update_starts.append(len(self.update_components))
        self.target_starts.append(-1 if move.result is None else len(self.targets))
        self.most_amounts = max(self.most_amounts, len(move.amounts))

    def _bounds(self, bounds: tuple[Bound, ...]) -> None:
        for bound in bounds:
            self.bound_forms.append(self.writer.form(bound.form))
            self.bound_divisors.append(bound.divisor)

    def code(self, ends: int, legal: int) -> Code:
        """All of it as arrays."""
        forms = list(self.writer.forms)
        starts = np.cumsum([0, *(len(f.terms) for f in forms)])
        columns = list(zip(*self.writer.tests, strict=True)) or [()] * 6
        # `target_starts` holds where each move's targets end; -1 stands for a move that writes components.
        kinds, first, second, third, if_true, if_false = (_ints(c) for c in columns)
        return Code(
            _ints([f.constant for f in forms]), _ints(starts), _ints([v for f in forms for v, _ in f.terms]),
            _ints([c for f in forms for _, c in f.terms]), kinds, first, second, third, if_true, if_false,
            _ints(self.writer.pool), _ints(self.writer.form_lists), ends, legal, _ints(self.before),
            _ints(self.amount_starts), _ints(self.update_starts), _ints(self.target_starts), _ints(self.low_starts),
            _ints([*self.high_starts]), _ints(self.guards), _ints(self.bound_forms), _ints(self.bound_divisors),
            _ints(self.update_components), _ints(self.update_forms), _ints(self.targets), self.most_amounts,
        )  # fmt: skip


def guards_by_level(move: GroundMove, size: int) -> list[tuple[Condition, ...]]:
    """The guards of a move, each behind the last amount that it speaks of; first those on the position alone."""
    levels: list[list[Condition]] = [[] for _ in range(len(move.amounts) + 1)]
    for guard in move.guards:
        last = max((v for form in guard.forms() for v in form.variables), default=-1)
        levels[max(0, last - size + 1)].append(guard)
    return [tuple(level) for level in levels]


def _ints(values: object) -> Ints:
    return np.array(values, dtype=np.int64).reshape(-1)
