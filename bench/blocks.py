"""What several processes gain where claims are checked by sets: the whole region beside the slowest block of it.

usage: python bench/blocks.py [--hands N] [--reps N] [--write]

A block takes as long wherever it is looked at, so all are run here, one after another, in processor time, which other
programs disturb less. "Gain" is the time of the whole divided by that of the slowest block, without the start of
processes; for it regions are cut also where the estimate, which counts the start, finds none ("cut" says what it does).
Compilation is apart. `--write` puts the table into docs/figures.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from time import process_time
from unittest.mock import patch

import figures
from heapwise.checks import work_split
from heapwise.checks.fixed_value_claim import LocalStep
from heapwise.checks.step_by_sets import SetSteps
from heapwise.checks.steps import PartResult
from heapwise.claims.exact_check import Judge
from heapwise.claims.instances import instances
from heapwise.claims.position_values import Values
from heapwise.documents.library import Document, library
from heapwise.running import Options, Run
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
    Case("Nim, G of 3 heaps to 700", NIM, 700),
    Case("Wythoff, P to 8191", WYTHOFF, 8191),
    Case("Moore Nim₂, P of 4 heaps to 80", MOORE, 80),
)


def steps_of(case: Case) -> SetSteps:
    """The check of a claim by sets."""
    document = Document(Source("mine.claims", case.text.format(case.upto)), library())
    run = Run(Options(method="local"))
    (claim,) = run.claims(document)
    (instance,) = instances(claim, run.effort(claim, document))
    return SetSteps(LocalStep(instance, Judge(instance, Values().asker(claim.play))))


def best(work: Callable[[], PartResult], reps: int) -> tuple[float, PartResult]:
    """The least time of the processor, after a first run on which kernels are compiled."""
    times = []
    for _ in range(reps):
        begin = process_time()
        found = work()
        times.append(process_time() - begin)
    return min(times), found


def row(case: Case, hands: int, reps: int) -> tuple[str, ...]:
    """The whole and the slowest block; together the blocks have to find what the whole finds."""
    steps = steps_of(case)
    is_cut = bool(work_split.shells_for(steps.claimed, hands))
    with patch.object(work_split, "START", 0.0), patch.object(work_split, "_GAIN", 9.0):
        shells = work_split.shells_for(steps.claimed, hands)
    whole, found = best(lambda: steps.whole(lambda: None), reps)
    blocks = [best(lambda shell=shell: steps.shell(shell, lambda: None), reps) for shell in shells]  # type: ignore[misc]
    assert found == sum((part for _, part in blocks), PartResult())
    slowest = max(seconds for seconds, _ in blocks)
    nanoseconds = f"{whole / found.positions * 1e9:.1f}"
    times = figures.time_text(whole), nanoseconds, figures.time_text(slowest)
    return case.title, *times, f"{whole / slowest:.2f}", "yes" if is_cut else "no"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=2)
    parser.add_argument("--reps", type=int, default=2)
    parser.add_argument("--write", action="store_true", help="put the table into docs/figures.md")
    options = parser.parse_args()
    rows = []
    for case in CASES:
        rows.append(row(case, options.hands, options.reps))
        print(*rows[-1], sep="   ", flush=True)
    head = ("claim", "whole", "ns a position", f"slowest of {options.hands}", "gain", "cut")
    figures.report("blocks", f"; processor time, best of {options.reps}", head, rows, is_kept=options.write)


if __name__ == "__main__":
    main()
