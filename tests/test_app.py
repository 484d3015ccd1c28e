"""The command line: what holds for all commands. `programs/app` has what single ones print (`test_programs`)."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import click
import numpy as np
import pytest
from click.testing import CliRunner, Result

from heapwise.app import watch
from heapwise.app.registry import COMMANDS, cli
from heapwise.errors import HeapwiseError
from heapwise.tables import fast

ROOT = Path(__file__).parent.parent
START = [sys.executable, "-c", "from heapwise.app import main; main()"]
HEAVY = {"numpy", "sympy", "numba", "matplotlib", "rich", "pygments", "llvmlite"}


def run(*arguments: str, **kwargs: object) -> Result:
    return CliRunner().invoke(cli, list(arguments), **kwargs)  # type: ignore[arg-type]


def commands() -> list[tuple[str, click.Command]]:
    context = click.Context(cli)
    found = [(name, cli.get_command(context, name)) for name in cli.list_commands(context)]
    return [(name, command) for name, command in found if command is not None]


# ------------------------------------------------------------------------------------------------- help


def test_every_command_is_listed_with_its_own_words() -> None:
    listed = run("--help").output
    assert {"value", "options", "table", "list", "compare", "eval", "show", "fmt", "lint", "explain", "new"} <= {
        name for name, _ in commands()
    }
    for name, command in commands():
        assert command.name == name
        assert COMMANDS[name][1] in listed
        assert command.help, name


# Commands that go through the claims of the library take longer.
LONG = ("check", "prove", "verify", "report")
NAMES = [pytest.param(name, marks=pytest.mark.slow) if name in LONG else name for name, _ in commands()]


@pytest.mark.parametrize("name", NAMES)
def test_help_ends_with_examples_that_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # outside a copy of the project, with files of one's own
    assert run("new", "mine").exit_code == 0
    lines = [line.strip() for line in run(name, "--help").output.rstrip().split("\n")]
    examples = lines[lines.index("Examples:") + 1 :]
    assert len(examples) >= 2
    # What becomes of claims is tested elsewhere: here a command that says "contradicted" has run.
    fine = (0, 1, 4) if name in ("check", "prove") else (0,)
    for example in examples:
        assert example.startswith("heapwise ")
        result = run(*shlex.split(example)[1:])
        assert result.exit_code in fine, (example, result.output)
        assert result.output


# ------------------------------------------------------------------------------------------------- start


@pytest.mark.parametrize(
    "arguments", [["--help"], ["value", "nim(3)", "3,5,7"], ["options", "kayles", "5"], ["eval", "5 (*) 7"]]
)
def test_nothing_heavy_is_read_at_the_start(arguments: list[str]) -> None:
    code = (
        "import sys\nfrom heapwise.app.registry import cli\n"
        f"try:\n    cli.main(args={arguments!r})\nexcept SystemExit as leave:\n    assert not leave.code\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout
    assert not HEAVY & set(done.stderr.split())


def test_import_is_instant() -> None:
    code = "import sys, heapwise; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not (HEAVY | {"lark", "click", "heapwise.api"}) & set(done.stdout.split())


# ------------------------------------------------------------------------------- streams and exit codes


def test_results_and_messages_go_to_different_streams() -> None:
    result = run("list", "nim(2)", "P(x)", "--upto", "2")
    assert result.stdout == "0,0\n1,1\n2,2\n"
    assert result.stderr == "3 of 9 positions\n"
    assert run("value", "nim(2)", "1").stdout == ""


@pytest.mark.parametrize(("count", "said"), [(5, "50 %"), (10, "10 positions in 0 s\n"), (99, "99 positions in 0 s\n")])
def test_nothing_is_said_of_what_is_left_beyond_the_estimate(
    count: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Sums into which heaps split are not in it: "99 %, about 0 s to go" stood for minutes."""
    looking = watch.Watch(total=10)
    looking.count = count
    looking._say()
    assert said in capsys.readouterr().err


def test_what_is_found_is_said_at_once_where_somebody_looks_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for looks_on in (False, True):
        monkeypatch.setattr(watch, "is_terminal", lambda looks_on=looks_on: looks_on)
        watch.Watch().found("P(x) iff cold(x)")
        assert ("found P(x) iff cold(x);" in capsys.readouterr().err) is looks_on


