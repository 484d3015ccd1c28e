"""Ways to check an instance: compiled formulas on columns give the verdicts and figures of the exact evaluator."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from heapwise.checks import table
from heapwise.checks.compiled_check import Columns
from heapwise.claims import Verdict
from heapwise.claims.column_batches import pieces, slabs
from heapwise.claims.decisive_cases import conditions
from heapwise.claims.instances import Instance, instances
from heapwise.claims.position_values import Values
from heapwise.claims.resolve import resolve_claims
from heapwise.documents.library import Document, library
from heapwise.running import Options, Run
from heapwise.source import Source

NIM = "claims for nim(n)\n"

# Every way in which a slab can be unclear, false, without premise or illegal, with totals and with other games.
CASES = {
    "equation": NIM + "theorem a: G(x) = nimsum(x)   check n = 3, upto 8",
    "iff": "claims for moore(n, k)\ntheorem a: P(x) iff nimsum(x; k + 1) = 0   check n = 3, k = 2, upto 7",
    "premise": NIM + "theorem a: x[1] < x[2] implies G(x) > 0 and N(x)   check n = 2, upto 25",
    "false": NIM + "conjecture a: G(x) = x[1] + x[2]   check n = 2, upto 25",
    "false in one case": NIM + "conjecture a: G(x) = nimsum(x) or x[1] = 3   check n = 2, upto 25",
    "false below a premise": NIM + "conjecture a: sum(x) > 30 implies (P(x) iff x[1] > x[2])   check n = 2, upto 25",
    "total": NIM + "theorem a: P(x) iff nimsum(x) = 0   check n = 3, sum(x) <= 12",
    "illegal": "claims for welter(n)\ntheorem a: n = 2 implies G(x) = (x[1] (+) x[2]) - 1   check n = 2, upto 25",
    "misere": NIM + "theorem a under misere: P(x) iff (if max(x) <= 1 then nimsum(x) = 1 else nimsum(x) = 0)"
    "   check n = 2, upto 25",
    "seats": NIM + "conjecture a under preference 0 > 1 > 2: W(x) = 2 iff sum(x) mod 3 = 0   check n = 2, upto 22",
    "moves": NIM + "theorem a: P(x) iff R(x) mod 2 = 0   check n = 2, upto 22",
    "another game": "claims for wythoff\ntheorem a: P(a, b) and a != b implies G(nim(2)(a, b)) != 0   upto 25",
    "sum": "claims for nim(n)\ntheorem a: P(nim(1)(x[1]) + nim(2)(x[1], x[2])) iff x[2] = 0   check n = 2, upto 22",
    "beyond the table": NIM + "theorem a: G(x[1], x[2] + 40) = x[1] (+) (x[2] + 40)   check n = 2, upto 22",
    "legal elsewhere": "claims for welter(n)\ntheorem a: legal(x[1], x[2] + 1) implies G(x[1], x[2] + 1) >= 0"
    "   for n = 2   upto 25",
    "law": "claims\ntheorem a: a (+) b <= a + b   for a in 0.., b in 0..   upto 25",
    "law on part": "claims\nconjecture a: gcd(a, b) = 1   for a in 1.., b in 1..   upto 25",
    "idle": NIM + "theorem a: G(x) = nimsum(x) or x[1] = 26 or G(x) = 0   check n = 2, upto 25",
    "rare": NIM + "theorem a: G(x) = (if x[1] = 25 and x[2] = 24 then 1 else nimsum(x))   check n = 2, upto 25",
    "rows": "claims for emperor(k, shape)\ntheorem a: all(nimsum(x[r]) = 0 for r in 1..2) implies P(x) or N(x)"
    "   check k = 1, shape = [2, 2], upto 4",
}  # fmt: skip


def run(text: str, **options: object) -> list[Verdict]:
    document = Document(Source("test.claims", text), library())
    return list(Run(Options(**options)).document(document))


def instance_of(text: str) -> Instance:
    document = Document(Source("test.claims", text), library())
    (claim,) = resolve_claims(document)
    return next(iter(instances(claim, ())))


def figures(verdict: Verdict) -> Verdict:
    return replace(verdict, seconds=0.0, computed=None)


@pytest.mark.parametrize("name", CASES)
def test_columns_give_what_the_exact_evaluator_gives(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fast = run(CASES[name], method="table")
    assert sum(v.positions for v in fast) >= table.MANY
    monkeypatch.setattr(table, "MANY", 10**9)
    slow = run(CASES[name], method="table")
    assert list(map(figures, fast)) == list(map(figures, slow))


@pytest.mark.parametrize("name", [n for n in CASES if n not in ("legal elsewhere",)])
def test_columns_are_used(name: str) -> None:
    """The comparison above says something only if slabs are clear."""
    instance = instance_of(CASES[name])
    values = Values()
    columns = Columns(instance, values)
    if instance.game is not None:
        region = instance.region
        values.prepare(instance.game, region.highs, instance.claim.asks(), instance.claim.play, region.limits)
    seen = [(slab.rows, np.count_nonzero(columns.look(slab).unclear)) for slab in slabs(instance.region)]
    assert sum(rows for rows, _ in seen) > 10 * sum(unclear for _, unclear in seen)


@pytest.mark.parametrize("rows", [1, 7, 64, 10**6])
@pytest.mark.parametrize(
    "text",
    [CASES["total"], CASES["illegal"], CASES["rows"], "claims for nim(n)\ntheorem a: N(x)  check n = 1, upto 30"],
)
def test_slabs_are_the_states_of_the_region(text: str, rows: int) -> None:
    region = instance_of(text).region
    found = [slab.state(row) for slab in slabs(region, rows) for row in range(slab.rows)]
    assert found == list(region.states())
    assert len(found) > 20


def test_pieces_of_a_region_are_the_region() -> None:
    region = instance_of(CASES["total"]).region
    parts = [pieces(region, 0, 4), pieces(region, 5, 5), pieces(region, 6, region.highs[0])]
    assert [s for part in parts for s in part.states()] == list(region.states())


def test_every_case_that_is_watched_has_a_condition() -> None:
    text = (
        "claims for nim(n)\ntheorem a: any(x[i] = 3 for i in 1..n) implies (if x[1] = x[2] then P(x) or N(x) else "
        "all(x[i] > j for i in 1..n, j in 0..x[i]-1) or x[1] > 99)   check n = 2, upto 25"
    )
    (verdict,) = run(text)
    found = conditions(instance_of(text))
    assert set(found) >= {"P(x)", "N(x)", "x[1] > 99", "P(x) or N(x)"}
    assert list(verdict.warnings) == ["never decisive: N(x)", "never decisive: x[1] > 99"]


# ------------------------------------------------------------------------------------------- the local check

LOCAL = {
    "equation": CASES["equation"],
    "iff": CASES["iff"],
    "misere": CASES["misere"],
    "total": CASES["total"],
    "negated": NIM + "theorem a: N(x) iff nimsum(x) > 0   check n = 3, upto 8",
    "splits": "claims for single_delete(n)\ntheorem a: P(x) iff v2(x[1]) = v2(x[2])   for n = 2   check upto 24",
    "sums": "claims for lasker_nim\ntheorem a: G(n) = (if n mod 4 = 0 and n > 0 then n - 1 else "
    "if n mod 4 = 3 then n + 1 else n)   check n <= 500",
    "illegal": "claims for welter(n)\ntheorem a: G(x) = (x[1] (+) x[2]) - 1   for n = 2   check upto 25",
    "few": "claims for mark\nconjecture a: P(n) iff n mod 4 in {0, 3}   check n <= 20",
    "undefined in columns": NIM
    + "theorem a: G(x) = (if x[1] = 3 then 3 (+) x[2] else nimsum(x))   check n = 2, upto 25",
    "idle": NIM + "theorem a: G(x) = (if x[1] > 25 then 0 else nimsum(x))   check n = 2, upto 25",
    "many slabs": NIM + "theorem a: G(x) = nimsum(x)   check n = 3, upto 130",
    "many slabs of P": NIM + "theorem a: N(x) iff nimsum(x) > 0   check n = 3, upto 130",
    "false far out": NIM + "conjecture a: G(x) = (if x[1] = 25 then 3 else nimsum(x))   check n = 2, upto 25",
    "false": NIM + "conjecture a: P(x) iff x[1] = x[2] and x[1] != 5   check n = 2, upto 25",
    "negative": NIM + "conjecture a: G(x) = x[1] - x[2]   check n = 2, upto 25",
}  # fmt: skip


@pytest.mark.parametrize("name", LOCAL)
def test_the_local_check_says_what_the_table_says(name: str) -> None:
    (local,), (other,) = run(LOCAL[name], method="local"), run(LOCAL[name], method="table")
    assert local.method == "local"
    assert (local.word, local.positions) == (other.word, other.positions)
    assert (local.both_true, local.both_false, local.exceptions) == (
        other.both_true,
        other.both_false,
        other.exceptions,
    )
    assert local.counterexample == other.counterexample
    assert local.warnings == other.warnings


# ------------------------------------------------------------------------------------------ up to symmetry


def orbits(instance: Instance) -> int:
    """Classes of positions under all permutations of components."""
    return len({tuple(sorted(state)) for state in instance.region.states()})


@pytest.mark.parametrize("name", ["equation", "iff", "total", "misere", "illegal"])
def test_positions_are_counted_up_to_symmetry(name: str) -> None:
    (verdict,) = run(CASES[name], method="table")
    assert verdict.up_to_symmetry == orbits(instance_of(CASES[name])) < verdict.positions


@pytest.mark.parametrize(
    "text",
    [
        NIM + "theorem a: G(x) = nimsum(x)   check n = 2, x[1] <= 5, x[2] <= 6",
        NIM + "theorem a: x[1] < x[2] implies N(x)   check n = 2, upto 5",
        NIM + "theorem a: N(x) or x[1] = x[2] or x[1] = 77   check n = 2, upto 5",
        NIM + "theorem a: G(x[1], x[1]) = 0   check n = 2, upto 5",
        "claims for end_nim(n)\ntheorem a: x[1] = 0 or G(x) >= 0   check n = 3, upto 2",
    ],
)
def test_no_symmetry_is_claimed_of_what_has_none(text: str) -> None:
    (verdict,) = run(text, method="table")
    assert verdict.word == "holds"
    assert verdict.up_to_symmetry is None


def test_a_rotation_is_a_symmetry() -> None:
    text = "claims for circular(n, k)\ntheorem a: P(x) or N(x)   check n = 4, k = 2, upto 2"
    (verdict,) = run(text, method="table")
    images = [(i, 1 + i, 2 + i, 3 + i) for i in range(4)]
    turns = [tuple(j % 4 for j in image) for image in images] + [tuple(-j % 4 for j in image) for image in images]
    states = instance_of(text).region.states()
    assert verdict.up_to_symmetry == len({min(tuple(s[j] for j in turn) for turn in turns) for s in states})


# ------------------------------------------------------------------------------- winning moves, far out

MOVE = (
    NIM
    + """
