"""The map of the package: packages depend on each other one way, and the pages that explain them name all of them."""

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
PACKAGES = sorted({path.parent.name for path in HOUSE.glob("*/*.py")})
# Two packages that need each other: rules without a measure may rely on a proof by the model that play ends.
BOTH_WAYS = {("model", "rules")}


def imported(path: Path) -> Iterator[str]:
    """The modules of ours that a file imports when it runs, at its head or inside of a function."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped = {id(node) for node in _for_types(tree)}
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "heapwise":
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == "heapwise")


def _for_types(tree: ast.AST) -> Iterator[ast.AST]:
    """What stands under `if TYPE_CHECKING:` and is never run."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            for statement in node.body:
                yield from ast.walk(statement)


def package_of(module: str) -> str:
    """The package of `heapwise.package.module`; a module beside the packages is one of its own."""
    return module.split(".")[1]


@cache
def dependencies() -> dict[str, set[str]]:
    """Which packages a package depends on."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in HOUSE.rglob("*.py"):
        here = path.relative_to(HOUSE).with_suffix("").parts[0]
        found[here] |= {package_of(module) for module in imported(path)} - {here}
    return found


def test_packages_depend_one_way() -> None:
    found = dependencies()
    assert len(found) > 25
    assert found["lang"] >= {"source", "errors"}
    both = {tuple(sorted((here, there))) for here in found for there in found[here] if here in found.get(there, ())}
    assert both == {tuple(sorted(pair)) for pair in BOTH_WAYS}


@pytest.mark.parametrize(
    ("package", "depends_on"),
    [
        ("numbers", set()),
        ("pictures", {"errors", "outputs"}),
        ("messages", {"diagnostics", "source"}),
        ("lang", {"errors", "files", "numbers", "source"}),
        ("terms", {"errors", "lang", "numbers", "source"}),
        ("verify", {"errors"}),
    ],
)
def test_what_others_rely_on_relies_on_little(package: str, depends_on: set[str]) -> None:
    assert dependencies()[package] <= depends_on


@pytest.mark.parametrize("package", PACKAGES)
def test_the_pages_name_every_package(package: str) -> None:
    assert f"`{package}`" in (ROOT / "docs/how-it-works.md").read_text(encoding="utf-8")
