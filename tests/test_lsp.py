"""The editor's room: messages, names, hover, completion; and the server itself, spoken to over its streams."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from heapwise.app.registry import cli
from heapwise.checking import check
from heapwise.errors import HeapwiseError
from heapwise.files import resource
from heapwise.lsp.complete import Offer, OfferKind, complete
from heapwise.lsp.edited_text import EditedText
from heapwise.lsp.fixes import fixes
from heapwise.lsp.hover import WORDS, hover
from heapwise.lsp.lenses import lenses
from heapwise.lsp.names import meaning_at, type_of, way_to
from heapwise.lsp.occurrences import occurrences, rename
from heapwise.lsp.outline import outline
from heapwise.lsp.protocol import offset, point
from heapwise.lsp.signature import signature
from heapwise.lsp.tokens import TokenKind, coloured_names
from heapwise.running import Options
from heapwise.running.last_verdicts import remember
from heapwise.source import Source
from heapwise.terms.functions import FUNCTIONS
from heapwise.terms.known_names import QUESTIONS, SPECIAL

GAME = """\
-- Take from one heap
-- as much as you like.
game mine(n in 1..)
    heaps x[n]
    let most(i) = max(x[i], 1)
    move x[i] -> y   for i in 1..n, y in 0..x[i]-1   where y < most(i)
"""
CLAIMS = """\
claims for mine(n)
    let total = nimsum(x)
    theorem p "me": P(x) iff total = 0   check n in 1..3, upto 5
    theorem known "me": G(nim(2)(3, 5)) = 6   for n = 1
    theorem wrong "me" under misere: G(nim(2)(3, 5)) = 6   for n = 1
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine.game").write_text(GAME, encoding="utf-8")
    (tmp_path / "mine.claims").write_text(CLAIMS, encoding="utf-8")
    return tmp_path


def game(folder: Path, text: str = GAME) -> EditedText:
    return EditedText(folder / "mine.game", text)


def claims(folder: Path, text: str = CLAIMS) -> EditedText:
    return EditedText(folder / "mine.claims", text)


def at(text: EditedText, words: str, inside: int = 0) -> int:
    """The offset of words that stand once in a text."""
    assert text.source.text.count(words) == 1, words
    return text.source.text.index(words) + inside


# ---------------------------------------------------------------------------------------------- messages


def codes(text: EditedText) -> list[str]:
    return [d.code for d in text.diagnostics()]


def test_texts_without_mistakes(folder: Path) -> None:
    assert codes(game(folder)) == []
    assert codes(claims(folder)) == []


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("heaps x[n]", "heaps x(n)", "E108"),
        ("y in 0..x[i]-1", "y in 0..z[i]-1", "E012"),
        ("y in 0..x[i]-1   where y < most(i)", "y in 0..x[i]", "E021"),
        ("where y < most(i)", "", "W203"),
    ],
)
def test_mistakes_in_a_game(folder: Path, old: str, new: str, code: str) -> None:
    assert code in codes(game(folder, GAME.replace(old, new)))


def test_claims_are_resolved_against_the_game_beside_them(folder: Path) -> None:
    assert codes(claims(folder, CLAIMS.replace("nimsum(x)", "nimsum(z)"))) == ["E012"]
    (folder / "mine.game").write_text(GAME.replace("x[", "z["), encoding="utf-8")
    assert "E012" in codes(claims(folder))
    (folder / "mine.game").unlink()
    assert codes(claims(folder)) == ["E014"]


