"""Boards to walk and play on, as HTML that stands in a page. The script that moves them is one file for the site."""

from __future__ import annotations

from collections.abc import Sequence

from heapwise.explorer import Board
from heapwise.explorer.page import SCRIPT, data, place
from heapwise.report.printed_board import value_figure


def explorer(boards: Sequence[Board], to_root: str) -> str:
    """The explorer of some boards, for a page from which the root of the site is reached by `to_root`."""
    names = {f"board-{i}": board for i, board in enumerate(boards)}
    parts = [place([*names], value_figure([*boards[:1]])), *data(names)]
    return "\n".join([*parts, f'<script defer src="{to_root}_static/{SCRIPT}"></script>'])
