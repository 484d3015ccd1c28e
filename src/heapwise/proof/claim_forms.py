"""What a claim says of the positions of its game, in the few forms that proofs know."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeGuard

from heapwise.claims.claim import Claim
from heapwise.claims.task import Unsuitable
from heapwise.records import Record
from heapwise.reference.conventions import Preference
from heapwise.terms import term as t
from heapwise.terms.types import NUMBER

_TWO = t.Constant(2, type=NUMBER)
_NOTHING: Mapping[int, Any] = MappingProxyType({})


class Value(Record):
    """`G(x) = formula`"""

    formula: t.AnyTerm


class EveryClass(Record):
    """`W(x) = if condition then 0 else if other then 1 else 2`: who moves last, at every position."""

    formula: t.AnyTerm


class Graph(Record):
    """`graph(x, G(x))`, or `graph(x, 2^G(x))`: an automaton accepts the positions with their values, or powers of two.

    The value is the argument with this number.
    """

    accepts: t.Operation
    place: int
    is_power: bool


class Seat(Record):
    """`W(x) = seat iff formula`, or iff not; for two players `P(x) iff formula` is the same thing."""

    seat: int
    formula: t.AnyTerm
    is_denied: bool = False


class Inside(Record):
    """`formula implies P(x)`: the formula stands in the premises of the claim. `is_denied` for N(x).

    `of_options`: as `all(N(q) for q in options(x))`, or `any(P(q) ...)`, which says nothing where there is no option.
    """

    seat: int
    is_denied: bool = False
    of_options: bool = False


class Same(Record):
    """`G(x) = G(other game)`, or `P(x) iff P(...)`: two positions have one value."""

    other: t.AnyTerm


class Everywhere(Record):
    """A statement in which no value of a position occurs."""


Said = Value | EveryClass | Graph | Seat | Inside | Same | Everywhere


def names_p_positions(claim: Claim, known: Mapping[int, Any] = _NOTHING) -> bool:
    """Is it proved by the set of its P-positions, whichever of the two it speaks of?"""
    return isinstance(said(claim, known), Seat) and claim.play.players == 2


def said(claim: Claim, known: Mapping[int, Any] = _NOTHING) -> Said:
    """The form of a claim; raises `Unsuitable` for any other. Numbers of slots may be known: `W(x) = s` speaks of the
    player s."""
    found = _of_sides(claim, known) or _graph(claim) or _alone(claim, known)
    if found is None and not claim.asks_in(claim.statement):
        return Everywhere()
    if found is None and claim.sides is None:
        raise Unsuitable("the statement is not of a form that is proved, as `P(x) iff condition` is")
    if found is None:
        raise Unsuitable("neither side is the value of the position, with the other a formula alone")
    return found


def _of_sides(claim: Claim, known: Mapping[int, Any]) -> Said | None:
    sides = claim.sides
    if sides is None:
        return None
    for left, right in ((sides.left, sides.right), (sides.right, sides.left)):
        if (
            _is_value(left, claim)
            and isinstance(right, t.Ask)
            and (right.question, right.player) == (left.question, None)
        ):
            return Same(right.position)
        if claim.asks_in(right):
            continue
        if _is_value(left, claim) and left.question == "G":
            return Value(right)
        if _is_value(left, claim) and left.question == "W" and not _is_fixed(right, known):
            return EveryClass(right)
        found = _seat(left, claim, known) if sides.relation == "iff" else None
        if found is not None:
            return Seat(found[0], right, found[1])
    return None


def _graph(claim: Claim) -> Graph | None:
    """An automaton applied to the value of the position, and to terms in which no value occurs."""
    term = claim.statement
    if not (isinstance(term, t.Operation) and term.name == "accepts"):
        return None
    asking = [i for i, argument in enumerate(term.arguments) if claim.asks_in(argument)]
    if len(asking) != 1:
        return None
    value = term.arguments[asking[0]]
    is_power = isinstance(value, t.Operation) and value.name == "^" and value.arguments[0] == _TWO
    if is_power and isinstance(value, t.Operation):
        value = value.arguments[1]
    return Graph(term, asking[0], is_power) if _is_value(value, claim) and value.question == "G" else None


def _alone(claim: Claim, known: Mapping[int, Any]) -> Said | None:
    """`P(x)` or `N(x)` alone, under premises that say where."""
    is_premise_plain = not any(map(claim.asks_in, claim.premises))
    if not claim.premises or not is_premise_plain or claim.play.players > 2:
        return None
    found = _seat(claim.statement, claim, known)
    if found is not None:
        return Inside(*found)
    found = _by_options(claim.statement, claim)
    return found and Inside(*found, of_options=True)


def _by_options(term: t.AnyTerm, claim: Claim) -> tuple[int, bool] | None:
    """What is said of all options, or of some: all are N only at a P-position, unless play has ended; in normal play
    an N-position is one with a P-position among its options."""
    match term:
        case t.Gather(
            name="all" | "any" as name,
            body=t.Ask(question="N" | "P" as question, player=None, position=t.Local(slot=asked)),
            steps=(t.Choose(target=slot, domain=t.Operation(name="options", arguments=(position,))),),
        ) if slot == asked and claim.is_own_position(position) and isinstance(claim.play.outcome, Preference):
            worst = claim.play.outcome.seats[-1]
            if (name, question) == ("all", "N"):
                return worst, False
            return (worst, True) if (name, question) == ("any", "P") and claim.play.is_normal else None
    return None


def _seat(term: t.AnyTerm, claim: Claim, known: Mapping[int, Any]) -> tuple[int, bool] | None:
    """Which class of positions a condition names; of two classes always the one that the mover likes less."""
    outcome = claim.play.outcome
    if not isinstance(outcome, Preference):
        return None
    worst = outcome.seats[-1]
    if _is_value(term, claim) and term.question in ("P", "N"):
        return worst, term.question == "N"
    seat = _named_seat(term, claim, known)
    if seat not in outcome.seats:
        return None
    return (worst, seat != worst) if claim.play.players == 2 else (seat, False)


def _named_seat(term: t.AnyTerm, claim: Claim, known: Mapping[int, Any]) -> int | None:
    """The number i of `W(x) = i`; None for another condition."""
    if isinstance(term, t.Operation) and term.name == "=":
        for one, other in (term.arguments, term.arguments[::-1]):
            if _is_value(one, claim) and one.question == "W":
                return _number(other, known)
    return None


def _is_fixed(term: t.AnyTerm, known: Mapping[int, Any]) -> bool:
    return isinstance(term, t.Constant) or (isinstance(term, t.Local) and term.slot in known)


def _number(term: t.AnyTerm, known: Mapping[int, Any]) -> int | None:
    """The number, if it is known and whole."""
    match term:
        case t.Constant(value=int(number)):
            return number
        case t.Local(slot=slot) if isinstance(known.get(slot), int):
            return int(known[slot])
    return None


def _is_value(term: t.AnyTerm, claim: Claim) -> TypeGuard[t.Ask]:
    """A value of the position itself: `G(x)`, `P(a, b)`, with the components of the game in their order."""
    if not isinstance(term, t.Ask) or term.question not in ("G", "P", "N", "W") or term.player is not None:
        return False
    return claim.is_own_position(term.position)
