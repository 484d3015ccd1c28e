"""Sets of positions as automata: guessed from tables that grow, until one is proved for all positions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from heapwise.discovery.facts import Facts
from heapwise.proof.learned import (
    Apart,
    DigitSet,
    Guess,
    Reading,
    coded_table,
    digits_text,
    learn,
    prove_losing,
    readings,
    side_of_codes,
)
from heapwise.proof.moves import component
from heapwise.proof.outside import Outside

_DEPTHS = range(1, 5)
_MOST_CODED = 3  # components up to which Fibonacci digits are tried


@dataclass(frozen=True)
class Attempt:
    """What came of the search for the automaton of a set: the proved set, or how many states it has at least."""

    proved: DigitSet | None
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
    side = 0
    try:
        for side, reading, is_fibonacci, guess in _guesses(facts, most):
            if isinstance(guess, Apart):
                digits = digits_text(reading.numeration, is_fibonacci)
                apart[digits] = max(apart.get(digits, 0), guess.prefixes)
                continue
            found = DigitSet(guess.automaton, is_fibonacci)
            standing = prove_losing(facts.game, found, misere=facts.play.is_misere)
            if standing.is_proved:
                return Attempt(found, side, apart)
    except Outside as reason:
        return Attempt(None, side, apart, reason.what)
    return Attempt(None, side, apart)


def _guesses(facts: Facts, most: int) -> Iterator[tuple[int, Reading, bool, Guess | Apart]]:
    """All ways to read tables that grow, binary digits before those of Fibonacci."""
    tracks = tuple(map(component, range(facts.size)))
    for places in facts.places(lambda count: int(2**count)):
        values = facts.values(2**places)
        for reading in readings((2,), _DEPTHS):
            yield 2**places, reading, False, learn(values == 1, values >= 0, tracks, reading, most)
    if facts.size <= _MOST_CODED:
        for places in facts.places(side_of_codes):
            side = side_of_codes(places)
            values = facts.values(side)
            table, legal = coded_table(values == 1, places), coded_table(values >= 0, places)
            for reading in readings((2,), _DEPTHS):
                yield side, reading, True, learn(table, legal, tracks, reading, most)
