"""Formulas about natural numbers as text, for people: short ones on a line, long ones part below part.

That some move of Nim leads from (x1) to a position of the set is `some y0: y0 < x0 and the claimed set(y0)`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields

from heapwise.formulas.ir_text import linear_text
from heapwise.proof.logic.formulas import (
    FALSE,
    TRUE,
    And,
    At,
    Atom,
    Exists,
    Forall,
    Formula,
    Given,
    Iff,
    Implies,
    Named,
    Not,
    Or,
    conjunction,
    disjunction,
    free,
)
from heapwise.proof.logic.linear import LinearComparison, LinearCongruence

_WIDTH = 100


class FormulaText:
    """Writes formulas; a part with a name is written by its name, and `definitions` has what the names stand for."""

    def __init__(self) -> None:
        self._labels: dict[Named, str] = {}

    def lines(self, formula: Formula, depth: int = 0) -> Iterator[str]:
        """The formula: on one line if it fits there, else its parts one below the other."""
        formula = _without_trivial(formula)
        line = "    " * depth + self._line(formula)
        head, parts = _split(formula)
        if len(line) <= _WIDTH or not parts:
            yield line
            return
        yield "    " * depth + head
        for part in parts:
            yield from self.lines(part, depth + 1)

    def definitions(self) -> Iterator[tuple[str, Formula]]:
        """What was written by its name, and what the name stands for; that may bring new names."""
        done = 0
        while done < len(self._labels):
            named = list(self._labels)[done]
            done += 1
            yield self._called(named, free(named)), named.body

    def _line(self, formula: Formula) -> str:
        inner = self._inner
        match formula:
            case And(parts):
                return " and ".join(map(inner, parts)) or "true"
            case Or(parts):
                return " or ".join(map(inner, parts)) or "false"
            case Not(body):
                return f"not {inner(body)}"
            case Implies(left, right) | Iff(left, right):
                return f"{inner(left)} {'iff' if isinstance(formula, Iff) else 'implies'} {inner(right)}"
            case Exists(variables, body) | Forall(variables, body):
                return f"{'some' if isinstance(formula, Exists) else 'all'} {', '.join(variables)}: {self._line(body)}"
        return self._small(formula)

    def _small(self, formula: Formula) -> str:
        """What needs no parentheses."""
        match formula:
            case At(names, Named() as named):
                moved = dict(names)
                return self._called(named, [moved.get(name, name) for name in free(named)])
            case At(names, body):
                return f"({self._line(body)} with {_renamed(names)})"
            case Named():
                return self._called(formula, free(formula))
            case Given():
                return f"the given set({', '.join(formula.variables)})"
        assert isinstance(formula, Atom)
        return _atom(formula)

    def _inner(self, formula: Formula) -> str:
        """A part, in parentheses where it has parts itself."""
        is_small = isinstance(formula, (Atom, Named, Given, At))
        return self._small(formula) if is_small else f"({self._line(formula)})"

    def _called(self, named: Named, variables: Sequence[str]) -> str:
        """The name and what it is said of: `the claimed set(x0, x1)`. Others of that name are numbered."""
        if named not in self._labels:
            others = sum(other.name == named.name for other in self._labels)
            self._labels[named] = named.name + (f", {others + 1}" if others else "")
        return f"{self._labels[named]}({', '.join(variables)})"


def _without_trivial(formula: Formula) -> Formula:
    """The formula without parts that are true, or false, whatever the numbers are."""
    match formula:
        case And(parts):
            return conjunction(part for part in map(_without_trivial, parts) if part != TRUE)
        case Or(parts):
            return disjunction(part for part in map(_without_trivial, parts) if part != FALSE)
        case Not(body):
            inner = _without_trivial(body)
            return FALSE if inner == TRUE else TRUE if inner == FALSE else Not(inner)
        case At(_, body) if _without_trivial(body) in (TRUE, FALSE):
            return _without_trivial(body)
    return formula


def _split(formula: Formula) -> tuple[str, list[Formula]]:
    """The first line of a formula on several lines, and the parts below it."""
    match formula:
        case And(parts):
            return "all of", list(parts)
        case Or(parts):
            return "one of", list(parts)
        case Not(body):
            return "not", [body]
        case Implies(premise, conclusion):
            return "the first only with the second of", [premise, conclusion]
        case Iff(left, right):
            return "both or neither of", [left, right]
        case Exists(variables, body):
            return f"some {', '.join(variables)}:", [body]
        case Forall(variables, body):
            return f"all {', '.join(variables)}:", [body]
        case At(names, body):
            return f"with {_renamed(names)}:", [body]
    return "", []


def _renamed(names: Iterable[tuple[str, str]]) -> str:
    return ", ".join(f"{new} for {old}" for old, new in names)


def _atom(atom: Atom) -> str:
    match atom:
        case LinearComparison(variables, coefficients, constant, relation):
            return f"{linear_text([*zip(coefficients, variables, strict=True)], 0)} {relation} {-constant}"
        case LinearCongruence(variables, coefficients, constant, modulus):
            return f"{linear_text([*zip(coefficients, variables, strict=True)], constant)} = 0 mod {modulus}"
    more = [_plain(getattr(atom, field.name)) for field in fields(atom) if field.name != "variables"]
    name = "".join(f" {c.lower()}" if c.isupper() else c for c in type(atom).__name__).strip()
    return f"{name}({'; '.join([', '.join(atom.variables), *more])})"


def _plain(value: object) -> str:
    return " ".join(map(str, sorted(value))) if isinstance(value, frozenset) else str(value)
