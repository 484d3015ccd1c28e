"""What is printed moves no cursor and hides nothing, whatever names and texts have in them."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from heapwise.app.registry import cli
from heapwise.clean import clean, clean_json, clean_styled, one_line
from heapwise.errors import error
from heapwise.html import join
from test_forged_certificates import genuine

EVIL = "a\x1b[2J\x07\u202e\u2066\u2028\x9b\rb\nverified  c"
OBEYED = ("Cc", "Cf", "Cs", "Zl", "Zp")


def run(*arguments: str) -> Any:
    return CliRunner().invoke(cli, arguments, color=True)


def assert_clean(text: str) -> None:
    assert text
    for part in re.sub(r"\x1b\[(0|1|2|3[1-6])m", "", text):
        assert part == "\n" or unicodedata.category(part) not in OBEYED, ascii(text)


def test_every_character_is_shown_or_stands_by_its_number() -> None:
    for code in (*range(0x3000), 0xD800, 0xE000, 0xFEFF, 0xFFF9, 0x1F600, 0xE0041, 0x10FFFF):
        character = chr(code)
        shown = clean(character)
        if character in "\n\t" or unicodedata.category(character) not in OBEYED:
            assert shown == character
        else:
            assert shown.isascii()
            assert f"{code:x}" in shown
        assert json.loads(clean_json(json.dumps(character, ensure_ascii=False))) == character
    assert one_line("a\nb\tc") == "a\\nb\\tc"
    assert clean("和の\u3000Nim é") == "和の\u3000Nim é"


def test_our_own_colours_stay() -> None:
    assert clean_styled("\x1b[31m\x1b[1merror\x1b[0m \x1b[8m\x1b[2K") == "\x1b[31m\x1b[1merror\x1b[0m \\x1b[8m\\x1b[2K"


def test_values_of_messages_are_clean() -> None:
    words = str(error("E001", None, path=Path(EVIL), problem=EVIL))
    assert_clean(words)
    assert "a\\x1b[2J" in words
    assert "\nverified  c" not in str(error("E305", None, path=Path(EVIL)))
    assert_clean(str(join(EVIL)))


@pytest.mark.parametrize(
    "arguments",
    [
        ("verify", EVIL), ("check", EVIL), ("show", EVIL), ("value", "-f", EVIL, "nim(2)", "1,2"), (EVIL,),
        ("check", f"--{EVIL}"), ("eval", f"1 + {EVIL}"), ("explain", EVIL), ("fmt", EVIL), ("lint", EVIL),
        ("table", "nim(2)", "--upto", EVIL), ("new", EVIL), ("prove", "games/nim", "--claim", EVIL),
        ("table", "nim(1)", "--upto", "3", "-o", f"no/{EVIL}"), ("play", EVIL), ("list", EVIL, "1"),
        ("eval", "1\udcff"), ("check", "a\udcff"), ("--lang", EVIL, "show", "nim"),
    ],
)  # fmt: skip
def test_arguments_are_printed_clean(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.exit_code != 0
    assert "stumbled" not in done.output
    assert_clean(done.output)
    assert not any(line.startswith("verified") for line in done.output.splitlines())


def test_texts_with_signs_that_are_not_used_are_printed_clean(tmp_path: Path) -> None:
    for sign in "\x1b\u202e\x00\x7f\u200b\ufeff\x85\u2028":
        path = tmp_path / "a.game"
        path.write_text(f"game a\n    heaps n\n    move n -> n - 1 {sign}\n", encoding="utf-8")
        for command in (("show", "-f", str(path), "a"), ("lint", str(path)), ("fmt", str(path))):
            done = run(*command)
            assert_clean(done.output)


def test_files_with_such_names_are_printed_clean(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    name = EVIL.replace("\x1b[2J", "\x1b]0;x")
    folder = tmp_path / name
    folder.mkdir()
    (folder / "it.json").write_text(json.dumps(genuine()), encoding="utf-8")
    (folder / "bad.json").write_text("{}", encoding="utf-8")
    (folder / "a.game").write_text("game a\n    heaps n\n    move n -> n - 1\n", encoding="utf-8")
    claims = "claims for a\nconjecture p: P(n)\n    upto 3\ntheorem q: P(n) iff n mod 2 = 0\n    upto 3\n"
    (folder / "a.claims").write_text(claims, encoding="utf-8")
    for command in (
        ("verify", name), ("verify", "--json", name), ("check", f"{name}/a.claims"),
        ("check", "--json", f"{name}/a.claims"), ("check", "--plan", f"{name}/a.claims"), ("lint", name),
        ("prove", f"{name}/a.claims", "--certificate", f"{name}/proofs"), ("fmt", "--check", name),
        ("report", f"{name}/a.claims", "-o", f"{name}/r.html"), ("report", f"{name}/a.claims", "-o", f"{name}/r.tex"),
    ):  # fmt: skip
        done = run(*command)
        assert "stumbled" not in done.output, done.output
        assert_clean(done.output)
        assert not any(line.startswith("verified  c") for line in done.output.splitlines()), command
    assert "\u202e" not in (folder / "r.html").read_text(encoding="utf-8")
