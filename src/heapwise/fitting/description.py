"""What some positions have in common that others do not have: a few comparisons that people read at a glance.

Formulas for sets (`conditions`) are any two terms that meet; what stands here is meant to be read, and looks at cheap
terms only: `abs(a - b) = 2 and a mod 2 = 0`, `max(x) <= 1`, `a = 0 or b = 0`.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain, combinations

import numpy as np

from heapwise.fitting.bank import bank_for
from heapwise.fitting.components import Components
from heapwise.fitting.formula import ComparedTerms, SetFormula, together
from heapwise.fitting.leaves import of_instance
from heapwise.fitting.normal import symbols
from heapwise.fitting.rows import Column, Truths
from heapwise.fitting.sample import Positions
from heapwise.fitting.term import Term, number
from heapwise.lang.spell import spelled
from heapwise.records import Record

_JOINED = 20  # of the bank, which therefore is small
_READ = 4  # the cost of terms that are looked at, and of those that are compared with one another and with bounds
_SIMPLE = 2
_MOST_SIMPLE = 16
_SMALL = 3  # numbers below are worth saying that a term is none of them
_MOST_IN_THREES = 60
_MOST_TRIED = 40
_CALLED, _FAMILIAR = re.compile(r"[a-z]\w*(?=\()"), {"abs", "max", "min", "mod", "nimsum", "sum", "floor"}
_SHIFTED = re.compile(r"[+-] 1\b")
_OF_DIGITS = re.compile(r"nimsum|\(\+\)|mod|floor")
_MUCH = 0.5  # a condition that leaves more than this of the others says little


class Description(Record):
    """A condition on positions that holds at all that were meant, and `is_exact` if at no others."""

    formula: SetFormula
    is_exact: bool


class Comparison(ComparedTerms):
    """Two terms that compare alike at all positions that are meant; `also` says at which others they do so, too."""

    also: Truths

    @cached_property
    def cost(self) -> int:
        """Its symbols; an equation says more than a bound, and a bound more than what is not so."""
        return symbols(self.formula().node) + {"=": 0, "!=": 2}.get(self.sign, 1)


def described(
    components: Components, numbers: Sequence[int], fitted: Positions, judging: Positions
) -> Description | None:
    """The shortest condition that is true of just the wanted positions, there and where it is judged; or else what they
    have in common and few others have. None where they have nothing in common, or are all or none."""
    is_wanted = fitted.wanted == 1
    if not is_wanted.any() or is_wanted.all():
        return None
    bank = bank_for(components, fitted.rows, of_instance(components.size, numbers), _JOINED, 1, _READ)
    known = zip(bank.terms, bank.table, bank.is_defined, strict=True)
    terms = [(term, column) for term, column, is_defined in known if is_defined and _is_read(term)]
    common, others = _comparisons(terms, is_wanted), _comparisons(terms, ~is_wanted)
    joined = ((together([c.formula() for c in chosen]), _cost(chosen)) for chosen in _exact(common))
    either = (
        (together([c.formula(is_opposite=True) for c in chosen], "or"), _cost(chosen)) for chosen in _exact(others)
    )
    tried = sorted(chain(joined, either), key=lambda pair: pair[1])[:_MOST_TRIED]
    exact = next((formula for formula, _ in tried if formula.is_right(judging)), None)
    if exact is not None:
        return Description(exact, is_exact=True)
    shared = [one for one in _telling(common) if one.formula().at(judging.rows)[judging.wanted == 1].all()]
    return Description(together([c.formula() for c in shared]), is_exact=False) if shared else None


def _cost(chosen: Sequence[Comparison]) -> int:
    return sum(one.cost + 1 for one in chosen)


# ------------------------------------------------------------------------------------------ what is common


def _comparisons(terms: Sequence[tuple[Term, Column]], is_wanted: Truths) -> list[Comparison]:
    """What is true at all wanted positions and not at all others; one for each set of others, the cheapest first."""
    simple = [pair for pair in terms if pair[0].cost <= _SIMPLE][:_MOST_SIMPLE]
    found = chain(
        *(_with_number(term, column, is_wanted) for term, column in terms),
        *(_with_each_other(one, other, is_wanted) for one, other in combinations(simple, 2)),
    )
    best: dict[bytes, Comparison] = {}
    for one in sorted(found, key=lambda one: one.cost):
        best.setdefault(one.also.tobytes(), one)
    return list(best.values())


def _is_read(term: Term) -> bool:
    """Is it a term that people read at a glance?"""
    if term.cost > _READ or term.is_number:
        return False
    text = spelled(term.node)
    return set(_CALLED.findall(text)) <= _FAMILIAR and not _SHIFTED.search(text)


def _is_size(term: Term) -> bool:
    """Does it grow with the heaps, so that bounds say something to a reader?"""
    return not _OF_DIGITS.search(spelled(term.node))


def _with_number(term: Term, column: Column, is_wanted: Truths) -> Iterator[Comparison]:
    """A term and its one value; its bounds; small numbers that it is not."""
    wanted, others = column[is_wanted], column[~is_wanted]
    low, high = int(wanted.min()), int(wanted.max())
    if low == high:
        yield from _if_telling(term, "=", number(low), others == low)
    elif term.cost <= _SIMPLE and _is_size(term):
        yield from _if_telling(term, "<=", number(high), others <= high)
        yield from _if_telling(term, ">=", number(low), others >= low)
    for value in range(_SMALL):
        if value < high and (low < value or low > 0 == value) and not (wanted == value).any():
            yield from _if_telling(term, "!=", number(value), others != value)


def _with_each_other(one: tuple[Term, Column], other: tuple[Term, Column], is_wanted: Truths) -> Iterator[Comparison]:
    """Two terms: equal, never so, or the same one less everywhere."""
    apart = one[1] - other[1]
    wanted, others = apart[is_wanted], apart[~is_wanted]
    if not wanted.any():
        yield from _if_telling(one[0], "=", other[0], others == 0)
        return
    if not (_is_size(one[0]) and _is_size(other[0])):
        return
    for sign, is_so in (("<", np.less), (">", np.greater), ("<=", np.less_equal), (">=", np.greater_equal)):
        if is_so(wanted, 0).all():
            yield from _if_telling(one[0], sign, other[0], is_so(others, 0))
            return
    if wanted.all():
        yield from _if_telling(one[0], "!=", other[0], others != 0)


def _if_telling(one: Term, sign: str, other: Term, also: Truths) -> Iterator[Comparison]:
    if not also.all():
        yield Comparison(one, sign, other, also)


# ------------------------------------------------------------------------------------------ several at once


def _exact(common: Sequence[Comparison]) -> Iterator[tuple[Comparison, ...]]:
    """One, two or three that together are true of no others; of more than one the cheapest."""
    if not common:
        return
    yield from ((one,) for one in common if not one.also.any())
    also = np.array([one.also for one in common])
    both = also.astype(np.float32) @ also.T.astype(np.float32)
    pairs = [(int(i), int(j)) for i, j in np.argwhere(np.triu(both == 0, 1)) if also[i].any() and also[j].any()]
    pairs = sorted(pairs, key=lambda pair: common[pair[0]].cost + common[pair[1]].cost)[:_MOST_TRIED]
    yield from ((common[i], common[j]) for i, j in pairs)
    if not pairs:
        for i, j in combinations(range(min(len(common), _MOST_IN_THREES)), 2):
            rest = also[j + 1 : _MOST_IN_THREES] & also[i] & also[j]
            yield from ((common[i], common[j], common[j + 1 + int(k)]) for k in np.flatnonzero(~rest.any(axis=1)))


def _telling(common: Sequence[Comparison]) -> list[Comparison]:
    """Up to three, each of which is false of a good part of the others that those before it leave."""
    chosen: list[Comparison] = []
    common = [one for one in common if one.sign != "!="]
    left = np.ones(len(common[0].also), np.bool_) if common else np.zeros(0, np.bool_)
    while len(chosen) < 3 and left.any():
        rest = [(float((one.also & left).sum() / left.sum()), one) for one in common]
        share, best = min(rest, key=lambda pair: (pair[0] + 0.05 * pair[1].cost, pair[1].cost))
        if share > _MUCH:
            break
        chosen.append(best)
        left &= best.also
    return chosen
