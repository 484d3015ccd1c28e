"""A match as a dialogue: lines come in, lines go out. Where they come from and go to is somebody else's business."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from heapwise.errors import HeapwiseError, error
from heapwise.messages import headline, help_text, spoken
from heapwise.play.moves import read_move, written
from heapwise.play.phrases import MatchPhrases, in_columns
from heapwise.play.picture import picture
from heapwise.play.session import Session
from heapwise.terms.position import Position

_PAGE = 12  # lines of a list that are shown at once
_FIRST = 3  # and of the options, when a turn begins
_NOT_LISTED = "  the options are too many to be listed: type the new position"
_OVER = "no move is left"

Read = Callable[[str], str | None]
Say = Callable[[str], None]

_HELP = """\
  3,4,7      move there: the new position (the list of options shows how it is written)
  #2         move to the second of the options
  options    all options
  values     the options with what they are worth
  more       the next page
  hint       a best move
  back       take back your last move, and the answers to it
  quit       leave (so does Ctrl-D)
The first letters are enough."""


class Dialogue:
    """A match between people who type and players who play best. `thinking` is entered whenever values are wanted."""

    def __init__(
        self, session: Session, read: Read, say: Say,
        thinking: Callable[[], AbstractContextManager[object]] = nullcontext,
    ) -> None:  # fmt: skip
        self.session, self.words = session, MatchPhrases(session)
        self.thinking = thinking
        self._read, self._say = read, say
        self._rest: list[str] = []
        self._commands: dict[str, Callable[[], None]] = {
            "options": lambda: self._page(self._listed() or [_OVER]), "values": self._values,
            "more": lambda: self._page(self._rest or ["that was all"]), "hint": self._hint, "back": self._back,
            "help": lambda: self._say(_HELP),
        }  # fmt: skip

    def run(self) -> None:
        """Play until somebody leaves."""
        self._say(self.words.heading())
        self._show()
        while True:
            with self.thinking():
                is_over = self.session.is_over
            if not is_over and not self.session.is_persons_turn:
                self._reply()
                continue
            line = self._read(self.words.prompt())
            if line is None or line.strip().lower() in ("quit", "q", "exit"):
                return
            try:
                self._obey(line.strip())
            except HeapwiseError as mistake:
                self._say("\n".join(_said(mistake)))

    # -- lines that come in

    def _obey(self, line: str) -> None:
        command = self._command(line.lower())
        if command is not None:
            command()
        elif line:
            self._move(line)

    def _command(self, line: str) -> Callable[[], None] | None:
        if line == "?":
            return self._commands["help"]
        known = (name for name in self._commands if line and name.startswith(line))
        return next((self._commands[name] for name in known), None)

    def _move(self, line: str) -> None:
        if line.isalpha() and line.lower() != "nothing":
            raise error("E363", None, text=line)
        with self.thinking():
            option = read_move(self.session, line)
        self._play(option)

    def _play(self, option: Position) -> None:
        session, player = self.session, self.session.player
        session.move(option)
        self._say(f"{self.words.plays(player)} {written(session.rules, session.position)}")
        if session.is_persons_turn or session.is_over:
            self._show()

    def _reply(self) -> None:
        with self.thinking():
            option = self.session.advice()
        self._play(option)

    # -- lines that go out

    def _show(self) -> None:
        """The board; then the options, or how it ended."""
        self._say("\n".join(["", *picture(self.session.position), ""]))
        with self.thinking():
            lines = self._listed()
        if not lines:
            self._say("\n".join([*self.words.ending(), "`back` takes a move back, `quit` leaves."]))
        elif self.session.is_persons_turn:
            self._page(lines, _FIRST)

    def _listed(self) -> list[str]:
        rules = self.session.rules
        if not self.session.is_listed:
            return [] if self.session.is_over else [_NOT_LISTED]
        return in_columns([f"#{i} {written(rules, option)}" for i, option in enumerate(self.session.options, 1)])

    def _page(self, lines: list[str], size: int = _PAGE) -> None:
        self._rest = lines[size:]
        shown = lines[:size]
        if self._rest:
            lines_left = "line" if len(self._rest) == 1 else "lines"
            shown = [*shown, f"  ... {len(self._rest):,} more {lines_left}: `more` goes on"]
        self._say("\n".join(shown))

    def _values(self) -> None:
        with self.thinking():
            lines = self.words.values() if self.session.is_listed else self._listed()
        self._page(lines or [_OVER])

    def _hint(self) -> None:
        if self.session.is_over:
            self._say(_OVER)
            return
        with self.thinking():
            hint = self.words.hint()
        self._say(hint)

    def _back(self) -> None:
        undone = self.session.take_back()
        self._say(
            f"{undone} {'move' if undone == 1 else 'moves'} taken back" if undone else "there is nothing to take back"
        )
        if undone:
            self._show()


def _said(mistake: HeapwiseError) -> list[str]:
    """What is wrong with a line, without the excerpt: the line stands right above."""
    lines = []
    for diagnostic in mistake.diagnostics:
        words = help_text(diagnostic, spoken())
        lines += [f"  {headline(diagnostic, spoken())}", *([f"  {words}"] if words else [])]
    return lines
