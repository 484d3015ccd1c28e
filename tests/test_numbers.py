"""The arithmetic room: the laws its functions obey, the examples of the papers, and every refusal."""

from __future__ import annotations

import ast
import doctest
import importlib
import math
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import count, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import heapwise.numbers as room
from heapwise.numbers import (
    MOST_BITS,
    MOST_PRODUCT_BITS,
    Number,
    Surd,
    TooLarge,
    UndefinedValue,
    absolute,
    add,
    bit,
    bit_and,
    bit_or,
    ceil,
    congruent,
    digit_sum,
    divide,
    divides,
    floor,
    gcd,
    isqrt,
    k_nim_sum,
    mating,
    mex,
    mod,
    multiply,
    nim_product,
    nim_sum,
    popcount,
    power,
    rational,
    settled,
    show,
    sqrt,
    subtract,
    tail1,
    v2,
    whole,
)

naturals = st.integers(min_value=0, max_value=1 << 12) | st.integers(min_value=0, max_value=1 << 90)
lists = st.lists(naturals, max_size=6)
integers = st.integers(min_value=-(10**9), max_value=10**9)
rationals = st.fractions(min_value=-50, max_value=50, max_denominator=30)
roots = st.integers(min_value=2, max_value=40).filter(lambda d: math.isqrt(d) ** 2 != d)
brief = settings(max_examples=60, deadline=None)
PHI = divide(add(1, sqrt(5)), 2)
HUGE = 1 << 10**7


# ---------------------------------------------------------------------------------------------- the package


@pytest.mark.parametrize("name", ["errors", "nim", "digits", "bits", "surds", "exact"])
def test_examples_in_docstrings(name: str) -> None:
    found = doctest.testmod(importlib.import_module(f"heapwise.numbers.{name}"))
    assert found.failed == 0
    assert found.attempted > 0


