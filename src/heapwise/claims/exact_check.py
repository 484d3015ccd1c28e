"""One position under one instance: does the premise hold, does the statement, and what are its sides?

It is exact since every term is evaluated as it is written, with numbers of any size; compiled formulas are left to
`checks`. What a counterexample tells is put together here, too: values, options, and a command that shows the position.
"""

from collections.abc import Callable, Collection
from pathlib import Path
from shlex import quote
from typing import Any

from heapwise.claims.decisive_cases import as_every
from heapwise.claims.instances import Instance
from heapwise.claims.plain_data import jsonable
from heapwise.claims.verdict import MOST_OPTIONS, Counterexample
from heapwise.documents.library import library
from heapwise.errors import HeapwiseError, error
from heapwise.records import Record, dataclass
from heapwise.rules.flat import FlatGame
from heapwise.terms import term as t
from heapwise.terms.evaluate import Ask, Compiler, Compute, Frame, options
from heapwise.terms.position import Component, Position, State
from heapwise.terms.values import settled


class PositionFinding(Record):
    """What a position showed. `sides` where the statement has two."""

    has_premise: bool
    is_true: bool = True
    sides: tuple[Any, Any] | None = None


@dataclass
class CaseRecord:
    """The cases of a statement, of each `or`, `if`, `any`, `all` and `implies`, and which ever decided something."""

    texts: dict[int, str]
    decisive: set[int]


class _WatchingCompiler(Compiler):
    """Notes which cases of a formula are ever decisive."""

    cases: CaseRecord

    def _watch(self, term: t.AnyTerm) -> Callable[[], None]:
        key = len(self.cases.texts)
        self.cases.texts[key] = self.source.words(term.span)
        decisive = self.cases.decisive
        return lambda: decisive.add(key)

    def _connective(self, term: t.Connective) -> Compute:
        if term.name == "implies":
            return self._premise(term)
        if term.name != "or":
            return super()._connective(term)
        watched = [(self.compile(a), self._watch(a)) for a in term.arguments]

        def first_true(frame: Frame) -> bool:
            for argument, note in watched:
                if argument(frame):
                    note()
                    return True
            return False

        return first_true

    def _premise(self, term: t.Connective) -> Compute:
        """An `implies` inside a statement: without a single case of its premise it says nothing."""
        left, right = (self.compile(argument) for argument in term.arguments)
        note = self._watch(term)

        def follows(frame: Frame) -> bool:
            if not left(frame):
                return True
            note()
            return bool(right(frame))

        return follows

    def _choice(self, term: t.Choice) -> Compute:
        condition, yes, no = self.compile(term.condition), self.compile(term.yes), self.compile(term.no)
        note_yes, note_no = self._watch(term.yes), self._watch(term.no)

        def choose(frame: Frame) -> Any:
            if condition(frame):
                note_yes()
                return yes(frame)
            note_no()
            return no(frame)

        return choose

    def _operation(self, term: t.Operation) -> Compute:
        match term:
            case t.Operation(name="not", arguments=(t.Gather(name="any") as found,)):
                return self._every(as_every(found))
        return super()._operation(term)

    def _gather(self, term: t.Gather) -> Compute:
        if term.name == "all":
            return self._every(term)
        gather = super()._gather(term)
        if term.name != "any":
            return gather
        note = self._watch(term)

        def some(frame: Frame) -> bool:
            found = bool(gather(frame))
            if found:
                note()
            return found

        return some

    def _every(self, term: t.Gather) -> Compute:
        """An `all` that never has a case to look at is true for a trivial reason."""
        walk, body, note = self.walk(term.steps), self.compile(term.body), self._watch(term)

        def fails(frame: Frame) -> bool:
            note()
            return not body(frame)

        return lambda frame: not walk(frame, fails)


