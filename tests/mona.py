"""Formulas for MONA, a decision procedure for the monadic second-order logic of one successor, and its answers.

A number is the set of the places of its ones. What atoms mean is said anew here, from their definitions: sums by sets
of carries, comparisons by the highest place that differs. Nothing of heapwise's automata is used.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, count, product
from pathlib import Path

from heapwise.proof.logic import (
    And,
    At,
    Atom,
    BalancedNimSum,
    ColumnSumIs,
    ColumnSums,
    CompareValuations,
    DigitAt,
    Digitwise,
    Exists,
    Forall,
    Formula,
    Iff,
    Implies,
    LinearComparison,
    LinearCongruence,
    Mating,
    Named,
    Not,
    Or,
    Power,
    TrailingPower,
    ValuationPower,
    free,
)

HAS_MONA = shutil.which("mona") is not None

PRELUDE = """ws1s;
pred plus(var2 X, var2 Y, var2 Z) = ex2 C: 0 notin C & all1 p:
    ((p in Z) <=> ((p in X) <=> ((p in Y) <=> (p in C)))) &
    ((p + 1 in C) <=> ((p in X & p in Y) | (p in X & p in C) | (p in Y & p in C)));
pred twice(var2 X, var2 Y) = 0 notin Y & all1 p: (p in X) <=> (p + 1 in Y);
pred less(var2 X, var2 Y) = ex1 p: p notin X & p in Y & all1 q: q > p => ((q in X) <=> (q in Y));
pred earlier(var2 X, var2 Y) = ex1 p: p in X & all1 q: q <= p => q notin Y;
"""


class Unknown(Exception):
    """A formula that is not written for MONA."""


@dataclass
class Writer:
    """Writes formulas; parts with a name, and formulas at other variables, become predicates."""

    predicates: list[str] = field(default_factory=list)
    _known: dict[int, tuple[Formula, str, tuple[str, ...]]] = field(default_factory=dict)
    _fresh: Iterator[int] = field(default_factory=count)

    def program(self, formula: Formula) -> str:
        """A program that asks whether any numbers fulfil the formula."""
        names = free(formula)
        text = self.text(formula)
        declared = f"var2 {', '.join(map(variable, names))};\n" if names else ""
        return "\n".join([PRELUDE, *self.predicates, f"{declared}{text};\n"])

    def text(self, formula: Formula) -> str:
        """A formula as MONA reads it."""
        match formula:
            case And(parts):
                return f"({' & '.join(map(self.text, parts)) or 'true'})"
            case Or(parts):
                return f"({' | '.join(map(self.text, parts)) or 'false'})"
            case Not(body):
                return f"~({self.text(body)})"
            case Implies(one, two):
                return f"({self.text(one)} => {self.text(two)})"
            case Iff(one, two):
                return f"({self.text(one)} <=> {self.text(two)})"
            case Exists(variables, body):
                return f"(ex2 {', '.join(map(variable, variables))}: {self.text(body)})"
            case Forall(variables, body):
                return f"(all2 {', '.join(map(variable, variables))}: {self.text(body)})"
            case Named(_, body):
                return self._call(body, {})
            case At(names, body):
                return self._call(body, dict(names))
        return self._atom(formula)

    def _call(self, body: Formula, names: dict[str, str]) -> str:
        own = free(body)
        if not own:
            return self.text(body)
        if id(body) not in self._known:
            text, name = self.text(body), f"part{next(self._fresh)}"
            self.predicates.append(f"pred {name}({', '.join(f'var2 {variable(v)}' for v in own)}) = {text};")
            self._known[id(body)] = body, name, own
        return f"{self._known[id(body)][1]}({', '.join(variable(names.get(v, v)) for v in own)})"

    # -- atoms

    def _atom(self, atom: Formula) -> str:
        match atom:
            case LinearComparison(names, coefficients, constant, relation):
                return self._linear(names, coefficients, constant, relation)
            case LinearCongruence(names, coefficients, constant, modulus):
                return self._congruent(names, coefficients, constant, modulus)
            case Digitwise(names, allowed):
                return f"(all1 p: {some(places(names, digits) for digits in allowed)})"
            case ColumnSums():
                return column_sums(atom)
            case ColumnSumIs():
                return column_sum_is(atom)
            case DigitAt((name,), place, digit):
                return f"({place} {'in' if digit else 'notin'} {variable(name)})"
        return of_places(atom)

    def _linear(self, names: Sequence[str], coefficients: Sequence[int], constant: int, relation: str) -> str:
        left, right = (f"T{next(self._fresh)}" for _ in range(2))
        terms = [*zip(names, coefficients, strict=True)]
        one = self._sum(left, [(n, c) for n, c in terms if c > 0], max(constant, 0))
        two = self._sum(right, [(n, -c) for n, c in terms if c < 0], max(-constant, 0))
        return f"(ex2 {left}, {right}: {one} & {two} & {compared(left, relation, right)})"

    def _congruent(self, names: Sequence[str], coefficients: Sequence[int], constant: int, modulus: int) -> str:
        quotient = f"T{next(self._fresh)}"
        either = [self._linear((*names, quotient), (*coefficients, sign * modulus), constant, "=") for sign in (-1, 1)]
        return f"(ex2 {variable(quotient)}: {' | '.join(either)})"

    def _sum(self, total: str, terms: list[tuple[str, int]], constant: int) -> str:
        """`total` is the sum of the terms and the constant: one binary sum after another."""
        if not terms:
            return f"{total} = {literal(constant)}"
        (name, coefficient), *rest = terms
        part, other = (f"T{next(self._fresh)}" for _ in range(2))
        own, inner = self._multiple(part, variable(name), coefficient), self._sum(other, rest, constant)
        return f"(ex2 {part}, {other}: {own} & {inner} & plus({part}, {other}, {total}))"

    def _multiple(self, total: str, name: str, coefficient: int) -> str:
        """`total` is the number times the coefficient, by doubling."""
        if coefficient == 1:
            return f"{total} = {name}"
        half, double = (f"T{next(self._fresh)}" for _ in range(2))
        inner = f"{self._multiple(half, name, coefficient // 2)} & twice({half}, {double})"
        last = f"plus({double}, {name}, {total})" if coefficient % 2 else f"{total} = {double}"
        return f"(ex2 {half}, {double}: {inner} & {last})"


def variable(name: str) -> str:
    """A name that is no word of MONA."""
    return "V" + re.sub(r"\W", "_", name)


def literal(value: int) -> str:
    """A number as the set of its places."""
    return "{" + ", ".join(str(i) for i in range(value.bit_length()) if value >> i & 1) + "}" if value else "empty"


def some(parts: Iterator[str] | Sequence[str]) -> str:
    return f"({' | '.join(parts) or 'false'})"


def places(names: Sequence[str], digits: Sequence[int], place: str = "p") -> str:
    """The digits of the numbers at a place."""
    listed = (f"{place} {'in' if d else 'notin'} {variable(n)}" for n, d in zip(names, digits, strict=True))
    return f"({' & '.join(listed) or 'true'})"


def columns(size: int) -> list[tuple[int, ...]]:
    return list(product(range(2), repeat=size))


def compared(left: str, relation: str, right: str) -> str:
    less, more, same = f"less({left}, {right})", f"less({right}, {left})", f"{left} = {right}"
    return {"=": same, "!=": f"~({same})", "<": less, ">": more, "<=": f"~({more})", ">=": f"~({less})"}[relation]


def signed(relation: str, less: str, more: str) -> str:
    """A relation of two things, where it is known how to say that one is less or more than the other."""
    texts = {"<": less, ">": more, "<=": f"~({more})", ">=": f"~({less})"}
    return texts.get(relation) or {"=": f"(~({less}) & ~({more}))", "!=": f"(({less}) | ({more}))"}[relation]


def column_sums(atom: ColumnSums) -> str:
    """The highest place at which the digit sums modulo m differ decides."""

    def sign(digits: tuple[int, ...]) -> int:
        return sum(digits[: atom.left]) % atom.modulus - sum(digits[atom.left :]) % atom.modulus

    every = columns(len(atom.variables))
    same = some([places(atom.variables, d, "q") for d in every if sign(d) == 0])

    def decided(wanted: int) -> str:
        here = some([places(atom.variables, d) for d in every if sign(d) * wanted > 0])
        return f"(ex1 p: {here} & all1 q: q > p => {same})"

    return signed(atom.relation, decided(-1), decided(1))


def column_sum_is(atom: ColumnSumIs) -> str:
    """The same with a constant on the right, whose digits in base m are few."""
    digits, rest = [], atom.constant
    while rest:
        rest, digit = divmod(rest, atom.modulus)
        digits.append(digit)
    every = columns(len(atom.variables))

    def holds(place: str, test: int, wanted: int) -> str:
        sums = [(d, sum(d) % atom.modulus - wanted) for d in every]
        return some([places(atom.variables, d, place) for d, s in sums if (s > 0) - (s < 0) == test])

    length = len(digits)
    above = f"(all1 p: p >= {length} => {holds('p', 0, 0)})"
    less, more = "false", f"~{above}"
    for i in range(length):
        higher = " & ".join([above, *(holds(str(j), 0, digits[j]) for j in range(i + 1, length))])
        less = f"{less} | ({higher} & {holds(str(i), -1, digits[i])})"
        more = f"{more} | ({higher} & {holds(str(i), 1, digits[i])})"
    return signed(atom.relation, f"({less})", f"({more})")


def of_places(atom: Formula) -> str:
    """Atoms about exponents of 2, and the two functions of the field."""
    if not isinstance(atom, Atom):
        raise Unknown(type(atom).__name__)
    names = [variable(name) for name in atom.variables]
    match atom:
        case CompareValuations(_, relation):
            one, two = names
            return signed(relation, f"earlier({one}, {two})", f"earlier({two}, {one})")
        case ValuationPower():
            power, value = names
            least = f"(ex1 p: p in {value} & (all1 q: q < p => q notin {value}) & {power} = {{p}})"
            return f"(({value} = empty & {power} = empty) | {least})"
        case TrailingPower():
            power, value = names
            return f"(ex1 p: p notin {value} & (all1 q: q < p => q in {value}) & {power} = {{p}})"
        case Power():
            return f"(ex1 p: {names[0]} = {{p}})"
        case Mating():
            value, one, two = names
            apart = f"~((p in {one}) <=> (p in {two})) & (all1 q: q < p => ((q in {one}) <=> (q in {two})))"
            return f"(ex1 p: {apart} & all1 q: (q in {value}) <=> q <= p)"
        case BalancedNimSum(variables, k):
            return balanced(variables, k)
    raise Unknown(type(atom).__name__)


def balanced(names: Sequence[str], k: int) -> str:
    """Digits add without carry, and the lowest once more for every two summands that have the digit k."""
    every = columns(len(names))

    def odd(place: str, wanted: int) -> str:
        return some([places(names, d, place) for d in every if sum(d) % 2 == wanted])

    def pairs(wanted: int) -> str:
        every_pair = [(d, sum(a & b for a, b in combinations(d[1:], 2))) for d in every]
        return some([places(names, d, str(k)) for d, number in every_pair if number % 2 == wanted])

    lowest = " | ".join(f"({odd('0', flip)} & {pairs(flip)})" for flip in range(2))
    return f"((all1 p: p > 0 => {odd('p', 0)}) & ({lowest}))"


@dataclass(frozen=True)
class Answer:
    """What MONA says: numbers that fulfil a formula, or None; and how long it took."""

    example: dict[str, int] | None
    seconds: float


def ask(formula: Formula, seconds: float = 20.0) -> Answer | None:
    """MONA's answer; None if it does not give one."""
    started = time.perf_counter()
    program = Writer().program(formula)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "formula.mona"
        path.write_text(program, encoding="utf-8")
        try:
            done = subprocess.run(["mona", "-q", str(path)], capture_output=True, text=True, timeout=seconds)
        except subprocess.TimeoutExpired:
            return None
    assert "error" not in done.stdout.lower(), (done.stdout[:500], program[:2000])
    taken = time.perf_counter() - started
    if "unsatisfiable" in done.stdout:
        return Answer(None, taken)
    if "Formula is valid" in done.stdout:
        return Answer(dict.fromkeys(free(formula), 0), taken)
    example = done.stdout.partition("satisfying example")[2]
    return Answer(dict(_numbers(example, free(formula))), taken) if example else None


def _numbers(example: str, names: Sequence[str]) -> Iterator[tuple[str, int]]:
    for name in names:
        found = re.search(rf"^{variable(name)} = \{{([\d,\s]*)\}}", example, re.MULTILINE)
        yield name, sum(1 << int(place) for place in found[1].split(",") if place.strip()) if found else 0
