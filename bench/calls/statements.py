"""Claims of every form about a board: questions, relations, connectives, quantifiers, plays, statuses, effort.

What is made is well-formed text; it may be false, undefined somewhere, or outside of what a method can do. All of these
have an answer in words.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random
from string import Formatter

from calls.boards import Board

PLAYS = ("", " under misere", " under preference 0 > 1 > 2", " under orders ((0, 1), (1, 0))")
STATUSES = ("theorem", "conjecture", "question", "disproved")
METHODS = ("auto", "table", "local", "sample", "period", "proof")
EFFORTS = ("upto 2", "upto 3", "check {own} <= 2, upto 2", "check sum({own}) <= 3, upto 2")
_RELATIONS = ("=", "!=", "<", "<=", ">", ">=", "divides")
_GATHERS = ("sum", "min", "max", "nimsum", "mex")

# A number and a condition about the position; {n} is a number, {c} a condition, {w} the whole position, {v} a vector,
# {q} a position or the whole one, {g} the game, {d} a small number.
NUMBERS = (
    "G({q})", "R({q})", "W({q})", "{number}", "{d}", "{n} + {n}", "{n} - {n}", "{n} * {d}", "{n} (+) {n}",
    "{n} (*) {n}", "{n} mod {d}", "{n} / 1", "{n}^2", "-{n}", "floor({n} / {d})", "abs({n} - {n})",
    "min({n}, {n})", "max({n}, {n})", "bit({n}, 1)", "popcount({n})", "v2({n} + 1)", "gcd({n}, {d})",
    "(if {c} then {n} else {n})", "len(options({q}))", "len(followers({q}))", "count({c} for {ix} in 1..{d})",
    "count(terminal({opt}) for {opt} in options({q}))", "mex({{G({opt}) for {opt} in options({q})}})",
    "sum({n} + {ix} for {ix} in 1..2)", "max({{0, {n}}})", "{gather}({n} + {ix} for {ix} in 0..2)",
    "sum({vector})", "max({vector})", "nimsum({vector})", "nimsum({vector}; 3)", "len({vector})", "{vector}[1]",
    "period({g})", "preperiod({g})", "saltus({g})", "floor(sqrt(2) * {d})", "digit({n}, 0, 3)",
    "G(this({state}))",
)  # fmt: skip
CONDITIONS = (
    "P({q})", "N({q})", "terminal({q})", "legal({w})", "{n} {relation} {n}", "{n} = {n} (mod {d})", "not ({c})",
    "({c}) and ({c})", "({c}) or ({c})", "({c}) implies ({c})", "(({c}) iff ({c}))", "{n} in {{0, 2, 4}}",
    "{n} not in 1..", "{n} in (0.. \\ {{3}})", "all({c} or P({opt}) for {opt} in options({q}))",
    "any(P({opt}) for {opt} in options({q}))", "all(G({opt}) != G({q}) for {opt} in options({q}))",
    "any({opt} = {other} for {opt} in options({q}), {other} in followers({q}))",
    "all({n} + {ix} >= 0 for {ix} in 0..{d})", "any({n} = {ix} for {ix} in {{1, 3}} where {ix} < {d})",
    "unique({n} = {ix} for {ix} in 0..9)", "all({vector}[{ix}] >= 0 for {ix} in 1..2)", "{vector} = {vector}",
    "[{n}, {n}] = [{n}, {n}]", "all(len({setx}) <= 2 for {setx} in subsets(1..3, 1..2))",
    "all({ix} + {jx} = {d} for ({ix}, {jx}) in splits({d}, 2, 0))", "any({n} = {ix} * {d} for {ix} in 0..9)",
    "{{{n}, {n}}} = {{{n}}}", "this({state}) in options({q})", "pure({g})",
    "all(bit({n}, {ix}) = 0 for {ix} in 9..)", "inner_period({g}, {d})", "{number} in {vector_set}",
    "options({q}) = {{}}", "any({ix} = {jx} for {ix}, {jx} in 0..2 where {ix} < {jx})",
    "all({ix} = 1 for {ix} = {d})", "sum({ix} for {ix} in {{{n}}}) = {n}",
)  # fmt: skip
_DEEP = 3
_BOUND = ("opt", "other", "ix", "jx", "setx")  # names that a form binds


class Maker:
    """Makes claims about one board, determined by a source of numbers."""

    def __init__(self, board: Board, source: Random) -> None:
        self.board, self.source = board, source
        self._numbers = count(1)

    def claim(self, number: int = 0) -> str:
        """A claim with everything that may stand in one."""
        chosen = self.source.choice
        status, play = chosen(STATUSES), chosen(PLAYS)
        witness = self._witness() if status == "disproved" and self.source.random() < 0.5 else ""
        premise = f"({self.condition()}) implies " if self.source.random() < 0.3 else ""
        strategy = f" by {self._filled('({w})')}" if self.source.random() < 0.1 else ""
        hypotheses = ", ".join(self.board.parameters)
        hypotheses = f" for {hypotheses}" if hypotheses else ""
        where = f" where {self.condition(2)}" if self.source.random() < 0.2 and hypotheses else ""
        effort = self._filled(chosen(EFFORTS)) if self.source.random() < 0.4 else "upto 2"
        statement = self.condition()
        return f"{status} c{number}{play}{witness}: {premise}{statement}{hypotheses}{where}{strategy} {effort}"

    def text(self, claims: int = 1) -> str:
        """A whole text of claims."""
        return "\n".join([f"claims for {self.board.heading}", *map(self.claim, range(claims))])

    def condition(self, level: int = 0) -> str:
        """A condition about the position; deep inside, one without parts."""
        return self._filled(self.source.choice(CONDITIONS if level < _DEEP else CONDITIONS[:4]), level)

    def number(self, level: int = 0) -> str:
        """A number."""
        return self._filled(self.source.choice(NUMBERS if level < _DEEP else NUMBERS[:5]), level)

    def _filled(self, form: str, level: int = 0) -> str:
        """A form with its parts put in, each made anew; the names that it binds are bound nowhere else."""
        own = {name: f"{name}{next(self._numbers)}" for name in _BOUND}
        found = ""
        for text, name, _, _ in Formatter().parse(form):
            found += text + ("" if name is None else own.get(name) or self._part(name, level + 1))
        return found

    def _part(self, name: str, level: int) -> str:
        board, chosen = self.board, self.source.choice
        makers: dict[str, Callable[[], str]] = {
            "n": lambda: self.number(level),
            "c": lambda: self.condition(level),
            "w": lambda: board.whole,
            "q": lambda: chosen((board.whole, board.whole, *board.inside)),
            "d": lambda: str(self.source.randint(1, 3)),
            "number": lambda: chosen(board.numbers) if board.numbers else "1",
            "vector": lambda: chosen(board.vectors) if board.vectors else "[1, 2]",
            "vector_set": lambda: f"{{{', '.join(board.numbers[:2]) or '1'}}}",
            "own": lambda: chosen(board.vectors or tuple(n for n in board.numbers if "." not in n) or ("all",)),
            "relation": lambda: chosen(_RELATIONS),
            "gather": lambda: chosen(_GATHERS),
            "g": lambda: chosen(("this", "subtraction({1, 2})", "kayles", "octal(0.137)")),
            "state": lambda: chosen(board.positions or ("0",)).replace(";", ","),
        }
        return makers[name]()

    def _witness(self) -> str:
        return " at " + ", ".join([*self.board.parameters, f"{self.board.whole.split(', ')[0]} = 0"])
