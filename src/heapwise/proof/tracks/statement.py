"""A lifted claim and its moves as formulas, and the obligations that are made of them.

Amounts of moves that a parameter bounds stay variables, which remainders can be compared with.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from heapwise.formulas import ir
from heapwise.model import conditions as c
from heapwise.model.symmetry import Permutation
from heapwise.proof.cases import NEW, Case, Conditions, cases_of
from heapwise.proof.conditions import formula_of
from heapwise.proof.logic import TRUE, And, Exists, Form, Formula, Named, Power, compare, substitute
from heapwise.proof.merge import merged
from heapwise.proof.moves import Moves, chain, component, grounded
from heapwise.proof.statement import Obligation, Statement
from heapwise.proof.tracks.lifting import Lifted
from heapwise.proof.tracks.parameters import Open
from heapwise.proof.tracks.simpler import Simpler
from heapwise.proof.tracks.translation import OpenPlain, OpenTranslation, divisors_in, modulus_of
from heapwise.terms import term as t

_UNCERTAIN = "a choice of the parameters for which a condition has a number that is negative or not whole"


class OpenMoves(Moves):
    """Moves that leave the last components, from `first` on, as they are: these are parameters."""

    first: int = 0
    premise: Formula = TRUE

    @cached_property
    def domain(self) -> Formula:
        """Which tuples are legal positions, for values that the parameters may have."""
        return And((super().domain, self.premise))

    @cached_property
    def symmetries(self) -> tuple[Permutation, ...]:
        """Symmetries of the rules for each choice of the parameters."""
        places = range(self.first, self.game.size)
        return tuple(images for images in super().symmetries if all(images[i] == i for i in places))

    def by(self, case: Case, phi: Formula) -> Formula:
        """Some option by one case satisfies phi."""
        return _chain(self.cases.index(case), case, phi)

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """All moves, each in its cases; amounts that a parameter bounds are variables."""
        found = dict.fromkeys(case for move in self.game.moves for case in cases_of(self.game, move, self._is_bounded))
        return merged(self.game, tuple(found))

    def _is_bounded(self, amount: int, conditions: Conditions) -> bool:
        """Is an amount, with other amounts perhaps, at most a parameter?"""
        return any(isinstance(k, c.AtLeastZero) and self._bounds(amount, dict(k.form.terms)) for k in conditions)

    def _bounds(self, amount: int, factors: dict[int, int]) -> bool:
        parameters = [v for v in factors if self.first <= v < self.game.size]
        others = (factors[v] < 0 for v in factors if v not in parameters)
        is_alone = not any(v < self.first or v >= NEW for v in factors)
        return len(parameters) == 1 and factors[parameters[0]] == 1 and is_alone and amount in factors and all(others)


def _chain(number: int, case: Case, phi: Formula) -> Formula:
    """Some option by this case satisfies phi. Amounts have names of their own in each case, as they may differ in
    what bounds them."""

    def name(variable: int) -> str:
        if variable >= NEW:
            return f"y{variable - NEW}"
        return f"t{number}.{variable}" if variable in case.variables else component(variable)

    if not any(v < NEW for v in case.variables):
        return chain(case, phi, name)
    inner = substitute(phi, {component(i): name(NEW + i) for i in case.written})
    every = tuple(formula_of(k, name) for k in case.conditions)
    whole = Exists(tuple(map(name, case.variables)), And((*every, inner)))
    return Named(f"a move of line {case.line + 1}", whole)


class OpenStatement(Statement):
    """The terms of a lifted claim as formulas."""

    moves: OpenMoves
    translation: OpenTranslation

    def __init__(self, lifted: Lifted) -> None:
        instance = lifted.instance
        assert instance.game is not None
        moves = OpenMoves(grounded(instance.game), lifted.first)
        super().__init__(instance, moves)
        self.lifted = lifted
        self.nodes: list[ir.Node] = []
        lows = moves.game.lows
        positive = frozenset(v for v, name in self.names.items() if lows[moves.names.index(name)] > 0)
        divisors = frozenset(ir.Var(one.slot) for one in lifted.parameters if not one.is_power) & positive
        plain = OpenPlain(positive, parameters=divisors)
        self.translation = OpenTranslation(self.names, plain, parameters=divisors)
        self._simpler = Simpler(positive)
        powers = (Power((self.track(one),)) for one in lifted.parameters if one.is_power)
        conditions = [self.node(term) for term in lifted.premises]
        self.premise = And((*map(self.translation.true, conditions), *powers))
        self.certain = tuple(self._certain(conditions))
        self.dividing = frozenset(pair for node in self.nodes for pair in self._dividing(node))
        self.needs = And(tuple(map(self.true, lifted.needs)))
        self.moves = replace(moves, premise=self.premise)
        self.domain = self.moves.domain
        self.moves.opt(self.domain)  # what cannot be said is said now

    def track(self, one: Open) -> str:
        """The variable of a parameter."""
        return component(self.lifted.first + self.lifted.parameters.index(one))

    @property
    def tracks(self) -> tuple[str, ...]:
        """The variables of the parameters."""
        return tuple(map(self.track, self.lifted.parameters))

    @property
    def values(self) -> Formula:
        """The values that the parameters may have."""
        pairs = zip(self.tracks, self.lifted.parameters, strict=True)
        return And((*(compare(Form.variable(name), ">=", one.least) for name, one in pairs), self.premise))

    def _certain(self, conditions: Sequence[ir.Node]) -> Iterator[Obligation]:
        """Each condition on the parameters is true or false where those before it hold: one that automata cannot hold
        is neither, and would leave out parameters of which nobody hears."""
        known: list[Formula] = [
            compare(Form.variable(self.track(one)), ">=", one.least) for one in self.lifted.parameters
        ]
        for node in conditions:
            if not self.translation.plain.condition(node):
                yield replace(self.defined(_UNCERTAIN, node, And(tuple(known))), is_for_scope=True)
            known.append(self.translation.true(node))

    def node(self, term: t.AnyTerm) -> ir.Node:
        """A term in the integer form, signs settled."""
        found: ir.Node = self._simpler(super().node(term))
        self.nodes.append(found)
        return found

    def divisors(self) -> set[tuple[int, int]]:
        """The slots of parameters that divide, each with a constant that is added."""
        slots = {one.slot for one in self.lifted.parameters if not one.is_power}
        return {pair for node in self.nodes for pair in divisors_in(node) if pair[0] in slots}

    def _dividing(self, node: ir.Node) -> Iterator[tuple[str, str]]:
        """Pairs of tracks of which the first divides the second, by a condition that holds."""
        match node:
            case ir.And(conditions):
                for condition in conditions:
                    yield from self._dividing(condition)
            case ir.Compare("=", ir.Apply("mod", (ir.Var() as number, divisor)), ir.Const(0)):
                modulus = modulus_of(divisor, self.translation.parameters)
                if modulus is not None and number in self.translation.parameters:
                    yield self.names[modulus.parameter], self.names[number]

    def true(self, term: t.AnyTerm) -> Formula:
        """A condition on the parameters holds."""
        return self.translation.true(self.node(term))
