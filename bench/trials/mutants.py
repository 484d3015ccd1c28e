"""Changed in one place: rules and formulas of the library, and certificates of proofs.

A changed claim may be refuted or still be true, in which case a table has no objection; it is never proved if it is
false. A changed certificate is refused, or still states what is true.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import heapwise as hw
from heapwise.claims import Verdict
from heapwise.errors import HeapwiseError
from heapwise.files import resource
from heapwise.proof.certificate.report import verify
from heapwise.running import Options, Run
from trials import proofs
from trials.base import Counts, Failure, Kind
from trials.small_changes import move_spans, mutants

_CERTIFICATES = 12  # changes of one certificate
_SECONDS = 4.0
_UPTO = {1: 60, 2: 16, 3: 7, 4: 4}
_CODES = re.compile(r"E3\d\d")


def trial(source: Random) -> Counts:
    """A changed claim or rule, or a certificate with some changes."""
    return source.choice((_of_library, _of_certificate))(source)


# ---------------------------------------------------------------------------------------------------- the library


@cache
def proved() -> tuple[tuple[str, str, str], ...]:
    """Claims of the library that are proved: rules, claims, the name."""
    found = []
    for path in sorted(Path(str(resource("games"))).rglob("*.expected")):
        rules, claims = path.with_suffix(".game"), path.with_suffix(".claims")
        if not rules.exists() or not claims.exists():
            continue
        texts = rules.read_text(encoding="utf-8"), claims.read_text(encoding="utf-8")
        for line in path.read_text(encoding="utf-8").splitlines():
            words = line.split()
            if len(words) >= 2 and words[1] == "proved":
                found.append((*texts, words[0].rpartition(".")[2]))
    return tuple(found)


def _of_library(source: Random) -> Counts:
    rules, claims, name = source.choice(proved())
    spans = list(move_spans(rules)) if source.randrange(3) == 0 else []
    listed = [m for span in spans for m in mutants(rules, *span)]
    kind = "rules"
    if listed:
        rules = source.choice(listed).text
    else:
        kind, span = "formulas", statement_of(claims, name)
        changed = list(mutants(claims, *span)) if span else []
        if not changed:
            return Counter({"nothing to change": 1})
        claims = source.choice(changed).text
    text = rules + "\n" + claims
    counts: Counts = Counter()
    try:
        found = list(islice(_verdicts(text, name), 2))
    except HeapwiseError:
        return Counter({"no text of the language": 1})
    for verdict in found:
        counts[f"{kind}: {verdict.word}"] += 1
        if verdict.word == "proved":
            _is_true(text, name, verdict)
        if verdict.word == "refuted":
            _is_false(text, name, verdict)
        counts["mutants"] += verdict.word in ("proved", "refuted", "undecided", "outside")
    return counts


def statement_of(claims: str, name: str) -> tuple[int, int] | None:
    """Where the conclusion of a claim stands; a stronger premise would make it weaker."""
    found = re.search(rf"^(?:theorem|conjecture) {name}\b[^:]*:(.*?)(?=^\S|\Z)", claims, re.MULTILINE | re.DOTALL)
    if found is None:
        return None
    body = found[1]
    start = found.start(1) + (body.rfind(" implies ") + 9 if " implies " in body else 0)
    ends = [
        body.find(word)
        for word in ("\n    for ", "\n    check ", "   upto ", "   for ", "   check ", "   by ")
        if word in body
    ]
    return start, found.start(1) + min(ends, default=len(body))


def _verdicts(text: str, name: str) -> Iterator[Verdict]:
    options = Options(claim=name, method="proof", seconds=_SECONDS)
    return Run(options).document(hw.parse(text).document)


def _is_true(text: str, name: str, verdict: Verdict) -> None:
    """What is said to be proved holds in a table."""
    for found in _table(text, name, verdict, None):
        if found.word == "refuted":
            raise Failure(f"proved with {verdict.label}, and false at {found.counterexample}\n{text}")


def _is_false(text: str, name: str, verdict: Verdict) -> None:
    """What is said to be refuted is so in a table that reaches the counterexample."""
    assert verdict.counterexample is not None
    place = proofs.flat(verdict.counterexample.position)
    if (max(place) + 1) ** len(place) <= 20_000:
        for found in _table(text, name, verdict, max(place)):
            if found.word in ("holds", "proved"):
                raise Failure(f"refuted with {verdict.label} at {place}, and true in a table\n{text}")


def _table(text: str, name: str, verdict: Verdict, upto: int | None) -> Iterator[Verdict]:
    """The same instance by a table."""
    document = hw.parse(text).document
    size = len(proofs.flat(verdict.counterexample.position)) if verdict.counterexample else 2
    options = Options(claim=name, method="table", seconds=20.0, upto=upto or _UPTO.get(size, 3))
    for found in islice(Run(options).document(document), 4):
        if found.label == verdict.label:
            yield found


# --------------------------------------------------------------------------------------------------- certificates


def _of_certificate(source: Random) -> Counts:
    conjecture, data = _proved(source)
    counts: Counts = Counter({"certificates": 1})
    verify(json.dumps(data).encode())
    for _ in range(_CERTIFICATES):
        changed = json.loads(json.dumps(data))
        what = _change(source, changed)
        counts["mutants"] += 1
        try:
            verify(json.dumps(changed).encode())
        except HeapwiseError as problem:
            if not _CODES.fullmatch(problem.code):
                raise Failure(f"{what}: refused with {problem.code}\n{conjecture.text}") from None
            counts["certificates refused"] += 1
            continue
        counts["certificates accepted"] += 1
        if changed["text"] != data["text"]:
            _states_what_is_true(changed["text"], what)
    return counts


def _proved(source: Random) -> tuple[proofs.Conjecture, Any]:
    """Something that is proved, and its certificate."""
    while True:
        made = proofs.conjecture(source)
        if made is None:
            continue
        with tempfile.TemporaryDirectory(prefix="heapwise-mutants-") as folder:
            options = Options(method="proof", seconds=_SECONDS, certificates=Path(folder))
            words = {verdict.word for verdict in Run(options).document(hw.parse(made.text).document)}
            written = list(Path(folder).glob("*.json"))  # none where the time was over
            if words == {"proved"} and len(written) == 1:
                return made, json.loads(written[0].read_text(encoding="utf-8"))


def _change(source: Random, data: Any) -> str:
    """One change somewhere: every field is as likely as any number of a long list."""
    path, here = [], data
    while isinstance(here, dict | list) and here:
        key = source.choice(list(here)) if isinstance(here, dict) else source.randrange(len(here))
        path.append(key)
        parent, here = here, here[key]
        if source.randrange(12) == 0:
            break
    if not path:
        return "nothing"
    new = _other(source, here)
    match source.randrange(8):
        case 0:
            del parent[key]
        case 1 if isinstance(parent, list):
            parent.insert(key, here)
        case 2 if isinstance(parent, list):
            other = source.randrange(len(parent))
            parent[key], parent[other] = parent[other], parent[key]
        case _:
            parent[key] = new
    return f"{'/'.join(map(str, path))}: {str(here)[:60]} -> {str(new)[:60]}"


def _other(source: Random, value: Any) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return source.choice([value + 1, value - 1, -value, 0, 1, 2, 3, 10**6, True, str(value), 2**70])
        case str() if source.randrange(2):
            i = source.randrange(len(value) + 1)
            return value[:i] + source.choice("0123456789abn<>=+- \n\x1b") + value[i + 1 :]
        case str():
            return source.choice(["", "msd", "lsd", "and", "or", "normal", "misere", "period", value + " "])
    return source.choice([None, 0, [], {}, "x", [value], [[0, 1], [1, 0]]])


def _states_what_is_true(text: str, what: str) -> None:
    """A certificate with another text was accepted; then that text is true."""
    for verdict in hw.check(text, method="table", upto=30):
        if verdict.word == "refuted":
            raise Failure(f"{what}: accepted, and false at {verdict.counterexample}\n{text}")


KIND = Kind(
    "mutants", "mutants", trial,
    frozenset({"rules: refuted", "formulas: refuted", "formulas: proved", "certificates", "certificates refused"}),
    share=0.5, seconds=240.0,
)  # fmt: skip
