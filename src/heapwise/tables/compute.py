"""The values of a box. This is the seam: who computes faster takes the place of `compute`, and nothing else changes."""

from collections.abc import Callable
from typing import Any

from heapwise import arrays
from heapwise.arrays import np
from heapwise.engine.memory import Memory
from heapwise.engine.slices import Tick
from heapwise.errors import error
from heapwise.questions import Answers
from heapwise.reference.conventions import NORMAL, Orders, Play
from heapwise.rules.game import Rules
from heapwise.tables.boxes import ILLEGAL, TableBox, position_at
from heapwise.tables.fast import fast_values
from heapwise.tables.plain import PlainCells
from heapwise.tables.sequences import sequence_values
from heapwise.tables.sums import sum_values
from heapwise.tables.table import CellValues, Table, is_all_illegal, narrowed
from heapwise.terms.position import Position

WANTS = ("grundy", "outcome", "p", "remoteness")


def compute(
    rules: Rules, box: TableBox, want: str = "grundy", play: Play = NORMAL, tick: Tick | None = None,
    memory: "Memory | None" = None,
) -> Table:  # fmt: skip
    """The table of a box. Moves may lead out of the box: the positions there are looked at, too. Where the engine makes
    the table, what does not fit into `memory` is refused before it is begun."""
    if isinstance(play.outcome, Orders):
        raise error("E311", None, play=play.name)
    value = value_of(want, Answers(play, tick))
    if want != "outcome":
        play.fold("G" if want == "grundy" else "R" if want == "remoteness" else "P")  # refuses what has no meaning
    values: CellValues | None = sequence_values(rules, box, want, play, memory)
    nothing = ILLEGAL
    if values is None:
        values = sum_values(
            rules, box, want, play, memory, lambda game, part: compute(game, part, "grundy", play, tick, memory)
        )
    if values is None:
        found = fast_values(rules, box, want, play, memory)
        values, nothing = (_by_definition(rules, box, value), ILLEGAL) if found is None else found
    if is_all_illegal(values, nothing):
        raise error("E316", None, what=f"no position of {rules.text} is legal there")
    if nothing == ILLEGAL and not isinstance(values, PlainCells):
        values = narrowed(values)
    return Table(rules, play, want, box, values, nothing)


def _by_definition(rules: Rules, box: TableBox, value: Callable[[Position], int]) -> CellValues:
    positions = (position_at(rules, point) for point in box)
    found = [ILLEGAL if position is None else value(position) for position in positions]
    if not arrays.are_here():
        return PlainCells(found, box.shape)
    kind = np.int32 if max(found) < 2**31 else np.int64
    return np.array(found, dtype=kind).reshape(box.shape)


def value_of(want: str, answers: Answers) -> Callable[[Position], int]:
    """The question as a function from positions to numbers."""
    ways: dict[str, Callable[[Position], Any]] = {
        "grundy": answers.grundy,
        "remoteness": answers.remoteness,
        "p": lambda position: int(answers.is_previous(position)),
        "outcome": lambda position: _outcome(answers, position),
    }
    return ways[want]


def _outcome(answers: Answers, position: Position) -> int:
    if answers.play.players == 2:
        return int(not answers.is_previous(position))
    return int(answers.seat(position))
