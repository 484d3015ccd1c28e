"""A rule and a statement for any number of heaps: which obligations make it a theorem, and their proofs.

The induction behind each list of obligations is written out in `docs/every-n.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from heapwise.proof.automata import BudgetExceeded
from heapwise.proof.digit_game.atoms import Both, Sentence, negation
from heapwise.proof.digit_game.closed import Reached, reached, violations
from heapwise.proof.digit_game.counts import CountQuotient
from heapwise.proof.digit_game.ends import into_set_or_end, one_move, quotients, some_moves
from heapwise.proof.digit_game.game import Strategy, strategy
from heapwise.proof.digit_game.layer_atoms import SumIn
from heapwise.proof.digit_game.levels import Levels
from heapwise.proof.digit_game.obligation import GameObligation, Valid
from heapwise.proof.digit_game.reader import JointReader
from heapwise.proof.digit_game.rule import LOWER, RoleMove, Rule, Size
from heapwise.proof.digit_game.states import WorkMeter
from heapwise.proof.digit_game.totality import totality

WORK = 40_000_000
AT_END: Sentence = SumIn(CountQuotient(1, 1), frozenset({0}))


@dataclass(frozen=True)
class Problem:
    """What is to be proved: the set that the sentence names is the class of positions liked least, or its graph is G.

    `players` take turns, and the player to move likes seat `first` best, then the seats behind it in a circle: normal
    play is 2 and 0, misère play 2 and 1.
    """

    rule: Rule
    sentence: Sentence
    is_graph: bool = False
    players: int = 2
    first: int = 0
    between: frozenset[int] = frozenset()

    @property
    def tail(self) -> int:
        """The rank of the end of play: how many seats it lies behind the one liked least."""
        return (self.players - self.first) % self.players

    def to_json(self) -> dict[str, Any]:
        """As certificates have it."""
        return {
            "rule": self.rule.to_json(), "sentence": self.sentence.to_json(), "graph": self.is_graph,
            "players": self.players, "first": self.first, "between": sorted(self.between),
        }  # fmt: skip


class NoProof(Exception):
    """The digit game does not prove this; `is_outside` if its hypotheses do not hold."""

    def __init__(self, reason: str, is_outside: bool = False) -> None:
        super().__init__(reason)
        self.is_outside = is_outside


@dataclass
class DigitGameProof:
    """The obligations with what proves them: lists of states that can be met, and strategies."""

    problem: Problem
    levels: Levels
    closed: list[tuple[str, GameObligation, Reached]] = field(default_factory=list)
    total: Strategy | None = None
    strategy: Strategy | None = None

    @property
    def states(self) -> int:
        """How many states the strategy is about."""
        return len({s for r in self.strategy.regions for s in r.states}) if self.strategy else 0


def prove(problem: Problem, work: int = WORK, look: Callable[[], None] | None = None) -> DigitGameProof:
    """The proof; raises `NoProof`. `look` is called now and then, and may end the work."""
    try:
        return _Prover(problem, WorkMeter(work, look)).proof()
    except BudgetExceeded:
        raise NoProof(f"more than {work} steps of work in the digit game") from None


@dataclass
class _Prover:
    problem: Problem
    meter: WorkMeter

    def proof(self) -> DigitGameProof:
        _check_hypotheses(self.problem)
        sentence = JointReader((self.problem.sentence,), self.problem.is_graph)
        levels = Levels(max(sentence.levels, self.problem.rule.named_levels) + 1, self.problem.between)
        found = DigitGameProof(self.problem, levels)
        if self.problem.is_graph:
            self._graph(found, sentence)
        else:
            self._set(found, sentence)
        return found

    # -- the graph of the Grundy values

    def _graph(self, found: DigitGameProof, graph: JointReader) -> None:
        """Every position has a value; no option has the same; every smaller one is that of some option."""
        found.total = strategy(totality(graph, self.problem.rule.least, self.meter), found.levels)  # type: ignore[arg-type]
        if found.total is None:
            raise NoProof("not every position is seen to have a value")
        valid = one_move(self.problem.rule)
        self._no_move(found, "an option with the same value", graph, graph, valid, "same")
        self._some_move(found, "an option with every smaller value", graph, graph, valid, "less")

    # -- sets

    def _set(self, found: DigitGameProof, claimed: JointReader) -> None:
        problem = self.problem
        _check_end(problem)
        tail, most = problem.tail, problem.players - 1
        valid = one_move(problem.rule) if problem.players == 2 else some_moves(problem.rule, most)
        self._no_move(found, "a move from the set into it", claimed, claimed, valid)
        to_end = most - tail if tail else 0
        ended = JointReader((AT_END,))
        if to_end:
            self._no_move(found, "the end too soon", claimed, ended, some_moves(problem.rule, to_end))
        outside = negation(problem.sentence)
        hypothesis = JointReader((Both("and", (outside, negation(AT_END))) if tail else outside,))
        if to_end:
            goal = JointReader((problem.sentence, AT_END))
            valid = into_set_or_end(problem.rule, most, to_end)
        else:
            goal = claimed
        self._some_move(found, "a move into the set", hypothesis, goal, valid)

    # -- obligations

    def _no_move(
        self,
        found: DigitGameProof,
        what: str,
        hypothesis: JointReader,
        goal: JointReader,
        valid: Valid,
        order: str = "",
    ) -> None:
        obligation = self._obligation(hypothesis, goal, valid, order)
        met = reached(obligation, found.levels, is_all=True)
        if violations(obligation, met[-1]):
            raise NoProof(f"there seems to be {what}")
        found.closed.append((what, obligation, met))

    def _some_move(
        self,
        found: DigitGameProof,
        what: str,
        hypothesis: JointReader,
        goal: JointReader,
        valid: Valid,
        order: str = "",
    ) -> None:
        for prophecy, spare in self._attempts(hypothesis, goal):
            obligation = self._obligation(hypothesis, goal, valid, order, prophecy, spare)
            found.strategy = strategy(obligation, found.levels)
            if found.strategy is not None:
                found.strategy.name = f"a position without {what}"
                return
        raise NoProof(f"digit by digit, {what} was not found")

    def _attempts(self, hypothesis: JointReader, goal: JointReader) -> Iterator[tuple[bool, int]]:
        """First without prophecy; where all heaps may change, first all of a cell alike."""
        can_announce = not (hypothesis.has_classes or goal.has_classes) and len(goal.sentences) == 1
        for prophecy in (False, True) if can_announce else (False,):
            for spare in (1,) if self.problem.rule.most_changed is not None else (0, 1):
                yield prophecy, spare

    def _obligation(
        self,
        hypothesis: JointReader,
        goal: JointReader,
        valid: Valid,
        order: str,
        prophecy: bool = False,
        spare: int = 1,
    ) -> GameObligation:
        rule, moves = self.problem.rule, self.problem.players - 1
        unchanged, changed = quotients(rule, moves)
        most = None if rule.most_changed is None else rule.most_changed * moves
        return GameObligation(
            rule, hypothesis, goal, valid, unchanged, changed, most, order, prophecy, spare, self.meter
        )


# ------------------------------------------------------------------------------------------- hypotheses


def _check_hypotheses(problem: Problem) -> None:
    """Orders of several players need moves that add up; play that ends badly for its mover, one end of play alone."""
    rule = problem.rule
    if any(m.low.at(n) < 1 for m in rule.moves for n in (rule.least, rule.least + 1)):
        raise NoProof("a move may change no heap", is_outside=True)
    if problem.players > 2:
        is_chain = len(rule.moves) == 1 and rule.moves[0].role.kind == LOWER
        if not (is_chain and rule.moves[0].low == Size(False, 1) and not rule.moves[0].high.has_n):
            raise NoProof("several players need the one move `lower 1 to K heaps`", is_outside=True)
    elif problem.tail and not any(_ends_only_at_zero(m) for m in rule.moves):
        raise NoProof("misère play needs a move of one heap from every position with a stone", is_outside=True)


def _ends_only_at_zero(move: RoleMove) -> bool:
    return move.low == Size(False, 1) and (move.role.kind == LOWER or move.role.level == 0)


def _check_end(problem: Problem) -> None:
    """(T) The end of play is in the set exactly if its rank is 0, for every n."""
    reader = JointReader((problem.sentence,))
    known = reader.zeros.join(reader.counted)
    for n in range(problem.rule.least, problem.rule.least + known.threshold + known.period + 1):
        if problem.sentence.holds((0,) * n, 0) != (problem.tail == 0):
            raise NoProof("the end of play is on the wrong side of the set")
