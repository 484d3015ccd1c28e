"""What `find` says of a game as a file of claims, for other commands."""

from collections.abc import Sequence
from pathlib import Path

from heapwise.app.lookup import tell
from heapwise.app.say import deliver
from heapwise.app.watch import Watch
from heapwise.discovery import search, wishes_of
from heapwise.discovery.claims_file import claims_text
from heapwise.discovery.finding import collected
from heapwise.discovery.shared import rules_of
from heapwise.documents.search import shelf_here
from heapwise.files import resource
from heapwise.rules.used import games_in

_TERMS = 20_000  # for each search: a report is not what one waits for


def write_found(game: str, files: Sequence[Path], output: Path, number: int) -> tuple[Path, tuple[Path, ...]]:
    """The file of claims beside an output, `nim.found.claims`, and that of the rules if these are somebody's own."""
    with Watch() as watch:
        wishes = wishes_of((), terms=_TERMS, tick=watch.tick, tell=watch.at)
        games = shelf_here(files)
        run = search(rules_of(game, games), games, wishes)
        tell(games, [run.schema] if run.game is None else games_in(run.game))
        found = collected(run.name, list(run.results()))
    path = output.with_name(f"{output.stem}.found{number + 1 if number else ''}.claims")
    deliver(claims_text(run.schema, found, run.size), path)
    rules = Path(run.schema.source.name)
    is_own = rules.is_file() and not rules.resolve().is_relative_to(resource("games").resolve())
    return path, (rules,) if is_own and rules not in files else ()
