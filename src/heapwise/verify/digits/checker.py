"""A certificate of the digit game: the obligations of its problem, each with what settles it.

Which obligations a problem has, and what has to be known of counts for them, is worked out here. A certificate has no
say in it: it gives automata, lists of states, and answers.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from heapwise.verify.checker import Checked
from heapwise.verify.digits.atoms import LayerStatement
from heapwise.verify.digits.classes import together
from heapwise.verify.digits.game import GoalTest, ReadState, SideBySide
from heapwise.verify.digits.layers import GivenAnswer, GivenLayers, KindOfHeap
from heapwise.verify.digits.named import check_named
from heapwise.verify.digits.options import option_of
from heapwise.verify.digits.readers import (
    GivenSentence,
    JoinedSentence,
    SentenceReader,
    at_end,
    denied,
    leaves,
    read_sentence,
)
from heapwise.verify.digits.regions import GivenLevels, PlayerSide, check_regions
from heapwise.verify.digits.rules import GivenRule, read_rule
from heapwise.verify.digits.total import check_total
from heapwise.verify.untrusted import Work, not_one, of, record, sequence, several, text, whole, wholes, wrong

_MOST_PLAYERS = 32
_MOST_RESTS = 4_000
GivenSentences = tuple[GivenSentence, ...]
Wanted = tuple[str, GivenSentences, GivenSentences, GoalTest, str]  # an obligation: name, readers, goal, order


@dataclass(frozen=True)
class GivenProblem:
    """What is to be proved: the sentence names the positions that the player to move likes least, or is the graph of
    values. Players like the seats `first`, `first` + 1, ... best, in this order; normal play is 2 and 0. It is about
    the positions of the `premise`; `is_half` if it names some positions of the class, and says nothing of others."""

    rule: GivenRule
    sentence: GivenSentence
    is_graph: bool
    players: int
    tail: int  # how many seats the end of play lies behind the one liked least
    levels: GivenLevels
    premise: GivenSentence | None = None
    is_half: bool = False
    is_named: bool = False  # heaps that (+) the nim-sum lowers are winning moves, if they are lowered so

    @property
    def all_leaves(self) -> list[Any]:
        """Everything that is said of positions."""
        return [*leaves(self.sentence), *(leaves(self.premise) if self.premise is not None else ())]

    def within(self, sentence: GivenSentence) -> GivenSentence:
        """A sentence about the positions of the premise."""
        return sentence if self.premise is None else JoinedSentence("and", (self.premise, sentence))


def read_problem(value: Any) -> GivenProblem:
    """A problem from plain data; what the game of digits cannot be about is refused."""
    keys = ("rule", "sentence", "graph", "players", "first", "between", "premise", "half", "named")
    data = record(value, "a problem", keys=keys)
    rule, sentence = read_rule(of(data, "rule")), read_sentence(of(data, "sentence"))
    is_graph, is_half, is_named = kinds = (of(data, "graph"), data.get("half", False), data.get("named", False))
    if any(type(value) is not bool for value in kinds):
        raise not_one("`graph`, `half` or `named` is neither true nor false")
    premise = read_sentence(data["premise"]) if "premise" in data else None
    players = whole(of(data, "players"), "players", 2, _MOST_PLAYERS)
    tail = -whole(of(data, "first"), "the first seat", below=players) % players
    listed = [*leaves(sentence), *(leaves(premise) if premise is not None else ())]
    named = max([rule.named, *map(_named, listed)])
    between = frozenset(wholes(of(data, "between"), "a level", below=named + 1))
    levels = GivenLevels(named + 1, between)
    found = GivenProblem(rule, sentence, is_graph, players, tail, levels, premise, is_half, is_named)
    _check_hypotheses(found)
    return found


def _named(leaf: Any) -> int:
    return int(leaf.named if isinstance(leaf, LayerStatement) else leaf.test.named)


def _check_hypotheses(problem: GivenProblem) -> None:
    moves = problem.rule.moves
    is_one_chain = len(moves) == 1 and moves[0].is_some_lowered
    if problem.players > 2 and not is_one_chain:
        raise wrong("several players need the one move `lower 1 to K heaps`")
    if problem.is_graph and (problem.players, problem.tail) != (2, 0):
        raise wrong("values belong to normal play")
    if problem.is_half and (problem.is_graph or problem.players > 2 or problem.premise is not None):
        raise wrong("a part of a class is one of two players' positions, under no premise")
    if problem.tail and problem.players == 2 and not any(
        (m.least.has_n, m.least.add) == (False, 1) and m.role in ("lower", 0)
        and m.most.of(problem.rule.least) >= 1 for m in moves
    ):  # fmt: skip
        raise wrong("misère play needs a move from every position with a stone")
    if problem.is_named and (problem.is_graph or problem.is_half or problem.premise is not None or problem.players > 2):
        raise wrong("a named move belongs to the P-positions of two players, under no premise")
    if problem.levels.between and not _is_uniform(problem):
        raise wrong("digits between the units and k are not all read alike")


def _is_uniform(problem: GivenProblem) -> bool:
    """Where digits between stand for any number of them: only the units and the level of k are named."""
    named = [a for a in problem.all_leaves if _named(a) > 1]
    roles = {m.role for m in problem.rule.moves if isinstance(m.role, int)}
    return (
        problem.levels.between == {1}
        and problem.levels.count == 4
        and all(isinstance(a, LayerStatement) and a.only == 2 for a in named)
        and roles <= {0, 2}
    )


# ------------------------------------------------------------------------------------------------ goals


def _one_move(rule: GivenRule) -> GoalTest:
    if not rule.is_decided(rule.unchanged(), rule.changed(1)):
        raise wrong("classes of counts do not decide what a move is")
    return lambda roles, left, truths: truths[0] and rule.is_move(roles, left)


def _some_moves(rule: GivenRule, turns: int, place: int = 0) -> GoalTest:
    (move,) = rule.moves
    bound = move.most.add * turns
    return lambda roles, left, truths: truths[place] and 1 <= sum(roles.values()) <= bound


def _either(one: GoalTest, two: GoalTest) -> GoalTest:
    return lambda roles, left, truths: one(roles, left, truths) or two(roles, left, truths)


# ------------------------------------------------------------------------------------------------ obligations


@dataclass
class _Checker:
    problem: GivenProblem
    data: Mapping[str, Any]
    work: Work

    def __post_init__(self) -> None:
        self.automata = sequence(of(self.data, "automata"), "automata")
        self.settled: list[str] = []
        self.states = self.answers = 0

    def check(self) -> Checked:
        problem, closed = self.problem, list(sequence(of(self.data, "closed"), "closed"))
        if not problem.is_graph and self.data.get("total") is not None:
            raise not_one("answers for values, and the claim is about a set")
        about = self._graph if problem.is_graph else self._half if problem.is_half else self._set
        wanted = [*self._kept(), *about()]
        if len(closed) != len(wanted) - 1:
            raise wrong("some obligation is not settled")
        for (name, *parts), value in zip(wanted[:-1], closed, strict=True):
            self._closed(value, name, *parts)
        self._strategy(*wanted[-1])
        return Checked(tuple(self.settled), len(self.automata), self.states, self.answers)

    def _kept(self) -> list[Wanted]:
        """No move leads out of the positions that the claim is about."""
        premise = self.problem.premise
        if premise is None:
            return []
        return [("a move out of the premise", (premise,), (denied(premise),), _one_move(self.problem.rule), "")]

    def _half(self) -> list[Wanted]:
        """Every option of a position of the set has an option in the set; in misère play the end needs none."""
        problem, claimed = self.problem, (self.problem.sentence,)
        if problem.tail:
            self._check_end()
        goal, reader = _one_move(problem.rule), self._reader(claimed, of(self.data, "reader"))
        option: GivenSentence = option_of(problem.rule, reader, goal, self.work)
        asked = JoinedSentence("and", (option, denied(at_end()))) if problem.tail else option
        return [("a position without a move back into the set", (asked,), claimed, goal, "")]

    def _graph(self) -> list[Wanted]:
        problem, goal = self.problem, _one_move(self.problem.rule)
        graph, own, some = (problem.sentence,), (problem.within(problem.sentence),), problem.sentence
        if problem.premise is not None:
            some = JoinedSentence("or", (denied(problem.premise), some))
        reader = self._reader((some,), of(self.data, "reader"))
        check_total(self.data.get("total"), reader, self.problem.levels, self.problem.rule.least, self.work)
        self.settled.append("a position without a value")
        return [("an option with the same value", own, graph, goal, "same"),
                ("a position without an option with every smaller value", own, graph, goal, "less")]  # fmt: skip

    def _set(self) -> list[Wanted]:
        problem, claimed, ended = self.problem, self.problem.sentence, at_end()
        rule, turns, tail, own = problem.rule, problem.players - 1, problem.tail, problem.within(claimed)
        self._check_end()
        if problem.is_named:
            reader = self._reader((claimed,), of(self.data, "reader"))
            check_named(rule, reader, problem.tail != 0, self.work)
            self.settled.append("a position without a named move that wins")
        goal = _one_move(rule) if problem.players == 2 else _some_moves(rule, turns)
        found = [("a move from the set into it", (own,), (claimed,), goal, "")]
        outside, to_end = problem.within(denied(claimed)), turns - tail if tail else 0
        into: GivenSentences = (claimed,)
        if tail:
            outside = JoinedSentence("and", (outside, denied(ended)))
        if to_end:
            found.append(("the end too soon", (own,), (ended,), _some_moves(rule, to_end), ""))
            into, goal = (claimed, ended), _either(_some_moves(rule, turns), _some_moves(rule, to_end, 1))
        return [*found, ("a position without a move into the set", (outside,), into, goal, "")]

    def _reader(self, sentences: tuple[GivenSentence, ...], number: Any) -> SentenceReader:
        reader = SentenceReader(sentences, self.problem.is_graph, self.work)
        reader.take(self.automata[whole(number, "an automaton", below=len(self.automata))])
        return reader

    def _check_end(self) -> None:
        """The end of play is in the set exactly if its rank is 0, for every n; if the claim is about it."""
        problem = self.problem
        sentences = (problem.sentence, *([] if problem.premise is None else [problem.premise]))
        reader = self._reader(sentences, of(self.data, "reader"))
        known = together(reader.zeros, reader.counted)
        for n in range(problem.rule.least, problem.rule.least + len(known.all) + 1):
            state, row = reader.start, reader.row_start
            for level in reversed(range(problem.levels.count)):
                state, row = reader.step(state, n, 0, 0, level), reader.row(row, 0, 0, level)
            is_in, *is_claimed = reader.truths(state, {row: n})
            if all(is_claimed) and is_in != (problem.tail == 0):
                raise wrong("the end of play is on the wrong side of the set")

    def _game(
        self, data: Mapping[str, Any], old: GivenSentences, new: GivenSentences, goal: GoalTest, order: str
    ) -> SideBySide:
        readers = several(of(data, "readers"), 2, "the automata of an obligation")
        one, two = map(self._reader, (old, new), readers)
        layers = GivenLayers(self.problem.rule, one, two, self.problem.players - 1, self.work)
        return SideBySide(layers, goal, order)

    def _states(self, value: Any, game: SideBySide) -> list[ReadState]:
        found = [_state(several(v, 5, "a state"), game) for v in sequence(value, "states")]
        self.states = max(self.states, len(found))
        return found

    # -- (A)

    def _closed(self, value: Any, name: str, *parts: Any) -> None:
        """All states that can be met are in the lists, and at none of their ends a move leads where none may lead."""
        data = record(value, "an obligation", keys=("never", "readers", "states", "met"))
        if text(of(data, "never"), "an obligation") != name:
            raise wrong(f"it is not shown that there is never {name}")
        game, levels = self._game(data, *parts), self.problem.levels
        states = self._states(of(data, "states"), game)
        listed = (wholes(row, "a state", below=len(states)) for row in sequence(of(data, "met"), "states"))
        met = [{states[i] for i in row} for row in listed]
        if len(met) != levels.count + 1 or not met[0].issuperset(game.starts()):
            raise wrong("a start is not among the states that are met")
        for here, after, level in zip(met[:-1], met[1:], reversed(range(levels.count)), strict=True):
            into = here if levels.repeats(level) else after
            if not all(game.everything(state, level) <= into for state in here) or not (into is after or here <= after):
                raise wrong("a state that can be met is not listed")
        if any(all(game.ends(state)) for state in met[-1]):
            raise wrong(f"there is {name}")
        self.settled.append(name)

    # -- (B)

    def _strategy(self, name: str, *parts: Any) -> None:
        keys = ("never", "readers", "rests", "states", "answers", "regions")
        data = record(of(self.data, "strategy"), "a strategy", keys=keys)
        if text(of(data, "never"), "an obligation") != name:
            raise wrong(f"it is not shown that there is never {name}")
        game = self._game(data, *parts)
        game.rests = self._rests(data.get("rests", []), game)
        states = self._states(of(data, "states"), game)
        answers = [_answer(a) for a in sequence(of(data, "answers"), "answers")]

        def outcomes(state: ReadState, letter: Any, number: int, level: int) -> set[ReadState]:
            if number >= len(answers):
                raise not_one("an answer is not there")
            return game.outcomes(state, letter, answers[number], level)

        side = PlayerSide(states, game.starts(), game.is_won, game.letters, outcomes)
        self.answers = check_regions(of(data, "regions"), self.problem.levels, side, self.work)
        self.settled.append(name)

    def _rests(self, value: Any, game: SideBySide) -> tuple[frozenset[int], ...]:
        """What the opponent may announce: all sets of states from which some rest of digits leads to the goal."""
        found = [frozenset(wholes(r, "a state", below=game.new.states)) for r in sequence(value, "announcements")]
        if not found:
            return ()
        if game.layers.has_classes or len(game.new.sentences) != 1 or len(found) > _MOST_RESTS:
            raise wrong("nothing can be announced here")
        if found[0] != {q for q in range(game.new.states) if game.new.truths(q, {})[0]} or len(set(found)) != len(
            found
        ):
            raise wrong("the announcement of no digits is another one")
        known = set(found)
        for letter in game.new.letters():
            self.work.spend(16 * len(found) * game.new.states)
            if not all(game.before(rest, *letter) in known for rest in found):
                raise wrong("something that may be announced is not listed")
        return tuple(found)


def _state(node: list[Any], game: SideBySide) -> ReadState:
    old = whole(node[0], "a state", below=game.old.states)
    new = whole(node[1], "a state", below=game.new.states)
    less, rest = whole(node[2], "an order", below=2), whole(node[3], "an announcement", below=len(game.rests) or 1)
    heaps = sorted(_kind(several(entry, 4, "a kind of heaps"), game) for entry in sequence(node[4], "kinds of heaps"))
    if len(dict(heaps)) < len(heaps):
        raise not_one("a kind of heaps is there twice")
    return ReadState(old, new, less, rest, tuple(heaps))


def _kind(node: list[Any], game: SideBySide) -> tuple[KindOfHeap, int]:
    if text(node[0], "what becomes of a kind") not in game.rule.roles:
        raise not_one("a kind of heaps has another shape")
    one = whole(node[1], "a state of a heap", below=game.old.row_states)
    two = whole(node[2], "a state of a heap", below=game.new.row_states)
    return (node[0], one, two), whole(node[3], "a class", below=len(game.layers.whole(node[0]).all))


def _answer(value: Any) -> GivenAnswer:
    ways = [several(v, 2, "a way") for v in sequence(value, "an answer")]
    return tuple((whole(usual, "a target"), wholes(others, "heaps", below=1 << 12)) for usual, others in ways)


def check_digits(data: Mapping[str, Any]) -> Checked:
    """Look at a whole certificate of the digit game; raises `HeapwiseError` at the first thing that is not right."""
    work = Work()
    return _Checker(read_problem(of(data, "problem")), data, work).check()
