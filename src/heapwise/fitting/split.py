"""Values that come from the components one by one: nim-sums of functions of one component, and such with a remainder of
the total, `p * (f(a) (+) g(b)) + (a + b) mod p`. What one component contributes is a term for a sequence."""

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heapwise.fitting.bank import bank_for
from heapwise.fitting.components import Components
from heapwise.fitting.leaves import of_instance
from heapwise.fitting.rows import Column, Rows
from heapwise.fitting.sample import Positions, Sample
from heapwise.fitting.term import ADDED, NIM_ADDED, REMAINDER, TIMES, Term, nim_sums, number
from heapwise.fitting.values import values
from heapwise.lang import nodes
from heapwise.records import Record, replace

Table = NDArray[np.signedinteger[Any]]
_MODULI = range(1, 9)


class Parts(Record):
    """What each component contributes to the values, as sequences, and the modulus of the remainder of the total."""

    modulus: int
    sequences: tuple[Column, ...]


def parts_of_values(table: Table) -> Parts | None:
    """The parts of a table of values, for the least modulus for which it has any."""
    if (table < 0).any() or table.ndim < 2:
        return None
    total = reduce(np.add.outer, [np.arange(side) for side in table.shape])
    for modulus in _MODULI:
        if ((table - total) % modulus).any():
            continue
        quotients = table.astype(np.int64) // modulus
        alone = [_alone(quotients, axis) for axis in range(table.ndim)]
        if np.array_equal(reduce(np.bitwise_xor.outer, alone), quotients):
            return Parts(modulus, tuple(alone))
    return None


def split(components: Components, parts: Parts, longer: Callable[[int], Column | None]) -> Iterator[Term]:
    """The formula that the parts make; `longer` computes the values of one component alone further than the table."""
    sequences = [_known(parts, axis, longer(axis)) for axis in range(components.size)]
    total = _alike(components, sequences) or _one_by_one(components, sequences)
    if total is not None:
        yield total if parts.modulus == 1 else _with_remainder(total, components, parts.modulus)


def _known(parts: Parts, axis: int, longer: Column | None) -> Column:
    return parts.sequences[axis] if longer is None else longer // parts.modulus


def _one_by_one(components: Components, sequences: Sequence[Column]) -> Term | None:
    """`f(a) (+) g(b)`"""
    terms = []
    for axis, sequence in enumerate(sequences):
        found = term_of(components.alone(axis), sequence)
        if found is None:
            return None
        terms.append(_placed(found, axis))
    return reduce(NIM_ADDED, [one for one in terms if one.node != nodes.Int(0)] or terms[:1])


def _alike(components: Components, sequences: Sequence[Column]) -> Term | None:
    """`nimsum(f(x[i]) for i in 1..n)`, where all components of a vector contribute alike."""
    if components.length is None or any(not np.array_equal(one, sequences[0]) for one in sequences):
        return None
    found = term_of(replace(components.alone(0), written=(components.entry(nodes.Name("i")),)), sequences[0])
    if found is None:
        return None
    node = components.for_each("nimsum", found.node)
    columns = [_placed(found, axis).at for axis in range(components.size)]
    return Term(found.cost + 2, node, lambda rows: reduce(nim_sums, [at(rows) for at in columns]))


def _with_remainder(total: Term, components: Components, modulus: int) -> Term:
    return ADDED(TIMES(number(modulus), total), REMAINDER(components.fold("sum"), number(modulus)))


def _alone(table: Table, axis: int) -> Column:
    """The values where all other components are 0."""
    found: Column = table[tuple(slice(None) if i == axis else 0 for i in range(table.ndim))]
    return found


def _placed(term: Term, axis: int) -> Term:
    """A term in one component as one of the whole position."""
    return replace(term, at=lambda rows: term.at(Rows(rows.heaps[:, axis : axis + 1])))


_LEAST_TIMES = 2  # that a period is seen before it is believed
_TERMS = 120  # that are joined, of one component


def term_of(component: Components, sequence: Column) -> Term | None:
    """The cheapest term in one component that has these values at 0, 1, 2, ...; None where there is none."""
    rows = Rows(np.arange(len(sequence), dtype=np.int64)[:, None])
    positions = Positions(rows, sequence.astype(np.int64))
    leaves = of_instance(1, _numbers(sequence))
    bank = bank_for(component, rows, leaves, _TERMS)
    return next(iter(values(bank, Sample(positions, positions))), None)


def _numbers(sequence: Column) -> list[int]:
    """The period of the values, as they are or growing by the same amount, with its divisors and the amount."""
    for period in range(1, len(sequence) // (_LEAST_TIMES + 1)):
        growth = sequence[period:] - sequence[:-period]
        if (growth == growth[0]).all():
            divisors = [d for d in range(2, period + 1) if period % d == 0]
            return [*divisors, *([int(growth[0])] if growth[0] > 0 else [])]
    return []
