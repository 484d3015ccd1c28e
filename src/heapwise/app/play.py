"""`heapwise play GAME POSITION`"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from heapwise.app.inputs import epilog, files_option, game_argument, limits, play_option
from heapwise.app.lookup import game_of
from heapwise.app.say import prose, result
from heapwise.app.strategy import session_of
from heapwise.app.watch import Watch
from heapwise.messages import said_by_line
from heapwise.play import Dialogue
from heapwise.questions import Answers, read_play, read_position


@click.command(
    "play", epilog=epilog("heapwise play 'nim(3)' 3,5,7", "heapwise play wythoff 5,8 --play misere --player 1")
)
@game_argument
@click.argument("position")
@files_option
@play_option
@click.option("--player", type=click.IntRange(0), default=0, show_default=True, help="Who you are; 0 moves first.")
@click.option("--both", is_flag=True, help="People play all sides; hints and values are there all the same.")
@limits
def play_command(
    game: str, position: str, files: tuple[str, ...], play: str, player: int, both: bool, seconds: float | None,
    memory: float,
) -> None:  # fmt: skip
    """Play GAME from POSITION on, against players who know every value.

    A move is typed as the new position, or by its number as in #3. Hints, values and take-back are a word each: type
    help. Lines may come from a file, too. The limits are for one move.
    """
    rules, convention = game_of(game, files), read_play(play)
    start, thoughts = read_position(rules, position), _Thoughts(seconds, memory)
    people = range(convention.players) if both else (player,)
    session = session_of(rules, start, Answers(convention, thoughts.tick, memory), people, files)
    _sit_down()
    try:
        Dialogue(session, _read, _say, thoughts.watched).run()
    except KeyboardInterrupt:
        result("")
        raise


class _Thoughts:
    """Watches every wait for a value, each by itself."""

    def __init__(self, seconds: float | None, memory: float) -> None:
        self._limits = seconds, memory
        self._watch = Watch()

    def tick(self) -> None:
        """One more position."""
        self._watch.tick()

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Around work that may take long."""
        with Watch(*self._limits) as self._watch:
            yield


def _sit_down() -> None:
    """Keys that move in the line, where the system has them; bytes that are no text are no reason to stumble."""
    if sys.stdin.isatty():
        try:
            import readline  # noqa: F401
        except ImportError:
            return
    elif hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")


def _say(text: str) -> None:
    prose(said_by_line(text, "play"))


def _read(prompt: str) -> str | None:
    """A line of the person at the keyboard, or of a file, which is then repeated; None at its end."""
    if sys.stdin.isatty():
        try:
            return input(prompt)
        except EOFError:
            result("")
            return None
    line = sys.stdin.readline()
    if not line:
        return None
    result(prompt + line.rstrip("\n"))
    return line
