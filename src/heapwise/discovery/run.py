"""A search: stages in the order of what they cost, each of which hands on what it finds as it finds it."""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import islice
from time import monotonic

from heapwise.claims.hashes import game_hash, schema_hash
from heapwise.claims.instances import instances
from heapwise.claims.resolve import resolve_claims
from heapwise.claims.small_cases import false_position
from heapwise.discovery.automata import Attempt, class_sets, losing_set, value_graph
from heapwise.discovery.claims_file import claim_text
from heapwise.discovery.facts import Facts
from heapwise.discovery.families import Family, FamilySearch, families_of
from heapwise.discovery.finding import Finding, RuledOut
from heapwise.discovery.formula_search import FormulaSearch, Searched
from heapwise.discovery.judge import StatementJudge, Status, parameters_of
from heapwise.discovery.matches import MatchSearch
from heapwise.discovery.questions import Question, Stage, questions_of, stages_of_families, stages_of_game
from heapwise.discovery.sequences import periods
from heapwise.discovery.wishes import Wishes
from heapwise.discovery.wording import but_for_few, completed, exceptions_claim, graph_claim, set_claim
from heapwise.documents.document import GameNames, opened
from heapwise.errors import HeapwiseError, error
from heapwise.fitting.search import Fit
from heapwise.fitting.sketch import Sketch
from heapwise.fitting.trees import names_in
from heapwise.proof.learned import DigitSet, differences
from heapwise.records import dataclass, field, replace
from heapwise.reference.conventions import MISERE, NORMAL, Play, Preference
from heapwise.rules.game import Game, Rules
from heapwise.rules.schema import Schema
from heapwise.tables.boxes import axes

_MOST_FOR_MISERE = 4  # components up to which misere play is looked at without being asked for
_MOST_EXCEPTIONS = 12
_READ_AGAIN = 3  # instances of a finding that are looked at once it is written down

Result = Finding | RuledOut


