"""What `test_playground.py` asks in processes without numpy: this module is imported there, and pytest is not."""

from __future__ import annotations

import json
import sys
from typing import Any

import heapwise as hw
from heapwise.playground import answer

GAME = """
game wyt(k in 1..)
    heaps a, b
    move a -> a - t                for t in 1..a
    move b -> b - t                for t in 1..b
    move a -> a - s, b -> b - t    for s in 1..a, t in 1..b   where abs(s - t) < k
"""
CLAIMS = """
claims for wyt(k)
theorem symmetric: G(a, b) = G(b, a)
    check k in 1..2, upto 20
disproved nim at k = 1, a = 1, b = 1: P(a, b) iff a = b
    check k = 1, upto 20
theorem first: P(a, b) implies a != b or a = 0
    check k = 1, upto 20
"""


def found() -> dict[str, Any]:
    """A game, a table and claims that are refuted and proved."""
    game = hw.parse(GAME)["wyt"](2)
    table, outcomes = game.table(upto=9), game.table(upto={"a": 9, "b": 4}, want="outcome")
    report = hw.check(GAME + CLAIMS)
    verdicts = [
        (v.claim, v.shown, v.word, v.positions, v.exceptions, v.exceptions_sample, v.up_to_symmetry) for v in report
    ]
    refuted = next(v.counterexample for v in report if v.counterexample is not None)
    return {
        "grundy": game.grundy((3, 5)), "options": game.options((1, 2)), "table": table.nested(), "text": str(table),
        "html": table._repr_html_(), "cell": [table[2, 3], table.values[2].tolist()], "p": outcomes.p_positions(),
        "outcomes": str(outcomes), "verdicts": verdicts, "counterexample": refuted.to_json(),
        "notes": [n for v in report for n in v.notes if n.startswith("evaluated")],
    }  # fmt: skip


def tell_found() -> None:
    """Print it."""
    sys.stdout.write(json.dumps(found()))


def answers() -> None:
    """Answer requests from standard input, and print the lists of answers."""
    told: list[list[Any]] = []
    for request in json.load(sys.stdin):
        told.append([])
        answer(json.dumps(request), lambda text: told[-1].append(json.loads(text)))
    sys.stdout.write(json.dumps(told))