@pytest.mark.parametrize("path", sorted(resource("games").rglob("*.claims"))[:3], ids=lambda path: path.stem)
def test_messages_are_those_of_the_commands(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert [c for c in codes(EditedText(path, source)) if not c.startswith("W")] == []
    result = CliRunner().invoke(cli, ["lint", str(path), "--json"])
    assert [d["code"] for d in json.loads(result.stdout)] == codes(EditedText(path, source))


# ------------------------------------------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("words", "inside", "introduced", "kind"),
    [
        ("x[i] -> y", 0, "x[n]\n", "a vector of numbers"),
        ("x[i] -> y", 2, "i in 1..n", "a number"),
        ("-> y ", 3, "y in 0..x[i]-1", "a number"),
        ("1..n,", 3, "n in 1..)", "a number"),
        ("< most(i)", 3, "most(i) =", None),
        ("max(x[i]", 6, "i) = max", None),
    ],
)
def test_names_in_rules(folder: Path, words: str, inside: int, introduced: str, kind: str | None) -> None:
    text = game(folder)
    meaning = meaning_at(text.draft, way_to(text.draft.tree, at(text, words, inside)))
    assert meaning is not None
    assert meaning.span.start == at(text, introduced)
    found = type_of(text.draft, meaning)
    assert (str(found) if found else None) == kind


def test_names_in_claims_lead_to_the_game(folder: Path) -> None:
    text = claims(folder)
    for words, inside, source, target in (
        ("P(x)", 2, GAME, "x[n]\n"),
        ("mine(n)", 0, GAME, "mine(n in"),
        ("iff total", 5, CLAIMS, "total = nim"),
    ):
        meaning = meaning_at(text.draft, way_to(text.draft.tree, at(text, words, inside)))
        assert meaning is not None
        assert meaning.source.text == source
        assert meaning.span.start == source.index(target)


def test_an_alias_has_the_components_of_its_game(tmp_path: Path) -> None:
    text = EditedText(
        tmp_path / "a.claims", "game other = nim(2)\nclaims for other\n    theorem t: P(x) iff x[1] = x[2]\n"
    )
    meaning = meaning_at(text.draft, way_to(text.draft.tree, at(text, "P(x)", 2)))
    assert meaning is not None
    assert meaning.source.name.endswith("nim.game")


# ------------------------------------------------------------------------------------------------- hover


@pytest.mark.parametrize(
    ("words", "inside", "shown"),
    [
        ("P(x) iff", 2, ["heaps x[n]", "`x` is a vector of numbers"]),
        ("mine(n)", 0, ["game mine(n in 1..)", "Take from one heap", "as much as you like."]),
        ("nimsum(x)", 0, ["nimsum(a, b, ...)", "nim-sum"]),
        ("P(x) iff", 0, ["P(x)", "does the previous player win?"]),
        ('known "me": G(', 12, ["the Grundy value", "`G(nim(2)(3, 5))` = 6"]),
        ("theorem p", 0, ["a claim is `theorem NAME"]),
    ],
)
def test_hover(folder: Path, words: str, inside: int, shown: list[str]) -> None:
    text = claims(folder)
    found = hover(text, at(text, words, inside))
    assert found is not None
    for piece in shown:
        assert piece in found[0]


def test_values_are_for_normal_play_and_small_positions(folder: Path) -> None:
    text = claims(folder)
    found = hover(text, at(text, "under misere: G", 14))
    assert found is not None
    assert "=" not in found[0]
    large = claims(
        folder,
        CLAIMS.replace("3, 5)) = 6   for n = 1\n    theorem wrong", "3, 500)) = 6   for n = 1\n    theorem wrong"),
    )
    found = hover(large, at(large, 'known "me": G(', 12))
    assert found is not None
    assert "` = " not in found[0]


