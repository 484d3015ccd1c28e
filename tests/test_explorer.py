"""The explorer: its words, its boards, and what a browser makes of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import resources
from pathlib import Path

import pytest

import heapwise as hw
from browser import Browser, found
from heapwise.explorer import Explorer, board_of
from heapwise.messages import catalogue, speak, speaking
from heapwise.reference.conventions import NORMAL

SCRIPT = (resources.files("heapwise.explorer") / "assets" / "explorer.js").read_text(encoding="utf-8")
SAID = {
    text for pair in re.findall(r'\bsay\((?:[^"()]*\? )?"([^"]+)"(?: : "([^"]+)")?', SCRIPT) for text in pair if text
}


def test_every_word_has_a_japanese_one_with_the_same_values() -> None:
    japanese = catalogue("ja")["explorer"]
    assert japanese.keys() == SAID
    assert len(SAID) > 50
    for english, words in japanese.items():
        assert set(re.findall(r"\{\w+\}", english)) == set(re.findall(r"\{\w+\}", words))


def test_a_board_has_the_values_of_the_game() -> None:
    game = hw.game("wythoff")
    board = board_of(game.rules, NORMAL, 5)  # type: ignore[arg-type]
    assert board is not None
    assert board.values == [game.grundy((a, b)) for a in range(6) for b in range(6)]


@pytest.mark.parametrize("call", [lambda: hw.game("nim(2) + nim(1)").explore(), lambda: hw.game("nim(3)").explore(99)])
def test_what_has_no_board_says_so(call: Callable[[], object]) -> None:
    with pytest.raises(hw.HeapwiseError) as caught:
        call()
    assert caught.value.code == "E368"


def test_a_notebook_shows_a_frame() -> None:
    explorer = hw.game("nim(2)").explore(upto=3)
    assert isinstance(explorer, Explorer)
    assert repr(explorer) == "<explorer of nim(2)>"
    html = explorer._repr_html_()
    assert html.startswith("<iframe srcdoc=")
    assert '"' not in html.split('srcdoc="')[1].split('" style=')[0]


needs_browser = pytest.mark.skipif(found() is None, reason="no chromium")
ACTIVE = "(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent)"
HEADING = "document.querySelector('.position').textContent"


@needs_browser
def test_in_a_browser(tmp_path: Path) -> None:
    hw.game("nim(2)").explore(upto=6).save(tmp_path / "board.html")
    with Browser() as reader:
        reader.open(tmp_path / "board.html", "#3,5")
        assert reader.ask(HEADING) == "nim(2): 3,5"
        assert reader.ask("document.querySelector('a').hash") == "#3,5"

        # the focus never falls out: an option that was taken, Back at the first position
        reader.ask("document.querySelector('.why button').focus()")
        reader.press("Enter")
        assert reader.ask("document.querySelector('.why').contains(document.activeElement)") is True
        reader.ask("[...document.querySelectorAll('button')].find((b) => b.textContent === 'Back').focus()")
        reader.press("Enter")
        assert reader.ask(ACTIVE) == "Forward"

        # a position that is typed, and one that is none
        reader.ask(
            "field = document.querySelector('input[type=text]'); field.value = '2,6'; field.form.requestSubmit()"
        )
        assert reader.ask(HEADING) == "nim(2): 2,6"
        reader.ask("field.value = '2,7'; field.form.requestSubmit()")
        assert reader.ask("document.querySelector('.wrong').textContent") == "This board has no such position."
        assert reader.ask(HEADING) == "nim(2): 2,6"

        reader.ask("document.querySelector('[aria-current]').focus()")
        reader.press("Home")
        assert reader.ask(ACTIVE).startswith("2,0")
        reader.press("End")
        assert reader.ask(ACTIVE).startswith("2,6")
        assert reader.log == []


@needs_browser
def test_on_a_phone(tmp_path: Path) -> None:
    hw.game("wythoff").explore(upto=15).save(tmp_path / "board.html")
    with Browser() as reader:
        reader.window(390, 800)
        reader.open(tmp_path / "board.html", "#2,14")
        assert reader.ask("document.documentElement.scrollWidth") == 390
        cell = "document.querySelector('[aria-current]').getBoundingClientRect()"
        assert 0 <= reader.ask(f"{cell}.left") <= reader.ask(f"{cell}.right") <= 390
        sizes = reader.ask("[...document.querySelectorAll('button')].map((b) => b.getBoundingClientRect().height)")
        assert len(sizes) > 200
        assert min(size for size in sizes if size) >= 40


@needs_browser
def test_in_japanese(tmp_path: Path) -> None:
    with speaking():
        speak("ja")
        hw.game("nim(2)").explore(upto=6).save(tmp_path / "board.html")
    with Browser() as reader:
        reader.open(tmp_path / "board.html")
        assert reader.ask("[...document.querySelectorAll('button')].slice(0, 2).map((b) => b.textContent)") == [
            "戻る",
            "進む",
        ]
        assert reader.ask("document.documentElement.lang") == "ja"


def test_a_board_has_a_legal_position() -> None:
    """The page looked for one below 0, and took the boards behind it along."""
    game = hw.parse("game far\n    heap n\n    legal n >= 100 or n = 70\n    move n -> n - t for t in 1..3\n")["far"]()
    with pytest.raises(hw.HeapwiseError, match="E368"):
        game.explore()
    assert game.explore(120) is not None
