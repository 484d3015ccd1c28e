"""The lemma about splitting, and the two statements that it turns a claim into.

A *good* number has a remainder in lo..hi modulo N, where 1 <= lo <= hi < N; every good number is at least 1. Adding the
interval lo..hi to itself p times gives all of p lo..p hi, so the sums of p good numbers are exactly the numbers s + N q
with p lo <= s <= p hi and q >= 0. A position is p heaps, at least 1 each; a move keeps one heap and splits it into p
parts. So the positions whose heaps are all good are the P-positions as soon as

(A) no s in p lo..p hi has a good remainder: then no good heap is a sum of p good numbers;
(B) every v >= 1 with another remainder is such a sum, with q >= 0. Small v are the trap: their remainder may fit
    although they are too small.

p, lo, hi, N are polynomials in n. Each power of n becomes a variable; what is used of it are the signs of differences
of polynomials. The rest is linear, and decided by automata.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from heapwise.proof.automata import AutomatonBudget, BudgetExceeded
from heapwise.proof.logic import And, Formula, LinearComparison, Not, Or, Portfolio
from heapwise.proof.splitting.polynomials import Polynomial, added, is_at_least, linear, multiplied

_MOST_CARRIES = 8
_ONE: Polynomial = (1,)


@dataclass(frozen=True)
class SplitClaim:
    """A claim about p parts: all heaps have remainders low..high modulo `modulus`, for every n from `least` on."""

    parts: Polynomial
    low: Polynomial
    high: Polynomial
    modulus: Polynomial
    least: int

    def to_json(self) -> dict[str, object]:
        """As certificates have it: polynomials by their coefficients, lowest power first."""
        named = {"parts": self.parts, "low": self.low, "high": self.high, "modulus": self.modulus}
        return {**{name: list(polynomial) for name, polynomial in named.items()}, "least": self.least}

    @property
    def sums(self) -> tuple[Polynomial, Polynomial]:
        """The least and the largest sum of p remainders."""
        return multiplied(self.parts, self.low), multiplied(self.parts, self.high)

    @property
    def is_well_formed(self) -> bool:
        """1 <= low <= high < modulus, and at least two parts: so every part is less than the heap, and play ends."""
        wanted = ((self.low, _ONE), (self.high, self.low), (self.modulus, added(self.high, _ONE)), (self.parts, (2,)))
        return all(is_at_least(one, two, self.least) for one, two in wanted)

    @property
    def carries(self) -> int | None:
        """How many multiples of the modulus may lie in a sum: the least c with p high < c modulus."""
        beyond = added(self.sums[1], _ONE)
        fitting = (
            c for c in range(1, _MOST_CARRIES) if is_at_least(multiplied((c,), self.modulus), beyond, self.least)
        )
        return next(fitting, None)

    def obligations(self) -> Iterator[tuple[str, Formula]]:
        """Formulas that must have no solution."""
        known = And(tuple(self._known()))
        remainder = And((linear({"t": -1}, [(self.modulus, 1)], ">"),))
        good = And((self._at_least("t", self.low), self._at_most("t", self.high)))
        sums = [self._is_sum(carry) for carry in range(self.carries or 0)]
        for carry, is_sum in enumerate(sums):
            yield f"a good remainder of a sum, {carry} carries", And((known, remainder, good, is_sum))
        reached = tuple(And((s, LinearComparison(("q",), (1,), -carry, ">="))) for carry, s in enumerate(sums))
        is_positive = LinearComparison(("t", "q"), (1, 1), 0, ">")
        yield "a number that is no sum", And((known, remainder, is_positive, Not(good), Not(Or(reached))))

    def _is_sum(self, carry: int) -> Formula:
        """t + carry N lies in p low..p high."""
        multiple = (self.modulus, carry)
        low, high = self.sums
        return And((linear({"t": 1}, [multiple, (low, -1)], ">="), linear({"t": 1}, [multiple, (high, -1)], "<=")))

    def _at_least(self, name: str, bound: Polynomial) -> Formula:
        return linear({name: 1}, [(bound, -1)], ">=")

    def _at_most(self, name: str, bound: Polynomial) -> Formula:
        return linear({name: 1}, [(bound, -1)], "<=")

    def _known(self) -> Iterator[Formula]:
        """What is used of the powers of n: differences of the polynomials that are at least a number."""
        multiples = [multiplied((c,), self.modulus) for c in range((self.carries or 0) + 1)]
        named = [
            self.parts,
            self.low,
            self.high,
            *self.sums,
            added(self.high, _ONE),
            added(self.parts, _ONE),
            *multiples,
        ]
        differences = {added(one, two, -1) for one, two in permutations(dict.fromkeys([*named, _ONE]), 2)}
        yield linear({}, [((-self.least, 1), 1)], ">=")
        for difference in sorted(differences):
            if len(difference) > 1 and is_at_least(difference, (), self.least):
                constant = sum(c * self.least**power for power, c in enumerate(difference))
                yield linear({}, [(difference, 1), ((constant,), -1)], ">=")


def unproved(claim: SplitClaim, budget: AutomatonBudget) -> str | None:
    """What keeps the claim from being proved for every n; None if it is proved."""
    if not claim.is_well_formed:
        return "1 <= low <= high < modulus and two parts were not seen for every n"
    if claim.carries is None:
        return "the number of carries in a sum was not bounded"
    try:
        portfolio = Portfolio(budget)
        return next((name for name, f in claim.obligations() if portfolio.decide(f).witness is not None), None)
    except BudgetExceeded as problem:
        return str(problem)
