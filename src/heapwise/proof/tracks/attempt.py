"""One attempt: a claim for all values of some parameters, decided obligation by obligation.

What fails is refuted by an instance: the parameters that the obligation names are put into the original claim, and a
position of that game has to contradict it by its computed value.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from heapwise.claims.claim import Claim
from heapwise.claims.instances import Instance, instance_of_values
from heapwise.claims.limits import LimitReached, Limits
from heapwise.claims.position_values import Values
from heapwise.claims.quantifiers import Excluded
from heapwise.claims.task import Outcome, Task
from heapwise.errors import HeapwiseError
from heapwise.model.expand import ground
from heapwise.model.ground import TooMany
from heapwise.model.symmetry import symmetry
from heapwise.proof.automata import AutomatonBudget, BudgetExceeded
from heapwise.proof.certificate.record import Recording
from heapwise.proof.certificate.write import CertificateWriter
from heapwise.proof.counterexample import confirmed
from heapwise.proof.laws import as_far_as_seen
from heapwise.proof.logic import And, Decision, Form, Formula, Not, Or, compare, plain
from heapwise.proof.outside import NotProved
from heapwise.proof.statement import Obligation
from heapwise.proof.tracks.plan import OpenPlan, plan_open
from heapwise.proof.tracks.portfolio import TrackPortfolio
from heapwise.proof.uniform import Quantified, for_all
from heapwise.records import Record, dataclass, replace

_MOST_EXCLUDED = 8


class Refuted(NotProved):
    """An instance of the claim, and a position of it whose computed value contradicts it."""

    def __init__(self, instance: Instance, outcome: Outcome) -> None:
        assert instance.game is not None
        assert outcome.smallest is not None
        where = f"{instance.label}: {instance.game.layout.text(outcome.smallest)}"
        super().__init__("refuted", f"an instance is refuted: {where}")
        self.instance, self.outcome = instance, outcome


@dataclass
class TrackAttempt:
    """A claim with open parameters on its way to a proof."""

    claim: Claim
    fixed: Mapping[str, Any]
    planned: OpenPlan
    portfolio: TrackPortfolio
    record: Recording | None = None

    def run(self) -> list[tuple[Obligation, Decision]]:
        """Decide all obligations; raises `NotProved` at the first that fails."""
        certain = len(self.planned.statement.certain)  # before these it is not known what the scope means
        first, others = self.planned.plan.obligations[:certain], self.planned.plan.obligations[certain:]
        done = list(map(self._decided, first))
        if self.portfolio.decide(self.planned.stated).witness is None:
            raise NotProved("outside", "nothing is claimed for any value of the parameters")
        return [*done, *map(self._decided, others)]

    def _decided(self, obligation: Obligation) -> tuple[Obligation, Decision]:
        decision = self.portfolio.decide(obligation.formula)
        if decision.witness is None:
            return obligation, decision
        if obligation.is_for_scope:
            raise NotProved("outside", f"there is {obligation.name}")
        raise self._failed(obligation, decision.witness)

    # -- what fails

    def _failed(self, obligation: Obligation, witness: dict[str, int]) -> NotProved:
        lifted = self.planned.lifted
        state = tuple(witness.get(name, 0) for name in self.planned.plan.moves.names)
        values = self._values(state)
        where = ", ".join(f"{name} = {value}" for name, value in values.items())
        try:
            instance = self.instance(values, max(state[: lifted.first], default=0))
            found = None if instance is None else self._confirmed(instance, state[: lifted.first])
            if instance is not None and found is not None:
                return Refuted(instance, found)
            why = "no position near it contradicts the claim"
        except (LimitReached, HeapwiseError) as limit:
            why = f"no value could be computed ({limit.short if isinstance(limit, HeapwiseError) else limit.reason})"
        name = as_far_as_seen(obligation.name)
        return NotProved("undecided", f"{name}, for {where}: {state[: lifted.first]}, but {why}")

    def _values(self, state: tuple[int, ...]) -> dict[str, int]:
        """The parameters at a position of the lifted game; one that does not matter has its least value."""
        lifted = self.planned.lifted
        tracks = zip(state[lifted.first :], lifted.parameters, strict=True)
        return {one.name: one.value(max(track, one.least)) for track, one in tracks}

    def _confirmed(self, instance: Instance, state: tuple[int, ...]) -> Outcome | None:
        assert instance.game is not None
        task, found = Task(instance, Values(), Limits()), ground(instance.game)
        task.values = task.values.ticking(self.portfolio.budget.look)  # the limits are those of the attempt
        turns = () if isinstance(found, TooMany) else symmetry(found).generators
        return confirmed(task, state, turns) if instance.game.is_legal(state) else None

    def instance(self, values: Mapping[str, int], upto: int = 0) -> Instance | None:
        """The instance with these values, if the claim is stated for them."""
        return instance_of_values(self.claim, {**self.fixed, **values}, upto)


def attempt(claim: Claim, fixed: Mapping[str, Any], budget: AutomatonBudget, is_recorded: bool = False) -> Quantified:
    """The claim for all values of the parameters that are not fixed; raises `NotProved`."""
    try:
        return _attempt(claim, fixed, budget, is_recorded)
    except BudgetExceeded as limit:
        raise NotProved("undecided", str(limit)) from None
    except HeapwiseError as problem:
        raise NotProved("outside", problem.short) from None


def _attempt(claim: Claim, fixed: Mapping[str, Any], budget: AutomatonBudget, is_recorded: bool) -> Quantified:
    planned, record = plan_open(claim, fixed), Recording() if is_recorded else None
    portfolio = TrackPortfolio(planned.coordinates, budget, plain if record is None else record.make)
    attempted = TrackAttempt(claim, fixed, planned, portfolio, record)
    left = tuple(_left_out(attempted))
    done = attempted.run()
    found = quantified(claim, fixed, planned, left)
    notes = tuple(_notes(planned))
    proof = None if record is None else partial(_written, attempted, record, left, done)
    return replace(found, notes=notes, proof=proof)


def quantified(claim: Claim, fixed: Mapping[str, Any], planned: OpenPlan, left: "Sequence[LeftOut]") -> Quantified:
    """The theorem with its quantifiers, if the obligations are proved."""
    return for_all(claim, "tracks", fixed, excluded=tuple(_excluded(planned, left)))


def _written(
    attempted: TrackAttempt, record: Recording, left: "Sequence[LeftOut]", done: Sequence[tuple[Obligation, Decision]]
) -> dict[str, Any]:
    """The body of a certificate: what is left out, and all obligations with their automata."""
    goals = [(one.name, one.formula, attempted.portfolio.decide(one.formula)) for one in left]
    goals += [(obligation.name, obligation.formula, decision) for obligation, decision in done]
    decided = [(name, attempted.portfolio.spelled(f), decision.order) for name, f, decision in goals]
    return {
        "ends": attempted.planned.plan.ends, "left_out": [[dict(v) for v in one.values] for one in left],
        **CertificateWriter(record.recorders).proof(decided),
    }  # fmt: skip


# ---------------------------------------------------------------------------------------- what is left out


class LeftOut(Record):
    """Choices of the parameters that a proof leaves out, since the formula `of` is true of them, and the formula that
    there are no others like them."""

    name: str
    reason: str
    values: tuple[Mapping[str, int], ...]
    of: Formula
    formula: Formula


def left_out(planned: OpenPlan, values: Sequence[Sequence[Mapping[str, int]]]) -> Iterator[LeftOut]:
    """What is left out if these are the choices: those without a game, and those without a position in the scope."""
    kinds = (
        (planned.unfit, "a choice of the parameters without a game", "there is no such game"),
        (planned.empty, "a choice of the parameters without a position", "the claim speaks of no position"),
    )
    for (formula, name, reason), chosen in zip(kinds, values, strict=True):
        others = (_is_other(planned, choice) for choice in chosen)
        yield LeftOut(name, reason, tuple(chosen), formula, And((formula, *others)) if chosen else formula)


def is_left_out(planned: OpenPlan, left: LeftOut, portfolio: TrackPortfolio) -> bool:
    """Is the reason true of each choice?"""
    is_chosen = (Not(_is_other(planned, choice)) for choice in left.values)
    return all(portfolio.decide(And((left.of, chosen))).witness is not None for chosen in is_chosen)


def _is_other(planned: OpenPlan, choice: Mapping[str, int]) -> Formula:
    pairs = zip(planned.statement.tracks, planned.lifted.parameters, strict=True)
    differ = (compare(Form.variable(track), "!=", one.number(choice[one.name])) for track, one in pairs)
    return Or(tuple(differ))


_TOO_MANY_LEFT_OUT = (
    "there is no such game for too many values of the parameters",
    "the claim speaks of no position for too many values of the parameters",
)


def _left_out(attempted: TrackAttempt) -> Iterator[LeftOut]:
    """All that has to be left out; there must be few."""
    values: list[list[dict[str, int]]] = [[], []]
    for kind, chosen in enumerate(values):
        while len(chosen) <= _MOST_EXCLUDED:
            one = list(left_out(attempted.planned, values))[kind]
            witness = attempted.portfolio.decide(one.formula).witness
            if witness is None:
                break
            pairs = zip(attempted.planned.statement.tracks, attempted.planned.lifted.parameters, strict=True)
            chosen.append({p.name: p.value(witness.get(track, p.least)) for track, p in pairs})
        else:
            raise NotProved("undecided", _TOO_MANY_LEFT_OUT[kind])
    return left_out(attempted.planned, values)


def _excluded(planned: OpenPlan, left: Sequence[LeftOut]) -> Iterator[Excluded]:
    """Values of the parameters that a proof says nothing of."""
    for name, gone in planned.lows.items():
        reason = "the formula divides by 0, or by a negative number"
        yield from (Excluded(f"{name} = {value}", reason, {name: value}) for value in gone)
    for one in left:
        for values in one.values:
            where = ", ".join(f"{name} = {value}" for name, value in values.items())
            yield Excluded(where, one.reason, dict(values))


def _notes(planned: OpenPlan) -> Iterator[str]:
    """Which coordinates there are, and why play ends."""
    names = dict(zip(planned.statement.tracks, (one.label for one in planned.lifted.parameters), strict=True))
    for one in planned.coordinates.coordinates:
        yield f"coordinates to {names[one.level.modulus]}: every number that it divides is a quotient and a remainder"
    yield f"play ends: {planned.plan.ends}"
