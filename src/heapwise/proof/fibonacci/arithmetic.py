"""Addition and the golden section on codes, verified by induction before anybody may use them.

Codes are infinitely many natural numbers in their order, so they are counted off by it: the code of n is the n-th one.
What follows another in the order is its successor, and zero is zero. A relation for which x + 0 = x and
x + (y + 1) = (x + y) + 1, and which has one sum at most, is addition: that is induction on y. Nothing about Fibonacci
numbers is needed for that; their sums only make the guess, and write numbers as codes and back (Zeckendorf's theorem).

The golden section: the code of n - 1 moved by one place, and one more, is A(n). That A(n) is the least number that is
not among A(j) and A(j) + j for j < n is verified here; by induction on n there is only one such A. What is trusted is
Beatty's theorem: every positive number is `floor(n phi)` or `floor(n phi) + n`, for one n and in one of the two ways.
Since both grow with n, `floor(n phi)` is the least number that is not among the earlier ones, hence it is A(n).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from heapwise.proof.automata import Automaton
from heapwise.proof.fibonacci.digits import IsCode, decode, encode, is_code
from heapwise.proof.fibonacci.guessed_adder import Learned
from heapwise.proof.logic import (
    And,
    Exists,
    Form,
    Formula,
    Given,
    Iff,
    LinearComparison,
    Not,
    Or,
    Portfolio,
    Sealed,
    compare,
    compile,
    free,
)

_DEEPEST = 4  # continuations that a guess may look at

Law = tuple[str, Formula]  # what a law says, and what never happens


def valid(names: Iterable[str]) -> Formula:
    """All of these are codes."""
    return And(tuple(IsCode((name,)) for name in names))


def some(names: tuple[str, ...], body: Formula) -> Formula:
    """Codes exist that make a formula true."""
    return Exists(names, And((valid(names), body)))


def is_number(name: str, number: int) -> Formula:
    """The code of a number."""
    return compare(Form.variable(name), "=", encode(number))


def follows(x: str, y: str) -> Formula:
    """y is the least code above x."""
    between = some(("between",), And((_less(x, "between"), _less("between", y))))
    return Sealed("the successor", And((_less(x, y), Not(between))))


def _less(x: str, y: str) -> Formula:
    return LinearComparison((x, y), (1, -1), 0, "<")


def _same(x: str, y: str) -> Formula:
    return LinearComparison((x, y), (1, -1), 0, "=")


def _doubled(x: str, y: str) -> Formula:
    return LinearComparison((x, y), (2, -1), 0, "=")


@dataclass(frozen=True)
class CodeArithmetic:
    """What is known of codes once their laws have been verified; `depth` is that of the guess that passed."""

    adder: Automaton
    depth: int

    def add(self, x: str, y: str, z: str) -> Formula:
        """x + y = z, for codes."""
        return Given(self.adder, (x, y, z))

    def golden(self, a: str, n: str) -> Formula:
        """a = floor(n phi), for codes."""
        steps = And((follows("before", n), _doubled("before", "moved"), follows("moved", a)))
        first = And((is_number(n, 0), is_number(a, 0)))
        return Sealed("floor(n phi)", Or((first, some(("before", "moved"), steps))))

    def _pair(self, n: str, v: str) -> Formula:
        """v is A(n) or A(n) + n."""
        second = some(("a",), And((self.golden("a", n), self.add("a", n, v))))
        return Sealed("a pair", Or((self.golden(v, n), second)))

    def laws(self) -> Iterator[Law]:
        """What has to be shown: of addition, and then of the golden section."""
        add = self.add
        yield "x + 0 = x", And((is_number("y", 0), Not(Iff(add("x", "y", "z"), _same("x", "z")))))
        step = And((add("x", "y", "z"), follows("y", "y1"), follows("z", "z1"), Not(add("x", "y1", "z1"))))
        yield "x + (y + 1) = (x + y) + 1", step
        yield "a sum is one number", And((add("x", "y", "z"), add("x", "y", "z1"), _less("z", "z1")))
        yield "there is a sum", And((valid(("x", "y")), Not(some(("z",), add("x", "y", "z")))))
        yield from self._golden_laws()

    def _golden_laws(self) -> Iterator[Law]:
        earlier = some(("j",), And((_less("j", "n"), self._pair("j", "v"))))
        is_value = self.golden("v", "n")
        yield "A(0) = 0", And((is_number("n", 0), Not(Iff(is_value, is_number("v", 0)))))
        yield "A(n) is one number", And((is_value, self.golden("w", "n"), _less("v", "w")))
        yield "there is A(n)", And((valid(("n",)), Not(some(("v",), is_value))))
        yield "A(n) is not in an earlier pair", And((is_value, earlier))
        yield "less than A(n) is in an earlier pair", And((self.golden("w", "n"), _less("v", "w"), Not(earlier)))


def broken_law(arithmetic: CodeArithmetic) -> str | None:
    """The first law that does not hold for all codes."""
    portfolio = Portfolio()
    for name, never in arithmetic.laws():
        if portfolio.decide(And((valid(free(never)), never))).witness is not None:
            return name
    return None


@lru_cache(maxsize=1)
def verified() -> CodeArithmetic:
    """Guess addition, look further ahead as long as a law refutes the guess, and hand out what passed all laws."""
    for depth in range(1, _DEEPEST + 1):
        found = guess(depth)
        if broken_law(found) is None:
            return found
    raise AssertionError("no guess at addition in Fibonacci digits is right")


def guess(depth: int) -> CodeArithmetic:
    """Addition as it looks from continuations of so many digits."""
    return CodeArithmetic(compile(Learned(("x", "y", "z"), _is_sum, depth)), depth)


def _is_sum(codes: tuple[int, ...]) -> bool:
    x, y, z = codes
    return is_code(x) and is_code(y) and is_code(z) and decode(x) + decode(y) == decode(z)
