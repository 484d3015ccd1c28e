"""A lifted claim as formulas, and the obligations that are made of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from heapwise.formulas import ir
from heapwise.proof.logic import And, Form, Formula, Power, compare
from heapwise.proof.moves import component, grounded
from heapwise.proof.statement import Statement
from heapwise.proof.tracks.lifting import Lifted
from heapwise.proof.tracks.moves import OpenMoves
from heapwise.proof.tracks.parameters import Open
from heapwise.proof.tracks.simpler import Simpler
from heapwise.proof.tracks.translation import OpenPlain, OpenTranslation, divisors_in, modulus_of
from heapwise.terms import term as t


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
        self.premise = And((*map(self.true, lifted.premises), *powers))
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
