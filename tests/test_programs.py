"""Runs `programs/good` and `programs/bad`: a text, then commands behind `$` with the output that a terminal shows.

`python tests/test_programs.py` rewrites what is expected; look at the difference before you commit it.
"""

from __future__ import annotations

import os
import shlex
import tempfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from heapwise.app.registry import cli

FOLDER = Path(__file__).parent / "programs"
PROGRAMS = sorted([*FOLDER.glob("good/*.txt"), *FOLDER.glob("bad/*.txt")])


def replay(text: str) -> str:
    """The file with the output of its commands as it is now. The text before the first command is `my.game`."""
    program, *commands = ["\n" + line for line in text.split("\n$ ")]
    program = program[1:].rstrip() + "\n"
    names = [command[1:].split("\n")[0] for command in commands]
    return program + "".join(f"\n$ {name}\n{run(program, name)}" for name in names)


def run(program: str, command: str) -> str:
    """What a command prints, and its exit code if it is not 0."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            Path("my.game").write_text(program, encoding="utf-8")
            result = CliRunner().invoke(cli, shlex.split(command)[1:])
        finally:
            os.chdir(before)
    return result.output + (f"[exit {result.exit_code}]\n" if result.exit_code else "")


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_program(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "\n$ " in text
    assert replay(text) == text
    assert ("error[" in text or "warning[" in text) == (path.parent.name == "bad")


def test_there_are_many_programs() -> None:
    codes = {path.stem[:4] for path in PROGRAMS if path.parent.name == "bad"}
    assert len(codes) >= 40


if __name__ == "__main__":
    for path in PROGRAMS:
        path.write_text(replay(path.read_text(encoding="utf-8")), encoding="utf-8")
