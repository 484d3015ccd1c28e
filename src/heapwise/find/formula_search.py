"""Formulas for the P-positions and the values of a game: fitted to a table, then judged beyond it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from heapwise.documents.document import GameNames
from heapwise.find.facts import Facts
from heapwise.find.finding import Finding, RuledOut, Status
from heapwise.find.formulas import FormulaJudge, bank_for, conditions, values
from heapwise.find.formulas.components import components_of
from heapwise.find.formulas.conditions import usual_splits
from heapwise.find.formulas.sample import sample_of
from heapwise.find.formulas.term import call, infix
from heapwise.lang import nodes
from heapwise.lang.spell import spelled

_MOST_JUDGED = 4  # wordings that are judged before the search gives up
_MOST_FITTED = 5_000  # positions of the table that formulas are fitted to


@dataclass(frozen=True)
class FormulaSearch:
    """The search for formulas of one game under one play."""

    facts: Facts
    games: GameNames

    def results(self) -> Iterator[Finding | RuledOut]:
        """Formulas for the P-positions, and for the values in normal play."""
        yield from self._of("p")
        if self.facts.play.is_normal:
            yield from self._of("grundy")

    def _of(self, want: str) -> Iterator[Finding | RuledOut]:
        components = components_of(self.facts.game)
        if components is None:
            return
        side = self._side()
        sample = sample_of(self.facts.values(side, want), is_p=want == "p")
        bank = bank_for(components, sample.rows)
        asked = call("P" if want == "p" else "G", *map(nodes.Name, components.names))
        if want == "p":
            splits = usual_splits(components.fold("max"), components.fold("min"))
            fits = conditions(bank, sample, splits)
            texts = [(spelled(infix("iff", asked, one.node)), one.cost) for one in fits]
        else:
            texts = [(spelled(nodes.Chain(("=",), (asked, one.node))), one.cost) for one in values(bank, sample)]
        yield from self._judged(texts, side, bank.offered, "P-positions" if want == "p" else "values")

    def _judged(self, texts: list[tuple[str, int]], side: int, offered: int, what: str) -> Iterator[Finding | RuledOut]:
        facts = self.facts
        judge = FormulaJudge(facts.game, facts.play, self.games, side, facts.most_cells)
        for text, cost in texts[:_MOST_JUDGED]:
            standing = judge.standing(text)
            if standing in (Status.PROVED, Status.GUESS):
                more = len(texts) - 1
                how = f"fitted to components below {side}" + (f", and {more} more wordings" if more else "")
                yield Finding(standing, text, facts.play.name, how, cost)
                return
        yield RuledOut(f"none of {offered:,} terms says what the {what} are", facts.play.name)

    def _side(self) -> int:
        """The side of the table that formulas are fitted to."""
        side = 4
        while (2 * side) ** self.facts.size <= _MOST_FITTED:
            side *= 2
        return side
