"""A campaign against heapwise: random trials of every class, each determined by its seed alone.

usage: python bench/campaign.py --minutes 30 --seed 1
       python bench/campaign.py --replay positions:1000042
       python bench/campaign.py --seed 1 --trials 5 --only texts

A run prints trials, counts and the seeds of failures by class. With `--record` its figures are added to
bench/campaign.json and to docs/figures-trust.md. `--replay` does one trial again, and shows what is wrong with it;
where nothing is any more, a failure that was recorded is struck out. The exit code is 1 where a trial failed, or where
something that a class is about never occurred in 300 trials or more.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path

# What the surroundings choose has no part in a trial, and what a user has cached is neither read nor touched.
os.environ["HEAPWISE_LANG"] = "en"
_CACHE = tempfile.TemporaryDirectory(prefix="heapwise-campaign-", ignore_cleanup_errors=True)
os.environ["HEAPWISE_CACHE"] = _CACHE.name

import figures  # noqa: E402
from trials import KINDS, ledger, run  # noqa: E402
from trials.base import Kind  # noqa: E402

PAGE = Path(__file__).parent.parent / "docs" / "figures-trust.md"
_SLICE = 30.0  # seconds of a class with share 1, before the next one has its turn
_MANY = 300  # trials in which everything should have occurred


def main() -> int:
    """Run, replay or record."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--only", action="append", choices=[kind.name for kind in KINDS], help="a class; may be repeated"
    )
    parser.add_argument("--trials", type=int, help="so many trials of each class, instead of a time")
    parser.add_argument("--replay", metavar="CLASS:SEED")
    parser.add_argument("--record", action="store_true", help="add the figures to the file and to the docs")
    given = parser.parse_args()
    if given.replay:
        return replay(given.replay)
    kinds = [kind for kind in KINDS if not given.only or kind.name in given.only]
    results = campaign(kinds, given.seed, given.minutes * 60, given.trials)
    if given.record:
        ledger.add(given.seed, results)
        write_page()
    return report(kinds, results)


def campaign(kinds: list[Kind], seed: int, seconds: float, trials: int | None) -> dict[str, run.Result]:
    """All classes in turn, until the time is over or each has had its trials."""
    results = {kind.name: run.Result(next_seed=seed * run.STRIDE) for kind in kinds}
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for kind in kinds:
            left = max(0.0, end - time.monotonic())
            turn = left if trials is not None else min(_SLICE * kind.share, left)
            run.rounds(kind, results[kind.name], turn, trials)
        if trials is not None:
            break
    return results


def report(kinds: list[Kind], results: dict[str, run.Result]) -> int:
    """What came out, in words."""
    is_bad = False
    for kind in kinds:
        found = results[kind.name]
        print(
            f"{kind.name:<12}{found.counts['trials']:>9,} trials {found.counts[kind.unit]:>12,} {kind.unit:<12}", end=""
        )
        print(f"{len(found.failures):>6} failures")
        for seed, text in found.failures.items():
            print(f"    --replay {kind.name}:{seed}   {text.strip().splitlines()[0][:100]}")
        missing = ledger.never_met(kind, found.counts) if found.counts["trials"] >= _MANY else []
        if missing:
            print(f"    never occurred: {', '.join(missing)}")
        is_bad |= bool(found.failures or missing)
    return int(is_bad)


def replay(trial: str) -> int:
    """One trial again."""
    name, _, seed = trial.partition(":")
    (kind,) = (kind for kind in KINDS if kind.name == name)
    counts, problem = run.attempt(kind, int(seed))
    print(problem or f"nothing is wrong: {dict(counts)}")
    if not problem and ledger.mended(trial):
        print("it was recorded as a failure, and is struck out")
        write_page()
    return int(bool(problem))


def write_page() -> None:
    """The table of the docs."""
    head = ["class", "runs", "trials", "counted", "wanted", "open failures"]
    figures.write("campaign", figures.table(head, ledger.rows(KINDS, ledger.read())), PAGE)


if __name__ == "__main__":
    raise SystemExit(main())
