"""The formulas of a certificate, and the few laws of logic by which a proof may take them apart.

Variables are natural numbers. The laws: a negation goes inside `and`, `or`, `implies`, `iff` and quantifiers;
conjunctions and disjunctions have no brackets; `at` (the same formula at other variables) goes inside everything. What
is `sealed` is not opened.
Formulas that differ in the names of their variables alone have one pattern, and what is shown of one holds for all.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

from heapwise.verify.atoms import AtomMeaning, atom
from heapwise.verify.untrusted import name, names, not_one, sequence, too_large, whole

MOST_DEPTH = 150
MOST_SIGNS = 4_000_000  # of all formulas together, as often as they are looked at


@dataclass(frozen=True, eq=False)
class CertificateFormula:
    """A formula. `names` are the variables of an atom, those that a quantifier binds, or what `at` puts for what."""

    op: str
    parts: "tuple[CertificateFormula, ...]" = ()
    names: tuple[str, ...] = ()
    changes: Mapping[str, str] | None = None
    atom: AtomMeaning | None = None
    depth: int = 0


def make(
    op: str, *parts: CertificateFormula, names: tuple[str, ...] = (), changes: Mapping[str, str] | None = None
) -> CertificateFormula:
    """A formula made of others."""
    depth = 1 + max((part.depth for part in parts), default=0)
    if depth > MOST_DEPTH:
        raise too_large(f"formulas are nested more than {MOST_DEPTH} deep")
    return CertificateFormula(op, parts, names, changes, None, depth)


def formulas(value: Any) -> list[CertificateFormula]:
    """The list of formulas of a certificate; each is made of earlier ones."""
    found: list[CertificateFormula] = []
    for node in sequence(value, "formulas"):
        found.append(_formula(sequence(node, "a formula"), found))
    return found


def _formula(node: list[Any], before: list[CertificateFormula]) -> CertificateFormula:
    def part(value: Any) -> CertificateFormula:
        return before[whole(value, "a part of a formula", below=len(before))]

    match node:
        case ["and" | "or" as op, parts]:
            return make(op, *map(part, sequence(parts, "parts")))
        case ["not" | "sealed" as op, body]:
            return make(op, part(body))
        case ["implies" | "iff" as op, one, two]:
            return make(op, part(one), part(two))
        case ["exists" | "forall" as op, variables, body]:
            return make(op, part(body), names=names(variables, "variables"))
        case ["at", pairs, body]:
            return make("at", part(body), changes=_changes(pairs))
        case [str() as kind, variables, *parameters]:
            read = tuple(name(v) for v in sequence(variables, "variables"))
            return CertificateFormula("atom", (), read, None, atom(kind, len(read), parameters))
    raise not_one("a formula has no shape that is known")


def _changes(pairs: Any) -> dict[str, str]:
    found: dict[str, str] = {}
    for pair in sequence(pairs, "changes of variables"):
        match pair:
            case [str() as old, new] if old not in found:
                found[name(old)] = name(new)
            case _:
                raise not_one("a change of variables is not a pair, or there twice")
    return found


class Signs:
    """How many signs of formulas were looked at: parts may be used again and again, and a small file may ask for
    much."""

    _seen = 0

    def see(self, signs: int) -> None:
        """So many more are looked at."""
        self._seen += signs
        if self._seen > MOST_SIGNS:
            raise too_large(f"its formulas have more than {MOST_SIGNS:,} signs to look at")


class Patterns(Signs):
    """Numbers for formulas up to the names of their variables, and their free variables in a fixed order."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}
        self._known: dict[int, tuple[CertificateFormula, int, tuple[str, ...]]] = {}

    def of(self, formula: CertificateFormula) -> tuple[int, tuple[str, ...]]:
        """The number of a formula's pattern, and its free variables."""
        known = self._known.get(id(formula))
        if known is None:
            number, free = self._find(formula)
            self.see(1 + len(free))
            known = self._known[id(formula)] = formula, number, free
        return known[1:]

    def flat(self, op: str, formula: CertificateFormula) -> list[CertificateFormula]:
        """The parts of a conjunction (or disjunction), with those of conjunctions inside it."""
        found: list[CertificateFormula] = []
        waiting = [formula]
        while waiting:
            self.see(1)
            part = waiting.pop()
            outer = opened(part)
            if outer.op == op:
                self.see(len(outer.parts))
                waiting += reversed(outer.parts)
            else:
                found.append(part)
        return found

    def _find(self, formula: CertificateFormula) -> tuple[int, tuple[str, ...]]:
        if formula.op == "atom":
            free = tuple(dict.fromkeys(formula.names))
            return self._number(("atom", formula.atom, tuple(map(free.index, formula.names)))), free
        inner = [self.of(part) for part in formula.parts]
        if formula.op == "sealed":
            return inner[0]
        if formula.changes is not None:
            ((number, used),) = inner
            moved = [formula.changes.get(v, v) for v in used]
            free = tuple(dict.fromkeys(moved))
            # Only variables that become one make another pattern.
            return (number if len(free) == len(moved) else self._number((number, *map(free.index, moved)))), free
        bound = formula.names
        free = tuple(dict.fromkeys(v for _, used in inner for v in used if v not in bound))
        places = {v: i for i, v in enumerate(free)}
        inside = tuple((number, *(places.get(v, -1) for v in used)) for number, used in inner)
        return self._number((formula.op, inside)), free

    def _number(self, pattern: Hashable) -> int:
        return self._numbers.setdefault(pattern, len(self._numbers))


