"""Expressions that people ask about: a formula alone, or a condition on the positions of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from heapwise.documents.library import Document, Shelf
from heapwise.lang import parse_expression
from heapwise.questions.answers import Answers
from heapwise.rules.game import Game
from heapwise.source import Source
from heapwise.terms.context import Context
from heapwise.terms.evaluate import Compiler
from heapwise.terms.position import Component
from heapwise.terms.resolve import Resolver
from heapwise.terms.scope import Scope, SlotCounter
from heapwise.terms.types import TRUTH


def evaluate(text: str, games: Shelf | Document, answers: Answers) -> Any:
    """The value of an expression; it may ask for values of positions, as in `G(nim(2)(3, 5))`."""
    source, frame = Source("<expression>", text), SlotCounter()
    context = Context(source, games.find, games.names, is_claim=True)
    term = Resolver(context, frame, Scope()).expression(parse_expression(source))
    compiler = Compiler(source, functions=frame.functions, ask=answers.ask)
    return compiler.value(term, [None] * frame.size)


def condition(text: str, game: Game, games: Shelf, answers: Answers) -> Callable[[Component], bool]:
    """A condition on the positions of a game, over its components and parameters; `P` alone is P of the position."""
    schema = game.schema
    if text.strip() in ("P", "N"):
        text = f"{text.strip()}({', '.join(place.name for place in schema.places)})"
    source = Source("<condition>", text)
    frame, scope = schema.claim_scope()
    context = Context(source, games.find, games.names, own=schema, is_claim=True)
    resolver = Resolver(context, frame, Scope(scope))
    term = resolver.expression(parse_expression(source), TRUTH, "what is asked of a position")
    holds = Compiler(source, game.known, game, frame.functions, answers.ask).compile(term)

    def is_true(component: Component) -> bool:
        slots: list[Any] = [None] * frame.size
        for slot, value in game.known.items():
            slots[slot] = value
        for place, value in zip(schema.places, game.layout.values(component.state), strict=True):
            slots[place.slot] = value
        return bool(holds(slots))

    return is_true
