"""A formula in sympy's own classes, for people who go on with it. It may lose undefined places, so nothing reads it."""

from typing import Any

import sympy

from heapwise.formulas import objects as o

_PLAIN: dict[Any, Any] = {
    o.AndThen: sympy.And, o.OrElse: sympy.Or, o.IfThen: sympy.Implies, o.SameTruth: sympy.Equivalent,
    o.Opposite: sympy.Not, o.TruthIf: sympy.ITE,
}  # fmt: skip


def plain(obj: Any) -> Any:
    """The object in sympy's own classes, evaluated by sympy on the way."""
    if not obj.args:
        return obj
    arguments = [plain(a) for a in obj.args]
    if isinstance(obj, o.NumberIf):
        condition, yes, no = arguments
        return sympy.Piecewise((yes, condition), (no, True))
    return _PLAIN.get(type(obj), obj.func)(*arguments)
