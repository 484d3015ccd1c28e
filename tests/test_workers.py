"""Streams of small tasks: the answers come in order, whoever works on them, whoever dies, and whoever never comes."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import heapwise
from heapwise.app.registry import cli
from heapwise.errors import HeapwiseError
from heapwise.running import Options
from heapwise.running.batch import Batch
from heapwise.workers import Failure, Hiring, Processes, Stream, stream
from heapwise.workers import cluster as clusters
from heapwise.workers.cluster import Cluster
from heapwise.workers.crew import FallbackCrew
from pieces import Here, checked

MANY = """claims for nim(n)
theorem a: P(x) iff nimsum(x) = 0   for k in 0..{most}   check n = 2, upto 12 + k mod 3
conjecture b: G(x) = nimsum(x) + k - k   for k in 0..9   check n in 1..2, upto 9
disproved c: P(x)   check n in 1..3, upto 3
"""


MINE = "game mine(n in 1..)\n    heaps x[n]\n    move x[i] -> y   for i in 1..n, y in 0..x[i]-1\n"


class Threads(Here):
    """Workers who need different times."""

    def __init__(self, hands: int = 3) -> None:
        super().__init__(hands)
        self.pool = ThreadPoolExecutor(hands)

    def submit(self, function: Any, *arguments: Any) -> Future[Any]:
        """A call in a thread."""
        self.calls += 1
        return self.pool.submit(function, *arguments)


class Leaving(Here):
    """Workers who leave after some calls."""

    def submit(self, function: Any, *arguments: Any) -> Future[Any]:
        """The first calls are answered, the others are taken back."""
        if self.calls < 4:
            return super().submit(function, *arguments)
        self.is_gone = True
        lost: Future[Any] = Future()
        lost.cancel()
        lost.set_running_or_notify_cancel()
        return lost


def late(number: int) -> int:
    time.sleep(0.03 * (number % 4 == 0))
    return number * number


def square(number: int) -> int:
    return number * number


def deadly(task: tuple[int, str]) -> int:
    """Kills its process where a marker says so, always or once."""
    number, marker = task
    if marker == "always" or (marker and not os.path.exists(marker)):
        if marker != "always":
            Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


# ------------------------------------------------------------------------------------------------- order


def test_answers_come_in_order_and_small_tasks_travel_together() -> None:
    crew, kept = Threads(), list[int]()
    found = list(Stream(late, range(200), crew, keep=lambda task, answer: kept.append(task)))
    assert found == [(n, n * n) for n in range(200)]
    assert sorted(kept) == list(range(200))
    assert kept != sorted(kept)
    assert crew.calls < 150


def test_a_group_that_takes_long_comes_back_with_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "_LONG", 0.02)
    monkeypatch.setattr(stream, "_GROUP", 5.0)
    crew = Here(1)
    assert [answer for _, answer in Stream(late, range(40), crew)] == [n * n for n in range(40)]
    assert crew.calls > 8


@pytest.mark.parametrize("crew", [None, Here(2)])
def test_what_is_known_is_not_done_and_what_follows_comes_behind(crew: Here | None) -> None:
    done: list[int] = []

    def more(task: int, answer: int) -> list[int]:
        return [10 * task, 10 * task + 1] if 0 < task < 4 else []

    found = Stream(
        square, range(5), crew, known=lambda n: -1 if n in (2, 30) else None,
        keep=lambda n, answer: done.append(n), more=more,
    )  # fmt: skip
    assert [task for task, _ in found] == [0, 1, 10, 11, 2, 20, 21, 3, 30, 31, 4]
    assert sorted(done) == [0, 1, 3, 4, 10, 11, 20, 21, 31]


class Beginners(Threads):
    """Workers of whom it is known which families of tasks they had to begin without what others know."""

    def __init__(self) -> None:
        super().__init__()
        self.begun: list[int] = []

    def submit(self, function: Any, *arguments: Any) -> Future[Any]:
        """A group begins each of its families once."""
        self.begun += {n // 10 for n, is_known in arguments[-1] if not is_known}
        return super().submit(function, *arguments)


def begin(task: tuple[int, bool]) -> int:
    time.sleep(0 if task[1] else 0.02)
    return task[0]


@pytest.mark.parametrize(("families", "patience"), [(1, 0), (20, 0), (1, 4)])
def test_what_tasks_share_is_begun_by_one_unless_there_is_nothing_else_to_do_for_long(
    families: int, patience: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "_PATIENCE", patience)
    crew, known = Beginners(), set[int]()
    found = Stream(
        begin, [(n, False) for n in range(10 * families)], crew, beginning=lambda task: task[0] // 10,
        informed=lambda task: (task[0], task[0] // 10 in known), keep=lambda task, _: known.add(task[0] // 10),
    )  # fmt: skip
    assert [answer for _, answer in found] == list(range(10 * families))
    assert set(crew.begun) == set(range(families))
    assert len(crew.begun) < families + 10  # 6 times as many, if it were not so
    assert len(crew.begun) == 1 if patience else len(crew.begun) >= crew.hands


def test_small_tasks_are_begun_here() -> None:
    crew = Here()
    assert len(list(Stream(square, range(20), crew, is_small=lambda n: n != 10))) == 20
    assert 1 <= crew.calls <= 10


def test_whoever_leaves_leaves_the_rest_to_others_or_to_nobody() -> None:
    squares = [n * n for n in range(3000)]
    found = [answer for _, answer in Stream(square, range(3000), Leaving(1))]
    answered = [answer for answer in found if answer != Failure(None)]
    assert 4 <= len(answered) < 3000
    assert found == [*squares[: len(answered)], *[Failure(None)] * (3000 - len(answered))]
    other = Here(1)
    assert [answer for _, answer in Stream(square, range(3000), FallbackCrew(Leaving(1), other))] == squares
    assert other.calls


# ------------------------------------------------------------------------------------------------- death


def test_the_task_that_kills_processes_is_given_up_and_no_other(tmp_path: Path) -> None:
    crew = Processes(2)
    marks = {7: str(tmp_path / "once"), 11: "always"}
    try:
        found = dict(Stream(deadly, [(n, marks.get(n, "")) for n in range(30)], crew))
    finally:
        crew.close(at_once=True)
    lost = {task[0] for task, answer in found.items() if isinstance(answer, Failure)}
    assert lost == {11}
    assert [answer for answer in found.values() if not isinstance(answer, Failure)] == [n for n in range(30) if n != 11]


def test_what_is_at_work_is_not_waited_for_at_once() -> None:
    crew, begin = Processes(1), time.monotonic()
    crew.submit(time.sleep, 60)
    crew.close(at_once=True)
    assert time.monotonic() - begin < 30


def test_an_instance_over_which_processes_die_is_undecided(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "many.claims"
    path.write_text(MANY.format(most=5))
    alone = checked(path, 1, method="table")
    assert {v.word for v in alone} == {"holds", "refuted"}
    monkeypatch.setattr("heapwise.running.batch.look", killing)
    monkeypatch.setattr("heapwise.running.batch.LOCAL", -1)
    found = checked(path, 2, method="table")
    differing = [(a.label, b.word, b.reason) for a, b in zip(alone, found, strict=True) if a != b]
    assert [label for label, _, _ in differing] == ["n = 2, k = 3"]
    assert differing[0][1] == "undecided"
    assert "a process died whenever it worked on this" in differing[0][2]


def killing(piece: Any, others: Any = None) -> Any:
    """Dies over one instance."""
    from heapwise.running.piece import look

    if piece.entry.claim == "a" and piece.number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return look(piece, others)


# ------------------------------------------------------------------------------------------------- a cluster


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "_SECONDS", 1.0)


def test_a_cluster_needs_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(HeapwiseError) as refused:
        Cluster("tcp://127.0.0.1:1", print)
    assert refused.value.code == "E327"


@pytest.mark.filterwarnings("ignore")
@pytest.mark.usefixtures("hurried")
def test_a_scheduler_that_does_not_answer_is_named() -> None:
    for address in ("tcp://127.0.0.1:1", "nonsense://x"):
        with pytest.raises(HeapwiseError) as refused:
            Cluster(address, print)
        assert refused.value.code == "E328"


@pytest.mark.filterwarnings("ignore")
@pytest.mark.usefixtures("hurried")
def test_nothing_is_done_where_there_is_no_worker_unless_work_may_go_on_here(tmp_path: Path) -> None:
    path = tmp_path / "many.claims"
    path.write_text(MANY.format(most=3))
    with scheduler(tmp_path) as (address, _):
        refused = CliRunner().invoke(cli, ["check", str(path), "--cluster", address])
        assert (refused.exit_code, refused.stdout) == (2, "")
        assert "E376" in refused.stderr
        helped = CliRunner().invoke(cli, ["check", str(path), "--cluster", address, "--or-local", "--jobs", "1"])
        assert helped.exit_code == 0
        assert "working here" in helped.stderr


@contextmanager
def scheduler(folder: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A scheduler in a process of its own, with the path of the file in which it says where it is."""
    file = folder / "scheduler.json"
    line = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"]
    with process([*line, "--no-dashboard", "--scheduler-file", str(file)]) as found:
        wait_until(file.exists)
        yield str(file), found


