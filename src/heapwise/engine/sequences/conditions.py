"""Conditions on one heap, from the model's conditions: exact below some heap, by residues from there on."""

from collections.abc import Sequence
from math import lcm

from heapwise.engine.sequences.rule import ALWAYS, When
from heapwise.model.conditions import Condition, HasRemainder, InSet, leaves_of

_MOST = 5_000  # heaps that are asked one by one


def whens(conditions: Sequence[Condition], first: int) -> tuple[When, ...] | None:
    """Where all conditions hold, as up to two disjoint parts; None if they are too many to list, or not plain."""
    leaves = [leaf for condition in conditions for leaf in leaves_of(condition)]
    if not all(leaf.is_linear for leaf in leaves):
        return None
    modulus = lcm(*(leaf.modulus for leaf in leaves if isinstance(leaf, HasRemainder)))
    bound = max([first, *(_beyond(leaf) for leaf in leaves)])
    if bound + modulus > _MOST:
        return None
    holds = [all(c.holds([n]) for c in conditions) for n in range(bound + modulus)]
    residues = frozenset(n % modulus for n in range(bound, bound + modulus) if holds[n])
    wrong = [n for n in range(first, bound) if holds[n] != (n % modulus in residues)]
    if not wrong:
        return (_regular(modulus, residues, frozenset()),) if residues else ()
    # From the last exception on the residues are right; below it the heaps are listed.
    end = wrong[-1] + 1
    named = frozenset(n for n in range(first, end) if holds[n])
    parts = [When(exactly=named, all_but=False)] if named else []
    return (*parts, *([_regular(modulus, residues, frozenset(range(first, end)))] if residues else []))


def is_about_heap(condition: Condition) -> bool:
    """Does a condition speak of n alone, in a way that can be asked heap by heap?"""
    return condition.is_linear and all(set(form.variables) <= {0} for form in condition.forms())


def _regular(modulus: int, residues: frozenset[int], without: frozenset[int]) -> When:
    if len(residues) == modulus:
        return ALWAYS if not without else When(exactly=without)
    return When(modulus, residues, without)


def _beyond(leaf: Condition) -> int:
    """From this heap on the truth of a leaf does not change, congruences apart."""
    if isinstance(leaf, HasRemainder):
        return 0
    members = [abs(m) for m in leaf.members] if isinstance(leaf, InSet) else []
    return 1 + max([0, *members]) + max([0, *(abs(form.constant) for form in leaf.forms())])
