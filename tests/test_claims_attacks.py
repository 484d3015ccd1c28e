"""Attacks on verdicts: texts and command lines that would be believed too easily if nobody looked."""

from __future__ import annotations

import json
import time
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from heapwise.app.registry import cli
from heapwise.claims import Verdict
from heapwise.documents.library import Document, library
from heapwise.documents.search import Around
from heapwise.running import Options, Run
from heapwise.running.piece import plain, read
from heapwise.running.steps import PieceResult, StepResult
from heapwise.source import Source
from heapwise.workers import Journal

NIM = "claims for nim(n)\n"


def verdicts(text: str, **options: object) -> list[Verdict]:
    """The verdicts of a text, whose games come from the library."""
    document = Document(Source("test.claims", text), library())
    return list(Run(Options(**options)).document(document))  # type: ignore[arg-type]


def check(text: str, *arguments: str) -> Result:
    """`heapwise check -` on a text."""
    return CliRunner().invoke(cli, ["check", "-", "--jobs", "1", *arguments], input=text)


# ------------------------------------------------------------------------------------ questions without a meaning


@pytest.mark.parametrize("method", ["auto", "table", "local", "sample", "proof"])
@pytest.mark.parametrize(
    ("play", "statement"),
    [
        ("preference 0 > 1 > 2", "G(x) = nimsum(x)"),
        ("preference 0 > 1 > 2", "P(x) iff x[1] = 0"),
        ("preference 0 > 1 > 2", "N(x) iff x[1] > 0"),
        ("orders ((0, 1), (1, 0))", "G(x) = nimsum(x)"),
    ],
)
def test_no_method_decides_what_has_no_meaning(method: str, play: str, statement: str) -> None:
    """Values of two players are none of three: the recursion of the statement alone would hold."""
    (found,) = verdicts(NIM + f"theorem a under {play}: {statement}  for n = 1  upto 3", method=method)
    assert (found.word, "E039" in str(found.reason)) == ("error", True)


def test_definitions_that_a_claim_does_not_use_are_not_asked() -> None:
    text = "let lost(y) = P(nim(n)(y))\ntheorem a: lost(x) iff nimsum(x) = 0  for n = 2  upto 3\n"
    text += "theorem b under preference 0 > 1 > 2: W(x) = 2 iff sum(x) = 0  for n = 1  upto 3"
    assert {v.word for v in verdicts(NIM + text)} <= {"holds", "proved"}


# -------------------------------------------------------------------------------------------- effort that is ignored


@pytest.mark.parametrize("index", ["9", "0", "3"])
def test_a_bound_on_a_component_that_no_instance_has_is_an_error(index: str) -> None:
    found = verdicts(NIM + f"theorem a: G(x) = nimsum(x)  check n in 1..2, x[{index}] <= 3, upto 2")
    assert found[-1].word == "error"
    assert f"there is no `x[{index}]`" in str(found[-1].reason)


def test_a_bound_on_a_component_that_only_some_instances_have_is_none() -> None:
    found = verdicts(NIM + "theorem a: G(x) = nimsum(x)  check n in 1..2, x[2] <= 1, upto 2")
    assert [(v.word, v.positions) for v in found] == [("proved", 3), ("proved", 6)]


# --------------------------------------------------------------------------------------------------- hostile formulas


@pytest.mark.parametrize("formula", ["nimsum(2^i for i in 1..10^5)", "sum(3^i for i in 1..10^5)"])
def test_long_numbers_count_as_much_work(formula: str) -> None:
    started = time.monotonic()
    (verdict,) = verdicts(f"claims\nconjecture a: {formula} > n  for n in 0..2")
    assert verdict.word == "undecided"
    assert "too many values" in str(verdict.reason)
    assert time.monotonic() - started < 15


def test_a_limit_of_time_is_seen_at_every_tick() -> None:
    from heapwise.claims.limits import LimitReached, Limits

    limits = Limits(seconds=0.001)
    time.sleep(0.01)
    with pytest.raises(LimitReached):
        limits.tick()


# ---------------------------------------------------------------------------------------------- the command line


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--claim", "nosuch"), "E084"),
        (("--check", "zz in 1..3"), "E085"),
        (("--check", "n in 1..2, zz <= 3"), "E085"),
        (("--check", "x <="), "E118"),
    ],
)
def test_a_name_that_no_claim_has_is_wrong_usage(arguments: tuple[str, str], code: str) -> None:
    result = check(NIM + "theorem a: G(x) = nimsum(x)  check n in 1..2, upto 2", *arguments)
    assert result.exit_code == 2
    assert f"error[{code}]" in result.output
    assert "holds" not in result.output


