"""A certificate as plain data: obligations, and for each digit order the theorems and automata that settle them."""

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from heapwise.proof.automata import Automaton, BareAutomaton, DigitOrder
from heapwise.proof.automata.automaton import states_in
from heapwise.proof.certificate.inclusions import used
from heapwise.proof.certificate.record import Made, RecordedAutomaton, Recorder, TrackPlaces
from heapwise.proof.certificate.tree import Trees, shape_data
from heapwise.proof.logic import And, Atom, Exists, Formula, Given, Or, disjuncts
from heapwise.records import dataclass

Decided = tuple[str, Formula, DigitOrder]  # what never is, as a formula, and in which order that was seen


@dataclass
class CertificateWriter:
    """Collects what is needed of the recorders, one for each digit order."""

    recorders: dict[DigitOrder, Recorder]

    def proof(self, obligations: Sequence[Decided]) -> dict[str, Any]:
        """The obligations with their proofs; each formula was decided in the order that is given with it."""
        (base,) = {recorder.shop.numeration.base for recorder in self.recorders.values()}
        trees = Trees(base)
        parts = {order: _Part(recorder, trees) for order, recorder in self.recorders.items()}
        goals = [
            {"never": name, "formula": trees.number(formula), "order": str(order)}
            for name, formula, order in obligations
        ]
        for _, formula, order in obligations:
            parts[order].need(disjuncts(formula))
        proofs = [part.data(str(order)) for order, part in parts.items() if part.needed]
        return {"obligations": goals, "formulas": trees.nodes, "proofs": proofs}


class _Part:
    """What one recorder knows, as far as it is needed."""

    def __init__(self, recorder: Recorder, trees: Trees) -> None:
        self.recorder, self.trees = recorder, trees
        self.needed: set[int] = set()
        self._shapes: dict[int, int] = {}
        self._drawn: list[BareAutomaton] = []

    def need(self, formulas: Iterable[Formula]) -> None:
        """Theorems about these formulas, and about all that they rest on."""
        waiting = [self.recorder.number(formula) for formula in formulas]
        while waiting:
            number = waiting.pop()
            if number not in self.needed:
                self.needed.add(number)
                waiting += self.recorder.theorems[number].work.needs

    def data(self, order: str) -> dict[str, Any]:
        """Shapes, steps and theorems as plain data."""
        theorems = [theorem for number, theorem in self.recorder.theorems.items() if number in self.needed]
        keys: dict[Hashable, None] = dict.fromkeys(key for theorem in theorems for key in theorem.work.uses)
        written = list(map(self._theorem, theorems))
        steps = [self._step(self.recorder.shop.made[key]) for key in keys]
        numeration = self.recorder.shop.numeration
        shapes = list(map(shape_data, self._drawn))
        return {"order": order, "base": numeration.base, "shapes": shapes, "steps": steps, "theorems": written}

    def _theorem(self, theorem: RecordedAutomaton) -> dict[str, Any]:
        formula = self.trees.number(theorem.formula)
        if isinstance(theorem.formula, Atom | Given):
            return {"formula": formula, "automaton": self._automaton(theorem.automaton)}
        if not isinstance(theorem.formula, And | Or | Exists):
            return {"formula": formula}
        work, number = theorem.work, self._number(theorem.automaton.shape)
        pieces = [[a, b if isinstance(b, int) else list(b)] for a, b in work.pieces]
        return {"formula": formula, "work": pieces, "result": work.find(theorem.automaton) if work.needs else number}

    def _automaton(self, automaton: Automaton) -> list[Any]:
        return [self._number(automaton.shape), list(automaton.tracks)]

    def _number(self, shape: BareAutomaton) -> int:
        number = self._shapes.setdefault(id(shape), len(self._drawn))
        if number == len(self._drawn):
            self._drawn.append(shape)
        return number

    def _step(self, made: Made) -> dict[str, Any]:
        step: dict[str, Any] = {"op": made.operation, "of": [self._placed(a) for a in made.arguments]}
        if made.operation in ("project", "rename"):
            step["places"] = list(made.places)
        step["result"] = self._placed(made.result)
        if made.operation == "project":
            step["labels"] = [[c, *sorted(states_in(s))] for s, c in zip(made.labels, made.classes, strict=True)]
            if made.below:
                step["below"] = used(made.arguments[0][0], made.places, made.labels, made.below)
        elif made.labels:
            step["labels"] = [[c, *pair] for pair, c in zip(made.labels, made.classes, strict=True)]
        return step

    def _placed(self, placed: tuple[BareAutomaton, TrackPlaces]) -> list[Any]:
        return [self._number(placed[0]), list(placed[1])]
