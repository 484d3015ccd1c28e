"""Without numpy, threads and a terminal, as on the page on which heapwise is tried: the interpreter answers, and says
what is said with numpy."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qsl

import pytest

import browser
from heapwise.playground import answer
from pages import playground
from small_python import CLAIMS, GAME, found
from test_docs_pages import DOCS, agrees, blocks, commands

WITHOUT = """
import sys
for name in ("numpy", "numba", "llvmlite", "sympy", "PIL", "rich", "pygments", "pandas"):
    sys.modules[name] = None
sys.path.insert(0, {path!r})
import small_python
small_python.{function}()
"""


def without(function: str, given: object, folder: Path) -> Any:
    """What a function of `small_python` prints in a process without numpy and all that."""
    code = WITHOUT.format(path=str(Path(__file__).parent), function=function)
    ran = subprocess.run(
        [sys.executable, "-c", code], input=json.dumps(given), capture_output=True, text=True, check=False, cwd=folder
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    return json.loads(ran.stdout)


# ----------------------------------------------------------------------------------------------------- Python


def test_without_numpy_the_interpreter_says_the_same(tmp_path: Path) -> None:
    known = json.loads(json.dumps(found()))
    assert {word for _, _, word, *_ in known["verdicts"]} == {"proved", "refuted", "holds"}
    assert without("tell_found", None, tmp_path) == known


# ---------------------------------------------------------------------------------------------------- the page


def requests(page: Path, language: str) -> list[tuple[dict[str, Any], str]]:
    """The commands of a page with the files that they find, and what the page says."""
    files: dict[str, str] = {}
    wanted = []
    for block in blocks(page):
        if block.kind in ("game", "claims") and block.file:
            files[block.file] = block.text
        for line, said in commands(block.text) if block.kind == "console" else ():
            if line.startswith("heapwise ") and not re.search("find|new|--method", line):
                wanted.append(({"language": language, "files": dict(files), "command": line}, said))
    return wanted


@pytest.mark.parametrize(("page", "language"), [("tutorial.md", "en")])
def test_examples_of_the_tutorial(page: str, language: str, tmp_path: Path) -> None:
    wanted = requests(DOCS / page, language)
    told = without("answers", [request for request, _ in wanted], tmp_path)
    assert len(told) >= 10
    for (_, expected), parts in zip(wanted, told, strict=True):
        said = "".join(part["said"] for part in parts[:-1])
        # What exceptions have in common is looked for in arrays.
        plain = re.sub(r"( exceptions); all (?:.|\n  )*?(?=\n  explore|\n\n)", r"\1", expected)
        assert agrees(said, plain), (said, plain)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page and what it loads, served from this machine, without Sphinx around it."""
    if browser.found() is None or not playground.has_parts():
        pytest.skip("there is no chromium, or `python docs/_ext/pages/playground.py` was not run")
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(DOCS / "_static", folder / "_static")
    shutil.copytree(DOCS.parent / "src/heapwise/explorer/assets", folder / "_static", dirs_exist_ok=True)
    playground.put(SimpleNamespace(outdir=folder, builder=SimpleNamespace(name="html")), None)  # type: ignore[arg-type]
    (folder / "ja").mkdir()
    for (name, language), (_, html) in zip(PAGES.items(), playground.pages(DOCS), strict=True):
        (folder / name).write_text(f'<!doctype html><html lang="{language}"><meta charset="utf-8">{html}')
    handler = partial(Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


PAGES = {"try.html": "en", "ja/try.html": "ja"}


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, *_: object) -> None:
        """Nothing."""


class Visitor:
    """Somebody who looks at the page and presses buttons."""

    def __init__(self, page: browser.Browser) -> None:
        self.page = page

    def go(self, url: str) -> None:
        self.page.call("Page.navigate", url="about:blank")
        self.page.call("Page.navigate", url=url)
        self.wait("location.href !== 'about:blank' && document.querySelector('textarea')")

    def wait(self, condition: str) -> None:
        end = time.monotonic() + 180
        while not self.page.ask(f"!!({condition})"):
            assert time.monotonic() < end, (condition, self.text("body"), self.page.log)
            time.sleep(0.05)

    def text(self, selector: str) -> Any:
        return self.page.ask(f"document.querySelector({selector!r}).textContent")

    def press(self, words: str) -> None:
        self.page.ask(f"[...document.querySelectorAll('button')].find((b) => b.textContent === {words!r}).click()")


DONE = "/^(Done|[\\d.]+ 秒で終)/.test(document.querySelector('.status').textContent)"