def test_an_item_that_one_claim_takes_may_be_foreign_to_another() -> None:
    text = (
        NIM + "theorem a: G(x) = nimsum(x)  check n = 1, upto 2\nclaims for wythoff\ntheorem b: G(a, 0) = a  upto 3\n"
    )
    result = check(text, "--check", "b <= 1")
    assert result.exit_code == 0
    assert "b <= 1, all others <= 3: 8 positions" in result.output


def test_a_file_with_a_mistake_is_not_summed_up() -> None:
    result = check(NIM + "theorem a: G(x) = nimsum(y)  check n = 1, upto 2")
    assert result.exit_code == 3
    assert "0 of 0" not in result.output


def test_a_region_is_named_by_what_bounds_it() -> None:
    (verdict,) = verdicts(NIM + "theorem a: G(x) = nimsum(x)  check n = 2, x <= 3, upto 1", method="table")
    assert (verdict.positions, verdict.region) == (16, {"bounds": {"x": 3}})
    (verdict,) = verdicts(NIM + "theorem a: G(x) = nimsum(x)  check n = 2, sum(x) <= 9, upto 2")
    assert verdict.positions == 9  # the bound of each heap counts beside that of the total


def test_a_refuting_sample_counts_its_positions() -> None:
    (verdict,) = verdicts(NIM + "question a: G(x) = sum(x)  check n = 2, upto 9", method="sample")
    assert verdict.word == "refuted"
    assert verdict.premise_true == verdict.positions > 0


def test_lines_of_a_verdict_fit_a_terminal() -> None:
    result = check(NIM + "theorem a: G(x) = nimsum(x)  check n = 6, upto 20", "--time", "0.0001s")
    assert "undecided" in result.output
    assert all(len(line) <= 80 for line in result.output.splitlines())


# -------------------------------------------------------------------------------------------- true for no good reason


@pytest.mark.parametrize(
    "statement",
    [
        "(x[1] > 9 implies G(x) = 77) and x = x",
        "G(x) = nimsum(x) and any(j > 0 for j in 1..2 where all(G(x) = 77 for i in 3..j))",
    ],
)
def test_parts_that_never_say_anything_are_warned_of(statement: str) -> None:
    (verdict,) = verdicts(NIM + f"theorem a: {statement}  check n = 2, upto 2")
    assert verdict.word == "holds"
    assert any("never decisive: " in text for text in verdict.warnings)


@pytest.mark.parametrize("bounds", ["upto 2", "upto 25"])  # one position after another, and in columns
@pytest.mark.parametrize(
    "statement",
    [
        "all(G(x) = 77 for i in 3..n)",
        "all(x[i] < 0 for i in 3..n)",
        "all(G(x) = 77 for j in 1..3 where j > x[1] + 5)",
        "not any(G(x) = nimsum(x) for j in 5..4)",
        "all((x[1] > 99 implies G(x) = 77) for j in 1..2)",
        "all(G(x) = 77 for j in 5..4) and all(G(x) = 77 for i in 3..n)",
        "if x[1] > 99 then G(x) = 77 else all(G(x) = 77 for j in 5..4)",
        "x[1] > 99 or all(G(x) = 77 for j in 5..4)",
        "any(all(G(x) = 77 for j in 5..i) for i in 1..2)",
    ],
)
def test_a_statement_without_a_single_case_was_not_checked(statement: str, bounds: str) -> None:
    (verdict,) = verdicts(NIM + f"theorem a: {statement}  check n = 2, {bounds}")
    assert (verdict.word, verdict.as_stated) == ("error", None)
    assert str(verdict.reason).startswith("nothing was checked: no `all` or `implies` of the statement has a case")


def test_a_move_that_is_nowhere_asked_for_was_not_checked() -> None:
    (verdict,) = verdicts(NIM + "theorem a: x[1] = x[2] implies P(x) for n = 2 by (0, 0)  upto 4", method="table")
    assert (verdict.word, str(verdict.reason).split(":")[0]) == ("error", "nothing was checked")
    claim = "theorem a: x[1] <= 1 implies (P(x) iff x[1] = x[2]) for n = 2 by (1, 1)  upto 1"
    (verdict,) = verdicts(NIM + claim, method="table")
    assert verdict.word == "refuted"


