"""What the rows of a survey have in common: formulas in the parameters for what varies, with their exceptions."""

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

import numpy as np

from heapwise.discovery.survey import SurveyRow
from heapwise.fitting.bank import bank_for
from heapwise.fitting.components import Components
from heapwise.fitting.leaves import of_instance
from heapwise.fitting.normal import normal, symbols
from heapwise.fitting.rows import Column, Rows, Truths
from heapwise.lang.spell import spelled
from heapwise.records import Record

_LEAST = 8  # periods that a formula is fitted to
_LEAST_ALIKE = 4  # findings that differ in numbers only
_MOST_KINDS = 4
_RIGHT = 0.6  # of the periods, for a formula with exceptions
_A_SYMBOL = 0.5  # of the games, that a longer term has to be right for beyond a shorter one
_MOST_TRIED = 100
_NAME = re.compile(r"[^\W\d]\w*")
_NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")


class Pattern(Record):
    """A formula for what varies, and the games for which it is wrong."""

    what: str
    formula: str
    right: int
    exceptions: tuple[tuple[int, ...], ...]

    def as_data(self) -> dict[str, Any]:
        """For programs."""
        wrong = [list(numbers) for numbers in self.exceptions]
        return {"kind": "pattern", "what": self.what, "formula": self.formula, "right": self.right, "exceptions": wrong}


def patterns_of(names: tuple[str, ...], rows: Sequence[SurveyRow]) -> Iterator[Pattern]:
    """Of periods that are proved a formula for each of their figures; of findings those that say the same but for
    numbers, the most frequent first."""
    if any("finding" in row.data for row in rows):
        yield from _of_findings(names, rows)
    else:
        yield from _of_periods(names, rows)


def _of_periods(names: tuple[str, ...], rows: Sequence[SurveyRow]) -> Iterator[Pattern]:
    known = [row for row in rows if row.standing == "proved"]
    if len(known) < _LEAST:
        return
    for what in ("period", "preperiod", "saltus"):
        wanted = np.array([row.data[what] or 0 for row in known], dtype=np.int64)
        found = _formula(names, _numbers(known), wanted)
        if found[1].sum() >= _RIGHT * len(known):
            yield _pattern(what, found[0], known, found[1])


def _of_findings(names: tuple[str, ...], rows: Sequence[SurveyRow]) -> Iterator[Pattern]:
    """Claims with a hole for each number; the holes are filled with terms that are right for all of a kind."""
    alike: dict[str, dict[int, str]] = {}
    for at, row in enumerate(rows):
        for claim in row.claims:
            if not {*names} & {*_NAME.findall(claim)}:  # `n` would be the heap of the claim, and not what was chosen
                alike.setdefault(_NUMBER.sub("#", claim), {}).setdefault(at, claim)
    kinds = sorted((kind for kind in alike.values() if len(kind) >= _LEAST_ALIKE), key=len, reverse=True)
    found = [one for kind in kinds if (one := _of_kind(names, rows, kind)) is not None]
    yield from sorted(found, key=lambda one: -one.right)[:_MOST_KINDS]


def _of_kind(names: tuple[str, ...], rows: Sequence[SurveyRow], kind: dict[int, str]) -> Pattern | None:
    """A claim with terms for its numbers that are right for most of a kind."""
    terms, is_right = _terms(names, [rows[at] for at in kind], [*kind.values()])
    if is_right.sum() < max(_LEAST_ALIKE, _RIGHT * len(kind)):
        return None
    right = {at for at, is_so in zip(kind, is_right, strict=True) if is_so}
    whole = np.array([at in right for at in range(len(rows))])
    return _pattern("finding", _filled(next(iter(kind.values())), terms), rows, whole)


def _filled(claim: str, terms: Sequence[str]) -> str:
    """The claim with a term in the place of each number."""
    between = _NUMBER.split(claim)
    return "".join(part + term for part, term in zip_longest(between, terms, fillvalue=""))


def _terms(names: tuple[str, ...], rows: Sequence[SurveyRow], claims: Sequence[str]) -> tuple[list[str], Truths]:
    """A term for each number of claims that say the same but for numbers, and for which of them all terms are right."""
    terms, is_right = list[str](), np.ones(len(rows), dtype=np.bool_)
    for wanted in np.array([[int(n) for n in _NUMBER.findall(claim)] for claim in claims], dtype=np.int64).T:
        text, agrees = _formula(names, _numbers(rows), wanted)
        terms.append(text if text.isidentifier() or text.isdecimal() else f"({text})")
        is_right &= agrees
    return terms, is_right


def _numbers(rows: Sequence[SurveyRow]) -> Rows:
    return Rows(np.array([row.numbers for row in rows], dtype=np.int64))


def _pattern(what: str, text: str, rows: Sequence[SurveyRow], is_right: Truths) -> Pattern:
    wrong = tuple(row.numbers for row, right in zip(rows, is_right, strict=True) if not right)
    return Pattern(what, text, int(is_right.sum()), wrong)


def _formula(names: tuple[str, ...], rows: Rows, wanted: Column) -> tuple[str, Truths]:
    """The term that is right most often for what it costs, and where it is: few games fit many a long term."""
    bank = bank_for(Components(names, None, len(names)), rows, of_instance(len(names)), 60)
    columns = np.vstack((bank.table, bank.joined.values(np.arange(len(bank.joined.pairs)))))
    costs = np.array([term.cost for term in bank.terms])
    costs = np.concatenate((costs, costs[bank.joined.pairs[:, 1]] + costs[bank.joined.pairs[:, 2]] + 1))
    worth = (columns == wanted).sum(axis=1) - _A_SYMBOL * costs
    best = np.argsort(-worth, kind="stable")[:_MOST_TRIED]
    terms = [bank.terms[i] if i < len(bank) else bank.joined.term(int(i) - len(bank)) for i in best]
    right = [columns[i] == wanted for i in best]
    nodes = [normal(term.node) for term in terms]
    at = max(range(len(best)), key=lambda i: right[i].sum() - _A_SYMBOL * symbols(nodes[i]))
    return spelled(nodes[at]), right[at]
