"""Filling an array on disk step by step, by the kernel that is made from the plan of a game.

What a filling remembers besides the entries is a few arrays, which can be kept and given back.
"""

from collections.abc import Mapping
from typing import Any

from heapwise.arrays import Array, np
from heapwise.engine.grid import Refused
from heapwise.engine.grid.planned import compare, is_closed, plan_for, sides_of, task_for
from heapwise.engine.grid.solving import plan_within, small_grid
from heapwise.engine.kernels.load import kernel_of
from heapwise.engine.kernels.run import OutsideTable, Rooms, TableTooLarge, steps_of
from heapwise.engine.kernels.widths import Width, first_width
from heapwise.engine.memory import Memory
from heapwise.records import replace
from heapwise.reference.conventions import Fold
from heapwise.rules.game import Game


class Filling:
    """Fills an array of entries, zeros at first, from one step to the next. `width` is how large values may be, as
    data; `Refused` is raised where no kernel is known. `width` is one to begin with, as it was kept."""

    def __init__(self, game: Game, highs: tuple[int, ...], fold: Fold, memory: Memory, width: Any = None) -> None:
        self._job = game, highs, fold, memory
        found = plan_for(game, fold) or plan_within(game, highs, fold)
        if found is None or not is_closed(found, highs, ()):
            raise Refused("its options follow no plan, or lead out of the box")
        self.sides = sides_of(found.game, highs)
        self._task = task_for(found, self.sides, fold, ())
        self._width = first_width(self._task) if width is None else _width_of(width, first_width(self._task))
        self.width = _as_data(self._width)
        self.dtype, self.nothing = self._width.dtype, self._width.nothing
        self.steps = steps_of(found, self.sides)
        compare(self._task, fold, self._width, small_grid(game, fold))
        kernel = kernel_of(found, self._width.shape(self._task.shape), is_compiled=self._task.is_compiled)
        try:
            self._rooms = Rooms(kernel, self.sides, self._width, memory.most, on_disk=True)
        except TableTooLarge as reason:
            raise Refused(str(reason)) from None

    def run(self, start: int, stop: int, table: Array) -> bool:
        """Some steps; false when a value does not fit."""
        try:
            return self._rooms.fill(start, stop, table, self._task.best) == 0
        except OutsideTable:
            raise Refused("moves lead out of the box") from None

    def wider(self) -> "Filling":
        """The same with room for larger values, from the first step on."""
        return Filling(*self._job, _as_data(self._width.wider()))

    def state(self) -> dict[str, Array]:
        """What has to be kept between steps."""
        rooms = self._rooms
        sets = {f"sets{i}": part for i, part in enumerate(rooms.sets)}
        return sets | {f"hints{i}": part for i, part in enumerate(rooms.hints)} | {"marks": rooms.marks}

    def restore(self, state: Mapping[str, Array]) -> None:
        """Go on from what was kept; another shape is a `ValueError`."""
        arrays = self.state()
        if set(state) != set(arrays):
            raise ValueError("other sets of values were kept")
        for name, array in arrays.items():
            if state[name].shape != array.shape or state[name].dtype != array.dtype:
                raise ValueError("the sets of values have another size")
            array[:] = state[name]


def _as_data(width: Width) -> dict[str, Any]:
    return {"words": width.words, "dtype": np.dtype(width.dtype).name}


def _width_of(data: Any, like: Width) -> Width:
    """The width that was kept; data of another shape is a `ValueError`."""
    names = {np.dtype(kind).name: kind for kind in (np.uint8, np.uint16, np.uint32)}
    if not isinstance(data, dict) or type(data.get("words")) is not int or data.get("dtype") not in names:
        raise ValueError("the width of the entries is not known")
    return replace(like, words=data["words"], dtype=names[data["dtype"]])
