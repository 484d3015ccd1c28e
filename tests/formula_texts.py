"""Claims as formulas, for the tests of the package `formulas`: resolves a text, binds parameters, walks positions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from heapwise.documents.library import Document
from heapwise.documents.search import Around
from heapwise.errors import HeapwiseError
from heapwise.formulas import PositionFormula, compile_formula, shapes_of
from heapwise.lang import nodes
from heapwise.numbers import TooLarge, UndefinedValue
from heapwise.reference.conventions import Grundy
from heapwise.reference.interpreter import Interpreter
from heapwise.rules.game import Game
from heapwise.source import Source
from heapwise.terms import term as t
from heapwise.terms.context import Context
from heapwise.terms.definitions import add_definitions
from heapwise.terms.evaluate import Compiler, options
from heapwise.terms.position import Position
from heapwise.terms.resolve import Resolver
from heapwise.terms.scope import Scope
from heapwise.terms.types import NUMBER

UNDEFINED = "undefined"


@dataclass
class Statement:
    """One claim, resolved: its term, and what it takes to compile it for values of the parameters."""

    name: str
    term: t.AnyTerm
    source: Source
    schema: Any
    frame: Any
    scope: Scope

    def game(self, *arguments: Any) -> Game | None:
        """The game with values for its parameters."""
        return None if self.schema is None else self.schema.bind(arguments)

    def formula(self, *arguments: Any, **others: Any) -> PositionFormula:
        """The formula of the claim; `others` are values for names that `for` binds."""
        game = self.game(*arguments)
        known = {} if game is None else self.schema.known(arguments)
        for name, value in others.items():
            known[self.scope.find(name).number] = value
        compiler = Compiler(self.source, known, game, self.frame.functions, Answers())
        return compile_formula(self.term, compiler, {} if game is None else shapes_of(game, self.schema))

    def frame_at(self, formula: PositionFormula, state: tuple[int, ...]) -> list[Any]:
        """A frame with parameters and components."""
        frame: list[Any] = [None] * (self.frame.size + 1)
        for slot, value in formula.compiler.known.items():
            frame[slot] = value
        game = formula.compiler.this
        if game is not None:
            for place, value in zip(self.schema.places, game.layout.values(state), strict=True):
                frame[place.slot] = value
        return frame


class Answers:
    """The values of positions under normal play."""

    def __init__(self) -> None:
        self.interpreter = Interpreter(Grundy())

    def __call__(self, question: str, position: Position, player: int | None) -> Any:
        grundy = self.interpreter.value(position)
        return {"G": grundy, "P": grundy == 0, "N": grundy != 0, "W": int(grundy == 0), "R": len(options(position))}[
            question
        ]

    def fill(self, hole: Any, states: Any, player: Any) -> Any:
        """The same for columns."""
        rows = len(states[0][0]) if states and states[0] else 1
        if hole.question == "legal":
            return self._legal(hole, states), None
        values, missing = np.zeros(rows, np.int64), np.zeros(rows, bool)
        for row in range(rows):
            pairs = zip(hole.games, states, strict=True)
            try:
                parts = [game.position_of(tuple(int(c[row]) for c in state)) for game, state in pairs]
                position = Position.of(c for p in parts for c in p)
                values[row] = self._answer(hole.question, position)
            except HeapwiseError:
                missing[row] = True
        return values, missing

    def _legal(self, hole: Any, states: Any) -> Any:
        rows = zip(*(column.tolist() for column in states[0]), strict=True)
        return np.array([hole.games[0].has_legal(row) for row in rows], np.int64)

    def _answer(self, question: str, position: Position) -> int:
        return int(not options(position)) if question == "terminal" else int(self(question, position, None))


def statements(text: str, free: tuple[str, ...] = ()) -> dict[str, Statement]:
    """All claims of a text with its games by name; names of `free` are numbers that stand for themselves."""
    document = Document(Source("test", text), Around())
    document.check()
    found = {}
    for claims in document.tree.claims:
        schema = None if claims.game is None else document.find(claims.game.name)
        context = Context(document.source, document.find, document.names, schema, is_claim=True)
        for claim in (item for item in claims.items if isinstance(item, nodes.Claim)):
            frame, scope = _scope(schema)
            resolver = Resolver(context, frame, Scope(scope))
            mistakes: list[HeapwiseError] = []
            add_definitions([item for item in claims.items if isinstance(item, nodes.Let)], resolver, mistakes)
            if mistakes:
                raise mistakes[0]
            for name in free:
                resolver.bind(nodes.Name(name), NUMBER)
            _bind_hypotheses(claim, resolver)
            term = resolver.expression(claim.statement)
            name = claim.name.name if claim.name else ""
            found[f"{schema.name if schema else 'laws'}.{name}"] = Statement(
                name, term, document.source, schema, frame, resolver.scope
            )
    return found


def _scope(schema: Any) -> Any:
    from heapwise.terms.scope import SlotCounter

    return (SlotCounter(), Scope()) if schema is None else schema.claim_scope()


def _bind_hypotheses(claim: nodes.Claim, resolver: Resolver) -> None:
    parameters = {p.name for p in resolver.context.own.parameters} if resolver.context.own else set()
    for binding in claim.binders.bindings if claim.binders else ():
        for binder in binding.binders:
            names = binder.targets if isinstance(binder, nodes.Choose) else (binder.name,)
            for name in names:
                if (
                    isinstance(name, nodes.Name)
                    and name.name not in parameters
                    and resolver.scope.find(name.name) is None
                ):
                    resolver.bind(name, NUMBER)


def positions(game: Game, upto: int) -> Iterator[tuple[int, ...]]:
    """All legal states with components up to a bound."""
    sides = [
        range(low, (upto if high is None else high) + 1)
        for low, high in zip(game.layout.lows, game.layout.highs, strict=True)
    ]
    return (state for state in product(*sides) if game.is_legal(state))


def columns_of(statement: Statement, game: Game, states: list[tuple[int, ...]]) -> dict[int, Any]:
    """States as columns by slot."""
    array = np.array(states, np.int64).reshape(len(states), game.layout.size)
    found: dict[int, Any] = {}
    pairs = zip(statement.schema.places, game.layout.variables, game.layout.offsets, strict=True)
    for place, variable, at in pairs:
        own = [array[:, at + i] for i in range(variable.size)]
        found[place.slot] = (
            own[0] if variable.shape is None else own if isinstance(variable.shape, int) else _rows(variable, own)
        )
    return found


def _rows(variable: Any, columns: list[Any]) -> list[list[Any]]:
    rows, at = [], 0
    for length in variable.shape:
        rows.append(columns[at : at + length])
        at += length
    return rows


def exactly(formula: PositionFormula, frame: list[Any]) -> Any:
    """The value by the evaluator of terms, or UNDEFINED."""
    try:
        return formula.exact(frame)
    except (HeapwiseError, UndefinedValue, TooLarge):
        return UNDEFINED
