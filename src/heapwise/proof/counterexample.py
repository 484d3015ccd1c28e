"""From an obligation that fails to a position that contradicts a claim: what refutes is a computed value alone.

The position that an obligation names is wrong or has a wrong option; both are looked at, and what the symmetries of the
rules make of them.
"""

from collections.abc import Callable, Iterator
from math import prod

from heapwise.claims.exact_check import Judge
from heapwise.claims.limits import LimitReached
from heapwise.claims.position_values import Values
from heapwise.claims.region import by_size
from heapwise.claims.task import Outcome, Task
from heapwise.model.symmetry import Permutation, permuted
from heapwise.terms.position import State

Orders = Callable[[State], Iterator[State]]

_MOST_VALUED = 20_000  # positions that are valued to confirm a refutation
_FEW = 2_000  # so many are valued one by one sooner than a table is made
_MOST_TABLED, _SECONDS = 6_000_000, 10.0  # positions of a table, and how long it may take


def alone(state: State) -> Iterator[State]:
    """The state in its own order only."""
    yield state


def confirmed(
    task: Task, state: State, symmetries: tuple[Permutation, ...] = (), orders: Orders = alone
) -> Outcome | None:
    """The first position, of a state and its options, that contradicts the claim; raises `LimitReached`."""
    judge = Judge(task.instance, values_at(task, state).asker(task.instance.claim.play))
    for candidate in _candidates(task, state, symmetries, orders):
        finding = judge.look(candidate)
        if finding.has_premise and not finding.is_true:
            found = Outcome("refuted", "proof", smallest=candidate, exceptions=None, region="all")
            found.sample = (candidate,)
            found.counterexample = judge.counterexample(candidate, finding)
            found.notes = ("found by an obligation that fails, confirmed by computed values; there may be more",)
            return found
    return None


def values_at(task: Task, state: State) -> Values:
    """Values at a position and its options, from a table where that is worth it, else of few positions."""
    left = [_MOST_VALUED]

    def tick() -> None:
        task.values.tick()
        task.limits.tick()
        left[0] -= 1
        if left[0] < 0:
            raise LimitReached("it takes too many positions")

    claim, game = task.instance.claim, task.instance.game
    if game is not None and _FEW < prod(v + 1 for v in state) <= _MOST_TABLED:
        task.values.prepare(game, state, claim.asks(), claim.play, seconds=_SECONDS)
    return task.values.ticking(tick)


def _candidates(task: Task, state: State, symmetries: tuple[Permutation, ...], orders: Orders) -> Iterator[State]:
    game = task.instance.game
    assert game is not None
    yield from orders(state)
    yield from (permuted(state, images) for images in symmetries)
    own = sorted((c.state for o in game.options(state) for c in o if c.game is game), key=by_size)
    for option in own:
        yield from orders(option)
