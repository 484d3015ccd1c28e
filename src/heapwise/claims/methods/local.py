"""`local`: at every position of a region the formula must equal what the definition makes of the formula at the
options. On a region that no move leaves, this decides the claim, and no value is ever computed.

A position where it fails is an inconsistency: the formula is wrong there or at an option. The least of them, by total,
is wrong itself if moves lower the total; it is reported only after its value has been computed.
"""

from __future__ import annotations

from heapwise.claims.judge import Judge
from heapwise.claims.limits import LimitReached
from heapwise.claims.methods.base import Outcome, Task, Unsuitable
from heapwise.claims.methods.shape import Step
from heapwise.claims.region import by_size
from heapwise.errors import HeapwiseError
from heapwise.rules.position import Position, State


class LocalMethod:
    """Test one step of the definition everywhere in the region."""

    name = "local"

    def run(self, task: Task) -> Outcome:
        """Go through the region; raises `Unsuitable` if the claim is of another kind or a move leaves the region."""
        judge = Judge(task.instance, task.values.asker(task.instance.claim.play))
        step = Step(task.instance, judge)
        found = Outcome("holds", "local", judge=judge)
        least: State | None = None
        try:
            for state in task.instance.region.states():
                task.limits.tick()
                found.positions += 1
                if not self._is_consistent(step, state, task) and (least is None or by_size(state) < by_size(least)):
                    least = state
        except LimitReached as limit:
            found.word, found.exceptions = "undecided", None
            found.reason = f"{limit.reason} after {found.positions:,} positions"
        found.premise_true = found.positions
        if least is not None:
            return descend(task, step, least, found)
        if found.positions == 0:
            found.word, found.reason = "error", "nothing was checked: there is no legal position in the region"
        return found

    def _is_consistent(self, step: Step, state: State, task: Task) -> bool:
        reached = step.options(state)
        for option in reached:
            _check_inside(option, task)
        return bool(step.claimed(state) == step.expected(reached, step.claimed))


def _check_inside(option: Position, task: Task) -> None:
    for component in option:
        if component.game is task.instance.game and component.state not in task.instance.region:
            text = component.game.layout.text(component.state)
            raise Unsuitable(f"a move leads out of the region, to {text}")


def descend(task: Task, step: Step, state: State, found: Outcome) -> Outcome:
    """From an inconsistency to a position whose computed value contradicts the claim, or to `undecided`."""
    judge = step.judge
    task.values.tick = task.limits.tick
    text = task.instance.game.layout.text(state) if task.instance.game else ""
    try:
        for candidate in (state, *_own_states(step, state)):
            finding = judge.look(candidate)
            if not finding.is_true:
                found.word, found.smallest, found.exceptions, found.reason = "refuted", candidate, None, None
                found.sample = (candidate,)
                found.counterexample = judge.counterexample(candidate, finding)
                found.notes = ("exceptions were not counted: the method computes no values",)
                return found
    except (LimitReached, HeapwiseError) as limit:
        found.reason = f"inconsistent at {text}: wrong there or at an option, and no value could be computed ({limit})"
    else:
        found.reason = f"inconsistent at {text}, but neither this position nor an option contradicts the claim"
    found.word, found.exceptions = "undecided", None
    return found


def _own_states(step: Step, state: State) -> list[State]:
    game = step.instance.game
    return sorted((c.state for o in step.options(state) for c in o if c.game is game), key=by_size)
