"""Formulas about numbers as formulas about their coordinates to a modulus p: x = p a + r with 0 <= r < p.

A linear form of whole numbers becomes p A + B, where B holds remainders, moduli that divide p, and constants, and
nothing else. Then B lies between two multiples of p that do not depend on p, so a comparison is a disjunction over few
values of A (`Bounds` says why). By the division theorem every number has exactly one pair of coordinates, so a
quantifier over a number is one over pairs with r < p.
"""

from collections.abc import Iterable, Mapping
from itertools import product
from math import prod

from heapwise.proof.logic import (
    TRUE,
    And,
    At,
    Atom,
    Exists,
    Forall,
    Form,
    Formula,
    Implies,
    LinearComparison,
    Named,
    Not,
    Or,
    Relation,
    Sealed,
    compare,
    disjunction,
    free,
    substitute,
)
from heapwise.proof.logic.formulas import Recoding, conjunction
from heapwise.proof.outside import Outside
from heapwise.proof.tracks.atoms import Division, Multiple, QuotientAtom, Rest
from heapwise.proof.tracks.sorts import Level, bounded, conjoined
from heapwise.records import Record

_MOST_CASES = 64
_MOST_BLOCKS = 1_000  # values of A; formulas grow with each of them


class Bounds(Record):
    """Multiples of p between which -B lies, for every p >= 1: `low` p <= -B < `high` p + 1, and no multiple of p
    between these that -B can be is beyond `last` p.

    Let the remainders r, from 0 to p - 1, have coefficients whose positive ones sum up to P and whose negative ones sum
    up to -N, and let the rest of B lie between e and f. Then -B >= -P (p - 1) - f = -P p + (P - f). That is more than
    -P p if f < P; if f >= P it is -f p + (f - P)(p - 1), so at least -f p. In the same way -B <= N p - (N + e), which
    is less than N p if N + e >= 1, and at most -e p if not.
    """

    low: int
    high: int
    last: int

    @staticmethod
    def of(positive: int, negative: int, least: int, most: int) -> "Bounds":
        """From P, N, e and f."""
        low = 1 - positive if most < positive else -most
        if negative + least >= 1:
            return Bounds(low, negative, negative - 1)
        return Bounds(low, -least, -least)


