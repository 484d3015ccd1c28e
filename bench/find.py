"""The training list of `heapwise find`: statements of papers, found again from the rules alone.

    python bench/find.py            every statement, a row each
    python bench/find.py --fast     the half that the tests look at

The targets are claims of the library, which the search never reads: `find` is asked about the game under the play of
the claim, and a statement counts as found if one of the first twelve findings is a formula for the same question. It is
`proved` for all sizes, or a `guess` that was right at positions unseen. Automata count apart, since nobody reads them.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass

from heapwise.discovery import Finding, search, wishes_of
from heapwise.discovery.run import collected
from heapwise.documents.library import library

MOST = 12


@dataclass(frozen=True)
class Target:
    """A statement: the game, or a family by its name; the play; what is asked; and where it is from."""

    game: str
    letter: str
    source: str
    play: str = "normal"
    is_fast: bool = False


TARGETS = (
    Target("nim", "P", "Bouton 1901, every n", is_fast=True),
    Target("nim", "G", "Sprague 1936, every n", is_fast=True),
    Target("nim", "P", "Bouton 1901, every n", "misere", is_fast=True),
    Target("moore", "P", "Moore 1910, every n, k", is_fast=True),
    Target("moore", "P", "Moore 1910, corrected, every n, k", "misere"),
    Target("moore(3, 3)", "G", "CN(n, n): the sum", is_fast=True),
    Target("turning_turtles(6)", "P", "Berlekamp, Conway, Guy 1982"),
    Target("welter(2)", "G", "Conway 1976", is_fast=True),
    Target("welter(3)", "G", "Welter 1954"),
    Target("lim", "G", "Fink, Fraenkel, Santos 2014", is_fast=True),
    Target("lim", "P", "Fink, Fraenkel, Santos 2014", is_fast=True),
    Target("circular(4, 1)", "G", "Suetsugu 2019, CN(n, 1)", is_fast=True),
    Target("circular(4, 3)", "P", "Dufour, Heubach 2013, CN(n, n-1)", is_fast=True),
    Target("circular(4, 2)", "P", "Dufour, Heubach 2013"),
    Target("circular(5, 2)", "P", "Dufour, Heubach 2013"),
    Target("circular(6, 4)", "P", "Dufour, Heubach 2013; Suetsugu 2019"),
    Target("nimhoff", "G", "Suetsugu 2019, every n, k"),
    Target("delete_nim", "G", "Stankova, Rike"),
    Target("delete_nim_split", "G", "Stankova, Rike"),
    Target("emperor(1, [2, 2])", "P", "Suetsugu 2019, Theorem 12", is_fast=True),
    Target("emperor(2, [2, 1, 1])", "P", "Suetsugu 2019, Theorem 13"),
    Target("nim(2)", "W", "three players", "0,1,2"),
    Target("moore(3, 2)", "W", "Li 1978", "0,1,2"),
    Target("abo_delete(3)", "P", "All-but-one delete Nim, Theorem 2"),
    Target("single_delete(3)", "P", "Shinoda, Theorem 3", is_fast=True),
    Target("single_delete(4)", "P", "Shinoda, Theorem 6, corrected"),
    Target("allbut", "G", "Siegel 2005, {k} and {k, m}", is_fast=True),
    Target("subtraction", "G", "Golomb 1966, {1..k}", is_fast=True),
    Target("wythoff", "P", "Wythoff 1907"),
    Target("ryuoh", "G", "Suetsugu, Fukui 2017, every p", is_fast=True),
    Target("restricted_ryuoh", "G", "Suetsugu, Fukui 2017, p divides q"),
    Target("rgame_example", "G", "Suetsugu 2018, Example 2"),
    Target("slow_nim(2, 2)", "P", "Gurvich, Ho 2015", is_fast=True),
    Target("exact_nim(3, 3)", "G", "Boros and others 2018", is_fast=True),
)


@dataclass(frozen=True)
class Row:
    """What came of a target."""

    target: Target
    word: str
    claim: str
    seconds: float

    def text(self) -> str:
        """A row of the table."""
        target = self.target
        under = "" if target.play == "normal" else f" {target.play}"
        cells = (
            f"{target.game} {target.letter}{under}",
            target.source,
            self.word,
            f"`{self.claim}`",
            f"{self.seconds:.1f}",
        )
        return f"| {' | '.join(cells)} |"


def run(target: Target) -> Row:
    """Search for a target, in seconds of the processor."""
    games = library()
    schema = games.find(target.game)
    begin = time.process_time()
    wishes = wishes_of((target.letter, target.play), has_library=False, has_families=False)
    found = search(schema if schema and schema.parameters else games.game(target.game), games, wishes)
    findings = collected(found.name, list(found.results())).findings[:MOST]
    seconds = time.process_time() - begin
    asked = [f for f in findings if f.claim.lstrip("(").startswith(target.letter) and f.standing != "near"]
    words = [f for f in asked if f.automaton is None]
    best = (words or asked or [None])[0]
    return Row(target, _word(best), "" if best is None else _claim(best), seconds)


def _word(best: Finding | None) -> str:
    if best is None:
        return "not found"
    return f"automaton, {best.standing}" if best.automaton is not None else str(best.standing)


def _claim(best: Finding) -> str:
    return " ".join(
        part for part in (best.claim, best.hypotheses, best.quantifiers and f"({best.quantifiers})") if part
    )


def main() -> int:
    """Print a row for each target."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fast", action="store_true")
    parser.add_argument("names", nargs="*", help="targets whose game begins so")
    given = parser.parse_args()
    chosen = [t for t in TARGETS if t.is_fast or not given.fast]
    chosen = [t for t in chosen if not given.names or t.game.startswith(tuple(given.names))]
    print("| statement | source | standing | found | s |\n| --- | --- | --- | --- | ---: |")
    rows = []
    for target in chosen:
        rows.append(run(target))
        print(rows[-1].text(), flush=True)
    said = [row for row in rows if row.word in ("proved", "guess")]
    proved = sum(row.word == "proved" for row in rows)
    times = sorted(row.seconds for row in rows)
    bare = sum("automaton" in row.word for row in rows)
    print(f"\n{len(said)} of {len(rows)} in words, {proved} of them proved; {bare} as automata alone; median")
    print(f"{times[len(times) // 2]:.1f} s, worst {times[-1]:.1f} s of the processor")
    return 0


if __name__ == "__main__":
    sys.exit(main())
