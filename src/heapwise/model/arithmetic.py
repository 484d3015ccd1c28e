"""Arithmetic and comparisons of numbers that depend on variables.

Least, greatest, quotients and remainders keep their own form as long as they are only compared, since comparisons with
them are linear; in a sum a quotient becomes a variable of its own, which its bounds determine.
"""

from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

from heapwise.model.conditions import (
    FALSE,
    TRUE,
    Condition,
    at_least,
    at_least_zero,
    congruent,
    conjunction,
    disjunction,
    is_zero,
)
from heapwise.model.linear import Linear
from heapwise.model.symbols import Cases, ConditionCount, Extreme, NotLinear, Quotient, Ratio, Remainder

_MOST_CASES = 256


def settled(form: Linear) -> Any:
    """A form, or its value if it has no variables."""
    return form.constant if form.is_constant else form


def is_plain(value: Any) -> bool:
    """Is a value an integer or a linear form?"""
    return type(value) is int or isinstance(value, Linear)


def lifted(value: Any) -> Linear:
    """An integer or a linear form as a linear form."""
    if isinstance(value, Linear):
        return value
    if type(value) is int:
        return Linear(value)
    raise NotLinear("a quotient or another function of the components")


def over_cases(apply: Callable[..., Any], *arguments: Any) -> Any:
    """A function applied in every case of its arguments."""
    choices = [a.cases if isinstance(a, Cases) else ((TRUE, a),) for a in arguments]
    found: list[tuple[Condition, Any]] = []
    for chosen in product(*choices):
        condition = conjunction(c for c, _ in chosen)
        if condition != FALSE:
            found.append((condition, apply(*(value for _, value in chosen))))
        if len(found) > _MOST_CASES:
            raise NotLinear("too many cases")
    return cases(found)


def cases(found: Iterable[tuple[Condition, Any]]) -> Any:
    """Values under conditions that exclude each other; cases inside cases are taken apart."""
    flat: list[tuple[Condition, Any]] = []
    for condition, value in found:
        inner = value.cases if isinstance(value, Cases) else ((TRUE, value),)
        flat += [(both, v) for c, v in inner if (both := conjunction((condition, c))) != FALSE]
    return flat[0][1] if len(flat) == 1 and flat[0][0] == TRUE else Cases(tuple(flat))


