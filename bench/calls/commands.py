"""Command lines for a board: every command that takes a game or claims, with every option that it has.

Options are found by asking the commands themselves. One for which no value is known here is a failure of the sweep, so
that a new option is swept from its first day.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random

import click

from calls.boards import Board, boards
from calls.statements import METHODS, Maker
from heapwise.app.registry import COMMANDS, cli

# Not swept: they take no game, wait for somebody, or belong to another machine.
LEFT_OUT = ("verify", "new", "completion", "lsp", "explain")
_UNUSED = ("--watch", "--cluster", "--memory", "--lang", "--jobs", "--time", "--total-time")
_ALWAYS = {
    "check": ("--jobs", "1", "--time", "2s"), "prove": ("--jobs", "1", "--time", "2s"),
    "report": ("--jobs", "1", "--time", "1s", "--force"), "play": ("--time", "2s"),
}  # fmt: skip
_ENDINGS = ("txt", "csv", "json", "html", "tex", "png", "svg", "npy")
_TABLE = "n,G\n1,1\n"
_GAME = "game other\n    heap n\n    move n -> 0   where n >= 1\n"
PLAYS = ("normal", "misere", "0,1,2", "0,1;1,0")


@cache
def swept() -> dict[str, click.Command]:
    """The commands that are swept, by name."""
    context = click.Context(cli)
    found = {name: cli.get_command(context, name) for name in COMMANDS if name not in LEFT_OUT}
    return {name: command for name, command in found.items() if command is not None}


def options_of(command: click.Command) -> Iterator[click.Option]:
    """The options that are swept."""
    for parameter in command.params:
        if isinstance(parameter, click.Option) and parameter.opts[0] not in _UNUSED:
            yield parameter


def call(name: str, board: Board, source: Random, folder: Path) -> list[str]:
    """A command line about a board, with some of the options of the command; it may write into the folder."""
    command = swept()[name]
    filler = Filler(board, source, folder)
    words = [name]
    for parameter in command.params:
        if isinstance(parameter, click.Argument):
            words += filler.argument(parameter.name or "")
    for option in options_of(command):
        if source.random() < 0.25:
            words += [option.opts[0]] if option.is_flag else [option.opts[0], filler.value(name, option)]
    if name in ("value", "options", "table", "list", "compare", "eval", "period", "plot", "find"):
        words += ["--time", "2s"]
    return [*words, *_ALWAYS.get(name, ())]


class Filler:
    """Values for arguments and options."""

    def __init__(self, board: Board, source: Random, folder: Path) -> None:
        self.board, self.source, self.folder = board, source, folder
        self.maker = Maker(board, source)

    def argument(self, name: str) -> list[str]:
        """The words for an argument."""
        match name:
            case "game" | "first":
                return [self.board.text]
            case "second":
                return [self.source.choice([self.board.text, self.source.choice(boards()).text])]
            case "position":
                return [self.source.choice(self.board.positions)] if self.board.positions else ["0"]
            case "condition_text":
                return [self.maker.condition(1)]
            case "expression":
                return [self._expression()]
            case "claim":
                return []
            case "paths":
                path = self.folder / "swept.claims"
                path.write_text(self.maker.text(2) + "\n", encoding="utf-8")
                return [str(path)]
        raise AssertionError(f"no value for the argument {name}")

    def value(self, command: str, option: click.Option) -> str:
        """The value of an option."""
        chosen, name = self.source.choice, option.opts[0]
        if isinstance(option.type, click.Choice):
            return str(chosen(list(option.type.choices)))
        bound = f"{chosen(self.board.numbers or ('n',))} <= 2"
        is_number = command in ("check", "prove", "report", "period")
        values: dict[str, Callable[[], str]] = {
            "--claim": lambda: "c0",
            "--title": lambda: "Swept",
            "--find": lambda: self.board.text,
            "--for": lambda: chosen(["P", "G", "W", "normal", "misere", "preference 0 > 1"]),
            "--terms": lambda: chosen(["1", "300"]),
            "--states": lambda: chosen(["1", "20"]),
            "--sketch": lambda: chosen(
                ["G(x) = ?", "G(n) = ?c * n + ?f(n)", "G(a, b) = ?c * a + ?f(a, b)", "P(x) iff ?f(x) = 0", "G(x) = ?("]
            ),
            "--method": lambda: chosen(METHODS),
            "--play": lambda: chosen(PLAYS),
            "--check": lambda: chosen([*self.board.parameters, "upto 2", f"{self.board.whole.split(', ')[0]} <= 2"]),
            "--fix": lambda: f"{chosen(self.board.numbers or ('n',))} = {self.source.randint(0, 2)}",
            "--upto": lambda: chosen(["0", "2", "4"] if is_number else ["0", "2", "3", bound]),
        }
        values |= dict.fromkeys(("-o", "--keep", "--exceptions"), lambda: str(self.folder / f"out.{chosen(_ENDINGS)}"))
        values |= dict.fromkeys(("-f", "--against", "--certificate", "--into"), lambda: str(self._file(name)))
        numbers = ("--samples", "--seed", "--shift", "--player", "--work")
        values |= dict.fromkeys(numbers, lambda: str(self.source.randint(1, 2)))
        return values[name]()

    def _expression(self) -> str:
        state = self.source.choice(self.board.positions or ("0",)).replace(";", ",")
        question = self.source.choice(["G", "P", "N", "W", "R", "options", "followers", "terminal", "legal", "period"])
        return f"{question}({self.board.text})" if question == "period" else f"{question}({self.board.text}({state}))"

    def _file(self, name: str) -> Path:
        if name == "--certificate":
            return self.folder / "proofs"
        path = self.folder / ("table.csv" if name == "--against" else "other.game")
        path.write_text(_TABLE if name == "--against" else _GAME, encoding="utf-8")
        return path
