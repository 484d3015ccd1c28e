"""Games that keep one heap and split it into p parts, with claims about remainders: as text, and by counting sums."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

_LARGEST_N = 6
_ROUNDS = 4  # times the modulus, up to which heaps are looked at

Number = tuple[str, Callable[[int], int]]


@dataclass(frozen=True)
class Splits:
    """A rule and a claim: the heaps of a P-position are those with a remainder in low..high."""

    text: str
    parts: Callable[[int], int]
    low: Callable[[int], int]
    high: Callable[[int], int]
    modulus: Callable[[int], int]

    def counterexample(self, least: int) -> tuple[int, int] | None:
        """The number n, and a heap of which something wrong is said. A heap can be split into a P-position if it is
        a sum of p heaps that cannot."""
        for n in range(least, _LARGEST_N + 1):
            if self.parts(n) < 1 or self.modulus(n) < 1:
                return n, 0
            said = range(1, self.modulus(n) * _ROUNDS + 1)
            lost = _lost(self.parts(n), said[-1])
            for v in said:
                if (v in lost) != (self.low(n) <= v % self.modulus(n) <= self.high(n)):
                    return n, v
        return None


def _lost(parts: int, most: int) -> set[int]:
    """The heaps that are no sum of so many of them, up to some number; the parts are smaller, so that they are known.
    With one part the heap itself is an option, and play does not end."""
    lost: set[int] = set()
    sums = [{0}] + [set[int]() for _ in range(parts)]  # of j lost heaps
    for v in range(1, most + 1):
        for j in range(2, parts + 1):
            if any(v - a in sums[j - 1] for a in lost):
                sums[j].add(v)
        if v not in sums[parts]:
            lost.add(v)
            sums[1].add(v)
    return lost


def random_splitting(source: Random) -> Splits:
    """Often one that is true: low = 1, high = p - 1, and p times that as the modulus."""
    parts: Number = source.choice((
        ("n", lambda n: n), ("n + 1", lambda n: n + 1), ("2", lambda n: 2), ("3", lambda n: 3),
        ("2 * n", lambda n: 2 * n), ("2 * n - 1", lambda n: 2 * n - 1), ("n^2", lambda n: n * n),
    ))  # fmt: skip
    p, (name, _) = parts[1], parts
    low = source.choice((1, 1, 1, 1, 1, 0, 2))
    less, more = source.choice((1, 1, 1, 1, 0, 2)), source.choice((0, 0, 0, 0, 1, -1))
    modulus = f"({name}) * ({name} - {less}) + {more}"
    least = source.choice((1, 2, 2, 3))
    text = (
        f"game some(n in {least}..)\n    heaps x[{name}] in 1..\n"
        f"    move x -> y   for i in 1..{name}, y in splits(x[i], {name}, 1)\n\nclaims for some(n)\n\n"
        f"theorem it: P(x) iff all({low} <= x[i] mod ({modulus}) <= {name} - {less} for i in 1..{name})\n"
        "    check n in 2..3, upto 2\n"
    )
    return Splits(text, p, lambda n: low, lambda n: p(n) - less, lambda n: p(n) * (p(n) - less) + more)
