"""Every message has words and a page, and every page has an example that gives the message and one that does not."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest
from click.testing import CliRunner

import heapwise
from examples_of_messages import blocks, codes_of, diagnostics_of
from heapwise.app.registry import cli
from heapwise.errors import Diagnostic, Note, error
from heapwise.messages import catalogue, codes, explain, headline, help_text, render, render_all
from heapwise.source import Place, Source, Span

SOURCES = sorted(Path(heapwise.__file__).parent.rglob("*.py"))
PAGES = {code: blocks(catalogue()[code].get("page", "")) for code in codes()}
# What no text of rules or claims can show.
WITHOUT_EXAMPLE = {
    "E002": "a file that is not text",
    "E007": "a file that is not text of ours",
    "E008": "needs two files",
    "W212": "needs two files",
    "E070": "a region without bounds, which only a program can ask for",
}
COVERED = [c for c in codes() if re.match(r"E0[0-6]|E072|E083|E09[01]|E1|W2", c) and c not in WITHOUT_EXAMPLE]


def codes_in_source() -> set[str]:
    return {code for path in SOURCES for code in re.findall(r'"([EW]\d{3})"', path.read_text(encoding="utf-8"))}


def test_there_is_something_to_look_at() -> None:
    assert len(codes_in_source()) > 80
    assert len(COVERED) > 80


@pytest.mark.parametrize("code", sorted(codes_in_source()))
def test_every_code_has_words_and_a_page(code: str) -> None:
    entry = catalogue().get(code, {})
    assert entry.get("headline"), f"{code} has no headline in messages/en.toml"
    assert entry.get("page"), f"{code} has no page in messages/en.toml"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_pages_have_no_places_for_names(language: str) -> None:
    """A page is about all messages of its kind: nobody puts a name into it."""
    pages = {code: catalogue(language).get(code, {}).get("page", "") for code in codes()}
    prose = {code: re.sub(r"```.*?```", "", page, flags=re.DOTALL) for code, page in pages.items()}
    assert any(prose.values())
    assert [code for code, text in prose.items() if re.search(r"`\{[a-z_]+\}`", text)] == []


@pytest.mark.parametrize("code", codes())
def test_words_are_plain(code: str) -> None:
    words = catalogue()[code]["headline"]
    assert not words.endswith("."), "a headline is no sentence"
    assert not words[0].isupper() or words.startswith("{"), "no capital at the start"
    for word in re.findall(r"\b[a-z]+\b", words):
        assert word not in {"invalid", "illegal", "syntax", "token", "parse", "unexpected", "identifier", "fatal"}


@pytest.mark.parametrize("code", COVERED)
def test_the_first_example_gives_the_message(code: str) -> None:
    kind, text = PAGES[code][0]
    assert set(codes_of(kind, text)) == {code}


@pytest.mark.parametrize("code", COVERED)
def test_the_last_example_is_right(code: str) -> None:
    kind, text = PAGES[code][-1]
    assert len(PAGES[code]) >= 2
    assert codes_of(kind, text) == []


@pytest.mark.parametrize("code", [c for c in COVERED if PAGES[c] and PAGES[c][0][0] != "command"])
def test_messages_have_all_their_values(code: str) -> None:
    for diagnostic in diagnostics_of(PAGES[code][0][1]):
        for key in ("headline", diagnostic.help or "headline"):
            for _, name, _, _ in Formatter().parse(str(catalogue()[code].get(key, ""))):
                assert name is None or name in diagnostic.values, f"{code} {key} asks for {name}"


def test_every_help_that_is_asked_for_exists() -> None:
    """A help key is written where the mistake is recognised, next to the code."""
    call = re.compile(r'"([EW]\d{3})",[^"\n]*?help="(\w+)"')
    pairs = {pair for path in SOURCES for pair in call.findall(path.read_text(encoding="utf-8"))}
    assert len(pairs) > 10
    missing = sorted((code, key) for code, key in pairs - {("E015", "none")} if key not in catalogue()[code])
    assert missing == []


def test_explain_shows_the_page() -> None:
    assert explain("E021").startswith("E021: the move can leave the position unchanged\n\n")
    assert explain("E015").startswith("E015: `...` takes ... parameters, and ... were given\n")
    assert "y != x[A]" in explain("E021")


def test_explain_of_an_unknown_code_names_a_near_one() -> None:
    shown = CliRunner().invoke(cli, ["explain", "w11"])
    near = [code for code in codes() if code.startswith("W")]
    assert shown.exit_code == 2
    assert re.search(r"the code `w11`\n   = help: did you mean (\w+)\?\n", shown.stderr)[1] in near


# -------------------------------------------------------------------------------------------------- rendering


def mark(text: str, part: str) -> Place:
    start = text.index(part)
    return Place(Source("my.game", text), Span(start, start + len(part)))


def lines(diagnostic: Diagnostic) -> list[str]:
    return render(diagnostic).split("\n")


def test_the_place_is_underlined() -> None:
    text = "game a\nmove n -> m"
    shown = lines(Diagnostic("E012", Place(Source("my.game", text), Span(17, 18)), {"name": "m"}, None))
    assert shown[1] == " --> my.game:2:11"
    assert shown[3:5] == ["2 | move n -> m", "  |           ^"]


def test_wide_characters_take_two_columns() -> None:
    values = {"character": "）", "ours": ")", "number": "U+FF09"}
    shown = lines(Diagnostic("E119", mark("-- 石\nあ（い）", "）"), values))
    assert shown[3] == "2 | あ（い）"
    assert shown[4] == "  |       ^^"


def test_tabs_and_invisible_characters_keep_the_marks_in_place() -> None:
    shown = lines(Diagnostic("E012", mark("\tmove\u200b n -> m", "m"), {"name": "m"}))
    assert shown[3].startswith("1 |     move\N{REPLACEMENT CHARACTER} n")
    assert shown[4].startswith("  |     ^")


def test_long_lines_are_cut_around_the_place() -> None:
    shown = lines(Diagnostic("E012", mark("a " * 500 + "QQ" + " b" * 500, "QQ"), {"name": "QQ"}))
    assert len(shown[3]) < 130
    assert shown[3].startswith("1 | ...")
    assert shown[3].endswith("...")
    assert shown[3][shown[4].index("^^") :].startswith("QQ")


def test_long_places_show_their_first_lines() -> None:
    text = "\n".join(f"line {i}" for i in range(1, 9))
    shown = lines(Diagnostic("E012", Place(Source("f", text), Span(0, len(text))), {"name": "x"}))
    assert "3 | line 3" in shown
    assert "4 | line 4" not in shown
    assert "  | ..." in shown


def test_notes_show_their_own_place() -> None:
    text = "move x[i -> y"
    note = Note("opened", mark(text, "["))
    shown = lines(Diagnostic("E106", mark(text, "->"), {"closing": "]", "opening": "["}, notes=(note,)))
    assert "   = note: the bracket was opened here" in shown
    assert " ::: my.game:1:7" in shown
    assert shown[-1] == "   = help: close the `[`"


def test_numbers_choose_the_word() -> None:
    values = {"name": "nim", "wanted": 1, "found": 2, "usage": "nim(n in 1..)"}
    assert headline(Diagnostic("E015", None, values)) == "`nim` takes 1 parameter, and 2 were given"
    other = headline(Diagnostic("E015", None, values | {"wanted": 2, "found": 1}))
    assert other.endswith("2 parameters, and 1 was given")


def test_braces_in_values_are_shown_as_they_are() -> None:
    values = {"name": "S", "value": "{1}{0!r:{x}}", "range": "", "usage": "g(S in sets)"}
    assert "{1}{0!r:{x}}" in headline(Diagnostic("E016", None, values))
    assert help_text(Diagnostic("E016", None, values, "infinite")) == (
        "give a finite set such as `{1, 2, 3}`; the heading is `g(S in sets)`"
    )


def test_only_ten_messages_are_shown() -> None:
    some = [Diagnostic("E012", None, {"name": f"x{i}"}) for i in range(14)]
    assert render_all(some).count("error[E012]") == 10
    assert render_all(some).endswith("... and 4 more")
    assert "more" not in render_all(some[:10])


def test_colour_only_changes_how_parts_look() -> None:
    diagnostic = Diagnostic("E012", mark("move n -> q", "q"), {"name": "q"})
    seen: list[str] = []

    def paint(role: str, text: str) -> str:
        seen.append(role)
        return text

    assert render(diagnostic, paint=paint) == render(diagnostic)
    assert {"error", "headline", "gutter", "mark", "help"} <= set(seen)


def test_the_error_itself_reads_like_the_message() -> None:
    assert str(error("E012", None, name="q")).startswith("error[E012]: `q` is not known")
