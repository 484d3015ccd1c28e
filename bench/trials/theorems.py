"""Theorems for every number of heaps: random pairs of rule and claim, and changed claims of the library.

Rules and claims are written twice (`schemas.py`, `splittings.py`), as text and as functions of Python. What is proved
for every n is compared with brute force up to five heaps, its certificate is to be accepted, its strategy is played.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from heapwise.claims.claim import Claim
from heapwise.claims.instances import game_of
from heapwise.claims.resolve import resolve_claims
from heapwise.documents.library import Document, library
from heapwise.errors import HeapwiseError
from heapwise.files import resource
from heapwise.proof.certificate.report import verify
from heapwise.proof.certificate.save import about_theorem, as_bytes
from heapwise.proof.strategies import strategy_of
from heapwise.proof.uniform import Means, Quantified, frees_of, prove_uniformly
from heapwise.proof.ways import WAYS
from heapwise.running import Options, Run
from heapwise.source import Source
from heapwise.terms.evaluate import Compiler
from trials.base import Counts, Failure, Kind, check
from trials.mutants import statement_of
from trials.schemas import Pair, Undefined, is_lost, random_pairs
from trials.small_changes import mutants
from trials.splittings import random_splitting

_TRIED = 120  # pairs, of which the first that seems true is taken
_FEW = 4  # choices of the other parameters that are looked at for each number of heaps
_LARGEST = {2: 8, 3: 5, 4: 3}  # heaps in which a strategy is played, by their number
_LITTLE = 1 / 50  # of the usual work of a proof; every k needs as much
_POSITIONS = 10  # in which a strategy is played


def trial(source: Random) -> Counts:
    """A random pair, or a changed claim of the library."""
    return source.choice((_random_pair,) * 6 + (_of_library,) * 3 + (_random_splitting,))(source)


# ------------------------------------------------------------------------------------------------ random pairs


def _random_pair(source: Random) -> Counts:
    """Of some pairs the first that is true in very small cases; now and then any."""
    pairs = random_pairs(source)
    pair = next((p for p in islice(pairs, _TRIED) if p.seems_true(source) or source.randrange(800) == 0), next(pairs))
    (claim,) = resolve_claims(Document(Source("trial.game", pair.text), library()))
    theorem = prove_uniformly(claim, WAYS, Means(_LITTLE, is_recorded=True))
    counts: Counts = Counter({"pairs": 1, "pairs about no game": not pair.choices})
    for proved in theorem.proved:
        _true(pair, proved, source)
        counts["pairs proved"] += 1
        counts[f"proved by {proved.method}"] += 1
        counts["parts proved"] += pair.is_part
        counts["with own numbers"] += len(pair.names) > len(claim.schema.parameters if claim.schema else ())
        _certified(claim, proved, counts)
        _played(claim, pair, proved, source, counts)
    if not theorem.proved:
        counts["pairs false"] += _is_false(pair, source)
    return counts


def _true(pair: Pair, proved: Quantified, source: Random) -> None:
    """The theorem is about some game, and true of all that are looked at; these have a meaning."""
    covered = [e for e in pair.choices if _covers(proved, e)]
    check(bool(covered), "a theorem about no game", proved.quantifiers, pair.text)
    _says_its_cases(pair, proved)
    for e in _few(covered, source):
        try:
            wrong = pair.counterexample(e)
        except Undefined as problem:
            raise Failure(f"proved where it says nothing: {problem} {e} {proved.quantifiers}\n{pair.text}") from None
        check(wrong is None, "proved, and false", wrong, e, proved.quantifiers, pair.text)


def _says_its_cases(pair: Pair, proved: Quantified) -> None:
    """The words of a theorem, read again as those of a claim, name cases of this one, and each that is covered."""
    texts = {name: f"= {value}" for name, value in proved.fixed.items()}
    texts |= {name: text if text.startswith("= ") else f"in {text}" for name, text in proved.ranges.items()}
    named = ", ".join(f"{name} {texts[name]}" for name in _in_order(texts))
    wide = ", ".join(f"{name} in -9.." for name in pair.rule.names)
    where = f" where {proved.where}" if proved.where else ""
    text = (
        f"game wide({wide})\n    heap h\n    move h -> h - 1 where h >= 1\n\n"
        f"claims for wide({', '.join(pair.rule.names)})\n\ntheorem it: h >= 0 for {named}{where}\n"
    )
    (said,) = resolve_claims(Document(Source("words.game", text), library()))
    for e in pair.around:
        known = {v.slot: e[v.name] for v in said.variables}
        value = Compiler(said.source, known, None, said.frame.functions).value
        frame = [None] * said.frame.size
        is_said = (
            all(value(c, frame) for c in said.conditions)
            and all(known[v.slot] in value(v.domain, frame) if v.domain is not None else True for v in said.variables)
            and all(known[v.slot] == value(v.value, frame) for v in said.variables if v.value is not None)
        )
        is_said = is_said and _covers(proved, e)
        is_case = all(c.means((), e) for c in pair.conditions) and _covers(proved, e)
        check(is_said == is_case, "other words than its cases", e, proved.quantifiers, pair.text)


def _in_order(texts: dict[str, str]) -> list[str]:
    """The names, each behind those that it is said by."""
    found: list[str] = []
    while len(found) < len(texts):
        found.append(next(n for n in texts if n not in found and not _named(texts[n]) & texts.keys() - {*found}))
    return found


def _named(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d]\w*", text))


def _covers(proved: Quantified, e: dict[str, int]) -> bool:
    return proved.plain().covers({name: str(value) for name, value in e.items()})


def _few(choices: list[dict[str, int]], source: Random) -> list[dict[str, int]]:
    """Some choices of the parameters, with each number of heaps among them."""
    by_n = [[e for e in choices if e["n"] == n] for n in sorted({e["n"] for e in choices})]
    return [e for listed in by_n for e in source.sample(listed, min(_FEW, len(listed)))]


def _is_false(pair: Pair, source: Random) -> bool:
    try:
        return any(pair.counterexample(e, 3) is not None for e in _few(pair.choices, source) if e["n"] <= 3)
    except Undefined:
        return False


def _certified(claim: Claim, proved: Quantified, counts: Counts) -> None:
    if proved.proof is not None:
        data = json.loads(as_bytes(about_theorem(claim, proved) | proved.proof()))
        verify(as_bytes(data))
        counts["certificates"] += 1


def _played(claim: Claim, pair: Pair, proved: Quantified, source: Random, counts: Counts) -> None:
    """Moves of the strategy are options, and lead to lost positions."""
    fit = [e for e in pair.choices if e["n"] in _LARGEST and _covers(proved, e)]
    e = source.choice(fit) if fit else {}
    found = strategy_of(_game(claim, e), claim.play, (claim,)) if e else None
    if found is None:
        return
    naive = pair.rule.naive(e)
    for _ in range(_POSITIONS):
        x = tuple(source.randrange(_LARGEST[e["n"]]) for _ in range(e["n"]))
        option = found.option(x)
        is_end = not any(x)
        check((option is None) == (is_lost(naive, x) or is_end), "a move where none wins", x, e, pair.text)
        if option is not None:
            check((option,) in naive.options(x), "an illegal move", x, option, e, pair.text)
            check(is_lost(naive, option), "a move that does not win", x, option, e, pair.text)
            counts["moves"] += 1


def _game(claim: Claim, e: dict[str, int]) -> Any:
    return game_of(claim, {v.slot: e[v.name] for v in claim.variables})


# ------------------------------------------------------------------------------------------- splitting a heap


def _random_splitting(source: Random) -> Counts:
    """One heap is kept and split into p parts, all others are thrown away: a claim about remainders of heaps."""
    splits = random_splitting(source)
    (claim,) = resolve_claims(Document(Source("trial.game", splits.text), library()))
    theorem = prove_uniformly(claim, WAYS, Means(_LITTLE, is_recorded=True))
    for proved in theorem.proved:
        wrong = splits.counterexample(int(proved.ranges["n"].partition("..")[0]))
        check(wrong is None, "proved, and false", wrong, proved.quantifiers, splits.text)
    counts: Counts = Counter({"splittings": 1, "splittings proved": len(theorem.proved)})
    for proved in theorem.proved:
        _certified(claim, proved, counts)
    return counts


# ------------------------------------------------------------------------------------------------ the library


@cache
def _claims() -> tuple[tuple[str, str], ...]:
    """Texts of claims about games with parameters, each with the name of a claim that some way is for."""
    found = []
    for path in sorted(Path(str(resource("games"))).rglob("*.claims")):
        text = path.read_text(encoding="utf-8")
        for claim in resolve_claims(Document(Source(str(path), text), library())):
            if claim.status != "disproved" and any(frees_of(way, claim) for way in WAYS[:3]):
                found.append((str(path), claim.name))
    return tuple(found)


def _of_library(source: Random) -> Counts:
    """A claim with one change in its conclusion: what is proved of it, instances do not refute."""
    path, name = source.choice(_claims())
    text = Path(path).read_text(encoding="utf-8")
    span = statement_of(text, name)
    changed = list(mutants(text, *span)) if span else []
    if not changed:
        return Counter({"nothing to change": 1})
    mutant = source.choice(changed)
    try:
        document = Document(Source(path, mutant.text), library())
        claim = next(c for c in resolve_claims(document) if c.name == name)
        theorem = prove_uniformly(claim, WAYS, Means(_LITTLE))
    except HeapwiseError:
        return Counter({"no text of the language": 1})
    counts: Counts = Counter({"mutants": 1, "mutants proved": bool(theorem.proved)})
    if theorem.proved:
        _holds(document, claim, theorem.proved)
    return counts


def _holds(document: Document, claim: Claim, proved: list[Quantified]) -> None:
    """No instance that a proof covers is refuted by a table."""
    options = Options(claim=claim.name, method="table", seconds=10.0)
    for verdict in islice(Run(options).document(document), 6):
        shown = {name: str(value) for name, value in verdict.parameters.items()}
        is_covered = any(p.plain().covers(shown) for p in proved)
        if verdict.word == "refuted" and is_covered:
            raise Failure(f"proved for all, and false with {verdict.label}\n{claim.text}")


MUST_OCCUR = frozenset({
    "pairs", "pairs proved", "parts proved", "pairs false", "pairs about no game", "with own numbers", "certificates",
    "moves", "mutants", "splittings", "splittings proved",
    *(f"proved by {way}" for way in ("digits", "sums", "definition")),
})  # fmt: skip
KIND = Kind("theorems", "pairs", trial, MUST_OCCUR, 1.0, 200.0)
