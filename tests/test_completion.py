"""Completion in shells, by click's own classes, and in a bash that is really asked."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.shell_completion import CompletionItem, ShellComplete
from click.testing import CliRunner

from heapwise.app.registry import COMMANDS, cli
from heapwise.app.shell_words import Heading, headings
from heapwise.documents.library import library
from heapwise.files import resource
from heapwise.running.registry import METHODS


def command(name: str) -> click.Command:
    found = cli.get_command(click.Context(cli), name)
    assert found is not None
    return found


def offered(*words: str) -> list[CompletionItem]:
    """What the last word may become."""
    *before, incomplete = words
    return ShellComplete(cli, {}, "heapwise", "_HEAPWISE_COMPLETE").get_completions(before, incomplete)


def completed(*words: str) -> list[str]:
    """The same without the words that only keep quotes open."""
    return [item.value for item in offered(*words) if not item.value.endswith("...")]


# ------------------------------------------------------------------------------------- commands, options


def test_commands_are_offered_without_reading_them() -> None:
    code = (
        "import sys\nfrom click.shell_completion import ShellComplete\nfrom heapwise.app.registry import cli\n"
        "found = ShellComplete(cli, {}, 'heapwise', '').get_completions([], 'c')\n"
        "print(*(item.value for item in found))\nprint(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [name for name in COMMANDS if name.startswith("c")]
    assert not {"lark", "heapwise.lang", "heapwise.app.check"} & set(done.stderr.split())


def test_options_are_offered() -> None:
    assert completed("value", "--pl") == ["--play"]
    assert completed("--ver") == ["--version"]
    assert completed("table", "nim(2)", "--want", "g") == ["grundy"]
    assert completed("value", "--play", "m") == ["misere"]
    assert "E012" in completed("explain", "e01")
    assert not [item.help for item in offered("explain", "E") if "{" in (item.help or "")]


# ------------------------------------------------------------------------------------------------- games

# Every command with an argument that is a game; a new one must complete it.
TAKE_A_GAME = [
    name for name in cli.list_commands(click.Context(cli))
    if any(p.human_readable_name in ("GAME", "FIRST", "EXPRESSION") for p in command(name).params)
]  # fmt: skip


@pytest.mark.parametrize("command", TAKE_A_GAME)
def test_games_are_offered_everywhere(command: str) -> None:
    assert completed(command, "moo") == ["moore("]
    assert completed(command, "wyth") == ["wythoff"]
    assert len(TAKE_A_GAME) >= 10


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("moore(", ["moore(n=", "moore(k="]),
        ("moore(n=4", ["moore(n=4, "]),
        ("moore(n=4, ", ["moore(n=4, k="]),
        ("moore(n=4, k=2", ["moore(n=4, k=2)"]),
        ("moore(4", ["moore(4, "]),
        ("moore(4, ", ["moore(4, k="]),
        ("moore(k=2, ", ["moore(k=2, n="]),
        ("nim(2) + wyth", ["nim(2) + wythoff"]),
        ("nim(2) + moore(n=4, ", ["nim(2) + moore(n=4, k="]),
        ("rgame(sub", ["rgame(subtraction("]),
        ("nobody_has_this", []),
    ],
)
def test_games_and_parameters(typed: str, offered: list[str]) -> None:
    found = completed("value", typed)
    assert found == offered


def test_headings_are_those_of_the_parser() -> None:
    found = {
        h.name: h for path in resource("games").rglob("*.game") for h in headings(path.read_text(encoding="utf-8"))
    }
    assert len(found) > 30
    assert set(found) == set(library().names())
    for name, heading in found.items():
        schema = library().find(name)
        assert schema is not None
        assert heading == Heading(name, tuple(p.name for p in schema.parameters))


def test_files_that_are_named_come_first(tmp_path: Path) -> None:
    (tmp_path / "a.game").write_text(
        "game moorish(q in {1, (2), 3}; S in sets of pairs)\n    heap x\n", encoding="utf-8"
    )
    (tmp_path / "b.game").write_text("game mooring\n    heap x\n", encoding="utf-8")
    found = completed("value", "-f", str(tmp_path / "a.game"), "moor")
    assert found == ["moorish(", "mooring", "moore("]
    assert completed("value", "-f", str(tmp_path / "a.game"), "moorish(") == ["moorish(q=", "moorish(S="]
    assert completed("value", "-f", str(tmp_path / "missing.game"), "moore") == ["moore("]


def test_claims_are_offered(tmp_path: Path) -> None:
    (tmp_path / "a.claims").write_text("theorem first: true\nquestion second: true\n", encoding="utf-8")
    assert completed("check", str(tmp_path), "--claim", "") == ["first", "second"]
    assert completed("check", str(tmp_path / "a.claims"), "--claim", "s") == ["second"]
    assert "p_positions" in completed("prove", "moore", "--claim", "p")
    assert completed("prove", "no_such_game", "--claim", "p") == []
    for command in ("check", "prove", "report"):
        assert "grundy" in completed(command, "--claim", "gr")


def test_claims_about_a_game_are_offered_behind_it(tmp_path: Path) -> None:
    assert "p_positions" in completed("plot", "nim(2)", "--claim", "p_")
    (tmp_path / "a.claims").write_text(
        "claims for nim(n)\ntheorem mine: true\nclaims\ntheorem mine_law: true\n"
        "claims for other\ntheorem mine_not: true\n",
        encoding="utf-8",
    )
    given = ("-f", str(tmp_path / "a.game"))
    assert completed("plot", *given, "nim(2)", "--claim", "mine") == ["mine"]
    assert completed("show", *given, "nim(2)", "mine") == ["mine"]
    assert completed("show", *given, "other", "mine") == ["mine_not"]


def test_methods_are_offered() -> None:
    assert set(completed("check", "--method", "")) == {"auto", *METHODS}


def test_nothing_is_offered_behind_what_is_no_command() -> None:
    assert completed("no_such_command", "moo") == []


# ------------------------------------------------------------------------------------------------ shells


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_has_a_script(shell: str) -> None:
    result = CliRunner().invoke(cli, ["completion", shell])
    assert result.exit_code == 0
    assert f"_HEAPWISE_COMPLETE={shell}_complete" in result.stdout
    assert 'split ","' not in result.stdout  # what is completed may have commas


def test_quotes_stay_open_where_something_follows() -> None:
    def values(incomplete: str) -> list[str]:
        found = ShellComplete(cli, {}, "heapwise", "").get_completions(["value"], incomplete)
        return [item.value for item in found]

    assert values("moor") == ["moore(", "moore(..."]
    assert values("nim(") == ["nim(n=", "nim(n=..."]
    assert values("moore(4, 2") == ["moore(4, 2)"]
    assert values("wyth") == ["wythoff"]


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_takes_the_script(tmp_path: Path) -> None:
    command = tmp_path / "heapwise"
    command.write_text(f"#!{sys.executable}\nfrom heapwise.app import main\nmain()\n", encoding="utf-8")
    command.chmod(0o755)
    script = CliRunner().invoke(cli, ["completion", "bash"]).stdout
    typed = 'COMP_WORDS=(heapwise value "\'moore(n=4, "); COMP_CWORD=2'
    ask = f'{typed}; _heapwise_completion heapwise; echo "${{COMPREPLY[0]}}"'
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", f"{script}\n{ask}"], capture_output=True, text=True, check=True, env={**os.environ, "PATH": path}
    )
    assert done.stdout == "moore(n=4, k=\n"
