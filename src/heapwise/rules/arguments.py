"""Values of parameters: are they of the kind and in the range that is declared?"""

from typing import Any

from heapwise.numbers import UndefinedValue
from heapwise.terms.types import CODE, GAME, NUMBER, Set, Tuple, Type, Vector
from heapwise.terms.values import Code, FiniteSet


def fits(value: Any, kind: Type, domain: Any) -> bool:
    """Is a value of the kind of a parameter, and in its range?"""
    try:
        return _has_type(value, kind) and _in_domain(value, domain)
    except (UndefinedValue, TypeError):
        return False


def _in_domain(value: Any, domain: Any) -> bool:
    if domain is None:
        return True
    members = value if isinstance(value, FiniteSet | tuple) else (value,)
    return all(member in domain for member in members)


def _has_type(value: Any, kind: Type) -> bool:
    from heapwise.rules.game import Rules

    match kind:
        case Set(item=item):
            return isinstance(value, FiniteSet) and all(_has_type(v, item) for v in value)
        case Vector(item=item):
            return type(value) is tuple and all(_has_type(v, item) for v in value)
        case Tuple(items=items):
            return type(value) is tuple and len(value) == len(items) and all(map(_has_type, value, items))
    checks = {NUMBER: int, CODE: Code, GAME: Rules}
    return isinstance(value, checks.get(kind, object)) and not isinstance(value, bool)
