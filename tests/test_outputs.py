"""What is written, and what is never written over: inputs, texts and proofs, whatever leads to them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import heapwise as hw
from heapwise import outputs
from heapwise.app.registry import cli
from heapwise.engine.sequences import Sequence, recognise
from heapwise.engine.sequences.store import load, save
from heapwise.errors import HeapwiseError
from heapwise.outputs import kept_in
from heapwise.workers import Journal

GAME = "game r\n    heaps n\n    move n -> n - t   for t in 1..min(n, 2)\n"
CLAIMS = "claims for r\ntheorem p: P(n) iff n mod 3 = 0\n    upto 9\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "r.game").write_text(GAME, encoding="utf-8")
    (tmp_path / "in.claims").write_text(CLAIMS, encoding="utf-8")
    (tmp_path / "sub").mkdir()
    return tmp_path


def run(*arguments: str) -> Any:
    return CliRunner().invoke(cli, arguments)


def hard(path: Path, to: Path) -> None:
    os.link(to, path)


def soft(path: Path, to: Path) -> None:
    path.symlink_to(to)


SPELLINGS: dict[str, Callable[[Path], str]] = {
    "itself": lambda here: "rules.txt",
    "a dot": lambda here: "./rules.txt",
    "a detour": lambda here: "sub/../rules.txt",
    "the whole path": lambda here: str(here / "rules.txt"),
    "a link": lambda here: soft(here / "soft.out", here / "rules.txt") or "soft.out",
    "a link to a link": lambda here: (
        soft(here / "one.out", here / "rules.txt") or soft(here / "two.out", here / "one.out") or "two.out"
    ),
    "a hard link": lambda here: hard(here / "hard.out", here / "rules.txt") or "hard.out",
    "a folder that is a link": lambda here: soft(here / "there", here) or "there/rules.txt",
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_file_that_was_read_is_never_written_over(spelling: str, here: Path) -> None:
    (here / "rules.txt").write_text("-- mine\n" + GAME, encoding="utf-8")
    output = SPELLINGS[spelling](here)
    for command in (
        ("table", "-f", "rules.txt", "r", "--upto", "9", "-o", output, "--force"),
        ("table", "-f", "rules.txt", "r", "--upto", "9", "--format", "npy", "-o", output, "--force"),
        ("check", "in.claims", "-f", "rules.txt", "--exceptions", output, "--force"),
        ("show", "-f", "rules.txt", "r", "--handoff", "cgsuite", "-o", output, "--force"),
    ):
        done = run(*command)
        assert (done.exit_code, "error[E366]" in done.output) == (2, True), done.output
        assert "E367" in run(*command[:-1]).output
        assert (here / "rules.txt").read_text(encoding="utf-8") == "-- mine\n" + GAME
    assert sorted(p.name for p in here.iterdir() if p.name.startswith(".")) == []


@pytest.mark.parametrize(
    "command",
    [
        ("check", "in.claims", "--exceptions", "in.claims"),
        ("table", "-f", "r.game", "r", "--upto", "9", "-o", "r.game"),
        ("table", "-f", "r.game", "r", "--upto", "9", "-o", "in.claims"),
        ("report", "in.claims", "-o", "page.html"),
        ("plot", "-f", "r.game", "r", "--upto", "9", "-o", "page.svg"),
    ],
)
def test_texts_and_proofs_are_written_over_by_force_alone(command: tuple[str, ...], here: Path) -> None:
    output = here / command[-1]
    if not output.exists():
        output.write_text(GAME, encoding="utf-8")
    before = output.read_text(encoding="utf-8")
    done = run(*command)
    assert (done.exit_code, "error[E367]" in done.output) == (2, True), done.output
    assert output.read_text(encoding="utf-8") == before
    if output.name not in ("r.game", "in.claims"):
        assert run(*command, "--force").exit_code == 0
        assert output.read_text(encoding="utf-8") != before


def test_other_outputs_are_replaced(here: Path) -> None:
    assert run("fmt", "r.game", "in.claims").exit_code == 0
    for _ in range(2):
        for command in (
            ("table", "-f", "r.game", "r", "--upto", "9", "-o", "t.txt"),
            ("table", "-f", "r.game", "r", "--upto", "9", "--format", "npy", "-o", "t.npy"),
            ("check", "in.claims", "--exceptions", "e.txt"),
            ("report", "in.claims", "-o", "page.html"),
            ("plot", "-f", "r.game", "r", "--upto", "9", "-o", "it.svg"),
            ("prove", "in.claims", "--certificate", "proofs"),
            ("period", "-f", "r.game", "r", "--upto", "99", "--keep", "values"),
            ("check", "in.claims", "--reset"),
            ("fmt", "r.game", "in.claims"),
        ):
            done = run(*command)
            assert done.exit_code == 0, done.output
    assert run("table", "-f", "r.game", "r", "--upto", "9", "-o", "/dev/stdout").exit_code == 0
    assert len(list((here / "proofs").iterdir())) == 1


def test_the_file_beside_an_array_is_looked_at_too(here: Path) -> None:
    (here / "t.npy.json").write_text('{"heapwise certificate": 2}', encoding="utf-8")
    done = run("table", "-f", "r.game", "r", "--upto", "9", "--format", "npy", "-o", "t.npy")
    assert "error[E367]" in done.output
    assert not (here / "t.npy").exists()


def test_a_certificate_is_replaced_by_one_about_the_same_claim_alone(here: Path) -> None:
    assert run("prove", "in.claims", "--certificate", "proofs").exit_code == 0
    (first,) = (here / "proofs").iterdir()
    before = first.read_bytes()
    (here / "r.game").write_text(GAME.replace("2)", "3)"), encoding="utf-8")
    (here / "in.claims").write_text(CLAIMS.replace("mod 3", "mod 4"), encoding="utf-8")
    for _ in range(2):
        assert run("prove", "in.claims", "--certificate", "proofs").exit_code == 0
    assert first.read_bytes() == before
    assert len(list((here / "proofs").iterdir())) == 2
    done = run("verify", "proofs")
    assert (done.exit_code, done.output.count("verified  ")) == (0, 2)
    done = run("table", "-f", "r.game", "r", "--upto", "3", "-o", str(first))
    assert "holds a certificate" in done.output


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (GAME, "rules or claims"),
        ("\n-- a comment\n   -- more\n" + GAME, "rules or claims"),
        ("\ufeffgame a = b\n", "rules or claims"),
        ("language 1\nclaims for r\n", "rules or claims"),
        (json.dumps({"heapwise certificate": 1}), "a certificate"),
        ("\n" + "0" * 64 + ' {"claim": "a"}\n', "a journal"),
        ("", None),
        ("games are fun\n", None),
        ("claim\tinstance\tposition\n", None),
        ("x,grundy\n0,0\n", None),
        ('{"heap": 1}', None),
    ],
)
def test_what_is_kept_is_seen_by_its_content(content: str, what: str | None, tmp_path: Path) -> None:
    path = tmp_path / "file.out"
    path.write_text(content, encoding="utf-8")
    assert kept_in(path) == what


def test_a_journal_is_seen_as_it_is_written(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEAPWISE_CACHE", str(here / "cache"))
    journal = Journal("a run", is_resumed=False)
    journal.add("p@0#0", {"word": "holds"})
    copy = here / "copy.out"
    copy.write_bytes(journal.path.read_bytes())
    assert "E367" in run("table", "r", "-f", "r.game", "--upto", "3", "-o", "copy.out").output
    assert copy.read_bytes() == journal.path.read_bytes()


def test_a_number_that_the_system_gives_again_is_another_file(tmp_path: Path) -> None:
    """An editor that saves while `--watch` runs leaves its number to the next file."""
    with outputs.command():
        read, output = tmp_path / "a", tmp_path / "b"
        read.write_text("a", encoding="utf-8")
        outputs.note_read(read)
        os.rename(read, output)
        os.utime(output, ns=(1, 1))
        outputs.write_output(output, "b")
        outputs.note_read(output)
        with pytest.raises(HeapwiseError, match="E366"):
            outputs.write_output(output, "c")


def test_values_that_are_kept_take_no_place_of_texts_and_proofs(here: Path) -> None:
    """Their file has a name of its own, which nobody typed."""
    (here / "kept.10.npy").write_text(CLAIMS, encoding="utf-8")
    found = run("period", "r", "--upto", "9", "--keep", "kept.json")
    assert "E367" in found.output
    assert (here / "kept.10.npy").read_text(encoding="utf-8") == CLAIMS


def test_force_is_offered_where_there_is_one(here: Path) -> None:
    assert "--force" in run("table", "r", "--upto", "9", "-o", "in.claims").output
    found = run("period", "r", "--upto", "9", "--keep", "in.claims")
    assert "E367" in found.output
    assert "--force" not in found.output


def test_a_file_that_a_header_names_is_not_taken_away(here: Path) -> None:
    (here / "kept.json").write_text('{"data": "notes.npy"}', encoding="utf-8")
    (here / "notes.npy").write_bytes(b"mine")
    sequence = recognise(hw.parse(GAME)["r"]().rules)
    assert sequence is not None
    values = Sequence(sequence)
    values.values(9)
    save(values, here / "kept.json")
    assert (here / "notes.npy").read_bytes() == b"mine"
    assert load(here / "kept.json").column.count == 10


def test_a_run_whose_output_was_read_is_refused_once(here: Path) -> None:
    found = run("check", "in.claims", "--exceptions", "in.claims", "--force")
    assert found.exit_code == 2
    assert found.output.count("E366") == 1
