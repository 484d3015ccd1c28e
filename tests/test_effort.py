"""Items of `check`: a usual mistake is answered with the item that was meant, and that item is read."""

from __future__ import annotations

import re

import pytest

from heapwise.claims.resolve import resolve_claims
from heapwise.documents.library import Document, library
from heapwise.errors import Diagnostic, HeapwiseError
from heapwise.messages import help_text
from heapwise.running.run import Options, Run
from heapwise.source import Source

CLAIM = "claims for nim(n)\ntheorem a: {}   check {}\n"


def mistake_in(effort: str, statement: str = "G(x) = nimsum(x)") -> Diagnostic | None:
    try:
        resolve_claims(Document(Source("test.claims", CLAIM.format(statement, effort)), library()))
    except HeapwiseError as problem:
        return problem.diagnostics[0]
    return None


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("n = 2..4", "n in 2..4"),
        ("n = {2, 3}", "n in {2, 3}"),
        ("n in {2..4}", "n in 2..4"),
        ("n in [2, 4]", "n in 2..4"),
        ("n in (2, 4)", "n in 2..4"),
        ("n in 2-4", "n in 2..4"),
        ("n in 5", "n = 5"),
        ("n in 2..", "n in 2..4"),
        ("n >= 2", "n in 2..4"),
        ("4 >= n", "n <= 4"),
        ("2 <= n", "n in 2..4"),
        ("2 <= n <= 4", "n in 2..4"),
        ("2 < n < 6", "n in 3..5"),
        ("x = 3", "x <= 3"),
        ("x = 0..3", "x <= 3"),
        ("3 >= x", "x <= 3"),
        ("3 > x", "x <= 2"),
        ("3 >= x[1]", "x[1] <= 3"),
        ("0 <= x <= 3", "x <= 3"),
        ("x[1] = 3", "x[1] <= 3"),
        ("max(x) <= 3", "x <= 3"),
        ("all <= 3", "upto 3"),
        ("upto x <= 3", "x <= 3"),
        ("n in 2..4 and x <= 3", "n in 2..4, x <= 3"),
        ("(n = 2..4, x <= 3)", "n in 2..4, x <= 3"),
    ],
)
def test_what_was_meant_is_said(written: str, meant: str) -> None:
    found = mistake_in(written)
    assert found is not None
    assert found.code in ("E064", "E018")
    assert (help_text(found) or "").endswith(f"`{meant}`")
    assert f"`{meant}`" in (help_text(found, "ja") or "")
    assert mistake_in(meant) is None


@pytest.mark.parametrize(
    ("written", "code", "help"),
    [
        ("for n in 2..4, x <= 3", "E103", "take the `for` away"),
        ("with n in 2..4, x <= 3", "E103", "take the `with` away"),
        ("n in 2..4; x <= 3", "E111", "write `,`"),
        ("n: 2..4", "E111", "write `n in`"),
        ("n in 2..4, upto = 3", "E103", "take the `=` away"),
        ("n in 2..4 x <= 3", "E136", "write `, x`"),
        ("n in 2..4 upto 3", "E136", "write `, upto`"),
        ("n in 2..4, upto 3 *", "E118", "items of `check` stand between commas"),
    ],
)
def test_signs_between_items(written: str, code: str, help: str) -> None:
    found = mistake_in(written)
    assert found is not None
    assert (found.code, re.search(re.escape(help), help_text(found) or "") is not None) == (code, True)


@pytest.mark.parametrize(
    ("statement", "code", "help"),
    [
        ("P(x) for n = 2..4", "E017", "write `n in 2..4`"),
        ("P(x) where n = 2..4", "E036", "write `n in 2..4`"),
        ("all(i in 1..n, x[i] > 0)", "E034", "write `all(x[i] > 0 for i in 1..n)`"),
        ("x in P", "E034", "`P(x)`"),
        ("x[1] + {1, 2} = 3", "E033", "`for v in S` takes the members"),
        ("P(x) iff x[1] = 0 by true", "E017", "the position after the move"),
    ],
)
def test_kinds_that_do_not_fit(statement: str, code: str, help: str) -> None:
    found = mistake_in("upto 3", statement)
    assert found is not None
    assert (found.code, help in (help_text(found) or "")) == (code, True)


def test_what_is_named_behind_by_is_said_where_it_is_no_position() -> None:
    text = CLAIM.format("P(x) iff nimsum(x) = 0 by (x[1] - 9, x[2])", "n = 2, upto 3")
    (verdict,) = Run(Options()).document(Document(Source("test.claims", text), library()))
    assert verdict.word == "error"
    assert re.findall(r"error\[(\w+)\]", verdict.reason or "") == ["E026", "E088", "E078"]
    assert "`(x[1], x[2])` with other values" in (verdict.reason or "")


@pytest.mark.parametrize("written", ["x in {1, 2}", "sum(x) + 1 <= 3", "distinct(x)", "0 <= x[1] + x[2] <= 3"])
def test_the_forms_are_shown_where_nothing_is_guessed(written: str) -> None:
    found = mistake_in(written)
    assert found is not None
    assert (found.code, found.help) == ("E064", "help")
