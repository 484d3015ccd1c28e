"""Amounts of ground moves that have one value only, put in."""

from __future__ import annotations

from heapwise.model.conditions import at_least_zero
from heapwise.model.ground import Amount, Bound, GroundMove, Target
from heapwise.model.linear import Linear


def settled(move: GroundMove) -> GroundMove:
    """The same move without amounts whose least and greatest value are the same form."""
    for number, amount in enumerate(move.amounts):
        lows = {bound.form for bound in amount.lows if bound.divisor == 1}
        same = [bound.form for bound in amount.highs if bound.divisor == 1 and bound.form in lows]
        if same:
            return settled(_without(move, number, same[0]))
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
