"""Options of a position from ground moves: what the engine and the prover translate, here one amount after another."""

from collections.abc import Iterator

from heapwise.model.conditions import Condition
from heapwise.model.ground import Amount, GroundGame, GroundMove
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
    before, *inside = move.guards_by_level(game.size)
    values = [*state, *(0 for _ in move.amounts)]
    if all(guard.holds(values) for guard in before):
        for found in _choices(values, tuple(zip(move.amounts, inside, strict=True)), game.size):
            yield _position(game.game, move, state, found)


_Steps = tuple[tuple[Amount, tuple[Condition, ...]], ...]


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
