"""Why play ends: a proof from linear forms that every move leads lower.

First the measure that the rules name (or the sum of all heaps), then other sums of components, then such sums one
after another, then the multiset order, in which a heap is replaced by smaller ones.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from heapwise.errors import HeapwiseError
from heapwise.model.bounds import Surroundings, surroundings
from heapwise.model.conditions import NotAllZero
from heapwise.model.expand import ground
from heapwise.model.ground import ExpansionBudget, GroundGame, GroundMove, Target, TooMany
from heapwise.model.inner import symbolic_place
from heapwise.model.linear import Linear, total
from heapwise.model.symbolic import SymbolicEvaluator
from heapwise.model.symbols import NotLinear
from heapwise.records import Record
from heapwise.rules.flat import FlatGame, FlatPlace
from heapwise.rules.game import Game
from heapwise.rules.layout import PlaceName

_QUICK = ExpansionBudget(moves=100, steps=1_500)
_MOST_WEIGHTED = 8  # components up to which all sums of components are tried

_MEASURE = "it is not seen that every move leads lower, which is tested at every move"

Measure = tuple[Linear, ...]  # forms of the components; the first that differs decides


class Termination(Record):
    """Whether it is proved that play ends, and how: in words, and as forms of which each move lowers the first that
    it changes. `is_declared` says that these are the forms that the rules themselves name."""

    proved: bool
    how: str
    weight: Measure = ()
    is_declared: bool = False


def termination(game: GroundGame | TooMany) -> Termination:
    """The first proof that is found."""
    if isinstance(game, TooMany):
        return Termination(False, f"the rules expand to more than {game.most} {game.what}")
    if game.opaque:
        return Termination(False, f"a move depends on {game.opaque[0].reason}")
    declared = declared_measure(game.game)
    if declared is not None and _falls(game, declared):
        return Termination(True, f"every move lowers {_text(game, declared)}", declared, is_declared=True)
    if not game.is_closed_kind:
        return Termination(False, "a move leads to other games, and the measure is not shown to fall")
    return _other_proof(game)


def _other_proof(game: GroundGame) -> Termination:
    found = _ordered(game)
    if found is not None:
        which = ", the first that it changes" if len(found) > 1 else ""
        return Termination(True, f"every move lowers {_text(game, found)}{which}", found)
    if all(_splits_lower(game, move) for move in game.moves):
        return Termination(True, "every move replaces components by smaller ones")
    return Termination(False, "no measure that every move lowers was found")


def is_quickly_shown(game: Game) -> bool:
    """Is it shown within some milliseconds that every move lowers what `Game.rank` compares?

    A proof by another measure serves where the rules name none; a measure that they name has to fall by itself.
    """
    try:
        proof = termination(ground(game, _QUICK))
    except HeapwiseError:
        return False  # the game has mistakes, which the interpreter reports
    return proof.is_declared or (proof.proved and game.schema.body.measure is None)


def why_interpreted(game: GroundGame) -> str | None:
    """What the interpreter alone tests at every move: a measure that is not seen to fall, or that what the rules ask
    for has a value, where no ground move tells."""
    if game.unsure:
        return f"`{game.unsure[0]}`, of which no value is seen everywhere"
    if isinstance(game.game, FlatGame):
        is_shown = lowers_ranks(game)
    elif game.opaque and game.game.schema.body.measure is None:
        is_shown = True  # they are linear in a box, which is asked in its turn
    else:
        is_shown = game.game.is_shown_to_end or termination(game).is_declared
    return None if is_shown else _MEASURE


def lowers_ranks(game: GroundGame) -> bool:
    """Is it shown that every move of a compound lowers what `Game.rank` compares: its own measure or one of its inner
    games', and raises none?"""
    ranks = [*_own_measure(game.game), *_inner_measures(game.game)]
    found = [rank for rank in ranks if rank is not None]
    return len(found) == len(ranks) and all(_lowers_one(game, move, found) for move in game.moves)


def _own_measure(game: Game) -> Iterator[Measure | None]:
    """That which the rules name, or the sum of the heaps that stand beside the inner games, if there are any."""
    placed = zip(game.layout.variables, game.layout.offsets, strict=True)
    heaps = [at + i for v, at in placed if v.keyword == "heaps" and type(v) is PlaceName for i in range(v.size)]
    if game.schema.body.measure is not None:
        yield declared_measure(game)
    elif heaps:
        yield (total(map(Linear.variable, heaps)),)
    elif not game.layout.has_positions and not isinstance(game, FlatGame):  # nothing but cells
        yield (total(map(Linear.variable, range(game.layout.size))),)


