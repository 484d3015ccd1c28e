"""Games that a command names: found in the order that the language has, with a word where that may surprise."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from heapwise.app.say import note
from heapwise.documents.remarks import Remark, remarks
from heapwise.documents.search import Around, shelf_here
from heapwise.messages import headline, spoken, words
from heapwise.rules.game import Rules
from heapwise.rules.schema import Schema
from heapwise.rules.used import games_in


def lookup(files: Sequence[str | Path], *texts: str) -> tuple[Around, list[Rules]]:
    """Where names are looked up, and the games that some expressions name."""
    games = shelf_here(files)
    found = [games.game(text) for text in texts]
    tell(games, [schema for rules in found for schema in games_in(rules)])
    return games, found


def mentioned(text: str, games: Around) -> list[Schema]:
    """The games whose names occur in a text."""
    names = dict.fromkeys(re.findall(r"[^\W\d]\w*", text))
    return [schema for name in names if (schema := games.find(name)) is not None]


def game_of(text: str, files: Sequence[str | Path]) -> Rules:
    """The game that an expression names."""
    _, (found,) = lookup(files, text)
    return found


def tell(games: Around, used: Iterable[Schema]) -> None:
    """Say what may surprise in where these games were found."""
    tell_all(remarks(games, used))


def tell_all(found: Iterable[Remark]) -> None:
    """Say remarks, each once."""
    for remark in dict.fromkeys(found):
        note(_words(remark))


def _words(remark: Remark) -> str:
    if remark.problem is None:
        return words("search", "yours", name=remark.name, file=remark.file)
    place = remark.problem.place
    line = 1 if place is None else place.line
    said = headline(remark.problem, spoken())
    return words("search", "broken", file=remark.file, line=line, problem=said)
