"""Functions of all heaps compared with numbers, and counts of heaps, as statements of the digit game."""

from typing import NamedTuple

from heapwise.proof.digit_game.atoms import FALSE, TRUE, Both, Sentence, negation
from heapwise.proof.digit_game.counts import IS_ZERO, CountQuotient
from heapwise.proof.digit_game.layer_atoms import BitCount, NimSumAtom, Reaches, SumIn
from heapwise.proof.digit_game.row_atoms import HeapTest, RowAtom

SIGNS = {
    "=": frozenset("="), "!=": frozenset("<>"), "<": frozenset("<"), "<=": frozenset("<="), ">": frozenset(">"),
    ">=": frozenset(">="),
}  # fmt: skip
TURNED = {"<": ">", ">": "<", "=": "="}


class HeapBit(NamedTuple):
    """One heap has a digit at a level."""

    level: int
    bit: int


RowTest = HeapTest | HeapBit


class HeapFunction(NamedTuple):
    """A function of all heaps; `modulus` is 0, or the remainder modulo it is meant."""

    name: str  # "nimsum", "sum", "max", "min", "count"
    base: int = 2
    row: RowTest | None = None
    modulus: int = 0


def comparison(function: HeapFunction, signs: frozenset[str], number: int) -> Sentence:
    """A function of all heaps compared with a number."""
    if number < 0:
        return TRUE if ">" in signs else FALSE
    match function.name:
        case "nimsum":
            return _nimsum(function.base, number, signs)
        case "max":
            return _largest(signs, number)
        case "min":
            return _smallest(signs, number)
        case "sum":
            return SumIn(*_classes(function.modulus, signs, number))
    assert function.row is not None
    return counted(function.row, *_classes(function.modulus, signs, number))


def _nimsum(base: int, number: int, signs: frozenset[str]) -> Sentence:
    """Modulo 1 all digits are 0."""
    if base == 1:
        return TRUE if _sign(0, number) in signs else FALSE
    return NimSumAtom(base, number, signs)


def _classes(modulus: int, signs: frozenset[str], number: int) -> tuple[CountQuotient, frozenset[int]]:
    """What must be known of a count, and the classes for which the comparison is true."""
    known = CountQuotient(modulus) if modulus else CountQuotient(1, number + 1)
    return known, frozenset(c for c in known.classes if _sign(c, number) in signs)


def _sign(one: int, two: int) -> str:
    return "<" if one < two else ">" if one > two else "="


def _largest(signs: frozenset[str], number: int) -> Sentence:
    """max(x) compared with a number: some heap is that large, none is larger."""
    reaches, exceeds = some(HeapTest("number", 0, number, SIGNS[">="])), some(HeapTest("number", 0, number, SIGNS[">"]))
    return _between(signs, negation(reaches), exceeds)


def _smallest(signs: frozenset[str], number: int) -> Sentence:
    """min(x) compared with a number: some heap is less, or all are more."""
    below, reaches = some(HeapTest("number", 0, number, SIGNS["<"])), some(HeapTest("number", 0, number, SIGNS["<="]))
    return _between(signs, below, negation(reaches))


def _between(signs: frozenset[str], less: Sentence, more: Sentence) -> Sentence:
    """A comparison from what says "less" and what says "more"."""
    match "".join(sorted(signs)):
        case "<":
            return less
        case ">":
            return more
        case "=":
            return Both("and", (negation(less), negation(more)))
        case "<=":
            return negation(more)
        case "=>":
            return negation(less)
    return Both("or", (less, more))


def some(row: RowTest) -> Sentence:
    """Some heap passes."""
    match row:
        case HeapTest(kind="number", number=number, relations=signs) if signs in (SIGNS[">="], SIGNS[">"]):
            least = number + (signs == SIGNS[">"])
            if least == 0:
                return TRUE
            if least.bit_count() == 1:
                return Reaches(least.bit_length() - 1)
    return counted(row, IS_ZERO, frozenset({1}))


def counted(row: RowTest, known: CountQuotient, classes: frozenset[int]) -> Sentence:
    """The number of heaps that pass is of one of the classes; where one digit decides, the layers tell it."""
    match row:
        case HeapBit(level=level, bit=bit):
            return BitCount(level, bit, known, classes)
        case HeapTest(kind="mod", level=1):
            passing = [bit for bit in (0, 1) if row.passes(bit, 0)]
            if len(passing) == 1:
                return BitCount(0, passing[0], known, classes)
        case HeapTest(kind="number") if (known, classes) == (IS_ZERO, frozenset({0})):
            if row.relations == SIGNS[">="] and row.number:
                return negation(some(row))
    return RowAtom(row, known, classes) if isinstance(row, HeapTest) else FALSE


def opposite(row: RowTest) -> RowTest:
    if isinstance(row, HeapBit):
        return HeapBit(row.level, 1 - row.bit)
    return HeapTest(row.kind, row.level, row.number, frozenset("<=>") - row.relations)