def test_parameters_that_are_zero_divide_nothing() -> None:
    game = "game su(p in 0.., q in p..)\n heap a\n move a -> a - t for t in p+1..q where t <= a\nclaims for su(p, q)\n"
    claim = "question a: P(a) iff a mod (p+q+1) <= p  check p in 0..2, q in p..2, upto 30"
    done = check(game + claim)
    assert "refuted for the 2 instances" in " ".join(done.output.split())


@pytest.mark.parametrize(
    "statement",
    [
        "all(G(x) = nimsum(x) for i in 2..n)",
        "all(x[i] < 0 for i in 3..n) and G(x) = nimsum(x)",
        "all(x[i] >= 25 for i in 1..n where x[i] > 24)",
        "n = 2 or all(x[i] < 0 for i in 3..n)",
        "P(x) iff nimsum(x) = 0 and all(x[i] < 0 for i in 3..n)",
        "any(all(x[j] >= 0 for j in i..2) for i in 1..2)",
    ],
)
def test_one_case_anywhere_is_enough(statement: str) -> None:
    (verdict,) = verdicts(NIM + f"theorem a: {statement}  check n = 2, upto 25")
    assert verdict.word in ("holds", "proved")


def test_nothing_is_proved_of_no_case() -> None:
    text = NIM + "theorem a: all(x[i] {} 0 for i in 3..n)  check n in 2..3, upto 2"
    assert [v.word for v in verdicts(text.format("<"), method="proof")] == ["error", "refuted"]
    assert [v.word for v in verdicts(text.format(">="), method="proof")] == ["error", "proved"]


def test_parts_that_say_something_somewhere_are_not() -> None:
    text = "all((G(x) = 0 implies x[1] = x[2]) and j > 0 for j in 1..2)"
    (verdict,) = verdicts(NIM + f"theorem a: {text}  check n = 2, upto 2")
    assert (verdict.word, verdict.warnings) == ("holds", ())


# ---------------------------------------------------------------------------------------------------------- witnesses


def test_a_witness_outside_the_region_of_the_file_is_tried() -> None:
    claim = "disproved a at n = 2, x = ({}): G(x) = sum(x)  check n in 1..2, upto 3"
    (wrong,) = verdicts(NIM + claim.format("8, 16"))
    assert (wrong.word, wrong.status) == ("error", "disproved")
    (right,) = verdicts(NIM + claim.format("8, 9"))
    assert right.word == "refuted"
    assert right.counterexample is not None
    assert right.counterexample.position == [8, 9]
    assert any("outside the region" in note for note in right.notes)


def test_a_witness_outside_the_region_of_the_command_line_is_not() -> None:
    text = NIM + "disproved a at n = 2, x = (8, 9): G(x) = sum(x)  check n = 2, upto 9"
    (verdict,) = verdicts(text, effort="x <= 0")
    assert verdict.word == "undecided"


# ------------------------------------------------------------------------------------------------------ what is checked


def test_claims_for_a_sum_of_games_say_how_to_write_it() -> None:
    result = check("game s = nim(2) + wythoff\nclaims for s\ntheorem a: G(x) = 3  upto 2")
    assert result.exit_code == 3
    assert "error[E065]" in result.output


def test_an_expected_verdict_of_a_claim_that_is_gone_is_missed(tmp_path: Path) -> None:
    path = tmp_path / "my.claims"
    path.write_text(NIM + "theorem a: G(x) = nimsum(x)  check n = 1, upto 2\n", encoding="utf-8")
    path.with_suffix(".expected").write_text("nim.a holds\nnim.b holds\n", encoding="utf-8")
    run = CliRunner().invoke
    result = run(cli, ["check", str(path), "--jobs", "1"])
    assert result.exit_code == 1
    assert "nim.b" in result.stderr
    assert run(cli, ["check", str(path), "--jobs", "1", "--claim", "a"]).exit_code == 0


_WITH_MISTAKES = """claims for nosuch(n)
theorem z: P(x)  check n = 1, upto 2
claims for nim(n)
theorem a: G(x) = nimsum(x)  check n = 1, upto 2
theorem b: G(x) = (nimsum(x) = 0)  check n = 1, upto 2
disproved c: G(x) = nothing(x)  check n = 1, upto 2
theorem a: G(x) = 0  check n = 1, upto 2
theorem d: P(x) iff nimsum(x) = 0  check n = 1, upto 2
"""


