"""Proofs for all heap sizes from the library's own texts, and the steps on the way to them."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from heapwise.app.registry import cli
from heapwise.claims.claim import Claim
from heapwise.claims.command_effort import given_effort
from heapwise.claims.exact_check import Judge
from heapwise.claims.instances import instances
from heapwise.claims.limits import Limits
from heapwise.claims.position_values import Values
from heapwise.claims.task import Task
from heapwise.claims.verdict import Verdict
from heapwise.documents.library import Document, library
from heapwise.errors import HeapwiseError
from heapwise.files import resource
from heapwise.proof.automata import AutomatonBudget
from heapwise.proof.cases import cases_of
from heapwise.proof.logic import And, LinearComparison, Or, compile, free
from heapwise.proof.moves import chain, moves_of
from heapwise.proof.orbits import orbits, symmetric_options
from heapwise.proof.outside import Outside
from heapwise.proof.prove import BUDGET, SMALL, budget_of, prove
from heapwise.proof.statement import Statement
from heapwise.rules.game import Game
from heapwise.running.batch import Batch
from heapwise.running.run import Options, Run
from heapwise.source import Source
from heapwise.terms import term as t

# ------------------------------------------------------------------------------------------------- moves


def game(text: str) -> Game:
    found = library().game(text)
    assert isinstance(found, Game)
    return found


@pytest.mark.parametrize(
    ("text", "reason"), [("kayles", "sum of positions"), ("lasker_nim", "sum of positions"), ("euclid", "depends on")]
)
def test_moves_outside_are_refused_by_name(text: str, reason: str) -> None:
    with pytest.raises(Outside, match=reason):
        moves_of(game(text))


# ------------------------------------------------------------------------------------------------ verdicts


def library_text(name: str) -> str:
    path = next(Path(str(resource("games"))).rglob(f"{name}.claims"))
    return path.read_text(encoding="utf-8")


def verdicts(text: str, claim: str, effort: str = "", method: str = "proof") -> list[Verdict]:
    document = Document(Source("test.claims", text), library())
    run = Run(Options(claim=claim, method=method))
    (found,) = run.claims(document)
    items = given_effort(found, document, effort) if effort else ()
    return [run.instance(instance) for instance in instances(found, items)]


PROVED = (
    ("nim", "p_positions", ""), ("nim", "grundy", "n = 5"), ("nim", "misere", "n = 3"),
    ("moore", "p_positions", "n in 3..4, k = 2"), ("moore", "p_positions", "n = 5, k = 2"),
    ("moore", "misere", "n in 3..4, k = 2"), ("delete_nim", "p_positions", ""), ("delete_nim", "grundy", ""),
    ("delete_nim_split", "grundy", ""), ("abo_delete", "p_positions", "n in 2..4"),
    ("single_delete", "two_heaps", ""), ("single_delete", "three_heaps", ""), ("welter", "grundy", ""),
    ("welter", "four_heaps", ""), ("nimhoff", "grundy", ""), ("nimhoff", "two_heaps", ""), ("lim", "grundy", ""),
    ("lim", "p_positions", ""), ("ryuoh", "grundy", ""), ("restricted_ryuoh", "grundy", ""),
    ("allbut", "one_number", ""), ("allbut", "k_and_2k", ""), ("allbut", "k_and_other", ""),
    ("circular", "cn_3_2", ""), ("circular", "cn_4_2", ""), ("circular", "cn_5_2", ""), ("circular", "cn_5_3", ""),
    ("emperor", "p_positions", ""), ("emperor", "three_ranges", ""), ("subtraction", "one_to_k", ""),
    ("mark", "p_positions", ""), ("rgame_example", "example_2", ""), ("moore", "more_heaps", "n = 6, k in 2..3"),
    ("nim", "li_3", "n in 2..4"), ("nim", "preference_120", "n in 2..4"), ("nim", "preference_2301", "n in 2..3"),
    ("moore", "li_3_2", "n in 2..4"), ("moore", "li_2_2", ""), ("single_delete", "all_odd", ""),
    ("abo_delete", "two_heaps_are_delete_nim", ""), ("delete_nim_split", "same_as_first_form", ""),
    ("circular", "k_n_less_1_is_moore", ""), ("ryuoh", "is_rgame", ""), ("wythoff", "symmetric", ""),
    ("abo_delete", "ends", ""), ("welter", "end_of_play", ""), ("nim", "winning_move", ""),
)  # fmt: skip


@pytest.mark.parametrize(("name", "claim", "effort"), PROVED)
def test_the_library_proves(name: str, claim: str, effort: str) -> None:
    found = verdicts(library_text(name), claim, effort)
    assert {v.word for v in found} == {"proved"}, [(v.label, v.word, v.reason) for v in found]
    for verdict in found:
        assert verdict.region == "all"
        assert verdict.certificate is not None
        assert verdict.certificate["rules_sha256"] == verdict.rules_sha256
        assert len(verdict.certificate["obligations"]) >= 1
        assert any("--certificate DIR" in note for note in verdict.notes)


REFUTED = (
    ("moore", "li_one_heap_as_printed", "", [1, 1, 1]), ("moore", "li_modulus_3", "", [1, 1, 1]),
    ("circular", "cn_6_3_opposite_heaps", "", [0, 1, 0, 1, 0, 1]),
    ("moore", "misere_as_printed", "n = 2, k = 2", [1, 1]), ("welter", "mating_left_out", "n = 2", [0, 1]),
    ("lim", "grundy_is_nimsum", "", [0, 0, 1]), ("ryuoh", "p_3_is_no_nim", "", [1, 1]),
)  # fmt: skip


@pytest.mark.parametrize(("name", "claim", "effort", "position"), REFUTED)
def test_a_refutation_is_a_position(name: str, claim: str, effort: str, position: list[int]) -> None:
    (found,) = verdicts(library_text(name), claim, effort)
    assert found.word == "refuted"
    assert found.counterexample is not None
    assert found.counterexample.position == position


def all_digits() -> str:
    """The library's Theorem 6 with all places of digits, where its text names a last one for small heaps."""
    last = re.compile(r"(for [ie] in d\+[12]\.\.)\d+\)")
    text = last.sub(r"\1)", library_text("single_delete"))
    assert text.count("for i in d+2..)") == text.count("for e in d+1..)") == 1
    return text


