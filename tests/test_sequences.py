"""Heap sequences: rules read off games, values beside the interpreter, published periods, and their certificates."""

from __future__ import annotations

import copy
import csv
import doctest
import hashlib
import importlib
import json
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from heapwise.documents.library import Document, library
from heapwise.engine import jit
from heapwise.engine.sequences import (
    Amounts,
    HeapRule,
    PeriodReport,
    Removal,
    Sequence,
    Split,
    When,
    code_of,
    first_failure,
    is_inner_period,
    kernels,
    load,
    period_of,
    recheck,
    recognise,
    rule_from_data,
    rule_of_code,
    rule_to_data,
    save,
    take,
    take_all_but,
)
from heapwise.engine.sequences.column import HeapValues
from heapwise.engine.sequences.sparse import best_mask, is_rare
from heapwise.errors import HeapwiseError
from heapwise.reference.conventions import MISERE, NORMAL, Grundy, Play, preference
from heapwise.reference.interpreter import Interpreter
from heapwise.rules.game import Game
from heapwise.source import Source

KNOWN = Path(__file__).parent / "known"
GRUNDY = HeapRule(splits=(Split(0, 2, 1, unequal=True),))
needs_numba = pytest.mark.skipif(not jit.is_compiled(), reason="numba is not installed")


def known(name: str) -> list[dict[str, str]]:
    lines = [line for line in (KNOWN / name).read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines, delimiter="\t"))


def a_game(text: str) -> Game:
    game = Document(Source("<test>", text), library()).schemas["g"].bind((), None)
    assert isinstance(game, Game)
    return game


def a_library_game(text: str) -> Game:
    game = library().game(text)
    assert isinstance(game, Game)
    return game


def by_definition(game: Game, upto: int, play: Play | None = None) -> list[int]:
    first = game.layout.lows[0]
    interpreter = Interpreter(Grundy() if play is None else play.outcome)
    return [0] * first + [interpreter.value(game.position_of((n,))) for n in range(first, upto + 1)]


def plain_values(rule: HeapRule, upto: int) -> list[int]:
    return Sequence(rule, method="plain", certify=False).values(upto).tolist()


# ---------------------------------------------------------------------------------------------- recognition


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("octal(0.77)", "0.77"), ("octal(4.0)", "4.0"), ("octal(0.137)", "0.137"), ("octal(4.7f)", "4.7f"),
        ("octal(0.8)", "0.8"), ("kayles", "0.77"), ("kayles_octal", "0.77"), ("dawson_kayles", "0.07"),
        ("dawson_chess", "0.137"), ("subtraction({1, 3})", "0.303"), ("subtraction({})", "0.0"),
    ],
)  # fmt: skip
def test_codes_are_found_from_the_rules(text: str, code: str) -> None:
    rule = recognise(a_library_game(text))
    assert rule is not None
    assert code_of(rule) == code
    assert plain_values(rule, 60) == plain_values(rule_of_code(code), 60) == by_definition(a_library_game(text), 60)


def test_other_one_heap_rules_are_found() -> None:
    assert recognise(a_library_game("allbut({2, 3})")) == take_all_but({2, 3})
    assert recognise(a_library_game("nim(1)")) == take_all_but(())
    assert recognise(a_library_game("grundy_game")) == GRUNDY
    lasker = HeapRule((Removal(Amounts(frozenset(), True)),), (Split(0, 2),))
    assert recognise(a_library_game("lasker_nim")) == lasker


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("n -> n - s for s in 1..n-2 where s in {1, 3}", HeapRule((Removal(Amounts.of(1, 3), 2),))),
        ("n -> y for y in 0..n-1 where n - y in {2, 5}", HeapRule((Removal(Amounts.of(2, 5)),))),
        ("n -> n - s for s in 3..n", take_all_but({1, 2})),
        ("n -> n - 2 where n >= 5", HeapRule((Removal(Amounts.of(2), 3),))),
        ("n -> n - s for s in {1, 2} where n mod 3 != 0, s <= n",
         HeapRule((Removal(Amounts.of(1, 2), when=When(3, frozenset({1, 2}))),))),
        ("n -> g(p) + g(q) for (p, q) in splits(n - 1, 2, 1) where p <= q", HeapRule(splits=(Split(1, 2),))),
        ("n -> g(p) + g(n - p) for p in 1..n-1 where p != n - p", GRUNDY),
        ("n -> nothing where n in {2, 3}", HeapRule(splits=(Split(2, 0), Split(3, 0)))),
    ],
)  # fmt: skip
def test_moves_are_read_as_what_they_say(move: str, rule: HeapRule) -> None:
    found = recognise(a_game(f"game g\n heap n\n move {move}"))
    assert found is not None
    assert [found.options(n) for n in range(30)] == [rule.options(n) for n in range(30)]
    assert plain_values(found, 200) == plain_values(rule, 200)
    assert period_of(found, 300).proved_by == period_of(rule, 300).proved_by


