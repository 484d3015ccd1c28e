"""Blocks of the set-based check: one hand, several, processes and a cluster say the same of claims, true or wrong."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from heapwise.checks import local, work_split
from heapwise.checks.fixed_value_claim import LocalStep
from heapwise.checks.step_by_sets import SetSteps
from heapwise.checks.work_split import Costs, shells_for
from heapwise.claims import Verdict
from heapwise.claims.exact_check import Judge
from heapwise.claims.instances import instances
from heapwise.claims.limits import Limits
from heapwise.claims.position_values import Values
from heapwise.claims.task import Task
from heapwise.documents.search import Texts
from heapwise.engine.plan.shells import Shell
from heapwise.running import Options
from heapwise.running.batch import Batch
from heapwise.running.jobs import Block, ClaimJob, look_at_block, work
from heapwise.running.run import Run
from heapwise.running.workers import Processes

# Claims that sets decide, and what spoils them: at one position, in a part of the region, everywhere.
CLAIMS = {
    "nim(n)": ("G(x) = nimsum(x)", "n = 3, upto 20"),
    "wythoff": ("P(a, b) iff min(a, b) = floor((1 + sqrt(5)) / 2 * (max(a, b) - min(a, b)))", "upto 90"),
    "moore(n, k)": ("P(x) iff nimsum(x; k + 1) = 0", "n = 4, k = 2, upto 8"),
    "welter(n)": ("G(x) = nimsum(x) (+) mating(x[1], x[2]) (+) mating(x[1], x[3]) (+) mating(x[2], x[3])",
                  "n = 3, upto 14"),
    "subtraction(S)": ("G(n) = n mod 4", "S = {1, 2, 3}, upto 900"),
}  # fmt: skip
SPOILT = ("{}", "({}) and not ({} in {{8, 9}})", "({}) or ({} = 13)", "not ({})")


def text_of(game: str, number: int = 0) -> str:
    """A claim about a game, as it is true or spoilt in some way."""
    statement, effort = CLAIMS[game]
    if number and statement.startswith("G"):
        left, right = statement.split(" = ", 1)
        total = {"nim(n)": "sum(x)", "welter(n)": "sum(x)", "subtraction(S)": "n"}[game]
        statement = f"{left} = (if {total} = {(31, 26, 13)[number - 1]} then {right} + 1 else {right})"
    elif number:
        left, right = statement.split(" iff ", 1)
        total = "a + b" if game == "wythoff" else "sum(x)"
        statement = f"{left} iff " + SPOILT[number].format(right, total)
    status = "conjecture" if number else "theorem"
    return f"claims for {game}\n{status} a: {statement}\n    check {effort}\n"


def job_of(text: str, **options: object) -> ClaimJob:
    return ClaimJob("test.claims", text, Texts(), "a", 2, Options(method="local", **options))


def step_of(job: ClaimJob) -> tuple[Task, LocalStep]:
    document, run = job.document, Run(job.options)
    (claim,) = job.claims(run, document)
    (instance,) = instances(claim, run.effort(claim, document))
    values = Values()
    return Task(instance, values, Limits()), LocalStep(instance, Judge(instance, values.asker(claim.play)))


@pytest.fixture
def always_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small regions are cut, too, and no start has to be paid for."""
    monkeypatch.setattr(local, "LARGE", 400)
    monkeypatch.setattr(work_split, "_GAIN", 9.0)
    monkeypatch.setattr(work_split, "costs_of", lambda claimed, plan: Costs(1e-3, 0.5e-3, 0.0))


class Here:
    """Workers in this very process, who are done at once, in the order that is worst."""

    def __init__(self, hands: int) -> None:
        self.hands, self.blocks = hands, 0

    def submit(self, function: Any, *arguments: Any) -> Future[Any]:
        self.blocks += 1
        future: Future[Any] = Future()
        future.set_result(function(*arguments))
        return future

    def close(self, *, at_once: bool) -> None:
        """Nothing to end."""


