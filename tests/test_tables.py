"""Tables: boxes, values, estimates, and what is written."""

from __future__ import annotations

import csv
import io
import json
import os
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from heapwise.documents.library import Document, library
from heapwise.engine.grid import FillWay, WayCost
from heapwise.engine.jit import is_compiled
from heapwise.engine.memory import Memory
from heapwise.errors import HeapwiseError
from heapwise.files import write_atomically
from heapwise.questions import Answers, position_from, read_play
from heapwise.reference.conventions import MISERE, NORMAL
from heapwise.source import Source
from heapwise.tables import WANTS, Table, axes, box, compute, fast
from heapwise.tables.boxes import ILLEGAL, numbers_of, position_at
from heapwise.tables.estimate import Estimate, check_memory, check_time
from heapwise.tables.files import as_bfile, as_csv, as_json
from heapwise.tables.text import as_latex, as_text
from heapwise.terms.evaluate import options


def table(name: str, upto: int | dict[str, int], want: str = "grundy", play: str = "normal", **fix: int) -> Table:
    rules = library().game(name)
    return compute(rules, box(rules, upto, fix), want, read_play(play))


def rules_of(text: str) -> Document:
    return Document(Source("<text>", text), library())


# ------------------------------------------------------------------------------------------------- boxes


def test_axes_are_flat() -> None:
    assert [a.label for a in axes(library().game("wythoff + nim(2)"))] == [
        "wythoff.a", "wythoff.b", "nim(2).x[1]", "nim(2).x[2]",
    ]  # fmt: skip
    assert [a.label for a in axes(library().game("emperor(1, [2, 1])"))] == ["x[1][1]", "x[1][2]", "x[2][1]"]
    assert [a.label for a in axes(library().game("conjunctive(nim(2), kayles)"))] == ["p[1].x[1]", "p[1].x[2]", "p[2]"]
    assert [(a.low, a.high) for a in axes(library().game("turtles_board(1, 2)"))] == [(0, 1), (0, 1)]


@pytest.mark.parametrize("name", ["wythoff + nim(2)", "emperor(1, [2, 1])", "conjunctive(nim(2), kayles)", "kayles"])
def test_numbers_and_positions(name: str) -> None:
    rules = library().game(name)
    for numbers in product(range(2), repeat=len(axes(rules))):
        position = position_at(rules, numbers)
        assert position is not None
        if "+" not in name:
            assert numbers_of(rules, position) == numbers
    assert position_at(library().game("welter(2)"), (1, 1)) is None


def test_boxes_have_ends_from_the_rules() -> None:
    board = library().game("turtles_board(1, 2)")
    assert box(board, 9).shape == (2, 2)
    assert box(board, {"x": 0}).shape == (1, 1)
    wythoff = library().game("wythoff")
    assert box(wythoff, {"a": 2, "b": 5}).shape == (3, 6)
    held = box(wythoff, 5, {"b": 9})
    assert (held.shape, held.labels, list(held)) == ((6,), ("a",), [(a, 9) for a in range(6)])


def test_points_by_total() -> None:
    for region in (box(library().game("nim(3)"), 3), box(library().game("nim(3)"), 2, {"x[2]": 4})):
        points = list(region.by_total())
        assert sorted(points) == sorted(region)
        assert points == sorted(points, key=lambda p: (sum(p), p))
        assert len(points) == len(region) > 0


def test_negative_components_have_no_axis() -> None:
    document = rules_of("game g\n    heap n\n    cell s in -1..1\n    move n -> n - 1, s -> 0 - s   where n >= 1")
    game = document.schemas["g"].bind(())
    with pytest.raises(HeapwiseError, match="E314"):
        box(game, 3)
    assert compute(game, box(game, 3, {"s": 0})).values.tolist() == [0, 1, 0, 1]


# ------------------------------------------------------------------------------------------------ values