@pytest.mark.parametrize("text", ["nim(2)", "mark", "kayles_circle", "wythoff", "fibonacci_nim"])
def test_what_is_no_heap_rule_is_not_recognised(text: str) -> None:
    assert recognise(a_library_game(text)) is None


# At n = 60 a part is no position: that is a mistake of the rules, and nothing that may pass for a missing option.
PARTS_BELOW = (
    "heap n in 2..  move n -> f(p) + f(q) for (p, q) in splits(n - 60, 2, 0)",
    "heap n in 1..  move n -> f(n - 60) where n >= 60", "heap n  move n -> f(n - 70) where n >= 60",
    "heap n in 1..  move n -> f(n - 1) + f(0) where n >= 60",
)  # fmt: skip


@pytest.mark.parametrize("rules", PARTS_BELOW)
def test_a_rule_with_parts_that_are_no_positions_is_left_to_the_interpreter(rules: str) -> None:
    schema = Document(Source("test", f"game f {rules}  move n -> n - 1"), library()).find("f")
    assert schema is not None
    game = schema.bind(())
    assert isinstance(game, Game)
    assert recognise(game) is None
    with pytest.raises(HeapwiseError, match="not a position"):
        Interpreter(Grundy()).value(game.position_of((60,)))


def test_names_say_nothing() -> None:
    """A game that is called like another one is read as what it says."""
    text = "game g\n heap n\n move n -> g(p) + g(q) for t in {1, 2}, (p, q) in splits(n - t, 2, 0) where n != 7"
    rule = recognise(a_game(text))
    assert rule is not None
    assert code_of(rule) is None
    assert plain_values(rule, 30) == by_definition(a_game(text), 30) != plain_values(rule_of_code("0.77"), 30)


CONDITIONS = ["", "n mod 3 = 1", "n != 5", "n mod 2 = 0 or n = 7", "n >= 6", "n in {4, 5, 9}"]


@st.composite
def moves(draw: st.DrawFn, first: int) -> str:
    amounts = "{" + ", ".join(map(str, sorted(draw(st.sets(st.integers(1, 8), min_size=1, max_size=3))))) + "}"
    condition = draw(st.sampled_from(CONDITIONS))
    kind = draw(st.sampled_from(["in", "not in", "listed", "two", "whole", "three"]))
    least = draw(st.integers(first, 2))
    compared = draw(st.sampled_from(["", "p != q", "p < q", "p <= q"])) if kind in ("two", "whole") else ""
    inside = f"s {kind} {amounts}" if kind in ("in", "not in") else ""
    guards = ", ".join(g for g in (inside, compared, condition) if g)
    body = {
        "in": "n -> n - s for s in 1..n",
        "not in": "n -> n - s for s in 1..n",
        "listed": f"n -> n - s for s in {amounts}",
        "two": f"n -> g(p) + g(q) for t in {amounts}, (p, q) in splits(n - t, 2, {least})",
        "whole": f"n -> g(p) + g(q) for (p, q) in splits(n, 2, {max(least, 1)})",
        "three": f"n -> g(p) + g(q) + g(r) for t in {amounts}, (p, q, r) in splits(n - t, 3, {least})",
    }[kind]
    return f"    move {body}" + (f" where {guards}" if guards else "")


@st.composite
def games(draw: st.DrawFn) -> str:
    first = draw(st.integers(0, 1))
    lines = draw(st.lists(moves(first), min_size=1, max_size=3))
    return "\n".join(["game g", f"    heap n in {first}..", *lines])


RECOGNISED: list[bool] = []


@settings(max_examples=15, deadline=None, derandomize=True)
@given(games())
def test_random_rules_have_the_values_of_the_interpreter(text: str) -> None:
    game = a_game(text)
    rule = recognise(game)
    RECOGNISED.append(rule is not None)
    if rule is None:
        return
    assert rule_from_data(json.loads(json.dumps(rule_to_data(rule)))) == rule
    assert plain_values(rule, 32) == by_definition(game, 32)
    for play in (NORMAL, MISERE, preference((1, 2, 0))) if rule.takes_only else ():
        assert Sequence(rule, play).values(32).tolist() == by_definition(game, 32, play)
    report = period_of(rule, 400)
    if report.certificate is not None:
        assert recheck(report.certificate)
        assert Sequence(rule).values(700).tolist() == plain_values(rule, 700)


