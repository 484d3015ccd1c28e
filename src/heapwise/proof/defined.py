"""Whether a term of parameters has a value, whatever these are. Where that is not seen, it is no theorem."""

from heapwise.terms import term as t
from heapwise.terms.types import NUMBER

# They have a value wherever their parts have one.
_TOTAL = (
    "+", "-", "*", "mod", "^", "negative", "floor", "ceil", "abs", "max", "min", "{}", "[]", "..", "|",
    "=", "!=", "<", "<=", ">", ">=", "in", "not", "divides",
)  # fmt: skip


def has_value(term: t.AnyTerm, positive: frozenset[int]) -> bool:
    """Is it seen that a term has a value, where the parameters in the `positive` slots are at least 1?"""
    match term:
        case t.Local() | t.Constant():
            return True
        case t.Operation(name="/", arguments=(one, by)):
            return _is_positive(by, positive) and has_value(one, positive)
        case t.Operation(name=name, arguments=parts):
            return name in _TOTAL and _is_defined(name, parts, positive) and _all_have(parts, positive)
        case t.Connective(arguments=parts):
            return _all_have(parts, positive)
        case t.Choice(condition=condition, yes=yes, no=no):
            return _all_have((condition, yes, no), positive)
        case t.Gather(body=body, steps=steps) if term.name in ("sum", "{}", "[]"):
            return _all_have((body, *map(t.step_term, steps)), positive)
        case t.With(body=body, steps=steps):
            return _all_have((body, *map(t.step_term, steps)), positive)
    return False


def _all_have(terms: tuple[t.AnyTerm, ...], positive: frozenset[int]) -> bool:
    return all(has_value(term, positive) for term in terms)


def _is_defined(name: str, parts: tuple[t.AnyTerm, ...], positive: frozenset[int]) -> bool:
    """Is an operation defined for all values of its parts?"""
    match name:
        case "mod":
            return _is_positive(parts[1], positive)
        case "^":
            return all(_is_positive(part, positive) for part in parts)
        case "max" | "min":  # of a set there may be none
            return all(part.type == NUMBER for part in parts)
        case "|":
            return not any(_has_no_end(part) for part in parts)
    return True


def _has_no_end(term: t.AnyTerm) -> bool:
    return isinstance(term, t.Operation) and term.name == ".." and len(term.arguments) == 1


def _is_positive(term: t.AnyTerm, positive: frozenset[int]) -> bool:
    match term:
        case t.Operation(name="+" | "*", arguments=arguments):
            return all(_is_positive(part, positive) for part in arguments)
        case t.Constant(value=int(value)):
            return value > 0
        case t.Local(slot=slot):
            return slot in positive
    return False
