"""A whole certificate: its obligations, each settled in one order of digits."""

from dataclasses import dataclass
from typing import Any

from heapwise.verify.derivation import Derivation
from heapwise.verify.formulas import Patterns, formulas
from heapwise.verify.untrusted import Work, not_one, of, record, sequence, text, whole, wrong


@dataclass(frozen=True)
class Checked:
    """What was looked at: all of it was right."""

    obligations: tuple[str, ...]
    automata: int = 0
    states: int = 0  # of the largest automaton, or in the largest list
    steps: int = 0  # or answers of a strategy
    theorems: int = 0


def check_proof(data: dict[str, Any]) -> Checked:
    """Look at every step of a proof; raises `HeapwiseError` at the first that is not right."""
    known, patterns, work = formulas(of(data, "formulas")), Patterns(), Work()
    parts: dict[str, Derivation] = {}
    for value in sequence(of(data, "proofs"), "proofs"):
        part = Derivation(value, known, patterns, work)
        if part.order in parts:
            raise not_one("an order of digits is there twice")
        parts[part.order] = part
    settled = []
    for value in sequence(of(data, "obligations"), "obligations"):
        goal = record(value, "an obligation", keys=("never", "formula", "order"))
        order, name = text(of(goal, "order"), "an order of digits"), text(of(goal, "never"), "an obligation")
        formula = known[whole(of(goal, "formula"), "a formula", below=len(known))]
        if order not in parts or not parts[order].has_no_solution(formula):
            raise wrong(f"it is not shown that there is never {name}")
        settled.append(name)
    if not settled:
        raise wrong("nothing is shown")
    tables = [table for part in parts.values() for table in part.tables]
    most = max((len(table.rows) for table in tables), default=0)
    steps, theorems = sum(len(p.made) for p in parts.values()), sum(p.count for p in parts.values())
    return Checked(tuple(settled), len(tables), most, steps, theorems)
