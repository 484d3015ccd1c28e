"""Names and calls: what stands for a name, and the games, positions and questions that a call may mean."""

from collections.abc import Callable
from difflib import get_close_matches
from typing import TYPE_CHECKING, NoReturn
from unicodedata import normalize

from heapwise.lang import nodes
from heapwise.numbers import Acceptor
from heapwise.records import replace
from heapwise.terms import term as t
from heapwise.terms.context import Resolving
from heapwise.terms.functions import FUNCTIONS, OPERATORS
from heapwise.terms.known_names import CONSTANTS, FOREIGN_FUNCTIONS, GATHERS, QUESTIONS, SEQUENCE_WORDS, SPECIAL
from heapwise.terms.scope import Declared, Definition, Slot, StandIn
from heapwise.terms.types import AUTOMATON, CODE, GAME, NUMBER, POSITION, TRUTH, Set, Vector, is_numeric, same

if TYPE_CHECKING:
    from heapwise.rules.heading import Parameter
    from heapwise.rules.schema import Schema


class Calls(Resolving):
    """Names, and calls of definitions, games, functions and questions."""

    # -- names

    def _name(self, node: nodes.Name) -> t.AnyTerm:
        meaning = self.scope.find(node.name)
        match meaning:
            case Slot():
                return t.Local(meaning.number, node.name, type=meaning.type, span=node.span)
            case StandIn():
                return meaning.term
            case Definition():
                return self._use(meaning, (), node)
            case Declared():
                usage = f"{node.name}({', '.join('x' * meaning.acceptor.arity)})"
                self.fail("E034", node, name=node.name, usage=usage)
        if node.name in CONSTANTS:
            value, kind = CONSTANTS[node.name]
            return t.Constant(value, type=kind, span=node.span)
        if node.name == "this" and self.context.own is not None:
            return t.ThisGame(type=GAME, span=node.span)
        schema = self.context.find_game(node.name)
        if schema is not None:
            return self._game(schema, (), node)
        return self._unknown(node)

    def _unknown(self, node: nodes.Name) -> NoReturn:
        name = node.name
        if name in FOREIGN_FUNCTIONS and name not in FUNCTIONS:
            self.fail("E012", node, help=FOREIGN_FUNCTIONS[name], name=name)
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
        inside = self.within(definition.scope)
        steps: list[t.Define] = []
        for parameter, argument in zip(let.parameters, resolved, strict=True):
            if isinstance(argument, t.Local | t.Constant):
                inside.scope.add(parameter.name, StandIn(argument))
            else:
                slot = self.frame.new_slot()
                inside.scope.add(parameter.name, Slot(slot, argument.type))
                self.frame.given[slot] = argument
                steps.append(t.Define(slot, argument))
        body = inside.expression(let.value)
        if steps:
            return t.With(tuple(steps), body, type=body.type, span=node.span)
        return (
            replace(body, span=node.span) if arguments else body
        )  # with names of its own it does not say what is meant

    def _recursive(self, definition: Definition, arguments: tuple[t.AnyTerm, ...], node: nodes.Expr) -> t.AnyTerm:
        """A `let` that speaks of itself is kept as a function of numbers, made once for the frame."""
        let, name = definition.node, definition.node.name.name
        if not let.parameters or any(a.type != NUMBER for a in arguments):
            self.fail("E038", node, name=name)
        if name not in self.frame.functions:
            inside = self.within(definition.scope)
            slots = tuple(inside.bind(parameter, NUMBER) for parameter in let.parameters)
            self.frame.functions[name] = (slots, t.Constant(0, type=NUMBER))
            self.frame.functions[name] = (slots, inside.expression(let.value, NUMBER, f"`{name}`"))
        return t.Recursive(name, arguments, self._read_in(name), type=NUMBER, span=node.span)

    def _read_in(self, name: str) -> tuple[t.Local, ...]:
        """The names that a `let` which speaks of itself, or one that it speaks of, does not bind."""
        reached, read = [name], dict[int, t.Local]()
        for one in reached:
            own, body = self.frame.functions[one]
            inside = list(t.walk(body))
            outer = t.free_slots(body) - set(own)
            read |= {part.slot: part for part in inside if isinstance(part, t.Local) and part.slot in outer}
            named = {part.name for part in inside if isinstance(part, t.Recursive)}
            reached += sorted(named - set(reached))
        return tuple(read[slot] for slot in sorted(read))

    # -- calls

    def _call(self, node: nodes.Call) -> t.AnyTerm:
        function = node.function
        if isinstance(function, nodes.Name):
            return self._named_call(node, function)
        if isinstance(function, nodes.Int):
            inside = ", ".join(map(self.text, node.arguments))
            self.fail("E124", node, number=self.text(function), name=f"({inside})")
        game = self._game_of_call(function) if isinstance(function, nodes.Call) else self.expression(function)
        if game.type != GAME:
            self.fail("E034", function, help="call", name=self.text(function), usage="")
        return self._position(game, node)

    def _named_call(self, node: nodes.Call, function: nodes.Name) -> t.AnyTerm:
        name = function.name
        if name in QUESTIONS:
            return self._ask(node, name)
        meaning = self.scope.find(name)
        if meaning is not None:
            return self._call_of(meaning, node, function)
        if name in SPECIAL:
            special: Callable[[nodes.Call], t.AnyTerm] = getattr(self, f"_call_{name}")
            return special(node)
        if name in SEQUENCE_WORDS and self.context.is_claim:
            return self._sequence_word(node, name)
        if name in FUNCTIONS and name not in OPERATORS:
            return self._function(name, node)
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

    def _function(self, name: str, node: nodes.Call) -> t.AnyTerm:
        """A function of the table; behind a semicolon stands what belongs to a vector."""
        groups = [tuple(self.expression(a) for a in group) for group in node.groups]
        whole = tuple(argument for group in groups for argument in group)
        if len(groups) > 1 and not (";" in FUNCTIONS[name].usage and len(whole) == 2 and whole[0].type != NUMBER):
            found = "; ".join(" and ".join(str(a.type) for a in group) for group in groups)
            self.fail("E033", node, name=name, usage=FUNCTIONS[name].usage, found=found)
        return self.operation(name, whole, node)

    def _call_of(
        self, meaning: Slot | StandIn | Definition | Declared, node: nodes.Call, function: nodes.Name
    ) -> t.AnyTerm:
        """A call of something that the text itself names."""
        match meaning:
            case Definition():
                return self._use(meaning, node.arguments, node)
            case Declared():
                return self._accepted(meaning.acceptor, node)
        game = self.expression(function)
        if game.type != GAME:
            usage = self.text(node).replace("(", "[", 1).removesuffix(")") + "]"
            self.fail("E034", function, help="index", name=function.name, usage=usage)
        return self._position(game, node)

    def _accepted(self, acceptor: Acceptor, node: nodes.Call) -> t.AnyTerm:
        """`cold(x)`: is the tuple in the set of an automaton? Vectors stand for their components."""
        arguments = tuple(self.expression(a) for a in node.arguments)
        for argument, written in zip(arguments, node.arguments, strict=True):
            if not is_numeric(argument.type):
                self.fail("E017", written, what=f"what `{acceptor.name}` reads", wanted="numbers or vectors",
                          found=argument.type)  # fmt: skip
        if all(a.type == NUMBER for a in arguments) and len(arguments) != acceptor.arity:
            self.fail("E145", node, name=acceptor.name, wanted=acceptor.arity, found=len(arguments))
        automaton = t.Constant(acceptor, type=AUTOMATON, span=node.function.span)
        return t.Operation("accepts", (automaton, *arguments), type=TRUTH, span=node.span)

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

    def _game(self, schema: "Schema", arguments: tuple[nodes.Expr, ...], node: nodes.Expr) -> t.AnyTerm:
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

    def _argument(self, parameter: "Parameter", node: nodes.Expr) -> t.AnyTerm:
        term = self.expression(node)
        listed = parameter.is_variadic and same(term.type, Vector(parameter.item))
        if not (listed or same(term.type, parameter.item)):
            self.fail("E017", node, what=f"the parameter `{parameter.name}`", wanted=parameter.item, found=term.type)
        return term

    def _arguments(
        self, schema: "Schema", arguments: tuple[nodes.Expr, ...], node: nodes.Expr
    ) -> list[tuple[nodes.Expr, ...]]:
        """For each parameter what was given for it. A variadic one takes all but one for each behind it."""
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
        behind = len(names) - len(by_name)
        for parameter in schema.parameters:
            behind -= parameter.name not in by_name
            if parameter.name in by_name:
                given.append((by_name.pop(parameter.name),))
            elif parameter.is_variadic:
                count = max(0, len(by_position) - behind)
                given.append(tuple(by_position[:count]))
                del by_position[:count]
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
        return self._reached("options", arguments, node)

    def _reached(self, name: str, arguments: tuple[t.AnyTerm, ...], node: nodes.Call) -> t.AnyTerm:
        """What a position reaches, or each of several."""
        if len(arguments) != 1 or arguments[0].type not in (POSITION, Vector(POSITION)):
            arguments = (self._own_or_given(node, node.arguments),)
        return t.Operation(name, arguments, type=Set(arguments[0].type), span=node.span)

    def _call_parts(self, node: nodes.Call) -> t.AnyTerm:
        arguments = tuple(self.expression(a) for a in node.arguments)
        if len(arguments) != 2 or arguments[0].type != GAME:
            found = " and ".join(str(a.type) for a in arguments) or "nothing"
            self.fail("E033", node, name="parts", usage="parts(G, x)", found=found)
        return t.Operation("parts", arguments, type=Set(Vector(arguments[1].type)), span=node.span)

    def _call_followers(self, node: nodes.Call) -> t.AnyTerm:
        return self._reached("followers", tuple(self.expression(a) for a in node.arguments), node)

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
