"""What our objects are: conditions and choices, sets and vectors, and what is gathered over them."""

from __future__ import annotations

from typing import Any

from heapwise.formulas import functions as f
from heapwise.formulas import objects as o
from heapwise.formulas.mathml import elements as m
from heapwise.formulas.mathml.dispatch import called, markup, over_entries, subscripted, within
from heapwise.formulas.printing import PRECEDENCE_CALL, PRECEDENCE_SUM

_OVER_ENTRIES = {"nimsum": "⨁", "sum": "∑", "min": "min", "max": "max"}


# --------------------------------------------------------------------------------------- conditions, choice


@markup.register
def _(obj: o.Opposite) -> str:
    return m.element("mrow", m.sign("¬"), within(obj.args[0], PRECEDENCE_CALL, strict=True))


@markup.register(o.NumberIf)
@markup.register(o.TruthIf)
@markup.register(o.ThingIf)
def _(obj: Any) -> str:
    """Cases below each other; a choice in the last case goes on with the list."""
    rows = []
    while isinstance(obj, o.NumberIf | o.TruthIf | o.ThingIf):
        condition, yes, obj = obj.args
        rows.append(_case(markup(yes), m.words("if ") + markup(condition)))
    rows.append(_case(markup(obj), m.words("otherwise")))
    return m.element("mrow", m.sign("{"), f'<mtable columnalign="left">{"".join(rows)}</mtable>')


def _case(value: str, condition: str) -> str:
    return m.element("mtr", m.element("mtd", value), m.element("mtd", condition))


@markup.register
def _(obj: o.Iverson) -> str:
    return m.fenced(markup(obj.args[0]), "[", "]")


# --------------------------------------------------------------------------------------- sets and vectors


@markup.register
def _(obj: o.FromTo) -> str:
    low, *high = map(markup, obj.args)
    return m.fenced(m.listed([low, m.sign("…"), *high]), "{", "}")


@markup.register
def _(obj: o.Members) -> str:
    return m.fenced(m.listed([*map(markup, obj.args)]), "{", "}") if obj.args else m.sign("∅")


@markup.register
def _(obj: o.Row) -> str:
    return m.fenced(m.listed([*map(markup, obj.args)]))


@markup.register
def _(obj: o.Entry) -> str:
    return subscripted(obj, [])


@markup.register(o.NumberFunction)
@markup.register(o.TruthFunction)
@markup.register(o.ThingFunction)
def _(obj: Any) -> str:
    name, *arguments = obj.args
    if len(arguments) == 1 and name.name in _OVER_ENTRIES:
        return over_entries(m.sign(_OVER_ENTRIES[name.name]), arguments[0])
    if len(arguments) == 1 and isinstance(arguments[0], f.PositionOf) and f.is_own(arguments[0].args[0]):
        arguments = list(f.components_of(arguments[0]))
    return called(m.name(name.name), arguments) if arguments else m.words(name.name)


# --------------------------------------------------------------------------------------------- gathering


@markup.register
def _(obj: o.Among) -> str:
    target, domain = map(markup, obj.args)
    return m.element("mrow", target, m.sign("∈"), domain)


@markup.register
def _(obj: o.Be) -> str:
    symbol, value = map(markup, obj.args)
    return m.element("mrow", symbol, m.sign("="), value)


@markup.register
def _(obj: o.Such) -> str:
    return within(obj.args[0], 20)


def _steps(obj: Any) -> str:
    return m.group([*map(markup, obj.args[1:])])


@markup.register(o.All)
@markup.register(o.Any_)
@markup.register(o.Unique)
def _(obj: Any) -> str:
    return m.element("mrow", m.sign(obj.character), _steps(obj), m.sign(":"), within(obj.args[0], 15))


@markup.register(o.Gathered)
def _(obj: Any) -> str:
    sign = m.sign(obj.character) if len(obj.character) == 1 else m.name(obj.character)
    return m.element("mrow", m.element("munder", sign, _steps(obj)), within(obj.args[0], PRECEDENCE_SUM))


@markup.register
def _(obj: o.Count) -> str:
    return m.element("mrow", m.sign("#"), m.fenced(_steps(obj) + m.sign(":") + markup(obj.args[0]), "{", "}"))


@markup.register
def _(obj: o.SetOver) -> str:
    return m.fenced(markup(obj.args[0]) + m.sign(":") + _steps(obj), "{", "}")


@markup.register
def _(obj: o.ListOver) -> str:
    return m.element("msub", m.fenced(markup(obj.args[0])), _steps(obj))


@markup.register
def _(obj: o.Where) -> str:
    body, *named = obj.args
    return m.element("mrow", within(body, 6), m.words("  where "), m.listed([*map(markup, named)]))
