"""A line of moves as a Python function: all positions that it leads to, before anybody asks whether they are legal."""

from collections.abc import Callable
from typing import Any

from heapwise.errors import Diagnostic, HeapwiseError
from heapwise.rules.body import Move, Write
from heapwise.rules.heading import Places
from heapwise.rules.layout import Layout, PlaceName, entries_of
from heapwise.source import Place
from heapwise.terms.budget import BUDGET, OPTION
from heapwise.terms.evaluate import Compiler, Compute, Frame
from heapwise.terms.position import Position, State
from heapwise.terms.types import Tuple, Vector
from heapwise.terms.values import show

Changes = list[tuple[int, Any]]  # component number and new value, one for each component that is written
Found = Callable[[State | Position, Changes], None]
Locate = Callable[[Frame], Any]  # a component number inside a variable, or several
RunMove = Callable[[Frame, State, Found], None]


def compile_move(move: Move, layout: Layout, places: tuple[Places, ...], compiler: Compiler) -> RunMove:
    """The function that finds what a move leads to from a loaded frame and its state."""
    walk, place = compiler.walk(move.steps), Place(compiler.source, move.new_span)
    if move.result is not None:
        result = compiler.compile(move.result)

        def run_whole(frame: Frame, state: State, found: Found) -> None:
            def visit_whole(f: Frame) -> None:
                BUDGET.spend(OPTION, place)
                found(result(f), [])

            walk(frame, visit_whole)

        return run_whole

    first, *others = [_writer(w, layout, places[w.variable], compiler) for w in move.writes]

    def run(frame: Frame, state: State, found: Found) -> None:
        def visit(f: Frame) -> None:
            BUDGET.spend(OPTION, place)
            changes = first(f) if not others else [*first(f), *(change for writer in others for change in writer(f))]
            new = list(state)
            for index, value in changes:
                new[index] = value
            if len(changes) > 1 and len(dict(changes)) < len(changes):
                _overlap(place, layout, changes, state)
            found(tuple(new), changes)

        walk(frame, visit)

    return run


def _overlap(place: Place, layout: Layout, changes: Changes, state: State) -> None:
    indices = [index for index, _ in changes]
    twice = next(i for i in indices if indices.count(i) > 1)
    values: dict[str, object] = {"component": layout.labels[twice], "position": layout.text(state)}
    raise HeapwiseError(Diagnostic("E020", place, values))


def _writer(write: Write, layout: Layout, place: Places, compiler: Compiler) -> Callable[[Frame], Changes]:
    """What one `place -> new` writes."""
    variable, offset = layout.variables[write.variable], layout.offsets[write.variable]
    where = Place(compiler.source, write.span)
    locate = _locator(write, variable, place, compiler)
    value = compiler.compile(write.value)

    def writer(frame: Frame) -> Changes:
        indices = locate(frame)
        new = value(frame)
        if isinstance(indices, int):
            return [(offset + indices, new)]
        entries = tuple(entries_of(new)) if type(new) is tuple else (new,) * len(indices)
        if len(entries) != len(indices):
            raise HeapwiseError(Diagnostic("E055", where, {"wanted": len(indices), "found": len(entries)}))
        return list(zip([offset + i for i in indices] if offset else indices, entries, strict=True))

    return writer


def _locator(write: Write, variable: PlaceName, place: Places, compiler: Compiler) -> Locate:
    """A component number inside the variable, or several, as a function of the frame."""
    where = Place(compiler.source, write.span)
    indices = tuple(compiler.compile(i) for i in write.indices)
    cyclic = isinstance(place.type, Vector) and place.type.cyclic
    if variable.shape is None:
        return lambda frame: 0
    if isinstance(variable.shape, int):
        return _vector_locator(variable.shape, indices, write, cyclic, where)
    return _rows_locator(variable.shape, indices, write, cyclic, where)


def _vector_locator(length: int, indices: tuple[Compute, ...], write: Write, cyclic: bool, where: Place) -> Locate:
    if not indices:
        return lambda frame: range(length)
    (index,) = indices
    if not hasattr(write.indices[0].type, "item"):
        return lambda frame: _checked(index(frame), length, cyclic, where)
    return lambda frame: [_checked(i, length, cyclic, where) for i in index(frame)]


def _rows_locator(
    shape: tuple[int, ...], indices: tuple[Compute, ...], write: Write, cyclic: bool, where: Place
) -> Locate:
    starts = [sum(shape[:r]) for r in range(len(shape))]

    def row(index: Any) -> range:
        r = _checked(index, len(shape), cyclic, where)
        return range(starts[r], starts[r] + shape[r])

    def cell(index: Any, column: Any) -> int:
        cells = row(index)
        return cells[_checked(column, len(cells), cyclic, where)]

    if not indices:
        return lambda frame: range(sum(shape))
    if len(indices) == 2:
        first, second = indices
        if hasattr(write.indices[1].type, "item"):
            return lambda frame: [cell(first(frame), column) for column in second(frame)]
        return lambda frame: cell(first(frame), second(frame))
    (index,) = indices
    kind = write.indices[0].type
    if not hasattr(kind, "item"):
        return lambda frame: row(index(frame))
    if isinstance(kind.item, Tuple):
        return lambda frame: [cell(i, j) for i, j in index(frame)]
    return lambda frame: [c for i in index(frame) for c in row(i)]


def _checked(index: Any, length: int, cyclic: bool, where: Place) -> int:
    """An index counted from 0, or an error; on a circle every integer is an index."""
    if type(index) is int and length and (cyclic or 0 < index <= length):
        return (index - 1) % length
    raise HeapwiseError(Diagnostic("E019", where, {"index": show(index), "length": length}))
