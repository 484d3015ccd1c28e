"""What all of resolving needs: how deep it may go, what bound variables stand for, messages that point at a node."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, Self

from heapwise.errors import HeapwiseError, error
from heapwise.lang import nodes
from heapwise.lang.limits import MOST_LEVELS
from heapwise.records import Record
from heapwise.source import Place, Source, Span
from heapwise.terms import digits
from heapwise.terms import term as t
from heapwise.terms.functions import FUNCTIONS, OPERATORS
from heapwise.terms.known_names import CONNECTIVES, CONSTANTS, QUESTIONS, SPECIAL
from heapwise.terms.scope import Scope, Slot, SlotCounter
from heapwise.terms.types import CODE, NUMBER, POSITION, TRUTH, Set, Tuple, Type, Vector, same

if TYPE_CHECKING:
    from heapwise.rules.schema import Schema

MOST_TERMS = 40_000


class Context(Record):
    """Where a text stands: its game, the games around it, and what it may ask."""

    source: Source
    find_game: "Callable[[str], Schema | None]"
    game_names: Callable[[], Sequence[str]]
    own: "Schema | None" = None
    is_claim: bool = False
    has_orders: bool = False


class Resolving:
    """Turns trees of one text into terms over one frame; for every kind of node a method has its name."""

    def __init__(self, context: Context, frame: SlotCounter, scope: Scope) -> None:
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
        is_row = isinstance(node, nodes.Infix) and node.operators[0] not in CONNECTIVES
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

    def inner(self) -> Self:
        """A resolver for a scope inside this one."""
        return self.within(self.scope)

    def within(self, scope: Scope) -> Self:
        """A resolver for a scope inside another one, for the same frame."""
        return type(self)(self.context, self.frame, Scope(scope))

    def bind(self, name: nodes.Name, kind: Type) -> int:
        """Give a bound variable a slot of its own."""
        self.check_new(name)
        slot = self.frame.new_slot()
        self.scope.add(name.name, Slot(slot, kind))
        return slot

    def check_new(self, name: nodes.Name) -> None:
        """Refuse a name that is reserved, or that stands for something else here."""
        if name.name in FUNCTIONS:
            function = FUNCTIONS[name.name]
            self.fail("E032", name, help="function", name=name.name, usage=function.usage, meaning=function.meaning)
        if name.name in QUESTIONS or name.name in SPECIAL or name.name in CONSTANTS:
            help = "question" if name.name in QUESTIONS else "help"
            self.fail("E032", name, help=help, name=name.name)
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
        return self.context.source.words(node.span)

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
        steps: list[t.Step] = [
            t.Choose(self._target(v, domain.type.item), domain, span=node.span) for v in node.targets
        ]
        self.frame.given |= {s.target: domain for s in steps if isinstance(s, t.Choose) and isinstance(s.target, int)}
        return steps

    def _meant_by_domain(self, node: nodes.Expr, kind: Type) -> tuple[str, str]:
        """Which help fits something that is no set, and the words to put into it."""
        match node:
            case nodes.ListLiteral(items=(low, high)):
                return "between", f"{self.text(low)}..{self.text(high)}"
            case nodes.ListLiteral(items=(high,)):  # as in papers: [n]
                return "between", f"1..{self.text(high)}"
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
        slot = self.bind(node.name, value.type)
        self.frame.given[slot] = value
        return t.Define(slot, value)

    # -- functions

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
        if self.context.is_claim and POSITION in types:
            help = "inside"
        self.fail("E033", node, help=help, name=name, usage=FUNCTIONS[name].usage, found=found)


def schedule(steps: list[t.Step], guards: list[t.Guard]) -> tuple[t.Step, ...]:
    """Put every guard behind the first step after which all its names are bound; guards keep their order there."""
    bound_by = [set(t.bound_slots(step)) for step in steps]
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


def collect(resolve: Callable[[], Any], into: list[HeapwiseError]) -> Any:
    """Run one step of resolving; keep its error, so that the other mistakes of a file are found too."""
    try:
        return resolve()
    except HeapwiseError as mistake:
        into.append(mistake)
        return None
