"""A second opinion on a formula: the sympy object, evaluated exactly, beside the evaluator that checks the claim.

A few random positions of every claim are looked at in every run. The two share the tree of the text and nothing of the
evaluation, so a disagreement is a bug of ours, and no verdict is given. Where there is no sympy nobody is asked.

Where the two agreed before, with the same texts, sources and sympy, they are not asked again, and sympy, which takes
as long to load as a small file of claims to check, is not loaded.
"""

import random
from importlib.util import find_spec
from pathlib import Path

from heapwise.claims.exact_check import Judge
from heapwise.claims.hashes import rules_hash
from heapwise.claims.instances import Instance
from heapwise.claims.once import once
from heapwise.errors import HeapwiseError
from heapwise.numbers import UndefinedValue
from heapwise.terms.evaluate import Ask
from heapwise.terms.position import State

_POSITIONS = 3
_ATTEMPTS = 30


def disagreement(instance: Instance, ask: Ask, *, is_again: bool = False) -> State | None:
    """A position at which the two evaluators differ, None if there is none among the few that are looked at."""
    sympy, region = find_spec("sympy"), instance.region
    if sympy is None or sympy.origin is None:
        return None
    release = Path(sympy.origin).with_name("release.py").read_text(encoding="utf-8")
    positions = repr((region.lows, region.highs, region.totals))
    about = instance.label, rules_hash(instance.claim, instance.values), positions
    return once(lambda: _found(instance, ask), instance.claim, "sympy", release, *about, is_again=is_again)


def _found(instance: Instance, ask: Ask) -> State | None:
    """A position at which the two differ."""
    from heapwise.checks.compiled_check import formula_of
    from heapwise.formulas import NotExpressible

    judge, formula = Judge(instance, ask), formula_of(instance, instance.claim.statement, ask)
    for state in _positions(instance, judge):
        try:
            if formula.exact(judge.frame(state)) != formula.by_sympy(judge.frame(state)):
                return state
        except (NotExpressible, HeapwiseError, UndefinedValue):
            continue  # what sympy cannot hold, or has no value here, is the checker's to report
    return None


def _positions(instance: Instance, judge: Judge) -> list[State]:
    """A few random positions at which the premise holds; the same ones whenever the same claim is checked."""
    region, source = instance.region, random.Random(f"{instance.claim.name} {instance.label}")
    found: list[State] = []
    for _ in range(_ATTEMPTS):
        state = region.draw(source)
        if state is None:
            break
        is_legal = state in region and (instance.game is None or region.is_single or instance.game.is_legal(state))
        if is_legal and len(found) < _POSITIONS and _has_premise(judge, state):
            found.append(state)
    return found


def _has_premise(judge: Judge, state: State) -> bool:
    try:
        return judge.has_premise(judge.frame(state))
    except HeapwiseError:
        return False
