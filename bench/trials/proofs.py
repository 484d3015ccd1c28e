"""Random claims for all heap sizes: what is proved is true wherever we look, what is refuted is false there.

Values come from `naive`, or from a theorem in plain Python; a claim is guessed from a table and then perhaps spoilt, or
a theorem is said in another way, which may or may not change it, or it is a law of numbers without any game.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from random import Random

import heapwise as hw
from trials.base import Counts, Failure, Kind
from trials.claims import flat
from trials.far import THEOREMS
from trials.naive import Naive
from trials.said import Said, Words, condition, natural, put

State = tuple[int, ...]
_SECONDS = 20.0


@dataclass(frozen=True)
class Conjecture:
    """A text, whether the statement is true of a position, the positions to look at, and what kind of trial it is."""

    text: str
    is_true: Callable[[State], bool]
    positions: list[State]
    kind: str


def trial(source: Random) -> Counts:
    """One conjecture."""
    made = conjecture(source)
    if made is None:
        return Counter({"nothing guessed": 1})
    verdict = next((v for v in hw.check(made.text, method="proof", seconds=_SECONDS) if _is_of(made.text, v)), None)
    if verdict is None:
        return Counter({"refuted elsewhere": 1})
    counts: Counts = Counter({f"said: {verdict.word}": 1, f"{made.kind}: {verdict.word}": 1})
    wrong = next((x for x in made.positions if not made.is_true(x)), None)
    match verdict.word:
        case "proved":
            if wrong is not None:
                raise Failure(f"proved, and false at {wrong}\n{made.text}")
        case "refuted":
            found = verdict.counterexample
            if found is None or made.is_true(_place(found)):
                raise Failure(f"refuted at {found}, where it is true\n{made.text}")
        case "undecided" | "outside":
            return counts
        case "error" if _is_vacuous(made.text, str(verdict.reason)):
            return counts
        case _:
            raise Failure(f"{verdict.word}: {verdict.reason}\n{made.text}")
    counts["proofs"] += 1
    return counts


def conjecture(source: Random) -> Conjecture | None:
    """One of some kind, or none where nothing could be guessed."""
    return source.choice((_one_heap, _one_heap, _two_heaps, _said_otherwise, _law, _law))(source)


def _is_of(text: str, verdict: hw.Verdict) -> bool:
    """Is a verdict about the instance to check, and not about another one for which the claim is stated, too?"""
    named = dict(re.findall(r"(\w+) = (\d+)", text.rpartition("check ")[2]))
    return all(str(verdict.shown.get(name, number)) == number for name, number in named.items())


def _is_vacuous(text: str, reason: str) -> bool:
    """A premise that came out true nowhere is refused, and no proof of anything."""
    return "nothing is claimed" in reason and ("implies" in text or "all(" in text)


def _place(found) -> State:  # type: ignore[no-untyped-def]
    """Where a counterexample is."""
    return flat(found.position)


# ----------------------------------------------------------------------------------------- guessed from tables


def _one_heap(source: Random) -> Conjecture | None:
    """A game of taking from one heap; the values of one period, perhaps with one that is wrong."""
    amounts = sorted(source.sample(range(1, 9), source.randint(1, 4)))
    rest, modulus = source.randrange(3), source.randint(2, 3)
    guard = source.choice(["", f" where n mod {modulus} != {rest}", f" where n >= {2 * amounts[0]}"])

    def options(x: State) -> list[tuple[State, ...]]:
        (n,) = x
        is_allowed = not guard or ("mod" in guard and n % modulus != rest) or (">=" in guard and n >= 2 * amounts[0])
        return [((n - t,),) for t in amounts if is_allowed and n >= t]

    naive = Naive(options, "grundy")
    values = [naive.of((n,)) for n in range(400)]
    found = period_in(values[:200])
    if found is None:
        return None
    start, period = found
    table = values[start : start + period]
    if source.randrange(2):
        i = source.randrange(period)
        table[i] = source.choice([v for v in range(4) if v != table[i]])
    first, is_of_p = values[:start], source.randrange(2) == 0
    listed = [table[(r - start) % period] for r in range(period)]
    if is_of_p:
        zeros, before = (", ".join(str(i) for i, v in enumerate(part) if v == 0) for part in (listed, first))
        said = f"P(n) iff (n in {{{before}}} or (n >= {start} and n mod {period} in {{{zeros}}}))"
    else:
        said = "G(n) = " + by_remainder(first, listed, period)

    def is_true(x: State) -> bool:
        claimed = first[x[0]] if x[0] < start else table[(x[0] - start) % period]
        return (claimed == 0) == (naive.of(x) == 0) if is_of_p else claimed == naive.of(x)

    text = (
        f"game mine\n    heap n\n    move n -> n - t for t in {{{', '.join(map(str, amounts))}}}{guard}\n"
        f"claims for mine\nconjecture it: {said}\n    check upto 3\n"
    )
    return Conjecture(text, is_true, [(n,) for n in range(400)], "one heap")


def by_remainder(first: list[int], listed: list[int], period: int) -> str:
    """The values as `if`s: the first ones, and those by remainders."""
    cases = [(f"n = {n}", v) for n, v in enumerate(first)]
    cases += [(f"n mod {period} = {r}", v) for r, v in enumerate(listed[:-1])]
    return f"({''.join(f'if {when} then {v} else ' for when, v in cases)}{listed[-1]})"


def period_in(values: list[int]) -> tuple[int, int] | None:
    """Where the values begin to repeat, and how soon."""
    for period in range(1, 15):
        for start in (0, 1, 2, 3, 5, 8, 13):
            if all(values[n] == values[n + period] for n in range(start, len(values) - period)):
                return start, period
    return None


def _two_heaps(source: Random) -> Conjecture | None:
    """A few moves in two heaps; the P-positions by remainders, perhaps with one more or less."""
    moves = {(source.randrange(4), source.randrange(4)) for _ in range(source.randint(2, 4))} - {(0, 0)}
    if not moves:
        return None

    def options(x: State) -> list[tuple[State, ...]]:
        return [((x[0] - i, x[1] - j),) for i, j in moves if x[0] >= i and x[1] >= j]

    naive = Naive(options, "grundy")
    table = {x: naive.of(x) == 0 for x in product(range(40), repeat=2)}
    periods = (
        p for p in product(range(1, 8), repeat=2) if all(table[a, b] == table[a % p[0], b % p[1]] for a, b in table)
    )
    found = next(periods, None)
    if found is None:
        return None
    p, q = found
    cold = {(a, b) for a, b in product(range(p), range(q)) if table[a, b]}
    if source.randrange(2):
        cold ^= {(source.randrange(p), source.randrange(q))}
    cases = " or ".join(f"(a mod {p} = {a} and b mod {q} = {b})" for a, b in sorted(cold)) or "a < 0"
    lines = "".join(f"    move a -> a - {i}, b -> b - {j}\n" for i, j in sorted(moves))
    text = f"game mine\n    heaps a, b\n{lines}claims for mine\nconjecture it: P(a, b) iff {cases}\n    check upto 3\n"
    is_true: Callable[[State], bool] = lambda x: ((x[0] % p, x[1] % q) in cold) == (naive.of(x) == 0)  # noqa: E731
    return Conjecture(text, is_true, list(table), "two heaps")


# ------------------------------------------------------------------------------------------ said in another way


def _said_otherwise(source: Random) -> Conjecture:
    """A theorem with a random condition in it, which changes it or does not."""
    theorem = source.choice(THEOREMS)
    places = tuple(Said(place, lambda x, e, i=i: x[i]) for i, place in enumerate(theorem.places))
    words = Words(places, "x" if theorem.places[0].startswith("x") else None)
    some = condition(source, words, source.randrange(2))
    right = Said(f"({theorem.right})", lambda x, e: theorem.truth(x))
    if theorem.is_value:
        patterns = ("(if {1} then {0} else {0})", "(if {1} then {0} else {0} + 1)", "(if not ({1}) then {0} else {0})")
        which = source.randrange(3)
        functions: tuple[Callable[..., object], ...] = (lambda r, c: r, lambda r, c: r if c else r + 1, lambda r, c: r)
        end = "G({}) = {}"
    else:
        patterns = ("({0} and {1}) or ({0} and not ({1}))", "{0} and ({1})", "{0} or ({1})", "not (not {0})")
        which = source.randrange(4)
        functions = (lambda r, c: r, lambda r, c: r and c, lambda r, c: r or c, lambda r, c: r)
        end = "P({}) iff {}"
    text = patterns[which].format(right.text, some.text)
    position = "x" if words.vector else ", ".join(theorem.places)
    function = functions[which]

    def is_true(x: State) -> bool:
        said = function(right.means(x, {}), some.means(x, {}))
        return said == theorem.truth(x) if theorem.is_value else bool(said) == bool(theorem.truth(x))

    swept = f"{theorem.swept}, " if theorem.swept else ""
    side = {1: 400, 2: 34, 3: 12}[len(places)]
    claim = f"claims for {theorem.game}\nconjecture it: {end.format(position, text)}\n    check {swept}upto 3\n"
    return Conjecture(claim, is_true, list(product(range(side), repeat=len(places))), "said otherwise")


# --------------------------------------------------------------------------------------------------------- laws

_LAWS: tuple[tuple[str, Callable[..., bool]], ...] = (
    ("{0} + {1} = {1} + {0}", lambda a, b, c: True),
    ("{0} (+) ({1} (+) {2}) = ({0} (+) {1}) (+) {2}", lambda a, b, c: True),
    ("min({0}, {1}) + max({0}, {1}) = {0} + {1}", lambda a, b, c: True),
    ("bitand({0}, {1}) + bitor({0}, {1}) = {0} + {1}", lambda a, b, c: True),
    ("{0} (+) {1} <= {0} + {2}", lambda a, b, c: a ^ b <= a + c),
    ("({0} (+) {1}) + 2 * bitand({0}, {1}) = {0} + {1}", lambda a, b, c: True),
    ("not ({0} < {1} and {1} < {2}) or {0} + 1 < {2}", lambda a, b, c: not (a < b < c) or a + 1 < c),
    ("not ({0} < {1} and {1} < {2}) or {0} + 2 < {2}", lambda a, b, c: not (a < b < c) or a + 2 < c),
    ("{0} mod 4 = {0} - 4 * floor({0} / 4)", lambda a, b, c: True),
    ("abs({0} - {1}) <= abs({0} - {2}) + abs({2} - {1})", lambda a, b, c: True),
    ("({0} (+) {1} = 0) iff ({0} = {1})", lambda a, b, c: True),
    ("({0} (+) {1} = {2}) iff ({0} (+) {2} = {1})", lambda a, b, c: True),
    ("{0} (+) {1} != {2} or {0} <= {1} + {2}", lambda a, b, c: a ^ b != c or a <= b + c),
    ("mex({0}, {1}) <= 2", lambda a, b, c: True), ("mex({0}, {1}) <= 1", lambda a, b, c: {a, b} != {0, 1}),
)  # fmt: skip


def _law(source: Random) -> Conjecture:
    """A law of numbers, with random terms in the places of its letters; or one of logic, with random conditions."""
    words = Words(tuple(Said(f"x[{i + 1}]", lambda x, e, i=i: x[i]) for i in range(2)), "x")
    if source.randrange(3) == 0:
        some, other = (condition(source, words, source.randint(1, 2)) for _ in range(2))
        pattern, function = source.choice([
            ("not ({0}) or (({0}) or ({1}))", lambda a, b: True),
            ("(({0}) and ({1})) iff not (not ({0}) or not ({1}))", lambda a, b: True),
            ("not (({0}) or ({1})) or ({0})", lambda a, b: a or not b),
        ])  # fmt: skip
        said = put(pattern, function, some, other)
    else:
        pattern, law = source.choice(_LAWS)
        said = put(pattern, law, *(natural(source, words, source.randrange(2)) for _ in range(3)))
    text = f"claims for nim(n)\nconjecture it: {said.text}\n    check n = 2, upto 3\n"
    return Conjecture(text, lambda x: bool(said.means(x, {})), list(product(range(24), repeat=2)), "law")


_KINDS = ("one heap", "two heaps", "said otherwise", "law")
KIND = Kind(
    "proofs", "proofs", trial,
    frozenset(f"{kind}: {word}" for kind in _KINDS for word in ("proved", "refuted")), share=0.4, seconds=200.0,
)  # fmt: skip
