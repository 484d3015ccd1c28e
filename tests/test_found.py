"""What `bench/campaign.py` has found, each as a small test."""

from __future__ import annotations

import hashlib
import json
import os
import pickle  # noqa: TID251 - as processes of ours do
import re
from collections.abc import Callable, Container
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import heapwise as hw
from heapwise.api import Game as ApiGame
from heapwise.app.registry import cli
from heapwise.app.verdicts import verdict_lines
from heapwise.checks.compiled_check import formula_of
from heapwise.claims.exact_check import Judge
from heapwise.claims.far_cases import contradicted_at, far_contradiction
from heapwise.claims.hashes import claims_hash, rules_hash, schema_hash
from heapwise.claims.instances import instance_of_values, instances
from heapwise.claims.plain_data import position_words
from heapwise.claims.region import describe
from heapwise.claims.resolve import written_claims
from heapwise.claims.small_cases import false_position
from heapwise.claims.wording import stated
from heapwise.discovery.families import families_of
from heapwise.discovery.survey import SurveyRow
from heapwise.discovery.survey_patterns import patterns_of
from heapwise.documents.library import Document, game_named, library
from heapwise.documents.lint import lint
from heapwise.documents.probe import small_games
from heapwise.documents.search import document_at
from heapwise.engine.far import FarValues
from heapwise.engine.grid.choice import FillWay
from heapwise.engine.grid.solving import ways
from heapwise.engine.sequences import period_of
from heapwise.errors import HeapwiseError
from heapwise.messages.speech import said
from heapwise.model.expand import ground
from heapwise.model.ground import GroundGame
from heapwise.numbers import UndefinedValue
from heapwise.proof.far_look import mistranslated_at
from heapwise.proof.moves import moves_of
from heapwise.proof.obligations import why_play_ends
from heapwise.proof.outside import Outside
from heapwise.proof.sums import heap_value
from heapwise.proof.uniform import prove_uniformly
from heapwise.proof.ways import WAYS
from heapwise.questions import read_play
from heapwise.questions.sweep import filled_in, sweep_of
from heapwise.records import replace
from heapwise.reference.conventions import NORMAL, Grundy
from heapwise.reference.interpreter import Interpreter
from heapwise.rules.game import Game
from heapwise.running.last_verdicts import recall
from heapwise.source import Source
from heapwise.tables.boxes import axes, box
from heapwise.tables.stored.job import TableJob
from heapwise.tables.stored.run import store
from heapwise.terms.position import Component, Position
from heapwise.verify import kinds


def test_a_vector_that_holds_no_positions_is_shown_as_it_is() -> None:
    """`lint` met it in a text in which `p[S]` had lost its `p`."""
    rules = "game mine(G[m] in games)\n    positions p[m] of G\n    move p[S] -> q for S = {1}, q in options([S])\n"
    game = hw.parse(rules)["mine"](["nim(1)"])
    with pytest.raises(HeapwiseError, match="E026"):
        game.options([1])


def test_what_is_asked_of_a_sequence_is_no_constant() -> None:
    """The second evaluator looks at it wherever the first has been; found by the published periods."""
    found = hw.check("claims\ntheorem it: period(kayles) = 12 and preperiod(kayles) = 71 and saltus(kayles) = 0")
    assert [verdict.word for verdict in found] == ["holds"]


@pytest.mark.parametrize("method", ["auto", "table", "local", "proof"])
def test_a_game_without_positions_is_no_reason_to_stumble(method: str) -> None:
    text = "game none\n    heap n\n    legal n < 0\n    move n -> n - t for t in 1..n\n"
    (verdict,) = hw.check(f"{text}claims for none\nconjecture it: G(n) = n  check upto 9", method=method)
    assert verdict.word == "error"
    assert "nothing" in str(verdict.reason)


@pytest.mark.parametrize("amounts", ["{v + 1 for v in options(one, n)}", "{len(options(two, n))}"])
def test_options_that_need_themselves_are_a_message(amounts: str) -> None:
    two = "game two\n    heap n\n    move n -> n - 1 where len(options(one, n)) > 0\n"
    text = f"game one\n    heap n\n    move n -> n - t for t in {amounts} | {{1}}\n\n{two}"
    with pytest.raises(HeapwiseError, match="are needed before they are known"):
        hw.parse(text)["one"]().options([3])


def test_a_long_chain_of_options_needs_no_deep_stack() -> None:
    """Values from below find the options before; a single position far out is a message."""
    game = hw.parse("game two\n    heap n\n    move n -> n - 1 where n <= 1 or len(options(two, n - 1)) > 0\n")["two"]()
    assert game.grundy([30]) == 0
    with pytest.raises(HeapwiseError, match="wait for those of"):
        game.options([3000])


def test_ranks_of_several_players_never_come_from_a_table_of_numbers() -> None:
    """A table has one number for each position, under orders a position has a rank for each player."""
    law = "(W(x, 0) = 2 iff nimsum(x; 3) = 0) and W(x, 1) = (W(x, 0) + 1) mod 3"
    orders = "orders ((0, 1, 2), (1, 2, 0), (2, 0, 1))"
    (verdict,) = hw.check(
        f"claims for nim(n)\nconjecture it under {orders}: {law}  check n = 6, upto 2", method="table"
    )
    assert (verdict.word, verdict.positions) == ("holds", 729)


def test_the_search_for_a_loop_ends_where_sums_grow() -> None:
    """Dawson's chess with a slip in it: n becomes n and 0, which is longer and longer."""
    game = hw.parse("game slip\n    heap n\n    move n -> slip(i) + slip(0)   for i in 1..n\n")["slip"]()
    with pytest.raises(HeapwiseError, match=r"E02[23]"):
        game.options([1])


_PERHAPS_EMPTY = "game perhaps_empty(n in 0..)\n    heaps x[n]\n    move x[i] -> y   for i in 1..n, y in 0..x[i]-1\n"


@pytest.mark.parametrize("always", ["any(x[i] >= 0 for i in 1..n)", "max(x) >= 0"])
def test_a_theorem_for_every_n_is_no_theorem_of_no_heaps(always: str) -> None:
    """What is always true of some heap was proved for every n >= 0, and its certificate verified."""
    text = f"claims for perhaps_empty(n)\ntheorem it: P(x) iff nimsum(x) = 0 and {always}  check n in 1..2, upto 2"
    (claim,) = hw.parse(_PERHAPS_EMPTY + text).claims
    (found,) = prove_uniformly(claim, WAYS).proved
    assert [one.values for one in found.excluded] == [{"n": 0}]
    words = [verdict.word for verdict in hw.check(_PERHAPS_EMPTY + text.replace("1..2", "0..0"), method="table")]
    assert words in (["refuted"], ["error"])


def test_positions_without_heaps_have_no_tables_that_grow() -> None:
    """A box of any side has one position, and larger ones were looked for without end."""
    text = "claims for perhaps_empty(n)\ntheorem it: max(x) >= 0 implies P(x)  check n = 0, upto 2"
    verdict, *_ = hw.check(_PERHAPS_EMPTY + text, method="proof")
    assert verdict.word != "proved"


def test_plans_and_findings_of_a_game_without_heaps(tmp_path: Path) -> None:
    """The sides of its tables were roots of degree 0."""
    file = tmp_path / "empty.game"
    file.write_text(_PERHAPS_EMPTY)
    shown, asked = ["show", "perhaps_empty(0)", "--stage", "plan"], ["value", "perhaps_empty(0)", ""]
    for command in (shown, ["find", "perhaps_empty(0)"], asked):
        result = CliRunner().invoke(cli, [*command, "-f", str(file)])
        assert (result.exit_code, result.exception) == (0, None)


def test_a_claim_that_is_stated_for_nothing_is_not_as_stated(tmp_path: Path) -> None:
    """`prove` proved it for every n, and the error that it speaks of nothing was not counted."""
    file = tmp_path / "none.claims"
    file.write_text("claims for nim(n)\ntheorem it: P(x) iff nimsum(x) = 0 where n < 1 check n in 1..3, upto 2\n")
    assert CliRunner().invoke(cli, ["prove", str(file)]).exit_code == 3


def test_a_component_of_a_row_that_is_not_there_is_not_there() -> None:
    rules = "game rows(m in 1..)\n    heaps x[1, m]\n    move x[1, j] -> y for j in 1..m, y in 0..x[1, j]-1\n"
    claim = "conjecture it: G(x) = nimsum(x[0, j] for j in 1..m) check m = 2, upto 2"
    (verdict,) = hw.check(f"{rules}claims for rows(m)\n{claim}")
    assert verdict.word in ("error", "refuted")
    assert "stumbled" not in str(verdict.reason)


def test_some_of_some_heaps_are_no_place_of_a_move() -> None:
    with pytest.raises(HeapwiseError, match="E054"):
        hw.parse("game mine\n    heaps x[2]\n    move x[S][S] -> 0 for S in subsets(1..2)\n")


def test_the_least_of_three_numbers_is_a_cap() -> None:
    game = hw.parse("game mine\n    heap n\n    move n -> cap(n - 1, 3, 5)   where n > 0\n")["mine"]()
    assert list(game.table(upto=9).values) == [game.grundy(n) for n in range(10)]


def test_what_other_ways_are_compared_with_is_a_region_that_no_move_leaves() -> None:
    """A move raises x[4] out of the small box by which numpy was tried: that cannot see what lies outside."""
    text = """game grows
    heaps x[4] in 0..4
    move x[1] -> x[1] - t   for t in {4, 5} where gcd(x[4], t) = 2 * x[1]
    move x[3] -> x[3] - t, x[4] -> x[4] + s   for t in 1..x[3], s in 0..t-1 where 2 divides x[3]
    move x[4] -> x[4] - t   for t in 1..x[4]
"""
    game = hw.parse(text)["grows"]()
    values = game.table(upto=4).values
    assert all(values[x] == game.grundy(x) for x in product((2, 4), (0, 4), range(5), range(5)))


def test_options_of_a_compound_that_need_themselves_are_a_message() -> None:
    """`[i]` is a position of the compound itself; its options needed themselves until the stack was full."""
    rules = "game mine(G[m] in games)\n    positions p[m] of G\n    move p[i] -> q   for i in 1..m, q in options([i])\n"
    with pytest.raises(HeapwiseError, match="are needed before they are known"):
        hw.parse(rules)["mine"](["nim(1)"]).options([1])


@pytest.mark.parametrize("clause", ["heap t in 0..n", "heaps t[n]", "positions t of nim(n)"])
def test_components_do_not_depend_on_components(clause: str) -> None:
    """`lint` met `heap t in 1..min(n, limit)`, and stumbled, as it did over sizes and games."""
    with pytest.raises(HeapwiseError, match="E093"):
        hw.parse(f"game mine\n    heap n\n    {clause}\n    move n -> n - 1\n")["mine"]()


def test_a_period_is_seen_below_a_number_of_the_rules() -> None:
    """`find` said that there was no period up to 50, because the rules speak of 60."""
    game = hw.parse("game late\n    heap n\n    move n -> n - t for t in 1..3 where t <= n, n != 60\n")["late"]()
    report = period_of(game.rules, 50)
    assert (report.preperiod, report.period, report.proved_by) == (0, 4, None)


def test_a_certificate_of_no_heaps_is_compared(tmp_path: Path) -> None:
    """The cube of positions had the root of degree 0 as its side."""
    file = tmp_path / "none.claims"
    file.write_text(
        _PERHAPS_EMPTY + "claims for perhaps_empty(n)\nquestion it: G(x) = nimsum(x)  check n = 0, upto 2\n"
    )
    run = CliRunner().invoke
    assert run(cli, ["check", str(file), "--method", "proof", "--certificate", str(tmp_path / "c")]).exit_code == 0
    assert "perhaps_empty-it-n=0.json" in [path.name for path in (tmp_path / "c").iterdir()]
    assert run(cli, ["verify", str(tmp_path / "c")]).exit_code == 0


@pytest.mark.parametrize("call", ["abs(0, n)", "floor(n, 2)", "ceil()", "cap(n)", "cap()"])
def test_functions_are_called_with_as_much_as_they_take(call: str) -> None:
    with pytest.raises(HeapwiseError, match="E033"):
        hw.parse(f"game mine\n    heap n\n    move n -> n - 1 where {call} < n\n")["mine"]()


def test_what_lies_in_a_folder_and_is_no_file_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A link to itself stopped every question, and a pipe was waited for."""
    monkeypatch.chdir(tmp_path)
    for ending in ("game", "claims", "automaton", "json"):
        os.symlink(f"loop.{ending}", f"loop.{ending}")
        os.mkfifo(f"pipe.{ending}")
    run = CliRunner().invoke
    assert run(cli, ["value", "nim(1)", "3"]).exit_code == 0
    assert run(cli, ["lint", "."]).exit_code == 0
    for command in (["check", "."], ["verify", "."], ["report", ".", "-o", "x.html"], ["lint", "loop.game"]):
        assert "E0" in run(cli, command).output or "E358" in run(cli, command).output
    refused = run(cli, ["table", "nim(1)", "--upto", "2", "-o", "loop.json"])
    assert "E321" in refused.output


def test_exceptions_are_described_by_components_of_all_kinds() -> None:
    """A vector beside a number has more components than names."""
    rules = "game mine\n    heaps x[2]\n    cell c in 0..2\n    move x[1] -> x[1] - 1 where c > 0\n"
    (verdict,) = hw.check(f"{rules}claims for mine\nconjecture it: not terminal(x, c)  check upto 3", method="table")
    assert (verdict.word, verdict.exceptions) == ("refuted", 24)
    assert "c" in str(verdict.hint)


@pytest.mark.parametrize(("game", "preperiod"), [("octal(0.8)", 4), ("allbut({2, 3, 7})", 3), ("nim(1)", 1)])
def test_outcomes_have_a_period_where_values_only_grow(game: str, preperiod: int) -> None:
    """Values with a saltus, or that are only seen to repeat, were said to have outcomes without a period."""
    report = period_of(hw.game(game).rules, 300, of_outcomes=True)
    assert (report.preperiod, report.period, report.saltus) == (preperiod, 1, 0)


def test_exceptions_are_exactly_described_where_the_premise_is_true() -> None:
    """3, 7, ... are no exceptions: of them the claim says nothing."""
    claim = "conjecture it: n >= 20 implies G(n) <= 2  check S = {1, 2, 3}, upto 39"
    (verdict,) = hw.check(f"claims for subtraction(S)\n{claim}", method="table")
    assert (verdict.exceptions, verdict.hint) == (5, "exactly where n mod 4 = 3, where the premise is true")


NOWHERE = ("for n in 3..2", "for n in {}", "for n in 3.. where n < 2", "for n in 2..4 where n mod 7 = 6")


@pytest.mark.parametrize("stated", NOWHERE)
def test_what_is_stated_for_no_choice_of_parameters_is_no_theorem(stated: str) -> None:
    """`prove` said E072 and, beside it, `proved, every n >= 3`."""
    text = f"claims for nim(n)\nquestion it: P(x) iff nimsum(x) = 0 {stated}  check n in 1..3, upto 2"
    for method in ("proof", "auto"):
        found = hw.check(text, method=method)
        assert [verdict.word for verdict in found] == ["error"]
        assert all(verdict.quantifiers is None or not verdict.quantifiers.proved for verdict in found)


@pytest.mark.parametrize("stated", ["2..4", "1..4", "{2, 3}", "3.."])
def test_a_theorem_is_about_what_is_stated(stated: str) -> None:
    """`for n in 2..4` was proved for every n >= 2, which is true, and was not stated."""
    (claim,) = hw.parse(
        f"claims for nim(n)\nquestion it: P(x) iff nimsum(x) = 0 for n in {stated}  check upto 2"
    ).claims
    (found,) = prove_uniformly(claim, WAYS).proved
    assert found.ranges == {"n": stated}


def test_a_period_is_seen_that_the_second_half_shows_six_times() -> None:
    report = period_of(hw.game("octal(0.047)").rules, 400)
    assert (report.preperiod, report.period, report.proved_by) == (189, 32, None)


@pytest.mark.parametrize("both", ["p <= q, q <= p", "p = q", "p != q, p = q", "2 * p = n - 1"])
def test_parts_bounded_from_both_sides_are_equal_and_not_all(both: str) -> None:
    """`p <= q` and `q <= p` were read as one of them; the heaps that were compared lay below the move."""
    text = f"""game half
    heap n
    move n -> n - t for t in 1..2 where n >= t, n < 100
    move n -> half(p) + half(q) for (p, q) in splits(n - 1, 2, 0) where n >= 100, {both}
"""
    half = hw.parse(text)["half"]()
    expected = [half.table(upto=99)[n] for n in range(100)]
    for n in range(100, 111):  # the mex of nothing, or of two equal heaps
        expected.append(0 if n % 2 == 0 or both == "p != q, p = q" else 1)
    assert half.table(upto=110)[:].tolist() == expected


@pytest.mark.parametrize(
    ("statement", "rest"),
    [("nimsum(x) = 0", "check n = 2, k = 1"), ("nimsum(x) = 0 and nimsum(x; 1) = 0", "for n = 2 check k = 1")],
)
def test_certificates_where_a_parameter_is_not_used_or_all_digit_sums_are_0(
    statement: str, rest: str, tmp_path: Path
) -> None:
    """A parameter that is free and names no digit; digit sums modulo 1: `verify` refused what `prove` had written."""
    file = tmp_path / "g.game"
    rules = "game g(n in 1.., k in 1..)\n heaps x[n]\n move x[i] -> y for i in 1..n, y in 0..x[i]-1\n"
    claim = f"claims for g(n, k)\ntheorem it: P(x) iff {statement} {rest}, upto 2\n"
    file.write_text(rules + claim)
    run = CliRunner().invoke
    assert run(cli, ["prove", str(file), "--certificate", str(tmp_path / "c")]).exit_code == 0
    assert any("every" in path.name for path in (tmp_path / "c").iterdir())
    assert run(cli, ["verify", str(tmp_path / "c")]).exit_code == 0


def test_as_many_heaps_as_a_power_of_a_parameter() -> None:
    """`heaps x[n^2]` was said to need its own value."""
    text = (
        "game g(n in 1.., m in 1..)\n heaps x[n^m]\n heap y in 0..m^2\n move x[i] -> 0 for i in 1..n^2 where x[i] = 1"
    )
    assert hw.parse(text)["g"](2, 2).table(upto=1).shape == (2, 2, 2, 2, 5)


NO_MOVES = {
    "x[i] -> y for j in n..6, i in 1..n, y in 0..x[i]-1": "P(x) iff nimsum(x) = 0",
    "x[S] -> y for S in subsets(1..n, 1..n - 1), y in 0..x[S]-1": "sum(x) = 1 implies P(x)",
    "x[S] -> y for S in subsets(1..n, 1..0), y in 0..x[S]-1": "P(x) iff max(x) > 0",
    "x[S] -> y for S in subsets(1..n, 2..0), y in 0..x[S]-1": "P(x) iff max(x) = 0",
}


@pytest.mark.parametrize("move", NO_MOVES)
def test_moves_that_some_numbers_of_heaps_do_not_have(move: str) -> None:
    """An empty range in front of the heaps was forgotten, so was one of the heaps themselves under misere play; and
    bounds that leave no number were no message."""
    under = "" if "n..6" in move else " under misere"
    text = f"game g(n in 1..)\n    heaps x[n]\n    move {move}\n\nclaims for g(n)\n\n"
    text += f"question it{under}:\n    {NO_MOVES[move]}\n    check n = 2, upto 2\n"
    found = hw.check(hw.parse(text), method="proof")
    assert found[-1].word == "refuted"
    assert all(v.quantifiers is None or not v.quantifiers.proved for v in found)


def test_an_attempt_that_cannot_be_made_takes_no_other_claim_with_it() -> None:
    """A remainder that is divided again stood for no coordinate, and `prove` ended there."""
    text = """game s(p in 1..)
    heap h
    move h -> h - t for t in 1..h where h < p

claims for s(p)

question it:
    P(h) iff floor((h mod p) / p) = 0
    check p in 2..2, upto 4

question other:
    P(h) implies G(h) = 0
    check p in 2..2, upto 4
"""
    assert [verdict.word for verdict in hw.check(hw.parse(text), method="proof")] == ["refuted", "proved"]


def test_what_lies_in_the_place_of_values_is_not_written_over(tmp_path: Path) -> None:
    """`period --keep K` took any `K.201.npy` for its own."""
    for name, other in (("a", "nim(2)"), ("b", "nim(1)")):
        hw.game(other).table(upto=3).save(tmp_path / f"{name}.201.npy")
        before = (tmp_path / f"{name}.201.npy").read_bytes()
        with pytest.raises(HeapwiseError, match="E367"):
            period_of(hw.game("octal(0.6)").rules, 200, keep=tmp_path / name)
        assert (tmp_path / f"{name}.201.npy").read_bytes() == before
    (tmp_path / "c.201.npy").write_text("precious")
    with pytest.raises(HeapwiseError, match="E367"):
        period_of(hw.game("octal(0.6)").rules, 200, keep=tmp_path / "c")
    period_of(hw.game("octal(0.6)").rules, 200, keep=tmp_path / "d")
    (tmp_path / "d").unlink()  # as a run leaves it that was interrupted before the header
    period_of(hw.game("octal(0.6)").rules, 200, keep=tmp_path / "d")


def test_sentences_about_numbers_are_said_of_numbers() -> None:
    """`3,280 局面のうち a table 局面`"""
    assert said("a table of 3,280 positions", "ja") == "3,280 局面の表"
    assert said("7 of 3,280 positions", "ja") == "3,280 局面のうち 7 局面"


DEFINED = """game s(p in 1..{more})
    heap h
    move h -> h - t for t in 1..p

claims for s({names})

let D(p) = 1..p
let small(p) = p <= 3
let f(p) = p + 1
let r(j) = if j = 0 then 0 else r(j - 1) + 1

question it:
    {statement}
    {rest}
"""


def defined(statement: str, rest: str, *, two: bool = True) -> hw.Text:
    names, more = ("p, q", ", q in 1..") if two else ("p", "")
    return hw.parse(DEFINED.format(names=names, more=more, statement=statement, rest=rest))


@pytest.mark.parametrize(
    "statement",
    [
        "P(h) iff h mod (p + 1) = 0 and not any(m >= 3 and b = 5 and h = 5000 for a in 0..0, b in 5..5)",
        "G(h) = h mod (p + 1) + sum(if m >= 3 and b = 5 and h = 5000 then 1 else 0 for a in 0..0, b in 5..5)",
    ],
)
def test_what_a_definition_binds_is_not_bound_by_the_claim(statement: str) -> None:
    """`m = sum(i for i in 1..2) + p`: the i was the b of the claim, and the claim was proved for every p."""
    text = defined(statement, "for m = sum(i for i in 1..2) + p\n    check p = 1, upto 8", two=False)
    assert {verdict.word for verdict in hw.check(text, method="proof")} == {"refuted"}


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        ("for q in D(3)\n    check p in 1..3", "every p >= 1, every q in D(3)"),
        ("where small(q)\n    check p in 1..3, q in 1..3", "every p >= 1, every q >= 1, where small(q)"),
    ],
)
def test_quantifiers_by_definitions_are_those_that_are_stated(rest: str, said: str) -> None:
    """`for q in D(3)` was printed as `q in 1..p`, which is what stands in the definition of D."""
    found = hw.check(defined("P(h) iff h mod (p + 1) = 0 and q <= 3", f"{rest}, upto 8"), method="proof")
    assert found[-1].quantifiers is not None
    assert [one.text for one in found[-1].quantifiers.proved] == [said]


@pytest.mark.parametrize(
    "value", ["max(i for i in 1..p)", "f(2 * p)", "r(2) + p", "r(p) + p", "min({i for i in 1..2} | {p})"]
)
def test_definitions_that_are_no_formula_are_instances(value: str) -> None:
    found = hw.check(
        defined("P(h) iff h mod (p + 1) = 0", f"for q = {value}\n    check p in 1..2, upto 8"), method="proof"
    )
    assert {verdict.word for verdict in found} == {"proved"}


@pytest.mark.parametrize("numbers", ["{1, 3}", "1..2 | {4}"])
def test_numbers_of_heaps_that_the_game_does_not_have_are_not_stated(numbers: str) -> None:
    """`for n in {1, 3}` of a game for n from 2 on was proved for n in {1, 3}."""
    text = "game h(n in 2..)\n    heaps x[n]\n    move x[i] -> y for i in 1..n, y in 0..x[i]-1\n\nclaims for h(n)\n\n"
    found = hw.check(
        hw.parse(f"{text}question it:\n    P(x) iff nimsum(x) = 0\n    for n in {numbers}\n    upto 2\n"),
        method="proof",
    )
    proved = [one.text for one in found[-1].quantifiers.proved] if found[-1].quantifiers else []
    assert proved in ([], [f"every n in {numbers}, where n >= 2"])


@pytest.mark.parametrize(
    ("rest", "code"),
    [("for m = floor(p / 0)", "E029"), ("where legal(p)", "E091"), ("for m in options(this(p))", "E091")],
)
def test_what_has_no_value_behind_for_is_no_theorem(rest: str, code: str) -> None:
    found = hw.check(
        defined("P(h) iff h mod (p + 1) = 0", f"{rest}\n    check p in 1..3, upto 4", two=False), method="proof"
    )
    assert [verdict.word for verdict in found] == ["error"]
    assert code in str(found[0].reason)
    assert found[0].quantifiers is None or not found[0].quantifiers.proved


def test_tables_are_asked_for_positions() -> None:
    """`T[-1, 0, 0]` of a table up to 7 was 7; bounds below 0, numbers of numpy and 2.7e19 positions stumbled."""
    nim = hw.game("nim(3)")
    with pytest.raises(IndexError):
        nim.table(np.int64(3))[-1, 0, 0]
    for upto, code in ((-1, "E310"), (3_000_000, "E003")):
        with pytest.raises(HeapwiseError, match=code):
            nim.table(upto)


def test_a_game_that_was_looked_at_goes_to_another_process() -> None:
    """The functions into which its moves were compiled went with it, and cannot."""
    nim = hw.game("nim(2)")
    nim.options([1, 2])
    again = pickle.loads(pickle.dumps(nim.rules))  # noqa: S301 - as processes of ours do
    assert {option.only.state for option in again.options((1, 2))} == {(0, 2), (1, 0), (1, 1)}


OWN_DIGIT = """game g(n in 1..)
    heaps x[n]
    move x[i] -> y for i in 1..n, y in 0..x[i]-1

