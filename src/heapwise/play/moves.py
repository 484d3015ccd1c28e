"""Moves as people type them: the new position, or `#3` for the third of the list; and why a move is none."""

import re
from collections import Counter
from collections.abc import Sequence

from heapwise.errors import HeapwiseError, error
from heapwise.play.session import Session
from heapwise.questions import read_position
from heapwise.questions.positions import own_state, typed
from heapwise.rules.game import Rules, SumOfGames
from heapwise.rules.layout import Layout
from heapwise.terms.position import Position, State

_NUMBER = re.compile(r"#\s*(\d{1,9})")
_NEAR = 3


def written(rules: Rules, position: Position) -> str:
    """A position as it can be typed, if its games are those of the match; with the names of its games elsewhere."""
    own = rules.games if isinstance(rules, SumOfGames) else (rules,) * len(position)
    is_typed = position and Counter(c.game for c in position) == Counter(own)
    return typed(rules, position) if is_typed else str(position)


def read_move(session: Session, text: str) -> Position:
    """The option that somebody means."""
    number = _NUMBER.fullmatch(text.strip())
    if number is not None:
        return _numbered(session.options, int(number[1]))
    try:
        there = read_position(session.rules, text)
    except HeapwiseError as mistake:
        return _written_so(session, text, mistake)
    return there if session.allows(there) else _written_so(session, text, _refusal(session, there))


def _written_so(session: Session, text: str, otherwise: HeapwiseError) -> Position:
    """The option that is listed with this text, names of games included."""
    wanted = _plain(text)
    for option in session.options if session.is_listed else ():
        if wanted in (_plain(written(session.rules, option)), _plain(str(option))):
            return option
    raise otherwise


def _numbered(options: Sequence[Position], number: int) -> Position:
    if not 1 <= number <= len(options):
        raise error("E362", None, number=number, count=len(options))
    return options[number - 1]


def _plain(text: str) -> str:
    return "".join(text.split())


def _refusal(session: Session, there: Position) -> HeapwiseError:
    """No move leads there: what is in the way, as far as the options tell."""
    rules, here = session.rules, session.position
    values = {"here": written(rules, here), "there": written(rules, there)}
    if there == here:
        return error("E361", None, help="same", **values)
    if not session.is_listed:
        return error("E361", None, help="none", **values)
    reason = _reason(session, there)
    if reason:
        return error("E361", None, help="reason", reason=reason, **values)
    near = sorted(session.options, key=lambda option: _distance(rules, option, there))[:_NEAR]
    listed = "  ".join(written(rules, option) for option in near)
    return error("E361", None, help="near" if near else "none", near=listed, **values)


def _reason(session: Session, there: Position) -> str | None:
    """What no option does and this move would do: raise a heap, or change these heaps together."""
    found = [own_state(session.rules, p) for p in (session.position, there, *session.options)]
    components = [c for c in found if c is not None and not c.game.layout.has_positions]
    if len(components) < len(found):
        return None
    here, new, states = components[0], components[1].state, [c.state for c in components[2:]]
    layout, old = here.game.layout, here.state
    changed = _changed(old, new)
    for i in changed:
        if new[i] > old[i] and all(state[i] <= old[i] for state in states):
            return f"no move makes {layout.labels[i]} larger"
        if all(state[i] == old[i] for state in states):
            return f"no move changes {layout.labels[i]}"
    if all(_changed(old, state) != changed for state in states):
        return _together(layout, changed)
    return None


def _changed(old: State, new: State) -> tuple[int, ...]:
    return tuple(i for i, (a, b) in enumerate(zip(old, new, strict=True)) if a != b)


def _together(layout: Layout, changed: Sequence[int]) -> str:
    names = [layout.labels[i] for i in changed]
    if len(names) == 1:
        return f"no move changes {names[0]} alone"
    return f"no move changes just {', '.join(names[:-1])} and {names[-1]} together"


def _distance(rules: Rules, option: Position, there: Position) -> int:
    """How far an option is from what was typed."""
    a, b = own_state(rules, option), own_state(rules, there)
    if a is None or b is None or a.game.layout.has_positions:
        return 0
    return sum(abs(x - y) for x, y in zip(a.state, b.state, strict=True))
