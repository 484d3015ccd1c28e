"""The formulas: connectives and quantifiers over atoms, all of them values that can be compared."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal, Self

from heapwise.proof.automata import Automaton, Machine, Numeration
from heapwise.records import dataclass, replace

Relation = Literal["=", "!=", "<", "<=", ">", ">="]

COMPARE: Mapping[Relation, Callable[[int, int], bool]] = {
    "=": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip


class Formula:
    """What can be true or false of natural numbers.

    `&`, `|` and `~` make conjunctions, disjunctions and negations.
    """

    __slots__ = ()

    def __and__(self, other: "Formula") -> "And":
        return And((self, other))

    def __or__(self, other: "Formula") -> "Or":
        return Or((self, other))

    def __invert__(self) -> "Not":
        return Not(self)


@dataclass(frozen=True, slots=True)
class Atom(Formula):
    """A relation between variables that a small machine can read off their digits."""

    variables: tuple[str, ...]

    @abstractmethod
    def machine(self, numeration: Numeration) -> Machine[Any, Any]:
        """The machine that reads the variables, in their order."""

    def over(self, variables: tuple[str, ...]) -> Self:
        """The same relation between other variables."""
        return replace(self, variables=variables)


@dataclass(frozen=True, slots=True)
class Given(Formula):
    """A set that is there already as an automaton: a learned one, or a class derived from others.

    `variables` stand for the tracks of the automaton, in the order of the tracks.
    """

    automaton: Automaton
    variables: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(self.variables) != len(self.automaton.tracks):
            raise ValueError(f"{len(self.variables)} variables for {len(self.automaton.tracks)} tracks")


@dataclass(frozen=True, slots=True)
class And(Formula):
    """All of them; true if there are none."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Or(Formula):
    """Some of them; false if there are none."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Not(Formula):
    """The opposite."""

    body: Formula


@dataclass(frozen=True, slots=True)
class Implies(Formula):
    """If the first, then the second."""

    premise: Formula
    conclusion: Formula


@dataclass(frozen=True, slots=True)
class Iff(Formula):
    """Both or neither."""

    left: Formula
    right: Formula


@dataclass(frozen=True, slots=True)
class Exists(Formula):
    """For some natural numbers."""

    variables: tuple[str, ...]
    body: Formula


@dataclass(frozen=True, slots=True)
class Forall(Formula):
    """For all natural numbers."""

    variables: tuple[str, ...]
    body: Formula


@dataclass(frozen=True, slots=True)
class Named(Formula):
    """A formula with a name, for messages about where an automaton grew."""

    name: str
    body: Formula


@dataclass(frozen=True, slots=True)
class Sealed(Named):
    """A formula that is made an automaton as a whole, whatever stands around it: one that many others speak of."""


@dataclass(frozen=True, slots=True)
class At(Formula):
    """A formula about other variables: the first name of each pair stands for the second.

    Nothing is copied, so that `phi` at an option costs no more than `phi` itself.
    """

    names: tuple[tuple[str, str], ...]
    body: Formula


TRUE = And(())
FALSE = Or(())


def conjunction(parts: Iterable[Formula]) -> Formula:
    """All of them, without an And around a single one."""
    found = tuple(parts)
    return found[0] if len(found) == 1 else And(found)


def disjunction(parts: Iterable[Formula]) -> Formula:
    """Some of them, without an Or around a single one."""
    found = tuple(parts)
    return found[0] if len(found) == 1 else Or(found)


def children(formula: Formula) -> tuple[Formula, ...]:
    """The formulas directly inside."""
    match formula:
        case And(parts) | Or(parts):
            return parts
        case Not(body) | Exists(_, body) | Forall(_, body) | Named(_, body) | At(_, body):
            return (body,)
        case Implies(one, two) | Iff(one, two):
            return one, two
    return ()


def parts_of(formulas: Iterable[Formula]) -> Iterator[Formula]:
    """All parts of formulas, each once."""
    waiting, seen = list(formulas), set[int]()
    while waiting:
        formula = waiting.pop()
        if id(formula) not in seen:
            seen.add(id(formula))
            yield formula
            waiting += children(formula)


def with_parts(formula: Formula, change: Callable[[Formula], Formula]) -> Formula | None:
    """The formula with its parts changed, where it is a connective or a name; None where it binds, or is an atom."""
    match formula:
        case And(parts) | Or(parts):
            return type(formula)(tuple(map(change, parts)))
        case Implies(one, two) | Iff(one, two):
            return type(formula)(change(one), change(two))
        case Not(body):
            return Not(change(body))
        case Named(name, body):
            return Named(name, change(body))
    return None


class Recoding:
    """Makes formulas about other numbers of formulas; a part that stands in many places is recoded once."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Formula, Formula]] = {}

    def coded(self, formula: Formula) -> Formula:
        """True of the other numbers exactly where the formula is true of those that they stand for."""
        if id(formula) not in self._known:
            self._known[id(formula)] = formula, with_parts(formula, self.coded) or self._coded(formula)
        return self._known[id(formula)][1]

    @abstractmethod
    def _coded(self, formula: Formula) -> Formula:
        """The same of a formula that binds, or is an atom."""


def free(formula: Formula) -> tuple[str, ...]:
    """The free variables, in the order in which they first appear."""
    return _free(formula, {})


def _free(formula: Formula, known: dict[int, tuple[str, ...]]) -> tuple[str, ...]:
    """The same; a part that stands in many places is looked at once."""
    if id(formula) not in known:
        known[id(formula)] = tuple(dict.fromkeys(_names(formula, known)))
    return known[id(formula)]


def _names(formula: Formula, known: dict[int, tuple[str, ...]]) -> Iterable[str]:
    match formula:
        case Atom() | Given():
            return formula.variables
        case Exists(variables, body) | Forall(variables, body):
            return (name for name in _free(body, known) if name not in variables)
        case At(names, body):
            moved = dict(names)
            return (moved.get(name, name) for name in _free(body, known))
    return (name for part in children(formula) for name in _free(part, known))
