"""Independent parts of a game, found from its ground moves.

Components belong together if some move changes one of them by what it reads of the other, or if `legal` speaks of both.
Where no move and no condition joins two sets of components, positions are pairs of positions and every move is made in
one of them: the game is the disjunctive sum of its parts, which under normal play is worth their nim-sum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from weakref import WeakKeyDictionary

from heapwise.engine.sequences.recognise import recognise, rule_of
from heapwise.engine.sequences.rule import HeapRule
from heapwise.errors import HeapwiseError
from heapwise.model.conditions import FALSE, Condition, conjunction
from heapwise.model.expand import ground
from heapwise.model.ground import Amount, Bound, GroundGame, GroundMove
from heapwise.model.linear import Linear
from heapwise.model.termination import why_interpreted
from heapwise.records import Record, replace
from heapwise.rules.game import Game
from heapwise.terms.position import State

_COMPARED = 24  # heaps whose options are compared with the interpreter's

_KNOWN: WeakKeyDictionary[Game, tuple[IndependentPart, ...]] = WeakKeyDictionary()


class IndependentPart(Record):
    """Components that no move and no condition joins with the others; the rule of its heap where it is only one."""

    components: tuple[int, ...]
    rule: HeapRule | None = None


def parts_of(game: Game) -> tuple[IndependentPart, ...]:
    """The independent parts of a game; one with all components where none are shown.

    >>> from heapwise.documents.library import library
    >>> [part.components for part in parts_of(library().game("nim(3)"))]
    [(0,), (1,), (2,)]
    >>> [part.components for part in parts_of(library().game("wythoff"))]
    [(0, 1)]
    """
    if game not in _KNOWN:
        _KNOWN[game] = tuple(_parts(game))
    return _KNOWN[game]


def _parts(game: Game) -> Iterator[IndependentPart]:
    if game.size == 1:
        yield IndependentPart((0,), recognise(game))
        return
    grounded = None if game.layout.has_positions else ground(game)
    if not isinstance(grounded, GroundGame) or not _may_fall_apart(grounded):
        yield IndependentPart(tuple(range(game.size)))
        return
    for block in _blocks(grounded):
        yield IndependentPart(block, _rule(grounded, block[0]) if len(block) == 1 else None)


def _may_fall_apart(game: GroundGame) -> bool:
    """Is every move and condition linear, is play over only when no part has a move, and is the lowest position one?"""
    stays = all(move.result is None for move in game.moves)
    return (
        stays
        and game.is_linear
        and why_interpreted(game) is None
        and game.ends == FALSE
        and game.game.is_legal(game.lows)
    )


def _blocks(game: GroundGame) -> list[tuple[int, ...]]:
    """The finest division of the components that no move and no condition crosses."""
    home = list(range(game.size))
    joined = [_touched(game, move) for move in game.moves]
    joined += [_components(game, fact.forms()) for fact in game.facts]
    for some in joined:
        homes = {home[i] for i in some}
        home = [min(homes) if h in homes else h for h in home]
    return [tuple(i for i, h in enumerate(home) if h == block) for block in sorted(set(home))]


def _touched(game: GroundGame, move: GroundMove) -> set[int]:
    """The components that a move changes, or that what it does depends on."""
    bounds = (bound.form for amount in move.amounts for bound in (*amount.lows, *amount.highs))
    guards = (form for guard in move.guards for form in guard.forms())
    return {*move.written, *_components(game, (*bounds, *guards, *(form for _, form in move.updates)))}


def _components(game: GroundGame, forms: Iterable[Linear]) -> set[int]:
    return {v for form in forms for v in form.variables if v < game.size}


# ------------------------------------------------------------------------------------- a part that is a heap


def _rule(game: GroundGame, index: int) -> HeapRule | None:
    """The rule of a part with one component, if it has one and the interpreter agrees."""
    rule = rule_of(_alone(game, index))
    return rule if rule is not None and _agrees(rule, game, index) else None


def _alone(game: GroundGame, index: int) -> GroundGame:
    """The part as a game of one heap: its component becomes variable 0, the amounts follow."""

    def new(variable: int) -> int:
        return 0 if variable == index else variable - game.size + 1

    moves = tuple(_renamed(move, new) for move in game.moves if index in _touched(game, move))
    facts = (fact for fact in game.facts if index in _components(game, fact.forms()))
    legal = conjunction(_condition(fact, new) for fact in facts)
    one = slice(index, index + 1)
    return replace(game, labels=game.labels[one], lows=game.lows[one], highs=game.highs[one], moves=moves, legal=legal)


def _renamed(move: GroundMove, new: Callable[[int], int]) -> GroundMove:
    def bounds(old: tuple[Bound, ...]) -> tuple[Bound, ...]:
        return tuple(Bound(bound.form.rename(new), bound.divisor) for bound in old)

    amounts = tuple(Amount(bounds(amount.lows), bounds(amount.highs)) for amount in move.amounts)
    guards = tuple(_condition(guard, new) for guard in move.guards)
    return GroundMove(move.line, amounts, guards, tuple((new(i), form.rename(new)) for i, form in move.updates))


def _condition(condition: Condition, new: Callable[[int], int]) -> Condition:
    return condition.map(lambda form: form.rename(new))


def _agrees(rule: HeapRule, game: GroundGame, index: int) -> bool:
    """Does the interpreter make the same moves in this heap, all others being as low as they can be?"""
    last = max(_COMPARED, min(rule.head, 60)) + rule.first
    try:
        return all(rule.options(n) == _options_in(game.game, game.lows, index, n) for n in range(rule.first, last + 1))
    except HeapwiseError:  # the rules are wrong at some position: the interpreter says so when it gets there
        return False


def _options_in(game: Game, lows: State, index: int, heap: int) -> set[tuple[int, ...]]:
    """The heaps that moves in one component leave."""
    state = (*lows[:index], heap, *lows[index + 1 :])
    states = {component.state for option in game.options(state) for component in option}
    others = (*lows[:index], *lows[index + 1 :])
    return {(s[index],) for s in states if (*s[:index], *s[index + 1 :]) == others and s[index] != heap}
