"""Theorems for every number of heaps: random pairs of rule and claim, and changed claims of the library.

Rules and claims are written twice, as text and as functions of Python. What is proved for every n is compared with
brute force up to five heaps, its certificate has to be accepted, and its strategy is played in random positions.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice, product
from pathlib import Path
from random import Random
from typing import Any

from heapwise.claims.claim import Claim
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
from trials.base import Counts, Failure, Kind, check
from trials.mutants import statement_of
from trials.naive import Naive
from trials.small_changes import mutants

State = tuple[int, ...]
_BOXES = ((1, 17), (2, 7), (3, 4), (4, 3), (5, 2))  # how many heaps, and the largest of them
_LITTLE = 1 / 400  # of the usual work of a proof
_POSITIONS = 10  # in which a strategy is played


def trial(source: Random) -> Counts:
    """A random pair, or a changed claim of the library."""
    return source.choice((_random_pair, _random_pair, _of_library))(source)


# ------------------------------------------------------------------------------------------------ random pairs


@dataclass(frozen=True)
class Line:
    """A line of moves: its text, how many heaps it changes, and what a heap may become."""

    text: str
    sizes: Callable[[int], range]
    new: Callable[[int], list[int]]


def _line(source: Random) -> Line:
    low, more = source.choice((1, 1, 1, 2)), source.choice((0, 0, 1, 2))
    chosen, sizes = source.choice((
        ("i in 1..n", lambda n: range(1, 2)),
        (f"S in subsets(1..n, {low}..{low + more})", lambda n: range(low, low + more + 1)),
        ("S in subsets(1..n, n)", lambda n: range(n, n + 1)),
        ("S in subsets(1..n, 1..n)", lambda n: range(1, n + 1)),
        ("S in subsets(1..n, n - 1)", lambda n: range(n - 1, n)),
    ))  # fmt: skip
    name = chosen[0]
    taken = source.choice((0, 0, 1, 2))
    if source.randrange(3):
        return Line(f"x[{name}] -> y   for {chosen}, y in 0..x[{name}]-1", sizes, lambda heap: list(range(heap)))
    return Line(
        f"x[{name}] -> x[{name}] - {2**taken}   for {chosen}", sizes,
        lambda heap: [heap - 2**taken] if heap >= 2**taken else [],
    )  # fmt: skip


def _options(lines: tuple[Line, ...]) -> Callable[[State], list[tuple[State, ...]]]:
    def options(x: State) -> list[tuple[State, ...]]:
        found = set()
        for line in lines:
            for count in line.sizes(len(x)):
                for chosen in combinations(range(len(x)), count) if count <= len(x) else ():
                    for new in product(*(line.new(x[i]) for i in chosen)):
                        changed = dict(zip(chosen, new, strict=True))
                        found.add(tuple(sorted(changed.get(i, v) for i, v in enumerate(x))))
        return [(y,) for y in sorted(found)]

    return options


Said = tuple[str, Callable[[State], Any]]


def _nimsum(x: State, m: int) -> int:
    return sum(sum(v >> j & 1 for v in x) % m * m**j for j in range(max(x).bit_length()))


def _atom(source: Random) -> Said:
    m, c, k = source.randint(2, 5), source.randrange(3), source.randrange(3)
    return source.choice((
        (f"nimsum(x; {m}) = 0", lambda x: _nimsum(x, m) == 0), (f"nimsum(x; {m}) = {c}", lambda x: _nimsum(x, m) == c),
        ("nimsum(x) = 0", lambda x: _nimsum(x, 2) == 0), (f"sum(x) mod {m} = {c % m}", lambda x: sum(x) % m == c % m),
        (f"sum(x) <= {c}", lambda x: sum(x) <= c), (f"max(x) >= {2**k}", lambda x: max(x) >= 2**k),
        (f"min(x) = {c}", lambda x: min(x) == c), (f"max(x) <= {c}", lambda x: max(x) <= c),
        (f"count(x[i] mod 2 = 0 for i in 1..n) mod {m} = {c % m}", lambda x: sum(v % 2 == 0 for v in x) % m == c % m),
        (f"count(bit(x[i], {k}) = 1 for i in 1..n) <= {c}", lambda x: sum(v >> k & 1 for v in x) <= c),
        ("all(x[i] = x[1] for i in 1..n)", lambda x: len(set(x)) == 1),
        (f"all(x[i] mod 2 = {c % 2} for i in 1..n)", lambda x: all(v % 2 == c % 2 for v in x)),
        (f"any(x[i] = {c} for i in 1..n)", lambda x: c in x),
    ))  # fmt: skip


def _condition(source: Random) -> Said:
    one, two = _atom(source), _atom(source)
    patterns: tuple[tuple[str, Callable[[bool, bool], bool]], ...] = (
        ("{0}", lambda a, b: a), ("{0}", lambda a, b: a), ("({0}) and ({1})", lambda a, b: a and b),
        ("({0}) or ({1})", lambda a, b: a or b), ("not ({0})", lambda a, b: not a),
        ("(if {0} then {1} else not ({1}))", lambda a, b: b if a else not b),
    )  # fmt: skip
    pattern, join = source.choice(patterns)
    return pattern.format(one[0], two[0]), lambda x: join(one[1](x), two[1](x))


def _value(source: Random) -> Said:
    m, c = source.randint(2, 3), source.randrange(3)
    return source.choice((
        ("nimsum(x)", lambda x: _nimsum(x, 2)), (f"sum(x) mod {m}", lambda x: sum(x) % m), ("min(x)", min),
        (f"nimsum(x) (+) {c}", lambda x: _nimsum(x, 2) ^ c), ("max(x)", max), (str(c), lambda x: c),
        (f"(if max(x) >= 2 then nimsum(x) else {c})", lambda x: _nimsum(x, 2) if max(x) >= 2 else c),
    ))  # fmt: skip


@dataclass(frozen=True)
class Pair:
    """A rule and a claim, as text and as what they mean."""

    text: str
    naive: Naive
    is_misere: bool
    is_value: bool
    is_half: bool  # `says` implies P(x)
    says: Callable[[State], Any]
    premise: Callable[[State], Any] | None

    def wrong_at(self, x: State) -> bool:
        """Is the claim wrong at a position, by its definition?"""
        if self.premise is not None and not self.premise(x):
            return False
        if self.is_value:
            return bool(self.says(x) != self.naive.of(x))
        found = self.naive.of(x)
        is_lost = not found[0] if self.is_misere else found == 0
        return bool(self.says(x)) and not is_lost if self.is_half else bool(self.says(x)) != is_lost

    def counterexample(self, boxes: tuple[tuple[int, int], ...], least: int = 1) -> State | None:
        """A position at which the claim is wrong."""
        listed = (x for n, top in boxes if n >= least for x in product(range(top + 1), repeat=n))
        return next((x for x in listed if list(x) == sorted(x) and self.wrong_at(x)), None)


def _pair(source: Random) -> Pair:
    lines = tuple(_line(source) for _ in range(source.choice((1, 1, 1, 2))))
    is_misere, is_value = source.randrange(5) == 0, source.randrange(3) == 0
    is_value, is_half = is_value and not is_misere, source.randrange(4) == 0
    is_value = is_value and not is_half
    said, says = (_value if is_value else _condition)(source)
    premise = _atom(source) if not is_half and source.randrange(4) == 0 else None
    moves = "".join(f"    move {line.text}\n" for line in lines)
    play = " under misere" if is_misere else ""
    claim = f"{said} implies P(x)" if is_half else f"{'G(x) =' if is_value else 'P(x) iff'} {said}"
    claim = claim if premise is None else f"{premise[0]} implies ({claim})"
    text = (
        f"game some(n in 1..)\n    heaps x[n]\n{moves}\nclaims for some(n)\n\n"
        f"theorem it{play}: {claim}\n    check n in 1..2, upto 3\n"
    )
    naive = Naive(_options(lines), "misere remoteness" if is_misere else "grundy")
    return Pair(text, naive, is_misere, is_value, is_half, says, premise and premise[1])


def _random_pair(source: Random) -> Counts:
    """Of some pairs the first that no small position contradicts; now and then any."""
    pairs = (_pair(source) for _ in range(60))
    pair = next((p for p in pairs if _looks_true(p, source)), None) or _pair(source)
    (claim,) = resolve_claims(Document(Source("trial.game", pair.text), library()))
    theorem = prove_uniformly(claim, WAYS, Means(_LITTLE, is_recorded=True))
    counts: Counts = Counter({"pairs": 1})
    for proved in theorem.proved:
        left_out = [e.values.get("n", 0) for e in proved.excluded]
        wrong = pair.counterexample(_BOXES, max([1, *(n + 1 for n in left_out)]))
        check(wrong is None, "proved, and false", wrong, proved.quantifiers, pair.text)
        counts["pairs proved"] += 1
        counts["parts proved"] += pair.is_half or pair.premise is not None
        _certified(claim, proved, counts)
        _played(claim, pair, source, counts)
    if not theorem.proved:
        counts["pairs false"] += pair.counterexample(_BOXES[:3], 2) is not None
    return counts


def _looks_true(pair: Pair, source: Random) -> bool:
    return source.randrange(30) == 0 or pair.counterexample(((2, 3), (3, 2)), 2) is None


def _certified(claim: Claim, proved: Quantified, counts: Counts) -> None:
    if proved.proof is not None:
        data = json.loads(as_bytes(about_theorem(claim, proved) | proved.proof()))
        verify(as_bytes(data))
        counts["certificates"] += 1


def _played(claim: Claim, pair: Pair, source: Random, counts: Counts) -> None:
    """Moves of the strategy are options, and lead to lost positions."""
    n = source.randint(2, 4)
    assert claim.schema is not None
    found = strategy_of(library_game(claim, n), claim.play, (claim,))
    for _ in range(_POSITIONS if found is not None else 0):
        assert found is not None
        x = tuple(source.randrange({2: 8, 3: 5, 4: 3}[n]) for _ in range(n))
        option = found.option(x)
        is_lost = not any(x) if pair.is_misere and not any(x) else found.is_lost(x)
        check((option is None) == (is_lost or not any(x)), "a move where none wins", x, pair.text)
        if option is not None:
            own = pair.naive.options(tuple(sorted(x)))
            check((tuple(sorted(option)),) in own, "an illegal move", x, option, pair.text)
            check(found.is_lost(option) or not any(option), "a move that does not win", x, option, pair.text)
            counts["moves"] += 1


def library_game(claim: Claim, n: int) -> Any:
    """The game of a claim with n heaps."""
    from heapwise.claims.instances import game_of

    return game_of(claim, {v.slot: n for v in claim.variables})


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
    "pairs", "pairs proved", "parts proved", "pairs false", "certificates", "moves", "mutants",
})  # fmt: skip
KIND = Kind("theorems", "pairs", trial, MUST_OCCUR, 1.0, 200.0)
