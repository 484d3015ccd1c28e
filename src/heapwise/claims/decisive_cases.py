"""Where the cases of a statement decide something, and where the whole of it does, as conditions on the position.

A case is an alternative of `or`, a branch of `if`, an `any` that finds something, an `all` or `implies` that has
something to look at. `Judge` watches them one position at a time; here each becomes a formula that can be searched for.
"""

from collections.abc import Callable, Iterator

from heapwise.claims.instances import Instance
from heapwise.records import replace
from heapwise.terms import term as t
from heapwise.terms.types import TRUTH

ALWAYS = t.Constant(True, type=TRUTH)
_Inside = Callable[[t.AnyTerm], t.AnyTerm]  # from a condition at a place of the statement to one on the position


def conditions(instance: Instance) -> dict[str, t.AnyTerm]:
    """For every case, by its text, a condition that holds wherever it decides something.

    Inside definitions that speak of themselves nothing is searched; their cases are missing here.
    """
    claim = instance.claim
    found: dict[str, list[t.AnyTerm]] = {}
    for term, condition in _cases(claim.statement, lambda inner: _all_of(*claim.premises, inner)):
        found.setdefault(claim.source.words(term.span), []).append(condition)
    return {text: t.Connective("or", tuple(listed), type=TRUTH) for text, listed in found.items()}


def substance(term: t.AnyTerm) -> t.AnyTerm:
    """A condition that holds where a statement, if it is true, says something: `ALWAYS`, if it does so everywhere.

    An `all` without a case, a `not any` without one and an `implies` whose premise is false are true, and say nothing.
    """
    match term:
        case t.Gather(name="all"):
            return _some(term, substance(term.body))
        case t.Gather(name="any") if (inner := substance(term.body)) != ALWAYS:
            return _some(term, _all_of(term.body, inner))
        case t.Operation(name="not", arguments=(t.Gather(name="any") as found,)):
            return substance(as_every(found))
        case t.Connective(name="and"):
            parts = tuple(map(substance, term.arguments))
            return ALWAYS if ALWAYS in parts else t.Connective("or", parts, type=TRUTH)
        case t.Connective(name="implies"):
            return _all_of(term.arguments[0], substance(term.arguments[1]))
        case t.Connective(name="or"):
            alternatives = term.arguments  # behind one that is true nothing is looked at
            before = [tuple(map(_not, alternatives[:i])) for i in range(len(alternatives))]
            return _said_by_one(tuple((_all_of(*b, part), part) for b, part in zip(before, alternatives, strict=True)))
        case t.Choice():
            return _said_by_one(((term.condition, term.yes), (_not(term.condition), term.no)))
        case t.With() if (inner := substance(term.body)) != ALWAYS:
            return t.With(term.steps, inner, type=TRUTH)
    return ALWAYS


def as_every(found: t.Gather) -> t.Gather:
    """`not any(c for ...)` as `all(not c for ...)`: one that finds nothing decides as soon as there is a case."""
    return replace(found, name="all", body=_not(found.body))


def _said_by_one(alternatives: tuple[tuple[t.AnyTerm, t.AnyTerm], ...]) -> t.AnyTerm:
    """One of several parts that is chosen by its condition, and says something."""
    said = [(condition, substance(part)) for condition, part in alternatives]
    if all(inner == ALWAYS for _, inner in said):
        return ALWAYS
    return t.Connective("or", tuple(_all_of(condition, inner) for condition, inner in said), type=TRUTH)


def _cases(term: t.AnyTerm, inside: _Inside) -> Iterator[tuple[t.AnyTerm, t.AnyTerm]]:
    """The cases of a term, each with its condition; `inside` says when the term is looked at."""
    match term:
        case t.Connective(name="or" | "and" | "implies"):
            yield from _of_connective(term, inside)
        case t.Operation(name="not", arguments=(t.Gather(name="any") as found,)):
            yield from _cases(as_every(found), inside)
        case t.Choice():
            branches = ((term.yes, term.condition), (term.no, _not(term.condition)))
            yield from _cases(term.condition, inside)
            for branch, chosen in branches:
                yield branch, inside(chosen)
                yield from _cases(branch, _after(inside, chosen))
        case t.Gather():
            if term.name in ("any", "all"):
                yield term, inside(_some(term, term.body if term.name == "any" else ALWAYS))
            yield from _cases(term.body, lambda inner: inside(_some(term, inner)))
        case t.With():
            yield from _cases(term.body, lambda inner: inside(t.With(term.steps, inner, type=TRUTH)))
        case _:
            for part in t.parts(term):
                yield from _cases(part, inside)


def _of_connective(term: t.Connective, inside: _Inside) -> Iterator[tuple[t.AnyTerm, t.AnyTerm]]:
    """Behind an alternative that holds, or a condition that fails, nothing is looked at."""
    before: list[t.AnyTerm] = []
    if term.name == "implies":
        yield term, inside(term.arguments[0])
    for argument in term.arguments:
        here = _after(inside, *before)
        if term.name == "or":
            yield argument, here(argument)
        yield from _cases(argument, here)
        before.append(_not(argument) if term.name == "or" else argument)


def _after(inside: _Inside, *known: t.AnyTerm) -> _Inside:
    return lambda inner: inside(_all_of(*known, inner))


def _some(term: t.Gather, condition: t.AnyTerm) -> t.AnyTerm:
    return t.Gather("any", condition, term.steps, type=TRUTH)


def _all_of(*conditions: t.AnyTerm) -> t.AnyTerm:
    return t.Connective("and", conditions, type=TRUTH) if len(conditions) > 1 else conditions[0]


def _not(condition: t.AnyTerm) -> t.AnyTerm:
    return t.Operation("not", (condition,), type=TRUTH)
