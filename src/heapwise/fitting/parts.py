"""What is made of one component: its half, its remainder, the component less one ..."""

from collections.abc import Iterator, Sequence

import numpy as np

from heapwise import digit_arrays
from heapwise.fitting.components import HeapPart
from heapwise.fitting.rows import Column, Matrix, Rows
from heapwise.fitting.term import UNDEFINED, Term, call, digits_of, infix, odd_part, odd_parts
from heapwise.lang import nodes


def parts_of(moduli: Sequence[Term], nested: Sequence[tuple[Term, Term]] = ()) -> Iterator[HeapPart]:
    """All of them; divisors are constants and parameters."""
    yield from (_quotient_of_remainder(modulus, divisor) for modulus, divisor in nested)
    for modulus in moduli:
        yield _quotient_by(modulus)
        yield _remainder_by(modulus)
    yield HeapPart(2, lambda z: infix("*", nodes.Name("i"), z), _by_place, is_indexed=True)
    yield HeapPart(2, lambda z: infix("-", z, nodes.Int(1)), lambda rows: rows.heaps - 1)
    yield HeapPart(2, lambda z: infix("+", z, nodes.Int(1)), lambda rows: rows.heaps + 1)
    yield HeapPart(3, lambda z: call("popcount", z), lambda rows: digits_of("popcount", rows.heaps))
    yield HeapPart(1, lambda z: call("v2", z), _exponents)
    yield HeapPart(3, odd_part, lambda rows: _odd(rows.heaps))
    yield HeapPart(4, lambda z: odd_part(infix("+", z, nodes.Int(1))), lambda rows: _odd(rows.heaps + 1))


def _quotient_by(modulus: Term) -> HeapPart:
    return HeapPart(
        2 + modulus.cost,
        lambda z: call("floor", infix("/", z, modulus.node)),
        lambda rows: _where_divided(rows.heaps // _divisors(modulus, rows), rows, modulus),
    )


def _remainder_by(modulus: Term) -> HeapPart:
    return HeapPart(
        1 + modulus.cost,
        lambda z: infix("mod", z, modulus.node),
        lambda rows: _where_divided(rows.heaps % _divisors(modulus, rows), rows, modulus),
    )


def _quotient_of_remainder(modulus: Term, divisor: Term) -> HeapPart:
    return HeapPart(
        2 + modulus.cost + divisor.cost,
        lambda z: call("floor", infix("/", infix("mod", z, modulus.node), divisor.node)),
        lambda rows: _where_divided(
            rows.heaps % _divisors(modulus, rows) // _divisors(divisor, rows), rows, modulus, divisor
        ),
    )


def _divisors(modulus: Term, rows: Rows) -> Column:
    return np.maximum(modulus.at(rows), 1)[:, None]


def _where_divided(values: Matrix, rows: Rows, *divisors: Term) -> Matrix:
    """By 0 nothing is divided."""
    is_meant = np.logical_and.reduce([divisor.at(rows) >= 1 for divisor in divisors])
    return np.where(is_meant[:, None], values, UNDEFINED)


def _exponents(rows: Rows) -> Matrix:
    """Of 0 there is none."""
    return np.where(rows.heaps > 0, digit_arrays.exponents_of_two(np.maximum(rows.heaps, 1)), UNDEFINED)


def _odd(numbers: Matrix) -> Matrix:
    """What is left of a number without its factors 2; of 0 nothing is."""
    return np.where(numbers > 0, odd_parts(np.maximum(numbers, 1)), UNDEFINED)


def _by_place(rows: Rows) -> Matrix:
    """Each component as often as its place says."""
    found: Matrix = rows.heaps * np.arange(1, rows.heaps.shape[1] + 1)
    return found
