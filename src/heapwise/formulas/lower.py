"""Terms -> the integer form, once parameters are numbers: one visitor that computes what is known and keeps the rest.

A value on the way is a Python value where everything is known, a `Quantity`, a truth node, a set of `lower_values.py`,
a tuple of such values, or a position. What has no integer form raises `NotExpressible` with its name.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from heapwise import numbers
from heapwise.errors import HeapwiseError
from heapwise.formulas import ir
from heapwise.formulas import quantities as q
from heapwise.formulas.holes import HoleOf
from heapwise.formulas.logic import LoweredCondition, conjunction, disjunction, equivalence, negation, node
from heapwise.formulas.lower_functions import LOWERED_FUNCTIONS
from heapwise.formulas.lower_gather import Gathering
from heapwise.formulas.lower_positions import components, of_heaps, position_of, value_of
from heapwise.formulas.lower_values import (
    Between,
    Lowered,
    PositionValue,
    SymbolicSet,
    chosen,
    defined,
    is_known,
    is_number,
    joined,
    whole,
)
from heapwise.formulas.problems import NotExpressible
from heapwise.formulas.quantities import Quantity, quantity
from heapwise.numbers import UndefinedValue
from heapwise.records import dataclass, field
from heapwise.rules.flat import FlatPlace
from heapwise.rules.layout import Grouping
from heapwise.terms import digits
from heapwise.terms import term as t
from heapwise.terms.evaluate import Compiler
from heapwise.terms.functions import FUNCTIONS
from heapwise.terms.types import NUMBER, POSITION, TRUTH, Vector
from heapwise.terms.values import flat, show

MOST_VISITS = 200_000
MOST_DEPTH = 150

Asked = LoweredCondition | PositionValue  # a condition that must not be undefined, or a position that must be legal


@dataclass
class Lowerer:
    """Lowers the terms of one formula. `shapes` says which slots hold the numbers, vectors and rows of a position."""

    compiler: Compiler
    shapes: Mapping[int, Grouping | FlatPlace]
    holes: list[HoleOf] = field(default_factory=list)
    env: dict[int, Lowered] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)
    visits: int = 0
    depth: int = 0
    loops: int = 0

    def __post_init__(self) -> None:
        self.env |= {slot: components(slot, shape) for slot, shape in self.shapes.items()}
        self.env |= self.compiler.known

    # -- entrances

    def formula(self, term: t.AnyTerm) -> ir.Node:
        """A condition as a truth node, a number as a whole-number node."""
        value = self.lower(term)
        found = node(value) if term.type == TRUTH else whole(value)
        if found.depth > MOST_DEPTH:
            raise NotExpressible("more levels than an integer form may have", term.span)
        return found

    def lower(self, term: t.AnyTerm) -> Lowered:
        """The value of a term."""
        self.visits += 1
        self.depth += 1
        try:
            if self.visits > MOST_VISITS or self.depth > MOST_DEPTH:
                raise NotExpressible("more parts than an integer form may have")
            visit: Callable[[Any], Lowered] = getattr(self, f"_{type(term).__name__.lower()}")
            if term.type not in (NUMBER, TRUTH):
                return visit(term)
            value, asked = self._collected(lambda: visit(term))
            return chosen(conjunction(self.checks(asked)), value, value, always=True)
        except NotExpressible as problem:
            raise problem if problem.span != (0, 0) else NotExpressible(problem.what, term.span) from None
        finally:
            self.depth -= 1

    def condition(self, term: t.AnyTerm) -> LoweredCondition:
        """A condition, known or not."""
        value: LoweredCondition = self.lower(term)
        return value

    # -- what has to have a value, whatever becomes of it

    def required(self, term: t.AnyTerm) -> tuple[Lowered, list[LoweredCondition]]:
        """The value of a term, and conditions that are undefined where the term or a part of it has none."""
        value, asked = self.asked_for(term)
        return value, [*self.checks(asked), *defined(value)]

    def asked_for(self, term: t.AnyTerm) -> tuple[Lowered, list[Asked]]:
        """The value of a term, and what is asked for on the way there."""
        return self._collected(lambda: self.lower(term))

    def require(self, asked: Iterable[Asked], under: Iterable[LoweredCondition]) -> None:
        """Have the number or condition at hand undefined where something is that is asked for, if one comes to it."""
        path = negation(conjunction(under))
        self.asked += asked if path is False else [disjunction([path, check]) for check in self.checks(asked)]

    def _look_at(self, parts: Iterable[Lowered]) -> None:
        """Have the number or condition at hand undefined where one of the parts is, whatever is made of them."""
        self.asked += [check for part in parts for check in defined(part)]

    def _collected(self, lower: Callable[[], Lowered]) -> tuple[Lowered, list[Asked]]:
        before, self.asked = self.asked, []
        try:
            return lower(), self.asked
        finally:
            self.asked = before

    def checks(self, asked: Iterable[Asked]) -> list[LoweredCondition]:
        """What is asked for, as conditions."""
        return [self._legality(one) if isinstance(one, PositionValue) else one for one in asked]

    def _legality(self, position: PositionValue) -> LoweredCondition:
        is_legal = self._hole_of(HoleOf("legal", position.games, position.arguments))
        return disjunction([ir.Compare("=", is_legal, ir.ONE), ir.Undefined("a position that is not legal")])

    def _position(self, term: t.AnyTerm) -> PositionValue:
        """A position that a question is about, which is undefined itself where there is no such position."""
        position = value_of(self.lower(term))
        parts = [PositionValue((g,), (a,)) for g, a in zip(position.games, position.arguments, strict=True)]
        self.asked = [one for one in self.asked if one not in parts]
        return position

    # -- leaves

    def _constant(self, term: t.Constant) -> Lowered:
        return value_of(term.value) if term.type == POSITION else term.value

    def _local(self, term: t.Local) -> Lowered:
        if term.slot not in self.env:
            raise NotExpressible(f"`{term.name}`, whose values are not bounded")
        return self.env[term.slot]

    def _inner(self, term: t.Inner) -> Lowered:
        position = self.lower(term.position)
        if not isinstance(position, PositionValue) or len(position.games) != 1:
            raise NotExpressible(f"`{term.name}` of a sum of positions")
        layout = position.games[0].layout
        for variable, at in zip(layout.variables, layout.offsets, strict=True):
            if variable.name == term.name and (variable.shape is not None) == isinstance(term.type, Vector):
                return of_heaps(variable, position.arguments[0][at : at + variable.size])
        raise NotExpressible(f"`{term.name}` of {position.games[0]}")

    def _thisgame(self, term: t.ThisGame) -> Lowered:
        return None if self.compiler.this is None else self.compiler.this.declared

    # -- operations

    def _operation(self, term: t.Operation) -> Lowered:
        special = getattr(self, "_special_" + term.name.replace(" ", "_"), None)
        if special is not None:
            return special(term)
        arguments = tuple(self.lower(a) for a in term.arguments)
        if term.type == POSITION:
            return joined(tuple(map(value_of, arguments)))
        if all(map(is_known, arguments)):
            return self.known(term, lambda: self._applied(term, arguments))
        if term.name not in LOWERED_FUNCTIONS:
            raise NotExpressible(f"`{term.name}` of values that depend on the position")
        found = LOWERED_FUNCTIONS[term.name](*arguments)
        # Sets may have no member to compare with, and what has a value anyway has forgotten what it was made of.
        is_forgetful = term.name in ("in", "not in") or not defined(found)
        self._look_at(a for a in arguments if is_forgetful or isinstance(a, tuple | SymbolicSet))
        return found

    def _applied(self, term: t.Operation, arguments: tuple[Lowered, ...]) -> Lowered:
        if term.name not in FUNCTIONS:
            raise NotExpressible(f"`{term.name}`")
        return FUNCTIONS[term.name].implementation(tuple(a.type for a in term.arguments))(*arguments)

    def known(self, term: t.AnyTerm, compute: Callable[[], Any]) -> Lowered:
        """A value that is computed now; where it is undefined, the formula is undefined only if it gets there."""
        try:
            value = compute()
            return value if not hasattr(value, "__next__") else tuple(islice(value, MOST_VISITS))
        except (UndefinedValue, HeapwiseError) as problem:
            return self.undefined(term, str(problem))

    def undefined(self, term: t.AnyTerm, reason: str) -> Lowered:
        """A place without a value, in the shape that its type asks for."""
        if term.type == TRUTH:
            return ir.Undefined(reason)
        if term.type == NUMBER:
            return Quantity(ir.Undefined(reason))
        raise NotExpressible(f"a part that is never defined: {reason}", term.span)

    def _special_index(self, term: t.Operation) -> Lowered:
        base, *indices = whole_vector, *_ = tuple(self.lower(a) for a in term.arguments)
        kind = term.arguments[0].type
        for index in indices:
            cyclic = isinstance(kind, Vector) and kind.cyclic
            base = self._picked(term, base, index, cyclic)
            kind = kind.item if isinstance(kind, Vector) else kind
        self._look_at([whole_vector])
        return base

    def _picked(self, term: t.Operation, base: Lowered, index: Lowered, cyclic: bool) -> Lowered:
        """`x[i]` or `x[S]`."""
        if isinstance(base, Quantity):  # a row that is not there: neither are its components
            return base
        if isinstance(index, Quantity):
            return self._picked_anywhere(base, whole(index), cyclic)
        if is_number(index):
            return self._picked_at(term, base, index, cyclic)
        if isinstance(index, SymbolicSet):
            raise NotExpressible("a set of indices that depends on the position")
        if any(isinstance(i, tuple) for i in index):
            return tuple(self._picked(term, self._picked(term, base, i, cyclic), j, cyclic) for i, j in index)
        return tuple(self._picked(term, base, i, cyclic) for i in index)

    def _picked_at(self, term: t.Operation, base: Lowered, index: Any, cyclic: bool) -> Lowered:
        if type(index) is int and base and (cyclic or 0 < index <= len(base)):
            return base[(index - 1) % len(base)]
        return self.undefined(term, f"there is no component number {show(index)}, only 1 to {len(base)}")

    def _picked_anywhere(self, base: tuple[Lowered, ...], index: ir.Node, cyclic: bool) -> Lowered:
        """A component whose number depends on the position: one choice for each component."""
        if not all(map(is_number, base)):
            raise NotExpressible("a row whose number depends on the position")
        if cyclic and base:
            index = ir.Apply("mod", (q.linear((1, index), constant=-1), ir.Const(len(base))))
        found = Quantity(ir.Undefined(f"there is no such component, only 1 to {len(base)}"))
        for i in reversed(range(len(base))):
            here = ir.Compare("=", index, ir.Const(i if cyclic else i + 1))
            found = q.select(here, quantity(base[i]), found)
        return found

    def _special_accepts(self, term: t.Operation) -> Lowered:
        """A tuple whose components all stand for themselves, whatever vectors they came in."""
        acceptor, *arguments = (self.lower(a) for a in term.arguments)
        values = tuple(flat(tuple(arguments)))
        if len(values) != acceptor.arity:
            raise NotExpressible(f"`{acceptor.name}` of {len(values)} numbers")
        if all(map(is_known, values)):
            return self.known(term, lambda: acceptor.accepts(values))
        return ir.Accepts(acceptor, tuple(map(whole, values)))

    def _special_digits_of(self, term: t.Operation) -> Lowered:
        number = self.lower(term.arguments[0])
        if is_known(number):
            return self.known(term, lambda: numbers.floor(number).bit_length())
        return Quantity(ir.Apply("length", (whole(number),)))

    def _special_digits_from(self, term: t.Operation) -> Lowered:
        """Digit positions from a place on, up to one behind which nothing changes."""
        low, margin, *ends = (self.lower(a) for a in term.arguments)
        if all(map(is_known, (low, *ends))):
            return self.known(term, lambda: digits.positions(low, margin, *ends))
        last = LOWERED_FUNCTIONS["max"](low, *ends)
        return Between(low, LOWERED_FUNCTIONS["+"](last, margin + 1), is_open=True)

    def _special_sum_of_games(self, term: t.Operation) -> Lowered:
        left, right = (self.lower(a) for a in term.arguments)
        return left + right

    def _special_legal(self, term: t.Operation) -> Lowered:
        return self._legal(term.arguments[0])

    def _legal(self, term: t.AnyTerm) -> LoweredCondition:
        match term:
            case t.PositionOf():
                found = self._position(term)
                return ir.Compare("=", self._hole_of(HoleOf("legal", found.games, found.arguments)), ir.ONE)
            case t.Operation(name="+"):
                summands = [self._legal(argument) for argument in term.arguments]
                self._look_at(summands)
                return conjunction(summands)
            case t.With(steps=steps, body=body):
                for step in steps:
                    self.asked += self.define(step)
                return self._legal(body)
        self.lower(term)
        return True

    def _special_terminal(self, term: t.Operation) -> Lowered:
        return self._hole(term, "terminal", self._position(term.arguments[0]))

    # -- truth and choice

    def _connective(self, term: t.Connective) -> Lowered:
        if term.name == "and":
            return conjunction(self._until(term.arguments, False))
        if term.name == "or":
            return disjunction(self._until(term.arguments, True))
        left = self.condition(term.arguments[0])
        if term.name == "implies":
            return True if left is False else disjunction([negation(left), self.condition(term.arguments[1])])
        return conjunction([equivalence(left, self.condition(a)) for a in term.arguments[1:]])

    def _until(self, arguments: Iterable[t.AnyTerm], end: bool) -> Iterator[LoweredCondition]:
        """Conditions up to the first that is known to end the walk; what stands behind it is not even looked at."""
        for argument in arguments:
            condition = self.condition(argument)
            yield condition
            if condition is end:
                return

    def _choice(self, term: t.Choice) -> Lowered:
        condition = self.condition(term.condition)
        if isinstance(condition, bool):
            return self.lower(term.yes if condition else term.no)
        (yes, of_yes), (no, of_no) = self.asked_for(term.yes), self.asked_for(term.no)
        if term.type not in (NUMBER, TRUTH):  # of no entries at all none bears the condition
            self._look_at([condition])
        self.require(of_yes, [condition])
        self.require(of_no, [negation(condition)])
        return chosen(condition, yes, no)

    # -- binding

    def _gather(self, term: t.Gather) -> Lowered:
        return Gathering(self).value(term)

    def _with(self, term: t.With) -> Lowered:
        for step in term.steps:
            self.asked += self.define(step)
        return self.lower(term.body)

    def define(self, step: t.Define) -> list[LoweredCondition]:
        """Give a slot its value; the conditions that are undefined where the value is."""
        self.env[step.slot], checks = self.required(step.value)
        return checks

    def loop_variable(self) -> ir.Bound:
        """A variable for one loop; loops that come from the same words may have different ends."""
        self.loops += 1
        return ir.Bound(self.loops)

    # -- games, positions and their values

    def _gamenamed(self, term: t.GameNamed) -> Lowered:
        arguments = tuple(self.lower(a) for a in term.arguments)
        if not all(map(is_known, arguments)):
            raise NotExpressible("a game whose parameters depend on the position")
        return term.schema.bind(arguments)

    def _positionof(self, term: t.PositionOf) -> Lowered:
        from heapwise.rules.game import SumOfGames

        own = self.compiler.this if isinstance(term.game, t.ThisGame) else None
        game, values = own or self.lower(term.game), tuple(self.lower(a) for a in term.arguments)
        if isinstance(game, SumOfGames):
            values = values[0] if len(values) == 1 and isinstance(values[0], tuple) else values
            if len(values) != len(game.games):
                raise NotExpressible(f"a position of {game} with {len(values)} parts")
            found = [position_of(part, (value,)) for part, value in zip(game.games, values, strict=True)]
        else:
            found = [position_of(game, values)]
        self.asked += found
        return joined(tuple(found))

    def _ask(self, term: t.Ask) -> Lowered:
        player = None if term.player is None else whole(self.lower(term.player))
        return self._hole(term, term.question, self._position(term.position), player)

    def _hole(self, term: t.AnyTerm, question: str, position: PositionValue, player: ir.Node | None = None) -> Lowered:
        return self._filled(term, HoleOf(question, position.games, position.arguments, player))

    def _recursive(self, term: t.Recursive) -> Lowered:
        if any(read.slot not in self.compiler.known for read in term.reads):
            raise NotExpressible(f"`{term.name}`, which speaks of itself and of a parameter")
        arguments = tuple(whole(self.lower(a)) for a in term.arguments)
        return self._filled(term, HoleOf("let", (), (arguments,), name=term.name))

    def _filled(self, term: t.AnyTerm, hole: HoleOf) -> Lowered:
        found = self._hole_of(hole)
        return ir.Compare("=", found, ir.ONE) if term.type == TRUTH else Quantity(found)

    def _hole_of(self, hole: HoleOf) -> ir.Hole:
        if hole not in self.holes:
            self.holes.append(hole)
        return ir.Hole(self.holes.index(hole), hole.nodes)
