"""Options of a position from ground moves: what the engine and the prover translate, here one amount after another."""

from __future__ import annotations

from collections.abc import Iterator

from heapwise.model.conditions import Condition
from heapwise.model.ground import Amount, GroundGame, GroundMove
from heapwise.records import dataclass
from heapwise.rules.game import Game
from heapwise.terms.position import Component, Position, State


def options(game: GroundGame, state: State) -> set[Position]:
    """All options of a legal state; opaque lines are asked of the interpreter."""
    if game.ends.holds(state):
        return set()
    found = {option for move in game.moves for option in options_of_move(game, move, state)}
    return found | set(_opaque_options(game, state))


def _opaque_options(game: GroundGame, state: State) -> Iterator[Position]:
    if game.opaque:
        lines = {game.game.schema.body.moves[move.line].span for move in game.opaque}
        yield from (option for move, option in game.game.options_by_move(state) if move.span in lines)


def options_of_move(game: GroundGame, move: GroundMove, state: State) -> Iterator[Position]:
    """The options of a legal state by one ground move, which may find one of them more than once."""
    plan = _plan(game.size, move)
    values = [*state, *(0 for _ in move.amounts)]
    if all(guard.holds(values) for guard in plan.before):
        for found in _choices(values, plan.amounts, game.size):
            yield _position(game.game, move, state, found)


_Steps = tuple[tuple[Amount, tuple[Condition, ...]], ...]


@dataclass(frozen=True)
class _Plan:
    """Guards, each where the last amount that it speaks of has a value."""

    before: tuple[Condition, ...]
    amounts: _Steps


def _plan(size: int, move: GroundMove) -> _Plan:
    placed: list[list[Condition]] = [[] for _ in range(len(move.amounts) + 1)]
    reached = 0
    for guard in move.guards:
        last = max((v for form in guard.forms() for v in form.variables), default=-1) - size + 1
        # What is opaque may be undefined where an earlier guard fails, so it is not looked at before them.
        reached = max(reached, last) if guard.is_linear else max(reached, last, 0)
        placed[max(last, 0) if guard.is_linear else reached].append(guard)
    amounts = tuple((a, tuple(g)) for a, g in zip(move.amounts, placed[1:], strict=True))
    return _Plan(tuple(placed[0]), amounts)


def _choices(values: list[int], amounts: _Steps, at: int) -> Iterator[list[int]]:
    if not amounts:
        yield values
        return
    amount, guards = amounts[0]
    for value in amount.range(values):
        values[at] = value
        if all(guard.holds(values) for guard in guards):
            yield from _choices(values, amounts[1:], at + 1)


def _position(rules: Game, move: GroundMove, state: State, values: list[int]) -> Position:
    if move.result is None:
        new = list(state)
        for index, form in move.updates:
            new[index] = form.evaluate(values)
        return Position((Component(rules, tuple(new)),))
    targets = ((t.game, tuple(form.evaluate(values) for form in t.components)) for t in move.result)
    return Position.of(c for game, components in targets for c in game.position_of(components))


__all__ = ["options", "options_of_move"]
