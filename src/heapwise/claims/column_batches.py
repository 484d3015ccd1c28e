"""A region as columns of numbers, slab by slab, for whatever looks at many positions at once.

A slab has the legal positions of a part of the region, in lexicographic order, with an array for every component.
Regions whose components are positions of games, or numbers that no column holds, have no slabs.
"""

from collections.abc import Iterator
from itertools import count, takewhile
from math import prod
from typing import Any

from heapwise import arrays
from heapwise.arrays import Array, np
from heapwise.claims.region import Region
from heapwise.errors import HeapwiseError
from heapwise.formulas import NotExpressible, compile_formula, shapes_of
from heapwise.formulas.formula import AnyColumn
from heapwise.formulas.problems import Outgrows
from heapwise.numbers import UndefinedValue
from heapwise.records import Record, replace
from heapwise.rules.game import Game
from heapwise.rules.layout import Layout
from heapwise.terms import term as t
from heapwise.terms.evaluate import Compiler
from heapwise.terms.position import State
from heapwise.terms.types import TRUTH

ROWS = 1 << 16
_LARGEST = 1 << 61  # what a column may hold, with room for sums of a few


class Slab(Record):
    """Some positions: a column for every component."""

    columns: tuple[Array, ...]

    @property
    def rows(self) -> int:
        """How many positions there are."""
        return len(self.columns[0])

    def state(self, row: int) -> State:
        """One of the positions."""
        return tuple(int(column[row]) for column in self.columns)

    def take(self, which: Array) -> "Slab":
        """The positions of some rows, by number or by marks."""
        return Slab(tuple(column[which] for column in self.columns))

    def by_slot(self, slots: tuple[int, ...], layout: Layout | None) -> dict[int, AnyColumn]:
        """The columns as formulas want them: by slots of a frame, grouped into vectors and rows."""
        values: Any = self.columns if layout is None else layout.values(self.columns)
        return dict(zip(slots, values, strict=True))


def has_slabs(region: Region) -> bool:
    """Are the positions of a region plain numbers that fit into columns, and are there columns at all?"""
    is_plain = arrays.are_here() and (region.game is None or not region.game.layout.has_positions)
    is_array = 0 < len(region.lows) <= arrays.MOST_AXES
    return is_plain and not region.is_single and is_array and max(map(abs, region.highs)) < _LARGEST


def slabs(region: Region, rows: int = ROWS) -> Iterator[Slab]:
    """The legal positions of a region in slabs of about so many rows; a slab is never empty."""
    legal = Legality(region.game) if region.game is not None else None
    for slab in _boxes(region, rows):
        inside = _within(region, slab)
        found = slab if inside is None else slab.take(inside)
        if legal is not None and found.rows:
            marks = legal.of(found)
            found = found if marks is None else found.take(marks)
        if found.rows:
            yield found


def pieces(region: Region, first: int, last: int) -> Region:
    """The part of a region in which the first component lies between two values."""
    lows, highs = (first, *region.lows[1:]), (last, *region.highs[1:])
    return replace(region, lows=lows, highs=highs)


def _boxes(region: Region, rows: int) -> Iterator[Slab]:
    """The box around a region. The last components, as many as fit, are laid out once; the one before is cut."""
    sizes = [max(0, high - low + 1) for low, high in zip(region.lows, region.highs, strict=True)]
    if not prod(sizes):
        return
    inner = next(i for i in count(1) if i == len(sizes) or prod(sizes[i:]) <= rows)
    block = prod(sizes[inner:])
    whole = [a.reshape(-1) for a in np.indices(sizes[inner:], np.int64)]
    tail = [part + low for part, low in zip(whole, region.lows[inner:], strict=True)]
    cut, step = inner - 1, max(1, rows // block)
    for prefix in _prefixes(region, cut):
        for start in range(region.lows[cut], region.highs[cut] + 1, step):
            values = np.arange(start, min(start + step, region.highs[cut] + 1), dtype=np.int64)
            head = [np.full(len(values) * block, value, np.int64) for value in prefix]
            yield Slab((*head, values.repeat(block), *(np.tile(part, len(values)) for part in tail)))


def _prefixes(region: Region, length: int) -> Iterator[State]:
    """The values of the first components; those that no total allows are left out."""
    if length == 0:
        yield ()
        return
    for prefix in _prefixes(region, length - 1):
        values = range(region.lows[length - 1], region.highs[length - 1] + 1)
        yield from takewhile(lambda p: _may_start(region, p), ((*prefix, value) for value in values))


def _may_start(region: Region, prefix: State) -> bool:
    return all(
        sum(prefix[i] if i < len(prefix) else region.lows[i] for i in indices) <= most
        for indices, most in region.totals
    )


def _within(region: Region, slab: Slab) -> Array | None:
    """The rows that the totals allow; None for all."""
    found: Array | None = None
    for indices, most in region.totals:
        total = sum((slab.columns[i] for i in indices), np.zeros((), np.int64))
        found = total <= most if found is None else found & (total <= most)
    return found


class Legality:
    """Which rows of a slab are legal positions of a game: by the formulas behind `legal`, or by asking the game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        body = game.schema.body
        compiler = Compiler(game.schema.source, game.known, game, body.frame.functions)
        self._formula = (
            compile_formula(t.Connective("and", tuple(body.legal), type=TRUTH), compiler, shapes_of(game))
            if body.legal
            else None
        )
        self._slots = tuple(place.slot for place in game.schema.places)

    def of(self, slab: Slab) -> Array | None:
        """Marks of the rows in legal position, for components in their ranges; None for all rows."""
        if self._formula is None:
            return None
        try:
            return self._formula.on_columns(slab.by_slot(self._slots, self.game.layout))
        except (NotExpressible, Outgrows, UndefinedValue, HeapwiseError):
            return np.array([self.game.is_legal(slab.state(row)) for row in range(slab.rows)], np.bool_)
