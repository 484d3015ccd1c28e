"""The text of a sketch, and what it asks for."""

from __future__ import annotations

from dataclasses import replace

from heapwise.discovery.wishes import Wishes
from heapwise.errors import error
from heapwise.fitting.sketch import Sketch
from heapwise.fitting.trees import first_strange
from heapwise.lang import nodes, parse_expression
from heapwise.reference.conventions import NORMAL
from heapwise.source import Source


def with_sketch(wishes: Wishes, text: str | None) -> Wishes:
    """Wishes for formulas of one form, `G(a, b) = ?c * a + ?f(a, b)` or `P(a, b) iff a mod ?c = ?d`, and no others."""
    if text is None:
        return wishes
    tree = parse_expression(Source("<sketch>", text))
    match tree:
        case nodes.Chain(operators=("=",), operands=(nodes.Call(function=nodes.Name(name="G")), right)):
            letter, sketch = "G", Sketch.of(right)
        case nodes.Infix(operators=("iff",), operands=(nodes.Call(function=nodes.Name(name="P")), right)):
            letter, sketch = "P", Sketch.of(right)
        case _:
            raise error("E094", None, sketch=text)
    if sketch is None:
        raise error("E094", None, sketch=text)
    strange = first_strange(right)
    if strange is not None:
        raise error("E095", None, part=strange, sketch=text)
    return replace(wishes, sketch=sketch, letters=frozenset(letter), plays=wishes.plays or (NORMAL,))
