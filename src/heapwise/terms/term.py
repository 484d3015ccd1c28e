"""Terms: expressions after resolving. Every name is a slot, every operation is named, every type is known.

Interpreter, model, formulas and kernels read these few classes and nothing of the tree they came from.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from heapwise.records import Record, field
from heapwise.source import NOWHERE, Span
from heapwise.terms.types import Type

if TYPE_CHECKING:
    from heapwise.rules.schema import Schema


class Term(Record, kw_only=True):
    """What all terms share. The type is what a value of the term will be."""

    type: Type
    span: Span = field(default=NOWHERE, compare=False, repr=False)


class Constant(Term):
    """A value that stands in the text."""

    value: Any


class Local(Term):
    """A parameter, a component of the position, or a bound variable: a slot of the frame."""

    slot: int
    name: str


class Operation(Term):
    """A function of the language applied to arguments that are all evaluated; see `functions.py`."""

    name: str
    arguments: tuple[AnyTerm, ...]


class Connective(Term):
    """`and`, `or`, `implies`, `iff`, from left to right and no further than needed."""

    name: str
    arguments: tuple[AnyTerm, ...]


class Choice(Term):
    """`if c then a else b`; only the chosen branch is evaluated."""

    condition: AnyTerm
    yes: AnyTerm
    no: AnyTerm


class Gather(Term):
    """`sum(e for ... where ...)`, and so for all, any, count, unique, set, list, min, max, nimsum, mex ..."""

    name: str
    body: AnyTerm
    steps: tuple[Step, ...]


class With(Term):
    """A value given a name inside a term: the arguments of a `let`."""

    steps: tuple[Define, ...]
    body: AnyTerm


class GameNamed(Term):
    """`nim(3)`: a game with its arguments; a game without parameters is its name."""

    schema: Schema = field(repr=False)
    arguments: tuple[AnyTerm, ...]


class ThisGame(Term):
    """The game that the text speaks of, with the same parameters."""


class PositionOf(Term):
    """`kayles(p)`: a position of a game."""

    game: AnyTerm
    arguments: tuple[AnyTerm, ...]


class Inner(Term):
    """`p.x`: a component of a position; `schema` is a game that p may be a position of."""

    position: AnyTerm
    name: str
    schema: Schema = field(repr=False, compare=False)


class Recursive(Term):
    """A `let` that speaks of itself, applied to arguments; found by its name in the frame's definitions, which read
    further names (parameters) wherever it is applied."""

    name: str
    arguments: tuple[AnyTerm, ...]
    reads: tuple[Local, ...] = ()


class Ask(Term):
    """`G`, `P`, `N`, `W` or `R` of a position; `W` may name a player."""

    question: str
    position: AnyTerm
    player: AnyTerm | None = None


AnyTerm = (
    Constant
    | Local
    | Operation
    | Connective
    | Choice
    | Gather
    | With
    | GameNamed
    | ThisGame
    | PositionOf
    | Inner
    | Recursive
    | Ask
)


class Choose(Record):
    """Let the target take every value of a finite set. A target is a slot, or a tuple of targets."""

    target: Target
    domain: AnyTerm
    span: Span = field(default=NOWHERE, compare=False, repr=False)


class Define(Record):
    """Give a slot a value."""

    slot: int
    value: AnyTerm


class Guard(Record):
    """Go on only if a condition holds."""

    condition: AnyTerm


Target = int | tuple["Target", ...]
Step = Choose | Define | Guard


def slots_of(target: Target) -> Iterator[int]:
    """The slots that a target fills."""
    if isinstance(target, int):
        yield target
    else:
        for item in target:
            yield from slots_of(item)


def bound_slots(step: Step) -> Iterator[int]:
    """The slots to which a step gives values."""
    match step:
        case Choose():
            yield from slots_of(step.target)
        case Define():
            yield step.slot


def parts(term: AnyTerm) -> Iterator[AnyTerm]:
    """The terms directly below a term, those of its steps included."""
    match term:
        case Operation() | Connective() | GameNamed():
            yield from term.arguments
        case Recursive():
            yield from (*term.arguments, *term.reads)
        case Choice():
            yield from (term.condition, term.yes, term.no)
        case Gather() | With():
            for step in term.steps:
                yield step_term(step)
            yield term.body
        case PositionOf():
            yield from (term.game, *term.arguments)
        case Inner():
            yield term.position
        case Ask():
            yield from (term.position,) if term.player is None else (term.position, term.player)


def step_term(step: Step) -> AnyTerm:
    """The term inside a step."""
    match step:
        case Choose():
            return step.domain
        case Define():
            return step.value
        case Guard():
            return step.condition


def asks(term: AnyTerm) -> bool:
    """Does a term itself ask for the value of a position, or for the period of a game?"""
    return isinstance(term, Ask) or (isinstance(term, Operation) and term.name.startswith("sequence "))


def walk(term: AnyTerm) -> Iterator[AnyTerm]:
    """A term and all terms below it."""
    yield term
    for part in parts(term):
        yield from walk(part)


def free_slots(term: AnyTerm) -> frozenset[int]:
    """The slots that a term reads and does not bind itself."""
    read, bound = set[int](), set[int]()
    for part in walk(term):
        if isinstance(part, Local):
            read.add(part.slot)
        elif isinstance(part, Gather | With):
            bound.update(slot for step in part.steps for slot in bound_slots(step))
    return frozenset(read - bound)