def test_most_random_rules_were_recognised() -> None:
    if not RECOGNISED:
        pytest.skip("the random rules were not run")
    assert sum(RECOGNISED) > len(RECOGNISED) * 3 // 4


# --------------------------------------------------------------------------------------------------- values


@pytest.mark.parametrize("row", known("sequences.tsv"), ids=lambda row: row["game"])
def test_published_sequences(row: dict[str, str]) -> None:
    game, wanted = a_library_game(row["game"]), [int(v) for v in row["values"].split()]
    upto = len(wanted) - 1
    if row["play"] == "normal":
        assert period_of(game, 10 * upto).values[: upto + 1].tolist() == wanted == by_definition(game, upto)
    else:
        interpreter = Interpreter(Grundy(misere=True))
        assert [interpreter.value(game.position_of((n,))) for n in range(upto + 1)] == wanted


@needs_numba
@pytest.mark.parametrize(
    "rule",
    [
        rule_of_code("0.77"), rule_of_code("4.0137"), GRUNDY, take({2, 5, 9}), take_all_but({1, 4, 6}),
        HeapRule((Removal(Amounts.of(1, 4), when=When(3, frozenset({0, 2}))),), (Split(2, 2, 2),)),
        HeapRule((Removal(Amounts(frozenset({2}), True)),), (Split(0, 2),)),
        HeapRule((Removal(Amounts(frozenset({3}), True), when=When(2)), Removal(Amounts.of(1))), first=2),
        HeapRule((Removal(Amounts.of(*range(1, 41))),), (Split(1, 2, 1),)),  # soon with values beyond 32
    ],
    ids=str,
)  # fmt: skip
def test_kernels_agree_with_plain_python(rule: HeapRule) -> None:
    assert Sequence(rule, method="dense", certify=False).values(900).tolist() == plain_values(rule, 900)


@needs_numba
@pytest.mark.parametrize(
    "rule", [rule_of_code("0.16"), GRUNDY, rule_of_code("0.007"), rule_of_code("0.127"), rule_of_code("4.56")], ids=str
)
def test_rare_values_give_the_same(rule: HeapRule) -> None:
    sparse = Sequence(rule, method="sparse", certify=False)
    dense = Sequence(rule, method="dense", certify=False)
    assert (sparse.values(9_500) == dense.values(9_500)).all()


@needs_numba
def test_the_parity_of_heaps_counts_where_all_splits_take_odd_numbers() -> None:
    """By values alone there are four times as many rare heaps."""
    sequence = Sequence(rule_of_code("0.127"), method="sparse", certify=False)
    values = sequence.values(16_000)
    alone = min(int(is_rare(mask, 64)[values].sum()) for mask in range(1, 64))
    assert sequence._source._sparse.counts[0] * 2 < alone


def test_kernels_are_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit.Kernel, "__call__", lambda kernel, *arguments: kernel.function(*arguments))
    monkeypatch.setattr("heapwise.engine.sequences.sparse._FIRST", 64)
    for rule in (rule_of_code("0.77"), take_all_but({2, 3}), take({2, 5, 9}), GRUNDY):
        assert Sequence(rule, method="dense", certify=False).values(300).tolist() == plain_values(rule, 300)
    for rule in (rule_of_code("0.16"), GRUNDY):
        assert Sequence(rule, method="sparse", certify=False).values(300).tolist() == plain_values(rule, 300)
    fast = Sequence(take_all_but({2, 5}), MISERE, method="dense", certify=False).values(300)
    assert fast.tolist() == Sequence(take_all_but({2, 5}), MISERE, method="plain", certify=False).values(300).tolist()


def test_everything_works_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "is_compiled", lambda: False)
    assert period_of(rule_of_code("0.177"), 1_500).preperiod == 497
    report = period_of(take({1, 3, 4}), 100, MISERE)
    values = Sequence(take({1, 3, 4}), MISERE, certify=False).values(20_000)
    assert values.tolist() == [report.value(n) for n in range(20_001)]


def test_the_mask_is_the_best_of_all() -> None:
    values = Sequence(rule_of_code("0.16"), method="plain").values(999)
    rare = [int(is_rare(mask, 64)[values].sum()) for mask in range(64)]
    assert rare[best_mask(np.bincount(values))] == min(rare[1:])
    sums = np.bitwise_xor.outer(np.arange(64), np.arange(64))
    table = is_rare(best_mask(np.bincount(values)), 64)
    assert (table[sums] == (table[:, None] == table[None, :])).all()


