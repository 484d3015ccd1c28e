"""What rules and claims say as proofs read them, beside what the interpreter and the evaluator make of the same text.

That `x[1] = x[2]` holds at (3, 3) is said by an automaton that reads digits, and by Python; where they differ, what was
proved is something else than what is claimed.
"""

from collections.abc import Collection, Iterable, Mapping
from itertools import chain
from operator import add

from heapwise.claims.exact_check import Judge
from heapwise.claims.instances import Instance
from heapwise.claims.position_values import Values
from heapwise.proof.automata import Automaton, AutomatonBudget, BudgetExceeded, DigitOrder
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

_MOST_VALUE, _MOST_POWER = 5, 10_000


class NumberSet(Record):
    """A set of tuples by its automaton, which may read Fibonacci digits."""

    automaton: Automaton
    digits: DigitSystem

    @classmethod
    def of(cls, formula: Formula, digits: DigitSystem, budget: AutomatonBudget) -> "NumberSet":
        """The set of a formula, in the first digit order in which it does not grow too large; else `BudgetExceeded`."""
        try:
            return cls(digits.compile(formula, DigitOrder.MSD, budget), digits)
        except BudgetExceeded:
            return cls(digits.compile(formula, DigitOrder.LSD, budget), digits)

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


class TranslatedMoves:
    """The rules as automata: which positions are legal, and which are options of which of those in a box."""

    def __init__(self, moves: Moves, digits: DigitSystem, budget: AutomatonBudget, box: Collection[State]) -> None:
        self._names, self._game = moves.names, moves.game.game
        places = enumerate(moves.names)
        same = And(tuple(LinearComparison((name, f"z{i}"), (1, -1), 0, "=") for i, name in places))
        self._relation = NumberSet.of(moves.opt(same), digits, budget)
        self._legal = NumberSet.of(moves.domain, digits, budget)
        self._most = max(chain.from_iterable(box), default=0)
        self._words = {o: self._relation.word({f"z{i}": v for i, v in enumerate(o)}, self._most) for o in box}

    def mistake(self, state: State) -> str | None:
        """What is not as the interpreter has it, of a position in the box."""
        here, is_legal = dict(zip(self._names, state, strict=True)), self._game.is_legal(state)
        if self._legal.has(here) != is_legal:
            return "the legal positions are"
        if not is_legal:
            return None
        wanted = {o.only.state for o in self._game.options(state) if o.only is not None}
        own = self._relation.word(here, self._most)
        found = {o for o, word in self._words.items() if self._relation.reads(map(add, own, word))}
        return None if found == wanted.intersection(self._words) else "the moves are"


class Evaluated:
    """The formula of a claim, by the evaluator that has nothing to do with proofs."""

    def __init__(self, instance: Instance, is_power: bool) -> None:
        claim = instance.claim
        self.form, self.is_power = said(claim, instance.known), is_power
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
                if type(value) is not int or value < 0 or (self.is_power and value > _MOST_POWER):
                    return None
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


class TranslatedClaim:
    """A claim about an instance as its automaton and as it is evaluated."""

    def __init__(self, instance: Instance, budget: AutomatonBudget | None = None) -> None:
        translated = claimed(instance)
        assert instance.game is not None
        self._numbers = NumberSet(translated.automaton(budget), translated.digits)
        self._names = list(translated.names)[: instance.game.layout.size]
        self._evaluated = Evaluated(instance, translated.is_power)

    def is_right(self, state: State) -> bool | None:
        """Do both say the same of a legal position? None where the claim says nothing."""
        wanted = self._evaluated.look(state)
        if wanted is None:
            return None
        number, truth = wanted
        return self._numbers.has({**dict(zip(self._names, state, strict=True)), **number}) == truth
