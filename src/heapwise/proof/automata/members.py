"""From an automaton back to numbers: the least member, all members below a bound."""

from collections.abc import Iterator, Mapping, Sequence

from heapwise.proof.automata.automaton import Automaton, BareAutomaton, leading_to

# The total of a tuple and then the tuple: what the least witness is least in.
Rank = tuple[int, ...]


def least(automaton: Automaton) -> dict[str, int] | None:
    """The member with the least total, the first in lexicographic order among those; None if there is none.

    Words are grown digit by digit, keeping for every state the least way to it; once the digits not yet tried are worth
    more than the best total, no longer word can win.
    """
    shape = automaton.shape
    useful = alive(shape)
    if 0 not in useful:
        return None
    letters = _cheapest(shape)
    best: Rank | None = None
    ways: dict[int, Rank] = {0: (0,) * (shape.arity + 1)}
    weight = 1
    while True:
        found = [rank for state, rank in ways.items() if shape.accepting[state]]
        best = min([*found, *([best] if best else [])], default=None)
        # Whatever these words do not cover has a number of at least this weight.
        if best is not None and weight > best[0]:
            break
        ways = _grow(shape, ways, letters, useful, weight)
        weight *= shape.numeration.base
    return dict(zip(automaton.tracks, best[1:], strict=True))


def _grow(
    shape: BareAutomaton, ways: Mapping[int, Rank], letters: Sequence[Rank], useful: set[int], weight: int
) -> dict[int, Rank]:
    """The least ways that are one digit longer; the new digit is the highest, or the lowest."""
    old, new = (1, weight) if shape.numeration.is_lsd else (shape.numeration.base, 1)
    longer: dict[int, Rank] = {}
    for state, rank in ways.items():
        for column, target in enumerate(shape.row(state)):
            if target in useful:
                way = tuple([old * r + new * d for r, d in zip(rank, letters[column], strict=True)])
                if target not in longer or way < longer[target]:
                    longer[target] = way
    return longer


def _cheapest(shape: BareAutomaton) -> list[Rank]:
    """For every column the letter of least digit sum, with that sum in front."""
    best: dict[int, Rank] = {}
    for letter, column in enumerate(shape.columns):
        digits = shape.numeration.digits(letter, shape.arity)
        rank = (sum(digits), *digits)
        best[column] = min(rank, best.get(column, rank))
    return [best[c] for c in range(shape.width)]


def alive(shape: BareAutomaton) -> set[int]:
    """The states from which some word is accepted."""
    return leading_to(shape.accepted, [shape.row(state) for state in range(shape.states)])


def tuples(automaton: Automaton, tracks: Sequence[str], bound: int) -> Iterator[tuple[int, ...]]:
    """The members, over tracks of one's choice, with no number above the bound; in order of their words."""
    shape, numeration = automaton.shape, automaton.shape.numeration
    own = [tracks.index(track) for track in automaton.tracks]
    length, useful = numeration.length([bound]), alive(shape)
    size = numeration.letters(len(tracks))
    reads = [numeration.letter(numeration.digits(letter, len(tracks))[i] for i in own) for letter in range(size)]

    def walk(state: int, word: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if state not in useful:
            return
        if len(word) < length:
            for letter in range(size):
                yield from walk(shape.step(state, reads[letter]), (*word, letter))
        elif shape.accepting[state]:
            yield numeration.values(word, len(tracks))

    return (found for found in walk(0, ()) if max(found, default=0) <= bound)
