"""Without numpy, threads and a terminal, as on the page on which heapwise is tried: the interpreter answers, and says
what is said with numpy."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from heapwise.playground import answer
from small_python import GAME, found
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
