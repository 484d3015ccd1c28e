"""Presentation MathML of formulas, with the author's names and in the author's order: the LaTeX of `latex`, for pages.

Every class of objects has a function here that gives the markup; a sign that binds weaker than what stands around it
gets parentheses. Nothing is shown that was not escaped.
"""

from __future__ import annotations

import re
import unicodedata
from functools import singledispatch
from html import escape
from typing import Any

import sympy
from sympy.printing.precedence import precedence

from heapwise.formulas import functions as f
from heapwise.formulas import objects as o
from heapwise.formulas.printing import (
    PRECEDENCE_CALL,
    PRECEDENCE_PRODUCT,
    PRECEDENCE_RELATION,
    PRECEDENCE_SUM,
    Call,
    Infix,
)

_INDEXED = re.compile(r"([^\W\d_]+)(\d+)")
_BIG = {"⊕": "⨁", "+": "∑"}
_OVER_ENTRIES = {"nimsum": "⨁", "sum": "∑", "min": "min", "max": "max"}
_TIMES = "\N{INVISIBLE TIMES}"
_RELATIONS = {
    sympy.Equality: "=", sympy.Unequality: "≠", sympy.StrictLessThan: "<", sympy.LessThan: "≤",
    sympy.StrictGreaterThan: ">", sympy.GreaterThan: "≥",
}  # fmt: skip


def mathml(obj: Any, text: str = "") -> str:
    """A whole `math` element; `text` is what is read to those who cannot see it."""
    said = f' alttext="{escape(text)}"' if text else ""
    return f'<math displaystyle="true"{said}>{_shown(obj)}</math>'


# ---------------------------------------------------------------------------------------------- elements


def _element(kind: str, *parts: str) -> str:
    return f"<{kind}>{''.join(parts)}</{kind}>"


def _sign(text: str) -> str:
    return _element("mo", escape(text))


def _name(text: str) -> str:
    return _element("mi", escape(text))


def _words(text: str) -> str:
    """Words; spaces at their ends would be dropped, so they are hard ones."""
    return _element("mtext", escape(text.replace(" ", "\N{NO-BREAK SPACE}")))


def _listed(parts: list[str], sign: str = ",") -> str:
    return _sign(sign).join(parts)


def _group(parts: list[str]) -> str:
    """Parts with commas between them, as one element."""
    return parts[0] if len(parts) == 1 else _element("mrow", _listed(parts))


def _fenced(inside: str, left: str = "(", right: str = ")") -> str:
    return _element("mrow", _sign(left), inside, _sign(right))


def _called(head: str, items: Any) -> str:
    return _element("mrow", head, _sign("\N{FUNCTION APPLICATION}"), _fenced(_listed([*map(_shown, items)])))


def _within(obj: Any, level: int, strict: bool = False) -> str:
    """An object where something binds with this strength around it."""
    own = PRECEDENCE_SUM if isinstance(obj, sympy.Mod) else precedence(obj)
    return _fenced(_shown(obj)) if own < level or (own == level and not strict) else _shown(obj)


# ------------------------------------------------------------------------------------- names and numbers


@singledispatch
def _shown(obj: Any) -> str:
    """The markup of an object."""
    return _called(_name(type(obj).__name__), obj.args)


@_shown.register
def _(obj: sympy.Symbol) -> str:
    """`x_2_1` is x with the indices 2 and 1, `phi` the Greek letter."""
    name = obj.name.rstrip("'")
    if not name.isidentifier():
        return _words(obj.name)
    base, *indices = name.split("_") if name.strip("_") else [name]
    numbered = _INDEXED.fullmatch(base)
    if numbered and not indices:
        base, indices = numbered[1], [numbered[2]]
    shown = _name(_greek(base))
    if obj.name != name:
        shown = _element("msup", shown, _sign("′" * (len(obj.name) - len(name))))
    return _element("msub", shown, _group([*map(_index, indices)])) if indices else shown


def _greek(name: str) -> str:
    try:
        return unicodedata.lookup(f"GREEK SMALL LETTER {name.upper()}") if name.islower() else name
    except KeyError:
        return name


def _index(text: str) -> str:
    return _element("mn", text) if text.isdecimal() else _name(text)


