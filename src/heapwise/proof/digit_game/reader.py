"""Statements as two small machines: one reads the layers, one reads each heap. Both are made minimal first.

A statement that counts heaps which pass a test needs to know, at the end, how many heaps are in each *class*,
a state of the machine that reads a heap. Statements without such counts have one class only.
"""

from collections.abc import Hashable, Mapping
from functools import cached_property
from itertools import product
from typing import Any

from heapwise.proof.digit_game.atoms import Both, Sentence, leaves
from heapwise.proof.digit_game.counts import CountQuotient, joined
from heapwise.proof.digit_game.layer_atoms import Layer, LayerAtom
from heapwise.proof.digit_game.machine import MachineTable, minimal
from heapwise.proof.digit_game.row_atoms import HeapTest, RowAtom
from heapwise.records import Record


class JointReader(Record):
    """Some statements, read side by side. `is_graph` if they speak of a number g."""

    sentences: tuple[Sentence, ...]
    is_graph: bool = False

    @cached_property
    def _atoms(self) -> tuple[LayerAtom, ...]:
        return tuple(dict.fromkeys(a for s in self.sentences for a in leaves(s) if isinstance(a, LayerAtom)))

    @cached_property
    def _rows(self) -> tuple[RowAtom, ...]:
        return tuple(dict.fromkeys(a for s in self.sentences for a in leaves(s) if isinstance(a, RowAtom)))

    @cached_property
    def _tests(self) -> tuple[HeapTest, ...]:
        return tuple(dict.fromkeys(atom.test for atom in self._rows))

    @cached_property
    def zeros(self) -> CountQuotient:
        """What is read of the number of zeros in a layer."""
        return joined(*(a.zeros for a in self._atoms))

    @cached_property
    def ones(self) -> CountQuotient:
        """What is read of the number of ones in a layer."""
        return joined(*(a.ones for a in self._atoms))

    @cached_property
    def counted(self) -> CountQuotient:
        """What is asked, at the end, of the number of heaps in a class."""
        return joined(*(a.known for a in self._rows))

    @cached_property
    def levels(self) -> int:
        """From this digit on, all digits are read alike."""
        return max([a.levels for a in self._atoms] + [t.levels for t in self._tests], default=0)

    @cached_property
    def has_classes(self) -> bool:
        """Are there classes of heaps?"""
        return bool(self._rows)

    @property
    def _digits(self) -> tuple[int, ...]:
        return (0, 1) if self.is_graph else (0,)

    @cached_property
    def table(self) -> MachineTable:
        """The machine that reads layers."""
        letters = [
            Layer(*letter)
            for letter in product(self.zeros.classes, self.ones.classes, self._digits, range(self.levels + 1))
        ]
        start = tuple(a.start for a in self._atoms)
        return minimal(start, letters, self._step, self._truths)

    @cached_property
    def row_table(self) -> MachineTable:
        """The machine that reads a heap."""
        letters = list(product((0, 1), self._digits, range(self.levels + 1)))
        tests = self._tests
        return minimal(
            tuple(t.start for t in tests),
            letters,
            lambda states, letter: tuple(t.step(s, *letter) for t, s in zip(tests, states, strict=True)),
            lambda states: tuple(t.accepts(s) for t, s in zip(tests, states, strict=True)),
        )

    def _step(self, states: tuple[Any, ...], layer: Layer) -> Hashable:
        return tuple(a.step(s, layer) for a, s in zip(self._atoms, states, strict=True))

    def _truths(self, states: tuple[Any, ...]) -> Hashable:
        """What the end needs: the truth of the statements, or where heaps are counted, of their parts."""
        known: dict[Any, bool] = {a: a.accepts(s) for a, s in zip(self._atoms, states, strict=True)}
        if self.has_classes:
            return tuple(known.values())
        return tuple(bool(evaluated(s, known)) for s in self.sentences)

    # -- reading

    @property
    def start(self) -> int:
        """The state before any layer is read."""
        return self.table.start

    @property
    def row_start(self) -> int:
        """The class of a heap before any digit is read."""
        return self.row_table.start

    def step(self, state: int, zeros: int, ones: int, digit: int, level: int) -> int:
        """The state after a layer; counts may be given in finer quotients."""
        layer = Layer(self.zeros(zeros), self.ones(ones), digit, min(level, self.levels))
        return self.table.next[state, layer]

    def row(self, state: int, bit: int, digit: int, level: int) -> int:
        """The class of a heap after one more digit."""
        return self.row_table.next[state, (bit, digit, min(level, self.levels))]

    def values(self, state: int, counts: Mapping[int, int]) -> tuple[bool, ...]:
        """The truth of the statements at the end, with the number of heaps in each class."""
        found: tuple[bool, ...] = self.table.values[state]
        if not self.has_classes:
            return found
        known: dict[Any, bool] = dict(zip(self._atoms, found, strict=True))
        for atom in self._rows:
            passing = (n for h, n in counts.items() if self.row_table.values[h][self._tests.index(atom.test)])
            known[atom] = atom.known(sum(passing)) in atom.classes
        return tuple(bool(evaluated(s, known)) for s in self.sentences)

    # -- classes of heaps that decide

    @cached_property
    def doomed(self) -> frozenset[int]:
        """The classes of which one heap is enough to make all statements false, whatever comes."""
        return frozenset(h for h in range(len(self.row_table.values)) if self._dooms(h))

    def _dooms(self, row: int) -> bool:
        """A heap that passes some tests for ever decides a count that must be 0, one that never does decides none."""
        if not self.has_classes:
            return False
        ends = [self.row_table.values[h] for h in self._reachable(row)]
        known: dict[Any, bool] = {}
        for atom in self._rows:
            passes = {end[self._tests.index(atom.test)] for end in ends}
            truths = {atom.known(n) in atom.classes for n in range(1, atom.known.threshold + atom.known.period + 1)}
            if passes == {True} and len(truths) == 1:
                known[atom] = truths.pop()
        return all(evaluated(s, known) is False for s in self.sentences)

    def _reachable(self, row: int) -> set[int]:
        seen, todo = {row}, [row]
        while todo:
            state = todo.pop()
            new = {r for (s, _), r in self.row_table.next.items() if s == state} - seen
            seen |= new
            todo += new
        return seen


def evaluated(sentence: Sentence, known: Mapping[Any, bool]) -> bool | None:
    """The truth of a statement where that of some atoms is known; None if they do not decide it."""
    if not isinstance(sentence, Both):
        return known.get(sentence)
    values = [evaluated(part, known) for part in sentence.parts]
    if sentence.word == "not":
        return None if values[0] is None else not values[0]
    deciding = sentence.word == "or"
    if deciding in values:
        return deciding
    return None if None in values else not deciding
