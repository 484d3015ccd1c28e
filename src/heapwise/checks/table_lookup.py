"""Values of positions for whole columns at once: what formulas leave open is looked up in tables.

Rows that no table knows are marked as unknown; whoever asked looks at them one by one.
"""

from collections.abc import Sequence
from functools import reduce
from typing import TYPE_CHECKING

from heapwise.arrays import Array, np
from heapwise.claims.column_batches import Legality, Slab
from heapwise.claims.position_values import Values, settling
from heapwise.formulas import HoleOf
from heapwise.reference.conventions import Fold, Orders, Play, Remoteness
from heapwise.rules.game import Game

if TYPE_CHECKING:
    from heapwise.engine.grid import Grid

Filled = tuple[Array, Array | None]


class TableLookup:
    """Fills the holes of formulas under one play from the tables of a run."""

    def __init__(self, values: Values, play: Play) -> None:
        self.values, self.play = values, play
        self._answers: dict[tuple[str, Fold], Array] = {}
        self._legality: dict[Game, Legality] = {}

    def __call__(self, hole: HoleOf, states: Sequence[Sequence[Array]], player: Array | None) -> Filled:
        """The values of a hole at all rows, and the rows at which no table knows it."""
        rows = states[0][0].shape if states and states[0] else ()
        if hole.question == "legal" and len(hole.games) == 1:
            return self._legal(hole.games[0], states[0]), None
        if hole.question not in ("G", "P", "N", "W", "R") or player is not None or not hole.games:
            return _nothing(rows)
        for fold in dict.fromkeys((self.play.fold(hole.question), settling(self.play, hole.question))):
            if not isinstance(fold, Orders) and (fold.adds or len(hole.games) == 1):
                pairs = list(zip(hole.games, states, strict=True))
                grids = [self._grid(game, columns, fold) for game, columns in pairs]
                tables = [grid for grid in grids if grid is not None]
                if len(tables) == len(pairs):
                    return self._looked_up(hole.question, fold, tables, states)
        return _nothing(rows)

    def _looked_up(
        self, question: str, fold: Fold, grids: "list[Grid]", states: Sequence[Sequence[Array]]
    ) -> tuple[Array, Array]:
        """The answers for sums of positions, one table for each component."""
        found = [_stored(grid, columns) for grid, columns in zip(grids, states, strict=True)]
        stored = reduce(np.bitwise_xor, (values for values, _ in found))
        missing = reduce(np.bitwise_or, (marks for _, marks in found))
        return self._meaning(question, fold, stored), missing

    def _grid(self, game: Game, columns: Sequence[Array], fold: Fold) -> "Grid | None":
        """A table that has the positions of some rows, if it is not much larger than what is asked."""
        if game.layout.has_positions:
            return None
        inside = reduce(np.bitwise_and, (c >= low for c, low in zip(columns, game.layout.lows, strict=True)))
        if not inside.any():
            return self.values.grid(game, fold)
        return self.values.grid_upto(game, fold, tuple(int(c[inside].max()) for c in columns))

    def _meaning(self, question: str, fold: Fold, stored: Array) -> Array:
        """The answers to a question from what tables store."""
        if question == "G":
            return stored
        known = self._answers.get((question, fold), np.zeros(0, np.int64))
        top = int(stored.max(initial=0))
        if top >= len(known):
            asked = [self._answer(question, fold, value) for value in range(2 * top + 1)]
            known = self._answers[question, fold] = np.array(asked, np.int64)
        return known[stored]

    def _answer(self, question: str, fold: Fold, stored: int) -> int:
        value = fold.after(stored) if isinstance(fold, Remoteness) else stored
        settled = value if fold == self.play.fold(question) else int(value == 0)
        return int(self.play.answer(question, settled))

    def _legal(self, game: Game, columns: Sequence[Array]) -> Array:
        """Are the rows legal positions of a game?"""
        layout, slab = game.layout, Slab(tuple(columns))
        found = np.ones(slab.rows, np.bool_)
        for column, low, high in zip(columns, layout.lows, layout.highs, strict=True):
            found &= column >= low if high is None else (column >= low) & (column <= high)
        legality = self._legality.setdefault(game, Legality(game))
        inside = np.flatnonzero(found)
        marks = legality.of(slab.take(inside)) if len(inside) else None
        if marks is not None:
            found[inside] = marks
        return found


def _stored(grid: "Grid", columns: Sequence[Array]) -> tuple[Array, Array]:
    """What a table has at some rows, 0 at those that it lacks, with marks."""
    inside = np.ones(len(columns[0]), np.bool_)
    index = np.zeros(len(columns[0]), np.int64)
    for column, low, size in zip(columns, grid.lows, grid.values.shape, strict=True):
        place = column - low
        inside &= (place >= 0) & (place < size)
        index = index * size + place
    found = grid.values.reshape(-1)[np.where(inside, index, 0)].astype(np.int64)
    inside &= found != grid.nothing
    return np.where(inside, found, 0), ~inside


def _nothing(rows: tuple[int, ...]) -> tuple[Array, Array]:
    return np.zeros(rows, np.int64), np.ones(rows, np.bool_)
