"""A claim, resolved: what is varied, what is supposed, what is said, and how far to check it by default."""

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from heapwise.claims.with_expressions import WithExpressions
from heapwise.errors import HeapwiseError, error
from heapwise.lang import nodes
from heapwise.records import Record, dataclass
from heapwise.reference.conventions import Play
from heapwise.rules.schema import Schema
from heapwise.source import Place, Source, Span
from heapwise.terms import term as t
from heapwise.terms.scope import SlotCounter
from heapwise.terms.types import Type

if TYPE_CHECKING:
    from heapwise.claims.expressions import Expressions


class ClaimVariable(Record):
    """A parameter of the game, or a number that `for` introduces. It has a value, or a domain, or what effort gives.

    A number of a law may be `within` a domain that speaks of earlier numbers or has holes, which is a premise.
    """

    name: str
    slot: int
    type: Type
    domain: t.AnyTerm | None = None
    value: t.AnyTerm | None = None
    within: t.AnyTerm | None = None


class CheckRange(Record):
    """`n in 1..4`, `k = 2`: the values of a variable to check. `n <= 4` has the greatest one alone, `n < 5` what is
    greater than all."""

    name: str
    values: t.AnyTerm
    is_single: bool = False
    is_bound: bool = False
    is_strict: bool = False


class CheckBound(Record):
    """`x <= 7`, `x[2] <= 9`: the largest value of a component, or of every component of a vector."""

    subject: str
    high: t.AnyTerm
    index: t.AnyTerm | None = None


class Total(Record):
    """`sum(x) <= 20`, `a + b <= 30`: the largest total of some components."""

    names: tuple[str, ...]
    high: t.AnyTerm


class Upto(Record):
    """`upto 7`: the largest value of every component without an upper end."""

    high: t.AnyTerm


EffortItem = CheckRange | CheckBound | Total | Upto


class Sides(Record):
    """The two sides of a statement that says `left = right` or `left iff right`."""

    relation: str
    left: t.AnyTerm
    right: t.AnyTerm


@dataclass(frozen=True, eq=False)
class Claim(WithExpressions):
    """One statement about one game, or about the operations alone (then `schema` is None)."""

    name: str
    status: str
    citation: str | None
    play: Play
    schema: Schema | None
    source: Source
    span: Span
    frame: SlotCounter
    variables: tuple[ClaimVariable, ...]
    components: tuple[ClaimVariable, ...]  # the game's components, or the numbers of a law
    conditions: tuple[t.AnyTerm, ...]  # on variables alone: which instances there are
    premises: tuple[t.AnyTerm, ...]  # on positions: where the statement speaks
    statement: t.AnyTerm  # without its premises
    effort: tuple[EffortItem, ...]
    witness: tuple[tuple[str, t.AnyTerm], ...]
    strategy: t.AnyTerm | None
    stated_at: Span
    where: tuple[t.AnyTerm, ...]  # the premises that stand behind the statement, as they are written
    find_game: Callable[[str], Schema | None]  # what the names of games mean in its text
    automata: tuple[nodes.Automaton, ...] = ()  # those that it may speak of, read from their files
    problem: HeapwiseError | None = None  # what is wrong with its text; then the statement is no statement

    @property
    def text(self) -> str:
        """The statement in the author's words."""
        return self.source.words(self.stated_at)

    @property
    def place(self) -> Place:
        """Where the claim stands."""
        return Place(self.source, self.span)

    @property
    def key(self) -> str:
        """The claim's name, with that of its game, as `.expected` files have it."""
        return f"{self.schema.name}.{self.name}" if self.schema else self.name

    @property
    def sides(self) -> Sides | None:
        """Both sides, where the statement is an equation between numbers or an `iff`."""
        statement = self.statement
        if isinstance(statement, t.Connective) and statement.name == "iff" and len(statement.arguments) == 2:
            return Sides("iff", *statement.arguments)
        if isinstance(statement, t.Operation) and statement.name == "=":
            return Sides("=", *statement.arguments)
        return None

    @property
    def own_value(self) -> tuple[str, t.AnyTerm] | None:
        """Its question about the position that it speaks of, G, P or N, and the formula that is the other side."""
        sides = self.sides
        for left, right in () if sides is None else ((sides.left, sides.right), (sides.right, sides.left)):
            if not isinstance(left, t.Ask) or left.question not in ("G", "P", "N"):
                continue
            if self.is_own_position(left.position) and not self.asks_in(right):
                return left.question, right
        return None

    def asks(self) -> frozenset[str]:
        """Which questions about positions the claim asks: G, P, N, W, R."""
        return frozenset(asked.question for asked in self._asked())

    def _asked(self) -> Iterator[t.Ask]:
        terms = (*self.premises, self.statement, *(body for _, body in self.frame.functions.values()))
        return (part for term in terms for part in t.walk(term) if isinstance(part, t.Ask))

    def check_questions(self) -> None:
        """No method decides what has no meaning, such as a Grundy value in a game of three players."""
        for question in sorted(self.asks()):
            try:
                self.play.fold(question)
            except HeapwiseError:
                raise error("E039", self.place, question=question, play=self.play.name) from None
        if self.play.has_orders and any(asked.question == "W" and asked.player is None for asked in self._asked()):
            raise error("E039", self.place, help="player", question="W", play=self.play.name)

    def asks_in(self, term: t.AnyTerm) -> bool:
        """Does the value of a position occur in a term, or in a definition that the claim could use?"""
        bodies = (body for _, body in self.frame.functions.values())
        return any(isinstance(part, t.Ask) for body in (term, *bodies) for part in t.walk(body))

    def is_own_position(self, term: t.AnyTerm) -> bool:
        """Is a term the position that the claim speaks of: `x`, or `a, b`, all components of its game in order?"""
        if not (isinstance(term, t.PositionOf) and isinstance(term.game, t.ThisGame)):
            return False
        arguments = term.arguments
        if len(arguments) == 1 and isinstance(arguments[0], t.Operation) and arguments[0].name == "()":
            arguments = arguments[0].arguments
        slots = [a.slot for a in arguments if isinstance(a, t.Local)]
        return len(slots) == len(arguments) and slots == [c.slot for c in self.components]

    @property
    def speaks_of_position(self) -> bool:
        """Does the claim depend on the position, or is it one statement about the game as a whole?"""
        return bool(self.read_slots)

    @cached_property
    def read_slots(self) -> frozenset[int]:
        """The slots of a position that the claim reads: `G(3, b + 6) = G(3, b)` speaks of one row, and not of `a`."""
        terms = (*self.premises, self.statement, *([self.strategy] if self.strategy is not None else []))
        return frozenset().union(*map(t.free_slots, terms)) & self.component_slots

    @property
    def component_slots(self) -> frozenset[int]:
        """The slots that hold a position."""
        return frozenset(c.slot for c in self.components)

    # -- as sympy objects, which are made when somebody asks

    @cached_property
    def expressions(self) -> "Expressions":
        """The claim as sympy objects; `expressions.at(n=3)` has parameters put in."""
        from heapwise.claims.expressions import Expressions

        return Expressions(self, {})

    def __repr__(self) -> str:
        """Status and name, with the statement on one line."""
        of = f" of {self.schema.heading}" if self.schema else ""
        return f"<{self.status} {self.name}{of}: {self.text}>"

    # -- notebooks

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from heapwise.claims.notebook import claim_html

        return claim_html(self)

    def _repr_latex_(self) -> str | None:
        """The statement in mathematics."""
        from heapwise.claims.notebook import claim_latex

        return claim_latex(self)
