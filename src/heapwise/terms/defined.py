"""Whether a term has a value, whatever the names in it are worth, as far as something is known of these.

Where that is not seen, a claim with the term is no theorem, and the interpreter alone reads rules with it.
"""

from collections.abc import Iterable

from heapwise.numbers import Surd
from heapwise.records import Record, replace
from heapwise.terms import term as t
from heapwise.terms.types import NUMBER, TRUTH, Set
from heapwise.terms.values import Upward, Without, made_endless

# They have a value wherever their parts have one, and are numbers, finite sets of these, or conditions; the length of a
# vector is not looked at.
_TOTAL = (
    "+", "-", "*", "mod", "^", "negative", "floor", "ceil", "abs", "max", "min", "{}", "[]", "..", "|",
    "=", "!=", "<", "<=", ">", ">=", "in", "not", "divides", "v2",
    "(+)", "(*)", "nimsum", "bit", "bitor", "bitand", "popcount", "tail1", "gcd",
)  # fmt: skip
_OF_WHOLE = ("..", "divides", "gcd")
_OF_NATURAL = ("(+)", "(*)", "nimsum", "bit", "bitor", "bitand", "popcount", "tail1")
_WHOLE_ALWAYS = ("floor", "ceil", "v2", "gcd", *_OF_NATURAL)
_GATHERED = ("sum", "{}", "[]", "all", "any", "count", "unique")
_OF_ANY = ("{}", "[]", "in")
_WHOLE_AS_THEIR_PARTS = ("+", "-", "*", "mod", "negative", "abs", "max", "min", "index", "sum")


class KnownNumbers(Record):
    """What is known of numbers: the slots of those that are at least 1, of those that are whole, and of those that are
    whole and at least 0, or vectors of such numbers."""

    positive: frozenset[int]
    whole: frozenset[int]
    natural: frozenset[int] = frozenset()

    def has(self, term: t.AnyTerm) -> bool:
        """Is it seen that a term has a value?"""
        match term:
            case t.Local() | t.Constant():
                return True
            case t.Operation(name="floor" | "ceil", arguments=(t.Operation(name="sqrt", arguments=(of,)),)):
                return self._is_natural(of) and self.has(of)
            case t.Operation() if len(roots_in(term)) > 1:
                return False
            case t.Operation(name="/", arguments=(one, by)):
                return self._is_positive(by) and self.has(one)
            case t.Operation(name=name, arguments=parts):
                return name in _TOTAL and self._is_defined(name, parts) and self._has_all(parts)
            case t.Connective(arguments=parts):
                return self._has_all(parts)
            case t.Choice(condition=condition, yes=yes, no=no):
                return self._has_all((condition, yes, no))
            case t.Gather(body=body, steps=steps) if term.name in _GATHERED:
                inner = replace(self, whole=self.whole | set(self._whole_in(steps)))
                return inner._has_all((body, *map(t.step_term, steps)))
            case t.With(body=body, steps=steps):
                return self._has_all((body, *map(t.step_term, steps)))
        return False

    def _has_all(self, terms: Iterable[t.AnyTerm]) -> bool:
        return all(map(self.has, terms))

    def _is_defined(self, name: str, parts: tuple[t.AnyTerm, ...]) -> bool:
        """Is an operation defined for all values of its parts?"""
        if name not in _OF_ANY and any(part.type not in (NUMBER, TRUTH, Set(NUMBER)) for part in parts):
            return False
        match name:
            case "mod":
                return self._is_positive(parts[1])
            case "^":
                return self._is_natural(parts[1]) or all(map(self._is_positive, parts))
            case "v2":
                return all(map(self._is_positive, parts)) and all(map(self.is_whole, parts))
            case _ if name in _OF_NATURAL:
                return all(map(self._is_natural, parts))
            case "|":
                return not any(map(_may_be_endless, parts))
            case "max" | "min":  # of a set there may be none
                return all(part.type == NUMBER for part in parts)
        return name not in _OF_WHOLE or all(map(self.is_whole, parts))

    def is_whole(self, term: t.AnyTerm) -> bool:
        """Is it seen that a number is whole, where it has a value?"""
        match term:
            case t.Constant(value=value):
                return isinstance(value, int)
            case t.Local(slot=slot):
                return slot in self.whole
            case t.Operation(name="^", arguments=(base, exponent)):
                return self.is_whole(base) and self._is_natural(exponent)
            case t.Operation(name=name, arguments=parts):
                return name in _WHOLE_ALWAYS or (name in _WHOLE_AS_THEIR_PARTS and all(map(self.is_whole, parts)))
            case t.Choice(yes=yes, no=no):
                return self.is_whole(yes) and self.is_whole(no)
            case t.Gather(name="sum", body=body, steps=steps):
                return replace(self, whole=self.whole | set(self._whole_in(steps))).is_whole(body)
        return False

    def are_whole(self, domain: t.AnyTerm) -> bool:
        """Is it seen that all members of a set of numbers are whole?"""
        match domain:
            case t.Operation(name=".."):
                return True
            case t.Operation(name="{}", arguments=parts):
                return all(map(self.is_whole, parts))
            case t.Operation(name="|", arguments=parts):
                return all(map(self.are_whole, parts))
            case t.Operation(name="&" | "\\", arguments=(one, _)):
                return self.are_whole(one)
            case t.Choice(yes=yes, no=no):
                return self.are_whole(yes) and self.are_whole(no)
        return False

    def _is_natural(self, term: t.AnyTerm) -> bool:
        """Is it seen that a number is whole and at least 0, or a vector all of whose entries are?"""
        match term:
            case t.Constant(value=int(value)):
                return value >= 0
            case t.Local(slot=slot):
                return slot in self.natural
            case t.Operation(name="+" | "*" | "(+)" | "(*)", arguments=parts):
                return all(map(self._is_natural, parts))
            case t.Operation(name="v2" | "popcount" | "bit" | "tail1" | "nimsum" | "bitor" | "bitand"):
                return True  # where it has a value
        return self._is_positive(term) and self.is_whole(term)

    def _whole_in(self, steps: tuple[t.Step, ...]) -> Iterable[int]:
        """The slots of the variables that take whole numbers."""
        return (
            step.target
            for step in steps
            if isinstance(step, t.Choose) and isinstance(step.target, int) and self.are_whole(step.domain)
        )

    def _is_positive(self, term: t.AnyTerm) -> bool:
        match term:
            case t.Operation(name="+" | "*" | "^", arguments=arguments):
                return all(map(self._is_positive, arguments))
            case t.Constant(value=int(value)):
                return value > 0
            case t.Local(slot=slot):
                return slot in self.positive
        return False


def roots_in(*terms: t.AnyTerm) -> set[int]:
    """The square roots that irrational numbers of some terms need: two different ones make no number together."""
    values = (part.value for term in terms for part in t.walk(term) if isinstance(part, t.Constant))
    return {value.d for value in values if isinstance(value, Surd)}


def _may_be_endless(term: t.AnyTerm) -> bool:
    """Is it not seen that a set has finitely many members?"""
    match term:
        case t.Constant(value=value):
            return isinstance(value, Upward | Without)
        case t.Operation(name="..", arguments=arguments):
            return len(arguments) == 1
        case t.Operation(name="|" | "&" | "\\" as sign, arguments=(left, right)):
            return made_endless(sign, _may_be_endless(left), _may_be_endless(right))
    return not (isinstance(term, t.Operation | t.Gather) and term.name == "{}")
