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
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from heapwise.app.registry import cli
from heapwise.files import resource
from heapwise.lsp.complete import Offer, OfferKind, complete
from heapwise.lsp.edited_text import EditedText
from heapwise.lsp.hover import WORDS, hover
from heapwise.lsp.names import meaning_at, type_of, way_to
from heapwise.lsp.places import offset, point
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
    assert {"x", "n", "most", "j", "wide", "nimsum", "count", "wythoff", "where"} <= set(found)
    assert found["x"] == Offer("x", OfferKind.NAME, "heaps x[n]")
    assert found["nimsum"].kind is OfferKind.FUNCTION
    assert found["wythoff"].kind is OfferKind.GAME
    assert found["where"].kind is OfferKind.WORD
    assert "G" not in found  # values of positions are for claims
    assert "y" in found


def test_completion_in_claims(folder: Path) -> None:
    text = claims(folder, CLAIMS + "    theorem new: P(x) iff tot\n")
    found = offered(text, len(text.source.text) - 1)
    assert {"x", "n", "total", "G", "P", "mine"} <= set(found)
    assert "tot" not in found


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
        try:
            client.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
            client.tell("initialized", {})
            yield client
            assert client.ask("shutdown", None) is None
            client.tell("exit", None)
            assert process.wait(10) == 0
        finally:
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


def test_without_pygls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heapwise.app.lsp.find_spec", lambda _name: None)
    result = CliRunner().invoke(cli, ["lsp"])
    assert result.exit_code == 2
    assert "E360" in result.output
    assert "pip install 'heapwise[lsp]'" in result.output


# ------------------------------------------------------------------------------------------------ set-up

PAGE = (Path(__file__).parent.parent / "docs" / "editors.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, flags=re.DOTALL | re.MULTILINE)


def test_the_page_about_editors() -> None:
    extension, _ = map(json.loads, blocks("json"))
    (grammar,) = extension["contributes"]["grammars"]
    known = json.loads(resource("grammars").joinpath(Path(grammar["path"]).name).read_text(encoding="utf-8"))
    assert grammar["scopeName"] == known["scopeName"]
    for line in blocks("sh")[-1].splitlines():
        shell = re.search(r"heapwise completion (\w+)", line)
        assert shell is not None
        assert CliRunner().invoke(cli, ["completion", shell[1]]).exit_code == 0


@pytest.mark.skipif(shutil.which("nvim") is None, reason="there is no Neovim")
def test_neovim_takes_the_set_up(folder: Path) -> None:
    command = folder / "heapwise"
    command.write_text(f"#!{sys.executable}\nfrom heapwise.app import main\nmain()\n", encoding="utf-8")
    command.chmod(0o755)
    old = "vim.lsp.start = vim.lsp.start or function(c) vim.lsp.buf_attach_client(0, vim.lsp.start_client(c)) end\n"
    (folder / "init.lua").write_text(old + blocks("lua")[0], encoding="utf-8")
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
