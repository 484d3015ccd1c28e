"""Every way that there is to value the positions of a box, each forced and not only chosen.

A way takes a case and gives a function from states to values, which is None where the way has none; or it does not
take the case (`None`, or it raises what engines raise for that). What ways there are is known here and nowhere else.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from heapwise.claims.position_values import Values
from heapwise.engine.far import FarValues
from heapwise.engine.grid import Refused, inconsistent, solve
from heapwise.engine.grid.grid import Grid, SumLimits
from heapwise.engine.grid.planned import Leaves, leveled_grid, task_for
from heapwise.engine.grid.solving import closed_region, small_grid
from heapwise.engine.jit import is_compiled
from heapwise.engine.kernels.run import OutsideTable, filled
from heapwise.engine.kernels.sum_kernel import filled_by_offers, has_offers
from heapwise.engine.kernels.widths import Width
from heapwise.engine.levels import NotByLevels
from heapwise.engine.memory import Memory
from heapwise.engine.p_positions import p_positions
from heapwise.engine.p_positions.bits import PPositions, words_of
from heapwise.engine.p_positions.run import by_rows, row_source
from heapwise.engine.plan import NoPlan, Plan, listed_plan, plan, sorted_plan
from heapwise.engine.sequences import Sequence, recognise
from heapwise.engine.steps import Steps
from heapwise.reference.conventions import Fold, Play, Preference, Remoteness
from heapwise.reference.interpreter import Interpreter
from heapwise.rules.game import Game
from heapwise.terms.position import Component, Position

State = tuple[int, ...]
Found = Callable[[State], Any]
Way = Callable[["Case"], Found | None]
NOT_FOR_THIS = (Refused, Leaves, NoPlan, OutsideTable, NotByLevels)  # how a way says that it does not take a game


@contextmanager
def kernels_as_python() -> Iterator[None]:
    """Inside, kernels that are made for one game are not compiled."""
    before = os.environ.get("HEAPWISE_KERNELS")
    os.environ["HEAPWISE_KERNELS"] = "python"
    is_compiled.cache_clear()
    try:
        yield
    finally:
        os.environ.pop("HEAPWISE_KERNELS")
        os.environ.update({} if before is None else {"HEAPWISE_KERNELS": before})
        is_compiled.cache_clear()


@dataclass(frozen=True)
class Case:
    """A game, a box and a convention, the play that it belongs to, and the values that are right."""

    game: Game
    highs: State
    fold: Fold
    play: Play
    right: Found

    @cached_property
    def plan(self) -> Plan:
        """What plans know of the game. Where values do not add, sums are left to the interpreter."""
        found = plan(self.game)
        if found.has_sums and not self.fold.adds:
            raise NoPlan("sums whose values do not add")
        return found

    @property
    def region(self) -> tuple[State, SumLimits]:
        """The box, or a larger region, that no move leaves."""
        found = closed_region(self.plan, self.game, self.highs, ())
        if found is None:
            raise Refused("no region is closed")
        return found

    @property
    def sides(self) -> State:
        """The sides of the region."""
        return tuple(high - low + 1 for high, low in zip(self.region[0], self.plan.game.lows, strict=True))

    def at(self, state: State) -> Position:
        """A position."""
        return Position((Component(self.game, state),))


def of_grid(grid: Grid) -> Found:
    """The values of a table."""
    return lambda state: grid.value(state) if grid.has(state) else None


def of_array(case: Case, values: Any, nothing: int) -> Found:
    """The values of an array over the region."""
    return of_grid(Grid(case.game, case.fold, case.plan.game.lows, values, nothing))


def chosen(case: Case) -> Found:
    """What the engine takes."""
    return of_grid(solve(case.game, case.highs, case.fold))


def definition(case: Case) -> Found:
    """The interpreter."""
    interpreter = Interpreter(case.fold)
    return lambda state: interpreter.value(case.at(state))


def product(case: Case) -> Found | None:
    """The interpreter, which looks at all positions of a sum."""
    if not case.fold.adds:
        return None
    interpreter = Interpreter(case.fold, as_product=True)
    return lambda state: interpreter.value(case.at(state)) if sum(state) <= 9 else None


def listed(case: Case) -> Found:
    """Option by option."""
    one_by_one = replace(listed_plan(case.plan.game), order=case.plan.order)
    task = task_for(one_by_one, case.sides, case.fold, case.region[1])
    return of_array(case, *filled(replace(task, is_compiled=False)))


def levels_listed(case: Case) -> Found:
    """Option by option, by numpy."""
    one_by_one, small = replace(listed_plan(case.plan.game), order=case.plan.order), small_grid(case.game, case.fold)
    return of_grid(leveled_grid(one_by_one, *case.region, case.fold, lambda: None, small, Memory()))


def kernel(width: Width | None, *, is_sorted: bool = False, is_made: bool = False) -> Way:
    """The kernel of the plan with sets of some width, run as Python or compiled."""

    def way(case: Case) -> Found | None:
        if width is not None and width.is_bits == isinstance(case.fold, Remoteness):
            return None
        task = replace(
            task_for(case.plan, case.sides, case.fold, case.region[1]), is_compiled=is_made and is_compiled()
        )
        if is_sorted:
            found = sorted_plan(case.plan)
            if found is None or case.region[1] or any(len({task.sides[i] for i in g}) > 1 for g in found.order.groups):
                return None
            task = replace(task, plan=found)
        return of_array(case, *filled(task, width=width))

    return way


def levels(case: Case) -> Found:
    """numpy, all positions of one total at once."""
    small = small_grid(case.game, case.fold)
    return of_grid(leveled_grid(case.plan, *case.region, case.fold, lambda: None, small, Memory()))


def offers(case: Case) -> Found | None:
    """What components offer by themselves."""
    task = replace(task_for(case.plan, case.sides, case.fold, case.region[1]), is_compiled=False)
    if isinstance(case.fold, Remoteness) or case.region[1] or not has_offers(task):
        return None
    values = filled_by_offers(task)
    return None if values is None else of_array(case, values, -1)


def _of_losing(case: Case, losing: PPositions) -> Found:
    assert isinstance(case.fold, Preference)
    best, other = case.fold.seats
    return lambda state: other if losing.has(state) else best


def _is_for_two(case: Case) -> bool:
    return isinstance(case.fold, Preference) and len(case.fold.seats) == 2 and not case.region[1]


def rows(words: int) -> Way:
    """P-positions in rows of bits, of so many words; 0: of any number."""

    def way(case: Case) -> Found | None:
        if not _is_for_two(case) or (words > 0 and words < words_of(case.plan, case.sides)):
            return None
        in_order = (sorted_plan(case.plan) if len(set(case.sides)) == 1 else None) or case.plan
        kernel = by_rows(row_source(case.plan, in_order, case.play.is_misere, words), False)
        return _of_losing(case, kernel.losing(case.sides, lambda: None))

    return way


def losing(case: Case) -> Found | None:
    """P-positions, the way that is chosen for them."""
    if not isinstance(case.fold, Preference) or len(case.fold.seats) != 2:
        return None
    return _of_losing(case, p_positions(case.game, case.highs, case.fold))


def far(case: Case) -> Found:
    """Single positions."""
    values = FarValues(case.fold)
    return lambda state: values.value(case.at(state))


def claims(case: Case) -> Found | None:
    """What claims are answered by, with a table prepared."""
    values = Values()
    question = {"Preference": "W", "Remoteness": "R"}.get(type(case.fold).__name__, "G")
    if question != "W" and not case.play.has_two_sides:
        return None
    values.prepare(case.game, case.highs, (question,), case.play)
    ask = values.asker(case.play)
    if question == "R":
        return lambda state: case.fold.after(ask("R", case.at(state), None))  # type: ignore[attr-defined]
    return lambda state: ask(question, case.at(state), None)


def sequence(case: Case) -> Found | None:
    """The values of one heap after another."""
    rule = recognise(case.game)
    if rule is None or isinstance(case.fold, Remoteness) or not (case.fold.adds or rule.takes_only):
        return None
    if not case.fold.adds and not isinstance(case.fold, Preference):
        return None
    values = Sequence(rule, None if case.fold.adds else case.play).values(case.highs[0])
    return lambda state: int(values[state[0]])


def given(case: Case) -> Found | None:
    """Right values are found consistent, by sets and option by option."""
    highs, limits = case.region
    if limits:
        return None
    lows, shape = case.plan.game.lows, case.sides
    values = np.full(shape, -1, dtype=np.int32)
    for index in np.ndindex(shape):
        state = tuple(i + low for i, low in zip(index, lows, strict=True))
        if case.game.is_legal(state):
            value = case.right(state)
            values[index] = value[1] if isinstance(value, tuple) else value
    found = Steps(case.game, lows, values.copy(), case.fold).part(lows[0], highs[0])
    assert found.wrong == 0, found
    assert found.leaving is None, found
    inside = inconsistent(case.game, highs, lambda first, stop: values[first:stop], case.fold)
    assert inside.count == 0, inside
    return case.right


WAYS: Mapping[str, Way] = {
    "interpreter": definition, "interpreter, sums as products": product, "chosen by the engine": chosen,
    "options one by one": listed, "options one by one, numpy": levels_listed,
    "kernel, one word": kernel(Width(1, np.uint8, has_nothing=True)),
    "kernel, two words": kernel(Width(2, np.uint8, has_nothing=True)),
    "kernel, sixteen words": kernel(Width(16, np.uint8, has_nothing=True)),
    "kernel, numbers": kernel(Width(2, np.uint8, has_nothing=True, is_bits=False)),
    "kernel, its own width": kernel(None),
    "kernel, sorted positions": kernel(None, is_sorted=True),
    "numpy by totals": levels, "offers": offers, "rows": rows(0), "rows of two words": rows(2),
    "P-positions": losing, "single positions": far, "claims": claims, "sequence": sequence, "given values": given,
}  # fmt: skip
COMPILED: Mapping[str, Way] = {
    "kernel, compiled": kernel(None, is_made=True),
    "kernel, compiled, sorted positions": kernel(None, is_sorted=True, is_made=True),
}
ONE_BY_ONE = frozenset({"interpreter", "interpreter, sums as products", "single positions", "claims"})
CHOSEN = frozenset({"chosen by the engine"})  # the interpreter, where nothing is compiled
