"""A game as written, resolved once for all values of its parameters.

`Schema.bind` puts parameters in and gives a `Game` (or a sum of games). The body is resolved when it is first needed,
so that games may speak of each other in any order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from heapwise.errors import Diagnostic, HeapwiseError, error
from heapwise.lang import nodes
from heapwise.numbers import TooLarge, UndefinedValue
from heapwise.rules import terms as t
from heapwise.rules.nesting import making
from heapwise.rules.resolve import QUESTIONS, Context, Resolver, collect
from heapwise.rules.scope import Definition, Frame, Scope, Slot
from heapwise.rules.types import CODE, GAME, NUMBER, POSITION, TRUTH, Set, Tuple, Type, Vector, same
from heapwise.rules.values import FiniteSet, Upward, Without, show
from heapwise.source import Place, Source, Span

_MOST_DEFINITIONS = 500
_KINDS: dict[str, Type] = {"sets": Set(NUMBER), "lists": Vector(NUMBER), "games": GAME, "codes": CODE}

_NUMBER_WORDS = ("integers", "numbers", "naturals", "integer", "number", "natural", "int", "N", "ℕ", "Z", "ℤ")


@dataclass(frozen=True)
class Parameter:
    """A parameter: `item` is the type of one value of it, `domain` what a number, or a member of a set, may be."""

    name: str
    slot: int
    item: Type
    is_variadic: bool
    count_slot: int | None
    domain: t.AnyTerm | None
    span: Span

    @property
    def type(self) -> Type:
        """The type of the whole parameter."""
        return Vector(self.item) if self.is_variadic else self.item


@dataclass(frozen=True)
class Places:
    """One name of a clause of places: sizes, range and games as terms of the parameters."""

    name: str
    keyword: str
    slot: int
    type: Type
    sizes: tuple[t.AnyTerm, ...]
    domain: t.AnyTerm | None
    game: t.AnyTerm | None
    span: Span


@dataclass(frozen=True)
class Write:
    """One `place -> new`: the variable, the indices into it, and the new value."""

    variable: int
    indices: tuple[t.AnyTerm, ...]
    value: t.AnyTerm
    span: Span


@dataclass(frozen=True)
class Move:
    """A line of moves. Either components are written, or the whole position becomes a sum of positions."""

    label: str | None
    steps: tuple[t.Step, ...]
    writes: tuple[Write, ...]
    result: t.AnyTerm | None
    span: Span
    new_span: Span


@dataclass(frozen=True)
class Body:
    """What a game says once its heading is known."""

    moves: tuple[Move, ...]
    legal: tuple[t.AnyTerm, ...]
    ends: tuple[t.AnyTerm, ...]
    measure: t.AnyTerm | None
    frame: Frame


@dataclass(eq=False)
class Schema:
    """A game with open parameters."""

    node: nodes.Game
    source: Source
    find_game: Callable[[str], Schema | None]
    game_names: Callable[[], Sequence[str]]
    _bound: dict[tuple[Any, ...], Any] = field(default_factory=dict, repr=False)

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.node.name.name

    @cached_property
    def heading(self) -> str:
        """`moore(n in 1.., k in 1..n)`"""
        last = self.node.parameters[-1].span.end if self.node.parameters else self.node.name.span.end
        text = self.source.text[self.node.name.span.start : last]
        return " ".join(text.split()) + (")" if self.node.parameters else "")

    @property
    def is_alias(self) -> bool:
        """Is the game defined as another one?"""
        return self.node.alias is not None

    # -- heading and places, which depend on parameters alone

    @cached_property
    def _head(self) -> tuple[Frame, Scope, tuple[Parameter, ...]]:
        frame, scope = Frame(), Scope()
        resolver = Resolver(self.context, frame, scope)
        with making(("head", id(self)), self.name, Place(self.source, self.node.name.span)):
            return frame, scope, tuple(_parameter(p, resolver) for p in self.node.parameters)

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters, in order."""
        return self._head[2]

    @cached_property
    def context(self) -> Context:
        """What names mean in the rules of this game."""
        return Context(self.source, self.find_game, self.game_names, own=self)

    @cached_property
    def _placed(self) -> tuple[Frame, Scope, tuple[Places, ...]]:
        frame, outer, _ = self._head
        frame = Frame(frame.size)
        scope = Scope(outer)
        with making(("places", id(self)), self.name, Place(self.source, self.node.name.span)):
            return frame, scope, self._alias_places(frame, scope) if self.is_alias else self._own_places(frame, scope)

    def _own_places(self, frame: Frame, scope: Scope) -> tuple[Places, ...]:
        resolver = Resolver(self.context, frame, scope)
        clauses = [c for c in self.node.clauses if isinstance(c, nodes.Places)]
        return tuple(_places(v, c, resolver) for c in clauses for v in c.variables)

    def _alias_places(self, frame: Frame, scope: Scope) -> tuple[Places, ...]:
        """The places of the game that an alias names, in slots of the alias."""
        target = self.alias_term
        if not isinstance(target, t.GameNamed):
            return ()
        found = []
        for place in target.schema.places:
            slot = frame.new_slot()
            scope.add(place.name, Slot(slot, place.type))
            found.append(Places(place.name, place.keyword, slot, place.type, (), None, None, place.span))
        return tuple(found)

    @property
    def places(self) -> tuple[Places, ...]:
        """The names of the components, in order of declaration."""
        return self._placed[2]

    @property
    def component_slots(self) -> frozenset[int]:
        """The slots that hold components of the position."""
        return frozenset(p.slot for p in self.places)

    @property
    def fixed_size(self) -> int | None:
        """How many components a position has, where no parameter decides it."""
        places = self.places
        is_fixed = all(p.type in (NUMBER, POSITION) for p in places) and not (self.is_alias and not places)
        return len(places) if is_fixed else None

    def claim_scope(self) -> tuple[Frame, Scope]:
        """Parameters and components, for texts that speak about this game."""
        frame, scope, _ = self._placed
        return Frame(frame.size), scope

    # -- body

    @cached_property
    def alias_term(self) -> t.AnyTerm:
        """The game that `game NAME = ...` stands for."""
        assert self.node.alias is not None
        frame, scope, _ = self._head
        return Resolver(self.context, Frame(frame.size), Scope(scope)).expression(self.node.alias, GAME, "an alias")

    @cached_property
    def body(self) -> Body:
        """The moves and conditions; raises all mistakes of the game together."""
        return _body(self)

    def check(self) -> None:
        """Raise a `HeapwiseError` with everything that is wrong in the text of this game."""
        mistakes: list[HeapwiseError] = []
        for part in ("_head", "_placed", "alias_term" if self.is_alias else "body"):
            collect(lambda part=part: getattr(self, part), mistakes)  # type: ignore[misc]
            if mistakes:
                raise HeapwiseError(d for m in mistakes for d in m.diagnostics)
        if self.is_alias and not self.parameters:
            self.bind(())

    # -- parameters put in

    def bind(self, arguments: tuple[Any, ...], place: Place | None = None) -> Any:
        """The game with values for its parameters, in order. The same values give the same object."""
        key = self._key(arguments, place)
        if key not in self._bound:
            known = self._checked(key, place)
            with making((id(self), key), self.name, place):
                self._bound[key] = self._made(key, known)
        return self._bound[key]

    def _key(self, arguments: tuple[Any, ...], place: Place | None) -> tuple[Any, ...]:
        try:
            return tuple(map(_settled, arguments))
        except TooLarge as problem:
            raise error("E029", place, problem=problem) from None

    def _made(self, arguments: tuple[Any, ...], known: dict[int, Any]) -> Any:
        from heapwise.rules.evaluate import Compiler
        from heapwise.rules.game import Game

        return (
            Compiler(self.source, known).value(self.alias_term, []) if self.is_alias else Game(self, arguments, known)
        )

    def known(self, arguments: tuple[Any, ...]) -> dict[int, Any]:
        """The values of the parameters' slots."""
        return self._checked(tuple(map(_settled, arguments)), None)

    def _checked(self, arguments: tuple[Any, ...], place: Place | None) -> dict[int, Any]:
        from heapwise.rules.evaluate import Compiler

        if len(arguments) != len(self.parameters):
            raise error(
                "E015", place, name=self.name, wanted=len(self.parameters), found=len(arguments), usage=self.heading
            )
        known: dict[int, Any] = {}
        for parameter, value in zip(self.parameters, arguments, strict=True):
            known[parameter.slot] = value
            if parameter.count_slot is not None:
                known[parameter.count_slot] = len(value)
            domain = None if parameter.domain is None else Compiler(self.source, known).value(parameter.domain, [])
            if parameter.is_variadic and not value:
                self._refuse(parameter, value, parameter.type, domain, place)
            for item in value if parameter.is_variadic else (value,):
                if not _fits(item, parameter.item, domain):
                    self._refuse(parameter, item, parameter.item, domain, place)
        return known

    def _refuse(self, parameter: Parameter, value: Any, kind: Type, domain: Any, place: Place | None) -> None:
        from heapwise.rules.game import argument_text

        declared = "" if domain is None else show(domain)
        help = "infinite" if isinstance(value, Upward | Without) else "help"
        shown = argument_text(value, kind)
        raise error("E016", place, help=help, name=parameter.name, value=shown, range=declared, usage=self.heading)


