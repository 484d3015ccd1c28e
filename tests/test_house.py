"""The house: rooms lean one way, and the pages that explain the house name all of them."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import heapwise

HOUSE = Path(heapwise.__file__).parent
ROOT = Path(__file__).parent.parent
ROOMS = sorted({path.parent.name for path in HOUSE.glob("*/*.py")})
# Two rooms that need each other: rules without a measure may rely on a proof by the model that play ends, and `proof`
# is a method of checking claims, which keeps its certificates while a check runs.
BOTH_WAYS = {("model", "rules"), ("claims", "proof")}


def imported(path: Path) -> Iterator[str]:
    """The modules of ours that a file imports, at its head or inside of a function."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "heapwise":
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == "heapwise")


def room_of(module: str) -> str:
    """The room of `heapwise.room.module`; a module beside the rooms is one of its own."""
    return module.split(".")[1]


@cache
def leanings() -> dict[str, set[str]]:
    """Which rooms a room leans on."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in HOUSE.rglob("*.py"):
        here = path.relative_to(HOUSE).with_suffix("").parts[0]
        found[here] |= {room_of(module) for module in imported(path)} - {here}
    return found


def test_rooms_lean_one_way() -> None:
    found = leanings()
    assert len(found) > 25
    assert found["lang"] >= {"source", "errors"}
    both = {tuple(sorted((here, there))) for here in found for there in found[here] if here in found.get(there, ())}
    assert both == {tuple(sorted(pair)) for pair in BOTH_WAYS}


@pytest.mark.parametrize(
    ("room", "leans_on"),
    [
        ("numbers", set()),
        ("pictures", {"errors", "files"}),
        ("messages", {"diagnostics", "source"}),
        ("lang", {"errors", "files", "numbers", "source"}),
        ("verify", {"errors"}),
    ],
)
def test_what_others_rely_on_relies_on_little(room: str, leans_on: set[str]) -> None:
    assert leanings()[room] <= leans_on


@pytest.mark.parametrize("room", ROOMS)
def test_the_pages_name_every_room(room: str) -> None:
    assert f"`{room}`" in (ROOT / "docs/how-it-works.md").read_text(encoding="utf-8")
