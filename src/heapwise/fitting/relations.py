"""Linear relations that hold in all rows of a matrix: over the integers, and of the binary digits modulo a prime.

Both are null spaces, found by elimination modulo a prime; what is told of them is short.
"""

from collections.abc import Iterator, Sequence
from functools import reduce

import numpy as np

from heapwise.fitting.rows import Matrix, Truths
from heapwise.fitting.term import call, infix
from heapwise.lang import nodes
from heapwise.records import Record

_PRIME = 2**31 - 1  # products of two residues fit into 64 bits
_LARGEST = 4  # coefficient of a relation that somebody would read
_MULTIPLES = range(1, 5)  # of a vector of fractions, until its entries are integers
_BASES = (2, 3, 5)
_ROUNDS = 4


class LinearRelation(Record):
    """`x[1] + x[2] = x[4] + 1`: coefficients, and the constant behind them; the sum of all is zero."""

    coefficients: tuple[int, ...]
    constant: int

    @property
    def cost(self) -> int:
        """About a symbol for each component and sign."""
        return sum(2 if abs(c) == 1 else 4 for c in self.coefficients if c) + (self.constant != 0)

    def at(self, matrix: Matrix) -> Truths:
        """In which rows it holds."""
        found: Truths = matrix @ np.array(self.coefficients) + self.constant == 0
        return found

    def node(self, entries: Sequence[nodes.Expr]) -> nodes.Expr:
        """The equation, with nothing negative in it."""
        sides = [[_times(s * c, entries[i]) for i, c in enumerate(self.coefficients) if s * c > 0] for s in (1, -1)]
        for side, sign in zip(sides, (1, -1), strict=True):
            if sign * self.constant > 0 or not side:
                side.append(nodes.Int(max(0, sign * self.constant)))
        sums = (infix("+", *s) if len(s) > 1 else s[0] for s in sides)
        left, right = sorted(sums, key=lambda node: isinstance(node, nodes.Int))
        return nodes.Chain(("=",), (left, right))


class DigitRelation(Record):
    """`x[1] (+) x[3] = 0`: the binary digits of some components are 0 together, modulo 2, 3 or 5."""

    chosen: tuple[int, ...]
    modulus: int

    @property
    def cost(self) -> int:
        """About a symbol for each component and sign."""
        return 2 * len(self.chosen) + 1 + 2 * (self.modulus > 2)

    def at(self, matrix: Matrix) -> Truths:
        """In which rows it holds; numbers that are negative have no digits."""
        part = matrix[:, self.chosen]
        known = np.maximum(part, 0)
        is_zero = np.ones(len(part), dtype=bool)
        for place in range(int(known.max(initial=0)).bit_length()):
            is_zero &= ((known >> place) & 1).sum(axis=1) % self.modulus == 0
        return is_zero & (part >= 0).all(axis=1)

    def node(self, entries: Sequence[nodes.Expr]) -> nodes.Expr:
        """The equation."""
        known = [entries[i] for i in self.chosen]
        total: nodes.Expr
        if self.modulus > 2:
            total = call("nimsum", nodes.ListLiteral(tuple(known)), last=(nodes.Int(self.modulus),))
        else:
            total = infix("(+)", *known)
        return nodes.Chain(("=",), (total, nodes.Int(0)))


HeapRelation = LinearRelation | DigitRelation


def linear_relations(matrix: Matrix) -> Iterator[LinearRelation]:
    """Equations with small coefficients that hold in all rows."""
    with_ones = np.column_stack((matrix, np.ones(len(matrix), dtype=np.int64)))
    whole = [vector for vector in map(_small, null_space(np.unique(with_ones, axis=0), _PRIME)) if vector is not None]
    for vector in _shorter(whole):
        if np.abs(vector[:-1]).max(initial=0) in range(1, _LARGEST + 1):
            sign = 1 if vector[np.flatnonzero(vector)[0]] > 0 else -1
            yield LinearRelation(tuple(int(sign * v) for v in vector[:-1]), int(sign * vector[-1]))


def digit_relations(matrix: Matrix) -> Iterator[DigitRelation]:
    """Sums of digits that are 0 in all rows and places; two components with equal digits are equal, which is linear."""
    if (matrix < 0).any():
        return
    places = range(int(matrix.max(initial=0)).bit_length())
    planes = np.unique(np.vstack([(matrix >> place) & 1 for place in places] or [matrix]), axis=0)
    for modulus in _BASES:
        for vector in null_space(planes, modulus):
            used = vector[vector > 0]
            if len(used) > 2 and len(set(used.tolist())) == 1:
                yield DigitRelation(tuple(map(int, np.flatnonzero(vector))), modulus)


def null_space(matrix: Matrix, prime: int) -> list[Matrix]:
    """A basis of the vectors that are 0 on all rows, modulo a prime.

    >>> [v.tolist() for v in null_space(np.array([[1, 1, 2], [2, 3, 5]]), 7)]
    [[6, 6, 1]]
    """
    left, pivots = matrix.astype(np.int64) % prime, list[int]()
    for column in range(matrix.shape[1]):
        rank = len(pivots)
        found = np.flatnonzero(left[rank:, column])
        if not len(found):
            continue
        left[[rank, rank + found[0]]] = left[[rank + found[0], rank]]
        left[rank] = left[rank] * pow(int(left[rank, column]), -1, prime) % prime
        others = np.flatnonzero(left[:, column])
        others = others[others != rank]
        left[others] = (left[others] - left[others, column, None] * left[rank]) % prime
        pivots.append(column)
    basis = []
    for free in sorted(set(range(matrix.shape[1])) - set(pivots)):
        vector = np.zeros(matrix.shape[1], dtype=np.int64)
        vector[free] = 1
        vector[pivots] = -left[: len(pivots), free] % prime
        basis.append(vector)
    return basis


def _small(vector: Matrix) -> Matrix | None:
    """The vector of small integers that residues stand for; None where there is none."""
    for factor in _MULTIPLES:
        residues = vector * factor % _PRIME
        signed = np.where(residues > _PRIME // 2, residues - _PRIME, residues)
        if np.abs(signed).max() <= 1 << 10:
            whole: Matrix = signed // reduce(np.gcd, signed)
            return whole
    return None


def _shorter(basis: list[Matrix]) -> list[Matrix]:
    """Vectors with the same span and less to read, where a sum or a difference of two is shorter."""
    for _ in range(_ROUNDS):
        for i, one in enumerate(basis):
            made = [one + sign * other for j, other in enumerate(basis) if j != i for sign in (1, -1)]
            basis[i] = min((one, *made), key=_length)
    return basis


def _length(vector: Matrix) -> tuple[int, int]:
    return int(np.abs(vector[:-1]).sum()), int(abs(vector[-1]))


def _times(factor: int, entry: nodes.Expr) -> nodes.Expr:
    return entry if factor == 1 else infix("*", nodes.Int(factor), entry)
