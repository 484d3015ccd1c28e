"""Which variables of formulas are written by coordinates to a modulus, x = p a + r, and which stay as they are.

A number is *whole* if it is divided by the modulus, or stands in a linear relation with such a number. Its remainders,
and parameters that divide the modulus, are bounded by the modulus and may stand beside it. All other variables are
*plain*, and no linear relation may have both a plain and a whole one.
"""

from collections.abc import Iterable, Iterator, Mapping, Set

from heapwise.proof.logic import And, At, Atom, Exists, Forall, Formula, LinearComparison, Named
from heapwise.proof.logic.formulas import parts_of
from heapwise.proof.tracks.atoms import Division, Multiple, QuotientAtom, Rest
from heapwise.records import Record, dataclass, field


class Level(Record):
    """One modulus: what is whole to it, and what is bounded by it; `dividing` are moduli that divide it."""

    modulus: str
    wholes: frozenset[str]
    rests: frozenset[str]
    dividing: frozenset[str]
    products: Mapping[str, str]  # numbers that are bound as u p, with u
    multiples: frozenset[str] = frozenset()  # parameters that the modulus divides: their remainders are 0

    def coordinates(self, name: str) -> tuple[str, ...]:
        """The variables that stand for a number."""
        if name in self.products:
            return ()
        if name not in self.wholes:
            return (name,)
        return (self.quotient(name),) if name in self.multiples else (self.quotient(name), self.rest(name))

    def quotient(self, name: str) -> str:
        """The variable of the quotient of a whole one."""
        return f"{name}/{self.modulus}"

    def rest(self, name: str) -> str:
        """The variable of the remainder of a whole one."""
        return f"{name}%{self.modulus}"


def necessary(formula: Formula) -> Iterator[Atom]:
    """Atoms that are true wherever a formula is, for some values of the variables that it binds."""
    match formula:
        case Atom():
            yield formula
        case And(parts):
            for part in parts:
                yield from necessary(part)
        case Exists(_, body) | Named(_, body):
            yield from necessary(body)


def bounded(variables: Iterable[str], body: Formula, moduli: Set[str]) -> set[str]:
    """The variables that are less than a modulus wherever the body is true: remainders, and amounts below it."""
    found = set[str]()
    for atom in necessary(body):
        if isinstance(atom, Rest) and atom.variables[-1] in moduli:
            found.add(atom.variables[0])
        elif isinstance(atom, LinearComparison):
            found |= _below(atom, moduli)
    return found & set(variables)


def _below(atom: LinearComparison, moduli: Set[str]) -> set[str]:
    """`p - v - ... >= 1`, where all else is subtracted."""
    sign = {">=": 1, ">": 1, "<=": -1, "<": -1}.get(atom.relation, 0)
    strict = int(atom.relation in (">", "<"))
    factors = dict[str, int]()
    for name, factor in zip(atom.variables, atom.coefficients, strict=True):
        factors[name] = factors.get(name, 0) + sign * factor
    above = [name for name, factor in factors.items() if factor > 0]
    if len(above) != 1 or above[0] not in moduli or factors[above[0]] != 1 or sign * atom.constant - strict > -1:
        return set()
    return {name for name, factor in factors.items() if factor < 0}


@dataclass
class Sorts:
    """The sorts of all variables of some formulas. Variables that stand for one another have one sort."""

    _same: dict[str, str] = field(default_factory=dict)

    def level(
        self, formulas: Iterable[Formula], modulus: str, dividing: frozenset[str], multiples: frozenset[str]
    ) -> Level:
        """What is whole to a modulus, which divides some parameters and is divided by others."""
        parts = list(parts_of(formulas))
        for part in parts:
            if isinstance(part, At):
                for old, new in part.names:
                    self._same[self._find(old)] = self._find(new)
        atoms = [part for part in parts if isinstance(part, Atom)]
        own = [atom for atom in atoms if isinstance(atom, Division) and atom.variables[-1] == modulus]
        moduli = {modulus, *dividing}
        rests = {
            self._find(name)
            for part in parts
            if isinstance(part, Exists)
            for name in bounded(part.variables, part.body, moduli)
        }
        beside = rests | {self._find(name) for name in moduli}
        wholes = {self._find(name) for atom in own for name in _divided(atom)} - beside
        wholes |= {self._find(name) for name in multiples}
        linear = [set(map(self._find, atom.variables)) for atom in atoms if isinstance(atom, LinearComparison)]
        size = -1
        while size != len(wholes):
            size = len(wholes)
            for names in linear:
                if names & wholes:
                    wholes |= names - beside
        every = {name for atom in atoms for name in atom.variables} | set(self._same)
        whole = frozenset(name for name in every if self._find(name) in wholes)
        rest = frozenset(name for name in every if self._find(name) in rests)
        products = _products(parts, modulus)
        return Level(modulus, whole - products.keys(), rest - whole, dividing, products, multiples)

    def _find(self, name: str) -> str:
        while (above := self._same.get(name, name)) != name:
            name = above
        return name


def _products(parts: Iterable[Formula], modulus: str) -> dict[str, str]:
    """Numbers that are multiples of the modulus where they are bound, and stand in linear relations alone."""
    products, others = dict[str, str](), set[str]()
    for part in parts:
        match part:
            case Multiple((one, two, own)) if own == modulus:
                others |= {two} | ({one} if one in products else set())
                products[one] = two
            case LinearComparison() | Exists():
                pass
            case Atom(variables) | Forall(variables, _):
                others |= set(variables)
            case At(names, _):
                others |= {name for pair in names for name in pair}
    bound = {
        name
        for part in parts
        if isinstance(part, Exists)
        for atom in conjoined(part.body)
        if isinstance(atom, Multiple)
        for name in {atom.variables[0]} & set(part.variables)
    }
    return {one: two for one, two in products.items() if one in bound and one not in others}


def conjoined(formula: Formula) -> tuple[Formula, ...]:
    """The parts of a conjunction, with those of conjunctions inside it."""
    match formula:
        case And(parts):
            return tuple(inner for part in parts for inner in conjoined(part))
    return (formula,)


def _divided(atom: Division) -> tuple[str, ...]:
    match atom:
        case Multiple((one, _, _)):
            return (one,)
        case QuotientAtom((_, number, _)):
            return (number,)
    return atom.variables[1:-1]
