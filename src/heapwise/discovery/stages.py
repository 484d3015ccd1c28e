"""The stages of a search: none needs another one, so that each can be the work of one process, and be kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from heapwise.discovery.questions import Question
from heapwise.records import dataclass
from heapwise.reference.conventions import Play


@dataclass(frozen=True)
class Stage:
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