def test_a_value_that_takes_long_is_left_out(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heapwise.lsp.hover._PATIENCE", 0.0)
    text = claims(folder)
    found = hover(text, at(text, 'known "me": G(', 12))
    assert found is not None
    assert "` = " not in found[0]


def test_nothing_to_say(folder: Path) -> None:
    text = game(folder)
    assert hover(text, at(text, "->")) is None
    assert hover(game(folder, ""), 0) is None


def test_every_function_has_words() -> None:
    assert {*QUESTIONS, *SPECIAL} <= {*WORDS, *FUNCTIONS}


# -------------------------------------------------------------------------------------------- completion


def offered(text: EditedText, offset_: int) -> dict[str, Offer]:
    return {offer.text: offer for offer in complete(text, offset_)}


def test_completion_in_a_clause_that_is_being_typed(folder: Path) -> None:
    text = game(folder, GAME + "    move x[j] -> wide   for j in 1..n, wide in 0..\n")
    found = offered(text, len(text.source.text) - 1)
    assert {"x", "n", "most", "j", "wide", "nimsum", "count", "wythoff"} <= set(found)
    assert found["x"] == Offer("x", OfferKind.NAME, "heaps x[n]")
    assert found["nimsum"].kind is OfferKind.FUNCTION
    assert found["wythoff"].kind is OfferKind.GAME
    assert {o.kind for o in complete(text, len(text.source.text)) if o.text == "move"} == {OfferKind.WORD}
    assert "G" not in found  # values of positions are for claims
    assert "y" in found


def test_completion_in_claims(folder: Path) -> None:
    text = claims(folder, CLAIMS + "    theorem new: P(x) iff tot\n")
    found = offered(text, len(text.source.text) - 1)
    assert {"x", "n", "total", "G", "P", "mine"} <= set(found)
    assert "tot" not in found


def test_completion_knows_its_place(folder: Path) -> None:
    def words(before: str, behind: str = "\n") -> set[str]:
        return {o.text for o in complete(claims(folder, CLAIMS + before + behind), len(CLAIMS + before))}

    assert words("    theorem new: P(x) for ") == {"n", "x", "total"}
    assert words("    theorem new: P(x) iff a = b for ", "a in 1..3\n") == {"n", "x", "total", "a", "b"}
    assert words("    theorem new under ") == {"normal", "misere", "misère", "preference", "orders"}
    statement = words("    theorem new: P(x) iff nimsmu", "(x) = 0\n")
    assert {"x", "nimsum", "nim", "not"} <= statement
    assert not {"nimsmu", "new", "known", "where", "check", "theorem"} & statement
    behind = words("    theorem new: P(x) ")
    assert {"iff", "check", "for"} <= behind
    assert not {"nimsum", "x", "normal"} & behind
    assert "ends when" in {o.text for o in complete(game(folder, GAME + "    "), len(GAME) + 4)}
    assert "mine" in words("claims for ")
    assert "total" not in words("claims for ")


# ---------------------------------------------------------------------------------------------- quick fixes


@pytest.mark.parametrize(
    ("old", "wrong", "place"),
    [
        ("heaps x[n]", "heaps x(n)", "(n)"),
        ("where y <", "if y <", "if"),
        ("max(x[i], 1)", "max(2x[i], 1)", "2x"),
        ("y < most(i)", "y =< most(i)", "=<"),
        ("x[i] -> y ", "x[i] => y ", "=>"),
        ("for i in 1..n,", "for all i in 1..n,", "all"),
        ("y in 0..x[i]-1", "y <= x[i]-1", "y <= x[i]-1"),
        ("max(x[i], 1)", "|x[i] - 1|", "|x[i] - 1|"),
        ("max(x[i], 1)", "x[i] div 1", "x[i] div 1"),
        ("move", "mvoe", "mvoe"),
    ],
)
def test_what_a_message_says_to_write_is_put_into_the_text(folder: Path, old: str, wrong: str, place: str) -> None:
    text = game(folder, GAME.replace(old, wrong))
    (diagnostic,) = (d for d in text.diagnostics() if not d.is_warning)
    (fix,) = fixes(text, diagnostic)
    assert text.source.at(fix.span) == place
    mended = text.source.text[: fix.span.start] + fix.new + text.source.text[fix.span.end :]
    assert diagnostic.code not in codes(game(folder, mended))


def test_a_hover_knows_that_a_let_takes_the_name_of_a_game(folder: Path) -> None:
    text = "claims for nim(n)\nlet wythoff(a, b) = nim(2)(a, b)\nquestion a: G(wythoff(1, 2)) = 3 for n = 1\n"
    plain = text.replace("let wythoff", "let other")
    for shown, words in ((plain, "= 0"), (text, "= ")):
        found = hover(claims(folder, shown), shown.index("G(wyt"))
        assert (found is not None and words in found[0]) == (shown is plain)


def test_where_there_is_nothing_to_put_in_nothing_is_offered(folder: Path) -> None:
    text = game(folder, GAME.replace("0..x[i]-1", "0..unheard[i]-1"))
    (diagnostic,) = text.diagnostics()
    assert fixes(text, diagnostic) == []


# -------------------------------------------------------------------------------- occurrences and other names


def test_occurrences_in_all_files_of_the_folder(folder: Path) -> None:
    for text, words in ((game(folder), "x[n]\n"), (claims(folder), "x) iff")):
        found = occurrences(text, at(text, words))
        assert {path.name: len(spans) for path, spans in found.items()} == {"mine.game": 4, "mine.claims": 2}
    found = occurrences(claims(folder), CLAIMS.index("total"))
    assert {path.name: [CLAIMS[s.start : s.end] for s in spans] for path, spans in found.items()} == {
        "mine.claims": ["total", "total"]
    }


def test_a_new_name_changes_no_meaning(folder: Path) -> None:
    text = game(folder)
    found = rename(text, at(text, "x[n]\n"), "heap_of")
    assert sum(map(len, found.values())) == 6
    for new in ("n", "total", "nimsum", "for", "2x", "a b", ""):
        with pytest.raises(HeapwiseError, match="E382"):
            rename(text, at(text, "x[n]\n"), new)
    with pytest.raises(HeapwiseError, match="E381"):
        rename(text, at(text, "->"), "z")
    more = "claims for mine(n)\nlet two = 2\nquestion b: all(P([i]) or i > 0 for i in 0..two) for n = 1 upto 3\n"
    (folder / "more.claims").write_text(more)
    with pytest.raises(HeapwiseError, match="E382"):  # it does not have the old name
        rename(game(folder), at(game(folder), "x[n]\n"), "two")
    other = claims(folder)
    with pytest.raises(HeapwiseError, match="another folder"):
        rename(other, CLAIMS.index("nim(2)"), "mim")


# ----------------------------------------------------------------------------- outline, usage, kinds of names


def test_outline(folder: Path) -> None:
    (mine,) = outline(game(folder))
    assert [item.name for item in (mine, *mine.inside)] == ["mine", "x", "most"]
    (block,) = outline(claims(folder))
    assert [(item.name, item.detail) for item in block.inside] == [
        ("total", "let"), ("p", "theorem"), ("known", "theorem"), ("wrong", "theorem"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "usage", "current"),
    [
        ("nimsum(x[1], ", "nimsum(a, b, ...)", 1),
        ("nimsum(max(1, 2), {3, 4}, ", "nimsum(a, b, ...)", 2),
        ("G(nim(", "nim(n in 1..)", 0),
        ("P(", "P(x)", 0),
    ],
)
def test_usage_while_arguments_are_typed(folder: Path, typed: str, usage: str, current: int) -> None:
    before = CLAIMS + "    theorem new: " + typed
    found = signature(claims(folder, before), len(before))
    assert found is not None
    assert found.usage.startswith(usage)
    assert found.current == current


def test_no_usage_outside_of_calls(folder: Path) -> None:
    assert signature(claims(folder), at(claims(folder), "iff total")) is None


def test_kinds_of_names(folder: Path) -> None:
    text = claims(folder)
    found = {text.source.at(name.span): name for name in coloured_names(text)}
    assert {word: name.kind for word, name in found.items() if word != "n"} == {
        "mine": TokenKind.CLASS, "nim": TokenKind.CLASS, "x": TokenKind.PROPERTY, "total": TokenKind.VARIABLE,
        "nimsum": TokenKind.FUNCTION, "P": TokenKind.FUNCTION, "G": TokenKind.FUNCTION, "p": TokenKind.EVENT,
        "known": TokenKind.EVENT, "wrong": TokenKind.EVENT,
    }  # fmt: skip
    assert found["nimsum"].is_ours
    assert not found["total"].is_declared
    inside = game(folder)
    assert {n.kind for n in coloured_names(inside) if inside.source.at(n.span) == "most"} == {TokenKind.FUNCTION}


# ------------------------------------------------------------------------------------------------ verdicts


@pytest.fixture
def own_cache(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HEAPWISE_CACHE", str(folder / "cache"))
    return folder / "cache"


def known(folder: Path, text: str = CLAIMS) -> list[str]:
    return [lens.words for lens in lenses(claims(folder, text))]


def test_the_last_verdict_stands_above_a_claim_while_it_holds(folder: Path, own_cache: Path) -> None:
    (folder / "mine.expected").write_text("mine.p proved\n", encoding="utf-8")
    assert known(folder) == ["expected: proved", "not checked", "not checked"]
    report = check(folder / "mine.claims")
    remember(report, Options(upto=2))
    assert known(folder) == ["expected: proved", "not checked", "not checked"]
    remember(report, Options())
    assert known(folder)[0] == "✓ proved for every n >= 1, all sizes"
    assert known(folder)[1].startswith("✓ ")
    assert known(folder, CLAIMS.replace("\n", "  -- a comment\n", 1)) == known(folder)
    assert known(folder, CLAIMS.replace("upto 5", "upto 6"))[0] == "expected: proved"
    (folder / "mine.game").write_text(GAME.replace("most(i)\n", "most(i) + 1\n"), encoding="utf-8")
    assert known(folder)[0] == "expected: proved"


def test_a_weaker_verdict_on_the_same_texts_replaces_none(folder: Path, own_cache: Path) -> None:
    strong = check(folder / "mine.claims", claim="p")
    remember(strong, Options())
    remember([replace(verdict, word="undecided") for verdict in strong], Options())
    assert known(folder)[0].startswith("✓ proved")
    remember([replace(verdict, word="refuted") for verdict in strong], Options())
    assert known(folder)[0].startswith("✗ refuted")


@pytest.mark.parametrize("content", ["", "[]", '{"mine.p": 1}', '{"mine.p": {"word": "proved"}}', "\x00", "[" * 9999])
def test_a_file_of_verdicts_that_was_edited_is_not_believed(folder: Path, own_cache: Path, content: str) -> None:
    remember(check(folder / "mine.claims", claim="known"), Options())
    (kept,) = (own_cache / "heapwise" / "verdicts").iterdir()
    kept.write_text(content, encoding="utf-8")
    assert known(folder) == ["not checked"] * 3


# ------------------------------------------------------------------------------------------------ places


@given(st.text(st.sampled_from("ab\n𝔾é⊕"), max_size=30), st.data())
def test_places_go_there_and_back(words: str, data: st.DataObject) -> None:
    source, where = Source("text", words), data.draw(st.integers(0, len(words)))
    line, column = point(source, where)
    assert offset(source, line, column) == where
    assert offset(source, line, 1000) >= where
    assert offset(source, 1000, 0) == len(words)
    assert column == sum(2 if c == "𝔾" else 1 for c in words[:where].split("\n")[-1])


@given(st.integers(0, len(CLAIMS)), st.integers(0, 12), st.text('(x[1]-> nim\n"', max_size=3))
@settings(max_examples=60, deadline=None)
def test_no_text_is_too_broken(start: int, length: int, new: str) -> None:
    whole = GAME + CLAIMS.replace("G(nim(2)(3, 5)) = 6", "1 = 1")
    text = EditedText(Path("nowhere/mine.game"), whole[:start] + new + whole[start + length :])
    text.diagnostics()
    hover(text, start)
    complete(text, start)
    signature(text, start)
    occurrences(text, start)
    coloured_names(text)
    outline(text)
    lenses(text)


# ------------------------------------------------------------------------------------------------ server


class Client:
    """An editor, in a few lines: JSON-RPC over the streams of `heapwise lsp`."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process, self.count = process, 0

    def tell(self, method: str, params: Any, **more: Any) -> None:
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def ask(self, method: str, params: Any) -> Any:
        self.count += 1
        self.tell(method, params, id=self.count)
        return self.hear(lambda message: message.get("id") == self.count)["result"]

    def messages(self, uri: str) -> list[str]:
        heard = self.hear(lambda m: m.get("method") == "textDocument/publishDiagnostics" and m["params"]["uri"] == uri)
        return [d["code"] for d in heard["params"]["diagnostics"]]

    def hear(self, is_wanted: Any) -> Any:
        stream = self.process.stdout
        assert stream is not None
        while True:
            length = 0
            while line := stream.readline().strip():
                length = int(line.split(b":")[1]) if line.lower().startswith(b"content-length") else length
            assert length, "the server has gone"
            message = json.loads(stream.read(length))
            if is_wanted(message):
                return message


@contextmanager
def editor() -> Iterator[Client]:
    start = [sys.executable, "-c", "from heapwise.app import main; main()", "lsp"]
    with subprocess.Popen(start, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        client = Client(process)
        guard = Timer(60, process.kill)  # a server that does not answer is gone, and the test fails
        guard.start()
        try:
            client.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
            client.tell("initialized", {})
            yield client
            assert client.ask("shutdown", None) is None
            client.tell("exit", None)
            assert process.wait(10) == 0
        finally:
            guard.cancel()
            process.kill()


def test_a_session_of_an_editor(folder: Path) -> None:
    uri, rules = (folder / "mine.claims").as_uri(), (folder / "mine.game").as_uri()
    document = {"uri": uri, "languageId": "heapwise", "version": 1}
    with editor() as client:
        client.tell("textDocument/didOpen", {"textDocument": {**document, "text": CLAIMS}})
        assert client.messages(uri) == []

        broken = CLAIMS.replace("nimsum(x)", "nimsum(z)")
        change = {"textDocument": {**document, "version": 2}, "contentChanges": [{"text": broken}]}
        client.tell("textDocument/didChange", change)
        assert client.messages(uri) == ["E012"]

        edit = {"range": {"start": {"line": 1, "character": 23}, "end": {"line": 1, "character": 24}}, "text": "x"}
        change = {"textDocument": {**document, "version": 3}, "contentChanges": [edit]}
        client.tell("textDocument/didChange", change)
        assert client.messages(uri) == []

        here = {"textDocument": document, "position": {"line": 1, "character": 23}}
        assert "heaps x[n]" in client.ask("textDocument/hover", here)["contents"]["value"]
        target = client.ask("textDocument/definition", here)
        assert (target["uri"], target["range"]["start"]) == (rules, {"line": 3, "character": 10})
        assert "total" in [item["label"] for item in client.ask("textDocument/completion", here)]

        layout = {"textDocument": document, "options": {"tabSize": 4, "insertSpaces": True}}
        (edit,) = client.ask("textDocument/formatting", layout)
        result = CliRunner().invoke(cli, ["fmt", "-"], input=CLAIMS)
        assert edit["newText"] == result.stdout

        (folder / "mine.game").write_text("game mine(n in 1..)\n", encoding="utf-8")
        client.tell("textDocument/didSave", {"textDocument": document})
        assert client.messages(uri) != []
        client.tell("textDocument/didClose", {"textDocument": document})
        assert client.messages(uri) == []


def test_a_claim_is_checked_and_stopped_from_the_editor(folder: Path, own_cache: Path) -> None:
    long = "    theorem long: P(x) iff max(x) mod 7 = 9   check n = 9, upto 400\n"
    text = CLAIMS.replace("P(x) iff total = 0", "P(x) iff x[1] = 0") + long
    (folder / "mine.claims").write_text(text, encoding="utf-8")
    uri = (folder / "mine.claims").as_uri()

    def titles(client: Client) -> list[str]:
        asked = client.ask("textDocument/codeLens", {"textDocument": {"uri": uri}})
        return [lens["command"]["title"] for lens in asked]

    with editor() as client:
        item = {"uri": uri, "languageId": "heapwise", "version": 1, "text": text}
        client.tell("textDocument/didOpen", {"textDocument": item})
        warnings = client.messages(uri)
        assert titles(client)[:3] == ["not checked", "check", "prove"]
        client.tell("workspace/executeCommand", {"command": "heapwise.check", "arguments": [uri, "p"]}, id="p")
        heard = client.hear(lambda m: m.get("method") == "textDocument/publishDiagnostics")
        *_, found = heard["params"]["diagnostics"]
        assert found["range"]["start"]["line"] == found["range"]["end"]["line"] == 2
        assert " of mine, n = 1  all sizes" in found["message"].splitlines()[0]  # without columns
        assert len(heard["params"]["diagnostics"]) == len(warnings) + 1
        assert "smallest counterexample with all <= 5: n = 2, (0,1)" in found["message"]
        assert client.hear(lambda m: m.get("id") == "p")["result"] is None
        assert titles(client)[0].startswith("✗ ")

        client.tell("workspace/executeCommand", {"command": "heapwise.check", "arguments": [uri, "long"]}, id="long")
        assert titles(client)[-1] == "stop"
        client.tell("workspace/executeCommand", {"command": "heapwise.stop", "arguments": [uri, "long"]}, id="stop")
        client.hear(lambda m: m.get("id") == "long")
        assert titles(client)[-3:] == ["not checked", "check", "prove"]

        change = {"textDocument": {**item, "version": 2}, "contentChanges": [{"text": text + "\n"}]}
        client.tell("textDocument/didChange", change)
        assert client.messages(uri) == warnings  # what was found is no longer shown
        client.tell("workspace/executeCommand", {"command": "heapwise.check", "arguments": [uri, "p"]}, id="unsaved")
        assert "save" in client.hear(lambda m: m.get("method") == "window/showMessage")["params"]["message"]


def test_what_editors_ask_in_the_words_of_the_protocol(folder: Path) -> None:
    wrong = CLAIMS.replace("nimsum(x)", "nimsmu(x)")
    uri = (folder / "mine.claims").as_uri()
    document = {"textDocument": {"uri": uri}}
    with editor() as client:
        item = {"uri": uri, "languageId": "heapwise", "version": 1, "text": wrong}
        client.tell("textDocument/didOpen", {"textDocument": item})
        assert client.messages(uri) == ["E012"]
        place = {"start": {"line": 1, "character": 18}, "end": {"line": 1, "character": 18}}
        (action,) = client.ask("textDocument/codeAction", {**document, "range": place, "context": {"diagnostics": []}})
        assert action["title"] == "write `nimsum`"
        (edit,) = action["edit"]["changes"][uri]
        assert edit["range"] == {"start": {"line": 1, "character": 16}, "end": {"line": 1, "character": 22}}
        change = {"textDocument": {**item, "version": 2}, "contentChanges": [{**edit, "text": edit["newText"]}]}
        client.tell("textDocument/didChange", change)
        assert client.messages(uri) == []

        (block,) = client.ask("textDocument/documentSymbol", document)
        assert [inner["name"] for inner in block["children"]] == ["total", "p", "known", "wrong"]
        data = client.ask("textDocument/semanticTokens/full", document)["data"]
        assert data[:10] == [0, 11, 4, 0, 0, 0, 5, 1, 1, 0]  # `mine`, a class, and `n`, a parameter
        here = {**document, "position": {"line": 1, "character": 9}}
        found = client.ask("textDocument/references", {**here, "context": {"includeDeclaration": True}})
        assert [(f["range"]["start"]["line"], f["range"]["start"]["character"]) for f in found] == [(1, 8), (2, 29)]
        assert len(client.ask("textDocument/documentHighlight", here)) == 2
        assert client.ask("textDocument/prepareRename", here)["start"] == {"line": 1, "character": 8}
        changes = client.ask("textDocument/rename", {**here, "newName": "all_heaps"})["changes"]
        assert [edit["newText"] for edit in changes[uri]] == ["all_heaps"] * 2
        client.tell("textDocument/rename", {**here, "newName": "for"}, id="no")
        assert "cannot be the new name" in client.hear(lambda m: m.get("id") == "no")["error"]["message"]
        usage = client.ask("textDocument/signatureHelp", {**document, "position": {"line": 1, "character": 23}})
        assert usage["signatures"][0]["label"].startswith("nimsum(a, b")


def test_without_pygls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heapwise.app.lsp.find_spec", lambda _name: None)
    result = CliRunner().invoke(cli, ["lsp"])
    assert result.exit_code == 2
    assert "E360" in result.output
    assert "pip install 'pygls>=2,<3'" in result.output


# ------------------------------------------------------------------------------------------------ set-up

EDITORS = Path(__file__).parent.parent / "editors"
PAGE = (Path(__file__).parent.parent / "docs" / "editors.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, flags=re.DOTALL | re.MULTILINE)


def test_the_extension_knows_the_language() -> None:
    extension = json.loads((EDITORS / "vscode" / "package.json").read_text(encoding="utf-8"))
    contributes = extension["contributes"]
    (grammar,), (language,) = contributes["grammars"], contributes["languages"]
    known = json.loads(resource("grammars").joinpath(Path(grammar["path"]).name).read_text(encoding="utf-8"))
    assert grammar["scopeName"] == known["scopeName"]
    assert language["extensions"] == [f".{ending}" for ending in known["fileTypes"]]
    used = set(re.findall(r"%([\w.]+)%", json.dumps(extension)))
    for words in ("package.nls.json", "package.nls.ja.json"):
        assert set(json.loads((EDITORS / "vscode" / words).read_text(encoding="utf-8"))) == used
    for named in (extension["main"], language["configuration"]):
        assert (EDITORS / "vscode" / named).is_file()


def test_the_page_about_editors() -> None:
    for path in re.findall(r"/path/to/heapwise/([^\"]+)", PAGE):
        assert (EDITORS.parent / path).exists()
    for line in blocks("sh")[-1].splitlines():
        shell = re.search(r"heapwise completion (\w+)", line)
        assert shell is not None
        assert CliRunner().invoke(cli, ["completion", shell[1]]).exit_code == 0


@pytest.mark.skipif(shutil.which("nvim") is None, reason="there is no Neovim")
def test_neovim_takes_the_set_up(folder: Path) -> None:
    command = folder / "heapwise"
    command.write_text(f"#!{sys.executable}\nfrom heapwise.app import main\nmain()\n", encoding="utf-8")
    command.chmod(0o755)
    (folder / "init.lua").write_text(f'dofile("{EDITORS / "nvim" / "heapwise.lua"}")', encoding="utf-8")
    (folder / "look.lua").write_text(
        "vim.wait(10000, function() return #vim.diagnostic.get(0) > 0 end)\n"
        "for _, d in ipairs(vim.diagnostic.get(0)) do io.stdout:write(d.lnum .. ' ' .. d.message .. '\\n') end\n"
        "io.stdout:write(vim.fn.synIDattr(vim.fn.synID(1, 1, 1), 'name') .. '\\n')",
        encoding="utf-8",
    )
    (folder / "mine.claims").write_text(CLAIMS.replace("nimsum(x)", "nimsum(z)"), encoding="utf-8")
    arguments = [
        "nvim",
        "--headless",
        "-i",
        "NONE",
        "-u",
        "init.lua",
        "mine.claims",
        "-c",
        "luafile look.lua",
        "-c",
        "qa!",
    ]
    rooms = {f"XDG_{kind}_HOME": str(folder / kind) for kind in ("CONFIG", "DATA", "STATE", "CACHE")}
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, **rooms, "PATH": path}
    done = subprocess.run(arguments, cwd=folder, env=environment, capture_output=True, text=True, timeout=30)
    assert "1 `z` is not known" in done.stdout
    assert "Keyword" in done.stdout
