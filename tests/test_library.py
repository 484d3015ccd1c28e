"""The library against a second definition of its rules, and against values that are known from the literature."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import reduce
from itertools import product
from operator import xor
from typing import Any

import pytest

import relations as r
from heapwise.documents.library import library, library_files
from heapwise.errors import HeapwiseError
from heapwise.reference.conventions import NORMAL
from heapwise.reference.interpreter import Interpreter
from heapwise.rules.game import Game
from heapwise.terms.evaluate import options
from heapwise.terms.position import Position
from relations import Rules, box, rules, splitting


def game(text: str) -> Game:
    found = library().game(text)
    assert isinstance(found, Game)
    return found


# --------------------------------------------------------------------------------- every rule a second time

FIVE = {1, 2, 3, 4, 5}
BOARD = box(1, 4)

ONE_BOARD = [
    rules("nim(1)", box(6, 1), r.nim),
    rules("nim(3)", box(3, 3), r.nim),
    rules("greedy_nim(1)", box(4, 1), r.greedy),
    rules("greedy_nim(3)", box(3, 3), r.greedy),
    rules("nim_with_pass(1)", product(range(5), range(2)), r.nim_with_pass),
    rules("nim_with_pass(2)", product(range(4), range(4), range(2)), r.nim_with_pass),
    rules("end_nim(1)", box(4, 1), r.end_nim),
    rules("end_nim(4)", box(2, 4), r.end_nim),
    rules("loop_end_nim(4)", box(2, 4), r.loop_end_nim),
    rules("staircase_nim(1)", box(5, 1), r.staircase),
    rules("staircase_nim(3)", box(4, 3), r.staircase, box(2, 3)),
    *(rules(f"moore(3, {k})", box(3, 3), r.moore(k)) for k in (1, 2, 3)),
    rules("moore(1, 1)", box(5, 1), r.moore(1)),
    *(rules(f"exact_nim(3, {k})", box(3, 3), r.exact(k)) for k in (1, 2, 3)),
    *(rules(f"slow_nim(3, {k})", box(3, 3), r.slow(k)) for k in (1, 2, 3)),
    *(rules(f"exact_slow_nim(3, {k})", box(3, 3), r.exact_slow(k)) for k in (1, 2, 3)),
    rules("hypergraph_nim(3, {{1, 2}, {2, 3}, {3}})", box(3, 3), r.hypergraph([{1, 2}, {2, 3}, {3}])),
    rules("hypergraph_nim(3, {1..3})", box(3, 3), r.hypergraph([{1, 2, 3}])),
    rules("hypergraph_nim(2, {})", box(3, 2), r.hypergraph([])),
    rules("wythoff", box(7, 2), r.wythoff),
    *(rules(f"k_wythoff({k})", box(6, 2), r.k_wythoff(k)) for k in (1, 2, 3, 9)),
    rules("nimhoff(1, 1)", box(5, 1), r.nim),
    rules("nimhoff(2, 1)", box(5, 2), r.nimhoff(1)),
    rules("nimhoff(3, 1)", box(3, 3), r.nimhoff(1)),
    rules("nimhoff(2, 2)", box(6, 2), r.nimhoff(2)),
    rules("nimhoff(2, 3)", box(9, 2), r.nimhoff(3)),
    *(rules(f"ryuoh({p})", box(6, 2), r.ryuoh(p)) for p in (1, 2, 3, 5)),
    *(rules(f"restricted_ryuoh({p}, {q})", box(6, 2), r.restricted_ryuoh(p, q))
      for p, q in [(1, 1), (1, 3), (2, 4), (3, 3), (3, 2), (4, 1), (9, 9)]),
    rules("euclid", box(9, 2), r.euclid),
    rules("euclid_positive", box(9, 2, 1), r.euclid),
    *(rules(f"circular(3, {k})", box(3, 3), r.circular(3, k)) for k in (1, 2, 3)),
    *(rules(f"circular({n}, {k})", box(1, n), r.circular(n, k)) for n, k in [(1, 1), (2, 1), (2, 2), (5, 3), (6, 4)]),
    rules("lim", box(6, 3), r.lim, box(3, 3)),
    *(rules(f"welter({n})", box(m, n, legal=r.all_different), r.nim) for n, m in [(1, 5), (2, 6), (3, 5)]),
    *(rules(f"silver_dollar({n})", box(m, n, legal=r.in_order), r.silver_dollar) for n, m in [(1, 5), (2, 7), (3, 7)]),
    *(rules(f"chomp({n})", box(m, n, legal=r.is_board), r.chomp) for n, m in [(1, 5), (2, 5), (3, 4)]),
    rules("delete_nim", box(7, 2), r.delete_nim),
    rules("delete_nim_split", box(7, 2, 1), r.delete_nim_split),
    *(rules(f"abo_delete({n})", box(m, n, 1), r.delete_nim_split) for n, m in [(2, 6), (3, 5), (4, 4)]),
    *(rules(f"single_delete({n})", box(m, n, 1), r.single_delete) for n, m in [(2, 6), (3, 5), (4, 4)]),
    *(rules(f"emperor({k}, {shape})", box(m, sum(shape)), r.emperor(shape, k))
      for k, shape, m in [(0, [2, 1], 3), (1, [2, 1], 3), (1, [2, 2], 2), (2, [2, 2], 2), (5, [1, 2], 3), (1, [4], 2),
                          (1, [1, 1, 2], 2), (0, [2, 1, 2], 1), (1, [2, 2, 2], 1)]),
    *(rules(f"subtraction({text})", box(12, 1), r.subtraction(members.__contains__))
      for text, members in [("{}", set()), ("{2}", {2}), ("{1, 4, 20}", {1, 4, 20}), ("1..5", FIVE)]),
    *(rules(f"allbut({text})", box(12, 1), r.subtraction(lambda t, members=members: t not in members))
      for text, members in [("{}", set()), ("{2}", {2}), ("{1, 4, 20}", {1, 4, 20}), ("1..5", FIVE)]),
    rules("fibonacci_nim", product(range(7), range(14)), r.fibonacci, product(range(7), range(8))),
    rules("mark", box(20, 1), r.mark),
    rules("turtles_board(1, 4)", BOARD, r.turtles_board(4)),
    rules("turtles_board(2, 2)", BOARD, r.turtles_board(2)),
    rules("turtles_board(2, 3)", box(1, 6), r.turtles_board(3)),
    rules("turning_turtles(1)", box(1, 1), r.turning_turtles),
    rules("turning_turtles(5)", box(1, 5), r.turning_turtles),
    rules("ruler(1)", box(1, 1), r.ruler),
    rules("ruler(5)", box(1, 5), r.ruler),
]  # fmt: skip

SPLITTING = [
    splitting("lasker_nim", 8, r.lasker),
    splitting("kayles", 8, r.kayles),
    splitting("kayles_circle", 8, r.kayles_circle, (0, 1)),
    splitting("dawson_kayles", 8, r.dawson_kayles),
    splitting("dawson_chess", 8, r.dawson_chess),
    splitting("grundy_game", 9, r.grundy_game),
    Rules("turtles", tuple(box(3, 2)), r.corners, (3,), tuple(box(2, 2))),
    *(
        splitting(f"octal({code})", 7, r.octal(digits), (0, 1, 2, 3))
        for code, digits in [("0.0", [0]), ("0.3", [0, 3]), ("0.77", [0, 7, 7]), ("0.137", [0, 1, 3, 7]), ("4.0", [4]),
                             ("4.3", [4, 3]), ("0.0002", [0, 0, 0, 0, 2]), ("0.8f", [0, 8, 15]),
                             ("8.0", [8]), ("4.9", [4, 9])]
    ),
]  # fmt: skip


@pytest.mark.parametrize("by_hand", [*ONE_BOARD, *SPLITTING], ids=lambda g: g.text)
def test_options_are_what_the_second_definition_says(by_hand: Rules) -> None:
    check_options(by_hand)


def check_options(by_hand: Rules) -> None:
    of_library = library().game(by_hand.text)
    assert isinstance(of_library, Game)
    assert by_hand.states
    for state in by_hand.states:
        component = by_hand.component(of_library, state)
        found = {by_hand.plain(option) for option in of_library.options(component.state)}
        assert found == by_hand.options(state), state


# ----------------------------------------------------------------------- games whose parameters are games


def of_rules(text: str, most: int, *takes: str) -> Rules:
    """RGAME by what the joint rule and the rule of each heap take; `-` in front for all but these."""

    def rule(takes: str) -> Callable[[int], bool]:
        members = {int(word) for word in takes.strip("-").split()}
        return lambda t: (t in members) != takes.startswith("-")

    return rules(text, box(most, len(takes) - 1), r.rgame(*map(rule, takes)))


OF_RULES = [
    of_rules("rgame(subtraction({1, 2}); allbut({4}), subtraction({2, 3}))", 6, "1 2", "-4", "2 3"),
    of_rules("rgame(subtraction({}); subtraction({}), allbut({}))", 4, "", "", "-"),
    of_rules("rgame(allbut({2}); subtraction({5}), subtraction({1}))", 5, "-2", "5", "1"),
    of_rules("rgames(subtraction({1, 2}); allbut({3}))", 8, "1 2", "-3"),
    of_rules("rgames(allbut({1, 2}); subtraction({1}), subtraction({2}), allbut({}))", 3, "-1 2", "1", "2", "-"),
]


@pytest.mark.parametrize("by_hand", OF_RULES, ids=lambda g: g.text)
def test_games_of_one_heap_rules(by_hand: Rules) -> None:
    check_options(by_hand)


HEAP = rules("nim(1)", box(2, 1), r.nim)
ONES = rules("nim(2)", box(1, 2), r.nim)
QUEEN = rules("wythoff", box(1, 2), r.wythoff)
PINS = splitting("kayles", 3, r.kayles)
PILE = splitting("lasker_nim", 2, r.lasker)
PAIR = r.compound("conjunctive(nim(1), kayles)", (HEAP, PINS), r.conjunctive)
PASSING = r.compound("with_pass(nim(1))", (HEAP,), r.with_pass, numbers=1)

COMPOUNDS = [
    r.compound("selective(1; nim(1))", (HEAP,), r.selective(1)),
    *(r.compound(f"selective({k}; nim(1), kayles, wythoff)", (HEAP, PINS, QUEEN), r.selective(k))
      for k in (1, 2, 3, 9)),
    r.compound("conjunctive(nim(1), lasker_nim)", (HEAP, PILE), r.conjunctive),
    r.compound("conjunctive(kayles)", (PINS,), r.conjunctive),
    r.compound("continued_conjunctive(nim(1), kayles, wythoff)", (HEAP, PINS, QUEEN), r.continued_conjunctive),
    r.compound("diminished(nim(2), kayles)", (ONES, PINS), r.diminished),
    r.compound("ordinal(wythoff, kayles)", (QUEEN, PINS), r.ordinal, ended=((),)),
    r.compound("sequential(wythoff, kayles)", (QUEEN, PINS), r.sequential),
    *(r.compound(f"emperor_compound({k}; nim(2), kayles, nim(1))", (ONES, PINS, HEAP), r.emperor_compound(k))
      for k in (0, 1, 2, 3, 7)),
    r.compound("with_pass(kayles)", (PINS,), r.with_pass, numbers=1),
    PAIR,
    PASSING,
    r.compound("selective(2; conjunctive(nim(1), kayles), nim(2))", (PAIR, ONES), r.selective(2)),
    r.compound("emperor_compound(1; conjunctive(nim(1), kayles), nim(1))", (PAIR, HEAP), r.emperor_compound(1)),
    r.compound("ordinal(with_pass(nim(1)), conjunctive(nim(1), kayles))", (PASSING, PAIR), r.ordinal, ended=((),)),
    r.compound("with_pass(with_pass(nim(1)))", (PASSING,), r.with_pass, numbers=1),
    r.compound("continued_conjunctive(with_pass(nim(1)), kayles)", (PASSING, PINS), r.continued_conjunctive),
    r.either("either(nim(2))", (rules("", box(3, 2), r.nim),)),
    r.either("either(nim(3), lim)", (rules("", box(4, 3), r.nim, box(2, 3)), rules("", [], r.lim))),
    r.either("either(nim(2), wythoff, ryuoh(4))", (rules("", box(5, 2), r.nim), rules("", [], r.ryuoh(4)), QUEEN)),
    r.either("either(kayles, grundy_game)", (splitting("", 7, r.kayles), splitting("", 7, r.grundy_game))),
    r.either("either(either(kayles, lasker_nim), grundy_game)",
             (splitting("", 6, r.kayles), splitting("", 6, r.lasker), splitting("", 6, r.grundy_game))),
    r.either("either(moore(2, 2), hypergraph_nim(2, {{1}}))",
             (rules("", box(3, 2), r.moore(2)), rules("", [], r.hypergraph([{1}])))),
]  # fmt: skip


@pytest.mark.parametrize("by_hand", COMPOUNDS, ids=lambda g: g.text)
def test_compounds_are_what_their_rule_says_of_the_parts(by_hand: Rules) -> None:
    check_options(by_hand)


def test_no_game_of_the_library_is_left_out() -> None:
    tested = {name for g in [*ONE_BOARD, *SPLITTING, *OF_RULES, *COMPOUNDS] for name in re.findall(r"\w+", g.text)}
    schemas = {name: schema for path in library_files() for name, schema in library().document(path).schemas.items()}
    assert len(schemas) >= 50
    assert sorted(name for name, schema in schemas.items() if name not in tested and not schema.is_alias) == []


def test_aliases_are_the_games_that_they_name() -> None:
    assert game("kayles_octal") is game("octal(0.77)")
    assert game("rgame_example") is game("rgame(subtraction(1..3); allbut({8}), allbut({8, 4}))")


def test_every_game_starts_with_its_source() -> None:
    for path in library_files():
        first, *_ = path.read_text(encoding="utf-8").split("\n")
        assert first.startswith("-- ")
        assert re.search(r"\b(1[89]|20)\d\d\b|library|section|Definition", path.read_text(encoding="utf-8")), path
        assert path.stem in library().document(path).schemas


# --------------------------------------------------------------------------- which positions there are, edges


@pytest.mark.parametrize(
    ("text", "most", "legal"),
    [
        ("welter(3)", 4, r.all_different),
        ("silver_dollar(3)", 4, r.in_order),
        ("chomp(3)", 3, r.is_board),
        ("delete_nim_split", 3, lambda x: min(x) >= 1),
        ("abo_delete(3)", 3, lambda x: min(x) >= 1),
        ("single_delete(3)", 3, lambda x: min(x) >= 1),
        ("euclid_positive", 3, lambda x: min(x) >= 1),
        ("turning_turtles(3)", 2, lambda x: max(x) <= 1),
        ("nim_with_pass(2)", 2, lambda x: x[2] <= 1),
        ("nim(3)", 2, lambda x: True),
    ],
)
def test_legal_positions(text: str, most: int, legal: Callable[[Any], bool]) -> None:
    of_library = game(text)
    for state in box(most, of_library.layout.size):
        assert of_library.is_legal(state) == legal(state)


@pytest.mark.parametrize(
    ("text", "most", "has_ended"),
    [
        ("nim(3)", 3, lambda x: sum(x) == 0),
        ("moore(3, 2)", 3, lambda x: sum(x) == 0),
        ("welter(3)", 4, lambda x: sorted(x) == [0, 1, 2]),
        ("lim", 3, lambda x: sorted(x)[1] == 0),
        ("circular(4, 2)", 2, lambda x: sum(x) == 0),
        ("nimhoff(2, 1)", 4, lambda x: sum(x) == 0),
        ("delete_nim", 4, lambda x: x == (0, 0)),
        ("delete_nim_split", 4, lambda x: x == (1, 1)),
        ("abo_delete(3)", 5, lambda x: max(x) <= 2),
        ("single_delete(3)", 4, lambda x: max(x) == 1),
        ("exact_nim(3, 2)", 3, lambda x: sorted(x)[1] == 0),
        ("slow_nim(3, 2)", 3, lambda x: sum(x) == 0),
        ("chomp(3)", 3, lambda x: sum(x) == 1),
        ("silver_dollar(2)", 4, lambda x: x == (0, 1)),
        ("euclid", 5, lambda x: min(x) == 0),
        ("euclid_positive", 5, lambda x: x[0] == x[1]),
        ("turtles_board(2, 2)", 1, lambda x: sum(x) == 0),
        ("subtraction({2, 5})", 9, lambda x: x[0] < 2),
        ("allbut({1, 2})", 9, lambda x: x[0] < 3),
        ("grundy_game", 9, lambda x: x[0] <= 2),
        ("mark", 9, lambda x: x[0] == 0),
    ],
)
def test_where_play_ends(text: str, most: int, has_ended: Callable[[Any], bool]) -> None:
    of_library = game(text)
    for state in filter(of_library.is_legal, box(most, of_library.layout.size)):
        assert (not of_library.options(state)) == has_ended(state)


@pytest.mark.parametrize(
    "text",
    ["nim(0)", "moore(0, 1)", "moore(2, 3)", "moore(2, 0)", "circular(3, 4)", "circular(3, 0)", "welter(0)",
     "nimhoff(0, 1)", "nimhoff(2, 0)", "abo_delete(1)", "single_delete(1)", "emperor(1, [0])", "emperor(0 - 1, [2])",
     "subtraction({0})", "subtraction(1..)", "allbut({0, 3})", "allbut(4..)", "ryuoh(0)", "restricted_ryuoh(0, 1)",
     "restricted_ryuoh(1, 0)", "turtles_board(0, 3)", "turtles_board(3, 0)", "k_wythoff(0)", "exact_nim(2, 3)",
     "slow_nim(2, 3)", "exact_slow_nim(2, 0)", "hypergraph_nim(2, {{}})", "hypergraph_nim(2, {{1, 3}})", "chomp(0)",
     "staircase_nim(0)", "silver_dollar(0)", "end_nim(0)", "greedy_nim(0)", "selective(0; nim(1))", "selective(1)",
     "emperor_compound(0 - 1; nim(1))", "rgames(nim(1))", "turning_turtles(0)", "ruler(0)"],
)  # fmt: skip
def test_parameters_out_of_range_are_refused(text: str) -> None:
    with pytest.raises(HeapwiseError) as caught:
        library().game(text)
    assert [d.code for d in caught.value.diagnostics] == ["E016"]


# ----------------------------------------------------------------------------------------- the same games


def grundy(text: str, *state: Any) -> int:
    value = VALUES.value(library().game(text).position_of(state))
    assert isinstance(value, int)
    return value


VALUES = Interpreter(NORMAL.fold("G"))


SAME_RULES = [
    ("ryuoh(1)", "nim(2)", 5),
    ("ryuoh(2)", "nim(2)", 5),
    *((f"ryuoh({p})", f"rgame(subtraction(1..{p - 1}); allbut({{}}), allbut({{}}))", 6) for p in (1, 3, 5)),
    *((f"restricted_ryuoh({p}, {q})",
       f"rgame(subtraction(1..{p - 1}); subtraction(1..{q - 1}), subtraction(1..{q - 1}))", 7)
      for p, q in [(1, 1), (2, 5), (3, 6), (4, 4)]),
    ("k_wythoff(1)", "wythoff", 6),
    ("circular(4, 1)", "nim(4)", 2),
    ("circular(3, 2)", "moore(3, 2)", 3),
    ("moore(3, 1)", "nim(3)", 3),
    ("exact_nim(3, 1)", "nim(3)", 3),
    ("hypergraph_nim(3, subsets(1..3, 2))", "exact_nim(3, 2)", 3),
    ("hypergraph_nim(3, subsets(1..3, 1..2))", "moore(3, 2)", 3),
    ("abo_delete(2)", "delete_nim_split", 6),
    ("single_delete(2)", "delete_nim_split", 6),
    ("emperor(1, [3])", "moore(3, 3)", 3),
    ("end_nim(2)", "nim(2)", 5),
    ("nimhoff(1, 3)", "nim(1)", 9),
    ("rgames(subtraction({1, 2}); allbut({3}), nim(1))", "rgame(subtraction({1, 2}); allbut({3}), nim(1))", 5),
    ("either(nim(2), k_wythoff(3))", "k_wythoff(3)", 5),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other", "most"), SAME_RULES)
def test_two_names_for_the_same_moves(one: str, other: str, most: int) -> None:
    first, second = game(one), game(other)
    assert first.layout.size == second.layout.size
    for state in filter(first.is_legal, box(most, first.layout.size)):
        assert {p[0].state for p in first.options(state)} == {p[0].state for p in second.options(state)}


def test_delete_nim_in_two_forms() -> None:
    for a, b in product(range(9), repeat=2):
        moves = {tuple(h + 1 for h in p[0].state) for p in game("delete_nim").options((a, b))}
        assert moves == {p[0].state for p in game("delete_nim_split").options((a + 1, b + 1))}


def test_single_delete_nim_on_heaps_without_places() -> None:
    heaps = [x for x in box(5, 4, 1) if list(x) == sorted(x)]
    for x in heaps:
        found = {tuple(sorted(p[0].state)) for p in game("single_delete(4)").options(x)}
        assert found == {y for y in heaps if r.single_delete_unordered(x, y)}


def test_compounds_of_nim_are_games_of_their_own() -> None:
    for a, b, c in box(3, 3):
        assert grundy("selective(2; nim(1), nim(1), nim(1))", a, b, c) == grundy("moore(3, 2)", a, b, c)
        assert grundy("selective(1; nim(1), nim(2))", a, (b, c)) == a ^ b ^ c
        assert grundy("with_pass(nim(2))", (a, b), c % 2) == grundy("nim_with_pass(2)", a, b, c % 2)
    for x in box(2, 4):
        rows = (x[:2], x[2:])
        assert grundy("emperor_compound(1; nim(2), nim(2))", *rows) == grundy("emperor(1, [2, 2])", *rows)


# -------------------------------------------------------------------------------------------------- sums

SUMS = [
    ("kayles + nim(2)", (4, (1, 2))),
    ("kayles + kayles + lasker_nim", (3, 5, 3)),
    ("wythoff + lim", ((2, 3), (1, 1, 2))),
    ("turtles + delete_nim", ((2, 1), (2, 3))),
    ("selective(2; nim(1), kayles) + grundy_game", ((2, 3), 6)),
    ("ordinal(nim(1), nim(1)) + welter(2)", ((1, 2), (1, 3))),
    ("octal(4.7) + mark + fibonacci_nim", (4, 3, (3, 2))),
]


@pytest.mark.parametrize(("text", "values"), SUMS)
def test_sums_add_values(text: str, values: tuple[Any, ...]) -> None:
    position = library().game(text).position_of(values)
    by_definition = Interpreter(NORMAL.fold("G"), as_product=True).value(position)
    assert by_definition == VALUES.value(position)
    assert by_definition == reduce(xor, (VALUES.value(Position((c,))) for c in position))


def test_options_of_a_sum_are_a_move_in_one_component() -> None:
    pins = splitting("kayles", 4, r.kayles)
    start = ((2,), (2,), (4,))
    found = {pins.plain(p) for p in options(pins.position(game("kayles"), start))}
    candidates = {p for n in range(5) for p in Rules("", pins.box, pins.is_move, (n,)).positions()}
    assert found == {p for p in candidates if r.can_move(pins, start, p)}


def test_a_sum_of_games_is_a_component_like_any_other() -> None:
    for a, b, c in box(2, 3):
        assert grundy("selective(1; nim(1) + wythoff, nim(1))", (a, (b, c)), b) == a ^ grundy("wythoff", b, c) ^ b


def test_the_table_of_contents_names_every_game() -> None:
    readme = (library_files()[0].parents[1] / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(\w+)(?:\([^`]*\))?`", " ".join(re.findall(r"(?m)^\| (`.*?) \|", readme))))
    assert named == {path.stem for path in library_files()}
