"""The ways to fill a table, and what each of them will cost: the cheapest one is taken, what has to be compiled or
loaded for it included."""

from collections import defaultdict
from collections.abc import Sequence
from enum import Enum
from itertools import cycle
from math import prod

from heapwise.engine import costs
from heapwise.engine.grid.grid import SumLimits
from heapwise.engine.grid.planned import prepared, source_for
from heapwise.engine.jit import is_compiled, is_kept, is_made, seconds_to_start
from heapwise.engine.kernels.widths import FillTask, first_width
from heapwise.engine.levels import come_by_levels
from heapwise.engine.plan import ListedOptions, Plan
from heapwise.errors import HeapwiseError
from heapwise.model.ground import GroundGame, GroundMove
from heapwise.records import Record
from heapwise.rules.game import Game
from heapwise.terms.budget import BUDGET, OPTION

_GUARDED = 5  # times as long where amounts have guards
_MOST_WALKED = 1 << 17  # values, at one position
_SAMPLE = ((2, 2), (3, 1), (1, 3))  # positions that are asked, in quarters of the sides, in turn for all components


class FillWay(Enum):
    """What fills a table."""

    LEVELS = "numpy, all positions of one total at once"
    KERNEL = "a kernel of the game's own"
    INTERPRETER = "the interpreter"


class WayCost(Record):
    """A way, the seconds until it can begin, and those that it takes then."""

    way: FillWay
    start: float
    work: float

    @property
    def seconds(self) -> float:
        """All of them."""
        return self.start + self.work


def ways_of_plan(task: FillTask, limits: SumLimits) -> list[WayCost]:
    """The ways that may be tried for what a plan is to do."""
    words, plan = first_width(task).words, task.plan
    listed = looked_up(plan, task.sides)
    by_levels = []
    if all(map(come_by_levels, plan.parts)):
        by_levels = [WayCost(FillWay.LEVELS, 0, costs.seconds_by_levels(plan, task.sides, words, listed))]
    if not is_compiled() or len(task.sides) > costs.MOST_LOOPS:
        return by_levels
    work = prod(task.sides) * (costs.seconds_to_value(plan.parts, words) + listed * costs.OPTION)
    least = seconds_to_start(0, is_kept=True) - _SPENT[plan.game.game]
    if any(way.work <= least for way in by_levels):
        return by_levels  # nothing on disk needs to be looked for
    return [*by_levels, WayCost(FillWay.KERNEL, _start_of_kernel(task, limits), work)]


def _start_of_kernel(task: FillTask, limits: SumLimits) -> float:
    task = prepared(task, limits)
    source = source_for(task)
    if is_made(source):
        return 0
    start = seconds_to_start(costs.seconds_to_compile(task.plan), is_kept=is_kept(source))
    return max(0, start - _SPENT[task.plan.game.game])


_SPENT: dict[Game, float] = defaultdict(float)  # seconds


def spend(game: Game, seconds: float) -> None:
    """Take note of what the tables of a game have cost without a kernel. One is made when they have cost as much as it
    does: so many small tables never take more than twice the time that they might."""
    _SPENT[game] += seconds


def looked_up(found: Plan, sides: Sequence[int]) -> float:
    """About how many options of a position are looked up in the mean; of one that is a sum every component."""
    samples = _samples(found.game, sides)
    moves = (part.move for part in found.parts if isinstance(part, ListedOptions))
    return sum(_options(move, samples) * max(1, len(move.result or ())) for move in moves)


def seconds_to_interpret(model: GroundGame, sides: Sequence[int]) -> float:
    """About how long the interpreter takes for all positions of a box."""
    samples = _samples(model, sides)
    tried = sum(
        _options(move, samples) * (costs.INTERPRETED_OPTION + len(move.result or ()) * costs.INTERPRETED_COMPONENT)
        for move in model.moves
    )
    return prod(sides) * (costs.INTERPRETED_POSITION + tried)


def seconds_to_walk(model: GroundGame, sides: Sequence[int]) -> float:
    """About how long the interpreter walks through what rules choose from: `s in 1..n where s in S` leaves few options
    of many values. That is seen at the last position of the box."""
    top = tuple(low + side - 1 for low, side in zip(model.lows, sides, strict=True))
    if not model.game.is_legal(top):
        return 0
    try:
        options, values = BUDGET.within(_MOST_WALKED, lambda: model.game.options(top))
        values = max(0, values - (OPTION + 1) * len(options))
    except HeapwiseError:
        values = _MOST_WALKED
    return prod(sides) * values / 2 * costs.INTERPRETED_VALUE


def _samples(model: GroundGame, sides: Sequence[int]) -> list[list[int]]:
    """Some positions of a box."""
    lows = model.lows
    return [[low + side * part // 4 for low, side, part in zip(lows, sides, cycle(p), strict=False)] for p in _SAMPLE]


def _options(move: GroundMove, samples: Sequence[list[int]]) -> float:
    """How many amounts are gone through at a position in the mean: inner ones as often as in the middle of the outer
    ones; guards on them count as some more."""
    return sum(_amounts(move, state) for state in samples) / len(samples)


def _amounts(move: GroundMove, state: list[int]) -> int:
    values, count, all_of_them = list(state), 1, 1
    for amount in move.amounts:
        among = amount.range(values)
        count *= len(among)
        all_of_them += count
        values.append((among.start + among.stop) // 2)
    return all_of_them * (_GUARDED if any(move.guards_by_level(len(state))[1:]) else 1)
