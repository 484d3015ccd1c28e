"""What claims say of n heaps: atoms about layers or about single heaps, put together by `and`, `or`, `not`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from heapwise.proof.digit_game.layer_atoms import LayerAtom
from heapwise.proof.digit_game.row_atoms import RowAtom
from heapwise.records import dataclass


@dataclass(frozen=True)
class Both:
    """`and`, `or` of statements, or `not` of one."""

    word: str
    parts: tuple[Sentence, ...]

    def holds(self, heaps: Sequence[int], g: int) -> bool:
        """From the parts."""
        return combined(self.word, [part.holds(heaps, g) for part in self.parts])

    def to_json(self) -> list[Any]:
        """["and", ...]"""
        return [self.word, *(part.to_json() for part in self.parts)]


Sentence = LayerAtom | RowAtom | Both
TRUE, FALSE = Both("and", ()), Both("or", ())


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
