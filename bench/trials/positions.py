"""Positions of random games: every way to value them beside the definition, which is written twice.

The rules come from `rules`, and so do the options that `naive` goes through without a line of heapwise. The interpreter
is one of the ways.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Set
from contextlib import nullcontext
from functools import cache
from random import Random

import heapwise as hw
from heapwise.errors import HeapwiseError
from heapwise.reference.conventions import MISERE, NORMAL, Fold, Grundy, Play, Remoteness, preference
from heapwise.rules.game import Game
from trials.base import Counts, Failure, Kind
from trials.naive import Naive
from trials.rules import Rules, random_game
from trials.ways import CHOSEN, COMPILED, NOT_FOR_THIS, ONE_BY_ONE, WAYS, Case, State, Way, kernels_as_python

_SEATS = ((1, 2, 0), (2, 0, 1), (0, 2, 1), (3, 1, 0, 2))
_REFUSALS = ("E003", "E336")  # too much
# The largest components, by how many there are: of tables, and where the ways look at one option after another.
_BOX = {1: 300, 2: 28, 3: 9, 4: 5}
_NEAR = {1: 40, 2: 8, 3: 4, 4: 2}
_SUMS_UPTO = 7
# Compilers take most of the time of a trial: one game of so many has the kernels of its own compiled that engines
# choose, and one of so many of these all kernels that there are. The kernels of the others run as Python.
_MADE, _FORCED = 10, 10


def game_of(rules: Rules) -> Game:
    """The game of a text that was written here."""
    found = hw.parse(rules.text)["random"](*rules.layout.arguments).rules
    assert isinstance(found, Game)
    return found


def conventions(source: Random) -> list[tuple[Fold, Play, str, tuple[int, ...]]]:
    """Grundy values of normal play always, and two others: the fold, the play, and the two in `naive`'s words."""
    seats = source.choice(_SEATS)
    others: list[tuple[Fold, Play, str, tuple[int, ...]]] = [
        (Grundy(misere=True), MISERE, "misere grundy", ()), (NORMAL.outcome, NORMAL, "seats", (0, 1)),
        (MISERE.outcome, MISERE, "seats", (1, 0)), (preference(seats).outcome, preference(seats), "seats", seats),
        (Remoteness(), NORMAL, "remoteness", ()), (Remoteness(misere=True), MISERE, "misere remoteness", ()),
    ]  # fmt: skip
    return [(Grundy(), NORMAL, "grundy", ()), *source.sample(others, 2)]


def trial(source: Random) -> Counts:
    """One game, three conventions, every way."""
    rules = random_game(source)
    counts: Counts = Counter()
    game = game_of(rules)
    upto = (_NEAR if rules.has_sums else _BOX)[len(rules.layout.places)] - source.randrange(3)
    ways, is_made = dict(WAYS), source.randrange(_MADE) == 0
    if is_made and source.randrange(_FORCED) == 0:
        ways |= COMPILED
    near = ONE_BY_ONE if is_made else ONE_BY_ONE | CHOSEN
    with nullcontext() if is_made else kernels_as_python():
        counts.update(_compared_everywhere(source, rules, game, upto, ways, near))
    if counts["positions"]:
        counts.update({f"construct: {word}": 1 for word in rules.met})
        counts["games"] += 1
        counts["games with compiled kernels"] += is_made
    return counts


def _compared_everywhere(
    source: Random, rules: Rules, game: Game, upto: int, ways: Mapping[str, Way], only_near: Set[str]
) -> Counts:
    """Three conventions by all ways, some of them for small positions alone."""
    counts, options = Counts(), cache(rules.options)
    for fold, play, kind, seats in conventions(source):
        most = min(upto, _SUMS_UPTO) if rules.has_sums and kind != "grundy" else upto
        naive = Naive(options, kind, seats)
        wanted = {state: naive.of(state) for state in rules.states(most)}
        counts["positions"] += len(wanted)
        least = min(most, _NEAR[len(rules.layout.places)])
        near = {state: wanted[state] for state in wanted if max(state) <= least}
        for name, way in ways.items():
            is_near = name in only_near
            case = Case(game, _highs(rules, least if is_near else most), fold, play, naive.of)
            compared = _compare(rules, name, way, case, near if is_near else wanted)
            counts[f"way: {name}"] += compared
            counts["comparisons"] += compared
    return counts


def _highs(rules: Rules, upto: int) -> tuple[int, ...]:
    layout = rules.layout
    top = upto if layout.high is None else layout.high
    return (top,) * layout.heaps + (2,) * (len(layout.places) - layout.heaps)


def _compare(rules: Rules, name: str, way: Way, case: Case, wanted: Mapping[State, object]) -> int:
    """All positions by one way; how many it had."""
    try:
        found = way(case)
    except NOT_FOR_THIS:
        return 0
    except HeapwiseError as problem:
        if problem.code in _REFUSALS:
            return 0
        raise
    compared = 0
    for state, value in wanted.items() if found is not None else ():
        here = found(state)
        if here is not None and here != value:
            raise Failure(f"{name}, {case.fold}: {here} at {state}, and {value} by the definition\n{rules.text}")
        compared += here is not None
    return compared


_CONSTRUCTS = (
    "heap", "heaps", "vector", "board", "rows", "cyclic", "cell", "parameter", "legal", "ends when", "decreases",
    "let", "label", "sums", "nothing", "options", "pairs", "two for", "box", "subsets", "level", "splits",
    "neighbours", "everywhere", "bound together", "cell moves", "expressions", "diagonal", "trade", "ray", "late ray",
    "window", "list", "difference", "set by for", "if", "not", "and", "or", "implies", "iff", "chain", "congruence",
    "in", "not in", "divides", "distinct", "increasing", "sets", "sum", "min", "max", "nimsum", "mex", "bitor",
    "bitand", "count", "all", "any", "unique", "floor", "ceil", "mod", "popcount", "tail1", "v2", "bit", "^", "sqrt",
    "gcd", "abs", "(+)", "*", "sorted", "mex of a set", "mex of a set by for", "nimsum of a vector",
)  # fmt: skip
KIND = Kind(
    "positions", "positions", trial,
    frozenset([f"construct: {word}" for word in _CONSTRUCTS] + [f"way: {name}" for name in WAYS])
    | {"games with compiled kernels"}, share=5.0,
)  # fmt: skip
