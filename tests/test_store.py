"""Tables on disk: the same as in memory, whole or not there, and resumed after a kill."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import heapwise as hw
from heapwise.documents.library import library
from heapwise.engine.memory import Memory
from heapwise.errors import HeapwiseError
from heapwise.questions import read_play
from heapwise.tables import box, compute
from heapwise.tables.stored import TableJob, is_begun, load_table, run, store


def a_job(game: str, upto: int, want: str = "grundy", play: str = "normal") -> TableJob:
    rules = library().game(game)
    return TableJob(rules, box(rules, upto), want, read_play(play))


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


CASES = [
    ("nim(3)", 9, "grundy", "normal"), ("wythoff", 60, "grundy", "normal"), ("wythoff", 60, "p", "misere"),
    ("welter(2)", 20, "outcome", "normal"), ("delete_nim_split", 12, "grundy", "normal"), ("kayles", 50, "p", "normal"),
    ("moore(3, 2)", 7, "outcome", "1,2,0"), ("greedy_nim(2)", 20, "grundy", "misere"),
    ("restricted_ryuoh(2, 3)", 30, "grundy", "normal"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "upto", "want", "play"), CASES)
def test_tables_on_disk_are_those_in_memory(game: str, upto: int, want: str, play: str, tmp_path: Path) -> None:
    job = a_job(game, upto, want, play)
    store(job, tmp_path / "t.npy")
    assert names(tmp_path) == ["t.npy", "t.npy.json"]
    table = load_table(tmp_path / "t.npy")
    wanted = compute(job.rules, job.box, want, job.play)
    assert np.array_equal(table.values, wanted.values)
    assert (table.values >= 0).any()
    assert (table.game, table.want, table.play) == (wanted.game, want, job.play)
    assert table.labels == wanted.labels


@pytest.mark.parametrize("game", ["wythoff", "kayles"])
def test_a_run_that_is_stopped_goes_on(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At every step in turn: the bytes are those of one go, and no step that was kept is done again."""
    monkeypatch.setattr(run, "_KEEP_EVERY", -1.0)
    whole, path = tmp_path / "whole.npy", tmp_path / "t.npy"
    store(a_job(game, 90), whole)
    steps: list[int] = []

    def stopping(after: int) -> Callable[[], None]:
        left = [after]

        def tick() -> None:
            left[0] -= 1
            if left[0] < 0:
                raise KeyboardInterrupt

        return tick

    for _ in range(300):
        try:
            store(a_job(game, 90), path, tick=stopping(2))
        except KeyboardInterrupt:
            assert not path.exists()
            kept = json.loads((tmp_path / "t.npy.part.json").read_text())
            steps.append(kept["finished"])
            assert is_begun(a_job(game, 90), path)
            assert not is_begun(a_job(game, 91), path)
        else:
            break
    assert len(steps) > 3
    assert sum(a >= b for a, b in pairwise(steps)) <= 1  # values did not fit once, and the entries were widened
    assert path.read_bytes() == whole.read_bytes()
    assert names(tmp_path) == ["t.npy", "t.npy.json", "whole.npy", "whole.npy.json"]


