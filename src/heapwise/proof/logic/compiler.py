"""From formulas to automata: small machines for the atoms, then products and projections in a careful order."""

from collections.abc import Hashable, Iterable
from math import prod

from heapwise.proof.automata import AND, IFF, IMPLIES, OR, Automaton, Connective, Workshop
from heapwise.proof.logic.formulas import (
    And,
    At,
    Atom,
    Exists,
    Forall,
    Formula,
    Given,
    Iff,
    Implies,
    Named,
    Not,
    Or,
    children,
    free,
)
from heapwise.proof.logic.rewrite import conjuncts, opened

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


class FormulaCompiler:
    """Compiles formulas in one workshop and remembers every subformula up to the names of its variables."""

    def __init__(self, workshop: Workshop) -> None:
        self.workshop = workshop
        self._keys = PatternKeys()
        self._memo: dict[int, tuple[tuple[str, ...], Automaton]] = {}

    def compile(self, formula: Formula) -> Automaton:
        """The set of tuples, over the free variables, of which the formula is true."""
        number, names = self._keys.key(formula)
        if number not in self._memo:
            # Other names for the same formula, or a name for it, lead back here: what is known then stays.
            self._memo.setdefault(number, (names, self._build(formula)))
        known, automaton = self._memo[number]
        return self.workshop.rename(automaton, dict(zip(known, names, strict=True)))

    def _build(self, formula: Formula) -> Automaton:
        match formula:
            case Named(name, body):
                return self._inside(name, body)
            case Atom(variables):
                return self.workshop.from_machine(formula.machine(self.workshop.numeration), variables)
            case Given(automaton, variables):
                own = self.workshop.reverse(automaton)
                return self.workshop.rename(own, dict(zip(automaton.tracks, variables, strict=True)))
            case At(names, body):
                return self.workshop.rename(self.compile(body), dict(names))
            case And():
                return self._gather(map(self.compile, conjuncts(formula)), AND)
            case Or(parts):
                return self._gather(map(self.compile, parts), OR)
            case Not(body):
                return self.workshop.complement(self.compile(body))
            case Implies(one, two):
                return self.workshop.combine(self.compile(one), self.compile(two), IMPLIES)
            case Iff(one, two):
                return self.workshop.combine(self.compile(one), self.compile(two), IFF)
            case Exists(variables, body):
                return self._exists(variables, body)
            case Forall(variables, body):
                return self.workshop.complement(self.compile(Exists(variables, Not(body))))
        raise TypeError(f"not a formula: {formula!r}")

    def _inside(self, name: str, body: Formula) -> Automaton:
        outer = self.workshop.label
        self.workshop.label = f"{outer}: {name}" if outer else name
        try:
            return self.compile(body)
        finally:
            self.workshop.label = outer

    def _exists(self, variables: tuple[str, ...], body: Formula) -> Automaton:
        """Quantifiers go inside disjunctions, and in conjunctions over as few parts as they can."""
        match opened(body):
            case Or(parts):
                return self.compile(Or(tuple(Exists(variables, part) for part in parts)))
            case Exists(more, inner):
                return self.compile(Exists((*(v for v in variables if v not in more), *more), inner))
            case And() as whole:
                return self._eliminate(variables, [self.compile(part) for part in conjuncts(whole)])
            case single:
                return self.workshop.project(self.compile(single), variables)

    def _eliminate(self, variables: Iterable[str], parts: list[Automaton]) -> Automaton:
        """One variable at a time, the cheapest first: multiply the parts that speak of it, and project it away."""
        left = set(variables)
        while left and not any(part.is_empty for part in parts):
            name = min(sorted(left), key=lambda v: _cost([part for part in parts if v in part.tracks]))
            bucket = [part for part in parts if name in part.tracks]
            parts = [part for part in parts if name not in part.tracks]
            if bucket:
                parts.append(self.workshop.project(self._gather(bucket, AND), (name,)))
            left.remove(name)
        return self._gather(parts, AND)

    def _gather(self, parts: Iterable[Automaton], connective: Connective) -> Automaton:
        """All parts under And or Or, small ones and ones with common tracks first."""
        neutral = connective is AND
        waiting = sorted(parts, key=lambda part: part.states)
        whole = waiting.pop(0) if waiting else self.workshop.constant(neutral)
        while waiting:
            if whole.is_empty if neutral else whole.is_full:
                return whole
            part = min(waiting, key=lambda other: (len({*other.tracks} - {*whole.tracks}), other.states))
            waiting.remove(part)
            whole = self.workshop.combine(whole, part, connective)
        return whole


def _cost(bucket: list[Automaton]) -> tuple[int, int]:
    """A guess at the work of multiplying a bucket: how many tracks it gets, and how many states it might get."""
    return len({track for part in bucket for track in part.tracks}), prod(part.states for part in bucket)
