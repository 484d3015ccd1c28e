"""What `find` says of a game: from a run that `bench/found.py` stores, since a search takes longer than a page may."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

_WORDS = {
    "proved": "proved for all sizes",
    "guess": "a guess that was right at positions unseen",
    "near": "nearly right",
}


@cache
def _stored(project: Path) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads((project / "bench" / "found.json").read_text(encoding="utf-8"))
    return found


def found(project: Path, file: str) -> Iterator[str]:
    """A section on the games of a file of the library."""
    games = [game for game in _stored(project).values() if game["file"] == file]
    if games:
        yield "## What `find` says"
        yield "From the rules alone, without the claims below and without other games; as `bench/found.py` stored it."
    for game in games:
        yield f"```console\n$ heapwise find '{game['game']}' --no-library --terms {game['terms']}\n```"
        yield from _findings(game)


def _findings(game: dict[str, Any]) -> Iterator[str]:
    lines = [line for finding in game["findings"] for line in _finding(finding)]
    if lines:
        yield "\n".join(lines)
    declared = [finding["automaton"] for finding in game["findings"] if "automaton" in finding]
    if declared:
        yield "```text\n" + "\n\n".join(declared) + "\n```"
    excluded = [f"* Excluded: {one['text']}, under {one['play']} play." for one in game["excluded"]]
    if excluded:
        yield "\n".join(excluded)
    if not game["is_whole"]:
        yield "The search was stopped after some time; there may be more."


def _finding(finding: dict[str, Any]) -> Iterator[str]:
    said = f"`{finding['claim']}`" if finding["is_claim"] else finding["claim"]
    under = "" if finding["play"] == "normal" or not finding["is_claim"] else f", under {finding['play']} play"
    where = f" {finding['hypotheses']}" if finding["hypotheses"] else ""
    yield f"* {said}{where}{under}: {_WORDS.get(finding['standing'], finding['standing'])} ({finding['how']})"
