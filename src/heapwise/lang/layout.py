"""Text that knows where it may be broken: the formatter makes boxes of a tree, and boxes become lines.

A `Word` is never broken, a `Row` sets its parts side by side, and a `Stack` puts them on one line if they fit there and
one below the other, aligned, if they do not.
"""

from collections.abc import Sequence

from heapwise.records import dataclass

WIDTH = 100
_DEEPEST = 60  # no continuation is moved further to the right, however deep the text is nested

NOWHERE = -1


class Word:
    """Text in one piece; `at` is where it stands in the source, if that is known."""

    def __init__(self, text: str, at: int = NOWHERE) -> None:
        self.text, self.at, self.width, self.first = text, at, len(text), text


class Row:
    """Boxes side by side."""

    def __init__(self, *parts: "Laid | str") -> None:
        self.parts: tuple[Laid, ...] = tuple(Word(part) if isinstance(part, str) else part for part in parts)
        self.width: int = sum(part.width for part in self.parts)
        self.first: str = self.parts[0].first


class Stack:
    """Boxes on one line with `gap` between them, or one below the other. `leads` are put before the parts; where they
    are operators (`padded`), the operands are aligned."""

    def __init__(self, parts: "Sequence[Laid]", leads: Sequence[str], gap: str = " ", padded: bool = False) -> None:
        self.parts: tuple[Laid, ...] = tuple(parts)
        self.leads, self.gap = tuple(leads), gap
        self.pad = max(map(len, self.leads)) if padded else 0
        self.width: int = sum(p.width for p in parts) + sum(map(len, leads)) + len(gap) * (len(self.parts) - 1)
        self.first: str = self.leads[0] or self.parts[0].first


Laid = Word | Row | Stack


@dataclass
class OutputLine:
    """A line of the result, with the places in the source of its first and last known word."""

    text: str
    first: int = NOWHERE
    last: int = NOWHERE
    starts_clause: bool = False
    wants_blank: bool = False  # a line that starts a declaration or a claim

    @property
    def indent(self) -> int:
        """How many spaces it starts with."""
        return len(self.text) - len(self.text.lstrip(" "))

    def add(self, word: Word) -> None:
        """Put a word at the end."""
        self.text += word.text
        if word.at != NOWHERE:
            self.first = word.at if self.first == NOWHERE else self.first
            self.last = word.at


def lines_of(box: Laid, column: int) -> list[OutputLine]:
    """The lines of a box that starts at a column."""
    writer = _Writer(column)
    writer.put(box, 0)
    return writer.lines


def flat_text(box: Laid) -> str:
    """A box on one line, however long it is."""
    writer = _Writer(0)
    writer.put_flat(box)
    return writer.lines[0].text


class _Writer:
    def __init__(self, column: int) -> None:
        self.lines = [OutputLine(" " * column)]

    def put(self, box: Laid, after: int) -> None:
        """Write a box; `after` is the width of what has to stand behind it on its last line."""
        if isinstance(box, Word):
            self.lines[-1].add(box)
        elif len(self.lines[-1].text) + box.width + after <= WIDTH:
            self.put_flat(box)
        elif isinstance(box, Row):
            for i, part in enumerate(box.parts):
                self.put(part, _width_until_break(box.parts[i + 1 :], after))
        else:
            self._put_stacked(box, after)

    def _put_stacked(self, stack: Stack, after: int) -> None:
        column = min(len(self.lines[-1].text), _DEEPEST)
        last = len(stack.parts) - 1
        for i, (lead, part) in enumerate(zip(stack.leads, stack.parts, strict=True)):
            if i:
                self.lines.append(OutputLine(" " * column))
            self.lines[-1].text += lead.rjust(stack.pad)
            self.put(part, after if i == last else 0)

    def put_flat(self, box: Laid) -> None:
        """Write a box without breaking it."""
        if isinstance(box, Word):
            self.lines[-1].add(box)
            return
        leads = box.leads if isinstance(box, Stack) else ("",) * len(box.parts)
        for i, (lead, part) in enumerate(zip(leads, box.parts, strict=True)):
            self.lines[-1].text += (box.gap if i and isinstance(box, Stack) else "") + lead
            self.put_flat(part)


def _width_until_break(parts: Sequence[Laid], after: int) -> int:
    """The width of the words, such as closing brackets, that stand directly behind a box."""
    width = 0
    for part in parts:
        if not isinstance(part, Word):
            return width
        width += part.width
    return width + after
