"""What goes wrong: diagnostics that stop the work, raised as data and put into words when somebody reads them."""

import os
import traceback
from collections.abc import Iterable
from dataclasses import replace
from itertools import takewhile
from pathlib import Path

from heapwise.diagnostics import Diagnostic, Note
from heapwise.messages import headline, render_all
from heapwise.source import Place

__all__ = ["Diagnostic", "HeapwiseError", "Message", "Note", "error", "show_where", "surprise_words"]


class Message(str):
    """The English words of an error, which still know what they say: another language can be spoken later."""

    diagnostics: tuple[Diagnostic, ...] = ()


class HeapwiseError(Exception):
    """One or more diagnostics that stop the work; `str` of it is what a terminal shows."""

    def __init__(self, diagnostics: Diagnostic | Iterable[Diagnostic]) -> None:
        if isinstance(diagnostics, Diagnostic):
            diagnostics = (diagnostics,)
        found = tuple(diagnostics)
        self.diagnostics = tuple(d for i, d in enumerate(found) if d not in found[:i])  # nothing is said twice
        super().__init__(self.diagnostics)

    @property
    def code(self) -> str:
        """The code of the first diagnostic."""
        return self.diagnostics[0].code

    @property
    def short(self) -> Message:
        """The first headline alone, one line, for the reason of a verdict."""
        words = Message(headline(self.diagnostics[0]))
        words.diagnostics = (_plain(self.diagnostics[0]),)
        return words

    def __str__(self) -> str:
        words = Message(render_all(self.diagnostics))
        words.diagnostics = tuple(_plain(d) for d in self.diagnostics)
        return words

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows: the reader's own lines, and the message."""
        ours = str(Path(__file__).parent)
        steps = (step for step in traceback.extract_tb(self.__traceback__) if "/IPython/" not in step.filename)
        theirs = takewhile(lambda step: not step.filename.startswith(ours), steps)
        return [*(f"line {step.lineno}: {step.line}" for step in theirs), str(self)]


def _plain(diagnostic: Diagnostic) -> Diagnostic:
    """The same with values that travel between processes: numbers and texts."""
    notes = tuple(replace(note, values=_texts(note.values)) for note in diagnostic.notes)
    return replace(diagnostic, values=_texts(diagnostic.values), notes=notes)


def _texts(values: dict[str, object]) -> dict[str, object]:
    return {key: value if isinstance(value, int | float) else str(value) for key, value in values.items()}


def surprise_words(surprise: Exception) -> str:
    """One line for what should not have happened."""
    match surprise:
        case RecursionError():
            return "this is nested too deeply"
        case MemoryError():
            return "there is not enough memory"
    return " ".join(f"{type(surprise).__name__}: {surprise}".split())[:300]


def show_where(surprise: Exception) -> None:
    """With `HEAPWISE_DEBUG=1`, print where it happened."""
    if os.environ.get("HEAPWISE_DEBUG"):
        traceback.print_exception(surprise)


def error(code: str, place: Place | None = None, /, help: str | None = "help", **values: object) -> HeapwiseError:
    """A `HeapwiseError` with one diagnostic."""
    return HeapwiseError(Diagnostic(code, place, values, help))
