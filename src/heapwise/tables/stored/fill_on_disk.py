"""Ways to fill an array on disk step by step: by a kernel of the game's own, or by the one that looks up every option.

What a filling remembers besides the entries is a few arrays, which can be kept and given back.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from math import prod
from typing import Any

from heapwise.arrays import Array, np
from heapwise.engine.grid import Refused
from heapwise.engine.grid.kernel import DONE, ILLEGAL, OUTSIDE, TOO_WIDE, UNKNOWN, fill, mark_illegal, workspace
from heapwise.engine.grid.listed import code_of, settings, strides, turns_of, wanted
from heapwise.engine.grid.planned import is_closed, plan_for, task_for
from heapwise.engine.grid.solving import small_grid
from heapwise.engine.kernels.load import kernel_of
from heapwise.engine.kernels.run import OutsideTable, Rooms, TableTooLarge, filled, steps_of
from heapwise.engine.kernels.widths import FillTask, Width, first_width
from heapwise.engine.memory import Memory
from heapwise.engine.plan import Plan
from heapwise.reference.conventions import Fold
from heapwise.rules.game import Game

_FIRST_WIDTH = 1 << 10
_STEP = 1 << 12  # entries that the kernel for all games fills in one step


class Filling(ABC):
    """Fills an array of entries from one step to the next. `width` is how large values may be, as data."""

    kind: str
    sides: tuple[int, ...]
    width: dict[str, Any]
    dtype: type
    nothing: int
    steps: int

    @abstractmethod
    def begin(self, table: Array) -> None:
        """Make an array of zeros ready for the first step."""

    @abstractmethod
    def run(self, start: int, stop: int, table: Array) -> bool:
        """Some steps; false when a value does not fit."""

    @abstractmethod
    def wider(self) -> Filling:
        """The same with room for larger values, from the first step on."""

    @abstractmethod
    def state(self) -> dict[str, Array]:
        """What has to be kept between steps."""

    @abstractmethod
    def restore(self, state: Mapping[str, Array]) -> None:
        """Go on from what was kept; another shape is a `ValueError`."""


def filling_for(game: Game, highs: tuple[int, ...], fold: Fold, memory: Memory, width: Any = None) -> Filling:
    """The filling for a box; raises `Refused` where there is none. `width` is one to begin with, as it was kept."""
    found = plan_for(game, fold)
    if found is not None and found.is_recognised and is_closed(found, highs, ()):
        return Planned(game, found, highs, fold, memory, width)
    return Listing(game, highs, fold, width)


def _sides(lows: tuple[int, ...], highs: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(max(0, high - low + 1) for low, high in zip(lows, highs, strict=True))


class Planned(Filling):
    """By the kernel that is made from the plan of the game."""

    kind = "plan"

    def __init__(
        self, game: Game, found: Plan, highs: tuple[int, ...], fold: Fold, memory: Memory, width: Any = None
    ) -> None:
        self._game, self._plan, self._highs, self._fold, self._memory = game, found, highs, fold, memory
        self.sides = _sides(found.game.lows, highs)
        self._task = task_for(found, self.sides, fold, ())
        self._width = first_width(self._task) if width is None else _width_of(width, first_width(self._task))
        self.width = {"words": self._width.words, "dtype": np.dtype(self._width.dtype).name}
        self.dtype, self.nothing = self._width.dtype, self._width.nothing
        self.steps = steps_of(found, self.sides)
        _agree(game, fold, found, self._width)
        kernel = kernel_of(found, self._width.shape(self._task.shape), is_compiled=self._task.is_compiled)
        try:
            self._rooms = Rooms(kernel, self.sides, self._width, memory.most, on_disk=True)
        except TableTooLarge as reason:
            raise Refused(str(reason)) from None

    def begin(self, table: Array) -> None:
        """Zeros are what the kernel starts with."""

    def run(self, start: int, stop: int, table: Array) -> bool:
        try:
            return self._rooms.fill(start, stop, table, self._task.best) == 0
        except OutsideTable:
            raise Refused("moves lead out of the box") from None

    def wider(self) -> Filling:
        wider = self._width.wider()
        data = {"words": wider.words, "dtype": np.dtype(wider.dtype).name}
        return Planned(self._game, self._plan, self._highs, self._fold, self._memory, data)

    def _arrays(self) -> dict[str, Array]:
        rooms = self._rooms
        sets = {f"sets{i}": part for i, part in enumerate(rooms.sets)}
        return sets | {f"hints{i}": part for i, part in enumerate(rooms.hints)} | {"marks": rooms.marks}

    def state(self) -> dict[str, Array]:
        return self._arrays()

    def restore(self, state: Mapping[str, Array]) -> None:
        arrays = self._arrays()
        if set(state) != set(arrays):
            raise ValueError("other sets of values were kept")
        for name, array in arrays.items():
            if state[name].shape != array.shape or state[name].dtype != array.dtype:
                raise ValueError("the sets of values have another size")
            array[:] = state[name]


def _width_of(data: Any, like: Width) -> Width:
    """The width that was kept; data of another shape is a `ValueError`."""
    names = {np.dtype(kind).name: kind for kind in (np.uint8, np.uint16, np.uint32)}
    if not isinstance(data, dict) or type(data.get("words")) is not int or data.get("dtype") not in names:
        raise ValueError("the width of the entries is not known")
    return replace(like, words=data["words"], dtype=names[data["dtype"]])


def _agree(game: Game, fold: Fold, found: Plan, width: Width) -> None:
    """A kernel has to give a small table, which was compared with the interpreter, before a large one is begun."""
    small = small_grid(game, fold)
    task: FillTask = task_for(found, small.values.shape, fold, ())
    values, _ = filled(task, width=width)
    if not np.array_equal(values[small.is_known], small.values[small.is_known]):
        raise AssertionError(f"kernel and list of options disagree on a small table of {game.text}")


class Listing(Filling):
    """By the kernel that looks up the options of every position; it needs nothing but the entries."""

    kind = "list"
    dtype = np.int32
    nothing = ILLEGAL

    def __init__(self, game: Game, highs: tuple[int, ...], fold: Fold, width: Any = None) -> None:
        self._game, self._highs, self._fold = game, highs, fold
        self._code, grounded = code_of(game, highs)
        small_grid(game, fold)
        lows = grounded.lows
        self.sides = _sides(lows, highs)
        self._box = np.array([lows, self.sides, strides(self.sides)], dtype=np.int64)
        self._turns = turns_of(game, self.sides)
        self._cells = prod(self.sides)
        self._room = _FIRST_WIDTH if width is None else int(width["values"])
        self.width = {"values": self._room}
        self.steps = -(-self._cells // _STEP)
        kind, ending, best = settings(fold, any(move.result is not None for move in grounded.moves))
        self._how = ending, best
        self._work = workspace(self._code, self._box, kind, wanted(fold), self._room)

    def begin(self, table: Array) -> None:
        table[:] = UNKNOWN
        none, values = np.zeros((0, len(self.sides)), dtype=np.int64), np.zeros(len(self.sides), dtype=np.int64)
        mark_illegal(self._code, self._box, values, table, none, np.zeros(0, dtype=np.int64))

    def run(self, start: int, stop: int, table: Array) -> bool:
        order = np.zeros(0, dtype=np.int64)
        end = min(self._cells, stop * _STEP)
        status = fill(self._code, self._box, self._turns, order, table, start * _STEP, end, *self._how, self._work)
        if status in (DONE, TOO_WIDE):
            return bool(status == DONE)
        words = "lead out of the box" if status == OUTSIDE else "do not lead to smaller numbers"
        raise Refused(f"moves {words}")

    def wider(self) -> Filling:
        return Listing(self._game, self._highs, self._fold, {"values": 4 * self._room})

    def state(self) -> dict[str, Array]:
        return {}

    def restore(self, state: Mapping[str, Array]) -> None:
        if state:
            raise ValueError("sets of values were kept, and none are needed")
