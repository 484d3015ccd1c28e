"""The search for a formula in the parameters: fitted to some instances, judged by others."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from heapwise.discovery.facts import Facts
from heapwise.discovery.families.family import Family, Member
from heapwise.discovery.finding import Finding, RuledOut
from heapwise.discovery.judge import StatementJudge, Status
from heapwise.discovery.questions import Question
from heapwise.discovery.tables import pooled_positions
from heapwise.discovery.wishes import Wishes
from heapwise.documents.document import GameNames
from heapwise.fitting.components import Components
from heapwise.fitting.leaves import of_family
from heapwise.fitting.predicates import Predicate, predicates, separating
from heapwise.fitting.sample import Positions, joined, sample_of
from heapwise.fitting.search import Fit, Fits, search
from heapwise.lang.spell import spelled
from heapwise.records import Record, field
from heapwise.reference.conventions import Play
from heapwise.rules.game import Game

_MOST_FITTED = 9  # instances
_LEAST_FITTED, _LEAST_UNSEEN = 3, 2
_EACH, _EACH_UNSEEN = 700, 3_000  # positions of an instance
_MOST_RESTRICTED = 8  # conditions on the parameters that are tried
_MOST_OF_CLASSES = 2  # of more players, most of which have no formula
_MOST_PROVED = 3  # wordings that a proof for all parameters is tried for, and instances that one is tried for


class FamilySearch(Record):
    """Formulas for the instances of one family under one play."""

    family: Family
    play: Play
    games: GameNames
    wishes: Wishes
    instance: Mapping[str, int] = field(default_factory=dict)  # of which a condition on the parameters has to be true
    _known: dict[Game, Facts] = field(default_factory=dict, compare=False, repr=False)

    def answers(self, question: Question) -> Iterator[Finding | RuledOut]:
        """A formula in the parameters, or one under a condition on them."""
        components = self.family.components(self.members)
        if components is None or len(self.members) <= _LEAST_FITTED:
            return
        tried = 0
        restrictions = self._restrictions()[: _MOST_RESTRICTED if question.seat is None else _MOST_OF_CLASSES]
        for predicate in (None, *restrictions):
            chosen = [m for m in self.members if predicate is None or predicate.holds(m.known)]
            result = self._fits(components, question, chosen, predicate)
            if result is None:
                continue
            tried += result.tried
            if result.fits:
                found = self._finding(components, question, result, predicate, chosen[: self._count(chosen, predicate)])
                if found.standing == Status.PROVED or len(chosen) >= _LEAST_FITTED + _LEAST_UNSEEN:
                    yield found
                    return
        if tried:
            said = f"none of {tried:,} terms in the parameters says what the {question.about} are"
            yield RuledOut(f"{self.family.text}: {said}", self.play.name)

    @cached_property
    def members(self) -> list[Member]:
        """The instances, small ones first."""
        return self.family.members()

    def _restrictions(self) -> list[Predicate]:
        """Conditions on the parameters: those between two of them, and of these first what leaves most instances."""
        known = [m.known for m in self.members]
        found = [p for p in predicates(self.family.names) if not all(map(p.holds, known))]
        found = [p for p in found if not self.instance or p.holds(self.instance)]
        return sorted(found, key=lambda p: (not p.is_between, -sum(map(p.holds, known))))[:_MOST_RESTRICTED]

    def _least_unseen(self, predicate: Predicate | None) -> int:
        """Instances that take no part in the fit; more where products of parameters may be fitted."""
        return _LEAST_UNSEEN + (len(self.family.names) > 1 and not (predicate is not None and predicate.is_equation))

    def _fitted(self, chosen: list[Member], predicate: Predicate | None) -> int:
        """How many instances take part in the fit."""
        # Of so few a proof for all parameters is asked for.
        unseen = 1 if len(chosen) == _LEAST_FITTED + 1 else self._least_unseen(predicate)
        return min(_MOST_FITTED, len(chosen) - unseen)

    def _count(self, chosen: list[Member], predicate: Predicate | None) -> int:
        """How many instances are looked at, those with no part in the fit among them."""
        return min(2 * self._fitted(chosen, predicate), len(chosen))

    def _fits(
        self, components: Components, question: Question, chosen: list[Member], predicate: Predicate | None
    ) -> Fits | None:
        """Formulas that are right for the instances that are looked at, some of which have no part in the search."""
        fitted, count = self._fitted(chosen, predicate), self._count(chosen, predicate)
        if fitted < _LEAST_FITTED:
            return None
        held = set(range(1, count, 2)) if count == 2 * fitted else set(range(fitted, count))
        kept = [m for i, m in enumerate(chosen[:count]) if i not in held]
        few = self._positions(kept, question, _EACH)
        others = self._positions([chosen[i] for i in sorted(held)], question, _EACH_UNSEEN)
        larger = self._positions(kept, question, _EACH_UNSEEN, is_far=True)
        if few is None or others is None or larger is None:
            return None
        sample = sample_of(few, joined(others, larger), is_p=question.is_set)
        leaves, sketch = of_family(self.family.names, self.play.players), self.wishes.sketch
        return search(components, leaves, sample, question.is_set, self.wishes.joined_terms, sketch=sketch)

    def _positions(
        self, chosen: Sequence[Member], question: Question, most: int, *, is_far: bool = False
    ) -> Positions | None:
        facts = [(self._facts(m.game), m.known) for m in chosen]
        return pooled_positions(facts, question, most, is_far=is_far)

    def _facts(self, game: Game) -> Facts:
        """Tables are made once for each instance."""
        if game not in self._known:
            self._known[game] = Facts(game, self.play, self.wishes.memory, self.wishes.tick)
        return self._known[game]

    def _finding(
        self, components: Components, question: Question, result: Fits, predicate: Predicate | None,
        looked_at: list[Member],
    ) -> Finding:  # fmt: skip
        wider, kept = None, looked_at
        if predicate is not None:
            right, wrong = self._judged(question, result.fits[0])
            found = separating(self.family.names, [m.known for m in right], [m.known for m in wrong])
            wider, kept = (found, right) if found is not None else (predicate, looked_at)
        hypotheses = self._hypotheses(wider)
        judge = StatementJudge(self.family.schema, self.play, self.games)
        known = [m.known for m in kept]
        for fit in result.fits[:_MOST_PROVED]:
            text = spelled(question.statement(components.place, fit.node))
            quantifiers = judge.quantifiers(text, hypotheses, known)
            if quantifiers:
                return self._made(Status.PROVED, text, fit, f"proved for {quantifiers}", hypotheses, kept, quantifiers)
        text = spelled(question.statement(components.place, result.fits[0].node))
        proved = [m for m in kept[: _MOST_PROVED + 1] if judge.is_proved(text, hypotheses, m.known)]
        how = f"right for {len(kept)} instances" + (f", proved for {_listed(proved)}" if proved else "")
        return self._made(Status.GUESS, text, result.fits[0], how, hypotheses, kept, "")

    def _judged(self, question: Question, fit: Fit) -> tuple[list[Member], list[Member]]:
        """The instances for which a formula is right, and those for which it is wrong, if they can be looked at."""
        right, wrong = list[Member](), list[Member]()
        for member in self.members:
            positions = self._positions([member], question, _EACH)
            if positions is not None:
                (right if fit.is_right(positions) else wrong).append(member)
        return right, wrong

    def _hypotheses(self, predicate: Predicate | None) -> str:
        return self.family.hypotheses(*(() if predicate is None else (predicate.text,)))

    def _made(
        self, standing: Status, text: str, fit: Fit, how: str, hypotheses: str, kept: list[Member], quantifiers: str
    ) -> Finding:
        return Finding(
            standing, text, self.play.name, how, fit.symbols + 3, method="family", hypotheses=hypotheses,
            quantifiers=quantifiers, instances=tuple(m.known for m in kept),
            judge=StatementJudge(self.family.schema, self.play, self.games),
        )  # fmt: skip


def _listed(members: Sequence[Member]) -> str:
    """`p = 1, q = 2; p = 2, q = 2`"""
    return "; ".join(", ".join(f"{name} = {value}" for name, value in m.known.items()) for m in members)
