"""A search: stages in the order of what they cost, each of which hands on what it finds as it finds it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from heapwise.documents.document import GameNames
from heapwise.documents.library import library
from heapwise.engine.memory import Memory
from heapwise.errors import error
from heapwise.find.automata import Attempt, losing_set
from heapwise.find.facts import Facts
from heapwise.find.finding import Finding, Findings, RuledOut
from heapwise.find.formula_search import FormulaSearch
from heapwise.find.questions import questions_of
from heapwise.find.wording import exceptions_claim, set_claim
from heapwise.proof.learned import DigitSet, differences
from heapwise.reference.conventions import MISERE, NORMAL, Play
from heapwise.rules.game import Game, Rules
from heapwise.tables.boxes import axes

_MOST_FOR_MISERE = 4  # components up to which misere play is looked at without being asked for
_MOST_EXCEPTIONS = 12


def _nothing() -> None:
    pass


@dataclass
class Search:
    """One run over a game, under some plays."""

    game: Game
    plays: tuple[Play, ...]
    games: GameNames
    memory: Memory = field(default_factory=Memory)
    tick: Callable[[], None] = _nothing
    _proved: dict[Play, DigitSet] = field(default_factory=dict)

    def results(self) -> Iterator[Finding | RuledOut]:
        """What is found, as it is found."""
        for play in self.plays:
            facts = Facts(self.game, play, self.memory, self.tick)
            attempt = losing_set(facts)
            yield from self._set(play, attempt)
            for question in questions_of(play):
                yield from FormulaSearch(facts, self.games).answers(question)
        yield from self._misere()

    def _set(self, play: Play, attempt: Attempt) -> Iterator[Finding | RuledOut]:
        if attempt.proved is None:
            yield from (RuledOut(text, play.name) for text in attempt.excluded())
            return
        self._proved[play] = attempt.proved
        yield set_claim(self.game, play, attempt.proved)

    def _misere(self) -> Iterator[Finding]:
        """Misere play is normal play but for finitely many positions, if it is."""
        sets = [self._proved.get(play) for play in (NORMAL, MISERE)]
        if sets[0] is None or sets[1] is None or sets[0].reads_unlike(sets[1]):
            return
        found = differences(self.game, sets[0], sets[1])
        if found is not None and len(found) <= _MOST_EXCEPTIONS:
            yield exceptions_claim(self.game, found)


def find(
    rules: Rules, plays: tuple[Play, ...] = (), games: GameNames | None = None, memory: Memory | None = None
) -> Findings:
    """Everything that a search finds, the surest and shortest first."""
    results = list(search(rules, plays, games, memory=memory).results())
    findings = sorted((r for r in results if isinstance(r, Finding)), key=lambda f: f.order)
    return Findings(rules.text, tuple(findings), tuple(r for r in results if isinstance(r, RuledOut)))


def search(
    rules: Rules, plays: tuple[Play, ...] = (), games: GameNames | None = None, *, memory: Memory | None = None,
    tick: Callable[[], None] = _nothing,
) -> Search:  # fmt: skip
    """A search under the plays asked for, or those that are usual: normal play, and misere play of small positions.

    `games` is where the names in the rules are looked up.
    """
    if not isinstance(rules, Game):
        raise error("E065", None, game=rules.text)
    usual = (NORMAL, MISERE) if len(axes(rules)) <= _MOST_FOR_MISERE else (NORMAL,)
    return Search(rules, plays or usual, games or library(), memory or Memory(), tick)
