"""What `find` says of the games of the library: a stored run, from which the gallery of the site takes it.

    python bench/found.py               the games whose rules have changed since the stored run, or that are new
    python bench/found.py --all         every game anew
    python bench/found.py lim wythoff   these

Each game of the library is looked at with small parameters, without the library and with some 20,000 terms for each
search. What is found is kept game by game in `bench/found.json`, with the hash of the rules it is about.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any

from heapwise.claims.hashes import game_hash
from heapwise.claims.resolve import resolve_claims
from heapwise.discovery import Finding, search, wishes_of
from heapwise.discovery.finding import collected
from heapwise.discovery.run import Result
from heapwise.discovery.wording import declaration_text
from heapwise.documents.library import Document, library, read_source
from heapwise.errors import HeapwiseError
from heapwise.files import write_atomically
from heapwise.report.boards import candidates
from heapwise.report.study import Chapter, Stated
from heapwise.rules.game import Game
from heapwise.rules.schema import Schema
from heapwise.tables.boxes import axes

STORED = Path(__file__).with_name("found.json")
GAMES = Path(__file__).parent.parent / "games"
TERMS, SECONDS = 20_000, 40.0
_MOST, _MOST_STATES = 8, 12  # findings of a game, and states of an automaton that is written out
_MOST_COMPONENTS = 4


class _Late(Exception):
    """The time for one game is over."""


def games() -> Iterator[tuple[Path, Schema, Game]]:
    """The games of the library, each with small parameters."""
    for path in sorted(GAMES.rglob("*.game")):
        document = library().document(path)
        claims = path.with_suffix(".claims")
        stated = resolve_claims(Document(read_source(claims), library())) if claims.exists() else []
        for schema in document.schemas.values():
            about = tuple(Stated(claim, ()) for claim in stated if claim.schema is schema)
            chosen = _chosen(Chapter(schema, schema.source, about, document))
            if chosen is not None:
                yield path, schema, chosen


def _chosen(chapter: Chapter) -> Game | None:
    """Of the games that the claims speak of, one with three components, or nearly so many."""
    listed = (game for some in candidates(chapter).values() for game in some)
    known = [game for game in listed if not game.layout.has_positions and _is_named(game)]
    sized = [game for game in known if 0 < len(axes(game)) <= _MOST_COMPONENTS]
    best = min((abs(len(axes(game)) - 2.9) for game in sized), default=0.0)
    alike = [game for game in sized if abs(len(axes(game)) - 2.9) == best]
    return alike[(len(alike) - 1) // 2] if alike else None


def _is_named(game: Game) -> bool:
    """Can people name it? Of combinators some candidates are made of rules that only try them."""
    try:
        return library().game(game.text) == game
    except HeapwiseError:
        return False


def found_of(game: Game) -> dict[str, Any]:
    """What is found, as plain data without times."""
    end = process_time() + SECONDS

    def tick() -> None:
        if process_time() > end:
            raise _Late

    wishes = wishes_of((), terms=TERMS, has_library=False, tick=tick)
    run, results, is_whole = search(game, library(), wishes), list[Result](), True
    try:
        for one in run.results():
            results.append(one)
            tick()
    except _Late:
        is_whole = False
    found = collected(run.name, results)
    return {
        "game": game.text, "rules_sha256": game_hash(game), "terms": TERMS, "is_whole": is_whole,
        "findings": [_plain(one, run.size) for one in found.findings[:_MOST]],
        "excluded": [{"text": one.text, "play": one.play} for one in found.excluded],
    }  # fmt: skip


def _plain(finding: Finding, size: int) -> dict[str, Any]:
    data = {"standing": str(finding.standing), "claim": finding.claim, "play": finding.play, "how": finding.how}
    data |= {"hypotheses": finding.hypotheses.strip(), "is_claim": finding.is_claim}
    if finding.automaton is not None and finding.automaton.automaton.states <= _MOST_STATES:
        data["automaton"] = declaration_text(finding.automaton, finding.name, size)
    return data


def stored() -> dict[str, dict[str, Any]]:
    """The stored run, by the names of rules."""
    known: dict[str, dict[str, Any]] = json.loads(STORED.read_text(encoding="utf-8")) if STORED.exists() else {}
    return known


def main() -> None:
    """Look at what is to be looked at, and keep each game as it comes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    kept = stored()
    for path, schema, game in games():
        known = kept.get(schema.name, {})
        is_known = (known.get("game"), known.get("rules_sha256")) == (game.text, game_hash(game))
        if schema.name in options.names or (not options.names and (options.all or not is_known)):
            found = {"file": path.stem} | found_of(game)
            kept[schema.name] = found
            write_atomically(STORED, json.dumps(dict(sorted(kept.items())), indent=1, ensure_ascii=False) + "\n")
            print(f"{game.text:30} {len(found['findings'])} findings, {len(found['excluded'])} excluded", flush=True)


if __name__ == "__main__":
    main()
