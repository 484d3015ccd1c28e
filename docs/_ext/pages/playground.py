"""The page on which heapwise is tried in the browser: what stands in it, what it loads, and the links that lead there.

Python for the browser (Pyodide) and the two packages that heapwise needs there are no part of the project. This module
as a program fetches them into `docs/_playground`, with npm and pip; what it takes is fixed by hashes:

    python docs/_ext/pages/playground.py

Where they are missing the site is built all the same, and the page says how to get them.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
from base64 import b64encode
from collections.abc import Iterator
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

if TYPE_CHECKING:
    from sphinx.application import Sphinx

PYODIDE = "pyodide@314.0.7"
INTEGRITY = "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
PACKAGES = {  # all that a question needs in a browser; numpy, sympy and others are left out there
    "click==8.5.1": "8bb5376d2006950386f8c6427613334a2acadc5f559cb80e638d00b4df957e37",
    "lark==1.3.1": "c629b661023a014c37da873b4ff58a817398d12635d3bbb2c5a03be7fe5d1e12",
}
OURS = "heapwise.zip"
FETCHED = Path(__file__).parents[2] / "_playground"
PROJECT = FETCHED.parents[1]
_FENCE = re.compile(r"^```(game|claims|console) ?([\w-]+\.\w+)?\n(.*?)^```\n", re.DOTALL | re.MULTILINE)
_TRIED = {"tutorial": "Try it here", "ja/tutorial": "ここで試す"}  # pages whose examples have a link, and its words


# ------------------------------------------------------------------------------------------------- the page


def pages(docs: Path) -> Iterator[tuple[str, str]]:
    """What stands in the page: the place of the editor, or how to get what it needs."""
    example = {name: text for kind, name, text in _FENCE.findall((docs / "index.md").read_text("utf-8")) if name}
    for language, to_root in (("en", ""), ("ja", "../")):
        yield f"playground.{language}.html", _html(language, to_root, example) if has_parts() else _MISSING[language]


def has_parts() -> bool:
    """Was everything fetched?"""
    return all((FETCHED / name).is_file() for name in RUNTIME) and len(_wheels()) == len(PACKAGES)


def _wheels() -> list[Path]:
    return sorted(FETCHED.glob("*.whl"))


def _html(language: str, to_root: str, example: dict[str, str]) -> str:
    size = sum(path.stat().st_size for path in FETCHED.iterdir()) / 1e6
    return (
        f'<link rel="stylesheet" href="{to_root}_static/playground.css">\n'
        f'<div class="playground" data-static="{to_root}_static/" data-size="{size + 1.5:.0f}" '
        f'data-example="{escape(json.dumps(example))}"><p>{_SCRIPTS[language]}</p></div>\n'
        f'<script defer src="{to_root}_static/playground.js"></script>\n'
    )


_SCRIPTS = {
    "en": "This page needs JavaScript: heapwise runs in your browser.",
    "ja": "このページには JavaScript が必要です。heapwise はブラウザの中で動きます。",
}
_MISSING = {
    language: f'<div class="admonition"><p>{words}</p></div>\n'
    for language, words in (
        (
            "en",
            "This copy of the site was built without what runs in the browser. With npm at hand, "
            "<code>python docs/_ext/pages/playground.py</code> fetches it; then build the site again.",
        ),
        (
            "ja",
            "このサイトは、ブラウザで動く部品なしで作られています。npm があれば "
            "<code>python docs/_ext/pages/playground.py</code> で取得できます。その後サイトを作り直してください。",
        ),
    )
}


# ------------------------------------------------------------------------------------- links of examples


def linked(app: Sphinx, name: str, source: list[str]) -> None:
    """Behind each example of the tutorial, a link that opens it on the page, with the files as they are there."""
    if name in _TRIED and has_parts():
        source[0] = with_links(source[0], _TRIED[name])


def with_links(text: str, words: str) -> str:
    """A page with a link behind each of its examples."""
    files: dict[str, str] = {}

    def link(block: re.Match[str]) -> str:
        kind, name, body = block.groups()
        commands = re.findall(r"^\$ (heapwise .*)$", body, re.MULTILINE) if kind == "console" else []
        if kind != "console" and name:
            files[name] = body
        if kind == "console" and not commands:
            return block[0]
        shown = _needed(files, commands, name)
        where = urlencode([*shown.items(), *(("run", line) for line in commands)], quote_via=quote)
        return f'{block[0]}\n```{{raw}} html\n<p class="try"><a href="try.html#{where}">{words}</a></p>\n```\n'

    return _FENCE.sub(link, text)


def _needed(files: dict[str, str], commands: list[str], name: str | None) -> dict[str, str]:
    """The files that an example is about: those it names, and the rules of claims."""
    named = {name, *re.findall(r"[\w-]+\.(?:game|claims)", " ".join(commands))} & files.keys()
    games = {f"{game}.game" for file in named for game in re.findall(r"^claims for (\w+)", files[file], re.MULTILINE)}
    return {file: text for file, text in files.items() if file in named | games}


# ------------------------------------------------------------------------------------------ what is loaded


def put(app: Sphinx, problem: Exception | None) -> None:
    """What the page loads, beside the other files of the built site."""
    if problem is not None or app.builder.name != "html" or not has_parts():
        return
    folder = Path(app.outdir) / "_static" / "playground"
    folder.mkdir(parents=True, exist_ok=True)
    for path in [*(FETCHED / name for name in RUNTIME), *_wheels()]:
        shutil.copyfile(path, folder / path.name)
    pack(folder / OURS)
    packages = [*(path.name for path in _wheels()), OURS]
    (folder / "manifest.json").write_text(json.dumps({"packages": packages}), encoding="utf-8")


def pack(path: Path) -> None:
    """heapwise as it is installed from a wheel, the same to the byte for the same files."""
    roots = {"heapwise": PROJECT / "src" / "heapwise", "heapwise/games": PROJECT / "games"}
    roots["heapwise/grammars"] = PROJECT / "grammars"
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, root in roots.items():
            for file in sorted(root.rglob("*")):
                if file.is_file() and "__pycache__" not in file.parts:
                    entry = ZipInfo(f"{name}/{file.relative_to(root).as_posix()}")
                    archive.writestr(entry, file.read_bytes(), ZIP_DEFLATED)


def fetch() -> None:
    """Fetch Pyodide and the packages, and refuse what is not what was fixed here."""
    FETCHED.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        subprocess.run(["npm", "pack", "--silent", PYODIDE, "--pack-destination", folder], check=True)
        (packed,) = Path(folder).glob("*.tgz")
        if f"sha512-{b64encode(hashlib.sha512(packed.read_bytes()).digest()).decode()}" != INTEGRITY:
            sys.exit(f"{PYODIDE} is not what was expected")
        with tarfile.open(packed) as archive:
            for name in RUNTIME:
                member = archive.extractfile(f"package/{name}")
                assert member is not None
                (FETCHED / name).write_bytes(member.read())
        wanted = Path(folder) / "requirements.txt"
        wanted.write_text("".join(f"{name} --hash=sha256:{sha}\n" for name, sha in PACKAGES.items()), encoding="utf-8")
        for old in _wheels():
            old.unlink()
        pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:", "--require-hashes"]
        subprocess.run([*pip, "-d", FETCHED, "-r", wanted], check=True)


if __name__ == "__main__":
    fetch()
