"""`sum(e for ... where ...)`, all, any, count ... in the integer form.

A choice from a known set is unrolled. A choice from a range whose ends depend on the position stays a loop (`Every`,
`Over`), because its ends may be places of digits.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from heapwise.formulas import ir
from heapwise.formulas import quantities as q
from heapwise.formulas.logic import LoweredCondition, conjunction, disjunction, indicator, negation, node
from heapwise.formulas.lower_functions import LOWERED_FUNCTIONS
from heapwise.formulas.lower_values import (
    Between,
    ListedMembers,
    Lowered,
    SymbolicSet,
    defined,
    is_known,
    joined,
    whole,
)
from heapwise.formulas.problems import NotExpressible
from heapwise.formulas.quantities import Quantity, quantity
from heapwise.terms import term as t
from heapwise.terms.functions import FUNCTIONS
from heapwise.terms.types import NUMBER
from heapwise.terms.values import FiniteSet

if TYPE_CHECKING:
    from heapwise.formulas.lower import Lowerer

MOST_CASES = 20_000
Steps = tuple[t.Step, ...]
Found = tuple[LoweredCondition, Lowered]  # a condition, and the value that is found where it holds

_OF_SETS = frozenset({"{}", "min", "max", "bitand", "mex"})  # how often something is found makes no difference
_ADDS = {"sum": "+", "nimsum": "xor", "bitor": "or"}


class Gathering:
    """One gathering term on its way to the integer form."""

    def __init__(self, lowerer: "Lowerer") -> None:
        self.lowerer = lowerer
        self.cases = 0

    def value(self, term: t.Gather) -> Lowered:
        """What is gathered."""
        name = term.name
        if name == "all":
            return self._every(term.steps, lambda: self.lowerer.condition(term.body))
        if name == "any":
            return negation(self._every(term.steps, lambda: negation(self.lowerer.condition(term.body))))
        if name in ("count", "unique"):
            total = self._total("sum", term.steps, lambda: Quantity(indicator(self.lowerer.condition(term.body))))
            return _settled(total) if name == "count" else LOWERED_FUNCTIONS["="](_settled(total), 1)
        if name in _ADDS and term.type == NUMBER:
            return _settled(self._total(name, term.steps, lambda: quantity(self.lowerer.lower(term.body))))
        return self._listed(term)

    # -- truth

    def _every(self, steps: Steps, body: Callable[[], LoweredCondition]) -> LoweredCondition:
        if not steps:
            self._count()
            return body()
        step, rest = steps[0], steps[1:]
        match step:
            case t.Define():
                checks = self.lowerer.define(step)
                return conjunction([*checks, self._every(rest, body)])
            case t.Guard():
                condition = self.lowerer.condition(step.condition)
                if condition is False:
                    return True
                return disjunction([negation(condition), self._every(rest, body)])
        domain, checks = self._domain(step)
        if isinstance(domain, Between):
            low, high, variable = self._loop(step, domain)
            every = ir.Every(variable, low, high, node(self._every(rest, body)), domain.is_open)
            return conjunction([*checks, every])
        return conjunction(chain(checks, self._each(step, domain, lambda: self._every(rest, body))))

    def _each(
        self, step: t.Choose, domain: Lowered, then: Callable[[], LoweredCondition]
    ) -> Iterator[LoweredCondition]:
        """What is said of the members, up to the first of which it is known to be false."""
        found: Iterable[LoweredCondition] = self._of_members(step, domain, then)
        if isinstance(domain, ListedMembers) and len(domain.members) > 1:  # their order is not known
            found = list(found)
            if any(map(defined, found)):
                raise NotExpressible("a choice from a set whose order depends on the position")
        for one in found:
            yield one
            if one is False:
                return

    def _of_members(
        self, step: t.Choose, domain: Lowered, then: Callable[[], LoweredCondition]
    ) -> Iterator[LoweredCondition]:
        for condition, member in self._members(domain):
            self._assign(step.target, member)
            yield disjunction([negation(condition), then()]) if condition is not True else then()

    # -- sums of all kinds, which may be taken in parts

    def _total(self, name: str, steps: Steps, body: Callable[[], Quantity]) -> Quantity:
        if not steps:
            self._count()
            return body()
        step, rest = steps[0], steps[1:]
        match step:
            case t.Define():
                checks = self.lowerer.define(step)
                found = self._total(name, rest, body)
                return q.select(node(conjunction(checks)), found, found) if checks else found
            case t.Guard():
                condition = self.lowerer.condition(step.condition)
                if isinstance(condition, bool):
                    return self._total(name, rest, body) if condition else quantity(0)
                return q.select(condition, self._total(name, rest, body), quantity(0))
        domain, checks = self._domain(step)
        if isinstance(domain, Between):
            low, high, variable = self._loop(step, domain)
            found = self._over(name, self._total(name, rest, body), variable, low, high)
        else:
            found = self._added(name, [self._one(name, step, rest, one, body) for one in self._members(domain, True)])
        return q.select(node(conjunction(checks)), found, found) if checks else found

    def _over(self, name: str, inside: Quantity, variable: int, low: ir.Node, high: ir.Node) -> Quantity:
        """A sum of some kind over a range. Fractions may add up to a whole number, so all need the same denominator."""
        if name != "sum":  # a nim-sum of one number is that number, and undefined below 0
            return Quantity(ir.Over(_ADDS[name], variable, low, high, ir.Apply(_ADDS[name], (whole(inside),))))
        if inside.root is not None or not isinstance(inside.bottom, ir.Const):
            raise NotExpressible("a sum of fractions or roots over a range that depends on the position")
        return Quantity(ir.Over(_ADDS["sum"], variable, low, high, inside.top), inside.bottom)

    def _one(self, name: str, step: t.Choose, rest: Steps, found: Found, body: Callable[[], Quantity]) -> Quantity:
        self._assign(step.target, found[1])
        return self._total(name, rest, body)

    def _added(self, name: str, values: list[Quantity]) -> Quantity:
        if name == "sum":
            total = quantity(0)
            for value in values:
                total = q.add(total, value)
            return total
        operands = tuple(whole(value) for value in values)
        return Quantity(ir.Apply(_ADDS[name], operands)) if operands else quantity(0)

    # -- everything else: values with the conditions under which they are found

    def _listed(self, term: t.Gather) -> Lowered:
        found = list(self._walk(term.steps, term.body, once=term.name not in _OF_SETS))
        if term.name == "{}":
            return self.lowerer.known(term, lambda: _set(found)) if _is_plain(found) else ListedMembers(tuple(found))
        if term.type == NUMBER and _is_plain(found):
            return self.lowerer.known(term, lambda: FUNCTIONS[term.name].apply(tuple(value for _, value in found)))
        if term.name in ("min", "max", "bitand"):
            return _extreme(term.name, found)
        if term.name == "mex":
            return LOWERED_FUNCTIONS["mex"](*(_or_none(condition, value) for condition, value in found), -1)
        if not all(condition is True for condition, _ in found):
            raise NotExpressible("a list whose length depends on the position")
        values = tuple(value for _, value in found)
        if term.name == "[]":
            return values
        return joined(values)

    def _walk(
        self, steps: Steps, body: t.AnyTerm, under: tuple[LoweredCondition, ...] = (), *, once: bool
    ) -> Iterator[Found]:
        """What is gathered one by one. What stands on the way has to have a value even if nothing comes behind it."""
        if not steps:
            self._count()
            value, asked = self.lowerer.asked_for(body)
            self.lowerer.require(asked, under)
            yield conjunction(under), value
            return
        step, rest = steps[0], steps[1:]
        if isinstance(step, t.Define):
            self.lowerer.require(self.lowerer.define(step), under)
            yield from self._walk(rest, body, under, once=once)
        elif isinstance(step, t.Guard):
            condition, checks = self.lowerer.required(step.condition)
            self.lowerer.require(checks, under)
            if condition is not False:
                yield from self._walk(rest, body, (*under, condition), once=once)
        else:
            domain, checks = self._domain(step)
            if isinstance(domain, Between):
                raise NotExpressible("a range that depends on the position, inside this gathering")
            self.lowerer.require(checks, under)
            for condition, member in self._members(domain, once):
                self._assign(step.target, member)
                yield from self._walk(rest, body, (*under, condition), once=once)

    # -- domains

    def _domain(self, step: t.Choose) -> tuple[Lowered, list[LoweredCondition]]:
        """The set of a choice, and what has to have a value for it; who goes through a range asks for its ends."""
        domain, asked = self.lowerer.asked_for(step.domain)
        checks = self.lowerer.checks(asked)
        return domain, checks if isinstance(domain, Between) else [*checks, *defined(domain)]

    def _members(self, domain: Lowered, once: bool = False) -> Iterable[Found]:
        """The members of a set that can be walked; `once`: equal ones must not come twice."""
        if isinstance(domain, ListedMembers) and not once:
            return domain.members
        if isinstance(domain, SymbolicSet | Quantity | ir.Node) or not hasattr(domain, "__iter__"):
            raise NotExpressible("a choice from a set that depends on the position")
        members = tuple(islice(iter(domain), MOST_CASES + 1))
        if len(members) > MOST_CASES:
            raise NotExpressible("more cases than can be written out")
        return [(True, member) for member in members]

    def _assign(self, target: t.Target, value: Lowered) -> None:
        if isinstance(target, int):
            self.lowerer.env[target] = value
            return
        if not isinstance(value, tuple) or len(value) != len(target):
            raise NotExpressible("a choice that does not fit the names it is given to")
        for part, entry in zip(target, value, strict=True):
            self._assign(part, entry)

    def _loop(self, step: t.Choose, domain: Between) -> tuple[ir.Node, ir.Node, int]:
        if not isinstance(step.target, int) or isinstance(domain.high, tuple) or domain.high is None:
            raise NotExpressible("a choice of vectors that depends on the position")
        low, high, variable = whole(domain.low), whole(domain.high), self.lowerer.loop_variable()
        self.lowerer.env[step.target] = Quantity(variable)
        return low, high, variable.number

    def _count(self) -> None:
        self.cases += 1
        if self.cases > MOST_CASES:
            raise NotExpressible("more cases than can be written out")


def _settled(value: Quantity) -> Lowered:
    """A quantity without unknowns as a number."""
    is_constant = isinstance(value.top, ir.Const) and value.bottom == ir.ONE and value.root is None
    return value.top.value if is_constant and isinstance(value.top, ir.Const) else value


def _is_plain(found: list[Found]) -> bool:
    return all(condition is True and is_known(value) for condition, value in found)


def _set(found: list[Found]) -> Any:
    return FiniteSet(value for _, value in found)


def _or_none(condition: LoweredCondition, value: Lowered) -> Lowered:
    """The value, or -1, which `mex` does not look at."""
    return value if condition is True else q.select(node(condition), quantity(value), quantity(-1))


def _extreme(name: str, found: list[Found]) -> Lowered:
    """The least, the greatest or the common digits of what is found, which may be nothing."""
    if all(condition is True for condition, _ in found):
        return LOWERED_FUNCTIONS[name](*(value for _, value in found))
    has: LoweredCondition = False
    best: Lowered = Quantity(ir.Undefined(f"`{name}` of nothing"))
    for condition, value in found:
        joined = value if has is False else q.select(node(has), LOWERED_FUNCTIONS[name](best, value), quantity(value))
        best = q.select(node(condition), quantity(joined), quantity(best))
        has = disjunction([has, condition])
    return best
