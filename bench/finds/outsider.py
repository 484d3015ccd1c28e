"""A set of games by somebody who does not know the search: neither its source nor what it finds was looked at, and it
was never run on them. RULES and TARGETS together are a text for `heapwise check`."""

from __future__ import annotations

from functools import partial

from finds.base import Part
from finds.blind import Unseen, cases_of, page_of

RULES = """
game proper_divisor
    heap n in 1..
    move n -> n - d   for d in 1..n-1 where d divides n

game one_or_prime
    heap n
    move n -> n - t   for t in 1..n where all(not d divides t for d in 2..t-1)

game one_of_three_digits
    heap n
    move n -> n - d   for p in {1, 10, 100}, d = floor(n / p) mod 10 where d >= 1

game take_or_three
    heap n
    move n -> m   for m in 0..n-1
    move n -> take_or_three(s[1]) + take_or_three(s[2]) + take_or_three(s[3])   for s in splits(n, 3, 1)

game odd_or_even
    heaps a, b
    cell odd in 0..1
    move a -> a - t, odd -> c   for t in 1..a, c in 0..1 where t mod 2 = odd
    move b -> b - t, odd -> c   for t in 1..b, c in 0..1 where t mod 2 = odd

game even_wins
    heap n
    cell odd in 0..1
    decreases 2 * n + 1 - odd
    move n -> n - t, odd -> (n + odd + 1) mod 2   for t in 1..min(n, 4)
    move odd -> 1   where n = 0 and odd = 0

game nimble
    heaps x[4]
    decreases sum(i * x[i] for i in 1..4)
    move x[i] -> x[i] - 1   for i in 1..4 where x[i] >= 1
    move x[i] -> x[i] - 1, x[j] -> x[j] + 1   for i in 1..4, j in 1..i-1 where x[i] >= 1

game multiplication
    heap n in 1..
    move n -> ceil(n / t)   for t in 2..4 where n >= 2

game more_from_smaller
    heaps a, b
    move a -> p   for p in 0..a-1
    move b -> q   for q in 0..b-1
    move a -> a - t, b -> b - t   for t in 1..min(a, b)
    move a -> a - s, b -> b - t   for s in 1..a, t in 1..b where a < b and s > t
    move a -> a - s, b -> b - t   for s in 1..a, t in 1..b where b < a and t > s

game left_column_top_row
    heaps a, b, c
    legal a >= b and b >= c
    move (a, b, c) -> (b, c, 0)   where a >= 1
    move (a, b, c) -> (a - 1, max(b - 1, 0), max(c - 1, 0))   where a >= 1

game progression
    heap n
    move n -> progression(n - 2 * t) + progression(n - t)   for t in 1..floor(n / 2)

game coprime_heaps
    heaps a, b
    legal gcd(a, b) = 1
    move a -> p   for p in 0..a-1
    move b -> q   for q in 0..b-1

game power_diagonals
    heaps a, b
    move a -> p   for p in 0..a-1
    move b -> q   for q in 0..b-1
    move a -> a - t, b -> b - t   for t in 1..min(a, b) where popcount(t) = 1

game vile_takes
    heaps a, b
    move a -> a - t   for t in 1..a where v2(t) mod 2 = 0
    move b -> b - t   for t in 1..b where v2(t) mod 2 = 0

game common_divisor
    heaps a, b
    move a -> a - d   for d in 1..a where d divides a and d divides b
    move b -> b - d   for d in 1..b where d divides a and d divides b

game another_heap
    heaps x[3]
    cell last in 0..3
    move x[i] -> x[i] - 1, last -> i   for i in 1..3 where x[i] >= 1 and i != last

game one_more_than_last
    heap n
    cell last
    move n -> n - t, last -> t   for t in 1..min(n, last + 1)

game step_and_slide
    heaps a, b
    move b -> q   for q in 0..b-1
    move a -> a - 1, b -> q   for q in 0..b where a >= 1

game cut_or_snap
    heaps a, b in 1..
    move (a, b) -> cut_or_snap(p, b) + cut_or_snap(a - p, b)   for p in 1..a-1
    move b -> q   for q in 1..b-1

game evil_takes
    heap n
    move n -> n - t   for t in 1..n where popcount(t) mod 2 = 0
"""

