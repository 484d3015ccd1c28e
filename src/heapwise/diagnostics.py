"""What there is to say about a text, as data: a code, the values that belong to it, and the place in the user's text.

The words are kept in `messages/`, one catalogue a language, and meet the data only when a message is shown. So a
program can look at the code, and a Japanese reader can have Japanese words.
"""

from heapwise.records import Record, field, replace
from heapwise.source import Place


class Note(Record):
    """A further place of a message, with its own sentence; `key` names the words in the catalogue."""

    key: str
    place: Place | None = None
    values: dict[str, object] = field(default_factory=dict)


class Diagnostic(Record):
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

    def at(self, place: Place | None) -> "Diagnostic":
        """The same, with a place if it had none."""
        return self if self.place is not None else replace(self, place=place)