# ------------------------------------------------------------------------------------------- resolving


def _parameter(node: nodes.Parameter, resolver: Resolver) -> Parameter:
    item, domain = _kind(node, resolver)
    count_slot = None
    if node.variadic is not None:
        count_slot = resolver.bind(node.variadic, NUMBER)
    if node.name.name in QUESTIONS and item == GAME:
        slot = resolver.frame.new_slot()
        resolver.scope.add(node.name.name, Slot(slot, Vector(item) if node.variadic else item))
    else:
        slot = resolver.bind(node.name, Vector(item) if node.variadic else item)
    return Parameter(node.name.name, slot, item, node.variadic is not None, count_slot, domain, node.span)


def _kind(node: nodes.Parameter, resolver: Resolver) -> tuple[Type, t.AnyTerm | None]:
    """The type of a parameter, and the numbers or members that it allows."""
    if node.kind is None:
        resolver.fail("E046", node, name=node.name.name)
    word = node.kind.name if isinstance(node.kind, nodes.Name) else None
    if node.element is not None:
        if word not in ("sets", "lists"):
            resolver.fail("E047", node.kind, text=resolver.text(node.kind))
        element, domain = _element(node.element, resolver)
        return (Set(element) if word == "sets" else Vector(element)), domain
    if word in _KINDS:
        return _KINDS[word], None
    if word in _NUMBER_WORDS:
        resolver.fail("E046", node, help="number", name=node.name.name)
    if word is not None and f"{word}s" in _KINDS:
        resolver.fail("E047", node.kind, help="plural", text=word)
    domain = resolver.expression(node.kind)
    if not same(domain.type, Set(NUMBER)):
        resolver.fail("E047", node.kind, text=resolver.text(node.kind))
    return NUMBER, domain


