"""Pictures: what they show is read back from the scene, and both painters paint all of it."""

from __future__ import annotations

import json
import re
from contextlib import redirect_stdout
from io import BytesIO, StringIO
from itertools import pairwise, product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image as PillowImage

import heapwise as hw
from heapwise.app.registry import cli
from heapwise.checks.difference_picture import difference
from heapwise.claims.named_instance import instance_about
from heapwise.documents.library import library
from heapwise.documents.search import shelf
from heapwise.errors import HeapwiseError
from heapwise.pictures import Picture
from heapwise.pictures.colours import BLUE, INK, channels, kinds, lightness, on, scale
from heapwise.pictures.scene import Circle, Image, Line, Polygon, Rect, Scene, Text, wrapped
from heapwise.proof.claimed import claimed
from heapwise.proof.pictures.draw import Sheet, drawn
from heapwise.proof.pictures.labels import cover, label
from heapwise.proof.pictures.layers import layers
from heapwise.tables import Table, box
from heapwise.tables.pictures.cells import cells_of

SVG = "{http://www.w3.org/2000/svg}"


def table(game: str, upto: int, **options: Any) -> Table:
    return hw.game(game).table(upto, **options)


def texts(picture: Picture) -> list[str]:
    return [shape.text for shape in picture.scene.shapes if isinstance(shape, Text)]


def discs(picture: Picture) -> list[Circle]:
    """The marks of cells, without that of the legend."""
    found = [s for s in picture.scene.shapes if isinstance(s, Circle) and s.fill == INK]
    return found[:-1]


# ----------------------------------------------------------------------------------------------- colours


def test_scales_run_from_light_to_dark_in_even_steps() -> None:
    for count in (2, 5, 16):
        found = [lightness(colour) for colour in scale(count)]
        assert all(a > b + 0.3 / count for a, b in pairwise(found))
        assert min(found) > lightness(INK) + 0.2, "black is kept for P-positions"


def test_kinds_differ_in_lightness() -> None:
    for count in range(2, 9):
        found = sorted(map(lightness, kinds(count)))
        assert len(set(kinds(count))) == count
        assert all(b - a > 0.01 for a, b in pairwise(found))


def test_text_can_be_read_on_every_colour() -> None:
    for colour in [*scale(16), INK]:
        assert abs(lightness(on(colour)) - lightness(colour)) > 0.35


# ----------------------------------------------------------------------------------------------- tables


def test_every_cell_has_its_value_and_zeros_are_discs() -> None:
    picture = table("nim(2)", 15).plot()
    words = texts(picture)
    for value in range(1, 16):
        # In 16 cells; then in the legend, and in the margins unless the colour scale says otherwise.
        assert words.count(str(value)) == 16 + 1 + 2, value
    assert len(discs(picture)) == 16
    places = sorted((round(c.x), round(c.y)) for c in discs(picture))
    assert {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(places)} == {(36, 36)}, "they stand on the diagonal"


