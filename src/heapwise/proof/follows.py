"""What follows from the facts of a claim, as far as it is linear in its parameters."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from heapwise.claims.claim import Claim, ClaimVariable
from heapwise.claims.quantifiers import Excluded
from heapwise.proof.automata import BudgetExceeded
from heapwise.proof.conditions import relate
from heapwise.proof.facts import facts, inside, least_of, local, range_of
from heapwise.proof.logic import And, Form, Formula, Not, Or, decide
from heapwise.proof.outside import Outside
from heapwise.terms import term as t
from heapwise.terms.types import NUMBER, TRUTH
from heapwise.terms.values import FiniteSet, Upward

_MOST_MEMBERS = 64


def begins(claim: Claim, variable: ClaimVariable, number: int) -> bool:
    """Does it follow from all facts that a parameter is at least so large?"""
    ((_, bound),) = bounds(claim, {variable.name: number})
    return sure(claim, {}).implies(bound)


def sure(claim: Claim, fixed: Mapping[str, Any]) -> "Consequences":
    """What follows from all facts."""
    return Consequences(claim, fixed, (fact.term for fact in facts(claim) if not fact.is_of_members))


def bounds(claim: Claim, least: Mapping[str, int]) -> Iterator[tuple[str, t.AnyTerm]]:
    """That parameters are at least so large."""
    for variable in (v for v in claim.variables if v.name in least):
        number = t.Constant(least[variable.name], type=NUMBER)
        yield variable.name, t.Operation(">=", (local(variable), number), type=TRUTH)


class Consequences:
    """What follows from what, for parameters of a claim of which some have values: as far as it is linear."""

    def __init__(self, claim: Claim, fixed: Mapping[str, Any], premises: Iterable[t.AnyTerm]) -> None:
        self.premises = list(premises)
        lows = (
            (slot, least_of(claim, domain, {})) for slot, domain in map(range_of, self.premises) if domain is not None
        )
        natural = {slot for slot, low in lows if low is not None and low >= 0}
        whole = whole_numbers(self.premises)
        self.forms: dict[int, Form] = {}
        for variable in claim.variables:
            if type(fixed.get(variable.name)) is int:
                self.forms[variable.slot] = Form(constant=fixed[variable.name])
            elif variable.name not in fixed and variable.value is None and variable.slot in whole:
                below = Form() if variable.slot in natural else Form.variable(f"-{variable.name}")
                self.forms[variable.slot] = Form.variable(variable.name) - below
        defined = [v for v in claim.variables if v.value is not None]
        for variable in defined * len(defined):  # in whatever order they need each other
            with suppress(Outside):
                assert variable.value is not None
                self.forms[variable.slot] = form_of(variable.value, self.forms)

    def implies(self, term: t.AnyTerm) -> bool:
        """Is it seen that a condition is true wherever all premises are?"""
        try:
            wanted = truth(term, self.forms)
        except Outside:
            return term in self.premises
        try:
            return decide(And((*self.known(), Not(wanted)))) is None
        except BudgetExceeded:
            return False

    def known(self) -> Iterator[Formula]:
        """The premises, as far as they are linear: without one there is more to show."""
        for premise in self.premises:
            with suppress(Outside):
                yield truth(premise, self.forms)


def whole_numbers(premises: Iterable[t.AnyTerm]) -> frozenset[int]:
    """The slots of parameters that are whole numbers, since some premise says that they are in a range of such."""
    ranges = [(slot, domain) for slot, domain in map(range_of, premises) if slot is not None and domain is not None]
    found = frozenset[int]()
    for _ in ranges:  # in whatever order they need each other
        found |= {slot for slot, domain in ranges if _is_whole(domain, found)}
    return found


def _is_whole(term: t.AnyTerm, known: frozenset[int]) -> bool:
    """Are a number, or all members of a set, whole, as those in some slots are?"""
    match term:
        case t.Constant(value=value):
            return type(value) is int or isinstance(value, range | Upward) or (
                isinstance(value, FiniteSet | tuple) and all(type(one) is int for one in value)
            )  # fmt: skip
        case t.Local(slot=slot):
            return slot in known
        case t.Operation(name=".."):
            return True
        case t.Operation(name="\\", arguments=(one, _)):
            return _is_whole(one, known)
        case t.Operation(name="{}" | "|" | "+" | "-" | "*" | "negative", arguments=parts):
            return all(_is_whole(part, known) for part in parts)
    return False


def form_of(term: t.AnyTerm, forms: Mapping[int, Form]) -> Form:
    """The linear form that a term is, with forms for the parameters in its slots."""
    match term:
        case t.Constant(value=int(number)):
            return Form(constant=number)
        case t.Local(slot=slot) if slot in forms:
            return forms[slot]
        case t.Operation(name="negative", arguments=(positive,)):
            return form_of(positive, forms) * -1
        case t.Operation(name="+" | "-" as name, arguments=(left, right)):
            return form_of(left, forms) + form_of(right, forms) * (1 if name == "+" else -1)
        case t.Operation(name="*", arguments=(left, right)):
            one, two = form_of(left, forms), form_of(right, forms)
            for factor, other in ((one, two), (two, one)):
                if not factor.coefficients:
                    return other * factor.constant
    raise Outside("a number that is not linear in its parameters")


def truth(term: t.AnyTerm, forms: Mapping[int, Form]) -> Formula:
    """A condition on parameters as a formula; raises `Outside` where it is not about linear forms."""
    match term:
        case t.Operation(name="in", arguments=(one, t.Operation(name="..", arguments=(first, *last)))):
            form = form_of(one, forms)
            ends = (relate(form_of(end, forms) - form, ">=") for end in last)
            return And((relate(form - form_of(first, forms), ">="), *ends))
        case t.Operation(name="in", arguments=(one, t.Operation(name="{}", arguments=members))):
            return Or(tuple(relate(form_of(one, forms) - form_of(member, forms), "=") for member in members))
        case t.Operation(name="in", arguments=(one, t.Operation(name="|", arguments=sets))):
            return Or(tuple(truth(inside(one, part), forms) for part in sets))
        case t.Operation(name="not", arguments=(one,)):
            return Not(truth(one, forms))
        case t.Connective(name="and" | "or" as word, arguments=arguments):
            return (And if word == "and" else Or)(tuple(truth(one, forms) for one in arguments))
        case t.Operation(name="=" | "!=" | "<" | "<=" | ">" | ">=" as sign, arguments=(one, two)):
            return relate(form_of(one, forms) - form_of(two, forms), sign)
    raise Outside("a condition on parameters that is not linear")


def left_out(claim: Claim, excluded: Iterable[Excluded]) -> Iterator[t.AnyTerm]:
    """That parameters do not have the values that a theorem leaves out."""
    slots = {v.name: local(v) for v in claim.variables}
    for values in (e.values for e in excluded if e.values):
        equal = (t.Operation("=", (slots[name], t.Constant(value, type=NUMBER)), type=TRUTH)
                 for name, value in values.items())  # fmt: skip
        yield t.Operation("not", (t.Connective("and", tuple(equal), type=TRUTH),), type=TRUTH)


def contained(value: t.AnyTerm, domain: t.AnyTerm) -> t.AnyTerm:
    """That a number, or all members of a set, are in a range: of `a..b` the ends, if there are any and what is between
    the ends of the range is in it."""
    match plain_set(value), domain:
        case t.Operation("{}", found), _:
            return _all(inside(one, domain) for one in found)
        case t.Operation("..", (first, last)), t.Operation("..", (_, *ends)):
            is_empty = t.Operation("<", (last, first), type=TRUTH)
            inner = _all(inside(one, domain) for one in (first, last)[: 1 + len(ends)])
            return t.Connective("or", (is_empty, inner), type=TRUTH)
        case t.Constant(value=range() | FiniteSet() | tuple() as items), _ if len(items) <= _MOST_MEMBERS:
            return _all(inside(t.Constant(item, type=NUMBER), domain) for item in items)
        case _ if value.type == NUMBER:
            return inside(value, domain)
    raise Outside("a set that is given by a parameter in another way than by its members, or as `1..k`")


def _all(conditions: Iterable[t.AnyTerm]) -> t.AnyTerm:
    return t.Connective("and", tuple(conditions), type=TRUTH)


def plain_set(term: t.AnyTerm) -> t.AnyTerm:
    """`{s for s in D}` is D."""
    match term:
        case t.Gather("{}", t.Local(slot=slot), (t.Choose(target, domain),)) if target == slot:
            return domain
    return term
