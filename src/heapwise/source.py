"""A text that somebody wrote, and places in it."""

import re
from bisect import bisect_right
from functools import cached_property
from typing import NamedTuple

from heapwise.records import Record

_COMMENT = re.compile(r"--[^\n]*")


class Span(NamedTuple):
    """The characters from `start` up to, but not including, `end`."""

    start: int
    end: int

    def to(self, other: "Span") -> "Span":
        """The smallest span that holds both."""
        return Span(min(self.start, other.start), max(self.end, other.end))


NOWHERE = Span(0, 0)


class Source(Record, eq=False):
    """A named text: a file, an argument of a command, a cell of a notebook."""

    name: str
    text: str

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(i + 1 for i, character in enumerate(self.text) if character == "\n")]

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from 1."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def line_text(self, line: int) -> str:
        """The text of a line, without its end."""
        starts = self._line_starts
        end = starts[line] - 1 if line < len(starts) else len(self.text)
        return self.text[starts[line - 1] : end].rstrip("\r")

    def at(self, span: Span) -> str:
        """The text of a span."""
        return self.text[span.start : span.end]

    def words(self, span: Span) -> str:
        """The text of a span on one line, where no comment may stand."""
        return " ".join(_COMMENT.sub("", self.at(span)).split())


class Place(Record):
    """A span of a source: what a message points at."""

    source: Source
    span: Span

    @property
    def line(self) -> int:
        """The line on which the place starts."""
        return self.source.line_and_column(self.span.start)[0]

    def __str__(self) -> str:
        line, column = self.source.line_and_column(self.span.start)
        return f"{self.source.name}:{line}:{column}"
