"""Values of the library's games that are known from the literature, found anew by the interpreter."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from heapwise.documents.library import library
from heapwise.reference.conventions import MISERE, NORMAL, preference
from heapwise.reference.interpreter import Interpreter
from heapwise.terms.evaluate import options
from relations import box, in_order, is_board

VALUES = Interpreter(NORMAL.fold("G"))


def grundy(text: str, *state: Any) -> int:
    value = VALUES.value(library().game(text).position_of(state))
    assert isinstance(value, int)
    return value


def row(text: str, most: int) -> list[int]:
    return [grundy(text, n) for n in range(most + 1)]


def nimsum(numbers: Any) -> int:
    total = 0
    for number in numbers:
        total ^= number
    return total


# ------------------------------------------------------------------------------------------ one heap that splits

# OEIS A002186, A002187, A002188.
KAYLES = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4, 1, 2, 8, 5, 4, 7, 2, 1, 8, 6, 7]
DAWSON = [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 2, 7, 4]
GRUNDY = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1, 2, 3, 1, 2, 4, 1, 2]


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("kayles", KAYLES),
        ("kayles_octal", KAYLES),
        ("dawson_kayles", DAWSON),
        ("octal(0.07)", DAWSON),
        ("dawson_chess", DAWSON[1:]),
        ("octal(0.137)", DAWSON[1:]),
        ("octal(0.4)", [0, *DAWSON[:-1]]),
        ("grundy_game", GRUNDY),
        ("lasker_nim", [0, 1, 2, 4, 3, 5, 6, 8, 7, 9, 10, 12, 11, 13]),
        ("octal(4.0)", [0] + [n % 2 for n in range(20)]),
        ("octal(0.3)", [n % 2 for n in range(20)]),
        ("octal(0.333)", [n % 4 for n in range(20)]),
        ("kayles_circle", [0, 1, 2, *[0] * 20]),
        ("subtraction({1, 3, 4})", [0, 1, 0, 1, 2, 3, 2] * 4),
        ("subtraction({})", [0] * 9),
        ("allbut({})", list(range(9))),
        ("allbut({2, 3, 7})", [v + 2 * k for k in range(8) for v in (0, 1, 0, 1)]),
        ("mark", [0, 1, 0, 2, 1, 2, 0, 1, 0]),
    ],
)
def test_known_sequences(text: str, known: list[int]) -> None:
    assert row(text, len(known) - 1) == known


def test_kayles_repeats_after_71_with_period_12() -> None:
    values = row("kayles", 180)
    assert values[70] != values[82]
    assert values[71:-12] == values[83:]


def test_dawsons_kayles_repeats_after_53_with_period_34() -> None:
    values = row("dawson_kayles", 140)
    assert values[52] != values[86]
    assert values[53:-34] == values[87:]


def test_marks_lost_positions_have_an_odd_power_of_two() -> None:
    lost = {n for n in range(200) if grundy("mark", n) == 0}
    assert lost == {0} | {n for n in range(1, 200) if ((n & -n).bit_length() - 1) % 2 == 1}


def test_fibonacci_nim_is_lost_at_fibonacci_numbers() -> None:
    lost = {n for n in range(1, 100) if grundy("fibonacci_nim", n, n - 1) == 0}
    assert lost == {1, 2, 3, 5, 8, 13, 21, 34, 55, 89}


def test_fibonacci_nim_is_won_by_taking_the_least_part() -> None:
    """The least Fibonacci number of Zeckendorf's sum is the least winning move."""
    for n, least in [(4, 1), (6, 1), (7, 2), (10, 2), (11, 3), (16, 3), (18, 5)]:
        winning = [t for t in range(1, n) if grundy("fibonacci_nim", n - t, 2 * t) == 0]
        assert min(winning) == least


# ------------------------------------------------------------------------------------------------ two heaps


def test_euclid_is_lost_inside_the_golden_ratio() -> None:
    for a, b in product(range(1, 30), repeat=2):
        high, low = max(a, b), min(a, b)
        assert (grundy("euclid", a, b) == 0) == (high != low and high * high < high * low + low * low)


def test_euclid_with_positive_numbers_has_nivaschs_values() -> None:
    for a, b in product(range(1, 25), repeat=2):
        assert grundy("euclid_positive", a, b) == abs(a * a - b * b) // (a * b)


@pytest.mark.parametrize("k", [1, 2, 3])
def test_k_wythoff_is_lost_where_the_difference_grows_by_k(k: int) -> None:
    lost = {(a, b) for a, b in box(20, 2) if a <= b and grundy(f"k_wythoff({k})", a, b) == 0}
    used, pairs = set[int](), set[tuple[int, int]]()
    for n in range(21):
        a = next(m for m in range(99) if m not in used)
        used |= {a, a + k * n}
        pairs.add((a, a + k * n))
    assert lost == {(a, b) for a, b in pairs if b <= 20}


def test_corners_have_nim_products() -> None:
    products = {(2, 2): 3, (2, 3): 1, (3, 3): 2, (2, 4): 8, (3, 4): 12, (4, 4): 6, (1, 7): 7, (0, 5): 0}
    assert {ab: grundy("turtles", *ab) for ab in products} == products


# ----------------------------------------------------------------------------------------------- more heaps


def test_chomp_with_two_rows_is_lost_where_the_second_is_one_shorter() -> None:
    for a, b in box(9, 2, legal=is_board):
        assert (grundy("chomp(2)", a, b) == 0) == (b == a - 1)