def test_sums_are_listed_by_who_wins() -> None:
    result = run("list", "nim(1) + nim(1)", "P", "--upto", "2")
    assert result.stdout == "0 + 0\n1 + 1\n2 + 2\n"
    assert "3 of 6 positions" in result.stderr  # 0 + 1 is 1 + 0


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["value", "nim(2)", "1,2"], 0),
        (["compare", "nim(2)", "wythoff", "--upto", "3"], 1),
        (["value", "nim(2)", "1"], 2),
        (["value"], 2),
        (["nonsense"], 2),
        (["value", "-f", "{bad}", "bad", "1"], 3),
        (["value", "-f", "{loops}", "loops", "1,0"], 3),
        (["value", "conjunctive(nim(2), nim(2))", "(60,60),(60,60)", "--time", "200ms"], 4),
        (["table", "nim(3)", "--upto", "9999"], 4),
    ],
)
def test_exit_codes(arguments: list[str], code: int, tmp_path: Path) -> None:
    files = {
        "bad": "game bad\n    heap n\n    move n -> m\n",
        "loops": "game loops\n    heaps a, b\n    move a -> b, b -> a",
    }
    for name, text in files.items():
        (tmp_path / f"{name}.game").write_text(text)
    places = {name: str(tmp_path / f"{name}.game") for name in files}
    result = run(*(a.format(**places) for a in arguments))
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output


def test_a_surprise_is_one_polite_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("a\nlong story")

    monkeypatch.setattr("heapwise.app.value.read_play", fail)
    result = run("value", "nim(2)", "1,2")
    assert result.exit_code == 3
    assert result.stderr.count("\n") == 1
    assert "ZeroDivisionError: a long story" in result.stderr
    assert "Traceback" in run("value", "nim(2)", "1,2", env={"HEAPWISE_DEBUG": "1"}).stderr


def test_colour_is_for_terminals_and_can_be_refused() -> None:
    arguments = ("value", "nim(2)", "1")
    assert "\x1b[" not in run(*arguments).output
    assert "\x1b[" in run(*arguments, color=True).output
    assert "\x1b[" not in run(*arguments, color=True, env={"NO_COLOR": "1"}).output


