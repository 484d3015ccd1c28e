"""The entry point: a game and a box in, the values of all its positions out, or the reason why not."""

from contextlib import suppress
from functools import cache, lru_cache
from math import prod

from heapwise.arrays import MOST_AXES
from heapwise.engine import costs
from heapwise.engine.grid import planned
from heapwise.engine.grid.by_definition import defined_grid
from heapwise.engine.grid.choice import FillWay, WayCost, seconds_to_interpret, seconds_to_walk, spend, ways_of_plan
from heapwise.engine.grid.grid import Grid, Refused, SumLimits
from heapwise.engine.grid.models import moves_of
from heapwise.engine.grid.spots import check_spots
from heapwise.engine.levels import NotByLevels
from heapwise.engine.memory import Memory, interpreted
from heapwise.engine.plan import Plan
from heapwise.engine.slices import Tick
from heapwise.model.closure import Limit
from heapwise.model.ground import GroundGame
from heapwise.model.in_box import cases_in_box
from heapwise.model.regions import LegalRegion
from heapwise.records import replace
from heapwise.reference.conventions import Fold, Orders
from heapwise.rules.game import Game

_SMALL_BOARD = 300  # positions of the table by which every other way is tried before it is trusted
_BY_LEVELS = 60  # bytes that numpy takes for a position

Region = tuple[tuple[int, ...], SumLimits]  # the greatest values of the components, and limits of their sums


def solve(
    game: Game, highs: tuple[int, ...], fold: Fold, limits: SumLimits = (), tick: Tick = lambda: None,
    memory: Memory | None = None,
) -> Grid:  # fmt: skip
    """The values of all legal positions with components up to `highs` and sums of components below limits.

    If moves lead out of the box, a larger region that they stay in is filled. `tick` is called several times a second
    and may raise to stop the work. What does not fit into `memory` is refused with a message before it is begun; where
    there is no table for other reasons, `Refused` is raised.
    """
    memory = memory or Memory()
    for estimate in ways(game, highs, fold, limits):
        with suppress(planned.Leaves, NotByLevels):
            grid = _filled(estimate.way, game, highs, fold, limits, tick, memory)
            if estimate.way is FillWay.LEVELS:
                spend(game, estimate.work)
            if estimate.way is not FillWay.INTERPRETER:
                check_spots(game, highs, fold, grid.known)
            return grid
    raise Refused("no way to a table is known")


def bytes_of(game: Game, highs: tuple[int, ...], fold: Fold) -> float:
    """About how much memory a table takes in the way that will be taken; `Refused` where there is none."""
    best, sides = ways(game, highs, fold)[0], planned.sides_of(moves_of(game), highs)
    if best.way is FillWay.INTERPRETER:
        return interpreted(sides)
    if best.way is FillWay.LEVELS:
        return prod(sides) * _BY_LEVELS
    found, region = _planned(game, highs, fold, ())
    task = planned.task_for(found, planned.sides_of(found.game, region[0]), fold, region[1])
    return planned.planned_bytes(task, region[1])


def ways(game: Game, highs: tuple[int, ...], fold: Fold, limits: SumLimits = ()) -> list[WayCost]:
    """The ways to a table, the one that takes the least time first; `Refused` where a rule has no ground form."""
    if len(highs) > MOST_AXES:
        raise Refused("there are more heaps than a table has axes")
    if isinstance(fold, Orders):
        raise Refused("a position has a rank for each player, and a table one number for each position")
    model = moves_of(game)
    interpreter = WayCost(FillWay.INTERPRETER, 0, seconds_to_interpret(model, planned.sides_of(model, highs)))
    if not model.is_complete or (not fold.adds and any(move.result is not None for move in model.moves)):
        return [interpreter]
    if not model.is_linear and interpreter.work < _seconds_to_settle(model, highs):
        return [interpreter]
    if not model.is_closed_kind:
        raise Refused("moves lead to positions of other games")
    try:
        found, region = _planned(game, highs, fold, limits)
    except (planned.Leaves, Refused):
        return [interpreter]
    task = planned.task_for(found, planned.sides_of(found.game, region[0]), fold, region[1])
    others = ways_of_plan(task, region[1])
    if any(interpreter.work < way.seconds for way in others):
        walk = seconds_to_walk(model, planned.sides_of(model, highs))
        interpreter = replace(interpreter, work=interpreter.work + walk)
    return sorted([interpreter, *others], key=lambda way: way.seconds)


