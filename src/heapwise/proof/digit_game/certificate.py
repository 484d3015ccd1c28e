"""A proof of the digit game as plain data: automata of the statements, the states that are met, and the answers.

What a checker works out for itself, which counts are told apart and what each obligation is, is not written down.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import product
from typing import Any

from heapwise.proof.digit_game.game import Strategy, WonRegion
from heapwise.proof.digit_game.layer_moves import Done
from heapwise.proof.digit_game.obligation import GameObligation
from heapwise.proof.digit_game.prove import DigitGameProof
from heapwise.proof.digit_game.reader import JointReader
from heapwise.proof.digit_game.rule import LOWERED, RoleState, U, role_moves
from heapwise.proof.digit_game.states import HeapKind, LayerState, Letter
from heapwise.proof.digit_game.totality import EveryHeap, Heaps
from heapwise.records import dataclass, field

LayerStates = frozenset[LayerState]


def body(proof: DigitGameProof) -> dict[str, Any]:
    """The certificate of a proof, without what it is about."""
    return _Writer(proof).body()


@dataclass
class _Writer:
    proof: DigitGameProof
    automata: list[dict[str, Any]] = field(default_factory=list)
    _numbers: dict[JointReader, int] = field(default_factory=dict)

    def body(self) -> dict[str, Any]:
        """Everything."""
        proof = self.proof
        assert proof.strategy is not None
        problem = proof.problem
        claimed = problem.has_value if problem.is_graph else problem.read_together
        found = {
            "problem": proof.problem.to_json(), "reader": self._automaton(claimed),
            "closed": [self._closed(*parts) for parts in proof.closed],
            "strategy": self._strategy(proof.strategy),
        }  # fmt: skip
        if proof.total is not None and isinstance(proof.total.obligation, EveryHeap):
            found["total"] = self._total(proof.total)
        return found | {"automata": self.automata}

    def _automaton(self, reader: JointReader) -> int:
        number = self._numbers.setdefault(reader, len(self.automata))
        if number == len(self.automata):
            digits = (0, 1) if reader.is_graph else (0,)
            layers = product(reader.zeros.classes, reader.ones.classes, digits, range(reader.levels + 1))
            rows = product((0, 1), digits, range(reader.levels + 1))
            table, row_table = reader.table, reader.row_table
            self.automata.append({
                "start": table.start, "next": _rows(table.next, len(table.values), list(layers)),
                "row_start": row_table.start, "rows": _rows(row_table.next, len(row_table.values), list(rows)),
            })  # fmt: skip
        return number

    def _readers(self, obligation: GameObligation) -> list[int]:
        return [self._automaton(obligation.hypothesis), self._automaton(obligation.goal)]

    # -- (A)

    def _closed(self, name: str, obligation: GameObligation, met: Sequence[frozenset[LayerState]]) -> dict[str, Any]:
        listed = _Listed()
        stages = [[listed.number(_plain_state(s)) for s in stage] for stage in met]
        return {"never": name, "readers": self._readers(obligation), "states": listed.items, "met": stages}

    # -- (B)

    def _strategy(self, strategy: Strategy) -> dict[str, Any]:
        states, answers = _Listed(), _Listed()
        chosen = _Answers(strategy, answers)
        regions = [_region(r, states, _plain_state, chosen.of) for r in strategy.regions]
        return {
            "never": strategy.name, "readers": self._readers(strategy.obligation),
            "rests": [sorted(rest) for rest in strategy.obligation.rests], "states": states.items,
            "answers": answers.items, "regions": regions,
        }  # fmt: skip

    def _total(self, strategy: Strategy) -> dict[str, Any]:
        states, obligation = _Listed(), strategy.obligation
        assert isinstance(obligation, EveryHeap)

        def digits(state: Heaps, base: int, level: int) -> list[int]:
            into: Any = strategy.regions[base].states
            letters = sorted(obligation.next(state, level, False))
            return [obligation.digit(state, cut, level, into) for cut in letters]

        def plain(state: Heaps) -> list[Any]:
            return [state.state, [list(pair) for pair in state.counts]]

        regions = [_region(r, states, plain, digits) for r in strategy.regions]
        return {"regions": regions, "states": states.items}


@dataclass
class _Listed:
    """Things by number, each once."""

    items: list[Any] = field(default_factory=list)
    _numbers: dict[str, int] = field(default_factory=dict)

    def number(self, item: Any) -> int:
        """The place of a thing in the list."""
        found = self._numbers.setdefault(repr(item), len(self.items))
        if found == len(self.items):
            self.items.append(item)
        return found


def _region(
    region: WonRegion, states: _Listed, plain: Callable[[Any], Any], answers: Callable[[Any, int, int], list[int]]
) -> dict[str, Any]:
    """A region as plain data, with the answers of each state for each region that they lead into."""
    listed = sorted(region.states, key=repr)
    found: dict[str, Any] = {
        "stage": region.stage, "states": [states.number(plain(s)) for s in listed],
        "after": [[base, [answers(s, base, region.stage - 1) for s in listed]] for base in region.after],
    }  # fmt: skip
    return found | ({} if region.same is None else {"same": region.same})


@dataclass
class _Answers:
    """An answer for every letter."""

    strategy: Strategy
    answers: _Listed

    def of(self, state: LayerState, base: int, level: int) -> list[int]:
        """The answers in a state that lead into a region, by number."""
        obligation, into = self.strategy.obligation, self.strategy.regions[base].states
        order = sorted(range(len(state.heaps)), key=lambda i: _plain_kind(state.heaps[i][0]))
        letters = sorted(
            (letter.g, letter.h, tuple(letter.cut[i] for i in order), rest, letter)
            for letter, rest in obligation.next(state, level, False)
        )
        return [self._answer(obligation, state, letter, rest, level, into) for *_, rest, letter in letters]

    def _answer(
        self, obligation: GameObligation, state: LayerState, letter: Letter, rest: int, level: int, into: LayerStates
    ) -> int:  # fmt: skip
        done = obligation.answer(state, letter, rest, level, into)
        listed = sorted(done, key=lambda d: (_plain_kind(d[0]), d[1]))
        return self.answers.number([_plain_done(d, obligation, level) for d in listed])


def _rows(table: dict[tuple[int, Hashable], int], states: int, letters: Iterable[Hashable]) -> list[list[int]]:
    listed = list(letters)
    return [[table[state, letter] for letter in listed] for state in range(states)]


def _plain_role(role: RoleState) -> str:
    return str(role) if role in (U, LOWERED) else f"{role[0][0]}{role[1]}"


def _plain_kind(kind: HeapKind) -> tuple[str, int, int]:
    return _plain_role(kind.role), kind.old, kind.new


def _plain_state(state: LayerState) -> list[Any]:
    heaps = sorted((*_plain_kind(kind), count) for kind, count in state.heaps)
    return [state.hypothesis, state.goal, state.is_less, state.rest, [list(h) for h in heaps]]


def _plain_done(done: Done, obligation: GameObligation, level: int) -> list[Any]:
    """The place of the usual target among those that there are, and how many heaps go to each of the others."""
    kind, bit, usual, told = done
    targets = role_moves(obligation.ways.roles, kind.role, bit, level)
    first, others = (targets[:1], targets[1:]) if kind.role == U else ((), targets)
    order = [*first, *sorted(others, key=lambda t: (_plain_role(t[0]), t[1]))]
    numbers = dict(told)
    return [order.index(usual) if usual else 0, [numbers[t] for t in order if t != usual]]
