"""Sentences of a problem, read by the automata of a certificate: these have no say in what is true.

A certificate gives an automaton for the layers, and one for a heap, with few states. Both are walked through side by
side with readers of our own: two states of ours may share one of theirs only if they say the same at the end, and every
letter leads both to such states again.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Any

from heapwise.verify.digits.atoms import HeapCount, LayerStatement, TestOfHeap, atom
from heapwise.verify.digits.classes import together
from heapwise.verify.untrusted import Work, listed, not_one, of, record, sequence, whole, wholes, wrong

_WORDS = ("and", "or", "not")
_MOST_DEPTH = 60


@dataclass(frozen=True)
class JoinedSentence:
    """`and`, `or` of sentences, or `not` of one."""

    word: str
    parts: "tuple[GivenSentence, ...]"


GivenSentence = LayerStatement | HeapCount | JoinedSentence
KnownTruths = Mapping[Any, bool]


def read_sentence(value: Any, depth: int = 0) -> GivenSentence:
    """A sentence from plain data."""
    node = sequence(value, "a sentence")
    if depth > _MOST_DEPTH or not node:
        raise not_one("a sentence is empty, or nested too deep")
    if node[0] not in _WORDS:
        return atom(node)
    parts = tuple(read_sentence(part, depth + 1) for part in node[1:])
    if node[0] == "not" and len(parts) != 1:
        raise not_one("`not` is about one sentence")
    return JoinedSentence(node[0], parts)


def denied(sentence: GivenSentence) -> GivenSentence:
    """That a sentence is false."""
    return JoinedSentence("not", (sentence,))


def leaves(sentence: GivenSentence) -> tuple[LayerStatement | HeapCount, ...]:
    """The statements that a sentence is made of."""
    if isinstance(sentence, JoinedSentence):
        return tuple(leaf for part in sentence.parts for leaf in leaves(part))
    return (sentence,)


def truth(sentence: GivenSentence, known: KnownTruths) -> bool | None:
    """The truth of a sentence from that of some statements; None where they do not decide it."""
    if not isinstance(sentence, JoinedSentence):
        return known.get(sentence)
    found = {truth(part, known) for part in sentence.parts}
    if sentence.word == "not":
        (only,) = found
        return None if only is None else not only
    ending = sentence.word == "or"
    return ending if ending in found else None if None in found else not ending


@dataclass
class SentenceReader:
    """Some sentences, read by the automata of a certificate."""

    sentences: tuple[GivenSentence, ...]
    has_value: bool
    work: Work
    start: int = 0
    row_start: int = 0
    _next: dict[tuple[int, int, int, int, int], int] = field(default_factory=dict)
    _rows: dict[tuple[int, int, int, int], int] = field(default_factory=dict)
    _ends: dict[int, tuple[bool, ...]] = field(default_factory=dict)
    _row_ends: dict[int, tuple[bool, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        found = dict.fromkeys(leaf for s in self.sentences for leaf in leaves(s))
        self.layers = tuple(a for a in found if isinstance(a, LayerStatement))
        self.heaps = tuple(a for a in found if isinstance(a, HeapCount))
        self.tests = tuple(dict.fromkeys(a.test for a in self.heaps))
        self.zeros, self.ones = together(*(a.zeros for a in self.layers)), together(*(a.ones for a in self.layers))
        self.counted = together(*(a.division for a in self.heaps))
        self.named = max([a.named for a in self.layers] + [t.named for t in self.tests], default=0)
        self.has_classes = bool(self.heaps)
        self.digits = (0, 1) if self.has_value else (0,)

    # -- the automata of the certificate, walked through beside our own readers

    def take(self, value: Any) -> None:
        """Accept the automata of a certificate, or refuse them."""
        data = record(value, "an automaton of the digit game", keys=("start", "next", "row_start", "rows"))
        layers, digits = (
            listed(self.letters(), "letters of an automaton"),
            list(product((0, 1), self.digits, range(self.named + 1))),
        )
        self.start, self._next, self._ends = self._walk(
            of(data, "start"), of(data, "next"), layers, self.layers, self._said
        )
        self.row_start, self._rows, self._row_ends = self._walk(
            of(data, "row_start"), of(data, "rows"), digits, self.tests, lambda truths: truths
        )

    def _walk(
        self, begin: Any, table: Any, letters: Sequence[Any], own: Sequence[LayerStatement | TestOfHeap],
        said: Callable[[tuple[bool, ...]], tuple[bool, ...]],
    ) -> tuple[int, dict[Any, int], dict[int, tuple[bool, ...]]]:  # fmt: skip
        """Beside some readers of our own: `said` is what has to be known of their truths at the end."""
        table = sequence(table, "an automaton of the digit game")
        rows = [wholes(row, "a state", below=len(table)) for row in table]
        if any(len(row) != len(letters) for row in rows):
            raise not_one("an automaton of the digit game has not one column for every letter")
        first, start = whole(begin, "a state", below=len(rows)), tuple(a.start for a in own)
        states, queue, ends = {start: first}, [start], dict[int, tuple[bool, ...]]()
        for state in queue:
            self.work.spend(16 * len(letters))
            here, end = states[state], said(tuple(a.is_true(s) for a, s in zip(own, state, strict=True)))
            if ends.setdefault(here, end) != end:
                raise wrong("an automaton of the digit game takes different sentences for one")
            for letter, there in zip(letters, rows[here], strict=True):
                after = tuple(a.step(s, *letter) for a, s in zip(own, state, strict=True))
                if after not in states:
                    queue.append(after)
                if states.setdefault(after, there) != there:
                    raise wrong("a transition of the digit game leads elsewhere")
        if len(ends) != len(rows):
            raise not_one("an automaton of the digit game has states that are never met")
        known = {(here, *letter): there for here in ends for letter, there in zip(letters, rows[here], strict=True)}
        return first, known, ends

    def _said(self, truths: tuple[bool, ...]) -> tuple[bool, ...]:
        """What is known at the end: all sentences, or where heaps are counted, what was read of layers."""
        if self.has_classes:
            return truths
        known = dict(zip(self.layers, truths, strict=True))
        return tuple(bool(truth(s, known)) for s in self.sentences)

    def letters(self) -> Iterable[tuple[int, int, int, int]]:
        """All layers that can be told apart."""
        return product(self.zeros.all, self.ones.all, self.digits, range(self.named + 1))

    # -- reading

    @property
    def row_states(self) -> int:
        """How many states a heap has."""
        return len(self._row_ends)

    @property
    def states(self) -> int:
        """How many states the layers have."""
        return len(self._ends)

    def step(self, state: int, zeros: int, ones: int, digit: int, level: int) -> int:
        """The state behind a layer, whose counts may be known more finely."""
        return self._next[state, self.zeros.of(zeros), self.ones.of(ones), digit, min(level, self.named)]

    def row(self, state: int, bit: int, digit: int, level: int) -> int:
        """The state of a heap behind one more digit."""
        return self._rows[state, bit, digit, min(level, self.named)]

    def truths(self, state: int, counts: Mapping[int, int]) -> tuple[bool, ...]:
        """The sentences at the end, with the number of heaps in each state."""
        found = self._ends[state]
        if not self.has_classes:
            return found
        known: dict[Any, bool] = dict(zip(self.layers, found, strict=True))
        for a in self.heaps:
            place = self.tests.index(a.test)
            passing = sum(number for row, number in counts.items() if self._row_ends[row][place])
            known[a] = a.division.of(passing) in a.chosen
        return tuple(bool(truth(s, known)) for s in self.sentences)

    @cached_property
    def hopeless(self) -> frozenset[int]:
        """States of a heap of which one heap makes all sentences false, whatever comes."""
        return frozenset(row for row in self._row_ends if self._is_hopeless(row))

    def _is_hopeless(self, row: int) -> bool:
        """It will pass some tests for certain; from one heap on, some counts are then settled."""
        if not self.has_classes:
            return False
        later, queue = {row}, [row]
        for state in queue:
            new = {there for (here, *_), there in self._rows.items() if here == state} - later
            later |= new
            queue += new
        known: dict[Any, bool] = {}
        for a in self.heaps:
            place = self.tests.index(a.test)
            if all(self._row_ends[state][place] for state in later):
                said = {a.division.of(n) in a.chosen for n in range(1, len(a.division.all) + 1)}
                known |= {a: said.pop()} if len(said) == 1 else {}
        return all(truth(s, known) is False for s in self.sentences)


def at_end() -> GivenSentence:
    """All heaps are 0."""
    return atom(["sum", 1, 1, [0]])