claims for g(n)

question it:
    P(x) iff nimsum(x) = 0 and (sum(bit(x[i], k) for i in 1..n) mod 2 = 0 or sum(x) < 14)
    {rest}
    check n in 1..2, upto 3
"""


@pytest.mark.parametrize("rest", ["for k in 0..", "for k in 0..9", "for k in -3..", "for k in 0..3 | -5..-3"])
def test_a_digit_that_the_claim_names_is_one(rest: str) -> None:
    """A number k of the claim's own was taken for a digit above the units, whatever its range was."""
    found = hw.check(hw.parse(OWN_DIGIT.format(rest=rest)), method="proof")
    proved = found[-1].quantifiers.proved if found[-1].quantifiers else ()
    assert all({"n", "k"} - one.ranges.keys() for one in proved)


def test_a_number_of_the_claim_is_no_number_of_heaps() -> None:
    text = "game s\n    heaps x[3] in 1..\n    move x -> y for i in 1..3, y in splits(x[i], 3, 1)\n\nclaims for s\n\n"
    text += "question it:\n    P(x) iff all(1 <= x[i] mod 6 <= 2 for i in 1..3)\n    for m in 1..2\n    upto 7\n"
    assert {verdict.word for verdict in hw.check(hw.parse(text), method="proof")} == {"proved"}


@pytest.mark.parametrize(
    ("rest", "words"), [("for m in c+1..c+1", {"proved"}), ("where v2(c - 3) >= 0", {"proved", "error"})]
)
def test_numbers_of_the_claim_lie_in_their_ranges(rest: str, words: set[str]) -> None:
    """m = 3 was no case of `m in c+1..c+1` for c = 3, and refuted it; conditions without a value were printed."""
    text = "game g(c in 1..)\n    heap h\n    move h -> h - t for t in 1..min(c, h)\n\nclaims for g(c)\n\n"
    text += f"question it:\n    G(h) = h mod (c + 1)\n    {rest}\n    check c in 2..3, upto 5\n"
    found = hw.check(hw.parse(text), method="proof")
    assert {verdict.word for verdict in found} <= words
    proved = found[-1].quantifiers.proved if found[-1].quantifiers else ()
    assert all("m in c+1..c+1" in one.text for one in proved)


def test_a_certificate_says_the_ranges_that_its_theorem_has(tmp_path: Path) -> None:
    """A range of q that bounds p was a premise of the proof, and was not said; then it was said by `prove` alone."""
    file, rest = tmp_path / "s.game", "for q in 1..p\n    check p in 2..3, q in 2..2, upto 5"
    statement = "P(h) iff h mod (p + 1) = 0 and len(1..q) <= p"
    file.write_text(DEFINED.format(names="p, q", more=", q in 1..", statement=statement, rest=rest))
    run = CliRunner().invoke
    proved = run(cli, ["prove", str(file), "--certificate", str(tmp_path / "c")])
    assert proved.exit_code == 0, proved.output
    verified = run(cli, ["verify", str(tmp_path / "c" / "s-it-every-p-q=2.json")])
    assert verified.exit_code == 0
    assert "every p >= 1, q = 2, where q in 1..p" in verified.output


RISING = """
game g(G in games)
    position p of G
    heap n{measure}
    move p -> q, n -> n + 2 for q in options(p) where n >= 40
    move p -> q for q in options(p) where n < 40
    move n -> n - 1

claims for g(G)

question it:
    P(p, n) iff (p.n + n) mod 2 = 0
    for G = subtraction({{1}})
    upto 5
"""


@pytest.mark.parametrize("measure", ["", "\n    decreases n"])
def test_a_compound_whose_rank_rises_is_not_proved(measure: str) -> None:
    """It was proved, and its certificate accepted, of rules that the interpreter refuses at (1), 40."""
    (found,) = hw.check(hw.parse(RISING.format(measure=measure)), method="proof")
    assert found.word == "outside"


INNER = """
game g
    heaps a, b
    decreases a
    move a -> a - 1
    move b -> b - 1 where b >= 40

game h
    heap n
    decreases min(n, 40)
    move n -> n - 1

claims for {claims}

question it:
    P({position}) iff ({parts[0]} + max(39, {parts[1]}) - 39) mod 2 = 0{beside}
    for {rest}
    upto 4
"""


OF_POSITION = ("p[1].a", "p[1].b")
INSIDE = [
    {"claims": "selective(k, G)", "position": "p", "parts": OF_POSITION, "beside": "", "rest": "k = 1, G = [g]"},
    {
        "claims": "with_pass(G)",
        "position": "p, pass",
        "parts": ("p.a", "p.b"),
        "beside": " and pass = 0",
        "rest": "G = g",
    },
    {
        "claims": "rgame(G0, G1, G2)",
        "position": "a, b",
        "parts": ("a", "b + 39"),
        "beside": "",
        "rest": "G0 = h, G1 = h, G2 = h",
    },
]


@pytest.mark.parametrize("said", INSIDE)
def test_an_inner_game_lowers_what_it_names(said: dict[str, Any]) -> None:
    """Of an inner game that the interpreter refuses at (0, 41), theorems were proved and certificates accepted."""
    (found,) = hw.check(hw.parse(INNER.format(**said)), method="proof")
    assert found.word == "outside"


def test_what_ends_for_a_reason_not_seen_soon_is_not_proved() -> None:
    """`prove` saw that n falls, or else c; the interpreter looks for less long, and refuses (1, 2)."""
    even = range(2, 240, 2)
    moves = [f"move n -> n - 1, c -> c + {i} where c mod 250 = {i}" for i in even]
    moves.append(f"move n -> n - 1 where c mod 250 not in {{{', '.join(map(str, even))}}}")
    text = "\n    ".join(["game g", "heaps n, c", "move c -> c - 1", *moves])
    game = hw.parse(text)["g"]().rules
    assert isinstance(game, Game)
    with pytest.raises(Outside):
        why_play_ends(moves_of(game))


@pytest.mark.parametrize(
    ("rest", "proved"),
    [
        ("check p in 3..3, S in {{1, 2, 3}}, upto 5", "every p >= 1, S = {1, 2, 3}"),
        ("for q = 3, S = 1..q\n    check p in 3..3, upto 5", "every p >= 1, S = 1..q, q = 3"),
        ("for p in -1.., S = 1..3\n    check p in 3..3, upto 5", "every p >= -1, S = 1..3, where p in 1.."),
    ],
)  # fmt: skip
def test_a_set_lies_in_the_range_of_its_members(rest: str, proved: str) -> None:
    """`every p >= 1, S = {1, 2, 3}` of a game where S is a set of numbers up to p: for p = 1 there is none."""
    text = "game g(p in 1.., S in sets of 1..p)\n    heap h\n    move h -> h - t for t in S where t <= h\n\n"
    text += f"claims for g(p, S)\n\nquestion it:\n    P(h) iff h mod 4 = 0\n    {rest}\n"
    found = hw.check(hw.parse(text), method="proof")
    assert found[-1].quantifiers is not None
    assert [one.text for one in found[-1].quantifiers.proved] == [f"{proved}, but not p = 1, but not p = 2"]


@pytest.mark.parametrize(
    "extra", ["T in subsets(1..n, 2)", "j in 1..x[1]", "j in {1, 2} where j <= n - 1 for", "j in n..6"]
)
@pytest.mark.parametrize("line", ["x[i] -> y for {} i in 1..n, y in 0..x[i]-1",
                                  "x[S] -> y for {} S in subsets(1..n, 1..2), y in 0..x[S]-1"])  # fmt: skip
def test_what_stands_beside_the_usual_moves_is_heard(extra: str, line: str) -> None:
    """A choice that no part of a move reads still has to be possible."""
    line = line.format(extra if extra.endswith("for") else f"{extra},")
    claim = "P(x) iff nimsum(x; 3) = 0" if "S" in line else "G(x) = nimsum(x)"
    text = f"game g(n in 1..)\n    heaps x[n]\n    move {line}\n\nclaims for g(n)\n\nquestion it:\n    {claim}\n"
    (found,) = (v.quantifiers for v in hw.check(hw.parse(text + "    check n = 1, upto 2\n"), method="proof")[-1:])
    assert found is None or not found.proved


def test_theorems_of_one_claim_have_files_of_their_own(tmp_path: Path) -> None:
    """The theorem without n = 0 and the one with it were written to one file: the first certificate was lost."""
    rules = "game z(n in 0..)\n    heaps x[n]\n    move x[i] -> y for i in 1..n, y in 0..x[i]-1\n\n"
    claims = "claims for z(n)\n\nquestion it:\n    P(x) iff nimsum(x) = 0\n    check n in 1..2, upto 3\n"
    (tmp_path / "z.claims").write_text(rules + claims)
    said = ["prove", str(tmp_path / "z.claims"), "--certificate", str(tmp_path / "c"), "--json"]
    *_, summary = map(json.loads, CliRunner().invoke(cli, said).output.splitlines())
    written = [one["certificate"] for one in summary["proved_for"]]
    assert len(written) == 2
    for one in written:
        assert hashlib.sha256(Path(one["file"]).read_bytes()).hexdigest() == one["sha256"]


@pytest.mark.parametrize("rest", ["k in 1..5, S = 1..k", "k in {1, 3, 5}, S = {s for s in 1..k}"])
def test_all_members_of_a_set_lie_in_a_range_with_gaps(rest: str) -> None:
    """Of 1..k the ends were asked alone: `every k in {1, 3, 5}` of a game whose numbers are 1, 3 and 5."""
    text = (
        "game g(S in sets of {1, 3, 5})\n    heap n\n    move n -> n - s for s in S where s <= n\n\nclaims for g(S)\n\n"
    )
    text += f"question it:\n    G(n) = n mod (k + 1)\n    for {rest}\n    check upto 20\n"
    found = hw.check(hw.parse(text), method="proof")
    assert found[-1].quantifiers is None or not found[-1].quantifiers.proved
    assert found[-1].word == "error"


def test_a_condition_without_parameters_has_a_value_or_is_no_condition() -> None:
    text = "game g(n in 1..)\n    heaps x[n]\n    move x[i] -> y for i in 1..n, y in 0..x[i]-1\n\nclaims for g(n)\n\n"
    text += "question it:\n    P(x) iff nimsum(x) = 0\n    where v2(0) = 1\n    check n in 1..2, upto 2\n"
    found = hw.check(hw.parse(text), method="proof")
    assert found[-1].quantifiers is not None
    assert not found[-1].quantifiers.proved


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("w(q^2)", "w((-2)^2)"),
        ("w(q = q)", "w(q = (-2))"),
        ("G(w) = q and n mod 2 = q", "G(w) = (-2) and n mod 2 = (-2)"),
    ],
)
def test_chosen_numbers_are_put_in_as_numbers(text: str, filled: str) -> None:
    """`w(q^2)` for q = -2 was `w(-2^2)`, another game; the name of a named argument was taken for the number."""
    assert filled_in(text, {"q": -2}) == filled


def test_a_survey_does_not_say_a_heap_for_a_number() -> None:
    found = [{"standing": "proved", "claim": f"P(n) iff n mod {c + 1} = 0"} for c in range(1, 7)]
    rows = [SurveyRow(f"g({c})", (c,), {"finding": found[c - 1]}) for c in range(1, 7)]
    assert [one.formula for one in patterns_of(("c",), rows)] == ["P(n) iff n mod (c + 1) = 0"]
    assert not [*patterns_of(("n",), rows)]
    cold = {"standing": "proved", "claim": "P(n) iff cold(n)", "states": 3}
    assert not [*patterns_of(("c",), [SurveyRow(f"g({c})", (c,), {"finding": cold}) for c in range(1, 7)])]


def test_what_is_chosen_is_a_number() -> None:
    with pytest.raises(HeapwiseError, match="E017"):
        sweep_of("subtraction(S)", "S in {{1, 2}, {1, 3}}", library())


@pytest.mark.parametrize(
    "text",
    [
        "game vec(i in 1..)\n    heaps x[2]\n    move x[j] -> x[j] - t for j in 1..2, t in 1..i where t <= x[j]\n",
        "game g(graph in 1..)\n    heaps cold\n    move cold -> cold - t for t in {1, 4}\n",
    ],
)
def test_what_is_found_is_true_as_it_is_written(text: str) -> None:
    """`nimsum(x[i] mod (i + 1) for i in 1..2)` meant the parameter i; `cold` was a component and an automaton."""
    (rules,) = hw.parse(text).values()
    found = hw.find(rules(2), play="normal", terms=300, library=False)
    verdicts = hw.check(hw.parse(f"{text}\n{found.text}"))
    assert verdicts
    assert {verdict.word for verdict in verdicts if verdict.status != "disproved"} <= {"proved", "holds"}


OPEN = """
game g(p in 0.., q in 0..)
    heap a
    move a -> b for b in 0..a-1

claims for g(p, q)

question it:
    P(a) iff a = 0 and {also}
    {rest}
    check p in 1..2, q in 4..5, upto 3
"""


@pytest.mark.parametrize(
    ("also", "rest", "said"),
    [
        (
            "m >= 1",
            "for m in {1/2, 3} where m > 0, m in 1..",
            "where m > 0 and m in 1..",
        ),  # `m in 1..` followed from m > 0
        (
            "q <= 20",
            "where if p = 1 then q > 2 else q > 3, q <= 20",
            "where (if p = 1 then q > 2 else q > 3) and q <= 20",
        ),
        ("q < 60 + p", "where q < 60 -- )) (\n        + p", "where q < 60 + p"),
        ("q < 60", "where (q <= 5) = (p >= 0)", "where (q <= 5) = (p >= 0)"),
    ],
)
def test_conditions_are_said_as_they_are(also: str, rest: str, said: str) -> None:
    """Words that another reading makes wider: numbers that are not whole, `if`, comments, and outer parentheses."""
    found = hw.check(hw.parse(OPEN.format(also=also, rest=rest)), method="proof")
    assert found[-1].quantifiers is not None
    open_ones = [one.text for one in found[-1].quantifiers.proved if {"p", "q"} & one.ranges.keys()]
    assert open_ones
    assert all(said in text for text in open_ones)


def test_instances_behind_an_error_are_not_decided() -> None:
    """The instances with p = 0 were counted as decided up to the first that is in no game; one behind it is false."""
    text = (
        "game g(p in 0.., q in 0.., m in 0..)\n    heap a\n    move a -> b for b in 0..a-1\n\nclaims for g(p, q, m)\n\n"
    )
    text += "question it:\n    P(a) iff a = 0 and (if p = 0 then floor(q / 5) != 9 else a mod p = 0)\n"
    text += "    for q in 0..60, m = 100 * p + abs(q - 9) - 1\n    check p in 1..2, q in 0..3, upto 9\n"
    found = hw.check(hw.parse(text), method="proof")
    assert found[-1].quantifiers is not None
    assert found[-1].quantifiers.proved
    assert all("p = " in one.text for one in found[-1].quantifiers.proved)


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        ("for q in 0..5, q in 0..5*p", "where q in 0..5*p"),  # it follows from p != 0, and p = 0, q = 0 was decided
        ("for q in {1, 2, 9} \\ 5..", "every q in {1, 2, 9} \\ 5.."),
    ],
)
def test_ranges_are_said_as_they_are(rest: str, said: str) -> None:
    text = "game g(p in 0.., q in 0..)\n    heap a\n    move a -> b for b in 0..a-1\n\nclaims for g(p, q)\n\n"
    text += "question it:\n    P(a) iff a = 0 and (if p = 0 then q < 5 else a mod p = 0)\n"
    text += f"    {rest}\n    check p in 0..2, upto 3\n"
    found = hw.check(hw.parse(text), method="proof")
    assert found[-1].quantifiers is not None
    open_ones = [one.text for one in found[-1].quantifiers.proved if {"p", "q"} == one.ranges.keys()]
    assert open_ones
    assert all(said in text for text in open_ones)


@pytest.mark.parametrize("rest", ["P(x) and N(x) implies G(x) = 0", "terminal(x) implies terminal(x)  where N(x)"])
def test_what_speaks_of_no_position_is_no_theorem(rest: str) -> None:
    """True by the definition of who wins, since its premise never is: `check` called that an error."""
    text = "game mine(n in 1..)\n    heaps x[n]\n    move x[i] -> y for i in 1..n, y in 0..x[i]-1\n"
    text = f"{text}claims for mine(n)\ntheorem it: {rest}\n    check n in 1..2, upto 2\n"
    for method in ("auto", "proof"):
        found = hw.check(hw.parse(text), method=method)
        assert {verdict.word for verdict in found} == {"error"}
        assert not any(verdict.quantifiers and verdict.quantifiers.proved for verdict in found)


ONE_HEAP = """
game mine(p in 1..)
    heap h
    move h -> h - t for t in 1..p

claims for mine(p)
theorem it: {said}
    {rest}
    check p in 1..1, upto 3
"""


@pytest.mark.parametrize(
    ("said", "rest"),
    [
        ("P(h) iff h mod 2 = 0", "where p = 1 or max(3 - p, 4 - p) < -5"),
        ("P(h) iff h mod 2 = 0", "where p = 1 or floor((99 - p) / 2) < 0"),
        ("P(h) iff h mod 2 = 0", "for q = min(99 - p, 0) where p = 1 or q < 0"),
        ("P(h) iff h mod (p + 1) = 0 or p * (60 - h) < 0", ""),
        ("P(h) iff h mod (p + 1) = 0 or p * (5 - p) < -99", ""),
        ("P(h) iff h mod (p + 1) = 0", "for q in 0..p/2"),
        ("P(h) iff h mod (p + 1) = 0", "where p = 1 or 2 divides p/3"),
        ("P(h) iff h mod (p + 1) = 0", "where p in 0..2*p/3"),
        ("P(h) iff h mod (p + 1) = 0", "where [i for i in 1..p] + [1, 2] != [2, 4]"),
    ],
)
def test_numbers_that_are_negative_or_not_whole_leave_nothing_out(said: str, rest: str) -> None:
    """Variables of automata are natural: no negative number was one, so what was said of it was left out of proofs."""
    found = hw.check(hw.parse(ONE_HEAP.format(said=said, rest=rest)), method="proof")
    assert found
    assert not any(v.quantifiers and any("p" in one.ranges for one in v.quantifiers.proved) for v in found)


def test_what_is_rounded_up_is_a_number() -> None:
    """It is written as the negative of a quotient of a negative number, which no variable of an automaton holds."""
    text = ONE_HEAP.format(said="P(h) iff h mod (p + 1) = 0", rest="where ceil(p / 2) >= 3").replace(
        "p in 1..1", "p = 5"
    )
    (verdict,) = hw.check(hw.parse(text), method="proof")
    assert verdict.quantifiers is not None
    assert verdict.quantifiers.text == "every p >= 1, where ceil(p / 2) >= 3"


def test_an_automaton_of_another_base_is_outside_for_every_p() -> None:
    """Its letters were read as binary ones: a stumble."""
    rules = "game nm(p in 1..)\n    heap a\n    move a -> a - t for t in 1..2 where t <= a\n"
    claims = "claims for nm(p)\nautomaton m3(a) units first base 3\n    s accepts 0 -> e, else -> o\n"
    claims += "    e accepts else -> e\n    o else -> o\ntheorem it: P(a) iff m3(a) check p in 1..2, upto 9\n"
    found = hw.check(hw.parse(rules + claims), method="proof")
    assert [verdict.word for verdict in found] == ["proved", "proved"]


def test_a_play_without_players_is_refused_wherever_it_is_asked() -> None:
    """`W(a) = W(a, 2)` was proved, as if both sides asked the same; `W` alone has no meaning there."""
    text = "game nm\n    heap a\n    move a -> a - t for t in 1..2 where t <= a\n"
    text += "claims for nm\ntheorem it under orders ((1, 0, 2), (1, 2, 0), (0, 1, 2)): W(a) = W(a, 2) upto 9\n"
    for method in ("auto", "proof"):
        (verdict,) = hw.check(hw.parse(text), method=method)
        assert verdict.word == "error"
        assert "E039" in str(verdict.reason)


@pytest.mark.parametrize("measure", ["3 * n - 20", "n mod 9 + 1"])
def test_another_game_of_a_claim_has_to_be_a_game(measure: str) -> None:
    """Play was asked to end in the game of the claim alone: with a measure that rises there is no such game."""
    text = f"game one\n    heap n\n    move n -> n - 1\ngame bad\n    heap n\n    decreases {measure}\n"
    text += "    move n -> n - 1\nclaims for one\ntheorem it: G(n) = G(bad(n)) upto 5\n"
    (verdict,) = hw.check(hw.parse(text), method="proof")
    assert verdict.word in ("error", "outside")


def test_what_a_certificate_states_has_its_premises(tmp_path: Path) -> None:
    """`verify` said `P(x)   (it, every n >= 1, all sizes)` of what is stated where the nim-sum is 0."""
    text = "game mine(n in 1..)\n    heaps x[n]\n    move x[i] -> b for i in 1..n, b in 0..x[i]-1\n"
    text += "claims for mine(n)\ntheorem it: P(x) where nimsum(x) = 0 check n in 1..2, upto 3\n"
    (tmp_path / "mine.claims").write_text(text)
    CliRunner().invoke(cli, ["prove", str(tmp_path / "mine.claims"), "--certificate", str(tmp_path / "proofs")])
    found = CliRunner().invoke(cli, ["verify", str(tmp_path / "proofs")])
    assert found.exit_code == 0
    assert "P(x) where nimsum(x) = 0   (it, every n >= 1, all sizes)" in found.output


@pytest.mark.parametrize("moves", ["move n -> n - t for t in {1, 2} where t <= n", "move n -> m for m in 0..n-1"])
def test_a_measure_that_rises_far_out_is_met_in_every_way(moves: str) -> None:
    """Periods, tables and far values did not ask for what `decreases` names: theorems about no game."""
    text = f"game bad\n    heap n\n    decreases n mod 90 + 1\n    {moves}\n"
    text += "game two\n    heaps a, b\n    decreases (a + b) mod 90 + 1\n    move a -> a - 1\n    move b -> b - 1\n"
    bad, two = (hw.parse(text)[name]() for name in ("bad", "two"))
    for ask in (lambda: bad.grundy(500), lambda: two.grundy((60, 60)), lambda: two.table(95)):
        with pytest.raises(HeapwiseError, match="E023"):
            ask()
    shift = "claims for bad\ntheorem it: G(n + 3) = G(n) upto 30\n"
    assert {verdict.word for verdict in hw.check(hw.parse(text + shift))} <= {"error", "refuted"}


def test_small_cases_of_a_game_with_positions_are_left_out() -> None:
    """The box of small positions has numbers in all places, and a stumble there took all later claims with it."""
    text = "game one\n    heap n\n    move n -> n - t for t in 1..2 where t <= n\n"
    text += "game wq(p in 1..)\n    position q of one\n    move q -> r for r in options(q)\n"
    text += "claims for wq(p)\ntheorem it: P(q) iff q.n mod 3 = 0 check p in 1..2, upto 4\n"
    assert {verdict.word for verdict in hw.check(hw.parse(text), method="proof")} == {"proved"}


def test_games_that_a_claim_gives_are_counted() -> None:
    """`G = [nim(1)]` has the length that the heading names; it was a stumble where another parameter was open."""
    text = "claims for selective(k; G)\ntheorem it: P(p) iff p[1].x[1] = 0 for G = [nim(1)] check k in 1..2, upto 3\n"
    assert "error" not in {verdict.word for verdict in hw.check(hw.parse(text), method="proof")}


@pytest.mark.parametrize("claim", ["G(n + 3) = G(n) by 0", "n >= 4 implies G(n + 3) = G(n) by 0"])
def test_a_period_says_nothing_of_a_winning_move(claim: str) -> None:
    """`by 0` names no option from 3 on; the way by periods forgot it."""
    text = "game oc\n    heap n\n    move n -> n - t for t in 1..2 where t <= n\n"
    (verdict,) = hw.check(hw.parse(f"{text}claims for oc\ntheorem it: {claim} upto 9\n"))
    assert verdict.word == "refuted"


