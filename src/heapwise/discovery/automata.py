"""Sets of positions as automata: guessed from tables that grow, until one is proved for all positions."""

from collections.abc import Callable, Iterator, Mapping

from heapwise.claims.position_values import Values
from heapwise.discovery.facts import Facts
from heapwise.fitting.leaves import numbers_in
from heapwise.lang import nodes
from heapwise.proof import learned
from heapwise.proof.automata import BudgetExceeded
from heapwise.proof.learned.search import graph_of, guessed, learned_classes, tracks_of
from heapwise.proof.learned.sets import BUDGET, Standing
from heapwise.proof.logic import And, Not, compile
from heapwise.proof.moves import moves_of
from heapwise.proof.outside import Outside
from heapwise.records import Record, dataclass, field, replace
from heapwise.reference.conventions import Preference
from heapwise.rules.game import Game

_DEPTHS = range(1, 5)
_MOST_GRAPH = 1 << 20  # positions with values, of a table from which values are learned
_MOST_WORK = 4 * BUDGET.work  # of proofs that fail
_MOST_CODED = 3  # components up to which Fibonacci digits are tried


class Attempt(Record):
    """What came of the search for the automaton of a set: the proved set, or how many states it has at least."""

    proved: learned.DigitSet | None
    side: int
    apart: dict[str, int]
    reason: str = ""

    def excluded(self) -> list[str]:
        """What no automaton is, as sentences; a bound is a theorem, for the prefixes were told apart by values."""
        if self.reason:
            return [f"no automaton was looked for: {self.reason}"]
        bounds = sorted((bound, digits) for digits, bound in self.apart.items() if bound > 1)
        return [f"no automaton that reads {digits} has fewer than {bound} states" for bound, digits in bounds]


def losing_set(facts: Facts, most: int = 1_000) -> Attempt:
    """The P-positions as a proved automaton, if one of the readings has one that closes on a small table."""
    apart: dict[str, int] = {}
    side, trials = 0, _Trials(facts, learned.prove_losing)
    try:
        learned.show_end(facts.game)  # rules without a formula are known before any table is made
        for side, is_fibonacci, reading, found in _guesses(facts, most):
            if isinstance(found, learned.Apart):
                digits = learned.digits_text(reading.numeration, is_fibonacci)
                apart[digits] = max(apart.get(digits, 0), found.prefixes)
            elif trials.is_proved(found):
                return Attempt(found, side, apart)
            if trials.left <= 0:
                break
    except Outside as reason:
        return Attempt(None, side, apart, reason.what)
    return Attempt(None, side, apart)


def class_sets(facts: Facts) -> Mapping[int, learned.DigitSet]:
    """The classes W = 0, 1, ... of a preference of more players as proved automata; none where they do not close."""
    assert isinstance(facts.play.outcome, Preference)
    try:
        domain = moves_of(facts.game).domain
        known = dict(learned_classes(facts.game, facts.play, Values(facts.memory, facts.tick)) or {})
        for seat in facts.play.outcome.seats if known else ():
            if seat not in known:  # the rest of all positions
                rest = And((domain, *(Not(found.formula) for found in known.values())))
                formula = next(iter(known.values())).portfolio().spelled(rest)
                known[seat] = learned.DigitSet(compile(formula, budget=BUDGET))
    except (Outside, BudgetExceeded):
        return {}
    return dict(sorted(known.items()))


def value_graph(facts: Facts, most: int = 1_000) -> learned.DigitSet | None:
    """All positions with their values as a proved automaton, if one closes on a small table."""
    try:
        learned.show_end(facts.game)
        return _value_graph(facts, most)
    except Outside:
        return None


def _value_graph(facts: Facts, most: int) -> learned.DigitSet | None:
    seen, trials = set[tuple[int, int]](), _Trials(facts, learned.prove_values)
    for places in range(2, 20):
        for base, count in _bases(facts.game, places):
            side = base**count
            if side ** (facts.size + 1) > _MOST_GRAPH or side**facts.size > facts.most_cells:
                continue
            if count > 1 and (base, count) not in seen:
                seen.add((base, count))
                found = next(filter(trials.is_proved, _graphs_in(facts, base, side, most)), None)
                if found is not None:
                    return found
    return None


def _graphs_in(facts: Facts, base: int, side: int, most: int) -> Iterator[learned.DigitSet]:
    """The positions with their values that one table suggests in one base."""
    table, legal = graph_of(facts.values(side, "grundy"))
    found = guessed(table, legal, tracks_of(facts.game, has_values=True), _DEPTHS, most, base)
    return (guess for _, guess in found if isinstance(guess, learned.DigitSet))


@dataclass
class _Trials:
    """Guesses that are put to the prover: none of them twice, and with so much work for all of them together."""

    facts: Facts
    prove: Callable[..., Standing]
    left: int = _MOST_WORK
    _seen: set[learned.DigitSet] = field(default_factory=set)

    def is_proved(self, guess: learned.DigitSet) -> bool:
        """Rules that look at binary digits cannot be read in another base, and no more is said then."""
        if guess in self._seen or self.left <= 0:
            return False
        self._seen.add(guess)
        budget = replace(BUDGET, work=min(self.left, BUDGET.work), look=self.facts.tick)
        try:
            standing = self.prove(self.facts.game, guess, misere=self.facts.play.is_misere, budget=budget)
        except Outside:
            if guess.automaton.shape.numeration.base == 2 and not guess.is_fibonacci:
                raise
            return False
        self.left -= 0 if standing.is_proved else standing.work
        return standing.is_proved


def _guesses(facts: Facts, most: int) -> Iterator[tuple[int, bool, learned.Reading, learned.DigitSet | learned.Apart]]:
    """All ways to read tables that grow: binary digits, those of Fibonacci, and those of bases that may matter."""
    seen = set[tuple[int, bool, int]]()
    for places in facts.places(lambda count: int(2**count)):
        for base, is_fibonacci, own in _systems(facts, places):
            if own and (base, is_fibonacci, own) not in seen:
                seen.add((base, is_fibonacci, own))
                side = learned.side_of_codes(own) if is_fibonacci else base**own
                values, codes = facts.values(side), own if is_fibonacci else 0
                found = guessed(values == 1, values >= 0, tracks_of(facts.game), _DEPTHS, most, base, codes)
                yield from ((side, is_fibonacci, *one) for one in found)


def _systems(facts: Facts, places: int) -> Iterator[tuple[int, bool, int]]:
    """The digits in which a table of about the side of so many bits is read, with how many of them it has."""
    known = [(base, False, count) for base, count in _bases(facts.game, places)]
    yield known[0]
    if facts.size <= _MOST_CODED:
        yield 2, True, max(count for count in range(2 * places) if learned.side_of_codes(count) <= 2**places)
    yield from known[1:]


def _bases(game: Game, places: int) -> Iterator[tuple[int, int]]:
    """Bases that may matter, with how many digits in them a number of so many bits has: 2, 3, and what the parameters
    and the rules divide by or speak of."""
    spoken = _numbers(game)
    primes = [prime for prime in (3, 5, 7) if any(number and number % prime == 0 for number in spoken)]
    mixed = [6] if 3 in primes and any(number and number % 2 == 0 for number in spoken) else []
    for base in dict.fromkeys((2, 3, *primes, *mixed)):
        yield base, max(count for count in range(places + 1) if base**count <= 2**places)


def _numbers(game: Game) -> list[int]:
    """The numbers that the rules of a game speak of, and its parameters."""
    return numbers_in(game) + [node.value for node in nodes.walk(game.schema.node) if isinstance(node, nodes.Int)]
