"""Tree -> claims. The names of a claim are the game's own, and those that its `for` and `let` introduce."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache

from heapwise.claims.automata import add_automata
from heapwise.claims.claim import CheckRange, Claim, ClaimVariable, EffortItem
from heapwise.claims.effort import effort_items
from heapwise.documents.library import Document
from heapwise.errors import HeapwiseError, error
from heapwise.lang import nodes
from heapwise.records import Record, replace
from heapwise.reference.conventions import MISERE, NORMAL, Play, orders, preference
from heapwise.rules.game import SumOfGames
from heapwise.rules.schema import Schema
from heapwise.source import Place, Source
from heapwise.terms import term as t
from heapwise.terms.context import Context, collect
from heapwise.terms.definitions import add_definitions, check_functions
from heapwise.terms.resolve import Resolver
from heapwise.terms.scope import Scope, Slot, SlotCounter
from heapwise.terms.types import GAME, NUMBER, POSITION, TRUTH, Set, Tuple, Vector, same

_MOST_KEPT = 128


class WrittenClaims(Record):
    """The claims of a text, those among them that have a mistake, and what is wrong with whole blocks of claims: of
    these no claim is here."""

    claims: tuple[Claim, ...]
    mistakes: tuple[HeapwiseError, ...]

    @property
    def problems(self) -> tuple[HeapwiseError, ...]:
        """Everything that is wrong."""
        return (*self.mistakes, *(claim.problem for claim in self.claims if claim.problem is not None))

    @property
    def sound(self) -> list[Claim]:
        """The claims without a mistake."""
        return [claim for claim in self.claims if claim.problem is None]


def resolve_claims(document: Document) -> list[Claim]:
    """All claims of a text; raises everything that is wrong with them together."""
    found = written_claims(document)
    if found.problems:
        raise HeapwiseError(d for problem in found.problems for d in problem.diagnostics)
    return list(found.claims)


@lru_cache(maxsize=_MOST_KEPT)
def written_claims(document: Document) -> WrittenClaims:
    """The claims of a text, right or wrong: a mistake in one of them stands in the way of no other."""
    mistakes: list[HeapwiseError] = []
    found: list[Claim] = []
    for block in document.tree.claims:
        found += collect(lambda block=block: _block(block, document), mistakes) or []  # type: ignore[misc]
    return WrittenClaims(tuple(_named_once(found)), tuple(mistakes))


def _named_once(claims: Sequence[Claim]) -> Iterator[Claim]:
    """The claims; one that has the name of an earlier one has a mistake, and goes by its line."""
    seen = set[str]()
    for claim in claims:
        if claim.key in seen:
            problem = claim.problem or error("E013", claim.place, help="claim", name=claim.name)
            claim = replace(claim, name=f"line{claim.place.line}", problem=problem)
        seen.add(claim.key)
        yield claim


def _block(block: nodes.Claims, document: Document) -> list[Claim]:
    source = document.source
    schema = None if block.game is None else _schema(block, document)
    frame, outer = schema.claim_scope() if schema else (SlotCounter(), Scope())
    scope = Scope(outer)
    context = Context(source, document.find, document.names, own=schema, is_claim=True)
    lets = [item for item in block.items if isinstance(item, nodes.Let)]
    resolver = Resolver(context, SlotCounter(frame.size), scope)
    mistakes: list[HeapwiseError] = []
    automata = add_automata(block, document, resolver, mistakes)
    add_definitions(lets, resolver, mistakes)
    if mistakes:  # any claim may use what is wrong
        raise HeapwiseError(d for mistake in mistakes for d in mistake.diagnostics)
    written = (item for item in block.items if isinstance(item, nodes.Claim))
    return [replace(_claim(c, schema, context, frame.size, scope), automata=automata) for c in written]


def _claim(node: nodes.Claim, schema: Schema | None, context: Context, size: int, scope: Scope) -> Claim:
    """A claim; with a mistake only what people know it by."""
    try:
        return ClaimBuilder(node, schema, context, size, scope).claim()
    except HeapwiseError as problem:
        source = context.source
        return Claim(
            name=_name(node, source), status=node.status, citation=node.citation, play=NORMAL, schema=schema,
            source=source, span=node.span, frame=SlotCounter(), variables=(), components=(), conditions=(),
            premises=(), statement=t.Constant(True, type=TRUTH, span=node.statement.span), effort=(), witness=(),
            strategy=None, stated_at=node.statement.span, where=(), find_game=context.find_game, problem=problem,
        )  # fmt: skip


def _name(node: nodes.Claim, source: Source) -> str:
    return node.name.name if node.name else f"line{source.line_and_column(node.span.start)[0]}"


def _schema(block: nodes.Claims, document: Document) -> Schema:
    """The game of a block of claims; its parameters go by their own names."""
    assert block.game is not None
    place = Place(document.source, block.game.span)
    schema = document.find(block.game.name)
    if schema is None:
        raise error("E014", place, name=block.game.name)
    schema.check()
    if not schema.parameters and isinstance(schema.bind((), place), SumOfGames):
        raise error("E065", place, game=schema.name)
    own = [p.name for p in schema.parameters]
    given = [p.name for p in block.parameters]
    if own != given:
        heading = f"{schema.name}({', '.join(own)})" if own else schema.name
        raise error("E060", place, game=schema.name, heading=heading)
    return schema


class ClaimBuilder:
    """Resolves one claim."""

    def __init__(self, node: nodes.Claim, schema: Schema | None, context: Context, size: int, scope: Scope) -> None:
        self.node = node
        self.schema = schema
        self.play = play_of(node.play, Resolver(context, SlotCounter(), Scope()))
        has_orders = self.play.has_orders
        self.context = Context(
            context.source, context.find_game, context.game_names, own=schema, is_claim=True, has_orders=has_orders
        )
        self.frame = SlotCounter(size)
        self.resolver = Resolver(self.context, self.frame, Scope(scope))
        self.variables: dict[str, ClaimVariable] = {}
        self.components: list[ClaimVariable] = []
        self.chosen = set[str]()  # names that `for` introduces by a domain, which is no condition yet
        self.conditions: list[t.AnyTerm] = []
        self.premises: list[t.AnyTerm] = []
        if schema is not None:
            for parameter in schema.parameters:
                self.variables[parameter.name] = ClaimVariable(parameter.name, parameter.slot, parameter.type)
            self.components = [ClaimVariable(p.name, p.slot, p.type) for p in schema.places]

    def claim(self) -> Claim:
        """The claim."""
        node, source = self.node, self.context.source
        self._note_games(node.effort)
        self._hypotheses(node.binders)
        self._check_values()
        statement = self.resolver.expression(node.statement, TRUTH, "a statement")
        if self.schema is None:
            self.premises.sort(key=self._known_from)
        where = tuple(self.premises)
        while isinstance(statement, t.Connective) and statement.name == "implies":
            self.premises.append(statement.arguments[0])
            statement = statement.arguments[1]
        strategy = self._strategy()
        check_functions(self.frame, [c.slot for c in self.components], source)
        claim = Claim(
            name=_name(node, source),
            status=node.status, citation=node.citation, play=self.play, schema=self.schema, source=source,
            span=node.span, frame=self.frame, variables=tuple(self.variables.values()),
            components=tuple(self.components), conditions=tuple(self.conditions), premises=tuple(self.premises),
            statement=statement, effort=self._effort(node.effort), witness=self._witness(), strategy=strategy,
            stated_at=node.statement.span, where=where, find_game=self.context.find_game,
        )  # fmt: skip
        claim.check_questions()
        return claim

    # -- hypotheses

    def _note_games(self, effort: nodes.Effort | None) -> None:
        """`check G in {nim(1), nim(2)}` says which games the components of a compound may be of."""
        for item in effort.items if effort is not None else ():
            match item:
                case nodes.Chain(operators=("in" | "=",), operands=(nodes.Name(name=name), values), modulus=None):
                    variable = self.variables.get(name)
                    if variable is not None and variable.type in (GAME, Vector(GAME)):
                        with suppress(HeapwiseError):  # what is wrong with it is said where it is read as effort
                            self.frame.given[variable.slot] = self.outside().expression(values)

    def _hypotheses(self, binders: nodes.Binders | None) -> None:
        for binding in binders.bindings if binders else ():
            for binder in binding.binders:
                if isinstance(binder, nodes.Define):
                    self._define(binder)
                else:
                    self._choose(binder)
            for guard in binding.guards:
                self._condition(self.resolver.expression(guard, TRUTH, "a hypothesis"))

    def _check_values(self) -> None:
        """What a name stands for is known before anybody looks at positions, or at the numbers of a law."""
        for variable in self.variables.values():
            source = variable.domain if variable.value is None else variable.value
            needed = set() if source is None else t.free_slots(source)
            for component in self.components:
                if component.slot in needed:
                    self.resolver.fail("E066", self.node, help="component", name=variable.name, of=component.name)

    def _condition(self, condition: t.AnyTerm) -> None:
        about_positions = t.free_slots(condition) & {c.slot for c in self.components}
        needs_values = any(map(t.asks, self.frame.walk(condition)))  # which are known when positions are looked at
        (self.premises if about_positions or needs_values else self.conditions).append(condition)

    def _known_from(self, condition: t.AnyTerm) -> int:
        """How many numbers of a law have values when a condition can be tested: it protects the ranges of the rest."""
        slots = t.free_slots(condition)
        return max((count for count, number in enumerate(self.components, 1) if number.slot in slots), default=0)

    def _define(self, node: nodes.Define) -> None:
        name = node.name.name
        value = self.resolver.expression(node.value)
        if name in self.variables:
            known = self.variables[name]
            if not same(value.type, known.type):
                what = f"the parameter `{name}`"
                meant = f"{name} in {self.resolver.text(node.value)}"
                is_set = isinstance(value.type, Set) and same(value.type.item, known.type)
                self.resolver.fail("E017", node.value, help="between" if is_set else "help", what=what,
                                   wanted=known.type, found=value.type, text=meant)  # fmt: skip
            if known.value is not None:
                self.resolver.fail("E013", node.name, name=name)
            if known.domain is not None and name in self.chosen:
                here = self.resolver.expression(node.name)
                self._condition(self.resolver.operation("in", (here, known.domain), node))
            self.variables[name] = replace(known, domain=None, value=value)
            self.frame.given[known.slot] = value
        elif any(c.name == name for c in self.components):
            here = self.resolver.expression(node.name)
            self.premises.append(self.resolver.operation("=", (here, value), node))
        else:
            self.variables[name] = ClaimVariable(
                name, self.resolver.bind(node.name, value.type), value.type, None, value
            )

    def _choose(self, node: nodes.Choose) -> None:
        domain = self.resolver.expression(node.domain)
        if not isinstance(domain.type, Set):
            self.resolver.fail("E017", node.domain, help="range", what="a choice", wanted="a set", found=domain.type,
                               text=self.resolver.text(node.domain))  # fmt: skip
        for target in node.targets:
            if not isinstance(target, nodes.Name):
                self.resolver.fail("E061", target, text=self.resolver.text(target))
            self._choose_one(target, domain)

    def _choose_one(self, target: nodes.Name, domain: t.AnyTerm) -> None:
        name = target.name
        assert isinstance(domain.type, Set)
        if name in self.variables or any(c.name == name for c in self.components):
            here = self.resolver.expression(target)
            self._condition(self.resolver.operation("in", (here, domain), target))
            known = self.variables.get(name)
            if known is not None and known.domain is None and known.value is None and domain.type.finite:
                self.variables[name] = replace(known, domain=domain)
                self.frame.given[known.slot] = domain
            return
        variable = ClaimVariable(name, self.resolver.bind(target, domain.type.item), domain.type.item, domain)
        if self.schema is None and domain.type.item == NUMBER:
            self._law_number(variable, target, domain)
        else:
            self.variables[name] = variable
            self.chosen.add(name)

    def _law_number(self, variable: ClaimVariable, target: nodes.Name, domain: t.AnyTerm) -> None:
        """A number that a law runs over; a domain that speaks of earlier numbers, or may have holes, is a premise."""
        has_ends = isinstance(domain, t.Operation) and domain.name == ".."
        if not has_ends or t.free_slots(domain) & {c.slot for c in self.components}:
            here = self.resolver.expression(target)
            self.premises.append(self.resolver.operation("in", (here, domain), target))
            variable = replace(variable, domain=None, within=domain)
        self.components.append(variable)

    # -- effort, witness, strategy

    def _effort(self, node: nodes.Effort | None) -> tuple[EffortItem, ...]:
        items = effort_items(node, self) if node is not None else ()
        for item in items:
            if isinstance(item, CheckRange) and self.variables[item.name].value is not None:
                self.resolver.fail("E086", self.node, name=item.name)
        return items

    def _witness(self) -> tuple[tuple[str, t.AnyTerm], ...]:
        found = []
        if self.node.witness and self.node.status != "disproved":
            self.resolver.fail("E087", self.node.witness[0], status=self.node.status)
        for item in self.node.witness:
            match item:
                case nodes.Chain(operators=("=",), operands=(nodes.Name(name=name), value), modulus=None):
                    self.check_known(name, item)
                    found.append((name, self.outside().expression(value)))
                case _:
                    self.resolver.fail("E062", item, text=self.resolver.text(item))
        return tuple(found)

    def check_known(self, name: str, node: nodes.Node) -> None:
        if name not in self.variables and all(c.name != name for c in self.components):
            known = ", ".join((*self.variables, *(c.name for c in self.components)))
            self.resolver.fail("E063", node, name=name, known=known)

    def outside(self, source: Source | None = None) -> Resolver:
        """A resolver that knows parameters and variables, and not the position."""
        scope = Scope()
        for variable in self.variables.values():
            scope.add(variable.name, Slot(variable.slot, variable.type))
        context = self.context
        if source is not None:
            context = Context(source, context.find_game, context.game_names, own=context.own, is_claim=True)
        return Resolver(context, self.frame, scope)

    def _strategy(self) -> t.AnyTerm | None:
        if self.node.strategy is None:
            return None
        term = self.resolver.expression(self.node.strategy)
        is_position = term.type in (NUMBER, POSITION) or isinstance(term.type, Vector | Tuple)
        if not is_position:
            self.resolver.fail("E017", self.node.strategy, help="by", what="`by`", wanted="a position", found=term.type)
        return term


def play_of(node: nodes.Play | None, resolver: Resolver) -> Play:
    """The convention that a claim names."""
    if node is None or node.convention == "normal":
        return NORMAL
    if node.convention == "misere":
        return MISERE
    assert node.order is not None
    try:
        if node.convention == "preference":
            return preference(_seats(node.order, resolver))
        return orders(_lists(node.order, resolver))
    except HeapwiseError as mistake:
        raise HeapwiseError(d.at(resolver.place(node.order)) for d in mistake.diagnostics) from None


def _seats(node: nodes.Expr, resolver: Resolver) -> tuple[int, ...]:
    """`0 > 1 > 2`, or `(0, 1, 2)`."""
    operands: tuple[nodes.Expr, ...] = ()
    if isinstance(node, nodes.Tuple):
        operands = node.items
    elif isinstance(node, nodes.Chain) and set(node.operators) == {">"}:
        operands = node.operands
    numbers = [o.value for o in operands if isinstance(o, nodes.Int)]
    if not numbers or len(numbers) != len(operands):
        resolver.fail("E059", node, seats=resolver.text(node))
    return tuple(numbers)


def _lists(node: nodes.Expr, resolver: Resolver) -> tuple[tuple[int, ...], ...]:
    if not isinstance(node, nodes.Tuple):
        resolver.fail("E059", node, help="orders", seats=resolver.text(node))
    return tuple(_seats(item, resolver) for item in node.items)
