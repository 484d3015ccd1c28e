"""A first look at a game: every move is tried on a small board, so that wrong rules are met at once.

The interpreter checks a move where it meets it. Somebody who asks for one position should hear of a mistake that only
other positions would show; and a file is checked for small values of the parameters that its games leave open.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice, product
from typing import Any

from heapwise.documents.document import NOWHERE, Document
from heapwise.records import dataclass, field
from heapwise.rules.body import Move
from heapwise.rules.game import Game, Rules, SumOfGames
from heapwise.rules.heading import Parameter
from heapwise.rules.schema import Schema
from heapwise.source import Source
from heapwise.terms.evaluate import Compiler
from heapwise.terms.position import State
from heapwise.terms.types import CODE, GAME, NUMBER, Set, Type, Vector
from heapwise.terms.values import Code, FiniteSet

MOST_POSITIONS = 60
MOST_OPTIONS = 3_000
MOST_GAMES = 12
_MOST_COMPONENTS = 40
_MOST_VALUES = 20
_MOST_TRIED = 2_000


@dataclass
class BoardWalk:
    """What a walk over a small board has seen."""

    positions: int = 0
    options: int = 0
    applied: set[Move] = field(default_factory=set)
    is_cut: bool = False

    def add(self, game: Game, state: State) -> None:
        """Try all moves of a position."""
        self.positions += 1
        for move, _ in game.options_by_move(state):
            self.applied.add(move)
            self.options += 1
            if self.options >= MOST_OPTIONS:
                self.is_cut = True
                return


def walk(game: Game) -> BoardWalk:
    """Try every move on the smallest legal positions; raises the `HeapwiseError` of a move that may not be."""
    seen = BoardWalk()
    for state in islice(small_states(game), MOST_POSITIONS):
        seen.add(game, state)
        if seen.is_cut:
            break
    return seen


@cache
def check_game(rules: Rules) -> None:
    """Raise a `HeapwiseError` for rules that go wrong on a small board, unless they were shown to be right."""
    for game in rules.games if isinstance(rules, SumOfGames) else (rules,):
        if isinstance(game, Game) and not game.is_shown_to_end:
            walk(game)


def check_schema(schema: Schema) -> list[tuple[Game, BoardWalk]]:
    """Walk a game for small values of its parameters; raises the first `HeapwiseError`."""
    return [(game, walk(game)) for game in islice(small_games(schema), MOST_GAMES)]


# --------------------------------------------------------------------------------------------- positions


def small_states(game: Game) -> Iterator[State]:
    """Legal states, those with the smallest total first."""
    if game.layout.size > _MOST_COMPONENTS:
        return
    choices = [_component_values(g, low, high) for g, low, high in _components(game)]
    tried = islice(_by_total([len(c) for c in choices]), _MOST_TRIED)
    states = (tuple(c[i] for c, i in zip(choices, indices, strict=True)) for indices in tried)
    yield from (state for state in states if game.is_legal(state))


def _components(game: Game) -> Iterable[tuple[Any, int, int | None]]:
    layout = game.layout
    return zip(layout.component_games, layout.lows, layout.highs, strict=True)


def _component_values(game: Any, low: int, high: int | None) -> list[Any]:
    """The smallest values of a component: numbers, or positions of its game."""
    if game is None:
        return list(range(low, low + _MOST_VALUES if high is None else min(high + 1, low + _MOST_VALUES)))
    return [game.position_of((state,)) for state in islice(small_states(game), 4)] if isinstance(game, Game) else []


def _by_total(sizes: list[int]) -> Iterator[tuple[int, ...]]:
    """All tuples of indices below the sizes, by their sum and then in order."""
    if all(sizes):
        for total in range(sum(sizes) - len(sizes) + 1):
            yield from _with_total(sizes, total)


def _with_total(sizes: list[int], total: int) -> Iterator[tuple[int, ...]]:
    if not sizes:
        yield ()
        return
    most_of_rest = sum(sizes[1:]) - len(sizes) + 1
    for first in range(max(0, total - most_of_rest), min(total, sizes[0] - 1) + 1):
        yield from ((first, *rest) for rest in _with_total(sizes[1:], total - first))


# --------------------------------------------------------------------------------------------- parameters


def small_games(schema: Schema) -> Iterator[Game]:
    """The game for small values of its parameters, as far as it has any."""
    for arguments in _small_arguments(schema, schema.parameters, {}):
        game = schema.bind(arguments)
        if isinstance(game, Game):
            yield game


def _small_arguments(
    schema: Schema, waiting: tuple[Parameter, ...], known: dict[int, Any]
) -> Iterator[tuple[Any, ...]]:
    if not waiting:
        yield ()
        return
    parameter, *rest = waiting
    domain = None if parameter.domain is None else Compiler(schema.source, known).value(parameter.domain, [])
    for value in _small_values(parameter, domain):
        given = known | {parameter.slot: value}
        if parameter.count_slot is not None:
            given[parameter.count_slot] = len(value)
        yield from ((value, *others) for others in _small_arguments(schema, tuple(rest), given))


def _small_values(parameter: Parameter, domain: Any) -> list[Any]:
    items = _small_items(parameter.item, domain)
    return [tuple(items[:1]), tuple(items[:2])] if parameter.is_variadic else items


def _small_items(kind: Type, domain: Any) -> list[Any]:
    """A few small values of one parameter."""
    if kind == NUMBER:
        return _first_members(domain, 3)
    if kind == CODE:
        return [Code("0.77"), Code("0.3"), Code("4.0")]
    if kind == GAME:
        return [schema.bind(()) for schema in _sample_games().values()]
    if isinstance(kind, Set | Vector):
        members = _first_members(domain, 3) if domain is not None else _small_items_of(kind.item)
        lists = [members[:2], members[:1], members[1:3]]
        return [FiniteSet(v) if isinstance(kind, Set) else tuple(v) for v in lists if v]
    return []


def _small_items_of(kind: Type) -> list[Any]:
    """Members for a set or a list without a range: numbers, pairs of numbers, sets of numbers ..."""
    if kind == NUMBER:
        return [1, 2, 3]
    if isinstance(kind, Set | Vector):
        return _small_items(kind, None)
    items = getattr(kind, "items", ())
    return [pair for pair in product((1, 2, 3), repeat=len(items)) if len(set(pair)) == len(pair)][:3]


def _first_members(domain: Any, most: int) -> list[Any]:
    if hasattr(domain, "low"):
        return list(range(domain.low, domain.low + most))
    return list(islice(domain, most)) if hasattr(domain, "__iter__") else []


_SAMPLES = """
game one_heap
    heap n
    move n -> n - t   for t in 1..n

game at_most_two
    heap n
    move n -> n - t   for t in 1..min(n, 2)
"""


@cache
def _sample_games() -> dict[str, Schema]:
    """Games that stand in for a parameter of the kind `games`."""
    return Document(Source("<samples>", _SAMPLES), NOWHERE).schemas
