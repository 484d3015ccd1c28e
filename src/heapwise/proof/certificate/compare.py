"""The translation of rules and claim, looked at from outside: at many positions it must say what the interpreter says.

That is no proof that it is right everywhere. It is the part of a verified proof that has to be trusted, so it is looked
at again each time, with positions that nobody could prepare for.
"""

import random
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from operator import add

from heapwise.claims.exact_check import Judge
from heapwise.claims.far_cases import contradicted_at
from heapwise.claims.instances import Instance
from heapwise.claims.position_values import Values
from heapwise.claims.small_cases import false_position, small_box
from heapwise.claims.task import Unsuitable
from heapwise.proof.automata import Automaton, AutomatonBudget, BudgetExceeded, DigitOrder
from heapwise.proof.certificate.confirm import Confirmed, other
from heapwise.proof.claim_forms import Graph, Inside, Seat, Value, said
from heapwise.proof.claimed import claimed
from heapwise.proof.fibonacci.digits import encode
from heapwise.proof.given import DigitSystem
from heapwise.proof.logic import And, Formula, LinearComparison
from heapwise.proof.moves import Moves
from heapwise.records import Record, replace
from heapwise.terms import term as t
from heapwise.terms.evaluate import Frame
from heapwise.terms.position import State
from heapwise.terms.types import NUMBER

_BUDGET = AutomatonBudget(states=60_000, work=4_000_000)
_RANDOM = 100
_MOST_BITS = 12
_MOST_VALUE = 5


class Compared(Record):
    """At how many positions rules and formula were looked at; None where that could not be done."""

    options: int | None
    formula: int | None


def compare(confirmed: Confirmed, seed: int | None = None) -> Compared:
    """Look at rules and claim at many positions; raises `HeapwiseError` where the translation is wrong."""
    plan = confirmed.plan
    options = [_options(moves, plan.digits) for moves in (plan.moves, *plan.others)]
    many = None if None in options else sum(filter(None, options))
    compared = Compared(many, _formula(confirmed, random.Random(seed)))
    compare_statement(confirmed.instance)
    return compared


def compare_statement(instance: Instance) -> None:
    """Look at what is stated, with values from the interpreter: whatever was proved, it is not false in a small box,
    nor does it contradict itself beside the numbers of the texts."""
    game = instance.game
    state = false_position(instance)
    if state is not None and game is not None:
        raise other(f"the statement is false, or has no value, at {game.layout.text(state)} of {game.text}")
    far = contradicted_at(instance)
    if far is not None:
        where = str(far) if game is None else f"{game.layout.text(far)} of {game.text}"
        raise other(f"the statement contradicts itself at {where}")


class _Set(Record):
    """A set of tuples by its automaton, which may read Fibonacci digits."""

    automaton: Automaton
    digits: DigitSystem

    def has(self, values: Mapping[str, int]) -> bool:
        """Is this tuple of numbers in it?"""
        return self.automaton.accepts({name: self._code(value) for name, value in values.items()})

    def word(self, values: Mapping[str, int], most: int) -> tuple[int, ...]:
        """The word of numbers up to `most`, all others being 0: letters of words about other tracks can be added."""
        numeration = self.automaton.shape.numeration
        own = tuple(self._code(values.get(track, 0)) for track in self.automaton.tracks)
        return numeration.word(own, numeration.length((self._code(most),)))

    def reads(self, letters: Iterable[int]) -> bool:
        """Is a word accepted?"""
        shape, state = self.automaton.shape, 0
        for letter in letters:
            state = shape.step(state, letter)
        return shape.accepting[state]

    def _code(self, value: int) -> int:
        return encode(value) if self.digits.are_fibonacci else value


# ------------------------------------------------------------------------------------------------ options


