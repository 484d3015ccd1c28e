"""What our functions are: signs between operands, calls, values of positions."""

from __future__ import annotations

from html import escape
from typing import Any

from heapwise.formulas import functions as f
from heapwise.formulas.mathml import elements as m
from heapwise.formulas.mathml.dispatch import called, markup, over_entries, within
from heapwise.formulas.printing import Call, Infix

_BIG = {"⊕": "⨁", "+": "∑"}


# ------------------------------------------------------------------------------------ signs and functions


@markup.register
def _(obj: Infix) -> str:
    """Operands with a sign between them, or a large sign before all entries of one vector."""
    operands: Any = obj.args[obj.operands]
    rest = obj.args[obj.operands.stop :] if obj.operands.stop else ()
    if len(operands) == 1:
        return over_entries(_modulo(m.sign(_BIG.get(obj.character, obj.character)), rest), operands[0])
    level = obj.precedence if obj.inside is None else obj.inside
    shown = [within(a, level, strict=type(a) is type(obj)) for a in operands]
    return m.element("mrow", _modulo(_between(obj.character), rest).join(shown))


def _between(character: str) -> str:
    """A sign between operands; some are known as fences or not at all, and need room."""
    return f'<mo lspace="0.22em" rspace="0.22em">{escape(character)}</mo>' if character in "&|∣" else m.sign(character)


def _modulo(sign: str, rest: Any) -> str:
    return m.element("msub", sign, markup(rest[0])) if rest else sign


@markup.register
def _(obj: f.KNimSum) -> str:
    """The k of a k-nim-sum stands above its sign."""
    sign = m.element("msup", m.sign("⊕"), m.fenced(markup(obj.args[-1])))
    shown = [within(a, obj.inside or 0, strict=True) for a in obj.args[:-1]]
    if len(shown) == 1:
        return over_entries(sign.replace("⊕", "⨁"), obj.args[0])
    return m.element("mrow", sign.join(shown))


@markup.register
def _(obj: f.Congruent) -> str:
    a, b, modulus = map(markup, obj.args)
    return m.element("mrow", a, m.sign("≡"), b, m.fenced(m.words("mod ") + modulus))


@markup.register
def _(obj: Call) -> str:
    return called(m.name(obj.character or type(obj).__name__), obj.args)


@markup.register(f.Bit)
def _(obj: Any) -> str:
    z, k = obj.args
    return called(m.element("msub", m.name("bit"), markup(k)), (z,))


@markup.register(f.BinaryDigit)
def _(obj: Any) -> str:
    k, z = obj.args
    return called(m.element("msub", m.name("I"), markup(k)), (z,))


@markup.register(f.TrailingOnes)
def _(obj: Any) -> str:
    return called(m.element("msub", m.name("tail"), m.element("mn", "1")), obj.args)


@markup.register(f.V2)
def _(obj: Any) -> str:
    return called(m.element("msub", m.name("v"), m.element("mn", "2")), obj.args)


@markup.register(f.Mating)
def _(obj: Any) -> str:
    return m.fenced(m.listed([*map(markup, obj.args)], "∣"))


@markup.register(f.Mex)
def _(obj: Any) -> str:
    return m.element("mrow", m.name("mex"), m.fenced(m.listed([*map(markup, obj.args)]), "{", "}"))


# ------------------------------------------------------------------------------------ values of positions


@markup.register(f.Value)
@markup.register(f.Outcome)
def _(obj: Any) -> str:
    question, position, *player = obj.args
    head = question.name
    letter = f'<mi mathvariant="normal">{escape(head)}</mi>' if len(head) == 1 else m.name(head)
    is_own = isinstance(position, f.PositionOf) and f.is_own(position.args[0])
    return called(letter, (*(f.components_of(position) if is_own else (position,)), *player))


@markup.register
def _(obj: f.PositionOf) -> str:
    game, inside = obj.args[0], m.fenced(m.listed([*map(markup, f.components_of(obj))]))
    return inside if f.is_own(game) else m.element("mrow", markup(game), inside)


@markup.register
def _(obj: f.GameOf) -> str:
    name, *arguments = obj.args
    words = m.words("this game" if name.name == "this" else name.name)
    return m.element("mrow", words, m.fenced(m.listed([*map(markup, arguments)]))) if arguments else words
