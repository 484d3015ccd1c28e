"""Terms for sequences: what one component alone contributes, with the numbers after which it comes back as divisors."""

from __future__ import annotations

import numpy as np

from heapwise.fitting.bank import bank_for
from heapwise.fitting.components import Components
from heapwise.fitting.leaves import of_instance
from heapwise.fitting.rows import Column, Rows
from heapwise.fitting.sample import Positions, Sample
from heapwise.fitting.term import Term
from heapwise.fitting.values import values

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