def test_what_is_plain_depends_on_where_a_place_begins() -> None:
    """That a body was plain for k >= 1 was remembered for k >= 0: a theorem with no value where digits end."""
    body = "all(bit(a, j+5) + bit(a, j+6) <= 2 for j in k-1..k)"
    text = "game t\n    heap a\n    move a -> a - t for t in 1..2 where t <= a\nclaims for t\ntheorem it: "
    claim = f"all({body} for k in 1..) implies (a < 3001 or not all({body} for k in 0..)) upto 5\n"
    (verdict,) = hw.check(hw.parse(text + claim), method="proof")
    assert verdict.word == "refuted"
    late = "all(bit(a, k-2) + bit(a, k) <= 2 for k in {}..)"
    claim = f"{late.format(2)} implies not {late.format(0)} upto 5\n"
    (verdict,) = hw.check(hw.parse(text + claim), method="proof")
    assert verdict.word != "proved"


@pytest.mark.parametrize("kind", [[], {}, 3, None, "same"])
def test_a_part_of_a_certificate_has_a_kind(kind: Any) -> None:
    """One that has no hash was a stumble."""
    with pytest.raises(HeapwiseError, match="E340"):
        kinds.check({"kind": "same", "by": {"kind": kind}, "other": {}})


@pytest.mark.parametrize(
    ("heading", "said"),
    [
        ("for m in 0..", "floor(10 / m) >= 1, m in 1.."),
        ("for m in 0.., q = floor(10 / m)", "m in 1.."),
        ("for m in -4.., q in 0..floor(7 / m)", "m in 1.."),
        ("for m in {1/2, 3}", "2^m > 1, m in 1.."),
    ],
)
def test_a_condition_protects_nothing_that_is_asked_before_it(heading: str, said: str) -> None:
    text = "game z(n in 1..)\n    heaps x[n]\n    move x[i] -> y for i in 1..n, y in 0..x[i]-1\nclaims for z(n)\n"
    text += f"theorem it: P(x) iff nimsum(x) = 0 {heading} where {said} check n in 1..1, upto 1\n"
    assert not prove_uniformly(hw.parse(text).claims[0], WAYS).proved


FAR = "(if h = 3001 then 3 else 1)"


@pytest.mark.parametrize(
    ("amounts", "rest"),
    [
        (f"1..(if [1, 2][{FAR}] = 1 then 2 else 2)", ""),
        (f"1..{FAR}/3 + 5/3", ""),
        (f"1..2 | 1..({FAR} + 2)/3", ""),
        ("1..2", "where h in 0..(if h < 3001 then h else h/2) or h >= 0"),
        ("1..2", "where v2(h - 3001) > 5 or true"),
        ("1..2", "where not (v2(h - 3001) > 5 and false)"),
        (f"1..[2, 2][{FAR}]", ""),
        ("1..2, s = v2(h - 3001)", ""),
    ],
)
def test_rules_without_a_value_far_out_are_left_to_the_interpreter(amounts: str, rest: str) -> None:
    """What is true or false whatever a part of it is was taken as such, also where that part has no value."""
    game = f"game far\n    heap h\n    move h -> h - t for t in {amounts} {rest}\n"
    claims = "claims for far\ntheorem a: P(h) iff h mod 3 = 0 upto 4\ntheorem b: G(h + 3) = G(h) upto 4\n"
    text = hw.parse(game + claims)
    assert "proved" not in {verdict.word for verdict in hw.check(text)}
    assert {verdict.word for verdict in hw.check(text, method="proof")} == {"outside"}
    for ask in (lambda: text["far"]().grundy(3001), lambda: text["far"]().grundy(9999)):
        with pytest.raises(HeapwiseError, match=r"E0(29|22|56)"):
            ask()


def test_a_table_that_ends_before_an_error_is_not_learned_from() -> None:
    text = f"game far\n    heap h\n    move h -> h - t for t in 1..2 where t <= h, [1, 2][{FAR}] = 1\n"
    text += "claims for far\ntheorem a: G(h) = h mod 3 upto 4\n"
    (claim,) = hw.check(hw.parse(text), method="proof")
    assert "E089" not in str(claim.reason)


SEMICOLONS = ["nimsum(1, 3; 2)", "nimsum(1; 2; 3)", "nimsum(5; 3)", "min(3; 2)", "bit(5; 2)", "mex(0; 1)"]


@pytest.mark.parametrize("text", SEMICOLONS)
def test_a_semicolon_in_a_call_is_no_comma(text: str) -> None:
    """`nimsum(a, b; 3) = 3` was proved of `nimsum(a, b, 3)`."""
    rules = "game nm\n    heap a\n    move a -> a - t for t in 1..3\nclaims for nm\n"
    with pytest.raises(HeapwiseError, match="E033"):
        hw.parse(f"{rules}theorem it: G(a) = {text}\n").claims[0].check_questions()
    (verdict,) = hw.check(hw.parse(f"{rules}theorem it: nimsum([1, 3]; 2) + knimsum([1, 2]; 1) = 5 upto 2\n"))
    assert verdict.word in ("holds", "proved")


@pytest.mark.parametrize("rule", ["legal h != 3001\n    move h -> far(h - 1) where h >= 1", "move h -> far(h - 1)"])
def test_a_position_that_a_move_names_has_to_be_one(rule: str) -> None:
    """Where it is none, the rules are wrong there; it was taken for no option."""
    text = f"game far\n    heap h\n    {rule}\nclaims for far\ntheorem it: P(h) iff h mod 2 = 0 upto 4\n"
    (verdict,) = hw.check(hw.parse(text), method="proof")
    assert verdict.word == "outside"
    named = text.replace(rule, "move h -> far(h - 1) where h >= 1")
    assert [verdict.word for verdict in hw.check(hw.parse(named), method="proof")] == ["proved"]


@pytest.mark.parametrize(
    "guard",
    ["count(m >= 0 for m in {h, 31}) = 2", "sum(1 for m in {h, 31}) = 2", "not unique(m >= 0 for m in {h, 31})"],
)
def test_members_of_a_set_count_once(guard: str) -> None:
    """At 31 the set has one member, and there is no move; it was proved that there is."""
    text = f"game far\n    heap h\n    move h -> h - t for t in 1..2 where t <= h, {guard}\n"
    text += "claims for far\ntheorem it: P(h) iff h mod 3 = 0 upto 3\n"
    rules = hw.parse(text)
    assert [verdict.word for verdict in hw.check(rules, method="proof")] == ["outside"]
    assert [rules["far"]().grundy(h) for h in (30, 31, 32, 33, 34)] == [0, 0, 1, 2, 0]
    again = text.replace(guard, "count(m >= 0 for m in {h, h}) = 1")
    assert [verdict.word for verdict in hw.check(hw.parse(again))] == ["holds"]


@pytest.mark.parametrize(
    "inside", ["h / 2 in 0..9000", "[h / 2, 1] in 0..[h, h]", "(if h > 5 then h / 2 else 1) in 0.."]
)
def test_a_fraction_is_in_no_range(inside: str) -> None:
    """At 31 there is no move; ranges asked for their ends alone."""
    text = f"game far\n    heap h\n    move h -> h - t for t in 1..2 where t <= h, h != 31 or {inside}\n"
    text += "claims for far\ntheorem it: P(h) iff h mod 3 = 0 upto 3\n"
    (verdict,) = hw.check(hw.parse(text), method="proof")
    assert verdict.word == "refuted"
    assert hw.parse(text)["far"]().table(31).values[31] == 0


def test_rules_with_many_cases_are_outside_before_anything_is_decided() -> None:
    """It took minutes, and ended in a kernel that was nested too deeply."""
    text = "game s(p in 1..)\n    heap h\n    move h -> h - t for t in 1..p\nclaims for s(p)\n"
    text += "theorem it: P(h) iff h mod (p + 1) = 0 and p <= 3000 check p in 2999..2999, upto 6\n"
    verdicts = hw.check(hw.parse(text), method="proof")
    assert [v.word for v in verdicts if v.parameters == {"p": 2999}] == ["outside"]


@pytest.mark.parametrize("list_", ["sum([m for m in {h, 31}]) = h + 31", "len([m for m in {h, 31}]) = 2"])
def test_a_list_has_the_members_of_a_set_once(list_: str) -> None:
    text = "game one\n    heap h\n    move h -> h - t for t in 1..2\nclaims for one\n"
    found = hw.check(hw.parse(f"{text}theorem it: h < 31 or {list_} upto 3\n"), method="proof")
    assert [verdict.word for verdict in found] == ["outside"]


def test_sets_without_end_have_members_in_common() -> None:
    """It was a stumble, and after it the game was taken for one that is inside itself."""
    text = "game s\n    heap h\n    move h -> h - t for t in 1..2 where t <= h, {}\n"
    text += "claims for s\ntheorem it: P(h) iff h mod 3 = 0 upto 9\n"
    for inside in ("h in 0.. & 0..", "h in (0.. \\ {0}) & (0.. \\ {0})", "h in (if h > 5 then 0.. else {h})"):
        found = hw.check(hw.parse(text.format(inside)), method="proof")
        assert [verdict.word for verdict in found] == ["proved"]
    assert hw.parse(text.format("h in 0.. & 31.."))["s"]().table(32).values.tolist()[29:] == [0, 0, 1, 2]


def test_columns_of_a_table_have_names_of_their_own(tmp_path: Path) -> None:
    file = tmp_path / "up.game"
    file.write_text("game up(k in 1..)\n    heap n\n    move n -> n - t for t in 1..k where t <= n\n")
    for letter, header in (("n", "for n,n,grundy"), ("k", "k,n,grundy")):
        asked = [f"up({letter})", "--for", f"{letter} in 1..2", "--upto", "1", "--format", "csv"]
        found = CliRunner().invoke(cli, ["table", "-f", str(file), *asked])
        assert found.output.splitlines()[0] == header


def check_words(text: str, **options: Any) -> list[str]:
    return [verdict.word for verdict in hw.check(hw.parse(text), **options)]


@pytest.mark.parametrize(
    "same",
    [
        "(1..3) in {{1, 2, 3}}", "{1, 2, 3} in {1..3}", "(1..3, 2) = ({1, 2, 3}, 2)", "[1..3] = [{1, 2, 3}]",
        "changed([1..3], [{1, 2, 3}]) = 0", "(5..1) in {{}}", "(0..[1, 1]) in {0..[1, 1]}", "1..2 in subsets(1..2)",
        "subsets({1}) in {subsets({1})}", "len({(1..3, 1), ({1, 2, 3}, 1)}) = 1", "len({subsets({1}), {{}, {1}}}) = 1",
        "len({splits(2, 2, 0), {(0, 2), (1, 1), (2, 0)}}) = 1",
    ],
)  # fmt: skip
def test_a_set_is_equal_to_itself_however_it_is_written(same: str) -> None:
    """Inside of sets, tuples and vectors a range was another value than the set of its members."""
    assert check_words(f"claims\ntheorem it: {same}") == ["holds"]
    rules = f"game one\n    heap h\n    move h -> y for y in 0..h-1 where {same}\n"
    assert check_words(f"{rules}claims for one\ntheorem it: G(h) = h upto 5", method="table") == ["holds"]
    false = f"claims for nim(n)\ntheorem it: P(x) iff nimsum(x) = 0 and not ({same}) for n = 2 upto 3"
    assert check_words(false) == ["refuted"]
    assert check_words(false, method="proof") == ["refuted"]


def test_a_set_without_end_is_no_part_of_a_tuple() -> None:
    with pytest.raises(HeapwiseError, match="E033"):
        list(hw.parse("claims\ntheorem it: (1.. \\ {1}, 0) = (2.., 0)").claims)


@pytest.mark.parametrize(
    "true",
    [
        "any(e > 201/2 for e in 0..)", "not all(e < 201/2 or bit(37, e) = 1 for e in 0..)",
        "any(bit(37, e) = 0 and e > 10 * sqrt(101) for e in 0..)", "any(any(j > 201/2 for j in 0..e) for e in 0..)",
        "any(floor(7/3 / 2^e) = 2 for e in 0..)",
    ],
)  # fmt: skip
def test_an_open_range_goes_on_behind_fractions_and_roots(true: str) -> None:
    """They were left out of what ends it."""
    assert check_words(f"claims\ntheorem it: {true}") == ["holds"]
    false = f"claims for nim(n)\ntheorem it: P(x) iff nimsum(x) = 0 and not ({true}) for n = 2 upto 3"
    assert check_words(false) == ["refuted"]
    assert "proved" not in check_words(false, method="proof")


@pytest.mark.parametrize(
    "endless",
    ["any(floor(3 / (1/2)^e) = 3 * 2^20 for e in 0..)", "any(any(j = k for k in {40}, j in 0..e) for e in 0..)"],
)
def test_an_open_range_that_nothing_ends_is_refused(endless: str) -> None:
    """The base of a power may be less than 1; the end of a range may be bound inside of it."""
    with pytest.raises(HeapwiseError, match="E018"):
        list(hw.parse(f"claims\ntheorem it: {endless}").claims)


def test_a_definition_of_itself_reads_no_heap() -> None:
    """It kept its value from one position to the next: a table of zeros of what is Nim."""
    rules = "game rec\n    heap a\n    let F(i{}) = if i <= 0 then a else F(i - 1{})\n"
    rules += "    move a -> y for y in 0..a-1 where F(2{}) = a\n"
    with pytest.raises(HeapwiseError, match="E038"):
        hw.parse(rules.format("", "", ""))["rec"]().grundy(3)
    text = rules.format(", b", ", b", ", a").replace("then a", "then b")
    assert hw.parse(text)["rec"]().table(5).values.tolist() == [0, 1, 2, 3, 4, 5]
    claim = "claims for nim(n)\nlet A(i) = if i <= 0 then x[1] else A(i - 1) + 1\ntheorem it: A(2) = x[1] + 2 for n = 2"
    with pytest.raises(HeapwiseError, match="E038"):
        list(hw.parse(claim).claims)


def test_a_statement_that_an_empty_all_makes_true_is_looked_at_no_further() -> None:
    """`12 / 0` made an error of it."""
    text = "claims for wythoff\ntheorem it: all(bit(a, k) <= 1 for k in 0..b - 1) or 12 / b > a upto 4"
    assert check_words(text) == ["holds"]


def test_the_strategy_of_other_rules_of_the_same_name_is_none(tmp_path: Path) -> None:
    """`value` took it: an illegal move, "proved for every n"."""
    (tmp_path / "a.game").write_text(
        "game g(n in 1..)\n    heaps x[n]\n    move x[i] -> x[i] - 1 for i in 1..n where x[i] >= 1\n"
    )
    nim = "game g(n in 1..)\n    heaps x[n]\n    move x[i] -> y for i in 1..n, y in 0..x[i]-1\n"
    (tmp_path / "b.claims").write_text(f"{nim}claims for g(n)\ntheorem t: P(x) iff nimsum(x) = 0\n    upto 3\n")
    position = "6,2,2,2,2,2,2,2,2,2"
    found = CliRunner().invoke(cli, ["value", "-f", str(tmp_path / "a.game"), "g(10)", position, "--json"])
    assert json.loads(found.output)["outcome"] == "P"


def test_best_moves_under_orders_are_in_json() -> None:
    found = CliRunner().invoke(cli, ["value", "nim(3)", "2,1,1", "--play", "1,0;1,0", "--json"])
    answer = json.loads(found.output)
    assert "winning" not in answer
    assert [len(moves) for moves in answer["best_moves"]] == [3, 3]


@pytest.mark.parametrize("false", ["x[1] != 3001", "x[1] != 40 * 50", "n * x[1] != 6002"])
def test_a_false_theorem_contradicts_itself_far_out(false: str) -> None:
    """Beside the numbers that texts name what is claimed takes the place of values: no table has to reach so far."""
    text = f"claims for nim(n)\ntheorem it: P(x) iff nimsum(x) = 0 and {false} upto 4"
    (claim,) = hw.parse(text).claims
    far = far_contradiction(claim, lambda shown: shown == {"n": "2"})
    assert far is not None
    assert max(far.state) >= 2000
    (true,) = hw.parse(text.replace(f" and {false}", f" and ({false} or x[1] >= 0)")).claims
    assert far_contradiction(true, lambda shown: True) is None


@pytest.mark.parametrize(
    "without",
    [
        "any(v = 1 for v in {1, v2(b)})", "any(v = 1 for v in {1, 12 / b})", "not all(v = 1 for v in {0, v2(b)})",
        "all(true for v in {v2(b)})", "any(v >= 0 for v in {w for w in {1, v2(b)} where w = 1})",
        "min(1 for v in {1, v2(b)}) = 1", "mex(0 for v in {1, v2(b)}) = 1", "sum(1 for v in [1, v2(b)]) = 2",
        "[a, b] not in [0]..[a, b]",
    ],
)  # fmt: skip
def test_what_has_no_value_somewhere_is_no_theorem(without: str) -> None:
    """Members of a set that is written out were taken one by one, and no further than was needed."""
    text = f"claims for wythoff\ntheorem it: {without} or a < 0 upto 4"
    assert check_words(text, method="table") == ["error"]
    assert check_words(text, method="proof")[0] in ("undecided", "outside", "error")
    two = "game two\n    heaps a, b\n    move a -> y for y in 0..a-1\n    move b -> y for y in 0..b-1\n"
    local = f"{two}claims for two\ntheorem it: P(a, b) iff a = b and {without} upto 30"
    assert check_words(local, method="local") == ["error"]


def test_two_games_that_use_each_other_are_two() -> None:
    """They had one hash, and a theorem about one was taken for a theorem about the other."""
    text = (
        "game a(n in 1..)\n    heaps x[n]\n    move x[i] -> y for i in 1..n, y in 0..x[i]-1 where len(b(2)) = 2\n"
        "game b(n in 1..)\n    heaps x[n]\n"
        "    move x[i] -> y for i in 1..n, y in 0..x[i]-1 where len(a(2)) = 2, x[i] - y <= 30\n"
        "game c(n in 1..)\n    heaps x[n]\n    move x[i] -> y for i in 1..n, y in 0..x[i]-1\n"
        "claims for a(n)\ntheorem t: G(x) = nimsum(x) check n in 1..2, upto 3\n"
        "claims for c(n)\ntheorem same: G(x) = G(b(n)(x)) check n in 1..2, upto 3\n"
    )
    found = hw.check(hw.parse(text), method="proof")
    assert "proved" not in {v.word for v in found if v.claim == "same"}
    assert {v.word for v in found if v.claim == "t"} == {"proved"}


@pytest.mark.parametrize(
    "rules",
    [
        "game g\n    heap a\n    let F(i) = if i <= 0 then len(options(h, 5)) else F(i - 1)\n"
        "    move a -> y for y in 0..a-1 where a - y <= F(1)\n",
        "game g\n    heap a in 0..len(options(h, 5)) * 10\n    move a -> y for y in 0..a-1\n",
        "game g(k in 1..len(options(h, 5)))\n    heap a\n    move a -> y for y in 0..a-1 where a - y <= k\n",
        "game g(k in 1..2)\n    heaps x[len(options(h, 5))]\n    move x[1] -> y for y in 0..x[1]-1\n",
    ],
)
def test_the_hash_of_rules_has_all_games_that_they_name(rules: str) -> None:
    """Definitions of themselves, ranges and sizes were left out: a table on disk was believed under other rules."""
    inner = "game h\n    heap n\n    move n -> n - t for t in 1..{} where n >= t\n"
    one, two = (hw.parse(inner.format(most) + rules) for most in (2, 3))
    (first,), (second,) = ([game.schema for name, game in text.items() if name == "g"] for text in (one, two))
    assert schema_hash(first) != schema_hash(second)


def test_outcomes_have_a_period_where_a_proof_needs_few_values() -> None:
    """84 values prove the period 40 here, and three periods of values were looked for; B1."""
    rules = "game pb\n    heap n\n    move n -> n - 1 where n >= 1, n mod 40 != 0\n"
    rules += "    move n -> pb(p) + pb(q) for p in 1..n-3, q = n - 2 - p where q >= 1, n mod 40 = 20\n"
    game = hw.parse(rules)["pb"]()
    report = period_of(game.rules, 100, of_outcomes=True)
    assert (report.preperiod, report.period, report.pure) == (0, 40, True)
    outcomes = [int(value == 0) for value in game.table(200).values.tolist()]
    assert outcomes == [report.value(n) for n in range(201)]


def test_no_period_that_was_found_is_not_said_to_be_none(tmp_path: Path) -> None:
    """One of the two is Kayles, which has a period further on."""
    file = tmp_path / "kk.game"
    file.write_text("game kk(p in 1..2)\n    heap n\n    move n -> kk(p)(s[1]) + kk(p)(s[2])\n"
                    "        for t in 1..p, s in splits(n - t, 2, 0)\n")  # fmt: skip
    asked = ["survey", "-f", str(file), "kk(p)", "--for", "p in 1..2", "--upto", "30", "--lang"]
    for language, words in (("en", "1 with no period found"), ("ja", "周期の見つからないもの 1 件")):
        assert words in CliRunner().invoke(cli, [*asked, language]).output


@pytest.mark.parametrize(
    ("guards", "is_said"),
    [
        ("a / 2 > 0, a / 2 >= 1", False), ("a >= 1, sqrt(a) > 1, sqrt(a) >= 2", False),
        ("a >= 1, a > a / 3 * 2, a - 1 >= a / 3 * 2", False), ("a >= 1, 2^(a - 5) > 0, 2^(a - 5) >= 1", False),
        ("a > 0, a >= 1", True), ("2 * a > 3, 2 * a >= 4", True), ("a / 2 >= 1, a / 2 >= 0", True),
    ],
)  # fmt: skip
def test_only_whole_numbers_above_0_are_1_or_more(guards: str, is_said: bool) -> None:
    """1/2 is above 0; `lint` called the second condition superfluous."""
    text = f"game l\n    heap a\n    move a -> a - 1 where {guards}\n"
    found = [one.code for one in lint(Document(Source("my.game", text), library()))]
    assert found == ["W204"] * is_said


def test_a_number_in_a_set_may_be_a_fraction() -> None:
    text = "game l\n    heap a\n    move a -> a - 1 for b in {}, c = a / 2 where a >= 1, b > 0, b >= 1{}\n"
    for domain, more, count in (("{1/2, 1}", "", 0), ("{1, 2}", "", 1), ("1..2", ", c > 0, c >= 1", 2)):
        found = [one.code for one in lint(Document(Source("my.game", text.format(domain, more)), library()))]
        assert found.count("W204") == count


def test_options_that_are_sums_inside_are_compared(tmp_path: Path) -> None:
    """All sums inside a component were the same."""
    file = tmp_path / "two.game"
    rules = "game aa\n    heap n\n    move n -> aa(n - 1) + aa({}) where n >= 1\n"
    more = "game pa = with_pass(aa)\ngame pb = with_pass(bb)\n"
    file.write_text(rules.format(0) + rules.replace("aa", "bb").format("n - 1") + more)
    for two, code in ((["pa", "pb"], 1), (["pa", "pa"], 0), (["ordinal(aa, nim(1))", "ordinal(bb, nim(1))"], 1)):
        found = CliRunner().invoke(cli, ["compare", "-f", str(file), *two, "--upto", "4", "--want", "options"])
        assert found.exit_code == code
        assert ("differ in options" in found.output) == bool(code)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("b,a,G\n0,2,2\n2,0,0\n", "2 rows of {}, 0 differ"), ("b,a,G\n0,2,0\n", "G(2,0) is printed as 0, and is 2"),
        ("a,b,N\n2,0,N\n0,2,P\n", "2 rows of {}, 0 differ"), ("a,b,P\n2,0,n\n0,2,p\n", "2 rows of {}, 0 differ"),
        ("a,b,N\n2,0,yes\n0,2,0\n", "2 rows of {}, 0 differ"), ("foo,bar,G\n2,0,2\n", "E079"),
        ("a,a,G\n2,0,2\n", "E080"),
    ],
)  # fmt: skip
def test_columns_of_a_printed_table_are_read_by_their_names(tmp_path: Path, table: str, words: str) -> None:
    file, claims = tmp_path / "t.csv", tmp_path / "as.claims"
    file.write_text(table)
    claims.write_text("game asym\n    heaps a, b\n    move a -> a - t for t in 1..2 where a >= t\n"
                      "    move b -> b - 1 where b >= 1\nclaims for asym\n"
                      "question v: G(a, b) = (a mod 3) (+) (b mod 2)  upto 3\n")  # fmt: skip
    found = CliRunner().invoke(cli, ["check", str(claims), "--against", str(file)])
    assert words.format(file) in found.output


def test_a_table_of_a_compound_is_compared_with_its_game(tmp_path: Path) -> None:
    """Its columns `p.x[1]` were no components: `check --against` knew none of the rows that `table` had written."""
    file, claims = tmp_path / "t.csv", tmp_path / "pass.claims"
    claims.write_text("claims for with_pass(G)\nquestion q: G(p, pass) >= 0 for G = nim(2) upto 3\n")
    run = CliRunner().invoke
    for want in ("grundy", "outcome", "p", "remoteness"):
        written = ["table", "with_pass(nim(2))", "--upto", "3", "--want", want, "--format", "csv"]
        file.write_text(run(cli, written).output)
        assert f"32 rows of {file}, 0 differ\n" in run(cli, ["check", str(claims), "--against", str(file)]).output
    file.write_text("pass,p.x[1],p.x[2],G\n1,2,1,3\n2,0,0,0\n1,0,0,1\n0,2,1,3\n")
    differing = run(cli, ["check", str(claims), "--against", str(file)])
    assert f"3 rows of {file}, 2 differ, no positions of it: 1\n" in differing.output
    assert "G((2,1),1) is printed as 3, and is" in differing.output


