"""Expressions that people ask about: a formula alone, or a condition on the positions of a game."""

from functools import cached_property
from typing import Any

from heapwise.documents.library import Document, Shelf
from heapwise.lang import parse_expression
from heapwise.questions.answers import Answers
from heapwise.records import Record
from heapwise.rules.game import Game
from heapwise.source import Source
from heapwise.terms import term as t
from heapwise.terms.context import Context
from heapwise.terms.evaluate import Compiler, Compute
from heapwise.terms.position import State
from heapwise.terms.resolve import Resolver
from heapwise.terms.scope import Scope, SlotCounter
from heapwise.terms.types import TRUTH


def evaluate(text: str, games: Shelf | Document, answers: Answers) -> Any:
    """The value of an expression; it may ask for values of positions, as in `G(nim(2)(3, 5))`."""
    source, frame = Source("<expression>", text), SlotCounter()
    context = Context(source, games.find, games.names, is_claim=True, has_orders=answers.play.has_orders)
    term = Resolver(context, frame, Scope()).expression(parse_expression(source))
    compiler = Compiler(source, functions=frame.functions, ask=answers.ask)
    return compiler.value(term, [None] * frame.size)


class PositionCondition(Record):
    """A condition on the positions of a game, compiled for one position at a time: `P(a, b) and a <= b` of Wythoff's
    game holds at (1, 2)."""

    game: Game
    term: t.AnyTerm
    compiler: Compiler
    slots: int  # how many a frame has

    @cached_property
    def _compute(self) -> Compute:
        return self.compiler.compile(self.term)

    @property
    def asks(self) -> frozenset[str]:
        """Which questions about positions are asked: G, P, N, W, R."""
        terms = (self.term, *(body for _, body in self.compiler.functions.values()))
        return frozenset(part.question for term in terms for part in t.walk(term) if isinstance(part, t.Ask))

    def __call__(self, state: State) -> bool:
        """Does it hold at a position?"""
        slots: list[Any] = [None] * self.slots
        for slot, value in self.game.known.items():
            slots[slot] = value
        for place, value in zip(self.game.schema.places, self.game.layout.values(state), strict=True):
            slots[place.slot] = value
        return bool(self._compute(slots))


def condition(text: str, game: Game, games: Shelf, answers: Answers) -> PositionCondition:
    """A condition on the positions of a game, over its components and parameters; `P` alone is P of the position."""
    schema = game.schema
    if text.strip() in ("P", "N"):
        text = f"{text.strip()}({', '.join(place.name for place in schema.places)})"
    source = Source("<condition>", text)
    frame, scope = schema.claim_scope()
    has_orders = answers.play.has_orders
    context = Context(source, games.find, games.names, own=schema, is_claim=True, has_orders=has_orders)
    resolver = Resolver(context, frame, Scope(scope))
    term = resolver.expression(parse_expression(source), TRUTH, "what is asked of a position")
    return PositionCondition(game, term, Compiler(source, game.known, game, frame.functions, answers.ask), frame.size)