def _options(moves: Moves, digits: DigitSystem) -> int | None:
    """In a small box: which positions are legal, and which of them are options of which."""
    game = moves.game.game
    relation, legal = _set(_relation(moves), digits), _set(moves.domain, digits)
    if relation is None or legal is None:
        return None
    box = list(small_box(game.layout.size))
    most = max(chain.from_iterable(box), default=0)
    words = {o: relation.word(_primed(o), most) for o in box}
    for state in box:
        here = dict(zip(moves.names, state, strict=True))
        if legal.has(here) != game.is_legal(state):
            raise other(f"the legal positions are translated wrongly at {game.layout.text(state)}")
        if not game.is_legal(state):
            continue
        wanted = {o.only.state for o in game.options(state) if o.only is not None}
        own = relation.word(here, most)
        found = {o for o, word in words.items() if relation.reads(map(add, own, word))}
        if found != wanted.intersection(box):
            raise other(f"the moves are translated wrongly at {game.layout.text(state)}")
    return len(box)


def _relation(moves: Moves) -> Formula:
    """One position has another one as an option."""
    places = enumerate(moves.names)
    return moves.opt(And(tuple(LinearComparison((name, f"z{i}"), (1, -1), 0, "=") for i, name in places)))


def _primed(state: State) -> dict[str, int]:
    return {f"z{i}": value for i, value in enumerate(state)}


def _set(formula: Formula, digits: DigitSystem) -> _Set | None:
    for order in (DigitOrder.MSD, DigitOrder.LSD):
        try:
            return _Set(digits.compile(formula, order, _BUDGET), digits)
        except BudgetExceeded:
            continue
    return None


# ------------------------------------------------------------------------------------------------ the claim


def _formula(confirmed: Confirmed, source: random.Random) -> int | None:
    """Small and random positions: is the claimed set, or graph, what the formula says when it is evaluated?"""
    try:
        translated = claimed(confirmed.instance)
        whole = _Set(translated.automaton(), translated.digits)
    except Unsuitable:
        return None
    game, names = confirmed.plan.moves.game.game, confirmed.plan.moves.names
    evaluated, compared = Evaluated(confirmed.instance, translated.is_power), 0
    for state in (*small_box(len(names)), *_random(len(names), source)):
        if not game.is_legal(state):
            continue
        wanted = evaluated.look(state)
        if wanted is None:
            continue
        compared += 1
        number, truth = wanted
        if whole.has({**dict(zip(names, state, strict=True)), **number}) != truth:
            raise other(f"the formula is translated wrongly at {game.layout.text(state)}")
    return compared


def _random(size: int, source: random.Random) -> Iterator[State]:
    for _ in range(_RANDOM):
        bits = source.randint(2, _MOST_BITS)
        yield tuple(source.getrandbits(bits) for _ in range(size))


class Evaluated:
    """The formula of a claim, by the evaluator that has nothing to do with proofs."""

    def __init__(self, instance: Instance, is_power: bool) -> None:
        claim = instance.claim
        self.form, self.is_power = said(claim), is_power
        self.judge = Judge(instance, Values().asker(claim.play))
        self.compiler = compiler = instance.compiler()
        if isinstance(self.form, Seat | Value):
            self.compute = compiler.compile(self.form.formula)

    def look(self, state: State) -> tuple[Mapping[str, int], bool] | None:
        """The value to look for and whether it has to be accepted; None where the claim says nothing."""
        frame = self.judge.frame(state)
        has_premise = self.judge.has_premise(frame)
        match self.form:
            case Inside(is_denied=is_denied):
                return {}, has_premise != is_denied
            case Seat(_, _, is_denied) if has_premise:
                return {}, bool(self.compute(frame)) != is_denied
            case Value() if has_premise:
                value = self.compute(frame)
                return {"g": 2**value if self.is_power else value}, True
            case Graph() if has_premise:
                number = sum(state) % _MOST_VALUE  # any number: the set must hold it exactly where the automaton does
                number = 2**number if self.is_power else number
                return {"g": number}, self._accepts(frame, number)
        return None

    def named(self, state: State) -> State:
        """The position that `by` names."""
        strategy = self.judge.instance.claim.strategy
        assert strategy is not None
        return tuple(self.compiler.value(strategy, self.judge.frame(state)))

    def _accepts(self, frame: Frame, number: int) -> bool:
        """Does the automaton accept the position with this number in the place of its value?"""
        assert isinstance(self.form, Graph)
        given = t.Constant(number, type=NUMBER)
        place, arguments = self.form.place, self.form.accepts.arguments
        changed = replace(self.form.accepts, arguments=(*arguments[:place], given, *arguments[place + 1 :]))
        return bool(self.compiler.value(changed, frame))
