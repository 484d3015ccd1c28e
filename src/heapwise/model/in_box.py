"""Conditions that are not linear, as sets of numbers: in a box they have finitely many cases, which are tried in turn.

Of `t * t <= 2 * x[1]` in a box up to 60 both t and x[1] take 61 values. The pair gets one number, x[1] + 61 * t, which
is linear, and the condition is that this number is in a set. It holds in the box, and says nothing beyond.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from math import prod

from heapwise.errors import HeapwiseError
from heapwise.model.conditions import AllOf, AnyOf, Condition, conjunction, disjunction, in_set
from heapwise.model.ground import GroundGame, GroundMove
from heapwise.model.linear import Linear
from heapwise.model.symbols import Opaque
from heapwise.numbers.errors import UndefinedValue
from heapwise.terms.budget import BUDGET
from heapwise.terms.values import MOST_MEMBERS

_MOST_CASES = 250_000  # that are tried of one condition
_MOST_WALKED = 3_000_000  # values that it goes through in all of them


class NotInBox(Exception):
    """A condition has too many cases in the box, takes too long in them, or has no value in some of them."""


def in_box(game: GroundGame, highs: Sequence[int]) -> GroundGame:
    """The game with sets in place of what is not linear, for positions with components up to `highs`."""
    tried = _Tried(game, tuple(range(low, high + 1) for low, high in zip(game.lows, highs, strict=True)))
    moves = tuple(replace(move, guards=tuple(tried.guards(move))) for move in game.moves)
    legal, ends = (_settled(condition, tried.ranges, tried.of) for condition in (game.legal, game.ends))
    return replace(game, moves=moves, legal=legal, ends=ends)


def cases_in_box(game: GroundGame, highs: Sequence[int]) -> int:
    """How many cases have to be tried; those of moves that are alike count once."""
    counted = _Counted()
    ranges = tuple(range(low, high + 1) for low, high in zip(game.lows, highs, strict=True))
    for move in game.moves:
        for guard in move.guards:
            _settled(guard, _with_amounts(ranges, move), counted.of)
    for condition in (game.legal, game.ends):
        _settled(condition, ranges, counted.of)
    return sum(counted.cases.values())


Ranges = tuple[range, ...]
Settle = Callable[[Opaque, Ranges], Condition]


def _settled(condition: Condition, ranges: Ranges, settle: Settle) -> Condition:
    """A condition with its opaque parts settled."""
    match condition:
        case Opaque():
            return settle(condition, ranges)
        case AllOf(parts=parts):
            return conjunction(_settled(part, ranges, settle) for part in parts)
        case AnyOf(parts=parts):
            return disjunction(_settled(part, ranges, settle) for part in parts)
    return condition


class _Counted:
    """Counts instead of trying."""

    def __init__(self) -> None:
        self.cases: dict[Condition, int] = {}

    def of(self, condition: Opaque, ranges: Ranges) -> Condition:
        """Take note of a condition."""
        among, general = _general(condition, ranges)
        self.cases[general] = prod(map(len, among))
        return condition


class _Tried:
    """Tries the cases of conditions; of those that differ in the names of their variables alone only once."""

    def __init__(self, game: GroundGame, ranges: Ranges) -> None:
        self.game, self.ranges = game, ranges
        self._known: dict[tuple[Condition, Ranges], frozenset[int]] = {}

    def guards(self, move: GroundMove) -> Iterator[Condition]:
        """The guards of a move."""
        ranges = _with_amounts(self.ranges, move)
        return (_settled(guard, ranges, self.of) for guard in move.guards)

    def of(self, condition: Opaque, ranges: Ranges) -> Condition:
        """The same as a set of numbers."""
        among, general = _general(condition, ranges)
        if (general, among) not in self._known:
            self._known[general, among] = _numbers(general, among)
        return in_set(_number(_forms(condition), among), self._known[general, among])


def _forms(condition: Opaque) -> tuple[Linear, ...]:
    """The forms that it speaks of, each once."""
    return tuple(dict.fromkeys(form for form in condition.forms() if not form.is_constant))


def _general(condition: Opaque, ranges: Ranges) -> tuple[Ranges, Condition]:
    """The values of its forms, and the condition with variables 0, 1, ... in their place."""
    forms = _forms(condition)
    places = {form: Linear.variable(i) for i, form in enumerate(forms)}
    among = tuple(_range_of(form, ranges) for form in forms)
    return among, condition.map(lambda form: places.get(form, form))


def _numbers(general: Condition, among: Ranges) -> frozenset[int]:
    """The numbers of the cases in which it holds."""
    if prod(map(len, among)) > _MOST_CASES:
        raise NotInBox
    left, found = _MOST_WALKED, list[int]()
    for i, values in enumerate(product(*among)):
        try:
            is_met, spent = BUDGET.within(MOST_MEMBERS, partial(general.holds, values))
        except (UndefinedValue, HeapwiseError):
            raise NotInBox from None
        left -= spent
        if left < 0:
            raise NotInBox
        if is_met:
            found.append(i)
    return frozenset(found)


def _number(forms: Iterable[Linear], among: Ranges) -> Linear:
    """The number of a case, as `product` counts them."""
    number = Linear(0)
    for form, values in zip(forms, among, strict=True):
        number = number * len(values) + form - values.start
    return number


def _with_amounts(ranges: Ranges, move: GroundMove) -> Ranges:
    """The values of all variables of a move; amounts take no more than their bounds allow in the whole box."""
    for amount in move.amounts:
        lows = (-(-_range_of(bound.form, ranges).start // bound.divisor) for bound in amount.lows)
        highs = ((_range_of(bound.form, ranges).stop - 1) // bound.divisor for bound in amount.highs)
        low, high = max(lows), min(highs)
        ranges = (*ranges, range(low, max(low, high + 1)))
    return ranges


def _range_of(form: Linear, ranges: Ranges) -> range:
    """The values that a form may take, and more."""
    if not all(len(ranges[v]) for v in form.variables):
        return range(0)
    ends = [(c * ranges[v].start, c * (ranges[v].stop - 1)) for v, c in form.terms]
    return range(form.constant + sum(map(min, ends)), form.constant + sum(map(max, ends)) + 1)
