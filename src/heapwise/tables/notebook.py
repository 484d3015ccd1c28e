"""Tables as a notebook shows them: HTML, and LaTeX. They ask for it only when a notebook asks them."""

from typing import TYPE_CHECKING, Any

from heapwise.html import Markup, tag
from heapwise.html import table as rows_of_cells
from heapwise.tables.text import as_latex, as_text, rows_of, title

if TYPE_CHECKING:
    from heapwise.tables.table import Table

MOST_CELLS = 32  # on one side; larger tables are shown as text


def table_html(table: "Table") -> Markup:
    """A table with one or two components as one of HTML; others as text."""
    if len(table.shape) not in (1, 2) or max(table.shape) > MOST_CELLS:
        return tag("pre", as_text(table))
    is_grid = len(table.shape) == 2
    heads = [" \\ ".join(table.labels), *map(str, range(table.shape[-1]))]
    rows = [
        [str(i) if is_grid else title(table), *(_cell(table, v) for v in row)] for i, row in enumerate(rows_of(table))
    ]
    return rows_of_cells(heads, rows, caption=title(table) if is_grid else None)


def table_latex(table: "Table") -> str | None:
    """The table as an array of LaTeX, if it is small."""
    if len(table.shape) not in (1, 2) or max(table.shape) > MOST_CELLS:
        return None
    body = "\n".join(line for line in as_latex(table).split("\n") if not line.startswith("%"))
    return f"$${body}$$"


def _cell(table: "Table", value: Any) -> str:
    shown = table.shown(value)
    return {None: "", True: "P", False: ""}[shown] if shown is None or isinstance(shown, bool) else str(shown)
