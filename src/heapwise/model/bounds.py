"""Lower bounds of linear forms, from the bounds of what stands in them.

The last amount is replaced by one of its bounds, then the one before it, down to the components, whose ranges are
known; guards may be added on the way. What is found is a proof; that nothing is found means nothing.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from heapwise.model.conditions import AllOf, AtLeastZero, Condition, IsZero, NotAllZero
from heapwise.model.ground import Amount
from heapwise.model.linear import Linear
from heapwise.records import Record

_MOST_GUARDS = 12


class Surroundings(Record):
    """What is known of the variables: ranges of components, bounds of amounts, forms that are not negative."""

    lows: tuple[int | None, ...]
    highs: tuple[int | None, ...]
    amounts: tuple[Amount, ...] = ()
    known: tuple[Linear, ...] = ()

    def is_shown(self, form: Linear) -> bool:
        """Is it shown that the form is never negative?"""
        if self._is_simply_shown(form):
            return True
        helpful = list(self._helpful(form))[:_MOST_GUARDS]
        if any(self._is_simply_shown(form - help) for help in helpful):
            return True
        return any(self._is_simply_shown(form - one - two) for one, two in combinations(helpful, 2))

    def _helpful(self, form: Linear) -> Iterator[Linear]:
        """Multiples of guards that cancel a variable of the form."""
        for guard in self.known:
            factors = {c // g for v, c in form.terms if (g := guard.coefficient(v)) and c % g == 0 and c // g > 0}
            yield from (guard * factor for factor in sorted(factors))

    def is_positive(self, form: Linear) -> bool:
        """Is it shown that the form is at least 1?"""
        return self.is_shown(form - 1)

    def _is_simply_shown(self, form: Linear) -> bool:
        # An integer is not negative if one more is positive, which stays so under positive factors.
        return any(map(self._is_positive, self._without_amounts(form + 1, len(self.amounts))))

    def _is_positive(self, form: Linear) -> bool:
        """Is a form of components alone always positive? One guard on components may help."""
        if self._is_positive_by_ranges(form):
            return True
        size = len(self.lows)
        helpful = (g for g in self._helpful(form) if all(v < size for v in g.variables))
        return any(self._is_positive_by_ranges(form - guard) for guard in helpful)

    def _is_positive_by_ranges(self, form: Linear) -> bool:
        total = form.constant
        for variable, coefficient in form.terms:
            extreme = self.lows[variable] if coefficient > 0 else self.highs[variable]
            if extreme is None:
                return False
            total += coefficient * extreme
        return total > 0

    def _without_amounts(self, form: Linear, count: int) -> Iterator[Linear]:
        """Forms below the given one in which no amount from the count-th on occurs."""
        size = len(self.lows)
        while count and not form.coefficient(size + count - 1):
            count -= 1
        if not count:
            yield form
            return
        number = size + count - 1
        coefficient = form.coefficient(number)
        amount = self.amounts[count - 1]
        for bound in amount.lows if coefficient > 0 else amount.highs:
            # An amount is at least form/divisor (and at most, for an upper bound): multiply instead of dividing.
            scaled = form * bound.divisor if bound.divisor != 1 else form
            replaced = scaled + (bound.form - Linear(0, ((number, bound.divisor),))) * coefficient
            yield from self._without_amounts(replaced, count - 1)


def least_shown(
    form: Linear, lows: Sequence[int | None], highs: Sequence[int | None], conditions: Iterable[Condition]
) -> int:
    """1 or 0 where a form is seen to be at least that, by the ranges of components and by conditions; else -1. Amounts,
    and quotients, whose numbers are below 0, have no ranges here."""
    tested = tuple(conditions)
    facts = linear_facts(tested)
    amounts = sorted({v for known in (form, *facts) for v in known.variables if not 0 <= v < len(lows)})
    number = {v: len(lows) + i for i, v in enumerate(amounts)}
    no_ends = (None,) * len(amounts)
    known = tuple(fact.rename(lambda v: number.get(v, v)) for fact in facts)
    around = Surroundings((*lows, *no_ends), (*highs, *no_ends), (), known)
    least = next((low for low in (1, 0) if around.is_shown(form.rename(lambda v: number.get(v, v)) - low)), -1)
    is_not_0 = any(isinstance(c, NotAllZero) and set(c.differences) <= {form, -form} for c in tested)
    return 1 if least == 0 and is_not_0 else least


def linear_facts(conditions: Iterable[Condition]) -> tuple[Linear, ...]:
    """The forms that conditions say are not negative."""
    found: list[Linear] = []
    for condition in conditions:
        match condition:
            case AtLeastZero():
                found.append(condition.form)
            case IsZero():
                found += [condition.form, -condition.form]
            case AllOf():
                found += linear_facts(condition.parts)
    return tuple(found)


def surroundings(
    lows: Sequence[int | None], highs: Sequence[int | None], amounts: Sequence[Amount], conditions: Iterable[Condition]
) -> Surroundings:
    """What bounds and guards say together."""
    known = (*linear_facts(conditions), *(form for amount in amounts for form in _not_empty(amount)))
    return Surroundings(tuple(lows), tuple(highs), tuple(amounts), tuple(dict.fromkeys(known)))


def _not_empty(amount: Amount) -> Iterator[Linear]:
    """An amount has a value, so no lower bound is above an upper one."""
    for low in amount.lows:
        for high in amount.highs:
            form = high.form * low.divisor - low.form * high.divisor
            if not form.is_constant:
                yield form
