"""Presentation MathML of formulas, with the author's names and in the author's order: the LaTeX of `latex`, for pages.

Every class of objects has a function in this package that gives its markup; a sign that binds weaker than what stands
around it gets parentheses.
"""

from __future__ import annotations

from html import escape
from typing import Any

from heapwise.formulas.mathml import arithmetic, functions, objects  # noqa: F401 - where the classes are registered
from heapwise.formulas.mathml.dispatch import markup


def mathml(obj: Any, text: str = "") -> str:
    """A whole `math` element; `text` is what is read to those who cannot see it."""
    said = f' alttext="{escape(text)}"' if text else ""
    return f'<math displaystyle="true"{said}>{markup(obj)}</math>'
