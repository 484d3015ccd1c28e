"""What moves do to bounds: whether they keep them, and which sums of components they never raise.

No move of Wythoff's game raises a or b, so a table up to any corner is closed. Where a heap is given to another one, a
alone may grow, but a + b does not; then a table needs a bound on that sum.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from heapwise.model.bounds import Surroundings
from heapwise.model.ground import GroundGame, GroundMove
from heapwise.model.linear import Linear
from heapwise.model.termination import does_not_rise, move_surroundings, weighted
from heapwise.records import Record

_MOST_WEIGHTED = 6  # components up to which all sums are tried


class Limit(Record):
    """A bound on a sum of components: `weights . x <= most`; no weight is negative."""

    weights: tuple[int, ...]
    most: int

    @property
    def room(self) -> Linear:
        """How far a position is below the limit."""
        return -weighted(self.weights) + self.most


def keeps(game: GroundGame, highs: Sequence[int | None], limits: Sequence[Limit]) -> bool:
    """Is it shown that no move leaves the positions with these upper bounds and limits?"""
    return game.is_closed_kind and all(_move_keeps(game, move, highs, limits) for move in game.moves)


def _move_keeps(game: GroundGame, move: GroundMove, highs: Sequence[int | None], limits: Sequence[Limit]) -> bool:
    around = move_surroundings(game, move, highs, (limit.room for limit in limits))
    bounds = [-Linear.variable(i) + high for i, high in enumerate(highs) if high is not None]
    if move.result is None:
        written = set(move.written)
        rooms = [room for room in bounds if room.variables[0] in written]
        inside = all(around.is_shown(room.substitute(dict(move.updates))) for room in rooms)
        return inside and all(_keeps_limit(around, move, limit) for limit in limits)
    rooms = [*bounds, *(limit.room for limit in limits)]
    new = [dict(enumerate(target.components)) for target in move.result]
    return all(around.is_shown(room.substitute(values)) for values in new for room in rooms)


def _keeps_limit(around: Surroundings, move: GroundMove, limit: Limit) -> bool:
    if does_not_rise(around, move, weighted(limit.weights)):
        return True
    return around.is_shown(limit.room.substitute(dict(move.updates)))


def never_raises(game: GroundGame, weights: Sequence[int]) -> bool:
    """Is it shown that no move raises a sum of components?"""
    form = weighted(weights)
    for move in game.moves:
        around = move_surroundings(game, move)
        if move.result is None:
            if not does_not_rise(around, move, form):
                return False
            continue
        drops = (form - form.substitute(dict(enumerate(target.components))) for target in move.result)
        if not all(map(around.is_shown, drops)):
            return False
    return True


def falling_sums(game: GroundGame) -> Iterator[tuple[int, ...]]:
    """The sums of components, each counted once or not, that no move raises."""
    size = game.size
    counts = range(1, size + 1) if size <= _MOST_WEIGHTED else (1, 2, size)
    for count in counts:
        for chosen in combinations(range(size), count):
            weights = tuple(int(i in chosen) for i in range(size))
            if never_raises(game, weights):
                yield weights
