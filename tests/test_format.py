"""The formatter: golden pairs, and for every text: the same tree, all comments, and its own result once more."""

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

import strategies
from heapwise.errors import HeapwiseError
from heapwise.files import resource
from heapwise.lang import parse_expression, parse_file
from heapwise.lang.format import format_text
from heapwise.lang.layout import WIDTH
from heapwise.lang.spell import spelled
from heapwise.source import Source

STAGES = Path(__file__).parent / "stages" / "format"
TEXTS = sorted(p for ending in ("game", "claims") for p in resource("games").rglob(f"*.{ending}"))
TEXTS += sorted((Path(__file__).parent / "examples").glob("*.txt"))


def formatted(text: str) -> str:
    return format_text(Source("test", text))


def pairs():
    for path in sorted(STAGES.glob("*.txt")):
        text = re.sub(r"(?m)^# .*\n", "", path.read_text())
        for number, pair in enumerate(text.split("====\n"), 1):
            before, _, after = pair.partition("=>\n")
            yield pytest.param(before, after, id=f"{path.stem}-{number}")


@pytest.mark.parametrize(("before", "after"), [*pairs()])
def test_golden_pairs(before, after):
    assert formatted(before) == after
    assert_sound(before)


def assert_sound(text: str) -> str:
    """The result has the tree and the comments of the text, and formatting it changes nothing."""
    result = formatted(text)
    assert parse_file(Source("formatted", result)) == parse_file(Source("text", text))
    assert sorted(comments(result)) == sorted(comments(text))
    assert formatted(result) == result
    assert not re.search(r"[^\S\n]\n|\n\n\n\n|\A\n", result)
    return result


def comments(text: str) -> list[str]:
    found = re.findall(r'"[^"\n]*"|(--[^\n]*)', text)
    return [comment.rstrip() for comment in found if comment]


@pytest.mark.parametrize("path", TEXTS, ids=lambda p: p.name)
def test_library_and_examples(path):
    result = assert_sound(path.read_text())
    assert [c for c in re.sub(r"--.*|\".*?\"", "", result) if not c.isascii()] == []
    assert all(len(re.sub(r"\s*--.*|\".*?\"", "", line)) <= WIDTH for line in result.split("\n"))  # no string is broken


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(strategies.programs())
def test_generated_programs(text):
    assert_sound(text)


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(strategies.TEXT_OF_EXPRESSION)
def test_generated_expressions_on_one_line(text):
    tree = parse_expression(Source("text", text))
    assert parse_expression(Source("spelled", spelled(tree))) == tree
    assert "\n" not in spelled(tree)


def test_the_strategies_reach_the_whole_grammar():
    """Nearly every rule of the grammar occurs in some generated text: what is not generated is not tested."""
    from heapwise.lang import parser_tables

    seen: set[str] = set()

    @settings(max_examples=120, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(strategies.programs())
    def collect(text):
        seen.update(str(t.data) for t in parser_tables.load().parse(text, start="file").iter_subtrees())

    collect()
    commandline = {"position", "rows", "row", "group", "minus_int", "effort_items"}
    rules = {str(r.alias or r.origin.name) for r in parser_tables.load().rules}
    wanted = {r for r in rules if not r.startswith(("_", "wrong")) and r in _made() and r not in commandline}
    assert wanted - seen <= {
        "normal",
        "orders",
        "preference",
        "misere",
        "by",
        "upto",
        "check",
        "language",
        "claims_params",
    }
    assert len(wanted & seen) > 40


def _made() -> set[str]:
    from heapwise.lang.build import _AS_THEY_STAND, _Builder

    return {*_AS_THEY_STAND, *(name.removeprefix("make_") for name in dir(_Builder) if name.startswith("make_"))}


def test_a_text_that_is_wrong_is_refused():
    with pytest.raises(HeapwiseError):
        formatted("game nim\n    move move")


def test_nothing_stays_nothing():
    assert formatted("") == ""
    assert formatted("\n\n") == ""
