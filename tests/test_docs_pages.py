"""What the pages of `docs/` show is run: files are written, games and claims resolved, commands compared.

A fenced block is of one of these kinds. `game` and `claims` are texts that must have no mistake; with a name behind the
kind they become a file of that name, which the commands below them on the page find. `console` has commands with what
they print, `...` standing for any lines; `$ echo $?` is the exit code of the command before. `python` is run, and the
`json` behind it or behind a command is what it prints. Times are masked.

`python tests/test_docs_pages.py` puts what the commands print now into the pages; whoever runs it reads the diff.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from fnmatch import fnmatchcase
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from heapwise.app.registry import cli
from heapwise.claims.resolve import resolve_claims
from heapwise.claims.verdict import STRENGTH, Counterexample, Verdict
from heapwise.documents.library import Document, library
from heapwise.errors import HeapwiseError
from heapwise.lang import parse_expression
from heapwise.lang.next_words import keywords
from heapwise.running.registry import METHODS
from heapwise.source import Source
from heapwise.terms.known_names import QUESTIONS, SEQUENCE_WORDS, SPECIAL
from heapwise.vocabulary.highlight import STATUSES
from pages.language import page, renewed

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
JAPANESE = [ROOT / "README.ja.md", *sorted((ROOT / "docs" / "ja").glob("*.md"))]
HOW_TO = [*sorted((DOCS / "how-to").glob("*.md"))]
HOW_IT_WORKS = [DOCS / "how-it-works.md", *sorted((DOCS / "how-it-works").glob("*.md"))]
PAGES = [*sorted({*DOCS.glob("*.md"), *HOW_TO, *HOW_IT_WORKS}), *JAPANESE]
OURS = ("tutorial.md", "language.md", *(page.relative_to(DOCS).as_posix() for page in HOW_TO))
LINKED = ("README.md", "index.md", *OURS, *(page.relative_to(DOCS).as_posix() for page in HOW_IT_WORKS))
KINDS = ("game", "claims", "console", "python")
ELSEWHERE = {"how-to/many-machines.md": {"sh", "text"}}  # what is typed on machines that no test has


class Block(NamedTuple):
    """A fenced block: its kind, the file it is to become, its text."""

    kind: str
    file: str
    text: str


def blocks(path: Path) -> list[Block]:
    """The fenced blocks of a page, in order."""
    found = re.findall(
        r"^```([\w{}]*) ?([\w.]*)\n(.*?)^```$", path.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    return [Block(*parts) for parts in found]


def commands(text: str) -> list[tuple[str, str]]:
    """The commands of a console with what they print."""
    parts = ("\n" + text).split("\n$ ")[1:]
    return [(command, said.strip("\n")) for command, _, said in (part.partition("\n") for part in parts)]


def masked(text: str) -> str:
    """The text without times, and without the spaces that depend on them."""
    return re.sub(r"[ \t]+", " ", re.sub(r"\d+\.\d+ (s|秒)$", "_ s", text.strip(), flags=re.MULTILINE))


def agrees(found: str, expected: str) -> bool:
    """Is this the text, with anything in the place of lines `...`, and of estimates `about ...` at their end?"""
    pattern = re.sub(r"([\[\]?*])", r"[\1]", masked(expected))
    return fnmatchcase("\n" + masked(found), "\n" + re.sub(r"(?m)(^ ?|(?<=: about ))\.\.\.$", "*", pattern))


_SLOW = r"(?m)^.*(at work for \d+ s|positions in \d+ s|\d+ 秒経過).*\n"  # what slow machines say besides


class Console:
    """Runs the commands of a page, in its language and in the folder of the test."""

    def __init__(self, page: Path) -> None:
        self.code, self.language = 0, "ja" if page in JAPANESE else "en"

    def run(self, command: str) -> str:
        """What a command prints."""
        if command == "echo $?":
            return str(self.code)
        if command.startswith("cat "):
            return Path(command.removeprefix("cat ")).read_text(encoding="utf-8")
        assert command.startswith("heapwise "), command
        result = CliRunner().invoke(cli, shlex.split(command)[1:], env={"HEAPWISE_LANG": self.language})
        self.code = result.exit_code
        assert self.code in range(5), (command, result.output)
        assert not re.search("Usage:|stumbled|Traceback", result.output), (command, result.output)
        return re.sub(
            r"(?m)^.*(at work for \d+ s|positions in \d+ s|\d+ 秒経過).*\n", "", result.output
        )  # of slow machines


def check_text(block: Block) -> None:
    """A text of games and claims has no mistake, and says something."""
    document = Document(Source("<docs>", block.text), library())
    document.check()
    assert resolve_claims(document) or document.schemas, block.text


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_page(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    console = Console(path)
    for block in blocks(path):
        if block.kind == "console":
            for command, expected in commands(block.text):
                found = console.run(command)
                assert agrees(found, expected), f"$ {command}\n{found}"
        elif block.file:
            Path(block.file).write_text(block.text, encoding="utf-8")
        elif block.kind in ("game", "claims"):
            check_text(block)
        elif block.kind == "python":
            run_python(block.text)


def run_python(code: str) -> None:
    """Comments behind `print(...)` say what is printed."""
    wanted = re.findall(r"^print\(.*\)  # (.*)$", code, re.MULTILINE)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert wanted, code
    assert done.stdout.splitlines() == wanted


@pytest.mark.parametrize("name", OURS)
def test_pages_have_examples_of_known_kinds(name: str) -> None:
    found = blocks(ROOT / "docs" / name)
    assert len(found) > 1
    assert {block.kind for block in found} <= {*KINDS} | ELSEWHERE.get(name, set())
    fences = (ROOT / "docs" / name).read_text(encoding="utf-8").count("```")
    assert fences == 2 * len(found)


def test_agreement_is_strict() -> None:
    assert agrees("a  0.13 s\nb\nc", "a 2.00 s\n...\nc")
    assert not agrees("a  0.13 s\nb", "a 2.00 s")
    assert not agrees("holds 5", "holds 6")
    assert agrees("up to 3: about 2 s", "up to 3: about ...")


# ---------------------------------------------------------------------------------- the language reference

LANGUAGE = page().read_text(encoding="utf-8")


def test_generated_parts_are_current() -> None:
    assert renewed(LANGUAGE) == LANGUAGE, "run `python docs/_ext/pages/language.py`"
    assert LANGUAGE.count("<!-- generated: ") == 5


def one_heap(name: str) -> None:
    """Use a word as the name of a heap."""
    text = f"game g\n    heap {name}\n    move {name} -> {name} - 1   where {name} >= 1"
    Document(Source("<docs>", text), library()).check()


@pytest.mark.parametrize("word", keywords())
def test_keywords_are_no_names(word: str) -> None:
    one_heap(f"{word}y")
    with pytest.raises(HeapwiseError) as refusal:
        one_heap(word)
    assert all(diagnostic.place is not None for diagnostic in refusal.value.diagnostics)


def precedence() -> list[tuple[str, str]]:
    """The rows `text | the same with parentheses` of the section on precedence."""
    section = LANGUAGE.split("## Which sign binds first")[1].split("\n## ")[0]
    return [tuple(re.findall(r"`([^`]+)`", row)[-2:]) for row in section.splitlines() if row.startswith("| ")][2:]  # type: ignore[misc]


def test_precedence() -> None:
    rows = precedence()
    assert len(rows) >= 11
    for short, full in rows:
        assert short != full
        trees = [parse_expression(Source("<docs>", text.replace(r"\|", "|"))) for text in (short, full)]
        assert trees[0] == trees[1], (short, full)


def test_words_that_are_not_in_the_table_are_explained() -> None:
    prose = re.sub(r"<!-- generated.*?<!-- end -->", "", LANGUAGE, flags=re.DOTALL)
    for word in (*SPECIAL, *QUESTIONS, *SEQUENCE_WORDS, *STATUSES, "count", "all", "any", "unique"):
        assert re.search(rf"`{word}\b", prose), word


def test_verdicts_and_methods_are_spoken_of() -> None:
    verdict = Verdict("holds", "", None, "", "theorem", "normal", {}, "table", {}, reason="", certificate={}, hint="",
                      sampling={}, warnings=("",), notes=("",))  # fmt: skip
    counterexample = Counterexample([], {}, options_total=1)
    for word in (*STRENGTH, "refuted", "auto", *METHODS, *verdict.to_json(), *counterexample.to_json()):
        assert f"`{word}`" in LANGUAGE, word


# ------------------------------------------------------------------------------------------- contributing


@pytest.mark.parametrize("name", [*(f"docs/{name}" for name in LINKED), "CONTRIBUTING.md"])
def test_files_and_links_exist(name: str) -> None:
    path = ROOT / name
    text = path.read_text(encoding="utf-8")
    files = re.findall(r"`((?:games|grammars|docs|bench|tests|src|\.ci)/[\w./-]*)`", text)
    links = [path.parent / target for target in re.findall(r"\]\(([\w./-]+\.\w+)", text)]
    modules = [ROOT / "src" / f"{m.replace('.', '/')}.py" for m in re.findall(r"python -m (heapwise[\w.]+)", text)]
    assert [*files, *links, *modules] or path in HOW_IT_WORKS
    for goal in (*(ROOT / file for file in files), *links, *modules):
        assert goal.exists(), goal


@pytest.mark.parametrize("name", LINKED)
def test_links_within_a_page_lead_to_a_heading(name: str) -> None:
    """The anchors that a reader of a page in a browser clicks on, here and on the other pages."""
    path = DOCS / name
    for target, anchor in re.findall(r"\]\(([\w./-]*)#([\w-]+)\)", path.read_text(encoding="utf-8")):
        goal = path.parent / target if target else path
        headings = re.findall(r"^#+ (.*)$", goal.read_text(encoding="utf-8"), re.MULTILINE)
        assert anchor in {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}, anchor


def test_setting_up_is_what_the_readme_says() -> None:
    install = "python3 -m venv .venv && .venv/bin/pip install -q"
    for name in ("README.md", "README.ja.md", "CONTRIBUTING.md"):
        assert install in (ROOT / name).read_text(encoding="utf-8")
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    for command in ("ruff check", "ruff format --check", "mypy"):
        assert command in contributing
        assert command in script


def renew(path: Path, folder: Path) -> None:
    """Put what the commands of a page print now in the place of what they printed."""
    text, console = path.read_text(encoding="utf-8"), Console(path)
    os.chdir(folder)
    for block in blocks(path):
        if block.file:
            Path(block.file).write_text(block.text, encoding="utf-8")
        for command, expected in commands(block.text) if block.kind == "console" else ():
            found = "\n".join(line.rstrip() for line in console.run(command).strip("\n").split("\n"))
            if not agrees(found, expected):
                text = text.replace(f"$ {command}\n{expected}\n", f"$ {command}\n{found}\n", 1)
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    for page_path in PAGES:
        with TemporaryDirectory() as temporary:
            renew(page_path, Path(temporary))
