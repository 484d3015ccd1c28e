"""The tree of a text: what the author wrote, before any name is looked up.

Every node knows its span. Spans take no part in comparisons: two texts that differ in layout alone have equal trees.
"""

from __future__ import annotations

from collections.abc import Iterator

from heapwise.records import Record, field, fields
from heapwise.source import NOWHERE, Span


class Node(Record, kw_only=True):
    """What all nodes share."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)


# ------------------------------------------------------------------------------------------ expressions


class Int(Node):
    """`7`"""

    value: int


class Code(Node):
    """`0.77`: the code of an octal game."""

    text: str


class Name(Node):
    """`x`"""

    name: str


class Hole(Node):
    """`?p`: a number to be found."""

    name: str


class Index(Node):
    """`x[i]`, `x[S]`, `x[i, j]`"""

    base: Expr
    indices: tuple[Expr, ...]


class Field(Node):
    """`p.x`: a component of a component. The name belongs to another game, and is no name of this text."""

    base: Expr
    name: str


class Call(Node):
    """`f(a, b)`; a semicolon starts a new group of arguments."""

    function: Expr
    groups: tuple[tuple[Expr, ...], ...]

    @property
    def arguments(self) -> tuple[Expr, ...]:
        """The arguments of all groups."""
        return tuple(argument for group in self.groups for argument in group)


class Big(Node):
    """`sum(e for i in A where c)`, and so for all, any, count, nimsum ..."""

    function: Expr
    body: Expr
    binders: Binders


class SetLiteral(Node):
    """`{1, 2, 3}`"""

    items: tuple[Expr, ...]


class SetOf(Node):
    """`{e for i in A where c}`"""

    body: Expr
    binders: Binders


class ListLiteral(Node):
    """`[2, 3]`"""

    items: tuple[Expr, ...]


class ListOf(Node):
    """`[e for i in A where c]`"""

    body: Expr
    binders: Binders


class Tuple(Node):
    """`(a, b)`"""

    items: tuple[Expr, ...]


class Range(Node):
    """`a..b`, or `a..` with no end."""

    low: Expr
    high: Expr | None


class Infix(Node):
    """Operands and the operators between them, of one level: `a - b + c`."""

    operators: tuple[str, ...]
    operands: tuple[Expr, ...]


class Prefix(Node):
    """`-a`, `not a`"""

    operator: str
    operand: Expr


class Chain(Node):
    """`a < b = c`, which means `a < b and b = c`; with a modulus, a congruence."""

    operators: tuple[str, ...]
    operands: tuple[Expr, ...]
    modulus: Expr | None = None


class Conditional(Node):
    """`if c then a else b`"""

    condition: Expr
    yes: Expr
    no: Expr


Expr = (
    Int | Code | Name | Hole | Index | Field | Call | Big | SetLiteral | SetOf | ListLiteral | ListOf
    | Tuple | Range | Infix | Prefix | Chain | Conditional
)  # fmt: skip


class Choose(Node):
    """`v in SET`, `u, v in SET`, `(p, q) in SET`"""

    targets: tuple[Expr, ...]
    domain: Expr


class Define(Node):
    """`S = EXPRESSION`"""

    name: Name
    value: Expr


class Binding(Node):
    """`for` binders `where` guards; with no binders, guards alone."""

    binders: tuple[Choose | Define, ...]
    guards: tuple[Expr, ...]


class Binders(Node):
    """One or more bindings."""

    bindings: tuple[Binding, ...]


# ------------------------------------------------------------------------------------------------ games


class Parameter(Node):
    """`n in 1..`, `G[m] in games`, `E in sets of pairs`"""

    name: Name
    variadic: Name | None = None
    kind: Expr | None = None
    element: Expr | None = None


class Variable(Node):
    """`x[n]` in a clause of places."""

    name: Name
    sizes: tuple[Expr, ...] = ()


class Places(Node):
    """`heaps x[n] in 1.. cyclic`, `positions p[m] of G`"""

    keyword: str
    variables: tuple[Variable, ...]
    domain: Expr | None = None
    game: Expr | None = None
    cyclic: bool = False


class Legal(Node):
    """`legal CONDITION`"""

    condition: Expr


class Ends(Node):
    """`ends when CONDITION`"""

    condition: Expr


class Let(Node):
    """`let f(a) = EXPRESSION`"""

    name: Name
    parameters: tuple[Name, ...]
    value: Expr


class Decreases(Node):
    """`decreases EXPRESSION`"""

    measure: Expr


class Step(Node):
    """`x[i] -> y`"""

    place: Expr
    new: Expr


class Move(Node):
    """`move "label" x[i] -> p, x[j] -> q for ... where ...`"""

    steps: tuple[Step, ...]
    binders: Binders | None = None
    label: str | None = None


Clause = Places | Legal | Ends | Let | Decreases | Move


class Game(Node):
    """`game NAME(parameters)` and its clauses, or `= EXPRESSION`."""

    name: Name
    parameters: tuple[Parameter, ...] = ()
    clauses: tuple[Clause, ...] = ()
    alias: Expr | None = None


# ----------------------------------------------------------------------------------------------- claims


class Play(Node):
    """`normal`, `misere`, `preference 0 > 1 > 2`, `orders (...)`"""

    convention: str
    order: Expr | None = None


class Upto(Node):
    """`upto 7`"""

    bound: Expr


class Effort(Node):
    """`check n in 1..4, x <= 7, upto 9`; `upto 9` alone is the short form."""

    items: tuple[Expr | Upto, ...]


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


class Edge(Node):
    """`01 -> a`: the letter, with `*` for any digit, or `else`; and the state to which it leads."""

    letter: str
    to: Name


class AutomatonState(Node):
    """`a accepts 00 -> a, else -> b`"""

    name: Name
    accepts: bool
    edges: tuple[Edge, ...]


class DigitsRead(Node):
    """`units first`, `units last base 3`, `units first in fibonacci`"""

    are_units_first: bool
    base: int = 2
    are_fibonacci: bool = False


class Automaton(Node):
    """`automaton cold(w, x) units first` and its states, the first one the start; or `from "FILE"`, without states."""

    name: Name
    tracks: tuple[Name, ...]
    digits: DigitsRead | None = None
    states: tuple[AutomatonState, ...] = ()
    file: str | None = None


class Claims(Node):
    """`claims for GAME(parameters)`, or `claims` alone for laws of the operations."""

    game: Name | None = None
    parameters: tuple[Name, ...] = ()
    items: tuple[Let | Automaton | Claim, ...] = ()


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