class Judge:
    """Looks at positions of an instance, one after another."""

    def __init__(self, instance: Instance, ask: Ask) -> None:
        claim = instance.claim
        self.instance = instance
        self._ask = ask
        self.cases = CaseRecord({}, set())
        compiler = _WatchingCompiler(claim.source, instance.known, instance.game, claim.frame.functions, ask)
        compiler.cases = self.cases
        self._compiler = compiler
        self._premises = tuple(instance.compiler(ask).compile(premise) for premise in claim.premises)
        sides = claim.sides
        self._sides = None if sides is None else (compiler.compile(sides.left), compiler.compile(sides.right))
        self._statement = compiler.compile(claim.statement) if sides is None else None
        self._strategy = None if claim.strategy is None else compiler.compile(claim.strategy)

    def compile(self, term: t.AnyTerm) -> Compute:
        """A term of the claim as a function of a frame; its cases are watched like those of the statement."""
        return self._compiler.compile(term)

    @property
    def parts(self) -> tuple[Compute, ...]:
        """The two sides of the statement, or all of it: what has to have a value wherever the claim speaks."""
        return self._sides or tuple(filter(None, (self._statement,)))

    def frame(self, state: State) -> Frame:
        """A frame with parameters and the position."""
        claim, game = self.instance.claim, self.instance.game
        frame: Frame = [None] * claim.frame.size
        for slot, value in self.instance.known.items():
            frame[slot] = value
        values = state if game is None else game.layout.values(state)
        for component, value in zip(claim.components, values, strict=True):
            frame[component.slot] = value
        return frame

    def has_premise(self, frame: Frame) -> bool:
        """Does the claim speak of the position in a frame?"""
        return all(premise(frame) for premise in self._premises)

    def look(self, state: State) -> PositionFinding:
        """What a position shows."""
        frame = self.frame(state)
        if not self.has_premise(frame):
            return PositionFinding(False)
        sides = None
        if self._sides is not None:
            sides = (settled(self._sides[0](frame)), settled(self._sides[1](frame)))
            is_true = bool(sides[0] == sides[1])
        else:
            assert self._statement is not None
            is_true = bool(self._statement(frame))
        return PositionFinding(True, is_true and self._strategy_works(frame, state), sides)

    def _strategy_works(self, frame: Frame, state: State) -> bool:
        """`by`: from every N-position with a move, the one named leads to a P-position."""
        found = self._moves_asked_for(state)
        if not found:
            return True
        goal = self.goal(frame)
        return goal in found and bool(self._ask("P", goal, None))

    def asks_for_move(self, state: State) -> bool:
        """Is the move of `by` looked at here?"""
        return self.look(state).has_premise and bool(self._moves_asked_for(state))

    def _moves_asked_for(self, state: State) -> Collection[Position]:
        """The options among which `by` has to name one; none at a P-position. In misere play whoever cannot move has
        won."""
        if self._strategy is None or self.instance.game is None:
            return ()
        here = Position((Component(self.instance.game, state),))
        return () if self._ask("P", here, None) else options(here)

    def goal(self, frame: Frame) -> Position:
        """The position that `by` names."""
        assert self._strategy is not None
        assert self.instance.game is not None
        value, game = self._strategy(frame), self.instance.game
        if isinstance(value, Position):
            return game.flat_position(value) if isinstance(game, FlatGame) else value
        try:
            return game.position_of((value,))
        except HeapwiseError as problem:
            text = self._text_of_strategy
            named = error("E088", self.instance.claim.place, text=text, components=", ".join(game.layout.labels))
            raise HeapwiseError((*problem.diagnostics, *named.diagnostics)) from None

    @property
    def _text_of_strategy(self) -> str:
        claim = self.instance.claim
        assert claim.strategy is not None
        return claim.source.words(claim.strategy.span)

    # -- what to show of a counterexample

    def counterexample(self, state: State, finding: PositionFinding) -> Counterexample:
        """The position with both sides, or with the values of the atoms, and its options with their values.

        `G(1, b) <= 0` asks of (1, 4) where it is looked at for (0, 4): the options of (0, 4) would say nothing of it.
        """
        instance, sides = self.instance, finding.sides
        is_asked = self._is_asked(state)
        listed = self._options(state) if is_asked else []
        has_sides = sides is not None and sides[0] != sides[1]
        return Counterexample(
            position=grouped(instance, state),
            bindings=jsonable(instance.parameters),
            left=jsonable(sides[0]) if sides is not None and has_sides else None,
            right=jsonable(sides[1]) if sides is not None and has_sides else None,
            statement=None if has_sides else self._words(state, finding),
            atoms={} if has_sides else self._atoms(state),
            options=[{"to": jsonable(shown(o, instance)), "value": v} for o, v in listed[:MOST_OPTIONS]],
            options_total=len(listed),
            explore=explore_command(instance, state) if is_asked else None,
        )

    def _words(self, state: State, finding: PositionFinding) -> str:
        """The statement; or, where it is true and the move behind `by` is no winning one, that move."""
        frame, claim = self.frame(state), self.instance.claim
        is_true = finding.sides is not None if self._statement is None else bool(self._statement(frame))
        if claim.strategy is None or self.instance.game is None or not is_true:
            return claim.text
        return f"`by {self._text_of_strategy}` names {self.goal(frame)}, which is no option of the kind P"

    def _atoms(self, state: State) -> dict[str, Any]:
        """The values of positions that the statement speaks of, by the author's words for them; where a definition
        speaks of them its words mean something else."""
        claim, frame = self.instance.claim, self.frame(state)
        atoms: dict[str, Any] = {}
        for term in self._asks(claim.statement):
            if not claim.span.start <= term.span.start <= term.span.end <= claim.span.end:
                continue
            text = claim.source.words(term.span)
            try:
                atoms[text] = jsonable(self._compiler.compile(term)(frame))
            except HeapwiseError:
                atoms[text] = None
        return atoms

    def _asks(self, *terms: t.AnyTerm) -> list[t.Ask]:
        """What is asked of positions that can be named without a choice of more."""
        bound = frozenset(self.instance.known) | self.instance.claim.component_slots
        walked = (part for term in terms for part in t.walk(term))
        return [part for part in walked if isinstance(part, t.Ask) and t.free_slots(part) <= bound]

    def _is_asked(self, state: State) -> bool:
        """May the statement be about this position? It is not, where all that is asked is of others."""
        game, claim, frame = self.instance.game, self.instance.claim, self.frame(state)
        asks = self._asks(*claim.premises, claim.statement)
        if game is None or not asks:
            return True
        here = Position((Component(game, state),))
        try:
            return any(self._compiler.compile(ask.position)(frame) == here for ask in asks)
        except HeapwiseError:
            return True

    def _options(self, state: State) -> list[tuple[Position, Any]]:
        """The options of a position with the values that the claim is about."""
        game, claim = self.instance.game, self.instance.claim
        asked = claim.asks()
        if game is None or not asked or self.instance.region.is_single:
            return []
        has_sides = claim.play.has_two_sides
        question = "G" if "G" in asked and has_sides else "R" if asked == {"R"} else "P" if has_sides else "W"
        found = []
        for option in sorted(game.options(state), key=str):
            value: Any
            if question == "W" and claim.play.has_orders:
                value = [self._ask("W", option, player) for player in range(claim.play.players)]
            else:
                value = self._ask(question, option, None)
            found.append((option, "P" if value is True else "N" if value is False else value))
        return found


