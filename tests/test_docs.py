"""What the README says is run: its commands with their output, its Python, and (slow) its set-up from a wheel."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import venv
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from click.testing import CliRunner

from heapwise.app.registry import cli
from heapwise.documents.library import library_files
from heapwise.version import __version__

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    """The fenced blocks of a kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", README, flags=re.DOTALL | re.MULTILINE)


def session() -> list[tuple[str, str]]:
    """The commands of the tour with their output."""
    parts = [part for block in blocks("console") for part in ("\n" + block).split("\n$ ")[1:]]
    return [(command, said) for command, _, said in (part.partition("\n") for part in parts)]


def test_the_tour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert len(session()) > 7
    for command, expected in session():
        result = CliRunner().invoke(cli, shlex.split(command)[1:])
        assert result.exit_code == 0, (command, result.output)
        assert agrees(result.output.strip(), expected.strip()), (command, result.output)


def agrees(found: str, expected: str) -> bool:
    """Is this the text, with anything in the place of lines `...`, and other times?"""
    found, expected = (re.sub(r"\d+\.\d+ s$", "SECONDS", text, flags=re.MULTILINE) for text in (found, expected))
    pattern = re.sub(r"([\[\]?*])", r"[\1]", expected)
    return fnmatchcase("\n" + found, "\n" + re.sub(r"(?m)^\.\.\.$", "*", pattern))


def test_dots_stand_for_lines_and_for_nothing_else() -> None:
    assert agrees("a\nb [1]\nc", "a\n...\nc")
    assert agrees("a [1]", "a [1]")
    assert not agrees("a\nb\nd", "a\n...\nc")
    assert not agrees("a\nb", "a")


def test_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(cli, ["new", "my_nim"]).exit_code == 0
    (code,) = blocks("python")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "6 [(1, 1, 1)]\n15 [(0, 0, 0), (1, 1, 1), (2, 2, 2)]\n3\n<4 proved, 1 refuted>\n"


def test_two_lines_set_it_up() -> None:
    install = "python3 -m venv .venv && .venv/bin/pip install -q"
    assert [block.strip() for block in blocks("sh")] == [
        f"{install} . && .venv/bin/heapwise check games",
        f"{install} -e '.[test]' && .venv/bin/pytest -n 2",
    ]


def test_ci_runs_the_command_of_the_readme() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    pattern = re.search(r"grep -m 1 '(.*)' README.md", script)
    assert pattern is not None
    (line,) = [line for line in README.split("\n") if re.match(pattern[1], line)]
    assert line.endswith(".venv/bin/pytest -n 2")


def test_versions_agree() -> None:
    change_log, citation = ((ROOT / name).read_text(encoding="utf-8") for name in ("CHANGELOG.md", "CITATION.cff"))
    assert f"version: {__version__}\n" in citation
    assert __version__ in change_log.split("\n## ")[1]
    assert change_log.split("\n## ")[1].startswith("NEXT")


def test_links_lead_somewhere() -> None:
    names = re.findall(r"`((?:games|grammars|docs|bench|tests|src)/[\w./]*|[A-Z]+\.(?:md|cff))`", README)
    assert len(names) > 4
    for name in names:
        assert (ROOT / name).exists(), name


@pytest.mark.slow
def test_a_wheel_works_outside_the_checkout(tmp_path: Path) -> None:
    """Games and grammar come along; nothing is taken from the checkout."""
    pip = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(tmp_path), str(ROOT)]
    subprocess.run(pip, check=True)
    (wheel,) = tmp_path.glob("heapwise-*.whl")
    room = tmp_path / "room"
    venv.create(room, with_pip=True)
    python, command = room / "bin" / "python", room / "bin" / "heapwise"
    subprocess.run([python, "-m", "pip", "install", "-q", wheel], check=True)

    def run(*arguments: object) -> str:
        found = subprocess.run([*map(str, arguments)], cwd=tmp_path, capture_output=True, text=True, check=True)
        return found.stdout

    where = run(python, "-c", "import heapwise; print(heapwise.__file__)")
    assert where.startswith(str(room))
    count = run(python, "-c", "from heapwise.documents.library import library_files; print(len(library_files()))")
    assert int(count) == len(library_files()) > 0
    assert run(command, "value", "nim(3)", "3,5,6").startswith("nim(3) at 3,5,6")
    assert "rows" in run(
        python, "-c", "from heapwise.files import resource; print(resource('grammars/heapwise.lark').read_text())"
    )
    run(command, "new", "mine")
    assert "Grundy value" in run(command, "value", "-f", "mine.game", "mine(2)", "5,2")
