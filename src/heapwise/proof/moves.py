"""The rules as a predicate transformer: `opt(phi)` says that some option of the position satisfies phi.

A ground move becomes a chain of quantifiers, each over one variable and right around the conditions that speak of it:
first amounts that several components share, then the new values of components. An amount that only one component
depends on is no variable at all: it is expressed by the new value. That some of several components changes is split
into disjoint cases, by the first that does.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from heapwise.model import conditions as c
from heapwise.model.bounds import Surroundings
from heapwise.model.ground import GroundGame, GroundMove, TooMany, ground
from heapwise.model.linear import Linear
from heapwise.model.termination import move_surroundings
from heapwise.proof.conditions import formula_of
from heapwise.proof.logic import TRUE, And, Exists, Formula, Named, Not, Or, substitute
from heapwise.proof.outside import Outside
from heapwise.rules.game import Game

_NEW = 1_000_000  # the new value of component i is the variable _NEW + i


def component(index: int) -> str:
    """The variable of a component."""
    return f"x{index}"


def _name(variable: int) -> str:
    return f"y{variable - _NEW}" if variable >= _NEW else f"x{variable}"


@dataclass(frozen=True)
class Moves:
    """The moves of a game as formulas over its components."""

    game: GroundGame

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The variables of a position."""
        return tuple(map(component, range(self.game.size)))

    @cached_property
    def domain(self) -> Formula:
        """Which tuples are legal positions."""
        game = self.game
        lows = (c.at_least_zero(Linear.variable(i) - low) for i, low in enumerate(game.lows) if low)
        highs = (c.at_least_zero(-Linear.variable(i) + h) for i, h in enumerate(game.highs) if h is not None)
        return formula_of(c.conjunction((*lows, *highs, game.legal)), _name)

    @cached_property
    def ends(self) -> Formula:
        """Where play is over although there may be moves."""
        return formula_of(self.game.ends, _name)

    def opt(self, phi: Formula) -> Formula:
        """Some option satisfies phi, at a legal position."""
        cases = (_chain(case, phi) for case in self.cases)
        moves = Or(tuple(cases))
        return moves if self.game.ends == c.FALSE else Or(tuple(And((Not(self.ends), m)) for m in moves.parts))

    @cached_property
    def cases(self) -> tuple["Case", ...]:
        """All moves, each in its disjoint cases."""
        return tuple(dict.fromkeys(case for move in self.game.moves for case in _cases(self.game, move)))

    @cached_property
    def is_over(self) -> Formula:
        """There is no option."""
        return Not(self.opt(TRUE))


def moves_of(game: Game) -> Moves:
    """The moves of a game; raises `Outside` with the name of what has no formula."""
    found = ground(game)
    if isinstance(found, TooMany):
        raise Outside(f"rules that expand to more than {found.most} {found.what}")
    if found.opaque:
        raise Outside(f"a move that depends on {found.opaque[0].reason}")
    if any(low < 0 for low in found.lows):
        raise Outside("components below 0")
    moves = Moves(found)
    moves.opt(moves.domain)  # what cannot be said is said now
    return moves


@dataclass(frozen=True)
class Case:
    """One case of a move: variables in the order of their quantifiers, conditions, and which components are new."""

    line: int
    variables: tuple[int, ...]
    conditions: tuple[c.Condition, ...]
    written: tuple[int, ...]


def _chain(case: Case, phi: Formula) -> Formula:
    """The quantifiers of a case, innermost first."""
    inner = substitute(phi, {component(i): _name(_NEW + i) for i in case.written})
    waiting = list(case.conditions)
    for position in reversed(range(len(case.variables))):
        outer, here = {*case.variables[:position]}, case.variables[position]
        own = [k for k in waiting if here in _variables(k)]
        waiting = [k for k in waiting if here not in _variables(k)]
        assert all(_variables(k) & {*case.variables} <= outer | {here} for k in own)
        inner = Exists((_name(here),), And((*(formula_of(k, _name) for k in own), inner)))
    return Named(f"a move of line {case.line + 1}", And((*(formula_of(k, _name) for k in waiting), inner)))


def _variables(condition: c.Condition) -> set[int]:
    return {v for form in condition.forms() for v in form.variables}


# ------------------------------------------------------------------------------------------------- cases


@dataclass(frozen=True)
class _Draft:
    """Amounts that are left, what is known of them, and the new values of components."""

    amounts: tuple[int, ...]
    conditions: tuple[c.Condition, ...]
    updates: tuple[tuple[int, Linear], ...]

    def put(self, variable: int, form: Linear) -> "_Draft":
        """The same with a form in the place of an amount."""
        change = {variable: form}
        whole = c.conjunction(k.map(lambda old: old.substitute(change)) for k in self.conditions)
        updates = tuple((i, new.substitute(change)) for i, new in self.updates)
        return _Draft(tuple(a for a in self.amounts if a != variable), _parts(whole), updates)

    def also(self, condition: c.Condition) -> "_Draft":
        """The same with one condition more."""
        return _Draft(self.amounts, _parts(c.conjunction((*self.conditions, condition))), self.updates)


