"""Automata of P-positions, learned and proved: games of the library with small parameters, normal and misere play.

usage: python bench/find_automata.py [--seconds S] [PART OF A NAME ...]

A row is one game under one play: how many states its proved automaton has and which digits it reads, or how many states
there are at least; and the seconds for its tables, for learning and for the proof together. The last lines count.
"""

import argparse
import time
from statistics import median

import heapwise as hw
from heapwise.discovery.automata import Attempt, losing_set
from heapwise.discovery.facts import Facts
from heapwise.engine.memory import Memory
from heapwise.reference.conventions import MISERE, NORMAL, Play
from heapwise.rules.game import Game

GAMES = [
    *(f"nim({n})" for n in (1, 2, 3, 4)),
    *(f"moore({n}, {k})" for n, k in ((2, 1), (2, 2), (3, 1), (3, 2), (3, 3), (4, 1), (4, 2), (4, 3))),
    *(f"exact_nim({n}, {k})" for n, k in ((2, 1), (2, 2), (3, 2), (3, 3), (4, 2), (4, 3), (4, 4))),
    *(f"circular({n}, {k})" for n, k in ((3, 1), (3, 2), (3, 3), (4, 1), (4, 2), (4, 3), (4, 4))),
    *(f"slow_nim({n}, {k})" for n, k in ((1, 1), (2, 1), (2, 2), (3, 1), (3, 3))),
    *(f"exact_slow_nim({n}, {k})" for n, k in ((2, 1), (2, 2), (3, 1), (3, 3))),
    "hypergraph_nim(3, {{1, 2}, {2, 3}})", "hypergraph_nim(3, {{1}, {2, 3}})", "hypergraph_nim(3, {{1, 2}, {3}})",
    "emperor(1, [2, 1])", "emperor(0, [2, 2])", "emperor(1, [1, 1, 1])", "emperor(1, [2, 2])",
    "lim", "delete_nim", "delete_nim_split", "abo_delete(2)", "abo_delete(3)", "single_delete(2)", "single_delete(3)",
    "single_delete(4)", "wythoff", *(f"nimhoff(2, {k})" for k in (1, 2)), "nimhoff(3, 1)",
    *(f"ryuoh({p})" for p in (1, 2, 3, 4, 5, 6, 7)),
    *(f"restricted_ryuoh({p}, {q})" for p, q in ((2, 2), (2, 4), (3, 3), (3, 6), (3, 5))),
    "welter(2)", "welter(3)", "silver_dollar(2)", "silver_dollar(3)", "staircase_nim(2)", "staircase_nim(3)",
    "staircase_nim(4)", "greedy_nim(2)", "greedy_nim(3)", "end_nim(2)", "loop_end_nim(2)", "loop_end_nim(3)",
    "nim_with_pass(2)", "lasker_nim",
    *(f"subtraction({s})" for s in ("{1, 2}", "{1, 2, 3}", "{2, 5}")), "allbut({2})", "allbut({1, 3})", "mark",
]  # fmt: skip


def attempt(name: str, play: Play) -> tuple[Attempt, float]:
    """The search for one game, and its seconds."""
    rules = hw.game(name).rules
    assert isinstance(rules, Game)
    start = time.perf_counter()
    found = losing_set(Facts(rules, play, Memory(), lambda: None))
    return found, time.perf_counter() - start


def row(name: str, play: Play, found: Attempt, seconds: float) -> str:
    """One line of the table."""
    if found.proved is not None:
        said = f"proved, {found.proved.automaton.states} states, {found.proved.digits}, side {found.side}"
    elif found.reason:
        said = f"not looked for: {found.reason}"
    else:
        said = "; ".join(f"at least {bound} states in {digits}" for digits, bound in found.apart.items() if bound > 1)
    return f"{name:36s} {play.name:7s} {seconds:6.2f}  {said[:100]}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", help="only games with one of these in their names")
    parser.add_argument("--seconds", type=float, default=120, help="begin no further game after so many")
    options = parser.parse_args()
    proved, times, start = 0, [], time.perf_counter()
    for name in GAMES:
        if options.parts and not any(part in name for part in options.parts):
            continue
        for play in (NORMAL, MISERE):
            if time.perf_counter() - start > options.seconds:
                break
            found, seconds = attempt(name, play)
            proved, times = proved + (found.proved is not None), [*times, seconds]
            print(row(name, play, found, seconds), flush=True)
    print(f"\n{proved} of {len(times)} proved; median {median(times):.2f} s, {sum(times):.0f} s in all")


if __name__ == "__main__":
    main()