def test_a_table_without_positions_says_so(tmp_path: Path) -> None:
    """It divided by the memory that no position needs; on disk it had no first row."""
    game = hw.parse("game g\n    heap a in 2..\n    heap b\n    move b -> b - t for t in 1..3 where b >= t\n")["g"]()
    with pytest.raises(HeapwiseError, match="E316"):
        game.table(66, fix={"a": 1})
    with pytest.raises(HeapwiseError, match="E316"):
        store(TableJob(game.rules, box(game.rules, {"a": 1, "b": 66}), "grundy", NORMAL), tmp_path / "t.npy")
    assert not [*tmp_path.iterdir()]
    assert game.table(66, fix={"a": 2}).values.tolist() == [b % 4 for b in range(67)]


def test_tables_may_have_one_position(tmp_path: Path) -> None:
    """Games of a sum with all their heaps held stumbled, and so did a table of one position as a file."""
    kayles = hw.game("kayles").table(5).values
    held = hw.game("nim(2) + kayles").table(5, fix={"nim(2).x[1]": 1, "nim(2).x[2]": 3})
    assert held.values.tolist() == (kayles ^ 2).tolist()
    both = hw.game("nim(1) + kayles").table(3, fix={"nim(1).x[1]": 1, "kayles.n": 2})
    assert isinstance(both.values, np.ndarray)
    assert both.nested() == 3
    one = hw.game("nim(2)").table(3, fix={"x[1]": 1, "x[2]": 3})
    one.save(tmp_path / "one.npy")
    assert hw.load_table(tmp_path / "one.npy").nested() == 2


SIGNED = "game g(p in {})\n    heap h\n    move h -> h - t for t in 1..(if p < 0 then 2 else 1) where h >= t\n"


def test_formulas_in_parameters_are_about_those_that_were_looked_at(tmp_path: Path) -> None:
    """For p = -3 the values are h mod 3; no instance with a negative number is looked at."""
    file = tmp_path / "g.game"
    file.write_text(SIGNED.format("-3.."))
    asked = ["--terms", "1000", "--no-library", "--for", "G", "--for", "normal"]
    found = CliRunner().invoke(cli, ["find", "-f", str(file), "g", *asked])
    assert "G(h) = h mod 2   where p >= 0   right for 12 instances" in found.output


@pytest.mark.parametrize(
    ("domain", "hypotheses"),
    [("-3..", "where p >= 0"), ("{-40, 1, 2}", "where p >= 0"), ("0..", ""), ("{2, 5} | 9..12", ""), ("1..8", "")],
)
def test_families_say_which_numbers_they_leave_out(domain: str, hypotheses: str) -> None:
    (schema,) = Document(Source("my.game", SIGNED.format(domain)), library()).schemas.values()
    (family,) = families_of(schema)
    assert (family.hypotheses(), all(one.known["p"] >= 0 for one in family.members())) == (hypotheses, True)
    assert [family.has(game) for game in small_games(schema)][:1] == [not hypotheses]
    assert family.hypotheses("p >= 2") == ("where p >= 0, p >= 2" if hypotheses else "where p >= 2")


@pytest.mark.parametrize(("upto", "words"), [("100", "seen"), ("4000", "proved")])
def test_a_survey_says_of_which_games_it_knows_the_period(upto: str, words: str) -> None:
    """The periods are a + 300 for most a, and at first look like 2 * a."""
    asked = ["survey", "subtraction({a, 300})", "--for", "a in 5..12", "--upto", upto]
    table = CliRunner().invoke(cli, [*asked, "--format", "latex"]).output
    assert table.count(f"& {words}") == 8
    text = CliRunner().invoke(cli, asked).output
    assert (" of 8" in text) == (words == "proved")
    assert "period = 2 * a" not in text


def test_two_claims_of_one_name_on_one_line_are_two() -> None:
    """The second one was dropped without a word."""
    rules = "game {} heap a move a -> a - t for t in 1..{} where a >= t "
    claim = "claims for {} theorem {}: G(a) = a mod 3 upto 9 "
    for name in ("t", ""):
        text = rules.format("g", 2) + rules.format("h", 3) + claim.format("g", name) + claim.format("h", name)
        assert check_words(text.replace("theorem :", "theorem:")) == ["proved", "refuted"]


def test_an_empty_set_is_in_every_range() -> None:
    """`S = k..k-1` was left out for k = 1: "there is no such game"."""
    rules = "game sub(S in sets of 2..)\n    heap n\n    move n -> n - s for s in S\n"
    claims = "claims for sub(S)\ntheorem it: G(n) = 0 for k in 1.., S = k..k-1 check k in 2..5, upto 5\n"
    ((claim,)) = hw.parse(rules + claims).claims
    (theorem,) = prove_uniformly(claim, WAYS).proved
    assert "not k" not in theorem.quantifiers
    assert not theorem.excluded


def test_the_order_of_a_sum_is_no_matter_of_names(tmp_path: Path) -> None:
    """Two games of one name, each in a file of its own, made two positions of the same components."""
    for name, most in (("p", 2), ("q", 3)):
        rules = f"game h\n    heap n\n    move n -> n - t for t in 1..{most} where n >= t\n"
        (tmp_path / f"{name}.game").write_text(
            f"{rules}game {name}\n    heap n\n    move n -> h(n - 1) + h(n - 2) where n >= 2\n"
        )
    files = [word for name in "pq" for word in ("-f", str(tmp_path / f"{name}.game"))]
    text = "all(u + v = v + u for u in options(p(4)), v in options(q(4)))"
    assert CliRunner().invoke(cli, ["eval", *files, text]).output.strip() == "true"


def test_winning_moves_under_orders_are_those_of_a_player() -> None:
    """There were none."""
    nim = hw.game("nim(3)")
    assert nim.winning_moves((2, 1, 1), "1,0;1,0", player=0) == [(1, 1, 1), (2, 0, 1), (2, 1, 0)]
    with pytest.raises(HeapwiseError, match="E039"):
        nim.winning_moves((2, 1, 1), "1,0;1,0")


def test_components_that_are_positions_are_looked_at_near_0_alone() -> None:
    text = "claims for with_pass(G)\ntheorem it: p.x[1] >= 0 and 14 > 13 for G = nim(1) upto 4"
    assert check_words(text, method="proof") == ["proved"]
    law = "claims\ntheorem it: P(nim(2)(a, b)) iff a = b and a < 14 for a in 0..13, b in 0..13"
    assert check_words(law) == ["holds"]
    assert "error" not in check_words(law, method="proof")


@pytest.mark.parametrize(
    "statement", ["P(x) iff nimsum(x; 3) = 0", "terminal(x) implies N(x)", "P(x) iff P(moore(n, 1)(x))"]
)
def test_p_and_n_are_notions_of_two_players(statement: str) -> None:
    """Theorems for every n under preferences of three players, where `check` said that they have no meaning."""
    text = f"claims for nim(n)\ntheorem it under preference 0 > 1 > 2: {statement} check n in 1..2, upto 3"
    for method in ("auto", "proof"):
        assert set(check_words(text, method=method)) == {"error"}


def test_what_is_not_seen_to_have_a_case_is_no_mistake() -> None:
    """A place of a digit below 0 has no formula, and "nothing is claimed" was said of a true claim."""
    text = "claims for wythoff\ntheorem it: all(bit(a, k + 3) <= 1 for k in 0-3..tail1(b)) upto 3"
    assert check_words(text, method="proof") == ["outside"]
    assert check_words(text) == ["holds"]


@pytest.mark.parametrize(
    "claim",
    [
        "at n = 2, k = 4, x = (1, 3): k <= 3 for k in 2..3", "at n = 4, x = (1, 1, 0, 0): n <= 3 for n in 1..3",
        "at n = 4, x = (1, 1, 0, 0): n <= 3 for n in 1.. where n <= 3",
        "at n = 2, k = 7, x = (1, 3): k = n + 1 for k = n + 1",
    ],
)  # fmt: skip
def test_a_witness_fits_the_hypotheses(claim: str) -> None:
    """True claims were refuted, "as stated"."""
    assert check_words(f"claims for nim(n)\ndisproved it {claim} check n in 1..1, upto 1") == ["error"]
    assert check_words("claims\ndisproved it at a = 9: a <= 5 for a in 0..5 upto 3") == ["error"]


def test_a_counterexample_names_values_by_the_words_of_the_claim() -> None:
    """`G(a, b)` in a definition with arguments b, a is another value."""
    rules = (
        "game asym\n    heaps a, b\n    move a -> a - t for t in 1..2 where a >= t\n    move b -> b - 1 where b >= 1\n"
    )
    text = f"{rules}claims for asym\nlet sw(b, a) = G(a, b) >= 9\ntheorem t: sw(a, b) or a < 5 or G(a, b) > 2 upto 9"
    (verdict,) = hw.check(hw.parse(text))
    assert verdict.counterexample is not None
    assert verdict.counterexample.atoms == {"G(a, b)": 2}


def test_a_resumed_run_writes_its_certificates(tmp_path: Path) -> None:
    """The journal of a run without them took their place."""
    folder = tmp_path / "proofs"
    (tmp_path / "r.claims").write_text("claims for wythoff\ntheorem it: N(a, b) or a >= 0 upto 3\n")
    for more in ([], ["--resume", "--certificate", str(folder)]):
        CliRunner().invoke(cli, ["check", str(tmp_path / "r.claims"), "--method", "proof", *more])
    assert list(folder.glob("*.json"))


def test_a_statement_needs_a_value_with_the_outcome_that_is_so() -> None:
    """gb(14) is no position, and 13 is not P: a true theorem was taken for a contradiction far out."""
    rules = "game ga\n    heap h\n    move h -> h - t for t in 1..h\n"
    rules += "game gb\n    heap h in 0..6\n    move h -> h - t for t in 1..3\n"
    text = f"{rules}claims for ga\ntheorem it: P(h) implies N(gb(h + 1)) upto 5"
    assert check_words(text, method="proof") == ["proved"]


@pytest.mark.parametrize(
    ("effort", "words"),
    [
        ("sum(x) <= 2, y <= 1", "y <= 1, sum(x) <= 2"),
        ("sum(x) <= 4, sum(x) <= 2, y <= 3, y <= 1, y <= 9", "y <= 1, sum(x) <= 2"),
    ],
)  # fmt: skip
def test_a_region_is_called_what_it_is(effort: str, words: str) -> None:
    """A total of x was printed as `x <= 2`, and of two bounds the last one."""
    rules = "game three(n in 1..)\n    heaps x[n], y\n    move x[i] -> x[i] - 1 for i in 1..n where x[i] >= 1\n"
    rules += "    move y -> 0 where y >= 1\n"
    text = f"{rules}claims for three(n)\ntheorem it: G(x, y) >= 0 check n = 2, {effort}"
    (verdict,) = hw.check(hw.parse(text), method="table")
    assert isinstance(verdict.region, dict)
    assert describe(verdict.region) == words


@pytest.mark.parametrize(("named", "upto"), [(12, 13), (4, 5), (7, 8)])
def test_the_level_rises_by_the_saltus_of_a_period(named: int, upto: int) -> None:
    """The states were compared apart from their levels: preperiod 12, saltus 12 was "proved" by 14 values."""
    text = f"game one\n    heap h\n    move h -> y for y in 0..h-1 where h != {named}\n"
    game = hw.parse(text)["one"]().rules
    assert period_of(game, upto).proved_by is None
    report = period_of(game, 3 * named)
    assert (report.preperiod, report.period, report.saltus) == (named + 1, 1, 1)
    assert report.proved_by is not None


def test_what_does_not_come_apart_has_no_value_for_sympy_either() -> None:
    """It was a ValueError."""
    (claim,) = hw.parse("claims\ntheorem it: any(u + v = a for (u, v) in {[1, 2, 3]}) for a in 0.. upto 3").claims
    instance = instance_of_values(claim, {}, 3)
    assert instance is not None
    frame = Judge(instance, lambda *_: None).frame((1,))
    with pytest.raises(UndefinedValue, match="take apart"):
        formula_of(instance, claim.statement).by_sympy(frame)


def test_true_claims_beside_what_does_not_come_apart_hold() -> None:
    """sympy, which is asked where there are several claims, stumbled over what is never looked at."""
    text = "claims\ntheorem one: a >= 0 or any(u + v > 3 for (u, v) in {[1, 2, 3]}) for a in 0.. upto 3\n"
    assert check_words(f"{text}theorem two: a + 1 > a for a in 0.. upto 3") == ["holds", "holds"]


@pytest.mark.parametrize(
    ("word", "values"), [("increasing", [0, 1, 0, 1, 0, 1, 0, 0]), ("distinct", [0, 1, 0, 1, 0, 0, 1, 0])]
)
def test_which_vector_is_looked_at_may_depend_on_the_position(word: str, values: list[int]) -> None:
    """It was a stumble where tables are made."""
    text = f"game one\n    heap h\n    move h -> h - 1 where h >= 1, {word}(if h <= 4 then [h, h + 1] else [h, 5, 9])\n"
    assert hw.parse(text)["one"]().table(7).values.tolist() == values


def test_a_set_has_one_order() -> None:
    """`subsets({1, 2})` began with {2}, and the same set written by its members with {1, 2}."""
    written = "{{}, {1}, {2}, {1, 2}}"
    same = f"[len(s) for s in subsets({{1, 2}})] = [len(s) for s in {written}]"
    assert check_words(f"claims\ntheorem it: {same} and subsets({{1, 2}}) = {written}") == ["holds"]


def test_an_alias_has_no_parameter_of_the_name_of_a_component() -> None:
    """`for n = 5` and `for n in {5}` meant different things, and a printed counterexample was none."""
    with pytest.raises(HeapwiseError, match="E013"):
        hw.parse("game w(n in 1..) = subtraction({n, 2 * n})")["w"](2).grundy(3)


def test_last_verdicts_belong_to_the_rules_beside_them(tmp_path: Path) -> None:
    """The same claims beside other rules: the editor showed the verdict of the other folder."""
    for name, most in (("one", 3), ("two", 2)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "g.game").write_text(f"game g heap a move a -> a - t for t in 1..{most} where a >= t")
        (tmp_path / name / "l.claims").write_text("claims for g\ntheorem t: G(a) = a mod 3 upto 9\n")
    paths = [tmp_path / name / "l.claims" for name in ("one", "two")]
    CliRunner().invoke(cli, ["check", *map(str, paths)])
    found = []
    for path in paths:
        (claim,) = written_claims(document_at(path)).claims
        last = recall(claims_hash(claim), rules_hash(claim), claim.key)
        found.append(last.word if last is not None else None)
    assert found == ["refuted", "proved"]


@pytest.mark.parametrize("inside", ["({[x[1] + 1, 3]} & [0]..x)", "({[9, 9, 9]} \\ [0]..x)", "([0]..x | {[9, 9]})"])
@pytest.mark.parametrize("method", ["proof", "local", "table"])
def test_a_range_with_ends_of_two_lengths_has_no_value_in_other_sets_either(inside: str, method: str) -> None:
    """Only who asked the range itself was told; theorems without a value anywhere were proved."""
    text = f"claims for nim(n)\ntheorem it: P(x) iff nimsum(x) = 0 and x not in {inside} for n = 2 upto 3"
    assert set(check_words(text, method=method)) <= {"error", "outside", "undecided"}
    right = "claims for nim(n)\ntheorem it: P(x) iff nimsum(x) = 0 and x in ({x} | [0, 0]..x) for n = 2 upto 3"
    assert check_words(right, method="proof") == ["proved"]


def test_what_has_no_value_is_not_taken_for_its_mirror_image() -> None:
    """The guard says nothing of any position but that it may have no value at this one: (0,2) answered for (2,0)."""
    guard = "not (bitand(1 for u in {1} where x[1] != 2) <= x[2] - x[2] > 5 + x[1])"
    game = hw.parse(f"game one\n    heaps x[2]\n    move x[i] -> y for i in 1..2, y in 0..x[i]-1 where {guard}\n")[
        "one"
    ]()
    assert game.grundy((0, 2)) == 2
    with pytest.raises(HeapwiseError, match="E029"):
        FarValues(Grundy()).value(Position((Component(game.rules, (2, 0)),)))


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("x[i] mod sum(j for j in 1..2)", "x[i] mod sum(j for j in 1..2)"), ("x[i] mod 3", "x[i] mod 3"),
        ("V(i)", "V(i)"),
    ],
)  # fmt: skip
def test_a_strategy_says_the_value_of_a_heap_in_whole_words(value: str, words: str) -> None:
    """They were cut off at the first `for`."""
    rules = "game sb(n in 1..)\n    heaps x[n]\n    move x[i] -> x[i] - t for i in 1..n, t in 1..2 where x[i] >= t\n"
    text = f"{rules}claims for sb(n)\nlet V(i) = x[i] mod 3\ntheorem a: G(x) = nimsum([{value} for i in 1..n])"
    (claim,) = hw.parse(text).claims
    assert heap_value(claim) == words


def test_a_second_look_belongs_to_one_place_of_a_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two claims in the same words, without names, each with a `let` of its own: one looked at, the other believed."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    rules = "game g(k in 1..) heap a move a -> a - t for t in 1..k where a >= t"
    claim = "claims for g(k) let m = {} theorem: G(a) = a mod (k + 1 + k*k*k*m) check k in 1..1, upto 3"
    file = tmp_path / "c.claims"
    for between in ("\n", " "):
        file.write_text(f"{rules}{between}{claim.format(0)}\n{claim.format('k - 1')}\n")
        found = CliRunner().invoke(cli, ["prove", str(file)])
        assert "1 of 2 claims as stated" in found.output


def test_the_range_of_the_number_of_heaps_names_no_other_parameter_in_sums() -> None:
    """One heap alone is a game for k = 1 only, and "no such game" was said of the others."""
    rules = "game g(k in 1..4, n in k..)\n    heaps x[n]\n"
    rules += "    move x[i] -> x[i] - t for i in 1..n, t in 1..k where x[i] >= t\n"
    text = f"{rules}claims for g(k, n)\ntheorem b: G(x) = nimsum([x[i] mod (k + 1) for i in 1..n])"
    (claim,) = hw.parse(text).claims
    assert not prove_uniformly(claim, WAYS).proved


def test_what_is_verified_has_its_ranges_of_positions() -> None:
    """`N(a) for a in 1..k` was printed as "N(a) where a"."""
    rules = "game tk(k in 1..)\n    heap a\n    move a -> a - t for t in 1..k where a >= t\n"
    for hypothesis, words in (("for a in 1..k", "N(a) where a in 1..k"), ("where a in 1..k", "N(a) where a in 1..k")):
        (claim,) = hw.parse(f"{rules}claims for tk(k)\ntheorem g: N(a) {hypothesis} check k in 1..2, upto 9").claims
        assert stated(claim) == words


@pytest.mark.parametrize(
    ("sets", "is_proved"),
    [
        ("subsets(1..n, 1..2)", True),
        *((s, False) for s in ("subsets(1..n, 0..n-5)", "subsets(1..n)", "subsets(1..n, 0..2)")),
    ],
)
def test_by_definition_play_has_to_end(sets: str, is_proved: bool) -> None:
    """A move that may change no heap: there is no such game, and theorems for every n were proved and verified."""
    rules = "game g(n in 1..)\n    heaps x[n]\n    move x[i] -> y for i in 1..n, y in 0..x[i]-1\n"
    rules += f"    move x[S] -> y for S in {sets}, y in 0..x[S]-1\n"
    (claim,) = hw.parse(f"{rules}claims for g(n)\ntheorem t: P(x) iff G(x) = 0 check n in 1..2, upto 3").claims
    assert bool(prove_uniformly(claim, WAYS).proved) == is_proved


@pytest.mark.parametrize("move", ["x[S] -> 0 for S in subsets(1..n, 1..2)", "x[i] -> y for i in 1..n, y in 0..0"])
def test_a_move_to_0_speaks_of_no_old_number(move: str) -> None:
    text = f"game g(n in 1..)\n    heaps x[n]\n    move {move}\nclaims for g(n)\n"
    text += "theorem t: P(x) iff nimsum(x) = 0 check n in 1..2, upto 3"
    verdicts = hw.check(hw.parse(text), method="proof")
    assert [verdict.word for verdict in verdicts] == ["error", "error"]
    assert all("error[E021]: the move can leave the position unchanged" in str(verdict.reason) for verdict in verdicts)


def test_cells_alone_have_a_sum_that_falls() -> None:
    """From 101 cells on nothing was shown, and "does not lower the components" was said of a move that does."""
    game = hw.parse("game ce(n in 1..)\n    cells x[n] in 0..\n    move x[i] -> y for i in 1..n, y in 0..x[i]-1\n")[
        "ce"
    ]
    assert game(101).grundy((1, 1, *(0,) * 99)) == 0


def test_more_heaps_than_loops_and_axes() -> None:
    text = "claims for nim(n)\ntheorem p: P(x) iff nimsum(x) = 0 for n = {} check sum(x) <= 1"
    for n in (18, 40, 70):
        assert check_words(text.format(n)) == ["holds"]


def test_show_says_what_was_shown(tmp_path: Path) -> None:
    """`sum(x) + c` rises, and something else was shown to fall."""
    file = tmp_path / "t.game"
    moves = "move x[i] -> x[i] - 1, c -> z for i in 1..n, z in 0..3 where x[i] >= 1\n    move c -> c - 1 where c >= 1\n"
    file.write_text(f"game tz(n in 1..)\n    heaps x[n], c\n    {moves}")
    found = CliRunner().invoke(cli, ["show", "-f", str(file), "tz(2)"])
    assert "which is shown for all positions" in found.output
    assert "lowers sum(x) + c," not in found.output


def test_a_claim_that_is_called_by_its_line_keeps_its_certificate(tmp_path: Path) -> None:
    file, folder = tmp_path / "l.claims", tmp_path / "proofs"
    file.write_text("claims for nim(n)\n\n\ntheorem line4: P(x) iff nimsum(x) = 0 check n in 1..2, upto 3\n")
    CliRunner().invoke(cli, ["prove", str(file), "--certificate", str(folder)])
    found = CliRunner().invoke(cli, ["verify", str(folder)])
    assert found.exit_code == 0
    assert found.output.startswith("verified")


def test_nothing_is_divided_by_a_parameter_that_is_0() -> None:
    rules = "game fewer(k in 0..)\n    heap a\n    move a -> a - t for t in 1..k-1 where t <= a\n"
    found = hw.find(hw.parse(rules)["fewer"], want="G", play="normal", terms=1000, library=False)
    claims = [(finding.claim, finding.hypotheses) for finding in found if finding.is_claim]
    assert ("G(a) = a mod k", "where k >= 1") in claims


def test_what_is_never_found_behind_not_is_decisive() -> None:
    """`not any(...)` depends on every case that it looks at, and was said to be never decisive."""
    text = "game two\n    heaps x[2]\n    move x[i] -> y for i in 1..2, y in 0..x[i]-1\nclaims for two\n"
    text += "theorem a: P(x) implies not any(x[1] = x[2] + e for e in 1..3) upto 4\n"
    text += "theorem b: P(x) implies x[1] = x[2] and not any(x[1] = x[2] + e for e in 1..3 where x[1] < x[2]) upto 4\n"
    for method in ("table", "auto"):
        used, idle = hw.check(hw.parse(text), method=method)
        assert (used.as_stated, idle.as_stated) == (True, True)
        assert used.warnings == ()
        assert [w for w in idle.warnings if "never decisive" in w] == [
            "never decisive: any(x[1] = x[2] + e for e in 1..3 where x[1] < x[2])"
        ]


def test_a_search_that_stopped_has_not_counted_its_region() -> None:
    """`all <= 2000: 1,280,640 positions` was where the time was over."""
    text = "claims for nim(n)\nquestion q: G(x) <= 60 for n = 2 upto 30"
    (whole,) = hw.check(hw.parse(text), method="table")
    stopped = replace(whole, word="undecided", positions=79)
    met = replace(whole, word="refuted", positions=79, exceptions=None)
    assert "all <= 30: 961 positions" in "\n".join(verdict_lines(whole))
    for verdict in (stopped, met):
        assert "all <= 30" in (words := "\n".join(verdict_lines(verdict)))
        assert "positions" not in words


@pytest.mark.parametrize("where", ["m < n or n >= 700", "m < n or n = 700", "m != n or n >= 90"])
def test_no_period_of_rules_in_which_a_heap_may_stay(where: str) -> None:
    """That a stone is taken was taken for granted; beyond what was compared there is no game, and no value."""
    text = f"game lazy\n    heap n\n    move n -> m for m in 0..n where {where}\n"
    text += "claims for lazy\ntheorem per: G(n + 1) = G(n) + 1 upto 30"
    (verdict,) = hw.check(hw.parse(text))
    assert verdict.word != "proved"
    with pytest.raises(HeapwiseError, match="E021"):
        period_of(hw.parse(text)["lazy"]().rules, 900)
    (verdict,) = hw.check(hw.parse(text.replace(where, "m != n")))
    assert verdict.word == "proved"


def test_a_comment_may_stand_before_the_name_of_a_claim(tmp_path: Path) -> None:
    (tmp_path / "b.claims").write_text(
        "claims for nim(n)\ntheorem -- Bouton 1902\n  bouton: P(x) iff nimsum(x) = 0 upto 3\n"
    )
    run = CliRunner().invoke
    assert run(cli, ["prove", str(tmp_path / "b.claims"), "--certificate", str(tmp_path / "c")]).exit_code == 0
    assert run(cli, ["verify", str(tmp_path / "c")]).output.startswith("verified")


