"""The heading of a game and its clauses of places: parameters and components, with their types and ranges."""

from heapwise.lang import nodes
from heapwise.records import Record
from heapwise.source import Span
from heapwise.terms import term as t
from heapwise.terms.known_names import QUESTIONS
from heapwise.terms.resolve import Resolver
from heapwise.terms.scope import Slot
from heapwise.terms.types import CODE, GAME, NUMBER, POSITION, Set, Tuple, Type, Vector, same

_KINDS: dict[str, Type] = {"sets": Set(NUMBER), "lists": Vector(NUMBER), "games": GAME, "codes": CODE}
_NUMBER_WORDS = ("integers", "numbers", "naturals", "integer", "number", "natural", "int", "N", "ℕ", "Z", "ℤ")


class Parameter(Record):
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


class Places(Record):
    """One name of a clause of places: sizes, range and games as terms of the parameters."""

    name: str
    keyword: str
    slot: int
    type: Type
    sizes: tuple[t.AnyTerm, ...]
    domain: t.AnyTerm | None
    game: t.AnyTerm | None
    span: Span


def parameter_of(node: nodes.Parameter, resolver: Resolver) -> Parameter:
    """A parameter of the heading; its name is known from here on."""
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


def places_of(variable: nodes.Variable, clause: nodes.Places, resolver: Resolver, known: int) -> Places:
    """One name of a clause of places; it is known from here on. The parameters have the first `known` slots."""
    sizes = tuple(_of_parameters(s, resolver, known) for s in variable.sizes)
    game = None if clause.game is None else _of_parameters(clause.game, resolver, known)
    if (game is not None) != (clause.keyword == "positions"):
        resolver.fail("E048", clause, keyword=clause.keyword)
    if game is not None and game.type not in (GAME, Vector(GAME)):
        resolver.fail("E017", clause, what="what stands behind `of`", wanted=GAME, found=game.type)
    domain = None if clause.domain is None else _range_of_places(clause.domain, resolver, known)
    kind = _type_of_places(POSITION if game is not None else NUMBER, sizes, clause, variable, resolver)
    slot = resolver.bind(variable.name, kind)
    return Places(variable.name.name, clause.keyword, slot, kind, sizes, domain, game, variable.span)


def _of_parameters(node: nodes.Expr, resolver: Resolver, known: int) -> t.AnyTerm:
    """A term that is the same at all positions: it may name parameters, and no component."""
    term = resolver.expression(node)
    if any(slot >= known for slot in t.free_slots(term)):
        resolver.fail("E093", node, text=resolver.text(node))
    return term


def _range_of_places(node: nodes.Expr, resolver: Resolver, known: int) -> t.AnyTerm:
    domain = _of_parameters(node, resolver, known)
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