def test_classes_hold_as_many_values_as_a_power_of_two() -> None:
    cells = cells_of(table("nim(2)", 63))
    assert [kind.label for kind in cells.kinds][:4] == ["no legal position", "0: P-position", "1 to 3", "4 to 7"]
    values = table("nim(2)", 63).values
    for value in range(64):
        numbers = np.unique(cells.numbers[values == value])
        assert numbers.tolist() == [1 if value == 0 else 2 + value // 4]


def test_large_tables_become_pixels() -> None:
    found = table("wythoff", 255, want="p")
    picture = found.plot()
    (image,) = [s for s in picture.scene.shapes if isinstance(s, Image)]
    black = image.palette.index(INK)
    assert np.array_equal(image.numbers == black, found.values == 1)
    assert len(picture.svg) < 20_000
    assert "data:image/png;base64," in picture.svg


def test_three_components_make_a_sheet() -> None:
    picture = table("moore(3, 2)", 3).plot()
    assert [t for t in texts(picture) if t.startswith("x[1]")] == [f"x[1] = {i}" for i in range(4)]
    assert len(discs(picture)) == sum(table("moore(3, 2)", 3).values.reshape(-1) == 0)


def test_axes_start_at_the_first_legal_heap() -> None:
    words = texts(table("single_delete(2)", 4).plot())
    assert "0" not in [w for w in words if w.isdigit()][-8:]
    assert words[0] == "Grundy values of single_delete(2)"


def test_more_players_have_kinds_of_their_own() -> None:
    picture = table("nim(2)", 5, want="outcome", play="0,1,2").plot()
    assert [t for t in texts(picture) if "moves last" in t] == [f"player {i} moves last" for i in range(3)]
    assert not discs(picture)


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(HeapwiseError, match=r"E349.*(\n.*)*--fix x\[1\]=0"):
        table("nim(4)", 2).plot()
    with pytest.raises(HeapwiseError, match="E349"):
        table("nim(1)", 2, fix={"x[1]": 1}).plot()
    with pytest.raises(HeapwiseError, match="37 grids"):
        hw.game("nim(3)").table({"x[1]": 36, "x[2]": 1, "x[3]": 1}).plot()


# --------------------------------------------------------------------------------------------- sequences


def test_sequences_show_values_and_period() -> None:
    found = table("subtraction({1, 3, 4})", 40)
    picture = found.plot()
    assert "period 7" in texts(picture)
    dots = [s for s in picture.scene.shapes if isinstance(s, Circle)]
    squares = [s for s in picture.scene.shapes if isinstance(s, Rect) and s.fill == INK]
    assert len(squares) == (found.values == 0).sum() > 10
    assert len(dots) == (found.values > 0).sum()
    heights = {dot.y for dot in dots}
    assert len(heights) == len(set(found.values.tolist())) - 1


def test_a_period_that_was_only_seen_says_so() -> None:
    assert not [word for word in texts(table("octal(0.77)", 100).plot()) if word.startswith("period")]
    assert "period 4, as far as seen" in texts(table("lasker_nim", 30).plot())
    assert {"period 12", "preperiod 71"} <= set(texts(table("octal(0.77)", 200).plot()))


def test_long_sequences_become_pixels() -> None:
    found = table("subtraction({1, 2})", 4000)
    (image,) = [s for s in found.plot().scene.shapes if isinstance(s, Image)]
    assert len(np.unique(np.flatnonzero(image.numbers.any(axis=1)))) <= 6, "three values, two rows each"
    assert len(found.plot().svg) < 60_000


# ------------------------------------------------------------------------------------------- differences


def test_differences_show_which_side_is_true() -> None:
    rules = library().game("nim(2)")
    wrong = difference(rules, "safe_as_printed", box(rules, 3))
    assert "differs at 16 of 16 positions" in texts(wrong)
    left = [s for s in wrong.scene.shapes if isinstance(s, Circle) and s.fill == BLUE]
    right = [s for s in wrong.scene.shapes if isinstance(s, Line) and s.stroke == "#ffffff"]
    truth = len(hw.game("nim(2)").table(upto=3, want="p").p_positions())
    assert len(left) == truth + 1, "a disc where P(x) is true, and one in the legend"
    assert len(right) == 2 * (16 - truth + 1)
    right = difference(rules, "p_positions", box(rules, 3))
    assert "differs at 0 of 16 positions" in texts(right)
    assert len(discs(right)) == 4


def test_a_claim_of_a_file_differs_where_it_is_wrong(tmp_path: Path) -> None:
    text = (
        "game two(n in 1..)\n    heaps x[n]\n    move x[i] -> y  for i in 1..n, y in 0..x[i]-1\n"
        "claims for two(n)\ntheorem nearly: P(x) iff x[1] = x[2] or x[1] + x[2] = 3\n    for n = 2\n    upto 3\n"
    )
    file = tmp_path / "two.game"
    file.write_text(text)
    games = shelf((file,))
    rules = games.game("two(2)")
    assert "differs at 4 of 25 positions" in texts(difference(rules, "nearly", box(rules, 4), (file,)))


def test_equations_show_the_values_that_agree() -> None:
    rules = library().game("delete_nim")
    picture = difference(rules, "tail_of_sum", box(rules, {"a": 4, "b": 4}))
    assert not [s for s in picture.scene.shapes if isinstance(s, Circle)], "1 = 1 is not true and true"
    assert "agrees, both sides true" not in texts(picture)
    crosses = [s for s in picture.scene.shapes if isinstance(s, Line)][:-2]
    values = [word for word in texts(picture) if word.isdigit()]
    assert len(crosses) // 2 + len(values) - 2 * 5 == 25


def test_held_components_stand_in_the_title() -> None:
    rules = library().game("nim(3)")
    picture = difference(rules, "grundy", box(rules, 3, {"x[1]": 2}))
    assert picture.title == "grundy: claim and truth of nim(3), x[1] = 2"


@pytest.mark.parametrize(
    ("name", "claim", "fix"),
    [
        ("moore(3, 2)", "few_heaps_as_printed", {}),
        ("moore(3, 2)", "safe_to_unsafe", {"x[2]": 3}),
        ("single_delete(3)", "all_odd_is_necessary", {}),
        ("turtles", "corner_coin_as_printed", {}),
        ("euclid", "p_positions", {}),
        ("nim(2)", "p_positions", {}),
    ],
)
def test_columns_and_single_positions_give_one_picture(
    name: str, claim: str, fix: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Claims with premises, illegal positions, held components, rules of which there is no table, moves by name."""
    rules = shelf().game(name)
    region = box(rules, 6, fix)
    pictures = []
    for most in (0, len(region) + 1):
        monkeypatch.setattr("heapwise.checks.difference_picture.MANY", most)
        pictures.append(difference(rules, claim, region))
    one, other = ([s for s in p.scene.shapes if not isinstance(s, Text)] for p in pictures)
    assert one == other
    assert pictures[0].scene.description == pictures[1].scene.description


def test_claims_that_have_no_picture_are_refused() -> None:
    rules = library().game("nim(2)")
    for name, code in (("grundi", "E350"), ("example_765", "E350"), ("one_heap", "E350")):
        with pytest.raises(HeapwiseError, match=code):
            difference(rules, name, box(rules, 3))
    one = library().game("nim(1)")
    with pytest.raises(HeapwiseError, match="E351"):
        difference(one, "grundy", box(one, 3))


# ---------------------------------------------------------------------------------------------- painters


def everything() -> Picture:
    scene = Scene(80, 60, "a <b>", 'says "c" & d')
    scene.add(
        Rect(0, 0, 20, 20, "#ff0000"),
        Circle(30, 10, 8, "#00ff00"),
        Line(((0, 40), (40, 40)), "#0000ff", 4),
        Line(((0, 55), (80, 55)), "#0000ff", 2, is_dashed=True),
        Polygon(((60, 0), (80, 0), (80, 20)), "#ffff00"),
        Text(50, 40, "<x>", 12, "#000000"),
        Text(70, 50, "up", 12, "#000000", is_turned=True),
        Image(40, 0, 10, 10, np.array([[0, 1], [1, 0]]), ("", "#00ffff")),
    )
    return Picture(scene)


def test_png_has_the_colours_where_they_belong() -> None:
    image = PillowImage.open(BytesIO(everything().png)).convert("RGB")
    assert image.size == (160, 120)
    points = {(10, 10): "#ff0000", (60, 20): "#00ff00", (40, 80): "#0000ff", (155, 5): "#ffff00", (95, 5): "#00ffff"}
    for at, colour in points.items():
        assert image.getpixel(at) == channels(colour), at
    assert image.getpixel((85, 5)) == (255, 255, 255), "transparent"


def test_svg_is_well_formed_and_says_what_it_shows() -> None:
    root = ElementTree.fromstring(everything().svg)
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "a <b>"
    assert root.findtext(f"{SVG}desc") == 'says "c" & d'
    labelled = (root.get("aria-labelledby") or "").split()
    assert labelled == [root.find(f"{SVG}title").get("id"), root.find(f"{SVG}desc").get("id")]  # type: ignore[union-attr]
    assert [e.text for e in root.iter(f"{SVG}text")] == ["<x>", "up"]
    assert "http" not in re.sub(r'xmlns="[^"]*"', "", everything().svg), "nothing is loaded from elsewhere"


def test_every_shape_lies_in_its_picture() -> None:
    for picture in (table("nim(2)", 15).plot(), table("moore(3, 2)", 5).plot(), table("kayles", 90).plot()):
        width, height = picture.scene.width, picture.scene.height
        for shape in picture.scene.shapes:
            if isinstance(shape, Text | Circle | Rect | Image):
                assert 0 <= shape.x <= width, shape
                assert 0 <= shape.y <= height, shape


def test_saving(tmp_path: Path) -> None:
    picture = everything()
    picture.save(tmp_path / "a.svg")
    picture.save(tmp_path / "a.PNG")
    assert (tmp_path / "a.svg").read_text() == picture._repr_svg_()
    assert (tmp_path / "a.PNG").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(HeapwiseError, match="E348"):
        picture.save(tmp_path / "a.jpg")


def test_lines_are_wrapped() -> None:
    found = wrapped("one two three four", 10, 50)
    assert len(found) > 1
    assert " ".join(found) == "one two three four"


# ---------------------------------------------------------------------------------------------- automata


@pytest.mark.parametrize("base", [2, 3])
def test_patterns_cover_just_the_columns(base: int) -> None:
    every = list(product(range(base), repeat=3))
    for number in range(1, 2 ** len(every), 1 if base == 2 else 7_654_321):
        columns = {column for i, column in enumerate(every) if number >> i & 1}
        covered = {
            c for p in cover(columns, base) for c in every if all(d in (-1, e) for d, e in zip(p, c, strict=True))
        }
        assert covered == columns


def test_labels_are_short() -> None:
    every = set(product((0, 1), repeat=3))
    assert label(every, 2) == "any"
    assert label({c for c in every if sum(c) % 2 == 0}, 2) == "0 or 2 ones"
    assert label({(1, 0, 0), (1, 1, 0)}, 2) == "1*0"
    assert label({(1, 1, 1)}, 2) == "111"


def test_layers_go_by_distance() -> None:
    found = layers([0, 1, 2, 3], {(0, 1), (0, 2), (1, 3), (2, 3), (3, 0)})
    assert [sorted(layer) for layer in found] == [[0], [1, 2], [3]]


def automaton(game: str, claim: str) -> tuple[Any, Picture]:
    found = claimed(instance_about(library().game(game), claim))
    automaton = found.automaton()
    names = tuple(found.names[track] for track in automaton.tracks)
    return automaton, drawn(Sheet(automaton, names, "t", ()))


def test_the_automaton_of_nim_has_two_states() -> None:
    found, picture = automaton("nim(3)", "p_positions")
    assert found.states == 2
    assert {"0 or 2 ones", "1 or 3 ones", "any"} <= set(texts(picture))
    assert len([s for s in picture.scene.shapes if isinstance(s, Circle)]) == 3, "two states, one with two circles"


def test_the_automaton_of_single_delete() -> None:
    found, picture = automaton("single_delete(4)", "four_heaps")
    assert found.states == 18
    circles = [s for s in picture.scene.shapes if isinstance(s, Circle)]
    states = [c for c in circles if c.radius == 19]
    assert len(states) == 16, "that which accepts everything and that which rejects everything are not drawn"
    for one, two in product(states, states):
        assert one is two or abs(one.x - two.x) + abs(one.y - two.y) > 60
    assert "x[1], x[2], x[3], x[4]" in picture.scene.description
    inside = [p for s in picture.scene.shapes if isinstance(s, Line) for p in s.points]
    assert all(0 < x < picture.scene.width and 0 < y < picture.scene.height for x, y in inside)


def test_automata_accept_the_p_positions() -> None:
    """What is drawn is the truth: the drawn automaton is asked about small positions."""
    for game, claim in (("single_delete(3)", "three_heaps"), ("nim(3)", "p_positions")):
        found = claimed(instance_about(library().game(game), claim))
        tracks, played = found.automaton(), hw.game(game)
        positions = [p for p in product(range(7), repeat=3) if played.is_legal(p)]
        for position in positions:
            values = {f"x{i}": value for i, value in enumerate(position)}
            assert tracks.accepts(values) == (played.outcome(position) == "P"), position


def test_automata_that_cannot_be_read_are_refused() -> None:
    run = CliRunner().invoke(cli, ["show", "nim(8)", "p_positions", "--automaton", "-o", "a.svg"])
    assert (run.exit_code, "E352" in run.output) == (2, True)
    run = CliRunner().invoke(cli, ["show", "wythoff", "by_mex", "--automaton", "-o", "a.svg"])
    assert (run.exit_code, "E351" in run.output) == (2, True)
    assert CliRunner().invoke(cli, ["show", "wythoff", "--automaton"]).exit_code == 2


# ---------------------------------------------------------------------------------------------- commands


@pytest.mark.parametrize(
    "arguments",
    [
        ["plot", "nim(2)", "--upto", "7", "-o", "a.svg"],
        ["plot", "wythoff", "--upto", "80", "--want", "p", "-o", "a.png"],
        ["plot", "nim(3)", "--upto", "3", "--fix", "x[1]=2", "--play", "misere", "-o", "a.svg"],
        ["plot", "nim(2)", "--upto", "3", "--claim", "grundy", "-o", "a.svg"],
        ["show", "nim(2)", "grundy", "--automaton", "-o", "a.svg"],
    ],
    ids=" ".join,
)
def test_commands_write_pictures(arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = CliRunner().invoke(cli, arguments)
    assert run.exit_code == 0, run.output
    data = (tmp_path / arguments[-1]).read_bytes()
    assert data.startswith(b"\x89PNG" if arguments[-1].endswith("png") else b"<svg")


def test_a_claim_has_its_own_play() -> None:
    run = CliRunner().invoke(cli, ["plot", "nim(2)", "--upto", "3", "--claim", "grundy", "--want", "p", "-o", "a.svg"])
    assert (run.exit_code, "leave --want" in run.output) == (2, True)


def test_a_wrong_ending_is_found_before_anything_is_computed() -> None:
    run = CliRunner().invoke(cli, ["plot", "nim(2)", "--upto", "100000", "-o", "a.gif"])
    assert (run.exit_code, "E348" in run.output) == (2, True)


# --------------------------------------------------------------------------------------------- notebooks

NOTEBOOK = Path(__file__).parent.parent / "examples" / "first_steps.ipynb"


def shown(value: Any) -> dict[str, str]:
    """What a notebook would ask an object for."""
    ways = ("_repr_html_", "_repr_svg_", "_repr_latex_")
    return {way: text for way in ways if hasattr(value, way) and (text := getattr(value, way)()) is not None}


def test_everything_shows_itself() -> None:
    effort = "check n = 2, upto 3"
    text = f'claims for nim(n)\ntheorem a "<i>": G(x) = nimsum(x) {effort}\ndisproved b: G(x) = x[1] {effort}'
    (one, two), report = hw.parse(text).claims, hw.check(text)
    assert "\\oplus" in shown(one)["_repr_latex_"]
    assert "&lt;i&gt;" in shown(one)["_repr_html_"]
    assert "disproved b" in shown(two)["_repr_html_"]
    assert "counterexample: (0,1)" in shown(report[1])["_repr_html_"]
    assert "2 of 2 claims as stated" in shown(report)["_repr_html_"]
    assert "move x[i] -&gt; y" in shown(hw.game("nim(2)"))["_repr_html_"]
    cells = re.findall(r"<td>(\d*)</td>", shown(table("nim(2)", 2))["_repr_html_"])
    assert cells == ["0", "1", "2", "1", "0", "3", "2", "3", "0"]
    assert "<pre>" in shown(table("nim(3)", 2))["_repr_html_"]
    assert shown(table("nim(2)", 2))["_repr_latex_"].startswith("$$\\begin{array}")


def test_the_notebook_runs() -> None:
    """The cells are run one after another, and what they show is shown, without jupyter."""
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    names: dict[str, Any] = {}
    pictures = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        assert cell["outputs"] == []
        *before, last = "".join(cell["source"]).strip().split("\n")
        with redirect_stdout(StringIO()):
            exec("\n".join(before), names)  # noqa: S102 - cells of ours
            exec(f"_ = {last}" if not re.match(r"\w+ = |import ", last) else last, names)  # noqa: S102
        pictures += "_repr_svg_" in shown(names.get("_"))
    assert pictures >= 2
    assert names["report"].as_stated


def test_long_labels_are_explained_below() -> None:
    found, picture = automaton("welter(4)", "four_heaps")
    words = texts(picture)
    assert "A" in words
    (meaning,) = [word for word in words if word.startswith("A: ")]
    assert all(re.fullmatch(r"[01*]{5}", column) for column in meaning.removeprefix("A: ").split(", "))
    assert found.states == 16


def test_a_wrong_move_is_no_difference_of_the_sides(tmp_path: Path) -> None:
    file = tmp_path / "a.claims"
    file.write_text("claims for nim(n)\nquestion q: P(x) iff x[1] = x[2] for n = 2 by [max(x), max(x)] upto 4\n")
    picture = difference(library().game("nim(2)"), "q", box(library().game("nim(2)"), 4), (file,))
    found = "differs at 0 of 25 positions, and names a move that does not win at 20"
    assert found in texts(picture)


def test_a_picture_says_which_number_of_the_claim_it_is_about(tmp_path: Path) -> None:
    file = tmp_path / "a.claims"
    file.write_text("claims for nim(n)\nquestion c: P(x) iff nimsum(x) = m for n = 2, m in 0..1 upto 3\n")
    game = library().game("nim(2)")
    assert "P(x) iff nimsum(x) = m, for m = 0" in texts(difference(game, "c", box(game, 3), (file,)))
    shown = CliRunner().invoke(cli, ["show", "-f", str(file), "nim(2)", "c", "--stage", "formula"])
    assert shown.output.startswith("c of nim(2), m = 0")
