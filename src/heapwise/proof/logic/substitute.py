"""Other variables in a formula: how `phi` becomes `phi` at an option."""

from collections.abc import Iterable, Mapping

from heapwise.proof.logic.formulas import Atom, Exists, Forall, Formula, Given, children, free, rebuild


def substitute(formula: Formula, names: Mapping[str, str]) -> Formula:
    """The formula with free variables replaced, all at once.

    A bound variable that would catch one of the new names gets a name of its own.
    """
    match formula:
        case Atom():
            return formula.over(tuple(names.get(v, v) for v in formula.variables))
        case Given(automaton, variables):
            return Given(automaton, tuple(names.get(v, v) for v in variables))
        case Exists(variables, body) | Forall(variables, body):
            kind = type(formula)
            bound, inner = _bound(variables, body, names)
            return kind(bound, substitute(body, inner))
    return rebuild(formula, tuple(substitute(part, names) for part in children(formula)))


def _bound(
    variables: tuple[str, ...], body: Formula, names: Mapping[str, str]
) -> tuple[tuple[str, ...], dict[str, str]]:
    """The names that the bound variables get, and what then has to be replaced inside."""
    inside = [name for name in free(body) if name not in variables]
    inner = {name: names[name] for name in inside if name in names}
    taken = {*inside, *inner.values()}
    for variable in variables:
        if variable in taken:
            inner[variable] = fresh(variable, {*taken, *variables})
            taken.add(inner[variable])
    return tuple(inner.get(v, v) for v in variables), inner


def fresh(name: str, taken: Iterable[str]) -> str:
    """A name like this one that is not taken.

    >>> fresh("x", {"x", "x.1"})
    'x.2'
    """
    used = set(taken)
    stem = name.split(".")[0]
    return next(new for new in (name, *(f"{stem}.{i}" for i in range(1, len(used) + 2))) if new not in used)
