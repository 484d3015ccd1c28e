"""HTML that is safe by construction: text is escaped where it is put in, and only `Markup` stands as it is."""

from collections.abc import Iterable, Sequence
from html import escape

from heapwise.clean import clean

_EMPTY = frozenset({"meta", "input", "img", "br", "link", "hr"})


class Markup(str):
    """HTML that has been escaped."""

    __slots__ = ()


def tag(name: str, /, *parts: str | None, **attributes: str | int | bool | None) -> Markup:
    """An element. `class_` is written class, `data_row` data-row; True is an attribute without a value, None is none.

    >>> tag("p", "1 < 2", class_="fact")
    '<p class="fact">1 &lt; 2</p>'
    """
    head = "".join(
        _attribute(key, value) for key, value in attributes.items() if value is not None and value is not False
    )
    inside = join(*parts)
    return Markup(f"<{name}{head}>" if name in _EMPTY else f"<{name}{head}>{inside}</{name}>")


def _attribute(key: str, value: str | int | bool) -> str:
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(clean(str(value)))}"'


def join(*parts: str | None) -> Markup:
    """Parts one after another; what is plain text is escaped."""
    return Markup(
        "".join(part if isinstance(part, Markup) else escape(clean(part)) for part in parts if part is not None)
    )


def lines(texts: Iterable[str | None]) -> Markup:
    """Texts one below the other; empty ones are left out."""
    return Markup("<br>".join(escape(text) for text in texts if text))


def table(head: Sequence[str], rows: Sequence[Sequence[str]], caption: str | None, class_: str = "") -> Markup:
    """A table; the first cell of a row is its heading."""
    heads = tag("tr", *(tag("th", cell, scope="col") for cell in head))
    body = [tag("tr", tag("th", first, scope="row"), *(tag("td", cell) for cell in rest)) for first, *rest in rows]
    above = tag("caption", caption) if caption else None
    return tag("table", above, tag("thead", heads), tag("tbody", *body), class_=class_ or None)


def scrolling(head: Sequence[str], rows: Sequence[Sequence[str]], caption: str, class_: str = "") -> Markup:
    """A table that scrolls if it is wide, with a caption that is read aloud."""
    whole = table(head, rows, caption, class_)
    return tag("div", whole, class_="scroll", tabindex="0", role="group", aria_label=caption)