@pytest.mark.parametrize("name", ["wythoff", "welter(2)", "lim", "kayles + nim(1)", "conjunctive(kayles, nim(1))"])
@pytest.mark.parametrize("play", [NORMAL, MISERE], ids=str)
def test_a_table_says_what_single_answers_say(name: str, play: object) -> None:
    rules, convention = library().game(name), read_play(play)  # type: ignore[arg-type]
    region, answers = box(rules, 3), Answers(convention)
    p, outcome = (compute(rules, region, want, convention) for want in ("p", "outcome"))
    remoteness = compute(rules, region, "remoteness", convention)
    seen = 0
    for point in region:
        position = position_at(rules, point)
        if position is None:
            assert p[point] == outcome[point] == remoteness[point] == -1
            continue
        seen += 1
        assert outcome.shown(outcome[point]) == answers.outcome(position)
        assert p[point] == (answers.outcome(position) == "P")
        assert remoteness[point] == answers.remoteness(position)
        # A position is lost exactly if its remoteness is even in normal play: the loser makes no last move.
        if convention is NORMAL:
            assert (remoteness[point] % 2 == 0) == (p[point] == 1)
    assert seen > 5


def test_moves_out_of_the_box() -> None:
    """In Lim a heap grows; the formula of Fink, Fraenkel and Santos tells the values near the edge, too."""
    values = table("lim", 5).values
    for a, b, c in product(range(6), repeat=3):
        assert 2 * values[a, b, c] == a + b + c - (a ^ b ^ c)


def test_sums_of_games_are_nim_sums() -> None:
    together = table("wythoff + kayles", 4).values
    one, other = table("wythoff", 4).values, table("kayles", 4).values
    assert (together == one[:, :, None] ^ other[None, None, :]).all()


def test_signed_values_and_illegal_positions() -> None:
    found = table("delete_nim_split", 4)
    assert found.values.dtype == np.int32
    assert (found.values[0] == -1).all()
    assert (0, 1) not in found.p_positions()
    assert (1, 3) in found.p_positions()


def test_nothing_legal_is_an_error() -> None:
    with pytest.raises(HeapwiseError, match="E316"):
        table("welter(2)", 0)


# --------------------------------------------------------------------------------------------- estimates


def test_estimates_are_of_the_right_order() -> None:
    plan = Estimate(library().game("nim(2)"), 10, {})
    assert len(plan.box) == 121
    assert 30_000 < plan.bytes < 500_000
    assert 1e-6 < plan.seconds_a_position < 0.1


@pytest.mark.parametrize("name", ["nim(3)", "conjunctive(nim(2), kayles)"])
def test_what_would_fit_does_fit(name: str) -> None:
    plan = Estimate(library().game(name), 10**6, {})
    with pytest.raises(HeapwiseError, match="E312") as caught:
        check_memory(plan, 1e7, str)
    fits = caught.value.diagnostics[0].values["fits"]
    assert isinstance(fits, int)
    assert fits > 10
    check_memory(plan.to(fits), 1e7, str)
    with pytest.raises(HeapwiseError, match="E312"):
        check_memory(plan.to(fits + 1), 1e7, str)


@pytest.mark.skipif(not is_compiled(), reason="kernels are not compiled")
def test_what_the_kernel_cannot_read_is_estimated_as_the_interpreter_computes_it() -> None:
    """`euclid` has a rule that is not linear: a large table of it is one of the interpreter."""
    read, unread = (Estimate(library().game(name), 3000, {}) for name in ("wythoff", "euclid"))
    assert (read.is_fast, unread.is_fast) == (True, False)
    assert unread.bytes > 20 * read.bytes
    with pytest.raises(HeapwiseError, match="E312"):
        check_memory(unread, 10 * read.bytes, str)


def test_a_sequence_is_small_without_kernels_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heapwise.engine.jit.is_compiled", lambda: False)
    game = library().game("subtraction({1, 2})")
    plan = Estimate(game, 10**6, {})
    check_memory(plan, 2e7, str)
    check_time(plan, 0.01)


def test_what_would_take_too_long_is_refused() -> None:
    slow = library().game("conjunctive(nim(2), kayles)")
    with pytest.raises(HeapwiseError, match="E313"):
        check_time(Estimate(slow, 100, {}), 0.1)
    check_time(Estimate(slow, 2, {}), 60)


