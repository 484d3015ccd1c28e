"""What has to be shown of a claim for all values of its open parameters, and which tracks that takes.

A parameter that divides must be at least 1: smaller values are left out, by name. `n mod (k + 1)` makes k + 1 the track
of k, since only a modulus by itself has coordinates.
"""

from collections.abc import Mapping
from typing import Any

from heapwise.claims.claim import Claim
from heapwise.claims.task import Unsuitable
from heapwise.formulas import NotExpressible
from heapwise.proof.logic import And, Exists, Formula, Not
from heapwise.proof.obligations import ProofPlan, check_form, plan_of
from heapwise.proof.outside import Outside
from heapwise.proof.tracks.lifting import Lifted, lifted
from heapwise.proof.tracks.portfolio import Nested, nested
from heapwise.proof.tracks.statement import OpenStatement
from heapwise.records import Record, replace

_MOST_ROUNDS = 4


class OpenPlan(Record):
    """The obligations of a lifted claim, and the coordinates in which they are decided.

    `lows` are declared values that parameters do not take, so that divisions by them exist.
    """

    statement: OpenStatement
    plan: ProofPlan
    coordinates: Nested
    lows: Mapping[str, range]

    @property
    def lifted(self) -> Lifted:
        """The claim with its parameters as components."""
        return self.statement.lifted

    @property
    def empty(self) -> Formula:
        """Values of the parameters for which the claim speaks of no position."""
        names = self.plan.moves.names[: self.lifted.first]
        return And((self.statement.values, Not(Exists(names, self.plan.scope))))

    @property
    def unfit(self) -> Formula:
        """Values of the parameters for which there is no such game."""
        return And((self.statement.values, Not(self.statement.needs)))

    @property
    def stated(self) -> Formula:
        """Positions that the claim speaks of, in games that there are."""
        return And((self.plan.scope, Not(self.unfit)))


def plan_open(claim: Claim, fixed: Mapping[str, Any]) -> OpenPlan:
    """The obligations of a claim for all values of the parameters that are not fixed; raises `Outside`."""
    shifts, lows = dict[str, int](), dict[str, range]()
    for _ in range(_MOST_ROUNDS):
        statement = _statement(lifted(claim, fixed, shifts, lows))
        problem: Outside | None = None
        try:
            planned = _planned(statement)
        except Outside as found:
            problem = found
        if not _adjust(statement, shifts, lows):
            if problem is not None:
                raise problem
            return OpenPlan(statement, planned, _coordinates(statement, planned), lows)
    raise Outside("divisions by a parameter and by numbers near it")


def _statement(claim: Lifted) -> OpenStatement:
    try:
        return OpenStatement(claim)
    except NotExpressible as problem:
        raise Outside(problem.what) from None


def _planned(statement: OpenStatement) -> ProofPlan:
    try:
        check_form(statement.instance)
        planned = plan_of(statement)
        planned = replace(planned, obligations=(*statement.certain, *planned.obligations))
        if planned.digits.base != 2 or planned.digits.are_fibonacci:
            raise Outside("digits other than binary ones, for all values of a parameter")
        return planned
    except Unsuitable as reason:
        raise Outside(reason.reason) from None
    except NotExpressible as problem:
        raise Outside(problem.what) from None


def _coordinates(statement: OpenStatement, planned: ProofPlan) -> Nested:
    formulas = [planned.scope, statement.values, statement.needs, *(o.formula for o in planned.obligations)]
    return nested(formulas, statement.dividing)


def _adjust(statement: OpenStatement, shifts: dict[str, int], lows: dict[str, range]) -> bool:
    """Note what divisions ask of the tracks; is there something that these tracks do not give?"""
    before = dict(shifts), dict(lows)
    for slot, shift in statement.divisors():
        one = next(p for p in statement.lifted.parameters if p.slot == slot)
        if shift and one.shift:
            raise Outside("divisions by a parameter and by numbers near it")
        shifts[one.name] = shifts.get(one.name, 0) + shift
        least = 1 - shifts[one.name]
        if one.low < least:
            lows[one.name] = range(lows[one.name].start if one.name in lows else one.low, least)
    return before != ({k: v for k, v in shifts.items() if v or k in before[0]}, lows)
