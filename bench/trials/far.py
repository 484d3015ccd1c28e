"""Claims of known theorems that turn false far out: at one position, from somewhere on, or where digits meet.

The theorem is evaluated in plain Python, so all exceptions of a region are known without a game. A region that ends
before the first exception holds and is never proved; one that reaches it is refuted there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from math import isqrt
from random import Random

import heapwise as hw
from trials.base import Counts, Failure, Kind
from trials.claims import Expected, compared, flat

State = tuple[int, ...]


@dataclass(frozen=True)
class Theorem:
    """A claim that is true: its game and what is swept, places, the right side, what it is, and a side of a region."""

    game: str
    swept: str
    places: tuple[str, ...]
    right: str
    truth: Callable[[State], int]
    side: int
    is_value: bool = True
    low: int = 0


def _nimsum(x: State) -> int:
    total = 0
    for v in x:
        total ^= v
    return total


def _cold(x: State) -> bool:
    low, difference = min(x), abs(x[0] - x[1])
    return low == (difference + isqrt(5 * difference * difference)) // 2


def _no_carry(x: State) -> bool:
    return all(sum(v >> k & 1 for v in x) % 3 == 0 for k in range(12))


_X2, _X3 = ("x[1]", "x[2]"), ("x[1]", "x[2]", "x[3]")
THEOREMS = (
    Theorem("nim(n)", "n = 2", _X2, "nimsum(x)", _nimsum, 120),
    Theorem("nim(n)", "n = 3", _X3, "nimsum(x)", _nimsum, 28),
    Theorem("subtraction(S)", "S = {1, 2, 3}", ("n",), "n mod 4", lambda x: x[0] % 4, 9000),
    Theorem("subtraction(S)", "S = {1, 2, 3, 4, 5, 6}", ("n",), "n mod 7", lambda x: x[0] % 7, 9000),
    Theorem("wythoff", "", ("a", "b"), "min(a, b) = floor((1 + sqrt(5)) / 2 * abs(a - b))", _cold, 120, False),
    Theorem("moore(n, k)", "n = 3, k = 2", _X3, "nimsum(x; 3) = 0", _no_carry, 26, False),
    Theorem("nim(n)", "n = 3", _X3, "nimsum(x) = 0", lambda x: _nimsum(x) == 0, 28, False),
)
Spoiler = tuple[str, str, Callable[[State], bool]]


def spoiler(source: Random, theorem: Theorem) -> Spoiler:
    """Where the claim is to be false: a kind, a condition, and its meaning."""
    places, side = theorem.places, theorem.side
    i, far = source.randrange(len(places)), source.randint(side // 2, side + side // 2)
    a = places[i]
    last = len(places) - 1
    bit = far.bit_length() - 1
    point = tuple(source.randrange(side) for _ in places)
    equal = " and ".join(f"{place} = {v}" for place, v in zip(places, point, strict=True))
    total = " + ".join(places)
    modulus = side // 2 + 1
    kinds: list[Spoiler] = [
        ("at one position", equal, lambda x: x == point),
        ("from somewhere on", f"{a} >= {far}", lambda x: x[i] >= far),
        ("at one total", f"{total} = {far}", lambda x: sum(x) == far),
        ("at a digit", f"bit({a}, {bit}) = 1 and {places[last]} mod 3 = 1",
         lambda x: bool(x[i] >> bit & 1) and x[last] % 3 == 1),
        ("at remainders", f"{a} mod {modulus} = {modulus - 1} and {places[last]} mod 2 = 1",
         lambda x: x[i] % modulus == modulus - 1 and x[last] % 2 == 1),
        ("nowhere", f"{a} < 0", lambda x: False),
    ]  # fmt: skip
    return source.choice(kinds)


def trial(source: Random) -> Counts:
    """One theorem, spoilt somewhere, on one region."""
    theorem = source.choice(THEOREMS)
    kind, condition, is_spoilt = spoiler(source, theorem)
    how = "value" if theorem.is_value else source.choice(["and not", "or"])
    upto = source.randint(theorem.side // 3, theorem.side)
    position = "x" if theorem.places[0].startswith("x") else ", ".join(theorem.places)
    if how == "value":
        said = f"G({position}) = (if {condition} then {theorem.right} + 1 else {theorem.right})"
    else:
        said = f"P({position}) iff ({theorem.right}) {how} ({condition})"
    wrong = []
    for x in product(range(upto + 1), repeat=len(theorem.places)):
        if _is_false(theorem, how, is_spoilt, x):
            wrong.append(x)
    wrong.sort(key=lambda x: (sum(x), x))
    size = (upto + 1) ** len(theorem.places)
    wanted = Expected(size, size, tuple(wrong))
    method = source.choice(["auto", "auto", "table", "local", "proof"])
    swept = f"{theorem.swept}, " if theorem.swept else ""
    text = f"claims for {theorem.game}\nconjecture it: {said}\n    check {swept}upto {upto}\n"
    verdict, *_ = hw.check(text, method=method)
    counts = compared(text, method, verdict, wanted)
    if verdict.word == "refuted":
        assert verdict.counterexample is not None
        here = flat(verdict.counterexample.position)
        if not _is_false(theorem, how, is_spoilt, here):
            raise Failure(f"{here} is no counterexample\n{text}")
    if verdict.word == "proved":
        _is_true_far_out(text, theorem, how, is_spoilt)
    counts[f"false {kind}"] += counts["claims"]
    counts["far claims"] = counts.pop("claims", 0)
    return counts


def _is_false(theorem: Theorem, how: str, is_spoilt: Callable[[State], bool], x: State) -> bool:
    return is_spoilt(x) and (how == "value" or bool(theorem.truth(x)) == (how == "and not"))


def _is_true_far_out(text: str, theorem: Theorem, how: str, is_spoilt: Callable[[State], bool]) -> None:
    """A spoilt claim that is said to be proved may be true all the same, where the spoiler changes nothing."""
    for x in product(range(2 * theorem.side), repeat=len(theorem.places)):
        if _is_false(theorem, how, is_spoilt, x):
            raise Failure(f"proved, and false at {x}\n{text}")


KIND = Kind(
    "far", "far claims", trial,
    frozenset(["false at one position", "false from somewhere on", "false at one total", "false at a digit"])
    | {"said: proved", "said: holds", "said: refuted", "method: local", "method: table"}, share=0.5,
)  # fmt: skip
