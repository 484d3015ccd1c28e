"""Deciding the obligations of an instance, and what comes of it.

A budget counts states and work, so the verdict does not depend on the machine. An obligation that fails names a
position that is wrong or has a wrong option; only a position whose computed value contradicts the claim refutes it.
"""

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any

from heapwise.claims.by_heaps import by_heaps
from heapwise.claims.exact_check import Judge
from heapwise.claims.hashes import rules_hash
from heapwise.claims.limits import LimitReached
from heapwise.claims.task import Outcome, Task, Unsuitable
from heapwise.claims.wording import stated
from heapwise.errors import HeapwiseError
from heapwise.model.symmetry import permuted, symmetry
from heapwise.proof.automata import AutomatonBudget, BudgetExceeded
from heapwise.proof.certificate.record import Recording
from heapwise.proof.certificate.write import CertificateWriter
from heapwise.proof.counterexample import confirmed
from heapwise.proof.laws import NO_VALUE, as_far_as_seen
from heapwise.proof.learned.search import learned_plan
from heapwise.proof.logic import Decision, Portfolio, plain
from heapwise.proof.obligations import ProofPlan, plan
from heapwise.proof.outside import Outside
from heapwise.proof.statement import Obligation
from heapwise.records import dataclass, field, replace
from heapwise.rules.flat import FlatGame
from heapwise.rules.game import Game
from heapwise.terms.position import State

BUDGET = AutomatonBudget(states=60_000, work=80_000_000)  # some 8 s
SMALL = AutomatonBudget(states=5_000, work=5_000_000)  # for an attempt that nobody asked for

NOTHING = "nothing is claimed: the premise is true nowhere, or no `all` or `implies` of the statement has a case"
HOW = "decided by automata for all sizes; `--certificate DIR` writes the whole proof to a file"
IN_FIBONACCI_DIGITS = (
    "numbers are read in Fibonacci digits (Zeckendorf); a certificate is checked by other code for these"
)


@dataclass
class Proof:
    """One attempt."""

    task: Task
    plan: ProofPlan
    portfolio: Portfolio
    record: Recording | None = None
    done: list[tuple[Obligation, Decision]] = field(default_factory=list)
    place: str = "the positions that the claim speaks of"

    def run(self) -> Outcome:
        """Decide one obligation after another, up to the first that fails."""
        try:
            return self._vacuous() or self._first_failure() or self._proved()
        except BudgetExceeded as limit:
            return _undecided(f"{self.place}: {limit}")

    def _vacuous(self) -> Outcome | None:
        """A claim that says nothing of any position is a mistake."""
        if self.portfolio.decide(self.plan.scope).witness is not None:
            return None
        if any(self.portfolio.decide(one.formula).witness is not None for one in self.plan.unclear):
            raise Unsuitable("it is not seen that the claim says something of a position")
        return Outcome("error", "proof", exceptions=None, reason=NOTHING)

    def _first_failure(self) -> Outcome | None:
        for obligation in self.plan.obligations:
            self.task.limits.check()
            self.place = obligation.name
            decision = self.portfolio.decide(obligation.formula)
            if decision.witness is not None and obligation.is_for_scope:
                raise Unsuitable(f"there is {obligation.name}")
            if decision.witness is not None:
                return self._failed(obligation, decision.witness)
            self.done.append((obligation, decision))
        return None

    def _proved(self) -> Outcome:
        claim = self.task.instance.claim
        certificate = {
            "kind": "statement", "statement": stated(claim), "play": str(claim.play),
            "rules_sha256": rules_hash(claim, self.task.instance.values),
            "ends": self.plan.ends, "obligations": [_figures(*done) for done in self.done],
        }  # fmt: skip
        digits = (IN_FIBONACCI_DIGITS,) if self.plan.digits.are_fibonacci else ()
        known = self.plan.known
        others = () if known is None else zip(known.others, self.plan.others, strict=True)
        way = () if known is None else (known.way, *(f"{o.way}, of {there.game.game.text}" for o, there in others))
        notes = (*way, f"play ends: {self.plan.ends}", *self._sizes(), *digits, HOW)
        proof = None if self.record is None else partial(self._written, self.record)
        return Outcome("proved", "proof", region="all", certificate=certificate, notes=notes, proof=proof)

    def _written(self, record: Recording) -> dict[str, Any]:
        """The whole proof, as plain data."""
        decided = ((o.name, self.portfolio.spelled(o.formula), decision.order) for o, decision in self.done)
        known = {} if self.plan.known is None else {"known": self.plan.known.to_json()}
        return {"ends": self.plan.ends, **known, **CertificateWriter(record.recorders).proof(list(decided))}

    def _sizes(self) -> Iterator[str]:
        raw = max((meter.largest_raw for meter in self.portfolio.meters), default=0)
        yield f"{len(self.done)} obligations, automata of at most {raw:,} states before they are made minimal"
        if self.plan.is_closure:
            yield "the premise holds in some order of every position, and the rules do not care for the order"

    # -- refutations

    def _failed(self, obligation: Obligation, witness: dict[str, int]) -> Outcome:
        game = self.plan.moves.game.game
        state = tuple(witness.get(name, 0) for name in self.plan.moves.names)
        where = f"{as_far_as_seen(obligation.name)}: at {game.layout.text(state)}"
        try:
            return self._refuted(state) or _undecided(f"{where}, but no position near it contradicts the claim")
        except (LimitReached, HeapwiseError) as limit:
            if obligation.name == NO_VALUE and isinstance(limit, HeapwiseError) and self.plan.known is not None:
                return Outcome("error", "proof", exceptions=None, reason=f"at {game.layout.text(state)}: {limit.short}")
            why = limit.short if isinstance(limit, HeapwiseError) else limit.reason
            return _undecided(f"{where}, wrong there or at an option, and no value could be computed ({why})")

    def _refuted(self, state: State) -> Outcome | None:
        """The first position, of the witness and its options, that contradicts the claim."""
        return confirmed(self.task, state, symmetry(self.plan.moves.game).generators, self._orders)

    def _orders(self, state: State) -> Iterator[State]:
        yield state
        if self.plan.is_closure:
            orders = (permuted(state, images) for images in self.plan.statement.group())
            yield from (order for order in dict.fromkeys(orders) if order != state)


