"""Sets as declarations of the language, which parse back to the same sets."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from heapwise.lang import nodes
from heapwise.lang.automata import breadth_first
from heapwise.proof.learned.sets import DigitSet

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def declaration(
    found: DigitSet, name: str, variables: Sequence[str], tracks: Sequence[str] | None = None
) -> nodes.Automaton:
    """`automaton cold(a, b) units first ...`; `tracks` are those that the variables stand for, else x0, x1, ..."""
    shape = found.automaton.shape
    own = list(tracks or (f"x{i}" for i in range(len(variables))))
    reads = [own.index(track) for track in found.automaton.tracks]
    names = [nodes.Name(str(state)) for state in range(shape.states)]
    states = (
        nodes.AutomatonState(names[state], shape.accepting[state], tuple(_edges(found, state, names, reads, len(own))))
        for state in range(shape.states)
    )
    digits = nodes.DigitsRead(shape.numeration.is_lsd, shape.numeration.base, found.is_fibonacci)
    return _named(nodes.Automaton(nodes.Name(name), tuple(map(nodes.Name, variables)), digits, tuple(states)))


def _edges(found: DigitSet, state: int, names: list[nodes.Name], reads: list[int], size: int) -> Iterator[nodes.Edge]:
    """The edges of a state; the letters that lead to where most lead are the rest."""
    shape = found.automaton.shape
    targets = [shape.step(state, letter) for letter in range(shape.numeration.letters(shape.arity))]
    usual = max(set(targets), key=lambda target: (targets.count(target), -target))
    for letter, target in enumerate(targets):
        if target != usual:
            known = dict(zip(reads, shape.numeration.digits(letter, shape.arity), strict=True))
            yield nodes.Edge("".join(str(known.get(i, "*")) for i in range(size)), names[target])
    yield nodes.Edge("else", names[usual])


def _named(automaton: nodes.Automaton) -> nodes.Automaton:
    """The same with letters for the states, in the order in which they are reached."""
    ordered = breadth_first(automaton).states
    new = dict(zip((s.name.name for s in ordered), map(nodes.Name, _state_names(len(ordered))), strict=True))
    states = (
        nodes.AutomatonState(new[s.name.name], s.accepts, tuple(nodes.Edge(e.letter, new[e.to.name]) for e in s.edges))
        for s in ordered
    )
    return replace(automaton, states=tuple(states))


def _state_names(count: int) -> Iterator[str]:
    """`a`, `b`, ...; `s1`, `s2`, ... where letters do not suffice."""
    yield from _LETTERS[:count] if count <= len(_LETTERS) else (f"s{i + 1}" for i in range(count))
