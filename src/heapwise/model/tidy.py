"""From what an expansion finds to ground moves in their simplest form.

Equations are solved for amounts, alternatives that fix amounts become moves of their own (the largest boxes are kept),
guards on one amount become bounds of it, and what is implied by the rest is left out.
"""

from collections.abc import Callable, Iterator

from heapwise.model import conditions as c
from heapwise.model.bounds import Surroundings, linear_facts
from heapwise.model.ground import Amount, Bound
from heapwise.model.linear import Linear
from heapwise.model.symbols import NotLinear, changed
from heapwise.records import Record, replace

_MOST_ALTERNATIVES = 5_000


class Draft(Record):
    """A move on its way: amounts are variables, guards say everything that is known of them.

    `places` are the components that are written and `forms` their new values; for a sum of positions the components of
    all summands.
    """

    amounts: tuple[int, ...]
    guards: tuple[c.Condition, ...]
    forms: tuple[Linear, ...]

    def with_guards(self, *guards: c.Condition) -> "Draft":
        """The same with guards more; alternatives stay in one guard."""
        whole = c.conjunction((*self.guards, *guards))
        return replace(self, guards=whole.parts if isinstance(whole, c.AllOf) else (whole,))

    def substitute(self, amount: int, form: Linear) -> "Draft":
        """The same with a form in place of an amount."""

        def put(old: Linear) -> Linear:
            return old.substitute({amount: form})

        amounts = tuple(a for a in self.amounts if a != amount)
        return Draft(amounts, (), tuple(map(put, self.forms))).with_guards(*(g.map(put) for g in self.guards))


# ------------------------------------------------------------------------------------------ alternatives


def alternatives(draft: Draft, spend: Callable[[], None]) -> Iterator[Draft]:
    """The draft with all equations for amounts solved; one draft for each way to choose among alternatives."""
    spend()
    if c.FALSE in draft.guards:
        return
    solution = next(_solutions(draft), None)
    if solution is not None:
        yield from alternatives(draft.substitute(*solution), spend)
        return
    choice = next((g for g in draft.guards if isinstance(g, c.AnyOf) and _fixes_amounts(g, draft.amounts)), None)
    if choice is None:
        yield draft
        return
    rest = Draft(draft.amounts, tuple(g for g in draft.guards if g is not choice), draft.forms)
    for case in least_cases(choice):
        yield from alternatives(rest.with_guards(*case), spend)


def _solutions(draft: Draft) -> Iterator[tuple[int, Linear]]:
    """Amounts that an equation determines. The last amount of an equation is solved for."""
    for guard in draft.guards:
        if isinstance(guard, c.IsZero):
            for amount in reversed(draft.amounts):
                coefficient = guard.form.coefficient(amount)
                if abs(coefficient) == 1:
                    yield amount, Linear.variable(amount) - guard.form * coefficient
                    break


def _fixes_amounts(guard: c.AnyOf, amounts: tuple[int, ...]) -> bool:
    """Does some case of a guard fix an amount?"""
    return any(isinstance(leaf, c.IsZero) and set(leaf.form.variables) & set(amounts) for leaf in c.leaves_of(guard))


def least_cases(condition: c.Condition) -> list[tuple[c.Condition, ...]]:
    """A condition as alternatives; of two of which one asks for more, only the other is kept."""
    return [tuple(sorted(case, key=repr)) if len(case) > 1 else tuple(case) for case in _cases(condition)]


def _cases(condition: c.Condition) -> list[frozenset[c.Condition]]:
    if isinstance(condition, c.AnyOf):
        return _least([case for part in condition.parts for case in _cases(part)])
    if isinstance(condition, c.AllOf):
        found = [frozenset[c.Condition]()]
        for part in condition.parts:
            inner = _cases(part)
            if len(found) * len(inner) > _MOST_ALTERNATIVES:
                raise c.TooWide
            found = _least([case | more for case in found for more in inner])
        return found
    return [frozenset((condition,))]


def _least(cases: list[frozenset[c.Condition]]) -> list[frozenset[c.Condition]]:
    kept: list[frozenset[c.Condition]] = []
    for case in sorted(dict.fromkeys(cases), key=len):
        if not any(other <= case for other in kept):
            kept.append(case)
    return kept


# -------------------------------------------------------------------------------------- amounts and guards


class Tidy(Record):
    """A draft whose amounts are numbered and bounded."""

    amounts: tuple[Amount, ...]
    guards: tuple[c.Condition, ...]
    forms: tuple[Linear, ...]


def tidy(draft: Draft, size: int, ranges: Surroundings) -> Tidy | None:
    """Number the amounts, give them bounds, and leave out what is implied; None where the move never applies."""
    draft = without_unused(draft)
    if c.FALSE in draft.guards:
        return None
    order = {amount: size + i for i, amount in enumerate(_ordered(draft))}

    def renamed(form: Linear) -> Linear:
        return form.rename(lambda v: order.get(v, v))

    guards = [changed(g, renamed) for g in draft.guards]
    amounts, others = _bounded(size, len(order), guards)
    known = (*ranges.known, *linear_facts(others))
    around = Surroundings(ranges.lows, ranges.highs, (), ranges.known)
    kept: list[Amount] = []
    for amount in amounts:
        kept.append(_without_slack(amount, around))
        around = Surroundings(ranges.lows, ranges.highs, tuple(kept), ranges.known)
    around = Surroundings(ranges.lows, ranges.highs, tuple(kept), known)
    if _is_empty(kept, others, around):
        return None
    left = _needed(others, Surroundings(ranges.lows, ranges.highs, tuple(kept), ranges.known))
    return Tidy(tuple(kept), tuple(left), tuple(map(renamed, draft.forms)))