def imported(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_room_imports_nothing_but_python() -> None:
    files = list(Path(room.__file__).parent.glob("*.py"))
    assert len(files) > 5
    for name in (name for file in files for name in imported(file)):
        assert name.startswith("heapwise.numbers.") or name.split(".")[0] in sys.stdlib_module_names


# ---------------------------------------------------------------------------------------------- nim


@pytest.mark.parametrize(
    ("values", "expected"), [((3, 6), 5), ((4, 5, 7), 6), ((3, 4, 5), 2), ((2, 5, 7), 0), ((), 0), ((9,), 9)]
)
def test_nim_sums_of_the_papers(values: tuple[int, ...], expected: int) -> None:
    assert nim_sum(values) == expected


@pytest.mark.parametrize(
    ("values", "least"), [((0, 1, 3), 2), ((1, 2, 3, 4, 6, 7), 0), ((), 0), ((0, 0, 1), 2), ((-1, 0), 1)]
)
def test_mex(values: tuple[int, ...], least: int) -> None:
    assert mex(values) == least


@given(st.sets(st.integers(min_value=0, max_value=30)))
def test_mex_by_its_definition(values: set[int]) -> None:
    assert mex(iter(values)) == min(set(range(32)) - values)


def table_by_mex(side: int) -> dict[tuple[int, int], int]:
    """Nim products by the recursive definition alone."""
    table: dict[tuple[int, int], int] = {}
    for a, b in product(range(side), repeat=2):
        lower = product(range(a), range(b))
        reached = {table[p, b] ^ table[a, q] ^ table[p, q] for p, q in lower}
        table[a, b] = next(n for n in count() if n not in reached)
    return table


def test_nim_product_by_its_definition() -> None:
    for (a, b), value in table_by_mex(20).items():
        assert nim_product(a, b) == value
    assert nim_product(5, 7) == 13


def test_numbers_below_16_are_a_field() -> None:
    field = range(16)
    for a in field:
        assert nim_product(a, 1) == a
        assert nim_product(a, 0) == 0
        assert {nim_product(a, b) for b in field} == (set(field) if a else {0})
    for a, b, c in product(field, repeat=3):
        assert nim_product(a, nim_product(b, c)) == nim_product(nim_product(a, b), c)
        assert nim_product(a, b ^ c) == nim_product(a, b) ^ nim_product(a, c)


@brief
@given(*[st.integers(min_value=0, max_value=1 << bits) for bits in (8, 70, 200)])
def test_nim_product_is_commutative_associative_distributive(a: int, b: int, c: int) -> None:
    assert nim_product(a, b) == nim_product(b, a)
    assert nim_product(a, nim_product(b, c)) == nim_product(nim_product(a, b), c)
    assert nim_product(c, a ^ b) == nim_product(c, a) ^ nim_product(c, b)


@pytest.mark.parametrize("level", range(13))
def test_fermat_powers_multiply_as_conway_says(level: int) -> None:
    """With the laws above this fixes every product: F (*) a = F a below F, and F (*) F = F + F/2."""
    fermat = 1 << (1 << level)
    below = random.Random(level).randrange(fermat)
    assert nim_product(fermat, below) == fermat * below
    assert nim_product(fermat, fermat) == fermat + fermat // 2


def test_large_nim_products_are_right() -> None:
    chance = random.Random(4096)
    a, b, c = (chance.getrandbits(4096) for _ in range(3))
    assert nim_product(a, nim_product(b, c)) == nim_product(nim_product(a, b), c)


# ---------------------------------------------------------------------------------------------- digits


def digit_sum_by_columns(values: list[int], m: int) -> int:
    digits = [sum(value >> k & 1 for value in values) % m for k in range(100)]
    return sum(digit * m**k for k, digit in enumerate(digits))


@pytest.mark.parametrize(
    ("values", "m", "text"),
    [((3, 5, 7), 3, "220"), ((8, 9, 10, 11), 4, "22"), ((3, 5, 6, 7), 3, "0"), ((3, 4, 5), 3, "212")],
)
def test_digit_sums_of_the_papers(values: tuple[int, ...], m: int, text: str) -> None:
    assert digit_sum(values, m) == int(text, m)


def test_naito_example_is_23() -> None:
    assert digit_sum((3, 4, 5), 3) == 23


@given(lists, st.integers(min_value=1, max_value=20) | st.integers(min_value=1000, max_value=2000))
def test_digit_sum_by_columns(values: list[int], m: int) -> None:
    assert digit_sum(iter(values), m) == digit_sum_by_columns(values, m)


@given(lists)
def test_digit_sum_modulo_1_and_2(values: list[int]) -> None:
    assert digit_sum(values, 1) == 0
    assert digit_sum(values, 2) == nim_sum(values)


def test_digit_sum_of_many_values() -> None:
    for number in (255, 256, 257, 600):
        assert digit_sum([3] * number, 1000) == number * 1000 + number
        assert digit_sum([3] * number, 7) == number % 7 * 8


def test_digit_sum_belongs_to_the_whole_list() -> None:
    assert digit_sum([digit_sum([3, 5], 3), 7], 3) != digit_sum([3, 5, 7], 3)


def test_long_digit_sums() -> None:
    values = [random.Random(k).getrandbits(40_000) for k in range(4)]
    found = digit_sum(values, 3)
    assert found % 3**30 == digit_sum([value % 2**30 for value in values], 3)
    assert found // 3**30 == digit_sum([value // 2**30 for value in values], 3)


@pytest.mark.parametrize(("values", "k", "expected"), [((4, 6), 2, 3), ((13, 3), 1, 14), ((), 1, 0), ((5,), 2, 5)])
def test_k_nim_sums_of_the_papers(values: tuple[int, ...], k: int, expected: int) -> None:
    assert k_nim_sum(values, k) == expected


@given(naturals, naturals, naturals, st.integers(min_value=1, max_value=20))
def test_k_nim_sum_is_associative_and_commutative(a: int, b: int, c: int, k: int) -> None:
    assert k_nim_sum([k_nim_sum([a, b], k), c], k) == k_nim_sum([a, k_nim_sum([b, c], k)], k) == k_nim_sum([a, b, c], k)
    assert k_nim_sum([a, b], k) == k_nim_sum([b, a], k)


@given(lists, st.integers(min_value=1, max_value=20))
def test_k_nim_sum_counts_pairs(values: list[int], k: int) -> None:
    """Every pair with both bits set flips bit 0 once, as LANGUAGE.md writes it."""
    ones = sum(bit(value, k) for value in values)
    assert k_nim_sum(values, k) == nim_sum(values) ^ (ones % 4 in (2, 3))


# ---------------------------------------------------------------------------------------------- bits


@given(naturals)
def test_bits_by_text(z: int) -> None:
    text = f"{z:b}"
    assert [bit(z, k) for k in range(len(text) + 2)] == [int(digit) for digit in reversed("00" + text)]
    assert popcount(z) == text.count("1")
    assert tail1(z) == len(text) - len(text.rstrip("1"))


@given(st.integers(min_value=-(1 << 80), max_value=1 << 80).filter(bool), st.integers(min_value=0, max_value=90))
def test_v2(z: int, k: int) -> None:
    assert z % 2 ** v2(z) == 0
    assert z // 2 ** v2(z) % 2 == 1
    assert v2(z << k) == v2(z) + k == v2(-z) + k


@given(naturals, naturals)
def test_mating_by_its_definition(x: int, y: int) -> None:
    if x != y:
        e = next(e for e in count() if (x - y) % 2 ** (e + 1))
        assert mating(x, y) == mating(y, x) == 2 ** (e + 1) - 1


def test_examples_of_the_papers() -> None:
    assert [mating(3, 7), mating(5, 6)] == [7, 1]
    assert [tail1(z) for z in (3, 10, 21, 0)] == [2, 0, 1, 0]
    assert [bit_or((3, 5)), bit_or((9, 12)), bit_and((9, 12))] == [7, 13, 8]


@given(st.lists(naturals, min_size=1, max_size=5))
def test_and_or_bit_by_bit(values: list[int]) -> None:
    for k in range(92):
        bits = [bit(value, k) for value in values]
        assert (bit(bit_and(values), k), bit(bit_or(values), k)) == (min(bits), max(bits))


def test_bits_far_beyond_a_number() -> None:
    assert bit(5, 10**30) == 0
    assert k_nim_sum((5, 5), 10**30) == 0
    assert bit_or(()) == 0


# ---------------------------------------------------------------------------------------------- exact


@given(rationals, rationals)
def test_arithmetic_is_that_of_fractions(a: Fraction, b: Fraction) -> None:
    for operation, expected in ((add, a + b), (subtract, a - b), (multiply, a * b)):
        found = operation(a, b)
        assert found == expected
        assert isinstance(found, int) == (expected.denominator == 1)
    if b:
        assert divide(a, b) == a / b


@given(integers, integers)
def test_whole_numbers_divide_exactly(a: int, b: int) -> None:
    if b:
        assert multiply(divide(a, b), b) == a
        assert isinstance(divide(a * b, b), int)
        assert floor(divide(a, b)) == a // b
        assert ceil(divide(a, b)) == -(-a // b)


@given(rationals | integers, rationals | integers)
def test_mod_is_mathematical(a: Number, m: Number) -> None:
    if m > 0:
        rest = mod(a, m)
        assert 0 <= rest < m
        assert isinstance(divide(subtract(a, rest), m), int)
        assert congruent(a, rest, m)
        assert congruent(a, add(a, m), m)


def test_mod_of_a_surd_is_its_fractional_part() -> None:
    assert mod(PHI, 1) == PHI - 1
    assert mod(subtract(0, PHI), 1) == 2 - PHI
    assert mod(10, sqrt(2)) == 10 - 7 * sqrt(2)


@given(rationals, st.integers(min_value=-6, max_value=9))
def test_power_is_repeated_product(a: Fraction, n: int) -> None:
    if a or n >= 0:
        expected: Number = 1
        for _ in range(abs(n)):
            expected = multiply(expected, a)
        assert power(a, n) == (expected if n >= 0 else divide(1, expected))


def test_powers_at_the_limit() -> None:
    assert power(2, MOST_BITS - 1) == 1 << (MOST_BITS - 1)
    assert [power(0, 0), power(0, 10**40), power(1, 10**40), power(-1, 10**40 + 1)] == [1, 0, 1, -1]
    assert power(sqrt(2), 150_001) == sqrt(2) * power(2, 75_000)


@pytest.mark.parametrize(
    ("d", "n", "expected"), [(3, 12, True), (5, 12, False), (0, 0, True), (0, 4, False), (-3, 9, True), (7, 0, True)]
)
def test_divides(d: int, n: int, expected: bool) -> None:
    assert divides(d, n) is expected


@given(integers, st.integers(min_value=-500, max_value=500))
def test_gcd_and_isqrt(a: int, b: int) -> None:
    shared = gcd(a, b)
    assert shared >= 0
    assert divides(shared, a)
    assert divides(shared, b)
    assert isqrt(abs(a)) ** 2 <= abs(a) < (isqrt(abs(a)) + 1) ** 2


@given(rationals)
def test_absolute_floor_ceil(a: Fraction) -> None:
    assert absolute(a) == max(a, -a)
    assert floor(a) <= a < floor(a) + 1
    assert ceil(a) == -floor(-a)


def test_simplest_type() -> None:
    for value in (settled(Fraction(6, 3)), rational(6, 3), add(Fraction(1, 2), Fraction(1, 2)), whole(Fraction(4, 2))):
        assert type(value) is int
    assert type(settled(Fraction(1, 2))) is Fraction
    assert type(multiply(sqrt(2), sqrt(8))) is int


# ---------------------------------------------------------------------------------------------- surds


def enclosure(a: Fraction, b: Fraction, d: int) -> tuple[Fraction, Fraction]:
    """Two rationals, 10^-100 apart or so, with a + b sqrt(d) strictly between: the second source for surds."""
    unit = 10**100
    root = math.isqrt(d * unit * unit)
    ends = [a + b * Fraction(root, unit), a + b * Fraction(root + 1, unit)]
    return min(ends), max(ends)


def surd(a: Fraction | int, b: Fraction | int, d: Fraction | int) -> Number:
    """The number a + b sqrt(d)."""
    return a + b * sqrt(d)


@given(rationals, rationals.filter(bool), roots)
def test_floor_ceil_sign_of_surds(a: Fraction, b: Fraction, d: int) -> None:
    low, high = enclosure(a, b, d)
    x = surd(a, b, d)
    assert isinstance(x, Surd)
    assert floor(x) == math.floor(low) == math.floor(high)
    assert ceil(x) == math.ceil(high)
    assert (x > 0) == (low > 0)
    assert absolute(x) == abs(x) == (x if low > 0 else subtract(0, x))


@given(rationals, rationals.filter(bool), rationals, rationals, roots)
def test_arithmetic_of_surds(a: Fraction, b: Fraction, c: Fraction, e: Fraction, d: int) -> None:
    x, y = surd(a, b, d), surd(c, e, d)
    assert add(x, y) == surd(a + c, b + e, d)
    assert subtract(x, y) == surd(a - c, b - e, d)
    assert multiply(x, y) == surd(a * c + b * e * d, a * e + b * c, d)
    assert multiply(divide(y, x), x) == y
    assert divide(1, x) == surd(a / (a * a - b * b * d), -b / (a * a - b * b * d), d)


@given(rationals, rationals.filter(bool), rationals, rationals, roots)
def test_order_of_surds(a: Fraction, b: Fraction, c: Fraction, e: Fraction, d: int) -> None:
    x, y = surd(a, b, d), surd(c, e, d)
    less = enclosure(a - c, b - e, d)[1] <= 0 and (a, b) != (c, e)
    assert ((x < y), (x <= y), (y > x), (y >= x)) == (less, less or x == y, less, less or x == y)
    assert (x == y) == ((a, b) == (c, e))
    assert sorted([x, y, Fraction(1, 3), 2])[0] == min(min(x, y), min(Fraction(1, 3), 2))


@pytest.mark.parametrize("n", [0, 1, 2, 3, 102334155, 10**30, 10**300])
def test_wythoff_floor_is_exact(n: int) -> None:
    assert floor(multiply(n, PHI)) == (n + math.isqrt(5 * n * n)) // 2
    assert floor(multiply(-n, PHI)) == -ceil(multiply(n, PHI))
    assert ceil(multiply(n, PHI)) - floor(multiply(n, PHI)) == (n > 0)


def test_golden_ratio_at_fibonacci_numbers() -> None:
    """phi F(k) - F(k + 1) = -(-1/phi)^k: the floor is F(k + 1) for odd k, one less for even k; F(40) breaks doubles."""
    a, b = 1, 1
    for k in range(1, 200):
        assert floor(PHI * a) == b - (k % 2 == 0)
        a, b = b, a + b


def test_wythoff_pairs_are_complementary() -> None:
    lower = {floor(multiply(n, PHI)) for n in range(1, 400)}
    upper = {floor(multiply(n, PHI)) + n for n in range(1, 400)}
    assert not lower & upper
    assert set(range(1, 600)) <= lower | upper


def test_golden_ratio_equation() -> None:
    assert PHI * PHI == PHI + 1
    assert 1 / PHI == PHI - 1
    assert power(PHI, -2) == 2 - PHI
    assert power(PHI, 30) == (1860498 + 832040 * sqrt(5)) / 2
    assert (str(PHI), repr(PHI)) == ("(1 + sqrt(5))/2", "Surd(1, 1, 2, 5)")
    assert isinstance(PHI, Surd)
    assert (PHI.a, PHI.b, PHI.d) == (Fraction(1, 2), Fraction(1, 2), 5)


@pytest.mark.parametrize(
    ("x", "text"), [(2, "sqrt(2)"), (12, "2*sqrt(3)"), (Fraction(5, 4), "sqrt(5)/2"), (Fraction(1, 3), "sqrt(3)/3")]
)
def test_sqrt_text_and_square(x: Number, text: str) -> None:
    assert str(sqrt(x)) == text
    assert multiply(sqrt(x), sqrt(x)) == x
    assert str(subtract(0, sqrt(x))) == "-" + text


@given(rationals)
def test_sqrt_of_squares_is_rational(a: Fraction) -> None:
    assert sqrt(a * a) == abs(a)
    assert not isinstance(sqrt(a * a), Surd)


def test_roots_of_one_kind() -> None:
    eight, two = Surd(0, 1, 1, 8), Surd(0, 2, 1, 2)
    assert eight == two
    assert hash(eight) == hash(two)
    assert [eight - two, eight * two, eight / two] == [0, 8, 1]
    assert eight != Surd(0, -2, 1, 2)
    assert Surd(0, 1, 1, 2) != Surd(0, 1, 1, 3)
    assert Surd(0, 1, 1, 2) != 1
    assert Fraction(1, 2) != Surd(0, 1, 1, 2)


def test_surds_from_either_side() -> None:
    root = sqrt(2)
    assert [1 + root - root, 1 - (root + 1) + root, Fraction(1, 2) * root / root] == [1, 0, Fraction(1, 2)]
    assert (1 < root < Fraction(3, 2), root >= 1, Fraction(3, 2) > root) == (True, True, True)
    assert Fraction(1, 2) / root == root / 4
    assert surd(3, 0, 5) == 3


# ---------------------------------------------------------------------------------------------- refusals

HALF = Fraction(1, 2)
UNDEFINED: list[tuple[Callable[..., Any], tuple[Any, ...], str]] = [
    (v2, (0,), "v2(0) is not defined"),
    (v2, (HALF,), "v2(1/2) is not defined: only whole numbers are allowed here"),
    (tail1, (-1,), "tail1(-1) is not defined"),
    (bit, (-1, 0), "bit(-1, 0) is not defined"),
    (bit, (1, -1), "bit(1, -1) is not defined"),
    (popcount, (-3,), "popcount(-3) is not defined"),
    (mating, (4, 4), "mating(4, 4) is not defined"),
    (nim_sum, ([3, -2],), "nim_sum(-2) is not defined"),
    (nim_product, (-1, 3), "nim_product(-1, 3) is not defined"),
    (nim_product, (3, -1), "nim_product(3, -1) is not defined"),
    (digit_sum, ([1, -2], 3), "digit_sum(1, -2) is not defined"),
    (digit_sum, ([1, -2], 1), "digit_sum(1, -2) is not defined"),
    (digit_sum, ([1, 2], 0), "digit_sum(1, 2) is not defined: digits are not added modulo 0"),
    (k_nim_sum, ([1, -2], 1), "k_nim_sum(1, -2, 1) is not defined"),
    (k_nim_sum, ([1, 2], -1), "k_nim_sum(1, 2, -1) is not defined"),
    (bit_and, ([],), "bit_and() is not defined: it needs a value"),
    (bit_and, ([-1],), "bit_and(-1) is not defined"),
    (bit_or, ([1, -1],), "bit_or(1, -1) is not defined"),
    (mex, ([[]],), "mex() is not defined"),
    (divide, (7, 0), "7 / 0 is not defined"),
    (divide, (PHI, Fraction(0)), "(1 + sqrt(5))/2 / 0 is not defined"),
    (power, (0, -1), "0 ^ -1 is not defined"),
    (power, (2, HALF), "2 ^ 1/2 is not defined: exponents are whole numbers"),
    (power, (2, PHI), "2 ^ (1 + sqrt(5))/2 is not defined: exponents are whole numbers"),
    (mod, (7, 0), "7 mod 0 is not defined: a modulus is greater than 0"),
    (mod, (7, -3), "7 mod -3 is not defined: a modulus is greater than 0"),
    (congruent, (7, 1, 0), "6 mod 0 is not defined: a modulus is greater than 0"),
    (divides, (HALF, 3), "divides(1/2, 3) is not defined: only whole numbers are allowed here"),
    (gcd, (HALF, 3), "gcd(1/2, 3) is not defined: only whole numbers are allowed here"),
    (isqrt, (-1,), "isqrt(-1) is not defined"),
    (isqrt, (HALF,), "isqrt(1/2) is not defined: only whole numbers are allowed here"),
    (whole, (HALF,), "1/2 is not a whole number"),
    (whole, (PHI,), "(1 + sqrt(5))/2 is not a whole number"),
    (sqrt, (-1,), "sqrt(-1) is not defined"),
    (sqrt, (PHI,), "sqrt((1 + sqrt(5))/2) is not defined: square roots are taken of rational numbers"),
    (add, (sqrt(2), sqrt(3)), "sqrt(2) and sqrt(3) cannot be combined: they need two different square roots"),
    (sqrt(2).__lt__, (sqrt(3),), "sqrt(2) and sqrt(3) cannot be combined: they need two different square roots"),
    (sqrt(2).__truediv__, (0,), "sqrt(2) / 0 is not defined"),
    (Surd, (1, 1, 1, 4), "Surd(1, 1, 1, 4) is not defined: it is not an irrational number"),
    (add, (1, 0.5), "0.5 is not an exact number"),
    (sqrt(2).__mul__, (0.5,), "0.5 is not an exact number"),
]


@pytest.mark.parametrize(("function", "arguments", "message"), UNDEFINED)
def test_undefined_values_say_so(function: Callable[..., Any], arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(UndefinedValue) as caught:
        function(*arguments)
    assert str(caught.value) == message
    assert not isinstance(caught.value, TooLarge)


UNARY: list[Callable[..., Any]] = [v2, tail1, popcount, isqrt, absolute, floor, ceil, whole, settled, sqrt]
BINARY: list[Callable[..., Any]] = [add, subtract, multiply, divide, power, mod, divides, gcd]
BINARY += [bit, mating, nim_product]
LISTS: list[Callable[..., Any]] = [nim_sum, bit_and, bit_or]


def calls(odd: Any) -> Iterator[tuple[Callable[..., Any], tuple[Any, ...]]]:
    yield from ((function, (odd,)) for function in UNARY)
    yield from ((function, pair) for function in BINARY for pair in ((odd, 3), (3, odd), (odd, odd)))
    yield from ((function, (given,)) for function in [*LISTS, mex] for given in (odd, [odd], [3, odd]))
    yield from ((f, pair) for f in (digit_sum, k_nim_sum) for pair in (([odd], 3), ([3], odd), (odd, 3)))
    yield from ((congruent, triple) for triple in ((odd, 1, 3), (1, odd, 3), (1, 3, odd)))


def answering(odd: Any) -> set[Callable[..., Any]]:
    """The functions that have an answer for such an argument; all others must refuse in the one way there is."""
    answered = set()
    for function, arguments in calls(odd):
        with suppress(UndefinedValue):
            function(*arguments)
            answered.add(function)
    return answered


@pytest.mark.parametrize("odd", [0.5, 2.0, None, "2", 1j, {}])
def test_what_is_no_number_is_refused(odd: Any) -> None:
    lists = {*LISTS, digit_sum, k_nim_sum} if odd == {} else set()
    assert answering(odd) == {mex} | (lists - {bit_and})


@pytest.mark.parametrize("odd", [HALF, PHI])
def test_functions_of_whole_numbers_refuse_others(odd: Number) -> None:
    exact = {absolute, floor, ceil, settled, add, subtract, multiply, divide, mod, power, congruent}
    assert answering(odd) - {mex, sqrt} == exact


TOO_LARGE: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    (power, (2, MOST_BITS)),
    (power, (3, MOST_BITS)),
    (power, (2, 10**9)),
    (power, (7, 10**4000)),
    (power, (HALF, 10**30)),
    (power, (-2, -(10**30))),
    (power, (PHI, 10**30)),
    (power, (sqrt(2), 2 * MOST_BITS + 2)),
    (power, (HUGE, 2)),
    (multiply, (1 << 60_000, 1 << 60_000)),
    (multiply, (HUGE, HUGE)),
    (multiply, (Fraction(1, 1 << 60_000), Fraction(1, 1 << 60_000))),
    (add, (HUGE, HALF)),
    (add, (HUGE, PHI)),
    (divide, (HUGE, 3)),
    (mod, (HUGE, 3)),
    (divides, (3, HUGE)),
    (gcd, (HUGE, 3)),
    (isqrt, (HUGE,)),
    (sqrt, (HUGE,)),
    (sqrt, (Fraction(1, HUGE),)),
    (nim_product, (1 << MOST_PRODUCT_BITS, 3)),
    (nim_product, (HUGE, HUGE)),
    (digit_sum, ([HUGE], 3)),
    (digit_sum, ([5], HUGE)),
    (mex, (range(10**12),)),
    (Surd, (1, 1, 1, HUGE)),
]


@pytest.mark.parametrize(("function", "arguments"), TOO_LARGE)
def test_huge_work_is_refused(function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    with pytest.raises(TooLarge, match=r"is too large: the limit is [\d,]+ (binary|values)") as caught:
        function(*arguments)
    assert len(str(caught.value)) < 200


def test_huge_arguments_that_cost_nothing_are_answered() -> None:
    assert v2(HUGE) == tail1(HUGE - 1) == popcount(HUGE - 1) == 10**7
    assert digit_sum([HUGE], 1) == 0
    assert digit_sum([HUGE, 1], 2) == nim_sum([HUGE, 1]) == bit_or([HUGE, 1]) == HUGE + 1
    assert mod(5, HUGE) == 5


def test_messages_stay_short() -> None:
    assert show(HUGE) == "[a number of 10,000,001 binary digits]"
    assert show(Fraction(1, HUGE)) == "1/[a number of 10,000,001 binary digits]"
    assert show([1] * 9) == "1, 1, 1, 1, 1, 1, 1, 1, ..."
    assert len(show(Surd(1, 1, 1, 1 + (1 << 50_000)))) < 100
    with pytest.raises(UndefinedValue, match=r"^tail1\(\[a number of 10,000,001 binary digits\]\) is not defined$"):
        tail1(-HUGE)
