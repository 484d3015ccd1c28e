"""The markup of an object, by its class, and what all classes share: parentheses, calls, indices."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

import sympy
from sympy.printing.precedence import precedence

from heapwise.formulas import objects as o
from heapwise.formulas.mathml import elements as m
from heapwise.formulas.printing import PRECEDENCE_CALL, PRECEDENCE_SUM


@singledispatch
def markup(obj: Any) -> str:
    """The markup of an object."""
    return called(m.name(type(obj).__name__), obj.args)


def called(head: str, items: Any) -> str:
    """A head with its arguments in parentheses."""
    return m.element("mrow", head, m.sign("\N{FUNCTION APPLICATION}"), m.fenced(m.listed([*map(markup, items)])))


def within(obj: Any, level: int, strict: bool = False) -> str:
    """An object where something binds with this strength around it."""
    own = PRECEDENCE_SUM if isinstance(obj, sympy.Mod) else precedence(obj)
    return m.fenced(markup(obj)) if own < level or (own == level and not strict) else markup(obj)


def over_entries(sign: str, vector: Any) -> str:
    """A sign over all entries of a vector: its component i, for every i."""
    return m.element("mrow", m.element("munder", sign, m.name("i")), subscripted(vector, [m.name("i")]))


def subscripted(base: Any, indices: list[str]) -> str:
    """A vector with indices; those of rows and of entries stand together."""
    while isinstance(base, o.Entry):
        base, *inner = base.args
        indices = [*map(markup, inner), *indices]
    return m.element("msub", within(base, PRECEDENCE_CALL, strict=True), m.group(indices))