def _element(node: nodes.Expr, resolver: Resolver) -> tuple[Type, t.AnyTerm | None]:
    if isinstance(node, nodes.Name) and node.name == "pairs":
        return Tuple((NUMBER, NUMBER)), None
    domain = resolver.expression(node)
    if not isinstance(domain.type, Set):
        resolver.fail("E017", node, what="what a set is made of", wanted="a set or `pairs`", found=domain.type)
    return domain.type.item, domain


def _places(variable: nodes.Variable, clause: nodes.Places, resolver: Resolver) -> Places:
    sizes = tuple(resolver.expression(s) for s in variable.sizes)
    game = None if clause.game is None else resolver.expression(clause.game)
    if (game is not None) != (clause.keyword == "positions"):
        resolver.fail("E048", clause, keyword=clause.keyword)
    if game is not None and game.type not in (GAME, Vector(GAME)):
        resolver.fail("E017", clause, what="what stands behind `of`", wanted=GAME, found=game.type)
    domain = None if clause.domain is None else _range_of_places(clause.domain, resolver)
    kind = _type_of_places(POSITION if game is not None else NUMBER, sizes, clause, variable, resolver)
    slot = resolver.bind(variable.name, kind)
    return Places(variable.name.name, clause.keyword, slot, kind, sizes, domain, game, variable.span)


