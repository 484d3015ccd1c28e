"""The training list: statements of papers, found again from the rules alone.

A target is a claim of the library, which the search never reads: `find` is asked about the game under the play of the
claim. One of its first twelve findings has to answer the same question at all positions, as the target does:
`P(x) iff`, `G(x) =`, `W(x) = 2 iff`, the same sentence, or the period of one heap. `proved` is for all sizes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from finds.base import Case, Part, Row, median, table
from heapwise.discovery import Finding, Findings, search, wishes_of
from heapwise.discovery.finding import collected
from heapwise.documents.library import library

MOST = 12
_STANDINGS = ("proved", "guess")


@dataclass(frozen=True)
class Target:
    """A statement: the game, or a family by its name; how its finding begins; where it is from; the play."""

    game: str
    begins: str
    source: str
    play: str = "normal"
    family: str = ""  # what the row counts for among the families
    about: str = ""  # part of what the finding is for
    is_fast: bool = False

    @property
    def letter(self) -> str:
        """What is asked for."""
        return self.begins[0] if self.begins[0] in "PGW" else "W" if "W =" in self.begins else "P"

    @property
    def name(self) -> str:
        """The game, what is said of it, and the play."""
        return " ".join(filter(None, (self.game, self.begins, self.about, self.play.replace("normal", ""))))


def _t(game: str, begins: str, source: str, play: str = "normal", family: str = "", *, fast: bool = False) -> Target:
    return Target(game, begins, source, play, family, is_fast=fast)


_UNIQUE = "for all values of the other components exactly one value of each component makes a"

TARGETS = (
    _t("nim", "P(x) iff", "Bouton 1901, every n", fast=True),
    _t("nim", "G(x) =", "Sprague 1936, every n", fast=True),
    _t("nim", "P(x) iff", "Bouton 1901, every n", "misere", fast=True),
    _t("moore", "P(x) iff", "Moore 1910, every n, k", family="Moore", fast=True),
    _t("moore", "P(x) iff", "Moore 1910, corrected, every n, k", "misere", "misere Moore"),
    _t("turtles", "G(a, b) =", "Conway 1976; one head of turning turtles"),
    _t("welter(3)", "G(x) =", "Welter 1954"),
    _t("lim", "G(x) =", "Fink, Fraenkel, Santos 2014", fast=True),
    _t("circular(6, 4)", "P(x) iff", "Dufour, Heubach 2013; Suetsugu 2019"),
    _t("circular(4, 1)", "G(x) =", "Suetsugu 2019, CN(n, 1)", fast=True),
    _t("circular(4, 3)", "P(x) iff", "Dufour, Heubach 2013, CN(n, n - 1)", fast=True),
    _t("circular(3, 3)", "G(x) =", "Suetsugu 2019, CN(n, n)", fast=True),
    _t("nimhoff", "G(x) =", "Suetsugu 2019, every n, k", family="Nimhoff, 2 heaps"),
    _t("delete_nim", "G(a, b) =", "Abuku, Suetsugu 2021"),
    _t("delete_nim_split", "G(a, b) =", "Abuku, Suetsugu 2021"),
    _t("delete_nim_split", "P(a, b) iff", "Shinoda, Theorem 1"),
    _t("emperor(1, [2, 2])", "P(x) iff", "Suetsugu 2019, Theorem 12", fast=True),
    _t("emperor(2, [2, 1, 1])", "P(x) iff", "Suetsugu 2019, Theorem 13"),
    _t("moore", "W(x) = 2 iff", "Li 1978, every n, k", "0,1,2", "Li"),
    _t("abo_delete", "P(x) iff", "Shinoda, Theorem 2, every n", family="All-but-one delete"),
    _t("single_delete(3)", "P(x) iff", "Shinoda, Theorem 3", fast=True),
    _t("single_delete(4)", "P(x) iff", "Shinoda, Theorem 6, corrected"),
    _t("nim", "W(x) = 2 iff", "Suetsugu, m-player, Theorem 4.2, i = 0", "0,1,2"),
    _t("nim", "W(x) = 0 iff", "Suetsugu, m-player, Theorem 4.2, i = 1", "1,2,0", "shifted orders"),
    _t("nim(2)", f"{_UNIQUE} position with W = 2",
       "Suetsugu, m-player, Theorem 4.3, m = 3", "0,2,1"),
    Target("allbut", "G(n) =", "Siegel 2005", family="all-but {k}", about="S = {k}", is_fast=True),
    Target("allbut", "G(n) =", "Siegel 2005", family="all-but {k, m}", about="S = {k, m}"),
    _t("wythoff", "P(a, b) iff", "Wythoff 1907"),
    _t("ryuoh", "G(a, b) =", "Suetsugu, Fukui 2017, every p", family="Ryuoh", fast=True),
    _t("restricted_ryuoh", "G(a, b) =", "Suetsugu, Fukui 2017, p divides q", family="restricted Ryuoh"),
    _t("rgame_example", "G(a, b) =", "Suetsugu 2018, Example 2"),
    _t("subtraction({2, 5})", "G(n + 7) = G(n)", "Golomb 1966: periodic; here one of them"),
    _t("allbut({2, 3})", "G(n + ", "Siegel 2005: additively periodic; here one of them"),
    _t("subtraction", "G(n) =", "Golomb 1966, {1..k}", family="subtraction {1..p-1}", fast=True),
    _t("rgame", "G(a, b) =", "Suetsugu 2018, Theorem 10: all rule sets with an inner period"),
    _t("rgames", "G(x) =", "Suetsugu 2018, Theorem 12: all rule sets with an inner period"),
)  # fmt: skip


def run(target: Target) -> Row:
    """Search for a target."""
    games = library()
    schema = games.find(target.game)
    wishes = wishes_of((target.letter, target.play), has_library=False, has_families=False)
    rules = schema if schema and schema.parameters else games.game(target.game)
    found = search(rules, games, wishes)
    return best_of(collected(found.name, list(found.results())), target)


def best_of(found: Findings, target: Target) -> Row:
    """The finding that says it, words before automata."""
    asked = [f for f in found.findings[:MOST] if f.claim.startswith(target.begins) and str(f.standing) in _STANDINGS]
    asked = [f for f in asked if target.about in f.hypotheses]
    words = [f for f in asked if f.automaton is None]
    best = (words or asked or [None])[0]
    if best is None:
        return {"standing": "not found", "found": "", "states": 0}
    states = 0 if best.automaton is None else best.automaton.automaton.states
    return {"standing": str(best.standing), "found": said(best), "states": states}


def said(best: Finding) -> str:
    """The statement with what it is for."""
    return " ".join(filter(None, (best.claim, best.hypotheses, best.quantifiers and f"({best.quantifiers})")))


def cases() -> Sequence[Case]:
    """A case for each target."""
    return [Case(target.name, partial(run, target)) for target in TARGETS]


def page(rows: dict[str, Row]) -> list[str]:
    """The table, and the counts that the bars are about."""
    lines = [(target, rows[target.name]) for target in TARGETS if target.name in rows]
    found = [row for _, row in lines if row["standing"] in _STANDINGS]
    proved = sum(row["standing"] == "proved" for row in found)
    families = {target.family for target, row in lines if target.family and row["standing"] == "proved"}
    times = [row["seconds"] for _, row in lines]
    told = [
        "## Statements of papers", "",
        f"{len(found)} of {len(lines)} found, {proved} of them proved; formulas in the parameters proved for",
        f"{len(families)} families ({', '.join(sorted(families))}). Median {median(times):.1f} s, worst",
        f"{max(times, default=0):.1f} s; {max((row['megabytes'] for _, row in lines), default=0):,} MB at most.", "",
    ]  # fmt: skip
    heads = ("game", "under", "source", "standing", "found", "s")
    return told + table(heads, [_line(target, row) for target, row in lines])


def _line(target: Target, row: Row) -> tuple[object, ...]:
    text = f"`{row['found']}`" if row["found"] else ""
    if row["states"]:
        text += f", an automaton of {row['states']} states"
    return (
        f"{target.game} {target.about}".strip(),
        target.play,
        target.source,
        row["standing"],
        text,
        f"{row['seconds']:.1f}",
    )


STATEMENTS = Part("statements", cases, page)
