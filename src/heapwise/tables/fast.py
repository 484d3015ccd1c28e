"""Large tables by the engine's kernels; where they do not take the game nothing is said."""

from __future__ import annotations

from contextlib import suppress
from math import prod
from typing import TYPE_CHECKING, Any

from heapwise import arrays
from heapwise.arrays import np
from heapwise.model.compounds import flat
from heapwise.model.conditions import TRUE
from heapwise.reference.conventions import Fold, Grundy, Orders, Play
from heapwise.rules.game import Game, Rules
from heapwise.tables.boxes import ILLEGAL, TableBox
from heapwise.tables.table import narrowest

if TYPE_CHECKING:
    import numpy.typing as npt

    from heapwise.engine.grid import Grid
    from heapwise.engine.memory import Memory

FEW = 3_000  # positions times heaps, roughly options: the interpreter is done with so few before the engine is loaded


def is_candidate(rules: Rules, box: TableBox, play: Play) -> bool:
    """May the engine be asked? It knows games of numbers, and tables that are worth its start."""
    is_plain = arrays.are_here() and isinstance(rules, Game) and not flat(rules).layout.has_positions
    return is_plain and len(box) * sum(box.highs) >= FEW and not isinstance(play.outcome, Orders)


def is_taken(rules: Rules, box: TableBox, play: Play) -> bool:
    """Will the kernel be asked, and can it read the game?"""
    if not is_candidate(rules, box, play):
        return False
    from heapwise.engine.grid import Refused
    from heapwise.engine.grid.models import model_for

    assert isinstance(rules, Game)
    try:
        model_for(flat(rules), box.highs)
    except Refused:
        return False
    return True


def bytes_for(rules: Rules, box: TableBox, want: str, play: Play) -> float:
    """About how much memory a table takes that the engine makes."""
    from heapwise.engine.grid import bytes_of
    from heapwise.engine.p_positions import are_found

    assert isinstance(rules, Game)
    rules = flat(rules)
    cells = prod(float(high + 1) for high in box.highs)
    if _may_be_flags(rules, want, play):
        handed = cells * (1.15 if want == "p" else 2.15)  # bits, and a byte for each that is handed over
        are_rows = are_found(rules, box.highs, play.fold("P"))
        return handed if are_rows else handed + bytes_of(rules, box.highs, play.fold("P"))
    is_copied = any(rules.layout.lows)
    return bytes_of(rules, box.highs, fold_of(want, play)) + cells * (2 if is_copied else 0)


def seconds_for(rules: Rules, box: TableBox, want: str, play: Play) -> float:
    """About how long the engine fills a table, on the machine of its figures: the same on every machine."""
    from heapwise.engine.grid.solving import ways

    assert isinstance(rules, Game)
    return min(way.work for way in ways(flat(rules), box.highs, fold_of(want, play)))


def fast_values(
    rules: Rules, box: TableBox, want: str, play: Play, memory: Memory | None = None
) -> tuple[npt.NDArray[Any], int] | None:
    """The values of a box and what stands there where there is none; None if the engine does not take the game."""
    if not is_candidate(rules, box, play):
        return None
    from heapwise.engine.grid import Refused, solve

    assert isinstance(rules, Game)
    rules = flat(rules)
    try:
        found = _flags(rules, box, want, play, memory)
        if found is None:
            grid = solve(rules, box.highs, fold_of(want, play), memory=memory)
            found = _of_grid(grid, box, want, play)
    except Refused:
        return None
    cells, nothing = found
    return cells[tuple(box.fixed.get(i, slice(None)) for i in range(len(box.axes)))], nothing


def _flags(
    game: Game, box: TableBox, want: str, play: Play, memory: Memory | None
) -> tuple[npt.NDArray[Any], int] | None:
    """Of two players, who wins at every position of a box without holes: the P-positions are found sooner than values.
    None where that is not so."""
    from heapwise.engine.grid import Refused
    from heapwise.engine.p_positions import p_positions

    if not _may_be_flags(game, want, play):
        return None
    with suppress(Refused):
        is_p = p_positions(game, box.highs, play.fold("P"), memory=memory).dense()
        return (is_p if want == "p" else ~is_p).view(np.uint8), ILLEGAL
    return None


def _may_be_flags(game: Game, want: str, play: Play) -> bool:
    """Is it asked who wins, at positions all of which are legal?"""
    from heapwise.engine.grid.models import moves_of

    is_asked = want in ("p", "outcome") and play.players == 2 and not any(game.layout.lows)
    return is_asked and moves_of(game).legal == TRUE


def _of_grid(grid: Grid, box: TableBox, want: str, play: Play) -> tuple[npt.NDArray[Any], int]:
    """The part of the engine's table that is asked for. It is not copied where its axes begin at 0, too."""
    wanted = tuple(slice(high + 1 - low) for high, low in zip(box.highs, grid.lows, strict=True))
    part, nothing = grid.values[wanted], grid.nothing
    meant = meaning_of(part, want, play, grid.fold)
    if meant is part and not any(grid.lows):
        return part, nothing
    is_known = part != nothing
    kind = narrowest(int(np.max(meant, where=is_known, initial=0)), has_illegal=True)
    values = np.full(tuple(high + 1 for high in box.highs), ILLEGAL, kind)
    np.copyto(values[tuple(slice(low, None) for low in grid.lows)], meant, where=is_known, casting="unsafe")
    return values, ILLEGAL


def fold_of(want: str, play: Play) -> Fold:
    """What the kernel computes. In normal play outcomes come from Grundy values, which add over sums."""
    if want in ("grundy", "remoteness"):
        return play.fold(want[0].upper())
    return Grundy() if play.is_normal else play.fold("P" if want == "p" else "W")


def meaning_of(values: npt.NDArray[Any], want: str, play: Play, fold: Fold | None = None) -> npt.NDArray[Any]:
    """The numbers of our tables from those of the kernel's, which are those of a fold if it is not the usual one."""
    if want in ("grundy", "remoteness") or play.players > 2:
        return values
    is_previous = values == 0 if isinstance(fold or fold_of(want, play), Grundy) else values != _best(play)
    found: npt.NDArray[Any] = (is_previous if want == "p" else ~is_previous).view(np.uint8)
    return found


def _best(play: Play) -> int:
    assert not isinstance(play.outcome, Orders)
    return play.outcome.seats[0]
