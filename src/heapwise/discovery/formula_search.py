"""Formulas for the P-positions and the values of a game: fitted to a table, judged beyond it, and proved where that
works."""

from collections.abc import Iterator

from heapwise.discovery.facts import Facts
from heapwise.discovery.finding import Finding, Rival, RuledOut
from heapwise.discovery.judge import StatementJudge, Status, parameters_of
from heapwise.discovery.questions import Question
from heapwise.discovery.recurrences import Recurrences
from heapwise.discovery.tables import sampled
from heapwise.discovery.wishes import Wishes
from heapwise.documents.document import GameNames
from heapwise.fitting.components import Components, components_of
from heapwise.fitting.leaves import numbers_in, of_instance
from heapwise.fitting.sample import Sample
from heapwise.fitting.search import Fit, Fits, search
from heapwise.fitting.split import parts_of_values, split
from heapwise.fitting.term import Term
from heapwise.lang.spell import spelled
from heapwise.records import Record

_MOST_PROVED = 3  # wordings that a proof is tried for
_LEAST_FITTED = 40  # positions without which a formula that is not proved says nothing
_LEAST_UNSEEN = 300  # positions of several components that have to judge it; of one component, terms of its sequence
_MOST_WORDINGS = 5
_PARTIAL, _SMALL = "v2(", 5  # the only function here that has no value somewhere, and positions at which that shows


class Searched(Record):
    """Formulas that survived the judge, with the positions that they were fitted to and judged by."""

    components: Components
    sample: Sample
    side: int
    result: Fits


class FormulaSearch(Record):
    """The search for formulas of one game under one play."""

    facts: Facts
    games: GameNames
    wishes: Wishes
    similar: Fit | None = None  # of another play: the formula for a set that may be nearly the same

    def answers(self, question: Question) -> Iterator[Finding | RuledOut]:
        """A formula for the set or the values, or how many were tried and which nearly was one."""
        found = self.searched(question)
        if found is not None:
            yield from self.told(question, found)

    def told(self, question: Question, found: Searched) -> Iterator[Finding | RuledOut]:
        """What is said of a search, with what the prover says of it."""
        components, sample, result = found.components, found.sample, found.result
        best = self._best(components, question, result, found.side)
        if best is not None and (best[0] == Status.PROVED or self._is_judged(sample)):
            yield self._finding(components, question, result, sample, *best)
            return
        told = list(Recurrences(self.facts, components, self._judge).answers(question, found.side))
        yield from told
        if result.near is not None and not told:
            yield self._near(components, question, result, sample)
        if told:
            return
        text = f"none of {result.tried:,} terms says what the {question.about} are"
        yield RuledOut(text, self.facts.play.name)

    def searched(self, question: Question) -> Searched | None:
        """What survives the judge, before anybody tries to prove it; None where there are no tables."""
        components = components_of(self.facts.game)
        found = None if components is None else sampled(self.facts, question, self.wishes.seed)
        if components is None or found is None:
            return None
        sample, side = found
        suggested = self._split(components, side) if question.letter in self._valued else []
        leaves = of_instance(components.size, numbers_in(self.facts.game), self.facts.play.players)
        result = search(
            components, leaves, sample, question.is_set, self.wishes.joined_terms, suggested,
            self.wishes.sketch, self.similar,
        )  # fmt: skip
        return Searched(components, sample, side, result)

    @property
    def _valued(self) -> str:
        """The questions that Grundy values answer."""
        return "PG" if self.facts.play.is_normal else "G"

    def _split(self, components: Components, side: int) -> list[Term]:
        """Values that come from the components one by one."""
        parts = parts_of_values(self.facts.values(side, "grundy")) if not components.lengths else None
        longer = self.facts.values_alone if self.facts.stays_alone else lambda axis: None
        return [] if parts is None else list(split(components, parts, longer))

    def _is_judged(self, sample: Sample) -> bool:
        """Did enough positions have a part in the guess, and enough others none?"""
        least = _LEAST_UNSEEN if self.facts.size > 1 else _LEAST_FITTED
        return len(sample.fitted) >= _LEAST_FITTED and sample.unseen is not None and len(sample.unseen) >= least

    @property
    def _judge(self) -> StatementJudge:
        return StatementJudge(self.facts.game.schema, self.facts.play, self.games)

    def _best(self, components: Components, question: Question, result: Fits, side: int) -> tuple[Status, Fit] | None:
        """The shortest wording that is proved; or else the shortest that the language agrees with."""
        judge = self._judge
        known, guess = parameters_of(self.facts.game), None
        for fit in result.fits[:_MOST_PROVED]:
            text = spelled(question.statement(components.place, fit.node))
            standing = judge.standing(text, known, side - 1 if self.facts.size > 1 else min(side - 1, 200))
            if standing == Status.PROVED:
                return standing, fit
            if standing == Status.GUESS and guess is None:
                guess = fit
        return None if guess is None else (Status.GUESS, guess)

    def _has_values(self, components: Components, question: Question, fit: Fit) -> bool:
        """Has a wording a value at small positions, as the language reads it? There is no v2(0)."""
        text = spelled(question.statement(components.place, fit.node))
        if _PARTIAL not in text:
            return True
        verdict = self._judge.verdict(text, "table", parameters_of(self.facts.game), _SMALL)
        return verdict is not None and verdict.word == "holds"

    def _finding(
        self, components: Components, question: Question, result: Fits, sample: Sample, standing: Status, fit: Fit
    ) -> Finding:
        others = [other.node for other in result.fits if other != fit and self._has_values(components, question, other)]
        fitted, unseen = len(sample.fitted), 0 if sample.unseen is None else len(sample.unseen)
        more = f", and {len(others)} more wordings" if len(others) > 1 else ", and another wording" if others else ""
        how = "all sizes" if standing == Status.PROVED else f"fitted to {fitted:,} positions, right at {unseen:,} more"
        return Finding(
            standing, spelled(question.statement(components.place, fit.node)), self.facts.play.name, how + more,
            fit.symbols + 3, method="terms", fitted=fitted, unseen=unseen,
            wordings=tuple(map(spelled, others[:_MOST_WORDINGS])), parameters=parameters_of(self.facts.game),
            judge=self._judge,
        )  # fmt: skip

    def _near(self, components: Components, question: Question, result: Fits, sample: Sample) -> Finding:
        assert result.near is not None
        text = spelled(question.statement(components.place, result.near.node))
        place = self.facts.game.layout.text(result.near.position)
        left, right = (str(side).lower() for side in (result.near.is_value, result.near.value))
        how = f"right at {len(sample.fitted):,} positions, wrong first at ({place}): {left}, not {right}"
        rival = Rival(text, result.near.position, left, right)
        return Finding(
            Status.NEAR, text, self.facts.play.name, how, 99, method="terms", fitted=len(sample.fitted),
            rivals=(rival,), parameters=parameters_of(self.facts.game), judge=self._judge,
        )  # fmt: skip
