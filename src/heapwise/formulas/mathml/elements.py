"""Elements of MathML. Nothing is shown that was not escaped here."""

from __future__ import annotations

from html import escape


def element(kind: str, *parts: str) -> str:
    """An element with its parts one after another."""
    return f"<{kind}>{''.join(parts)}</{kind}>"


def sign(text: str) -> str:
    """An operator, a comma, a bracket."""
    return element("mo", escape(text))


def name(text: str) -> str:
    """A name as it is set in formulas."""
    return element("mi", escape(text))


def words(text: str) -> str:
    """Words; spaces at their ends would be dropped, so they are hard ones."""
    return element("mtext", escape(text.replace(" ", "\N{NO-BREAK SPACE}")))


def listed(parts: list[str], between: str = ",") -> str:
    """Parts with a sign between them."""
    return sign(between).join(parts)


def group(parts: list[str]) -> str:
    """Parts with commas between them, as one element."""
    return parts[0] if len(parts) == 1 else element("mrow", listed(parts))


def fenced(inside: str, left: str = "(", right: str = ")") -> str:
    """Something in parentheses, or in other brackets."""
    return element("mrow", sign(left), inside, sign(right))
