"""What is to be proved for any number of heaps, and the hypotheses under which the digit game may be played for it."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from heapwise.proof.digit_game.atoms import Both, Sentence, as_data, negation
from heapwise.proof.digit_game.counts import CountQuotient
from heapwise.proof.digit_game.layer_atoms import SumIn
from heapwise.proof.digit_game.reader import JointReader
from heapwise.proof.digit_game.rule import LOWER, RoleMove, Rule, Size
from heapwise.proof.outside import NotProved
from heapwise.records import Record, replace

AT_END: Sentence = SumIn(CountQuotient(1, 1), frozenset({0}))
_MOST_TRIED = 8  # stones of the heaps of positions that are looked for
_MOST_UNLIKE = 2  # heaps that are unlike the others in them


class Problem(Record):
    """What is to be proved: the set that the sentence names is the class of positions liked least, or its graph is G.

    `players` take turns, and the player to move likes seat `first` best, then the seats behind it in a circle: normal
    play is 2 and 0, misère play 2 and 1. The claim is about the positions of the `premise`. `is_half`: the set is a
    part of the class, and nothing is said of other positions.
    """

    rule: Rule
    sentence: Sentence
    is_graph: bool = False
    players: int = 2
    first: int = 0
    between: frozenset[int] = frozenset()
    premise: Sentence | None = None
    is_half: bool = False
    is_named: bool = False  # the claim names winning moves in `by`
    scope: Sentence | None = None  # the positions of which something is said, if not all

    @property
    def enough(self) -> "tuple[Problem, ...]":
        """Problems of which each is enough, the last being the problem itself: a part is all there is, for example."""
        return (replace(self, is_half=False), self) if self.is_half else (self,)

    @property
    def read_together(self) -> JointReader:
        """Everything that the claim says of a position."""
        return JointReader((self.sentence, *([] if self.premise is None else [self.premise])), self.is_graph)

    @property
    def named_levels(self) -> int:
        """From this digit on, rule and claim do not tell one digit from another."""
        return max(self.read_together.levels, self.rule.named_levels)

    @property
    def has_value(self) -> JointReader:
        """Outside of the premise, or the graph."""
        own = self.sentence
        return JointReader((own if self.premise is None else Both("or", (negation(self.premise), own)),), True)

    def why_left_out(self, n: int) -> str:
        """Why a number of heaps below the least one is left out."""
        if n == 0:
            return "there is no heap"
        is_empty = any(m.low.at(n) < 1 and m.high.at(n) >= 0 for m in self.rule.moves)
        if is_empty:
            return "a move would change no heap"
        is_none = any(m.low.at(n) < 1 for m in self.rule.moves)
        return "a move has no set of heaps" if is_none else "no position is seen that the claim is about"

    def within(self, sentence: Sentence) -> Sentence:
        """A sentence about the positions of the premise."""
        return sentence if self.premise is None else Both("and", (self.premise, sentence))

    @property
    def tail(self) -> int:
        """The rank of the end of play: how many seats it lies behind the one liked least."""
        return (self.players - self.first) % self.players

    def to_json(self) -> dict[str, Any]:
        """As certificates have it."""
        found = {
            "rule": self.rule.to_json(), "sentence": as_data(self.sentence), "graph": self.is_graph,
            "players": self.players, "first": self.first, "between": sorted(self.between),
        }  # fmt: skip
        if self.premise is not None:
            found["premise"] = as_data(self.premise)
        return found | {name: True for name, is_so in (("half", self.is_half), ("named", self.is_named)) if is_so}


class NoProof(NotProved):
    """The digit game does not prove this; `is_outside` if its hypotheses do not hold."""

    def __init__(self, reason: str, is_outside: bool = False) -> None:
        super().__init__("outside" if is_outside else "undecided", reason)


# ------------------------------------------------------------------------------------------- hypotheses


def check_hypotheses(problem: Problem) -> None:
    """Orders of several players need moves that add up; play that ends badly for its mover, one end of play alone."""
    rule = problem.rule
    if may_change_nothing(rule):
        raise NoProof("a move may change no heap", is_outside=True)
    if problem.players > 2:
        is_chain = len(rule.moves) == 1 and rule.moves[0].role.kind == LOWER
        if not (is_chain and rule_ends_at_zero(rule) and not rule.moves[0].high.has_n):
            raise NoProof("several players need the one move `lower 1 to K heaps`", is_outside=True)
    elif problem.tail and not rule_ends_at_zero(rule):
        raise NoProof("misère play needs a move of one heap from every position with a stone", is_outside=True)


def may_change_nothing(rule: Rule) -> bool:
    """Is the empty set among the sets of heaps that a move may change, for some n? Then play does not end there."""
    return any(m.low.at(n) < 1 for m in rule.moves for n in (rule.least, rule.least + 1))


def rule_ends_at_zero(rule: Rule) -> bool:
    """Is there a move wherever a stone is left?"""
    return any(_ends_only_at_zero(move) and move.high.at(rule.least) >= 1 for move in rule.moves)


def _ends_only_at_zero(move: RoleMove) -> bool:
    return move.low == Size(False, 1) and (move.role.kind == LOWER or move.role.level == 0)


def check_end(problem: Problem) -> None:
    """(T) The end of play is in the set exactly if its rank is 0, for every n; if the claim is about it at all."""
    for n in _numbers_of_heaps(problem):
        end = (0,) * n
        is_claimed = problem.premise is None or problem.premise.holds(end, 0)
        if is_claimed and problem.sentence.holds(end, 0) != (problem.tail == 0):
            raise NoProof("the end of play is on the wrong side of the set")


def silent(problem: Problem) -> list[int]:
    """The n for which the claim seems to say nothing of any position, as far as they have to be looked at."""
    if problem.scope is None:
        return []
    scope = problem.scope
    return [n for n in _numbers_of_heaps(problem) if not any(scope.holds(x, 0) for x in _samples(n))]


def _samples(n: int) -> Iterator[tuple[int, ...]]:
    """Positions in which all heaps are equal, but for a few."""
    yield from ((c, *(d,) * (n - 1)) for c, d in product(range(_MOST_TRIED + 1), repeat=2))
    for few in range(2, min(_MOST_UNLIKE, n - 1) + 1):
        yield from ((*c, *(d,) * (n - few)) for *c, d in product(range(few + 2), repeat=few + 1))


def without_silent(problem: Problem) -> Problem:
    """The problem from that n on behind which something is said for every n, if there is one."""
    gone = silent(problem)
    if not gone or gone[-1] == _numbers_of_heaps(problem)[-1]:
        return problem
    return replace(problem, rule=replace(problem.rule, least=gone[-1] + 1))


def _numbers_of_heaps(problem: Problem) -> range:
    """As many n as show all that a condition can say of heaps of which all but one are equal."""
    reader = problem.read_together
    known = reader.zeros.join(reader.ones).join(reader.counted)
    return range(problem.rule.least, problem.rule.least + known.threshold + known.period + _MOST_UNLIKE + 1)
