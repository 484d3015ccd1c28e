"""A rule and a statement for any number of heaps: which obligations make it a theorem, and their proofs.

The induction behind each list of obligations is written out in `docs/every-n.md`.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from heapwise.proof.automata import BudgetExceeded
from heapwise.proof.digit_game.atoms import Both, Sentence, negation
from heapwise.proof.digit_game.ends import into_set_or_end, one_move, quotients, some_moves
from heapwise.proof.digit_game.game import Reached, Strategy, reached, strategy, violations
from heapwise.proof.digit_game.named_move import check_moves
from heapwise.proof.digit_game.obligation import GameObligation, Valid
from heapwise.proof.digit_game.option_of import OptionOf
from heapwise.proof.digit_game.problem import AT_END, NoProof, Problem, check_end, check_hypotheses, silent
from heapwise.proof.digit_game.reader import JointReader
from heapwise.proof.digit_game.states import Levels, WorkMeter
from heapwise.proof.digit_game.totality import totality
from heapwise.records import dataclass, field

WORK = 40_000_000


class Asked(NamedTuple):
    """What is read of a position and of an option, which moves are meant, and the order of their values."""

    hypothesis: JointReader
    goal: JointReader
    valid: Valid
    order: str = ""


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
        check_hypotheses(self.problem)
        if nobody := silent(self.problem):
            raise NoProof(f"no position is seen that the claim is about, with n = {nobody[-1]}")
        sentence = JointReader((self.problem.sentence,), self.problem.is_graph)
        levels = Levels(self.problem.named_levels + 1, self.problem.between)
        found = DigitGameProof(self.problem, levels)
        if self.problem.premise is not None:
            self._kept(found, self.problem.premise)
        if self.problem.is_graph:
            self._graph(found, sentence)
        elif self.problem.is_half:
            self._half(found, sentence)
        else:
            self._set(found, sentence)
        return found

    # -- some positions

    def _kept(self, found: DigitGameProof, premise: Sentence) -> None:
        """No move leads out of the positions that the claim is about."""
        inside, outside = (JointReader((s,), self.problem.is_graph) for s in (premise, negation(premise)))
        self._no_move(found, "a move out of the premise", Asked(inside, outside, one_move(self.problem.rule)))

    def _half(self, found: DigitGameProof, claimed: JointReader) -> None:
        """Every option of a position of the set has an option in the set; in misère play the end needs none."""
        problem = self.problem
        if problem.tail:
            check_end(problem)
        option: Sentence = OptionOf(problem.sentence, problem.rule, self.meter)
        asked = Both("and", (option, negation(AT_END))) if problem.tail else option
        back = Asked(JointReader((asked,)), claimed, one_move(problem.rule))
        self._some_move(found, "a move back into the set", back)

    # -- the graph of the Grundy values

    def _graph(self, found: DigitGameProof, graph: JointReader) -> None:
        """Every position has a value; no option has the same; every smaller one is that of some option."""
        problem = self.problem
        found.total = strategy(totality(problem.has_value, problem.rule.least, self.meter), found.levels)  # type: ignore[arg-type]
        if found.total is None:
            raise NoProof("not every position is seen to have a value")
        valid, own = one_move(problem.rule), JointReader((problem.within(problem.sentence),), True)
        self._no_move(found, "an option with the same value", Asked(own, graph, valid, "same"))
        self._some_move(found, "an option with every smaller value", Asked(own, graph, valid, "less"))

    # -- sets

    def _set(self, found: DigitGameProof, claimed: JointReader) -> None:
        problem = self.problem
        check_end(problem)
        if problem.is_named:
            check_moves(problem, claimed)
        tail, most, own = problem.tail, problem.players - 1, JointReader((problem.within(problem.sentence),))
        valid = one_move(problem.rule) if problem.players == 2 else some_moves(problem.rule, most)
        self._no_move(found, "a move from the set into it", Asked(own, claimed, valid))
        to_end = most - tail if tail else 0
        ended = JointReader((AT_END,))
        if to_end:
            self._no_move(found, "the end too soon", Asked(own, ended, some_moves(problem.rule, to_end)))
        outside = problem.within(negation(problem.sentence))
        hypothesis = JointReader((Both("and", (outside, negation(AT_END))) if tail else outside,))
        if to_end:
            goal = JointReader((problem.sentence, AT_END))
            valid = into_set_or_end(problem.rule, most, to_end)
        else:
            goal = claimed
        self._some_move(found, "a move into the set", Asked(hypothesis, goal, valid))

    # -- obligations

    def _no_move(self, found: DigitGameProof, what: str, asked: Asked) -> None:
        obligation = self._obligation(asked)
        met = reached(obligation, found.levels, is_all=True)
        if violations(obligation, met[-1]):
            raise NoProof(f"there seems to be {what}")
        found.closed.append((what, obligation, met))

    def _some_move(self, found: DigitGameProof, what: str, asked: Asked) -> None:
        for prophecy, spare in self._attempts(asked):
            obligation = self._obligation(asked, prophecy, spare)
            found.strategy = strategy(obligation, found.levels)
            if found.strategy is not None:
                found.strategy.name = f"a position without {what}"
                return
        raise NoProof(f"digit by digit, {what} was not found")

    def _attempts(self, asked: Asked) -> Iterator[tuple[bool, int]]:
        """First without prophecy; where all heaps may change, first all of a cell alike."""
        has_classes = asked.hypothesis.has_classes or asked.goal.has_classes
        can_announce = not has_classes and len(asked.goal.sentences) == 1
        for prophecy in (False, True) if can_announce else (False,):
            for spare in (1,) if self.problem.rule.most_changed is not None else (0, 1):
                yield prophecy, spare

    def _obligation(self, asked: Asked, prophecy: bool = False, spare: int = 1) -> GameObligation:
        hypothesis, goal, valid, order = asked
        rule, moves = self.problem.rule, self.problem.players - 1
        unchanged, changed = quotients(rule, moves)
        most = None if rule.most_changed is None else rule.most_changed * moves
        return GameObligation(
            rule, hypothesis, goal, valid, unchanged, changed, most, order, prophecy, spare, self.meter
        )
