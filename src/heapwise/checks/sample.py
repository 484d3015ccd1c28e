"""`sample`: the local step at random positions far out. It can find a mistake, and never counts as `holds`.

Sizes are drawn by number of binary digits, so small and huge heaps both occur; and since claimed P-positions are rare
among random ones, every second sample is replaced by a claimed P-position among its options where there is one.
Where the claim names a winning move (`by`), that move is tested instead of all options, so heaps may be huge.
"""

import random

from heapwise.checks.fixed_value_claim import LocalStep
from heapwise.checks.local import descend
from heapwise.checks.witness import OPTIONS, WitnessTest
from heapwise.claims.exact_check import Judge
from heapwise.claims.limits import LimitReached
from heapwise.claims.task import Outcome, Task, Unsuitable
from heapwise.rules.game import Game
from heapwise.terms.position import State

MOST_ATTEMPTS = 50


class SampleMethod:
    """Test one step of the definition at random positions."""

    name = "sample"

    def run(self, task: Task) -> Outcome:
        """Draw positions and test them; raises `Unsuitable` if the claim does not fix every value."""
        judge = Judge(task.instance, task.values.asker(task.instance.claim.play))
        step = LocalStep(task.instance, judge)
        source = random.Random(task.seed)
        test = WitnessTest(step, source) if task.instance.claim.strategy is not None else None
        found = Outcome("sampled", "sample", judge=judge, exceptions=None)
        counts = {"claimed_p": 0, "claimed_n": 0}
        try:
            for number in range(task.samples):
                state = _draw(task, source)
                if number % 2:
                    state = _claimed_p(step, state) if test is None else test.after(state)
                is_p = not step.claimed(state) if step.question == "G" else step.claimed(state)
                counts["claimed_p" if is_p else "claimed_n"] += 1
                found.positions += 1
                task.limits.check()
                found.premise_true = found.positions
                if not (test.is_consistent(state) if test is not None else _is_consistent(step, state)):
                    return _described(descend(task, step, state, found), task, counts)
        except LimitReached as limit:
            found.reason = f"{limit.reason} after {found.positions} samples"
            if not found.positions:
                found.word = "undecided"
        return _described(found, task, counts)


def _is_consistent(step: LocalStep, state: State) -> bool:
    return bool(step.claimed(state) == step.expected(step.options(state), step.claimed))


def _described(found: Outcome, task: Task, counts: dict[str, int]) -> Outcome:
    law = "binary length of each component uniform up to that of its bound, then the component uniform"
    found.sampling = {"law": law, "seed": task.seed, "samples": found.positions, **counts}
    if task.instance.claim.strategy is not None:
        found.sampling["options"] = OPTIONS  # of every claimed P-position; from the others the claim's move was made
    return found


def _draw(task: Task, source: random.Random) -> State:
    """A random legal state of the region, by the law that the verdict names."""
    game = task.instance.game
    assert isinstance(game, Game)
    if game.layout.has_positions:
        raise Unsuitable("components are positions of games, and cannot be drawn at random")
    region = task.instance.region
    for _ in range(MOST_ATTEMPTS):
        state = tuple(_number(source, low, high) for low, high in zip(region.lows, region.highs, strict=True))
        if state in region and game.is_legal(state):
            return state
    raise Unsuitable(f"no legal position was found in {MOST_ATTEMPTS} attempts")


def _number(source: random.Random, low: int, high: int) -> int:
    length = source.randint(0, max(0, high - low).bit_length())
    return low + min(high - low, source.getrandbits(length) if length else 0)


def _claimed_p(step: LocalStep, state: State) -> State:
    """A claimed P-position among the options, if there is one."""
    game = step.instance.game
    for option in step.options(state):
        component = option.only
        if component is not None and component.game is game:
            value = step.claimed(component.state)
            if (not value) if step.question == "G" else value:
                return component.state
    return state
