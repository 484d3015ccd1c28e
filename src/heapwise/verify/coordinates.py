"""Coordinates to a modulus p in a certificate: x = p a + r, where `x/p` and `x%p` are the variables of a and r.

By the division theorem each x has one such pair with r < p, and no other. So wherever a formula says "for some x" of
such a pair, or "for all", r < p has to stand beside it; then p is at least 1. Without it a formula would speak of
pairs that are coordinates of nothing.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from heapwise.verify.formulas import CertificateFormula, Signs, formulas
from heapwise.verify.untrusted import of, sequence, whole, wrong


def check_coordinates(data: Mapping[str, Any]) -> None:
    """Refuse obligations in which some remainder is not bounded where it is bound."""
    known, signs, free = formulas(of(data, "formulas")), Signs(), dict[int, set[str]]()
    for goal in sequence(of(data, "obligations"), "obligations"):
        if type(goal) is dict:
            formula = known[whole(of(goal, "formula"), "a formula", below=len(known))]
            for case in _flat("or", formula, signs):
                _check_bounded(_free(case, free, signs), _bounded(case, signs))
    for formula in known:
        if formula.op in ("exists", "forall"):
            _check_quantifier(formula, signs)


def _flat(op: str, formula: CertificateFormula, signs: Signs) -> Iterator[CertificateFormula]:
    """The parts of a disjunction, or of a conjunction, with those of others inside it; each once."""
    waiting, seen = [formula], {id(formula)}
    while waiting:
        outer = waiting.pop()
        signs.see(1 + len(outer.parts))
        if outer.op != op:
            yield outer
            continue
        new = {id(part): part for part in outer.parts if id(part) not in seen}
        seen |= new.keys()
        waiting += new.values()


def _check_quantifier(formula: CertificateFormula, signs: Signs) -> None:
    body = formula.parts[0]
    premise = body.parts[0] if formula.op == "forall" and body.op == "implies" else body
    is_premise = formula.op == "exists" or body.op == "implies"
    _check_bounded(set(formula.names), _bounded(premise, signs) if is_premise else set())


def _check_bounded(names: set[str], bounded: set[tuple[str, str]]) -> None:
    for name in names:
        modulus = _modulus(name)
        if modulus is not None and (name, modulus) not in bounded:
            raise wrong("a remainder is not said to be less than its modulus")


def _modulus(name: str) -> str | None:
    """The modulus of a remainder `x%p`; of a quotient, or a number of its own, there is none."""
    head, sign, modulus = name.rpartition("%")
    return modulus if sign and head and "/" not in modulus else None


def _bounded(formula: CertificateFormula, signs: Signs) -> set[tuple[str, str]]:
    """The pairs r < p that a conjunction says."""
    return {pair for part in _flat("and", formula, signs) for pair in _less(part)}


def _less(formula: CertificateFormula) -> Iterator[tuple[str, str]]:
    """r < p, as a linear comparison however it is turned."""
    if formula.atom is None or formula.atom.kind != "linear" or len(formula.names) != 2:
        return
    parameters: Any = formula.atom.parameters
    coefficients, constant, relation = parameters
    sign = {"<": -1, "<=": -1, ">": 1, ">=": 1}.get(relation, 0)
    one, two = (sign * c for c in coefficients)
    least = 1 if relation in ("<", ">") else 0
    if sign and {one, two} == {1, -1} and sign * constant - least <= -1:
        yield (formula.names[0], formula.names[1]) if one < 0 else (formula.names[1], formula.names[0])


def _free(formula: CertificateFormula, known: dict[int, set[str]], signs: Signs) -> set[str]:
    """The free variables; parts that stand in many places are looked at once."""
    if id(formula) not in known:
        inner = {name for part in formula.parts for name in _free(part, known, signs)}
        signs.see(1 + len(inner))
        if formula.atom is not None:
            inner = set(formula.names)
        elif formula.changes is not None:
            inner = {formula.changes.get(name, name) for name in inner}
        elif formula.op in ("exists", "forall"):
            inner -= set(formula.names)
        known[id(formula)] = inner
    return known[id(formula)]
