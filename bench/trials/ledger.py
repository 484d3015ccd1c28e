"""Figures, added up over runs: a file of counts by class and seed of a run, and a table for the docs.

A run that is done again with the same seed takes the place of the first one, so nothing is counted twice. A failure
stays until a replay of its seed passes.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from trials.base import Counts, Kind
from trials.run import Result

FILE = Path(__file__).parent.parent / "campaign.json"
WANTED = {
    "positions": 1_000_000, "texts": 100_000, "claims": 2_000, "proofs": 1_000, "mutants": 1_000, "kills": 100,
}  # fmt: skip


def read(file: Path = FILE) -> dict[str, Any]:
    """What is known so far."""
    if not file.exists():
        return {"runs": {}, "failures": {}}
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def add(seed: int, results: dict[str, Result], file: Path = FILE) -> None:
    """A run more."""
    known = read(file)
    for name, result in results.items():
        if result.counts["trials"]:
            known["runs"].setdefault(name, {})[str(seed)] = dict(sorted(result.counts.items()))
        for trial, text in result.failures.items():
            known["failures"][f"{name}:{trial}"] = text.strip().splitlines()[-1 if "Traceback" in text else 0]
    _write(known, file)


def mended(trial: str, file: Path = FILE) -> bool:
    """A trial that failed passes now; was it known to have failed?"""
    known = read(file)
    if known["failures"].pop(trial, None) is None:
        return False
    _write(known, file)
    return True


def _write(known: dict[str, Any], file: Path) -> None:
    text = json.dumps(known, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    new = file.with_suffix(".new")
    new.write_text(text, encoding="utf-8")
    new.replace(file)


def totals(kind: Kind, known: dict[str, Any]) -> Counts:
    """The counts of a class over all runs."""
    total: Counts = Counter()
    for counts in known["runs"].get(kind.name, {}).values():
        total.update(counts)
    return total


def never_met(kind: Kind, counts: Counts) -> list[str]:
    """What has to occur in the trials of a class, and did not."""
    return sorted(word for word in kind.needs if not counts[word])


def rows(kinds: Iterable[Kind], known: dict[str, Any]) -> list[list[str]]:
    """The table for the docs: class, runs, trials, what was counted, how much is wanted, failures that are open."""
    found = []
    for kind in kinds:
        total = totals(kind, known)
        failures = sum(trial.startswith(f"{kind.name}:") for trial in known["failures"])
        runs = len(known["runs"].get(kind.name, {}))
        wanted = WANTED.get(kind.name, 0)
        counted = f"{total[kind.unit]:,} {kind.unit}"
        found.append(
            [kind.name, str(runs), f"{total['trials']:,}", counted, f"{wanted:,}" if wanted else "", str(failures)]
        )
    return found