@_shown.register
def _(obj: sympy.Integer) -> str:
    return _element("mrow", _sign("−"), _element("mn", str(-obj))) if obj < 0 else _element("mn", str(obj))


@_shown.register
def _(obj: sympy.Rational) -> str:
    return _element("mfrac", _shown(sympy.Integer(obj.p)), _shown(sympy.Integer(obj.q)))


@_shown.register(type(sympy.true))
@_shown.register(type(sympy.false))
def _(obj: Any) -> str:
    return _words("true" if obj else "false")


# -------------------------------------------------------------------------------------------- arithmetic


@_shown.register
def _(obj: sympy.Add) -> str:
    """A term with a minus in front is subtracted."""
    first, *rest = obj.args
    parts = [_within(first, PRECEDENCE_SUM)]
    for term in rest:
        taken = _subtracted(term)
        parts += [_sign("+"), _within(term, PRECEDENCE_SUM)] if taken is None else [_sign("−"), taken]
    return _element("mrow", *parts)


def _subtracted(term: Any) -> str | None:
    if isinstance(term, sympy.Mul) and term.args[0] == -1:
        return _within(term.args[1], PRECEDENCE_SUM) if len(term.args) == 2 else _product(term.args[1:])
    return _shown(-term) if isinstance(term, sympy.Integer) and term < 0 else None


@_shown.register
def _(obj: sympy.Mul) -> str:
    if obj.args[0] == -1:
        return _element("mrow", _sign("−"), _product(obj.args[1:]))
    return _product(obj.args)


def _product(factors: Any) -> str:
    """Factors in order; those with exponent -1 stand below a line."""
    above = [a for a in factors if not _is_divisor(a)]
    below = [a.base for a in factors if _is_divisor(a)]
    if below:
        return _element("mfrac", _product(above) if above else _element("mn", "1"), _product(below))
    if len(above) == 1:
        return _shown(above[0])
    parts = [_within(above[0], PRECEDENCE_PRODUCT, strict=True)]
    for factor in above[1:]:
        is_product = isinstance(factor, sympy.Mul) and not any(map(_is_divisor, factor.args))
        parts += [_sign(_times(factor)), _within(factor, PRECEDENCE_PRODUCT, strict=not is_product)]
    return _element("mrow", *parts)


def _is_divisor(factor: Any) -> bool:
    return isinstance(factor, sympy.Pow) and factor.exp == -1


def _times(factor: Any) -> str:
    """A sign is seen only before digits."""
    while isinstance(factor, sympy.Pow | sympy.Mul):
        factor = factor.args[0]
    return "·" if isinstance(factor, sympy.Rational) else _TIMES


@_shown.register
def _(obj: sympy.Pow) -> str:
    if obj.exp == sympy.Rational(1, 2):
        return _element("msqrt", _shown(obj.base))
    if _is_divisor(obj):
        return _product((obj,))
    return _element("msup", _within(obj.base, PRECEDENCE_CALL, strict=True), _shown(obj.exp))


@_shown.register
def _(obj: sympy.Mod) -> str:
    a, m = obj.args
    sign = '<mo lspace="0.3em" rspace="0.3em">mod</mo>'
    return _element("mrow", _within(a, PRECEDENCE_PRODUCT, strict=True), sign, _within(m, PRECEDENCE_PRODUCT))


@_shown.register
def _(obj: sympy.floor) -> str:
    return _fenced(_shown(obj.args[0]), "⌊", "⌋")


@_shown.register
def _(obj: sympy.ceiling) -> str:
    return _fenced(_shown(obj.args[0]), "⌈", "⌉")


@_shown.register
def _(obj: sympy.Abs) -> str:
    return _fenced(_shown(obj.args[0]), "|", "|")


@_shown.register(sympy.Min)
@_shown.register(sympy.Max)
def _(obj: Any) -> str:
    return _called(_name(type(obj).__name__.lower()), obj.args)


@_shown.register(sympy.core.relational.Relational)
def _(obj: Any) -> str:
    left, right = (_within(side, PRECEDENCE_RELATION) for side in obj.args)
    return _element("mrow", left, _sign(_RELATIONS[type(obj)]), right)


# ------------------------------------------------------------------------------------ signs and functions