def test_a_total_bounds_every_component_by_what_the_others_leave() -> None:
    """Where one may be negative, another may be larger than the total: (-1, 5) has the total 4."""
    law = "claims\nconjecture law: b <= 4 for a in -3..3, b in 0..9 check a + b <= 4"
    (verdict,) = hw.check(hw.parse(law))
    pairs = [(a, b) for a in range(-3, 4) for b in range(10) if a + b <= 4]
    assert (verdict.word, verdict.positions) == ("refuted", len(pairs))
    assert verdict.exceptions == sum(b > 4 for _, b in pairs)


LIFT = (
    "game lift\n    cell v in -2..3\n    heap h\n    decreases 2 * h + v + 2\n    move v -> v - 1 where v > -2\n"
    "    move h -> h - 1, v -> v + 1 where h >= 1, v < 3\n"
)


def test_a_position_may_begin_below_0(tmp_path: Path) -> None:
    (tmp_path / "lift.game").write_text(LIFT)
    found = CliRunner().invoke(cli, ["value", "-f", str(tmp_path / "lift.game"), "lift", "-2,5", "--json"])
    assert json.loads(found.output)["position"] == [-2, 5]


def test_what_falls_in_a_compound_has_the_positions_inside() -> None:
    """`every move lowers pass` was said of a game in which most moves do not."""
    shown = CliRunner().invoke(cli, ["show", "with_pass(nim(2))"]).output
    assert "every move lowers [pass, p], the largest first" in shown


def test_an_if_without_parentheses_is_told_of_them() -> None:
    """The advice was no text of the language, or spoke of a range in the lines before."""
    with pytest.raises(HeapwiseError) as wrong:
        hw.parse("claims for nim(n)\nconjecture a: n = 1 implies (G(x) = if x[1] = 0 then 0 else x[1]) upto 3")
    assert "`(if CONDITION then A else B)`" in str(wrong.value)


NO_VALUE_FAR_OUT = {  # rules of a, b that have no value at some position with a from 32 on, and Nim elsewhere
    "an end with a fraction, beside a condition that is not linear": (
        "a -> a - t for t in 1..(if a < 32 then a else a/2)",
        "b -> b - t for t in 1..b where a * b >= 0",
    ),
    "an end that is not linear, and a fraction": (
        "a -> a - t for t in 1..(if a < 32 then a else a*a/2) where t <= a",
        "b -> b - t for t in 1..b",
    ),
    "an end of a move that never is one": (
        "a -> a - t for t in 1..a",
        "b -> b - t for t in 1..b",
        "a -> a - t for t in 1..(if a*a < 2^10 then 1 else a*a/2) where t < 1",
    ),
    "a union with a set without end": (
        "a -> a - t for t in 1..a where a < 2^5 or t in {1} | t..",
        "b -> b - t for t in 1..b",
    ),
    "a number of parts below 0": (
        "a -> a - t for t in 1..a",
        "b -> b - t for t in 1..b",
        "a -> s[1] for i in 1..1 where a >= 2^5 for s in splits(a, -1, 0) where s[1] < a",
    ),
    "two square roots, which make no number": (
        "a -> a - t for t in 1..a",
        "b -> b - t for t in 1..b",
        "a -> a - t for t in 1..a where a < 2^5 or sqrt(a) + sqrt(b + 2) >= 0, t < 1",
    ),
    "a position that the other game does not have": (
        "a -> a - t for t in 1..a where a <= 2^5 or terminal(nim(1)(2^5 - a)) or t >= 1",
        "b -> b - t for t in 1..b",
    ),
    "what was tested in the line before": (
        "b -> b - t for t in 1..b",
        "a -> a - t for t in 1..a for u in {1}",
        "b -> (if a < 2^5 or v2(a - 33) >= 0 then -1 else -1)",
    ),
    "a set that is used behind another condition": (
        "a -> a - t for t in 1..a",
        "b -> b - t for t in 1..b",
        "a -> a - t for S = {i for i in 1..2 where a < 2^5 or v2(b) >= 0}, k in 1..1 where b >= k "
        "for u in S, t in 1..a where t < 1",
    ),
    "the other side of a union": (
        "a -> a - t for t in 1..a",
        "b -> b - t for t in 1..b",
        "a -> a - t for u in {i for i in {1} for j in {1} where b >= j} | {v2(b) for i in {1} where a >= 2^5}, "
        "t in 1..a where t < 1",
    ),
    "a sum of quotients, which has no range of a component": (
        "a -> a - t for t in 1..a",
        "b -> b - t for t in 1..b",
        "a -> a - t for u = floor((31 - a)/2) + floor(b/3) where u (+) 1 >= 0 for t in 1..a where t < 1",
    ),
    "a set in which two square roots would be in order": (
        "a -> a - t for t in 1..a",
        "b -> b - t for t in 1..b",
        "a -> a - t for s = {sqrt(j) for j in 2..3 where a >= 2^5}, t in 1..a where t < 1",
    ),
    "a condition that the next one makes superfluous": (
        "a -> a - t for t in 1..a where floor(12/(a - 33)) >= 0 or a >= 0",
        "b -> b - t for t in 1..b where a * b >= 0",
    ),
    "a condition that the next one contradicts": (
        "a -> a - t for t in 1..a",
        "b -> b - t for t in 1..b",
        "a -> a - 1 where a >= 1, (popcount(floor(12/abs(a - 33))) >= 0 and b < 0)",
    ),
    "an end that is a known fraction": (
        "a -> a - t for t in 1..a",
        "b -> b - t for s = 1..(if a <= 32 then a else 1/2), t in 1..b",
    ),
    "a total that is a known root": (
        "a -> a - t for t in 1..a where [a, b, 1] not in splits(if a <= 32 then 1 else sqrt(2), 2, 0)",
        "b -> b - t for t in 1..b",
    ),
    "two square roots inside of tuples": (
        "a -> a - t for t in 1..a",
        "b -> b - t for s = {(a - a, if a <= 32 then 1 else sqrt(2)), (0, sqrt(3))}, t in 1..b",
    ),
    "two square roots in a union": (
        "a -> a - t for t in 1..a where 1 in {1, if a <= 32 then 1 else sqrt(2)} | {sqrt(3)}",
        "b -> b - t for t in 1..b",
    ),
    "two square roots by their names": (
        "a -> a - t for t in 1..a",
        "b -> b - t for w = (if a <= 32 then 1 else sqrt(2)), u = (if a <= 32 then 1 else sqrt(3)), z in 1..1 "
        "where w >= u or z >= 1 for t in 1..b",
    ),
    "options of a position whose rules have no value": (
        "a -> a - t for t in 1..a",
        "b -> b - t for s = options(hole(a)), t in 1..b",
    ),
    "followers of a position whose rules have no value": (
        "a -> a - t for t in 1..a",
        "b -> b - t for s = followers(hole(a)), t in 1..b",
    ),
    "a member that comes before the one that decides": (
        "a -> a - t for t in 1..a where any(1/(c - 33) != 0 for c in {34, a})",
        "b -> b - t for t in 1..b",
    ),
}
HOLE = "game hole\n    heap n\n    move n -> n - t for t in 1..n where n != 33 or 1/(n - 33) > 0\n"


@pytest.mark.parametrize("why", NO_VALUE_FAR_OUT)
def test_rules_without_a_value_somewhere_are_no_theorem_and_no_table(why: str) -> None:
    """What may have no value was forgotten where a condition was not linear, or fell away."""
    rules = f"{HOLE}game g\n    heaps a, b\n" + "".join(f"    move {move}\n" for move in NO_VALUE_FAR_OUT[why])
    text = rules + "claims for g\ntheorem h: G(a, b) = a (+) b upto 5"
    for method in ("proof", "auto"):
        (verdict,) = hw.check(hw.parse(text), method=method)
        assert verdict.word in ("outside", "holds")
    with pytest.raises(HeapwiseError, match=r"E029|E026"):
        hw.parse(rules)["g"]().rules.options((33, 0))
    for method in ("table", "local"):
        (verdict,) = hw.check(hw.parse(text.replace("upto 5", "check a <= 80, b <= 2")), method=method)
        assert verdict.word == "error"
        assert re.search(r"E029|E026", str(verdict.reason))


@pytest.mark.parametrize(
    "guard", ["v2(t) = 0", "popcount(a (+) t) > 1", "2^v2(t) = t", "bit(a, 0) = 1", "gcd(t, 6) = 1"]
)
def test_what_has_a_value_at_all_positions_is_filled_by_kernels(guard: str) -> None:
    """Rules with such conditions are not left to the interpreter: t is from 1 on, and heaps are not negative."""
    rules = (
        f"game g\n    heaps a, b\n    move a -> a - t for t in 1..a where {guard}\n    move b -> b - 1 where b >= 1\n"
    )
    grounded = ground(hw.parse(rules)["g"]().rules)
    assert isinstance(grounded, GroundGame)
    assert not grounded.unsure


@pytest.mark.parametrize(
    "said",
    [
        "all(c >= 0 for p in {nim(1)(K - x[1])}, c in {1})",
        "{nim(1)(K - x[1])} != {}",
        "nim(1)(K - x[1]) not in {}",
        "P([nim(1)(0), nim(1)(K - x[1])][1])",
        "len([nim(1)(K - x[1])]) = 1",
        "all(c >= 0 for s = {(x[1], sqrt(2)), (K + 1, sqrt(3))}, c in {1})",
        "{if x[1] <= K then 1 else sqrt(2)} | {sqrt(3)} != {}",
        "mex(i for w = 1/(x[1] - K - 1) for i in {}) = 0",
        "x[1] not in {j for i in 1..2 where 1/(x[1] - K - 1) >= -5 for j in {}}",
        "any(1/(c - K - 1) != 0 for c in {K + 2, x[1]})",
        "not all(1/(c - K - 1) = 0 for c in {K + 2, x[1]})",
        "len([1/(x[1] - K - 1), 1][{}]) = 0",
        "len(if 1/(x[1] - K - 1) > -5 then [i for i in {}] else [i for i in {}]) = 0",
        "len([i for i in 1..0] + 1/(x[1] - K - 1)) = 0",
        "all(bit(x[1], c) <= 1 for c in upto_x(1/(x[1] - K - 1)))",
        "count(c >= 0 for c in upto_x(1/(x[1] - K - 1))) >= 0",
        "(1/(K + 1 - x[1]) + sqrt(2))^0 = 1",
        "sqrt(K - x[1])^0 = 1",
        "P(turned(1/(x[1] - K - 1)))",
        "legal([nim(1)(K - x[1])][1])",
    ],
)
def test_what_nobody_asks_for_has_to_have_a_value(said: str) -> None:
    """Positions that are none, sets without order, steps in front of an empty choice, members that come earlier: none
    of them has a value from K + 1 on."""
    lets = "let upto_x(w) = 0..v2(x[1])\nlet turned(w) = nim(2)([x[2], x[1]])\n"
    claim = f"claims for nim(n)\n{lets}theorem a: P(x) iff x[1] = x[2] and (x[1] <= K or {said}) for n = 2 upto 12"
    (verdict,) = hw.check(hw.parse(claim.replace("K", "2^11")), method="proof")
    assert verdict.word in ("undecided", "outside", "error")
    for method in ("table", "local", "auto"):
        (verdict,) = hw.check(hw.parse(claim.replace("K", "8")), method=method)
        assert verdict.word == "outside" or re.search(r"^error.E02[69]", str(verdict.reason)), method


@pytest.mark.parametrize(
    "statement",
    [
        "P(x) iff x[1] = x[2] and (x[1] < 2^11 or x[2] in {1} | (x[1]..))",
        "G(x) = (if x[1] < 2^11 or x[1] in {1} | (x[1]..) then x[1] (+) x[2] else 0)",
        "x[1] + x[2] in ({1} | (x[1]..)) & 0..9 or x[1] + x[2] > 9",
        "P(x) iff x[1] = x[2] and all(true for s = {1} | (x[1]..))",
        "P(x) iff x[1] = x[2] and any(x[1] >= 0 for p = nim(1)(2^50 - x[1]))",
        "P(x) iff x[1] = x[2] and (x[1] < 2^11 or all(c >= 0 for s = 0..[x[1]/2], c in {1}))",
        "P(x) iff x[1] = x[2] and (x[1] < 2^11 or (x[1]/2 (+) 1) not in {})",
    ],
)
def test_what_has_no_value_far_out_is_no_theorem(statement: str) -> None:
    (verdict,) = hw.check(hw.parse(f"claims for nim(n)\ntheorem a: {statement} for n = 2 upto 5"), method="proof")
    assert verdict.word in ("undecided", "outside", "error")


def test_a_multiple_of_a_parameter_in_the_place_of_another_number_does_not_stumble() -> None:
    text = (
        "game h(p in 1.., q in 1..)\n    heap a\n    move a -> a - t for t in 1..a where t <= q\nclaims for h(p, q)\n"
    )
    text += "theorem u: P(a + q + 1) iff P(a) where p divides q check p in 1..3, q in 1..3, upto 7"
    assert {verdict.as_stated for verdict in hw.check(hw.parse(text))} == {True}


@pytest.mark.parametrize("item", ["x[1] <= 5", "x[1, 1] <= 5", "sum(x[1]) <= 5"])
def test_a_bound_on_one_row_is_refused(item: str) -> None:
    """It stood in the name of the region, and bounded nothing."""
    text = "claims for emperor(k, shape)\nquestion q: P(x) implies x[1][1] <= 3 check k = 0, shape in {[2]}, upto 3"
    text = text.replace("upto", f"{item}, upto")
    (verdict,) = hw.check(hw.parse(text))
    assert verdict.word == "error"
    assert "E064" in str(verdict.reason)


def test_positions_have_no_total() -> None:
    text = "claims for with_pass(G)\nquestion d: pass = 0 implies P(p, pass) for G = nim(2) check p + pass <= 3"
    (verdict,) = hw.check(hw.parse(text))
    assert "E064" in str(verdict.reason)


def test_two_vectors_are_printed_as_they_are_typed() -> None:
    """`(1;2;0,1)` was printed for x = (1,2), c = (0,1); typed so it was said to have 4 components, not 4."""
    assert position_words([1, 2, [0, 1]]) == "1,2;0,1"
    rules = "game z\n    heaps x[2]\n    cells c[2] in 0..1\n    move x[i] -> x[i] - 1 for i in 1..2 where x[i] >= 1\n"
    game = hw.parse(rules)["z"]().rules
    assert isinstance(game, Game)
    assert game.layout.text((1, 2, 0, 1)) == "1,2;0,1"
    with pytest.raises(HeapwiseError, match=r"the components are x\[1\],x\[2\];c\[1\],c\[2\]"):
        game.state_of(((1,), (2,), (0, 1)))


def test_objects_of_positions_that_are_asked_for_say_why_they_are_not_evaluated() -> None:
    (claim,) = hw.parse("claims for nim(n)\nquestion q: len(followers(x)) >= 1 for n = 2 upto 2").claims
    with pytest.raises(ValueError, match="followers"):
        claim.expressions.at(n=2).evaluate(x=(1, 2))


def test_rows_are_rows_on_paper(tmp_path: Path) -> None:
    """`heaps x[shape]` was set as numbers x_1, ..., x_shape."""
    assert CliRunner().invoke(cli, ["report", "emperor", "-o", str(tmp_path / "e.tex")]).exit_code == 0
    written = (tmp_path / "e.tex").read_text()
    assert r"x_{i}\text{ a row of length }\mathit{shape}_{i}\text{, }(x_{i})_{j} \geq 0" in written


def test_a_wording_has_a_value_where_the_finding_has_one(tmp_path: Path) -> None:
    """`not 1 <= v2(n)` was a wording of what is proved of n = 0, too."""
    file = tmp_path / "even.game"
    file.write_text("game even_only\n    heap n\n    move n -> n - 1 where n mod 2 = 0, n >= 2\n")
    options = ["--for", "P", "--terms", "20000", "--no-library", "--all", "--json"]
    lines = CliRunner().invoke(cli, ["find", "-f", str(file), "even_only", *options]).output.splitlines()
    wordings = [text for line in lines if line.startswith("{") for text in json.loads(line).get("wordings", ())]
    assert wordings
    assert not {"not 1 <= v2(n)", "1 <= v2(n)"} & {*wordings}


def test_a_total_names_a_component_once() -> None:
    text = "claims for wythoff\nquestion a: P(a, b) check a + a <= 5, b <= 3"
    (verdict,) = hw.check(hw.parse(text))
    assert "E064" in str(verdict.reason)


def test_the_name_of_a_region_has_no_place_that_there_is_not() -> None:
    text = "claims for nim(n)\nquestion a: P(x) implies nimsum(x) = 0 check n = 2, x[3] <= 0, upto 3"
    held, refused = hw.check(hw.parse(text), method="table")
    assert held.region == {"upto": 3}
    assert "E083" in str(refused.reason)


def test_quotients_are_no_components() -> None:
    """`floor(n/2) + floor(n/3)` stumbled: their numbers are below 0."""
    rules = "game two\n    heap n\n    move n -> n - t for u = floor(n/2) + floor(n/3), t in 1..n where bit(u, 0) = 1\n"
    game = hw.parse(f"{rules}    move n -> n - 1 where n >= 1\n")["two"]()
    assert [game.grundy((n,)) for n in range(7)] == [0, 1, 2, 0, 3, 4, 5]


def test_a_vector_of_one_heap_stands_beside_a_position() -> None:
    """As many values as components were taken for components: [0] was no number in 0.. ."""
    rules = "game mixed(n in 1.., G in games)\n    cell c in 0..1\n    position p of G\n    heaps x[n]\n"
    rules += "    decreases c + sum(x)\n    move c -> 0 where c = 1\n    move p -> q for q in options(p)\n"
    rules += "    move x[i] -> y for i in 1..n, y in 0..x[i]-1\n"
    claim = "question a: G(c, p, x) = c (+) G(p) (+) nimsum(x) for G = nim(1) check n in 1..2, upto 2"
    assert [v.word for v in hw.check(hw.parse(f"{rules}claims for mixed(n, G)\n{claim}"))] == ["holds", "holds"]


def test_a_long_range_is_a_limit_and_no_list() -> None:
    """All members of `1..2^40` were listed before any limit was asked."""
    game = hw.parse("game big\n    heap n\n    move n -> n - t for t in 1..2^40 where t <= n\n")["big"]()
    with pytest.raises(HeapwiseError, match="E003"):
        game.grundy((1,))


def test_a_bound_below_0_has_no_end_that_is_open() -> None:
    """`x <= None, all others <= -2`"""
    rules = "game v(n in 1..)\n    heaps x[n] in -5..\n    decreases sum(x) + 5 * n\n"
    rules += "    move x[i] -> x[i] - 1 for i in 1..n where x[i] >= -4\n"
    claim = "conjecture a: P(x) iff (sum(x) + 5 * n) mod 2 = 0 check n = 2, upto -2"
    (verdict,) = hw.check(hw.parse(f"{rules}claims for v(n)\n{claim}"), method="table")
    assert (verdict.word, verdict.region) == ("holds", {"upto": -2})


def test_a_let_that_speaks_of_itself_reads_its_parameters_everywhere() -> None:
    """Where a parameter stayed open it was read as no number at all, which is not 3599 either."""
    text = """game g(p in 1..)
    heap a
    move a -> a - s for s in 1..2 where s <= a, acc(1) != 61 * 59
    let acc(m) = if m <= 0 then p else acc(m - 1)
claims for g(p)
theorem z: P(a) iff a mod 3 = 0 check p in 1..2, upto 4
"""
    found = hw.check(hw.parse(text))
    assert [verdict.word for verdict in found] == ["proved", "proved"]
    assert all(verdict.quantifiers is None or not verdict.quantifiers.proved for verdict in found)
    assert hw.parse(text)["g"](3599).grundy((1,)) == 0


def test_a_measure_has_to_have_a_value() -> None:
    text = """game g(k in 1..)
    heap a
    decreases (if popcount(61 * 59 - k) >= 0 or true then a else a)
    move a -> a - t for t in 1..k where t <= a
claims for g(k)
theorem z: G(a) = a mod (k + 1) check k in 1..3, upto 9
"""
    found = hw.check(hw.parse(text))
    assert {verdict.word for verdict in found} == {"proved"}
    assert all(verdict.quantifiers is None or not verdict.quantifiers.proved for verdict in found)
    with pytest.raises(HeapwiseError, match="E029"):
        hw.parse(text)["g"](3600).options((1,))


def test_a_circle_of_no_heaps_has_no_component() -> None:
    text = "game g(n in 0..)\n    heap a\n    heaps x[n] cyclic\n    move a -> a - t for t in 1..a where x[t] >= 0\n"
    game = hw.parse(text)["g"](0)
    with pytest.raises(HeapwiseError, match="there are none"):
        game.grundy((1,))
    with pytest.raises(HeapwiseError, match="there are none"):
        game.table(3)


def test_a_parameter_that_is_too_large_a_set_is_an_error() -> None:
    text = "claims for nim(n)\ntheorem g: P(x) iff nimsum(x) = 0 for s = 1..2^40 check n = 1, upto 2"
    (verdict,) = hw.check(hw.parse(text))
    assert (verdict.word, "E029" in str(verdict.reason)) == ("error", True)


@pytest.mark.parametrize(
    ("law", "first", "exceptions"),
    [
        ("b >= 0 for a in 0..3, b in -3..a check b <= 3", [0, -3], 12),
        ("b >= 0 for a in 0.., b in -a..a upto 5", [1, -1], 15),
        ("a + b != -1 for a in 0..3, b in a-4..a check b <= 9", [0, -1], 2),
        ("b mod 2 = 0 or b = a for a in 0..4, b in {a, 2, -1} check b <= 4", [0, -1], 5),
        ("b >= -9 for a in 0..20, b in -a..a check a + b <= 9", [10, -10], 65),
    ],
)
def test_a_range_that_speaks_of_earlier_numbers_begins_where_it_says(
    law: str, first: list[int], exceptions: int
) -> None:
    """All of them were looked at from 0 on."""
    (verdict,) = hw.check(hw.parse(f"claims\nconjecture z: {law}"))
    assert (verdict.word, verdict.exceptions) == ("refuted", exceptions)
    assert verdict.counterexample is not None
    assert verdict.counterexample.position == first


def test_a_bound_on_a_parameter_begins_at_the_least_value_that_rules_allow() -> None:
    rules = "game g(k in -2..3)\n    heap n\n    move n -> n - 1 where n >= 1, k >= 0\n"
    claim = "claims for g(k)\nconjecture g: N(n) iff n mod 2 = 1 check k <= 0, n <= 5"
    found = hw.check(hw.parse(rules + claim))
    assert [(v.parameters["k"], v.word) for v in found] == [(-2, "refuted"), (-1, "refuted"), (0, "proved")]
    (verdict,) = hw.check(hw.parse("claims for nim(n)\nquestion a: P(x) check n = 1, n = 2, upto 3"))
    assert "E064" in str(verdict.reason)


def test_a_component_with_a_bound_of_its_own_is_looked_at() -> None:
    """Two numbers of positions stood beside one region: what a claim does not speak of was left at 0."""
    text = "game duo\n    heaps a, b\n    move a -> a - t for t in 1..a\n    move b -> b - t for t in 1..b\n"
    text += "claims for duo\n"
    found = hw.check(hw.parse(text + "question e: a <= 1 check a + b <= 3\nquestion f: a <= 1 check a <= 3, b <= 3"))
    assert [(verdict.positions, verdict.exceptions) for verdict in found] == [(10, 3), (16, 8)]


COMP = """game comp(G in games)
    position p of G
    heap h
    move p -> q for q in options(p)
    move h -> h - 1 where h >= 1
"""


def test_a_region_names_the_ends_of_components_inside() -> None:
    text = """game inner
    heap n
    cell d in 0..5
    decreases n + d
    move n -> n - t for t in 1..n
    move d -> d - 1 where d >= 1
"""
    text += (
        COMP
        + """claims for comp(G)
question a: p.d <= 3 for G = inner upto 2
"""
    )
    (verdict,) = hw.check(hw.parse(text), method="table")
    assert (verdict.positions, describe(verdict.region)) == (54, "p.d <= 5, all others <= 2")


def test_games_that_the_command_line_names_belong_to_the_rules(tmp_path: Path) -> None:
    """Their rules were in no hash, and certificates of bounds that only the command line gives were refused."""
    rules = "game foo\n    heap n\n    move n -> n - t for t in 1..{} where t <= n\n"
    rules += "game comp(G in games)\n    position p of G\n    move p -> q for q in options(p)\n"
    run, hashes = CliRunner().invoke, set()
    for most in (2, 4):
        (tmp_path / "g.claims").write_text(rules.format(most) + "claims for comp(G)\nconjecture b: N(p) or P(p)\n")
        proofs = tmp_path / f"proofs{most}"
        said = ["prove", str(tmp_path / "g.claims"), "--check", "G in {foo}, p <= 9", "--certificate", str(proofs)]
        line = json.loads(run(cli, [*said, "--json", "--jobs", "1"]).stdout.splitlines()[0])
        assert line["verdict"] == "proved"
        hashes.add(line["rules_sha256"])
        assert run(cli, ["verify", str(proofs)]).output.startswith("verified")
    assert len(hashes) == 2


