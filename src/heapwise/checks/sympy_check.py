"""A second opinion on a formula: the sympy object, evaluated exactly, beside the evaluator that checks the claim.

A few random positions of every claim are looked at in every run. The two share the tree of the text and nothing of the
evaluation, so a disagreement is a bug of ours, and no verdict is given. Where there is no sympy nobody is asked.

All of it depends on texts, sources and the release of sympy alone. So where the two agreed before, they are not asked
again, and sympy, which takes as long to load as a small file of claims to check, is not loaded.
"""

from __future__ import annotations

import hashlib
import random
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from heapwise.claims.exact_check import Judge
from heapwise.claims.hashes import claims_hash, rules_hash
from heapwise.claims.instances import Instance
from heapwise.errors import HeapwiseError
from heapwise.files import cache_folder
from heapwise.fingerprint import fingerprint
from heapwise.terms.evaluate import Ask
from heapwise.terms.position import State
from heapwise.workers import Journal

_POSITIONS = 3
_ATTEMPTS = 30
_MOST_AGREED = 3_000  # more claims than are remembered: all are forgotten


def disagreement(instance: Instance, ask: Ask, *, is_asked_again: bool = False) -> State | None:
    """A position at which the two evaluators differ, None if there is none among the few that are looked at."""
    sympy = find_spec("sympy")
    if sympy is None or sympy.origin is None:
        return None
    agreed, key = _agreed(cache_folder()), _key(instance, Path(sympy.origin).with_name("release.py"))
    if key in agreed.finished and not is_asked_again:
        return None
    found = _found(instance, ask)
    if found is None:
        agreed.finished[key] = True
        agreed.add(key, True)
    return found


@cache
def _agreed(cache: Path) -> Journal:
    """The claims about which the two agreed, in a cache."""
    identity = "opinions of sympy"
    kept = Journal(identity, is_resumed=True)
    return kept if len(kept.finished) <= _MOST_AGREED else Journal(identity, is_resumed=False)


def _key(instance: Instance, release: Path) -> str:
    """All that an opinion depends on."""
    claim, region = instance.claim, instance.region
    made_by = (fingerprint(), release.read_text(encoding="utf-8"))
    texts = (claims_hash(claim), rules_hash(claim), claim.key, str(claim.place.line))
    positions = (str(claim.play), instance.label, repr((region.lows, region.highs, region.totals)))
    return hashlib.sha256("\0".join((*made_by, *texts, *positions)).encode()).hexdigest()


def _found(instance: Instance, ask: Ask) -> State | None:
    """A position at which the two differ."""
    from heapwise.checks.compiled_check import formula_of
    from heapwise.formulas import NotExpressible

    judge, formula = Judge(instance, ask), formula_of(instance, instance.claim.statement, ask)
    for state in _positions(instance, judge):
        try:
            if formula.exact(judge.frame(state)) != formula.by_sympy(judge.frame(state)):
                return state
        except (NotExpressible, HeapwiseError):
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