@contextmanager
def worker(file: str, package: Path | None = None) -> Iterator[subprocess.Popen[bytes]]:
    """A worker in a process of its own, which dies with it; with another package, if one is given."""
    environment = os.environ | {"PYTHONPATH": str(package or Path(heapwise.__file__).parent.parent)}
    line = [sys.executable, "-m", "distributed.cli.dask_worker", "--scheduler-file", file, "--nthreads", "1"]
    line += ["--no-nanny", "--no-dashboard", "--local-directory", str(Path(file).parent)]
    with process(line, environment) as found:
        yield found


@contextmanager
def process(line: list[str], environment: dict[str, str] | None = None) -> Iterator[subprocess.Popen[bytes]]:
    found = subprocess.Popen(line, env=environment, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    try:
        yield found
    finally:
        with suppress(ProcessLookupError):
            found.kill()
        found.wait()


def wait_until(condition: Any, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def changed(folder: Path) -> Path:
    """A folder with another package of our name: there is a change in its sources."""
    source = Path(heapwise.__file__).parent
    shutil.copytree(source, folder / "heapwise", ignore=shutil.ignore_patterns("__pycache__"))
    with (folder / "heapwise/numbers/nim.py").open("a") as file:
        file.write("# something else\n")
    return folder


def broken(folder: Path) -> Path:
    """A folder with a package of our name that cannot be loaded."""
    (folder / "heapwise").mkdir(parents=True)
    (folder / "heapwise/__init__.py").write_text("raise ImportError('nothing here')")
    return folder


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_workers_come_go_and_are_killed_and_others_are_refused(tmp_path: Path) -> None:
    """The rules lie in a folder that only this process can see by their names; a worker is killed in the middle."""
    path, said = tmp_path / "many.claims", list[str]()
    path.write_text(MANY.format(most=150).replace("nim(n)", "mine(n)"))
    (tmp_path / "mine.game").write_text(MINE)
    alone = checked(path, 1, method="table")

    def say(key: str, **values: object) -> None:
        said.append(f"{key} {values.get('why')}")

    with (
        scheduler(tmp_path) as (file, _),
        worker(file, changed(tmp_path / "other")), worker(file, broken(tmp_path / "broken")) as unable,
        worker(file) as first, worker(file),
    ):  # fmt: skip
        batch = Batch((path,), (), Options(method="table"), hiring=Hiring(cluster=file, say=say))
        found = []
        for number, finished in enumerate(batch.run()):
            found += finished.verdicts
            if number == 5:
                first.kill()
        with worker(file):
            assert checked(path, 1, Hiring(cluster=file, say=say), method="table") == alone
        assert unable.poll() is None
    assert [v.label for v in found] == [v.label for v in alone]
    assert [v.word for v in found] == [v.word for v in alone]
    assert any("another heapwise" in line for line in said)
    assert any("cannot load heapwise (nothing here)" in line for line in said)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_what_was_decided_stays_when_the_scheduler_dies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEAPWISE_CACHE", str(tmp_path))
    path, found = tmp_path / "many.claims", []
    path.write_text(MANY.format(most=150))
    alone = checked(path, 1, method="table")
    with scheduler(tmp_path) as (file, its), worker(file):
        batch = Batch((path,), (), Options(method="table"), hiring=Hiring(cluster=file))
        for number, finished in enumerate(batch.run()):
            found += finished.verdicts
            if number == 5:
                its.kill()
    words = [v.word for v in found]
    assert set(words) == {"holds", "undecided"}
    assert len(found) == len(alone)
    batch.forget()
    resumed = Batch((path,), (), Options(method="table"), jobs=1, resume=True)
    assert [v.word for f in resumed.run() for v in f.verdicts] == [v.word for v in alone]


def test_a_script_that_has_no_guard_does_not_begin_again(tmp_path: Path) -> None:
    """Processes that are started anew would run it once more, and start others."""
    (tmp_path / "many.claims").write_text(MANY.format(most=3))
    script = "import heapwise as hw\nprint('begun')\n"
    script += "from heapwise.running import batch\nbatch.LOCAL = -1\n"
    script += "print(len(hw.check('many.claims', jobs=2, method='table')))\n"
    (tmp_path / "script.py").write_text(script)
    environment = os.environ | {"PYTHONPATH": str(Path(heapwise.__file__).parent.parent)}
    said = subprocess.run(
        [sys.executable, "script.py"], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60
    )
    assert said.stdout.split() == ["begun", "25"], said.stderr