def figures(verdicts: list[Verdict]) -> list[Verdict]:
    return [replace(v, seconds=0.0) for v in verdicts]


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("game", CLAIMS)
@pytest.mark.usefixtures("always_cut")
def test_any_number_of_hands_says_the_same(game: str, number: int) -> None:
    job = job_of(text_of(game, number))
    (alone,) = work(job, None).verdicts
    assert alone.word == ("refuted" if number else "holds")
    for hands in (2, 3, 7):
        workers = Here(hands)
        assert figures(work(job, workers).verdicts) == figures([alone])
        assert 1 <= workers.blocks < hands


@pytest.mark.usefixtures("always_cut")
def test_where_values_are_wrong_without_order_the_same_is_found() -> None:
    """Formulas with random exceptions; without a table of exceptions the least inconsistent position decides."""
    source = random.Random(3)
    for _ in range(6):
        places = {tuple(source.randrange(19) for _ in range(3)) for _ in range(source.randint(1, 4))}
        exceptions = " or ".join(f"x = [{', '.join(map(str, place))}]" for place in sorted(places))
        text = text_of("nim(n)").replace("nimsum(x)", f"(if {exceptions} then 2 else nimsum(x))")
        job = job_of(text.replace("theorem", "conjecture"))
        task, step = step_of(job)
        steps = SetSteps(step)
        whole = steps.whole(lambda: None)
        for hands in (2, 3, 5):
            shells = shells_for(steps.claimed, hands)
            looked = [look_at_block(Block(job, task.instance.label, shell, None)) for shell in reversed(shells)]
            assert sum((found.part for found in looked[1:]), looked[0].part) == whole
            assert len(shells) == hands


@pytest.mark.usefixtures("always_cut")
def test_processes_say_what_one_hand_says_though_one_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, killed, timers = tmp_path / "mine.claims", [], []
    path.write_text(text_of("wythoff", 1), encoding="utf-8")
    started = Processes.submit

    def submit(self: Processes, *work: object) -> Future[Any]:
        if not timers:
            timers.append(threading.Timer(0.0, kill, (self,)))
            timers[0].start()
        return started(self, *work)

    def kill(workers: Processes) -> None:
        while not workers.processes:
            time.sleep(0.01)
        killed.append(workers.processes[0])
        os.kill(killed[0], signal.SIGKILL)

    (alone,) = checked(path, 1)
    monkeypatch.setattr(Processes, "submit", submit)
    assert figures(checked(path, 3)) == figures([alone])
    assert len(killed) == 1
    assert alone.word == "refuted"


def checked(path: Path, jobs: int, cluster: str | None = None) -> list[Verdict]:
    return [v for f in Batch((path,), (), Options(method="local"), jobs, cluster=cluster).run() for v in f.verdicts]


@pytest.mark.slow
@pytest.mark.usefixtures("always_cut")
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_says_what_one_hand_says_though_a_worker_is_killed(tmp_path: Path) -> None:
    import distributed

    path = tmp_path / "mine.claims"
    for number in (0, 2):
        path.write_text(text_of("moore(n, k)", number).replace("upto 9", "upto 40"), encoding="utf-8")
        alone = checked(path, 1)
        with distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, worker_dashboard_address=None
        ) as cluster:
            pids = [worker.pid for worker in cluster.workers.values()]
            threading.Timer(0.5, os.kill, (pids[0], signal.SIGKILL)).start()
            assert figures(checked(path, 2, cluster.scheduler_address)) == figures(alone)


# --------------------------------------------------------------------------------------- limits and mistakes