def test_three_and_more_heaps() -> None:
    for code in ("0.8", "0.f", "0.0c", "4.008"):
        assert plain_values(rule_of_code(code), 45) == by_definition(a_library_game(f"octal({code})"), 45)


def test_widths_grow_and_nothing_wraps() -> None:
    values = Sequence(take_all_but(()), certify=False, method="plain").values(300)
    assert values.tolist() == list(range(301))
    wide = Sequence(take_all_but({1})).values(200_000)
    assert wide[-1] == 100_000
    assert wide.dtype.itemsize == 4
    small = Sequence(take(range(1, 300)), certify=False).values(1_000)
    assert small.tolist() == [n % 300 for n in range(1_001)]


@needs_numba
def test_kernels_stop_before_a_value_that_has_no_room() -> None:
    assert Sequence(take_all_but(()), certify=False, method="dense").values(70_000).tolist() == list(range(70_001))
    assert Sequence(take(range(1, 300)), certify=False, method="dense").values(999).max() == 299


def test_memory_is_refused_before_it_is_taken() -> None:
    with pytest.raises(HeapwiseError) as refused:
        Sequence(rule_of_code("0.6"), memory=5_000).values(5_001)
    assert refused.value.code == "E331"
    assert refused.value.diagnostics[0].values["fits"] == 5_000
    assert len(Sequence(rule_of_code("0.6"), memory=5_000).values(4_999)) == 5_000


def test_indices_beyond_a_square_of_two_to_the_31() -> None:
    """CGSuite once counted wrongly at 92,679 = 2 * 46,340 - 1, where 46,341 is the least n with n * n >= 2^31."""
    heap = 92_679
    assert len(GRUNDY.options(heap)) == (heap - 1) // 2 == 46_339
    assert len(GRUNDY.options(20)) == len(a_library_game("grundy_game").options((20,)))


