"""What claims say of n heaps: atoms about layers or about single heaps, put together by `and`, `or`, `not`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from heapwise.proof.digit_game.counts import CountQuotient
from heapwise.proof.digit_game.layer_atoms import (
    AllEqual,
    BitCount,
    LayerAtom,
    NimSumAtom,
    NumberAtom,
    Reaches,
    SumIn,
    SumRemainder,
    Xor,
)
from heapwise.proof.digit_game.row_atoms import HeapTest, RowAtom
from heapwise.records import Record, fields


class Both(Record):
    """`and`, `or` of statements, or `not` of one."""

    word: str
    parts: "tuple[Sentence, ...]"

    def holds(self, heaps: Sequence[int], g: int) -> bool:
        """From the parts."""
        return combined(self.word, [part.holds(heaps, g) for part in self.parts])


Sentence = LayerAtom | RowAtom | Both
TRUE, FALSE = Both("and", ()), Both("or", ())


_WORDS: Mapping[type, str] = {
    NimSumAtom: "nimsum", SumIn: "sum", Reaches: "reaches", BitCount: "bits", AllEqual: "equal", Xor: "xor",
    SumRemainder: "remainder", NumberAtom: "number", RowAtom: "heaps",
}  # fmt: skip


def as_data(sentence: Sentence) -> list[Any]:
    """A statement as certificates have it: `["and", ...]`, or the word for an atom and what it is made of."""
    if isinstance(sentence, Both):
        return [sentence.word, *map(as_data, sentence.parts)]
    return [_WORDS[type(sentence)], *_parts(sentence)]


def _parts(atom: LayerAtom | RowAtom | HeapTest) -> Iterator[Any]:
    for field in fields(atom):
        match getattr(atom, field.name):
            case CountQuotient(period=period, threshold=threshold):
                yield from (period, threshold)
            case frozenset() as members:
                yield sorted(members)
            case HeapTest() as test:
                yield [*_parts(test)]
            case part:
                yield part


def combined(word: str, values: Sequence[bool]) -> bool:
    """The truth of `and`, `or`, `not` from that of the parts."""
    return not values[0] if word == "not" else all(values) if word == "and" else any(values)


def negation(sentence: Sentence) -> Sentence:
    """The opposite."""
    return Both("not", (sentence,))


def choice(test: Sentence, yes: Sentence, no: Sentence) -> Sentence:
    """`if test then yes else no`."""
    return Both("or", (Both("and", (test, yes)), Both("and", (negation(test), no))))


def leaves(sentence: Sentence) -> tuple[LayerAtom | RowAtom, ...]:
    """The atoms of a statement."""
    if isinstance(sentence, Both):
        return tuple(atom for part in sentence.parts for atom in leaves(part))
    return (sentence,)