@_shown.register
def _(obj: Infix) -> str:
    """Operands with a sign between them, or a large sign before all entries of one vector."""
    operands: Any = obj.args[obj.operands]
    rest = obj.args[obj.operands.stop :] if obj.operands.stop else ()
    if len(operands) == 1:
        return _over_entries(_modulo(_sign(_BIG.get(obj.character, obj.character)), rest), operands[0])
    level = obj.precedence if obj.inside is None else obj.inside
    shown = [_within(a, level, strict=type(a) is type(obj)) for a in operands]
    return _element("mrow", _modulo(_between(obj.character), rest).join(shown))


def _between(character: str) -> str:
    """A sign between operands; some are known as fences or not at all, and need room."""
    return f'<mo lspace="0.22em" rspace="0.22em">{escape(character)}</mo>' if character in "&|∣" else _sign(character)


def _modulo(sign: str, rest: Any) -> str:
    return _element("msub", sign, _shown(rest[0])) if rest else sign


@_shown.register
def _(obj: f.KNimSum) -> str:
    """The k of a k-nim-sum stands above its sign."""
    sign = _element("msup", _sign("⊕"), _fenced(_shown(obj.args[-1])))
    shown = [_within(a, obj.inside or 0, strict=True) for a in obj.args[:-1]]
    if len(shown) == 1:
        return _over_entries(sign.replace("⊕", "⨁"), obj.args[0])
    return _element("mrow", sign.join(shown))


@_shown.register
def _(obj: f.Congruent) -> str:
    a, b, m = map(_shown, obj.args)
    return _element("mrow", a, _sign("≡"), b, _fenced(_words("mod ") + m))


@_shown.register
def _(obj: Call) -> str:
    return _called(_name(obj.character or type(obj).__name__), obj.args)


@_shown.register(f.Bit)
def _(obj: Any) -> str:
    z, k = obj.args
    return _called(_element("msub", _name("bit"), _shown(k)), (z,))


@_shown.register(f.BinaryDigit)
def _(obj: Any) -> str:
    k, z = obj.args
    return _called(_element("msub", _name("I"), _shown(k)), (z,))


@_shown.register(f.TrailingOnes)
def _(obj: Any) -> str:
    return _called(_element("msub", _name("tail"), _element("mn", "1")), obj.args)


@_shown.register(f.V2)
def _(obj: Any) -> str:
    return _called(_element("msub", _name("v"), _element("mn", "2")), obj.args)


@_shown.register(f.Mating)
def _(obj: Any) -> str:
    return _fenced(_listed([*map(_shown, obj.args)], "∣"))


@_shown.register(f.Mex)
def _(obj: Any) -> str:
    return _element("mrow", _name("mex"), _fenced(_listed([*map(_shown, obj.args)]), "{", "}"))


# ------------------------------------------------------------------------------------ values of positions


@_shown.register(f.Value)
@_shown.register(f.Outcome)
def _(obj: Any) -> str:
    question, position, *player = obj.args
    head = question.name
    letter = f'<mi mathvariant="normal">{escape(head)}</mi>' if len(head) == 1 else _name(head)
    is_own = isinstance(position, f.PositionOf) and f.is_own(position.args[0])
    return _called(letter, (*(f.components_of(position) if is_own else (position,)), *player))


@_shown.register
def _(obj: f.PositionOf) -> str:
    game, inside = obj.args[0], _fenced(_listed([*map(_shown, f.components_of(obj))]))
    return inside if f.is_own(game) else _element("mrow", _shown(game), inside)


@_shown.register
def _(obj: f.GameOf) -> str:
    name, *arguments = obj.args
    words = _words("this game" if name.name == "this" else name.name)
    return _element("mrow", words, _fenced(_listed([*map(_shown, arguments)]))) if arguments else words


# --------------------------------------------------------------------------------------- conditions, choice


@_shown.register
def _(obj: o.Opposite) -> str:
    return _element("mrow", _sign("¬"), _within(obj.args[0], PRECEDENCE_CALL, strict=True))


