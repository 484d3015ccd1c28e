"""A look at how a claim and its rules were read, beside the numbers that the texts name; no part of a proof.

A condition that was read wrongly from 2^30 on shows in no small case, and what is claimed there may fit together as it
was read.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from heapwise.claims.by_heaps import by_heaps, of_heaps
from heapwise.claims.claim import Claim
from heapwise.claims.far_cases import Far
from heapwise.claims.far_places import far_instances, far_positions
from heapwise.claims.instances import Instance
from heapwise.claims.task import Unsuitable
from heapwise.errors import HeapwiseError
from heapwise.proof.automata import AutomatonBudget, BudgetExceeded
from heapwise.proof.evaluated import TranslatedClaim, TranslatedMoves
from heapwise.proof.obligations import plan
from heapwise.terms.budget import BUDGET
from heapwise.terms.position import State

_SOON = AutomatonBudget(states=5_000, work=1_000_000)
_WORK_AT = 4_000  # values to go through at one position
_MOST_HEAPS = 3
_POSITIONS = 60  # of an instance; of moves each beside each


def mistranslated(
    claim: Claim, is_case: Callable[[Mapping[str, str]], bool], fixed: Sequence[Mapping[str, Any]] = ()
) -> Far | None:
    """Such a position of an instance beside the numbers of the texts; `is_case` says whether an instance counts, some
    parameters may be `fixed`."""
    cases = (instance for instance in far_instances(claim, fixed) if is_case(instance.shown))
    found = ((instance, mistranslated_at(instance)) for instance in cases)
    return next((Far(instance, state) for instance, state in found if state is not None), None)


def mistranslated_at(instance: Instance) -> State | None:
    """A position at which both readings differ, as far as that is soon looked at; of a compound by its heaps."""
    heaps = by_heaps(instance)
    return of_heaps(instance, heaps, _mistranslated_at(heaps))


def _mistranslated_at(instance: Instance) -> State | None:
    layout = None if instance.game is None else instance.game.layout
    is_small = layout is not None and not layout.has_positions and layout.size <= _MOST_HEAPS
    states = list(far_positions(instance)) if is_small else []
    for look in (_claim, _moves) if states else ():
        with suppress(Unsuitable, BudgetExceeded):
            is_wrong = look(instance, states)
            found = next((state for state in states[:_POSITIONS] if _is_seen(is_wrong, state)), None)
            if found is not None:
                return found
    return None


def _claim(instance: Instance, states: list[State]) -> Callable[[State], bool]:
    claim = TranslatedClaim(instance, _SOON)
    return lambda state: claim.is_right(state) is False


def _moves(instance: Instance, states: list[State]) -> Callable[[State], bool]:
    made = plan(instance)
    moves = TranslatedMoves(made.moves, made.digits, _SOON, states[:_POSITIONS])
    return lambda state: moves.mistake(state) is not None


def _is_seen(is_wrong: Callable[[State], bool], state: State) -> bool:
    """Is it seen to be wrong? Not where it has no value, which others look at, or there is too much to go through."""
    try:
        return bool(BUDGET.within(_WORK_AT, lambda: is_wrong(state))[0])
    except HeapwiseError:
        return False