def test_theorem_6_of_shinoda_is_proved_as_corrected() -> None:
    (found,) = verdicts(all_digits(), "four_heaps")
    assert found.word == "proved", found.reason
    assert any("premise holds in some order" in note for note in found.notes)


def test_theorem_6_of_shinoda_is_refuted_as_printed() -> None:
    """No witness is given: the failing obligation leads to it."""
    (found,) = verdicts(all_digits(), "four_heaps_as_printed")
    assert found.word == "refuted", found.reason
    assert found.counterexample is not None
    assert sorted(found.counterexample.position) in ([8, 12, 14, 47], [8, 12, 15, 46], [12, 14, 15, 40])


def test_a_rule_for_small_heaps_alone_is_not_proved() -> None:
    text = "claims for lim\ntheorem few:\n    P(x) iff sum(x) = nimsum(x) or max(x) >= 40\n    upto 5\n"
    (found,) = verdicts(text, "few")
    assert found.word == "refuted"


UNDEFINED_FAR_OUT = (
    "G(n) = [0, 0, 0][n + 1]", "P(n) iff [0, 0, 0][n + 1] = 0", "G(n) = (if n <= 2 then 0 else v2(0))",
    "P(n) iff min(i for i in 0..2 where i >= n) >= n",
)  # fmt: skip


@pytest.fixture
def nothing_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    """The forms of claims alone, without automata that are learned for what is outside of them."""
    monkeypatch.setattr("heapwise.proof.prove.learned_plan", lambda *_: None)


@pytest.mark.parametrize("statement", UNDEFINED_FAR_OUT)
def test_a_formula_without_a_value_far_out_is_not_proved(statement: str) -> None:
    text = "game over\n    heap n\n    move n -> 0   where n < 0\nclaims for over\nconjecture c: {}  upto 2"
    assert [v.word for v in verdicts(text.format(statement), "c", method="table")] == ["holds"]
    (found,) = verdicts(text.format(statement), "c")
    assert found.word == "undecided"
    assert "value: at 3" in (found.reason or "")


