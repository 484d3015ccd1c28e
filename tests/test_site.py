"""The site of the documents: the pages that code writes are complete, and (slow) all of it is built and looked at."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

import browser
import heapwise
import japanese
import pages
import test_docs_pages
from heapwise.app.registry import COMMANDS, cli
from heapwise.claims.hashes import game_hash
from heapwise.documents.library import library

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "reference"
    pages.write(folder, ROOT, has_boards=False)
    return folder


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_every_game_of_the_library_has_a_page(written: Path) -> None:
    gallery = read(written / "library" / "index.md")
    games = sorted((ROOT / "games").rglob("*.game"))
    assert len(games) > 50
    for game in games:
        page = read(written / "library" / f"{game.stem}.md")
        assert read(game).strip() in page
        assert f"]({game.stem}.md)" in gallery
        if f"{{figure}} {game.stem}.svg" in page:
            assert read(written / "library" / f"{game.stem}.svg").startswith("<svg")


def test_pages_show_what_find_said_of_the_rules_as_they_are(written: Path) -> None:
    stored = json.loads(read(ROOT / "bench" / "found.json"))
    assert stored
    for name, found in stored.items():
        rules = library().game(found["game"])
        assert game_hash(rules) == found["rules_sha256"], f"python bench/found.py {name}"
        page = read(written / "library" / f"{found['file']}.md")
        assert all(finding["claim"] in page for finding in found["findings"])


def test_nearly_every_game_has_a_picture(written: Path) -> None:
    games = [*(ROOT / "games").rglob("*.game")]
    assert len([*written.rglob("*.svg")]) > 0.9 * len(games)


def test_japanese_is_searched_by_pairs() -> None:
    assert japanese.pairs("局面の表: Grundy値 of 山") == ["局面", "面の", "の表", "Grundy", "値", "of", "山"]


def test_verdicts_are_those_that_are_expected(written: Path) -> None:
    files = sorted((ROOT / "games").rglob("*.expected"))
    assert len(files) > 50
    for path in files:
        wanted = [line.split()[:2] for line in read(path).splitlines() if not line.startswith("expected ")]
        shown = re.findall(
            r'<section class="claim" id="([^"]+)"><p><span class="verdict \w+">(\w+)[^<]*</span>',
            read(written / "library" / f"{path.stem}.md"),
        )
        assert sorted(shown) == sorted(tuple(words) for words in wanted), path


def test_claims_leave_no_hole_in_a_block_of_html(written: Path) -> None:
    """Markdown would end the block at an empty line, and read the rest as its own."""
    blocks = [
        b for path in written.rglob("*.md") for b in re.findall(r"```{raw} html\n(.*?)\n```", read(path), re.DOTALL)
    ]
    assert len(blocks) > 300
    assert not [block for block in blocks if "\n\n" in block or "```" in block]


def test_every_message_has_a_section(written: Path) -> None:
    known = tomllib.loads(read(ROOT / "src" / "heapwise" / "messages" / "en.toml"))
    codes = {code for code in known if re.fullmatch(r"[EW]\d+", code)}
    sections = [
        c for p in (written / "messages").glob("*.md") for c in re.findall(r"^## ([EW]\d+)$", read(p), re.MULTILINE)
    ]
    assert sorted(sections) == sorted(codes)
    assert set(re.findall(r"^\| \[([EW]\d+)\]", read(written / "messages" / "index.md"), re.MULTILINE)) == codes


def test_every_command_has_a_section_with_its_options(written: Path) -> None:
    sections = dict(re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", read(written / "commands.md"), re.MULTILINE | re.DOTALL))
    assert {*sections} == {name for name in COMMANDS if cli.get_command(None, name)}  # type: ignore[arg-type]
    for name, text in sections.items():
        says = CliRunner().invoke(cli, [name, "--help"]).output
        options = re.findall(r"^  (?:-\w, )?(--[\w-]+)", says, re.MULTILINE)
        assert "--help" in options
        assert [option for option in options if option not in text and option != "--help"] == []
        assert [line for line in re.findall(r"^    (heapwise .*)$", says, re.MULTILINE) if line not in text] == []


def test_every_name_of_the_package_is_there(written: Path) -> None:
    found = re.findall(r"^\.\. auto\w+:: heapwise\.(\w+)$", read(written / "python.md"), re.MULTILINE)
    assert {*found} == {name for name in heapwise.__all__ if not name.startswith("__")}


def test_its_python_says_what_it_says(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (block,) = [block for block in test_docs_pages.blocks(written / "python.md") if block.kind == "python"]
    test_docs_pages.run_python(block.text)


def test_pages_that_did_not_change_are_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "_pages", lambda project, _: pages.changes.pages(project))
    pages.write(tmp_path, ROOT)
    page, stale = tmp_path / "changes.md", tmp_path / "no_such_page.md"
    before = page.stat().st_mtime_ns
    stale.write_text("# gone")
    pages.write(tmp_path, ROOT)
    assert page.stat().st_mtime_ns == before
    assert not stale.exists()


def test_every_page_stands_in_a_table_of_contents() -> None:
    """Sphinx would warn; this says so in a second."""
    listed = set()
    for path in [DOCS / "index.md", DOCS / "how-it-works.md"]:
        for tree in re.findall(r"```{toctree}\n(.*?)```", read(path), re.DOTALL):
            for line in tree.splitlines():
                listed |= set(DOCS.glob(f"{line}.md")) if line and not line.startswith(":") else set()
    texts = {
        p
        for p in DOCS.rglob("*.md")
        if p.parts[len(DOCS.parts)] not in ("reference", "_build", "_ext", "index.md", "README.md")
    }
    assert len(texts) > 15
    assert texts - listed == set()


# ------------------------------------------------------------------------------------------------ the built site

LOOKED_AT = (
    "index",
    "tutorial",
    "how-it-works",
    "reference/library/index",
    "reference/library/moore",
    "reference/python",
)


@pytest.mark.slow
def test_the_site_is_built_without_a_warning_and_loads_nothing(tmp_path: Path) -> None:
    for module in ("sphinx", "furo", "myst_parser"):
        pytest.importorskip(module)
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-q",
        "-W",
        "--keep-going",
        "-n",
        "-d",
        tmp_path / "trees",
        DOCS,
        tmp_path / "site",
    ]
    built = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert built.returncode == 0, built.stderr[-3000:]
    if browser.found() is None:
        pytest.skip("there is no chromium")
    with browser.Browser() as page:
        page.window(390, 800)
        for name in LOOKED_AT:
            page.open(tmp_path / "site" / f"{name}.html")
            assert page.ask("document.querySelectorAll('article h1').length") == 1
            assert page.ask("document.documentElement.scrollWidth - window.innerWidth") <= 0, name
        assert page.log == []
        assert [url for url in page.requests if not url.startswith(("file:", "data:"))] == []
