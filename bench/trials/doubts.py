"""Rules and claims in which something may have no value: what others keep silent about is asked of the interpreter.

Random moves are full of quotients, logarithms, indices, sets without end or order, and positions of other games. Where
their ground form notes no doubt, every position of a board has its options; where one of them has none, a doubt was
forgotten, and there may be tables and theorems of what is no game. Of a claim with such a condition nothing is said by
tables and proofs where the condition has no value at some position of the board.
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

_TEXTS, _CLAIMS = 20, 6  # of a trial
_BOARD = (12, 10)
_NOT_LOWER = ("E020", "E021", "E022", "E023")  # the move leads nowhere lower, or writes a place twice: another mistake

# N is a number, C a condition, S a set; M and D are a number and a condition that may speak of j.
_NUMBERS = (
    "(N + N)", "(N - N)", "(N * N)", "(N / N)", "(N / 2)", "floor(N / N)", "floor(N / 3)", "(N mod N)", "(N mod 3)",
    "v2(N)", "popcount(N)", "bit(N, N)", "(N (+) N)", "2^(N mod 3)", "sqrt(N)", "floor(sqrt(N))", "min(N, N)",
    "max(N, N)", "abs(N)", "gcd(N, N)", "(if C then N else N)", "sum(M for j in 1..N)", "sum(M for j in 1..2)",
    "x[N]", "len(S)", "mex(S)", "min(S)", "count(D for j in S)", "1/2", "sqrt(2)", "sqrt(3)", "[N, N][N]",
    "len(X)", "mex(M for j in S for j2 in {})", "(if C then N else 1/2)", "(if C then N else sqrt(2))",
)  # fmt: skip
_CONDITIONS = (
    "N <= N", "N < N", "N = N", "N != N", "N >= 1", "N in S", "(C and C)", "(C or C)", "(C implies C)", "not (C)",
    "all(D for j in S)", "any(D for j in S)", "terminal(nim(1)(N))", "nim(1)(N) = nim(1)(N)", "N divides N",
    "[N] in splits(N, 1, 0)", "[N] in splits(N, -1, 0)", "any(1/(j - N) != 0 for j in {N, N})",
    "all(1/(j - N) > 0 for j in {N, N} where D)", "any(N >= 0 for p = X, c in {1})", "X != {}", "X = X",
    "P([nim(1)(N), nim(1)(N)][1])", "nim(1)(N) not in {}", "legal(nim(1)(N))",
)  # fmt: skip
_SETS = (
    "N..N", "1..N", "1..a", "{N, N}", "({N} | 1..N)", "({N} | N..)", "(0..N \\ {N})", "(0.. & {N, N})",
    "{M for j in 1..3 where D}", "{M for j in 1..N}", "{M for j in {1} where D} | {N}",
)  # fmt: skip
_COLLECTIONS = (  # what may be defined and never asked
    "{(N, N), (N, N)}", "{{N}, {N, N}}", "{nim(1)(N)}", "{nim(1)(N), nim(1)(N)}", "options(hole(N))",
    "options(hole, N)", "followers(hole(N))", "[N]..[N]", "[N]..[N, N]", "splits(N, 2, N)", "subsets({N, N})",
    "({N} | {N})", "{M for j in S for j2 in {}}", "(if C then {N} else {N})", "{nim(1)(M) for j in S where D}",
    "[N, N][{}]", "([j for j in 1..0] + N)", "(if C then [j for j in {}] else [j for j in {}])",
)  # fmt: skip
_KINDS = {
    "N": _NUMBERS, "M": _NUMBERS, "C": _CONDITIONS, "D": _CONDITIONS, "S": _SETS, "X": _COLLECTIONS,
}  # fmt: skip
_LEAST = {"S": ("1..a", "{1, 2}"), "C": ("a >= 1", "b != 0"), "D": ("j != 1", "a >= j"), "X": ("{a}", "{nim(1)(a)}")}
_HOLE = "game hole\n    heap n\n    move n -> n - t for t in 1..n where n < 7 or 1/(n - 7) > 0\n"


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
        return re.sub(r"\b[NMCDSX]\b", lambda m: self.grown(parts.get(m[0], m[0]), depth - 1), template)

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
    for name in random.sample(("t", "u", "w", "s", "d"), random.randint(1, 3)):
        text = {"u": "u in S", "w": "w = N", "s": "s = S, v in s", "t": "t in S", "d": "d = X"}[name]
        clauses.append(" for " + re.sub(r"\b[NSX]\b", lambda m: grower.grown(m[0], 2), text) + grower.guards())
        grower.names += [{"s": "v"}.get(name, name)] if name != "d" else []
    new = random.choice(("a - 1", "a - 1", "(if C then a - 1 else a - 2)", "min(a - 1, N)"))
    new = re.sub(r"\b[NC]\b", lambda m: grower.grown(m[0], 1), new)
    return f"    move x[1] -> {new} for a = x[1], b = x[2]{''.join(clauses)} for z in {{1}} where a >= 1\n"


def rules_of(random: Random) -> str:
    """A text with one game of two heaps."""
    lines = "".join(_move(random) for _ in range(random.randint(1, 2)))
    return f"{_HOLE}game g\n    heaps x[2]\n{lines}    move x[2] -> x[2] - 1 where x[2] >= 1\n"


def trial(random: Random) -> Counts:
    """Some texts: rules that are read as ground moves without a doubt, and claims, are looked at everywhere."""
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
            found = _without_options(game)
            if found is not None:
                raise Failure(f"no doubt was noted, and there are no options {found}\n{text}")
    for _ in range(_CLAIMS):
        _look_at_claim(f"({_Grower(random).grown('C', 3)})", counts)
    return counts


def _without_options(game: Game) -> str | None:
    """A position of the board that has no options, and why."""
    for state in product(*map(range, _BOARD)):
        try:
            game.options(state)
        except HeapwiseError as problem:
            if not is_too_much(problem) and problem.diagnostics[0].code not in _NOT_LOWER:
                return f"of {state}: {problem}"
    return None


def _look_at_claim(condition: str, counts: Counts) -> None:
    """A condition as a claim that is true where it has a value, and as a guard, which the interpreter reads."""
    body = f"any({condition} or true for a = x[1], b = x[2])"
    rules = f"{_HOLE}game g\n    heaps x[2]\n    move x[1] -> x[1] - 1 where {body}, x[1] >= 1\n"
    text = f"{rules}claims for g\nquestion q: {body} check x[1] <= {_BOARD[0] - 1}, x[2] <= {_BOARD[1] - 1}"
    nim = text.replace(
        f"    move x[1] -> x[1] - 1 where {body}, x[1] >= 1\n", "    move x[1] -> y for y in 0..x[1]-1\n"
    )
    try:
        game = hw.parse(text)["g"]().rules
        assert isinstance(game, Game)
        found = _without_options(game)
        words = {method: hw.check(hw.parse(nim), method=method).verdicts[0] for method in ("table", "local", "proof")}
    except HeapwiseError:
        counts["refused"] += 1
        return
    counts["claims without a value" if found else "claims with a value"] += 1
    for method, verdict in words.items():
        wrong = verdict.word in (("proved", "holds") if found else ("refuted", "error"))
        if wrong and not re.search("too many|nothing (was checked|is claimed)", str(verdict.reason)):
            raise Failure(f"{method} says {verdict.word} ({verdict.reason}); the interpreter has {found}\n{nim}")


KIND = Kind("doubts", "without a doubt", trial, frozenset({"in doubt", "left to the interpreter"}), share=0.5)