def without_unused(draft: Draft) -> Draft:
    """Amounts that nothing speaks of but their own bounds: they must only have some value."""
    for amount in reversed(draft.amounts):
        speaking = [g for g in draft.guards if amount in _variables(g)]
        used = any(form.coefficient(amount) for form in draft.forms)
        if used or not all(isinstance(g, c.AtLeastZero) and abs(g.form.coefficient(amount)) == 1 for g in speaking):
            continue
        rest = Draft(draft.amounts, tuple(g for g in draft.guards if g not in speaking), draft.forms)
        amounts = tuple(a for a in draft.amounts if a != amount)
        forms = [g.form for g in speaking if isinstance(g, c.AtLeastZero)]
        lows = [f for f in forms if f.coefficient(amount) == 1]
        highs = [f for f in forms if f.coefficient(amount) == -1]
        pairs = (c.at_least_zero(low + high) for low in lows for high in highs)
        return without_unused(replace(rest.with_guards(*pairs), amounts=amounts))
    return draft


def _variables(condition: c.Condition) -> set[int]:
    return {v for form in condition.forms() for v in form.variables}


def _ordered(draft: Draft) -> list[int]:
    """The amounts, each after those that its only bounds speak of."""
    waiting, order = list(draft.amounts), list[int]()
    while waiting:
        ready = next((a for a in waiting if _is_bounded_by(draft, a, set(draft.amounts) - set(order) - {a})), None)
        if ready is None:
            raise NotLinear("an amount without bounds")
        order.append(ready)
        waiting.remove(ready)
    return order


def _is_bounded_by(draft: Draft, amount: int, later: set[int]) -> bool:
    """Has an amount a lower and an upper bound that speak of nothing later?"""
    signs = set()
    for guard in draft.guards:
        for form in linear_facts((guard,)):
            coefficient = form.coefficient(amount)
            if coefficient and not later & set(form.variables):
                signs.add(coefficient > 0)
        if isinstance(guard, c.InSet) and guard.inside and guard.form.variables == (amount,):
            signs |= {True, False}
    return signs == {True, False}


def _bounded(size: int, count: int, guards: list[c.Condition]) -> tuple[list[Amount], list[c.Condition]]:
    """The bounds of all amounts, and the guards that are no bounds."""
    lows: list[list[Bound]] = [[] for _ in range(count)]
    highs: list[list[Bound]] = [[] for _ in range(count)]
    others: list[c.Condition] = []
    for guard in guards:
        last = max((v for v in _variables(guard) if v >= size), default=None)
        if last is None or not isinstance(guard, c.AtLeastZero | c.IsZero | c.InSet):
            others.append(guard)
            continue
        exact = isinstance(guard, c.AtLeastZero | c.IsZero)
        forms = linear_facts((guard,)) if exact else _ends(guard, last)
        for form in forms:
            _add_bound(form, last, lows[last - size], highs[last - size])
        if not exact:
            others.append(guard)
    return [Amount(tuple(dict.fromkeys(a)), tuple(dict.fromkeys(b))) for a, b in zip(lows, highs, strict=True)], others


def _ends(guard: c.Condition, amount: int) -> tuple[Linear, ...]:
    """The least and the greatest of a finite set, as bounds of an amount that is a member of it."""
    if not (isinstance(guard, c.InSet) and guard.inside and guard.form == Linear.variable(amount)):
        return ()
    return (guard.form - min(guard.members), -guard.form + max(guard.members))


def _add_bound(form: Linear, amount: int, lows: list[Bound], highs: list[Bound]) -> None:
    coefficient = form.coefficient(amount)
    rest = form - Linear(0, ((amount, coefficient),))
    if coefficient > 0:
        lows.append(Bound(-rest, coefficient))
    else:
        highs.append(Bound(rest, -coefficient))


def _without_slack(amount: Amount, around: Surroundings) -> Amount:
    """The amount without bounds that another of its bounds implies."""

    def tightest(bounds: tuple[Bound, ...], sign: int) -> tuple[Bound, ...]:
        kept: list[Bound] = list(bounds)
        for bound in bounds:
            others = [b for b in kept if b is not bound]
            if any(around.is_shown((b.form * bound.divisor - bound.form * b.divisor) * sign) for b in others):
                kept = others
        return tuple(kept)

    return Amount(tightest(amount.lows, 1), tightest(amount.highs, -1))


def _is_empty(amounts: list[Amount], guards: list[c.Condition], around: Surroundings) -> bool:
    """Is it shown that some amount has no value, or that some guard fails?"""
    gaps = (
        low.form * high.divisor - high.form * low.divisor - 1 for a in amounts for low in a.lows for high in a.highs
    )
    return any(around.is_shown(gap) for gap in gaps) or any(
        around.is_shown(-guard.form - 1) for guard in guards if isinstance(guard, c.AtLeastZero)
    )


def _needed(guards: list[c.Condition], around: Surroundings) -> Iterator[c.Condition]:
    """The guards that the bounds do not imply."""
    for guard in guards:
        simpler = _simpler(guard, around)
        if simpler != c.TRUE:
            yield simpler


def _simpler(guard: c.Condition, around: Surroundings) -> c.Condition:
    match guard:
        case c.AtLeastZero() if around.is_shown(guard.form):
            return c.TRUE
        case c.NotAllZero():
            sure = any(around.is_positive(form) or around.is_positive(-form) for form in guard.differences)
            return c.TRUE if sure else c.not_all_zero(guard.differences)
        case c.AnyOf() if any(_simpler(part, around) == c.TRUE for part in guard.parts):
            return c.TRUE
        case c.AllOf():
            return c.conjunction(_simpler(part, around) for part in guard.parts)
    return guard
