"""From an instance of a claim to obligations: formulas of which none may have a solution.

If play ends, a function that agrees with one step of the definition everywhere is the value. So it is enough that the
claimed set, or the claimed graph, agrees with one step; induction over the moves does the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import permutations

from heapwise.claims.claim import Claim
from heapwise.claims.instances import Instance
from heapwise.claims.methods.base import Unsuitable
from heapwise.claims.methods.shape import right_side
from heapwise.formulas import NotExpressible, compile_formula, ir
from heapwise.model.symmetry import symmetry
from heapwise.model.termination import termination
from heapwise.proof.formula import Translation
from heapwise.proof.logic import FALSE, And, Exists, Form, Formula, Named, Not, Or, compare, disjuncts, substitute
from heapwise.proof.moves import Moves, component, moves_of
from heapwise.proof.outside import Outside
from heapwise.proof.plain import Plain
from heapwise.rules import terms as t
from heapwise.rules.evaluate import Compiler
from heapwise.rules.layout import Shape

_MOST_PERMUTED = 5


@dataclass(frozen=True)
class Obligation:
    """A formula that must have no solution; `name` says what a solution would be.

    Where a solution does not contradict the claim, but keeps it from being extended to all positions, the obligation
    `is_for_scope`.
    """

    name: str
    formula: Formula
    is_for_scope: bool = False


@dataclass(frozen=True)
class Plan:
    """What has to be shown for an instance; `ends` says why play ends, where the rules already show it."""

    moves: Moves
    obligations: tuple[Obligation, ...]
    ends: str
    is_closure: bool = False  # the claim was extended to all orders of the components


def plan(instance: Instance) -> Plan:
    """The obligations of an instance; raises `Unsuitable` with the name of what cannot be expressed."""
    try:
        return _plan(instance)
    except Outside as reason:
        raise Unsuitable(f"outside of what can be proved: {reason.what}") from None
    except NotExpressible as problem:
        raise Unsuitable(f"outside of what can be proved: {problem.what}") from None


def _plan(instance: Instance) -> Plan:
    claim, game = instance.claim, instance.game
    _check(claim)
    question, right = right_side(replace(claim, premises=()))
    assert game is not None
    moves = moves_of(game)
    ends = termination(moves.game)
    start = () if ends.proved else (_rank(moves),)
    statement = _Statement(instance, moves)
    if question == "G":
        found = tuple(statement.values(right))
    else:
        found = tuple(statement.outcomes(right, question == "P"))
    how = ends.how if ends.proved else "every move lowers the sum of all components, an obligation"
    return Plan(moves, (*start, *found), how, bool(claim.premises))


def _check(claim: Claim) -> None:
    if claim.schema is None:
        raise Unsuitable("the claim is not about a game")
    if not (claim.play.is_normal or claim.play.is_misere):
        raise Unsuitable("the claim is about more than two players")
    if claim.strategy is not None:
        raise Unsuitable("the claim names a winning move as well")
    if any(c.value is not None or c.domain is not None for c in claim.components):
        raise Unsuitable("the claim is about some positions only")


def _rank(moves: Moves) -> Obligation:
    """Every move lowers the sum of all components."""
    whole = Form(tuple((name, 1) for name in moves.names))
    rank = Form.variable("rank")
    lower = compare(whole, ">=", rank)
    stays = And((moves.domain, compare(whole, "=", rank), moves.opt(lower)))
    return Obligation("a move that does not lower the sum", stays)


class _Statement:
    """One claim about the moves of its game."""

    def __init__(self, instance: Instance, moves: Moves) -> None:
        self.instance, self.moves = instance, moves
        self.domain = moves.domain
        self.is_misere = instance.claim.play.is_misere
        self.over = moves.is_over if self.is_misere else FALSE
        self.shapes, names = _components(instance)
        lows = moves.game.lows
        positive = (variable for variable, name in names.items() if lows[moves.names.index(name)] > 0)
        self.translation = Translation(names, Plain(frozenset(positive)))

    def node(self, term: t.AnyTerm) -> ir.Node:
        """A term in the integer form."""
        claim = self.instance.claim
        compiler = Compiler(claim.source, self.instance.known, self.instance.game, claim.frame.functions)
        kernel = compile_formula(term, compiler, self.shapes).kernel
        if kernel.holes:
            raise Outside(f"the value {kernel.holes[0].question} of a position inside a formula")
        return kernel.root

    # -- P-positions

    def outcomes(self, right: t.AnyTerm, is_p: bool) -> Iterator[Obligation]:
        """The P-positions are those of the formula (or all others)."""
        root = self.node(right)
        said = self.translation.true(root) if is_p else self.translation.false(root)
        premises = [self.node(premise) for premise in self.instance.claim.premises]
        premise = And(tuple(map(self.translation.true, premises)))
        for part in premises:
            yield self._defined("a position at which the premise has no value", part, self.domain)
        yield self._defined("a position at which the formula has no value", root, And((self.domain, premise)))
        if premises:
            yield from self._closed(premise, said)
            said = Or(tuple(self._orders(And((premise, said)))))
        yield from self._p_positions(Named("the claimed set", said))

    def _defined(self, name: str, node: ir.Node, where: Formula) -> Obligation:
        return Obligation(name, And((where, Not(self.translation.defined(node)))))

    def _p_positions(self, said: Formula) -> Iterator[Obligation]:
        good = self.moves.opt(said)
        yield Obligation("a claimed P-position with a move to another one", self._one_by_one(said, good))
        if self.is_misere:
            yield Obligation("an ended position claimed to be P", And((self.domain, said, self.over)))
        lost = And((self.domain, Not(said), Not(good), Not(self.over)))
        yield Obligation("a claimed N-position without a move to a P-position", lost)

    def _one_by_one(self, said: Formula, good: Formula) -> Formula:
        """The moves are looked at one after another, so that their union is never built."""
        return Or(tuple(And((self.domain, said, case)) for case in disjuncts(good)))

    # -- premises

    def _closed(self, premise: Formula, said: Formula) -> Iterator[Obligation]:
        """The premise holds in some order of the components, and the formula says the same in all such orders."""
        never = Not(Or(tuple(self._orders(premise))))
        name = "a position that fulfils the premise in no order of its components"
        yield Obligation(name, And((self.domain, never)), is_for_scope=True)
        other = And((premise, Not(said)))
        both = And((self.domain, premise, said))
        apart = Or(tuple(And((both, there)) for there in self._orders(other)))
        yield Obligation("a position of which the formula says different things in different orders", apart)

    def _orders(self, formula: Formula) -> Iterator[Formula]:
        """The formula of the components in every order; all orders must be alike under the rules."""
        names = self.moves.names
        if len(names) > _MOST_PERMUTED or not symmetry(self.moves.game).is_full:
            raise Unsuitable("the claim has a premise, and options may lead out of it")
        for order in permutations(names):
            yield substitute(formula, dict(zip(names, order, strict=True)))

    # -- Grundy values

    def values(self, right: t.AnyTerm) -> Iterator[Obligation]:
        """The value of every position is that of the formula: its graph agrees with the mex."""
        if self.instance.claim.premises:
            raise Unsuitable("the claim has a premise, and options may lead out of it")
        graph, codes = self.translation.value(self.node(right), "g")
        graph = Named("the graph of the formula", And((graph, codes)))
        other, lower = substitute(graph, {"g": "h"}), compare(Form.variable("h"), "<", Form.variable("g"))
        yield Obligation("a position at which the formula has no value", And((self.domain, Not(Exists(("g",), graph)))))
        yield Obligation("a position at which the formula has two values", And((self.domain, graph, other, lower)))
        if self.is_misere:
            yield self._misere_end(graph, codes)
        same = self._one_by_one(graph, self.moves.opt(graph))
        yield Obligation("an option with the same value", same)
        missing = Not(self.moves.opt(other))
        smaller = And((self.domain, graph, substitute(codes, {"g": "h"}), lower, missing, Not(self.over)))
        yield Obligation("a smaller value that no option has", smaller)

    def _misere_end(self, graph: Formula, codes: Formula) -> Obligation:
        if disjuncts(codes) and codes != And(()):
            raise Outside("a value that is a place of a digit, in misere play")
        wrong = compare(Form.variable("g"), "!=", 1)
        return Obligation("an ended position whose value is not 1", And((self.domain, graph, self.over, wrong)))


def _components(instance: Instance) -> tuple[dict[int, Shape], dict[ir.Var, str]]:
    """The shapes of the claim's components, and the variable of each number in them."""
    assert instance.game is not None
    layout = instance.game.layout
    shapes: dict[int, Shape] = {}
    names: dict[ir.Var, str] = {}
    placed = zip(instance.claim.components, layout.variables, layout.offsets, strict=True)
    for own, variable, offset in placed:
        shapes[own.slot] = variable.shape
        for i, path in enumerate(_paths(variable.shape)):
            names[ir.Var(own.slot, path)] = component(offset + i)
    return shapes, names


def _paths(shape: Shape) -> Iterator[tuple[int, ...]]:
    if shape is None:
        yield ()
    elif isinstance(shape, int):
        yield from ((i,) for i in range(shape))
    else:
        yield from ((r, i) for r, length in enumerate(shape) for i in range(length))