@pytest.mark.usefixtures("nothing_learned")
def test_a_premise_that_some_positions_never_fulfil_is_outside() -> None:
    found = verdicts(library_text("single_delete"), "all_2", "n in 2..3")
    assert {v.word for v in found} == {"outside"}
    assert all("in no order" in str(v.reason) for v in found)


def test_a_premise_that_is_never_true_proves_nothing() -> None:
    for statement in ("x[1] < x[1] implies P(x)", "x[1] < x[1] implies terminal(x)"):
        (found,) = verdicts(f"claims for nim(n)\ntheorem it:\n    {statement}\n    for n = 2   upto 3\n", "it")
        assert (found.word, "true nowhere" in str(found.reason)) == ("error", True)


def test_a_move_behind_by_that_does_not_win_is_refuted() -> None:
    goals = {"[min(x[1], x[2]), min(x[1], x[2])]": "proved", "[0, 0]": "refuted", "[v2(x[1] + 1), 0]": "outside"}
    for goal, word in goals.items():
        text = f"claims for nim(n)\ntheorem it:\n    P(x) iff x[1] = x[2]\n    for n = 2\n    by {goal}   upto 3\n"
        (found,) = verdicts(text, "it")
        assert found.word == word, (goal, found.reason)


UNDECIDED = "x = [1, 4, 5, 5] implies P(x)"  # true, and no option has an answer that is claimed


@pytest.mark.usefixtures("nothing_learned")
def test_a_part_that_is_not_inductive_is_undecided() -> None:
    (found,) = verdicts(f"claims for moore(n, k)\ntheorem it:\n    {UNDECIDED}\n    for n = 4, k = 2  upto 5\n", "it")
    assert (found.word, "no answer" in str(found.reason)) == ("undecided", True)


OTHER_GAMES = (
    ("G(x) = G(nim(2)(x[2], x[1]))", "proved"), ("G(x) = G(moore(2, 2)(x))", "outside"),
    ("G(x) = G(nim(2)(x[1], x[2] + 1))", "outside"), ("P(x) iff P(circular(2, 1)(x))", "proved"),
)  # fmt: skip


@pytest.mark.usefixtures("nothing_learned")
@pytest.mark.parametrize(("statement", "word"), OTHER_GAMES)
def test_two_games_with_the_same_options_have_the_same_values(statement: str, word: str) -> None:
    (found,) = verdicts(f"claims for nim(n)\ntheorem it:\n    {statement}\n    for n = 2   upto 3\n", "it")
    assert found.word == word, found.reason


PREFERENCES = tuple(" > ".join(map(str, order)) for order in permutations(range(3)))


@pytest.mark.parametrize("order", PREFERENCES)
@pytest.mark.parametrize("seat", range(3))
def test_no_class_of_three_players_is_proved_that_a_table_refutes(order: str, seat: int) -> None:
    """Li's rule stands in turn for every class of every preference; where it is right is left to the table."""
    said = f"W(x) = {seat} iff nimsum(x; 3) = (if max(x) >= 2 then 0 else 1)"
    text = f"claims for nim(n)\ntheorem it under preference {order}:\n    {said}\n    for n = 2   upto 5\n"
    (found,), (table,) = verdicts(text, "it"), verdicts(text, "it", method="table")
    assert found.word in ("proved", "refuted", "outside"), found.reason
    if found.word != "outside":
        assert (found.word == "proved") == (table.word == "holds")


def test_a_seat_that_nobody_has_is_no_class() -> None:
    for play in ("normal", "preference 0 > 1 > 2"):
        text = f"claims for nim(n)\ntheorem it under {play}:\n    W(x) = 7 iff sum(x) > 0\n    for n = 1   upto 3\n"
        (found,) = verdicts(text, "it")
        assert found.word == "outside"


def test_what_holds_is_proved_by_auto_with_the_figures_of_both() -> None:
    (found,) = verdicts(library_text("lim"), "p_positions", "upto 9", method="auto")
    assert (found.word, found.region, found.method, found.positions) == ("proved", "all", "proof", 1000)
    assert found.certificate is not None
    (far,) = verdicts(library_text("circular"), "cn_6_4", "upto 1", method="auto")
    assert (far.word, far.region) == ("holds", {"upto": 1})
    assert any("few states" in note for note in far.notes)