class Coordinates(Recoding):
    """Translates formulas."""

    def __init__(self, level: Level) -> None:
        super().__init__()
        self.level = level

    def closed(self, formula: Formula) -> Formula:
        """True of coordinates of numbers of which the formula is true, and of nothing else.

        The cases of a move stand apart, so that each can be decided alone.
        """
        if isinstance(formula, Or):
            return Or(tuple(map(self.closed, formula.parts)))
        self._check((name for name in free(formula) if name not in self.level.multiples), ())
        parts = conjoined(self.coded(formula))
        split = next((part for part in parts if _is_split(part)), None)
        cases = split.body.parts if isinstance(split, Named) and isinstance(split.body, Or) else (TRUE,)
        rest = (*self._valid(free(formula)), *(part for part in parts if part is not split))
        found = disjunction(And((*rest, case)) for case in cases)
        if not set(free(found)) <= {self.level.modulus, *self._names(free(formula))}:
            raise Outside("a remainder or a quotient of one that is no number of the position")
        return found

    def _coded(self, formula: Formula) -> Formula:
        match formula:
            case Exists(variables, body):
                self._check(variables, conjoined(body))
                return self._exists(variables, conjoined(body))
            case Forall(variables, body):
                self._check(variables, ())
                valid = self._valid(variables)
                inner = self.coded(body)
                return Forall(self._names(variables), Implies(And(valid), inner) if valid else inner)
            case At(names, body):
                return substitute(self.coded(body), self._changes(names))
            case Division():
                return self._division(formula)
            case LinearComparison():
                return self._linear(formula)
            case Atom(variables):
                return self._other(formula, variables)
        raise Outside("a learned set together with coordinates")

    def _exists(self, variables: tuple[str, ...], parts: tuple[Formula, ...]) -> Formula:
        """One formula for each way to choose among the cases of equations; each falls apart into smaller ones."""
        known = self._named_parts(variables, parts)
        names = tuple(name for name in self._names(variables) if name not in known)
        valid = self._valid(variables)
        choices = [self._cases(part) for part in parts]
        if prod(map(len, choices)) > _MOST_CASES:
            choices = [(self.coded(part),) for part in parts]
        found = (And((*valid, *chosen)) for chosen in product(*choices))
        return disjunction(scoped(names, conjoined(substituted(whole, known))) for whole in found)

    def _cases(self, part: Formula) -> tuple[Formula, ...]:
        coded = self.coded(part)
        is_equation = isinstance(part, LinearComparison) and part.relation == "=" and isinstance(coded, Or)
        return coded.parts if is_equation and isinstance(coded, Or) else (coded,)

    def _named_parts(self, variables: Iterable[str], parts: Iterable[Formula]) -> dict[str, str]:
        """Quotients and remainders that are coordinates of other numbers need no variable of their own."""
        known = dict[str, str]()
        for part in parts:
            if isinstance(part, QuotientAtom | Rest) and part.variables[-1] == self.level.modulus:
                own, name = part.variables[0], self._coordinate(part)
                if own in variables and own not in self.level.wholes and own not in known and name is not None:
                    known[own] = name
        return known

    def _coordinate(self, atom: QuotientAtom | Rest) -> str | None:
        """The variable that a quotient, or the remainder of one number, is."""
        number = atom.variables[1]
        if isinstance(atom, QuotientAtom):
            return self.level.quotient(number)
        is_one = atom.coefficients == (1,) and not atom.constant
        has_rest = number in self.level.wholes - self.level.multiples
        return self.level.rest(number) if is_one and has_rest else None

    # -- variables

    def _names(self, variables: Iterable[str]) -> tuple[str, ...]:
        return tuple(name for v in variables for name in self.level.coordinates(v))

    def _valid(self, variables: Iterable[str]) -> tuple[Formula, ...]:
        """Every remainder is less than the modulus, which is then at least 1."""
        level, p = self.level, Form.variable(self.level.modulus)
        rests = (level.rest(v) for v in variables if v in level.wholes - level.multiples)
        return tuple(compare(Form.variable(rest) - p, "<") for rest in rests)

    def _changes(self, names: Iterable[tuple[str, str]]) -> dict[str, str]:
        level, changes = self.level, dict[str, str]()
        for old, new in names:
            if old in level.wholes:
                before, after = level.coordinates(old), level.coordinates(new)
                if len(before) != len(after):
                    raise Outside("a multiple of a parameter in the place of a number that is none")
                changes |= dict(zip(before, after, strict=True))
            else:
                changes[old] = new
        return changes

    def _check(self, variables: Iterable[str], parts: tuple[Formula, ...]) -> None:
        """What is bounded by the modulus, or a multiple of it, is bound right where that is said."""
        level, own = self.level, set(variables)
        said = bounded(own, And(parts), {level.modulus, *level.dividing})
        made = {part.variables[:2] for part in parts if isinstance(part, Multiple)}
        products = {(name, level.products[name]) for name in own & level.products.keys()}
        if not (own & level.rests <= said and products <= made and own.isdisjoint(level.multiples)):
            raise Outside("a remainder that is not bound where it is made")

    # -- atoms

    def _division(self, atom: Division) -> Formula:
        level = self.level
        if atom.variables[-1] != level.modulus:
            return self._smaller(atom)
        made = atom.variables[1] if isinstance(atom, Multiple) else atom.variables[0]
        if made in level.wholes or made in level.products:
            raise Outside("a quotient or a remainder by a parameter that is divided by it again")
        if isinstance(atom, Rest):
            return self._rest(atom)
        one, two, _ = atom.variables
        if isinstance(atom, QuotientAtom):
            return compare(Form.variable(one) - Form.variable(level.quotient(two)), "=")
        if one in level.products:
            return TRUE
        blocks = compare(Form.variable(level.quotient(one)) - Form.variable(two), "=")
        return And((blocks, compare(Form.variable(level.rest(one)), "=")))

    def _rest(self, atom: Rest) -> Formula:
        """The remainder of a form is that of the form of the remainders, which is one of few."""
        p = Form.variable(self.level.modulus)
        _, rest, bounds = self._apart(atom.form - Form.variable(atom.variables[0]))
        below = compare(Form.variable(atom.variables[0]) - p, "<")
        equal = (compare(rest + p * j, "=") for j in range(bounds.low, bounds.last + 1))
        return And((below, disjunction(equal)))

    def _smaller(self, atom: Division) -> Formula:
        """Division by another modulus: x mod m is (x mod p) mod m, if m divides p."""
        level = self.level
        if not set(atom.variables) & (level.wholes | level.products.keys()):
            return atom
        one, modulus = atom.variables[0], atom.variables[-1]
        is_free = {one, modulus}.isdisjoint(level.wholes | level.products.keys())
        if isinstance(atom, Rest) and modulus in level.dividing and is_free:
            _, rest, _ = self._apart(atom.form)
            return Rest.of(one, rest, modulus)
        raise Outside("two moduli of which none is known to divide the other")

    def _other(self, atom: Atom, variables: tuple[str, ...]) -> Formula:
        if (self.level.wholes | self.level.products.keys()) & set(variables):
            raise Outside("digits of a number that is divided by a parameter")
        return atom

    def _linear(self, atom: LinearComparison) -> Formula:
        if not (self.level.wholes | self.level.products.keys()) & set(atom.variables):
            return atom
        form = sum((Form.variable(v) * c for v, c in zip(atom.variables, atom.coefficients, strict=True)), Form())
        form += atom.constant
        if atom.relation in ("=", "!="):
            equal = self._compared(form, "=")
            return equal if atom.relation == "=" else Not(equal)
        signed = form if ">" in atom.relation else form * -1
        return self._compared(signed if "=" in atom.relation else signed - 1, ">=")

    def _apart(self, form: Form) -> tuple[Form, Form, Bounds]:
        """A and B of `p A + B`, and what is known of B."""
        level = self.level
        blocks, rest = Form(), Form(constant=form.constant)
        positive, negative, least, most = 0, 0, form.constant, form.constant
        for name, factor in form.coefficients:
            if name == level.modulus:
                blocks += factor
            elif name in level.products:
                blocks += Form.variable(level.products[name]) * factor
            elif name in level.multiples:
                blocks += Form.variable(level.quotient(name)) * factor
            else:
                positive, negative = positive + max(factor, 0), negative + max(-factor, 0)
                if name in level.dividing:  # at most p itself, which is one more than a remainder
                    least, most = least + min(factor, 0), most + max(factor, 0)
                if name in level.wholes:
                    blocks += Form.variable(level.quotient(name)) * factor
                rest += Form.variable(self._bounded(name)) * factor
        return blocks, rest, Bounds.of(positive, negative, least, most)

    def _bounded(self, name: str) -> str:
        """The part of a number that the modulus bounds."""
        level = self.level
        if name in level.wholes:
            return level.rest(name)
        if name in level.rests or name in level.dividing:
            return name
        raise Outside("a number that is divided by a parameter, compared with one that is not")

    def _compared(self, form: Form, relation: str) -> Formula:
        """`p A + B` is 0, or at least 0."""
        p = Form.variable(self.level.modulus)
        blocks, rest, bounds = self._apart(form)
        sign: Relation = "=" if relation == "=" else ">="
        last = bounds.last + 1 if relation == "=" else bounds.high
        if last - bounds.low > _MOST_BLOCKS:
            raise Outside(f"a number as large as {last - bounds.low:,} beside parameters")
        cases: list[Formula] = [
            And((compare(blocks - j, "="), compare(rest + p * j, sign))) for j in range(bounds.low, last)
        ]
        if relation != "=":
            cases.append(compare(blocks - bounds.high, ">="))
        return disjunction(cases)


def _is_split(part: Formula) -> bool:
    return isinstance(part, Named) and not isinstance(part, Sealed) and isinstance(part.body, Or)


def scoped(names: Iterable[str], parts: tuple[Formula, ...]) -> Formula:
    """For some values of the names all parts hold; parts that share no such name are asked for themselves."""
    groups: list[tuple[set[str], list[Formula]]] = []
    bound = set(names)
    for part in parts:
        own, inside = bound & set(free(part)), [part]
        for group in [group for group in groups if group[0] & own]:
            own, inside = own | group[0], group[1] + inside
            groups.remove(group)
        groups.append((own, inside))
    scopes = ((tuple(sorted(own)), conjunction(inside)) for own, inside in groups)
    return conjunction(Exists(own, inside) if own else inside for own, inside in scopes)


def substituted(formula: Formula, names: Mapping[str, str]) -> Formula:
    """A conjunction with other names in each of its parts."""
    if isinstance(formula, And):
        return And(tuple(substituted(part, names) for part in formula.parts))
    return substitute(formula, {old: new for old, new in names.items() if old in free(formula)})
