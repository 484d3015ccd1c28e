"""What sympy makes of a formula, for `show`. It may lose undefined places, so nothing else reads it."""

from __future__ import annotations

from typing import Any

import sympy

from heapwise.formulas import objects as o

MOST_OPERATIONS = 60
"""Larger formulas are put in sympy's own form, and not simplified further."""

_PLAIN: dict[Any, Any] = {
    o.AndThen: sympy.And,
    o.OrElse: sympy.Or,
    o.IfThen: sympy.Implies,
    o.SameTruth: sympy.Equivalent,
    o.Opposite: sympy.Not,
    o.TruthIf: sympy.ITE,
}


def plain(obj: Any) -> Any:
    """The object in sympy's own classes, evaluated by sympy on the way."""
    if not obj.args:
        return obj
    arguments = [plain(a) for a in obj.args]
    if isinstance(obj, o.NumberIf):
        condition, yes, no = arguments
        return sympy.Piecewise((yes, condition), (no, True))
    return _PLAIN.get(type(obj), obj.func)(*arguments)


def simplified(obj: Any) -> Any:
    """The object as sympy likes it best."""
    found = plain(obj)
    # sympy turns an equivalence into a long list of cases, which is true and reads worse.
    is_number = isinstance(found, sympy.Expr) and not found.has(*o.GATHERED.values())
    if not is_number or sympy.count_ops(found) > MOST_OPERATIONS:
        return found
    return sympy.simplify(found)
