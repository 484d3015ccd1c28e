"""What to say of a move that does not lead lower: play might go on for ever."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from heapwise.errors import Diagnostic, HeapwiseError, Note
from heapwise.source import Place, Source
from heapwise.terms.evaluate import options
from heapwise.terms.position import Component, Position, State

if TYPE_CHECKING:
    from heapwise.rules.body import Move
    from heapwise.rules.game import Game

_LOOP_SEARCH = 2_000


def refusal(game: Game, move: Move, state: State, option: Position) -> HeapwiseError:
    """The message: the move changes nothing, or leads back in a loop that is shown, or the measure does not fall."""
    place = Place(game.schema.source, move.new_span)
    values: dict[str, object] = {
        "game": game.text, "measure": game.measure_text(), "position": f"({game.layout.text(state)})",
        "option": _text_of(option, game), "example": game.example(state),
    }  # fmt: skip
    if option == (Component(game, state),):
        old, new = _old_and_new(move, game.schema.source)
        help = "several" if new.isdigit() or move.result is not None else "help"
        return HeapwiseError(Diagnostic("E021", place, values | {"old": old, "new": new}, help, (Note("ends"),)))
    loop = _loop(game, state, option)
    if loop is not None:
        values["loop"] = " -> ".join(_text_of(p, game) for p in loop)
        return HeapwiseError(Diagnostic("E022", place, values))
    note = Note("measure", game.measure_place()) if game.schema.body.measure is not None else None
    return HeapwiseError(Diagnostic("E023", place, values, notes=(note,) if note else ()))


def _loop(game: Game, state: State, option: Position) -> list[Position] | None:
    """A way back from an option to the state it came from, if a short search finds one."""
    start = Position((Component(game, state),))
    previous: dict[Position, Position] = {option: start}
    waiting, components = [option], 0  # sums grow, and every component has options of its own
    type(game).is_searching = True
    try:
        while waiting and len(previous) < _LOOP_SEARCH and components < _LOOP_SEARCH:
            position = waiting.pop(0)
            components += sum(1 for _ in position)
            for found in options(position):
                if found == start:
                    return _path_back(position, start, previous)
                if found not in previous:
                    previous[found] = position
                    waiting.append(found)
    finally:
        type(game).is_searching = False
    return None


def _old_and_new(move: Move, source: Source) -> tuple[str, str]:
    """What a move changes and what it becomes, in the author's words; several steps as tuples."""
    spans = list(dict.fromkeys(write.span for write in move.writes)) or [move.new_span]
    steps = [re.split("->|→", source.words(span), maxsplit=1) for span in spans]
    olds, news = [step[0].strip() for step in steps], [step[-1].strip() for step in steps]
    return (olds[0], news[0]) if len(steps) == 1 else (f"({', '.join(olds)})", f"({', '.join(news)})")


def _path_back(position: Position, start: Position, previous: dict[Position, Position]) -> list[Position]:
    path = [start, position]
    while path[-1] != start:
        path.append(previous[path[-1]])
    return path[::-1]


def _text_of(position: Position, game: Game) -> str:
    component = position.only
    if component is not None and component.game is game:
        return f"({game.layout.text(component.state)})"
    return str(position)