def test_one_heading_is_for_games_with_the_same_components(tmp_path: Path) -> None:
    chosen = ["nim(n)", "--for", "n in 1..2", "--upto", "2"]
    assert CliRunner().invoke(cli, ["table", *chosen, "--format", "csv"]).exit_code == 2
    assert "E349" in CliRunner().invoke(cli, ["plot", *chosen, "-o", str(tmp_path / "a.svg")]).output


@pytest.mark.parametrize(
    "condition",
    [
        "changed([a, b, 1], if a > 3 then [a, b, 1] else [1, 2, 3]) >= 0",
        "(if a > 3 then changed([a, b, 1], if a > 3 then [a, b, 1] else [1, 2]) else 1) >= 0",
        "sum(sums(if a > 3 then [[a, b], [1]] else [[1, 2]])) >= 0",
    ],
)
def test_vectors_of_different_lengths_may_be_chosen(condition: str) -> None:
    text = f"game g\n    heaps a, b\n    move a -> a - t for t in 1..a where {condition}\n"
    game = hw.parse(f"{text}    move b -> b - t for t in 1..b\n")["g"]()
    assert game.grundy((5, 2)) == 7


def test_a_region_has_the_words_of_what_was_looked_at() -> None:
    """Components that a claim does not speak of were named, and of two games in a sum the smaller end."""
    duo = "game duo\n    heap a in 0..4\n    heap b in 0..3\n    move a -> a - t for t in 1..a\n"
    duo += "    move b -> b - t for t in 1..b\nclaims for duo\nquestion e: b <= 1\nquestion f: b <= 1 or a < 0\n"
    assert [(v.positions, describe(v.region)) for v in hw.check(hw.parse(duo), method="table")] == [
        (4, "b <= 3"),
        (20, "a <= 4, b <= 3"),
    ]
    part = "game {}\n    heap n\n    cell d in 0..{}\n    decreases n + d\n    move n -> n - t for t in 1..n\n"
    text = part.format("large", 9) + part.format("small", 5)
    text += "game comp(G in games)\n    position p of G\n    move p -> q for q in options(p)\n"
    (verdict,) = hw.check(hw.parse(text + "claims for comp(G)\nquestion a: P(p) or N(p) for G = large + small upto 2"))
    assert describe(verdict.region) == "p.d <= 9, all others <= 2"


def test_hints_say_which_corner_was_looked_at() -> None:
    far = "game g\n    heaps a, b\n    legal a >= 50\n    move b -> b - 1 where b >= 1\nclaims for g\n"
    (verdict,) = hw.check(hw.parse(far + "question q: b <= 2 upto 150"), method="table")
    assert (verdict.word, verdict.hint) == ("refuted", "exactly where b > 2")
    law = "claims\nquestion q: (if a <= 0 then b mod 2 = 0 else b mod 3 = 0) for a in -500..500, b in -500..500"
    (verdict,) = hw.check(hw.parse(law), method="table")
    assert str(verdict.hint).endswith("as far as all <= -139")


@pytest.mark.parametrize(
    "guard", ["k <= 3000 or len(this) = 2", "k <= 3000 or far(1) = 2", "k <= 3000 or terminal(counted(this)(1))"]
)
def test_this_is_the_game_without_the_parameters_that_stay_open(guard: str) -> None:
    """Where parameters became components of the position, `this` had them, too: `len(this)` was 2."""
    text = f"""game counted(G in games)
    heap n
    move n -> n - 1 where n >= 1, len(G) = 1
game g(k in 1..)
    heap a
    move a -> a - t for t in 1..k where t <= a, {guard}
    let far(m) = if m <= 0 then len(this) else far(m - 1)
claims for g(k)
theorem t: G(a) = a mod (k + 1) check k in 1..2, upto 9
theorem c: P(a) iff a mod (k + 1) = 0 and (a < 2^50 or len(this) = 2) check k in 1..2, upto 9
"""
    found = hw.check(hw.parse(text))
    assert {verdict.word for verdict in found if verdict.claim == "t"} == {"proved"}
    assert all(verdict.quantifiers is None or not verdict.quantifiers.proved for verdict in found)
    assert hw.parse(text)["g"](3001).grundy((1,)) == 0


def test_whether_a_position_is_legal_may_have_no_value() -> None:
    game = hw.parse("game g\n    heap a\n    legal popcount(5 - a) >= 0 or true\n    move a -> a - 1 where a >= 1\n")[
        "g"
    ]()
    assert [game.is_legal(position) for position in ((3,), (-1,), (1, 2))] == [True, False, False]
    with pytest.raises(HeapwiseError, match="E029"):
        game.is_legal((6,))


def test_a_witness_that_is_a_position_may_lie_outside_of_the_region() -> None:
    text = (
        COMP
        + """claims for comp(G)
disproved a at G = nim(1), p = 9, h = 0: G(p, h) <= 7 for G = nim(1) check p <= 2, h <= 2
"""
    )
    (verdict,) = hw.check(hw.parse(text))
    assert (verdict.word, verdict.as_stated) == ("refuted", True)


@pytest.mark.parametrize(
    "claim",
    [
        "P(x) iff P(turned(1/(x[1] - 2^30)))",
        "G(x) = G([[x[2], x[1]], [1/(x[1] - 2^30), 1]][1])",
        "P(x) iff x[1] = x[2] for n = 2 by picked(1/(x[1] - 2^30))",
        "P(x) iff x[1] = x[2] for n = 2 by [[min(x), min(x)], [sqrt(2^30 - x[1]), 1]][1]",
    ],
)
def test_the_way_to_a_position_has_to_have_a_value(claim: str) -> None:
    lets = "let turned(w) = nim(2)([x[2], x[1]])\nlet picked(w) = [min(x), min(x)]\n"
    claim += "" if " for n" in claim else " for n = 2"
    (verdict,) = hw.check(hw.parse(f"claims for nim(n)\n{lets}theorem a: {claim} upto 5"), method="proof")
    assert verdict.word in ("outside", "undecided", "error")


@pytest.mark.parametrize("method", ["table", "auto"])
def test_a_sum_is_legal_if_its_parts_are(method: str) -> None:
    """Of anything but one written position `legal` was true, and was not looked at."""
    claim = "claims for nim(n)\ntheorem a: legal(nim(1)(3) + nim(1)(25 - x[1])) iff x[1] <= 25 for n = 1 upto 30"
    (verdict,) = hw.check(hw.parse(claim), method=method)
    assert verdict.word in ("holds", "proved")


def test_a_move_of_an_inner_game_may_leave_the_region() -> None:
    text = """game coin
    cells c, d in 0..
    decreases (c, d)
    move c -> c - 1, d -> d + 10 where c >= 1
    move d -> d - 1 where d >= 1
"""
    text += (
        COMP
        + """claims for comp(G)
question a: P(p, h) iff (p.d + h + (if p.d >= 8 then 1 else 0)) mod 2 = 0 for G = coin check p <= 3, h <= 3
"""
    )
    assert [hw.check(hw.parse(text), method=m).verdicts[0].word for m in ("local", "table")] == ["outside", "refuted"]


def test_what_is_not_seen_to_have_a_value_may_have_one() -> None:
    claim = "claims for nim(n)\ntheorem a: P(x) iff x[1] = x[2] and min(x[1] - 1, 1) < 5 for n = 2 upto 6"
    (verdict,) = hw.check(hw.parse(claim), method="proof")
    assert verdict.word == "proved" or "is not seen to have a value" in str(verdict.reason)


def test_a_position_is_no_number_of_stones() -> None:
    text = "claims for nim(n)\nquestion a: legal(nim(2)(nim(1)(1), 2)) for n = 1 upto 2\n"
    text += "question b: G(nim(2)(nim(1)(1), 2)) = 3 for n = 1 upto 2"
    words = [(verdict.word, str(verdict.reason)) for verdict in hw.check(hw.parse(text))]
    assert words[0][0] == "refuted"
    assert "E026" in words[1][1]


@pytest.mark.parametrize(
    ("law", "word"),
    [
        ("any(any(true for j in 0..e where j > 10) for e in 0..)", "holds"),
        ("any(any(j > 10 for j in 0..e) for e in 0..)", "holds"),
        ("any(any(bit(a, j) = 0 for j in 0..e where j >= 7) for e in 0..)", "holds"),
        ("all(not any(true for j in 0..e where j = 20) for e in 0..)", "refuted"),
        ("any(any(w > 10 for j in 0..e, w = j) for e in 0..)", "error"),  # no end is seen
        ("any(any(i > 10 for j in 0..e, i in 0..j) for e in 0..)", "error"),
        ("all(a = 0 or e > v2(a) or bit(a, e) <= 1 for e in 0..)", "holds"),
        ("any(a > 0 and e > v2(a) for e in 0..)", "refuted"),
        ("all(e > v2(a) or e >= 0 for e in 0..)", "error"),  # v2(0)
    ],
)
def test_an_open_range_ends_behind_all_that_is_said_inside(law: str, word: str) -> None:
    """Conditions and choices of an inner quantifier were not looked at; an end without a value was one too many."""
    for method in ("table", "auto"):
        (verdict,) = hw.check(hw.parse(f"claims\nquestion q: {law} for a in 0..9"), method=method)
        assert verdict.word == word, (method, verdict.reason)
    heap = re.sub(r"\ba\b", "x[1]", law)
    (verdict,) = hw.check(hw.parse(f"claims for nim(n)\nquestion q: {heap} for n = 1 upto 9"), method="table")
    assert verdict.word == word, verdict.reason


@pytest.mark.parametrize(
    "condition",
    [
        "any(e - 1 > 3 for e in 0..tail1(x[1]) + 2)",
        "any(e - 1 > tail1(x[1]) for e in 0..tail1(x[1]))",
        "not all(e - 2 <= 40 for e in 1..tail1(x[1]))",
        "any((e - 1) mod 2 = 5 for e in 0..tail1(x[1]))",
    ],
)
def test_no_place_behind_the_units_is_taken_for_one(condition: str) -> None:
    """What was always false was translated with a place that there is not, and its opposite as true everywhere."""
    claim = f"claims for nim(n)\ntheorem a: P(x) iff x[1] = x[2] and (x[1] < 2^30 or {condition}) for n = 2 upto 5"
    (verdict,) = hw.check(hw.parse(claim), method="proof")
    assert verdict.word in ("undecided", "outside", "refuted")


COMPOUNDS = """game comp
    position p of nim(2)
    heap b
    move p -> q for q in options(p)
    move b -> b - t for t in 1..b
game lone
    position p of nim(1)
    heap b
    move p -> q for q in options(p)
    move b -> b - t for t in 1..b
game two = nim(1) + nim(1)
"""


@pytest.mark.parametrize(
    ("position", "is_legal"),
    [
        ("comp(nim(2)(1, 1), 2)", True),
        ("comp(nim(1)(1), 2)", True),
        ("comp(nothing, 2)", True),
        ("ordinal(nim(1), nim(1))(2, nothing)", True),
        ("lone(0 - 3, 2)", False),
        ("lone(3, 2)", True),
        ("two(1, 3)", True),
        ("two(1, 0 - 3)", False),
        ("(nim(2) + wythoff)([1, 2], [3, 4])", True),
    ],
)
def test_where_there_is_a_position_any_one_may_stand(position: str, is_legal: bool) -> None:
    """Moves lead to others, and what a move leads to is legal. A sum of games stumbled."""
    (verdict,) = hw.check(hw.parse(f"{COMPOUNDS}claims\nquestion q: legal({position})"))
    assert verdict.word == ("holds" if is_legal else "refuted"), verdict.reason
    rules = f"{COMPOUNDS}game g\n    heap n\n    move n -> n - t for t in 1..n where legal({position})\n"
    assert hw.parse(rules)["g"]().grundy((2,)) == (2 if is_legal else 0)


def test_every_option_is_legal_also_where_it_is_written() -> None:
    text = "claims for ordinal(G, H)\nquestion a: {} for G = nim(1), H = nim(1) upto 3"
    every = "all(legal(o.p, o.q) and legal(o) for o in options(p, q))"
    assert hw.check(hw.parse(text.format(every))).verdicts[0].word == "holds"


def test_a_let_may_lead_to_what_is_no_position() -> None:
    lets = "claims for nim(n)\nlet less(k) = nim(1)(x[1] - k)\n"
    for asked in ("less(3)", "less(2 + 1)"):
        for method in ("table", "auto"):
            text = f"{lets}question q: legal({asked}) iff x[1] >= 3 for n = 1 upto 6"
            (verdict,) = hw.check(hw.parse(text), method=method)
            assert verdict.word in ("holds", "proved"), (asked, method, verdict.reason)


@pytest.mark.parametrize(
    ("claims", "statement"),
    [
        ("nim(n)", "x[1] < 2^30 or N(two([x[1] + 1])) for n = 1"),
        ("nim(n)", "P(x) iff x[1] = x[2] and (x[1] < 2^30 or N(two([x[1], 1, 4]))) for n = 2"),
        ("nim(n)", "N(x) or x[1] < 2^30 or P([x[1]], [x[2]]) for n = 2"),
        ("nim(n)", "P(x) iff x[1] = x[2] and (x[1] < 2^30 or legal([x[1]], [x[2]])) for n = 2"),
        ("nim(n)", "P(x) iff x[1] = x[2] and (x[1] < 2^30 or P(nim(2)([[x[1]], [x[2]]]))) for n = 2"),
        ("lone", "N(p, b) or b < 2^30 or P(lone(b, p))"),
        ("lone", "N(p, b) or b < 2^30 or P(comp(b, b, b))"),
    ],
)
def test_components_stand_where_the_game_wants_them(claims: str, statement: str) -> None:
    """They were read one after another, in whatever groups they stood, and left out where there were too many."""
    text = f"{COMPOUNDS}claims for {claims}\ntheorem t: {statement} upto 4"
    (verdict,) = hw.check(hw.parse(text), method="proof")
    assert verdict.word == "outside" or "E027" in str(verdict.reason), verdict.reason
    if statement.startswith("x[1] <"):
        near = hw.check(hw.parse(text.replace("2^30", "3")), method="table")
        assert "E027" in str(near.verdicts[0].reason)


def test_open_parameters_keep_the_groups_of_a_position() -> None:
    text = """game two(k in 1..)
    heaps a, b
    move a -> a - t for t in 1..k where t <= a
    move b -> b - t for t in 1..k where t <= b
claims for two(k)
theorem t: P(a, b) iff a mod (k + 1) = b mod (k + 1) and (k < 2^30 or legal({})) check k in 1..2, upto 5
"""
    wrong, right = (hw.check(hw.parse(text.format(at))).verdicts[-1].quantifiers for at in ("[a], [b]", "[a, b]"))
    assert wrong is not None
    assert right is not None
    assert [bool(found.proved) for found in (wrong, right)] == [False, True]


@pytest.mark.parametrize(
    ("places", "moves", "statement"),
    [
        ("heaps x[2], y[1]", "x[i] -> x[i] - t for i in 1..2, t in 1..k where t <= x[i]", "P(x, y) iff P(y, x)"),
        (
            "heaps x[1, 2]",
            "x[1, j] -> x[1, j] - t for j in 1..2, t in 1..k where t <= x[1, j]",
            "P(x) iff P([[x[1, 1]], [x[1, 2]]])",
        ),
    ],
)
def test_open_parameters_keep_the_lengths_of_rows(places: str, moves: str, statement: str) -> None:
    """Vectors of other lengths fitted where a parameter stood behind them; no small k was meant, so no look saw it."""
    text = f"""game g(k in 1..)
    {places}
    move {moves}
claims for g(k)
theorem t: {statement} for k in 1.. where (3 * k + 7) mod 211 = 5 check k in 1..150, upto 3
"""
    found = hw.check(hw.parse(text), method="proof")
    assert len(found.verdicts) >= 1
    for verdict in found:
        assert verdict.word == "outside", verdict.reason
        assert verdict.quantifiers is None or not verdict.quantifiers.proved


def test_a_component_of_another_compound_is_outside() -> None:
    text = f"{COMPOUNDS}claims for nim(n)\nlet q = lone(x[1], 3)\ntheorem a: P(q.p) iff x[1] = 0 for n = 1 upto 5"
    words = {method: hw.check(hw.parse(text), method=method).verdicts[0].word for method in ("proof", "table")}
    assert words == {"proof": "outside", "table": "holds"}


def test_moves_to_a_position_in_other_groups_are_not_proved() -> None:
    text = """game g
    heap n
    move n -> n - t for t in 1..2 where t <= n, n != 3599010797 or not terminal(nim(2)([n], [n]))
claims for g
theorem t: G(n) = n mod 3 upto 9
"""
    (verdict,) = hw.check(hw.parse(text), method="proof")
    assert verdict.word == "outside"
    (verdict,) = hw.check(hw.parse(text.replace("([n], [n])", "([n, n])")), method="proof")
    assert verdict.word == "proved"


def test_a_component_of_a_compound_that_a_claim_writes() -> None:
    text = f"{COMPOUNDS}claims for lone\nlet q = lone(p, b)\nquestion a: P(q.p) iff P(p) upto 3"
    for method in ("proof", "table"):
        (verdict,) = hw.check(hw.parse(text), method=method)
        assert verdict.word in ("holds", "proved"), verdict.reason


@pytest.mark.parametrize(
    ("law", "word", "members"),
    [
        ("b >= 0 for a in 0..20, b in {6 - a, 0} check a + b <= 6", "refuted", lambda a: {6 - a, 0}),
        ("b >= 0 for a in 0..20, b in {12 - 2 * a, 0, 1} check a + b <= 6", "refuted", lambda a: {12 - 2 * a, 0, 1}),
        ("b >= 0 for a in 0..20, b in {2 * a, a (+) 1} check a + b <= 6", "holds", lambda a: {2 * a, a ^ 1}),
        ("b >= a for a in 0.., b in a.. check a + b <= 6", "holds", lambda a: range(a, 41)),
    ],
)
def test_a_total_bounds_only_beside_what_is_never_negative(
    law: str, word: str, members: Callable[[int], Container[int]]
) -> None:
    (verdict,) = hw.check(hw.parse(f"claims\nquestion q: {law}"))
    spoken_of = sum(b in members(a) for a, b in product(range(21), range(-40, 41)) if a + b <= 6)
    assert (verdict.word, verdict.premise_true) == (word, spoken_of)


def test_what_is_not_seen_is_not_said_of_a_position() -> None:
    text = "claims for nim(n)\ntheorem t: P(x) iff x[1] = x[2] for n = 2 "
    text += "by [min(x), min(min(x) - 3, min(x) - 5) + 5] upto 5"
    (verdict,) = hw.check(hw.parse(text), method="proof")
    assert "is not seen to name a winning move" in str(verdict.reason)


def test_a_compound_is_refuted_far_out() -> None:
    text = """claims for with_pass(G)
theorem q: pass = 0 implies (P(p, pass) iff p.x[1] = p.x[2] and p.x[1] <= 1000) for G = nim(2) upto 6
"""
    (verdict,) = hw.check(hw.parse(text), method="proof")
    assert verdict.word == "refuted", verdict.reason


def test_a_shift_by_a_large_number_is_refuted_at_once() -> None:
    text = "game s\n    heap n\n    move n -> n - t for t in 1..2 where t <= n\nclaims for s\n"
    text += "theorem a: G(n + 2^40) = G(n) upto 99"
    (verdict,) = hw.check(hw.parse(text), method="period")
    assert verdict.word == "refuted"
    assert verdict.counterexample is not None
    assert (verdict.counterexample.position, verdict.counterexample.left) == ([0], 2**40 % 3)


def test_why_a_theorem_is_open_names_what_was_fixed() -> None:
    text = """game band(a in 1.., b in a..)
    heap n
    move n -> n - t for t in a..min(n, b)
claims for band(a, b)
theorem c0: P(n) iff n mod (a + b) < a check a in 1..2, b in 1..3, upto 20
theorem c3: P(n) iff n mod (a + b) < a for b in a+1.. check a in 1..2, b in 2..4, upto 20
"""
    lines = [" ".join(verdict_lines(verdict, is_proof=True)) for verdict in hw.check(hw.parse(text), method="proof")]
    notes = [" ".join(line.split("note: ")[1].split()) for line in lines if "note: " in line]
    assert notes == [
        "not proved for every a, b = 1: there is no such game for too many values of the parameters",
        "not proved for every a, b: `b`, of which no least value is seen",
    ]


def test_a_comment_inside_of_a_statement_cuts_nothing_off(tmp_path: Path) -> None:
    """`verify` printed the words in front of it as what was verified."""
    text = """claims for nim(n)
theorem bouton "Bouton 1901":
    P(x) iff max(x) = 0   -- nothing is left
          or nimsum(x) = 0
    check n in 1..2, upto 3
"""
    said_here = "P(x) iff max(x) = 0 or nimsum(x) = 0"
    (claim,) = hw.parse(text).claims
    assert (claim.text, stated(claim)) == (said_here, said_here)
    (tmp_path / "b.claims").write_text(text)
    CliRunner().invoke(cli, ["prove", str(tmp_path / "b.claims"), "--certificate", str(tmp_path / "c")])
    found = CliRunner().invoke(cli, ["verify", str(tmp_path / "c")]).output
    assert f"nim(n in 1..): {said_here}" in " ".join(found.split())


def test_a_premise_of_a_statement_is_not_said_twice() -> None:
    text = "claims for nim(n)\ntheorem a:\n    x[1] = 0\n    implies P(x)\n    for n = 1 where x[1] < 9\n    upto 3\n"
    (claim,) = hw.parse(text).claims
    assert stated(claim) == "x[1] = 0 implies P(x) where x[1] < 9"


def test_a_refutation_by_a_period_may_be_too_large_to_be_computed_again() -> None:
    (verdict,) = hw.check(hw.parse("claims for kayles\nquestion e: G(n + 12 * 2^40) = G(n) upto 180"))
    assert (verdict.word, verdict.counterexample is not None) == ("refuted", True)


def test_exceptions_are_written_once(tmp_path: Path) -> None:
    text = "game tk(k in 1..)\n    heap n\n    move n -> n - t for t in 1..k where t <= n\nclaims for tk(k)\n"
    (tmp_path / "s.claims").write_text(text + 'theorem b "x": G(n) = n mod 3 for k in 1..3 upto 9\n')
    CliRunner().invoke(cli, ["check", str(tmp_path / "s.claims"), "--exceptions", str(tmp_path / "s.txt")])
    lines = (tmp_path / "s.txt").read_text().splitlines()[1:]
    assert len(lines) == len(set(lines))
    assert sum("k = 3" in line for line in lines) == 7


def test_files_of_other_endings_are_known_by_their_words(tmp_path: Path) -> None:
    """Names in other letters and comments in a heading hid rules, and they were written over."""
    for i, text in enumerate(
        (
            "game 石取り(k in 1..)\n    heap n\n",
            "language 1 -- my first\ngame aa\n",
            "game bb-- mine\n",
            "claims-- a\nfor cc\n",
        )
    ):
        path = tmp_path / f"{i}.txt"
        path.write_text(text, encoding="utf-8")
        found = CliRunner().invoke(cli, ["table", "nim(2)", "--upto", "1", "--format", "csv", "-o", str(path)])
        assert "E367" in found.output
        assert path.read_text(encoding="utf-8") == text


def test_a_heading_may_stand_anywhere(tmp_path: Path) -> None:
    text = "language 1 claims -- those\nfor nim(n) theorem t1: P(x) iff nimsum(x) = 0 for n = 2 upto 3\n"
    (tmp_path / "one.claims").write_text(text)
    asked = ["plot", "nim(2)", "-f", str(tmp_path / "one.claims"), "--claim", "t1", "--upto", "4"]
    assert CliRunner().invoke(cli, [*asked, "-o", str(tmp_path / "p.svg")]).exit_code == 0


def test_what_an_expected_line_says_behind_where_may_have_a_semicolon(tmp_path: Path) -> None:
    rules = "game tw(k in 1..)\n    heap n\n    move n -> n - t for t in 1..k where t <= n\n"
    claim = 'theorem a "x": P(n) iff n mod (k + 1) = 0 where nimsum([1, 1]; 3) = 2, k >= 2 check k in 2..3, upto 9\n'
    path = tmp_path / "e.claims"
    path.write_text(f"{rules}claims for tw(k)\n{claim}")
    assert CliRunner().invoke(cli, ["check", str(path), "--reset"]).exit_code == 0
    found = CliRunner().invoke(cli, ["check", str(path)])
    assert (found.exit_code, "weaker" in found.output) == (0, False)


@pytest.mark.parametrize("claim", ["P(n) iff n mod 2 = 0", "N(n) iff n mod 2 != 0", "W(n) = 0 iff n mod 2 != 0"])
def test_the_picture_of_a_claim_says_what_it_accepts(tmp_path: Path, claim: str) -> None:
    """Of a claim about N-positions the others are accepted."""
    text = f"game one\n    heap n\n    move n -> n - 1 where n >= 1\nclaims for one\ntheorem a: {claim} upto 9\n"
    (tmp_path / "a.claims").write_text(text)
    asked = ["show", "-f", str(tmp_path / "a.claims"), "one", "a", "--automaton", "-o", str(tmp_path / "a.svg")]
    assert CliRunner().invoke(cli, asked).exit_code == 0
    assert "Accepted are the positions that are P by the claim." in (tmp_path / "a.svg").read_text()


