"""`heapwise.find`: a search from Python.

>>> found = find("nim(2)", want="P", play="normal", library=False)
>>> found[0].standing, found[0].claim
(<Status.PROVED: 'proved'>, 'P(x) iff nimsum(x) = 0')
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from heapwise.discovery.claims_file import claims_text
from heapwise.discovery.finding import Findings, collected
from heapwise.discovery.run import Result, search
from heapwise.discovery.wishes import wishes_of, with_sketch
from heapwise.documents.document import GameNames, opened
from heapwise.documents.search import shelf
from heapwise.reference.conventions import Play
from heapwise.rules.schema import Schema


def find(
    game: Any, *, want: str | Iterable[str] = (), play: str | Play | Iterable[str] = (), seed: int = 0,
    states: int = 1_000, terms: int | None = None, sketch: str | None = None, library: bool = True,
    progress: Callable[[str], None] | None = None,
) -> Findings:  # fmt: skip
    """What can be said of a game, given as one or by its name: theorems and guesses, the surest and shortest first.

    `want` is P, G or W, or several of them; `sketch` a formula with holes, such as `G(a, b) = ?c * a + ?f(a, b)`;
    `play` a convention or several. `progress` hears of every stage.
    """
    known = shelf()
    games: GameNames = known
    rules = known.game(game) if isinstance(game, str) else getattr(game, "rules", None) or game.schema
    schema = rules if isinstance(rules, Schema) else getattr(rules, "schema", None)
    if schema is not None and known.find(schema.name) != schema:  # of a text, whose names no shelf has
        games = opened(schema.source.name, schema.source.text, known)
    words = [*_words(want), *map(str, _words(play))]
    wishes = wishes_of(words, seed=seed, states=states, terms=terms, has_library=library, tell=progress or _silent)
    run = search(rules, games, with_sketch(wishes, sketch))
    results: list[Result] = list(run.results())
    found = collected(run.name, results)
    return replace(found, text=claims_text(run.schema, found, run.size))


def _words(given: Any) -> list[Any]:
    return [given] if isinstance(given, str | Play) else list(given)


def _silent(stage: str) -> None:
    pass
