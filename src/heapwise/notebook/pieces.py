"""Small pieces of HTML. Whatever comes from a file is escaped here."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any


def table(rows: Iterable[Iterable[Any]], heads: Iterable[Any], caption: str = "") -> str:
    """A table with a row of heads; the first cell of each row is its head."""
    top = "".join(f'<th scope="col">{escape(str(head))}</th>' for head in heads)
    body = "".join(f"<tr>{_row(list(row))}</tr>" for row in rows)
    shown = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{shown}<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def _row(cells: list[Any]) -> str:
    head, *rest = (escape(str(cell)) for cell in cells)
    return f'<th scope="row">{head}</th>' + "".join(f"<td>{cell}</td>" for cell in rest)


def pre(text: str) -> str:
    """Text as it stands."""
    return f"<pre>{escape(text)}</pre>"


def strong(text: str) -> str:
    """Text that stands out."""
    return f"<strong>{escape(text)}</strong>"


def lines(parts: Iterable[str]) -> str:
    """Plain texts, one below the other."""
    return "<br>".join(escape(part) for part in parts if part)