@dataclass
class Search:
    """One run over a game under some plays; over the instances of a schema where there is no game."""

    schema: Schema
    game: Game | None
    games: GameNames
    wishes: Wishes
    _proved: dict[Play, DigitSet] = field(default_factory=dict)
    _formulas: dict[Play, Finding] = field(default_factory=dict)
    _fits: dict[Play, Fit | None] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The game, or the heading of its schema."""
        return self.schema.heading if self.game is None else self.game.text

    @property
    def rules_sha256(self) -> str:
        """The hash of the rules that the findings are about."""
        return schema_hash(self.schema) if self.game is None else game_hash(self.game)

    @property
    def size(self) -> int:
        """How many components a position has, as far as no parameter decides it."""
        return len(self.schema.places) if self.game is None else len(axes(self.game))

    @property
    def plays(self) -> tuple[Play, ...]:
        """Those asked for, or those that are usual: normal play, and misere play of small positions."""
        is_small = self.game is None or len(axes(self.game)) <= _MOST_FOR_MISERE
        return self.wishes.plays or ((NORMAL, MISERE) if is_small else (NORMAL,))

    def results(self, answers: Callable[[Stage], Iterable[Result]] | None = None) -> Iterator[Result]:
        """What is found, as it is found, and how long it took; `answers` has the stages done by others."""
        begin = monotonic()
        for result in self._results(answers or self.of):
            now = monotonic()
            if isinstance(result, Finding) and not result.seconds:
                result = replace(result, seconds=now - begin)
            yield result if self._is_read_right(result) else _unread(result)
            begin = now

    def _results(self, answers: Callable[[Stage], Iterable[Result]]) -> Iterator[Result]:
        if not self.size:
            yield from (RuledOut("anything about heaps: a position has none", play.name) for play in self.plays)
            return
        for stage in self._of_game():
            for result in answers(stage):
                self._note(stage, result)
                yield result
        if self.game is not None:
            yield from self._misere(self.game)
        for stage in self._of_families():
            yield from answers(stage)
        for play in self.plays:
            if not self._asked(play):
                asked = ", ".join(sorted(self.wishes.letters))
                yield RuledOut(f"nothing was asked: {asked} is not looked for here", play.name)

    def _is_read_right(self, result: Result) -> bool:
        """Is a finding, read as the claim that it is written as, true at small positions of the instances looked at?
        Where rules call a parameter `i`, it is not the index of a sum over all heaps."""
        if not isinstance(result, Finding) or not result.is_claim or result.standing == Status.NEAR:
            return True
        text = claim_text(self.schema, result, self.size)
        try:
            (claim,) = resolve_claims(opened("<find>", text, self.games))
            looked_at = islice(instances(claim, ()), _READ_AGAIN)
            return all(false_position(instance) is None for instance in looked_at)
        except HeapwiseError:
            return False

    # -- stages

    def stages(self) -> Iterator[Stage]:
        """All stages, in the order of their price."""
        if self.size:
            yield from self._of_game()
            yield from self._of_families()

    def _of_game(self) -> Iterator[Stage]:
        for play in self.plays if self.game is not None else ():
            yield from stages_of_game(play, self._asked(play), is_sketched=self.wishes.sketch is not None)

    def _of_families(self) -> Iterator[Stage]:
        families = enumerate(self._families) if self.game is None or self.wishes.has_families else ()
        numbers = [number for number, family in families if self.game is None or family.has(self.game)]
        for play in self.plays:
            yield from stages_of_families(play, self._asked(play), numbers)

    def _asked(self, play: Play) -> list[Question]:
        return [question for question in questions_of(play) if question.letter in self.wishes.letters]

    @cached_property
    def _families(self) -> list[Family]:
        return list(families_of(self.schema))

    def of(self, stage: Stage) -> Iterator[Result]:
        """What is found in a stage."""
        if stage.kind == "family":
            yield from self._of_family(self._families[stage.family], stage)
            return
        assert self.game is not None
        facts = Facts(self.game, stage.play, self.wishes.memory, self.wishes.tick)
        if stage.question is None:
            yield from self._without_words(self.game, stage.play, facts)
        elif facts.no_table:
            yield RuledOut(f"formulas for the {stage.question.about}: {facts.no_table}", stage.play.name)
        else:
            self.wishes.tell(f"formulas for the {stage.question.about}, {stage.play} play")
            yield from self._words(facts, stage.play, stage.question)

    def _note(self, stage: Stage, result: Result) -> None:
        """Remember what misere play is compared with."""
        if not isinstance(result, Finding) or result.standing == Status.NEAR:
            return
        if stage.kind == "sets" and result.automaton is not None and result.claim.startswith("P("):
            self._proved[stage.play] = result.automaton
        if stage.question is not None and stage.question.letter == "P":
            self._formulas.setdefault(stage.play, result)

    def _words(self, facts: Facts, play: Play, question: Question) -> Iterator[Result]:
        """Formulas; that of normal play is tried under misere play, too."""
        run = FormulaSearch(facts, self.games, self.wishes, self._similar(facts, question))
        searched = run.searched(question)
        if question.letter == "P":
            self._fits[play] = _first(searched)
        if searched is not None:
            yield from run.told(question, searched)

    def _similar(self, facts: Facts, question: Question) -> Fit | None:
        """For misere play the formula of normal play, which is looked for if nobody asked for it."""
        if question.letter != "P" or not facts.play.is_misere or self.wishes.sketch is not None:
            return None
        if NORMAL not in self._fits:
            known = Facts(facts.game, NORMAL, self.wishes.memory, self.wishes.tick)
            found = FormulaSearch(known, self.games, self.wishes).searched(next(questions_of(NORMAL)))
            self._fits[NORMAL] = _first(found)
        return self._fits[NORMAL]

    def _without_words(self, game: Game, play: Play, facts: Facts) -> Iterator[Result]:
        """Automata, periods, and games of the library."""
        if play.players == 2 and "P" in self.wishes.letters:
            self.wishes.tell(f"automata, {play} play")
            yield from self._set(game, play, losing_set(facts, self.wishes.states))
        if play.players > 2 and isinstance(play.outcome, Preference) and "W" in self.wishes.letters:
            self.wishes.tell(f"automata, {play} play")
            for seat, found in class_sets(facts).items():
                yield from self._described(game, play, found, f"position with W = {seat}", seat)
        if play.is_normal and "G" in self.wishes.letters:
            yield from self._graph(game, play, facts)
        yield from periods(facts, self.games)
        if self.wishes.has_library:
            yield from self._matches(facts)

    def _matches(self, facts: Facts) -> Iterator[Result]:
        """Games of the library with the same values."""
        for question in questions_of(facts.play):
            if question.letter in self.wishes.letters:
                self.wishes.tell(f"games with the same {question.about}, {facts.play} play")
                yield from MatchSearch(facts, self.games, self.wishes).answers(question)

    def _set(self, game: Game, play: Play, attempt: Attempt) -> Iterator[Result]:
        if attempt.proved is None:
            yield from (RuledOut(text, play.name) for text in attempt.excluded())
            return
        yield from self._described(game, play, attempt.proved, "P-position")

    def _graph(self, game: Game, play: Play, facts: Facts) -> Iterator[Finding]:
        """The values as an automaton."""
        found = value_graph(facts, self.wishes.states)
        if found is not None:
            judge = StatementJudge(self.schema, play, self.games)
            yield replace(graph_claim(game, play, found), parameters=parameters_of(game), judge=judge)

    def _described(
        self, game: Game, play: Play, found: DigitSet, about: str, seat: int | None = None
    ) -> Iterator[Finding]:
        """A proved set, and what its automaton shows."""
        judge = StatementJudge(self.schema, play, self.games)
        yield replace(set_claim(game, play, found, seat), parameters=parameters_of(game), judge=judge)
        unique = completed(game, play, found, about)
        if unique is not None:
            yield unique

    def _misere(self, game: Game) -> Iterator[Finding]:
        """Misere play is normal play but for finitely many positions, if it is."""
        one, other = (self._proved.get(play) for play in (NORMAL, MISERE))
        if one is None or other is None or one.reads_unlike(other):
            return
        found = differences(game, one, other)
        if found is None or len(found) > _MOST_EXCEPTIONS:
            return
        yield exceptions_claim(game, found)
        normal = self._formulas.get(NORMAL)
        if normal is not None and normal.standing == Status.PROVED and MISERE not in self._formulas:
            yield from but_for_few(game, self.games, normal, found)

    def _of_family(self, family: Family, stage: Stage) -> Iterator[Result]:
        """Formulas in the parameters."""
        assert stage.question is not None
        known = {} if self.game is None else family.numbers_of(self.game)
        run = FamilySearch(family, stage.play, self.games, self.wishes, known)
        self.wishes.tell(f"formulas in the parameters for the {stage.question.about}, {stage.play} play")
        yield from run.answers(stage.question)


def _first(found: Searched | None) -> Fit | None:
    """The shortest formula of a search, if there is one."""
    return found.result.fits[0] if found is not None and found.result.fits else None


def search(rules: Rules | Schema, games: GameNames, wishes: Wishes | None = None) -> Search:
    """A search over one game, or over a schema whose parameters are open; `games` is where its names are looked up."""
    wishes = wishes or Wishes()
    _check_sketch(wishes.sketch, rules)
    if isinstance(rules, Schema):
        return Search(rules, None, games, wishes)
    if not isinstance(rules, Game):
        raise error("E065", None, game=rules.text)
    return Search(rules.schema, rules, games, wishes)


def _check_sketch(sketch: Sketch | None, rules: Rules | Schema) -> None:
    """A sketch speaks of components and parameters, as the rules call them."""
    schema = rules if isinstance(rules, Schema) else rules.schema if isinstance(rules, Game) else None
    if sketch is None or schema is None:
        return
    known = [*(place.name for place in schema.places), *(one.name for one in schema.parameters)]
    strange = next((name for name in names_in(sketch.tree) if name not in known), None)
    if strange is not None:
        raise error("E012", None, help="sketch", name=strange, game=schema.name, known=", ".join(known))


def _unread(result: Result) -> RuledOut:
    assert isinstance(result, Finding)
    return RuledOut(f"a formula that is not so when it is read again as a claim: {result.claim}", result.play)