@pytest.mark.parametrize("command", ["check", "prove", "lint", "report"])
def test_a_claim_with_a_mistake_takes_no_other_with_it(command: str, tmp_path: Path) -> None:
    path = tmp_path / "my.claims"
    path.write_text(_WITH_MISTAKES, encoding="utf-8")
    more = {"lint": [], "report": ["-o", str(tmp_path / "my.html")]}.get(command, ["--json", "--jobs", "1"])
    result = CliRunner().invoke(cli, [command, str(path), *more])
    assert result.exit_code == 3
    assert all(f"{code}]" in result.output for code in ("E014", "E033", "E012", "E013"))
    found = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]
    words = [(line["claim"], line["verdict"]) for line in found if "summary" not in line]
    wanted = [("a", "proved"), ("b", "error"), ("c", "error"), ("line7", "error"), ("d", "proved")]
    assert words == (wanted if "--json" in more else [])
    if command == "report":
        assert "2 of 5 claims as stated" in result.output


def test_options_of_a_counterexample_fit_a_terminal() -> None:
    result = check("claims for kayles\nconjecture a: n = 9 implies G(n) = 1  check n <= 9")
    assert "options" in result.output
    assert all(len(line) <= 80 for line in result.output.splitlines())


# --------------------------------------------------------------------------------------------------- enormous regions


@pytest.mark.parametrize("upto", ["10^12", "10^30"])
@pytest.mark.parametrize("heaps", [1, 2])
def test_an_enormous_region_ends_at_a_limit(upto: str, heaps: int) -> None:
    text = NIM + f"theorem a: x = x  check n = {heaps}, upto {upto}"
    (verdict,) = verdicts(text, seconds=0.2)
    assert verdict.word == "undecided"
    assert 0 < verdict.positions < 10**8


def test_a_long_region_is_walked_in_order() -> None:
    text = NIM + "question a: x[1] < 1 or x[2] < 30000  check n = 2, x[1] <= 1, x[2] <= 30000"
    (verdict,) = verdicts(text)
    assert (verdict.positions, verdict.exceptions) == (2 * 30_001, 1)
    assert verdict.counterexample is not None
    assert verdict.counterexample.position == [1, 30_000]


def test_a_sweep_over_too_many_sets_is_an_error_of_the_claim() -> None:
    (verdict,) = verdicts("claims for subtraction(S)\ntheorem a: G(n) <= n  check S in subsets(1..40), upto 3")
    assert verdict.word == "error"
    assert "subsets" in str(verdict.reason)


def test_a_shift_of_a_game_without_a_sequence_is_left_to_the_table() -> None:
    rules = "game h\n heap n\n legal n != 3\n move n -> n - 1 where n >= 1\n"
    text = rules + "claims for h\ntheorem a: n >= 4 implies G(n + 2) = G(n)  upto 30\n"
    document = Document(Source("test", text), Around())
    (verdict,) = Run().document(document)
    assert (verdict.word, verdict.method) == ("holds", "table")


def test_effort_cannot_speak_of_what_the_statement_fixes() -> None:
    result = check(NIM + "theorem a: G(x) = nimsum(x)  for n = 3  check n in 1..2, upto 2")
    assert result.exit_code == 3
    assert "error[E086]" in result.output


def test_positions_of_components_are_kept_in_bounds() -> None:
    rules = "game c\n positions p[2] of nim(1)\n move p[i] -> y for i in 1..2, y in options(p[i])\n"
    result = check(rules + "claims for c\ntheorem a: P(p) iff p[1] = p[2]  upto 10^9")
    assert result.exit_code == 4
    assert "too many positions of nim(1)" in result.output


def test_a_witness_belongs_to_a_disproved_claim() -> None:
    result = check(NIM + "theorem a at n = 2, x = (1, 1): G(x) = nimsum(x)  check n = 2, upto 2")
    assert result.exit_code == 3
    assert "error[E087]" in result.output


ONES = "game ones\n    heap n\n    move n -> n - 1   where n >= 1\nclaims for ones\n"


@pytest.mark.parametrize("method", ["table", "proof", "sample"])
@pytest.mark.parametrize(("play", "rest"), [("normal", 0), ("misere", 1)])
def test_a_strategy_is_asked_where_a_move_is_to_be_made(method: str, play: str, rest: int) -> None:
    """Nowhere at a P-position, and in misere play not at the end, where whoever is to move has won."""
    text = f"{ONES}theorem a under {play}: P(n) iff n mod 2 = {rest}  by n - 1  upto 9"
    assert [v.word for v in verdicts(text, method=method)] == [
        {"table": "holds", "proof": "proved", "sample": "sampled"}[method]
    ]
    wrong = f"{ONES}theorem a under {play}: P(n) iff n mod 2 = {rest}  by (if n >= 4 then n - 2 else n - 1)  upto 9"
    assert [v.word for v in verdicts(wrong, method=method)] == ["refuted"]


