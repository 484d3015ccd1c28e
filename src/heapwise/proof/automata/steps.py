"""The single operations, from automata to a raw automaton with labels; no memory, no normal form."""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import or_

from heapwise.proof.automata.automaton import Automaton, BareAutomaton, Raw, leading_to, reached, set_of, states_in
from heapwise.proof.automata.budget import BudgetExceeded, OperationWatch
from heapwise.proof.automata.canonical import reachable
from heapwise.proof.automata.inclusion import below, is_affordable, largest_only
from heapwise.proof.automata.kernels import Connective, Numbering, product, subsets
from heapwise.proof.automata.numeration import DigitOrder, Numeration, images
from heapwise.records import dataclass, replace

# So many sets of states, and as many more as there are states, are made before the states are compared.
_FIRST_ATTEMPT = 1000


@dataclass(frozen=True, slots=True)
class Labelled:
    """A raw automaton and what each of its states stands for: a pair, a set of states (`set_of`), or nothing.

    `below` says, where sets were thinned out, which states of the argument accept no more than which others.
    """

    raw: Raw
    labels: Sequence[tuple[int, int]] | Sequence[int] = ()
    below: Sequence[int] = ()


def letter_images(numeration: Numeration, tracks: Sequence[str], names: Sequence[str]) -> tuple[int, ...]:
    """For every letter over the tracks, the letter that an automaton over the names reads."""
    weights = [0] * len(tracks)
    position = {track: i for i, track in enumerate(tracks)}
    for place, name in enumerate(names):
        weights[position[name]] += numeration.base**place
    return images(numeration.base, tuple(weights))


def combine(left: Automaton, right: Automaton, connective: Connective, watch: OperationWatch) -> Labelled:
    """Any connective of two sets, over the tracks of both."""
    numeration = left.shape.numeration
    tracks = tuple(sorted({*left.tracks, *right.tracks}))
    watch.alphabet(numeration.letters(len(tracks)))
    ones = map(left.shape.columns.__getitem__, letter_images(numeration, tracks, left.tracks))
    twos = map(right.shape.columns.__getitem__, letter_images(numeration, tracks, right.tracks))
    pairs: dict[tuple[int, int], int] = {}
    columns = tuple([pairs.setdefault(pair, len(pairs)) for pair in zip(ones, twos, strict=True)])
    table, accepting, labels = product(left.shape, right.shape, list(pairs), connective, watch)
    return Labelled(Raw(tracks, numeration, columns, len(pairs), table, accepting), labels)


def project(
    automaton: Automaton, names: Iterable[str], known: dict[BareAutomaton, list[int]], watch: OperationWatch
) -> Labelled:
    """The tuples that can be completed on the named tracks. Which states are below which others is kept in `known`:
    a shape of which that was needed once is met again, in the next round of a portfolio, if nowhere else."""
    shape = automaton.shape
    hidden = set(names)
    kept = tuple(track for track in automaton.tracks if track not in hidden)
    gone = tuple(track for track in automaton.tracks if track in hidden)
    watch.spend(len(shape.columns))
    columns, groups = _groups(shape, automaton.tracks, kept, gone)
    start, accepting = _pad(shape, groups[0])
    made, relation = None, known.get(shape, [])
    if not relation:
        try:
            made = subsets(shape, groups, start, accepting, _tentative(shape, watch))
        except BudgetExceeded as error:
            if error.states > watch.budget.states or error.limit != "states":
                raise
            relation = known[shape] = below(shape, watch)
    table, accepted, labels = made or subsets(shape, groups, start, accepting, watch, largest_only(relation))
    return Labelled(Raw(kept, shape.numeration, columns, len(groups), table, accepted), labels, relation)


def _tentative(shape: BareAutomaton, watch: OperationWatch) -> OperationWatch:
    """The watch for a first attempt, which is not worth carrying far if a better one is to be had."""
    if not is_affordable(shape, watch.budget.memory):
        return watch
    budget = replace(watch.budget, states=min(watch.budget.states, _FIRST_ATTEMPT + shape.states))
    return replace(watch, budget=budget)


def _groups(
    shape: BareAutomaton, tracks: Sequence[str], kept: Sequence[str], gone: Sequence[str]
) -> tuple[tuple[int, ...], list[frozenset[int]]]:
    """Which columns a letter over the kept tracks may mean, whatever the others read."""
    base = shape.numeration.base
    own = images(base, tuple(base ** tracks.index(track) for track in kept))
    free = images(base, tuple(base ** tracks.index(track) for track in gone))
    found: dict[frozenset[int], int] = {}
    meant = (frozenset([shape.columns[letter + more] for more in free]) for letter in own)
    columns = tuple([found.setdefault(group, len(found)) for group in meant])
    return columns, list(found)


def _pad(shape: BareAutomaton, zeros: frozenset[int]) -> tuple[set[int], list[bool]]:
    """Start states and acceptance once the hidden numbers may be longer than the others.

    The kept tracks then read zeros only: after the last digit if the units come first, before the first digit if they
    come last.
    """
    edges = [{shape.table[s * shape.width + c] for c in zeros} for s in range(shape.states)]
    if not shape.numeration.is_lsd:
        return reached({0}, edges), list(shape.accepting)
    good = leading_to(shape.accepted, edges)
    return {0}, [s in good for s in range(shape.states)]


def rename(automaton: Automaton, names: Mapping[str, str], watch: OperationWatch) -> Raw:
    """The same set under other names; tracks that get the same name must then agree."""
    numeration = automaton.shape.numeration
    new = [names.get(track, track) for track in automaton.tracks]
    tracks = tuple(sorted(set(new)))
    watch.spend(numeration.letters(len(tracks)) + len(automaton.shape.table))
    letters = letter_images(numeration, tracks, new)
    shape = automaton.shape
    chosen = [shape.columns[letter] for letter in letters]
    table, accepting, columns, width = reachable(chosen, shape.width, shape.table, shape.accepting)
    return Raw(tracks, numeration, columns, width, table, accepting)


def reverse(automaton: Automaton, watch: OperationWatch) -> Labelled:
    """The same set, read from the other end."""
    shape = automaton.shape
    turned = DigitOrder.MSD if shape.numeration.is_lsd else DigitOrder.LSD
    numeration = Numeration(turned, shape.numeration.base)
    table, accepting, labels = _turn(shape, watch)
    return Labelled(Raw(automaton.tracks, numeration, shape.columns, shape.width, table, accepting), labels)


def _turn(shape: BareAutomaton, watch: OperationWatch) -> tuple[list[int], list[bool], list[int]]:
    """Sets of states from which what was read backwards is accepted."""
    before = [[0] * shape.states for _ in range(shape.width)]
    for s in range(shape.states):
        for c, t in enumerate(shape.row(s)):
            before[c][t] |= 1 << s

    def counted(members: int) -> int:
        watch.subset(len(numbers.order), members.bit_count())
        return members

    numbers, table = Numbering[int](watch, shape.width, counted), list[int]()
    numbers.number(set_of(shape.accepted))
    for members in numbers.order:
        states = states_in(members)
        watch.spend(shape.width * (1 + len(states)), len(numbers.order))
        table += [numbers[reduce(or_, map(back.__getitem__, states), 0)] for back in before]
    return table, [members & 1 != 0 for members in numbers.order], numbers.order
