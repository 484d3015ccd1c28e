"""What goes wrong, as data: a code, the values that belong to it, and the place in the user's text.

The words are kept in `messages/`, one catalogue a language, and meet the data only when a message is shown. So a
program can look at the code, and a Japanese reader can have Japanese words.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from heapwise.source import Place


@dataclass(frozen=True)
class Note:
    """A further place of a message, with its own sentence; `key` names the words in the catalogue."""

    key: str
    place: Place | None = None
    values: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Diagnostic:
    """One thing to say about a text. `help` names one of the helps that the catalogue has for the code."""

    code: str
    place: Place | None = None
    values: dict[str, object] = field(default_factory=dict)
    help: str | None = "help"
    notes: tuple[Note, ...] = ()

    @property
    def is_warning(self) -> bool:
        """Warnings are shown, and stop nothing."""
        return self.code.startswith("W")

    def at(self, place: Place | None) -> Diagnostic:
        """The same, with a place if it had none."""
        return self if self.place is not None else replace(self, place=place)


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

    def __str__(self) -> str:
        from heapwise.messages import render_all

        words = Message(render_all(self.diagnostics))
        words.diagnostics = tuple(_plain(d) for d in self.diagnostics)
        return words


def _plain(diagnostic: Diagnostic) -> Diagnostic:
    """The same with values that travel between processes: numbers and texts."""
    notes = tuple(replace(note, values=_texts(note.values)) for note in diagnostic.notes)
    return replace(diagnostic, values=_texts(diagnostic.values), notes=notes)


def _texts(values: dict[str, object]) -> dict[str, object]:
    return {key: value if isinstance(value, int | float) else str(value) for key, value in values.items()}


def error(code: str, place: Place | None = None, /, help: str | None = "help", **values: object) -> HeapwiseError:
    """A `HeapwiseError` with one diagnostic."""
    return HeapwiseError(Diagnostic(code, place, values, help))
