"""Tree -> terms: every name is looked up, every type is found, before anything is computed.

One resolver serves rules and claims; a `Context` says which game the text speaks of, where other games are found, and
whether values of positions (`G`, `P` ...) may be asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NoReturn
from unicodedata import normalize

from heapwise.errors import HeapwiseError, error
from heapwise.lang import nodes
from heapwise.lang.limits import MOST_LEVELS
from heapwise.rules import digits
from heapwise.rules import terms as t
from heapwise.rules.functions import FUNCTIONS, OPERATORS
from heapwise.rules.position import NOTHING
from heapwise.rules.scope import Definition, Frame, Scope, Slot, Stand
from heapwise.rules.types import (
    CODE,
    GAME,
    NOTHING_YET,
    NUMBER,
    POSITION,
    TRUTH,
    Set,
    Tuple,
    Type,
    Vector,
    merged,
    same,
)  # fmt: skip
from heapwise.rules.values import Code
from heapwise.source import Place, Source, Span

if TYPE_CHECKING:
    from heapwise.rules.heading import Parameter
    from heapwise.rules.schema import Schema

QUESTIONS = ("G", "P", "N", "W", "R")
MOST_TERMS = 40_000

# What `NAME(e for ...)` may be: the type its body must have, and the type it gives (None: that of the body).
GATHERS: dict[str, tuple[Type, Type | None]] = {
    "sum": (NUMBER, None), "count": (TRUTH, NUMBER), "all": (TRUTH, TRUTH), "any": (TRUTH, TRUTH),
    "unique": (TRUTH, TRUTH), "min": (NUMBER, NUMBER), "max": (NUMBER, NUMBER), "nimsum": (NUMBER, NUMBER),
    "mex": (NUMBER, NUMBER), "bitor": (NUMBER, NUMBER), "bitand": (NUMBER, NUMBER),
}  # fmt: skip
_CONNECTIVES = ("and", "or", "implies", "iff")
SPECIAL = ("options", "parts", "followers", "legal", "terminal", "this")
# Words about the sequence of values of a one-heap game, for claims: what they give.
SEQUENCE_WORDS = {"preperiod": NUMBER, "period": NUMBER, "saltus": NUMBER, "pure": TRUTH, "inner_period": TRUTH}
_CONSTANTS: dict[str, tuple[Any, Type]] = {
    "nothing": (NOTHING, POSITION),
    "true": (True, TRUTH),
    "false": (False, TRUTH),
}
_FOREIGN_FUNCTIONS = {"range": "range", "xor": "nimsum", "len": "help", "forall": "all", "exists": "any"}


@dataclass(frozen=True)
class Context:
    """Where a text stands: its game, the games around it, and what it may ask."""

    source: Source
    find_game: Callable[[str], Schema | None]
    game_names: Callable[[], Sequence[str]]
    own: Schema | None = None
    is_claim: bool = False
    has_orders: bool = False


class Resolver:
    """Turns trees of one text into terms over one frame."""

    def __init__(self, context: Context, frame: Frame, scope: Scope) -> None:
        self.context = context
        self.frame = frame
        self.scope = scope
        self.takes_digits = False

    # -- entrances

    def expression(self, node: nodes.Expr, wanted: Type | None = None, what: str = "") -> t.AnyTerm:
        """The term of an expression, which must have the wanted type if one is given."""
        self.frame.terms += 1
        if self.frame.terms > MOST_TERMS:
            self.fail("E003", node, what="parts after putting in definitions", most=MOST_TERMS)
        term = self._nested(node)
        if wanted is not None and not same(term.type, wanted):
            self.fail("E017", node, what=what or f"`{self.text(node)}`", wanted=wanted, found=term.type)
        return term

    def _nested(self, node: nodes.Expr) -> t.AnyTerm:
        """The term of an expression, unless it is nested too deeply: what reads terms does so by recursion."""
        # Operators in a row become a term in a term in a term, from left to right.
        is_row = isinstance(node, nodes.Infix) and node.operators[0] not in _CONNECTIVES
        levels = len(node.operators) if isinstance(node, nodes.Infix) and is_row else 1
        around = self.frame.level
        try:
            self._enter(levels, node)
            resolve: Callable[[Any], t.AnyTerm] = getattr(self, f"_{type(node).__name__.lower()}")
            return resolve(node)
        finally:
            self.frame.level = around

    def _enter(self, levels: int, node: nodes.Node) -> None:
        """Go so many levels down, until the expression around is done."""
        self.frame.level += levels
        if self.frame.level > MOST_LEVELS:
            self.fail("E003", node, help="deep", what="levels of nesting", most=MOST_LEVELS)

    def inner(self) -> Resolver:
        """A resolver for a scope inside this one."""
        return Resolver(self.context, self.frame, Scope(self.scope))

    def bind(self, name: nodes.Name, kind: Type) -> int:
        """Give a bound variable a slot of its own."""
        self.check_new(name)
        slot = self.frame.new_slot()
        self.scope.add(name.name, Slot(slot, kind))
        return slot

    def check_new(self, name: nodes.Name) -> None:
        """Refuse a name that is reserved, or that stands for something else here."""
        if name.name in QUESTIONS or name.name in FUNCTIONS or name.name in SPECIAL or name.name in _CONSTANTS:
            self.fail("E032", name, name=name.name)
        if self.scope.find(name.name) is not None:
            self.fail("E013", name, name=name.name)

    def steps(self, binders: nodes.Binders | None) -> tuple[t.Step, ...]:
        """The steps of `for ... where ...`, bound in this resolver's scope; guards as early as their names allow."""
        made: list[t.Step] = []
        guards: list[t.Guard] = []
        for binding in binders.bindings if binders else ():
            for binder in binding.binders:
                made += self._choose(binder) if isinstance(binder, nodes.Choose) else [self._define(binder)]
            guards += [t.Guard(self.expression(g, TRUTH, "a guard")) for g in binding.guards]
        if binders is not None and len(made) + len(guards) > MOST_LEVELS // 2:
            self.fail("E003", binders, what="bound variables and conditions", most=MOST_LEVELS // 2)
        return schedule(made, guards)

    # -- messages

    def place(self, node: nodes.Node | Span) -> Place:
        """Where a node stands."""
        return Place(self.context.source, node if isinstance(node, Span) else node.span)

    def text(self, node: nodes.Node) -> str:
        """The user's own words for a node, on one line."""
        return " ".join(self.context.source.at(node.span).split())

    def fail(self, code: str, node: nodes.Node, help: str = "help", **values: object) -> NoReturn:
        """Stop with a message that points at a node."""
        raise error(code, self.place(node), help=help, **values)

    # -- binders

    def _choose(self, node: nodes.Choose) -> list[t.Step]:
        domain = self.expression(node.domain)
        if not isinstance(domain.type, Set):
            help, text = self._meant_by_domain(node.domain, domain.type)
            self.fail("E017", node.domain, help=help, what="a choice", wanted="a set", found=domain.type, text=text)
        if not domain.type.finite and not (self.takes_digits and digits.is_open(domain)):
            self.fail("E018", node.domain, text=self.text(node.domain))
        return [t.Choose(self._target(v, domain.type.item), domain, span=node.span) for v in node.targets]

    def _meant_by_domain(self, node: nodes.Expr, kind: Type) -> tuple[str, str]:
        """Which help fits something that is no set, and the words to put into it."""
        match node:
            case nodes.ListLiteral(items=(low, high)):
                return "between", f"{self.text(low)}..{self.text(high)}"
            case nodes.Infix(operators=("-",), operands=(low, high)):
                return "between", f"{self.text(low)}..{self.text(high)}"
        return "vector" if isinstance(kind, Vector) else "range", self.text(node)

    def _target(self, node: nodes.Expr, kind: Type) -> t.Target:
        if isinstance(node, nodes.Name):
            return self.bind(node, kind)
        if not isinstance(node, nodes.Tuple):
            self.fail("E107", node, help="bare", name=self.text(node))
        if isinstance(kind, Vector):
            return tuple(self._target(item, kind.item) for item in node.items)
        if isinstance(kind, Tuple) and len(kind.items) == len(node.items):
            return tuple(self._target(item, k) for item, k in zip(node.items, kind.items, strict=True))
        return self.fail("E017", node, what=f"`{self.text(node)}`", wanted=kind, found=f"a tuple of {len(node.items)}")

    def _define(self, node: nodes.Define) -> t.Define:
        value = self.expression(node.value)
        return t.Define(self.bind(node.name, value.type), value)

    # -- names

    def _name(self, node: nodes.Name) -> t.AnyTerm:
        meaning = self.scope.find(node.name)
        match meaning:
            case Slot():
                return t.Local(meaning.number, node.name, type=meaning.type, span=node.span)
            case Stand():
                return meaning.term
            case Definition():
                return self._use(meaning, (), node)
        if node.name in _CONSTANTS:
            value, kind = _CONSTANTS[node.name]
            return t.Constant(value, type=kind, span=node.span)
        if node.name == "this" and self.context.own is not None:
            return t.ThisGame(type=GAME, span=node.span)
        schema = self.context.find_game(node.name)
        if schema is not None:
            return self._game(schema, (), node)
        return self._unknown(node)

    def _unknown(self, node: nodes.Name) -> NoReturn:
        name = node.name
        if name in _FOREIGN_FUNCTIONS and name not in FUNCTIONS:
            self.fail("E012", node, help=_FOREIGN_FUNCTIONS[name], name=name)
        if name in QUESTIONS and self.context.is_claim:
            self.fail("E034", node, help="question", name=name)
        if name in QUESTIONS:
            self.fail("E031", node, help="naturals" if name == "N" else "help", name=name)
        if name in FUNCTIONS or name in GATHERS or name in SPECIAL:
            self.fail("E034", node, name=name, usage=FUNCTIONS[name].usage if name in FUNCTIONS else f"{name}(...)")
        base = name.rstrip("⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ")
        if base != name:
            self.fail("E012", node, help="power", name=name, base=base, index=normalize("NFKC", name[len(base) :]))
        meant = self.index_meant(name)
        if meant is not None:
            self.fail("E012", node, help="index", name=name, **meant)
        known = [*self.scope.names(), *FUNCTIONS, *GATHERS, *SPECIAL, *self.context.game_names()]
        near = get_close_matches(name, [k for k in known if k not in OPERATORS], n=1)
        self.fail("E012", node, help="near" if near else "help", name=name, near=near[0] if near else "")

    def index_meant(self, name: str) -> dict[str, str] | None:
        """The vector and the index that somebody means who writes `x_i`, `x1` or `xi` for a component."""
        for base in self.scope.names():
            meaning = self.scope.find(base)
            is_vector = isinstance(meaning, Slot) and isinstance(meaning.type, Vector)
            if is_vector and name.startswith(base) and name != base:
                return {"base": base, "index": normalize("NFKC", name.removeprefix(base).strip("_"))}
        return None

    def _use(self, definition: Definition, arguments: tuple[nodes.Expr, ...], node: nodes.Expr) -> t.AnyTerm:
        """The body of a `let` with its arguments put in."""
        let = definition.node
        if len(arguments) != len(let.parameters):
            self.fail("E015", node, help="none", name=let.name.name, wanted=len(let.parameters), found=len(arguments))
        resolved = tuple(self.expression(a) for a in arguments)
        if definition.is_recursive:
            return self._recursive(definition, resolved, node)
        inside = Resolver(self.context, self.frame, Scope(definition.scope))
        steps: list[t.Define] = []
        for parameter, argument in zip(let.parameters, resolved, strict=True):
            if isinstance(argument, t.Local | t.Constant):
                inside.scope.add(parameter.name, Stand(argument))
            else:
                slot = self.frame.new_slot()
                inside.scope.add(parameter.name, Slot(slot, argument.type))
                steps.append(t.Define(slot, argument))
        body = inside.expression(let.value)
        return t.With(tuple(steps), body, type=body.type, span=node.span) if steps else body

    def _recursive(self, definition: Definition, arguments: tuple[t.AnyTerm, ...], node: nodes.Expr) -> t.AnyTerm:
        """A `let` that speaks of itself is kept as a function of numbers, made once for the frame."""
        let, name = definition.node, definition.node.name.name
        if not let.parameters or any(a.type != NUMBER for a in arguments):
            self.fail("E038", node, name=name)
        if name not in self.frame.functions:
            inside = Resolver(self.context, self.frame, Scope(definition.scope))
            slots = tuple(inside.bind(parameter, NUMBER) for parameter in let.parameters)
            self.frame.functions[name] = (slots, t.Constant(0, type=NUMBER))
            self.frame.functions[name] = (slots, inside.expression(let.value, NUMBER, f"`{name}`"))
        return t.Recursive(name, arguments, type=NUMBER, span=node.span)

    # -- calls

    def _call(self, node: nodes.Call) -> t.AnyTerm:
        function = node.function
        if isinstance(function, nodes.Name):
            return self._named_call(node, function)
        game = self._game_of_call(function) if isinstance(function, nodes.Call) else self.expression(function)
        if game.type != GAME:
            self.fail("E034", function, help="call", name=self.text(function), usage="")
        return self._position(game, node)

    def _named_call(self, node: nodes.Call, function: nodes.Name) -> t.AnyTerm:
        name = function.name
        if name in QUESTIONS:
            return self._ask(node, name)
        meaning = self.scope.find(name)
        if isinstance(meaning, Definition):
            return self._use(meaning, node.arguments, node)
        if isinstance(meaning, Slot | Stand):
            game = self.expression(function)
            if game.type != GAME:
                usage = self.text(node).replace("(", "[", 1).removesuffix(")") + "]"
                self.fail("E034", function, help="index", name=name, usage=usage)
            return self._position(game, node)
        if name in SPECIAL:
            special: Callable[[nodes.Call], t.AnyTerm] = getattr(self, f"_call_{name}")
            return special(node)
        if name in SEQUENCE_WORDS and self.context.is_claim:
            return self._sequence_word(node, name)
        if name in FUNCTIONS and name not in OPERATORS:
            return self.operation(name, tuple(self.expression(a) for a in node.arguments), node)
        schema = self.context.find_game(name)
        if schema is None and name in GATHERS:
            self._misplaced_binder(name, node)
        if schema is None:
            self._unknown(function)
        if schema is self.context.own:
            return self._position(t.ThisGame(type=GAME, span=function.span), node)
        if not schema.parameters:
            return self._position(self._game(schema, (), function), node)
        return self._game(schema, node.arguments, node)

    def _misplaced_binder(self, name: str, node: nodes.Call) -> NoReturn:
        """`all(i in 1..n, x[i] > 0)`"""
        binders = [a for a in node.arguments if isinstance(a, nodes.Chain) and a.operators == ("in",)]
        others = [a for a in node.arguments if a not in binders]
        usage = f"{name}(CONDITION for v in SET)"
        if binders and len(others) == 1:
            usage = f"{name}({self.text(others[0])} for {', '.join(map(self.text, binders))})"
        self.fail("E034", node, help="gather", name=name, usage=usage)

    def _game_of_call(self, node: nodes.Call) -> t.AnyTerm:
        """The game in `name(arguments)(position)`: here the own name, too, takes arguments."""
        function = node.function
        schema = self.context.find_game(function.name) if isinstance(function, nodes.Name) else None
        is_game = schema is not None and isinstance(function, nodes.Name) and self.scope.find(function.name) is None
        return self._game(schema, node.arguments, node) if is_game and schema is not None else self._call(node)

    def _game(self, schema: Schema, arguments: tuple[nodes.Expr, ...], node: nodes.Expr) -> t.AnyTerm:
        """A game with its arguments, by position or by name."""
        given = self._arguments(schema, arguments, node)
        made = []
        for parameter, values in zip(schema.parameters, given, strict=True):
            items = tuple(self._argument(parameter, v) for v in values)
            if parameter.is_variadic and not (len(items) == 1 and isinstance(items[0].type, Vector)):
                kind = Vector(parameter.item)
                items = (t.Operation("[]", items, type=kind, span=node.span),)
            made.append(items[0])
        return t.GameNamed(schema, tuple(made), type=GAME, span=node.span)

    def _argument(self, parameter: Parameter, node: nodes.Expr) -> t.AnyTerm:
        term = self.expression(node)
        listed = parameter.is_variadic and same(term.type, Vector(parameter.item))
        if not (listed or same(term.type, parameter.item)):
            self.fail("E017", node, what=f"the parameter `{parameter.name}`", wanted=parameter.item, found=term.type)
        return term

    def _arguments(
        self, schema: Schema, arguments: tuple[nodes.Expr, ...], node: nodes.Expr
    ) -> list[tuple[nodes.Expr, ...]]:
        """For each parameter what was given for it; only a variadic parameter takes any number."""
        names = [p.name for p in schema.parameters]
        by_name: dict[str, nodes.Expr] = {}
        by_position: list[nodes.Expr] = []
        for argument in arguments:
            match argument:
                case nodes.Chain(operators=("=",), operands=(nodes.Name(name=name), value)) if name in names:
                    by_name[name] = value
                case _:
                    by_position.append(argument)
        given: list[tuple[nodes.Expr, ...]] = []
        for parameter in schema.parameters:
            if parameter.name in by_name:
                given.append((by_name.pop(parameter.name),))
            elif parameter.is_variadic:
                given.append(tuple(by_position))
                by_position = []
            elif by_position:
                given.append((by_position.pop(0),))
        if by_position or by_name or len(given) < len(schema.parameters):
            self.fail("E015", node, name=schema.name, wanted=len(names), found=len(arguments), usage=schema.heading)
        return given

    def _position(self, game: t.AnyTerm, node: nodes.Call) -> t.AnyTerm:
        arguments = tuple(self.expression(a) for a in node.arguments)
        self._check_places(game, arguments, node)
        return t.PositionOf(game, arguments, type=POSITION, span=node.span)

    def _check_places(self, game: t.AnyTerm, arguments: tuple[t.AnyTerm, ...], node: nodes.Call) -> None:
        for argument, written in zip(arguments, node.arguments, strict=True):
            if isinstance(argument.type, Set) or argument.type in (TRUTH, CODE, GAME):
                self.fail("E017", written, what="a position", wanted="numbers or vectors", found=argument.type)
        schema = (
            game.schema if isinstance(game, t.GameNamed) else self.context.own if isinstance(game, t.ThisGame) else None
        )
        if schema is None or schema.fixed_size is None or not all(a.type == NUMBER for a in arguments):
            return
        if len(arguments) != schema.fixed_size:
            self.fail("E027", node, game=schema.name, wanted=schema.fixed_size, found=len(arguments))

    def _own_or_given(self, node: nodes.Call, arguments: tuple[nodes.Expr, ...]) -> t.AnyTerm:
        """The position that `G(...)`, `options(...)`, `terminal(...)` speak of: of this game, or given as such."""
        resolved = tuple(self.expression(a) for a in arguments)
        if len(resolved) == 1 and resolved[0].type == POSITION:
            return resolved[0]
        if self.context.own is None:
            self.fail("E040", node, text=self.text(node))
        this = t.ThisGame(type=GAME, span=node.span)
        self._check_places(this, resolved, nodes.Call(node.function, (arguments,), span=node.span))
        return t.PositionOf(this, resolved, type=POSITION, span=node.span)

    def _ask(self, node: nodes.Call, name: str) -> t.AnyTerm:
        if not self.context.is_claim:
            self.fail("E031", node, name=name)
        arguments = node.arguments
        player = None
        if name == "W" and self.context.has_orders and len(arguments) > 1:
            player = self.expression(arguments[-1], NUMBER, "a player")
            arguments = arguments[:-1]
        kind = TRUTH if name in ("P", "N") else NUMBER
        return t.Ask(name, self._own_or_given(node, arguments), player, type=kind, span=node.span)

    def _call_options(self, node: nodes.Call) -> t.AnyTerm:
        arguments = tuple(self.expression(a) for a in node.arguments)
        if len(arguments) == 2 and arguments[0].type == GAME:
            return t.Operation("options of", arguments, type=Set(arguments[1].type), span=node.span)
        if len(arguments) == 1 and arguments[0].type in (POSITION, Vector(POSITION)):
            return t.Operation("options", arguments, type=Set(arguments[0].type), span=node.span)
        position = self._own_or_given(node, node.arguments)
        return t.Operation("options", (position,), type=Set(POSITION), span=node.span)

    def _call_parts(self, node: nodes.Call) -> t.AnyTerm:
        arguments = tuple(self.expression(a) for a in node.arguments)
        if len(arguments) != 2 or arguments[0].type != GAME:
            found = " and ".join(str(a.type) for a in arguments) or "nothing"
            self.fail("E033", node, name="parts", usage="parts(G, x)", found=found)
        return t.Operation("parts", arguments, type=Set(Vector(arguments[1].type)), span=node.span)

    def _call_followers(self, node: nodes.Call) -> t.AnyTerm:
        arguments = tuple(self.expression(a) for a in node.arguments)
        if len(arguments) == 1 and arguments[0].type in (POSITION, Vector(POSITION)):
            return t.Operation("followers", arguments, type=Set(arguments[0].type), span=node.span)
        position = self._own_or_given(node, node.arguments)
        return t.Operation("followers", (position,), type=Set(POSITION), span=node.span)

    def _call_terminal(self, node: nodes.Call) -> t.AnyTerm:
        return t.Operation("terminal", (self._own_or_given(node, node.arguments),), type=TRUTH, span=node.span)

    def _sequence_word(self, node: nodes.Call, name: str) -> t.AnyTerm:
        """`period(kayles)`; `inner_period` also takes the number that may be one."""
        arguments = tuple(self.expression(a) for a in node.arguments)
        wanted = (GAME, NUMBER) if name == "inner_period" else (GAME,)
        if tuple(a.type for a in arguments) != wanted:
            usage = f"{name}(GAME, p)" if name == "inner_period" else f"{name}(GAME)"
            found = " and ".join(str(a.type) for a in arguments) or "nothing"
            self.fail("E033", node, name=name, usage=usage, found=found)
        return t.Operation(f"sequence {name}", arguments, type=SEQUENCE_WORDS[name], span=node.span)

    def _call_legal(self, node: nodes.Call) -> t.AnyTerm:
        position = self._own_or_given(node, node.arguments)
        return t.Operation("legal", (position,), type=TRUTH, span=node.span)

    def _call_this(self, node: nodes.Call) -> t.AnyTerm:
        if self.context.own is None:
            self.fail("E040", node, text=self.text(node))
        return self._position(t.ThisGame(type=GAME, span=node.span), node)

    # -- operations

    def operation(self, name: str, arguments: tuple[t.AnyTerm, ...], node: nodes.Node) -> t.AnyTerm:
        """A function of the table, if the types of its arguments fit."""
        function = FUNCTIONS[name]
        kind = function.rule(tuple(a.type for a in arguments))
        if kind is None:
            self._misfit(name, arguments, node)
        return t.Operation(name, arguments, type=kind, span=node.span)

    def _misfit(self, name: str, arguments: tuple[t.AnyTerm, ...], node: nodes.Node) -> NoReturn:
        types = [a.type for a in arguments]
        found = " and ".join(map(str, types)) or "nothing"
        if name in ("<", "<=", ">", ">=") and any(isinstance(k, Vector) for k in types):
            self.fail("E037", node, help="order", sign=name, found=found)
        if name in ("=", "!=") and any(isinstance(k, Vector) for k in types):
            self.fail("E037", node, help="equal", sign=name, found=found)
        if name == "=" and [isinstance(k, Set) for k in types] == [False, True]:
            left, right = (self.context.source.at(a.span) for a in arguments)
            self.fail("E036", node, help="member", sign=name, found=found, left=left, right=right)
        if name in ("=", "!=", "in", "not in") and any(isinstance(k, Set) for k in types):
            self.fail("E036", node, sign=name, found=found)
        if CODE in types and name in OPERATORS:
            self.fail("E115", node)
        help = "divides" if name == "|" and NUMBER in types else "and" if name == "&" else "help"
        if name in OPERATORS and help == "help" and any(isinstance(k, Set) for k in types):
            help = "set"
        self.fail("E033", node, help=help, name=name, usage=FUNCTIONS[name].usage, found=found)

    def _int(self, node: nodes.Int) -> t.AnyTerm:
        return t.Constant(node.value, type=NUMBER, span=node.span)

    def _code(self, node: nodes.Code) -> t.AnyTerm:
        try:
            return t.Constant(Code(node.text), type=CODE, span=node.span)
        except ValueError:
            self.fail("E041", node, text=node.text)

    def _hole(self, node: nodes.Hole) -> t.AnyTerm:
        self.fail("E042", node, name=node.name)

    def _index(self, node: nodes.Index) -> t.AnyTerm:
        base = self.expression(node.base)
        indices = tuple(self.expression(i) for i in node.indices)
        kind = index_type(base.type, tuple(i.type for i in indices))
        if kind is None:
            wanted = (
                "one index, or a set of indices" if isinstance(base.type, Vector) else "a vector before the bracket"
            )
            found = base.type if not isinstance(base.type, Vector) else " and ".join(str(i.type) for i in indices)
            self.fail("E017", node, what=f"`{self.text(node)}`", wanted=wanted, found=found)
        return t.Operation("index", (base, *indices), type=kind, span=node.span)

    def _infix(self, node: nodes.Infix) -> t.AnyTerm:
        operands = [self.expression(o) for o in node.operands]
        if node.operators[0] in _CONNECTIVES:
            for operand, written in zip(operands, node.operands, strict=True):
                if operand.type != TRUTH:
                    help = "moves" if isinstance(operand.type, Tuple) else "help"
                    what = f"each side of `{node.operators[0]}`"
                    self.fail("E017", written, help=help, what=what, wanted=TRUTH, found=operand.type)
            return t.Connective(node.operators[0], tuple(operands), type=TRUTH, span=node.span)
        if node.operators == ("^",) and all(map(self._is_component, operands)):
            self.fail("E105", node, help="power", sign="^", ours="(+)")
        result = operands[0]
        for i, (sign, operand) in enumerate(zip(node.operators, operands[1:], strict=True)):
            span = node.operands[0].span.to(node.operands[i + 1].span)
            if sign == "+" and result.type == operand.type == GAME:
                result = t.Operation("sum of games", (result, operand), type=GAME, span=span)
            else:
                result = self.operation(sign, (result, operand), nodes.Name("", span=span))
        return result

    def _is_component(self, term: t.AnyTerm) -> bool:
        """A component of the position, by itself or with an index."""
        if isinstance(term, t.Operation) and term.name == "index":
            term = term.arguments[0]
        own = self.context.own
        return isinstance(term, t.Local) and own is not None and term.slot in own.component_slots

    def _prefix(self, node: nodes.Prefix) -> t.AnyTerm:
        operand = self.expression(node.operand)
        return self.operation("negative" if node.operator == "-" else "not", (operand,), node)

    def _chain(self, node: nodes.Chain) -> t.AnyTerm:
        self._check_congruence(node)
        operands = [self.expression(o) for o in node.operands]
        modulus = None if node.modulus is None else self.expression(node.modulus, NUMBER, "a modulus")
        relations = []
        for i, sign in enumerate(node.operators):
            place = nodes.Name("", span=node.operands[i].span.to(node.operands[i + 1].span))
            pair = (operands[i], operands[i + 1])
            if modulus is None:
                relations.append(self.operation(sign, pair, place))
            elif sign == "=":
                relations.append(self.operation("congruent", (*pair, modulus), node))
            else:
                self.fail("E035", node, help="sign", left=self.text(node.operands[0]), right="", modulus="")
        if len(relations) == 1:
            return relations[0]
        return t.Connective("and", tuple(relations), type=TRUTH, span=node.span)

    def _check_congruence(self, node: nodes.Chain) -> None:
        """`a = 1 mod m` reads like a congruence and is none."""
        for i, sign in enumerate(node.operators):
            left, right = node.operands[i], node.operands[i + 1]
            if sign not in ("=", "!=") or node.modulus is not None:
                continue
            if _is_remainder_of_number(right) and not _has_remainder(left):
                assert isinstance(right, nodes.Infix)
                number, modulus = right.operands[-2], right.operands[-1]
                self.fail("E035", node, left=self.text(left), right=self.text(number), modulus=self.text(modulus))

    def _conditional(self, node: nodes.Conditional) -> t.AnyTerm:
        condition = self.expression(node.condition, TRUTH, "the condition of `if`")
        yes, no = self.expression(node.yes), self.expression(node.no)
        if not same(yes.type, no.type):
            self.fail("E017", node.no, what="the other branch", wanted=yes.type, found=no.type)
        return t.Choice(condition, yes, no, type=merged(yes.type, no.type), span=node.span)

    def _range(self, node: nodes.Range) -> t.AnyTerm:
        ends = (node.low,) if node.high is None else (node.low, node.high)
        return self.operation("..", tuple(self.expression(e) for e in ends), node)

    def _setliteral(self, node: nodes.SetLiteral) -> t.AnyTerm:
        return self.operation("{}", tuple(self.expression(i) for i in node.items), node)

    def _listliteral(self, node: nodes.ListLiteral) -> t.AnyTerm:
        return self.operation("[]", tuple(self.expression(i) for i in node.items), node)

    def _tuple(self, node: nodes.Tuple) -> t.AnyTerm:
        return self.operation("()", tuple(self.expression(i) for i in node.items), node)

    # -- gathering

    def _big(self, node: nodes.Big) -> t.AnyTerm:
        name = node.function.name if isinstance(node.function, nodes.Name) else ""
        if name not in GATHERS:
            self.fail("E043", node.function, name=self.text(node.function), known=", ".join(GATHERS))
        wanted, gives = GATHERS[name]
        inside = self.inner()
        inside.takes_digits = name in ("all", "any") and self.context.is_claim
        steps = inside.steps(node.binders)
        self._enter(len(steps), node)
        body = inside.expression(node.body)
        if name == "sum" and body.type == POSITION:
            return t.Gather("sum", body, steps, type=POSITION, span=node.span)
        if not same(body.type, wanted):
            self.fail("E017", node.body, what=f"what `{name}` runs over", wanted=wanted, found=body.type)
        gather = t.Gather(name, body, steps, type=gives or body.type, span=node.span)
        return self._ended(gather, node) if inside.takes_digits else gather

    def _ended(self, gather: t.Gather, node: nodes.Big) -> t.AnyTerm:
        """A quantifier over digit positions may leave its end open, where the digits end."""
        ended = digits.with_ends(gather)
        if ended is None:
            open_range = next(s for s in gather.steps if isinstance(s, t.Choose) and digits.is_open(s.domain))
            place = nodes.Name("", span=open_range.domain.span)
            self.fail("E018", place, help="digits", text=self.text(place))
        return ended

    def _setof(self, node: nodes.SetOf) -> t.AnyTerm:
        return self._gathered("{}", node)

    def _listof(self, node: nodes.ListOf) -> t.AnyTerm:
        return self._gathered("[]", node)

    def _gathered(self, name: str, node: nodes.SetOf | nodes.ListOf) -> t.AnyTerm:
        inside = self.inner()
        steps = inside.steps(node.binders)
        self._enter(len(steps), node)
        body = inside.expression(node.body)
        kind: Type = Set(body.type) if name == "{}" else Vector(body.type)
        return t.Gather(name, body, steps, type=kind, span=node.span)


def schedule(steps: list[t.Step], guards: list[t.Guard]) -> tuple[t.Step, ...]:
    """Put every guard behind the first step after which all its names are bound; guards keep their order there."""
    bound_by = [_bound(step) for step in steps]
    own = set().union(*bound_by) if bound_by else set()
    placed: list[list[t.Guard]] = [[] for _ in range(len(steps) + 1)]
    for guard in guards:
        missing = set(t.free_slots(guard.condition)) & own
        at = 0
        while missing:
            missing -= bound_by[at]
            at += 1
        placed[at].append(guard)
    result: list[t.Step] = list(placed[0])
    for step, after in zip(steps, placed[1:], strict=True):
        result += [step, *after]
    return tuple(result)


def _bound(step: t.Step) -> set[int]:
    if isinstance(step, t.Choose):
        return set(t.slots_of(step.target))
    return {step.slot} if isinstance(step, t.Define) else set()


def index_type(base: Type, indices: tuple[Type, ...]) -> Type | None:
    """The type of `base[indices]`."""
    if not isinstance(base, Vector):
        return None
    if len(indices) == 2:
        return index_type(base.item, indices[1:]) if indices[0] == NUMBER else None
    (index,) = indices if len(indices) == 1 else (None,)
    if index == NUMBER:
        return base.item
    if not isinstance(index, Set | Vector) or (isinstance(index, Set) and not index.finite):
        return None
    if same(index.item, NUMBER) or index.item == NOTHING_YET:
        return Vector(base.item)
    is_pairs = same(index.item, Tuple((NUMBER, NUMBER)))
    return Vector(base.item.item) if is_pairs and isinstance(base.item, Vector) else None


def _is_remainder_of_number(node: nodes.Expr) -> bool:
    """`1 mod m`, and also `a + 1 mod m`, where nothing but a number stands before `mod`."""
    if not isinstance(node, nodes.Infix):
        return False
    if node.operators == ("mod",):
        return isinstance(node.operands[0], nodes.Int)
    return False


def _has_remainder(node: nodes.Expr) -> bool:
    return isinstance(node, nodes.Infix) and "mod" in node.operators


def collect(resolve: Callable[[], Any], into: list[HeapwiseError]) -> Any:
    """Run one step of resolving; keep its error, so that the other mistakes of a file are found too."""
    try:
        return resolve()
    except HeapwiseError as mistake:
        into.append(mistake)
        return None
