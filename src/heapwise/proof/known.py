"""Values of a game as a proved automaton: what any statement about values at several positions is decided by.

A statement that asks for values outside of the forms of claims is decided in two steps: an automaton is shown to be
that of the P-positions, or of all positions with their values, and then it stands for the questions. If positions of
other games are asked about as well, there is one for each of these games. Wherever the statement asks, the position has
to be legal: what is no position is in no set, and must not count as an N-position.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from heapwise.errors import error
from heapwise.formulas import HoleOf
from heapwise.lang import parse_automaton
from heapwise.numbers import Acceptor
from heapwise.proof.given import given
from heapwise.proof.grundy import graph_of_values
from heapwise.proof.logic import And, Exists, Form, Formula, Given, Not, compare, substitute
from heapwise.proof.moves import Moves
from heapwise.proof.outcomes import p_positions
from heapwise.proof.outside import Outside
from heapwise.proof.statement import SET, Obligation, Setting
from heapwise.records import Record
from heapwise.source import Source
from heapwise.terms.automata import acceptor_of

VALUE = "g"


class KnownValues(Record):
    """The set of the P-positions, or with `has_values` that of all positions with their values behind them."""

    acceptor: Acceptor
    has_values: bool
    text: str  # the automaton, as a text of claims would declare it
    side: int = 0  # of the table from which it was guessed
    others: "tuple[KnownValues, ...]" = ()  # of the other games that are asked about, in the order of `other_games`

    @property
    def way(self) -> str:
        """How a statement is decided by it."""
        what = "values" if self.has_values else "P-positions"
        states = len(self.acceptor.rows)
        return (
            f"decided by an automaton of the {what}, {states} states: guessed from a table of side {self.side}, "
            "and proved first"
        )

    def to_json(self) -> dict[str, Any]:
        """What a certificate says of it."""
        others = {"others": [other.to_json() for other in self.others]} if self.others else {}
        return {"values": self.has_values, "automaton": self.text, **others}

    def set(self, moves: Moves) -> Given:
        """The set as a formula of the components, and of the value; raises `Outside` where it has more, or fewer."""
        names = (*moves.names, *([VALUE] if self.has_values else []))
        if len(names) != self.acceptor.arity:
            raise Outside(f"an automaton of {self.acceptor.arity} numbers for {len(names)}")
        return given(self.acceptor, names)

    def obligations(self, setting: Setting) -> Iterator[Obligation]:
        """That it is what it is called."""
        if self.has_values:
            return graph_of_values(setting, self.set(setting.moves))
        return p_positions(setting, setting.named(SET, self.set(setting.moves)))

    def question(self, moves: Moves, hole: HoleOf) -> "KnownAnswer | None":
        """What answers a question; None if this does not."""
        if hole.question in ("P", "N") or (hole.question == "G" and self.has_values):
            return KnownAnswer(self, moves, hole.question)
        return None


def known_values(text: str, has_values: bool) -> KnownValues:
    """The values that a text of an automaton describes."""
    source = Source("<automaton>", text)
    node = parse_automaton(source)
    if node.digits is None:
        raise error("E146", None, help="again", file=node.file)
    return KnownValues(acceptor_of(node, source), has_values, text)


class KnownAnswer(Record):
    """A question, answered by formulas of the components of the position that is asked about."""

    known: KnownValues
    moves: Moves
    asks: str

    @property
    def is_truth(self) -> bool:
        """Is the answer yes or no?"""
        return self.asks != "G"

    def condition(self, names: Sequence[str], wanted: bool) -> Formula:
        """The position is legal, and the answer is yes, or no."""
        losing = self._losing()
        return self._at(losing if (self.asks == "P") == wanted else Not(losing), names)

    def value(self, names: Sequence[str], value: str) -> Formula:
        """The position is legal, and this is its value."""
        return self._at(substitute(self.known.set(self.moves), {VALUE: value}), names)

    def _losing(self) -> Formula:
        found = self.known.set(self.moves)
        if not self.known.has_values:
            return found
        return Exists((VALUE,), And((compare(Form.variable(VALUE), "=", 0), found)))

    def _at(self, formula: Formula, names: Sequence[str]) -> Formula:
        whole = And((self.moves.domain, formula))
        return substitute(whole, dict(zip(self.moves.names, names, strict=True)))
