"""`period`: a shift `G(n + p) = G(n) + s` of a one-heap game, for all n from some point on.

Where the period of the values is a theorem (its criterion is in the certificate), the shift is decided for all heaps:
it holds or fails within the part that was computed and one period more.
"""

from typing import TYPE_CHECKING, Any

from heapwise import arrays
from heapwise.claims.exact_check import Judge
from heapwise.claims.shift import shift_of
from heapwise.claims.task import Outcome, Task, Unsuitable
from heapwise.errors import HeapwiseError
from heapwise.rules.game import Game
from heapwise.terms.position import Position, State

if TYPE_CHECKING:
    from heapwise.engine.sequences import PeriodReport

_LEAST_VALUES = 2_000
_MOST_VALUES = 30_000


class PeriodMethod:
    """Decide a shift by a certified period."""

    name = "period"

    def run(self, task: Task) -> Outcome:
        """Find the period and a certificate; raises `Unsuitable` if the claim is of another kind or none is found."""
        instance = task.instance
        shift = shift_of(instance)
        assert instance.game is not None
        if not arrays.are_here():
            raise Unsuitable("periods are found in arrays, and there is no numpy here")
        from heapwise.engine.sequences import first_failure

        upto = min(_MOST_VALUES, max(_LEAST_VALUES, *instance.region.highs))
        report = _report(instance.game, upto, task)
        if report.proved_by is None or report.certificate is None:
            raise Unsuitable(f"no period of {instance.game.text} is proved by the values up to {upto:,}")
        failure = first_failure(report, shift.start, shift.period, shift.saltus)
        outcome = Outcome("proved", self.name, upto, upto, region="all", certificate=report.certificate.as_data())
        outcome.notes = (f"preperiod {report.preperiod}, period {report.period}, saltus {report.saltus}: by "
                         f"{report.proved_by}",)  # fmt: skip
        return outcome if failure is None else _refuted(task, outcome, (failure,), report)


def _report(game: Game, upto: int, task: Task) -> "PeriodReport":
    from heapwise.engine.sequences import period_of

    try:
        return period_of(game, upto, tick=task.limits.tick)
    except HeapwiseError as problem:
        if all(d.code == "E334" for d in problem.diagnostics):
            raise Unsuitable(f"{game.text} is not a game whose sequence can be computed") from None
        raise


def _refuted(task: Task, outcome: Outcome, state: State, report: "PeriodReport") -> Outcome:
    others = task.values.ticking().asker(task.instance.claim.play)

    def ask(question: str, position: Position, player: int | None) -> Any:
        """Values of heaps by the period: a shift may lead to one that no table reaches."""
        only = position.only
        value = report.value(only.state[0]) if only is not None and only.game is task.instance.game else None
        return others(question, position, player) if value is None or question != "G" else value

    judge = Judge(task.instance, ask)
    finding = judge.look(state)
    outcome.word, outcome.smallest, outcome.sample = "refuted", state, (state,)
    outcome.exceptions, outcome.judge = None, judge
    outcome.counterexample = judge.counterexample(state, finding)
    outcome.notes = (*outcome.notes, "the smallest of all exceptions; there may be more")
    return outcome