def prove(task: Task, budget: AutomatonBudget = BUDGET, learns: bool = False) -> Outcome:
    """Prove an instance, refute it, or say where the attempt ended; raises `Unsuitable` for what is outside.

    With `learns` what is outside, or undecided, is decided through an automaton of the values, if one is found.
    A compound is looked at by the heaps of its components.
    """
    instance = by_heaps(task.instance)
    if instance is task.instance:
        return _prove(task, budget, learns)
    return _of_compound(task, _prove(replace(task, instance=instance), budget, learns), instance.game)


def _of_compound(task: Task, outcome: Outcome, game: Game | None) -> Outcome:
    """The outcome with positions of the compound; what refutes is its own value there."""
    assert isinstance(game, FlatGame)
    if outcome.smallest is None:
        return outcome
    state = game.layout.nested(outcome.smallest)
    judge = Judge(task.instance, task.values.asker(task.instance.claim.play))
    finding = judge.look(state)
    if not finding.has_premise or finding.is_true:
        return _undecided(f"an obligation fails at {game.layout.text(outcome.smallest)}, which is as claimed")
    outcome.smallest, outcome.sample = state, (state,)
    outcome.counterexample = judge.counterexample(state, finding)
    return outcome


def _prove(task: Task, budget: AutomatonBudget, learns: bool) -> Outcome:
    """Prove or refute an instance about states of numbers."""
    try:
        outcome = _run(task, plan(task.instance), budget)
    except Unsuitable as reason:
        if not learns:
            raise
        return _by_values(task, budget, reason.reason)
    if learns and outcome.word == "undecided":
        with suppress(Unsuitable):
            found = _by_values(task, budget, "")
            return found if found.word in ("proved", "refuted") else outcome
    return outcome


def _run(task: Task, planned: ProofPlan, budget: AutomatonBudget) -> Outcome:
    record = Recording() if task.is_recorded else None
    try:
        portfolio = planned.portfolio(replace(budget, look=task.limits.check), plain if record is None else record.make)
        return Proof(task, planned, portfolio, record).run()
    except Outside as reason:
        raise Unsuitable(f"outside of what can be proved: {reason.what}") from None


def _by_values(task: Task, budget: AutomatonBudget, reason: str) -> Outcome:
    """The outcome by way of a learned automaton of P-positions or values; the reason says why no other way serves."""
    try:
        found = learned_plan(task, budget)
        if found is not None:
            return _run(task, found, budget)
    except (Unsuitable, Outside) as problem:
        more = problem.reason if isinstance(problem, Unsuitable) else problem.what
        if more in reason:  # one obstacle is in the way of both
            raise Unsuitable(reason) from None
        raise Unsuitable(f"{reason}; nor through an automaton of its values: {more}") from None
    raise Unsuitable(reason)


def budget_of(task: Task, usual: AutomatonBudget) -> AutomatonBudget:
    """What an attempt may take: so many times the whole budget as the task says, the usual one if it says nothing."""
    return usual if task.work is None else BUDGET.times(task.work)


def _undecided(reason: str) -> Outcome:
    return Outcome("undecided", "proof", exceptions=None, reason=reason)


def _figures(obligation: Obligation, decision: Decision) -> dict[str, Any]:
    meter = decision.meter
    return {
        "never": obligation.name, "order": str(decision.order), "largest_raw": meter.largest_raw,
        "largest_minimal": meter.largest_minimal,
    }  # fmt: skip
