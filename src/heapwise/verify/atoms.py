"""The atoms of formulas: their kinds, the parameters of each, and the reader that says what it means.

An automaton is an atom's if it always agrees with the reader. What an atom says does not depend on the digits in which
a proof reads numbers: an atom about digits names their base itself, and can be read in no other.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from heapwise.verify import fibonacci, given, readers
from heapwise.verify.readers import RELATIONS, DigitReader, Digits
from heapwise.verify.untrusted import not_one, quoted, sequence, text, whole, wholes, wrong

MOST_CONSTANT = 1 << 40
MOST_PLACE = 60
MOST_BASE = 16


@dataclass(frozen=True)
class AtomMeaning:
    """What an atom says, by its kind and its parameters; `base` is that of the digits it speaks of, if it does."""

    kind: str
    base: int | None
    parameters: Hashable

    def reader(self, base: int, is_lsd: bool) -> DigitReader:
        """The reader, for one base and one order of digits."""
        if self.base not in (None, base):
            raise wrong(f"an atom about digits in base {self.base} is read in base {base}")
        up, down = _READERS[self.kind]
        return (up if is_lsd else down)(base, *self.parameters)  # type: ignore[misc]


def atom(kind: str, size: int, parameters: list[Any]) -> AtomMeaning:
    """An atom over so many variables, from plain data. The base comes first where the kind does not fix it."""
    if kind not in _PARAMETERS:
        raise not_one(f"{quoted(kind)} is no kind of formula")
    wanted, variables = _PARAMETERS[kind]
    base, parameters = _base_of(kind, parameters)
    if len(parameters) != len(wanted) or size < variables[0] or (len(variables) > 1 and size > variables[1]):
        raise not_one(f"a formula of the kind `{kind}` has other parts")
    return AtomMeaning(kind, base, tuple(read(value, size) for read, value in zip(wanted, parameters, strict=True)))


def _base_of(kind: str, parameters: list[Any]) -> tuple[int | None, list[Any]]:
    """The base of the digits that an atom speaks of, and its other parameters."""
    if kind not in _OF_DIGITS:
        return (2 if kind in _BINARY else None), parameters
    return whole(parameters[0] if parameters else None, "the base of digits", 2, MOST_BASE + 1), parameters[1:]


# ------------------------------------------------------------------------------------------------ parameters


def _constant(value: Any, size: int) -> int:
    return whole(value, "a constant", -MOST_CONSTANT, MOST_CONSTANT)


def _natural(value: Any, size: int) -> int:
    return whole(value, "a constant", below=MOST_CONSTANT)


def _modulus(value: Any, size: int) -> int:
    return whole(value, "a modulus", 1, MOST_CONSTANT)


def _base(value: Any, size: int) -> int:
    return whole(value, "the base of column sums", 2, MOST_CONSTANT)


def _place(value: Any, size: int) -> int:
    return whole(value, "a place", below=MOST_PLACE)


def _near(value: Any, size: int) -> int:
    return whole(value, "a place", 1, MOST_PLACE)


def _coefficients(value: Any, size: int) -> tuple[int, ...]:
    found = wholes(value, "a coefficient", -MOST_CONSTANT, MOST_CONSTANT)
    if len(found) != size:
        raise not_one("a linear form has not a coefficient for every variable")
    return found


def _relation(value: Any, size: int) -> str:
    if text(value, "a relation") not in RELATIONS:
        raise not_one("a relation is not known")
    return str(value)


def _columns(value: Any, size: int) -> frozenset[Digits]:
    found = frozenset(wholes(digits, "a digit") for digits in sequence(value, "digits"))
    if any(len(digits) != size for digits in found):
        raise not_one("digits are not one for every variable")
    return found


def _order(value: Any, size: int) -> str:
    if value not in ("lsd", "msd"):
        raise not_one("an order of digits is neither lsd nor msd")
    return str(value)


_BINARY = ("mating", "balanced nim-sum", "fibonacci number", "fibonacci linear", "fibonacci congruent", "golden floor")
_OF_DIGITS = (
    "digits", "column sums", "column sum", "digit at", "valuations", "valuation power", "trailing power", "power",
    "automaton",
)  # fmt: skip
# For every kind its parameters, and how many variables it has at least and at most.
_PARAMETERS: Mapping[str, tuple[tuple[Callable[[Any, int], Any], ...], tuple[int, ...]]] = {
    "linear": ((_coefficients, _constant, _relation), (0,)),
    "congruent": ((_coefficients, _constant, _modulus), (0,)),
    "digits": ((_columns,), (0,)),
    "column sums": ((_natural, _base, _relation), (0,)),
    "column sum": ((_base, _relation, _natural), (0,)),
    "digit at": ((_place, _natural), (1, 1)),
    "valuations": ((_relation,), (2, 2)),
    "valuation power": ((), (2, 2)),
    "trailing power": ((), (2, 2)),
    "power": ((), (1, 1)),
    "mating": ((), (3, 3)),
    "balanced nim-sum": ((_near,), (1,)),
    "fibonacci number": ((), (1, 1)),
    "fibonacci linear": ((_coefficients, _constant, _relation), (0,)),
    "fibonacci congruent": ((_coefficients, _constant, _modulus), (0,)),
    "golden floor": ((), (2, 2)),
    "automaton": ((_order, given.plain), (0,)),
}
# The readers that begin with the units, and those that begin with the highest digits.
_READERS: Mapping[str, tuple[Callable[..., DigitReader], Callable[..., DigitReader]]] = {
    "linear": (readers.linear_up, readers.linear_down),
    "congruent": (readers.congruent_up, readers.congruent_down),
    "digits": (readers.digits, readers.digits),
    "column sums": (partial(readers.column_sums, is_lsd=True), partial(readers.column_sums, is_lsd=False)),
    "column sum": (readers.column_sum_up, readers.column_sum_down),
    "digit at": (readers.digit_at_up, readers.digit_at_down),
    "valuations": (partial(readers.valuations, is_lsd=True), partial(readers.valuations, is_lsd=False)),
    "valuation power": (readers.valuation_up, readers.valuation_down),
    "trailing power": (readers.trailing_up, readers.trailing_down),
    "power": (readers.power, readers.power),
    "mating": (readers.mating_up, readers.mating_down),
    "balanced nim-sum": (readers.balanced_up, readers.balanced_down),
    "fibonacci number": (fibonacci.number, fibonacci.number),
    "fibonacci linear": (fibonacci.backwards(fibonacci.linear), fibonacci.linear),
    "fibonacci congruent": (fibonacci.backwards(fibonacci.congruent), fibonacci.congruent),
    "golden floor": (fibonacci.backwards(fibonacci.golden), fibonacci.golden),
    "automaton": (partial(given.reader, is_lsd=True), partial(given.reader, is_lsd=False)),
}