TARGETS = """
claims for proper_divisor
theorem target "Iannucci, Larsson 2021": G(n) = v2(n)   upto 100

claims for one_or_prime
theorem target: G(n) = n mod 4   upto 100

claims for one_of_three_digits
theorem target "after USACO 2009, Cow Digit Game": P(n) iff n mod 10 = 0   upto 1200

claims for take_or_three
theorem target "HDU 5795":
    G(n) = (if n mod 8 = 7 then n + 1 else if n mod 8 = 0 and n >= 1 then n - 1 else n)
    upto 40

claims for odd_or_even
theorem target "Smith, Stanica 2002":
    P(a, b, odd) iff floor(a / 2) = floor(b / 2) and (odd = 1 implies a = b and a mod 2 = 0)
    upto 12

claims for even_wins
theorem target "Basic Computer Games":
    P(n, odd) iff (if odd = 0 then n mod 6 = 1 else n mod 6 in {0, 5})
    upto 60

claims for nimble
theorem target "after Ferguson" under misere:
    P(x) iff (if x[2] + x[3] + x[4] = 0 then x[1] mod 2 = 1 else nimsum(i * (x[i] mod 2) for i in 1..4) = 0)
    upto 4

claims for multiplication
automaton length_by_three(m) units last
    a  accepts  0 -> a, 1 -> b
    b           else -> c
    c           else -> d
    d  accepts  else -> b

theorem target "after UVa 847": P(n) iff length_by_three(n - 1)   upto 600

claims for more_from_smaller
theorem target "Ho 2012": P(a, b) iff min(a, b) = floor((1 + sqrt(5)) / 2 * abs(a - b))   upto 20

claims for left_column_top_row
theorem target "after Gottlieb, Ilic, Krnc 2023":
    P(a, b, c) iff
        (if c = 0 then (if b mod 2 = 1 then a > b else a = b)
        else if c mod 2 = 0 then b > c
        else b = c and a > 1)
    upto 12

claims for progression
automaton no_two(n) units first base 3
    a  accepts  2 -> b, else -> a
    b           else -> b

theorem target "a question of Mathematics Stack Exchange": P(n) iff no_two(n)   upto 120

claims for coprime_heaps
conjecture target: P(a, b) iff a (+) b = 1   upto 24

claims for power_diagonals
conjecture target under misere: P(a, b) iff floor(a / 3) = floor(b / 3) and (a + b) mod 3 = 1   upto 24

claims for vile_takes
automaton agree(a, b) units first
    a  accepts  00 -> b, 11 -> b, else -> c
    b  accepts  else -> a
    c           else -> c

conjecture target: P(a, b) iff agree(a, b)   upto 40

claims for common_divisor
conjecture target: P(a, b) iff (if a = 0 or b = 0 then a = b else v2(a) = v2(b))   upto 24

claims for another_heap
conjecture target:
    P(x, last) iff
        sum(x) mod 2 = 0 and 2 * max(x) <= sum(x) or any(last = i and 2 * x[i] >= sum(x) for i in 1..3)
    upto 6

claims for one_more_than_last
let bound = if n mod 5 = 0 then 5 * 2^v2(n / 5) else if n mod 5 = 4 then 1 else n mod 5
conjecture target: P(n, last) iff n = 0 or last + 1 < bound   check n <= 90, last <= 45

claims for step_and_slide
conjecture target: G(a, b) = min(a + b, 2 * b + (a + b) mod 2)   upto 20

claims for cut_or_snap
conjecture target: G(a, b) = b - 1 + (a - 1) mod 2   upto 16

claims for evil_takes
conjecture target: G(n) = floor(n / 3)   upto 150
"""

# Known: others have printed a formula, and one has to be found. Elsewhere a proved automaton is an answer, too.
GAMES = (
    Unseen("proper_divisor", "G", is_known=True),  # Iannucci and Larsson 2021, games of arithmetic functions
    Unseen("one_or_prime", "G", is_known=True),  # folklore: no prime is divisible by 4
    Unseen("one_of_three_digits", "P", is_known=True),  # USACO 2009, the largest or the smallest digit
    Unseen("take_or_three", "G", is_known=True),  # HDU 5795: take, or split into three
    Unseen("odd_or_even", "P", is_known=True),  # Smith and Stanica 2002: one names the next parity
    Unseen("even_wins", "P", is_known=True),  # Ahl, Basic Computer Games; an odd number in all
    Unseen("nimble", "P", is_known=True, play="misere"),  # Ferguson; how many coins there are on each square
    Unseen("multiplication", "P"),  # UVa 847, backwards, and by 2 to 4 for 2 to 9
    Unseen("more_from_smaller", "P", is_known=True),  # Ho 2012, Wythoff's game with more moves and the same P-positions
    Unseen("left_column_top_row", "P", is_known=True),  # Gottlieb, Ilic and Krnc 2023; partitions of three parts
    Unseen("progression", "P"),  # a question of Mathematics Stack Exchange; n, n - t and n - 2 * t
    Unseen("coprime_heaps", "P"),
    Unseen("power_diagonals", "P", play="misere"),
    Unseen("vile_takes", "P"),  # vile: an even number of zeros at the end
    Unseen("common_divisor", "P"),  # proper_divisor with two heaps
    Unseen("another_heap", "P"),  # one stone, and never from the heap of the last move
    Unseen("one_more_than_last", "P"),  # Schwenk 1970 and Epp and Ferguson 1980 have bounds of this kind
    Unseen("step_and_slide", "G"),
    Unseen("cut_or_snap", "G"),  # of Cutcake, with one rule for both
    Unseen("evil_takes", "G"),  # evil: an even number of ones
)

_ABOUT = (
    "20 more by an outsider, who had read the language and the list of games, and neither the source of the search nor",
    "anything that it finds: games of papers, competitions and puzzles, and some that are new. They were chosen and",
    "written down before the search was run on them. Plain Python that knows nothing of heapwise has compared moves",
    "and answers, mostly at some thousand positions; answers stand beside the rules, and `heapwise check` reads both.",
    "The search stopped at `one_or_prime` and took minutes for `take_or_three` and `nimble`; that was mended, and",
    "nothing else, before the rows below were measured. The guess for `vile_takes` is false from",
    "(0, 1365) on, and is counted as none. `nimble` and `left_column_top_row` have proved automata, and count as",
    "missed, since there is a formula.",
)

OUTSIDER = Part("outsider", partial(cases_of, RULES, GAMES), partial(page_of, "Games of an outsider", _ABOUT))
