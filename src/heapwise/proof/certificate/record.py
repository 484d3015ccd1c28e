"""A compiler that writes down what it does, so that a certificate can be made of it afterwards.

Two things are kept: for every formula that was compiled, how its automaton came from those of its parts (a
`RecordedAutomaton`); and for every operation on automata the labels that show that it was done rightly (a `Made`).
Automata are kept without the names of their tracks, as in the workshop: tracks are places among those of the arguments.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from heapwise.proof.automata import (
    AND,
    IFF,
    IMPLIES,
    OR,
    Automaton,
    AutomatonBudget,
    BareAutomaton,
    BuildStep,
    Connective,
    DigitOrder,
    Numeration,
    Workshop,
)
from heapwise.proof.logic import FormulaCompiler
from heapwise.proof.logic.formulas import At, Formula, Given, Named
from heapwise.records import dataclass, field

CONNECTIVES: Mapping[Connective, str] = {AND: "and", OR: "or", IMPLIES: "implies", IFF: "iff"}

TrackPlaces = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Made:
    """One operation on shapes: what it was done to, what came out, and the labels that show it."""

    operation: str
    arguments: tuple[tuple[BareAutomaton, TrackPlaces], ...]
    places: TrackPlaces  # hidden tracks of a projection, new places of the tracks of a renaming
    result: tuple[BareAutomaton, TrackPlaces]
    labels: Sequence[Any] = ()
    classes: Sequence[int] = ()
    below: Sequence[int] = ()


@dataclass(slots=True)
class Work:
    """How an automaton is made of others, register by register; each register is used once."""

    needs: list[int] = field(default_factory=list)  # the numbers of the formulas of the first registers
    registers: list[Automaton] = field(default_factory=list)
    left: list[int] = field(default_factory=list)
    pieces: list[tuple[int, int | tuple[str, ...]]] = field(default_factory=list)  # multiplied, or projected along
    uses: list[Hashable] = field(default_factory=list)  # the keys of the operations

    def add(self, automaton: Automaton) -> None:
        """A new register."""
        self.left.append(len(self.registers))
        self.registers.append(automaton)

    def find(self, automaton: Automaton) -> int | None:
        """A register, not used yet, that holds the automaton."""
        return next((i for i in reversed(self.left) if self.registers[i] == automaton), None)

    def take(self, automaton: Automaton) -> int:
        """Use a register that holds the automaton."""
        found = self.find(automaton)
        assert found is not None
        self.left.remove(found)
        return found


@dataclass(frozen=True, slots=True)
class RecordedAutomaton:
    """The automaton of a formula, and how it was made."""

    formula: Formula
    automaton: Automaton
    work: Work


class RecordingWorkshop(Workshop):
    """A workshop that keeps the labels of every operation, and the order of the operations on one formula."""

    def __init__(self, numeration: Numeration, budget: AutomatonBudget) -> None:
        super().__init__(numeration, budget)
        self.made: dict[Hashable, Made] = {}
        self.frames: list[Work] = [Work()]
        self.trace = self._note
        self._step: BuildStep | None = None

    def _note(self, step: BuildStep) -> None:
        self._step = step

    @property
    def frame(self) -> Work:
        """What is known of the formula that is being compiled."""
        return self.frames[-1]

    def combine(self, left: Automaton, right: Automaton, connective: Connective) -> Automaton:
        """A connective, given by its truth table, of two sets."""
        self._step = None
        result = super().combine(left, right, connective)
        tracks = tuple(sorted({*left.tracks, *right.tracks}))
        arguments = (_placed(left, tracks), _placed(right, tracks))
        self._keep(Made(CONNECTIVES[connective], arguments, (), _placed(result, tracks)))
        one, two = self.frame.take(left), self.frame.take(right)
        self._worked(one, two, result)
        return result

    def project(self, automaton: Automaton, names: Iterable[str]) -> Automaton:
        """The tuples for which numbers on the named tracks exist."""
        names = tuple(name for name in names if name in automaton.tracks)
        self._step = None
        result = super().project(automaton, names)
        if names:
            hidden = tuple(i for i, track in enumerate(automaton.tracks) if track in names)
            own = _placed(automaton, automaton.tracks)
            self._keep(Made("project", (own,), hidden, _placed(result, automaton.tracks)))
            self._worked(self.frame.take(automaton), names, result)
        return result

    def complement(self, automaton: Automaton) -> Automaton:
        """The tuples that are not in the set."""
        self._step = None
        result = super().complement(automaton)
        own = _placed(automaton, automaton.tracks)
        self._keep(Made("not", (own,), (), _placed(result, automaton.tracks)))
        return result

    def rename(self, automaton: Automaton, names: Mapping[str, str]) -> Automaton:
        """The set under new names; two tracks that get one name are set equal."""
        self._step = None
        result = super().rename(automaton, names)
        new = tuple(names.get(track, track) for track in automaton.tracks)
        if any(a >= b for a, b in pairwise(new)):
            tracks = tuple(sorted(set(new)))
            places = tuple(tracks.index(name) for name in new)
            own = _placed(automaton, automaton.tracks)
            self._keep(Made("rename", (own,), places, _placed(result, tracks)))
        return result

    def _keep(self, made: Made) -> None:
        """Keep an operation under what it was done to; with the labels, if it was really done just now."""
        arguments = tuple((id(shape), places) for shape, places in made.arguments)
        key = (made.operation, arguments, made.places)
        self.frame.uses.append(key)
        if key not in self.made:
            step = self._step
            labels = step.made.labels if step else ()
            classes, below = (step.quotient, step.made.below) if step else ((), ())
            self.made[key] = Made(made.operation, made.arguments, made.places, made.result, labels, classes, below)

    def _worked(self, register: int, other: int | tuple[str, ...], result: Automaton) -> None:
        self.frame.pieces.append((register, other))
        self.frame.add(result)


class NotRecorded(Exception):
    """A step of a proof that certificates have no form for; `what` names it."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class Recorder(FormulaCompiler):
    """A compiler with a theorem for every formula that it compiled, by the number of the formula's pattern."""

    def __init__(self, numeration: Numeration, budget: AutomatonBudget) -> None:
        self.shop = RecordingWorkshop(numeration, budget)
        super().__init__(self.shop)
        self.theorems: dict[int, RecordedAutomaton] = {}

    def number(self, formula: Formula) -> int:
        """The number of a formula's pattern."""
        return self._keys.key(formula)[0]

    def compile(self, formula: Formula) -> Automaton:
        """The set of tuples, over the free variables, of which the formula is true."""
        if len(self.shop.frames) == 1:
            self.shop.frames = [Work()]
        automaton = super().compile(formula)
        frame = self.shop.frame
        if not frame.pieces:
            frame.needs.append(self.number(formula))
            frame.add(automaton)
        return automaton

    def _build(self, formula: Formula) -> Automaton:
        self.shop.frames.append(Work())
        try:
            automaton = super()._build(formula)
        finally:
            frame = self.shop.frames.pop()
        number = self.number(formula)
        # A name, or other variables alone, make no other pattern: its theorem is there already.
        if not (isinstance(formula, Named | At) and number in self.theorems):
            # A given set stands for itself, however it was turned round.
            is_given = isinstance(formula, Given)
            self.theorems[number] = RecordedAutomaton(formula, automaton, Work() if is_given else frame)
        return automaton


@dataclass
class Recording:
    """The compilers of one portfolio, one for each digit order, with all that they write down."""

    recorders: dict[DigitOrder, Recorder] = field(default_factory=dict)

    def make(self, numeration: Numeration, budget: AutomatonBudget) -> Recorder:
        """A compiler whose work goes into this record."""
        return self.recorders.setdefault(numeration.order, Recorder(numeration, budget))


def _placed(automaton: Automaton, tracks: Sequence[str]) -> tuple[BareAutomaton, TrackPlaces]:
    return automaton.shape, tuple(tracks.index(track) for track in automaton.tracks)