@pytest.mark.parametrize("at", [3, 17, 20])
@pytest.mark.usefixtures("always_cut")
def test_a_mistake_is_told_as_one_hand_tells_it(at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever shell meets it first; also where it is met before anything is cut."""
    job = job_of(text_of("nim(n)").replace("nimsum(x)", f"nimsum(x) + floor(1 / (x[1] - {at})) * 0"))
    workers, alone = Here(3), work(job, None).verdicts
    assert figures(work(job, workers).verdicts) == figures(alone)
    assert alone[0].word == "error"
    assert workers.blocks == 2
    monkeypatch.undo()
    monkeypatch.setattr(local, "LARGE", 400)
    monkeypatch.setattr(work_split, "START", 0.0)
    assert figures(work(job, workers).verdicts) == figures(alone)


@pytest.mark.usefixtures("always_cut")
def test_values_that_no_set_holds_are_left_to_another_way() -> None:
    job = job_of(text_of("subtraction(S)").replace("n mod 4", "(if n >= 800 then 0 - 5 else n mod 4)"))
    assert figures(work(job, Here(3)).verdicts) == figures(work(job, None).verdicts)


@pytest.mark.usefixtures("always_cut")
def test_a_limit_keeps_what_was_covered() -> None:
    """The block that is done counts; the one that is not is told with what it covered."""
    job = job_of(text_of("nim(n)"), seconds=0.4)
    task, step = step_of(job)
    shells = shells_for(SetSteps(step).claimed, 2)
    late = look_at_block(Block(job, task.instance.label, shells[1], 0.0))
    assert late.limit is not None
    assert late.part.positions < 21**3

    class Never(Here):
        """Workers that never finish."""

        def submit(self, function: Any, *arguments: Any) -> Future[Any]:
            return Future()

    (verdict,) = work(job, Never(2)).verdicts
    assert verdict.word == "undecided"
    assert 0 < verdict.positions < 21**3
    assert "the time of 0.4 s for one instance was used up" in (verdict.reason or "")


# ------------------------------------------------------------------------------------------------- what pays


def test_nothing_is_cut_where_that_would_be_slower(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small regions cost less than a process; and where the formula costs all, a slab of two heaps is fed with as much
    as another one checks."""
    wythoff = SetSteps(step_of(job_of(text_of("wythoff")))[1]).claimed
    assert shells_for(wythoff, 4) == []
    monkeypatch.setattr(work_split, "costs_of", lambda claimed, plan: Costs(1.0, 1.0, 0.0))
    assert shells_for(wythoff, 2) == []
    monkeypatch.setattr(work_split, "costs_of", lambda claimed, plan: Costs(1.0, 0.1, 0.0))
    assert len(shells_for(wythoff, 2)) == 2
    monkeypatch.setattr(work_split, "costs_of", lambda claimed, plan: Costs(1.0, 0.1, 8000.0))
    assert shells_for(wythoff, 2) == []


def test_corners_on_all_axes_are_fed_with_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a fed position costs as much as a checked one, slabs save nothing, but shells do."""
    monkeypatch.setattr(work_split, "costs_of", lambda claimed, plan: Costs(1.0, 1.0, 0.0))
    nim = SetSteps(step_of(job_of(text_of("nim(n)")))[1]).claimed
    first, second = shells_for(nim, 2)
    assert first.outer == (0, 0, 0)
    assert first.inner == second.outer
    assert min(second.outer) > 0
    assert second.inner == (21, 21, 21)


def test_costs_are_of_this_machine() -> None:
    task, step = step_of(job_of(text_of("nim(n)")))
    claimed = SetSteps(step).claimed
    plan = work_split.plan_for(task.instance.game, claimed.fold)
    assert plan is not None
    costs = work_split.costs_of(claimed, plan)
    assert 0 < costs.seen < costs.own < 1e-4
    assert costs.start == work_split.START


def test_a_block_travels_as_text_and_numbers() -> None:
    """Nothing in it is an array."""
    block = Block(job_of(text_of("nim(n)")), "n = 3", Shell((0, 0, 0), (9, 9, 9)), 1.0)

    def parts(value: Any) -> list[Any]:
        if isinstance(value, tuple | list):
            return [inner for item in value for inner in parts(item)]
        if hasattr(value, "__dict__"):
            return [inner for item in vars(value).values() for inner in parts(item)]
        return [value]

    assert {type(value) for value in parts(block)} <= {str, int, float, bool, type(None)}
