"""A published table beside the values of a game: a CSV file whose columns are the components by their names,
and G, P, N, W or R. A file that `heapwise table` wrote is one, too."""

import csv
from collections.abc import Iterator
from math import prod
from pathlib import Path
from typing import Any

from heapwise.claims.position_values import Values
from heapwise.clean import one_line
from heapwise.errors import HeapwiseError, error
from heapwise.outputs import note_read
from heapwise.records import Record, dataclass, field
from heapwise.reference.conventions import Play
from heapwise.rules.game import Game
from heapwise.tables.boxes import axes, position_at
from heapwise.terms.known_names import QUESTIONS
from heapwise.terms.position import Position

MOST_ROWS = 1_000_000
_MOST_SHOWN = 10
_MOST_BESIDE = 100  # positions of a table for every row that is compared
_LAST_COLUMN = {"grundy": "G", "outcome": "W", "p": "P", "remoteness": "R"}  # as `heapwise table` names it
_TRUTHS = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}


class PublishedRow(Record):
    """A line of the table: the components by the names of their columns, and the printed value."""

    line: int
    components: dict[str, int]
    question: str
    printed: Any

    def position(self, game: Game) -> Position | None:
        """The position of a game with these components; None where it has others, or this is no legal position."""
        labels = [axis.label for axis in axes(game)]
        if self.components.keys() != set(labels):
            return None
        try:
            return position_at(game, [self.components[label] for label in labels])
        except HeapwiseError:
            return None


@dataclass
class TableComparison:
    """What a comparison found."""

    game: Game
    play: Play
    compared: int = 0
    illegal: int = 0
    differences: list[tuple[PublishedRow, Position, Any]] = field(default_factory=list)

    def lines(self, path: Path) -> Iterator[str]:
        """The findings in words."""
        under = "" if self.play.is_normal else f" under {self.play}"
        skipped = f", no positions of it: {self.illegal}" if self.illegal else ""
        found = f"{self.compared} rows of {one_line(path)}, {len(self.differences)} differ{skipped}"
        yield f"{self.game.text}{under}: {found}"
        for row, position, value in self.differences[:_MOST_SHOWN]:
            here = self.game.layout.text(position[0].state)
            yield f"  line {row.line}: {row.question}({here}) is printed as {row.printed}, and is {value}"


def read_rows(path: Path) -> list[PublishedRow]:
    """The rows of a table; what cannot be read is an error with its line."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            note_read(path)
            return list(_rows(path, csv.reader(stream)))
    except (OSError, UnicodeDecodeError, csv.Error) as problem:
        raise error("E001", None, path=path, problem=problem) from None


def _rows(path: Path, lines: Iterator[list[str]]) -> Iterator[PublishedRow]:
    heading = [name.strip() for name in next(lines, [])]
    asked = [i for i, name in enumerate(heading) if name in QUESTIONS]
    if not asked and heading and heading[-1] in _LAST_COLUMN:
        asked = [len(heading) - 1]
        heading[-1] = _LAST_COLUMN[heading[-1]]
    if len(asked) != 1 or len(set(heading)) < len(heading):
        raise error("E080", None, path=path, heading=", ".join(heading)[:80])
    for number, entries in enumerate(lines, 2):
        if number > MOST_ROWS:
            raise error("E003", None, what="rows of a table", most=MOST_ROWS)
        if any(entry.strip() for entry in entries):
            yield _row(path, number, [e.strip() for e in entries], heading, heading[asked[0]])


def _row(path: Path, line: int, entries: list[str], heading: list[str], question: str) -> PublishedRow:
    try:
        found = dict(zip(heading, entries, strict=True))
        shown = found.pop(question).upper()
        question = "P" if question == "W" and shown in ("P", "N") else question
        components = {name: int(entry) for name, entry in found.items()}
        printed: Any = _truth(shown, question) if question in ("P", "N") else int(shown)
    except (ValueError, KeyError):
        raise error("E081", None, path=path, line=line, text=",".join(entries)[:80]) from None
    return PublishedRow(line, components, question, printed)


def _truth(shown: str, question: str) -> bool:
    """What an entry says of a position: in a column P as in a column N the letters say which it is."""
    return shown == question if shown in ("P", "N") else _TRUTHS[shown.lower()]


def _values(positions: list[Position], questions: set[str], game: Game, play: Play) -> Values:
    """Values with a table of the box of all positions, if that is not much larger than what is compared."""
    values = Values()
    if positions and not game.layout.has_positions:
        most = map(max, zip(*(position[0].state for position in positions), strict=True))
        highs = tuple(m if end is None else min(m, end) for m, end in zip(most, game.layout.highs, strict=True))
        if prod(max(0, high) + 1 for high in highs) <= _MOST_BESIDE * len(positions):
            values.prepare(game, highs, questions, play)
    return values


def compare(rows: list[PublishedRow], game: Game, play: Play) -> TableComparison:
    """The rows whose printed value is not the value of the game."""
    meant = [(row, position) for row in rows if (position := row.position(game)) is not None]
    found = TableComparison(game, play, len(meant), len(rows) - len(meant))
    ask = _values([position for _, position in meant], {row.question for row in rows}, game, play).asker(play)
    for row, position in meant:
        if (value := ask(row.question, position, None)) != row.printed:
            found.differences.append((row, position, value))
    return found