MANY = ("moore(4, 2)", "moore(4, 3)", "circular(4, 2)", "circular(5, 3)", "emperor(1, [2, 2])", "exact_nim(4, 2)")


@pytest.mark.parametrize("text", MANY)
def test_merged_cases_are_the_same_moves(text: str) -> None:
    found = moves_of(game(text))
    single = tuple(dict.fromkeys(case for move in found.game.moves for case in cases_of(found.game, move)))
    assert len(found.cases) <= len(single)
    pairs = ((name, f"z{i}") for i, name in enumerate(found.names))
    same = And(tuple(LinearComparison((x, z), (1, -1), 0, "=") for x, z in pairs))
    assert compile(found.opt(same)) == compile(And((found.domain, Or(tuple(chain(case, same) for case in single)))))


@pytest.mark.parametrize("text", ["nim(3)", *MANY])
def test_moves_of_one_class_say_the_same_of_symmetric_sets(text: str) -> None:
    found = moves_of(game(text))
    classes = orbits(found)
    assert len(classes) < len(found.cases) == sum(len(orbit.images) for orbit in classes)
    names = found.names
    total = LinearComparison(names, (1,) * len(names), -5, "=")  # a set that no symmetry changes
    every, _ = symmetric_options(found, classes, total)
    assert compile(every) == compile(found.opt(total))


def test_a_claim_that_tells_equal_heaps_apart_is_refuted() -> None:
    text = "claims for nim(n)\ntheorem it:\n    P(x) iff nimsum(x) = 0 and x[1] <= x[2]\n    for n = 3   upto 2\n"
    (found,) = verdicts(text, "it")
    assert found.word == "refuted"


def test_a_budget_ends_in_undecided_with_the_place() -> None:
    (instance,) = instances(claim_of("welter", "four_heaps"), ())
    outcome = prove(Task(instance, Values(), Limits()), AutomatonBudget(states=20))
    assert outcome.word == "undecided"
    assert "20" in str(outcome.reason) or "states" in str(outcome.reason)


