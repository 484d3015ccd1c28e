"""What commands say: results on standard output; progress, warnings and errors on standard error.

Colour appears on a terminal only (`click.echo` takes it out elsewhere), and never if NO_COLOR is set.
"""

import json
import os
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from heapwise.clean import clean, clean_json, clean_styled, one_line
from heapwise.errors import Diagnostic, HeapwiseError
from heapwise.files import writing
from heapwise.messages import render_all, said, spoken, words
from heapwise.messages.width import cut, fitted
from heapwise.outputs import write_output

_STYLES: dict[str, dict[str, Any]] = {
    "error": {"fg": "red", "bold": True}, "warning": {"fg": "yellow", "bold": True}, "headline": {"bold": True},
    "mark": {"fg": "red", "bold": True}, "note": {"fg": "blue"}, "help": {"fg": "green"},
}  # fmt: skip


def result(text: str) -> None:
    """A result, for people."""
    click.echo(clean_styled(text), color=_colour())


def prose(text: str) -> None:
    """A result in words: on a terminal no word is broken at its edge."""
    result(fitted(text, _columns()) if sys.stdout.isatty() else text)


def json_result(value: Any) -> None:
    """A result, for programs: one object on one line."""
    click.echo(json_line(value))


def json_line(value: Any) -> str:
    """An object on one line."""
    return clean_json(json.dumps(value, ensure_ascii=False))


def deliver(text: str, output: Path | None) -> None:
    """A result to a file, whole or not at all, or to standard output."""
    if output is None:
        click.echo(clean(text) if sys.stdout.isatty() else text, nl=not text.endswith("\n"))
        return
    keep(output, lambda: write_output(output, text if text.endswith("\n") else text + "\n"))


def keep(output: Path, write: Callable[[], None]) -> None:
    """Write a file; what the system refuses is a message."""
    with writing(output):
        write()
    note(f"wrote {one_line(output)}")


def note(text: str) -> None:
    """Something beside the result, in the language of this run as far as it is known there."""
    words = said(text)
    click.echo(clean_styled(fitted(words, _columns()) if is_terminal() else words), err=True, color=_colour())


def tell_of_workers(key: str, **values: object) -> None:
    """Something about those who help with a run."""
    note(words("workers", key, **values))


def complain(mistake: HeapwiseError) -> None:
    """An error with all its diagnostics."""
    complain_about(mistake.diagnostics)


def complain_about(diagnostics: Sequence[Diagnostic]) -> None:
    """Diagnostics on standard error, in colour on a terminal."""
    note(render_all(diagnostics, spoken(), _paint))


def strong(text: str) -> str:
    """Text that stands out on a terminal."""
    return click.style(text, bold=True)


def dim(text: str) -> str:
    """Text that stands back on a terminal."""
    return click.style(text, dim=True)


def is_terminal() -> bool:
    """Is somebody looking at standard error?"""
    return sys.stderr.isatty()


def written_over(text: str = "") -> str:
    """A text in the place of the last such, on one line: of a second one, something would stay."""
    return f"\r{cut(text, _columns() - 1)}\x1b[K"


def width_of_results() -> int:
    """How many columns lines of verdicts may take."""
    return min(78, _columns()) if sys.stdout.isatty() else 78


def _columns() -> int:
    return shutil.get_terminal_size().columns


def _paint(role: str, text: str) -> str:
    return click.style(text, **_STYLES.get(role, {}))


def _colour() -> bool | None:
    """False where colour is not wanted; None lets click look at the stream."""
    return False if os.environ.get("NO_COLOR") else None
