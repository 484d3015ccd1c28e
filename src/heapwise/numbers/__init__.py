"""The arithmetic that rules, claims, engine and prover share, so that a formula means one thing everywhere.

In: whole numbers, fractions and surds (`Number`).  Out: the exact value in its simplest type, an int whenever it is
whole.  What has no value, v2(0) or 1 / 0, raises `UndefinedValue`, and what would outgrow memory or patience raises
`TooLarge`, which is one; a bad argument never shows itself in another way.  Nothing here is rounded, nothing knows
about games, and nothing is imported but Python's own modules.

`nim`: mex, nim addition and multiplication.  `digits`: sums of digits without carry.  `bits`: bits and valuations.
`exact`: ordinary arithmetic.  `surds`: square roots.  `acceptors`: sets whose members automata recognise by their
digits.  `errors`: the refusals, the limits, numbers as text.
"""

from heapwise.numbers.acceptors import Acceptor
from heapwise.numbers.bits import bit, bit_and, bit_or, mating, popcount, tail1, v2
from heapwise.numbers.digits import digit_sum, k_nim_sum
from heapwise.numbers.errors import MOST_BITS, TooLarge, UndefinedValue, in_full, is_long, show
from heapwise.numbers.exact import (
    absolute,
    add,
    ceil,
    congruent,
    divide,
    divides,
    floor,
    gcd,
    isqrt,
    mod,
    multiply,
    power,
    settled,
    subtract,
    whole,
)
from heapwise.numbers.nim import MOST_PRODUCT_BITS, mex, nim_product, nim_sum
from heapwise.numbers.surds import Number, Rational, Surd, rational, sqrt