def _parts(condition: c.Condition) -> tuple[c.Condition, ...]:
    return condition.parts if isinstance(condition, c.And) else (condition,)


def _cases(game: GroundGame, move: GroundMove) -> Iterator[Case]:
    around = move_surroundings(game, move)
    for draft in _first_changes(_draft(game, move)):
        if c.FALSE not in draft.conditions:
            yield _finished(move.line, draft, around)


def _draft(game: GroundGame, move: GroundMove) -> _Draft:
    amounts = tuple(game.size + i for i in range(len(move.amounts)))
    bounds: list[c.Condition] = []
    for number, amount in zip(amounts, move.amounts, strict=True):
        value = Linear.variable(number)
        bounds += [c.at_least_zero(value * low.divisor - low.form) for low in amount.lows]
        bounds += [c.at_least_zero(high.form - value * high.divisor) for high in amount.highs]
    return _Draft(amounts, _parts(c.conjunction((*bounds, *move.guards))), _updates(game, move))


def _updates(game: GroundGame, move: GroundMove) -> tuple[tuple[int, Linear], ...]:
    """The components that really change; a sum of one position of the same game is an option like any other."""
    updates = move.updates
    if move.result is not None:
        if len(move.result) != 1:
            raise Outside("a move that leads to a sum of positions")
        if move.result[0].game is not game.game:
            raise Outside("a move that leads to another game")
        updates = tuple(enumerate(move.result[0].components))
    return tuple((i, new) for i, new in updates if new != Linear.variable(i))


def _first_changes(draft: _Draft) -> Iterator[_Draft]:
    """Disjoint cases for a guard that says that one of several numbers is not 0: by the first that is not."""
    guard = next((k for k in draft.conditions if isinstance(k, c.NotAllZero) and len(k.differences) > 1), None)
    if guard is None:
        yield draft
        return
    rest = _Draft(draft.amounts, tuple(k for k in draft.conditions if k is not guard), draft.updates)
    done: dict[int, Linear] = {}
    for difference in guard.differences:
        form = difference.substitute(done)
        yield from _first_changes(rest.also(c.not_all_zero((form,))))
        amount = next((a for a in reversed(rest.amounts) if abs(form.coefficient(a)) == 1), None)
        if amount is None:
            rest = rest.also(c.is_zero(form))
        else:
            solved = Linear.variable(amount) - form * form.coefficient(amount)
            done = {v: old.substitute({amount: solved}) for v, old in done.items()} | {amount: solved}
            rest = rest.put(amount, solved)


def _finished(line: int, draft: _Draft, around: Surroundings) -> Case:
    """New values take the place of the amounts that they alone depend on."""
    draft = _Draft(draft.amounts, draft.conditions, _changing(draft.updates))
    defined: dict[int, Linear] = {}
    for amount in draft.amounts:
        told = _told_by(amount, draft.updates, defined)
        if told is not None:
            index, new = told
            defined[index] = (Linear.variable(_NEW + index) - new) * new.coefficient(amount) + Linear.variable(amount)
            draft = draft.put(amount, defined[index])
    for amount in draft.amounts:
        if not around.is_shown(Linear.variable(amount)):
            raise Outside("an amount that may be negative")
    equations = [c.is_zero(Linear.variable(_NEW + i) - new) for i, new in draft.updates if i not in defined]
    written = tuple(i for i, _ in draft.updates)
    conditions = _parts(c.conjunction((*draft.conditions, *equations)))
    return Case(line, (*draft.amounts, *(_NEW + i for i in written)), conditions, written)


def _told_by(amount: int, updates: tuple[tuple[int, Linear], ...], defined: Iterable[int]) -> tuple[int, Linear] | None:
    """The new value that an amount can be read from: one that is the amount alone, or the only one that uses it."""
    users = [(i, new) for i, new in updates if new.coefficient(amount)]
    alone = [(i, new) for i, new in users if new.variables == (amount,)]
    fit = [(i, new) for i, new in alone or users if i not in defined and abs(new.coefficient(amount)) == 1]
    return fit[0] if fit and (alone or len(users) == 1) else None


def _changing(updates: tuple[tuple[int, Linear], ...]) -> tuple[tuple[int, Linear], ...]:
    return tuple((i, new) for i, new in updates if new != Linear.variable(i))


__all__ = ["Case", "Moves", "component", "moves_of"]