def test_an_index_of_an_inner_component_picks_a_game() -> None:
    text = """game sub2
    heap n
    move n -> n - t for t in 1..2 where t <= n
game cs
    positions p[2] of [sub2, nim(2)]
    move p[i] -> q for i in 1..2, q in options(p[i])
game deep
    position r of cs
    heap b
    move r -> q for q in options(r)
    move b -> b - 1 where b >= 1
claims for deep
question a: r.p[2].x[2] >= 0 and r.p[1].n >= 0 upto 1
question b: G(r.p[1]) = r.p[1].n upto 1
"""
    assert [verdict.word for verdict in hw.check(hw.parse(text))] == ["holds", "holds"]


def test_names_of_games_are_escaped_in_tables_for_latex() -> None:
    found = CliRunner().invoke(cli, ["table", "nim(1) + subtraction({1, 2})", "--upto", "2", "--format", "latex"])
    assert r"subtraction(\{1, 2\}).n" in found.output


SUMS_INSIDE = """game inner = subtraction({1, 2}) + nim(1)
game c
    position p of inner
    heap b
    move p -> q for q in options(p)
    move b -> b - 1 where b >= 1
game mix
    heap n
    decreases n + 1
    move n -> subtraction({1})(n) where n >= 1
    move n -> n - 1 where n >= 1
game m
    position p of mix
    heap b
    move p -> q for q in options(p)
    move b -> b - 1 where b >= 1
"""


def test_a_position_of_a_sum_is_written_in_the_order_of_the_sum(tmp_path: Path) -> None:
    """In the order of the names it was another one where it was typed again: `list` and winning moves were false."""
    path = tmp_path / "c.game"
    path.write_text(SUMS_INSIDE)
    for a, b in ((0, 3), (3, 0), (1, 2)):
        found = CliRunner().invoke(cli, ["value", "-f", str(path), "c", f"({a} + {b}),0"]).output
        assert found.startswith(f"c at ({a} + {b}),0")
        assert f"Grundy value   {a % 3 ^ b}" in found


def test_a_position_that_moves_have_made_has_its_names(tmp_path: Path) -> None:
    path = tmp_path / "c.game"
    path.write_text(SUMS_INSIDE)
    found = CliRunner().invoke(cli, ["value", "-f", str(path), "m", "(3),1"]).output
    assert "m at (3),1" in found
    assert "(subtraction({1})(3)),1" in found
    assert "(3),1" not in found.split("Winning moves")[1].replace("({1})(3)),1", "")


@pytest.mark.parametrize("method", ["auto", "table"])
def test_a_compound_that_a_claim_writes_with_numbers_asks_its_inner_game(method: str) -> None:
    text = """game cap
    heap a in 0..15
    move a -> a - t for t in 1..2 where t <= a
game inside
    position p of cap
    heap b
    legal not terminal(p) or b <= 1
    move p -> q for q in options(p)
    move b -> b - t for t in 1..b
claims for nim(n)
question a: legal(inside(x[1], x[2])) iff x[1] in 1..15 or (x[1] = 0 and x[2] <= 1) for n = 2 upto 20
question b: x[1] = x[2] implies legal(inside(x[1], 1)) for n = 2 upto 20
"""
    first, second = hw.check(hw.parse(text), method=method)
    assert first.word == "holds", first.reason
    assert (second.word, second.exceptions) == ("refuted", 5)


@pytest.mark.parametrize(
    ("game", "position", "value"),
    [
        ("emperor_compound(1; kayles)", "(1 + 1)", 2),
        ("emperor_compound(1; kayles)", "((1 + 1))", 2),
        ("emperor_compound(1; kayles)", "(1) + (1)", 0),
        ("emperor_compound(1; kayles)", "(4)", 4),
        ("emperor_compound(1; nim(1) + nim(1))", "(2 + 5)", 7),
        ("with_pass(kayles + nim(1))", "(2 + 5),0", 7),
    ],
)
def test_parentheses_are_those_of_the_component(game: str, position: str, value: int) -> None:
    """Of a game of one component they were taken off, and `(1 + 1)` was a sum of two such games."""
    found = CliRunner().invoke(cli, ["value", game, position]).output
    assert f"Grundy value   {value}" in found
    assert found.startswith(f"{game} at {position.replace('((1 + 1))', '(1 + 1)')}")


def test_json_names_the_games_that_moves_lead_to(tmp_path: Path) -> None:
    (tmp_path / "c.game").write_text(SUMS_INSIDE)
    found = CliRunner().invoke(cli, ["value", "-f", str(tmp_path / "c.game"), "m", "(3),1", "--json"])
    options = [option["to"] for option in json.loads(found.output)["options"]]
    assert [[3], 1] not in options
    assert [{"sum": [{"game": "subtraction({1})", "position": [3]}]}, 1] in options


def test_a_premise_by_a_let_is_said(tmp_path: Path) -> None:
    text = "claims for nim(n)\nlet nz = nimsum(x) != 0\ntheorem f: N(x) for n = 2 where nz upto 6\n"
    (claim,) = hw.parse(text).claims
    assert stated(claim) == "N(x) where nimsum(x) != 0"


def test_python_names_the_games_that_moves_lead_to() -> None:
    game = hw.parse(SUMS_INSIDE)["m"]()
    found = game.options(((3,), 1))
    assert ((3,), 1) not in found
    assert len(found) == 3
    assert all(game.grundy(option) == 0 for option in found)


@pytest.mark.parametrize("premise", ["P(x)", "not P(x)", "nz", "x[1] > 3, nz"])
def test_certificates_state_what_stands_behind_where(tmp_path: Path, premise: str) -> None:
    """Claims that are read in other words first were stated without it, and their certificates refused."""
    text = "claims for nim(n)\nlet nz = nimsum(x) != 0\ntheorem g: (nimsum(x) = 0 iff P(x)) or n > 9\n"
    (tmp_path / "g.claims").write_text(f"{text}    where {premise}\n    check n in 1..2, upto 5\n")
    CliRunner().invoke(cli, ["prove", str(tmp_path / "g.claims"), "--certificate", str(tmp_path / "c")])
    found = CliRunner().invoke(cli, ["verify", str(tmp_path / "c")])
    assert found.exit_code == 0, found.output
    assert "where" in found.output.split("(g,")[0]


@pytest.mark.parametrize(
    ("law", "word", "region", "spoken"),
    [
        ("a < 9 for a in {1, 7} check a <= 20", "holds", "a <= 20", 2),
        ("a < 9 for a in {1, 7, 9}", "refuted", "a <= 9", 3),
        ("a < 6 for a in -1..3 | 5..6", "refuted", "a <= 6", 7),
        ("a < 9 for a in 0.. \\ {3} upto 9", "refuted", "all <= 9", 9),
        ("a + b < 11 for a in 0..9, b in 0.. upto 4", "refuted", "a <= 9, all others <= 4", 50),
        ("a + b < 99 for a in 2..8, b in 0.. check b <= 2, upto 4", "holds", "b <= 2", 21),
    ],
)
def test_regions_of_laws_are_what_is_looked_at(law: str, word: str, region: str, spoken: int) -> None:
    """Sets were refused, and a number with an end of its own was looked at further than the region said."""
    (verdict,) = hw.check(hw.parse(f"claims\nquestion q: {law}"), method="table")
    assert (verdict.word, describe(verdict.region)) == (word, region)
    assert (verdict.positions if verdict.premise_true is None else verdict.premise_true) == spoken


TWO_GAMES = """game mine(n in 1..)
    heaps x[n]
    move x[i] -> y for i in 1..n, y in 0..x[i]-1
game short(n in 1..)
    heaps x[n]
    move x[i] -> x[i] - t for i in 1..n, t in 1..3 where t <= x[i]
claims for short(n)
conjecture c: P(x) iff nimsum(x) = 0 check n in 1..2, upto 3
claims for mine(n)
conjecture a: P(x) iff P(short(n)(x)) check n in 1..2, upto 3
"""


def test_a_strategy_of_two_games_needs_a_proof_of_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is conjectured of the other game was taken for true: "proved for every n" of a claim that is false."""
    monkeypatch.chdir(tmp_path)
    rules, claims = TWO_GAMES.split("claims", 1)
    Path("mine.game").write_text(rules)
    Path("mine.claims").write_text(f"claims{claims}")
    found = CliRunner().invoke(cli, ["show", "mine(3)", "a", "--strategy"])
    assert (found.exit_code, "E369" in found.output) == (2, True)
    found = CliRunner().invoke(cli, ["value", "mine(9)", "1,2,3,4,5,6,7,8,9"])
    assert "proved for every" not in found.output


@pytest.mark.parametrize(
    ("position", "value"),
    [
        ("bx([[1, 2], [3, 4]], [5, 6, 8])", 29),
        ("bx([1, 2], [3, 4], [5, 6, 8])", 29),
        ("bx(1, 2, 3, 4, 5, 6, 8)", 29),
        ("bx([5, 6, 8], [1, 2], [3, 4])", None),  # in the order in which it is shown
        ("bx([[1, 2], [3]], [4, 5, 6, 8])", None),
        ("bx([[1, 2], [3, 4]])", None),
    ],
)
def test_boards_and_vectors_stand_as_they_are_declared(position: str, value: int | None) -> None:
    """A claim could not speak of the own position of a game with a board and a vector."""
    text = """game bx
    heaps b[2, 2]
    heaps x[3]
    move b[i, j] -> b[i, j] - 1 for i in 1..2, j in 1..2 where b[i, j] >= 1
    move x[i] -> x[i] - 1 for i in 1..3 where x[i] >= 1
claims for bx
theorem t: P(b, x) iff (sum(b[1]) + sum(b[2]) + sum(x)) mod 2 = 0 upto 1
"""
    for method in ("table", "proof"):
        (verdict,) = hw.check(hw.parse(text), method=method)
        assert verdict.word in ("holds", "proved"), verdict.reason
    (verdict,) = hw.check(hw.parse(f"{text.split('claims')[0]}claims\nquestion q: G({position}) = {(value or 0) % 2}"))
    assert ("E02" in str(verdict.reason)) == (value is None)
    assert value is None or verdict.word == "holds"


@pytest.mark.parametrize("method", ["local", "table", "auto"])
def test_a_sum_inside_of_a_compound_leaves_the_region(method: str) -> None:
    """Kayles splits: what is claimed of kayles(1) + kayles(1) was believed, and no position of the region is one."""
    text = """claims for selective(k, G)
question a: P(p) iff len(options(p[1])) in {0, 3} for k = 2, G = [kayles] upto 3
question b: P(p) iff terminal(p[1]) for k = 2, G = [kayles] upto 3
"""
    words = [verdict.word for verdict in hw.check(hw.parse(text), method=method)]
    assert words == (["outside", "outside"] if method == "local" else ["refuted", "holds"])


def test_a_strategy_in_words_is_of_the_game_that_is_asked_for(tmp_path: Path) -> None:
    text = """game nh(n in 1.., k in 1..)
    heaps x[n]
    move x[i] -> x[i] - t for i in 1..n, t in {1, k * k} where t <= x[i]
claims for nh(n, k)
theorem a: G(x) = sum(x) mod 2 check n in 1..2, k in 1..3, upto 4
"""
    (tmp_path / "nh.game").write_text(text)
    for k, is_proved in ((1, True), (2, False)):
        found = CliRunner().invoke(cli, ["show", "-f", str(tmp_path / "nh.game"), f"nh(3, {k})", "a", "--strategy"])
        assert ("E369" in found.output) != is_proved


@pytest.mark.parametrize(
    "law",
    [
        "a != 1/2 for a in {1/2, 3}",
        "a != 1/2 for a in {v/2 for v in 0..5}",
        "a != sqrt(2) for a in {sqrt(2), 2}",
        "b != 1/2 for a in 0..5, b in {a/2, 3} check b <= 9",
        "b >= 0 for a in 0..3, b in {a, -3/2, -1} check a + b <= 3, b <= 3",
        "b >= 0 for a in 0..3, b in {-sqrt(2), a, -1} check b <= 3",
    ],
)
def test_a_fraction_among_the_numbers_of_a_law_is_an_error(law: str) -> None:
    """It was left out without a word: false "holds", and counts without it."""
    (verdict,) = hw.check(hw.parse(f"claims\nquestion q: {law}"))
    assert (verdict.word, "is not a whole number" in str(verdict.reason)) == ("error", True)
    (verdict,) = hw.check(hw.parse("claims\nquestion q: a >= 0 for a in 0.. \\ {1/2} check a <= 9"))
    assert (verdict.word, verdict.positions) == ("holds", 10)


@pytest.mark.parametrize("method", [["sample", "--seed", "5"], ["table"]])
def test_samples_do_not_tell_what_decides_nothing_in_the_region(tmp_path: Path, method: list[str]) -> None:
    """The first few samples did not need what (0, 0) needs."""
    text = "claims for nim(n)\nquestion q: P(x) iff nimsum(x) = 0 and sum(x) < 5 or (max(x) = 3 and min(x) = 3) "
    (tmp_path / "a.claims").write_text(text + "for n = 2 upto 20")
    found = CliRunner().invoke(cli, ["check", str(tmp_path / "a.claims"), "--method", *method])
    assert "refuted" in found.output
    assert "never decisive" not in found.output


@pytest.mark.parametrize(
    ("law", "word"),
    [
        ("b >= 1 for a in {2, 4}, b in {a / 2, 3}", "holds"),
        ("b >= 1 for a in 1..4, b in {a / 2, 3} where a mod 2 = 0", "holds"),
        ("b >= 1 for a in {1, 4}, b in {sqrt(a), 3}", "holds"),
        ("c >= 0 for a in {0, 4}, b in {a / 2, 4}, c in {b / 2, a}", "holds"),
        ("c >= 0 for a in {0, 4}, b in {a / 4, 4}, c in {b / 2, a}", "error"),
    ],
)
def test_only_fractions_among_the_numbers_of_a_law_are_errors(law: str, word: str) -> None:
    """What lies between the numbers before, such as a = 3 of {2, 4}, gave fractions that nobody meant."""
    (verdict,) = hw.check(hw.parse(f"claims\nquestion q: {law} upto 9"))
    assert verdict.word == word, verdict.reason


def test_a_fraction_is_no_player(tmp_path: Path) -> None:
    """`W(a) = 1/2` was read as `W(a) = 0`; theorems with other numbers of `for` had certificates that were refused."""
    text = """game sub(k in 1..)
    heap a
    move a -> a - t for t in 1..k
claims for sub(k)
theorem a: W(a) = s iff a mod (k + 1) = 0 for s in {3/2, 1} check k in 1..2, upto 6
theorem b: a mod (k + 1) = 0 implies W(a) = s for s in {3/2, sqrt(2), 1} check k in 1..2, upto 6
theorem c: W(a) = s iff a mod (k + 1) != 0 for s in {0} check k in 1..2, upto 6
"""
    (tmp_path / "a.claims").write_text(text)
    found = CliRunner().invoke(cli, ["prove", str(tmp_path / "a.claims"), "--certificate", str(tmp_path / "c")])
    assert re.findall(r"^proved +theorem (.) .*s = (\S+),", found.output, re.MULTILINE) == [
        ("a", "1"), ("b", "1"), ("c", "0")
    ]  # fmt: skip
    made = list(map(str, (tmp_path / "c").iterdir()))
    assert CliRunner().invoke(cli, ["verify", *made]).output.count("verified") == len(made) == 3


def test_verify_looks_at_instances_that_conditions_leave(tmp_path: Path) -> None:
    """No instance was looked at where `k >= 8`, and a false reason was given."""
    text = "game sub(k in 1..)\n    heap a\n    move a -> a - t for t in 1..k\nclaims for sub(k)\n"
    (tmp_path / "a.claims").write_text(text + "theorem r: P(a) iff a mod (k + 1) = 0 where k >= 8 check k = 9, upto 6")
    CliRunner().invoke(cli, ["prove", str(tmp_path / "a.claims"), "--certificate", str(tmp_path / "c")])
    found = CliRunner().invoke(cli, ["verify", *map(str, (tmp_path / "c").iterdir())]).output
    assert "verified" in found
    assert "compared with the interpreter" in found.replace("not compared", "")


PARAMETERS = """game sub(k in 1..)
    heap a
    move a -> a - t for t in 1..k
claims for sub(k)
theorem t: P(a) iff a mod 2 = 0 and {} for S {}, k = 1 upto 6
"""


@pytest.mark.parametrize(
    ("part", "values"),
    [
        ("7 in S", "= 3.."),
        ("7 in S", r"= 3.. \ {8}"),
        ("S < 2", "= sqrt(2)"),
        ("S = 1/3", "= 1/3"),
        ("{1, 2} in S", "= subsets(1..3)"),
        ("S[2] = 2", "= [1, 2]"),
        ("P(S)", "= sub(1)(2)"),
        ("P(S)", "in {sub(1)(2), sub(1)(4)}"),
        ("P(S[1])", "= [sub(1)(4)]"),
        ("all(P(q) for q in S)", "= {sub(1)(2)}"),
    ],
)
def test_parameters_of_every_kind(tmp_path: Path, part: str, values: str) -> None:
    """Sets without end had certificates that were refused, positions stumbled, and sympy's objects took `1/3` for a
    text."""
    (tmp_path / "a.claims").write_text(PARAMETERS.format(part, values))
    CliRunner().invoke(cli, ["prove", str(tmp_path / "a.claims"), "--certificate", str(tmp_path / "c")])
    made = list(map(str, (tmp_path / "c").iterdir()))
    assert made
    assert "refused" not in CliRunner().invoke(cli, ["verify", *made]).output
    for verdict in hw.check(tmp_path / "a.claims"):
        assert verdict.word in ("proved", "holds")
        if "all" not in part:
            assert verdict.expressions.evaluate(a=2) is True
        assert "object at" not in json.dumps(verdict.to_json())


def test_a_position_that_stands_fixed_is_the_one_that_is_meant() -> None:
    for place, word in ((2, "proved"), (3, "refuted")):
        text = PARAMETERS.format("P(S)", f"= sub(1)({place})")
        (verdict,) = hw.check(hw.parse(text), method="proof")
        assert verdict.word == word


def test_a_number_of_a_claim_is_given_as_a_number() -> None:
    (claim,) = hw.parse(PARAMETERS.format("S < 2", "= sqrt(2)")).claims
    with pytest.raises(ValueError, match="is a number, and no text"):
        claim.expressions.evaluate(S="print(77)", k=1, a=2)


def test_which_of_two_games_is_meant_is_in_the_hash_of_rules(tmp_path: Path) -> None:
    """Two games `f` with their rules exchanged: the same texts, other values, and the same hash."""
    step = "game f\n    heap n\n    move n -> n - {0} where n >= {0}\n"
    big = "game big\n    heap n\n    move n -> m for m in options(f, n)\n"
    big += "    move n -> m for m in options(h, n) where n < 0\n"
    (tmp_path / "h.game").write_text("game h\n    heap n\n    move n -> m for m in options(f, n)\n")
    (tmp_path / "c.claims").write_text("claims for big\nquestion t: P(n) iff n mod 2 = 0 upto 5\n")
    found = []
    for own, beside in ((1, 2), (2, 1)):
        (tmp_path / "big.game").write_text(big + step.format(own))
        (tmp_path / "f.game").write_text(step.format(beside))
        found += hw.check(tmp_path / "c.claims")
    assert [verdict.word for verdict in found] == ["proved", "refuted"]
    assert found[0].rules_sha256 != found[1].rules_sha256


def test_limits_are_looked_at_by_options_and_not_only_by_positions() -> None:
    """Below a heap of 2501, from which 2500 numbers may be taken, are millions of options, and no limit was met."""
    ticks: list[None] = []
    heap = Position((Component(hw.game("nim(1)").rules, (640,)),))
    Interpreter(Grundy()).value(heap, lambda: ticks.append(None))
    positions, options = 641, sum(range(641))
    assert len(ticks) > positions + options // 128


def test_surveys_and_strategies_go_into_files(tmp_path: Path) -> None:
    out = tmp_path / "out"
    survey = ["survey", "subtraction({a})", "--for", "a in 1..2", "-o", str(out), "--force"]
    for more, expected in (([], "period 2"), (["--json"], '"period": 2'), (["--format", "csv"], "1,0,2,0")):
        CliRunner().invoke(cli, [*survey, *more])
        assert expected in out.read_text()
    CliRunner().invoke(cli, ["show", "nim(3)", "grundy", "--strategy", "-o", str(out), "--force"])
    assert "all sizes" in out.read_text()


def test_effort_does_not_pass_over_what_the_claim_fixes() -> None:
    text = "claims for moore(n, k)\nquestion f: P(x) iff sum(x) = 0 for k = n check n in 1..3, upto 3\n"
    document = hw.parse(text)
    assert [v.word for v in hw.check(document, effort="n = 3, k = 3")] == ["proved"]
    (verdict,) = hw.check(document, effort="n = 3, k = 1")
    assert "E072" in str(verdict.reason)


def test_a_board_is_not_made_of_millions_of_positions() -> None:
    with pytest.raises(HeapwiseError, match="E368"):
        hw.game("nim(2)").explore(10**8)


def test_two_games_of_one_name_do_not_meet(tmp_path: Path) -> None:
    """What was proved of one `f` was said of the other one: instances are known by what is printed of them."""
    step = "game f\n    heap n\n    move n -> n - {0} where n >= {0}\n"
    rules = "game big(k in 1.., H in games)\n    heap n\n    move n -> m for m in options(H, n)\n"
    claim = "claims for big(k, H)\ntheorem one: P(n) iff n mod 2 = 0 for H in {f, h} check k in 1..2, upto 12\n"
    (tmp_path / "f.game").write_text(step.format(2))
    (tmp_path / "h.game").write_text("game h = f\n")
    (tmp_path / "big.claims").write_text(step.format(1) + rules + claim)
    for method in ("proof", "table"):
        (verdict,) = hw.check(tmp_path / "big.claims", method=method)
        assert "E096" in str(verdict.reason)
    (tmp_path / "mix.claims").write_text(
        step.format(1) + "claims for selective(k, G)\nquestion q: N(p) for k = 1, G = [f, h]"
    )
    (verdict,) = hw.check(tmp_path / "mix.claims")
    assert "E096" in str(verdict.reason)


def test_a_set_without_end_is_printed_as_it_is_read() -> None:
    found = CliRunner().invoke(cli, ["eval", r"1.. \ (3.. \ {5})"]).output
    assert found == "1.. \\ (3.. \\ {5})\n"
    assert CliRunner().invoke(cli, ["eval", f"5 in {found}"]).output == "true\n"


def test_what_is_said_behind_where_belongs_to_the_statement(tmp_path: Path) -> None:
    """Pictures and hand-offs left it out; a hand-off had obligations that do not hold of a theorem."""
    file = tmp_path / "a.claims"
    file.write_text("claims for nim(n)\ntheorem j: P(x) iff x[1] = 0 for n = 2 where x[2] = 0 upto 3\n")
    CliRunner().invoke(
        cli, ["plot", "nim(2)", "--claim", "j", "-f", str(file), "--upto", "3", "-o", str(tmp_path / "o.svg")]
    )
    assert "where x[2] = 0" in (tmp_path / "o.svg").read_text()
    handed = CliRunner().invoke(cli, ["show", "nim(2)", "j", "-f", str(file), "--handoff", "walnut"])
    assert "E353" in handed.output


def test_numbers_that_a_claim_defines_are_known_in_its_theorems(tmp_path: Path) -> None:
    """`s = 1` had no value in what defines a parameter of the game; sets without end were equal to nothing, so that no
    instance was looked at and a right witness was none."""
    rules = "game sub(m in 1..)\n    heap a\n    move a -> a - t for t in 1..m\nclaims for sub(m)\n"
    claims = r"""
