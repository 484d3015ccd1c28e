"""A ground move as a relation between a position and its option, in a form that does not depend on how it was written.

The variables are the old components, then the new ones; amounts are expressed by what they do to the new components
wherever they determine one. Equal forms, equal sets of moves.

`symmetry` compares moves with their permuted selves by it, and the engine reads off it how much a move takes from each
component.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import permutations

from heapwise.model.bounds import Surroundings, linear_facts
from heapwise.model.conditions import AtLeastZero, Condition, IsZero, is_zero
from heapwise.model.ground import GroundGame, GroundMove, Target
from heapwise.model.linear import Linear
from heapwise.records import Record

_MOST_ORDERED = 4  # summands of which all orders are tried


class MoveRelation(Record):
    """New components by number and the conditions between old and new ones.

    The new value number i is the variable `size + i`; of a move to a sum, the components of all summands one after
    another. `games` are the games of the summands. Amounts that are left follow.
    """

    size: int
    written: tuple[int, ...]
    games: tuple[object, ...]
    conditions: tuple[Condition, ...]
    left: int

    def key(self) -> Hashable:
        """Equal keys, equal relations."""
        conditions = frozenset(c.key for c in _reduced(self.conditions, self.size))
        return frozenset(self.written), self.games, self.left, conditions

    def permuted(self, images: Sequence[int]) -> "MoveRelation":
        """The relation between permuted positions; component i goes to the place `images[i]`."""
        size = self.size

        def moved(variable: int) -> int:
            if variable < size:
                return images[variable]
            number = variable - size
            return size + (images[number] if not self.games and number < size else number)

        conditions = tuple(c.map(lambda form: form.rename(moved)) for c in self.conditions)
        return MoveRelation(size, tuple(images[i] for i in self.written), self.games, conditions, self.left)


def relations(game: GroundGame, move: GroundMove, images: Sequence[int] | None = None) -> Iterator[MoveRelation]:
    """The relation of a move, permuted if wanted; of a move to a sum one for each order of a few summands."""
    if move.result is None:
        relation = _relation(game, move, move.updates, ())
        yield relation if images is None else relation.permuted(images)
        return
    orders = permutations(move.result) if len(move.result) <= _MOST_ORDERED else iter((move.result,))
    for targets in orders:
        whole = [target if images is None else _permuted_target(game, target, images) for target in targets]
        forms = enumerate(form for target in whole for form in target.components)
        relation = _relation(game, move, forms, tuple(id(target.game) for target in whole))
        yield relation if images is None else relation.permuted(images)


def _permuted_target(game: GroundGame, target: Target, images: Sequence[int]) -> Target:
    if target.game is not game.game:
        return target
    places = dict(zip(images, target.components, strict=True))
    return Target(target.game, tuple(places[i] for i in range(game.size)))


def _relation(
    game: GroundGame, move: GroundMove, updates: Iterable[tuple[int, Linear]], games: tuple[object, ...]
) -> MoveRelation:
    size = game.size
    width = size if not games else sum(len(t.components) for t in move.result or ())
    amounts = range(size, size + len(move.amounts))
    shift = {a: a + width for a in amounts}  # amounts behind the new components
    asked = [_renamed(c, shift) for c in move.conditions(size)]
    equations = (Linear.variable(size + i) - form.rename(lambda v: shift.get(v, v)) for i, form in updates)
    solved = _solved([*asked, *map(is_zero, equations)], set(shift.values()))
    left = sorted({v for c in solved for form in c.forms() for v in form.variables if v >= size + width})
    order = {v: size + width + i for i, v in enumerate(left)}
    settled = _needed(game, [_renamed(c, order) for c in solved], width + len(left))
    return MoveRelation(size, move.written, games, tuple(settled), len(left))


def _renamed(condition: Condition, names: dict[int, int]) -> Condition:
    return condition.map(lambda form: form.rename(lambda v: names.get(v, v)))


def _needed(game: GroundGame, conditions: list[Condition], more: int) -> list[Condition]:
    """The conditions that others do not imply, however the move was bounded."""
    lows, highs = (*game.lows, *(None,) * more), (*game.highs, *(None,) * more)
    kept = list(dict.fromkeys(conditions))
    for condition in conditions:
        if isinstance(condition, AtLeastZero):
            others = [c for c in kept if c is not condition]
            if Surroundings(lows, highs, (), linear_facts(others)).is_shown(condition.form):
                kept = others
    return kept


def _solved(conditions: list[Condition], amounts: set[int]) -> list[Condition]:
    """The conditions without the amounts that an equation determines."""
    for condition in conditions:
        if isinstance(condition, IsZero):
            pivot = next((v for v, c in condition.form.terms if v in amounts and abs(c) == 1), None)
            if pivot is not None:
                return _solved(_eliminated(conditions, condition, pivot), amounts)
    return conditions


def _eliminated(conditions: Iterable[Condition], equation: IsZero, pivot: int) -> list[Condition]:
    form = equation.form
    value = {pivot: Linear.variable(pivot) - form * form.coefficient(pivot)}
    return [c.map(lambda f: f.substitute(value)) for c in conditions if c is not equation]


def _reduced(conditions: Sequence[Condition], size: int) -> list[Condition]:
    """Equations solved for the new components, the last of each; all other conditions without these."""
    waiting, done = list(conditions), list[Condition]()
    variables = {v for c in waiting if isinstance(c, IsZero) for v in c.form.variables if v >= size}
    for variable in sorted(variables, reverse=True):
        ready = (c for c in waiting if isinstance(c, IsZero) and abs(c.form.coefficient(variable)) == 1)
        equation = next(ready, None)
        if equation is not None:
            done = [*_eliminated(done, equation, variable), equation]
            waiting = _eliminated(waiting, equation, variable)
    return [*waiting, *done]
