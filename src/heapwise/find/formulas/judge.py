"""The judge: what a formula is worth, by the methods that claims have. Nothing that was only fitted passes."""

from __future__ import annotations

from dataclasses import dataclass

from heapwise.claims.verdict import Verdict
from heapwise.documents.document import GameNames, opened
from heapwise.errors import HeapwiseError
from heapwise.find.finding import Status
from heapwise.reference.conventions import Play
from heapwise.rules.game import Game
from heapwise.running import Options, Run
from heapwise.terms.values import show

_FURTHER = 4  # times the side of the table that a formula was fitted to


@dataclass(frozen=True)
class FormulaJudge:
    """Asks the prover, and then positions that had no part in making the formula."""

    game: Game
    play: Play
    games: GameNames
    side: int
    most_cells: int
    seconds: float = 20.0

    def standing(self, statement: str) -> Status | None:
        """Proved for all positions, right on a larger box, refuted; None where nothing could be said."""
        proof = self._verdict(statement, "proof", 1)
        if proof is not None and proof.word in ("proved", "refuted"):
            return Status.PROVED if proof.word == "proved" else Status.REFUTED
        further = self._further()
        if further < 2 * self.side:
            return None
        seen = self._verdict(statement, "table", further - 1)
        if seen is None or seen.word not in ("holds", "refuted"):
            return None
        return Status.GUESS if seen.word == "holds" else Status.REFUTED

    def _further(self) -> int:
        """The side of the box of unseen positions."""
        side = _FURTHER * self.side
        while side**self.game.layout.size > self.most_cells:
            side //= 2
        return side

    def _verdict(self, statement: str, method: str, upto: int) -> Verdict | None:
        """What checking the statement as a claim about this game says."""
        options = Options(method=method, effort=self._effort(upto), seconds=self.seconds)
        try:
            document = opened("<find>", self.text(statement), self.games)
            return next(iter(Run(options).document(document)), None)
        except HeapwiseError:
            return None  # the parameters of the game cannot be said in a claim, say

    def text(self, statement: str, head: str = "question found") -> str:
        """The statement as a text of claims about the game."""
        schema = self.game.schema
        names = ", ".join(parameter.name for parameter in schema.parameters)
        under = "" if self.play.is_normal else f" under {self.play}"
        of = f"({names})" if names else ""
        return f"claims for {schema.name}{of}\n\n{head}{under}:\n    {statement}\n"

    def _effort(self, upto: int) -> str:
        pairs = zip(self.game.schema.parameters, self.game.arguments, strict=True)
        return ", ".join([*(f"{parameter.name} = {show(value)}" for parameter, value in pairs), f"upto {upto}"])
