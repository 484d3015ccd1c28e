"""Conditions on the parameters of a family: the cheapest one that tells two kinds of instances apart."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations

from heapwise.records import Record

Known = Mapping[str, int]


class Predicate(Record):
    """A condition as a claim says it, and for which numbers it is true."""

    text: str
    holds: Callable[[Known], bool]
    is_between: bool = False  # does it compare two of the numbers?

    @property
    def is_equation(self) -> bool:
        """Does it leave one number fewer to choose?"""
        return " = " in self.text and "mod" not in self.text


def predicates(names: Sequence[str]) -> Iterator[Predicate]:
    """All that are tried, the simplest first."""
    for p, q in permutations(names, 2):
        if p < q:
            yield Predicate(f"{q} = {p}", lambda known, p=p, q=q: known[p] == known[q], True)  # type: ignore[misc]
    for p in names:
        yield Predicate(f"{p} = 1", lambda known, p=p: known[p] == 1)  # type: ignore[misc]
    for p, q in permutations(names, 2):
        yield Predicate(f"{p} divides {q}", lambda known, p=p, q=q: _divides(known[p], known[q]), True)  # type: ignore[misc]
        yield Predicate(f"{p} < {q}", lambda known, p=p, q=q: known[p] < known[q], True)  # type: ignore[misc]
    for p, q in permutations(names, 2):
        yield Predicate(f"{p} = {q} + 1", lambda known, p=p, q=q: known[p] == known[q] + 1)  # type: ignore[misc]
        yield Predicate(f"{p} != 2 * {q}", lambda known, p=p, q=q: known[p] != 2 * known[q], True)  # type: ignore[misc]
        yield Predicate(f"{p} = 2 * {q}", lambda known, p=p, q=q: known[p] == 2 * known[q])  # type: ignore[misc]
    for p in names:
        for rest in (0, 1):
            yield Predicate(f"{p} mod 2 = {rest}", lambda known, p=p, rest=rest: known[p] % 2 == rest)  # type: ignore[misc]
        for least in (1, 2, 3):
            yield Predicate(f"{p} >= {least}", lambda known, p=p, least=least: known[p] >= least)  # type: ignore[misc]


def _divides(divisor: int, number: int) -> bool:
    return number % divisor == 0 if divisor else number == 0


def separating(names: Sequence[str], right: Sequence[Known], wrong: Sequence[Known]) -> Predicate | None:
    """The simplest condition that is true of the right ones and of no wrong one; None where there is none."""
    for predicate in predicates(names):
        if all(map(predicate.holds, right)) and not any(map(predicate.holds, wrong)):
            return predicate
    return None
