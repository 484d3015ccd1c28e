"""How expressions are spelled: ASCII signs, and no parentheses but those that the tree or a reader needs.

Parentheses never change a tree, except that they keep operators of one level from running together; so a part of
another level may be put in parentheses freely, and is where people misread it.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from heapwise.lang import nodes
from heapwise.lang.layout import Laid, Row, Stack, Word, flat_text

# How tightly operators bind: the levels of the grammar, from the loosest.
_EXPRESSION, _IFF, _IMPLIES, _OR, _AND, _NOT, _RELATION = range(7)
_SETS, _RANGE, _NIMSUM, _SUM, _TERM, _UNARY, _POWER, _ATOM = range(7, 15)
_LEVELS = {
    "iff": _IFF, "implies": _IMPLIES, "or": _OR, "and": _AND, "\\": _SETS, "|": _SETS, "&": _SETS, "(+)": _NIMSUM,
    "+": _SUM, "-": _SUM, "*": _TERM, "/": _TERM, "mod": _TERM, "(*)": _TERM, "^": _POWER,
}  # fmt: skip

# Words that go on with the clause, or start the next one, right after a range without an end.
_AFTER_OPEN_RANGE = {
    "cyclic", "legal", "heap", "heaps", "cell", "cells", "position", "positions",
    "theorem", "conjecture", "disproved", "question",
}  # fmt: skip

# Operators next to each other, the outer one first, that people read in different ways.
_MISREAD = {(_NIMSUM, _SUM), (_OR, _AND), (_IFF, _IMPLIES)}


def spelled(node: nodes.Expr) -> str:
    """An expression on one line."""
    return flat_text(spell(node))


def spell(node: nodes.Expr, least: int = _EXPRESSION, tight: bool = False) -> Laid:
    """An expression, in parentheses if it binds less tightly than what stands around it asks for.

    In indices and at the ends of ranges sums are written `tight`, without spaces.
    """
    write: Callable[[Any, bool], Laid] = _WRITERS[type(node)]
    box = write(node, tight)
    return Row("(", box, ")") if level(node) < least else box


def level(node: nodes.Expr) -> int:
    """How tightly the outermost operator of an expression binds."""
    match node:
        case nodes.Conditional():
            return _EXPRESSION
        case nodes.Infix(operators=(sign, *_)):
            return _LEVELS[sign]
        case nodes.Prefix(operator=sign):
            return _NOT if sign == "not" else _UNARY
        case nodes.Chain():
            return _RELATION
        case nodes.Range():
            return _RANGE
    return _ATOM


def side(node: nodes.Expr) -> Laid:
    """One side of a relation, or the right side of a binder."""
    return spell(node, _SETS)


def listed(items: Sequence[Laid], separators: Sequence[str] | None = None) -> Laid:
    """Things with commas, or other signs, between them."""
    signs = [",", *[","] * len(items)][: len(items) - 1] if separators is None else list(separators)
    parts = [Row(item, sign) for item, sign in zip(items, signs, strict=False)]
    return Stack((*parts, items[-1]), ("",) * len(items))


def binder_parts(binders: nodes.Binders) -> Iterator[tuple[str, Laid]]:
    """`for ` and `where `, each with what stands behind it."""
    for binding in binders.bindings:
        if binding.binders:
            yield "for ", listed([_binder(b) for b in binding.binders])
        if binding.guards:
            yield "where ", listed([spell(g) for g in binding.guards])


def _binder(binder: nodes.Choose | nodes.Define) -> Laid:
    if isinstance(binder, nodes.Define):
        return Row(spell(binder.name), " = ", side(binder.value))
    targets = [spell(target) for target in binder.targets]
    return Row(listed(targets), " in ", side(binder.domain))


# ------------------------------------------------------------------------------------------- operators


def _infix(node: nodes.Infix, tight: bool) -> Laid:
    own = level(node)
    if own == _POWER:
        base, exponent = node.operands
        return Row(spell(base, _ATOM), "^", spell(exponent, _UNARY))
    leasts = (_OR, _IMPLIES) if own == _IMPLIES else (own + 1,) * len(node.operands)
    operands = [_operand(o, least, own, tight) for o, least in zip(node.operands, leasts, strict=True)]
    if tight and own in (_SUM, _TERM) and "mod" not in node.operators and "(*)" not in node.operators:
        return _without_spaces(node.operators, operands)
    if own == _IMPLIES and isinstance(operands[1], Stack) and level(node.operands[1]) == _IMPLIES:
        rest = operands[1]
        return Stack((operands[0], *rest.parts), ("", "implies ", *rest.leads[1:]), padded=True)
    return Stack(operands, ("", *(f"{sign} " for sign in node.operators)), padded=True)


def _operand(node: nodes.Expr, least: int, around: int, tight: bool = False) -> Laid:
    """An operand; a remainder, and what `_MISREAD` names, get the parentheses that a reader would miss."""
    is_remainder = isinstance(node, nodes.Infix) and "mod" in node.operators and around >= _SETS
    return spell(node, _ATOM if is_remainder or (around, level(node)) in _MISREAD else least, tight)


def _without_spaces(operators: Sequence[str], operands: Sequence[Laid]) -> Laid:
    parts: list[Laid | str] = [operands[0]]
    for sign, operand in zip(operators, operands[1:], strict=True):
        parts += [sign + " " if operand.first.startswith("-") else sign, operand]  # `--` would start a comment
    return Row(*parts)


def _prefix(node: nodes.Prefix, tight: bool) -> Laid:
    if node.operator == "not":
        return Row("not ", spell(node.operand, _NOT))
    operand = spell(node.operand, _UNARY, tight)
    return Row("-(", operand, ")") if operand.first.startswith("-") else Row("-", operand)


def _chain(node: nodes.Chain, tight: bool) -> Laid:
    relations = Stack([side(o) for o in node.operands], ("", *(f"{s} " for s in node.operators)), padded=True)
    return relations if node.modulus is None else Row(relations, " (mod ", spell(node.modulus), ")")


def _range(node: nodes.Range, tight: bool) -> Laid:
    low = _operand(node.low, _NIMSUM, _RANGE, tight=True)
    if node.high is None:
        return Row(low, "..")
    high = _operand(node.high, _NIMSUM, _RANGE, tight=True)
    return Row(low, "..(", high, ")") if high.first in _AFTER_OPEN_RANGE else Row(low, "..", high)


def _conditional(node: nodes.Conditional, tight: bool) -> Laid:
    return Stack([spell(node.condition), spell(node.yes), spell(node.no)], ("if ", "then ", "else "))


# ----------------------------------------------------------------------------------------------- atoms


def _int(node: nodes.Int, tight: bool) -> Laid:
    return Word(str(node.value), node.span.start)


def _code(node: nodes.Code, tight: bool) -> Laid:
    return Word(node.text, node.span.start)


def _name(node: nodes.Name, tight: bool) -> Laid:
    return Word(node.name, node.span.start)


def _hole(node: nodes.Hole, tight: bool) -> Laid:
    return Word(f"?{node.name}", node.span.start)


def _index(node: nodes.Index, tight: bool) -> Laid:
    return Row(spell(node.base, _ATOM), "[", listed([spell(i, tight=True) for i in node.indices]), "]")


def _field(node: nodes.Field, tight: bool) -> Laid:
    base = spell(node.base, _ATOM)
    return Row("(", base, ")", f".{node.name}") if isinstance(node.base, nodes.Int) else Row(base, f".{node.name}")


def _call(node: nodes.Call, tight: bool) -> Laid:
    function = spell(node.function, _ATOM)
    if not node.groups:
        return Row(function, "()")
    separators = [sign for group in node.groups for sign in [","] * (len(group) - 1) + [";"]][:-1]
    return Row(function, "(", listed([spell(a) for a in node.arguments], separators), ")")


def _big(node: nodes.Big, tight: bool) -> Laid:
    return Row(spell(node.function, _ATOM), "(", _body(node), ")")


def _body(node: nodes.Big | nodes.SetOf | nodes.ListOf) -> Laid:
    leads, parts = zip(*binder_parts(node.binders), strict=True)
    return Stack((spell(node.body), *parts), ("", *leads))


def _set(node: nodes.SetLiteral, tight: bool) -> Laid:
    if not node.items:
        return Word("{}", node.span.start)
    return Row("{", listed([spell(i) for i in node.items]), "}")


def _set_of(node: nodes.SetOf, tight: bool) -> Laid:
    return Row("{", _body(node), "}")


def _list(node: nodes.ListLiteral, tight: bool) -> Laid:
    return Row("[", listed([spell(i) for i in node.items]), "]")


def _list_of(node: nodes.ListOf, tight: bool) -> Laid:
    return Row("[", _body(node), "]")


def _tuple(node: nodes.Tuple, tight: bool) -> Laid:
    return Row("(", listed([spell(i) for i in node.items]), ")")


_WRITERS: dict[type, Callable[[Any, bool], Laid]] = {
    nodes.Infix: _infix, nodes.Prefix: _prefix, nodes.Chain: _chain, nodes.Range: _range,
    nodes.Conditional: _conditional, nodes.Int: _int, nodes.Code: _code, nodes.Name: _name, nodes.Hole: _hole,
    nodes.Index: _index, nodes.Field: _field, nodes.Call: _call, nodes.Big: _big, nodes.SetLiteral: _set,
    nodes.SetOf: _set_of, nodes.ListLiteral: _list, nodes.ListOf: _list_of, nodes.Tuple: _tuple,
}  # fmt: skip
