"""Declarations of automata -> sets of tuples of numbers. All that makes a set no set is a message: here it is said."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NoReturn

from heapwise.errors import error
from heapwise.lang import nodes
from heapwise.numbers import Acceptor
from heapwise.numbers.acceptors import DigitWord
from heapwise.source import Place, Source

MOST_TRANSITIONS = 1 << 18
_LARGEST_BASE = 10  # a digit of a letter is one sign
_ANY, _REST = "*", "else"


@lru_cache(maxsize=128)
def acceptor_of(node: nodes.Automaton, source: Source) -> Acceptor:
    """The set that a declaration with states describes; the declaration stands in the source."""
    return _Reading(node, source).acceptor()


class _Reading:
    """One declaration."""

    def __init__(self, node: nodes.Automaton, source: Source) -> None:
        assert node.digits is not None
        self.node, self.source, self.digits = node, source, node.digits
        self.base, self.arity = node.digits.base, len(node.tracks)
        self.numbers: dict[str, int] = {}

    def acceptor(self) -> Acceptor:
        """The set, if the declaration is that of one."""
        if not 2 <= self.base <= _LARGEST_BASE:
            self._fail("E148", self.digits, base=self.base)
        transitions = len(self.node.states) * self.base**self.arity
        if transitions > MOST_TRANSITIONS:
            self._fail("E003", self.node.name, what="transitions of an automaton", most=MOST_TRANSITIONS)
        self._number_names()
        rows = tuple(tuple(self._row(state)) for state in self.node.states)
        found = Acceptor(
            self.node.name.name, self.arity, self.digits.are_units_first, self.base, self.digits.are_fibonacci, rows,
            tuple(state.accepts for state in self.node.states),
        )  # fmt: skip
        unlike = found.unlike()
        if unlike is not None:
            short, long = map(_spelled, unlike)
            accepted = unlike[0] if _accepts(found, unlike[0]) else unlike[1]
            self._fail("E144", self.node.name, name=found.name, short=short, long=long, accepted=_spelled(accepted))
        return found

    def _number_names(self) -> None:
        tracks = [track.name for track in self.node.tracks]
        for track in self.node.tracks:
            if tracks.count(track.name) > 1:
                self._fail("E013", track, name=track.name)
        for state in self.node.states:
            if state.name.name in self.numbers:
                self._fail("E147", state.name, name=state.name.name)
            self.numbers[state.name.name] = len(self.numbers)

    def _row(self, state: nodes.AutomatonState) -> Iterator[int]:
        """Where the letters lead, in the order of the letters."""
        rest: nodes.Edge | None = None
        by_letter: dict[str, nodes.Edge] = {}
        for edge in state.edges:
            if edge.to.name not in self.numbers:
                self._fail("E140", edge.to, name=edge.to.name, known=", ".join(self.numbers))
            if edge.letter == _REST:
                if rest is not None:
                    self._fail("E141", edge, state=state.name.name, letter=_REST)
                rest = edge
                continue
            for letter in self._letters(edge):
                if letter in by_letter:
                    self._fail("E141", edge, state=state.name.name, letter=letter)
                by_letter[letter] = edge
        for digits in product(range(self.base), repeat=self.arity):
            letter = "".join(map(str, digits))
            edge_found = by_letter.get(letter, rest)
            if edge_found is None:
                self._fail("E142", state, state=state.name.name, letter=letter, to=self.node.states[0].name.name)
            yield self.numbers[edge_found.to.name]

    def _letters(self, edge: nodes.Edge) -> Iterator[str]:
        """The letters that an edge stands for: each `*` is any digit."""
        if len(edge.letter) != self.arity:
            self._fail("E143", edge, letter=edge.letter, wanted=self.arity, found=len(edge.letter))
        if any(sign != _ANY and int(sign) >= self.base for sign in edge.letter):
            self._fail("E143", edge, help="digit", letter=edge.letter, wanted=self.arity, found=len(edge.letter),
                       most=self.base - 1)  # fmt: skip
        choices = ("".join(map(str, range(self.base))) if sign == _ANY else sign for sign in edge.letter)
        return map("".join, product(*choices))

    def _fail(self, code: str, node: nodes.Node, help: str = "help", **values: object) -> NoReturn:
        raise error(code, Place(self.source, node.span), help=help, **values)


def _accepts(acceptor: Acceptor, word: DigitWord) -> bool:
    state = 0
    for letter in word:
        state = acceptor.rows[state][acceptor.number(letter)]
    return acceptor.accepting[state]


def _spelled(word: DigitWord) -> str:
    """`01 10`, or that nothing is read."""
    return " ".join("".join(map(str, letter)) for letter in word) or "no letter at all"
