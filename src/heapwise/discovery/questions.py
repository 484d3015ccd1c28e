"""What is asked of a game: its P-positions, its values, and in games of more players each class of outcomes.

The stages of a search answer a question each. None needs another one, so that each can be the work of one process.
"""

from collections.abc import Iterator
from typing import Literal

import numpy as np

from heapwise.discovery.facts import TableValues
from heapwise.fitting.term import call, infix
from heapwise.lang import nodes
from heapwise.records import Record
from heapwise.reference.conventions import Play


class Question(Record):
    """A question whose answers a table has: `P(x)`, `G(x)`, `W(x) = 2`."""

    letter: str
    want: str
    seat: int | None = None

    @property
    def is_set(self) -> bool:
        """Is it about a set of positions, and not about values?"""
        return self.letter != "G"

    @property
    def about(self) -> str:
        """What is looked for, in words."""
        what = {"P": "P-positions", "G": "values"}.get(self.letter)
        return what or f"positions with W(x) = {self.seat}"

    def wanted(self, values: TableValues) -> TableValues:
        """The table with 1 at the positions of the set, or with the values themselves; -1 stays."""
        if self.seat is None:
            return values
        return np.where(values < 0, values, (values == self.seat).astype(values.dtype))

    def statement(self, place: tuple[nodes.Name, ...], answer: nodes.Expr) -> nodes.Expr:
        """`P(x) iff c`, `G(x) = t`"""
        asked: nodes.Expr = call(self.letter, *place)
        if self.seat is not None:
            asked = nodes.Chain(("=",), (asked, nodes.Int(self.seat)))
        return infix("iff", asked, answer) if self.is_set else nodes.Chain(("=",), (asked, answer))


def questions_of(play: Play) -> Iterator[Question]:
    """The questions that have a meaning under a play."""
    if play.players > 2:
        yield from (Question("W", "outcome", seat) for seat in range(play.players))
        return
    yield Question("P", "p")
    if play.is_normal:
        yield Question("G", "grundy")


class Stage(Record):
    """What is told without words, formulas for one question, or formulas for one question in the parameters."""

    kind: Literal["sets", "words", "family"]
    play: Play
    question: Question | None = None
    family: int = 0  # which of those of the schema

    @property
    def key(self) -> str:
        """A name that no other stage of a search has."""
        asked = "" if self.question is None else f"{self.question.letter} {self.question.seat}"
        return f"{self.kind} {self.play} {asked} {self.family}"


def stages_of_game(play: Play, questions: list[Question], *, is_sketched: bool) -> Iterator[Stage]:
    """Of one game under one play."""
    if not is_sketched:
        yield Stage("sets", play)
    yield from (Stage("words", play, question) for question in questions)


def stages_of_families(play: Play, questions: list[Question], families: list[int]) -> Iterator[Stage]:
    """Of the families that a game belongs to, by their numbers."""
    for family in families:
        yield from (Stage("family", play, question, family) for question in questions)