@pytest.mark.slow
def test_in_a_browser(site: str) -> None:
    with browser.Browser() as page:
        visitor = Visitor(page)
        visitor.go(site + "try.html")
        assert [url for url in page.requests if "pyodide" in url or "worker" in url] == []

        visitor.press("Check the claims")
        visitor.wait(DONE)
        assert "proved    theorem golden of queen" in visitor.text(".answers")
        assert "smallest counterexample with all <= 20: (1,1)" in visitor.text(".answers")
        visitor.press("Board")
        visitor.wait("document.querySelector('.explorer table.board')")
        assert page.ask("document.querySelectorAll('.explorer .lost').length") > 10

        # what takes too long is stopped, and the next command is answered
        page.ask("document.querySelector('#playground-command').value = \"heapwise value 'nim(6)' 30,31,32,33,34,35\"")
        visitor.press("Run")
        page.ask("document.querySelector('textarea').focus()")  # the page goes on meanwhile
        visitor.press("Stop")
        assert visitor.text(".status") == "Stopped."
        visitor.press("Table")
        visitor.wait(DONE)
        assert visitor.text(".answer pre").startswith("Grundy values of queen")

        for name, language in PAGES.items():
            tutorial = read_links(name.replace("try.html", "tutorial.md"))
            assert len(tutorial) >= 20
            (mistake,) = [link for link in tutorial if "round.game" in link and "run=" in link]
            visitor.go(f"{site}{name}{mistake}")
            visitor.press("Run" if language == "en" else "実行")
            visitor.wait(DONE)
            page.ask("document.querySelector('button.place').click()")
            marked = "((t) => t.value.slice(t.selectionStart, t.selectionEnd))(document.activeElement)"
            assert page.ask(marked) == "(n)"
        assert page.log in ([], [NO_ICON])
        assert [url for url in page.requests if not url.startswith((site, "data:", "about:"))] == []


NO_ICON = "Failed to load resource: the server responded with a status of 404 (File not found)"


def read_links(name: str) -> list[str]:
    """Where the examples of a page lead."""
    text = playground.with_links((DOCS / name).read_text(encoding="utf-8"), "Try")
    return re.findall(r'<a href="try.html(#[^"]+)">', text)


def test_examples_lead_to_the_page_with_their_files() -> None:
    links = [dict(parse_qsl(link[1:])) for link in read_links("tutorial.md")]
    assert len(links) >= 20
    asked = [files for files in links if files.get("run", "").startswith("heapwise check single.claims")]
    assert len(asked) >= 3
    for files in asked:
        assert "game single(n in 2..)" in files["single.game"]
        assert "claims for single(n)" in files["single.claims"]


def test_what_the_page_gets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HEAPWISE_LANG", "en")
    files = {"wyt.game": GAME, "../out.game": GAME, "x.sh": "echo"}
    told: list[Any] = []

    def ask(**request: object) -> dict[str, Any]:
        told.clear()
        answer(json.dumps({"language": "ja", "files": files} | request), lambda text: told.append(json.loads(text)))
        last: dict[str, Any] = told[-1]
        return last

    assert ask(command="heapwise value wyt(1) 1,2")["code"] == 0
    assert "勝敗" in "".join(part["said"] for part in told[:-1])
    assert [path.name for path in tmp_path.iterdir()] == ["wyt.game"]
    made = ask(command="heapwise new other")
    assert {*made["files"]} == {"other.game", "other.claims"}
    assert ask(board="wyt(2)")["board"]["values"][:3] == [0, 1, 2]
    assert "E106" in ask(board="wyt(2")["problem"]
    assert "nim(2) + nim(1)" in ask(board="nim(2) + nim(1)")["problem"]
    for command in ("play nim(2)", "value 'x"):
        assert ask(command=command)["code"] == 2
        assert len(told) == 2


def test_what_needs_more_than_there_is_says_so(tmp_path: Path) -> None:
    """No command stumbles; those that need numpy name it."""
    lines = {
        "value wythoff 400,600": 2, "find nim(2)": 2, "period kayles": 2, "plot nim(2) --upto 4 -o a.svg": 2,
        "table nim(2) --upto 3 --format npy -o a.npy": 2, "table nim(2) --upto 4 --format bfile": 0,
        "table nim(2) --upto 2 --format csv": 0, "list wythoff P --upto 9": 0, "value nim(3) 20,30,41 --time 0.01s": 4,
        "prove wyt.claims --claim symmetric --certificate proofs": 0, "verify proofs": 0,
        "check wyt.claims --method local": 4, "check wyt.claims --method period": 4,
    }  # fmt: skip
    files = {"wyt.game": GAME, "wyt.claims": CLAIMS}
    asked = [{"language": "en", "files": files, "command": f"heapwise {line}"} for line in lines]
    for (line, code), parts in zip(lines.items(), without("answers", asked, tmp_path), strict=True):
        said = "".join(part["said"] for part in parts[:-1])
        assert parts[-1]["code"] == code, (line, said)
        assert "stumbled" not in said
        assert ("E383" in said) == (code == 2), line
