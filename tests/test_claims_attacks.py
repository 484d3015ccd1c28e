"""Attacks on verdicts: texts and command lines that would be believed too easily if nobody looked."""

from __future__ import annotations

import time

import pytest
from click.testing import CliRunner, Result

from heapwise.app.registry import cli
from heapwise.claims import Options, Run, Verdict
from heapwise.rules.library import Document, Shelf, library
from heapwise.source import Source

NIM = "claims for nim(n)\n"


def verdicts(text: str, **options: object) -> list[Verdict]:
    """The verdicts of a text, whose games come from the library."""
    document = Document(Source("test.claims", text), Shelf(library().paths))
    return list(Run(Options(**options)).document(document))  # type: ignore[arg-type]


def check(text: str, *arguments: str) -> Result:
    """`heapwise check -` on a text."""
    return CliRunner().invoke(cli, ["check", "-", "--jobs", "1", *arguments], input=text)


# -------------------------------------------------------------------------------------------- effort that is ignored


@pytest.mark.parametrize("index", ["9", "0", "3"])
def test_a_bound_on_a_component_that_no_instance_has_is_an_error(index: str) -> None:
    found = verdicts(NIM + f"theorem a: G(x) = nimsum(x)  check n in 1..2, x[{index}] <= 3, upto 2")
    assert found[-1].word == "error"
    assert f"there is no `x[{index}]`" in str(found[-1].reason)


def test_a_bound_on_a_component_that_only_some_instances_have_is_none() -> None:
    found = verdicts(NIM + "theorem a: G(x) = nimsum(x)  check n in 1..2, x[2] <= 1, upto 2")
    assert [(v.word, v.positions) for v in found] == [("holds", 3), ("holds", 6)]


# --------------------------------------------------------------------------------------------------- hostile formulas


@pytest.mark.parametrize("formula", ["nimsum(2^i for i in 1..10^5)", "sum(3^i for i in 1..10^5)"])
def test_long_numbers_count_as_much_work(formula: str) -> None:
    started = time.monotonic()
    (verdict,) = verdicts(f"claims\nconjecture a: {formula} > n  for n in 0..2")
    assert verdict.word == "error"
    assert "too many values" in str(verdict.reason)
    assert time.monotonic() - started < 15


def test_a_limit_of_time_is_seen_at_every_tick() -> None:
    from heapwise.claims.limits import LimitReached, Limits

    limits = Limits(seconds=0.001)
    time.sleep(0.01)
    with pytest.raises(LimitReached):
        limits.tick()