@pytest.mark.parametrize(
    ("name", "upto"),
    [("nim(3)", 6), ("welter(2)", 9), ("lim", 5), ("kayles", 24), ("delete_nim_split", 8), ("moore(3, 2)", 4)],
)
@pytest.mark.parametrize("play", ["normal", "misere", "1,2,0"])
def test_the_kernel_says_what_the_interpreter_says(
    name: str, upto: int, play: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "kayles" and play != "normal":
        upto = 9  # sums do not add there, and the interpreter goes through their products
    wants = {"normal": WANTS, "misere": WANTS, "1,2,0": ("outcome",)}[play]
    for want in wants:
        slow = table(name, upto, want, play)
        monkeypatch.setattr(fast, "FEW", 0)
        quick = fast.fast_values(slow.rules, slow.box, want, slow.play)
        monkeypatch.undo()
        if quick is None:
            assert (name, play) in {("kayles", "misere"), ("kayles", "1,2,0")} or (name, want) == (
                "kayles",
                "remoteness",
            )
        else:
            found = Table(slow.rules, slow.play, want, slow.box, *quick)
            assert found.values.tolist() == slow.values.tolist(), want
            assert found.values.dtype.kind == "i"
            assert [found[index] for index in np.ndindex(found.shape)] == slow.values.reshape(-1).tolist()
            if want == "p":
                assert found.p_positions() == slow.p_positions()


def test_sections_by_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast, "FEW", 0)
    rules = library().game("nim(3)")
    section = box(rules, 5, {"x[2]": 3})
    found = fast.fast_values(rules, section, "grundy", NORMAL)
    assert found is not None
    assert found[0].tolist() == [[a ^ 3 ^ c for c in range(6)] for a in range(6)]


def test_illegal_positions_of_large_tables_are_marked() -> None:
    """The kernel keeps such values without a sign, and has a mark of its own for what is no position."""
    text = "game g\n heaps a, b\n legal a <= b\n move a -> y for y in 0..a-1\n move b -> y for y in 0..b-1"
    rules = rules_of(text).schemas["g"].bind(())
    found = compute(rules, box(rules, 300, {}))
    a, b = np.indices(found.shape)
    assert np.array_equal(found.values, np.where(a <= b, b - a, ILLEGAL))
    assert found[3, 2] == ILLEGAL


