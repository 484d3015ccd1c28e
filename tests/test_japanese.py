"""The Japanese words: every message has them, they ask for the same values, and a run speaks one language."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from string import Formatter

import click
import pytest
from click.testing import CliRunner, Result

import heapwise
from examples_of_messages import blocks, diagnostics_of
from heapwise.app.registry import COMMANDS, cli
from heapwise.errors import Diagnostic, error
from heapwise.messages import (
    catalogue,
    codes,
    explain,
    headline,
    help_text,
    render,
    said,
    speak,
    speaking,
    spoken,
    words,
)
from heapwise.messages.speech import filled, preferred
from heapwise.messages.width import broken, columns, left, right

EN, JA = catalogue("en"), catalogue("ja")
KEYS = [(section, key) for section in EN for key in EN[section] if key != "page"]
SAID = ("said", "findings", "regions", "manual_options", "report", "notation", "new", "places")
SENTENCES = [(section, key) for section in SAID for key in JA[section]]
ROOT = Path(__file__).parent.parent
SOURCES = "\n".join(p.read_text(encoding="utf-8") for p in Path(heapwise.__file__).parent.rglob("*.py"))
SOURCES = re.sub(r'"\n\s+f?"', "", SOURCES)  # a sentence may be broken into several literals
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def run(*arguments: str, **environment: str | None) -> Result:
    return CliRunner().invoke(cli, arguments, env={"HEAPWISE_LANG": None, **environment})


# -------------------------------------------------------------------------------------------------- catalogue


@pytest.mark.parametrize(("section", "key"), KEYS, ids=str)
def test_every_entry_has_japanese_words_with_the_same_values(section: str, key: str) -> None:
    assert key in JA.get(section, {}), f"{key} of {section} is missing in messages/ja.toml"
    assert fields(JA[section][key]) == fields(EN[section][key])
    is_prose = re.search(r"[a-z]{3}", re.sub(r"\{\w+\}|^pip .*", "", EN[section][key]))
    assert not is_prose or JAPANESE.search(JA[section][key]) or (section, key) == ("check", "under")


def test_there_is_nothing_else_in_the_catalogue() -> None:
    without = ("manual", "play", "period", "show", "click", "report", "notation", "explorer", "new", "places")
    ours = {(section, key) for section in JA if section not in without for key in JA[section]} - set(SENTENCES)
    assert ours - {("commands", name) for name in COMMANDS} - {(s, "page") for s in EN} - {("commands", "find")} <= set(
        KEYS
    )
    assert {*JA["commands"]} == {*COMMANDS}
    assert len(KEYS) > 350


@pytest.mark.parametrize("code", codes())
def test_pages_have_the_examples_of_the_english_ones(code: str) -> None:
    assert "page" in JA.get(code, {}), f"{code} has no page in messages/ja.toml"
    assert blocks(explain(code, "ja")) == blocks(EN[code]["page"])
    assert JAPANESE.search(JA[code]["page"])
    assert "```" not in JA[code]["page"]


@pytest.mark.parametrize(("section", "key"), SENTENCES, ids=str)
def test_sentences_are_said_somewhere(section: str, key: str) -> None:
    """The English of a sentence stands in the source, with something in the place of its values."""
    from_system = ("No such file or directory", "Is a directory", "Permission denied")
    pieces = [piece.strip(" ,<=:") for piece in re.split(r"\{\w+\}", key) if re.search(r"\w{2}", piece)]
    is_list = key.endswith(" and {other}")  # of what a function was given
    assert key in from_system or is_list or all(piece.replace('"', '\\"') in SOURCES for piece in pieces)
    assert fields(JA[section][key]) <= fields(key)


# --------------------------------------------------------------------------------------------------- messages


FIRST = {code: blocks(EN[code]["page"])[:1] for code in codes() if code[:2] in ("E0", "E1", "W2")}


@pytest.mark.parametrize("code", [code for code in FIRST if FIRST[code] and FIRST[code][0][0] != "command"])
def test_messages_are_said_in_japanese(code: str) -> None:
    diagnostics = [d for d in diagnostics_of(FIRST[code][0][1]) if d.code == code]
    assert diagnostics or code in ("E039", "E088")  # which are found when the claim is checked
    for diagnostic in diagnostics:
        assert re.search(rf"^(エラー|警告)\[{code}\]: ", render(diagnostic, "ja"))
        assert JAPANESE.search(headline(diagnostic, "ja"))


def test_what_has_no_japanese_is_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(JA["E012"], "headline")
    monkeypatch.delitem(JA["E020"], "page")
    monkeypatch.delitem(JA, "E021")
    diagnostic = Diagnostic("E012", None, {"name": "q", "near": "p"}, "near")
    assert headline(diagnostic, "ja") == "`q` is not known"
    assert help_text(diagnostic, "ja") == "`p` のことでしょうか"
    page = explain("E020", "ja")
    assert page.startswith("E020: 一つの着手が ... を二度変えています\n\n(このページの日本語はまだありません")
    assert EN["E020"]["page"].strip() in page
    assert explain("E021", "ja").startswith("E021: the move can leave")


def test_values_that_are_words_of_ours_are_said_in_japanese_and_names_are_not() -> None:
    values: dict[str, object] = {"what": "a choice", "wanted": "a set", "found": "a vector of numbers", "text": "x"}
    assert (
        headline(Diagnostic("E017", None, values), "ja")
        == "選ぶもとは集合でなければなりませんが、これは数のベクトルです"
    )
    assert headline(Diagnostic("E012", None, {"name": "games"}), "ja").startswith("`games` は")
    assert headline(Diagnostic("E015", None, {"name": "nim", "wanted": 1, "found": 2}), "ja").startswith(
        "`nim` は 1 個のパラメータをとりますが、2 個が"
    )


def test_exceptions_are_english_whatever_is_spoken() -> None:
    with speaking():
        speak("ja")
        assert str(error("E012", None, name="q")).startswith("error[E012]: `q` is not known")


def test_sentences_with_sentences_in_them() -> None:
    hint = "exactly where a = b, as far as all <= 60"
    assert said(hint, "ja") == "ちょうど a = b のとき (各成分 <= 60 の範囲で)"
    assert said("evaluated at 36 positions as well: x <= 3, all others <= 6", "ja") == (
        "36 局面でも値を計算 (x <= 3、ほかは <= 6)"
    )
    assert said("a sentence that nobody knows", "ja") == "a sentence that nobody knows"
    assert said(hint) == hint


def test_braces_in_values_are_shown_as_they_are() -> None:
    assert said("wrote {0}{x!r}", "ja") == "{0}{x!r} を書きました"
    assert filled("E001", "headline", {"path": "{}", "problem": "{a}"}, "ja") == "ファイル {} を読めません: {a}"


# ----------------------------------------------------------------------------------------------------- choice


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"), ({"LANG": "ja_JP.UTF-8"}, "ja"), ({"LANG": "ja"}, "ja"), ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "C"}, "en"), ({"LANG": "C", "LC_MESSAGES": "ja_JP.eucJP"}, "ja"),
        ({"LANG": "ja_JP", "HEAPWISE_LANG": "en"}, "en"), ({"LANG": "ja_JP", "HEAPWISE_LANG": ""}, "ja"),
    ],
)  # fmt: skip
def test_the_language_of_the_system(environment: dict[str, str], language: str) -> None:
    assert preferred(environment) == language


@pytest.mark.parametrize("line", [["--lang", "ja", "value"], ["value", "--lang", "ja"], ["--lang=ja", "value"]])
def test_the_option_stands_before_or_behind_the_command(line: list[str]) -> None:
    result = run(*line, "nim(3)", "3,5,7")
    assert result.output.startswith("nim(3) の 3,5,7、正規形\nGrundy 数      1\n勝敗           N: 先手必勝")
    assert spoken() == "en"
    assert run("value", "nim(3)", "3,5,7").output.startswith("nim(3) at 3,5,7, normal play")


def test_the_option_is_stronger_than_the_environment() -> None:
    assert "エラー[E012]" in run("value", "q", "1", HEAPWISE_LANG="ja").output
    assert "エラー[E012]" in run("value", "q", "1", LANG="ja_JP.UTF-8").output
    assert "error[E012]" in run("--lang", "en", "value", "q", "1", HEAPWISE_LANG="ja").output


def test_an_unknown_language_names_the_known_ones() -> None:
    for result in (run("--lang", "fr", "eval", "1"), run("eval", "1", HEAPWISE_LANG="fr")):
        assert result.exit_code == 2
        assert (
            "error[E365]: there are no messages in the language `fr`\n   = help: there are messages in en, ja"
            in result.output
        )


def test_help_lists_the_commands_in_japanese() -> None:
    assert re.search(r"check +ファイルやフォルダの主張を調べる", run("--lang", "ja", "--help").output)
    assert "ファイル" not in run("--help").output


@pytest.mark.parametrize("command", ["", *(name for name in COMMANDS if name != "find")])
def test_help_is_japanese(command: str) -> None:
    shown = run("--lang", "ja", *filter(None, [command]), "--help").output
    told = JA["manual"][command or "heapwise"].replace("\n", "")
    assert "".join(told.split()) in "".join(shown.split())
    assert max(map(columns, shown.splitlines())) <= 100
    english = re.findall(r"^ +-.*  ([A-Z][a-z]+ [a-z]+ .*)$", shown, re.MULTILINE)
    assert english == []
    assert not re.search(r"\b(Usage|Options|Commands|Examples|default|required)\b", shown.split("\n", 1)[1])
    assert shown.startswith("使い方: heapwise")
    assert not JAPANESE.search(run(*filter(None, [command]), "--help").output)


@pytest.mark.parametrize(
    "line",
    [
        "", "chek", "zzzzzz", "--bogus", "value", "value nim(2) 1,2 3", "value nim(2) 1,2 --ply x", "completion",
        "value nim(2) --time", "table nim(2)", "table nim(2) --upto 3 --want foo", "check --upto x", "check --time 5x",
        "check --memory 5x", "check --resume=3", "check --samples 0",
        "plot nim(2) --upto 3 -o x.svg --claim a --want p", "show nim(2) --stage formula", "show nim(2) a --stage plan",
        "show nim(2) -o x.svg", "show nim(2) --automaton",
    ],
)  # fmt: skip
def test_a_wrong_command_line_is_answered_in_japanese(line: str) -> None:
    shown, behind = run("--lang", "ja", *line.split()), run(*line.split(), "--lang=ja")
    assert (shown.exit_code, behind.exit_code) == (2, 2)
    last = shown.output[shown.output.index("エラー:") :]
    assert JAPANESE.search(last.removeprefix("エラー:"))
    assert english_in(last) == []
    if line not in ("", "value nim(2) --time"):  # there the option itself is part of what is wrong
        assert behind.output == shown.output
    assert not JAPANESE.search(run(*line.split()).output)


def test_words_of_click_are_said_by_click_or_by_us() -> None:
    """A sentence of another version of click would be left in English."""
    sources = "".join(p.read_text(encoding="utf-8") for p in Path(click.__file__).parent.glob("*.py")) + SOURCES
    older = ("No such option:", "Got unexpected")
    for key in JA["click"]:
        pieces = [piece.strip(" '.,:()?") for piece in re.split(r"\{\w+\}", key) if re.search(r"\w{2}", piece)]
        assert key.startswith(older) or all(piece in sources for piece in pieces), key


def english_in(shown: str) -> list[str]:
    """What is left of English: two words of small letters side by side, outside of code."""
    prose = (re.sub(r"`.*?`|preference", "", line) for line in shown.splitlines() if not line.startswith("    "))
    return [line for line in prose if re.search(r"[a-z]{2,} [a-z]{2,}", line)]


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        ("play nim(2) 3,4", "options\nvalues\nhint\n#1\nhelp\nzz\nback\n3,3\nmore\n"),
        ("play nim(2) 2,2", "hint\n#1\nback\nback\nquit\n"),
        ("play nim(2) 1,2 --player 1", "values\n#1\n#1\nhint\n"),
        ("play nim(2) 1,2 --play 0,1,2", "values\nhint\n#1\n#1\n"),
        ("play nim(2) 0,1 --play misere --both", "hint\n#1\n"),
        ("play nim(3) 30,31,32", "more\n"),
        ("period octal(0.77) --upto 200", ""),
        ("period octal(0.007) --upto 50", ""),
        ("show nim", ""),
        ("show welter(2)", ""),
        ("table nim(2) --upto 3", ""),
        ("list nim(2) P(x) --upto 3", ""),
        ("compare nim(2) wythoff --upto 3", ""),
        ("compare nim(2) nim(2) --upto 3 --want p --shift 1", ""),
    ],
)
def test_what_commands_say_is_japanese(line: str, typed: str) -> None:
    shown = CliRunner().invoke(cli, ["--lang", "ja", *line.split()], input=typed).output
    assert JAPANESE.search(shown)
    said_by_us = shown.split("\n\n")[-1] if line.startswith("show") else shown  # above it stands the author's text
    assert english_in(said_by_us) == []


def test_json_is_the_same_in_every_language() -> None:
    asked = (
        "check",
        str(ROOT / "games" / "nim"),
        "--check",
        "n in 1..2, x <= 3",
        "--claim",
        "grundy",
        "--json",
        "--jobs",
        "1",
    )
    found = [[json.loads(line) for line in run("--lang", x, *asked).stdout.splitlines()] for x in ("en", "ja")]
    assert len(found[0]) > 1
    for one, other in zip(*found, strict=True):
        for proved in (*one.get("proved_for", ()), *other.get("proved_for", ())):
            del proved["seconds"]
        for key in one.keys() - {"seconds"}:
            assert one[key] == other[key], key


REPORTED = """claims for nim(n)
theorem a "Bouton": P(x) iff nimsum(x) = 0   for n in 2..3   check upto 4
conjecture b: G(x) = sum(x)   check n in 1..2, upto 4
question q under misere: P(x) iff nimsum(x) = 0   check n = 2, upto 4
conjecture c: x[1] > 9 implies P(x)   check n = 2, upto 3
theorem d: G(x) = nimsum(x) or x[1] > 99   check n = 2, upto 3
"""


def test_a_report_is_japanese(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("r.claims").write_text(REPORTED, encoding="utf-8")
    for language in ("ja", "en"):
        run("--lang", language, "report", "r.claims", "--jobs", "1", "-o", f"{language}.html")
    pages = {x: Path(f"{x}.html").read_text(encoding="utf-8") for x in ("ja", "en")}
    assert '<html lang="ja">' in pages["ja"]
    assert '<html lang="en">' in pages["en"]
    shown = re.sub(r"<(style|script|math|pre|code)\b.*?</\1>", "", pages["ja"], flags=re.DOTALL)
    lines = [line for line in re.sub(r"<[^>]+>", "\n", shown).split("\n") if "-&gt;" not in line]
    assert english_in("\n".join(lines)) == []
    assert sum(1 for line in lines if JAPANESE.search(line)) > 60
    assert not JAPANESE.search(pages["en"])


def test_explain() -> None:
    assert "すべて同時に起こります" in run("--lang", "ja", "explain", "E020").output
    assert "エラー[E308]" in run("--lang", "ja", "explain", "E0200").output


# ------------------------------------------------------------------------------------------------------ pages


def shown_on(page: str) -> tuple[list[str], list[str]]:
    """The commands of a page, and its programs without comments and sources, which are in the language of the page."""
    text = (ROOT / page).read_text(encoding="utf-8")
    programs = re.findall(r"^```(?:game|claims|sh|python)[ \w.]*\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    bare = [re.sub(r'(--|  #) .*|"[^"\n]*"', "", program) for program in programs if "HEAPWISE_LANG" not in program]
    return re.findall(r"^\$ (.*)$", text, re.MULTILINE), bare


@pytest.mark.parametrize("pages", [("README.md", "README.ja.md"), ("docs/tutorial.md", "docs/ja/tutorial.md")])
def test_pages_are_counterparts(pages: tuple[str, str]) -> None:
    english, japanese = map(shown_on, pages)
    assert english == japanese
    assert len(english[0]) > 7
    headings = [re.findall(r"^#+ ", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE) for page in pages]
    assert headings[0] == headings[1]


# ------------------------------------------------------------------------------------------------------ width


def test_columns_of_wide_texts() -> None:
    assert [columns(x) for x in ("石", "a石", "が", "か\u3099", "⊕")] == [2, 3, 2, 2, 1]
    assert left("成立", 9) == "成立     "
    assert right("成立", 5) == " 成立"
    assert left("refuted and more", 3) == "refuted and more"


def test_lines_are_broken_by_width() -> None:
    lines = broken("二つの山があり、石を取ります。P(x) iff nimsum(x) = 0 のとき", 20, "  ")
    assert "".join(lines).replace(" ", "") == "二つの山があり、石を取ります。P(x)iffnimsum(x)=0のとき"
    assert all(columns(line) <= 22 for line in lines), lines  # a closing sign may stand out
    assert not any(line.lstrip()[0] in "、。" for line in lines)
    assert broken("one two three", 8, "", "    ") == ["one two", "    three"]
    assert broken("   one", 9) == ["one"]
    assert broken("a_word_that_is_too_long", 5, " ") == [" a_word_that_is_too_long"]


def test_verdicts_stay_within_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.claims").write_text(
        "claims for nim(n)\nconjecture sum: G(x) = sum(x)   check n in 1..2, upto 9\n"
        'theorem long_name_of_a_theorem "Bouton 1901" under misere: P(x) implies any(x[i] > 0 for i in 1..n)   '
        "check n in 1..3, upto 4\n",
        encoding="utf-8",
    )
    shown = run("--lang", "ja", "check", "a.claims", "--jobs", "1").output
    assert "最小の反例" in shown
    assert "主張 2 件のうち 1 件が述べたとおり" in shown
    assert max(map(columns, shown.splitlines())) <= 80


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_messages_about_claims_are_japanese(jobs: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The verdict has the English message, for programs; people see the Japanese one, whichever process found it."""
    monkeypatch.chdir(tmp_path)
    Path("a.claims").write_text("claims for nim(n)\nquestion q: G(x) = x[n + 1]   check n in 1..2, upto 3\n")
    shown = run("--lang", "ja", "check", "a.claims", "--jobs", jobs).output
    assert shown.count("エラー[E029]: これには値がありません: 2 番の成分はありません。") == 1
    assert "error[" not in shown
    found = json.loads(run("--lang", "ja", "check", "a.claims", "--json", "--jobs", jobs).stdout.splitlines()[0])
    assert found["reason"].startswith("error[E029]: this has no value: there is no component number 2, only 1 to 1")


