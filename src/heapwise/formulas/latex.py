"""Objects in the notation of papers, with the author's names and in the author's order, as `typeset` sets the text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

import sympy

from heapwise.formulas import functions as f
from heapwise.formulas import objects as o
from heapwise.formulas.printing import OnPaper
from heapwise.typeset.latex import latex as written
from heapwise.typeset.names import QUESTIONS
from heapwise.typeset.operators import (
    cases,
    congruence,
    counted,
    in_brackets,
    large,
    negated,
    negative,
    quantified,
    related,
    run,
)
from heapwise.typeset.pieces import (
    Enclosed,
    Fraction,
    FunctionName,
    Glyph,
    Notation,
    Numeral,
    Sign,
    Subscript,
    Superscript,
    Words,
    in_parentheses,
    line,
    separated,
)
from heapwise.typeset.strength import Held, Strength, held

_S = Strength
_OPERATORS = {
    o.AndThen: "and", o.OrElse: "or", o.IfThen: "implies", o.SameTruth: "iff", o.Without: "\\", o.Joined: "|",
    o.Common: "&", f.NimSum: "(+)", f.NimProduct: "(*)", f.SumOfPositions: "+",
}  # fmt: skip
_RELATIONS = {
    o.IsIn: "in", o.NotIn: "not in", o.Same: "=", o.Differ: "!=", f.Divides: "divides", sympy.Eq: "=", sympy.Ne: "!=",
    sympy.StrictLessThan: "<", sympy.LessThan: "<=", sympy.StrictGreaterThan: ">", sympy.GreaterThan: ">=",
}  # fmt: skip
_CALLS = {
    f.Gcd: "gcd", f.Bit: "bit", f.Popcount: "popcount", f.TrailingOnes: "tail1", f.Mating: "mating", f.BitAnd: "bitand",
    f.BitOr: "bitor", sympy.Min: "min", sympy.Max: "max",
}  # fmt: skip
_BRACKETS = {sympy.floor: ("⌊", "⌋", ""), sympy.ceiling: ("⌈", "⌉", ""), sympy.Abs: ("|", "|", "abs")}
_QUANTIFIERS = {o.All: "∀", o.Any_: "∃", o.Unique: "∃!"}
_LARGE = {
    o.SumOver: "∑", o.NimSumOver: "⨁", o.MinOver: "min", o.MaxOver: "max", o.MexOver: "mex", o.BitOrOver: "bitor",
    o.BitAndOver: "bitand",
}  # fmt: skip
_OVER_ENTRIES = {"nimsum": "⨁", "sum": "∑", "min": "min", "max": "max"}


def latex(obj: Any) -> str:
    """LaTeX of an object of this package."""
    return written(_hold(obj).piece)


def _hold(obj: Any) -> Held:
    """An object, with how strongly its notation holds together."""
    for kind in type(obj).__mro__:
        for table, hold in TABLES:
            if kind in table:
                return hold(obj, table[kind])
    return held(Words(str(obj)), _S.SIGNED)


def _piece(obj: Any) -> Notation:
    return _hold(obj).piece


def _side(obj: Any) -> Notation:
    return _hold(obj).asked(_S.SETS).piece


def _listed(objects: Iterable[Any]) -> Notation:
    return separated(_hold(one).asked(_S.CASES).piece for one in objects)


# ------------------------------------------------------------------------------------------------- numbers


def _rational(obj: Any) -> Held:
    if obj < 0:
        return negative(_rational(-obj))
    above = Numeral(str(obj.p))
    return held(above, _S.CLOSED) if obj.q == 1 else held(Fraction(above, Numeral(str(obj.q))), _S.FRACTION)


def _opposite_of(obj: Any) -> Any:
    """What stands behind the minus of a number or a product; nothing where there is no minus."""
    if isinstance(obj, sympy.Rational):
        return -obj if obj < 0 else None
    if not (isinstance(obj, sympy.Mul) and isinstance(obj.args[0], sympy.Rational) and obj.args[0] < 0):
        return None
    first, *others = obj.args
    kept = [*([-first] if first != -1 or _is_inverse(others[0]) else []), *others]
    return kept[0] if len(kept) == 1 else sympy.Mul(*kept, evaluate=False)


def _is_inverse(obj: Any) -> bool:
    return isinstance(obj, sympy.Pow) and obj.exp == -1


def _sum(obj: Any) -> Held:
    first, *others = obj.args
    behind = [_opposite_of(one) for one in others]
    terms = [("+", _hold(one)) if b is None else ("-", _hold(b)) for one, b in zip(others, behind, strict=True)]
    return run(_hold(first), terms)


def _product(obj: Any) -> Held:
    behind = _opposite_of(obj)
    if behind is not None:
        return negative(_hold(behind), _S.PRODUCT)
    first, *others = obj.args
    return run(_hold(first), [("/", _hold(one.base)) if _is_inverse(one) else ("*", _hold(one)) for one in others])


def _power(obj: Any) -> Held:
    base, exponent = obj.args
    if exponent == -1:
        return held(Fraction(Numeral("1"), _piece(base)), _S.FRACTION)
    if exponent == sympy.Rational(1, 2):
        return held(Enclosed("√", _piece(base), ""), _S.CLOSED)
    return held(Superscript(_hold(base).asked(_S.ATOM).piece, _piece(exponent)), _S.POWER)


# --------------------------------------------------------------------------------------------- names and calls


def _symbol(obj: Any) -> Held:
    """A component with its indices, or a name as it is."""
    name, primes = obj.name.rstrip("'"), len(obj.name) - len(obj.name.rstrip("'"))
    if not name.isidentifier():
        found: Notation = Words(name)
    elif isinstance(obj, o.EntrySymbol):
        base, *indices = re.split(r"_(?=[\d_]*$)", name)
        found = Subscript(Glyph(base), separated(map(Numeral, indices)))
    else:
        found = Glyph(name)
    strength = _S.ATOM if isinstance(found, Subscript) or " + " in name else _S.CLOSED
    return held(line(found, *[Sign("'", tight=True)] * primes), strength)


def _called(name: str, arguments: Iterable[Any]) -> Held:
    if name == "v2":
        return held(line(Subscript(Glyph("v"), Numeral("2")), in_parentheses(_listed(arguments))), _S.CLOSED)
    head = Glyph(QUESTIONS[name]) if name in QUESTIONS else FunctionName(name.replace(" ", "-"))
    return held(line(head, in_parentheses(_listed(arguments))), _S.CLOSED)


def _function(obj: Any) -> Held:
    """A function by its name; over all entries of a vector some have a large sign."""
    name, *arguments = obj.args
    is_over = len(arguments) == 1 and name.name in _OVER_ENTRIES and not isinstance(arguments[0], o.Row)
    if is_over and "i" not in {symbol.name for symbol in arguments[0].free_symbols}:
        return large(_OVER_ENTRIES[name.name], Glyph("i"), _entry(arguments[0], Glyph("i")))
    return _called(name.name, arguments)


def _bracket(obj: Any, how: tuple[str, str, str]) -> Held:
    left, right, name = how
    return in_brackets(left, _piece(obj.args[0]), right) or _called(name, obj.args)


def _digits(obj: Any, sign: Callable[[Notation], Notation], name: str) -> Held:
    """`a ⊕_m b`"""
    *operands, base = obj.args
    if len(operands) == 1:
        groups = separated(map(_piece, obj.args), ";")
        return held(line(FunctionName(name), in_parentheses(groups)), _S.CLOSED)
    first, *others = (_hold(one).asked(_S.PRODUCT).piece for one in operands)
    return held(line(first, *(part for other in others for part in (sign(_piece(base)), other))), _S.LARGE)


def _entry(obj: Any, *indices: Notation) -> Held:
    """A vector with indices; those of rows and of entries stand together."""
    while isinstance(obj, o.Entry):
        obj, *inner = obj.args
        indices = (*(_hold(index).asked(_S.CASES).piece for index in inner), *indices)
    return held(Subscript(_hold(obj).asked(_S.CLOSED).piece, separated(indices)), _S.ATOM)


def _asked(obj: Any) -> Held:
    """A value of a position: its own game is not named."""
    question, position, *player = obj.args
    is_own = isinstance(position, f.PositionOf) and f.is_own(position.args[0])
    return _called(question.name, [*(f.components_of(position) if is_own else [position]), *player])


def _game(obj: Any) -> Held:
    name, *arguments = obj.args
    if name.name == "+":
        return run(_hold(arguments[0]), [("+", _hold(one)) for one in arguments[1:]])
    return _called(name.name, arguments) if arguments else held(FunctionName(name.name), _S.CLOSED)


def _position(obj: Any) -> Held:
    game = _hold(obj.args[0]).asked(_S.CLOSED).piece
    return held(line(game, in_parentheses(_listed(f.components_of(obj)))), _S.CLOSED)


# ------------------------------------------------------------------------------------- sets, choices, gathering


def _operated(obj: Any, sign: str) -> Held:
    first, *others = map(_hold, obj.args)
    return run(first, [(sign, other) for other in others])


def _set(obj: Any) -> Held:
    if isinstance(obj, o.FromTo):
        first, *last = map(_piece, obj.args)
        return held(Enclosed("{", separated([first, Sign("…", tight=True), *last]), "}"), _S.CLOSED)
    return held(Enclosed("{", _listed(obj.args), "}") if obj.args else Glyph("∅"), _S.CLOSED)


def _choice(obj: Any) -> Held:
    condition, yes, no = map(_piece, obj.args)
    return cases((yes, condition), (no, None))


def _steps(obj: Any) -> Notation:
    return separated(_hold(step).asked(_S.CASES).piece for step in obj.args[1:])


def _step(obj: Any) -> Held:
    if isinstance(obj, o.Such):
        return _hold(obj.args[0])
    sign = "∈" if isinstance(obj, o.Among) else "="
    return held(line(_piece(obj.args[0]), Sign(sign), _side(obj.args[1])), _S.RELATION)


def _collected(obj: Any, brackets: tuple[str, str]) -> Held:
    body = _hold(obj.args[0]).asked(_S.CASES).piece
    return held(Enclosed(brackets[0], line(body, Sign(":"), _steps(obj)), brackets[1]), _S.CLOSED)


def _where(obj: Any) -> Held:
    body = _hold(obj.args[0]).asked(_S.CASES).piece
    return held(line(body, Words(" where "), _steps(obj)), _S.QUANTIFIED)


def _table(hold: Callable[[Any], Held], *kinds: Any) -> tuple[dict[Any, Any], Callable[[Any, Any], Held]]:
    return dict.fromkeys(kinds), lambda obj, _: hold(obj)


# How each class of objects is set, with what the class stands for.
TABLES: list[tuple[dict[Any, Any], Callable[[Any, Any], Held]]] = [
    _table(_rational, sympy.Rational),
    _table(_symbol, sympy.Symbol),
    _table(_sum, sympy.Add),
    _table(_product, sympy.Mul),
    _table(_power, sympy.Pow),
    _table(lambda obj: run(_hold(obj.args[0]), [("mod", _hold(obj.args[1]))]), sympy.Mod),
    _table(lambda obj: held(FunctionName(str(obj)), _S.CLOSED), type(sympy.true), type(sympy.false)),
    (_OPERATORS, _operated),
    (_RELATIONS, lambda obj, sign: related([sign], map(_hold, obj.args))),
    _table(lambda obj: congruence(map(_hold, obj.args[:2]), _piece(obj.args[2])), f.Congruent),
    _table(lambda obj: negated(_hold(obj.args[0])), o.Opposite),
    (_CALLS, lambda obj, name: _called(name, obj.args)),
    _table(lambda obj: _called("v2", obj.args), f.V2),
    _table(lambda obj: _called("mex", [o.Members(*obj.args)]), f.Mex),
    (_BRACKETS, _bracket),
    _table(_function, o.NumberFunction, o.TruthFunction, o.ThingFunction),
    _table(lambda obj: _digits(obj, lambda m: Subscript(Sign("⊕", tight=True), m), "nimsum"), f.DigitSum),
    _table(
        lambda obj: _digits(obj, lambda k: Superscript(Sign("⊕", tight=True), in_parentheses(k)), "knimsum"), f.KNimSum
    ),
    _table(lambda obj: _entry(obj), o.Entry),
    _table(_asked, f.Value, f.Outcome),
    _table(_game, f.GameOf),
    _table(_position, f.PositionOf),
    _table(_set, o.FromTo, o.Members),
    _table(lambda obj: held(in_parentheses(_listed(obj.args)), _S.CLOSED), o.Row),
    _table(_choice, o.NumberIf, o.TruthIf, o.ThingIf),
    _table(lambda obj: held(Enclosed("[", _piece(obj.args[0]), "]"), _S.CLOSED), o.Iverson),
    _table(_step, o.Among, o.Be, o.Such),
    (_QUANTIFIERS, lambda obj, sign: quantified(sign, _steps(obj), _hold(obj.args[0]))),
    (_LARGE, lambda obj, sign: large(sign, _steps(obj), _hold(obj.args[0]))),
    _table(lambda obj: counted(_steps(obj), _hold(obj.args[0])), o.Count),
    ({o.SetOver: ("{", "}"), o.ListOver: ("[", "]")}, _collected),
    _table(_where, o.NumberWhere, o.TruthWhere, o.ThingWhere),
]

OnPaper.notation = staticmethod(_hold)
