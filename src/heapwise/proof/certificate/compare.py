"""The translation of rules and claim, looked at from outside: at many positions it must say what the interpreter says.

That is no proof that it is right everywhere. It is the part of a verified proof that has to be trusted, so it is looked
at again each time, with positions that nobody could prepare for.
"""

import random
from collections.abc import Iterator

from heapwise.claims.far_cases import contradicted_at
from heapwise.claims.instances import Instance
from heapwise.claims.small_cases import false_position, small_box
from heapwise.claims.task import Unsuitable
from heapwise.proof.automata import AutomatonBudget, BudgetExceeded
from heapwise.proof.certificate.confirm import Confirmed, other
from heapwise.proof.evaluated import TranslatedClaim, TranslatedMoves
from heapwise.proof.far_look import mistranslated_at
from heapwise.proof.given import DigitSystem
from heapwise.proof.moves import Moves
from heapwise.records import Record
from heapwise.terms.position import State

_BUDGET = AutomatonBudget(states=60_000, work=4_000_000)
_RANDOM = 100
_MOST_BITS = 12


NOTHING_SAID = "the claim gives no formula for a set of positions, or for values"


class Compared(Record):
    """At how many positions rules and formula were looked at; None where that could not be done, for this reason."""

    options: int | None
    formula: int | None
    why_no_options: str = "the automaton of all moves at once grows too large"
    why_no_formula: str = NOTHING_SAID


_NONE = "no instance that it is about was soon found"
NO_INSTANCE = Compared(None, None, _NONE, _NONE)


def compare(confirmed: Confirmed, seed: int | None = None) -> Compared:
    """Look at rules and claim at many positions; raises `HeapwiseError` where the translation is wrong."""
    plan = confirmed.plan
    options = [_options(moves, plan.digits) for moves in (plan.moves, *plan.others)]
    many = None if None in options else sum(filter(None, options))
    compared = Compared(many, _formula(confirmed, random.Random(seed)))
    compare_statement(confirmed.instance)
    return compared


def compare_statement(instance: Instance) -> None:
    """Look at what is stated, with values from the interpreter: whatever was proved, it is not false in a small box,
    nor does it contradict itself beside the numbers of the texts."""
    game = instance.game
    state = false_position(instance)
    if state is not None and game is not None:
        raise other(f"the statement is false, or has no value, at {game.layout.text(state)} of {game.text}")
    for look, what in ((contradicted_at, "the statement contradicts itself"), (mistranslated_at, "it is read wrongly")):
        far = look(instance)
        if far is not None:
            where = str(far) if game is None else f"{game.layout.text(far)} of {game.text}"
            raise other(f"{what} at {where}")


# ------------------------------------------------------------------------------------------------ options


def _options(moves: Moves, digits: DigitSystem) -> int | None:
    """In a small box: which positions are legal, and which of them are options of which."""
    layout = moves.game.game.layout
    box = list(small_box(layout.size))
    try:
        translated = TranslatedMoves(moves, digits, _BUDGET, box)
    except BudgetExceeded:
        return None
    for state in box:
        mistake = translated.mistake(state)
        if mistake is not None:
            raise other(f"{mistake} translated wrongly at {layout.text(state)}")
    return len(box)


# ------------------------------------------------------------------------------------------------ the claim


def _formula(confirmed: Confirmed, source: random.Random) -> int | None:
    """Small and random positions: is the claimed set, or graph, what the formula says when it is evaluated?"""
    instance = confirmed.instance
    try:
        translated = TranslatedClaim(instance)
    except Unsuitable:
        return None
    game, compared = confirmed.plan.moves.game.game, 0
    for state in (*small_box(game.layout.size), *_random(game.layout.size, source)):
        is_right = translated.is_right(state) if game.is_legal(state) else None
        compared += is_right is not None
        if is_right is False:
            raise other(f"the formula is translated wrongly at {game.layout.text(state)}")
    return compared


def _random(size: int, source: random.Random) -> Iterator[State]:
    for _ in range(_RANDOM):
        bits = source.randint(2, _MOST_BITS)
        yield tuple(source.getrandbits(bits) for _ in range(size))
