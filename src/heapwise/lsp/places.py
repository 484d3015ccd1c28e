"""Places as the protocol counts them: lines from 0, columns in units of UTF-16."""

from __future__ import annotations

from heapwise.source import Source, Span

Point = tuple[int, int]


def point(source: Source, offset: int) -> Point:
    """Line and column of an offset."""
    line, column = source.line_and_column(min(offset, len(source.text)))
    before = source.text[min(offset, len(source.text)) - column + 1 : offset]
    return line - 1, len(before.encode("utf-16-le", "surrogatepass")) // 2


def offset(source: Source, line: int, column: int) -> int:
    """The offset of a line and column; behind the end of a line is its end."""
    start = 0
    for _ in range(line):
        start = source.text.find("\n", start) + 1
        if start == 0:
            return len(source.text)
    end = source.text.find("\n", start)
    row = source.text[start : end if end >= 0 else len(source.text)]
    return start + len(row.encode("utf-16-le", "surrogatepass")[: 2 * column].decode("utf-16-le", "ignore"))


def points(source: Source, span: Span) -> tuple[Point, Point]:
    """Start and end of a span, which is shown even if it is empty."""
    return point(source, span.start), point(source, max(span.end, span.start + 1))
