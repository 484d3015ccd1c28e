"""A sweep of 10,000 small instances: one process, two, and two workers of a Dask cluster of which one is killed and
another one added on the way. All three have to say the same, instance by instance.

    python bench/sweeps.py [--instances N] [--write]

Ratios are of seconds within one run; on a machine that does other things they say little. `--write` puts the table into
docs/figures.md.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import figures
import heapwise
from heapwise.claims import Verdict
from heapwise.running import Options
from heapwise.running.batch import Batch
from heapwise.workers import Hiring

TEXT = """game few(q in 1.., r in 0..)
    heaps a, b
    move a -> a - t   for t in 1..q where t <= a and (t + r) mod 3 != 1
    move b -> b - t   for t in 1..q where t <= b
claims for few(q, r)
question bounded "a sweep": G(a, b) <= q + r mod 3   check q in 1..10, r in 0..{last}, upto 3
"""


def swept(path: Path, hiring: Hiring, after: dict[int, object]) -> tuple[list[Verdict], float]:
    """The verdicts, and the seconds that they took; `after` so many instances something is done."""
    begin, found = time.monotonic(), list[Verdict]()
    for finished in Batch((path,), (), Options(method="table", second_opinion=False), hiring=hiring).run():
        found += finished.verdicts
        if callable(event := after.pop(len(found), None)):
            event()
    return [replace(verdict, seconds=0.0) for verdict in found], time.monotonic() - begin


def afresh(path: Path, hiring: Hiring) -> tuple[list[Verdict], float]:
    """The same in a process of its own, which remembers nothing of other runs."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(swept, path, hiring, {}).result()


@contextmanager
def dask(folder: Path, what: str, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    """A scheduler or a worker in a process of its own."""
    line = [sys.executable, "-m", f"distributed.cli.dask_{what}", "--scheduler-file", str(folder / "scheduler.json")]
    path = str(Path(heapwise.__file__).parent.parent)
    found = subprocess.Popen(
        [*line, "--no-dashboard", *options], env=os.environ | {"PYTHONPATH": path}, stderr=subprocess.DEVNULL
    )
    try:
        yield found
    finally:
        with suppress(ProcessLookupError):
            found.kill()
        found.wait()


def main() -> None:
    """Three runs, and a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--instances", type=int, default=10_000)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    count = given.instances
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "sweep.claims"
        path.write_text(TEXT.format(last=max(1, count // 10) - 1))
        alone, seconds = afresh(path, Hiring(1))
        rows = [("one process", seconds, "")]
        both, two = afresh(path, Hiring(2))
        rows.append(("two processes", two, "the same" if both == alone else "DIFFERENT"))
        worker = ("worker", "--nthreads", "1", "--no-nanny", "--local-directory", name)
        with (
            dask(folder, "scheduler", "--host", "127.0.0.1", "--port", "0"),
            dask(folder, *worker) as first, dask(folder, *worker), dask(folder, *worker) as added,
        ):  # fmt: skip
            os.kill(added.pid, 19)  # it waits at the door until the other one has died
            after = {count // 4: first.kill, count // 2: lambda: os.kill(added.pid, 18)}
            by_cluster, cluster = swept(path, Hiring(cluster=str(folder / "scheduler.json")), dict(after))
        rows.append(("two workers, one killed, one added", cluster, "the same" if by_cluster == alone else "DIFFERENT"))
    head = ["by", "s", "of one process", "verdicts"]
    texts = [[by, f"{taken:.1f}", f"{seconds / taken:.2f} times", same] for by, taken, same in rows]
    size = f"{len(alone):,} instances, {sum(v.positions for v in alone):,} positions"
    figures.report("sweeps", f"; {size}", head, texts, is_kept=given.write)


if __name__ == "__main__":
    main()
