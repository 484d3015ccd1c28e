"""A third set of games that the search was not made with: from papers, textbooks and puzzle sites, whose answers others
have found; chosen and written down before anything was run on them, and run once."""

from __future__ import annotations

from functools import partial

from finds.base import Part
from finds.blind import Unseen, cases_of, page_of

RULES = """
game one_or_all
    heaps x[3]
    move x[i] -> x[i] - 1   for i in 1..3 where x[i] >= 1
    move x[i] -> 0   for i in 1..3 where x[i] >= 1

game antonim
    heaps a, b, c
    legal (a != b or a = 0) and (b != c or b = 0) and (a != c or a = 0)
    move a -> p   for p in 0..a-1
    move b -> p   for p in 0..b-1
    move c -> p   for p in 0..c-1

game race_to_empty
    heaps x[3]
    move x[i] -> y   for i in 1..3, y in 0..x[i]-1 where min(x) >= 1

game mark_three
    heaps n
    move n -> n - t   for t in 1..min(n, 2)
    move n -> floor(n / 3)   where n >= 1

game upmark
    heaps n
    move n -> n - 1   where n >= 1
    move n -> ceil(n / 2)   where n >= 2

game cyclic_nimhoff
    heaps a, b
    move a -> p   for p in 0..a-1
    move b -> q   for q in 0..b-1
    move a -> a - s, b -> b - t   for s in 1..a, t in 1..b where s + t < 4

game wythoff_two
    heaps a, b
    move a -> p   for p in 0..a-1
    move b -> q   for q in 0..b-1
    move a -> a - s, b -> b - t   for s in 1..a, t in 1..b where abs(s - t) < 2

game three_vectors
    heaps a, b
    move a -> a - 1, b -> b - 1   where a >= 1 and b >= 1
    move a -> a - 1, b -> b - 2   where a >= 1 and b >= 2
    move a -> a - 2, b -> b - 1   where a >= 2 and b >= 1

game short_diagonals
    heaps a, b
    move a -> p   for p in 0..a-1
    move b -> q   for q in 0..b-1
    move a -> a - t, b -> b - t   for t in 1..min(a, b, 2)

game wide_chocolate
    heaps x, y, z
    legal y <= floor((x + z) / 3)
    move (x, y, z) -> (p, min(y, floor((p + z) / 3)), z)   for p in 0..x-1
    move y -> p   for p in 0..y-1
    move (x, y, z) -> (x, min(y, floor((x + p) / 3)), p)   for p in 0..z-1

game at_least_half
    heaps n
    move n -> n - t   for t in ceil(n / 2)..n where n >= 1

game even_or_whole
    heaps x[3]
    move x[i] -> x[i] - 2 * t   for i in 1..3, t in 1..floor((x[i] - 1) / 2) where x[i] >= 1
    move x[i] -> 0   for i in 1..3 where x[i] mod 2 = 1

game bounded_greedy
    heaps x[3]
    move x[i] -> x[i] - t   for i in 1..3, t in 1..min(x[i], 3) where x[i] = max(x)

game merging
    heaps x[3]
    decreases 2 * sum(x) + count(x[i] >= 1 for i in 1..3)
    move x[i] -> x[i] - 1   for i in 1..3 where x[i] >= 1
    move x[i] -> x[i] + x[j], x[j] -> 0   for i in 1..3, j in 1..3 where i != j and x[i] >= 1 and x[j] >= 1

game levelling
    heaps a, b
    decreases abs(a - b)
    move a -> a - t, b -> b + t   for t in 1..a where a - t >= b + t
    move b -> b - t, a -> a + t   for t in 1..b where b - t >= a + t

game smallest_or_largest
    heaps a, b, c
    legal a <= b and b <= c
    move a -> p   for p in 0..a-1
    move (a, b, c) -> (min(a, p), max(a, min(b, p)), max(b, p))   for p in 0..c-1

game long_steps
    heaps a, b
    move a -> a - 1   where a >= 1
    move b -> b - 1   where b >= 1
    move a -> a - 2, b -> b - 2   where a >= 2 and b >= 2

game halve_or_take_one
    heaps x[2]
    move x[i] -> x[i] - 1   for i in 1..2 where x[i] >= 1
    move x[i] -> floor(x[i] / 2)   for i in 1..2 where x[i] >= 1
"""

GAMES = (
    Unseen("one_or_all", "P", is_known=True),  # a question of Mathematics Stack Exchange
    Unseen("antonim", "P", is_known=True),  # Winning Ways; heaps that are not empty are different
    Unseen("race_to_empty", "P", is_known=True),  # who empties a heap first wins
    Unseen("mark_three", "P"),  # Fraenkel 2011, Mark-t
    Unseen("upmark", "P"),  # Fraenkel 2011
    Unseen("cyclic_nimhoff", "G", is_known=True),  # Fraenkel and Lorberbom 1991
    Unseen("wythoff_two", "P", is_known=True),  # Fraenkel 1982, generalised Wythoff, whose slope has sqrt(2)
    Unseen("three_vectors", "P"),  # Golomb 1966, subtraction of vectors
    Unseen("short_diagonals", "P"),
    Unseen("wide_chocolate", "P"),  # chocolate bars of Miyadera and others
    Unseen("at_least_half", "G", is_known=True),  # Ferguson, exercises: the number of binary digits
    Unseen("even_or_whole", "G", is_known=True),  # Ferguson, exercises
    Unseen("bounded_greedy", "P"),  # Xu and Zhu 2018, bounded greedy nim
    Unseen("merging", "P"),  # a question of Mathematics Stack Exchange
    Unseen("levelling", "P", is_known=True),
    Unseen("smallest_or_largest", "P"),  # Albert and Nowakowski 2004, nim restrictions; heaps in order
    Unseen("long_steps", "P"),
    Unseen("halve_or_take_one", "P"),  # Fraenkel 2011, two heaps of Mark
    Unseen("one_or_all", "P", play="misere"),
    Unseen("short_diagonals", "P", play="misere"),
)

_ABOUT = (
    "20 more, run once: most are from papers, textbooks and puzzle sites, whose answers others have found. They were",
    "chosen and written down before anything was run on them, after the misses of the second set were mended, by",
    "somebody who knew the search. The formulas were compared with fifty lines of Python that know the moves and",
    "nothing of heapwise: all are right. (After the run the search learned the slope that wythoff_two asks for.)",
)
THIRD = Part("third", partial(cases_of, RULES, GAMES), partial(page_of, "Games never seen", _ABOUT))
