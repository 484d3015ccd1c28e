"""A text with its games, opened once in each process.

What a text means depends on its own words and on all that its names may be looked up in. `opened` keeps documents by
both, as content and not as paths, so that a text that changed, or one that lies among other texts, is another document.
"""

from functools import cached_property, lru_cache

from heapwise.errors import HeapwiseError, error
from heapwise.lang import nodes, parse_file
from heapwise.records import dataclass
from heapwise.rules.game import Game
from heapwise.rules.schema import Schema
from heapwise.source import Place, Source

_MOST_MISTAKES = 100
_MOST_OPEN = 512


class GameNames:
    """Where the games are that a text does not have itself. Here are none: a text may stand alone."""

    def find(self, name: str) -> Schema | None:
        """A game by name."""
        return None

    def names(self) -> list[str]:
        """The names of all games."""
        return []

    def beside(self, text: Source, file: str) -> Source | None:
        """A file in the folder of a text; None if there is none that can be read, or the text is no file."""
        return None


NOWHERE = GameNames()


@dataclass(eq=False)
class Document(GameNames):
    """One text with its games; `around` is asked for games that the text does not have."""

    source: Source
    around: GameNames

    @cached_property
    def tree(self) -> nodes.File:
        """The parsed text."""
        return parse_file(self.source)

    @cached_property
    def schemas(self) -> dict[str, Schema]:
        """The games of the text by name."""
        found: dict[str, Schema] = {}
        for game in self.tree.games:
            if game.name.name in found:
                raise error("E013", Place(self.source, game.name.span), help="game", name=game.name.name)
            found[game.name.name] = Schema(game, self.source, self.find, self.names, _is_shown_to_end)
        return found

    def find(self, name: str) -> Schema | None:
        """A game by name, as seen from this text."""
        return self.schemas.get(name) or self.around.find(name)

    def names(self) -> list[str]:
        """All names of games that can be seen from this text."""
        return [*self.schemas, *self.around.names()]

    def beside(self, text: Source, file: str) -> Source | None:
        """A file in the folder of a text."""
        return self.around.beside(text, file)

    def check(self) -> None:
        """Raise a `HeapwiseError` with everything that is wrong in the games of this text."""
        mistakes: list[HeapwiseError] = []
        for schema in self.schemas.values():
            try:
                schema.check()
            except HeapwiseError as mistake:
                mistakes.append(mistake)
            if len(mistakes) >= _MOST_MISTAKES:
                break
        if mistakes:
            raise HeapwiseError(d for m in mistakes for d in m.diagnostics)


# The key holds every text that may be looked up, by content: a rule that changed in another file is another document,
# and claims of one file in several processes or in watched runs can never see each other's rules.
@lru_cache(maxsize=_MOST_OPEN)
def opened(name: str, text: str, around: GameNames) -> Document:
    """The document of a text under a name: the same one whenever text and surroundings are the same."""
    return Document(Source(name, text), around)


def _is_shown_to_end(game: Game) -> bool:
    """How play is known to end: by a proof of the model, from the ground moves of the rules.

    Rules may rely on it where they name no measure, so it belongs to what a text means. The model is built upon rules;
    rules are told of it here, where a text is opened.
    """
    from heapwise.model.termination import is_quickly_shown

    return is_quickly_shown(game)
