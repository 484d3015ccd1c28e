"""Texts in columns of a terminal, in which Chinese and Japanese characters take two each."""

import re
from unicodedata import combining, east_asian_width

# Between wide characters a line may be broken everywhere, but no line starts with these.
_CLOSING = "、。，．：；？！）」』】〉》々ー"
_PIECE = re.compile(rf" +|[^ \u3000-\u9fff\uff00-\uffef]+[{_CLOSING}]*|.[{_CLOSING}]*", re.DOTALL)

_STYLE = re.compile(r"\x1b\[\d*m")


def columns(text: str) -> int:
    """How many columns a terminal uses for a text."""
    shown = _STYLE.sub("", text) if "\x1b" in text else text
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in shown)


def left(text: str, width: int) -> str:
    """The text with spaces behind it, so that it has this width."""
    return text + " " * (width - columns(text))


def right(text: str, width: int) -> str:
    """The text with spaces in front of it, so that it has this width."""
    return " " * (width - columns(text)) + text


def cut(text: str, width: int) -> str:
    """As much of the text as goes into this width.

    >>> cut("局面 3,5", 6)
    '局面 3'
    """
    while columns(text) > width:
        text = text[:-1]
    return text


def broken(text: str, width: int, indent: str = "", indent_below: str | None = None) -> list[str]:
    """The text in lines of at most this width, as far as its words are not longer."""
    indent_below = indent if indent_below is None else indent_below
    lines, bare = [indent], indent  # `bare` is how the last line began
    for piece in _PIECE.findall(text):
        if lines[-1] != bare and columns(lines[-1]) + columns(piece.rstrip()) > width:
            lines[-1] = lines[-1].rstrip()
            lines.append(indent_below)
            bare = indent_below
        if lines[-1] != bare or not piece.isspace():
            lines[-1] += piece
    return [*lines[:-1], lines[-1].rstrip()]


_EXCERPT = re.compile(r" *\d* \|| +-->")  # of a source, whose columns have to stay
_LABEL = re.compile(r" *= \w+: | *\S+(?: \S+)*  +(?=\S)| *")  # what stands in front of the words of a line
_GAP, _TIED = re.compile(r"\S  +(?=\S)"), "\N{NO-BREAK SPACE}"


def fitted(text: str, width: int) -> str:
    """Prose for a terminal: lines that are longer go on below their first word, and no word is broken."""
    return "\n".join(part for line in text.split("\n") for part in _fitted(line, width))


def _fitted(line: str, width: int) -> list[str]:
    bare = _STYLE.sub("", line)
    if columns(bare) <= width or _EXCERPT.match(bare):
        return [line]
    label = _LABEL.match(bare)
    indent = columns(label[0]) if label else 0
    words, lead = re.sub(r"^((?:\x1b\[\d*m)*) +", r"\1", line), " " * (len(bare) - len(bare.lstrip(" ")))
    if len(_GAP.findall(words)) > 1:  # a row of columns, each of which stays whole
        words, indent = re.sub(r"(?<=\S) (?=\S)", _TIED, words), len(lead)
    below = " " * (indent if indent < width // 2 else len(lead) + 4)
    return [part.replace(_TIED, " ") for part in broken(words, width, lead, below)]
