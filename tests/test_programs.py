"""Texts in the language and what heapwise says of them: `programs` has what people see, `stages` what each stage makes.

A file is a text, which becomes `my.game`, then commands behind `$` with the output that a terminal shows. Seconds are
written as `_ s`. After a change that is meant,

    python tests/test_programs.py [--accept] [FILE ...]

writes anew what differs and prints the differences. Where a verdict or a value would change the file is left as it is,
unless `--accept` says that somebody has looked at it: what was true stays true, so such a change is most often a bug.
"""

from __future__ import annotations

import difflib
import os
import re
import shlex
import sys
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

import heapwise
import programs_again
from heapwise.app.registry import cli

FOLDER = Path(__file__).parent
STAGES = ("lang", "rules", "model", "plan", "ir", "obligations")
PROGRAMS = sorted([*FOLDER.glob("programs/good/*.txt"), *FOLDER.glob("programs/bad/*.txt")])
OF_STAGES = sorted(path for stage in STAGES for path in FOLDER.glob(f"stages/{stage}/*.txt"))
COMMANDS = sorted(FOLDER.glob("programs/app/*.txt"))
# How the output is laid out may change; a change of what these commands find is none of layout.
_FINDING = ("check", "compare", "eval", "find", "list", "options", "period", "prove", "table", "value")
_FOUND = re.compile(
    r"-?\d+|\b(?:proved|holds|refuted|undecided|inconsistent|unchecked|true|false|[PNWR])\b|\[exit \d+\]"
)


def replay(text: str) -> str:
    """The file with the output of its commands as it is now. The text before the first command is `my.game`."""
    program, *commands = ("\n" + text).split("\n$ ")
    program = program[1:].rstrip() + "\n" if program.strip() else ""
    names = [command.split("\n")[0] for command in commands]
    return (program + "".join(f"\n$ {name}\n{run(program, name)}" for name in names)).lstrip("\n")


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
    return plain(result.output) + (f"[exit {result.exit_code}]\n" if result.exit_code else "")


def plain(output: str) -> str:
    """Output without what differs from one run, or one machine, to the next: seconds, and estimates of them."""
    kept = [line for line in output.splitlines(keepends=True) if not line.startswith("Table        up to ")]
    return re.sub(r" +\d+(\.\d+)? s$", "  _ s", "".join(kept), flags=re.MULTILINE)


def findings(text: str) -> list[Counter[str]]:
    """For each command that finds something: the verdicts and numbers in its output, wherever they stand."""
    commands = [part.partition("\n") for part in ("\n" + text).split("\n$ heapwise ")[1:]]
    return [Counter(_FOUND.findall(output)) for line, _, output in commands if line.split()[0] in _FINDING]


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_program(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "\n$ " in text
    assert replay(text) == text
    assert ("error[" in text or "warning[" in text) == (path.parent.name == "bad")


@pytest.mark.parametrize("path", OF_STAGES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_stage(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "\n$ heapwise show " in text
    assert replay(text) == text


@pytest.mark.parametrize("path", COMMANDS, ids=lambda path: path.stem)
def test_commands(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert ("\n" + text).count("\n$ ") > 5
    assert replay(text) == text


@pytest.mark.parametrize("name", sorted(programs_again.PROGRAMS))
def test_values_are_those_of_the_rules_written_again(name: str) -> None:
    again, text = programs_again.PROGRAMS[name], (FOLDER / f"programs/good/{name}.txt").read_text(encoding="utf-8")
    assert f"heapwise table -f my.game '{again.game}' --upto {again.upto}\n" in text
    known = programs_again.values(again)
    assert len(known) > 5
    assert any(known.values())
    game = game_of(text.split("\n$ ")[0], again.game)
    assert {state: game.grundy(state) for state in known} == known


@pytest.mark.parametrize("name", programs_again.MISERE)
def test_outcomes_of_misere_play_are_those_of_the_rules_written_again(name: str) -> None:
    again, text = programs_again.PROGRAMS[name], (FOLDER / f"programs/good/{name}.txt").read_text(encoding="utf-8")
    known = programs_again.lost_in_misere(again)
    game = game_of(text.split("\n$ ")[0], again.game)
    assert {state: game.outcome(state, "misere") == "P" for state in known} == known


def game_of(text: str, call: str) -> heapwise.Game:
    """A game of a text: `nim(3)` or `kayles`."""
    name, _, numbers = call.rstrip(")").partition("(")
    return heapwise.parse(text)[name](*map(int, numbers.split(",") if numbers else ()))


def test_there_are_many_programs() -> None:
    codes = {path.stem[:4] for path in PROGRAMS if path.parent.name == "bad"}
    assert len(codes) >= 40
    assert len([path for path in PROGRAMS if path.parent.name == "good"]) >= 100
    assert {path.parent.name for path in OF_STAGES} == set(STAGES)


def test_changed_values_and_verdicts_are_seen() -> None:
    text = "game a\n\n$ heapwise check my.game\nproved    theorem b of a   all sizes\n"
    assert findings(text) == findings(text.replace("   ", " "))
    assert findings(text) != findings(text.replace("proved", "holds"))
    value = "$ heapwise value 'nim(2)' 1,2\nGrundy value 3\n"
    assert findings(value) != findings(value.replace("3", "2"))


def renew(path: Path, *, is_accepted: bool) -> bool:
    """Write a file anew and print what differs; a change of what was found is refused unless it is accepted."""
    old = path.read_text(encoding="utf-8")
    new = replay(old)
    name = str(path.relative_to(FOLDER))
    sys.stdout.writelines(difflib.unified_diff(old.splitlines(True), new.splitlines(True), name, name, n=1))
    if is_accepted or old == new or not _is_other(findings(old), findings(new)):
        path.write_text(new, encoding="utf-8")
        return True
    sys.stderr.write(f"{name}: verdicts or values differ; `--accept` writes them\n")
    return False


def _is_other(old: list[Counter[str]], new: list[Counter[str]]) -> bool:
    """Something was found before, and is not what is found now."""
    return any(before and before != after for before, after in zip(old, new, strict=True))


if __name__ == "__main__":
    named = [Path(word).resolve() for word in sys.argv[1:] if word != "--accept"]
    done = [renew(path, is_accepted="--accept" in sys.argv) for path in named or [*PROGRAMS, *OF_STAGES, *COMMANDS]]
    sys.exit(not all(done))
