"""From the ground moves of a game to a `HeapRule`, and never by the game's name.

A ground move of a one-heap game is read as one of three things: nothing is left, one heap is left, or several heaps
with a fixed total below n. What its bounds and guards say is written over n and over the number of stones taken, or
over n and the parts, and has to have one of the forms that a rule has. Whatever is read is compared with the options
of the interpreter; a difference means that nothing was recognised.
"""

from itertools import accumulate
from weakref import WeakKeyDictionary

from heapwise.engine.sequences.reading import read_move
from heapwise.engine.sequences.rule import HeapRule, Removal, Split
from heapwise.errors import HeapwiseError, error
from heapwise.model.conditions import FALSE, TRUE
from heapwise.model.expand import ground
from heapwise.model.ground import GroundGame
from heapwise.model.telling import telling_numbers
from heapwise.model.termination import why_interpreted
from heapwise.rules.game import Game, Rules
from heapwise.terms.position import Position

_COMPARED = 24  # heaps whose options are compared with the interpreter's, beyond the first
_FARTHEST_HEAD = 200  # so many, too, from the head of the rule on, where no number is named any more
_MOST_TOLD, _STONES_TOLD = 12, 5_000  # heaps beside numbers of the rules: so many, and with so many stones in all

_KNOWN: WeakKeyDictionary[Game, HeapRule | None] = WeakKeyDictionary()


def recognise(game: Game) -> HeapRule | None:
    """The rule of a one-heap game, or None if it is not of that kind.

    >>> from heapwise.documents.library import library
    >>> print(recognise(library().game("subtraction({1, 3, 4})")))
    take s in {1, 3, 4}
    """
    if game not in _KNOWN:
        _KNOWN[game] = _recognise(game)
    return _KNOWN[game]


def rule_for(game: Rules) -> HeapRule:
    """The rule of a one-heap game; a game of another kind is an error."""
    rule = recognise(game) if isinstance(game, Game) else None
    if rule is None:
        raise error("E334", None, game=game.text)
    return rule


def _recognise(game: Game) -> HeapRule | None:
    if game.layout.size != 1 or game.layout.has_positions or game.layout.lows[0] < 0:
        return None
    grounded = ground(game)
    if not isinstance(grounded, GroundGame) or why_interpreted(grounded) is not None:
        return None
    rule = rule_of(grounded)
    return rule if rule is not None and _agrees(rule, grounded) else None


def rule_of(grounded: GroundGame) -> HeapRule | None:
    """The rule that ground moves say, not yet compared with anything."""
    is_plain = grounded.legal == TRUE and grounded.highs[0] is None
    if not grounded.is_closed_kind or not is_plain:
        return None
    first = grounded.lows[0]
    going_on = () if grounded.ends == FALSE else (grounded.ends.negated(),)
    found: list[Removal | Split] = []
    for move in grounded.moves:
        read = read_move(move, going_on, first)
        if read is None:
            return None
        found += read
    removals = tuple(m for m in dict.fromkeys(found) if isinstance(m, Removal))
    splits = tuple(m for m in dict.fromkeys(found) if isinstance(m, Split))
    try:
        return HeapRule(removals, splits, first)
    except ValueError:  # a move that takes nothing: the interpreter says what is wrong
        return None


def _agrees(rule: HeapRule, grounded: GroundGame) -> bool:
    """Are the options the interpreter's, on small heaps, where the rule is looked at one by one, and beside the numbers
    that stand in the moves?"""
    last = max(_COMPARED, min(rule.head, 60)) + rule.first
    settled = range(rule.head, rule.head + _COMPARED) if last < rule.head <= _FARTHEST_HEAD else ()
    numbers = telling_numbers(c for move in grounded.moves for c in move.conditions(1))
    told = [n for n in numbers if n > last][:_MOST_TOLD]
    told = [n for n, stones in zip(told, accumulate(told), strict=True) if stones <= _STONES_TOLD]
    try:
        heaps = (*range(rule.first, last + 1), *settled, *told)
        return all(_same_options(rule, grounded.game, heap) for heap in heaps)
    except HeapwiseError:  # the rules are wrong at some heap: the interpreter says so when it gets there
        return False


def _same_options(rule: HeapRule, game: Game, heap: int) -> bool:
    return {_standing(heaps) for heaps in rule.options(heap)} == {_heaps(p, game) for p in game.options((heap,))}


def _heaps(position: Position, game: Game) -> tuple[int, ...]:
    """The heaps of an option; something impossible where it is not of this game."""
    if any(component.game is not game for component in position):
        return (-1,)
    return _standing(tuple(component.state[0] for component in position))


def _standing(heaps: tuple[int, ...]) -> tuple[int, ...]:
    """The heaps that are not empty, in increasing order: in an empty one nothing can be done."""
    return tuple(sorted(heap for heap in heaps if heap))