def _inner_measures(game: Game) -> Iterator[Measure | None]:
    for variable, offset in zip(game.layout.variables, game.layout.offsets, strict=True):
        if isinstance(variable, FlatPlace):
            for inner, part in zip(variable.inner, variable.slices(), strict=True):
                there = {i: Linear.variable(offset + at) for i, at in enumerate(range(part.start, part.stop))}
                own = declared_measure(inner)
                yield None if own is None else tuple(form.substitute(there) for form in own)


def _lowers_one(game: GroundGame, move: GroundMove, measures: Sequence[Measure]) -> bool:
    around = move_surroundings(game, move)
    falling = [_first_falls(around, move, measure) for measure in measures]
    return any(falling) and all(
        is_lower or all(does_not_rise(around, move, form) for form in measure)
        for is_lower, measure in zip(falling, measures, strict=True)
    )


# ------------------------------------------------------------------------------------------- the measure


def declared_measure(game: Game) -> Measure | None:
    """What the rules say that every move lowers, if it is linear and never negative."""
    measure = game.schema.body.measure
    if measure is None:
        heaps = game.layout.heap_indices or range(game.layout.size)  # of cells alone all
        return None if game.layout.has_positions else _bounded(game, (total(map(Linear.variable, heaps)),))
    evaluator = SymbolicEvaluator(game, lambda: None, ground)
    slots = dict(game.known)
    for place, variable, offset in zip(game.schema.places, game.layout.variables, game.layout.offsets, strict=True):
        forms = [Linear.variable(offset + i) for i in range(variable.size)]
        slots[place.slot] = symbolic_place(variable, forms)
    try:
        value = evaluator.value(measure, slots)
    except NotLinear:
        return None
    entries = value if type(value) is tuple else (value,)
    forms = [Linear(e) if type(e) is int else e for e in entries]
    if evaluator.unsure or not all(isinstance(f, Linear) and all(v >= 0 for v in f.variables) for f in forms):
        return None
    return _bounded(game, tuple(forms))


def _bounded(game: Game, forms: Measure) -> Measure | None:
    """The forms, if the ranges of components keep them from being negative."""
    around = Surroundings(game.layout.lows, game.layout.highs)
    return forms if all(map(around.is_shown, forms)) else None


def _falls(game: GroundGame, measure: Measure) -> bool:
    """Does every move lower the measure, and every position of a sum stand lower by its own?"""
    return all(lowers(game, move, measure) for move in game.moves)


def lowers(game: GroundGame, move: GroundMove, measure: Measure) -> bool:
    """Does a move lower the first form of a measure that it changes?"""
    around = move_surroundings(game, move)
    if move.result is None:
        return _first_falls(around, move, measure)
    return all(_stands_lower(game, around, target, measure) for target in move.result)


def _stands_lower(game: GroundGame, around: Surroundings, target: Target, measure: Measure) -> bool:
    own = measure if target.game is game.game else declared_measure(target.game)
    if own is None:
        return False
    there = dict(enumerate(target.components))
    pairs = zip(measure, own, strict=False)
    return first_is_positive(around, (before - after.substitute(there) for before, after in pairs))


def first_is_positive(around: Surroundings, drops: Iterable[Linear]) -> bool:
    """Is the first of these that is not 0 positive?"""
    for drop in drops:
        if around.is_positive(drop):
            return True
        if not around.is_shown(drop):
            return False
    return False


def _first_falls(around: Surroundings, move: GroundMove, measure: Measure) -> bool:
    """Does the first form that changes fall?"""
    for form in measure:
        if falls(around, move, form):
            return True
        if not does_not_rise(around, move, form):
            return False
    return False


def move_surroundings(
    game: GroundGame, move: GroundMove, highs: Sequence[int | None] | None = None, known: Iterable[Linear] = ()
) -> Surroundings:
    """What is known where a move is possible; with other upper bounds and further forms that are not negative."""
    around = surroundings(game.lows, game.highs if highs is None else highs, move.amounts, (*move.guards, *game.facts))
    return Surroundings(around.lows, around.highs, around.amounts, (*known, *around.known))


