"""Claims as sympy objects: over the whole library they have the values that the evaluator of claims gives."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path

import pytest
import sympy

import heapwise as hw
from heapwise.claims.claim import Claim
from heapwise.claims.command_effort import given_effort
from heapwise.claims.exact_check import Judge
from heapwise.claims.expressions import Expressions
from heapwise.claims.instances import Instance, instances
from heapwise.claims.limits import LimitReached
from heapwise.claims.position_values import Values
from heapwise.claims.resolve import resolve_claims
from heapwise.documents.library import root
from heapwise.documents.search import document_at
from heapwise.errors import HeapwiseError
from heapwise.formulas.problems import NotExpressible
from heapwise.terms.position import State

FILES = sorted(root().rglob("*.claims"))
POSITIONS = 2
NO_OBJECT = "sympy has no object for a component of a component"  # `p.x[1]`, in claims about compounds
PATIENCE = 200  # positions that the interpreter may value for one claim
COLD = """
claims for wythoff
theorem cold "Wythoff 1907": P(a, b) iff min(a, b) = floor((1 + sqrt(5)) / 2 * (max(a, b) - min(a, b)))  upto 12
"""
SUMS = "claims for nim(n) theorem sums: sum(x) > 0 implies G(x) = nimsum(x)  check n in 2..3, upto 3"


@cache
def claim(text: str) -> Claim:
    (found,) = hw.parse(text).claims
    return found


def instance_of(claim: Claim, path: Path) -> Instance:
    """The first instance of a claim, over a small region."""
    effort = given_effort(claim, document_at(path), "upto 3")
    return next(iter(instances(claim, effort)))


def patient() -> Callable[[], None]:
    """A tick that ends what takes long."""
    left = iter(range(PATIENCE))

    def tick() -> None:
        if next(left, None) is None:
            raise LimitReached("it takes too many positions")

    return tick


def compared(claim: Claim, path: Path) -> int:
    """At how many positions the objects of a claim were compared with the judge."""
    instance, found = instance_of(claim, path), 0
    made = claim.expressions.at(**instance.parameters)
    judge = Judge(instance, Values(tick=patient()).asker(claim.play))
    if made.sympy is None:  # with its parameters put in it may have too many parts
        assert made.reason
        return 0
    try:
        for state in islice(instance.region.states(), 40):
            if judge.look(state).has_premise:
                found += same_values(instance, made, judge, state)
            if found == POSITIONS:
                break
    except (LimitReached, HeapwiseError):  # what takes long, or has no value, has none for both
        pass
    return found


def words(instance: Instance, state: State) -> dict[str, object]:
    """The components by the names of the claim."""
    game, components = instance.game, instance.claim.components
    values = state if game is None else game.layout.values(state)
    return dict(zip((c.name for c in components), values, strict=True))


def same_values(instance: Instance, made: Expressions, judge: Judge, state: State) -> bool:
    """Do the objects say what the judge says? False where sympy's numbers cannot hold a value."""
    finding, given = judge.look(state), words(instance, state)
    try:
        whole = made.evaluate(**given)
        sides = None if made.lhs is None else (made.evaluate(made.lhs, **given), made.evaluate(made.rhs, **given))
    except NotExpressible:
        return False
    if instance.claim.strategy is None:
        assert whole == finding.is_true, (instance.claim.name, state)
    if finding.sides is not None:
        assert sides == finding.sides, (instance.claim.name, state)
    return True


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_objects_of_the_library_have_the_values_of_the_evaluator(path: Path) -> None:
    looked, refused = 0, 0
    for claim in resolve_claims(document_at(path)):
        if claim.sympy is None:
            assert claim.expressions.reason == NO_OBJECT
            refused += 1
            continue
        assert claim.latex
        looked += compared(claim, path)
    assert looked or refused, "nothing was compared"


def test_open_parameters_stay_symbols_and_given_ones_are_put_in() -> None:
    open_claim = claim(SUMS).expressions
    assert "x_1" not in open_claim.symbols
    two = open_claim.at(n=2)
    x_1, x_2 = two.symbols["x_1"], two.symbols["x_2"]
    assert two.rhs.free_symbols == {x_1, x_2}
    assert two.rhs.subs({x_1: 3, x_2: 5}) == 6
    assert two.evaluate(two.rhs.subs(x_1, 3), x=(0, 5)) == 6
    assert two.evaluate(two.lhs, x=(3, 5)) == 6
    assert open_claim.evaluate(n=2, x=(3, 5)) is True
    assert two.latex == r"x_{1} + x_{2} > 0 \implies \mathcal{G}(x_{1}, x_{2}) = x_{1} \oplus x_{2}"


def test_objects_are_sympy_objects() -> None:
    cold = claim(COLD)
    a, b = sympy.symbols("a b", integer=True, nonnegative=True)
    assert cold.rhs.has(sympy.floor)
    assert cold.expressions.symbols == {"a": a, "b": b}
    assert cold.expressions.evaluate(a=1, b=2) is True
    assert cold.expressions.evaluate(cold.rhs, a=2, b=2) is False


def test_a_verdict_leads_to_the_objects_of_its_claim(tmp_path: Path) -> None:
    verdicts = hw.check(SUMS)
    assert [sorted(verdict.expressions.symbols) for verdict in verdicts] == [["x_1", "x_2"], ["x_1", "x_2", "x_3"]]
    path = tmp_path / "sums.claims"
    path.write_text(SUMS, encoding="utf-8")
    (first, _) = hw.check(path)
    assert first.rhs == verdicts[0].rhs
    path.write_text(SUMS.replace("> 0", "> 1"), encoding="utf-8")
    with pytest.raises(ValueError, match="not the one of this verdict"):
        _ = replace(first).sympy


def test_what_has_no_object_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heapwise.formulas.from_terms.MOST_OBJECTS", 2)
    (fresh,) = hw.parse(SUMS.replace("sums", "other_sums")).claims
    assert (fresh.sympy, fresh.lhs, fresh.latex) == (None, None, None)
    assert fresh.expressions.reason == "sympy has no object for more parts than a sympy object may have"
    with pytest.raises(ValueError, match="more parts than"):
        fresh.expressions.evaluate(n=2, x=(1, 2))


def test_a_slip_in_a_parameter_is_named() -> None:
    with pytest.raises(ValueError, match="has no parameter m; its parameters: n"):
        claim(SUMS).expressions.at(m=2)


def test_sympy_is_imported_when_somebody_asks_and_not_before() -> None:
    code = f"import heapwise as hw, sys\n(c,) = hw.parse({SUMS!r}).claims\nprint('sympy' in sys.modules, c.rhs)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split(maxsplit=1)[0] == "False"


def test_a_verdict_has_no_objects_of_other_rules(tmp_path: Path) -> None:
    """They were valued with the rules that stand there now."""
    rules = "game g\n    heap n\n    move n -> n - t for t in 1..{} where t <= n\n"
    (tmp_path / "g.game").write_text(rules.format(3))
    (tmp_path / "g.claims").write_text("claims for g\nquestion q: P(n) iff n mod 4 = 0 upto 20\n")
    (before, again) = (hw.check(tmp_path / "g.claims")[0] for _ in range(2))
    assert before.expressions.evaluate(n=4) is True
    (tmp_path / "g.game").write_text(rules.format(2))
    with pytest.raises(ValueError, match="or has other rules"):
        _ = again.expressions