let answer(x) = min(i for i in 1..n where x[i] (+) nimsum(x) < x[i])
{status} a: P(x) iff {claimed}
    by [if i = answer(x) then x[i] (+) nimsum(x) else x[i] for i in 1..n]
    check n = 3, x <= 2^60
"""
)


def test_a_winning_move_is_tested_where_options_are_too_many() -> None:
    (verdict,) = run(MOVE.format(status="theorem", claimed="nimsum(x) = 0"), method="sample", samples=60)
    assert (verdict.word, verdict.positions) == ("sampled", 60)
    assert verdict.sampling is not None
    assert verdict.sampling["claimed_p"] >= 20
    assert verdict.sampling["claimed_n"] >= 20


@pytest.mark.parametrize("claimed", ["nimsum(x) mod 2 = 0", "x[1] = x[2]", "nimsum(x) = 0 and x[3] > x[1]"])
def test_a_winning_move_that_does_not_win_is_seen(claimed: str) -> None:
    (verdict,) = run(MOVE.format(status="conjecture", claimed=claimed), method="sample", samples=300)
    assert verdict.word in ("undecided", "refuted", "error")


def test_the_local_check_leaves_winning_moves_to_tables() -> None:
    text = MOVE.format(status="theorem", claimed="nimsum(x) = 0").replace("x <= 2^60", "x <= 7")
    (verdict,) = run(text, method="local")
    assert verdict.word == "outside"
    assert run(text, method="table")[0].word == "holds"


# ------------------------------------------------------------------------------------------------ limits


@pytest.mark.parametrize("method", ["table", "local", "sample"])
@pytest.mark.parametrize("limit", [{"seconds": 0.0}, {"memory": 1}], ids=["time", "memory"])
def test_every_method_obeys_its_limits(method: str, limit: dict[str, float]) -> None:
    (verdict,) = run(LOCAL["many slabs"], method=method, **limit)
    assert verdict.word == ("sampled" if method == "sample" else "undecided")
    assert verdict.positions <= 1
    assert next(iter(limit)).replace("seconds", "time") in (verdict.reason or "")


def test_a_claim_that_is_too_much_to_read_is_undecided() -> None:
    (verdict,) = run("claims\ntheorem a: all(i > n for i in n+1..10^9)   for n in 0..   upto 2")
    assert verdict.word == "undecided"
    assert "E003" in (verdict.reason or "")
