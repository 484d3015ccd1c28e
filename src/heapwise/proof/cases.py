"""The moves of a game in cases that a chain of quantifiers can say, one component after another.

"Take from one of the heaps" is "some smaller y for x[1], or some smaller y for x[2]": new values take the place of the
amounts that they alone depend on. That some of several components change is split into disjoint cases, by the first
that does.
"""

from collections.abc import Callable, Iterable, Iterator, Set

from heapwise.model import conditions as c
from heapwise.model.bounds import Surroundings
from heapwise.model.ground import GroundGame, GroundMove, Target
from heapwise.model.linear import Linear
from heapwise.model.termination import move_surroundings
from heapwise.proof.outside import Outside
from heapwise.records import Record

Conditions = tuple[c.Condition, ...]

NEW = 1_000_000  # the new value of component i is the variable NEW + i


class Case(Record):
    """One case of a move: variables in the order of their quantifiers, conditions, and which components are new."""

    line: int
    variables: tuple[int, ...]
    conditions: tuple[c.Condition, ...]
    written: tuple[int, ...]


class _Draft(Record):
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
    return condition.parts if isinstance(condition, c.AllOf) else (condition,)


def variables_of(condition: c.Condition) -> set[int]:
    """The variables that a condition speaks of."""
    return {v for form in condition.forms() for v in form.variables}


def cases_of(
    game: GroundGame, move: GroundMove, keeps: Callable[[int, Conditions], bool] | None = None
) -> Iterator[Case]:
    """The cases of one ground move; raises `Outside` with the name of what has none.

    An amount that `keeps` picks out, by its number and the conditions around it, stays a variable of its own.
    """
    around = move_surroundings(game, move)
    if move.result is not None:
        _check_result(game, move.result, around)
    for draft in _first_changes(_draft(game, move)):
        if c.FALSE not in draft.conditions:
            kept = {a for a in draft.amounts if keeps is not None and keeps(a, draft.conditions)}
            yield _finished(move.line, draft, around, kept)


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
        updates = tuple(enumerate(move.result[0].components))
    return tuple((i, new) for i, new in updates if new != Linear.variable(i))


def _check_result(game: GroundGame, result: tuple[Target, ...], around: Surroundings) -> None:
    """One position of the same game; rules that name one that there is not are an error, where other moves have no
    such option."""
    if len(result) != 1:
        raise Outside("a move that leads to a sum of positions")
    if result[0].game is not game.game:
        raise Outside("a move that leads to another game")
    new = result[0].components
    there = dict(enumerate(new))
    legal = c.conjunction(part.map(lambda old: old.substitute(there)) for part in game.facts)
    asked = [form - low for form, low in zip(new, game.lows, strict=True)]
    asked += [-form + high for form, high in zip(new, game.highs, strict=True) if high is not None]
    asked += [part.form for part in _parts(legal) if isinstance(part, c.AtLeastZero)]
    others = (part for part in _parts(legal) if not isinstance(part, c.AtLeastZero))
    if not (all(map(around.is_shown, asked)) and all(part == c.TRUE or part in game.facts for part in others)):
        raise Outside("a position that a move names, and that may be none")


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


def _finished(line: int, draft: _Draft, around: Surroundings, kept: Set[int]) -> Case:
    """New values take the place of the amounts that they alone depend on."""
    draft = _Draft(draft.amounts, draft.conditions, _changing(draft.updates))
    defined: dict[int, Linear] = {}
    for amount in draft.amounts:
        told = None if amount in kept else _told_by(amount, draft.updates, defined)
        if told is not None:
            index, new = told
            defined[index] = (Linear.variable(NEW + index) - new) * new.coefficient(amount) + Linear.variable(amount)
            draft = draft.put(amount, defined[index])
    for amount in draft.amounts:
        if not around.is_shown(Linear.variable(amount)):
            raise Outside("an amount that may be negative")
    equations = [c.is_zero(Linear.variable(NEW + i) - new) for i, new in draft.updates if i not in defined]
    written = tuple(i for i, _ in draft.updates)
    conditions = _parts(c.conjunction((*draft.conditions, *equations)))
    return Case(line, (*draft.amounts, *(NEW + i for i in written)), conditions, written)


def _told_by(amount: int, updates: tuple[tuple[int, Linear], ...], defined: Iterable[int]) -> tuple[int, Linear] | None:
    """The new value that an amount can be read from: one that is the amount alone, or the only one that uses it."""
    users = [(i, new) for i, new in updates if new.coefficient(amount)]
    alone = [(i, new) for i, new in users if new.variables == (amount,)]
    fit = [(i, new) for i, new in alone or users if i not in defined and abs(new.coefficient(amount)) == 1]
    return fit[0] if fit and (alone or len(users) == 1) else None


def _changing(updates: tuple[tuple[int, Linear], ...]) -> tuple[tuple[int, Linear], ...]:
    return tuple((i, new) for i, new in updates if new != Linear.variable(i))