@_shown.register(o.NumberIf)
@_shown.register(o.TruthIf)
@_shown.register(o.ThingIf)
def _(obj: Any) -> str:
    """Cases below each other; a choice in the last case goes on with the list."""
    rows = []
    while isinstance(obj, o.NumberIf | o.TruthIf | o.ThingIf):
        condition, yes, obj = obj.args
        rows.append(_case(_shown(yes), _words("if ") + _shown(condition)))
    rows.append(_case(_shown(obj), _words("otherwise")))
    return _element("mrow", _sign("{"), f'<mtable columnalign="left">{"".join(rows)}</mtable>')


def _case(value: str, condition: str) -> str:
    return _element("mtr", _element("mtd", value), _element("mtd", condition))


@_shown.register
def _(obj: o.Iverson) -> str:
    return _fenced(_shown(obj.args[0]), "[", "]")


# --------------------------------------------------------------------------------------- sets and vectors


@_shown.register
def _(obj: o.FromTo) -> str:
    low, *high = map(_shown, obj.args)
    return _fenced(_listed([low, _sign("…"), *high]), "{", "}")


@_shown.register
def _(obj: o.Members) -> str:
    return _fenced(_listed([*map(_shown, obj.args)]), "{", "}") if obj.args else _sign("∅")


@_shown.register
def _(obj: o.Row) -> str:
    return _fenced(_listed([*map(_shown, obj.args)]))


@_shown.register
def _(obj: o.Entry) -> str:
    return _subscripted(obj, [])


def _over_entries(sign: str, vector: Any) -> str:
    """A sign over all entries of a vector: its component i, for every i."""
    return _element("mrow", _element("munder", sign, _name("i")), _subscripted(vector, [_name("i")]))


def _subscripted(base: Any, indices: list[str]) -> str:
    """A vector with indices; those of rows and of entries stand together."""
    while isinstance(base, o.Entry):
        base, *inner = base.args
        indices = [*map(_shown, inner), *indices]
    return _element("msub", _within(base, PRECEDENCE_CALL, strict=True), _group(indices))


@_shown.register(o.NumberFunction)
@_shown.register(o.TruthFunction)
@_shown.register(o.ThingFunction)
def _(obj: Any) -> str:
    name, *arguments = obj.args
    if len(arguments) == 1 and name.name in _OVER_ENTRIES:
        return _over_entries(_sign(_OVER_ENTRIES[name.name]), arguments[0])
    if len(arguments) == 1 and isinstance(arguments[0], f.PositionOf) and f.is_own(arguments[0].args[0]):
        arguments = list(f.components_of(arguments[0]))
    return _called(_name(name.name), arguments) if arguments else _words(name.name)


# --------------------------------------------------------------------------------------------- gathering


@_shown.register
def _(obj: o.Among) -> str:
    target, domain = map(_shown, obj.args)
    return _element("mrow", target, _sign("∈"), domain)


@_shown.register
def _(obj: o.Be) -> str:
    symbol, value = map(_shown, obj.args)
    return _element("mrow", symbol, _sign("="), value)


@_shown.register
def _(obj: o.Such) -> str:
    return _within(obj.args[0], 20)


def _steps(obj: Any) -> str:
    return _group([*map(_shown, obj.args[1:])])


@_shown.register(o.All)
@_shown.register(o.Any_)
@_shown.register(o.Unique)
def _(obj: Any) -> str:
    return _element("mrow", _sign(obj.character), _steps(obj), _sign(":"), _within(obj.args[0], 15))


@_shown.register(o.Gathered)
def _(obj: Any) -> str:
    sign = _sign(obj.character) if len(obj.character) == 1 else _name(obj.character)
    return _element("mrow", _element("munder", sign, _steps(obj)), _within(obj.args[0], PRECEDENCE_SUM))


@_shown.register
def _(obj: o.Count) -> str:
    return _element("mrow", _sign("#"), _fenced(_steps(obj) + _sign(":") + _shown(obj.args[0]), "{", "}"))


@_shown.register
def _(obj: o.SetOver) -> str:
    return _fenced(_shown(obj.args[0]) + _sign(":") + _steps(obj), "{", "}")


@_shown.register
def _(obj: o.ListOver) -> str:
    return _element("msub", _fenced(_shown(obj.args[0])), _steps(obj))


@_shown.register
def _(obj: o.Where) -> str:
    body, *named = obj.args
    return _element("mrow", _within(body, 6), _words("  where "), _listed([*map(_shown, named)]))
