"""Names for formulas up to the names of their variables, so that symmetric ones are compiled once."""

from collections.abc import Hashable

from heapwise.proof.logic.formulas import At, Atom, Exists, Forall, Formula, Given, Named, children, free

# The number of a pattern, and the free variables in the order in which the pattern counts them.
Key = tuple[int, tuple[str, ...]]


class PatternKeys:
    """Numbers for the patterns of formulas, made bottom up: two formulas get one number if and only if they differ in
    nothing but their variables."""

    def __init__(self) -> None:
        self._patterns: dict[Hashable, int] = {}
        # By address, with the formula beside it so that the address stays its own.
        self._seen: dict[int, tuple[Formula, Key]] = {}

    def key(self, formula: Formula) -> Key:
        """The number of the formula's pattern, and its free variables."""
        known = self._seen.get(id(formula))
        if known is None:
            known = self._seen[id(formula)] = formula, self._make(formula)
        return known[1]

    def _make(self, formula: Formula) -> Key:
        match formula:
            case Named(_, body):
                return self.key(body)
            case Atom():
                names = free(formula)
                places = tuple(str(names.index(v)) for v in formula.variables)
                return self._number(formula.over(places)), names
            case Given(automaton, variables):
                names = free(formula)
                return self._number((automaton.shape, tuple(names.index(v) for v in variables))), names
            case At(pairs, body):
                return self._moved(dict(pairs), *self.key(body))
        parts = [self.key(part) for part in children(formula)]
        bound = formula.variables if isinstance(formula, Exists | Forall) else ()
        names = tuple(dict.fromkeys(v for _, used in parts for v in used if v not in bound))
        position = {name: i for i, name in enumerate(names)}
        # A bound variable is -1: inside, its place already tells it from the other bound ones.
        inside = tuple((number, tuple(position.get(v, -1) for v in used)) for number, used in parts)
        return self._number((type(formula).__name__, inside)), names

    def _moved(self, names: dict[str, str], number: int, used: tuple[str, ...]) -> Key:
        """Other names alone make no other pattern; two variables made one do."""
        moved = tuple(names.get(v, v) for v in used)
        distinct = tuple(dict.fromkeys(moved))
        if len(distinct) == len(moved):
            return number, moved
        return self._number((number, tuple(distinct.index(v) for v in moved))), distinct

    def _number(self, pattern: Hashable) -> int:
        return self._patterns.setdefault(pattern, len(self._patterns))