def test_what_was_proved_before_is_given_the_whole_work_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file says what to try, and never what came out."""
    monkeypatch.setattr("heapwise.proof.prove.SMALL", AutomatonBudget(states=2))
    claims = tmp_path / "a.claims"
    claims.write_text(
        "claims for nim(n)\ntheorem a:\n    P(x) iff nimsum(x) = 0\n    for n = 3   upto 3\n"
        "theorem b:\n    P(x) iff x[1] * x[2] = 0 and x[3] = nimsum(x[1], x[2]) or nimsum(x) = 0\n"
        "    for n = 3   upto 3\n",
        encoding="utf-8",
    )

    def words(**options: Any) -> dict[str, str]:
        finished = Batch((claims,), (), Options(**options), 1).run()
        return {v.claim: v.word for one in finished for v in one.verdicts}

    assert words() == {"a": "holds", "b": "holds"}
    assert words(work=1) == {"a": "proved", "b": "holds"}
    claims.with_suffix(".expected").write_text("nim.a  proved\nnim.b  proved\n", encoding="utf-8")
    assert words() == {"a": "proved", "b": "holds"}
    result = CliRunner().invoke(cli, ["check", str(claims)])
    assert (result.exit_code, "nim.b: holds, but" in result.output) == (1, True)
    assert CliRunner().invoke(cli, ["check", str(claims), "--reset"]).exit_code == 0
    assert claims.with_suffix(".expected").read_text(encoding="utf-8").split() == ["nim.a", "proved", "nim.b", "holds"]


def test_more_work_reaches_farther() -> None:
    assert AutomatonBudget(states=7, work=9).times(3) == AutomatonBudget(states=21, work=27)
    task = Task(next(iter(instances(claim_of("nim", "grundy"), ()))), Values(), Limits())
    assert budget_of(task, SMALL) == SMALL
    assert budget_of(replace(task, work=2), SMALL) == BUDGET.times(2)


def claim_of(name: str, claim: str) -> Claim:
    (found,) = Run(Options(claim=claim)).claims(Document(Source("test.claims", library_text(name)), library()))
    return found


OUTSIDE = (
    ("P(x) iff x[1] * x[2] = 0", "a product of values"), ("P(x) iff x[1] (*) x[2] = 0", "nim-product"),
    ("x[1] = 0 implies N(x)", "form"), ("P(x) iff G(x) = 0", "neither side"),
)  # fmt: skip


@pytest.mark.parametrize(("statement", "reason"), OUTSIDE)
@pytest.mark.usefixtures("nothing_learned")
def test_formulas_outside_are_refused_by_name(statement: str, reason: str) -> None:
    (found,) = verdicts(f"claims for nim(n)\ntheorem it:\n    {statement}\n    for n = 2   upto 3\n", "it")
    assert found.word == "outside"
    assert reason in str(found.reason)


# ------------------------------------------------------------------------------- formulas against evaluation

CONDITIONS = (
    "x[1] <= 2 * x[2] - 3", "x[1] mod 3 = 1 or floor(x[2] / 3) < x[1]", "min(x[1], 5) = max(x[2], 2)",
    "x[1] (+) x[2] = 5", "bitor(x[1], x[2]) <= 6", "nimsum(x; 3) = 4", "nimsum(x; 3) < 7", "v2(x[1]) < v2(x[2])",
    "v2(x[1]) + 1 = v2(x[2])", "tail1(x[1]) >= 2", "bit(x[1], 2) = 1", "bit(x[1], v2(x[2])) = 1",
    "bit(x[1], 1) + bit(x[2], 1) = 1", "knimsum(x, 2) = 3", "mating(x[1], x[2]) <= 3",
    "not (mating(x[1], x[2]) <= 3)", "x[1] = x[2] or mating(x[1], x[2]) = 1", "v2(x[1]) mod 3 = 1",
    "(if x[1] > 4 then x[1] - 4 else x[2]) = 3", "all(bit(x[1], k) <= bit(x[2], k) for k in 0..)",
    "any(bit(x[1], k) + bit(x[2], k) = 2 for k in v2(x[1])..)", "x[1] >= 3 iff v2(x[2]) = 1",
    "count(x[i] > 3 for i in 1..2) = 1", "floor((x[1] - x[2]) / 2) = 1", "abs(x[1] - x[2]) = 2",
    "{x[1], x[2]} = {1, 3}", "{x[1] mod 3, x[2]} = {x[1], 2} | {0}",
)  # fmt: skip


@pytest.mark.parametrize("condition", CONDITIONS)
def test_formulas_say_what_the_evaluator_says(condition: str) -> None:
    text = f"claims for nim(n)\ntheorem it:\n    P(x) iff ({condition})\n    for n = 2   upto 3\n"
    document = Document(Source("test.claims", text), library())
    (claim,) = Run(Options()).claims(document)
    (instance,) = instances(claim, ())
    assert instance.game is not None
    assert isinstance(claim.statement, t.Connective)
    term = claim.statement.arguments[1]
    judge = Judge(instance, lambda *_: True)
    wanted = judge._compiler.compile(term)
    statement = Statement(instance, moves_of(instance.game))
    node = statement.node(term)
    true, false = compile(statement.translation.true(node)), compile(statement.translation.false(node))
    assert {*free(statement.translation.true(node))} <= {"x0", "x1"}
    seen = set()
    for state in product(range(14), repeat=2):
        try:
            value = wanted(judge.frame(state))
        except HeapwiseError:
            value = None
        here = {"x0": state[0], "x1": state[1]}
        found = (true.accepts(here), false.accepts(here))
        assert found == (value is True, value is False) or (value is not None and not any(found)), state
        seen.add(value)
        # Only a negative number on the way may keep a formula from saying what the evaluator says.
        if found == (False, False) and value is not None:
            assert "-" in condition
    assert {True, False} <= seen


# ------------------------------------------------------------------------------------------------ command


def test_prove_says_what_is_outside_and_does_not_fail() -> None:
    folder = str(Path(str(resource("games"))) / "welter" / "welter.claims")
    done = CliRunner().invoke(cli, ["prove", folder, "--jobs", "1"])
    assert done.exit_code == 0, done.output
    assert "all sizes, by proof" in done.output
    assert "outside" in done.output
