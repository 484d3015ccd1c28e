"""The rules of `programs/good` a second time, by hand in Python, so that their outputs rest on more than heapwise.

A function has the name of the program and gives the options of a position, a tuple of numbers; where a move leaves
several positions, their list. Rules are written down from the first lines of the program, and not from its moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from math import gcd
from typing import Any

State = tuple[int, ...]
Options = Iterable[State | list[State]]

FIBONACCI = {1, 2, 3, 5, 8, 13, 21, 34, 55}
PRIMES = {p for p in range(2, 100) if all(p % d for d in range(2, p))}
SQUARES = {k * k for k in range(1, 20)}


@dataclass(frozen=True)
class Again:
    """The game of a program, how far to compare it, its options, and which positions there are."""

    game: str
    upto: int
    size: int
    options: Callable[[State], Options]
    is_legal: Callable[[State], Any] = lambda state: True

    def box(self, least: Sequence[int] = ()) -> list[State]:
        """The positions up to the bound."""
        return [x for x in product(range(self.upto + 1), repeat=self.size) if self.is_legal(x)]


def values(again: Again) -> dict[State, int]:
    """Grundy values by the definition."""

    @cache
    def value(state: State) -> int:
        seen = {
            nimsum(map(value, option)) if isinstance(option, list) else value(option) for option in again.options(state)
        }
        return next(v for v in range(len(seen) + 1) if v not in seen)

    return {state: value(state) for state in again.box()}


def lost_in_misere(again: Again) -> dict[State, bool]:
    """Who makes the last move loses: does the player who is to move lose?"""

    @cache
    def is_lost(state: State) -> bool:
        options = [option for option in again.options(state) if isinstance(option, tuple)]
        return bool(options) and not any(is_lost(option) for option in options)

    return {state: is_lost(state) for state in again.box()}


def nimsum(numbers: Iterable[int]) -> int:
    """Binary digits added without carry."""
    total = 0
    for number in numbers:
        total ^= number
    return total


# -------------------------------------------------------------------------------- what rules are made of


def take(amounts: Callable[[int], Iterable[int]]) -> Callable[[State], Options]:
    """One heap, from which such amounts may be taken."""
    return lambda x: [(x[0] - t,) for t in amounts(x[0]) if 0 < t <= x[0]]


def each_heap(amounts: Callable[[int], Iterable[int]]) -> Callable[[State], Options]:
    """Take such an amount from one heap."""
    return lambda x: [put(x, {i: x[i] - t}) for i in range(len(x)) for t in amounts(x[i]) if 0 < t <= x[i]]


def put(x: State, new: dict[int, int]) -> State:
    """Some heaps changed."""
    return tuple(new.get(i, n) for i, n in enumerate(x))


def nim(x: State) -> list[State]:
    """Any number from one heap."""
    return [put(x, {i: y}) for i in range(len(x)) for y in range(x[i])]


def both(allowed: Callable[[int, int], bool]) -> Callable[[State], Options]:
    """Two heaps: s from one and t from the other, not both 0, where that is allowed."""
    return lambda x: [
        (x[0] - s, x[1] - t) for s in range(x[0] + 1) for t in range(x[1] + 1) if s + t > 0 and allowed(s, t)
    ]


def breaking(ways: Callable[[int], Iterable[Sequence[int]]]) -> Callable[[State], Options]:
    """One heap, which becomes several."""
    return lambda x: [[(part,) for part in way] for way in ways(x[0])]


def pairs(total: int, least: int = 0) -> list[tuple[int, int]]:
    """Two parts of a number, the smaller one first."""
    return [(p, total - p) for p in range(least, total // 2 + 1) if total - p >= least]


MISERE = ("misere_take", "misere_nim")
PROGRAMS = {
    "one_or_two": Again("one_or_two", 20, 1, take(lambda n: (1, 2))),
    "powers_of_two": Again("powers_of_two", 16, 1, take(lambda n: (1, 2, 4, 8, 16))),
    "squares": Again("squares", 20, 1, take(lambda n: SQUARES)),
    "primes": Again("primes", 20, 1, take(lambda n: PRIMES)),
    "fibonacci_numbers": Again("fibonacci_numbers", 20, 1, take(lambda n: FIBONACCI)),
    "odd_only": Again("odd_only", 20, 1, take(lambda n: range(1, n + 1, 2))),
    "even_only": Again("even_only", 20, 1, take(lambda n: range(2, n + 1, 2))),
    "at_most_half": Again("at_most_half", 20, 1, take(lambda n: range(1, n // 2 + 1))),
    "at_least_half": Again("at_least_half", 20, 1, lambda x: [(y,) for y in range(x[0] // 2 + 1) if x[0] >= 1]),
    "not_all": Again("not_all", 20, 1, lambda x: [(y,) for y in range(1, x[0])]),
    "divisors": Again("divisors", 20, 1, take(lambda n: [d for d in range(1, n) if n % d == 0])),
    "all_divisors": Again("all_divisors", 20, 1, take(lambda n: [d for d in range(1, n + 1) if n % d == 0])),
    "coprime": Again("coprime", 20, 1, take(lambda n: [t for t in range(1, n + 1) if gcd(n, t) == 1])),
    "no_divisor": Again("no_divisor", 20, 1, take(lambda n: [t for t in range(1, n) if n % t])),
    "binary_ones": Again("binary_ones", 20, 1, take(lambda n: (1, bin(n).count("1")))),
    "lowest_bit": Again("lowest_bit", 15, 1, take(lambda n: [2**k for k in range(6) if n % 2**k == 0])),
    "one_digit": Again("one_digit", 14, 1, lambda x: [(y,) for y in range(x[0])]),
    "two_three_five": Again("two_three_five", 20, 1, take(lambda n: (2, 3, 5))),
    "not_three": Again("not_three", 20, 1, take(lambda n: [t for t in range(1, n + 1) if t != 3])),
    "not_multiple": Again("not_multiple", 20, 1, take(lambda n: [t for t in range(1, n + 1) if t % 3])),
    "third": Again("third", 20, 1, take(lambda n: (1, -(-n // 3)))),
    "floor_or_ceil": Again("floor_or_ceil", 20, 1, lambda x: [(y,) for y in {x[0] // 2, -(-x[0] // 2)} if y < x[0]]),
    "threshold": Again("threshold", 20, 1, take(lambda n: (1, 2, 5) if n >= 10 else (1, 2))),
    "by_parity": Again("by_parity", 20, 1, take(lambda n: (1, 3) if n % 2 else (1, 2))),
    "to_a_square": Again("to_a_square", 20, 1, lambda x: [(k * k,) for k in range(x[0]) if k * k < x[0]]),
    "early_end": Again("early_end", 20, 1, lambda x: [(x[0] - t,) for t in (1, 2, 3) if t <= x[0]] if x[0] > 1 else []),
    "misere_take": Again("misere_take", 20, 1, take(lambda n: (1, 2, 3))),
    "at_most_root": Again("at_most_root", 20, 1, take(lambda n: [t for t in range(1, n + 1) if t * t <= n])),
    "square_or_cube": Again("square_or_cube", 20, 1, take(lambda n: (1, 4, 8, 9, 16))),
    "up_from_odd": Again(
        "up_from_odd", 20, 1, lambda x: [(x[0] + 1,)] if x[0] % 2 else [(x[0] - t,) for t in (2, 4) if t <= x[0]]
    ),
    "kayles_again": Again("kayles_again", 24, 1, breaking(lambda n: pairs(n - 1) + pairs(n - 2))),
    "dawson": Again("dawson", 24, 1, breaking(lambda n: pairs(n - 2))),
    "unequal_parts": Again("unequal_parts", 24, 1, breaking(lambda n: [(p, q) for p, q in pairs(n, 1) if p != q])),
    "lasker": Again("lasker", 20, 1, breaking(lambda n: [(y,) for y in range(n)] + pairs(n, 1))),
    "split_even": Again("split_even", 20, 1, breaking(lambda n: [(n // 2, n // 2)] if n % 2 == 0 and n else [])),
    "take_and_split": Again("take_and_split", 20, 1, breaking(lambda n: pairs(n - 1, 1) + ([(0,)] if n == 1 else []))),
    "three_parts": Again(
        "three_parts", 16, 1, breaking(lambda n: [(a, b, n - a - b) for a in range(1, n) for b in range(1, n - a)])
    ),
    "take_two_or_divide": Again(
        "take_two_or_divide", 20, 1, breaking(lambda n: ([(n - 2,)] if n >= 2 else []) + pairs(n, 1))
    ),
    "couples": Again("couples", 20, 1, breaking(lambda n: ([(n - 1,)] if n else []) + pairs(n - 2))),
    "equal_piles": Again(
        "equal_piles", 20, 1, breaking(lambda n: [(n // k,) * k for k in range(2, n + 1) if n % k == 0])
    ),
    "cut_in_half": Again("cut_in_half", 20, 1, breaking(lambda n: [(n // 2, n - n // 2)] if n >= 2 else [])),
    "treblecross": Again(
        "treblecross", 20, 1, breaking(lambda n: [(max(i - 3, 0), max(n - i - 2, 0)) for i in range(1, n + 1)])
    ),
    "no_neighbours": Again(
        "no_neighbours", 20, 1, breaking(lambda n: [(max(i - 2, 0), max(n - i - 1, 0)) for i in range(1, n + 1)])
    ),
    "three_at_most": Again("three_at_most(2)", 6, 2, each_heap(lambda n: (1, 2, 3))),
    "whole_heaps": Again(
        "whole_heaps(2)", 6, 2, lambda x: [put(x, {i: y}) for i in range(len(x)) for y in (x[i] - 1, 0) if x[i]]
    ),
    "misere_nim": Again("misere_nim(2)", 5, 2, nim),
    "two_heaps_a_move": Again(
        "two_heaps_a_move(3)",
        3,
        3,
        lambda x: [
            y for y in product(*(range(n + 1) for n in x)) if 1 <= sum(a != b for a, b in zip(x, y, strict=True)) <= 2
        ],
    ),
    "exactly_two": Again(
        "exactly_two(3)",
        3,
        3,
        lambda x: [
            y for y in product(*(range(n + 1) for n in x)) if sum(a != b for a, b in zip(x, y, strict=True)) == 2
        ],
    ),
    "one_of_each": Again(
        "one_of_each(2)", 6, 2, lambda x: [y for y in product(*((n, n - 1) for n in x)) if min(y) >= 0 and y != x]
    ),
    "neighbours": Again(
        "neighbours(3)",
        3,
        3,
        lambda x: (
            nim(x) + [put(x, {i: y, i + 1: z}) for i in range(len(x) - 1) for y in range(x[i]) for z in range(x[i + 1])]
        ),
    ),
    "leftmost": Again(
        "leftmost(2)", 5, 2, lambda x: [put(x, {i: y}) for i in range(len(x)) if not any(x[:i]) for y in range(x[i])]
    ),
    "largest": Again(
        "largest(2)", 5, 2, lambda x: [put(x, {i: y}) for i in range(len(x)) if x[i] == max(x) for y in range(x[i])]
    ),
    "smallest": Again(
        "smallest(2)",
        5,
        2,
        lambda x: [put(x, {i: y}) for i in range(len(x)) if all(n == 0 or n >= x[i] for n in x) for y in range(x[i])],
    ),
    "move_a_stone": Again(
        "move_a_stone(2)",
        5,
        2,
        lambda x: [tuple(n - (i == j) + (i == j + 1) for j, n in enumerate(x)) for i in range(len(x)) if x[i]],
    ),
    "staircase": Again(
        "staircase(3)",
        3,
        3,
        lambda x: [
            tuple(n - t * (i == j) + t * (i == j + 1) for j, n in enumerate(x))
            for i in range(len(x))
            for t in range(1, x[i] + 1)
        ],
    ),
    "different_heaps": Again(
        "different_heaps(2)",
        6,
        2,
        lambda x: [y for y in nim(x) if len(set(y)) == len(y)],
        lambda x: len(set(x)) == len(x),
    ),
    "sorted_heaps": Again(
        "sorted_heaps(2)", 6, 2, lambda x: [y for y in nim(x) if list(y) == sorted(y)], lambda x: list(x) == sorted(x)
    ),
    "same_from_all": Again(
        "same_from_all(3)", 3, 3, lambda x: nim(x) + [tuple(n - t for n in x) for t in range(1, min(x) + 1)]
    ),
    "pass_once": Again(
        "pass_once(2)",
        4,
        3,
        lambda x: [(*y, x[-1]) for y in nim(x[:-1])] + ([(*x[:-1], 0)] if x[-1] and max(x[:-1]) else []),
        lambda x: x[-1] <= 1,
    ),
    "even_total": Again(
        "even_total(2)", 5, 2, lambda x: [y for y in nim(x) if sum(y) % 2 == 0 or sum(x) - sum(y) == 1]
    ),
    "merge": Again(
        "merge(3)",
        3,
        3,
        lambda x: (
            [put(x, {i: x[i] - 1}) for i in range(len(x)) if x[i]]
            + [put(x, {i: x[i] + x[j] - 1, j: 0}) for i, j in combinations(range(len(x)), 2) if x[i] and x[j]]
        ),
    ),
    "not_below": Again(
        "not_below(2)", 5, 2, lambda x: [put(x, {i: y}) for i in range(len(x)) for y in range(min(x), x[i])]
    ),
    "queen_moves": Again("queen_moves", 8, 2, both(lambda s, t: s == 0 or t == 0 or s == t)),
    "rook_and_step": Again("rook_and_step", 6, 2, both(lambda s, t: s == 0 or t == 0 or s == t == 1)),
    "king_moves": Again("king_moves", 6, 2, both(lambda s, t: s <= 1 and t <= 1)),
    "bishop_moves": Again("bishop_moves", 6, 2, both(lambda s, t: s == t)),
    "knight_moves": Again("knight_moves", 6, 2, both(lambda s, t: {s, t} == {1, 2})),
    "white_knight": Again(
        "white_knight",
        7,
        2,
        lambda x: [
            (x[0] + s, x[1] + t) for s, t in ((-2, -1), (-1, -2), (-2, 1), (1, -2)) if x[0] + s >= 0 and x[1] + t >= 0
        ],
    ),
    "rook_or_knight": Again("rook_or_knight", 6, 2, both(lambda s, t: s == 0 or t == 0 or {s, t} == {1, 2})),
    "nearly_equal": Again("nearly_equal", 6, 2, both(lambda s, t: s == 0 or t == 0 or abs(s - t) <= 1)),
    "small_totals": Again("small_totals", 6, 2, both(lambda s, t: s == 0 or t == 0 or s + t <= 3)),
    "euclid_again": Again(
        "euclid_again",
        8,
        2,
        lambda x: (
            [(x[0] - t * x[1], x[1]) for t in range(1, x[0] + 1) if x[1] and t * x[1] <= x[0]]
            + [(x[0], x[1] - t * x[0]) for t in range(1, x[1] + 1) if x[0] and t * x[0] <= x[1]]
        ),
    ),
    "one_from_each_or_one": Again("one_from_each_or_one", 6, 2, both(lambda s, t: s <= 1 and t <= 1)),
    "first_twice": Again(
        "first_twice",
        6,
        2,
        lambda x: [(x[0] - t, x[1]) for t in range(1, x[0] + 1)] + [(x[0], x[1] - t) for t in range(2, x[1] + 1, 2)],
    ),
    "swap_and_take": Again("swap_and_take", 6, 2, lambda x: [(x[1], x[0] - t) for t in range(1, x[0] + 1)]),
    "replace_both": Again("replace_both", 6, 2, lambda x: [(p, n - p) for n in x for p in range(1, n)]),
    "chocolate": Again(
        "chocolate",
        6,
        2,
        lambda x: [(y, x[1]) for y in range(1, x[0]) if x[1]] + [(x[0], y) for y in range(1, x[1]) if x[0]],
    ),
    "break_bar": Again(
        "break_bar",
        5,
        2,
        lambda x: (
            [[(p, x[1]), (q, x[1])] for p, q in pairs(x[0], 1)] + [[(x[0], p), (x[0], q)] for p, q in pairs(x[1], 1)]
        ),
    ),
    "limit": Again("limit", 6, 2, lambda x: [(x[0] - t, t) for t in range(1, min(x) + 1)]),
    "twice_the_limit": Again("twice_the_limit", 6, 2, lambda x: [(x[0] - t, 2 * t) for t in range(1, min(x) + 1)]),
    "fuel": Again(
        "fuel",
        6,
        2,
        lambda x: [(x[0] - 1, x[1]) for _ in "a" if x[0]] + [(x[0] - 2, x[1] - 1) for _ in "a" if x[0] >= 2 and x[1]],
    ),
    "change": Again(
        "change", 4, 2, lambda x: [(x[0] - 1, x[1] + t) for t in range(4) if x[0]] + [(x[0], s) for s in range(x[1])]
    ),
    "diagonal_end": Again("diagonal_end", 6, 2, lambda x: nim(x) if x[0] != x[1] else []),
    "keep_order": Again("keep_order", 6, 2, lambda x: [y for y in nim(x) if y[0] <= y[1]], lambda x: x[0] <= x[1]),
    "three_in_a_row": Again(
        "three_in_a_row",
        3,
        3,
        lambda x: (
            [(x[0], y, x[2]) for y in range(x[1])] + [(x[0] - t, x[1], x[2] - t) for t in range(1, min(x[0], x[2]) + 1)]
        ),
    ),
    "from_two_of_three": Again(
        "from_two_of_three",
        3,
        3,
        lambda x: [put(x, {i: x[i] - 1, j: x[j] - 1}) for i, j in combinations(range(3), 2) if x[i] and x[j]],
    ),
    "pour": Again(
        "pour",
        5,
        2,
        lambda x: (
            [y for y in ((x[0] - 1, x[1]), (x[0], x[1] - 1)) if min(y) >= 0]
            + [(x[0] - 1, x[1] + 1) for _ in "a" if x[0] >= x[1] + 2]
            + [(x[0] + 1, x[1] - 1) for _ in "a" if x[1] >= x[0] + 2]
        ),
    ),
    "coins": Again(
        "coins(4)",
        1,
        4,
        lambda x: (
            [put(x, {i: 0}) for i in range(4) if x[i]]
            + [put(x, {i: 0, j: 1 - x[j]}) for i in range(4) for j in range(i) if x[i]]
        ),
    ),
    "coins_in_a_run": Again(
        "coins_in_a_run(4)",
        1,
        4,
        lambda x: [put(x, {k: 1 - x[k] for k in range(j, i + 1)}) for i in range(4) for j in range(i + 1) if x[i]],
    ),
    "token": Again("token", 7, 1, lambda x: [(q,) for q in range(x[0]) if q % 2 == 0 or q == x[0] - 1]),
    "two_tokens": Again("two_tokens", 6, 2, lambda x: [y for y in nim(x) if y[0] != y[1]], lambda x: x[0] != x[1]),
    "no_jumping": Again(
        "no_jumping",
        6,
        2,
        lambda x: [(p, x[1]) for p in range(x[0])] + [(x[0], q) for q in range(x[0] + 1, x[1])],
        lambda x: x[0] < x[1],
    ),
}
