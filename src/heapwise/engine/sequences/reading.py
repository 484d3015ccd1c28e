"""One ground move of a one-heap game, read as removals or splits.

Variable 0 is the heap n; the amounts t1, t2, ... follow. Their bounds are conditions like the guards.
"""

from collections.abc import Iterator, Sequence

from heapwise.engine.sequences.conditions import is_about_heap, whens
from heapwise.engine.sequences.read_removals import read_removal
from heapwise.engine.sequences.read_splits import read_split
from heapwise.engine.sequences.rule import Removal, Split
from heapwise.model.conditions import FALSE, AllOf, AnyOf, Condition, at_least_zero, conjunction
from heapwise.model.ground import Amount, Bound, GroundMove, Target
from heapwise.model.linear import Linear

HEAP = Linear.variable(0)


def read_move(move: GroundMove, going_on: tuple[Condition, ...], first: int) -> Sequence[Removal | Split] | None:
    """What a move says; `going_on` holds where play has not ended. None where it says something else."""
    move = _settled(move)
    found: list[Removal | Split] = []
    for guards in _cases((*going_on, *move.conditions(1))):
        read = _read(move, guards, first)
        if read is None:
            return None
        found += read
    return found


def _cases(conditions: Sequence[Condition]) -> Iterator[list[Condition]]:
    """The conditions without `or`, except where it speaks of n alone: one list for every choice."""
    flat = [part for c in conditions for part in (c.parts if isinstance(c, AllOf) else (c,))]
    for i, condition in enumerate(flat):
        if isinstance(condition, AnyOf) and not is_about_heap(condition):
            for part in condition.parts:
                yield from _cases([*flat[:i], part, *flat[i + 1 :]])
            return
    if conjunction(flat) != FALSE:
        yield flat


def _read(move: GroundMove, guards: list[Condition], first: int) -> Sequence[Removal | Split] | None:
    # An empty heap that is left beside others is nothing: a rule never says that something is done in it.
    results = _results(move)
    results = [form for form in results if form != Linear(0)] if len(results) > 1 and not first else results
    if not results:
        return None if move.amounts else _read_end(guards, first)
    # A heap that is no position is no option, but a sum with such a part is a mistake, which the interpreter reports.
    known = first if move.result is None else -1
    if len(results) == 1:
        return read_removal(results[0], len(move.amounts), guards, first, known)
    return read_split(results, len(move.amounts), guards, first, known)


def _results(move: GroundMove) -> list[Linear]:
    """The heaps that are left."""
    if move.result is not None:
        return [target.components[0] for target in move.result]
    return [form for _, form in move.updates] or [HEAP]


def _read_end(guards: list[Condition], first: int) -> list[Split] | None:
    """Play ends at certain heaps by taking all."""
    found = whens(guards, first) if all(map(is_about_heap, guards)) else None
    if found is None or any(w.all_but for w in found):
        return None
    return [Split(n, 0) for when in found for n in sorted(when.exactly)]


# ------------------------------------------------------------------------ amounts that have one value only


def _settled(move: GroundMove) -> GroundMove:
    """The same move without amounts whose least and greatest value are the same form."""
    for number, amount in enumerate(move.amounts):
        lows = {bound.form for bound in amount.lows if bound.divisor == 1}
        same = [bound.form for bound in amount.highs if bound.divisor == 1 and bound.form in lows]
        if same:
            return _settled(_without(move, number, same[0]))
    return move


def _without(move: GroundMove, number: int, value: Linear) -> GroundMove:
    """The move with a value in place of an amount of a one-heap game; its other bounds become bounds of the value."""
    gone = 1 + number

    def change(form: Linear) -> Linear:
        return form.substitute({gone: value}).rename(lambda v: v - (v > gone))

    def bounds(of: tuple[Bound, ...]) -> tuple[Bound, ...]:
        return tuple(Bound(change(b.form), b.divisor) for b in of)

    dropped = move.amounts[number]
    guards = [at_least_zero(value * b.divisor - b.form) for b in dropped.lows]
    guards += [at_least_zero(b.form - value * b.divisor) for b in dropped.highs]
    result = move.result and tuple(Target(t.game, tuple(map(change, t.components))) for t in move.result)
    return GroundMove(
        move.line,
        tuple(Amount(bounds(a.lows), bounds(a.highs)) for i, a in enumerate(move.amounts) if i != number),
        tuple(guard.map(change) for guard in (*guards, *move.guards)),
        tuple((index, change(form)) for index, form in move.updates),
        result,
    )
