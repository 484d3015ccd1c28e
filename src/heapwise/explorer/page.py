"""The explorer: boards as data, with the script and the style that make them something to walk and play on."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from importlib import resources
from pathlib import Path

from heapwise.explorer.board import Board
from heapwise.html import Markup, tag
from heapwise.messages import spoken, translations
from heapwise.outputs import write_output

STYLES = ("tokens.css", "explorer.css")
SCRIPT = "explorer.js"


@cache
def asset(name: str) -> str:
    """A file that goes into every page."""
    return (resources.files("heapwise.explorer") / "assets" / name).read_text(encoding="utf-8")


def place(names: Sequence[str], without_scripts: Markup | None = None) -> Markup:
    """Where the script puts the explorer, in the place of what stands there without scripts."""
    return tag("div", without_scripts, class_="explorer", data_boards=" ".join(names))


def data(boards: Mapping[str, Board]) -> Iterator[Markup]:
    """What the script reads: the boards, and its words in the reader's language."""
    words = translations("explorer")
    if words:
        yield _data("explorer-words", words)
    yield from (_data(name, board.as_data()) for name, board in boards.items())


def _data(name: str, value: object) -> Markup:
    """Data inside a script element, which no text of a user can end."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=True)
    safe = text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return tag("script", Markup(safe), type="application/json", id=name)


class Explorer:
    """Boards as a small page of their own: a notebook shows it, and `save` keeps it."""

    def __init__(self, boards: Sequence[Board]) -> None:
        self._boards = {f"board-{i}": board for i, board in enumerate(boards)}

    @property
    def html(self) -> str:
        """The page; it loads nothing."""
        boards = list(self._boards.values())
        style = Markup("\n".join(asset(name) for name in STYLES) + "\nbody { margin: 0; background: var(--paper); }")
        view = tag("meta", name="viewport", content="width=device-width, initial-scale=1")
        head = tag("head", tag("meta", charset="utf-8"), view, tag("title", boards[0].game.text), tag("style", style))
        script = tag("script", Markup(asset(SCRIPT)))
        body = tag("body", tag("main", place([*self._boards])), *data(self._boards), script)
        return f"<!doctype html>\n{tag('html', head, body, lang=spoken())}\n"

    def save(self, path: str | Path) -> None:
        """Write the page to a file."""
        write_output(Path(path), self.html)

    def __repr__(self) -> str:
        return f"<explorer of {', '.join(board.game.text for board in self._boards.values())}>"

    def _repr_html_(self) -> str:
        """What a notebook shows: the page in a frame, so that neither styles the other."""
        return f'<iframe srcdoc="{escape(self.html)}" style="width: 100%; height: 42rem; border: 0"></iframe>'