def test_two_players_with_orders_of_their_own_are_no_previous_and_next_one() -> None:
    """What is refuted lists its options by who moves last, for either player to move."""
    (verdict,) = verdicts(ONES + "theorem a under orders ((1, 0), (0, 1)): W(n, 1) = (if n = 3 then 1 else 0)  upto 9")
    assert verdict.word == "refuted"
    assert verdict.counterexample is not None
    assert (verdict.counterexample.position, verdict.counterexample.left) == ([1], 1)
    assert [option["value"] for option in verdict.counterexample.options] == [[1, 0]]


def test_a_strategy_that_fails_is_named() -> None:
    text = "claims for nim(n)\nconjecture a: {}  by (0, 0)  check n = 2, upto 2"
    for statement in ("P(x) iff nimsum(x) = 0", "G(x) >= 0"):
        (verdict,) = verdicts(text.format(statement))
        assert verdict.word == "refuted"
        assert verdict.counterexample is not None
        assert "`by (0, 0)` names" in str(verdict.counterexample.statement)
    (verdict,) = verdicts(text.format("P(x) iff true"))
    assert verdict.counterexample is not None
    assert (verdict.counterexample.left, verdict.counterexample.right) == (False, True)


def test_warnings_fit_a_terminal() -> None:
    long = " and ".join(["x[1] > 90"] * 12)
    result = check(NIM + f"theorem a: x = x and (({long}) or x[1] >= 0)  check n = 1, upto 2")
    assert "warning: never decisive" in result.output
    assert all(len(line) <= 80 for line in result.output.splitlines())


def kept(text: str) -> object:
    """What a journal has of the verdicts of a text."""
    return plain(PieceResult(tuple(map(StepResult, verdicts(text)))))


@pytest.mark.parametrize("field", ["region", "seconds", "positions", "parameters", "both_true"])
def test_a_journal_that_was_edited_is_not_believed(field: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    made = kept(NIM + "theorem a: P(x) iff nimsum(x) = 0  check n = 1, upto 2")
    Journal("me", is_resumed=False).add("a@2", made)
    path = Journal("me", is_resumed=False).path
    assert read(Journal("me", is_resumed=True).finished["a@2"]).steps[0].verdict.word == "proved"
    line = json.loads(path.read_text(encoding="utf-8").split(" ", 1)[1])
    line["answer"]["steps"][0]["verdict"][field] = [1]
    text = json.dumps(line)
    checksum = sha256(f"{path.name}\0{text}".encode()).hexdigest()
    path.write_text(f"{checksum} {text}\n", encoding="utf-8")
    assert read(Journal("me", is_resumed=True).finished["a@2"]) is None


def test_lines_of_a_journal_without_their_checksum_are_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was edited, cut off, or taken from another journal is computed anew; the other lines are believed."""
    monkeypatch.setenv("HEAPWISE_CACHE", str(tmp_path))
    made = kept(NIM + "theorem a: P(x) iff nimsum(x) = 0  check n = 1, upto 2")
    for claim in ("a", "b", "c"):
        Journal("me", is_resumed=True).add(claim, made)
    Journal("you", is_resumed=False).add("d", made)
    path, other = (Journal(name, is_resumed=False).path for name in ("me", "you"))
    a, b, c = (line for line in path.read_bytes().split(b"\n") if line)
    foreign = other.read_bytes().strip()
    for damaged in (
        b.replace(b'"proved"', b'"refuted"'), b[:-1], b[: len(b) // 2], b[1:], b"[" * 200_000, b"\xff" * 9, foreign,
        b.partition(b" ")[2], b"",
    ):  # fmt: skip
        assert damaged != b
        path.write_bytes(b"\n".join((a, damaged, c)) + b"\n")
        assert set(Journal("me", is_resumed=True).finished) == {"a", "c"}
    path.write_bytes(a + b"\n" + b[:40])  # torn by a kill: what is written afterwards stands on a line of its own
    Journal("me", is_resumed=True).add("c", made)
    assert set(Journal("me", is_resumed=True).finished) == {"a", "c"}
