"""Highlighting: no text of the library has a sign that the lexer does not know, and its words are the language's."""

import json
import re

import pytest
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.token import Comment, Error, Keyword, Name, Number, String

from heapwise.files import resource
from heapwise.terms.functions import FUNCTIONS, OPERATORS
from heapwise.terms.known_names import GATHERS
from heapwise.vocabulary import highlight
from test_grammar import EXAMPLES, LIBRARY


def tokens(text: str):
    return [(kind, value) for kind, value in highlight.HeapwiseLexer().get_tokens(text) if value.strip()]


@pytest.mark.parametrize("path", EXAMPLES + LIBRARY, ids=lambda p: p.name)
def test_no_text_has_an_error(path):
    found = tokens(path.read_text())
    assert [value for kind, value in found if kind in Error] == []
    assert any(kind in Keyword.Declaration for kind, _ in found)


def test_kinds_of_words():
    found = {
        value: kind
        for kind, value in tokens('game gamer(c in codes)  -- nim\n move "x" a -> floor(0.77) for f in 1..?n')
    }
    assert found["game"] is Keyword.Declaration
    assert found["gamer"] is Name
    assert found["codes"] is Keyword.Type
    assert found["floor"] is Name.Builtin
    assert found["0.77"] is Number.Other
    assert found['"x"'] is String.Double
    assert found["-- nim"] is Comment.Single
    assert found["?n"] is Name.Variable.Magic


def test_every_function_is_known():
    for name in {*FUNCTIONS, *GATHERS} - OPERATORS - {"legal"}:
        assert tokens(f"{name}(x)")[0] == (Name.Builtin, name)


def test_pygments_finds_the_lexer():
    assert isinstance(get_lexer_by_name("heapwise"), highlight.HeapwiseLexer)
    assert isinstance(get_lexer_for_filename("nim.claims"), highlight.HeapwiseLexer)


def test_textmate_grammar_is_current():
    stored = (resource("grammars") / highlight.TEXTMATE).read_text()
    assert stored == highlight.textmate_text(), "run python -m heapwise.vocabulary.highlight"
    assert json.loads(stored)["scopeName"] == "source.heapwise"


@pytest.mark.parametrize("path", EXAMPLES + LIBRARY, ids=lambda p: p.name)
def test_textmate_patterns_cover_every_text(path):
    """What no pattern colours are names, brackets and commas."""
    patterns = "|".join(f"(?:{p['match']})" for p in highlight.textmate()["patterns"])
    # Python's `re` lets one group have a number only once; groups are not needed here.
    rest = re.sub(patterns, " ", path.read_text(), flags=re.MULTILINE)
    assert re.sub(r"[^\W\d]\w*|[()\[\]{},;:]|\s+", "", rest) == ""
