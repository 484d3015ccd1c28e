"""All classes of positions at once: who makes the last move, claimed for every position under a preference.

One class alone gives the others only where the recursion leads from it to them. If all of them are given, one
induction is enough: they cover the legal positions, exclude each other, and each is what the mover makes of the others.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations

from heapwise.claims.task import Unsuitable
from heapwise.formulas import ir
from heapwise.proof.claim_forms import EveryClass
from heapwise.proof.laws import IN_NO_CLASS
from heapwise.proof.logic import FALSE, And, Formula, Named, Not, Or
from heapwise.proof.statement import Obligation, Setting, Statement
from heapwise.reference.conventions import Preference


def every_class(statement: Statement, said: EveryClass) -> Iterator[Obligation]:
    """The formula says of every position who moves last."""
    claim = statement.instance.claim
    if claim.premises:
        raise Unsuitable("the claim has a premise, and says nothing of options outside of it")
    if not isinstance(claim.play.outcome, Preference):
        raise Unsuitable("players with orders of their own have no common classes")
    node, true = statement.node(said.formula), statement.translation.true
    seats = claim.play.outcome.seats
    known = {seat: true(ir.Compare("=", node, ir.Const(seat))) for seat in seats}
    return joint_classes(statement, seats, known)


def joint_classes(setting: Setting, seats: tuple[int, ...], known: Mapping[int, Formula]) -> Iterator[Obligation]:
    """The sets are the classes W = 0, 1, ... of a preference, its seats from the best to the worst."""
    moves, domain = setting.moves, setting.domain
    sets = {seat: Named(f"the class W = {seat}", formula) for seat, formula in known.items()}
    yield Obligation(IN_NO_CLASS, And((domain, *(Not(one) for one in sets.values()))))
    for one, other in combinations(sorted(sets), 2):
        yield Obligation(f"a position in the classes W = {one} and W = {other}", And((domain, sets[one], sets[other])))

    def leads(seat: int) -> Formula:
        """Some option makes the position W = seat, if the mover chooses it."""
        return moves.opt(And((domain, sets[(seat - 1) % len(seats)])))

    for place, seat in enumerate(seats):
        ended = moves.is_over if seat == len(seats) - 1 else FALSE
        stuck = And((domain, sets[seat], Not(leads(seat)), Not(ended)))
        yield Obligation(f"a position claimed to be W = {seat} with no move that makes it so", stuck)
        for better in seats[:place]:
            name = f"a position claimed to be W = {seat} with a move that makes it W = {better}, which is liked better"
            yield Obligation(name, setting.one_by_one(Or((sets[seat],)), leads(better)))
