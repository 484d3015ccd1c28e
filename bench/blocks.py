"""What several processes gain where claims are checked by sets: each claim with one process, and with `--jobs`.

usage: python bench/blocks.py [--jobs N] [--reps N] [--write]

The region of one instance is cut into shells, and what a shell sees outside is computed once more. "Share" is what the
busiest process computes, as a part of the region; "gain" is the time of one process divided by that of all, start
included. Where the estimate finds no gain nothing is cut. Both times are measured in one run, the best of some
repetitions; kernels come from the disk. `--write` puts the table into docs/figures.md.
"""

from __future__ import annotations

import argparse
import tempfile
from dataclasses import dataclass
from math import prod
from pathlib import Path
from time import perf_counter

import figures

from heapwise.claims import Options, Run
from heapwise.claims.batch import Batch
from heapwise.claims.instances import instances
from heapwise.claims.judge import Judge
from heapwise.claims.methods.cuts import shells_for
from heapwise.claims.methods.sets import SetSteps
from heapwise.claims.methods.shape import Step
from heapwise.claims.values import Values
from heapwise.engine.grid.planned import plan_for, sides_of
from heapwise.engine.plan.shells import View
from heapwise.rules.library import Document, library
from heapwise.source import Source

NIM = "claims for nim(n)\ntheorem it: G(x) = nimsum(x)   check n = 3, upto {}\n"
WYTHOFF = """claims for wythoff
let phi = (1 + sqrt(5)) / 2
theorem it: P(a, b) iff min(a, b) = floor(phi * (max(a, b) - min(a, b)))   check upto {}
"""
MOORE = "claims for moore(n, k)\ntheorem it: P(x) iff nimsum(x; k + 1) = 0   check n = 4, k = 2, upto {}\n"


@dataclass(frozen=True)
class Case:
    """A claim that holds, and how far it is checked."""

    title: str
    text: str
    upto: int


CASES = (
    Case("Nim, G of 3 heaps to 400", NIM, 400),
    Case("Nim, G of 3 heaps to 512", NIM, 512),
    Case("Nim, G of 3 heaps to 800", NIM, 800),
    Case("Wythoff, P to 8191", WYTHOFF, 8191),
    Case("Wythoff, P to 16383", WYTHOFF, 16383),
    Case("Moore Nim₂, P of 4 heaps to 100", MOORE, 100),
)


def seconds(case: Case, jobs: int, folder: Path) -> float:
    """The time of a check."""
    path = folder / "mine.claims"
    path.write_text(case.text.format(case.upto), encoding="utf-8")
    begin = perf_counter()
    verdicts = [v for f in Batch((path,), (), Options(method="local"), jobs).run() for v in f.verdicts]
    taken = perf_counter() - begin
    assert [v.word for v in verdicts] == ["holds"], verdicts
    return taken


def share(case: Case, hands: int) -> str:
    """What the busiest of so many hands computes, as a part of the region."""
    document = Document(Source("mine.claims", case.text.format(case.upto)), library())
    run = Run(Options(method="local"))
    (claim,) = run.claims(document)
    (instance,) = instances(claim, run.effort(claim, document))
    claimed = SetSteps(Step(instance, Judge(instance, Values().asker(claim.play)))).claimed
    shells = shells_for(claimed, hands)
    assert instance.game is not None
    plan = plan_for(instance.game, claimed.fold)
    assert plan is not None
    sides = sides_of(plan, instance.region.highs)
    sizes = [sum(View(plan, sides, shell).sizes) for shell in shells]
    return f"{max(sizes) / prod(sides):.2f}" if sizes else "not cut"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--reps", type=int, default=3)
    parser.add_argument("--write", action="store_true", help="put the table into docs/figures.md")
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for case in CASES:
            best = {1: float("inf"), options.jobs: float("inf")}
            for _ in range(options.reps):
                for jobs in best:
                    best[jobs] = min(best[jobs], seconds(case, jobs, Path(folder)))
            one, all_of_them = best[1], best[options.jobs]
            times = (figures.time_text(one), figures.time_text(all_of_them), f"{one / all_of_them:.2f}")
            rows.append((case.title, *times, share(case, options.jobs)))
            print(*rows[-1], sep="   ", flush=True)
    head = ("claim", "1 process", f"{options.jobs} processes", "gain", "share")
    text = f"{figures.machine()}; best of {options.reps}.\n\n{figures.table(head, rows)}"
    print(f"\n{text}")
    if options.write:
        figures.write("blocks", text)


if __name__ == "__main__":
    main()
