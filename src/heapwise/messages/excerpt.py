"""The user's own lines around a place, with the place underlined: tabs, wide characters and long lines included."""

from collections.abc import Callable

from heapwise.clean import one_line
from heapwise.messages.width import columns
from heapwise.source import Place

Paint = Callable[[str, str], str]  # the role of a part of a message, and its text

_MOST_LINES = 3
_ROOM = 110
_TAB = 4


def plain(_role: str, text: str) -> str:
    """No colour at all."""
    return text


def excerpt(place: Place, arrow: str, paint: Paint = plain, label: str = "") -> list[str]:
    """Where a place stands, and its first lines with marks below them; the label stands behind the last marks."""
    source, span = place.source, place.span
    line, column = source.line_and_column(span.start)
    last, last_column = source.line_and_column(max(span.start, span.end - 1))
    shown = range(line, min(last, line + _MOST_LINES - 1) + 1)
    width = len(str(shown[-1]))
    gutter = paint("gutter", f"{' ' * width} |")
    lines = [f"{' ' * width}{paint('gutter', arrow)} {one_line(source.name)}:{line}:{column}", gutter]
    for number in shown:
        text = source.line_text(number)
        begin = column if number == line else len(text) - len(text.lstrip()) + 1
        end = last_column if number == last else len(text)
        cut, marks = _marked(text, begin - 1, max(end, begin))
        lines.append(f"{paint('gutter', f'{number:>{width}} |')} {cut}".rstrip())
        words = f" {label}" if label and number == shown[-1] else ""
        lines.append(f"{gutter} {paint('mark', marks + words)}")
    return [*lines, f"{gutter} ..."] if last > shown[-1] else lines


def _marked(text: str, begin: int, end: int) -> tuple[str, str]:
    """A line as shown, cut around the place if it is long, and the marks that stand below the place."""
    first = 0 if len(text) <= _ROOM else max(0, min(begin - _ROOM // 3, len(text) - _ROOM))
    last = min(len(text), first + _ROOM)
    before = ("..." if first else "") + _spread(text[first:begin])
    inside, after = _spread(text[begin : min(end, last)]), _spread(text[min(end, last) : last])
    shown = before + inside + after + ("..." if last < len(text) else "")
    return shown, " " * columns(before) + "^" * max(1, columns(inside))


def _spread(text: str) -> str:
    """Tabs and invisible characters as something that has a known width."""
    return "".join(" " * _TAB if c == "\t" else c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