def test_words_are_never_missing() -> None:
    assert words("check", "there_is_no_such_key") == "there_is_no_such_key"


@pytest.mark.parametrize(
    "reason",
    [
        "outside of what can be proved: `P` of a position inside a formula",
        "outside of what can be proved: a move that depends on `a / b`",
        "there is a position that fulfils the premise in no order of its components",
        "the statement is not of a form that is proved, as `P(x) iff condition` is",
        "a claimed P-position with a move to another one: at 3,3, but no position near it contradicts the claim",
        "a position at which the statement is false: more than the allowed work: projection",
        "nothing was checked: no `all` or `implies` of the statement has a case there; choose other parameters, or "
        "larger bounds",
    ],
)
def test_reasons_without_a_verdict_are_japanese(reason: str) -> None:
    shown = said(reason, "ja")
    assert JAPANESE.search(shown)
    assert english_in(shown) == []


# ------------------------------------------------------------------------------------------- reasons of proofs


def reasons() -> set[str]:
    """The English of what ways of proof find outside, or do not prove; values stand as 0."""
    found = set[str]()
    for path in (Path(heapwise.__file__).parent / "proof").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Outside", "NotProved", "NoProof"):
                found |= {text for argument in node.args for text in texts(argument) if " " in text}
    return found


def texts(node: ast.expr) -> list[str]:
    match node:
        case ast.IfExp(body=body, orelse=other):
            return [*texts(body), *texts(other)]
        case ast.JoinedStr(values=values):
            return ["".join(str(v.value) if isinstance(v, ast.Constant) else "0" for v in values)]
        case ast.Constant(value=str(text)):
            return [text]
    return []


def test_why_a_claim_is_not_proved_is_said_in_japanese() -> None:
    found = reasons()
    assert len(found) > 150
    assert [text for text in sorted(found) if not JAPANESE.search(said(text, "ja"))] == []
