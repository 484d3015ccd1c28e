"""HTML that is safe by construction: text is escaped where it is put in, and only `Markup` stands as it is."""

from __future__ import annotations

from html import escape

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
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'


def join(*parts: str | None) -> Markup:
    """Parts one after another; what is plain text is escaped."""
    return Markup("".join(part if isinstance(part, Markup) else escape(part) for part in parts if part is not None))


def table(head: list[str | Markup], rows: list[list[str | Markup]], *, caption: str, class_: str = "") -> Markup:
    """A table with a caption that is read aloud; the first cell of a row is its heading. It scrolls if it is wide."""
    heads = tag("tr", *(tag("th", cell, scope="col") for cell in head))
    body = [tag("tr", tag("th", first, scope="row"), *(tag("td", cell) for cell in rest)) for first, *rest in rows]
    whole = tag(
        "table",
        tag("caption", caption, class_="aside"),
        tag("thead", heads),
        tag("tbody", *body),
        class_=class_ or None,
    )
    return tag("div", whole, class_="scroll", tabindex="0", role="group", aria_label=caption)
