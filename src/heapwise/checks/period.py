"""`period`: a shift `G(n + p) = G(n) + s` of a one-heap game, for all n from some point on.

Where the period of the values is a theorem (its criterion is in the certificate), the shift is decided for all heaps:
it holds or fails within the part that was computed and one period more.
"""

from __future__ import annotations

from dataclasses import dataclass

from heapwise.claims.claim import Claim
from heapwise.claims.exact_check import Judge
from heapwise.claims.instances import Instance
from heapwise.claims.task import Outcome, Task, Unsuitable
from heapwise.engine.sequences import PeriodReport, first_failure, period_of
from heapwise.errors import HeapwiseError
from heapwise.rules.game import Game
from heapwise.terms import term as t
from heapwise.terms.evaluate import Compiler
from heapwise.terms.position import State

_LEAST_VALUES = 2_000
_MOST_VALUES = 30_000


@dataclass(frozen=True)
class Shift:
    """`n >= start implies G(n + period) = G(n) + saltus`"""

    start: int
    period: int
    saltus: int


class PeriodMethod:
    """Decide a shift by a certified period."""

    name = "period"

    def run(self, task: Task) -> Outcome:
        """Find the period and a certificate; raises `Unsuitable` if the claim is of another kind or none is found."""
        instance = task.instance
        shift = shift_of(instance)
        assert instance.game is not None
        upto = min(_MOST_VALUES, max(_LEAST_VALUES, *instance.region.highs))
        report = _report(instance.game, upto, task)
        if report.proved_by is None or report.certificate is None:
            raise Unsuitable(f"no period of {instance.game.text} is proved by the values up to {upto:,}")
        failure = first_failure(report, shift.start, shift.period, shift.saltus)
        outcome = Outcome("proved", self.name, upto, upto, region="all", certificate=report.certificate.as_data())
        outcome.notes = (f"preperiod {report.preperiod}, period {report.period}, saltus {report.saltus}: by "
                         f"{report.proved_by}",)  # fmt: skip
        return outcome if failure is None else _refuted(task, outcome, (failure,))


def _report(game: Game, upto: int, task: Task) -> PeriodReport:
    try:
        return period_of(game, upto, tick=task.limits.tick)
    except HeapwiseError as problem:
        if all(d.code == "E334" for d in problem.diagnostics):
            raise Unsuitable(f"{game.text} is not a game whose sequence can be computed") from None
        raise


def _refuted(task: Task, outcome: Outcome, state: State) -> Outcome:
    judge = Judge(task.instance, task.values.asker(task.instance.claim.play))
    finding = judge.look(state)
    outcome.word, outcome.smallest, outcome.sample = "refuted", state, (state,)
    outcome.exceptions, outcome.judge = None, judge
    outcome.counterexample = judge.counterexample(state, finding)
    outcome.notes = (*outcome.notes, "the smallest of all exceptions; there may be more")
    return outcome


def shift_of(instance: Instance) -> Shift:
    """The shift that a claim speaks of; raises `Unsuitable` for any other claim."""
    claim, game = instance.claim, instance.game
    if game is None or game.layout.size != 1 or not claim.play.is_normal or game.layout.lows != (0,):
        raise Unsuitable("the claim is not about one heap in normal play")
    sides = claim.sides
    heap = claim.components[0].slot
    compiler = Compiler(claim.source, instance.known, game, claim.frame.functions)
    if sides is not None and sides.relation == "=":
        for one, other in ((sides.left, sides.right), (sides.right, sides.left)):
            period = _moved(one, compiler, heap)
            saltus = _raised(other, compiler, heap)
            if period is not None and saltus is not None and period > 0:
                return Shift(_start(claim, compiler, heap), period, saltus)
    raise Unsuitable("the statement is not of the form `G(n + p) = G(n) + s`")


def _start(claim: Claim, compiler: Compiler, heap: int) -> int:
    """The first n that the premise allows."""
    if not claim.premises:
        return 0
    match claim.premises:
        case (t.Operation(name=">=" | ">" as sign, arguments=(t.Local(slot=slot), bound)),) if slot == heap:
            value = _known(bound, compiler)
            if value is not None and value >= 0:
                return value + (sign == ">")
    raise Unsuitable("the premise is not of the form `n >= start`")


def _moved(term: t.AnyTerm, compiler: Compiler, heap: int) -> int | None:
    """p, if a term is `G(n + p)`."""
    match _argument(term):
        case t.Operation(name="+", arguments=(t.Local(slot=slot), amount)) if slot == heap:
            return _known(amount, compiler)
    return None


def _raised(term: t.AnyTerm, compiler: Compiler, heap: int) -> int | None:
    """s, if a term is `G(n) + s`."""
    match term:
        case t.Operation(name="+", arguments=(left, amount)):
            return _known(amount, compiler) if _is_heap(_argument(left), heap) else None
    return 0 if _is_heap(_argument(term), heap) else None


def _argument(term: t.AnyTerm) -> t.AnyTerm | None:
    match term:
        case t.Ask(question="G", position=t.PositionOf(game=t.ThisGame(), arguments=(argument,))):
            return argument
    return None


def _is_heap(term: t.AnyTerm | None, heap: int) -> bool:
    return isinstance(term, t.Local) and term.slot == heap


def _known(term: t.AnyTerm, compiler: Compiler) -> int | None:
    if not t.free_slots(term) <= compiler.known.keys() or any(isinstance(p, t.Ask) for p in t.walk(term)):
        return None
    value = compiler.value(term, [])
    return value if isinstance(value, int) else None