def _range_of_places(node: nodes.Expr, resolver: Resolver) -> t.AnyTerm:
    domain = resolver.expression(node)
    if not (isinstance(domain, t.Operation) and domain.name == ".."):
        resolver.fail("E049", node, text=resolver.text(node))
    return domain


def _type_of_places(
    item: Type, sizes: tuple[t.AnyTerm, ...], clause: nodes.Places, variable: nodes.Variable, resolver: Resolver
) -> Type:
    cyclic = clause.cyclic
    kinds = tuple(s.type for s in sizes)
    if kinds == ():
        return item
    if kinds == (NUMBER,):
        return Vector(item, cyclic)
    if kinds in ((Vector(NUMBER),), (NUMBER, NUMBER)):
        return Vector(Vector(item, cyclic), cyclic)
    found = " and ".join(map(str, kinds))
    return resolver.fail("E017", variable, what="a size", wanted="a number, two numbers or a list", found=found)


def _body(schema: Schema) -> Body:
    frame, outer, places = schema._placed
    frame, scope, mistakes = Frame(frame.size), Scope(outer), list[HeapwiseError]()
    resolver = Resolver(schema.context, frame, scope)
    clauses = schema.node.clauses
    if not places:
        raise error("E024", resolver.place(schema.node.name), name=schema.name)
    add_definitions([c for c in clauses if isinstance(c, nodes.Let)], resolver, mistakes)
    conditions: dict[type, list[t.AnyTerm]] = {nodes.Legal: [], nodes.Ends: []}
    for clause in clauses:
        if isinstance(clause, nodes.Legal | nodes.Ends):
            word = "`legal`" if isinstance(clause, nodes.Legal) else "`ends when`"
            found = collect(lambda c=clause, w=word: resolver.inner().expression(c.condition, TRUTH, w), mistakes)  # type: ignore[misc]
            conditions[type(clause)].append(found)
    measures = [c for c in clauses if isinstance(c, nodes.Decreases)]
    if len(measures) > 1:
        mistakes.append(error("E050", resolver.place(measures[1])))
    measure = collect(lambda: _measure(measures[0], resolver), mistakes) if measures else None
    written = [c for c in clauses if isinstance(c, nodes.Move)]
    moves = [collect(lambda m=m: _move(m, resolver, places), mistakes) for m in written]  # type: ignore[misc]
    if not written:
        mistakes.append(error("E051", resolver.place(schema.node.name), name=schema.name))
    if mistakes:
        raise HeapwiseError(_different(mistakes))
    return Body(tuple(moves), tuple(conditions[nodes.Legal]), tuple(conditions[nodes.Ends]), measure, frame)


def _different(mistakes: list[HeapwiseError]) -> Iterable[Diagnostic]:
    """All messages, but one about the same name or definition only once."""
    found = {(d.code, str(d.values)): d for m in reversed(mistakes) for d in reversed(m.diagnostics)}
    return reversed(found.values())


def add_definitions(lets: Sequence[nodes.Let], resolver: Resolver, mistakes: list[HeapwiseError]) -> None:
    """Make the names of `let` clauses known, in any order, and try every one of them once."""
    if len(lets) > _MOST_DEFINITIONS:
        resolver.fail("E003", lets[_MOST_DEFINITIONS], what="definitions", most=_MOST_DEFINITIONS)
    uses = {let.name.name: _names_below(let.value) for let in lets}
    for let in lets:
        name = let.name.name
        collect(lambda let=let: resolver.check_new(let.name), mistakes)  # type: ignore[misc]
        resolver.scope.add(name, Definition(let, resolver.scope, _reaches(name, name, uses)))
    for let in lets:
        if not let.parameters:
            collect(lambda let=let: resolver.inner().expression(let.name), mistakes)  # type: ignore[misc]


