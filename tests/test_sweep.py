"""Everything that can be asked about the games of the library ends in an answer or a message.

A short piece of the sweep of `bench/sweep.py`; a longer one is marked slow.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from calls.boards import boards
from calls.commands import Filler, options_of, swept
from calls.statements import CONDITIONS, NUMBERS
from heapwise.documents.library import library
from heapwise.terms.known_names import QUESTIONS, SEQUENCE_WORDS, SPECIAL
from sweep import KINDS, one


def test_every_game_of_the_library_has_a_board() -> None:
    swept_games = {board.heading.partition("(")[0] for board in boards()}
    aliases = {name for name in library().names() if library().find(name).is_alias}  # type: ignore[union-attr]
    assert {*library().names()} - aliases <= swept_games
    assert all(board.positions for board in boards())


def test_every_option_has_a_value(tmp_path: Path) -> None:
    """An option that is new has to be swept, too."""
    filler, count = Filler(boards()[0], Random(0), tmp_path), 0
    for name, command in swept().items():
        for option in options_of(command):
            count += 1
            assert option.is_flag or filler.value(name, option)
    assert count > 60


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_stumbles(kind: str) -> None:
    went = Counter[str]()
    for number in range(60):
        asked, how = one(kind, number)
        assert not how.startswith("stumbled"), f"{kind}:{number}\n{asked}\n{how}"
        went[how.partition(":")[0]] += 1
    assert len(went) >= 4, went  # some answers, some refusals


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_stumbles_for_long(kind: str) -> None:
    start = int(os.environ.get("HEAPWISE_SWEEP", "7")) * 1_000_000
    for number in range(start, start + 3_000):
        asked, how = one(kind, number)
        assert not how.startswith("stumbled"), f"{kind}:{number}\n{asked}\n{how}"


def test_forms_ask_everything_that_there_is_to_ask() -> None:
    words = set(re.findall(r"[a-z_]+(?=\()|[A-Z](?=\()", " ".join((*NUMBERS, *CONDITIONS))))
    assert {*QUESTIONS, *SEQUENCE_WORDS} <= words
    assert {*SPECIAL} - {"parts"} <= words
    assert {"all", "any", "count", "unique", "sum"} <= words
