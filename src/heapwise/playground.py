"""What the page asks on which heapwise is tried without being installed: a request as JSON, and answers as JSON.

The page has the files of somebody who tries heapwise, and types commands for them. It calls this from a worker of the
browser, where there are no threads, no processes and no numpy; who wants to stop a command ends the worker.
"""

import io
import json
import os
import re
import shlex
import sys
from collections.abc import Callable, Mapping
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from heapwise.documents.search import shelf_here
from heapwise.errors import HeapwiseError
from heapwise.explorer import board_of
from heapwise.messages import render_all, speak, speaking, translations, words
from heapwise.questions import read_play
from heapwise.rules.game import Game

Tell = Callable[[str], None]  # takes an answer

_NAME = re.compile(r"\w[\w-]{0,60}\.(game|claims)")
_ENDLESS = {"lsp", "play"}  # they talk with somebody
_MOST = 1 << 20  # characters of a file that is handed back


def answer(request: str, tell: Tell) -> None:
    """Do what is asked, in the folder in which we are. What a command says is told as it comes, and at the end its exit
    code and the files that it has changed."""
    asked = json.loads(request)
    os.environ["HEAPWISE_LANG"] = asked["language"]
    with speaking():
        speak(asked["language"])
        _write(asked["files"])
        found = _board(asked) if "board" in asked else _command(asked["command"], tell)
        tell(json.dumps({"files": _changed(asked["files"])} | found))


def _write(files: Mapping[str, str]) -> None:
    """The files of the page, and no others."""
    here = Path.cwd()
    for path in here.iterdir():
        if path.is_file() and path.name not in files:
            path.unlink()
    for name, text in files.items():
        if _NAME.fullmatch(name):
            (here / name).write_text(text, encoding="utf-8")


def _changed(files: Mapping[str, str]) -> dict[str, str]:
    """The files that a command has written."""
    found = {path.name: path.read_text(encoding="utf-8")[:_MOST] for path in Path.cwd().iterdir() if _is_ours(path)}
    return {name: text for name, text in sorted(found.items()) if files.get(name) != text}


def _is_ours(path: Path) -> bool:
    return path.is_file() and _NAME.fullmatch(path.name) is not None


# ------------------------------------------------------------------------------------------------ commands


def _command(line: str, tell: Tell) -> dict[str, Any]:
    """Run a command as the terminal would, and say what it says."""
    from heapwise.app.registry import cli

    told = _Told(tell)
    try:
        arguments = shlex.split(line)
    except ValueError:
        told.write(words("playground", "quote") + "\n")
        return {"code": 2}
    arguments = arguments[1:] if arguments[:1] == ["heapwise"] else arguments
    if arguments and arguments[0] in _ENDLESS:
        told.write(words("playground", "terminal", command=arguments[0]) + "\n")
        return {"code": 2}
    before, sys.stdin = sys.stdin, io.StringIO()
    try:
        with redirect_stdout(told), redirect_stderr(told):
            cli.main(arguments, prog_name="heapwise")
    except SystemExit as end:
        return {"code": end.code}
    finally:
        sys.stdin = before
    return {"code": 0}


class _Told(io.TextIOBase):
    """What is written here is told at once."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell

    def writable(self) -> bool:
        """It is there to be written to."""
        return True

    def write(self, text: str) -> int:
        """Hand on a piece of the output. Bytes are refused, which is how click finds out that these are no pipe."""
        if not isinstance(text, str):
            raise TypeError(text)
        self._tell(json.dumps({"said": text}))
        return len(text)


# -------------------------------------------------------------------------------------------------- boards


def _board(asked: Mapping[str, Any]) -> dict[str, Any]:
    """The board of a game to walk and play on, with the words of the explorer; or the message that says why not."""
    try:
        rules = shelf_here().game(asked["board"])
        found = board_of(rules, read_play("normal"), None) if isinstance(rules, Game) else None
    except HeapwiseError as mistake:
        return {"code": 3, "problem": render_all(mistake.diagnostics, asked["language"])}
    if found is None:
        return {"code": 2, "problem": words("playground", "no_board", game=rules.text)}
    return {"code": 0, "board": found.as_data(), "words": translations("explorer")}