KILLED = """
import sys, time
from heapwise.tables.stored import run
run._KEEP_EVERY = -1.0
run._SLICE = 0.0
from heapwise.engine.memory import Memory
from pathlib import Path
from test_store import a_job
run.store(a_job("wythoff", 500), Path(sys.argv[1]), Memory(), lambda: time.sleep(0.02))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_run_that_is_killed_goes_on(tmp_path: Path) -> None:
    path, part = tmp_path / "t.npy", tmp_path / "t.npy.part.json"
    command = [sys.executable, "-c", KILLED, str(path)]
    with subprocess.Popen(command, cwd=Path(__file__).parent) as process:
        until = time.monotonic() + 60
        while not part.exists() and time.monotonic() < until:
            time.sleep(0.01)
        time.sleep(0.3)
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    kept = json.loads(part.read_text())
    assert 0 < kept["finished"] < kept["steps"]
    assert not path.exists()
    store(a_job("wythoff", 500), path)
    store(a_job("wythoff", 500), tmp_path / "whole.npy")
    assert path.read_bytes() == (tmp_path / "whole.npy").read_bytes()
    assert names(tmp_path) == ["t.npy", "t.npy.json", "whole.npy", "whole.npy.json"]


def test_values_that_do_not_fit_widen_the_entries(tmp_path: Path) -> None:
    """Every total can be lowered to every smaller one, so values are totals, which are larger than heaps."""
    game = hw.parse("game g\n    heaps a, b\n    move a -> a - t, b -> b - u for t in 0..a, u in 0..b where t + u > 0")
    rules = game["g"]().rules
    job = TableJob(rules, box(rules, 140), "grundy", read_play("normal"))
    store(job, tmp_path / "t.npy")
    wanted = compute(rules, job.box)
    assert np.array_equal(np.load(tmp_path / "t.npy"), wanted.values)
    assert wanted.values.max() == 280


@pytest.mark.parametrize("damage", ["progress", "entries", "sets", "width"])
def test_what_was_kept_and_is_damaged_is_not_used(damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "_KEEP_EVERY", -1.0)
    path, ticks = tmp_path / "t.npy", iter(range(3))
    with pytest.raises(StopIteration):
        store(a_job("wythoff", 80), path, tick=lambda: next(ticks) and None)
    progress = tmp_path / "t.npy.part.json"
    kept = json.loads(progress.read_text())
    if damage == "progress":
        progress.write_text("{")
    elif damage == "entries":
        (tmp_path / "t.npy.part").write_bytes(b"123")
    elif damage == "sets":
        (tmp_path / f"t.npy.part.{kept['finished']}.npz").write_bytes(b"123")
    else:
        progress.write_text(json.dumps(kept | {"width": {"words": "many", "dtype": "object"}}))
    store(a_job("wythoff", 80), path)
    job = a_job("wythoff", 80)
    assert np.array_equal(np.load(path), compute(job.rules, job.box).values)


def test_what_cannot_be_filled_on_disk_is_refused(tmp_path: Path) -> None:
    for job, memory in ((a_job("lim", 20), Memory()), (a_job("wythoff", 500), Memory(1e4))):
        with pytest.raises(HeapwiseError) as refused:
            store(job, tmp_path / "t.npy", memory)
        assert refused.value.code == "E337"
        assert not (tmp_path / "t.npy").exists()
    with pytest.raises(HeapwiseError) as refused:
        store(a_job("nim(5)", 6_000), tmp_path / "t.npy")
    assert "are free there" in str(refused.value)


# ------------------------------------------------------------------------------------------------- loading


def test_load_table_reads_what_the_format_npy_wrote(tmp_path: Path) -> None:
    game = hw.game("nim(3)")
    hw.game("nim(3)").table(5, fix={"x[2]": 3}).save(tmp_path / "t.npy")
    table = hw.load_table(tmp_path / "t.npy")
    assert table[4, 2] == game.grundy((4, 3, 2)) == 5
    assert table.p_positions() == game.table(5, fix={"x[2]": 3}).p_positions() != []
    game.table(4, want="outcome", play="1,2,0").save(tmp_path / "u.npy")
    assert hw.load_table(tmp_path / "u.npy")[1, 2, 3] == game.outcome((1, 2, 3), "1,2,0")


@pytest.mark.parametrize("change", [lambda a: -a - 2, lambda a: a > 1, lambda a: a.astype(float)])
def test_arrays_that_hold_no_values_are_refused(change: Callable[[Any], Any], tmp_path: Path) -> None:
    path = tmp_path / "t.npy"
    hw.game("nim(2)").table(5).save(path)
    values = change(np.load(path).astype(np.int32))
    np.save(path, values)
    header = tmp_path / "t.npy.json"
    header.write_text(json.dumps(json.loads(header.read_text()) | {"dtype": str(values.dtype)}))
    with pytest.raises(HeapwiseError, match="E338"):
        load_table(path)


CHANGES: tuple[dict[str, Any], ...] = (
    {"rules_sha256": "0"}, {"game": "nim(2)"}, {"shape": [3, 3]}, {"want": "x"}, {}, {"axes": ["b", "a"]},
    {"illegal": 0}, {"dtype": "int64"}, {"outcomes": {"P": 1, "N": 0}},
)  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_headers_that_do_not_fit_are_refused(change: dict[str, Any], tmp_path: Path) -> None:
    path, header = tmp_path / "t.npy", tmp_path / "t.npy.json"
    store(a_job("wythoff", 9), path)
    said = json.loads(header.read_text())
    if change:
        header.write_text(json.dumps(said | change))
    else:
        header.unlink()
    with pytest.raises(HeapwiseError) as refused:
        load_table(path)
    assert refused.value.code == "E338"


@pytest.mark.parametrize(
    "change",
    [{"game": "nim(4)"}, {"play": "normal"}, {"fixed": {"x[1]": 2}}, {"fixed": {"x[2]": 1}}, {"fixed": {}},
     {"fixed": {"x[1]": 1, "y": 0}}, {"want": "grundy"}, {"play": "0,1;0,1"}, {"play": "1,2,0"}],
)  # fmt: skip
def test_what_a_header_says_is_compared_with_a_few_values(change: dict[str, Any], tmp_path: Path) -> None:
    """The game with four heaps has the rules of the one with three."""
    path, header = tmp_path / "t.npy", tmp_path / "t.npy.json"
    table = hw.game("nim(3)").table(3, want="p", play="misere", fix={"x[1]": 1})
    table.save(path)
    assert load_table(path).nested() == table.nested()
    header.write_text(json.dumps(json.loads(header.read_text()) | change))
    with pytest.raises(HeapwiseError, match="E338"):
        load_table(path)


def test_the_command_writes_to_disk_what_is_larger_than_memory(tmp_path: Path) -> None:
    from heapwise.app.registry import cli

    path = tmp_path / "t.npy"
    arguments = ["table", "wythoff", "--upto", "200", "--format", "npy", "-o", str(path), "--memory", "600k"]
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == 0, result.output
    header = json.loads((tmp_path / "t.npy.json").read_text())
    assert header["dtype"] == "uint16"
    assert (header["shape"], header["want"], header["schema"]) == ([201, 201], "grundy", 1)
    assert hw.load_table(path)[120, 75] == hw.game("wythoff").grundy((120, 75))
