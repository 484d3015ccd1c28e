"""Playing: the match alone, the dialogue with lines from a list, and the command in a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator

import pytest
from click.testing import CliRunner, Result
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from heapwise.api import parse
from heapwise.app.registry import cli
from heapwise.documents.library import library
from heapwise.errors import HeapwiseError
from heapwise.play import Dialogue, Session
from heapwise.play.moves import read_move, written
from heapwise.play.phrases import in_columns
from heapwise.play.picture import picture
from heapwise.questions import Answers, read_play, read_position
from terminals import Terminal

# A game with heaps, one that splits, a sum of games, cells, ranges, and games made of positions.
BOARDS = [
    ("nim(3)", "3,4,2"),
    ("wythoff", "4,6"),
    ("kayles", "7"),
    ("nim(2) + wythoff", "1,2 + 2,3"),
    ("turning_turtles(4)", "1,0,1,1"),
    ("emperor(1, [2, 1])", "1,2;2"),
    ("selective(1; nim(1), nim(2))", "2,(1,2)"),
]
PLAYS = ["normal", "misere", "1,2,0", "0,1,2;1,2,0;2,0,1"]


def session(game: str, position: str, play: str = "normal", people: Iterable[int] = (0,)) -> Session:
    rules = library().game(game)
    return Session(rules, read_position(rules, position), Answers(read_play(play)), people)


def play_out(match: Session, choose: st.DataObject) -> int:
    """People move at random, the others as they are advised; the player who moved last."""
    while not match.is_over:
        move = choose.draw(st.sampled_from(match.options)) if match.is_persons_turn else match.advice()
        match.move(move)
    return (match.player - 1) % match.players


# --------------------------------------------------------------------------------------------- the match


@given(st.sampled_from(BOARDS), st.sampled_from(["normal", "misere"]), st.booleans(), st.data())
@settings(max_examples=40, deadline=None)
def test_a_won_position_is_never_lost(board: tuple[str, str], play: str, is_second: bool, data: st.DataObject) -> None:
    person = 0 if is_second else 1
    match = session(*board, play, {person})
    if match.is_persons_turn:
        match.move(data.draw(st.sampled_from(match.options)))
    assume(match.is_won())
    last = play_out(match, data)
    assert match.rank(last, 1 - person) == 0


@given(st.sampled_from(BOARDS), st.sampled_from(PLAYS))
@settings(max_examples=30, deadline=None)
def test_the_end_is_the_one_that_was_foretold(board: tuple[str, str], play: str) -> None:
    match = session(*board, play, ())
    foretold = match.last_mover()
    while not match.is_over:
        assert match.last_mover() == foretold
        match.move(match.advice())
    assert (match.player - 1) % match.players == foretold


@given(st.sampled_from(BOARDS), st.sampled_from(PLAYS), st.data())
@settings(max_examples=30, deadline=None)
def test_taking_back_restores_the_match(board: tuple[str, str], play: str, data: st.DataObject) -> None:
    match = session(*board, play, range(read_play(play).players))
    states = []
    while not match.is_over:
        states.append((match.position, match.player, match.options))
        match.move(data.draw(st.sampled_from(match.options)))
    while states:
        assert match.take_back() == 1
        assert (match.position, match.player, match.options) == states.pop()
    assert match.take_back() == 0


def test_taking_back_goes_to_the_persons_own_move() -> None:
    match = session("nim(2)", "3,5")
    match.move(read_move(match, "3,4"))
    match.move(match.advice())
    assert match.take_back() == 2
    assert (match.moves, match.player) == (0, 0)


@given(st.sampled_from(BOARDS), st.sampled_from(["normal", "misere"]))
@settings(max_examples=20, deadline=None)
def test_best_moves_are_those_that_value_names(board: tuple[str, str], play: str) -> None:
    match = session(*board, play)
    winning = match.answers.winning(match.position, list(match.options))
    assert match.best() == (winning if match.is_won() else match.options)


def test_who_plays() -> None:
    with pytest.raises(HeapwiseError) as caught:
        session("nim(2)", "1,2", "misere", {2})
    assert caught.value.code == "E364"


# --------------------------------------------------------------------------------------- moves as typed


@pytest.mark.parametrize(("game", "position"), BOARDS)
def test_every_option_is_read_as_it_is_listed(game: str, position: str) -> None:
    match = session(game, position)
    assert match.options
    for number, option in enumerate(match.options, 1):
        assert read_move(match, written(match.rules, option)) == option
        assert read_move(match, f"#{number}") == option
        assert read_move(match, str(option)) == option


@pytest.mark.parametrize(
    ("game", "position", "text", "reason"),
    [
        ("nim(2)", "2,5", "3,5", "makes x[1] larger"),
        ("nim(2)", "2,5", "1,4", "just x[1] and x[2] together"),
        ("nim(2)", "2,5", "2,5", "has to change"),
        ("wythoff", "2,5", "0,4", "the nearest options are 0,3"),
        ("lim", "3,3,3", "3,3,2", "changes x[3] alone"),
        ("kayles", "5", "2", "the nearest options"),
        ("nim(2)", "2,5", "2,x", "a position is written"),
        ("nim(2)", "2,5", "2", "has 2 components"),
        ("nim(2)", "2,5", "#8", "has 7 options"),
        ("nim(2)", "2,5", "#0", "has 7 options"),
    ],
)
def test_what_is_no_move_is_refused_with_a_reason(game: str, position: str, text: str, reason: str) -> None:
    match = session(game, position)
    with pytest.raises(HeapwiseError) as caught:
        read_move(match, text)
    assert reason in str(caught.value)


# --------------------------------------------------------------------------------------------- pictures


def test_heaps_are_rows_of_stones() -> None:
    assert picture(session("nim(2)", "0,3").position) == ["  x[1]  0", "  x[2]  ooo  3"]


def test_large_heaps_are_drawn_to_scale() -> None:
    lines = picture(session("nim(2)", "10,1000").position)
    assert max(map(len, lines)) <= 80
    assert lines[-1] == "  (each o stands for 21 stones)"
    assert lines[0].count("o") == 1


def test_cells_stand_in_a_line() -> None:
    assert picture(session("turning_turtles(4)", "1,0,1,1").position) == ["  x  1 . 1 1"]


@pytest.mark.parametrize(("game", "position"), BOARDS)
def test_every_position_has_a_picture(game: str, position: str) -> None:
    match = session(game, position, people=())
    while not match.is_over:
        assert picture(match.position)
        match.move(match.options[len(match.options) // 2])
    assert picture(match.position)


@given(st.lists(st.text("ab,12", min_size=1, max_size=90), max_size=50))
def test_columns_keep_every_item_in_order(items: list[str]) -> None:
    lines = in_columns(items)
    assert " ".join(lines).split() == items
    assert all(len(line) <= max([78, *(len(i) + 2 for i in items)]) for line in lines)


# --------------------------------------------------------------------------------------------- dialogue


def talk(match: Session, *lines: str) -> str:
    said: list[str] = []
    waiting: Iterator[str] = iter(lines)
    Dialogue(match, lambda _prompt: next(waiting, None), said.append).run()
    return "\n".join(said)


def test_a_whole_match() -> None:
    said = talk(session("nim(2)", "3,5"), "3,3", "0,3", "quit", "never read")
    assert "You play 3,3\nHeapwise plays 2,3" in said
    said = talk(session("nim(1)", "4"), "0")
    assert "You made the last move. You win." in said
    said = talk(session("nim(1)", "4", "misere"), "0")
    assert "You made the last move. Heapwise wins." in said


def test_three_players_get_their_choices() -> None:
    said = talk(session("nim(1)", "4", "1,2,0", range(3)), "0")
    assert "Player 0: third choice  Player 1: second choice  Player 2: first choice" in said


@pytest.mark.parametrize(
    ("orders", "start", "lines", "got"),
    [
        ("1,0;1,0", "2", ["0"], "You: second choice  Heapwise: second choice"),
        ("1,0;1,0", "2", ["1"], "You: first choice  Heapwise: first choice"),
        ("0,1;0,1", "0", [], "You: second choice  Heapwise: second choice"),
        ("1,0;1,0", "0", [], "You: first choice  Heapwise: first choice"),
        ("0,1;1,0", "2", ["0"], "You made the last move. You win."),
    ],
)
def test_two_may_like_the_same_one_best(orders: str, start: str, lines: list[str], got: str) -> None:
    """By hand: an order says who should make the last move; with the end at once player 1 is taken to have made it."""
    said = talk(session("nim(1)", start, orders), "hint", "values", *lines)
    assert got in said
    assert ("win" in said) is got.endswith("win.")


def test_who_loses_does_not_end_play_where_it_can_go_on() -> None:
    """From 9,3 two options go on, and the one with the greatest numbers ends play."""
    rules = """game frog\n    cell p in 0..12\n    heap f\n    legal f <= 12\n    decreases f\n    ends when p = 12
    move p -> q, f -> f - 1 for q in {p - 2, p + 1, p + 3} where q in 0..12, f >= 1"""
    frog = parse(rules)["frog"]().rules
    match = Session(frog, read_position(frog, "9,3"), Answers(read_play("misere")))
    assert not match.is_won()
    assert written(frog, match.advice()) == "10,2"
    assert "every move loses against best play; 10,2 is as good as any" in talk(match, "hint")


def test_a_match_that_is_over_at_once_can_be_left() -> None:
    said = talk(session("nim(1)", "0"), "hint", "values", "options", "back")
    assert "There is no move to make. Heapwise wins." in said
    assert said.count("no move is left") == 3
    assert said.endswith("there is nothing to take back")


def test_hint_values_and_back() -> None:
    said = talk(session("nim(2)", "3,5"), "hint", "values", "3,4", "back", "b", "3,3")
    assert "3,3 wins" in said
    assert "3,3  wins, Grundy value 0" in said
    assert said.count("2 moves taken back") == 1
    assert "there is nothing to take back" in said


def test_long_lists_are_paged() -> None:
    said = talk(session("nim(2)", "300,300"), "options", *["more"] * 20)
    assert max(map(len, said.split("\n"))) <= 80
    assert "`more` goes on" in said
    assert said.endswith("that was all")
    listed = said[said.index("> options") if "> options" in said else said.index("more lines") :]
    assert all(f"#{n} " in listed for n in range(1, 601))


def test_mistakes_do_not_end_the_match() -> None:
    said = talk(session("nim(2)", "3,5"), "", "x", "?", "9,9", "#99", "3,4")
    assert "`x` is no command of this game" in said
    assert "You play 3,4" in said


# ---------------------------------------------------------------------------------------------- command


def run(*arguments: str, lines: str | bytes = "") -> Result:
    return CliRunner().invoke(cli, ["play", *arguments], input=lines)


def test_lines_may_come_from_a_file() -> None:
    result = run("nim(2)", "1,2", lines="1,1\n0,1\n")
    assert result.exit_code == 0
    assert "> 1,1\nYou play 1,1\nHeapwise plays 0,1\n" in result.output


def test_bytes_that_are_no_text() -> None:
    result = run("nim(2)", "1,2", lines=b"\xff\xfe\n1,1\n")
    assert result.exit_code == 0
    assert "You play 1,1" in result.output


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["nim(2)", "1,2", "--player", "2"], 2), (["nim(2)", "1"], 2), (["nim(2)", "1,2", "--play", "sideways"], 2)],
)
def test_exit_codes(arguments: list[str], code: int) -> None:
    assert run(*arguments).exit_code == code


def test_a_move_that_takes_too_long_is_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def advice(_session: Session) -> None:
        while True:
            time.sleep(0.01)

    monkeypatch.setattr(Session, "advice", advice)
    result = run("nim(2)", "1,2", "--player", "1", "--time", "100ms")
    assert result.exit_code == 4
    assert "E302" in result.output


@pytest.mark.skipif(sys.platform == "win32", reason="terminals are another matter there")
@pytest.mark.parametrize(("key", "code"), [(b"\x04", 0), (b"\x03", 130)], ids=["Ctrl-D", "Ctrl-C"])
def test_the_terminal_is_left_clean(key: bytes, code: int) -> None:
    terminal = Terminal("play", "nim(2)", "1,2")
    before = terminal.state
    terminal.until("#3 1,1[^>]*> ")
    terminal.type(b"1,1\n")
    terminal.until("#1 0,0[^>]*> ")
    time.sleep(0.3)  # between the prompt and the wait for keys Python does not hear Ctrl-C; nobody types so fast
    terminal.type(key)
    said = terminal.until("interrupted\r\n" if code else "\r\n")
    assert terminal.state == before
    assert "?2004" not in said or said.rindex("?2004l") > said.rfind("?2004h")
    assert terminal.end() == code
