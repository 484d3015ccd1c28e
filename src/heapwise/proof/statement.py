"""One instance as formulas over the components of its game, and the obligations that are made of them."""

from collections.abc import Callable, Iterator
from itertools import count

from heapwise.claims.instances import Instance
from heapwise.claims.task import Unsuitable
from heapwise.formulas import HoleOf, compile_formula, ir
from heapwise.model.symmetry import Permutation
from heapwise.proof.formula import VALUE, AskedValue, Translation
from heapwise.proof.logic import FALSE, And, Formula, Named, Not, Or, disjuncts, substitute
from heapwise.proof.moves import Moves, component
from heapwise.proof.outside import Outside
from heapwise.proof.places import replaced
from heapwise.proof.totality import Plain
from heapwise.records import Record, replace
from heapwise.rules.flat import FlatPlace
from heapwise.rules.game import Game
from heapwise.rules.layout import Grouping
from heapwise.terms import term as t
from heapwise.terms.types import GAME, NUMBER, POSITION, TRUTH

SET, GRAPH = "the claimed set", "the graph of the formula"
_MOST_ORDERS = 120


class Obligation(Record):
    """A formula that must have no solution; `name` says what a solution would be.

    Where a solution does not contradict the claim, but keeps this kind of proof from being used, the obligation
    `is_for_scope`.
    """

    name: str
    formula: Formula
    is_for_scope: bool = False


class Setting:
    """What obligations are about: the moves of a game as formulas, and who wins at the end of play.

    `over` says where play has ended and the player to move has won: in misere play, and nowhere else.
    """

    def __init__(self, moves: Moves, is_misere: bool) -> None:
        self.moves, self.is_misere = moves, is_misere
        self.domain = moves.domain
        self.over = moves.is_over if is_misere else FALSE
        self.claimed: Named | None = None

    def named(self, name: str, formula: Formula) -> Named:
        """What is claimed, a set or a graph, under a name: all obligations speak of the same one."""
        self.claimed = Named(name, formula)
        return self.claimed

    def one_by_one(self, here: Formula, good: Formula) -> Formula:
        """The moves are looked at one after another, so that their union is never built."""
        return Or(tuple(And((self.domain, here, case)) for case in disjuncts(good)))


