"""The game that answers is the game that was meant: where names are looked up, in every command and from Python.

Each test has a folder with files that could be mistaken for each other, and asks for a value that tells them apart.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import heapwise as hw
from heapwise.app.registry import cli

# The Grundy value of 3 is 0 by the draft, and 3 by the game that is meant.
DRAFT = "game foo\n    heap n\n    move n -> n - t   for t in 1..2 where t <= n\n"
FOO = "game foo\n    heap n\n    move n -> n - t   for t in 1..3 where t <= n\n"
FALSE_OF_FOO = "claims for foo\n\nconjecture c: G(n) = n mod 3   upto 9\n"
TRUE_OF_FOO = FALSE_OF_FOO.replace("mod 3", "mod 4")
MY_NIM = "game nim(n in 1..)\n    heaps x[n]\n    move x[i] -> x[i] - 1   for i in 1..n\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HEAPWISE_CACHE", str(tmp_path / "cache"))
    return tmp_path


def write(**texts: str) -> None:
    """`write(foo_game=...)` writes foo.game; `a__foo_game` writes a/foo.game."""
    for name, text in texts.items():
        path = Path(".".join(name.replace("__", "/").rsplit("_", 1)))
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


def run(line: str, **kwargs: object) -> Result:
    return CliRunner().invoke(cli, line.split(), **kwargs)  # type: ignore[arg-type]


def verdicts(line: str) -> list[dict[str, object]]:
    found = [json.loads(text) for text in run(f"{line} --json --jobs 1").stdout.splitlines()]
    return [v for v in found if "summary" not in v]


def grundy(line: str) -> int:
    shown = run(f"value {line} --json")
    assert shown.exit_code == 0, shown.output
    return int(json.loads(shown.stdout)["grundy"])


# ----------------------------------------------------------------------------------------- the order of search


@pytest.mark.parametrize("given", ["-f foo.game ", ""])
@pytest.mark.parametrize("command", ["check", "prove"])
def test_a_draft_beside_the_claims_does_not_answer(command: str, given: str) -> None:
    write(a_draft_game=DRAFT, foo_game=FOO, foo_claims=FALSE_OF_FOO)
    (verdict,) = verdicts(f"{command} {given}foo.claims")
    assert verdict["verdict"] == "refuted"
    assert verdict["rules_file"] == "foo.game"


def test_a_draft_beside_claims_of_another_folder_does_not_answer() -> None:
    write(a__a_draft_game=DRAFT, a__foo_claims=FALSE_OF_FOO, b__foo_game=FOO)
    (verdict,) = verdicts("check -f b/foo.game a/foo.claims")
    assert (verdict["verdict"], verdict["rules_file"]) == ("refuted", "b/foo.game")
    assert "rules: b/foo.game" in run("check -f b/foo.game a/foo.claims --jobs 1").output
    assert "rules: a/a_draft.game" in run("check a/foo.claims --jobs 1").output


def test_a_report_is_about_the_game_that_was_meant() -> None:
    write(a_draft_game=DRAFT, foo_game=FOO, foo_claims=FALSE_OF_FOO)
    assert run("report -f foo.game foo.claims -o page.html").exit_code == 1
    page = Path("page.html").read_text(encoding="utf-8")
    assert "1..2" not in page
    assert "foo.game" in page


EVERY_COMMAND = [
    "value {f} foo 3", "options {f} foo 3", "list {f} foo P(n) --upto 8", "table {f} foo --upto 8",
    "period {f} foo --upto 50", "show {f} foo", "eval {f} G(foo(3))", "compare {f} foo subtraction({{1,2,3}}) --upto 9",
    "plot {f} foo --upto 9 -o foo.svg", "play {f} foo 1",
]  # fmt: skip


@pytest.mark.parametrize("line", EVERY_COMMAND)
def test_every_command_takes_the_game_of_its_own_file(line: str) -> None:
    """With drafts beside it the answer is the same as without them; so it is in the folder, where nothing is named."""
    write(foo_game=FOO)
    named = line.format(f="-f foo.game")
    alone = run(named, input="quit\n")
    write(a_draft_game=DRAFT, z_draft_game=DRAFT)
    for command in (named, line.format(f="")):
        shown = run(command, input="quit\n")
        assert (shown.stdout, shown.exit_code) == (alone.stdout, alone.exit_code)


def test_the_text_at_hand_comes_first() -> None:
    write(foo_game=DRAFT, own_claims=FOO + TRUE_OF_FOO)
    (verdict,) = verdicts("check -f foo.game own.claims")
    assert (verdict["verdict"], verdict["rules_file"]) == ("proved", "own.claims")


def test_two_definitions_in_named_files_are_an_error() -> None:
    write(one_game=DRAFT, foo_game=FOO, foo_claims=TRUE_OF_FOO)
    for line in ("value -f one.game -f foo.game foo 3", "check -f one.game -f foo.game foo.claims"):
        shown = run(line)
        assert shown.exit_code == 3
        assert "E008" in shown.output
        assert "one.game:1" in shown.output
        assert "foo.game:1" in shown.output
    assert grundy("-f foo.game -f ./foo.game foo 3") == 3  # twice the same file


def test_two_definitions_in_a_folder_are_an_error_unless_a_file_has_the_name() -> None:
    write(one_game="-- mine\n" + DRAFT, two_game=FOO, foo_claims=TRUE_OF_FOO)
    shown = run("check foo.claims")
    assert shown.exit_code == 3
    assert "one.game:2" in shown.output
    assert "two.game:1" in shown.output
    Path("two.game").rename("foo.game")
    assert verdicts("check foo.claims")[0]["verdict"] == "proved"
    Path("foo.game").unlink()
    assert verdicts("check foo.claims")[0]["verdict"] == "refuted"


# ----------------------------------------------------------------------------------- names inside of files


def test_a_game_of_ones_own_does_not_capture_names_of_the_library() -> None:
    right = grundy("rgame_example 3,2")
    write(
        mysub_game="game subtraction(S in sets of 1..)\n    heap n\n    move n -> n - s   for s in 1..1 where s <= n\n"
    )
    assert grundy("-f mysub.game rgame_example 3,2") == grundy("rgame_example 3,2") == right == 1
    assert grundy("-f mysub.game subtraction({1,2,3}) 3") == 1


def test_names_in_a_file_are_looked_up_from_that_file() -> None:
    write(
        a__helper_game="game helper = nim(1)\n",
        a__mine_game="game mine = helper\n",
        helper_game=FOO.replace("foo", "helper"),
    )
    assert grundy("-f a/mine.game mine 7") == 7
    assert hw.load("a/mine.game")["mine"]().grundy(7) == 7


def test_a_game_may_have_the_name_of_one_of_the_library_and_this_is_said_once() -> None:
    write(nim_game=MY_NIM, nim_claims="claims for nim(n)\nconjecture c: G(x) = sum(x) mod 2  for n in 1..3  upto 4\n")
    for line in (
        "value -f nim.game nim(2) 2,2",
        "value nim(2) 2,2",
        "check nim.claims --jobs 1",
        "show -f nim.game nim(2)",
    ):
        shown = run(line)
        assert shown.exit_code == 0, shown.output
        assert shown.stderr.count("`nim` is the game of nim.game, not that of the library") == 1, line
    assert "not that of the library" not in run("value nim(2) 2,2 --json").stdout
    assert grundy("nim(2) 2,2") == 0
    (found, *_) = verdicts("check nim.claims")
    assert (found["verdict"], found["rules_file"]) == ("proved", "nim.game")


# ------------------------------------------------------------------------------------ files that are broken


@pytest.mark.parametrize("text", ["Game nim(n in 1..)\n    heaps x[n]\n", "gaem nim\n    heap n\n", "", "game nim(\n"])
def test_a_named_file_that_cannot_be_read_is_never_replaced(text: str) -> None:
    write(mine_game=text, c_claims="claims for nim(n)\ntheorem t: P(x) iff nimsum(x) = 0  for n = 2  upto 3\n")
    lines = ("show -f mine.game nim(2)", "value -f mine.game nim(2) 1,1", "check -f mine.game c.claims")
    for line in lines if text else ():
        assert run(line).exit_code == 3, line
        assert "mine.game:1" in run(line).output
    for line in lines:
        assert run(line.replace("mine", "missing")).exit_code == 3


@pytest.mark.parametrize("text", ["gaem nim\n    heap n\n", "Game nim(n in 1..)\n    heaps x[n]\n", "\udcff"])
def test_the_file_of_the_name_is_never_replaced(text: str) -> None:
    Path("nim.game").write_bytes(text.encode("utf-8", "surrogateescape"))
    write(nim_claims="claims for nim(n)\ntheorem t: P(x) iff nimsum(x) = 0  for n = 2  upto 3\n")
    for line in ("check nim.claims", "value nim(2) 1,1"):
        assert run(line).exit_code == 3
        assert "nim.game" in run(line).output


def test_a_broken_draft_elsewhere_does_not_block_and_is_mentioned() -> None:
    write(foo_game=FOO, draft_game="gaem bar\n    heap n\n", foo_claims=TRUE_OF_FOO)
    assert verdicts("check foo.claims")[0]["verdict"] == "proved"
    for line in ("check foo.claims --jobs 1", "value foo 3", "value nim(2) 1,2"):
        shown = run(line)
        assert shown.exit_code == 0
        assert shown.stderr.count("draft.game is passed over: line 1") == 1


@pytest.mark.parametrize(
    "text", ["language 1 game nim(n in 1..)\n    heaps x[n]\n    mvoe x\n", "gaem nim\n    heap n\n"]
)
def test_a_broken_file_with_the_heading_that_is_looked_for_is_an_error(text: str) -> None:
    write(draft_game=text)
    shown = run("value nim(2) 1,2")
    assert shown.exit_code == 3
    assert "draft.game" in shown.output


# ------------------------------------------------------------------------------------- lint, Python


def test_lint_tells_of_every_shadowing() -> None:
    write(nim_game=MY_NIM, a_draft_game=DRAFT, foo_game=FOO, foo_claims=FOO + TRUE_OF_FOO)
    assert "W208" in run("lint nim.game").stderr
    for file, other in (("foo.game", "a_draft.game:1"), ("a_draft.game", "foo.game:1"), ("foo.claims", "foo.game:1")):
        shown = run(f"lint {file}").stderr
        assert "W212" in shown
        assert other in shown


def test_lint_tells_of_names_that_hide_games() -> None:
    write(foo_game=FOO, own_claims="claims for foo\nlet lim = 3\nconjecture c: G(n) = n mod (lim + 1)   upto 9\n")
    write(bar_game="game bar(welter in 1..)\n    heap foo\n    move foo -> foo - nim   for nim in 1..welter\n")
    assert run("lint own.claims").stderr.count("W213") == 1
    assert run("lint bar.game").stderr.count("W213") == 3
    assert "W213" not in run("lint foo.game").stderr


def test_python_takes_the_game_that_was_meant() -> None:
    write(a_draft_game=DRAFT, foo_game=FOO, foo_claims=FALSE_OF_FOO, nim_game=MY_NIM)
    assert hw.load("foo.game")["foo"]().grundy(3) == 3
    assert hw.check("foo.claims").verdicts[0].word == "refuted"
    assert hw.game("nim(2)").grundy((1, 2)) == 3  # Python asks the library
    assert hw.load("nim.game")["nim"](2).grundy((1, 2)) == 1
    with pytest.raises(hw.HeapwiseError):
        hw.load("missing.game")
    with pytest.raises(hw.HeapwiseError):
        hw.parse("gaem nim")
