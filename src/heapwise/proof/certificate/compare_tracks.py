"""Parameters as tracks, looked at from outside: moves and claim at small instances, through the coordinates.

Positions reach beyond the moduli, so that numbers have quotients, and every case of a translation is met.
"""

import random
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import islice
from math import prod

from heapwise.claims.claim import Claim
from heapwise.claims.instances import Instance
from heapwise.claims.limits import is_too_much
from heapwise.claims.task import Unsuitable
from heapwise.errors import HeapwiseError
from heapwise.proof.automata import AutomatonBudget, BudgetExceeded
from heapwise.proof.certificate.compare import NOTHING_SAID, Compared
from heapwise.proof.certificate.confirm import other
from heapwise.proof.claimed import VALUE, named
from heapwise.proof.evaluated import Evaluated
from heapwise.proof.logic import And, Form, Formula, compare
from heapwise.proof.outside import Outside
from heapwise.proof.tracks.plan import OpenPlan
from heapwise.proof.tracks.portfolio import TrackPortfolio
from heapwise.terms.position import State

_BUDGET = AutomatonBudget(states=20_000, work=4_000_000)
_MOST_INSTANCES = 6
_POSITIONS = 8
_TOO_MUCH = "it takes too much at the instances that were tried"
_MOST_BELOW = 20_000  # positions that a move from one of these could lead to


def compare_tracks(claim: Claim, planned: OpenPlan, instances: Iterable[Instance]) -> Compared:
    """At how many positions moves and claim were looked at; raises `HeapwiseError` where the translation is wrong."""
    source, options, formulas = random.Random(), list[int | None](), list[int | None]()
    for instance in islice(instances, _MOST_INSTANCES):
        looked = _LookedAt(planned, instance)
        for state in looked.positions(source):
            options.append(_soon(partial(looked.compare_options, state, source)))
            formulas.append(_soon(partial(looked.compare_claim, state)))
    count = [sum(filter(None, found)) or None for found in (options, formulas)]
    return Compared(count[0], count[1], _TOO_MUCH, _TOO_MUCH if None in formulas else NOTHING_SAID)


def _soon(compare: Callable[[], int]) -> int | None:
    """At how many positions something was compared; None where that takes too much."""
    try:
        return compare()
    except (BudgetExceeded, Outside, Unsuitable):
        return None
    except HeapwiseError as problem:
        if not is_too_much(problem):
            raise
        return None


class _LookedAt:
    """One instance, and the lifted claim at the values of its parameters."""

    def __init__(self, planned: OpenPlan, instance: Instance) -> None:
        assert instance.game is not None
        self.planned, self.game = planned, instance.game
        self.evaluated = Evaluated(instance, False)
        self.portfolio = TrackPortfolio(planned.coordinates, _BUDGET)
        self.names = planned.plan.moves.names
        tracks = (one.number(instance.parameters[one.name]) for one in planned.lifted.parameters)
        self.tracks = dict(zip(planned.statement.tracks, tracks, strict=True))
        self.most = 3 * max([4, *self.tracks.values()])

    def positions(self, source: random.Random) -> list[State]:
        """Some legal positions."""
        drawn = (self._drawn(source) for _ in range(4 * _POSITIONS))
        return list(islice((x for x in drawn if self.game.is_legal(x)), _POSITIONS))

    def _drawn(self, source: random.Random) -> State:
        """A position; of many heaps a smaller one, since a move may change all of them."""
        state = tuple(source.randrange(self.most) for _ in range(self.game.layout.size))
        while prod(v + 1 for v in state) > _MOST_BELOW:
            state = tuple(v // 2 for v in state)
        return state

    def compare_options(self, state: State, source: random.Random) -> int:
        """Some options of a position, and some positions that are none."""
        found = {o.only.state for o in self.game.options(state) if o.only is not None}
        near = (tuple(source.randint(0, v) for v in state) for _ in range(2))
        some = source.sample(sorted(found), min(2, len(found)))
        for option in (*some, *(x for x in near if self.game.is_legal(x))):
            to = self._at(dict(zip(self.names, option, strict=False)))
            formula = And((self._at(self._values(state)), self.planned.plan.moves.opt(to)))
            if self._is_true(formula) != (option in found):
                raise other(f"the moves are translated wrongly at {self.game.layout.text(state)} of {self.game.text}")
        return 1

    def compare_claim(self, state: State) -> int:
        """Is the claimed set, or graph, what the formula says when it is evaluated?"""
        said = self.evaluated.look(state)
        if said is None:
            return 0
        numbers, truth = said
        values = self._values(state) | dict.fromkeys([VALUE] if numbers else [], max(numbers.values(), default=0))
        if self._is_true(And((self._at(values), named(self.planned.plan)))) != truth:
            raise other(f"the formula is translated wrongly at {self.game.layout.text(state)} of {self.game.text}")
        return 1

    def _values(self, state: State) -> dict[str, int]:
        return {**dict(zip(self.names, state, strict=False)), **self.tracks}

    def _at(self, values: Mapping[str, int]) -> Formula:
        return And(tuple(compare(Form.variable(name), "=", value) for name, value in values.items()))

    def _is_true(self, formula: Formula) -> bool:
        return self.portfolio.decide(formula).witness is not None
