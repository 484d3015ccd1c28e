"""Automata that a text declares, as formulas; and in which digits formulas have to be read."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from heapwise.numbers import Acceptor
from heapwise.proof.automata import Automaton, AutomatonBudget, DigitOrder, Numeration, Raw, Workshop
from heapwise.proof.fibonacci import FibonacciPortfolio, OfCodes, coded, speaks_of_golden
from heapwise.proof.logic import (
    Atom,
    Formula,
    Given,
    LinearComparison,
    LinearCongruence,
    Make,
    Portfolio,
    compile,
    plain,
)
from heapwise.proof.logic.formulas import parts_of
from heapwise.proof.outside import Outside
from heapwise.records import Record


def given(acceptor: Acceptor, names: Sequence[str]) -> Given:
    """The tuples of a declared set; `names` stand for its components, each for one."""
    automaton = automaton_of(acceptor)
    own = dict(zip(tracks(acceptor.arity), names, strict=True))
    return (OfCodes if acceptor.is_fibonacci else Given)(automaton, tuple(own[track] for track in automaton.tracks))


def tracks(size: int) -> tuple[str, ...]:
    """Names of tracks whose order is that of their numbers."""
    return tuple(f"t{i:03}" for i in range(size))


@lru_cache(maxsize=64)
def automaton_of(acceptor: Acceptor) -> Automaton:
    """A declared set in normal form; of Fibonacci digits only codes are accepted."""
    digits = Numeration(DigitOrder.LSD if acceptor.is_units_first else DigitOrder.MSD, acceptor.base)
    rows, accepting = _of_codes(acceptor) if acceptor.is_fibonacci else (acceptor.rows, acceptor.accepting)
    width = digits.letters(acceptor.arity)
    places = [acceptor.number(digits.digits(letter, acceptor.arity)) for letter in range(width)]
    table = [row[place] for row in rows for place in places]
    raw = Raw(tracks(acceptor.arity), digits, tuple(range(width)), width, table, list(accepting))
    return Workshop(digits).from_table(raw)


def _of_codes(acceptor: Acceptor) -> tuple[Sequence[Sequence[int]], Sequence[bool]]:
    """The same that remembers the last letter, and rejects two ones side by side."""
    nowhere, start = -1, (0, (0,) * acceptor.arity)
    states: dict[tuple[int, tuple[int, ...]], int] = {start: 0}
    rows: list[list[int]] = []
    for state, last in (waiting := [start]):
        row = [nowhere] * len(acceptor.letters)
        for number, letter in acceptor.following(last):
            after = acceptor.rows[state][number], letter
            if after not in states:
                states[after] = len(states)
                waiting.append(after)
            row[number] = states[after]
        rows.append(row)
    dead = len(rows)
    full = [[dead if target == nowhere else target for target in row] for row in rows]
    return [*full, [dead] * len(acceptor.letters)], [*(acceptor.accepting[s] for s, _ in waiting), False]


class DigitSystem(Record):
    """The digits in which formulas are read: those of a base, or Fibonacci digits."""

    base: int
    are_fibonacci: bool

    def portfolio(self, budget: AutomatonBudget | None = None, make: Make = plain) -> Portfolio:
        """What decides the formulas."""
        if self.are_fibonacci:
            return FibonacciPortfolio(budget, make)
        return Portfolio(budget, base=self.base, make=make)

    def compile(self, formula: Formula, order: DigitOrder, budget: AutomatonBudget) -> Automaton:
        """The automaton of a formula, which reads these digits."""
        return compile(coded(formula) if self.are_fibonacci else formula, order, budget, self.base)


def digits_of(formulas: Iterable[Formula]) -> DigitSystem:
    """The digits in which all of the formulas can be read; raises `Outside` where there are none."""
    listed = list(formulas)
    if speaks_of_golden(listed):
        return DigitSystem(2, True)
    leaves = [part for part in parts_of(listed) if isinstance(part, Atom | Given)]
    bases = {leaf.automaton.shape.numeration.base for leaf in leaves if isinstance(leaf, Given)}
    if len(bases) > 1:
        raise Outside(f"automata that read digits in the bases {' and '.join(map(str, sorted(bases)))}")
    base = bases.pop() if bases else 2
    if base != 2 and not all(isinstance(leaf, LinearComparison | LinearCongruence | Given) for leaf in leaves):
        raise Outside(f"binary digits together with an automaton that reads digits in base {base}")
    return DigitSystem(base, False)
