"""MONA, where it is installed, is asked the same questions as our automata, by an exporter of its own (`mona.py`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings

from heapwise.claims.instances import Instance, instances
from heapwise.claims.resolve import resolve_claims
from heapwise.claims.task import Unsuitable
from heapwise.documents.library import Document, library
from heapwise.errors import HeapwiseError
from heapwise.files import resource
from heapwise.proof.automata import AutomatonBudget, BudgetExceeded
from heapwise.proof.logic import And, Formula, Portfolio, compile, decide
from heapwise.proof.obligations import plan
from heapwise.source import Source
from mona import HAS_MONA, Unknown, Writer, ask
from test_logic import atoms, formulas

pytestmark = pytest.mark.skipif(not HAS_MONA, reason="MONA is not installed (Debian package `mona`)")

FILES = sorted(Path(str(resource("games"))).rglob("*.claims"))
BUDGET = AutomatonBudget(states=20_000, work=4_000_000)
MOST_INSTANCES = 3
QUICK = (
    ("nim", "grundy"), ("nim", "misere"), ("moore", "misere_as_printed"), ("delete_nim", "grundy"), ("lim", "majority"),
    ("lim", "grundy_is_nimsum"), ("welter", "grundy"), ("nimhoff", "grundy"), ("mark", "p_positions"),
    ("subtraction", "one_to_k"), ("single_delete", "three_heaps"), ("circular", "cn_4_2"),
)  # fmt: skip


def check(formula: Formula) -> str:
    """Both say that there are such numbers, or both that there are none; how it ended."""
    try:
        Writer().program(formula)
        own, answer = Portfolio(BUDGET).decide(formula).witness, ask(formula, 5.0)
    except BudgetExceeded:
        return "no answer"
    except Unknown as problem:
        return str(problem)
    if answer is None:
        return "no answer"
    assert (own is None) == (answer.example is None), (formula, own, answer)
    if answer.example is not None:
        assert compile(formula).accepts(answer.example), (formula, answer)
    return "none" if own is None else "some"


def chosen(name: str | None = None, claim: str | None = None) -> Iterator[Instance]:
    """A few instances of claims of the library."""
    for path in FILES:
        if name in (None, path.stem):
            document = Document(Source(str(path), path.read_text(encoding="utf-8")), library())
            for found in resolve_claims(document):
                if claim in (None, found.name):
                    about = [i for i in instances(found, ()) if i.game is not None and i.game.layout.size <= 5]
                    yield from about[:: max(1, len(about) // MOST_INSTANCES)][:MOST_INSTANCES]


def verdicts(instance: Instance) -> Counter[str]:
    """What became of the obligations of an instance."""
    try:
        made = plan(instance)
    except (Unsuitable, HeapwiseError):
        return Counter()
    return Counter(check(formula) for formula in (made.scope, *(o.formula for o in made.obligations)))


@pytest.mark.parametrize(("name", "claim"), QUICK)
def test_obligations(name: str, claim: str) -> None:
    found = sum((verdicts(instance) for instance in chosen(name, claim)), Counter[str]())
    assert set(found) == {"none", "some"}


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_obligations_of_the_library(path: Path) -> None:
    """Where one of the two finds no answer in time, there is nothing to compare."""
    found = sum((verdicts(instance) for instance in chosen(path.stem)), Counter[str]())
    assert found["no answer"] <= found.total() // 2, found
    assert set(found) <= {"none", "some", "no answer", "GoldenFloor"}  # Fibonacci digits are not for MONA


def test_atoms() -> None:
    """Each kind of atom, alone and with another one."""
    listed = list(atoms(2))
    pairs = zip(listed, listed[7:] + listed[:7], strict=True)
    found = Counter(check(And((one, other))) for one, other in list(pairs)[::3])
    assert set(found) == {"none", "some"}


@settings(max_examples=60, deadline=None)
@given(formulas())
def test_random_formulas(formula: Formula) -> None:
    assert check(formula) in ("none", "some", "no answer")


def test_a_difference_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    (instance,) = chosen("delete_nim", "grundy")
    made = plan(instance)
    assert decide(made.scope) is not None
    wrong = ask(made.obligations[0].formula)
    monkeypatch.setitem(globals(), "ask", lambda *_: wrong)
    with pytest.raises(AssertionError):
        check(made.scope)
