"""A ground move as what it takes from the components, in numbers that do not depend on the position.

Of every condition of the move it has to be shown what it is about: the position alone (a guard), the numbers taken
alone, or nothing but that the option is in the table. A condition of another kind leaves the move unrecognised, with
the reason.
"""

from collections.abc import Iterable, Iterator

from heapwise.engine.plan.parts import SumSplit
from heapwise.model.bounds import Surroundings, linear_facts
from heapwise.model.conditions import AtLeastZero, Condition, IsZero, conjunction
from heapwise.model.description import condition_text
from heapwise.model.ground import GroundGame, GroundMove
from heapwise.model.linear import Linear, total
from heapwise.model.relation import relations
from heapwise.records import Record


class Unrecognised(Exception):
    """The options are looked up one by one; the message says why."""


class Displacements(Record):
    """A move takes `taken[i]` from component i: a form of the variables from `size` on, which satisfy `conditions`.

    The variable `size + i`, where it occurs, is what is taken from component i. `guard` speaks of the position.
    """

    size: int
    taken: tuple[Linear, ...]
    conditions: tuple[Condition, ...]
    guard: Condition

    @property
    def free(self) -> tuple[int, ...]:
        """The variables that are left."""
        return tuple(sorted({v for form in self.taken for v in form.variables}))


def recognise(game: GroundGame, move: GroundMove) -> Displacements | SumSplit:
    """The move as numbers taken, or as a split; raises `Unrecognised`."""
    if move.result is not None:
        raise Unrecognised("it leads to a sum of positions")
    if not move.is_linear:
        raise Unrecognised("a condition of it is not linear")
    relation = next(relations(game, move))
    if relation.left:
        raise Unrecognised("several choices lead to the same option")
    asked = _Asked(game, frozenset(relation.written))
    conditions, taken = asked.solved([_taken(c, game.size) for c in relation.conditions])
    mixed = [c for c in conditions if isinstance(c, IsZero) and asked.is_mixed(c)]
    if mixed:
        return _split(asked, conditions, mixed)
    own = [c for c in conditions if asked.is_of_numbers(c)]
    guard = asked.guard(conditions, own, taken)
    return Displacements(game.size, taken, tuple(own), guard)


def _taken(condition: Condition, size: int) -> Condition:
    """The condition with `old - taken` in place of new components."""

    def changed(form: Linear) -> Linear:
        new = (v for v in form.variables if v >= size)
        return form.substitute({v: Linear.variable(v - size) - Linear.variable(v) for v in new})

    return condition.map(changed)


class _Asked(Record):
    """The game, and which components the move at hand writes."""

    game: GroundGame
    written: frozenset[int]

    def is_mixed(self, condition: Condition) -> bool:
        """Does it speak of the position and of what is taken?"""
        variables = {v for form in condition.forms() for v in form.variables}
        return bool(variables) and min(variables) < self.game.size <= max(variables)

    def is_of_position(self, condition: Condition) -> bool:
        """Does it speak of the position alone?"""
        return all(v < self.game.size for form in condition.forms() for v in form.variables)

    def is_of_numbers(self, condition: Condition) -> bool:
        """Does it speak of what is taken alone?"""
        return not self.is_mixed(condition) and not self.is_of_position(condition)

    def solved(self, conditions: list[Condition]) -> tuple[list[Condition], tuple[Linear, ...]]:
        """Equations between the numbers taken, solved; what is taken from every component in terms of the rest."""
        size = self.game.size
        taken = tuple(Linear.variable(size + i) if i in self.written else Linear(0) for i in range(size))
        while (found := self._equation(conditions)) is not None:
            equation, pivot = found
            factor = equation.form.coefficient(pivot)
            value = {pivot: Linear.variable(pivot) - equation.form * factor}
            conditions = [c.map(lambda f: f.substitute(value)) for c in conditions if c is not equation]  # noqa: B023
            taken = tuple(form.substitute(value) for form in taken)
        return conditions, taken

    def _equation(self, conditions: list[Condition]) -> tuple[IsZero, int] | None:
        """An equation of numbers taken alone, and the last of its variables that it determines."""
        for condition in conditions:
            if isinstance(condition, IsZero) and all(v >= self.game.size for v in condition.form.variables):
                units = [v for v, c in condition.form.terms if abs(c) == 1]
                if units:
                    return condition, units[-1]
        return None

    def guard(self, conditions: Iterable[Condition], known: list[Condition], taken: tuple[Linear, ...]) -> Condition:
        """What the conditions ask of the position. Besides, and apart from what is known, they may say no more than
        that the option is in the table."""
        option = {i: Linear.variable(i) - form for i, form in enumerate(taken)}
        legal = [part.map(lambda f: f.substitute(option)) for part in self.game.facts]
        facts = linear_facts([*known, *self.game.facts, *legal])
        around = self._surroundings((*self._in_bounds(option), *facts))
        keys = {part.key for part in (*legal, *known)}
        guard = []
        for condition in conditions:
            is_shown = isinstance(condition, AtLeastZero) and around.is_shown(condition.form)
            if not is_shown and condition.key not in keys:
                if not self.is_of_position(condition):
                    raise Unrecognised(f"it depends on the position whether {self._text(condition)}")
                guard.append(condition)
        return conjunction(guard)

    def _in_bounds(self, option: dict[int, Linear]) -> Iterator[Linear]:
        """What is not negative of an option in the table."""
        for i, form in option.items():
            low, high = self.game.lows[i], self.game.highs[i]
            if i in self.written:
                yield form - low
                if high is not None:
                    yield -form + high

    def _surroundings(self, known: Iterable[Linear]) -> Surroundings:
        nothing = (None,) * self.game.size
        return Surroundings((*self.game.lows, *nothing), (*self.game.highs, *nothing), (), tuple(known))

    def _text(self, condition: Condition) -> str:
        names = [*self.game.labels, *(f"taken from {label}" for label in self.game.labels)]
        return condition_text(condition, names)


def _split(asked: _Asked, conditions: list[Condition], mixed: list[IsZero]) -> SumSplit:
    """The written components are those of all options with one sum."""
    size, written = asked.game.size, sorted(asked.written)
    if len(written) == 1:
        raise Unrecognised("it has one option for every position")
    if len(mixed) > 1:
        raise Unrecognised("several sums of new components depend on the position")
    equation = mixed[0]
    new = total(Linear.variable(i) - Linear.variable(size + i) for i in written)
    sign = -equation.form.coefficient(size + written[0])
    whole = new - equation.form * sign  # the sum of the new components, by the equation
    if any(v >= size for v in whole.variables):
        raise Unrecognised("the equation of the new components is no sum of all of them")
    taken = tuple(Linear.variable(size + i) if i in asked.written else Linear(0) for i in range(size))
    return SumSplit(tuple(written), whole, asked.guard(conditions, [equation], taken))
