"""Tables for people: in the terminal, and as LaTeX."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, Any

from heapwise.errors import error
from heapwise.tables.boxes import TableBox

if TYPE_CHECKING:
    from heapwise.tables.table import Table

_COLUMNS = 20
_MARKS = {None: ".", True: "P", False: "-"}


def as_text(table: Table) -> str:
    """A sequence, a grid, or a grid for each value of the components before the last two."""
    lines = [f"{title(table)}{_across(table)}"]
    if not table.shape:
        return "\n".join([*lines, _cell(table, table.values.tolist())])
    if len(table.shape) == 1:
        return "\n".join([*lines, *_sequence(table)])
    for index in product(*map(range, table.shape[:-2])):
        held = ", ".join(f"{label} = {i}" for label, i in zip(table.labels, index, strict=False))
        lines += ["", held] if held else []
        lines += _grid(table, table.values[index] if index else table.values)
    return "\n".join(lines)


def rows_of(table: Table) -> list[list[int]]:
    """The values of a table with one or two components, in rows."""
    values = table.values.tolist()
    return values if len(table.shape) == 2 else [values]


def title(table: Table) -> str:
    """What the values are values of, in words."""
    names = {"grundy": "Grundy values", "outcome": "outcomes", "p": "P-positions", "remoteness": "remoteness"}
    play = table.play
    convention = "" if play.is_normal else f" under {play.name}"
    return f"{names[table.want]} of {table.game}{convention}{held(table.box)}"


def heading(table: Table) -> str:
    """The same as the heading of a picture."""
    text = title(table)
    return text[:1].upper() + text[1:]


def held(box: TableBox) -> str:
    """The components that are held, as the end of a title."""
    return "".join(f", {box.axes[i].label} = {value}" for i, value in box.fixed.items())


def _across(table: Table) -> str:
    """How the text is to be read."""
    if len(table.shape) < 2:
        return f"; {table.labels[-1]} from 0" if table.labels else ""
    return f"; {table.labels[-2]} down, {table.labels[-1]} across"


def _cell(table: Table, value: Any) -> str:
    shown = table.shown(value)
    return _MARKS[shown] if shown is None or isinstance(shown, bool) else str(shown)


def _sequence(table: Table) -> Iterator[str]:
    cells = [_cell(table, v) for v in table.values.tolist()]
    width, columns = max(map(len, cells)), min(_COLUMNS, len(cells))
    head = len(str(len(cells) - 1))
    for start in range(0, len(cells), columns):
        yield f"{start:>{head}} | " + " ".join(c.rjust(width) for c in cells[start : start + columns])


def _grid(table: Table, values: Any) -> Iterator[str]:
    rows = [[_cell(table, v) for v in row] for row in values.tolist()]
    columns = [str(j) for j in range(len(rows[0]))]
    width = max(len(cell) for row in [columns, *rows] for cell in row)
    head = len(str(len(rows) - 1))
    yield " " * head + " | " + " ".join(c.rjust(width) for c in columns)
    yield "-" * head + "-+-" + "-" * ((width + 1) * len(columns) - 1)
    for i, row in enumerate(rows):
        yield f"{i:>{head}} | " + " ".join(c.rjust(width) for c in row)


def as_latex(table: Table) -> str:
    """An array with the heaps in the margins."""
    if len(table.shape) not in (1, 2):
        raise error("E318", None, found=len(table.shape))
    rows = rows_of(table)
    labels = [_latex_name(label) for label in table.labels]
    corner = labels[0] if len(labels) == 1 else rf"{labels[0]} \backslash {labels[1]}"
    head = " & ".join([corner, *map(str, range(table.shape[-1]))])
    lines = [rf"\begin{{array}}{{r|{'r' * table.shape[-1]}}}", rf"{head} \\ \hline"]
    for i, row in enumerate(rows):
        margin = str(i) if len(labels) == 2 else ""
        lines.append(" & ".join([margin, *(_latex_cell(table, v) for v in row)]) + r" \\")
    return "\n".join([f"% {title(table)}{_across(table)}", *lines, r"\end{array}", ""])


def _latex_cell(table: Table, value: Any) -> str:
    cell = _cell(table, value)
    return {".": r"\cdot", "-": ""}.get(cell, rf"\mathrm{{{cell}}}" if cell.isalpha() else cell)


def _latex_name(label: str) -> str:
    name, bracket, index = label.partition("[")
    safe = re.sub(r"[_{}#$%&]", r"\\\g<0>", name)
    return f"{safe}_{{{index.rstrip(']').replace('][', ',')}}}" if bracket else safe
