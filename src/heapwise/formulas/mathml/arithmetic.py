"""What sympy knows: names, numbers, arithmetic, relations."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

import sympy

from heapwise.formulas.mathml import elements as m
from heapwise.formulas.mathml.dispatch import called, markup, within
from heapwise.formulas.printing import PRECEDENCE_CALL, PRECEDENCE_PRODUCT, PRECEDENCE_RELATION, PRECEDENCE_SUM

_INDEXED = re.compile(r"([^\W\d_]+)(\d+)")
_TIMES = "\N{INVISIBLE TIMES}"
_RELATIONS = {
    sympy.Equality: "=", sympy.Unequality: "≠", sympy.StrictLessThan: "<", sympy.LessThan: "≤",
    sympy.StrictGreaterThan: ">", sympy.GreaterThan: "≥",
}  # fmt: skip


# ------------------------------------------------------------------------------------- names and numbers


@markup.register
def _(obj: sympy.Symbol) -> str:
    """`x_2_1` is x with the indices 2 and 1, `phi` the Greek letter."""
    name = obj.name.rstrip("'")
    if not name.isidentifier():
        return m.words(obj.name)
    base, *indices = name.split("_") if name.strip("_") else [name]
    numbered = _INDEXED.fullmatch(base)
    if numbered and not indices:
        base, indices = numbered[1], [numbered[2]]
    shown = m.name(_greek(base))
    if obj.name != name:
        shown = m.element("msup", shown, m.sign("′" * (len(obj.name) - len(name))))
    return m.element("msub", shown, m.group([*map(_index, indices)])) if indices else shown


def _greek(name: str) -> str:
    try:
        return unicodedata.lookup(f"GREEK SMALL LETTER {name.upper()}") if name.islower() else name
    except KeyError:
        return name


def _index(text: str) -> str:
    return m.element("mn", text) if text.isdecimal() else m.name(text)


@markup.register
def _(obj: sympy.Integer) -> str:
    return m.element("mrow", m.sign("−"), m.element("mn", str(-obj))) if obj < 0 else m.element("mn", str(obj))


@markup.register
def _(obj: sympy.Rational) -> str:
    return m.element("mfrac", markup(sympy.Integer(obj.p)), markup(sympy.Integer(obj.q)))


@markup.register(type(sympy.true))
@markup.register(type(sympy.false))
def _(obj: Any) -> str:
    return m.words("true" if obj else "false")


# -------------------------------------------------------------------------------------------- arithmetic


@markup.register
def _(obj: sympy.Add) -> str:
    """A term with a minus in front is subtracted."""
    first, *rest = obj.args
    parts = [within(first, PRECEDENCE_SUM)]
    for term in rest:
        taken = _subtracted(term)
        parts += [m.sign("+"), within(term, PRECEDENCE_SUM)] if taken is None else [m.sign("−"), taken]
    return m.element("mrow", *parts)


def _subtracted(term: Any) -> str | None:
    if isinstance(term, sympy.Mul) and term.args[0] == -1:
        return within(term.args[1], PRECEDENCE_SUM) if len(term.args) == 2 else _product(term.args[1:])
    return markup(-term) if isinstance(term, sympy.Integer) and term < 0 else None


@markup.register
def _(obj: sympy.Mul) -> str:
    if obj.args[0] == -1:
        return m.element("mrow", m.sign("−"), _product(obj.args[1:]))
    return _product(obj.args)


def _product(factors: Any) -> str:
    """Factors in order; those with exponent -1 stand below a line."""
    above = [a for a in factors if not _is_divisor(a)]
    below = [a.base for a in factors if _is_divisor(a)]
    if below:
        return m.element("mfrac", _product(above) if above else m.element("mn", "1"), _product(below))
    if len(above) == 1:
        return markup(above[0])
    parts = [within(above[0], PRECEDENCE_PRODUCT, strict=True)]
    for factor in above[1:]:
        is_product = isinstance(factor, sympy.Mul) and not any(map(_is_divisor, factor.args))
        parts += [m.sign(_times(factor)), within(factor, PRECEDENCE_PRODUCT, strict=not is_product)]
    return m.element("mrow", *parts)


def _is_divisor(factor: Any) -> bool:
    return isinstance(factor, sympy.Pow) and factor.exp == -1


def _times(factor: Any) -> str:
    """A sign is seen only before digits."""
    while isinstance(factor, sympy.Pow | sympy.Mul):
        factor = factor.args[0]
    return "·" if isinstance(factor, sympy.Rational) else _TIMES


@markup.register
def _(obj: sympy.Pow) -> str:
    if obj.exp == sympy.Rational(1, 2):
        return m.element("msqrt", markup(obj.base))
    if _is_divisor(obj):
        return _product((obj,))
    return m.element("msup", within(obj.base, PRECEDENCE_CALL, strict=True), markup(obj.exp))


@markup.register
def _(obj: sympy.Mod) -> str:
    a, modulus = obj.args
    sign = '<mo lspace="0.3em" rspace="0.3em">mod</mo>'
    return m.element("mrow", within(a, PRECEDENCE_PRODUCT, strict=True), sign, within(modulus, PRECEDENCE_PRODUCT))


@markup.register
def _(obj: sympy.floor) -> str:
    return m.fenced(markup(obj.args[0]), "⌊", "⌋")


@markup.register
def _(obj: sympy.ceiling) -> str:
    return m.fenced(markup(obj.args[0]), "⌈", "⌉")


@markup.register
def _(obj: sympy.Abs) -> str:
    return m.fenced(markup(obj.args[0]), "|", "|")


@markup.register(sympy.Min)
@markup.register(sympy.Max)
def _(obj: Any) -> str:
    return called(m.name(type(obj).__name__.lower()), obj.args)


@markup.register(sympy.core.relational.Relational)
def _(obj: Any) -> str:
    left, right = (within(side, PRECEDENCE_RELATION) for side in obj.args)
    return m.element("mrow", left, m.sign(_RELATIONS[type(obj)]), right)
