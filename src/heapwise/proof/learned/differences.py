"""Where two proved sets differ: nowhere, at finitely many positions, which are listed, or at large ones, too."""

from heapwise.proof.automata import Automaton, tuples
from heapwise.proof.fibonacci.digits import decode
from heapwise.proof.learned.sets import BUDGET, DigitSet
from heapwise.proof.logic import And, Form, Formula, Iff, Not, Or, compare, compile
from heapwise.proof.moves import moves_of
from heapwise.rules.game import Game

Positions = tuple[tuple[int, ...], ...]

_LARGEST = 1 << 10  # components up to which positions are listed


def differences(game: Game, one: DigitSet, other: DigitSet) -> Positions | None:
    """All positions that are in one set only; None if some of them have a component beyond the largest looked at.

    Both sets read the same digits. None is a theorem, too, but only that there are such large positions.
    """
    moves = moves_of(game)
    apart = And((moves.domain, Not(Iff(one.formula, other.formula))))
    portfolio = one.portfolio()
    bound = 1
    while portfolio.decide(And((apart, _beyond(moves.names, bound)))).witness is not None:
        bound *= 4
        if bound > _LARGEST:
            return None
    found = compile(portfolio.spelled(apart), budget=BUDGET, base=one.automaton.shape.numeration.base)
    return _listed(found, moves.names, bound, one.is_fibonacci)


def _beyond(names: tuple[str, ...], bound: int) -> Formula:
    """Some component is larger than that."""
    return Or(tuple(compare(Form.variable(name), ">", bound) for name in names))


def _listed(found: Automaton, names: tuple[str, ...], bound: int, is_fibonacci: bool) -> Positions:
    if not is_fibonacci:
        return tuple(sorted(tuples(found, names, bound), key=lambda p: (sum(p), p)))
    codes = tuples(found, names, 1 << (2 * bound.bit_length()))
    return tuple(sorted((tuple(map(decode, code)) for code in codes), key=lambda p: (sum(p), p)))