def grouped(instance: Instance, state: State) -> list[Any]:
    """A state as verdicts show it: a list, with rows as lists."""
    game = instance.game
    if instance.region.is_single:
        return []
    listed: list[Any] = jsonable(state if game is None else game.layout.grouped(state))
    return listed


def shown(option: Position, instance: Instance) -> Any:
    """An option as JSON has it: a list of components, or a sum."""
    component = option.only
    if component is not None and component.game is instance.game:
        return component.game.layout.grouped(component.state)
    return option


def explore_command(instance: Instance, state: State) -> str | None:
    """A command that shows a position; a game that is not in the library is looked up in its file."""
    game, play = instance.game, instance.claim.play
    if game is None or instance.region.is_single:
        return None
    convention = "" if play.is_normal else f" --play {play_argument(play)}"
    file = Path(game.schema.source.name)
    where = f" -f {quote(str(file))}" if file.is_file() and not library().owns(game.schema) else ""
    return f"heapwise value{where} {quote(game.text)} {quote(game.layout.text(state))}{convention}"


def play_argument(play: Any) -> str:
    """A convention as `--play` takes it."""
    if play.name in ("normal", "misere"):
        return str(play.name)
    outcome = play.outcome
    if hasattr(outcome, "seats"):
        return ",".join(map(str, outcome.seats))
    return "'" + ";".join(",".join(map(str, o)) for o in outcome.orders) + "'"


__all__ = ["Ask", "CaseRecord", "Judge", "PositionFinding", "explore_command", "grouped", "play_argument", "shown"]
