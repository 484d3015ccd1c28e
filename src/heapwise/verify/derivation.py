"""From the steps to what is proved: which automaton belongs to which formula, and that none has a solution.

A theorem says that an automaton accepts exactly the numbers of which a formula is true. That of an atom is compared
with a reader of digits; all others are made of theorems before them, by the laws of `formulas` and by steps that have
been looked at already.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from heapwise.verify.atoms import MOST_BASE
from heapwise.verify.automata import MOST_LETTERS, AutomatonTable, digits, reads, table
from heapwise.verify.formulas import CertificateFormula, Patterns, bound, make, opened
from heapwise.verify.readers import DEAD
from heapwise.verify.steps import Key, Placed, check, step
from heapwise.verify.untrusted import Work, names, not_one, of, record, sequence, several, text, too_large, whole, wrong

MOST_READ = 1_000_000
_READ = 16  # a letter of a reader takes as long as so many transitions
_BINARY = ("implies", "iff")


@dataclass(frozen=True)
class NamedTable:
    """A table, and the variables that its tracks read, in alphabetical order."""

    table: int
    tracks: tuple[str, ...]


class Derivation:
    """The theorems for one order of digits."""

    def __init__(self, value: Any, formulas: list[CertificateFormula], patterns: Patterns, work: Work) -> None:
        data = record(value, "a proof", keys=("order", "base", "shapes", "steps", "theorems"))
        self.work = work
        self.order = text(of(data, "order"), "an order of digits")
        if self.order not in ("lsd", "msd"):
            raise not_one("an order of digits is neither lsd nor msd")
        self.base = whole(of(data, "base"), "a base", 2, MOST_BASE + 1)
        self.tables = [table(v, self.base) for v in sequence(of(data, "shapes"), "shapes")]
        self.made = self._steps(of(data, "steps"))
        self.patterns = patterns
        self._known: dict[int, tuple[tuple[str, ...], NamedTable]] = {}
        self.count = 0
        for theorem in sequence(of(data, "theorems"), "theorems"):
            self._add(record(theorem, "a theorem", keys=("formula", "automaton", "work", "result")), formulas)

    def _steps(self, value: Any) -> dict[Key, Placed]:
        made: dict[Key, Placed] = {}
        for data in sequence(value, "steps"):
            found = step(data, self.tables)
            check(found, self.tables, self.order == "lsd", self.work)
            made[found.key] = found.result
        return made

    def has_no_solution(self, formula: CertificateFormula) -> bool:
        """Is every case of a formula proved to be true of nothing?"""
        return all(self.tables[self._of(case).table].is_empty for case in self.patterns.flat("or", formula))

    # -- theorems

    def _add(self, data: dict[str, Any], formulas: list[CertificateFormula]) -> None:
        formula = formulas[whole(of(data, "formula"), "a formula", below=len(formulas))]
        number, free = self.patterns.of(formula)
        automaton = self._proved(formula, data)
        if not set(automaton.tracks) <= set(free):
            raise wrong("an automaton has a variable that its formula has not")
        self._known[number] = free, automaton
        self.count += 1

    def _proved(self, formula: CertificateFormula, data: dict[str, Any]) -> NamedTable:
        if formula.atom is not None:
            return self._atom(formula, data)
        parts = formula.parts
        if formula.changes is not None:
            return self._renamed(self._of(parts[0]), formula.changes)
        if formula.op == "not":
            return self._opposite(self._of(parts[0]))
        if formula.op == "forall":
            return self._opposite(self._of(bound(formula.names, make("not", parts[0]))))
        if formula.op in _BINARY:
            return self._product(formula.op, self._of(parts[0]), self._of(parts[1]))
        return _Registers(self, formula).result(data)

    def _of(self, formula: CertificateFormula) -> NamedTable:
        """The automaton of a formula of which a theorem is known, or of the same with its outermost sign opened."""
        for same in (formula, opened(formula)):
            number, free = self.patterns.of(same)
            if number in self._known:
                known, automaton = self._known[number]
                changes = dict(zip(known, free, strict=True))
                if self._can_rename(automaton, changes):
                    return self._renamed(automaton, changes)
        raise wrong("a formula is used before it is proved")

    # -- steps

    def _result(self, key: Key, tracks: tuple[str, ...]) -> NamedTable:
        if key not in self.made:
            raise wrong(f"a step is missing: {key[0]}")
        number, places = self.made[key]
        return NamedTable(number, tuple(tracks[i] for i in places))

    def _renaming(self, automaton: NamedTable, changes: Mapping[str, str]) -> tuple[Key, tuple[str, ...]] | None:
        """The step that is needed for other names, with the new tracks; none if the tracks stay in their order."""
        new = tuple(changes.get(track, track) for track in automaton.tracks)
        if all(a < b for a, b in pairwise(new)):
            return None
        tracks = tuple(sorted(set(new)))
        return ("rename", (_placed(automaton, automaton.tracks),), tuple(map(tracks.index, new))), tracks

    def _can_rename(self, automaton: NamedTable, changes: Mapping[str, str]) -> bool:
        needed = self._renaming(automaton, changes)
        return needed is None or needed[0] in self.made

    def _renamed(self, automaton: NamedTable, changes: Mapping[str, str]) -> NamedTable:
        needed = self._renaming(automaton, changes)
        if needed is None:
            return NamedTable(automaton.table, tuple(changes.get(track, track) for track in automaton.tracks))
        return self._result(*needed)

    def _opposite(self, automaton: NamedTable) -> NamedTable:
        return self._result(("not", (_placed(automaton, automaton.tracks),), ()), automaton.tracks)

    def _product(self, op: str, one: NamedTable, two: NamedTable) -> NamedTable:
        tracks = tuple(sorted({*one.tracks, *two.tracks}))
        return self._result((op, (_placed(one, tracks), _placed(two, tracks)), ()), tracks)

    def _projected(self, automaton: NamedTable, hidden: tuple[str, ...]) -> NamedTable:
        places = tuple(i for i, track in enumerate(automaton.tracks) if track in hidden)
        return self._result(("project", (_placed(automaton, automaton.tracks),), places), automaton.tracks)

    # -- atoms

    def _atom(self, formula: CertificateFormula, data: dict[str, Any]) -> NamedTable:
        """Walk through reader and automaton side by side: no two ways may tell them apart."""
        assert formula.atom is not None
        number, own = _named(of(data, "automaton"), self.tables)
        tracks = tuple(sorted(set(formula.names)))
        if not set(own) <= set(tracks) or list(own) != sorted(own):
            raise wrong("the automaton of an atom has other variables")
        if self.base ** len(tracks) > MOST_LETTERS:
            raise too_large("an atom has too many variables")
        self.work.spend(_READ * self.base ** len(tracks))
        self._walk(formula, self.tables[number], own, tracks)
        return NamedTable(number, own)

    def _walk(
        self, formula: CertificateFormula, found: AutomatonTable, own: tuple[str, ...], tracks: tuple[str, ...]
    ) -> None:
        assert formula.atom is not None
        reader = formula.atom.reader(self.base, self.order == "lsd")
        order = [tracks.index(name) for name in formula.names]
        columns = reads(self.base, len(tracks), [tracks.index(name) for name in own])
        seen = (tuple(d[i] for i in order) for d in digits(self.base, len(tracks)))
        letters = {(read, found.columns[column]) for read, column in zip(seen, columns, strict=True)}
        states, queue = {reader.start: 0}, [reader.start]
        for state in queue:
            self.work.spend(_READ * len(letters))
            here = states[state]
            if (state is not DEAD and bool(reader.is_true(state))) != (here in found.accepting):
                raise wrong("the automaton of an atom accepts something else")
            if len(queue) * len(letters) > MOST_READ:
                raise too_large("an atom needs too many states")
            for read, column in letters:
                after = DEAD if state is DEAD else reader.go(state, read)
                if after not in states:
                    queue.append(after)
                if states.setdefault(after, found.rows[here][column]) != found.rows[here][column]:
                    raise wrong("a transition of an atom leads elsewhere")


class _Registers:
    """A conjunction, disjunction or quantifier: registers that are multiplied and projected until one is left.

    Each register is used once. Where one of them alone settles the matter, the others need not be used.
    """

    def __init__(self, derivation: Derivation, formula: CertificateFormula) -> None:
        self.derivation = derivation
        self.connective, self.hidden, parts = _taken_apart(formula, derivation.patterns)
        derivation.patterns.see(len(parts))
        self.registers = [derivation._of(part) for part in parts]
        self.left = set(range(len(parts)))

    def result(self, data: dict[str, Any]) -> NamedTable:
        """The automaton that the work leads to."""
        for work in sequence(data.get("work", []), "work"):
            self._do(*several(work, 2, "a piece of work"))
        if not self.registers:
            return self._nothing(whole(of(data, "result"), "an automaton", below=len(self.derivation.tables)))
        last = whole(of(data, "result"), "a register", below=len(self.registers))
        found = self.registers[last]
        table = self.derivation.tables[found.table]
        if last not in self.left or set(found.tracks) & self.hidden:
            raise wrong("the result of a theorem is not what its work leads to")
        if self.left != {last} and not (table.is_empty if self.connective == "and" else table.is_full):
            raise wrong("a part of a formula is not used")
        return found

    def _do(self, first: Any, second: Any) -> None:
        one = self.registers[self._take(first)]
        if type(second) is int:
            made = self.derivation._product(self.connective, one, self.registers[self._take(second)])
        else:
            made = self._projection(one, names(second, "variables"))
        self.left.add(len(self.registers))
        self.registers.append(made)

    def _take(self, value: Any) -> int:
        number = whole(value, "a register", below=len(self.registers))
        if number not in self.left:
            raise wrong("a part of a formula is used twice")
        self.left.remove(number)
        return number

    def _projection(self, automaton: NamedTable, hidden: tuple[str, ...]) -> NamedTable:
        self.derivation.work.spend(len(self.left))
        elsewhere = {track for i in self.left for track in self.registers[i].tracks}
        if not set(hidden) <= self.hidden or set(hidden) & elsewhere:
            raise wrong("a variable is projected that other parts still speak of")
        return self.derivation._projected(automaton, hidden)

    def _nothing(self, number: int) -> NamedTable:
        """All of no parts is true, and some of no parts is false."""
        table = self.derivation.tables[number]
        if table.arity or not (table.is_full if self.connective == "and" else table.is_empty):
            raise wrong("an empty formula has another automaton")
        return NamedTable(number, ())


def _taken_apart(formula: CertificateFormula, patterns: Patterns) -> tuple[str, set[str], list[CertificateFormula]]:
    """How the parts of a formula are connected, which variables are hidden, and the parts."""
    if formula.op == "and":
        return "and", set(), patterns.flat("and", formula)
    if formula.op == "or":
        return "or", set(), list(formula.parts)
    variables, body = formula.names, opened(formula.parts[0])
    if body.op == "or":
        patterns.see(len(body.parts))
        return "and", set(), [make("or", *(bound(variables, part) for part in body.parts))]
    if body.op == "exists":
        return "and", set(), [bound((*(v for v in variables if v not in body.names), *body.names), body.parts[0])]
    return "and", set(variables), patterns.flat("and", body)


def _placed(automaton: NamedTable, tracks: tuple[str, ...]) -> Placed:
    return automaton.table, tuple(map(tracks.index, automaton.tracks))


def _named(value: Any, tables: list[AutomatonTable]) -> tuple[int, tuple[str, ...]]:
    pair = several(value, 2, "an automaton with its variables")
    number = whole(pair[0], "an automaton", below=len(tables))
    tracks = names(pair[1], "variables")
    if len(tracks) != tables[number].arity:
        raise not_one("an automaton is given another number of variables")
    return number, tracks
