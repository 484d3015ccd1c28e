"""The door: a game, a box and a convention in, its P-positions out, or the reason why not."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heapwise.engine.grid.grid import Grid, Limits, Refused
from heapwise.engine.grid.planned import is_closed, is_worth_it, plan_for
from heapwise.engine.grid.solve import small_grid
from heapwise.engine.jit import compiled_function, functions_of, is_compiled
from heapwise.engine.kernels.shape import UNROLLED
from heapwise.engine.losing.losing import Losing, rows_in, words_of
from heapwise.engine.losing.rows import rows_of
from heapwise.engine.losing.source import VERSION, source_of
from heapwise.engine.losing.sums import source_of_sums
from heapwise.engine.losing.words import PLAIN, compiled
from heapwise.engine.memory import Memory, size_text
from heapwise.engine.plan import Plan, sorted_plan
from heapwise.model.conditions import TRUE
from heapwise.rules.conventions import Fold, Preference
from heapwise.rules.game import Game

Tick = Callable[[], None]

_SLICE = 0.1  # seconds
_BY_HAND = 20_000  # words of rows that are filled without a compiler


@dataclass(frozen=True)
class Kernel:
    """`sizes` gives the words of the families for the sides of a table, `fill` fills rows, of so many `words` unless
    that is 0. If it `is_single`, a row has at most one P-position."""

    plan: Plan
    is_single: bool
    words: int
    sizes: Callable[..., tuple[int, ...]]
    fill: Callable[..., None]


def p_positions(game: Game, highs: tuple[int, ...], fold: Fold, tick: Tick = lambda: None) -> Losing:
    """The P-positions with components up to `highs`; raises `Refused`.

    `fold` says who wins: normal or misere play of two. `tick` is called several times a second and may raise to stop
    the work.
    """
    if not isinstance(fold, Preference) or len(fold.seats) != 2:
        raise Refused("P-positions are those of two players")
    return _filled(*_prepared(game, highs, fold), tick)


@lru_cache(256)
def _prepared(game: Game, highs: tuple[int, ...], fold: Preference) -> tuple[Kernel, tuple[int, ...]]:
    """A kernel that may be trusted, and the sides of the table."""
    found = plan_for(game, fold)
    if found is None or not found.size or not is_closed(found, highs, ()):
        raise Refused("the options follow no plan, or lead out of the box")
    sides = tuple(max(0, high - low + 1) for low, high in zip(found.game.lows, highs, strict=True))
    in_order = (sorted_plan(found) if len(set(sides)) == 1 else None) or found
    words = words_of(found, sides)
    is_large = is_compiled() and rows_in(found, sides) * words > _BY_HAND
    kernel = _kernel(found, in_order, fold == Preference((1, 0)), words if words <= UNROLLED else 0, is_large)
    _compare(kernel, small_grid(game, fold))
    return kernel, sides


def losing_grid(game: Game, highs: tuple[int, ...], fold: Fold, limits: Limits = (), tick: Tick = lambda: None) -> Grid:
    """The outcomes of a box as a table, by way of its P-positions; raises `Refused` where other ways do as well."""
    found = plan_for(game, fold)
    if found is None or limits or found.game.legal != TRUE or not is_worth_it(found, highs):
        raise Refused("the table comes from elsewhere")
    losing = p_positions(game, highs, fold, tick)
    assert isinstance(fold, Preference)
    best, other = fold.seats
    values = np.where(losing.dense(), np.uint8(other), np.uint8(best))
    return Grid(game, fold, found.game.lows, values, -1)


@cache
def _kernel(found: Plan, in_order: Plan, misere: bool, words: int, is_large: bool) -> Kernel:
    """The kernel of rows as they lie, or else of sorted ones."""
    plan, is_single = found, False
    try:
        rows = rows_of(found, misere=misere)
        source, is_single = source_of(rows, words), rows.is_single
    except Refused as reason:
        plan, words = in_order, 0
        try:
            source = source_of_sums(in_order, misere=misere)
        except Refused:
            raise reason from None
    module = functions_of(source, VERSION, compiled() if is_large else PLAIN, is_kept=is_large)
    fill = compiled_function(module.fill) if is_large else module.fill
    return Kernel(plan, is_single, words, module.sizes, fill)


def _filled(kernel: Kernel, sides: tuple[int, ...], tick: Tick) -> Losing:
    """All rows, in slices that take a fraction of a second each."""
    plan, words = kernel.plan, kernel.words or words_of(kernel.plan, sides)
    entries = rows_in(plan, sides) * (1 if kernel.is_single else words)
    kind: type = np.int64 if not kernel.is_single else np.int16 if max(sides) < 1 << 15 else np.int32
    lengths = kernel.sizes(*sides, words)
    needed = entries * np.dtype(kind).itemsize + 8 * sum(lengths)
    if not Memory().holds(needed):
        raise Refused(f"the rows would take {size_text(needed)}")
    table: NDArray[Any] = np.full(entries, -int(kernel.is_single), dtype=kind)
    sets = tuple(np.zeros(max(1, length), dtype=np.int64) for length in lengths)
    steps = (sides[plan.order.axes[0]] if plan.size > 1 else 1) if all(sides) else 0
    at, size = 0, 1
    while at < steps:
        tick()
        started = time.monotonic()
        kernel.fill(at, min(steps, at + size), sides, words, table, sets)
        at += size
        if time.monotonic() - started < _SLICE:
            size *= 2
    return Losing(plan, sides, table, kernel.is_single, words)


_COMPARED: set[tuple[Any, Any]] = set()


def _compare(kernel: Kernel, small: Grid) -> None:
    """Before a kernel is trusted, it finds the P-positions of a small table that is known to be right."""
    if (kernel, small.fold) in _COMPARED:
        return
    _COMPARED.add((kernel, small.fold))
    assert isinstance(small.fold, Preference)
    found = _filled(kernel, small.values.shape, lambda: None).dense()
    wanted = small.values != small.fold.seats[0]
    if not np.array_equal(found[small.is_known], wanted[small.is_known]):
        raise AssertionError(f"rows and list of options disagree on a small table of {small.game.text}")
