"""The map of heapwise: what may import what, and that the pages that explain the packages name all of them.

Imports inside functions count like others, since they run; imports for types alone do not run, and do not count.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

import heapwise

HOUSE = Path(heapwise.__file__).parent
ROOT = Path(__file__).parent.parent
PACKAGES = sorted({path.parent.name for path in HOUSE.glob("*/*.py")})
# From below to above: packages, and modules beside them, import from earlier lines, never from their own or later ones.
LAYERS = [
    "version fingerprint numbers clean arrays records",
    "source",
    "diagnostics html foreign digit_arrays",
    "messages",
    "errors",
    "files garbage interrupts verify",
    "outputs workers",
    "lang pictures",
    "terms typeset",
    "rules reference",
    "model formulas fitting vocabulary",
    "documents engine",
    "claims questions",
    "tables proof play",
    "checks handoffs explorer",
    "running api",
    "report checking discovery lsp",
    "app",
    "__main__ playground",
]


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


@cache
def modules() -> Mapping[str, Path]:
    """Our modules by their names without `heapwise.`; a package stands for its `__init__`."""
    found = {}
    for path in HOUSE.rglob("*.py"):
        parts = path.relative_to(HOUSE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def dependencies() -> Mapping[str, frozenset[str]]:
    """Which modules a module imports."""
    return {name: frozenset(_known(imported(path))) - {name, ""} for name, path in modules().items()}


def _known(names: Iterator[str]) -> Iterator[str]:
    """The modules that names stand for: what is no module is something that its module has."""
    for name in names:
        inner = name.removeprefix("heapwise").removeprefix(".")
        yield inner if inner in modules() else inner.rpartition(".")[0]


def of_packages() -> Mapping[str, frozenset[str]]:
    """Which packages a package imports from; a module beside the packages is one of its own."""
    found: dict[str, frozenset[str]] = {}
    for name, others in dependencies().items():
        own = name.split(".")[0]
        found[own] = found.get(own, frozenset()) | ({other.split(".")[0] for other in others} - {own})
    return found


def circles(depends: Mapping[str, frozenset[str]]) -> list[str]:
    """What is left when everything is taken away that depends on nothing that is left."""
    left = dict(depends)
    while free := [name for name, others in left.items() if not others & left.keys()]:
        for name in free:
            del left[name]
    return sorted(left)


def test_no_module_reaches_itself() -> None:
    found = dependencies()
    assert len(found) > 400
    assert found["rules.game"] >= {"rules.layout", "terms.evaluate"}
    assert not circles(found)


def test_a_circle_is_seen() -> None:
    assert circles({"a": frozenset("b"), "b": frozenset("c"), "c": frozenset("a"), "d": frozenset()}) == ["a", "b", "c"]


def test_packages_import_from_the_layers_below() -> None:
    height = {name: i for i, line in enumerate(LAYERS) for name in line.split()}
    found = of_packages()
    assert {name for name in found if name} == set(height)
    upwards = {(name, other) for name in height for other in found[name] if height[other] >= height[name]}
    assert not upwards


def test_proofs_and_other_checks_do_not_know_each_other() -> None:
    assert "checks" not in of_packages()["proof"]
    assert "proof" not in of_packages()["checks"]


def meanings() -> Mapping[str, set[str]]:
    """What the names of classes and types mean that modules take from others: where a class is defined, or what a type
    stands for. Names that are written behind their module, as `nodes.Game`, say themselves whose they are; the public
    names are those that users know, and each has one meaning, too."""
    found: dict[str, set[str]] = {}
    for name, path in modules().items():
        for full in imported(path) if name else ():
            module, _, what = full.removeprefix("heapwise.").rpartition(".")
            if meaning := types_of(module).get(what):
                found.setdefault(what, set()).add(meaning)
    return found


@cache
def types_of(module: str) -> Mapping[str, str]:
    """The classes of a module and its names for types, with what they stand for, and those that it hands on."""
    if module not in modules():
        return {}
    found = {}
    for node in ast.parse(modules()[module].read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            found[node.name] = f"{module}.{node.name}"
        elif (
            isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and not node.targets[0].id.isupper()
        ):
            found[node.targets[0].id] = ast.unparse(node.value)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("heapwise."):
            handed = {a.name: a.asname or a.name for a in node.names if f"{node.module}.{a.name}"[9:] not in modules()}
            of = types_of((node.module or "")[9:]) if handed else {}
            found |= {handed[name]: of[name] for name in handed if name in of}
    return found


def test_a_name_means_one_thing() -> None:
    found = meanings()
    assert len(found) > 400
    assert {name: of for name, of in found.items() if len(of) > 1} == {}


def test_what_begins_with_an_underscore_stays_in_its_module() -> None:
    taken = {
        (name, full)
        for name, path in modules().items()
        for full in imported(path)
        if full.rpartition(".")[2].startswith("_") and not full.endswith("__")
    }
    assert not taken


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_says_what_is_true_behind_it(package: str) -> None:
    text = ast.get_docstring(ast.parse((HOUSE / package / "__init__.py").read_text(encoding="utf-8")))
    assert text, package


@pytest.mark.parametrize(
    ("package", "depends_on"),
    [
        ("numbers", set()),
        ("pictures", {"arrays", "errors", "outputs", "records"}),
        ("messages", {"clean", "diagnostics", "records", "source"}),
        ("lang", {"errors", "files", "numbers", "records", "source"}),
        ("terms", {"errors", "lang", "numbers", "records", "source"}),
        ("reference", {"errors", "numbers", "records", "terms"}),
        ("verify", {"errors"}),
    ],
)
def test_what_others_rely_on_relies_on_little(package: str, depends_on: set[str]) -> None:
    assert of_packages()[package] <= depends_on


@pytest.mark.parametrize("package", PACKAGES)
def test_the_pages_name_every_package(package: str) -> None:
    assert f"`{package}`" in (ROOT / "docs/how-it-works.md").read_text(encoding="utf-8")


def test_names_that_packages_give_are_there() -> None:
    """What a package says of itself names modules, and what stands in them; a text of the language is no name."""
    found = {(name, word) for name in packages() for word in _names_given(name)}
    assert len(found) > 100
    assert not {(name, word) for name, word in found if not _is_there(name, word)}


def packages() -> list[str]:
    """The names of our packages."""
    return [name for name, path in modules().items() if name and path.name == "__init__.py"]


def _names_given(package: str) -> Iterator[str]:
    text = ast.get_docstring(ast.parse(modules()[package].read_text(encoding="utf-8"))) or ""
    for word in re.findall(r"`([\w./]{2,})(?:\([\w, ]*\))?`", text):
        if not word[0].isdigit():
            yield word.removesuffix(".py").removeprefix("heapwise.")


def _is_there(package: str, word: str) -> bool:
    """A module or folder, seen from the package, from ours or from the whole tree, or a name in code around it."""
    folder, path = modules()[package].parent, word.rstrip("/").replace(".", "/")
    if any((start / f"{path}{end}").exists() for start in (folder, HOUSE) for end in ("", ".py")):
        return True
    return (HOUSE.parent.parent / word).exists() or set(word.split(".")) <= _words_of(package.split(".")[0])


@cache
def _words_of(package: str) -> frozenset[str]:
    """The names that stand in the code of a package, and those of its modules."""
    paths = list((HOUSE / package).rglob("*.py"))
    trees = [node for path in paths for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    read = (getattr(node, key, None) for node in trees for key in ("name", "id", "attr", "arg"))
    return frozenset({path.stem for path in paths} | {word for word in read if isinstance(word, str)})
