"""The lemma about splitting: when are the positions whose heaps are all good the P-positions?

A *good* number has a remainder in lo..hi modulo N, where 1 <= lo <= hi < N. A position is p >= 2 heaps, at least 1
each; a move keeps one heap and splits it into p parts. Adding the interval lo..hi to itself p times gives all of
p lo..p hi, so the sums of p good numbers are exactly the numbers s + N q with p lo <= s <= p hi and q >= 0. No good
number may be such a sum, and every other number from 1 up has to be one.

With lo = 1, p = hi + 1 and N = p hi the sums are hi + 1..N, and these plus multiples of N: all that is not good. No
other numbers will do. What is not good is the blocks 1..lo - 1 and, for j >= 0, N j + hi + 1..N (j + 1) + lo - 1. The
sums with one q lie within one block, those with the next q within the next, and together they fill all blocks; so
p lo..p hi is the first that is not empty. That is not 1..lo - 1, since p lo > lo - 1. So lo = 1, p = hi + 1, p hi = N.

p, lo, hi and N are polynomials in n. If they are equal for every n from some least one on, so are their coefficients.
"""

from heapwise.proof.splitting.polynomials import Polynomial, added, is_at_least, multiplied
from heapwise.records import Record

_ONE: Polynomial = (1,)


class SplitClaim(Record):
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

    def unproved(self) -> str | None:
        """What keeps the claim from being true for every n; None if it is proved."""
        if not is_at_least(self.parts, (2,), self.least):
            return "two parts were not seen for every n"
        if self.low != _ONE or self.parts != added(self.high, _ONE):
            return "a good number is a sum of good ones, or another number is none"
        return (
            None if self.modulus == multiplied(self.parts, self.high) else "the sums of good numbers are not all others"
        )
