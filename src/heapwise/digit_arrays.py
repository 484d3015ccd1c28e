"""Functions of binary digits on whole arrays of numbers from 0 up; the same of single numbers are in `numbers`.

Nobody checks here: a number of 62 bits or more, or a negative one, is the caller's to refuse.
"""

from collections.abc import Iterable
from functools import cache

from heapwise import numbers
from heapwise.arrays import Array, np

_BASE = 8  # nim-products of so many binary digits come from a table


def ones(z: Array) -> Array:
    """How many binary digits are 1, by adding neighbours in parallel.

    >>> ones(np.array([0, 5, 255])).tolist()
    [0, 2, 8]
    """
    z = z - (z >> 1 & 0x5555555555555555)
    z = (z & 0x3333333333333333) + (z >> 2 & 0x3333333333333333)
    z = z + (z >> 4) & 0x0F0F0F0F0F0F0F0F
    return z * 0x0101010101010101 >> 56


def exponents_of_two(z: Array) -> Array:
    """How many zeros end the binary digits of numbers that are not 0.

    >>> exponents_of_two(np.array([1, 6, 8])).tolist()
    [0, 1, 3]
    """
    return ones((z & -z) - 1)


def last_ones(z: Array) -> Array:
    """How many ones end the binary digits.

    >>> last_ones(np.array([0, 5, 7])).tolist()
    [0, 1, 3]
    """
    return ones(z ^ z + 1) - 1


def digit_sums(values: Iterable[Array], modulus: Array | int, places: int) -> Array:
    """Binary digits at so many places, added modulo a number and read in that base: `nimsum(x; m)`.

    >>> digit_sums([np.array([1, 2]), np.array([1, 3]), np.array([1, 1])], 3, 2).tolist()
    [0, 8]
    """
    known = list(values)
    total: Array = np.zeros((), np.int64)
    for place in range(places):
        column = sum((value >> place & 1 for value in known), start=np.zeros((), np.int64))
        total = total + column % modulus * modulus**place
    return total


def k_nim_sums(values: Iterable[Array], place: Array) -> Array:
    """Nim-sums in which two digits at a place carry to the units: `knimsum(x; k)`.

    >>> k_nim_sums([np.array([4]), np.array([6])], np.array([2])).tolist()
    [3]
    """
    total: Array = np.zeros((), np.int64)
    for value in values:
        total = total ^ value ^ ((total & value) >> place & 1)
    return total


def whole_roots(square: Array) -> Array:
    """Square roots rounded down: the one of floating point is at most one off, below 2^62.

    >>> whole_roots(np.array([0, 8, 9])).tolist()
    [0, 2, 3]
    """
    root = np.sqrt(square.astype(np.float64)).astype(np.int64)
    root = root - (root * root > square)
    following = root + 1
    return root + (following * following <= square)


# ------------------------------------------------------------------------------------------- nim-products


def product_bits(size: int) -> int:
    """The length of the smallest field that holds numbers of `size` binary digits."""
    length = _BASE
    while length < size:
        length *= 2
    return length


@cache
def _table() -> Array:
    powers = [[numbers.nim_product(1 << i, 1 << j) for j in range(_BASE)] for i in range(_BASE)]
    values = np.arange(1 << _BASE)
    bits = [(values >> i & 1).astype(bool) for i in range(_BASE)]
    table = np.zeros((len(values), len(values)), np.int64)
    # Nim multiplication distributes over nim-sums, so the products of powers of two are enough.
    for i, row in enumerate(powers):
        for j, product in enumerate(row):
            table ^= np.where(bits[i][:, None] & bits[j][None, :], product, 0)
    return table


def nim_products(a: Array, b: Array, length: int) -> Array:
    """The nim-products of numbers below 2^length, for length 8, 16 or 32, by the splitting of `heapwise.numbers.nim`.

    >>> nim_products(np.array([2, 4, 7]), np.array([2, 4, 1]), 8).tolist()
    [3, 6, 7]
    """
    if length == _BASE:
        found: Array = _table()[a, b]
        return found
    half = length >> 1
    below = (1 << half) - 1
    a1, a0, b1, b0 = a >> half, a & below, b >> half, b & below
    low = nim_products(a0, b0, half)
    middle = nim_products(a1 ^ a0, b1 ^ b0, half) ^ low
    top = nim_products(nim_products(a1, b1, half), np.asarray(1 << half - 1), half)
    return middle << half ^ low ^ top