def drop_of(move: GroundMove, form: Linear) -> Linear:
    """By how much a move lowers a form of the components."""
    return form - form.substitute(dict(move.updates))


def falls(around: Surroundings, move: GroundMove, form: Linear) -> bool:
    """Is it shown that a move lowers a form? In a box no component alone has to fall, but some component does."""
    if around.is_positive(drop_of(move, form)):
        return True
    drops = drops_by_component(move, form)
    if not all(map(around.is_shown, drops)):
        return False
    moving = set(drops) | {-drop for drop in drops}
    must_change = (set(g.differences) for g in move.guards if isinstance(g, NotAllZero))
    return any(map(around.is_positive, drops)) or any(differences <= moving for differences in must_change)


def does_not_rise(around: Surroundings, move: GroundMove, form: Linear) -> bool:
    """Is it shown that a move does not raise a form, as a whole or component by component?"""
    return around.is_shown(drop_of(move, form)) or all(map(around.is_shown, drops_by_component(move, form)))


def drops_by_component(move: GroundMove, form: Linear) -> list[Linear]:
    """By how much a move lowers the components of a form, those that it raises with a minus; factors only as signs."""
    signs = ((new, i, form.coefficient(i)) for i, new in move.updates)
    return [(Linear.variable(i) - new) * (1 if c > 0 else -1) for new, i, c in signs if c]


# --------------------------------------------------------------------------------------- other measures


def weights(size: int) -> Iterator[tuple[int, ...]]:
    """Sums of components: all of them, then fewer, then with factors."""
    whole = range(size)
    counts = range(size, 0, -1) if size <= _MOST_WEIGHTED else (size, 1, 2)
    for count in counts:
        for chosen in combinations(whole, count):
            yield tuple(int(i in chosen) for i in whole)
    yield tuple(i + 1 for i in whole)
    yield tuple(size - i for i in whole)
    if size <= 32:
        yield tuple(2**i for i in whole)
        yield tuple(2 ** (size - 1 - i) for i in whole)


def _ordered(game: GroundGame) -> Measure | None:
    """Sums, one after another, such that every move lowers the first that it changes."""
    candidates = [form for w in weights(game.size) if _bounded(game.game, (form := weighted(w),))]
    waiting = list(game.moves)
    chosen: list[Linear] = []
    while waiting:
        best: tuple[int, Linear, list[GroundMove]] | None = None
        for form in candidates:
            left = _left_by(game, waiting, form)
            if left is not None and (best is None or len(left) < best[0]):
                best = (len(left), form, left)
            if best is not None and best[0] == 0:
                break
        if best is None or best[0] == len(waiting):
            return None
        chosen.append(best[1])
        waiting = best[2]
    return tuple(chosen)


def weighted(weight: Sequence[int]) -> Linear:
    """A sum of components with factors."""
    return Linear(0, tuple((i, w) for i, w in enumerate(weight) if w))


def _left_by(game: GroundGame, moves: list[GroundMove], form: Linear) -> list[GroundMove] | None:
    """The moves that a form leaves to the next one; None if some move may raise it."""
    left = []
    for move in moves:
        around = move_surroundings(game, move)
        drops = [form - form.substitute(dict(enumerate(target.components))) for target in move.result or ()]
        if not (all(map(around.is_shown, drops)) and (drops or does_not_rise(around, move, form))):
            return None
        if not (all(map(around.is_positive, drops)) if move.result is not None else falls(around, move, form)):
            left.append(move)
    return left


def _splits_lower(game: GroundGame, move: GroundMove) -> bool:
    """Is some written component greater than everything that the move writes, apart from what only moves over?"""
    if move.result is not None:
        return False
    around = move_surroundings(game, move)
    return any(_replaced_by_lower(around, move, pivot) for pivot in move.written)


def _replaced_by_lower(around: Surroundings, move: GroundMove, pivot: int) -> bool:
    height = Linear.variable(pivot)
    moved = {Linear.variable(i) for i in move.written if i != pivot}
    for _, new in move.updates:
        if new in moved:
            moved.remove(new)
        elif not around.is_positive(height - new):
            return False
    return True


def _text(game: GroundGame, measure: Measure) -> str:
    texts = [form.text(game.labels) for form in measure]
    return texts[0] if len(texts) == 1 else f"({', '.join(texts)})"