def test_chomp_is_lost_on_an_even_hook() -> None:
    assert [grundy("chomp(4)", n, 1, 1, 1) == 0 for n in range(1, 7)] == [False, False, False, True, False, False]
    assert [grundy("chomp(3)", n, n, n) == 0 for n in range(1, 5)] == [False] * 4
    assert [grundy("chomp(1)", n) for n in range(1, 7)] == [0, 1, 2, 3, 4, 5]


def test_staircase_nim_counts_odd_steps() -> None:
    for x in box(3, 4):
        assert grundy("staircase_nim(4)", *x) == x[0] ^ x[2]


@pytest.mark.parametrize(("n", "most"), [(1, 7), (2, 9), (3, 9), (4, 8), (5, 8)])
def test_silver_dollar_pairs_coins_from_the_right(n: int, most: int) -> None:
    for x in box(most, n, legal=in_order):
        edges = [-1] * (n % 2) + list(x)
        gaps = [b - a - 1 for a, b in zip(edges[::2], edges[1::2], strict=True)]
        assert grundy(f"silver_dollar({n})", *x) == nimsum(gaps)


def test_greedy_nim_is_lost_with_an_even_number_of_largest_heaps() -> None:
    for x in filter(any, box(4, 3)):
        assert (grundy("greedy_nim(3)", *x) == 0) == (x.count(max(x)) % 2 == 0)


def test_circular_nim_on_four_heaps() -> None:
    for x in box(3, 4):
        assert (grundy("circular(4, 2)", *x) == 0) == (x[:2] == x[2:])
        assert (grundy("circular(4, 3)", *x) == 0) == (len(set(x)) == 1)


def test_end_nim_on_three_heaps_is_lost_with_equal_ends_and_another_middle() -> None:
    for x in box(5, 3, 1):
        assert (grundy("end_nim(3)", *x) == 0) == (x[0] == x[2] != x[1])


@pytest.mark.parametrize(("n", "most"), [(2, 6), (3, 5), (4, 3), (5, 3)])
def test_three_end_nims_are_lost_alike_unless_all_heaps_are_equal(n: int, most: int) -> None:
    """Cairns and Ho."""
    misere = Interpreter(MISERE.fold("P"))
    end_nim = library().game(f"end_nim({n})")
    for x in box(most, n, 1):
        lost = [
            grundy(f"end_nim({n})", *x) == 0,
            grundy(f"loop_end_nim({n})", *x) == 0,
            MISERE.is_previous(misere.value(end_nim.position_of(x))),
        ]
        assert len(set(lost)) == 1 or len(set(x)) == 1


def test_turned_coins_on_a_line_are_nim_heaps() -> None:
    for x in box(1, 6):
        heads = [i for i, side in enumerate(x, 1) if side]
        assert grundy("turning_turtles(6)", *x) == nimsum(heads)
        assert grundy("ruler(6)", *x) == nimsum(i & -i for i in heads)


def test_slow_nim_that_takes_one_stone_counts_stones() -> None:
    for x in box(4, 3):
        assert grundy("slow_nim(3, 1)", *x) == sum(x) % 2


# ----------------------------------------------------------------------------------------- other conventions


def test_misere_values_of_single_rows_of_kayles() -> None:
    """Values of heaps 0 to 20 in misere play, as CGSuite has them."""
    misere, kayles = Interpreter(MISERE.fold("G")), library().game("kayles")
    assert [misere.value(kayles.position_of((n,))) for n in range(21)] == [
        1, 0, 2, 3, 0, 1, 3, 2, 1, 0, 2, 4, 0, 1, 2, 5, 1, 6, 3, 2, 0,
    ]  # fmt: skip


def test_misere_moore() -> None:
    outcomes = Interpreter(MISERE.fold("P"))
    game = library().game("moore(3, 2)")
    for x in box(4, 3):
        digits = [sum(h >> j & 1 for h in x) % 3 for j in range(3)]
        lost = sum(x) % 3 == 1 if max(x) <= 1 else not any(digits)
        assert MISERE.is_previous(outcomes.value(game.position_of(x))) == lost


@pytest.mark.parametrize(("n", "most"), [(3, 7), (4, 4)])
def test_exact_slow_nim_is_played_fast_by_keeping_one_heap(n: int, most: int) -> None:
    """Gurvich and others: leave out a largest heap if all are odd, else a smallest even one; P at even remoteness."""
    remoteness = Interpreter(NORMAL.fold("R"))
    game = library().game(f"exact_slow_nim({n}, {n - 1})")
    for x in box(most, n):
        position = game.position_of(x)
        is_won, moves = remoteness.value(position)
        assert is_won == (moves % 2 == 1)
        if options(position):
            even = [h for h in x if h % 2 == 0]
            kept = x.index(min(even) if even else max(x))
            after = tuple(h - (i != kept) for i, h in enumerate(x))
            assert remoteness.value(game.position_of(after))[1] == moves - 1


def test_three_players_who_like_their_own_last_move_best() -> None:
    """Suetsugu's positions: a 2-position and a 1-position that together are a 0-position."""
    last = Interpreter(preference((0, 1, 2)).fold("W"))
    game = library().game
    assert last.value(game("nim(3)").position_of((2, 2, 2))) == 2
    assert last.value(game("nim(2)").position_of((1, 3))) == 1
    assert last.value(game("nim(5)").position_of((2, 2, 2, 1, 3))) == 0
    assert last.value(game("nim(3) + nim(2)").position_of(((2, 2, 2), (1, 3)))) == 0
