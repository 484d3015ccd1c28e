"""From formulas to automata: small machines for the atoms, then products and projections in a careful order."""

from collections.abc import Iterable
from math import prod

from heapwise.proof.automata import AND, IFF, IMPLIES, OR, Automaton, Connective, Workshop
from heapwise.proof.logic.formulas import And, At, Atom, Exists, Forall, Formula, Given, Iff, Implies, Named, Not, Or
from heapwise.proof.logic.keys import PatternKeys
from heapwise.proof.logic.rewrite import conjuncts, opened


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
