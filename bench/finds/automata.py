"""P-positions as automata, learned and proved, and words for them: games of the library with small parameters, under
normal and misere play."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from time import process_time

import heapwise as hw
from finds.base import Case, Part, Row, median, table
from heapwise.discovery.automata import losing_set
from heapwise.discovery.facts import Facts
from heapwise.discovery.finding import Finding
from heapwise.discovery.formula_search import FormulaSearch
from heapwise.discovery.questions import questions_of
from heapwise.discovery.wishes import Wishes
from heapwise.documents.library import library
from heapwise.engine.memory import Memory
from heapwise.fitting.search import Fit
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
MOST_SYMBOLS = 25


def run(name: str, play: Play) -> Row:
    """The automaton of one game, and the formula for it."""
    rules = hw.game(name).rules
    assert isinstance(rules, Game)
    facts = Facts(rules, play, Memory(), lambda: None)
    begin = process_time()
    found = losing_set(facts)
    row: Row = {"learning": round(process_time() - begin, 2)}
    if found.proved is None:
        return {**row, "states": 0, "excluded": found.excluded()}
    results = FormulaSearch(facts, library(), Wishes(), similar_to(rules, play)).answers(next(questions_of(play)))
    words = next((f for f in results if isinstance(f, Finding) and f.standing == "proved"), None)
    row |= {"states": found.proved.automaton.states, "digits": found.proved.digits}
    return row if words is None else {**row, "words": words.claim, "symbols": words.cost}


def similar_to(rules: Game, play: Play) -> Fit | None:
    """The formula of normal play, for misere play."""
    if play.is_normal:
        return None
    normal = Facts(rules, NORMAL, Memory(), lambda: None)
    found = FormulaSearch(normal, library(), Wishes()).searched(next(questions_of(NORMAL)))
    return found.result.fits[0] if found is not None and found.result.fits else None


def cases() -> Sequence[Case]:
    """Each game under both plays."""
    return [Case(f"{name} {play.name}", partial(run, name, play)) for name in GAMES for play in (NORMAL, MISERE)]


def page(rows: dict[str, Row]) -> list[str]:
    """The counts, and a row for each automaton without words and for the longest ones."""
    proved = {name: row for name, row in rows.items() if row["states"]}
    said = {name: row for name, row in proved.items() if 0 < row.get("symbols", 0) <= MOST_SYMBOLS}
    times = [row["learning"] for row in rows.values()]
    told = [
        "## Automata, and words for them", "",
        f"Games of the library with one to four components and small parameters, under normal and misere play: of"
        f" {len(rows)} sets of P-positions", f"{len(proved)} were learned as automata and proved (median"
        f" {median(times):.2f} s, {sum(times):.0f} s in all), and of these {len(said)} have words as well: a formula",
        f"of at most {MOST_SYMBOLS} symbols that is proved. Without words:", "",
    ]  # fmt: skip
    bare = [(name, row["states"], row["digits"]) for name, row in proved.items() if name not in said]
    return told + table(("game and play", "states", "digits"), bare)


AUTOMATA = Part("automata", cases, page)