def opened(formula: CertificateFormula, is_denied: bool = False) -> CertificateFormula:
    """The same, with the outermost sign one of `and`, `or`, `exists`, `iff`, or an atom, or one of these denied. What
    is sealed is taken as a whole, also at other variables."""
    parts = formula.parts
    if formula.op == "sealed" or (formula.op == "at" and parts[0].op == "sealed"):
        return make("not", formula) if is_denied else formula
    match formula.op:
        case "not":
            return opened(parts[0], not is_denied)
        case "at":
            return opened(_moved(parts[0], formula.changes or {}), is_denied)
        case "implies" if is_denied:
            return make("and", parts[0], make("not", parts[1]))
        case "implies":
            return make("or", make("not", parts[0]), parts[1])
        case "and" | "or" as op if is_denied:
            return make("or" if op == "and" else "and", *(make("not", part) for part in parts))
        case "iff" if is_denied:
            return make("iff", parts[0], make("not", parts[1]))
        case "forall" if is_denied:
            return make("exists", make("not", parts[0]), names=formula.names)
    return make("not", formula) if is_denied else formula


def _moved(formula: CertificateFormula, changes: Mapping[str, str]) -> CertificateFormula:
    """The formula at other variables, the change made one sign further in."""
    if formula.atom is not None or formula.changes is not None:
        return _at(formula, changes)
    own = _apart(formula.names, changes)
    parts = (_at(part, {**changes, **own}) for part in formula.parts)
    return make(formula.op, *parts, names=tuple(own.values()))


def _at(formula: CertificateFormula, changes: Mapping[str, str]) -> CertificateFormula:
    """The formula at other variables; of an atom, and of a change, there is but one such formula."""
    if formula.atom is not None:
        return CertificateFormula("atom", (), tuple(changes.get(v, v) for v in formula.names), None, formula.atom)
    if formula.changes is not None:
        inner = {old: changes.get(new, new) for old, new in formula.changes.items()}
        return make("at", formula.parts[0], changes={**changes, **inner})
    return make("at", formula, changes=changes)


def _apart(bound: tuple[str, ...], changes: Mapping[str, str]) -> dict[str, str]:
    """Names for bound variables that no free variable has; no name in a certificate has a new line in it."""
    taken = {*changes, *changes.values()}
    found: dict[str, str] = {}
    for variable in bound:
        found[variable] = next(new for new in _alike(variable) if new not in taken)
        taken.add(found[variable])
    return found


def _alike(variable: str) -> Iterator[str]:
    yield variable
    yield from (f"{variable}\n{i}" for i in count())


def bound(variables: Iterable[str], body: CertificateFormula) -> CertificateFormula:
    """For some natural numbers."""
    return make("exists", body, names=tuple(variables))
