"""The claims of the library: every statement of the papers has one, each has a source, small mistakes are caught."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from heapwise import game
from heapwise.claims.claim import Claim
from heapwise.claims.resolve import resolve_claims
from heapwise.claims.summary import AS_STATED, summarise
from heapwise.documents.library import Document, library, read_source
from heapwise.documents.search import Around, around, gather
from heapwise.errors import HeapwiseError
from heapwise.files import resource
from heapwise.lang import nodes
from heapwise.running import Options, Run
from heapwise.running.expected import read_expected
from heapwise.source import Source
from trials.small_changes import Mutant, move_spans, mutants

GAMES = resource("games")
FILES = sorted(GAMES.rglob("*.claims"))
SURVIVORS = Path(__file__).parent / "known" / "surviving_mutations.txt"

# What the papers state, and the claims that say it. Papers: A = Suetsugu 2019, B = Naito 1999, C = Shinoda,
# D = Suetsugu, m-player NIM with preference, E = Suetsugu 2018. "Error" names a statement that is wrong as printed.
STATEMENTS = {
    "operations/nimsum": {
        "A Lemma 1, E Lemma 1": "change_one_of_zero all_below",
        "B Proposition 1.3": "associative commutative any_order own_opposite cut_in_two",
        "A section 2": "by_digits by_mex",
        "A Examples 1, 2": "example_1 example_2",
        "B Example 1.2": "example_345 example_257",
    },
    "operations/digit_sum": {
        "A Definition 5, B Definition 2.1, D Definition 3.1": "by_digits any_order not_associative",
        "D Corollary 3.1": "base_2",
        "D Lemma 3.1": "can_be_lowered_to_0",
        "A Examples 6, 7, 8": "example_6 example_7 example_8",
        "B Examples 2.3, 2.5": "example_345 example_3459 example_333",
        "Error: B Example 2.5 (1)": "third_digit_as_printed third_digit",
        "Error: D Definition 3.1": "of_a_set_as_printed",
    },
    "operations/nim_product": {
        "A Definition 6": "by_mex",
        "A section 3.2": "associative commutative distributive unit closed_below_16 inverse_below_16",
    },
    "operations/knimsum": {
        "A section 3.6": "definition commutative associative of_a_list",
        "A Examples 13, 14": "example_13 example_14",
    },
    "operations/mex": {"A section 2.2": "is_missing of_nothing", "A Examples 4, 5": "example_4 example_5"},
    "operations/mating": {"A section 3.3": "definition symmetric", "A Examples 9, 10": "example_9 example_10"},
    "operations/binary_digits": {
        "A section 3.7": "tail_by_digits or_by_digits",
        "A Examples 15 to 19": "example_15 example_16 example_17 example_18 example_19",
        "C section 6": "digit_counted_from_1 lowest_one",
        "C Proposition 4": "sum_of_equal_exponents sum_of_different_exponents",
        "C Proposition 5": "any_smaller_exponent its_example",
        "C Proposition 11": "carry",
    },
    "nim/nim": {
        "A Theorem 1, B Theorem 1.8, D Theorem 2.1": "nim.p_positions nim.winning_move",
        "A Theorem 2, E Theorem 1": "nim.zero_is_grundy_zero",
        "A Theorem 3, E Theorem 2": "sum_of_games sum_of_other_games misere_sum",
        "A Theorem 4, E Theorems 3, 4": "nim.grundy nim.one_heap",
        "A Example 3": "nim_is_a_sum_of_heaps",
        "B Theorems 1.4, 1.7": "no_move_keeps_zero some_move_makes_zero",
        "B Example 1.5": "nim.example_765 nim.example_345",
        "B Theorems 1.10, 1.11, D Theorem 2.3": "nim.misere nim.misere_safe_to_unsafe nim.misere_unsafe_to_safe",
        "D Theorem 1.1": "nim.determined",
        "D Corollary 2.1": "nim.one_answer",
        "D Theorem 2.2": "a_lost_part_changes_nothing nim.sum_with_2_position",
        "D Theorem 3.1": "nim.li_3 nim.li_4 nim.li_5",
        "D Theorem 4.1": "nim.li_as_orders nim.last_mover nim.misere_last_mover",
        "D Theorem 4.2, Corollary 4.1": "nim.preference_120 nim.preference_201 nim.preference_1230 nim.preference_2301 "
        "nim.preference_3012 nim.preference_34012 nim.preference_1230_five_heaps nim.preference_2301_five_heaps "
        "nim.preference_3012_five_heaps nim.preference_34012_six_heaps",
        "D Theorem 4.3": "nim.one_answer_10 nim.one_answer_021 nim.one_answer_102 nim.one_answer_210 "
        "nim.one_answer_1032 nim.one_answer_one_heap",
        "D sections 3, 5": "nim.example_222 nim.example_13 nim.example_22113 nim.example_22213 nim.example_12",
        "Error: B Definition 1.6": "nim.safe_as_printed no_move_keeps_safe_as_printed",
        "Error: B Theorem 1.10": "nim.misere_unsafe_to_safe_as_printed",
    },
    "moore/moore": {
        "A Theorem 5, B Theorems 2.4, 2.8": "moore.p_positions moore.larger_heaps moore.more_heaps",
        "B Theorem 2.7": "moore.safe_to_unsafe moore.unsafe_to_safe",
        "B Theorems 2.10, 2.11": "moore.misere moore.misere_more_heaps moore.misere_safe_to_unsafe",
        "B Example 2.5": "moore.example_345 moore.example_3459",
        "B Theorem 3.3": "moore.li_2_2 moore.li_3_2 moore.li_3_2_ones moore.li_3_3 moore.li_4_2 moore.li_modulus_3",
        "A section 3.1": "moore.k_1_is_nim same_moves_as_nim moore.example_grundy moore.grundy_is_digit_sum",
        "Error: B Definition 2.6": "moore.safe_as_printed",
        "Error: B Definition 2.9": "moore.misere_as_printed",
        "Error: B section 2": "moore.few_heaps moore.few_heaps_as_printed",
        "Error: B section 3.1": "moore.li_one_heap_as_printed",
    },
    "coins/turtles": {
        "A Theorem 6, one coin": "turtles.nim_product",
        "Error: A Game 3": "turtles.corner_coin_as_printed turtles.off_the_board",
    },
    "coins/turtles_board": {"A Theorem 6": "turtles_board.grundy turtles_board.longer_boards turtles_board.one_row"},
    "welter/welter": {
        "A Theorem 7": "welter.grundy welter.four_heaps",
        "A Figure 3": "welter.example_tree",
        "A section 3.3": "welter.end_of_play",
    },
    "lim/lim": {
        "A Theorem 8": "lim.grundy lim.majority lim.p_positions",
        "A Examples 11, 12": "lim.example_11 lim.example_12",
    },
    "circular/circular": {
        "A Theorem 9": "circular.cn_6_4 circular.cn_6_4_any_least_heap circular.cn_6_4_third_equation",
        "A section 3.5": "circular.k_1_is_nim circular.k_n_is_one_heap circular.k_n_less_1_is_moore "
        "cn_3_1_moves cn_3_2_moves cn_4_3_moves cn_3_3_moves",
        "Error: A Theorem 9, a hypothesis": "circular.cn_6_4_without_least_heap",
    },
    "wythoff/nimhoff": {
        "A Theorem 10": "nimhoff.grundy nimhoff.two_heaps nimhoff.by_counting nimhoff.four_heaps",
        "Error: A Theorem 10, a hypothesis": "grundy_for_k_0",
    },
    "delete/delete_nim": {"A Theorem 11": "delete_nim.grundy delete_nim.p_positions"},
    "delete/delete_nim_split": {
        "C Theorem 1": "delete_nim_split.p_positions",
        "C section 2": "delete_nim_split.grundy delete_nim_split.same_as_first_form same_moves",
    },
    "emperor/emperor": {
        "A Theorem 12": "emperor.p_positions emperor.larger_heaps emperor.compact",
        "A Theorem 13": "emperor.p_positions emperor.three_ranges emperor.digit_sum_2_for_k_2",
        "A Lemma 2": "lower_two_heaps",
        "A Lemma 3": "remove_any_even_number",
    },
    "delete/abo_delete": {
        "C Theorem 2": "abo_delete.p_positions abo_delete.larger_heaps",
        "C section 3": "abo_delete.ends abo_delete.two_heaps_are_delete_nim",
    },
    "delete/single_delete": {
        "C Theorem 3": "single_delete.three_heaps",
        "C Theorem 6": "single_delete.four_heaps single_delete.where_they_differ",
        "C Proposition 7": "single_delete.all_odd",
        "C Proposition 8": "single_delete.all_2 single_delete.equal_exponents_for_five",
        "C section 6": "single_delete.example_1 single_delete.example_2 single_delete.example_3 "
        "single_delete.example_4 single_delete.example_5 "
        "single_delete.similar_to_3 single_delete.similar_to_4 single_delete.similar_to_5",
        "C section 3": "single_delete.ends single_delete.two_heaps",
        "Error: C Theorem 6": "single_delete.four_heaps_as_printed",
    },
    "subtraction/subtraction": {
        "E Theorem 5": "subtraction.periodic subtraction.empty_set",
        "E section 2.4": "subtraction.one_to_k",
    },
    "subtraction/allbut": {
        "E Theorem 6": "allbut.additively_periodic",
        "E Theorem 11, Corollary 1": "allbut.one_number allbut.k_and_2k allbut.k_and_other",
        "E Definition 11": "allbut.inner_period allbut.inner_period_of_two",
        "E Lemma 2": "allbut.same_block",
        "Error: E Theorem 11": "allbut.k_and_other_as_printed",
        "Error: E Theorem 6": "allbut.additively_periodic_as_printed allbut.s_finite",
        "Error: E Definition 11": "allbut.one_inner_period_as_printed allbut.every_inner_period",
    },
    "wythoff/wythoff": {"E Theorem 7": "wythoff.p_positions wythoff.pairs"},
    "wythoff/ryuoh": {
        "E Theorem 8": "ryuoh.grundy ryuoh.further_out ryuoh.small_p_is_nim",
        "E section 4": "ryuoh.is_rgame",
        "Error: E Definition 13": "ryuoh.p_from_1",
    },
    "wythoff/restricted_ryuoh": {
        "E Theorem 9": "restricted_ryuoh.grundy",
        "E Example 1": "restricted_ryuoh.example_1 example_1_moves ryuoh_moves restricted_ryuoh.is_rgame",
        "Error: E Theorem 9, a hypothesis": "restricted_ryuoh.p_not_dividing_q",
        "Error: E Definition 14": "restricted_ryuoh.is_rgame_for_larger_p",
    },
    "rgame/rgame": {
        "E Theorem 10": "rgame.all_but_k rgame.all_but_nothing rgame.subtraction_to_k rgame.mixed",
        "E Example 1": "rgame.is_ryuoh rgame.is_restricted_ryuoh",
        "Error: E Theorem 10, a hypothesis": "rgame.without_common_inner_period",
    },
    "rgame/rgame_example": {"E Example 2": "rgame.example_2 first_heap second_heap by_its_name"},
    "rgame/rgames": {
        "E Theorem 12": "rgames.one_heap rgames.two_heaps rgames.three_heaps rgames.three_heaps_3 rgames.four_heaps"
    },
}

# Files about games that are in none of the five papers: the classics, and the library's own compounds.
_CLASSICS = (
    "chomp/chomp coins/ruler coins/turning_turtles combinators/conjunctive combinators/continued_conjunctive "
    "combinators/diminished combinators/either combinators/emperor_compound combinators/ordinal combinators/selective "
    "combinators/sequential combinators/with_pass moore/exact_nim moore/exact_slow_nim moore/hypergraph_nim "
    "moore/slow_nim nim/end_nim nim/greedy_nim nim/lasker_nim nim/loop_end_nim nim/nim_with_pass nim/staircase_nim "
    "octal/dawson_chess octal/dawson_kayles octal/grundy_game octal/kayles octal/kayles_circle octal/kayles_octal "
    "octal/octal subtraction/fibonacci_nim subtraction/mark welter/silver_dollar wythoff/euclid "
    "wythoff/euclid_positive wythoff/k_wythoff"
)
CLASSICS = frozenset(_CLASSICS.split())


def name_of(path: Path) -> str:
    """`nim/nim`"""
    return f"{path.parent.name}/{path.stem}"


def shelf(path: Path) -> Around:
    return around((path.parent,))


@cache
def claims(path: Path) -> tuple[Claim, ...]:
    """The claims of a file of the library."""
    return tuple(resolve_claims(Document(read_source(path), shelf(path))))


def key(claim: Claim) -> str:
    return f"{claim.schema.name}.{claim.name}" if claim.schema else claim.name


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_every_file_has_its_rows(path: Path) -> None:
    """A row names claims that exist; a file about a game of the papers has rows."""
    present = {key(c) for c in claims(path)}
    rows = STATEMENTS.get(name_of(path), {})
    assert (name_of(path) in CLASSICS) != bool(rows)
    for statement, names in rows.items():
        assert names, statement
        assert set(names.split()) <= present, statement


def test_the_table_names_files_that_exist() -> None:
    assert set(STATEMENTS) | CLASSICS == {name_of(p) for p in FILES}


def test_every_game_has_claims() -> None:
    assert {p.with_suffix("") for p in GAMES.rglob("*.game")} <= {p.with_suffix("") for p in FILES}


def test_errors_in_print_stand_disproved() -> None:
    """A row that starts with "Error" has a refuted statement, or the one that takes its place."""
    for name, rows in STATEMENTS.items():
        status = {key(c): c.status for c in claims(GAMES / f"{name}.claims")}
        for statement, names in rows.items():
            is_disproved = any(status[n] == "disproved" for n in names.split())
            assert is_disproved or not statement.startswith("Error") or names == "ryuoh.p_from_1", statement


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_sources_and_witnesses(path: Path) -> None:
    for claim in claims(path):
        assert claim.citation, key(claim)
        assert not claim.name.startswith("line"), key(claim)
        assert claim.status != "disproved" or claim.witness, key(claim)
        assert not claim.name.endswith("_as_printed") or claim.status == "disproved", key(claim)


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_expected_verdicts_are_complete_and_decided(path: Path) -> None:
    expected = read_expected(path)
    assert set(expected) == {key(c) for c in claims(path)}
    for claim in claims(path):
        wanted = ("refuted",) if claim.status == "disproved" else ("holds", "proved")
        assert expected[key(claim)].word in wanted, key(claim)


def test_the_page_of_errors_names_claims_that_exist() -> None:
    page = (Path(__file__).parent.parent / "docs" / "errors-in-print.md").read_text(encoding="utf-8")
    present = {key(c) for path in FILES for c in claims(path)}
    rows = [line for line in page.splitlines() if line.startswith("| ") and "`" in line]
    named = {n for row in rows for n in re.findall(r"`([\w.]+)`", row) if not n.endswith(".claims")}
    assert len(rows) > 20
    assert named <= present
    printed = {key(c) for path in FILES for c in claims(path) if c.name.endswith("_as_printed")}
    assert printed <= named


# --------------------------------------------------------------------------------------------- known values

# OEIS A317205: Grundy values of Wythoff's game, the triangle read by rows.
A317205 = """
0, 1, 2, 2, 0, 1, 3, 4, 5, 6, 4, 5, 3, 2, 7, 5, 3, 4, 0, 6, 8, 6, 7, 8, 1, 9, 10, 3, 7, 8, 6, 9, 0, 1, 4, 5, 8, 6, 7,
10, 1, 2, 5, 3, 4, 9, 10, 11, 12, 8, 7, 13, 14, 15, 16, 10, 11, 9, 8, 13, 12, 0, 15, 16, 17, 14, 11, 9, 10, 7, 12, 14,
2, 13, 17, 6, 18, 15
"""


@cache
def wythoff(a: int, b: int) -> int:
    """The Grundy value, by the definition."""
    row = {wythoff(i, b) for i in range(a)} | {wythoff(a, i) for i in range(b)}
    return min(set(range(a + b + min(a, b) + 1)) - row - {wythoff(a - t, b - t) for t in range(1, min(a, b) + 1)})


def test_a317205() -> None:
    printed = [int(word) for word in A317205.split(",")]
    places = [(a, b) for a in range(12) for b in range(a + 1)]
    table = game("wythoff").table(upto=11)
    assert len(printed) == 78
    assert [wythoff(a, b) for a, b in places] == printed
    assert [int(table[a, b]) for a, b in places] == printed


# ------------------------------------------------------------------------------------------------- mutation


@dataclass(frozen=True)
class Trial:
    """A mutant, the claim or the game that it changes, and how it is checked."""

    where: str
    mutant: Mutant
    path: Path
    claim: str | None
    is_rule: bool

    def __str__(self) -> str:
        return f"{self.where}: {self.mutant}"


def statement_span(claim: Claim) -> tuple[int, int]:
    """Where the statement of a claim stands in its text, without its premises."""
    items = [item for block in Document(claim.source, Around()).tree.claims for item in block.items]
    (span,) = (i.statement.span for i in items if isinstance(i, nodes.Claim) and i.span == claim.span)
    premise = claim.source.text[span.start : span.end].rfind(" implies ")
    return span.start + max(0, premise), span.end


def formula_trials(path: Path) -> list[Trial]:
    """One or two mutants for every theorem of a file."""
    found = []
    for number, claim in enumerate(c for c in claims(path) if c.status == "theorem"):
        listed = list(mutants(claim.source.text, *statement_span(claim)))
        if listed and claim.name not in ("four_heaps", "as_printed"):
            chosen = listed[(7 * number) % len(listed)]
            found.append(Trial(f"{name_of(path)} {key(claim)}", chosen, path, claim.name, False))
    return found


def rule_trials(path: Path) -> list[Trial]:
    """Two mutants for the moves of a game."""
    text = path.read_text(encoding="utf-8")
    listed = [m for span in move_spans(text) for m in mutants(text, *span)]
    chosen = {id(m): m for m in listed[:: max(1, len(listed) // 2)][:2]}
    return [Trial(f"{name_of(path)} rules", m, path.with_suffix(".claims"), None, True) for m in chosen.values()]


def is_caught(trial: Trial, folder: Path) -> bool | None:
    """Does some claim end other than as it is stated? None if the mutant is no text of the language."""
    source, around = read_source(trial.path), shelf(trial.path)
    if trial.is_rule:
        changed = folder / trial.path.with_suffix(".game").name
        changed.write_text(trial.mutant.text, encoding="utf-8")
        around = Around(gather((), (changed,)), library())
    else:
        source = Source(source.name, trial.mutant.text)
    document = Document(source, around)
    run = Run(Options(claim=trial.claim, seconds=20.0))
    try:
        document.check()
        listed = [c for c in run.claims(document) if not c.name.startswith("four_heaps")]
    except HeapwiseError:
        return None
    return any(s.exit_code != AS_STATED for claim in listed for s in summarise(run.claim(claim, document)))


def known_survivors() -> set[str]:
    """The mutants that are known to live on; each line has its reason behind `--`."""
    lines = (line for line in SURVIVORS.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#"))
    pairs = [line.rpartition(" -- ") for line in lines]
    assert all(reason.strip() for _, _, reason in pairs)
    return {trial.strip() for trial, _, _ in pairs}


@pytest.mark.slow
def test_mutants_are_caught(tmp_path: Path) -> None:
    trials = [t for path in FILES for t in formula_trials(path)]
    trials += [t for path in sorted(GAMES.rglob("*.game")) for t in rule_trials(path)]
    fates = {str(t): is_caught(t, tmp_path) for t in trials}
    survivors = {name for name, fate in fates.items() if fate is False}
    assert sum(fate is True for fate in fates.values()) >= 100
    assert survivors == known_survivors()
