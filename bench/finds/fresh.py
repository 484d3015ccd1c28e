"""A second set of games that the search was not made with: written after the misses of the first set had been mended,
before anything was run on them, and run once."""

from __future__ import annotations

from functools import partial

from finds.base import Part
from finds.blind import Unseen, cases_of, page_of

RULES = """
game not_by_three
    heaps x[3]
    move x[i] -> x[i] - t   for i in 1..3, t in 1..x[i] where t mod 3 != 0

game powers
    heaps n
    move n -> n - 2^e   for e in 0..n where 2^e <= n

game two_and_three
    heaps a, b
    move a -> a - t   for t in 1..min(a, 2)
    move b -> b - t   for t in 1..min(b, 3)

game bishop
    heaps a, b
    move a -> a - t, b -> b - t   for t in 1..min(a, b)
    move a -> a - t, b -> b + t   for t in 1..a

game pairs_of_stones
    heaps a, b
    move a -> a - 2   where a >= 2
    move b -> b - 2   where b >= 2
    move a -> a - 1, b -> b - 1   where a >= 1 and b >= 1

game one_or_other
    heaps a, b
    move a -> a - b   where a >= b and b >= 1
    move a -> a - 1   where a >= 1
    move b -> b - 1   where b >= 1

game sliding
    heaps a, b
    legal a <= b
    move a -> p   for p in 0..a-1
    move b -> q   for q in a..b-1

game tax
    heaps a, b
    move a -> a - t, b -> b - 1   for t in 1..a where b >= 1
    move b -> b - 1   where b >= 1

game odd_or_all
    heaps x[2]
    move x[i] -> x[i] - 2 * t - 1   for i in 1..2, t in 0..x[i] where 2 * t < x[i]
    move x[i] -> 0   for i in 1..2 where x[i] >= 1

game larger_or_both
    heaps a, b
    move a -> a - t   for t in 1..a where a >= b
    move b -> b - t   for t in 1..b where b >= a
    move a -> a - t, b -> b - t   for t in 1..min(a, b)

game copies
    heaps a, b
    move a -> b   where b < a
    move b -> a   where a < b
    move a -> a - 1   where a >= 1
    move b -> b - 1   where b >= 1

game steps_down
    heaps a, b
    move a -> a - t, b -> b + t   for t in 1..a
    move b -> b - t   for t in 1..b

game one_or_two_heaps
    heaps x[3]
    move x[i] -> x[i] - 1   for i in 1..3 where x[i] >= 1
    move x[i] -> x[i] - 1, x[j] -> x[j] - 1   for i in 1..3, j in i+1..3 where x[i] >= 1 and x[j] >= 1

game small_wythoff
    heaps a, b
    move a -> a - t   for t in 1..min(a, 3)
    move b -> b - t   for t in 1..min(b, 3)
    move a -> a - t, b -> b - t   for t in 1..min(a, b, 3)

game both_or_two
    heaps a, b
    move a -> a - t, b -> b - t   for t in 1..min(a, b)
    move a -> a - 2   where a >= 2
    move b -> b - 2   where b >= 2

game at_most_half
    heaps x[2]
    move x[i] -> x[i] - t   for i in 1..2, t in 1..floor((x[i] + 1) / 2)

game third_of_heap
    heaps n
    move n -> floor(n / 3)   where n >= 1
    move n -> n - 1   where n >= 1

game at_most_two_of_three
    heaps x[3]
    move x[i] -> x[i] - t   for i in 1..3, t in 1..min(x[i], 2)

game empties_both
    heaps a, b
    move a -> p   for p in 0..a-1
    move b -> q   for q in 0..b-1
    move a -> 0, b -> 0   where a >= 1 and b >= 1

game not_the_middle
    heaps a, b, c
    move a -> p   for p in 0..a-1
    move c -> p   for p in 0..c-1
    move b -> p   for p in 0..b-1 where a = 0 or c = 0
"""

GAMES = (
    Unseen("not_by_three", "G", is_known=True),
    Unseen("powers", "G", is_known=True),
    Unseen("two_and_three", "G", is_known=True),
    Unseen("bishop", "P"),
    Unseen("pairs_of_stones", "P"),
    Unseen("one_or_other", "P"),
    Unseen("sliding", "P", is_known=True),
    Unseen("tax", "P"),
    Unseen("odd_or_all", "P"),
    Unseen("larger_or_both", "P"),
    Unseen("copies", "P"),
    Unseen("steps_down", "P", is_known=True),
    Unseen("one_or_two_heaps", "P"),
    Unseen("small_wythoff", "P"),
    Unseen("both_or_two", "P"),
    Unseen("at_most_half", "G", is_known=True),
    Unseen("third_of_heap", "G"),
    Unseen("at_most_two_of_three", "P", is_known=True, play="misere"),
    Unseen("empties_both", "P"),
    Unseen("not_the_middle", "P"),
)

_ABOUT = (
    "20 more games that are not in the library, written after that and before anything was run on them. In the one run",
    "that counts 17 of them were found. Then the search learned values as automata in other bases, recurrences,",
    "quotients of heaps, and conditions one or the other of which holds. Now",
)
FRESH = Part("fresh", partial(cases_of, RULES, GAMES), partial(page_of, "Games of the second set", _ABOUT))
