"""The atoms of formulas: their kinds, the parameters of each, and the reader that says what it means.

An automaton is an atom's if it always agrees with the reader. What an atom says does not depend on the digits in which
a proof reads numbers: an atom about digits names their base itself, and can be read in no other.
"""

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
SAID = 0


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
        up, down = KINDS[self.kind].readers
        return (up if is_lsd else down)(base, *self.parameters)  # type: ignore[misc]


def atom(kind: str, size: int, parameters: list[Any]) -> AtomMeaning:
    """An atom over so many variables, from plain data. The base comes first where the kind does not fix it."""
    if kind not in KINDS:
        raise not_one(f"{quoted(kind)} is no kind of formula")
    wanted, variables, base = KINDS[kind].parameters, KINDS[kind].variables, KINDS[kind].base
    if base == SAID:
        base = whole(parameters[0] if parameters else None, "the base of digits", 2, MOST_BASE + 1)
        parameters = parameters[1:]
    if len(parameters) != len(wanted) or size < variables[0] or (len(variables) > 1 and size > variables[1]):
        raise not_one(f"a formula of the kind `{kind}` has other parts")
    return AtomMeaning(kind, base, tuple(read(value, size) for read, value in zip(wanted, parameters, strict=True)))


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


def _by_order(read: Callable[..., DigitReader]) -> tuple[Callable[..., DigitReader], Callable[..., DigitReader]]:
    return partial(read, is_lsd=True), partial(read, is_lsd=False)


def _of_codes(down: Callable[..., DigitReader]) -> tuple[Callable[..., DigitReader], Callable[..., DigitReader]]:
    return fibonacci.backwards(down), down


@dataclass(frozen=True)
class AtomKind:
    """How the parameters of atoms are read, how many variables they have at least and at most, and their readers: one
    that begins with the units, and one that begins with the highest digits."""

    parameters: tuple[Callable[[Any, int], Any], ...]
    variables: tuple[int, ...]
    readers: tuple[Callable[..., DigitReader], Callable[..., DigitReader]]
    base: int | None = None  # of the digits that they speak of; `SAID` in a certificate


_FORM: tuple[Callable[[Any, int], Any], ...] = (_coefficients, _constant)
KINDS: Mapping[str, AtomKind] = {
    "linear": AtomKind((*_FORM, _relation), (0,), (readers.linear_up, readers.linear_down)),
    "congruent": AtomKind((*_FORM, _modulus), (0,), (readers.congruent_up, readers.congruent_down)),
    "digits": AtomKind((_columns,), (0,), (readers.digits, readers.digits), SAID),
    "column sums": AtomKind((_natural, _base, _relation), (0,), _by_order(readers.column_sums), SAID),
    "column sum": AtomKind((_base, _relation, _natural), (0,), (readers.column_sum_up, readers.column_sum_down), SAID),
    "digit at": AtomKind((_place, _natural), (1, 1), (readers.digit_at_up, readers.digit_at_down), SAID),
    "valuations": AtomKind((_relation,), (2, 2), _by_order(readers.valuations), SAID),
    "valuation power": AtomKind((), (2, 2), (readers.valuation_up, readers.valuation_down), SAID),
    "trailing power": AtomKind((), (2, 2), (readers.trailing_up, readers.trailing_down), SAID),
    "power": AtomKind((), (1, 1), (readers.power, readers.power), SAID),
    "mating": AtomKind((), (3, 3), (readers.mating_up, readers.mating_down), 2),
    "balanced nim-sum": AtomKind((_near,), (1,), (readers.balanced_up, readers.balanced_down), 2),
    "fibonacci number": AtomKind((), (1, 1), (fibonacci.number, fibonacci.number), 2),
    "fibonacci linear": AtomKind((*_FORM, _relation), (0,), _of_codes(fibonacci.linear), 2),
    "fibonacci congruent": AtomKind((*_FORM, _modulus), (0,), _of_codes(fibonacci.congruent), 2),
    "golden floor": AtomKind((), (2, 2), _of_codes(fibonacci.golden), 2),
    "automaton": AtomKind((_order, given.plain), (0,), _by_order(given.reader), SAID),
}
