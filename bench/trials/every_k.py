"""Random expressions in claims about a game with a parameter: what is proved for every k is true of all that we try."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import heapwise as hw
from heapwise.claims.resolve import resolve_claims
from heapwise.documents.library import Document, library
from heapwise.proof.uniform import Means, prove_uniformly
from heapwise.proof.ways import WAYS
from heapwise.source import Source
from trials.base import Counts, Failure
from trials.trees import NONE, UNSURE, Node, lets_of, outcome, variable

NAMES = {"n": [variable("a", "N"), variable("k", "N")]}
_HEAD = "game take(k in 1..)\n    heap a\n    move a -> a - t for t in 1..k where t <= a\nclaims for take(k)\n"
_FORMS = {
    "and": "P(a) iff a mod (k + 1) = 0 and ({})", "or": "P(a) iff a mod (k + 1) = 0 or ({})",
    "value": "G(a) = (if {} then a mod (k + 1) else a + 77)",
}  # fmt: skip
_KS, _FAR = (1, 2, 3, 4, 5, 7, 12), (0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 13, 24, 31, 65, 130, 131)
_LITTLE = 1 / 50  # of the usual work of a proof


def for_every_k(condition: Node, source: Random) -> Counts:
    """The claim with its quantifiers, and some instances by some method."""
    form = source.choice([*_FORMS])
    lets = "".join(f"{let.text}\n" for let in lets_of(condition))
    text = f"{_HEAD}{lets}theorem it: {_FORMS[form].format(condition.text)}\n    check k in 1..3, upto 7\n"
    known: dict[tuple[int, int], object] = {}

    def right(a: int, k: int) -> object:
        is_cold = a % (k + 1) == 0
        if form != "value" and is_cold == (form == "or"):
            return True
        if (a, k) not in known:
            known[a, k] = outcome(condition, {"a": a, "k": k})
        found = known[a, k]
        return not found if form == "or" and isinstance(found, bool) else found

    counts: Counts = Counter({"points": 24})
    for verdict in hw.check(hw.parse(text), method=source.choice(["auto", "table", "local", "proof"]), seconds=8.0):
        if (k := verdict.parameters.get("k")) is None:
            continue
        found = {a: right(a, k) for a in (range(8) if verdict.word == "holds" else _FAR)}
        wrong = next((a for a in found if found[a] in (False, NONE)), None)
        counts[f"by instances: {verdict.word}"] += 1
        if verdict.word in ("holds", "proved") and wrong is not None:
            raise Failure(
                f"{verdict.method} says {verdict.word}, and at k = {k}, a = {wrong} it is {found[wrong]}\n{text}"
            )
        if verdict.word == "refuted" and verdict.counterexample is not None:
            (a,) = verdict.counterexample.position
            if right(a, k) not in (False, UNSURE):
                raise Failure(f"{verdict.method} refutes it at k = {k}, a = {a}\n{text}")
    (claim,) = resolve_claims(Document(Source("trial.game", text), library()))
    for proved in prove_uniformly(claim, WAYS, Means(_LITTLE, is_recorded=True)).proved:
        counts["by every k: proved"] += 1
        for k, a in product(_KS, _FAR):
            if proved.plain().covers({"k": str(k)}) and right(a, k) in (False, NONE):
                raise Failure(f"proved for {proved.quantifiers}, and at k = {k}, a = {a} it is {right(a, k)}\n{text}")
    return counts
