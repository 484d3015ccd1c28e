"""Rules in which something may have no value: what ground moves keep silent about is asked of the interpreter.

Random moves are full of quotients, logarithms, indices, sets without end and positions of other games. Where their
ground form notes no doubt, every position of a board has its options; where one of them has none, a doubt was
forgotten, and there may be tables and theorems of what is no game.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import product
from random import Random

import heapwise as hw
from heapwise.claims.limits import is_too_much
from heapwise.errors import HeapwiseError
from heapwise.model.expand import ground
from heapwise.model.ground import GroundGame
from heapwise.rules.game import Game
from trials.base import Counts, Failure, Kind

_TEXTS = 20  # of a trial
_BOARD = (12, 10)
_NOT_LOWER = ("E020", "E021", "E022", "E023")  # the move leads nowhere lower, or writes a place twice: another mistake

# N is a number, C a condition, S a set; M and D are a number and a condition that may speak of j.
_NUMBERS = (
    "(N + N)", "(N - N)", "(N * N)", "(N / N)", "(N / 2)", "floor(N / N)", "floor(N / 3)", "(N mod N)", "(N mod 3)",
    "v2(N)", "popcount(N)", "bit(N, N)", "(N (+) N)", "2^(N mod 3)", "sqrt(N)", "floor(sqrt(N))", "min(N, N)",
    "max(N, N)", "abs(N)", "gcd(N, N)", "(if C then N else N)", "sum(M for j in 1..N)", "sum(M for j in 1..2)",
    "x[N]", "len(S)", "mex(S)", "min(S)", "count(D for j in S)",
)  # fmt: skip
_CONDITIONS = (
    "N <= N", "N < N", "N = N", "N != N", "N >= 1", "N in S", "(C and C)", "(C or C)", "(C implies C)", "not (C)",
    "all(D for j in S)", "any(D for j in S)", "terminal(nim(1)(N))", "nim(1)(N) = nim(1)(N)", "N divides N",
    "[N] in splits(N, 1, 0)", "[N] in splits(N, -1, 0)",
)  # fmt: skip
_SETS = (
    "N..N", "1..N", "1..a", "{N, N}", "({N} | 1..N)", "({N} | N..)", "(0..N \\ {N})", "(0.. & {N, N})",
    "{M for j in 1..3 where D}", "{M for j in 1..N}", "{M for j in {1} where D} | {N}",
)  # fmt: skip
_KINDS = {"N": _NUMBERS, "M": _NUMBERS, "C": _CONDITIONS, "D": _CONDITIONS, "S": _SETS}
_LEAST = {"S": ("1..a", "{1, 2}"), "C": ("a >= 1", "b != 0"), "D": ("j != 1", "a >= j")}


class _Grower:
    """Grows expressions over the names that are bound so far."""

    def __init__(self, random: Random) -> None:
        self.random, self.names = random, ["a", "b"]

    def grown(self, kind: str, depth: int) -> str:
        """An expression of a kind."""
        if depth <= 0 or (kind in "NM" and self.random.random() < 0.35):
            return self._leaf(kind)
        template = self.random.choice(_KINDS[kind])
        is_inside = kind in "MD"
        parts = {"N": "M", "C": "D"} if is_inside else {}
        return re.sub(r"\b[NMCDS]\b", lambda m: self.grown(parts.get(m[0], m[0]), depth - 1), template)

    def _leaf(self, kind: str) -> str:
        if kind in _LEAST:
            return self.random.choice(_LEAST[kind])
        names = [*self.names, "j"] if kind == "M" else self.names
        return self.random.choice([*names, *names, "0", "1", "2", "3", "5", "7"])

    def guards(self) -> str:
        """None, or some, behind a choice."""
        conditions = [f"({self.grown('C', 2)})" for _ in range(self.random.choice((0, 0, 1, 1, 2)))]
        return f" where {', '.join(conditions)}" if conditions else ""


def _move(random: Random) -> str:
    """A line that takes from the first heap, with choices and definitions in some order."""
    grower, clauses = _Grower(random), list[str]()
    for name in random.sample(("t", "u", "w", "s"), random.randint(1, 3)):
        text = {"u": "u in S", "w": "w = N", "s": "s = S, v in s", "t": "t in S"}[name]
        clauses.append(" for " + re.sub(r"\b[NS]\b", lambda m: grower.grown(m[0], 2), text) + grower.guards())
        grower.names.append("v" if name == "s" else name)
    new = random.choice(("a - 1", "a - 1", "(if C then a - 1 else a - 2)", "min(a - 1, N)"))
    new = re.sub(r"\b[NC]\b", lambda m: grower.grown(m[0], 1), new)
    return f"    move x[1] -> {new} for a = x[1], b = x[2]{''.join(clauses)} for z in {{1}} where a >= 1\n"


def rules_of(random: Random) -> str:
    """A text with one game of two heaps."""
    lines = "".join(_move(random) for _ in range(random.randint(1, 2)))
    return f"game g\n    heaps x[2]\n{lines}    move x[2] -> x[2] - 1 where x[2] >= 1\n"


def trial(random: Random) -> Counts:
    """Some texts; those that are read as ground moves without a doubt are looked at everywhere."""
    counts: Counts = Counter()
    for _ in range(_TEXTS):
        text = rules_of(random)
        try:
            game = hw.parse(text)["g"]().rules
            assert isinstance(game, Game)
            grounded = ground(game)
        except HeapwiseError:
            counts["refused"] += 1
            continue
        if not isinstance(grounded, GroundGame) or not grounded.is_complete:
            counts["left to the interpreter"] += 1
        elif grounded.unsure:
            counts["in doubt"] += 1
        else:
            counts["without a doubt"] += 1
            _look(game, text)
    return counts


def _look(game: Game, text: str) -> None:
    for state in product(*map(range, _BOARD)):
        try:
            game.options(state)
        except HeapwiseError as problem:
            if not is_too_much(problem) and problem.diagnostics[0].code not in _NOT_LOWER:
                raise Failure(f"no doubt was noted, and there are no options of {state}: {problem}\n{text}") from None


KIND = Kind("doubts", "without a doubt", trial, frozenset({"in doubt", "left to the interpreter"}), share=0.5)