@needs_numba
def test_grundys_game_far_out() -> None:
    values = Sequence(GRUNDY).values(60_000)
    assert int(np.flatnonzero(values == 0)[-1]) == 1222
    assert (int(values.max()), int(values.argmax())) == (230, 45_668)
    for heap in (46_341, 59_999):
        options = {int(values[a]) ^ int(values[heap - a]) for a in range(1, (heap - 1) // 2 + 1)}
        assert values[heap] == next(v for v in range(300) if v not in options)


# -------------------------------------------------------------------------------------------------- periods


def octal_rows() -> Iterator[Any]:
    for row in known("octal_periods.tsv"):
        marks = {"ordinary": [], "compiled": [needs_numba], "slow": [pytest.mark.slow]}[row["effort"]]
        yield pytest.param(row, marks=marks, id=row["code"])


@pytest.mark.parametrize("row", list(octal_rows()))
def test_published_octal_periods(row: dict[str, str]) -> None:
    preperiod, period = int(row["preperiod"]), int(row["period"])
    upto = 2 * preperiod + 2 * period + len(row["code"]) - 2
    report = period_of(a_library_game(f"octal({row['code']})"), upto)
    assert (report.preperiod, report.period, report.saltus) == (preperiod, period, 0)
    assert report.certificate is not None
    assert report.certificate.criterion == "guy-smith"
    assert report.certificate.computed <= upto
    if row["max"]:
        assert report.values.max() == int(row["max"])
    if row["first_at"]:
        assert report.values.argmax() == int(row["first_at"])
    if preperiod < 20_000 or row["effort"] == "slow":
        assert recheck(report.certificate.as_data())


def test_one_value_less_proves_nothing() -> None:
    report = period_of(rule_of_code("0.177"), 1_037 - 2)
    assert (report.period, report.proved_by, report.needed) == (20, None, 1_037)
    assert period_of(rule_of_code("0.177"), 1_037 - 1).proved_by is not None
    assert "not proved" in str(report)
    assert report.as_data()["upto"] == 1_035


def test_a_bound_that_is_too_small_is_not_called_aperiodic() -> None:
    report = period_of(take_all_but({3, 5, 8}), 100)
    assert str(report) == "no period found up to 100"
    assert report.as_data() == {"period": None, "upto": 100}
    assert (period_of(take_all_but({3, 5, 8}), 160).period, period_of(take_all_but({3, 5, 8}), 160).saltus) == (78, 26)


@pytest.mark.parametrize("row", known("allbut_periods.tsv"), ids=lambda row: row["set"])
def test_known_all_but_periods(row: dict[str, str]) -> None:
    report = period_of(a_library_game(f"allbut({{{row['set']}}})"), 1_500)
    found = (report.preperiod, report.period, report.saltus)
    assert found == tuple(int(row[key]) for key in ("preperiod", "period", "saltus"))
    assert report.certificate is not None
    assert recheck(report.certificate.as_data())


def test_all_but_at_most_three_numbers_is_pure() -> None:
    """Siegel; Sleator and Slusky."""
    sets = [x for size in range(4) for x in combinations(range(1, 11), size)]
    assert len(sets) == 176  # 175 and the empty set
    for forbidden in sets:
        report = period_of(take_all_but(forbidden), 1_500)
        assert report.proved_by is not None
        assert report.pure


def test_all_but_four_numbers_has_five_exceptions() -> None:
    sets = list(combinations(range(1, 9), 4))
    reports = {x: period_of(take_all_but(x), 1_500) for x in sets}
    assert len(sets) == 70
    assert all(r.proved_by is not None for r in reports.values())
    exceptions = {",".join(map(str, x)) for x, r in reports.items() if not r.pure}
    assert exceptions == {row["set"] for row in known("allbut_periods.tsv") if row["set"].count(",") == 3}


def test_flammenkamp_with_three_moves() -> None:
    """The least period of the outcomes is a sum of two moves: refuted 213 times; that it divides one: always true."""
    equal = divides = total = 0
    for a, b, c in combinations(range(1, 25), 3):
        if a + b != c:
            report = period_of(take({a, b, c}), 3_000, of_outcomes=True)
            assert report.proved_by is not None
            assert report.period is not None
            sums = {a + b, a + c, b + c}
            total += 1
            equal += report.period in sums
            divides += any(s % report.period == 0 for s in sums)
    assert (total, total - equal, divides) == (1_892, 213, 1_892)


def test_outcomes_may_have_a_smaller_period() -> None:
    outcomes = period_of(take({1, 3, 4}), 100, of_outcomes=True)
    values = period_of(take({1, 3, 4}), 100)
    assert values.period == 7
    assert outcomes.period == 7
    assert period_of(take({2, 3}), 100, of_outcomes=True).period == 5
    kayles = period_of(rule_of_code("0.77"), 200, of_outcomes=True)
    assert (kayles.preperiod, kayles.period) == (1, 1)  # every heap but the empty one is a win
    assert "Guy and Smith" in str(kayles.proved_by)


@pytest.mark.parametrize("play", [NORMAL, MISERE, preference((1, 2, 0))], ids=str)
@pytest.mark.parametrize("rule", [take({1, 3, 4}), take_all_but({2, 3, 7}), take_all_but({1})], ids=str)
def test_periods_of_outcomes_hold(rule: HeapRule, play: Play) -> None:
    report = period_of(rule, 600, play, of_outcomes=True)
    assert report.certificate is not None
    assert recheck(report.certificate.as_data())
    assert report.saltus == 0
    wanted = Sequence(rule, play, certify=False, method="plain").values(900)
    assert [report.value(n) for n in range(901)] == wanted.tolist()


def test_no_period_of_misere_outcomes_where_heaps_split() -> None:
    with pytest.raises(HeapwiseError) as refused:
        period_of(a_library_game("kayles"), 100, MISERE)
    assert refused.value.code == "E332"
    with pytest.raises(HeapwiseError) as refused:
        period_of(a_library_game("nim(2)"), 100)
    assert refused.value.code == "E334"


def test_games_without_a_rule_have_patterns_and_no_theorems() -> None:
    report = period_of(a_library_game("kayles_circle"), 60)
    assert (report.preperiod, report.period, report.proved_by) == (3, 1, None)
    assert period_of(a_library_game("mark"), 60).period is None


def test_no_theorem_for_splits_that_grow() -> None:
    report = period_of(a_library_game("lasker_nim"), 200)
    assert (report.preperiod, report.period, report.saltus, report.proved_by) == (1, 4, 4, None)
    assert "not proved" in str(report)


def test_no_theorem_of_guy_and_smith_for_unequal_parts() -> None:
    rule = HeapRule((Removal(Amounts.of(1)),), (Split(1, 2, 1, unequal=True),))
    report = period_of(rule, 2_000)
    assert report.certificate is None


# --------------------------------------------------------------------------------------------- certificates


CERTIFIED = [
    rule_of_code("0.77"), rule_of_code("4.0"), rule_of_code("0.15"), take({2, 5, 7}), take(()),
    take_all_but({2, 3, 6, 8}), HeapRule(splits=(Split(1, 3),), removals=(Removal(Amounts.of(1)),)),
    HeapRule((Removal(Amounts.of(1, 2), when=When(2, frozenset({1}))), Removal(Amounts.of(3)))),
]  # fmt: skip


@pytest.mark.parametrize("rule", CERTIFIED, ids=str)
def test_proved_periods_go_on(rule: HeapRule) -> None:
    report = period_of(rule, 400)
    if report.certificate is None:
        pytest.skip("nothing is proved")
    assert recheck(report.certificate.as_data())
    wanted = plain_values(rule, 1_000)
    assert [report.value(n) for n in range(1_001)] == wanted
    assert Sequence(rule).values(1_000).tolist() == wanted


def test_most_of_these_are_certified() -> None:
    assert sum(period_of(rule, 400).certificate is not None for rule in CERTIFIED) >= 7


def test_no_period_is_proved_too_early() -> None:
    """However few values there are: what is proved from them is the period of all."""
    early = 0
    for forbidden in combinations(range(1, 9), 4):
        true = period_of(take_all_but(forbidden), 1_500)
        for upto in range(10, 60, 7):
            report = period_of(take_all_but(forbidden), upto)
            if report.certificate is not None:
                early += 1
                assert recheck(report.certificate)
                found = (report.preperiod, report.period, report.saltus)
                assert found == (true.preperiod, true.period, true.saltus)
    assert early > 200


@settings(max_examples=150, deadline=None, derandomize=True)
@given(
    st.lists(
        st.tuples(st.sets(st.integers(1, 5), min_size=1, max_size=2), st.integers(1, 4), st.sets(st.integers(0, 3))),
        min_size=1,
        max_size=3,
    ),
    st.integers(4, 40),
    st.booleans(),
)
def test_conditions_do_not_let_a_period_be_proved_too_early(
    lines: list[tuple[set[int], int, set[int]]], upto: int, splits: bool
) -> None:
    whens = [When(modulus, frozenset(r % modulus for r in residues)) for _, modulus, residues in lines]
    removals = [Removal(Amounts(frozenset(line[0])), when=when) for line, when in zip(lines, whens, strict=True)]
    rule = HeapRule(tuple(removals), (Split(2, 2, 1, when=whens[0]),) if splits else ())
    report = period_of(rule, upto)
    if report.proved_by is not None and report.certificate is not None:
        assert recheck(report.certificate)
        assert [report.value(n) for n in range(301)] == plain_values(rule, 300)


def test_values_of_one_period_under_conditions_of_another() -> None:
    """The values 0, 0, 0, ... go on for three heaps before the rule lets anything be taken."""
    rule = HeapRule((Removal(Amounts.of(1), when=When(5, frozenset({4}))),))
    for upto in range(3, 30):
        report = period_of(rule, upto)
        assert report.proved_by is None or report.period == 5
    assert period_of(rule, 30).proved_by is not None


def changed(data: dict[str, Any], /, **values: Any) -> dict[str, Any]:
    return {**copy.deepcopy(data), **values}


@pytest.mark.parametrize("rule", [rule_of_code("0.77"), take({1, 3, 4}), take_all_but({2, 3, 6, 8})], ids=str)
def test_changed_certificates_are_refused(rule: HeapRule) -> None:
    certificate = period_of(rule, 400).certificate
    assert certificate is not None
    data = json.loads(json.dumps(certificate.as_data()))
    assert recheck(data)
    n0, p, s, count = data["preperiod"], data["period"], data["saltus"], data["computed"]
    lies = [
        changed(data, preperiod=n0 - 1), changed(data, period=p + 1), changed(data, saltus=s + 1),
        changed(data, computed=count - 1), changed(data, computed=10**3 if s else 1), changed(data, period=0),
        changed(data, criterion="it is so"), changed(data, rule={}), changed(data, seats=[0, 1]), {},
        changed(data, rule=rule_to_data(take({2, 9}))),
    ]  # fmt: skip
    if data["criterion"] != "state":
        assert not recheck(changed(data, computed=count - 1))
    accepted = [lie for lie in lies if recheck(lie)]
    assert len(accepted) <= 2
    for lie in accepted:  # what is true for another reason may pass, what is false may not
        play = None if lie["seats"] is None else preference(tuple(lie["seats"]))
        sequence = Sequence(rule_from_data(lie["rule"]), play, method="plain", certify=False)
        values = sequence.values(1_000).astype(int)
        start, period, saltus = lie["preperiod"], lie["period"], lie["saltus"]
        assert (values[start + period :] == values[start:-period] + saltus).all()


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.sets(st.integers(1, 9), max_size=4), st.booleans(), st.integers(0, 30), st.integers(1, 30), st.integers(0, 6))
def test_shifts_are_decided_rightly(amounts: set[int], all_but: bool, start: int, period: int, saltus: int) -> None:
    rule = take_all_but(amounts) if all_but else take(amounts)
    report = period_of(rule, 1_500)
    assert report.proved_by is not None
    values = plain_values(rule, 1_200)
    true = all(values[n + period] == values[n] + saltus for n in range(start, 1_200 - period))
    failure = first_failure(report, start, period, saltus)
    assert (failure is None) == true
    if failure is not None:
        assert values[failure + period] != values[failure] + saltus
        assert all(values[n + period] == values[n] + saltus for n in range(start, failure))


def test_failures_far_out_follow_from_the_period() -> None:
    kayles = period_of(rule_of_code("0.77"), 500)
    assert first_failure(kayles, 71, 12, 0) is None
    assert first_failure(kayles, 70, 12, 0) == 70
    assert first_failure(kayles, 10**9, 24, 0) is None
    assert first_failure(kayles, 10**9, 13, 0) is not None
    lasker = period_of(a_library_game("lasker_nim"), 300)
    assert first_failure(lasker, 1, 4, 4) is None
    assert first_failure(lasker, 0, 4, 4) == 0


def test_inner_periods() -> None:
    """Suetsugu, Definition 11 and Corollary 1: k is one of ALLBUT({k, m}), k < m; any p is one of ALLBUT({})."""
    for k in range(1, 7):
        for m in range(k + 1, 13):
            assert is_inner_period(period_of(take_all_but({k, m}), 600), k)
    all_of_them, three = period_of(take_all_but(()), 100), period_of(take({1, 2, 3}), 100)
    assert all(is_inner_period(all_of_them, inner) for inner in range(1, 7))
    assert [inner for inner in range(1, 9) if is_inner_period(three, inner)] == [1, 2, 4]
    assert is_inner_period(period_of(take_all_but({1, 4, 7, 8}), 600), 1) is False
    assert is_inner_period(period_of(a_library_game("lasker_nim"), 100), 1) is None


def direct_inner(report: PeriodReport, inner: int) -> bool:
    assert report.period is not None
    assert report.saltus is not None
    for times in range(1, 40):
        p, s = times * report.period, times * report.saltus
        if p % inner == 0 and s % inner == 0:
            values = [report.value(n) or 0 for n in range(p + 2)]
            return all(values[k] % inner == k % inner for k in range(p)) and all(
                values[k + 1] == values[k] + 1 for k in range(p) if k % inner != inner - 1
            )
    return False


@settings(max_examples=30, deadline=None, derandomize=True)
@given(st.sets(st.integers(1, 7), max_size=3), st.booleans(), st.integers(1, 12))
def test_inner_periods_by_definition(amounts: set[int], all_but: bool, inner: int) -> None:
    report = period_of(take_all_but(amounts) if all_but else take(amounts), 1_500)
    if report.pure:
        assert is_inner_period(report, inner) is direct_inner(report, inner)


# -------------------------------------------------------------------------------------------- on disk, command


def test_saved_values_are_resumed(tmp_path: Path) -> None:
    path, sequence = tmp_path / "grundy.json", Sequence(GRUNDY, method="plain")
    sequence.values(500)
    save(sequence, path)
    sequence.values(800)
    save(sequence, path)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["grundy.801.npy", "grundy.json"]
    resumed = load(path)
    assert resumed.rule == GRUNDY
    assert resumed.column.count == 801
    assert resumed.values(1_000).tolist() == plain_values(GRUNDY, 1_000)
    misere = Sequence(take({1, 4}), MISERE)
    misere.values(100)
    save(misere, tmp_path / "misere.json")
    wanted = Sequence(take({1, 4}), MISERE, certify=False).values(2_000)
    assert load(tmp_path / "misere.json").values(2_000).tolist() == wanted.tolist()


@pytest.mark.parametrize("damage", ["values", "header", "name", "rule", "missing"])
def test_damaged_files_are_refused(tmp_path: Path, damage: str) -> None:
    path, sequence = tmp_path / "kayles.json", Sequence(rule_of_code("0.77"))
    sequence.values(100)
    save(sequence, path)
    header = json.loads(path.read_text())
    data = tmp_path / header["data"]
    if damage == "values":
        np.save(data, np.zeros(101, np.uint16))
    elif damage == "missing":
        data.unlink()
    else:
        changes = {"header": "not JSON", "name": json.dumps(changed(header, data="../x.npy"))}
        path.write_text(changes.get(damage, json.dumps(changed(header, rule={"first": -1}))))
    with pytest.raises(HeapwiseError) as refused:
        load(path)
    assert refused.value.code == "E335"


def test_a_long_run_goes_on_from_what_was_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heapwise.engine.sequences.grundy._CHUNK", 200_000)
    path, rule, ticks = tmp_path / "g.json", rule_of_code("0.16"), iter(range(20))
    with pytest.raises(StopIteration):
        period_of(rule, 6_000, tick=lambda: next(ticks) and None, keep=path)
    begun = load(path).column.count
    assert 500 < begun < 6_000
    looked: list[int] = []
    report = period_of(rule, 6_000, tick=lambda: looked.append(1), keep=path)
    assert looked
    assert report.values.tolist() == Sequence(rule, certify=False).values(6_000).tolist()
    assert load(path).column.count == 6_001
    looked.clear()
    assert period_of(rule, 6_000, tick=lambda: looked.append(1), keep=path) == report
    assert not looked
    assert len(list(tmp_path.iterdir())) == 2
    with pytest.raises(HeapwiseError) as refused:
        period_of(rule_of_code("0.77"), 100, keep=path)
    assert refused.value.code == "E335"
    with pytest.raises(HeapwiseError) as refused:
        period_of(rule, 100, keep=tmp_path / "nowhere" / "g.json")
    assert refused.value.code == "E321"


def test_the_command_keeps_values(tmp_path: Path) -> None:
    path = tmp_path / "kayles.json"
    first = run("kayles", "--upto", "1000", "--keep", str(path))
    assert first == run("kayles", "--upto", "1000", "--keep", str(path)) == run("kayles", "--upto", "1000")
    assert load(path).column.count >= 168


def test_what_is_kept_and_not_proved_has_a_checksum(tmp_path: Path) -> None:
    """It is that of the values in one byte each, here, however many runs it took."""
    path = tmp_path / "g.json"
    run("octal(0.16)", "--upto", "500", "--keep", str(path))
    said = run("octal(0.16)", "--upto", "1000", "--keep", str(path))[1]
    values = bytes(plain_values(rule_of_code("0.16"), 1_000))
    assert f"1001 values are kept, with sha256 {hashlib.sha256(values).hexdigest()}" in said


def test_widths_of_columns() -> None:
    column = HeapValues(np.uint8, memory=1_000)
    column.reserve(10)
    column.admit(70_000)
    assert column.data.dtype == np.uint32
    with pytest.raises(HeapwiseError):
        column.reserve(300)


def run(*arguments: str) -> tuple[int, str]:
    from heapwise.app.registry import cli

    result = CliRunner().invoke(cli, ["period", *arguments])
    return result.exit_code, result.output


def test_the_command() -> None:
    assert run("kayles", "--upto", "1000") == (
        0,
        "kayles, Grundy values   (code 0.77)\npreperiod 71\nperiod    12\n"
        "proved by Guy and Smith: 168 values are known, 2*71 + 2*12 + 2 of them suffice\n",
    )
    code, text = run("allbut({2, 3, 7})", "--upto", "100", "--json")
    assert code == 0
    assert {k: v for k, v in json.loads(text).items() if k != "proved_by"} == {
        "preperiod": 0, "period": 4, "saltus": 2, "pure": True
    }  # fmt: skip
    assert run("octal(0.6)", "--upto", "200", "--json") == (0, '{"period": null, "upto": 200}\n')
    code, text = run("kayles", "--upto", "100", "--play", "misere")
    assert code == 2
    assert "E332" in text


def test_kernels_name_no_game() -> None:
    """The code of this package knows rules, not names."""
    folder = Path(kernels.__file__).parent
    names = {name for name in library().names() if len(name) > 4}
    assert names
    for path in folder.glob("*.py"):
        quoted = {word for name in names for word in (f'"{name}"', f"'{name}'") if word in path.read_text()}
        assert not quoted


@pytest.mark.parametrize("name", ["codes", "periods", "recheck", "recognise", "sequence"])
def test_examples_in_docstrings(name: str) -> None:
    found = doctest.testmod(importlib.import_module(f"heapwise.engine.sequences.{name}"))
    assert found.attempted
    assert not found.failed
