"""Other variables in a formula: how `phi` becomes `phi` at an option."""

from collections.abc import Iterable, Mapping

from heapwise.proof.logic.formulas import At, Atom, Exists, Forall, Formula, Given, free, with_parts


def substitute(formula: Formula, names: Mapping[str, str]) -> Formula:
    """The formula with free variables replaced, all at once; a bound variable never catches a new name."""
    match formula:
        case Atom():
            return formula.over(tuple(names.get(v, v) for v in formula.variables))
        case Given(automaton, variables):
            return Given(automaton, tuple(names.get(v, v) for v in variables))
        case At(inner, body):
            # What the inner names lead to is replaced; variables that pass through the inner ones are, too.
            first = {old: names.get(new, new) for old, new in inner}
            return At(_pairs({**names, **first}), body)
    return At(_pairs(names), formula) if any(old != new for old, new in names.items()) else formula


def pushed(names: tuple[tuple[str, str], ...], formula: Formula) -> Formula:
    """The formula at other variables, with the change made one sign further in."""
    mapping = dict(names)

    def inside(part: Formula) -> Formula:
        return substitute(part, mapping)

    if isinstance(formula, Exists | Forall):
        own = _apart(formula.variables, formula.body, mapping)
        return type(formula)(tuple(own.values()), substitute(formula.body, {**mapping, **own}))
    return with_parts(formula, inside) or inside(formula)


def _apart(variables: tuple[str, ...], body: Formula, names: Mapping[str, str]) -> dict[str, str]:
    """Names for bound variables that are not those of the new free variables."""
    taken = set(names.values())
    if taken.isdisjoint(variables):
        return {v: v for v in variables}
    taken.update(names, free(body))
    own: dict[str, str] = {}
    for variable in variables:
        own[variable] = fresh(variable, taken)
        taken.add(own[variable])
    return own


def _pairs(names: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(names.items()))


def fresh(name: str, taken: Iterable[str]) -> str:
    """A name like this one that is not taken.

    >>> fresh("x", {"x", "x.1"})
    'x.2'
    """
    used = set(taken)
    stem = name.split(".")[0]
    return next(new for new in (name, *(f"{stem}.{i}" for i in range(1, len(used) + 2))) if new not in used)