class Statement(Setting):
    """The terms of one claim as formulas, and what they are about."""

    def __init__(
        self, instance: Instance, moves: Moves, questions: Callable[[HoleOf], AskedValue | None] | None = None
    ) -> None:
        """`questions` knows the answers to some questions about positions."""
        super().__init__(moves, instance.claim.play.is_misere)
        self.questions = questions
        self.instance = instance
        self.shapes, self.names = _components(instance)
        lows = moves.game.lows
        positive = (variable for variable, name in self.names.items() if lows[moves.names.index(name)] > 0)
        self.translation = Translation(self.names, Plain(frozenset(positive)))
        self._holes = count()

    # -- terms

    def lowered(self, term: t.AnyTerm) -> tuple[ir.Node, tuple[HoleOf, ...]]:
        """A term in the integer form, and the values that it asks others for."""
        kernel = compile_formula(term, self.instance.compiler(), self.shapes).kernel
        return kernel.root, tuple(kernel.holes)

    def node_with_value(self, term: t.Operation, place: int) -> ir.Node:
        """A term in the integer form in which one argument is the number that may be the value of the position."""
        value = t.Local(VALUE.slot, "g", type=NUMBER)
        arguments = (*term.arguments[:place], value, *term.arguments[place + 1 :])
        self.shapes[VALUE.slot] = None
        return self.node(replace(term, arguments=arguments))

    def node(self, term: t.AnyTerm) -> ir.Node:
        """A term in the integer form; of the position itself it may ask whether play has ended."""
        root, holes = self.lowered(term)
        answers: dict[ir.Node, ir.Node] = {}
        for number, hole in enumerate(holes):
            own = ir.Hole(next(self._holes), hole.nodes)
            answers[ir.Hole(number, hole.nodes)] = own
            question = None if self.questions is None else self.questions(hole)
            if question is not None:
                self.translation.asked[own.number] = question
            else:
                self.translation.plain.answers[own] = self._answer(hole)
        return replaced(root, answers) if answers else root

    def other_games(self) -> tuple[Game, ...]:
        """The other games that the claim asks about values of, in the order in which it names them."""
        claim = self.instance.claim
        holes = [hole for term in (*claim.premises, claim.statement) for hole in self.lowered(term)[1]]
        asked = (hole.games[0] for hole in holes if hole.question in ("P", "N", "G") and len(hole.games) == 1)
        return tuple(dict.fromkeys(game for game in asked if game is not self.instance.game))

    def position(self, term: t.AnyTerm) -> HoleOf:
        """The position that a term names: of this game, if it is a vector or a number."""
        if term.type != POSITION:
            term = t.PositionOf(t.ThisGame(type=GAME), (term,), type=POSITION)
        root, holes = self.lowered(t.Ask("P", term, type=TRUTH))
        if len(holes) != 1:
            raise Outside("a position that depends on values of others")
        if root != ir.Compare("=", ir.Hole(0, holes[0].nodes), ir.ONE):
            raise Outside("a position on the way to which something may have no value")
        return holes[0]

    def components(self, term: t.AnyTerm) -> tuple[ir.Node, ...]:
        """The components of a position of this game."""
        hole = self.position(term)
        if hole.games != (self.instance.game,):
            raise Outside("a move that leads to another game")
        return hole.arguments[0]

    def _answer(self, hole: HoleOf) -> Formula:
        is_own = hole.games == (self.instance.game,) and hole.arguments == (tuple(self.names),)
        if not is_own or hole.question not in ("terminal", "legal"):
            what = "a recursive definition" if hole.question == "let" else f"`{hole.question}` of a position"
            raise Outside(f"{what} inside a formula")
        return self.moves.is_over if hole.question == "terminal" else self.domain

    def conditions(self, terms: tuple[t.AnyTerm, ...], where: Formula) -> tuple[Formula, list[Obligation]]:
        """Conditions that all hold, and that each of them has a value everywhere."""
        nodes = [self.node(term) for term in terms]
        defined = [self.defined("a position at which the premise has no value", node, where) for node in nodes]
        return And(tuple(map(self.translation.true, nodes))), defined

    def defined(self, name: str, node: ir.Node, where: Formula) -> Obligation:
        """The condition is true or false wherever it is looked at."""
        return Obligation(name, And((where, Not(self.translation.defined(node)))))

    # -- premises

    def closed(self, premise: Formula, claimed: Formula) -> Iterator[Obligation]:
        """The premise holds in some order of the components, and the formula says the same in all such orders."""
        never = Not(Or(tuple(self.orders(premise))))
        name = "a position that fulfils the premise in no order of its components"
        yield Obligation(name, And((self.domain, never)), is_for_scope=True)
        other = And((premise, Not(claimed)))
        both = And((self.domain, premise, claimed))
        apart = Or(tuple(And((both, there)) for there in self.orders(other)))
        yield Obligation("a position of which the formula says different things in different orders", apart)

    def orders(self, formula: Formula) -> Iterator[Formula]:
        """The formula of the components in every order that the rules do not tell apart."""
        names = self.moves.names
        for images in self.group():
            yield substitute(formula, {name: names[image] for name, image in zip(names, images, strict=True)})

    def group(self) -> list[Permutation]:
        """All products of the verified symmetries of the rules; raises `Unsuitable` if there are none, or too many."""
        start = tuple(range(self.moves.game.size))
        group, generators = {start: None}, self.moves.symmetries
        for known in (waiting := [start]):
            for generator in generators:
                new = tuple(generator[i] for i in known)
                if new not in group:
                    group[new] = None
                    waiting.append(new)
            if len(group) > _MOST_ORDERS:
                break
        if len(group) == 1 or len(group) > _MOST_ORDERS:
            raise Unsuitable("the claim has a premise, and says nothing of options outside of it")
        return list(group)


def _components(instance: Instance) -> tuple[dict[int, Grouping | FlatPlace], dict[ir.Var, str]]:
    """The shapes of the claim's components, and the variable of each number in them."""
    assert instance.game is not None
    layout = instance.game.layout
    shapes: dict[int, Grouping | FlatPlace] = {}
    names: dict[ir.Var, str] = {}
    placed = zip(instance.claim.components, layout.variables, layout.offsets, strict=True)
    for own, variable, offset in placed:
        shapes[own.slot] = variable if isinstance(variable, FlatPlace) else variable.shape
        for i, path in enumerate(_paths(variable.size if isinstance(variable, FlatPlace) else variable.shape)):
            names[ir.Var(own.slot, path)] = component(offset + i)
    return shapes, names


def _paths(shape: Grouping) -> Iterator[tuple[int, ...]]:
    if shape is None:
        yield ()
    elif isinstance(shape, int):
        yield from ((i,) for i in range(shape))
    else:
        yield from ((r, i) for r, length in enumerate(shape) for i in range(length))
