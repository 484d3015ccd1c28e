"""The tree of a text: what the author wrote, before any name is looked up.

Every node knows its span. Spans take no part in comparisons: two texts that differ in layout alone have equal trees.
"""

from __future__ import annotations

from collections.abc import Iterator

from heapwise.records import dataclass, field, fields
from heapwise.source import NOWHERE, Span


@dataclass(frozen=True, kw_only=True)
class Node:
    """What all nodes share."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)


# ------------------------------------------------------------------------------------------ expressions


@dataclass(frozen=True)
class Int(Node):
    """`7`"""

    value: int


@dataclass(frozen=True)
class Code(Node):
    """`0.77`: the code of an octal game."""

    text: str


@dataclass(frozen=True)
class Name(Node):
    """`x`"""

    name: str


@dataclass(frozen=True)
class Hole(Node):
    """`?p`: a number to be found."""

    name: str


@dataclass(frozen=True)
class Index(Node):
    """`x[i]`, `x[S]`, `x[i, j]`"""

    base: Expr
    indices: tuple[Expr, ...]


@dataclass(frozen=True)
class Field(Node):
    """`p.x`: a component of a component. The name belongs to another game, and is no name of this text."""

    base: Expr
    name: str


@dataclass(frozen=True)
class Call(Node):
    """`f(a, b)`; a semicolon starts a new group of arguments."""

    function: Expr
    groups: tuple[tuple[Expr, ...], ...]

    @property
    def arguments(self) -> tuple[Expr, ...]:
        """The arguments of all groups."""
        return tuple(argument for group in self.groups for argument in group)


@dataclass(frozen=True)
class Big(Node):
    """`sum(e for i in A where c)`, and so for all, any, count, nimsum ..."""

    function: Expr
    body: Expr
    binders: Binders


@dataclass(frozen=True)
class SetLiteral(Node):
    """`{1, 2, 3}`"""

    items: tuple[Expr, ...]


@dataclass(frozen=True)
class SetOf(Node):
    """`{e for i in A where c}`"""

    body: Expr
    binders: Binders


@dataclass(frozen=True)
class ListLiteral(Node):
    """`[2, 3]`"""

    items: tuple[Expr, ...]


@dataclass(frozen=True)
class ListOf(Node):
    """`[e for i in A where c]`"""

    body: Expr
    binders: Binders


@dataclass(frozen=True)
class Tuple(Node):
    """`(a, b)`"""

    items: tuple[Expr, ...]


@dataclass(frozen=True)
class Range(Node):
    """`a..b`, or `a..` with no end."""

    low: Expr
    high: Expr | None


@dataclass(frozen=True)
class Infix(Node):
    """Operands and the operators between them, of one level: `a - b + c`."""

    operators: tuple[str, ...]
    operands: tuple[Expr, ...]


@dataclass(frozen=True)
class Prefix(Node):
    """`-a`, `not a`"""

    operator: str
    operand: Expr


@dataclass(frozen=True)
class Chain(Node):
    """`a < b = c`, which means `a < b and b = c`; with a modulus, a congruence."""

    operators: tuple[str, ...]
    operands: tuple[Expr, ...]
    modulus: Expr | None = None


@dataclass(frozen=True)
class Conditional(Node):
    """`if c then a else b`"""

    condition: Expr
    yes: Expr
    no: Expr


Expr = (
    Int | Code | Name | Hole | Index | Field | Call | Big | SetLiteral | SetOf | ListLiteral | ListOf
    | Tuple | Range | Infix | Prefix | Chain | Conditional
)  # fmt: skip


@dataclass(frozen=True)
class Choose(Node):
    """`v in SET`, `u, v in SET`, `(p, q) in SET`"""

    targets: tuple[Expr, ...]
    domain: Expr


@dataclass(frozen=True)
class Define(Node):
    """`S = EXPRESSION`"""

    name: Name
    value: Expr


@dataclass(frozen=True)
class Binding(Node):
    """`for` binders `where` guards; with no binders, guards alone."""

    binders: tuple[Choose | Define, ...]
    guards: tuple[Expr, ...]


@dataclass(frozen=True)
class Binders(Node):
    """One or more bindings."""

    bindings: tuple[Binding, ...]


# ------------------------------------------------------------------------------------------------ games


@dataclass(frozen=True)
class Parameter(Node):
    """`n in 1..`, `G[m] in games`, `E in sets of pairs`"""

    name: Name
    variadic: Name | None = None
    kind: Expr | None = None
    element: Expr | None = None


@dataclass(frozen=True)
class Variable(Node):
    """`x[n]` in a clause of places."""

    name: Name
    sizes: tuple[Expr, ...] = ()


@dataclass(frozen=True)
class Places(Node):
    """`heaps x[n] in 1.. cyclic`, `positions p[m] of G`"""

    keyword: str
    variables: tuple[Variable, ...]
    domain: Expr | None = None
    game: Expr | None = None
    cyclic: bool = False


@dataclass(frozen=True)
class Legal(Node):
    """`legal CONDITION`"""

    condition: Expr


@dataclass(frozen=True)
class Ends(Node):
    """`ends when CONDITION`"""

    condition: Expr


@dataclass(frozen=True)
class Let(Node):
    """`let f(a) = EXPRESSION`"""

    name: Name
    parameters: tuple[Name, ...]
    value: Expr


@dataclass(frozen=True)
class Decreases(Node):
    """`decreases EXPRESSION`"""

    measure: Expr


@dataclass(frozen=True)
class Step(Node):
    """`x[i] -> y`"""

    place: Expr
    new: Expr


@dataclass(frozen=True)
class Move(Node):
    """`move "label" x[i] -> p, x[j] -> q for ... where ...`"""

    steps: tuple[Step, ...]
    binders: Binders | None = None
    label: str | None = None


Clause = Places | Legal | Ends | Let | Decreases | Move


@dataclass(frozen=True)
class Game(Node):
    """`game NAME(parameters)` and its clauses, or `= EXPRESSION`."""

    name: Name
    parameters: tuple[Parameter, ...] = ()
    clauses: tuple[Clause, ...] = ()
    alias: Expr | None = None


# ----------------------------------------------------------------------------------------------- claims


@dataclass(frozen=True)
class Play(Node):
    """`normal`, `misere`, `preference 0 > 1 > 2`, `orders (...)`"""

    convention: str
    order: Expr | None = None


@dataclass(frozen=True)
class Upto(Node):
    """`upto 7`"""

    bound: Expr


@dataclass(frozen=True)
class Effort(Node):
    """`check n in 1..4, x <= 7, upto 9`; `upto 9` alone is the short form."""

    items: tuple[Expr | Upto, ...]


@dataclass(frozen=True)
class Claim(Node):
    """`theorem name "source" under misere at WITNESS: STATEMENT for ... by ... check ...`"""

    status: str
    statement: Expr
    name: Name | None = None
    citation: str | None = None
    play: Play | None = None
    witness: tuple[Expr, ...] = ()
    binders: Binders | None = None
    strategy: Expr | None = None
    effort: Effort | None = None


@dataclass(frozen=True)
class Edge(Node):
    """`01 -> a`: the letter, with `*` for any digit, or `else`; and the state to which it leads."""

    letter: str
    to: Name


@dataclass(frozen=True)
class AutomatonState(Node):
    """`a accepts 00 -> a, else -> b`"""

    name: Name
    accepts: bool
    edges: tuple[Edge, ...]


@dataclass(frozen=True)
class DigitsRead(Node):
    """`units first`, `units last base 3`, `units first in fibonacci`"""

    are_units_first: bool
    base: int = 2
    are_fibonacci: bool = False


@dataclass(frozen=True)
class Automaton(Node):
    """`automaton cold(w, x) units first` and its states, the first one the start; or `from "FILE"`, without states."""

    name: Name
    tracks: tuple[Name, ...]
    digits: DigitsRead | None = None
    states: tuple[AutomatonState, ...] = ()
    file: str | None = None


@dataclass(frozen=True)
class Claims(Node):
    """`claims for GAME(parameters)`, or `claims` alone for laws of the operations."""

    game: Name | None = None
    parameters: tuple[Name, ...] = ()
    items: tuple[Let | Automaton | Claim, ...] = ()


@dataclass(frozen=True)
class File(Node):
    """A whole text: games and claims in any order."""

    declarations: tuple[Game | Claims, ...]
    language: int | None = None

    @property
    def games(self) -> tuple[Game, ...]:
        """The games of the text."""
        return tuple(d for d in self.declarations if isinstance(d, Game))

    @property
    def claims(self) -> tuple[Claims, ...]:
        """The claims of the text."""
        return tuple(d for d in self.declarations if isinstance(d, Claims))


# ---------------------------------------------------------------------------- small texts of a command line


@dataclass(frozen=True)
class PositionText(Node):
    """`1,2;3 + 4`: components of a sum, each a list of rows, each a list of numbers or positions in parentheses."""

    components: tuple[tuple[tuple[int | PositionText, ...], ...], ...]


def children(node: Node) -> Iterator[Node]:
    """The nodes directly below a node, in the order of the text."""
    for item in fields(node):
        yield from nodes_in(getattr(node, item.name))


def walk(node: Node) -> Iterator[Node]:
    """A node and all nodes below it, in the order of the text."""
    yield node
    for child in children(node):
        yield from walk(child)


def nodes_in(value: object) -> Iterator[Node]:
    """What stands in a field of a node: the nodes themselves, not those below them."""
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple) and not isinstance(value, Span):
        for item in value:
            yield from nodes_in(item)
