"""Is a number, or every member of a set, never negative? Seen from the words alone: `a..9`, `{2 * a, a + 1}`."""

from collections.abc import Mapping

from heapwise.terms import term as t

_KEEP = frozenset({"+", "*", "(+)", "min", "max", "mod", "{}"})  # of numbers from 0 on, values from 0 on


def is_never_negative(term: t.AnyTerm, lows: Mapping[int, int]) -> bool:
    """No value below 0, wherever the numbers in some slots are at least so large; False where that is not seen."""
    match term:
        case t.Constant(value=int() as value):
            return value >= 0
        case t.Local(slot=slot):
            return lows.get(slot, -1) >= 0
        case t.Operation(name="..", arguments=(first, *_)):
            return is_never_negative(first, lows)
        case t.Operation(name=name, arguments=arguments):
            return name in _KEEP and all(is_never_negative(argument, lows) for argument in arguments)
    return False
