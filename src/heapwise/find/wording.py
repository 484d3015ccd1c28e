"""Findings in the words of the language: sets that automata describe, and exceptions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from heapwise.find.finding import Finding, Status
from heapwise.proof.automata import BareAutomaton
from heapwise.proof.learned import DigitSet
from heapwise.reference.conventions import MISERE, Play
from heapwise.rules.game import Game

_NAMES = "abcdefghijklmnopqrstuvwxyz"


def set_claim(game: Game, play: Play, found: DigitSet) -> Finding:
    """`P(a, b) iff cold(a, b)`, with the automaton under that name."""
    name = "cold" if play.is_normal else "_".join(("cold", *play.name.replace(">", "").split()))
    place = ", ".join(variables_of(game))
    shape = found.automaton.shape
    how = f"{shape.states} states, {found.digits}"
    return Finding(Status.PROVED, f"P({place}) iff {name}({place})", play.name, how, shape.states + 4, found, name)


def exceptions_claim(game: Game, positions: tuple[tuple[int, ...], ...]) -> Finding:
    """Misere play by normal play, with the positions at which they differ."""
    if not positions:
        text = "the P-positions of misere play are those of normal play"
    else:
        listed = ", ".join(f"({', '.join(map(str, position))})" for position in positions)
        text = f"misere play differs from normal play at exactly {len(positions)} positions: {listed}"
    return Finding(Status.PROVED, text, MISERE.name, "equality of two automata", 5 + len(positions), is_claim=False)


def variables_of(game: Game) -> tuple[str, ...]:
    """The variables of a position, vectors whole: `x`, or `a, b`."""
    return tuple(variable.name for variable in game.layout.variables)


def declaration(found: DigitSet, name: str, size: int) -> str:
    """An automaton as text, a line a state.

    automaton cold(a, b) units last
        a  accepts   00 -> a, 11 -> a, else -> b
        b            else -> b
    """
    shape = found.automaton.shape
    tracks = [f"x{i}" for i in range(size)]
    reads = [tracks.index(track) for track in found.automaton.tracks]
    heading = f"automaton {name}({', '.join(_letters(size))}) {found.order}{found.base_text}"
    states = list(_state_names(shape.states))
    rows = (_row(shape, state, states, reads, size) for state in range(shape.states))
    width = max(map(len, states))
    lines = (
        f"    {state:{width}}  {'accepts' if accepts else '       '}   {row}"
        for state, accepts, row in zip(states, shape.accepting, rows, strict=True)
    )
    return "\n".join((heading, *(line.rstrip() for line in lines)))


def _row(shape: BareAutomaton, state: int, names: list[str], reads: list[int], size: int) -> str:
    """The edges of a state; the letters that lead to where most lead are the rest."""
    letters = range(shape.numeration.letters(shape.arity))
    targets = [shape.step(state, letter) for letter in letters]
    usual = max(set(targets), key=lambda target: (targets.count(target), -target))
    edges = [
        f"{_pattern(shape.numeration.digits(letter, shape.arity), reads, size)} -> {names[target]}"
        for letter, target in zip(letters, targets, strict=True)
        if target != usual
    ]
    return ", ".join((*edges, f"else -> {names[usual]}"))


def _pattern(digits: Iterable[int], reads: list[int], size: int) -> str:
    """The digits of a letter in the order of the components; a star where a component does not matter."""
    known = dict(zip(reads, digits, strict=True))
    return "".join(str(known[i]) if i in known else "*" for i in range(size))


def _letters(size: int) -> list[str]:
    return [f"d{i + 1}" for i in range(size)]


def _state_names(count: int) -> Iterator[str]:
    """`a`, `b`, ...; `s1`, `s2`, ... where letters do not suffice."""
    yield from _NAMES[:count] if count <= len(_NAMES) else (f"s{i + 1}" for i in range(count))