theorem u: P(a) iff a mod (m + r) = 0 for s = 1, r = s * s, k in 1.., m = k + s check k in 1..3, upto 12
theorem v: P(a) iff a mod (m + 1) = 0 and 30 in S for S = (1..) \ {3} check m in 1..3, upto 12
disproved d at a = 3, m = 1: P(a) iff a mod (m + 1) = 1 for S = (1..) \ {3} check m in 1..2, upto 6
"""
    (tmp_path / "a.claims").write_text(rules + claims)
    found = CliRunner().invoke(cli, ["prove", str(tmp_path / "a.claims"), "--certificate", str(tmp_path / "c")])
    assert found.exit_code == 0, found.output
    assert found.output.count("proved  ") == 2
    checked = CliRunner().invoke(cli, ["verify", *map(str, (tmp_path / "c").iterdir())]).output
    assert checked.count("verified") == 2
    assert "not compared" not in checked


@pytest.mark.parametrize(
    ("value", "others"),
    [
        ("kayles", ["wythoff"]),
        ("[3, 4]", ["[3, 5]", "[3]"]),
        ("{3, 4}", ["3..", "{3}"]),
        (r"(3..) \ {4}", ["3..", r"(3..) \ {5}"]),
        ("0.77", ["0.7"]),
        ("nim(2)(1, 2)", ["nim(1)(3)"]),
        ("true", ["false"]),
        ("sqrt(2)", ["3/2"]),
    ],
)
def test_effort_fits_what_the_claim_defines(value: str, others: list[str]) -> None:
    document = hw.parse(f"claims for nim(n)\ntheorem a: P(x) iff nimsum(x) = 0 for v = {value} check n = 2, upto 3")
    (verdict,) = hw.check(document, effort=f"v = {value}")
    assert verdict.word in ("proved", "holds")
    for other in others:
        (verdict,) = hw.check(document, effort=f"v = {other}")
        assert "E072" in str(verdict.reason)


def test_conditions_on_parameters_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heapwise.claims.choices._MOST_WALKED", 1_000)
    text = "claims for nim(n)\ntheorem c: P(x) iff nimsum(x) = 0 for n = 2, m in 1..300 "
    (claim,) = hw.parse(text + "where count(gcd(i, 30) = 1 for i in 1..99) > m - m upto 3").claims
    with pytest.raises(HeapwiseError, match="E003"):
        list(instances(claim, ()))


def test_a_bound_below_which_fractions_are(tmp_path: Path) -> None:
    """`check s < 1` left out s = 1/2: "holds", as stated."""
    rules = "game sub(k in 1..)\n    heap a\n    move a -> a - t for t in 1..k\nclaims for sub(k)\n"
    text = rules + "theorem z: P(a) iff a mod (k + 1) = s for s in {0, 1/2, 3} check k < 2, s < 1, upto 6\n"
    found = hw.check(hw.parse(text), method="table")
    assert [(v.shown["k"], v.shown["s"], v.word) for v in found] == [("1", "0", "holds"), ("1", "1/2", "refuted")]
    for bound, expected in (
        ("k <= 5/2", ["1", "2"]),
        ("k < 3", ["1", "2"]),
        ("k < sqrt(5)", ["1", "2"]),
        ("k <= 3", ["1", "2", "3"]),
    ):
        found = hw.check(hw.parse(text.replace("k < 2, s < 1", f"{bound}, s <= 1/3")), method="table")
        assert [v.shown["k"] for v in found] == expected
    (verdict,) = hw.check(hw.parse(text.replace("s in {0, 1/2, 3}", "s in {[1, 2]}").replace("= s", "= s[1]")))
    assert "E064" in str(verdict.reason)


def test_numbers_of_any_length_are_printed(tmp_path: Path) -> None:
    """Python prints 4,300 digits and no more: a run was lost to a number with 6,021."""
    text = "claims for nim(n)\nquestion a: G(x) = 2^20000 check n = 2, upto 1\n"
    text += "question b: P(x) iff nimsum(x) = 0 for n = 2 upto 1\n"
    text += "question c: G(x) = 0 and 1 in S for S = {1, 2^20000}, T = [1/2, 2^20000/3] check n = 2, upto 1\n"
    (tmp_path / "a.claims").write_text(text)
    found = CliRunner().invoke(cli, ["check", str(tmp_path / "a.claims")]).output
    assert found.startswith("refuted")
    assert hex(2**20000) in found.replace("\n", "").replace(" ", "")
    assert "question b" in found
    assert found.count("refuted   question") == 2


@pytest.mark.parametrize("values", ["10^40 * sqrt(2), (10^40 + 1) * sqrt(2)", "10^5000 / 3, 10^5000 / 3 + 1"])
def test_parameters_that_differ_are_printed_differently(values: str) -> None:
    """Instances are known by what is printed; roots with long numbers were all `[a number of 133 binary digits]`."""
    rules = "game sub(k in 1..)\n    heap a\n    move a -> a - t for t in 1..k where t <= a\nclaims for sub(k)\n"
    claim = f"theorem c: P(a) iff a mod (k + 1) = 0 and s = max({{{values}}}) for s in {{{values}}} check k = 2, upto 6"
    found = hw.check(hw.parse(rules + claim))
    assert [verdict.word for verdict in found] == ["refuted", "proved"]
    assert len({verdict.label for verdict in found}) == 2


def test_values_for_objects_are_compared_as_the_language_does() -> None:
    text = "claims for nim(n)\nquestion a: G(x) = nimsum(x) and 4 in S for S in {{1, 4}} check n = 2, upto 1"
    (claim,) = hw.parse(text).claims
    objects = claim.expressions.at(n=2, S={1, 4})
    for x in ([3, 1], (3, 1), np.array([3, 1]), range(3, 5)):
        assert objects.evaluate(x=x, S={4, 1}) is True
    for wrong in ({"x": (3, 1, 5)}, {"x": 3}, {"x": (3, 1), "S": {1}}, {"y": 3}):
        with pytest.raises(ValueError, match=r"here|has no"):
            objects.evaluate(**wrong)


def test_one_game_in_two_files_is_one_game(tmp_path: Path) -> None:
    for folder, name in (("X", "A"), ("Y", "B")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "f.game").write_text("game f\n    heap n\n    move n -> n - 1 where n >= 1\n")
        (tmp_path / folder / f"{name}.game").write_text(f"game {name} = f\n")
    files = [part for name in ("X/A", "Y/B") for part in ("-f", str(tmp_path / f"{name}.game"))]
    assert "Grundy value   1" in CliRunner().invoke(cli, ["value", *files, "A + B", "3 + 2"]).output


def test_a_name_that_is_chosen_and_then_defined_stays_in_its_range() -> None:
    """`for m in 1..2, m = k`: the range was dropped, and m = 3 refuted what is true, or proved what nobody states."""
    rules = "game sub(k in 1..)\n    heap a\n    move a -> a - t for t in 1..k where t <= a\nclaims for sub(k)\n"
    claim = "theorem r: P(a) iff a mod (k + 1) = 0 and m <= 2 for {} check k in 1..5, upto 9\n"
    for chosen in ("m in 1..2, m = k", "m = k, m in 1..2", "m in 0..9, m in 1..2, m = k"):
        for method in ("table", "proof"):
            found = hw.check(hw.parse(rules + claim.format(chosen)), method=method)
            assert {verdict.word for verdict in found} <= {"holds", "proved"}
            assert max(int(verdict.shown.get("k", "0")) for verdict in found) <= 2
    claim = claim.replace("check k in 1..5,", "")
    (verdict,) = hw.check(hw.parse(rules + claim.format("m in 1..2, m = 3, k = 3")))
    assert "E072" in str(verdict.reason)


def test_a_vector_of_one_position_is_no_inside_of_it() -> None:
    """`G(p, b)` with one position in p was read as a position of its game made of that position: a false "holds"."""
    text = """game twice(H in games)
    position q of H
    move q -> s for r in options(q), s in options(r)
game pas(G[m] in games)
    positions p[m] of G
    heap b
    move p[i] -> r for i in 1..m, r in options(p[i])
    move b -> b - 1
game two(G[m] in games, F[l] in games)
    positions p[m] of G
    positions q[l] of F
    move p[i] -> r for i in 1..m, r in options(p[i])
    move q[i] -> r for i in 1..l, r in options(q[i])
game none(n in 0.., G[m] in games)
    positions p[m] of G
    heaps x[n]
    move p[i] -> r for i in 1..m, r in options(p[i])
    move x[i] -> x[i] - 1 for i in 1..n
claims for pas(G)
question a: G(p, b) = G(p[1]) (+) (b mod 2) for G in {[twice(nim(1))], [nim(2)], [nim(1)], [twice(nim(2))]} upto 4
question b: G(p, b) = floor(p[1].q.x[1] / 4) (+) (b mod 2) for G = [twice(nim(1))] upto 9
question c: legal(p, b) and legal(p[1], b) for G in {[nim(1)], [nim(2)]} upto 3
question d: G(p, b) = G(p[1], p[2], b) for G in {[nim(1), nim(2)], [twice(nim(1)), nim(2)]} upto 2
claims for two(G, F)
question e:
    G(p, q) = G(p[1]) (+) G(q[1]) and G(p, q) = G(p[1], q) and G(p, q) = G(p, q[1])
    for G in {[nim(1)], [nim(2)]}, F = [nim(1)]
    upto 3
claims for none(n, G)
question f: G(p, x) = G(p[1]) (+) G(p[2]) (+) (sum(x) mod 2) for n in {0, 1}, G = [nim(1), nim(1)] upto 3
"""
    for method in ("auto", "table"):
        found = hw.check(hw.parse(text), method=method)
        assert {v.claim for v in found if v.word in ("holds", "proved")} == {"a", "c", "d", "e", "f"}
        assert {v.claim for v in found if v.word == "refuted"} == {"b"}


def test_conditions_of_claims_protect_what_follows() -> None:
    """They were tested after all names had values, and `6 / j` had none at j = 0, whatever stood in front."""
    rules = "game sub(k in 1..)\n    heap a\n    move a -> a - t for t in 1..k where t <= a\nclaims for sub(k)\n"
    claim = "theorem r: P(a) iff a mod (k + 1) = 0 for {} upto 9\n"
    for chosen, count in (("j in 0..3 where j >= 1 for m in 1..floor(6 / j), k = m", 11),
                          ("j in 0..3 where j >= 1 for m = 6 / j, k = 2", 3)):  # fmt: skip
        for method in ("table", "proof"):
            found = hw.check(hw.parse(rules + claim.format(chosen)), method=method)
            assert [v.word for v in found if "j" in v.shown] == ["proved" if method == "proof" else "holds"] * count
    for law in ("a in 0..5, b in 1..floor(6 / a) where a >= 1", "a in 0..5 where a >= 1 for b in 1..floor(6 / a)"):
        (verdict,) = hw.check(f"claims\ntheorem a: a * b <= 6 for {law} upto 9\n", method="table")
        assert verdict.word == "holds"
    (verdict,) = hw.check(hw.parse(rules + claim.format("j in 0..3 for m = 6 / j, k = 2")))
    assert "E029" in str(verdict.reason)
    (verdict,) = hw.check(hw.parse(rules + claim.format("m in 5..k, m = 0 check k in 1..3,")), method="proof")
    assert "E072" in str(verdict.reason)


def test_a_game_among_the_parameters_has_the_name_that_the_text_knows_it_by(tmp_path: Path) -> None:
    """`H = h`, which is the `f` of another file, was printed as `H = f`, and the text has an `f` of its own."""
    (tmp_path / "f.game").write_text("game f\n    heap n\n    move n -> n - 2 where n >= 2\n")
    (tmp_path / "h.game").write_text("game h = f\n")
    rules = "game {}\n    heap n\n    move n -> n - 1 where n >= 1\ngame big(H in games)\n    heap n\n"
    claim = "    move n -> m for m in options(H, n)\nclaims for big(H)\ntheorem d: G(n) = G(H(n)) for H = h upto 12\n"
    for own, word in (("f", "error"), ("e", "proved")):
        (tmp_path / "big.claims").write_text(rules.format(own) + claim)
        (verdict,) = hw.check(tmp_path / "big.claims", method="proof")
        assert verdict.word == word
        assert word == "proved" or "E096" in str(verdict.reason)


def test_conditions_with_values_are_premises_wherever_they_ask() -> None:
    """A definition that speaks of itself and asks for values was an error behind `where`, and another was not."""
    text = "let f(m) = if m = 0 then 0 else f(m - 1) + G(nim(1)(m))\nlet h = G(nim(1)(5))\n"
    for condition, word in (("f(3) = 6", "holds"), ("h = 5", "holds"), ("f(3) = 5", "error")):
        claim = f"theorem d: P(x) iff nimsum(x) = 0 where {condition} check n = 2, upto 3\n"
        (verdict,) = hw.check(f"claims for nim(n)\n{text}{claim}", method="table")
        assert verdict.word == word, verdict.reason


def test_a_hint_has_a_value_at_every_position() -> None:
    """`a (+) h` fitted where it was true, and has no value at a = -1, where the claim is about it, too."""
    rules = "game neg\n    cell a in -1..2\n    heap h\n    decreases a + 1 + h\n    move a -> a - 1 where a >= 0\n"
    rules += "    move h -> y for y in 0..h-1\nclaims for neg\n"
    asked = 0
    for play in ("", "under misere"):
        for bound in ("a", "h", "abs(a)", "h mod 2", "a + h - 2", "max(a, h)"):
            claim = f"question q {play}: {'W' if play else 'G'}(a, h) <= {bound} upto 5\n"
            (verdict,) = hw.check(hw.parse(rules + claim))
            _, _, formula = str(verdict.hint).partition("exactly where ")
            if formula:
                (again,) = hw.check(hw.parse(f"{rules}question q {play}: ({formula}) or not ({formula}) upto 5\n"))
                assert again.word == "holds", (formula, again.reason)
                asked += 1
    assert asked >= 6


def test_lists_in_front_of_other_parameters_are_read_as_they_are_printed(tmp_path: Path) -> None:
    """Commands printed `px(nim(1), nim(2))`, which is the game of one list of two, and `nul3(0)` at `0,(),0`."""
    moves = "    move {0}[i] -> r for i in 1..{1}, r in options({0}[i])\n"
    text = "game px(G[m] in games, F[l] in games)\n    positions p[m] of G\n    positions q[l] of F\n"
    text += moves.format("p", "m") + moves.format("q", "l")
    text += "game pz(G[m] in games, k in 1..)\n    positions p[m] of G\n    heap b\n" + moves.format("p", "m")
    text += "    move b -> b - t for t in 1..k where t <= b\n"
    text += "game nul(n in 0..)\n    heap a\n    heaps x[n]\n    heap b\n    move a -> a - 1\n    move b -> b - 1\n"
    run = CliRunner().invoke
    file = tmp_path / "lists.game"
    file.write_text(text)
    for game, position, count in (
        ("px([nim(1)], [nim(2)])", "(1);(1,2)", 4), ("px([nim(1), nim(2)], [nim(2)])", "(1),(2,1);(1,2)", 7),
        ("pz([nim(1)], 2)", "(3),2", 5), ("pz([nim(2), nim(1)], 1)", "(0,3),(1),2", 5), ("nul(0)", "3,2", 2),
    ):  # fmt: skip
        valued = run(cli, ["value", "-f", str(file), game, position])
        assert valued.output.startswith(f"{game} at {position},")
        moves = run(cli, ["options", "-f", str(file), game, position]).output.splitlines()
        assert len(moves) == count
        assert run(cli, ["value", "-f", str(file), game, moves[0]]).output.startswith(f"{game} at {moves[0]},")


def test_proofs_read_groups_of_components_as_play_does() -> None:
    """`legal([b], p)` of `heap b` and `positions p[m] of G` was proved for every b, and is an error at every b."""
    text = "game pas(G[m] in games)\n    heap b\n    positions p[m] of G\n    move b -> b - 1 where b >= 1\n"
    text += "    move p[i] -> r for i in 1..m, r in options(p[i])\nclaims for pas(G)\n"
    for values, is_position in (("b, p", True), ("b, p[1]", True), ("[b], p", False), ("[b], p[1]", True),
                                ("[b], [p[1]]", False)):  # fmt: skip
        for statement in (f"legal({values})", f"G({values}) = p[1].x[1] (+) (b mod 2)"):
            claim = f"theorem t: {statement} for G = [nim(1)] upto 5\n"
            (tabled,), (proved,) = (hw.check(hw.parse(text + claim), method=method) for method in ("table", "proof"))
            assert (tabled.word, proved.word) == (("holds", "proved") if is_position else ("error", "outside")), values


def test_a_strict_bound_of_a_heap_may_be_a_fraction() -> None:
    """`x < 15/2` was refused because of 13/2, which nobody had written."""
    claim = "claims for nim(n)\nquestion q: G(x) = nimsum(x) for n = 2 check x < 15/2"
    (verdict,) = hw.check(hw.parse(claim), method="table")
    assert (verdict.word, verdict.region) == ("holds", {"bounds": {"x": 7}})


def test_a_counterexample_has_no_empty_group() -> None:
    """`(1,nim(1)(0);)` cannot be typed; the line `explore:` below it had no semicolon."""
    text = "game e(n in 0.., H in games)\n    heap b\n    heaps z[1]\n    position q of H\n    heaps x[n]\n"
    text += "    move b -> b - 1 where b >= 1\nclaims for e(n, H)\nquestion q: b = 0 for n = 0, H = nim(1) upto 1\n"
    (verdict,) = hw.check(hw.parse(text), method="table")
    assert position_words(verdict.counterexample.position) == "1,0,nim(1)(0)"


def test_find_says_that_components_go_below_0() -> None:
    """It ended with E314, whose help names an option of another command."""
    text = "game low\n    heap h in -3..\n    decreases h + 3\n    move h -> h - t for t in 1..2 where h - t >= -3\n"
    found = hw.find(hw.parse(text)["low"](), library=False)
    assert not found.findings
    assert sum("components go below 0" in one.text for one in found.excluded) == 3


def test_this_is_the_compound_where_it_is_read_by_heaps() -> None:
    """`len(this)` was the number of heaps in proofs, and of components everywhere else: theorems that are false at
    every position, and false from b = 1001 on."""
    text = "game pas(G in games)\n    position p of G\n    heap b\n    move p -> r for r in options(p)\n"
    text += "    move b -> b - 1 where {}\nclaims for pas(G)\ntheorem t: {} for G = nim(2) upto 3\n"
    value = "G(p, b) = p.x[1] (+) p.x[2] (+) ({})"
    for where, statement, words in (
        ("b >= 1", value.format("if len(this) = 3 then b mod 2 else 17"), ("refuted", "refuted")),
        ("b >= 1", value.format("if b > 99 and len(this) = 2 then 17 else b mod 2"), ("holds", "refuted")),
        ("b >= len(this)", value.format("max(b - 1, 0) mod 2"), ("holds", "proved")),
        ("b >= len(this)", value.format("max(b - 2, 0) mod 2"), ("refuted", "refuted")),
    ):
        file = hw.parse(text.format(where, statement))
        assert tuple(hw.check(file, method=method)[0].word for method in ("table", "proof")) == words, statement


def test_a_compound_is_looked_at_by_its_heaps_when_it_was_proved() -> None:
    """No look at what was proved, near or far, took games with positions in them."""
    text = "game pas(G in games)\n    position p of G\n    heap b\n    move p -> r for r in options(p)\n"
    text += "    move b -> b - 1 where b >= 1\nclaims for pas(G)\nquestion t: {} for G = nim(1) upto 4\n"
    value = "p.x[1] (+) (b mod 2)"
    for statement, near, far in (
        (f"G(p, b) = {value}", None, None), (f"P(p, b) iff {value} = 0", None, None),
        (f"G(p, b) = {value} (+) (if p.x[1] = 3001 then 1 else 0)", None, "3001"),
        (f"P(p, b) iff {value} = 0 or b = 3002", None, "300"),
        (f"P(p, b) iff {value} = 0 and b != 3002", None, "300"), (f"G(p, b) = {value} (+) 1", "(0),0", None),
    ):  # fmt: skip
        (claim,) = hw.parse(text.format(statement)).claims
        (instance,) = instances(claim, ())
        game = instance.game
        assert game is not None
        state = false_position(instance)
        assert (None if state is None else game.layout.text(state)) == near
        if near is None:
            state = contradicted_at(instance)
            assert (state is None) == (far is None)
            assert far is None or far in game.layout.text(state or ())
            assert mistranslated_at(instance) is None


def test_no_theorem_is_about_games_that_there_are_not(tmp_path: Path) -> None:
    """`for j in {5}, k = j - 5` was proved "for every j, but not j = 5", beside the error that there is no game."""
    rules = "game g(k in {1, 2, 5, 6})\n    heap n\n    move n -> y for y in 0..n-1 where n - y <= k\nclaims for g(k)\n"
    for values, count in (("{5}", 0), ("5..6", 1)):
        (tmp_path / "a.claims").write_text(
            f"{rules}theorem a: G(n) = n mod (k + 1) for j in {values}, k = j - 5 upto 4\n"
        )
        found = CliRunner().invoke(cli, ["prove", str(tmp_path / "a.claims")]).output
        assert len(re.findall("^proved", found, re.MULTILINE)) == count
        assert "E016" in found


def test_the_interpreter_is_not_taken_where_it_walks_through_much() -> None:
    """`s in 1..n where s in S` has two options of n values; `find subtraction({2}) --for 1,2,0` took minutes."""
    game = library().game("subtraction({1, 2})")
    assert isinstance(game, Game)
    for high, is_first in ((10, True), (10_000, False)):
        found = ways(game, (high,), read_play("1,2,0").fold("W"))
        assert (found[0].way is FillWay.INTERPRETER) == is_first


def test_names_that_would_be_read_as_others_are_told_apart() -> None:
    """`v([1, 2])` has two items; `--fix p.one.a=1` held both summands of `one + one`."""
    text = "game v(L[m] in lists)\n    heaps x[m]\n    move x[i] -> x[i] - 1 for i in 1..m where x[i] >= len(L[i])\n"
    text += "game one\n    heap a\n    move a -> a - 1\ngame hold(H in games)\n    position p of H\n"
    document = Document(Source("<text>", text + "    move p -> r for r in options(p)\n"), library())
    for name in ("v([[1, 2]])", "v([1, 2], [3])", "v([[3]])"):
        assert str(game_named(name, document)) == name
    labels = [axis.label for axis in axes(game_named("hold(one + one)", document))]
    assert labels == ["p.one.a", "p.one[2].a"]


def test_by_names_a_position_of_the_compound(tmp_path: Path) -> None:
    """`by this(...)` named no option where the compound was looked at by its heaps: a true theorem was an error."""
    text = "game pas(H in games)\n    position p of H\n    heap b\n    move p -> r for r in options(p)\n"
    text += "    move b -> b - t for t in 1..b\nclaims for pas(H)\n"
    text += "theorem s: P(p, b) iff b = p.x[1] for H = nim(1) by {} upto 4\n"
    equal = "(min(p.x[1], b), min(p.x[1], b))"
    for goal, word in (
        (f"this{equal}", "proved"),
        (f"[{equal[1:-1]}]", "proved"),
        ("this(min(p.x[1], b), 0)", "refuted"),
    ):
        (tmp_path / "a.claims").write_text(text.format(goal))
        run = CliRunner().invoke
        found = run(cli, ["prove", str(tmp_path / "a.claims"), "--certificate", str(tmp_path / word)]).output
        assert found.startswith(f"{word} "), found
        if word == "proved":
            assert run(cli, ["verify", str(tmp_path / word)]).output.startswith("verified ")


FAR_LINE = "where b >= 1, b mod 23 = 3, b mod 29 = 4, b mod 31 = 9"  # b = 16563 is the first


@pytest.mark.parametrize(
    ("move", "inner", "code"),
    [
        ("move (p, b) -> this([0, 0, b - 1])", "heaps x[2] in 0..0\n    move x[1] -> 0 where x[1] >= 1", "E027"),
        ("move p -> H(1), b -> b - 1", "heap a in 0..1\n    decreases 9^9 * a\n    move a -> 0 where a >= 1", "E023"),
    ],
)
def test_a_table_tests_what_play_tests_far_out(move: str, inner: str, code: str) -> None:
    """Tables of compounds read `this([...])` by heaps, and did not see that a move leads higher: false "holds"."""
    text = f"game inn\n    {inner}\ngame pas(H in games)\n    position p of H\n    heap b\n"
    text += "    move p -> q for q in options(p)\n    move b -> b - 1 where b >= 1\n"
    text += f"    {move} {FAR_LINE}\nclaims for pas(H)\n"
    text += "question t: P(p, b) or N(p, b) for H = inn check b <= 17000, p <= 1\n"
    (verdict,) = hw.check(hw.parse(text), method="table")
    assert verdict.word == "error"
    assert code in str(verdict.reason)


def test_a_game_without_a_quick_proof_of_its_end_is_interpreted() -> None:
    """Its moves are tested one by one, and a table by a kernel tested none of them."""
    text = "game gg\n    heaps a, b\n    move a -> a - t for t in {" + ", ".join(str(3 * i + 1) for i in range(120))
    text += "} where a >= t\n    move b -> b - 1 where b >= 1\n"
    text += "    move a -> a - 1, b -> b + 3 where a >= 1, b <= 2, a mod 23 = 3, a mod 7 = 4\n"
    text += "claims for gg\nquestion p: P(a, b) or N(a, b) check a <= 400, b <= 8\n"
    (verdict,) = hw.check(hw.parse(text), method="table")
    assert verdict.word == "error"
    assert "E023" in str(verdict.reason)


def test_a_position_of_another_component_has_its_name() -> None:
    """A position of the first component's game in the place of the second one was written as one of the second's."""
    text = "game ones\n    heap n in 0..3\n    move n -> n - 1 where n >= 1\ngame sw(G[m] in games)\n"
    text += "    positions p[m] of G\n    heap t\n    decreases 9 * t\n    move p[2] -> p[1], t -> 0 where t >= 1\n"
    rules = game_named("sw(ones, nim(1))", Document(Source("<text>", text), library()))
    assert isinstance(rules, Game)
    game = ApiGame(rules)
    (option,) = game.options(((3,), (7,), 9))
    assert str(option[1]) == "ones(3)"
    assert game.grundy(option) == 0


def test_certificates_of_claims_with_ranges_of_the_heading_are_accepted(tmp_path: Path) -> None:
    """k = 3, which the heading does not allow, was tried as an instance: a right certificate was refused. Where values
    wait for each other no instance can be made, and a certificate was written."""
    rules = "game e(k in {1, 2, 4, 5}, d in 0..)\n    heaps a, b\n    legal b <= d\n    move a -> y for y in 0..a-1\n"
    rules += "    move b -> b - t for t in 1..k where t <= b\nclaims for e(k, d)\n"
    run = CliRunner().invoke
    for values, is_proved in (("d in k + 3..k + k", True), ("d = k + k, k in 0..2 * d, d in 0..k + 2", False)):
        file, folder = tmp_path / "a.claims", tmp_path / str(is_proved)
        file.write_text(f"{rules}theorem t: G(a, b) = a (+) (b mod (k + 1)) for {values} upto 4\n")
        found = run(cli, ["prove", str(file), "--certificate", str(folder)]).output
        assert ("\nproved " in f"\n{found}") == is_proved
        assert not is_proved or run(cli, ["verify", str(folder)]).output.startswith("verified ")