class SymbolArithmetic:
    """The operations, with the variables that stand for quotients: -1, -2, ..."""

    def __init__(self) -> None:
        self.quotients: dict[tuple[Linear, int], int] = {}

    def reified(self, value: Any) -> Any:
        """A quotient or a remainder as a linear form with a variable for the quotient."""
        if not isinstance(value, Quotient | Remainder):
            return value
        number = self.quotients.setdefault((value.form, value.divisor), -1 - len(self.quotients))
        quotient = Linear.variable(number)
        return quotient if isinstance(value, Quotient) else value.form - quotient * value.divisor

    # -- operations

    def add(self, a: Any, b: Any) -> Any:
        """a + b"""
        if isinstance(a, Cases) or isinstance(b, Cases):
            return over_cases(self.add, a, b)
        if is_plain(a) and is_plain(b):
            return settled(lifted(a) + lifted(b))
        if is_plain(a):
            a, b = b, a
        if is_plain(b):
            return self._shifted(a, lifted(b))
        if isinstance(a, Extreme) and isinstance(b, Extreme) and a.sign == b.sign:
            return Extreme(a.sign, tuple(dict.fromkeys(u + v for u in a.members for v in b.members)))
        if isinstance(a, ConditionCount) and isinstance(b, ConditionCount):
            return ConditionCount(a.conditions + b.conditions, a.more + b.more)
        return self.add(self.as_cases(a), self.as_cases(b))

    def _shifted(self, a: Any, form: Linear) -> Any:
        match a:
            case Extreme():
                return Extreme(a.sign, tuple(member + form for member in a.members))
            case Quotient() | Ratio():
                return type(a)(a.form + form * a.divisor, a.divisor)
            case ConditionCount() if form.is_constant:
                return ConditionCount(a.conditions, a.more + form.constant)
        return self.add(self.as_cases(a), settled(form))

    def multiply(self, a: Any, factor: int) -> Any:
        """a times a known integer."""
        match a:
            case Linear() | int():
                return settled(lifted(a) * factor)
            case Cases():
                return over_cases(lambda value: self.multiply(value, factor), a)
            case Extreme():
                sign = a.sign if factor >= 0 else -a.sign
                return Extreme(sign, tuple(member * factor for member in a.members))
            case Ratio():
                return Ratio(a.form * factor, a.divisor)
        return self.multiply(self.as_cases(a), factor)

    def divide(self, a: Any, divisor: int) -> Any:
        """a / divisor, exact."""
        if divisor < 0:
            a, divisor = self.multiply(a, -1), -divisor
        if isinstance(a, Cases):
            return over_cases(lambda value: self.divide(value, divisor), a)
        if isinstance(a, Ratio):
            return Ratio(a.form, a.divisor * divisor)
        form = lifted(self.reified(a))
        numbers = (form.constant, *(c for _, c in form.terms))
        if all(n % divisor == 0 for n in numbers):
            return settled(Linear(form.constant // divisor, tuple((v, c // divisor) for v, c in form.terms)))
        return Ratio(form, divisor)

    def floor(self, a: Any) -> Any:
        """The greatest integer that is not above a."""
        match a:
            case Cases():
                return over_cases(self.floor, a)
            case Ratio():
                return Quotient(a.form, a.divisor)
        return a

    def ceil(self, a: Any) -> Any:
        """The least integer that is not below a."""
        match a:
            case Cases():
                return over_cases(self.ceil, a)
            case Ratio():
                return Quotient(a.form + (a.divisor - 1), a.divisor)
        return a

    def mod(self, a: Any, divisor: int) -> Any:
        """a mod a positive integer."""
        if isinstance(a, Cases):
            return over_cases(lambda value: self.mod(value, divisor), a)
        return Remainder(lifted(self.reified(a)), divisor)

    def extreme(self, sign: int, values: Iterable[Any]) -> Any:
        """The least (sign 1) or the greatest (sign -1) of numbers."""
        numbers = [self._in_extreme(sign, v) for v in values]
        if any(isinstance(n, Cases) for n in numbers):
            return over_cases(lambda *chosen: self.extreme(sign, chosen), *numbers)
        members: list[Linear] = []
        for number in numbers:
            for form in number.members if isinstance(number, Extreme) else (lifted(number),):
                members = _with_member(sign, members, form)
        return settled(members[0]) if len(members) == 1 else Extreme(sign, tuple(members))

    def _in_extreme(self, sign: int, value: Any) -> Any:
        if is_plain(value) or isinstance(value, Cases) or (isinstance(value, Extreme) and value.sign == sign):
            return value
        return self.as_cases(value)

    def as_cases(self, value: Any) -> Any:
        """A number as a linear form, or as cases of linear forms."""
        match value:
            case Linear() | int():
                return value
            case Cases():
                return cases((c, self.as_cases(v)) for c, v in value.cases)
            case Quotient() | Remainder():
                return self.reified(value)
            case Extreme():
                return Cases(tuple((_is_extreme(value, i), settled(m)) for i, m in enumerate(value.members)))
            case ConditionCount():
                return self._count_cases(value)
        raise NotLinear("a quotient or another function of the components")

    def _count_cases(self, count: ConditionCount) -> Any:
        parts = count.conditions
        reached = [at_least(n, parts) for n in range(len(parts) + 2)]
        exactly = [conjunction((reached[n], reached[n + 1].negated())) for n in range(len(parts) + 1)]
        return cases((c, n + count.more) for n, c in enumerate(exactly) if c != FALSE)

    # -- comparisons

    def at_most(self, a: Any, b: Any) -> Condition:
        """a <= b"""
        if isinstance(a, Cases) or isinstance(b, Cases):
            return self._in_cases(self.at_most, a, b)
        if isinstance(a, Extreme):
            join = disjunction if a.sign == 1 else conjunction
            return join(self.at_most(member, b) for member in a.members)
        if isinstance(b, Extreme):
            join = conjunction if b.sign == 1 else disjunction
            return join(self.at_most(a, member) for member in b.members)
        if isinstance(a, Ratio) or isinstance(b, Ratio):
            return self.at_most(*_without_ratios(a, b))
        if isinstance(a, ConditionCount) or isinstance(b, ConditionCount):
            return self._counts(a, b)
        return self._plain_at_most(a, b)

    def _plain_at_most(self, a: Any, b: Any) -> Condition:
        match a, b:
            case (Remainder(), int()):
                return congruent(a.form, a.divisor, range(max(0, min(b + 1, a.divisor))))
            case (int(), Remainder()):
                return congruent(b.form, b.divisor, range(max(0, a), b.divisor))
            case (Quotient(), Linear() | int()):
                return at_least_zero(lifted(b) * a.divisor + (a.divisor - 1) - a.form)
            case (Linear() | int(), Quotient()):
                return at_least_zero(b.form - lifted(a) * b.divisor)
        return at_least_zero(lifted(self.reified(b)) - lifted(self.reified(a)))

    def _counts(self, a: Any, b: Any) -> Condition:
        if isinstance(a, ConditionCount) and type(b) is int:
            return at_least(b + 1 - a.more, a.conditions).negated()
        if isinstance(b, ConditionCount) and type(a) is int:
            return at_least(a - b.more, b.conditions)
        return self.at_most(self.as_cases(a), self.as_cases(b))

    def _in_cases(self, compare: Callable[[Any, Any], Condition], a: Any, b: Any) -> Condition:
        choices = [v.cases if isinstance(v, Cases) else ((TRUE, v),) for v in (a, b)]
        return disjunction(conjunction((c, d, compare(u, v))) for (c, u), (d, v) in product(*choices))

    def less(self, a: Any, b: Any) -> Condition:
        """a < b"""
        return self.at_most(b, a).negated()

    def equal(self, a: Any, b: Any) -> Condition:
        """a = b"""
        if isinstance(a, Cases) or isinstance(b, Cases):
            return self._in_cases(self.equal, a, b)
        if is_plain(a) and is_plain(b):
            return is_zero(lifted(a) - lifted(b))
        if isinstance(b, Remainder) and not isinstance(a, Remainder):
            a, b = b, a
        match a, b:
            case (Remainder(), Remainder()) if a.divisor == b.divisor:
                return congruent(a.form - b.form, a.divisor, {0})
            case (Remainder(), Linear() | int()):
                inside = conjunction((self.at_most(0, b), self.at_most(b, a.divisor - 1)))
                return conjunction((inside, congruent(a.form - lifted(b), a.divisor, {0})))
        return conjunction((self.at_most(a, b), self.at_most(b, a)))


def _with_member(sign: int, members: list[Linear], form: Linear) -> list[Linear]:
    """The members that count: of two that differ by a constant, the one that is always the extreme."""
    for i, other in enumerate(members):
        difference = form - other
        if difference.is_constant:
            better = form if difference.constant * sign < 0 else other
            return [*members[:i], better, *members[i + 1 :]]
    return [*members, form]


def _is_extreme(value: Extreme, index: int) -> Condition:
    """Is a member the first that is extreme?"""
    own = value.members[index]
    distances = [(other - own) * value.sign for other in value.members]
    earlier = (at_least_zero(d - 1) for d in distances[:index])
    return conjunction((*earlier, *(at_least_zero(d) for d in distances[index + 1 :])))


def _without_ratios(a: Any, b: Any) -> tuple[Linear, Linear]:
    left = a if isinstance(a, Ratio) else Ratio(lifted(a), 1)
    right = b if isinstance(b, Ratio) else Ratio(lifted(b), 1)
    return left.form * right.divisor, right.form * left.divisor
