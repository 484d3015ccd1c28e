"""What a table on disk is of."""

from functools import cached_property
from typing import Any

from heapwise.records import Record
from heapwise.reference.conventions import Fold, Orders, Play
from heapwise.rules.game import Game, Rules
from heapwise.tables.boxes import TableBox
from heapwise.tables.fast import fold_of
from heapwise.tables.files import header_of


class TableJob(Record):
    """The table of a question: Grundy values, outcomes or P-positions of a whole box."""

    rules: Rules
    box: TableBox
    want: str
    play: Play

    @property
    def game(self) -> Game:
        """The game, which `suits` has said to be one."""
        assert isinstance(self.rules, Game)
        return self.rules

    @property
    def suits(self) -> bool:
        """Is it a table that can be filled on disk: all of a box of numbers, and one number for every position?"""
        is_plain = isinstance(self.rules, Game) and not self.rules.layout.has_positions
        return is_plain and not self.box.fixed and not isinstance(self.play.outcome, Orders)

    @cached_property
    def fold(self) -> Fold:
        """What is computed."""
        return fold_of(self.want, self.play)

    def header(self) -> dict[str, Any]:
        """What tells this job from all others, as data."""
        return header_of(self.rules, self.play, self.want, self.box)