def test_a_broken_pipe_is_quiet() -> None:
    start = shlex.join(START)
    line = f"{start} table 'nim(2)' --upto 60 --format csv | head -1"
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {line}"], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr, done.returncode) == ("x[1],x[2],grundy\n", "", 0)


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_an_interruption() -> None:
    command = [*START, "value", "conjunctive(nim(2), nim(2))", "(60,60),(60,60)"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert "positions in" in process.stderr.readline()  # long work says how far it is
        process.send_signal(signal.SIGINT)
        try:
            _, said = process.communicate(timeout=20)
        finally:
            process.kill()
    assert process.returncode == 130
    assert "interrupted" in said
    assert "Traceback" not in said


def work(watching: watch.Watch) -> float:
    """Work that nobody stops takes ten seconds; the time that it took."""
    begin = time.monotonic()
    with watching:
        spin(watching, begin + 10)
    return time.monotonic() - begin


def spin(watching: watch.Watch, end: float) -> None:
    """A loop of its own: Python 3.13.0 passes over handlers of the frame in which a loop is interrupted."""
    while time.monotonic() < end:
        watching.tick()


def test_the_watch_stops_work_at_a_time() -> None:
    begin = time.monotonic()
    with pytest.raises(HeapwiseError, match="E302"):
        work(watch.Watch(seconds=0.2))
    assert time.monotonic() - begin < 5


def test_the_watch_stops_work_at_a_size() -> None:
    with pytest.raises(HeapwiseError, match="E303"):
        work(watch.Watch(memory=1.0))


# ------------------------------------------------------------------------------------------------- files


def test_output_files(tmp_path: Path) -> None:
    path = tmp_path / "b.txt"
    assert run("table", "kayles", "--upto", "9", "--format", "bfile", "-o", str(path)).exit_code == 0
    assert path.read_bytes() == b"0 0\n1 1\n2 2\n3 3\n4 1\n5 4\n6 3\n7 2\n8 1\n9 4\n"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("line", "help"),
    [
        ("table kayles --upto 3 -o none/x", "mkdir -p none"),
        ("plot kayles --upto 3 -o none/x.svg", "mkdir -p none"),
        ("report a.claims -o none/x.html", "mkdir -p none"),
        ("check a.claims --exceptions none/x", "mkdir -p none"),
        ("period kayles --upto 9 --keep none/x", "mkdir -p none"),
        ("report a.claims -o folder", "folder/result"),
        ("prove a.claims --certificate a.claims", "choose another place"),
    ],
)
def test_files_that_cannot_be_written_are_refused_before_the_work(
    line: str, help: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("heapwise.running.run.Run.claim", lambda *_: pytest.fail("a claim was checked"))
    Path("folder").mkdir()
    Path("a.claims").write_text("claims for kayles\ntheorem a: G(n) >= 0   check upto 3\n", encoding="utf-8")
    refused = run(*line.split())
    assert (refused.exit_code, "error[E321]" in refused.output) == (2, True)
    assert help in refused.output


def test_a_certificate_is_sent_to_its_command(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text("{}", encoding="utf-8")
    for command in ("check", "prove", "lint", "fmt"):
        refused = run(command, str(path))
        assert (refused.exit_code, f"`heapwise verify {path}`" in refused.output) == (3, True)


def test_digits_are_printed_up_to_a_limit() -> None:
    assert run("eval", "2^200").output == f"{2**200}\n"
    assert json.loads(run("eval", "2^14000", "--json").output)["value"] == 2**14000
    assert run("eval", "0..2^100").output == f"0..{2**100}\n"
    for expression in ("2^20000", "{2^20000}", "2^20000 / 3"):
        for form in ([], ["--json"]):
            refused = run("eval", expression, *form)
            assert (refused.exit_code, "error[E344]" in refused.output) == (2, True)
    assert run("eval", "(2^20000) mod 10^20").output == f"{2**20000 % 10**20}\n"


def test_numpy_files(tmp_path: Path) -> None:
    path = tmp_path / "w.npy"
    assert run("table", "welter(2)", "--upto", "3", "--format", "npy", "-o", str(path)).exit_code == 0
    values = np.load(path, allow_pickle=False)
    assert values.tolist() == [[-1, 0, 1, 2], [0, -1, 2, 1], [1, 2, -1, 0], [2, 1, 0, -1]]
    header = json.loads((tmp_path / "w.npy.json").read_text())
    assert (header["game"], header["want"], header["shape"], header["illegal"]) == ("welter(2)", "grundy", [4, 4], -1)


def test_new_games_are_right_and_never_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new", "mine").exit_code == 0
    texts = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert set(texts) == {"mine.game", "mine.claims"}
    assert run("fmt", "--check", ".").exit_code == 0
    assert run("lint", ".").exit_code == 0
    assert run("value", "-f", "mine.game", "mine(2)", "5,2").exit_code == 0
    again = run("new", "mine")
    assert (again.exit_code, "E305" in again.output) == (2, True)
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == texts
    for name in ("for", "G", "two words", "../up", "min", "7up", ""):
        assert run("new", name).exit_code == 2
    assert len(list(tmp_path.iterdir())) == 2


def test_fmt_writes_and_goes_on_after_a_bad_file(tmp_path: Path) -> None:
    good, bad = tmp_path / "b.game", tmp_path / "a.game"
    good.write_text("game g\n  heap n\n  move n->n-1 where n>=1\n")
    bad.write_text("game (\n")
    assert run("fmt", str(tmp_path)).exit_code == 3
    assert bad.read_text() == "game (\n"
    assert good.read_text() == "game g\n    heap n\n    move n -> n - 1   where n >= 1\n"
    assert run("fmt", "--check", str(good)).exit_code == 0


def test_files_beside_a_file_are_found(tmp_path: Path) -> None:
    (tmp_path / "one.game").write_text("game one\n    heap n\n    move n -> n - 1   where n >= 1\n")
    (tmp_path / "two.game").write_text("game two = one + nim(1)\n")
    result = run("value", "-f", str(tmp_path / "two.game"), "two", "3 + 1", "--json")
    assert json.loads(result.stdout)["grundy"] == 0


def test_plans() -> None:
    plan = run("show", "wythoff", "--stage", "plan").output
    assert "Play ends    because every move lowers a + b" in plan
    assert "all positions of a line: a - 1, b - 1, as often as one likes" in plan
    assert "Table        up to 3,161: about" in plan
    assert "Tables       one heap after another" in run("show", "kayles", "--stage", "plan").output
    assert "Tables       by the interpreter" in run("show", "conjunctive(kayles, kayles)", "--stage", "plan").output
    assert run("show", "nim", "--stage", "plan").exit_code == 2
    assert "for x1 in range(n1):" in run("show", "wythoff", "--stage", "kernel").output
    assert "No kernel of its own" in run("show", "conjunctive(kayles, kayles)", "--stage", "kernel").output
    assert run("show", "nim", "--stage", "kernel").exit_code == 2


def test_large_tables_use_the_kernel_and_say_the_same() -> None:
    large = json.loads(run("table", "wythoff", "--upto", "110", "--json").stdout)["values"]
    small = json.loads(run("table", "wythoff", "--upto", "10", "--json").stdout)["values"]
    assert 220 * len(large) ** 2 > fast.FEW > 20 * len(small) ** 2
    assert [row[:11] for row in large[:11]] == small


def test_the_shape_of_json() -> None:
    value = json.loads(run("value", "kayles", "2", "--json").stdout)
    assert list(value) == ["game", "position", "play", "grundy", "outcome", "options", "winning"]
    assert value["options"][0] == {"to": {"sum": [{"game": "kayles", "position": [0]}] * 2}, "value": 0}
    assert value["winning"] == [{"sum": [{"game": "kayles", "position": [0]}] * 2}]
    misere = json.loads(run("value", "nim(1)", "2", "--play", "misere", "--json").stdout)
    assert "grundy" not in misere
    assert misere["winning"] == [[1]]
    three = json.loads(run("value", "nim(1)", "2", "--play", "1,2,0", "--json").stdout)
    assert three["outcome"] in (0, 1, 2)