@pytest.mark.parametrize("want", ["p", "outcome", "grundy"])
def test_what_is_illegal_in_a_component_is_illegal(want: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "game ga\n heap n\n legal n != 4\n move n -> y for y in 0..n-1\ngame c = selective(2; ga, ga)"
    monkeypatch.setattr(fast, "FEW", 0)
    rules = rules_of(text).find("c").bind(())
    found = compute(rules, box(rules, 6, {}), want)
    assert [index for index in np.ndindex(found.shape) if found[index] == ILLEGAL] == [
        (a, b) for a in range(7) for b in range(7) if 4 in (a, b)
    ]


def test_large_tables_keep_their_values_in_narrow_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heapwise.engine.grid.solving.ways", lambda *_: [WayCost(FillWay.KERNEL, 0, 0)])
    found = compute(library().game("nim(2)"), box(library().game("nim(2)"), 99))
    assert (found.cells.dtype, found.values.dtype) == (np.uint8, np.int32)
    assert np.array_equal(found.values, np.bitwise_xor.outer(range(100), range(100)))


# ------------------------------------------------------------------------------------------------ writing


def test_json_and_csv_say_the_same() -> None:
    found = table("welter(2)", 3, want="outcome", play="misere")
    values = json.loads(as_json(found))["values"]
    rows = list(csv.DictReader(io.StringIO(as_csv(found))))
    assert len(rows) == 16
    for row in rows:
        value = values[int(row["x[1]"])][int(row["x[2]"])]
        assert row["outcome"] == ("" if value is None else value)
    assert {v for row in values for v in row} == {None, "P", "N"}
    assert json.loads(as_json(table("nim(1)", 2, want="p")))["values"] == [True, False, False]


def test_bfile_of_antidiagonals() -> None:
    found = table("wythoff", 6)
    lines = as_bfile(found).split("\n")
    assert lines[-1] == ""
    expected = [(i, d - i) for d in range(7) for i in range(d + 1)]
    assert lines[:-1] == [f"{n} {found[index]}" for n, index in enumerate(expected)]


def test_bfile_starts_at_the_first_legal_heap() -> None:
    document = rules_of("game g\n    heap n in 2..\n    move n -> n - 1")
    game = document.schemas["g"].bind(())
    assert as_bfile(compute(game, box(game, 5))) == "2 0\n3 1\n4 0\n5 1\n"


def test_bfile_refuses_what_is_no_sequence() -> None:
    for name, want in (("welter(2)", "grundy"), ("nim(3)", "grundy"), ("nim(1)", "outcome")):
        with pytest.raises(HeapwiseError, match="E317"):
            as_bfile(table(name, 3, want=want))


def test_every_format_has_every_number() -> None:
    found = table("nim(2)", 12)
    for row in as_text(found).split("\n")[3:]:
        index, _, cells = row.partition(" | ")
        assert [int(c) for c in cells.split()] == [int(index) ^ b for b in range(13)]
    body = as_latex(found).split("\\hline\n")[1].split("\n\\end")[0].split(" \\\\\n")
    assert [[int(c) for c in row.removesuffix(" \\\\").split(" & ")] for row in body] == [
        [a, *(a ^ b for b in range(13))] for a in range(13)
    ]


def test_writing_is_all_or_nothing(tmp_path: Path) -> None:
    path = tmp_path / "t.txt"
    write_atomically(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_atomically(path, "new \ud800")
    assert path.read_text() == "old"
    assert [p.name for p in path.parent.iterdir()] == ["t.txt"]


def test_an_interruption_of_the_last_step_of_writing_is_heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file has its place already; what cleans up must not fail over that, and be heard instead."""

    def interrupted(old: str, new: Path) -> None:
        Path(old).rename(new)
        raise KeyboardInterrupt

    monkeypatch.setattr("os.replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(tmp_path / "t.txt", "new")
    assert (tmp_path / "t.txt").read_text() == "new"


def test_pipes_and_links_are_not_replaced(tmp_path: Path) -> None:
    pipe, link, file = tmp_path / "pipe", tmp_path / "link", tmp_path / "file"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_atomically(pipe, "through")
    assert (os.read(reader, 100), pipe.is_fifo()) == (b"through", True)
    os.close(reader)
    link.symlink_to(file)
    write_atomically(link, "along")
    assert (file.read_text(), link.is_symlink()) == ("along", True)


# --------------------------------------------------------------------------------------------- questions


def test_positions_in_groups_stand_as_they_are_declared() -> None:
    """Scalars and the first vector stand flat, and what is declared between them is a group of its own."""
    document = rules_of(
        "game g\n    heaps x[2]\n    heaps y[2]\n    heap c\n    move c -> d   for d in 0..c-1\n"
        "    move x[i] -> d   for i in 1..2, d in 0..x[i]-1\n    move y[i] -> d   for i in 1..2, d in 0..y[i]-1"
    )
    game = document.schemas["g"].bind(())
    grouped = position_from(game, (1, 2, (3, 4), 5))
    assert grouped == position_from(game, (1, 2, 3, 4, 5)) == position_from(game, ((1, 2), (3, 4), 5))
    assert grouped[0].game.layout.grouped(grouped[0].state) == (1, 2, (3, 4), 5)
    assert len(options(grouped)) == 15
    for wrong, code in (((1, 2, (3, 4, 4), 5), "E027"), ((1, 2, 5, (3, 4)), "E026"), ((1, (2, 3), 4, 5), "E026")):
        with pytest.raises(HeapwiseError, match=code):
            position_from(game, wrong)


def test_best_moves_lead_to_the_outcome() -> None:
    game = library().game("nim(2)")
    answers = Answers(read_play("1,2,0"))
    looked = 0
    for point in product(range(4), repeat=2):
        position = position_at(game, point)
        assert position is not None
        answer = answers.about(game, position)
        assert bool(answer.winning) == bool(answer.options)
        for option in answer.winning:
            looked += 1
            assert (answers.seat(option) + 1) % 3 == answer.outcome
    assert looked > 10


def test_best_moves_under_orders() -> None:
    """Equal orders for all, counted from each player, are a preference."""
    game = library().game("nim(2)")
    shared, single = Answers(read_play("1,2,0")), Answers(read_play("1,2,0; 2,0,1; 0,1,2"))
    for point in product(range(4), repeat=2):
        position = position_at(game, point)
        assert position is not None
        found = sorted(options(position))
        for player in range(3):
            assert single.seat(position)[player] == (player + shared.seat(position)) % 3
            assert single.best_moves(player, position, found) == shared.winning(position, found)


# --------------------------------------------------------------------------------------------- sequences


@pytest.mark.parametrize("want", ["grundy", "p", "outcome"])
@pytest.mark.parametrize("name", ["octal(0.77)", "allbut({2, 3})", "lasker_nim", "grundy_game"])
def test_sequences_have_the_values_of_the_definition(name: str, want: str) -> None:
    from heapwise.questions import Answers
    from heapwise.tables.compute import _by_definition, value_of
    from heapwise.tables.sequences import sequence_values

    rules, play = library().game(name), read_play("normal")
    region = box(rules, 70)
    values = sequence_values(rules, region, want, play)
    assert values is not None
    assert values.tolist() == _by_definition(rules, region, value_of(want, Answers(play))).tolist()


def test_only_games_with_a_sequence_are_taken() -> None:
    from heapwise.tables.sequences import sequence_values

    asked = (("nim(2)", 70, "grundy", "normal"), ("kayles", 70, "outcome", "misere"), ("kayles", 9, "p", "normal"))
    for name, upto, want, play in asked:
        rules = library().game(name)
        assert sequence_values(rules, box(rules, upto), want, read_play(play)) is None


def test_tables_of_one_heap_follow_its_sequence() -> None:
    found = table("kayles", 3_000)
    assert found.values[-1] == found.values[3_000 - 12 * 200]
    assert found.values[:40].tolist() == table("kayles", 39).values.tolist()
    assert table("kayles", 2_000, "p").p_positions() == [(0,)]
    document = rules_of("game g\n    heap n in 2..\n    move n -> n - t for t in 1..2")
    late = document.schemas["g"].bind(())
    values = compute(late, box(late, 1_500)).values
    assert values[:6].tolist() == [-1, -1, 0, 1, 2, 0]
    assert values.tolist()[2:] == [n % 3 for n in range(1_499)]


@pytest.mark.skipif(not is_compiled(), reason="kernels are not compiled")
@pytest.mark.parametrize(
    ("name", "upto", "want", "kind"),
    [("kayles", 100_000, "grundy", np.uint8), ("welter(2)", 200, "grundy", np.int16), ("nim(2)", 200, "p", np.uint8)],
)
def test_cells_are_narrow_and_values_are_signed(name: str, upto: int, want: str, kind: type) -> None:
    found = table(name, upto, want)
    assert found.cells.dtype == kind
    assert found.values.dtype == np.int32
    assert (found.values == -1).sum() == (upto + 1 if name == "welter(2)" else 0)
    assert (found.narrow == found.values).all()


@pytest.mark.skipif(not is_compiled(), reason="kernels are not compiled")
def test_sequences_are_refused_where_they_do_not_fit() -> None:
    assert 1e6 < Estimate(library().game("kayles"), 1_000_000, {}).bytes < 1.25e6
    with pytest.raises(HeapwiseError, match="E331"):
        compute(library().game("kayles"), Estimate(library().game("kayles"), 1_000_000, {}).box, memory=Memory(1e5))


@pytest.mark.parametrize(
    ("name", "upto", "want", "fix"),
    [
        ("nim(2) + wythoff", 3, "grundy", {}), ("welter(2) + kayles", 5, "grundy", {}),
        ("welter(2) + nim(1)", 4, "p", {}), ("nim(2) + wythoff", 3, "outcome", {"wythoff.a": 2}),
        ("nim(1) + nim(1) + welter(2)", 3, "outcome", {}),
    ],
)  # fmt: skip
def test_tables_of_sums_are_nim_sums_of_tables(name: str, upto: int, want: str, fix: dict[str, int]) -> None:
    rules = library().game(name)
    found, answers = table(name, upto, want, **fix), Answers(NORMAL)
    for index in product(*map(range, found.shape)):
        position = position_at(rules, found.box.point(index))
        wanted = None if position is None else answers.grundy(position)
        if want == "grundy" or wanted is None:
            assert found[index] == (ILLEGAL if wanted is None else wanted)
        else:
            assert found[index] == int((wanted == 0) == (want == "p"))