def _seconds_to_settle(model: GroundGame, highs: tuple[int, ...]) -> float:
    """Where some rule is not linear, all its cases in the box have to be tried before anything else is."""
    return cases_in_box(model, highs) * costs.INTERPRETED_POSITION


def _planned(game: Game, highs: tuple[int, ...], fold: Fold, limits: SumLimits) -> tuple[Plan, Region]:
    """A plan for the box, and a region around the box that no move is shown to leave; raises `Leaves`."""
    if moves_of(game).is_linear:
        found = planned.plan_for(game, fold)
        region = None if found is None else closed_region(found, game, highs, limits)
    else:
        found = plan_within(game, highs, fold)
        region = None if found is None or not planned.is_closed(found, highs, limits) else (highs, limits)
    if found is None or region is None:
        raise planned.Leaves
    return found, region


def plan_within(game: Game, highs: tuple[int, ...], fold: Fold) -> Plan | None:
    """A plan that holds in the box, and on the small board by which it is tried."""
    small = small_grid(game, fold)
    tops = (low + side - 1 for low, side in zip(small.lows, small.values.shape, strict=True))
    return planned.plan_in_box(game, tuple(map(max, highs, tops)), fold)


def _filled(
    way: FillWay, game: Game, highs: tuple[int, ...], fold: Fold, limits: SumLimits, tick: Tick, memory: Memory
) -> Grid:  # fmt: skip
    """The table in one way; raises `Leaves` or `NotByLevels` where it turns out to be none."""
    if way is FillWay.INTERPRETER:
        sides = planned.sides_of(moves_of(game), highs)
        memory.ask_for_box(sides, interpreted(sides) / max(1, prod(sides)))
        return defined_grid(game, highs, limits, fold, tick)
    found, region = _planned(game, highs, fold, limits)
    make = planned.leveled_grid if way is FillWay.LEVELS else planned.planned_grid
    return make(found, *region, fold, tick, small_grid(game, fold), memory)


@lru_cache(maxsize=1024)
def closed_region(found: Plan, game: Game, highs: tuple[int, ...], limits: SumLimits) -> Region | None:
    """The region, or a larger one, that is shown to be closed under moves; None where none is known."""
    if planned.is_closed(found, highs, limits):
        return highs, limits
    try:
        region = _larger(game, highs, limits)
    except Refused:
        return None
    return region if planned.is_closed(found, *region) else None


def _larger(game: Game, highs: tuple[int, ...], limits: SumLimits) -> Region:
    """Bounds and limits of a larger region that moves stay in."""
    larger = LegalRegion(game, highs, tuple(Limit(w, most) for w, most in limits)).enlarged()
    if larger is None or None in larger.highs:
        raise Refused("moves lead out of the region, and no larger one is known that they stay in")
    sums = tuple((limit.weights, limit.most) for limit in larger.limits)
    return tuple(h or 0 for h in larger.highs), sums


@cache
def small_grid(game: Game, fold: Fold) -> Grid:
    """A small table by the interpreter; nothing else is trusted before it gives the same."""
    model = moves_of(game)
    side = 0
    while prod(planned.sides_of(model, _highs(model, side + 1))) <= _SMALL_BOARD and side < 12:
        side += 1
    return defined_grid(game, *_small_region(game, _highs(model, side), fold), fold)


def _small_region(game: Game, highs: tuple[int, ...], fold: Fold) -> Region:
    """A box, or a larger region that no move leaves: plans know nothing of what is outside, and definitions do. Plans
    in a box hold nowhere else, so that closed regions are not looked for by these."""
    if moves_of(game).is_linear:
        found = planned.plan_for(game, fold)
        return (None if found is None else closed_region(found, game, highs, ())) or (highs, ())
    try:
        return _larger(game, highs, ())
    except Refused:
        return highs, ()


def _highs(model: GroundGame, side: int) -> tuple[int, ...]:
    bounds = zip(model.lows, model.highs, strict=True)
    return tuple(low + side if high is None else min(high, low + side) for low, high in bounds)
