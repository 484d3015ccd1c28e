"""Work for others: blocks of regions over processes and over a cluster, and processes that are killed in the middle."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from heapwise.checks import local
from heapwise.checks.local import cut
from heapwise.checks.steps import PartResult
from heapwise.claims import Verdict
from heapwise.claims.instances import instances
from heapwise.claims.limits import LimitReached, Limits
from heapwise.claims.position_values import Values
from heapwise.claims.task import Task
from heapwise.documents.search import Texts
from heapwise.errors import HeapwiseError
from heapwise.running import Options, Run
from heapwise.running.batch import Batch
from heapwise.running.jobs import Block, Blocks, ClaimJob, look_at_block, work
from heapwise.running.workers import Cluster, Processes

# Games without plans. Of one the engine looks up every option; the other has a guard that only the rules can tell.
HALF = """
game half(n in 1..)
    heaps x[n]
    move x[i] -> y   for i in 1..n, y in 0..x[i]-1 where 2 * y >= x[i]
"""
FEW = """
game few(n in 1..)
    heaps x[n]
    move x[i] -> y   for i in 1..n, y in 0..x[i]-1 where (x[i] - y) * (x[i] - y) <= 4
"""
CUT = "floor(x[{i}] / 2^(v2(x[{i}] + 1) + 1))"
TRUE = f"{HALF}claims for half(n)\ntheorem a: P(x) iff {CUT.format(i=1)} = {CUT.format(i=2)}   check n = 2, upto 70\n"
FALSE = TRUE.replace("theorem a: P(x) iff", "conjecture a: P(x) iff x[2] != 60 and")
SLOW = f"{FEW}claims for few(n)\ntheorem a: P(x) iff x[1] mod 3 = x[2] mod 3   check n = 2, upto 40\n"


def job_of(text: str, **options: object) -> ClaimJob:
    line = text[: text.index("claims")].count("\n") + 2
    return ClaimJob("test.claims", text, Texts(), "a", line, Options(method="local", **options))


def task_of(job: ClaimJob) -> Task:
    document, run = job.document, Run(job.options)
    (claim,) = job.claims(run, document)
    (instance,) = instances(claim, run.effort(claim, document))
    return Task(instance, Values(), Limits(job.options.seconds))


def test_the_parts_of_a_region_are_looked_at_as_the_whole() -> None:
    job = job_of(TRUE)
    cuts = cut(task_of(job).instance.region)
    looked = [look_at_block(Block(job, "n = 2", (first, last), None)) for first, last in [(0, 20), (21, 21), (22, 70)]]
    whole = look_at_block(Block(job, "n = 2", (0, 70), None))
    assert len(cuts) == 2
    assert sum((found.part for found in looked), PartResult()) == whole.part
    assert whole.part.positions == 71 * 71
    assert whole.part.wrong == 0


def test_large_regions_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "PART", 500)
    cuts = cut(task_of(job_of(TRUE)).instance.region)
    assert len(cuts) > 8
    assert [v for first, last in cuts for v in range(first, last + 1)] == list(range(71))


def in_one_process(path: Path) -> list[Verdict]:
    return [v for f in Batch((path,), (), Options(method="local"), 1).run() for v in f.verdicts]


def by_processes(path: Path, batch: Batch) -> list[Verdict]:
    return [v for f in batch.run() for v in f.verdicts]


def figures(verdicts: list[Verdict]) -> list[Verdict]:
    return [replace(v, seconds=0.0) for v in verdicts]


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "PART", 200)
    monkeypatch.setattr(local, "LARGE", 1_000)
    monkeypatch.setattr(local, "PARTS", 12)


class Here:
    """Workers in this very process, who are done at once."""

    def __init__(self) -> None:
        self.blocks = 0

    hands = 3

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        self.blocks += 1
        future: Future[Any] = Future()
        future.set_result(function(*arguments))
        return future

    def close(self, *, at_once: bool) -> None:
        """Nothing to end."""


@pytest.mark.parametrize("text", [TRUE, FALSE, SLOW], ids=["true", "false", "slow"])
@pytest.mark.usefixtures("small_parts")
def test_blocks_find_what_the_whole_finds(text: str, tmp_path: Path) -> None:
    path, workers = tmp_path / "mine.claims", Here()
    path.write_text(text, encoding="utf-8")
    (alone,) = in_one_process(path)
    finished = work(replace(job_of(text), name=str(path)), workers)
    assert figures(finished.verdicts) == figures([alone])
    assert workers.blocks > 5
    assert alone.word == ("refuted" if text is FALSE else "holds")


@pytest.mark.usefixtures("small_parts")
def test_an_instance_for_blocks_is_left_to_whoever_has_workers() -> None:
    assert work(replace(job_of(TRUE), is_left=True)).is_left
    assert not work(replace(job_of(TRUE.replace("upto 70", "upto 20")), is_left=True)).is_left


# ------------------------------------------------------------------------------------------ death in the middle


def dies_once(marker: str) -> int:
    """Kills its own process the first time."""
    if not os.path.exists(marker):
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid()


def dies() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_killed_process_costs_its_work_and_nothing_else(tmp_path: Path) -> None:
    workers = Processes(2)
    try:
        others = [workers.submit(pow, 2, n) for n in range(20)]
        future = workers.submit(dies_once, str(tmp_path / "died"))
        assert future.result(timeout=60) != os.getpid()
        assert [f.result(timeout=60) for f in others] == [2**n for n in range(20)]
    finally:
        workers.close(at_once=True)


def test_work_over_which_processes_die_is_given_up() -> None:
    workers = Processes(1)
    try:
        with pytest.raises(HeapwiseError) as refused:
            workers.submit(dies).result(timeout=60)
        assert refused.value.code == "E326"
    finally:
        workers.close(at_once=True)


def test_nobody_waits_for_work_that_was_cancelled(capfd: pytest.CaptureFixture[str]) -> None:
    workers = Processes(1)
    assert workers.submit(pow, 2, 5).result(timeout=60) == 32
    future, began = workers.submit(time.sleep, 60), time.monotonic()
    time.sleep(0.2)
    assert future.cancel()
    workers.close(at_once=False)
    assert time.monotonic() - began < 30
    time.sleep(0.2)
    assert capfd.readouterr().err == ""


@pytest.mark.usefixtures("small_parts")
def test_a_run_survives_the_death_of_a_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mine.claims"
    path.write_text(TRUE, encoding="utf-8")
    killed: list[int] = []
    started = Processes.submit

    def submit(self: Processes, *work: object):
        if not killed:
            threading.Timer(0.0, kill, (self,)).start()
        return started(self, *work)

    def kill(workers: Processes) -> None:
        while not workers.processes:
            time.sleep(0.01)
        if not killed:
            killed.append(workers.processes[0])
            os.kill(killed[0], signal.SIGKILL)

    monkeypatch.setattr(Processes, "submit", submit)
    together = by_processes(path, Batch((path,), (), Options(method="local"), 2))
    assert len(killed) == 1
    assert figures(together) == figures(in_one_process(path))


# --------------------------------------------------------------------------------------------- limits


def test_blocks_obey_the_limits_of_their_instance() -> None:
    found = look_at_block(Block(job_of(TRUE.replace("upto 70", "upto 71")), "n = 2", (0, 71), 0.0))
    assert found.part == PartResult()
    assert "time" in (found.limit or "")


def test_what_is_wrong_in_a_block_is_told() -> None:
    text = TRUE.replace("   check", " / (x[1] - 30)   check")
    found = look_at_block(Block(job_of(text), "n = 2", (0, 70), None))
    assert found.problem is not None
    assert found.problem[0].code == "E029"


class Slow:
    """Workers that never finish."""

    hands = 2

    def submit(self, *_: object) -> Future[Any]:
        return Future()

    def close(self, *, at_once: bool) -> None:
        """Nothing to end."""


def test_the_clock_is_looked_at_while_others_work() -> None:
    job = job_of(TRUE, seconds=0.3)
    task = task_of(job)
    with pytest.raises(LimitReached):
        list(Blocks(job, Slow())(task, [(0, 70)]))


# ------------------------------------------------------------------------------------------------- a cluster


def test_a_cluster_needs_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(HeapwiseError) as refused:
        Cluster("tcp://127.0.0.1:1")
    assert refused.value.code == "E327"


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heapwise.running.workers._SECONDS_TO_CONNECT", 1)
    for address in ("tcp://127.0.0.1:1", "nonsense://x"):
        with pytest.raises(HeapwiseError) as refused:
            Cluster(address)
        assert refused.value.code == "E328"


@pytest.mark.slow
@pytest.mark.usefixtures("small_parts")
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_finds_what_one_finds_though_a_worker_is_killed(tmp_path: Path) -> None:
    import distributed

    (tmp_path / "rules").mkdir()
    path, rules = tmp_path / "rules" / "mine.claims", tmp_path / "rules" / "mine.game"
    rules.write_text(HALF, encoding="utf-8")
    path.write_text(TRUE.replace(HALF, "").replace("upto 70", "upto 300"), encoding="utf-8")
    alone = in_one_process(path)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, worker_dashboard_address=None
    ) as cluster:
        pids = [worker.pid for worker in cluster.workers.values()]
        threading.Timer(1.0, os.kill, (pids[0], signal.SIGKILL)).start()
        batch = Batch((path,), (), Options(method="local"), 2, cluster=cluster.scheduler_address)
        together = by_processes(path, batch)
    assert figures(together) == figures(alone)