def _names_below(node: nodes.Node) -> frozenset[str]:
    found = {node.name} if isinstance(node, nodes.Name) else set[str]()
    for child in nodes.children(node):
        found |= _names_below(child)
    return frozenset(found)


def _reaches(start: str, goal: str, uses: dict[str, frozenset[str]]) -> bool:
    """Does a definition speak of a name, itself or through others?"""
    seen, waiting = set[str](), [start]
    while waiting:
        for name in uses.get(waiting.pop(), ()):
            if name == goal:
                return True
            if name not in seen:
                seen.add(name)
                waiting.append(name)
    return False


def _measure(clause: nodes.Decreases, resolver: Resolver) -> t.AnyTerm:
    measure = resolver.inner().expression(clause.measure)
    is_lexicographic = isinstance(measure.type, Tuple) and all(k == NUMBER for k in measure.type.items)
    if measure.type != NUMBER and not is_lexicographic:
        resolver.fail(
            "E017", clause.measure, what="`decreases`", wanted="a number or a tuple of numbers", found=measure.type
        )
    return measure


def _move(node: nodes.Move, outer: Resolver, places: tuple[Places, ...]) -> Move:
    resolver = outer.inner()
    steps = resolver.steps(node.binders)
    new_span = node.steps[0].span.to(node.steps[-1].span)
    if len(node.steps) == 1:
        step = node.steps[0]
        value = resolver.expression(step.new)
        if value.type == POSITION and not _is_position_place(step.place, places):
            _check_whole(step, places, resolver)
            return Move(node.label, steps, (), value, node.span, new_span)
    writes = tuple(w for step in node.steps for w in _writes(step, resolver, places))
    return Move(node.label, steps, writes, None, node.span, new_span)


def _is_position_place(node: nodes.Expr, places: tuple[Places, ...]) -> bool:
    base = node
    while isinstance(base, nodes.Index):
        base = base.base
    return isinstance(base, nodes.Name) and any(p.name == base.name and p.keyword == "positions" for p in places)


def _check_whole(step: nodes.Step, places: tuple[Places, ...], resolver: Resolver) -> None:
    """A sum of positions takes the place of the whole position."""
    named = step.place.items if isinstance(step.place, nodes.Tuple) else (step.place,)
    names = [n.name for n in named if isinstance(n, nodes.Name)]
    if names != [p.name for p in places]:
        whole = ", ".join(p.name for p in places)
        resolver.fail("E052", step, place=resolver.text(step.place), whole=f"({whole})" if len(places) > 1 else whole)


def _writes(step: nodes.Step, resolver: Resolver, places: tuple[Places, ...]) -> list[Write]:
    """The writes of `place -> new`; a tuple of places takes a tuple of values."""
    if isinstance(step.place, nodes.Tuple):
        value = resolver.expression(step.new)
        if not isinstance(step.new, nodes.Tuple):
            return _spread_write(step, value, resolver, places)
        if len(step.new.items) != len(step.place.items):
            resolver.fail("E053", step, wanted=len(step.place.items), found=len(step.new.items))
        pairs = zip(step.place.items, step.new.items, strict=True)
        return [w for place, new in pairs for w in _writes(nodes.Step(place, new, span=step.span), resolver, places)]
    variable, indices, kind = _place(step.place, resolver, places)
    value = resolver.expression(step.new)
    spreads = isinstance(kind, Vector) and value.type in (NUMBER, POSITION)
    if not (same(value.type, kind) or spreads):
        help = (
            "sum"
            if value.type == POSITION
            else "move"
            if isinstance(value.type, Set) and same(value.type.item, kind)
            else "help"
        )
        resolver.fail(
            "E017",
            step.new,
            help=help,
            what=f"the new value of `{resolver.text(step.place)}`",
            wanted=kind,
            found=value.type,
            text=f"{resolver.text(step.place)} -> v for v in {resolver.text(step.new)}",
        )
    return [Write(variable, indices, value, step.span)]


