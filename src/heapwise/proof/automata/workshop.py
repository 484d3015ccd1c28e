"""Where automata are made: one numeration, one budget, and a memory for what was made before."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from itertools import pairwise

from heapwise.proof.automata import steps
from heapwise.proof.automata.automaton import Automaton, BareAutomaton, Raw
from heapwise.proof.automata.budget import AutomatonBudget, BudgetExceeded, BuildMeter, OperationWatch
from heapwise.proof.automata.canonical import normalise, pruned, relabel
from heapwise.proof.automata.kernels import Connective
from heapwise.proof.automata.machines import Machine, MachineLetter, MachineState, build, check_padding
from heapwise.proof.automata.numeration import Numeration
from heapwise.proof.automata.steps import Labelled
from heapwise.records import dataclass, field


@dataclass(frozen=True, slots=True)
class BuildStep:
    """One operation with all that is needed to check it: arguments, raw automaton, labels, quotient, result."""

    operation: str
    arguments: tuple[Automaton, ...]
    made: Labelled
    quotient: list[int]
    result: Automaton


@dataclass(slots=True)
class Workshop:
    """Makes automata in normal form and remembers them up to the names of their tracks.

    `label` is what a `BudgetExceeded` will name as the place; `trace`, where it is given, is told every step that was
    really taken.
    """

    numeration: Numeration
    budget: AutomatonBudget = field(default_factory=AutomatonBudget)
    trace: Callable[[BuildStep], None] | None = None
    label: str = ""
    meter: BuildMeter = field(default_factory=BuildMeter)
    _shapes: dict[BareAutomaton, BareAutomaton] = field(default_factory=dict, repr=False)
    _memo: dict[Hashable, tuple[tuple[int, ...], BareAutomaton]] = field(default_factory=dict, repr=False)
    _outgrew: dict[Hashable, BudgetExceeded] = field(default_factory=dict, repr=False)
    _below: dict[BareAutomaton, list[int]] = field(default_factory=dict, repr=False)

    def combine(self, left: Automaton, right: Automaton, connective: Connective) -> Automaton:
        """A connective, given by its truth table, of two sets."""
        tracks = tuple(sorted({*left.tracks, *right.tracks}))
        key = (connective, self._place(left, tracks), self._place(right, tracks))
        return self._remember(key, tracks, lambda: self._make("product", steps.combine, left, right, connective))

    def complement(self, automaton: Automaton) -> Automaton:
        """The tuples that are not in the set."""
        shape = automaton.shape
        flipped = tuple(not a for a in shape.accepting)
        turned = BareAutomaton(shape.numeration, shape.arity, shape.columns, shape.width, shape.table, flipped)
        return Automaton(automaton.tracks, self._intern(turned))

    def project(self, automaton: Automaton, names: Iterable[str]) -> Automaton:
        """The tuples for which numbers on the named tracks exist."""
        hidden = tuple(track for track in automaton.tracks if track in set(names))
        if not hidden:
            return automaton
        key = ("project", self._place(automaton, automaton.tracks), self._positions(hidden, automaton.tracks))
        return self._remember(
            key, automaton.tracks, lambda: self._make("projection", steps.project, automaton, hidden, self._below)
        )

    def rename(self, automaton: Automaton, names: Mapping[str, str]) -> Automaton:
        """The set under new names; two tracks that get one name are set equal."""
        new = tuple(names.get(track, track) for track in automaton.tracks)
        if all(a < b for a, b in pairwise(new)):
            return Automaton(new, automaton.shape)
        tracks = tuple(sorted(set(new)))
        if len(tracks) == len(new):
            letters = steps.letter_images(self.numeration, tracks, new)
            columns = [automaton.shape.columns[letter] for letter in letters]
            return Automaton(tracks, self._intern(relabel(automaton.shape, columns, self.numeration)))
        return self._make("diagonal", steps.rename, automaton, names)

    def reverse(self, automaton: Automaton) -> Automaton:
        """A set that was made in the other digit order, in this one."""
        if automaton.shape.numeration == self.numeration:
            return Automaton(automaton.tracks, self._intern(automaton.shape))
        return self._make("reversal", steps.reverse, automaton)

    def from_machine(self, machine: Machine[MachineState, MachineLetter], variables: Iterable[str]) -> Automaton:
        """The set that a machine accepts."""
        automaton = self._make("machine", build, machine, tuple(variables), self.numeration)
        check_padding(automaton)
        return automaton

    def from_table(self, raw: Raw) -> Automaton:
        """The set of an automaton that came from elsewhere, such as a guess; padding zeros must not change it."""
        automaton = self._make("table", lambda given, _: pruned(given), raw)
        check_padding(automaton)
        return automaton

    def constant(self, full: bool) -> Automaton:
        """All tuples, or none."""
        return Automaton((), self._intern(BareAutomaton(self.numeration, 0, (0,), 1, (0,), (full,))))

    def _make(self, operation: str, step: Callable[..., Labelled | Raw], *arguments: object) -> Automaton:
        watch = OperationWatch(self.budget, operation, self.label, self.meter)
        made = step(*arguments, watch)
        labelled = made if isinstance(made, Labelled) else Labelled(made)
        automaton, quotient = normalise(labelled.raw, watch)
        result = Automaton(automaton.tracks, self._intern(automaton.shape))
        self.meter.note(len(labelled.raw.accepting), result.states)
        if self.trace is not None:
            own = tuple(a for a in arguments if isinstance(a, Automaton))
            self.trace(BuildStep(operation, own, labelled, quotient, result))
        return result

    def _intern(self, shape: BareAutomaton) -> BareAutomaton:
        return self._shapes.setdefault(shape, shape)

    def _place(self, automaton: Automaton, tracks: tuple[str, ...]) -> tuple[int, tuple[int, ...]]:
        """A shape and where its tracks are among others.  Shapes are kept, so their addresses are names."""
        return id(self._intern(automaton.shape)), self._positions(automaton.tracks, tracks)

    @staticmethod
    def _positions(names: tuple[str, ...], tracks: tuple[str, ...]) -> tuple[int, ...]:
        return tuple(tracks.index(name) for name in names)

    def _remember(self, key: Hashable, tracks: tuple[str, ...], make: Callable[[], Automaton]) -> Automaton:
        if key not in self._memo:
            made = self._within_budget(key, make)
            self._memo[key] = self._positions(made.tracks, tracks), made.shape
        positions, shape = self._memo[key]
        return Automaton(tuple(tracks[i] for i in positions), shape)

    def _within_budget(self, key: Hashable, make: Callable[[], Automaton]) -> Automaton:
        """What outgrew as many states before is not tried again."""
        before = self._outgrew.get(key)
        if before is not None and self.budget.states < before.states:
            raise BudgetExceeded("states", before.operation, self.budget.states + 1, self.label)
        try:
            return make()
        except BudgetExceeded as error:
            if error.limit == "states":
                self._outgrew[key] = error
            raise
