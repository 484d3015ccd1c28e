"""Which boards a reader of a report finds: games that the claims speak of, and one other play."""

from collections.abc import Iterator
from itertools import islice

from heapwise.claims.instances import instances
from heapwise.documents.probe import small_games
from heapwise.errors import HeapwiseError
from heapwise.explorer import Board, largest
from heapwise.reference.conventions import NORMAL, Play
from heapwise.report.study import Chapter
from heapwise.rules.game import Game

MOST_DRAWN = 3  # of one game: the boards that are chosen first
MOST_BOARDS = 12
MOST_POSITIONS_OF_OTHERS = 130
_MOST_INSTANCES = 40
_MOST_COMPONENTS = 12


def boards(chapter: Chapter) -> list[Board]:
    """Boards for a game: two sizes of positions, and another convention of play if the claims have one; then small ones
    for the other parameters that the claims name."""
    games = candidates(chapter)
    chosen = [*islice(_chosen(games), MOST_DRAWN)]
    others = ((game, play) for play, listed in games.items() for game in listed if (game, play) not in chosen)
    found = [largest(game, play) for game, play in chosen]
    found += [largest(game, play, MOST_POSITIONS_OF_OTHERS) for game, play in islice(others, MOST_BOARDS - len(found))]
    return [board for board in found if board is not None]


def candidates(chapter: Chapter) -> dict[Play, list[Game]]:
    """The games that the claims speak of, by play; for rules without claims small ones."""
    found: dict[Play, dict[Game, None]] = {}
    for stated in chapter.claims:
        try:
            for instance in islice(instances(stated.claim, stated.claim.effort), _MOST_INSTANCES):
                if instance.game is not None:
                    found.setdefault(stated.claim.play, {})[instance.game] = None
        except HeapwiseError:
            continue  # its verdict is `error` and says why
    if not found and chapter.schema is not None:
        found[NORMAL] = dict.fromkeys(islice(small_games(chapter.schema), 8))
    return {play: [g for g in games if g.layout.size <= _MOST_COMPONENTS] for play, games in found.items()}


def _chosen(games: dict[Play, list[Game]]) -> Iterator[tuple[Game, Play]]:
    """Two heaps fill a table, three are more of a game; then one game for every other play."""
    plays = sorted(games, key=lambda play: not play.is_normal)
    for place, play in enumerate(plays):
        by_size: dict[int, list[Game]] = {}
        for game in games[play]:
            by_size.setdefault(game.layout.size, []).append(game)
        sizes = sorted(by_size, key=lambda size: (abs(size - 2.1), size))
        for size in sizes[: 2 if place == 0 else 1]:
            yield by_size[size][(len(by_size[size]) - 1) // 2], play