def _spread_write(step: nodes.Step, value: t.AnyTerm, resolver: Resolver, places: tuple[Places, ...]) -> list[Write]:
    """`(a, b) -> s` for a vector s: entry by entry."""
    assert isinstance(step.place, nodes.Tuple)
    if not isinstance(value.type, Vector) or value.type.item != NUMBER:
        resolver.fail("E053", step, wanted=len(step.place.items), found=1)
    writes = []
    for i, item in enumerate(step.place.items, 1):
        variable, indices, kind = _place(item, resolver, places)
        number = t.Constant(i, type=NUMBER, span=item.span)
        entry = t.Operation("index", (value, number), type=NUMBER, span=step.new.span)
        if kind != NUMBER:
            resolver.fail("E053", step, wanted=len(step.place.items), found=1)
        writes.append(Write(variable, indices, entry, step.span))
    return writes


def _place(node: nodes.Expr, resolver: Resolver, places: tuple[Places, ...]) -> tuple[int, tuple[t.AnyTerm, ...], Type]:
    """The variable and the indices of a place, and the type of what stands there."""
    indices: list[nodes.Expr] = []
    base = node
    while isinstance(base, nodes.Index):
        indices[:0] = base.indices
        base = base.base
    names = [p.name for p in places]
    if not (isinstance(base, nodes.Name) and base.name in names):
        meant = resolver.index_meant(base.name) if isinstance(base, nodes.Name) else _called(base, names, resolver)
        text, known = resolver.text(node), ", ".join(names)
        resolver.fail("E054", node, help="index" if meant else "help", text=text, known=known, **(meant or {}))
    resolved = resolver.expression(node)
    terms = tuple(resolver.expression(i) for i in indices)
    return names.index(base.name), terms, resolved.type


def _called(node: nodes.Expr, names: list[str], resolver: Resolver) -> dict[str, str] | None:
    """`x(i)` for `x[i]`."""
    match node:
        case nodes.Call(function=nodes.Name(name=base), groups=(indices,)) if base in names:
            return {"base": base, "index": ", ".join(map(resolver.text, indices))}
    return None


# ------------------------------------------------------------------------------------ values of parameters


def _settled(value: Any) -> Any:
    """One form for equal values, so that equal games are one object."""
    if isinstance(value, range):
        return FiniteSet(value)
    if isinstance(value, list):
        return tuple(map(_settled, value))
    if isinstance(value, set | frozenset):
        return FiniteSet(map(_settled, value))
    if type(value) is tuple:
        return tuple(map(_settled, value))
    if isinstance(value, FiniteSet | int | str | Upward | Without) or not hasattr(value, "__iter__"):
        return value
    return value if hasattr(value, "digits") or isinstance(value, tuple) else FiniteSet(map(_settled, value))


def _fits(value: Any, kind: Type, domain: Any) -> bool:
    """Is a value of the kind of a parameter, and in its range?"""
    try:
        return _has_type(value, kind) and _in_domain(value, domain)
    except (UndefinedValue, TypeError):
        return False


def _in_domain(value: Any, domain: Any) -> bool:
    if domain is None:
        return True
    members = value if isinstance(value, FiniteSet | tuple) else (value,)
    return all(member in domain for member in members)


def _has_type(value: Any, kind: Type) -> bool:
    from heapwise.rules.game import Rules
    from heapwise.rules.values import Code

    match kind:
        case Set(item=item):
            return isinstance(value, FiniteSet) and all(_has_type(v, item) for v in value)
        case Vector(item=item):
            return type(value) is tuple and all(_has_type(v, item) for v in value)
        case Tuple(items=items):
            return type(value) is tuple and len(value) == len(items) and all(map(_has_type, value, items))
    checks = {NUMBER: int, CODE: Code, GAME: Rules}
    return isinstance(value, checks.get(kind, object)) and not isinstance(value, bool)
