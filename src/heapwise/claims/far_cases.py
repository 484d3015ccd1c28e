"""Far cases of a claim: positions beside the numbers that the texts name, looked at by the definition alone.

A theorem that is false only from 3001 stones on shows in no small case, and a table that reaches so far may be too
large. But what is claimed can take the place of values: at (3001, 2) the claim says who wins, it says so of all options
too, and both fit by the definition or they do not. So one position and its options are enough, however far they lie.
Like small cases this is no part of a proof: it uses the interpreter and the evaluator, and nothing that proofs use.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import partial, reduce
from operator import xor
from typing import Any

from heapwise.claims.by_heaps import by_heaps, of_heaps
from heapwise.claims.claim import Claim
from heapwise.claims.exact_check import Judge
from heapwise.claims.far_places import SMALL, far_instances, far_positions, named_numbers
from heapwise.claims.instances import Instance
from heapwise.claims.limits import is_too_much
from heapwise.errors import HeapwiseError
from heapwise.model.compounds import flat_position
from heapwise.records import Record, replace
from heapwise.reference.conventions import Preference
from heapwise.terms import term as t
from heapwise.terms.budget import BUDGET
from heapwise.terms.evaluate import options
from heapwise.terms.position import Component, Position, State

_WORK, _WORK_AT, _WORK_SOON, _WORK_OF_POSITION = 400_000, 40_000, 1000, 30  # values to go through: in all, for each


class Far(Record):
    """Where an instance contradicts itself: at this position, or because what it says there has no value."""

    instance: Instance
    state: State


def far_contradiction(
    claim: Claim, is_case: Callable[[Mapping[str, str]], bool], fixed: Sequence[Mapping[str, Any]] = ()
) -> Far | None:
    """A place where a claim contradicts itself, in instances whose parameters, and at positions whose heaps, lie beside
    the numbers that the texts name; `is_case` says by its parameters whether an instance counts. Some are `fixed`."""
    left, cases = _work(claim), [instance for instance in far_instances(claim, fixed) if is_case(instance.shown)]
    for count, instance in enumerate(cases):
        share = left // (len(cases) - count)
        state, kept = _looked(instance, share)
        if state is not None:
            return Far(instance, state)
        left -= share - kept
    return None


def contradicted_at(instance: Instance) -> State | None:
    """A position at which an instance contradicts itself, as far as few options are to be looked at."""
    return _looked(instance, _work(instance.claim))[0]


def _work(claim: Claim) -> int:
    """More where a large number is named, beside which more may be hidden."""
    return _WORK if max(named_numbers(claim), default=0) > SMALL else _WORK // 40


def _looked(instance: Instance, left: int) -> tuple[State | None, int]:
    """Such a position, and what is left of the work. A compound is looked at by its heaps."""
    heaps = by_heaps(instance)
    if heaps.game is not None and heaps.game.layout.has_positions:
        return None, left
    try:
        state, left = _looked_by(_look_of(heaps), heaps, left)
    except _Unknown:
        state, left = _looked_by(_Definedness(Judge(heaps, _nobody)), heaps, left)
    return of_heaps(instance, heaps, state), left


def _looked_by(look: "_Look", instance: Instance, left: int) -> tuple[State | None, int]:
    """First what is soon looked at, wherever it lies, then positions with many options."""
    states = list(far_positions(instance))
    for most in (_WORK_SOON, _WORK_AT):
        large = []
        for state in states:
            try:
                is_wrong, spent = BUDGET.within(min(left, most), partial(look.is_contradicted, state))
            except HeapwiseError as problem:
                is_wrong, spent = not is_too_much(problem), most // 10
                large.append(state)
            left -= spent + _WORK_OF_POSITION
            if is_wrong:
                return state, left
            if left <= 0:
                return None, left
        states = large
    return None, left


def names_beyond(instance: Instance) -> bool:
    """Do the texts name a number that lies outside of the region, where nobody has looked yet?"""
    named, highs = named_numbers(instance.claim, instance.known), instance.region.highs
    return bool(named) and bool(highs) and max(named) > min(highs)


class _Unknown(Exception):
    """The statement asks for something else than the value of its own position."""


class _Definedness(Record):
    """A statement about values that nobody knows so far out; what it says before it asks for them has to be defined."""

    judge: Judge

    def is_contradicted(self, state: State) -> bool:
        """Never; but raises `HeapwiseError` where there is no value, whatever the answers are."""
        frame = self.judge.frame(state)
        with suppress(_Unknown):
            if self.judge.has_premise(frame):
                for part in self.judge.parts:
                    with suppress(_Unknown):
                        part(frame)
        return False


class _Law(Record):
    """A statement in which no value occurs: it is true by itself, or not."""

    judge: Judge

    def is_contradicted(self, state: State) -> bool:
        """Is it false?"""
        return not self.judge.look(state).is_true


class _Outcomes:
    """Who wins. At every position the statement leaves some outcomes, and the definition makes some of those that are
    left at the options; there has to be one in common."""

    def __init__(self, instance: Instance, seats: tuple[int, ...]) -> None:
        self.instance, self.seats = instance, seats
        self._assumed: tuple[Position, int] | None = None
        self._judge = Judge(replace(instance, claim=replace(instance.claim, strategy=None)), self._ask)
        self._strategy = Judge(instance, self._ask) if instance.claim.strategy is not None else None
        self._left: dict[State, frozenset[int]] = {}
        self._ended = len(seats) - 1  # who has won where there is no move

    def _ask(self, question: str, position: Position, player: int | None) -> Any:
        if self._assumed is None or flat_position(position) != self._assumed[0] or player is not None:
            raise _Unknown
        if question == "W":
            return self._assumed[1]
        if question == "G" or question == "R":
            raise _Unknown
        return (self._assumed[1] == self.seats[-1]) == (question == "P")

    def left(self, state: State) -> frozenset[int]:
        """The outcomes of a position with which the statement is true there; with others it may have no value."""
        if state not in self._left:
            self._left[state] = frozenset(seat for seat in self.seats if self._is_true(state, seat))
        return self._left[state]

    def _is_true(self, state: State, seat: int) -> bool:
        self._assumed = _here(self.instance, state), seat
        try:
            return self._judge.look(state).is_true
        except HeapwiseError as problem:
            if is_too_much(problem):
                raise
            return False

    def is_contradicted(self, state: State) -> bool:
        """Can no outcome of the position be right?"""
        own = self.left(state)
        if not own or own == frozenset(self.seats):
            return not own  # before options are asked for, which may be too many
        goal = self._goal(state, own)
        found = options(_here(self.instance, state))
        if not own & self._by_definition(found):
            return True
        return goal is not None and bool(found) and (goal not in found or self.seats[-1] not in self._left_at(goal))

    def _by_definition(self, found: Collection[Position]) -> frozenset[int]:
        """What the mover can come to be: the best of one choice for each option, among those that are left there."""
        if not found:
            return frozenset({self._ended})
        ranks = [{self.seats.index((seat + 1) % len(self.seats)) for seat in self._left_at(o)} for o in found]
        if not all(ranks):
            return frozenset()
        best = min(map(max, ranks))
        return frozenset(self.seats[rank] for rank in set().union(*ranks) if rank <= best)

    def _left_at(self, option: Position) -> frozenset[int]:
        only = option.only
        if only is None or only.game is not self.instance.game:
            return frozenset(self.seats)
        return self.left(only.state)

    def _goal(self, state: State, own: frozenset[int]) -> Position | None:
        """What `by` names where the position is neither P nor without a move: an option of the kind P."""
        if self._strategy is None or not own.isdisjoint({self.seats[-1], self._ended}):
            return None
        return self._strategy.goal(self._strategy.frame(state))


class _Values:
    """Grundy values: that of a position is the least that no option has."""

    def __init__(self, instance: Instance, formula: t.AnyTerm) -> None:
        self.instance = instance
        self._judge = Judge(instance, _nobody)
        self._formula, self._fold = self._judge.compile(formula), instance.claim.play.fold("G")
        self._known: dict[State, Any] = {}

    def value(self, state: State) -> Any:
        """The value that is claimed; None where the claim says nothing."""
        if state not in self._known:
            frame = self._judge.frame(state)
            self._known[state] = self._formula(frame) if self._judge.has_premise(frame) else None
        return self._known[state]

    def is_contradicted(self, state: State) -> bool:
        """Is the value not the one that follows from those of the options, or that of an option?"""
        own = self.value(state)
        if own is None:
            return False
        values = {self._of_option(option) for option in options(_here(self.instance, state))}
        if None in values:
            return own in values
        return bool(own != (self._fold.combine(values) if values else self._fold.ending()))

    def _of_option(self, option: Position) -> Any:
        if any(component.game is not self.instance.game for component in option):
            return None
        if len(option) != 1 and not self._fold.adds:
            return None
        values = [self.value(component.state) for component in option]
        return None if None in values else reduce(xor, values, 0)


_Look = _Law | _Definedness | _Outcomes | _Values


def _look_of(instance: Instance) -> _Look:
    """How an instance is looked at."""
    claim = instance.claim
    if not claim.asks():
        return _Law(Judge(instance, _nobody))
    question, formula = claim.own_value or ("", None)
    is_alone = claim.strategy is None and not any(map(claim.asks_in, claim.premises))
    if question == "G" and formula is not None and is_alone:
        return _Values(instance, formula)
    if question != "G" and instance.game is not None and isinstance(claim.play.outcome, Preference):
        return _Outcomes(instance, claim.play.outcome.seats)
    return _Definedness(Judge(instance, _nobody))


def _nobody(question: str, position: Position, player: int | None) -> Any:
    raise _Unknown


def _here(instance: Instance, state: State) -> Position:
    assert instance.game is not None
    return Position((Component(instance.game, state),))
