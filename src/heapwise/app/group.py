"""The group of all commands: reads a command's module when it is called, and turns every failure into a message and
an exit code."""

import importlib
import os
import re
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any, NoReturn

import click
from click.shell_completion import CompletionItem

from heapwise import outputs
from heapwise.app.manual import ManualContext, told, usage_words
from heapwise.app.say import complain, note
from heapwise.clean import one_line
from heapwise.errors import Diagnostic, HeapwiseError, error, show_where, surprise_words
from heapwise.interrupts import as_interruption
from heapwise.messages import LANGUAGES, speak, speaking
from heapwise.messages.speech import catalogue, preferred, spoken

_NEGATIVE = re.compile(r"-[0-9]")  # a position such as -2,5 begins like an option, and is none behind a space

OK, CONTRADICTED, USAGE, BROKEN, UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 4, 130

# Limits of time and memory: the answer exists and was not reached.
_LIMITS = ("E302", "E303", "E312", "E313")


def _speak(_context: click.Context, _option: click.Parameter, language: str | None) -> None:
    if language is not None:
        _speak_if_known(language)


def _speak_if_known(language: str) -> None:
    """Speak a language from now on; E365 if there is no catalogue of it."""
    if language not in LANGUAGES:
        raise error("E365", None, language=language, known=", ".join(LANGUAGES))
    speak(language)


language_option = click.Option(
    ["--lang"],
    metavar="LANGUAGE",
    expose_value=False,
    is_eager=True,
    callback=_speak,
    shell_complete=lambda _context, _option, begun: [CompletionItem(x) for x in LANGUAGES if x.startswith(begun)],
    help=f"Language of messages: {' or '.join(LANGUAGES)}.",
)


class Commands(click.Group):
    """Commands by name, each `(module, short help)`; a command whose module is not there yet is not listed."""

    context_class = ManualContext

    def __init__(self, *args: Any, table: dict[str, tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.table = {name: entry for name, entry in table.items() if find_spec(f"heapwise.app.{entry[0]}")}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the table."""
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, from its module, where it is the function with its name."""
        if cmd_name not in self.table:
            return None
        module = importlib.import_module(f"heapwise.app.{self.table[cmd_name][0]}")
        command: click.Command = getattr(module, f"{cmd_name}_command")
        if language_option not in command.params:
            command.params.append(language_option)  # it may stand behind the command, too
        command.context_class = ManualContext
        return told(command)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Commands for a shell, without reading any of them."""
        found = [CompletionItem(n, help=words) for n, (_, words) in self.table.items() if n.startswith(incomplete)]
        return found or click.Command.shell_complete(self, ctx, incomplete)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What the program is, in the language of this run."""
        super(Commands, told(self)).format_help_text(ctx, formatter)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options of the program, and its commands."""
        click.Command.format_options(told(self), ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The examples."""
        super(Commands, told(self)).format_epilog(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list for `--help`, without reading any command."""
        ours = catalogue(spoken()).get("commands", {}) if spoken() != "en" else {}
        rows = [(name, ours.get(name, english)) for name, (_, english) in self.table.items()]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is called; a name that is unknown gets the nearest one as a hint."""
        name = args[0]
        if name not in self.table and not name.startswith("-") and not ctx.resilient_parsing:
            ctx.fail(f"There is no command `{one_line(name)}`. {self._hint(name)}")
        found, command, rest = super().resolve_command(ctx, args)
        return found, command, [f" {word}" if _NEGATIVE.match(word) else word for word in rest]

    def _hint(self, name: str) -> str:
        from difflib import get_close_matches

        near = get_close_matches(name, self.table, n=1)
        return f"Did you mean `heapwise {near[0]}`?" if near else "`heapwise --help` lists the commands."

    def main(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Run a command. Whatever happens becomes an exit code, and never a traceback."""
        try:
            with speaking(), outputs.command():
                code = self._run(*args, **kwargs)
            sys.stdout.flush()
        except BrokenPipeError:
            # Whoever read the output has seen enough; Python must not complain about it at its end either.
            _close_stdout()
            code = OK
        sys.exit(code)

    def _run(self, args: Sequence[str] | None = None, **kwargs: Any) -> int:
        try:
            _speak_if_known(_asked(sys.argv[1:] if args is None else args) or preferred(os.environ))
            with as_interruption():
                answer = super().main(args, **{**kwargs, "standalone_mode": False})
            return answer if isinstance(answer, int) else OK
        except click.exceptions.Exit as leave:
            return leave.exit_code
        except (click.Abort, KeyboardInterrupt):
            note("interrupted")
            return INTERRUPTED
        except click.ClickException as wrong:
            note(usage_words(wrong))
            return wrong.exit_code
        except HeapwiseError as mistake:
            complain(mistake)
            return exit_code(mistake)
        except BrokenPipeError:
            raise
        except ImportError as missing:  # it is not there, or there and broken
            complain(error("E383", None, module=missing.name or missing))
            return USAGE
        except Exception as surprise:
            return _apologise(surprise)


def _asked(words: Sequence[str]) -> str | None:
    """The language of `--lang`, before click has read the words: what is wrong with them is said in it, too."""
    found = re.search(r"(?:^|\n)--lang[=\n](\w+)(?:\n|$)", "\n".join(words))
    return found[1] if found and found[1] in LANGUAGES else None


def exit_code(mistake: HeapwiseError) -> int:
    """2 where an argument is wrong, 3 where a file is, 4 where a limit was met."""
    if all(d.code in _LIMITS for d in mistake.diagnostics):
        return UNDECIDED
    return BROKEN if any(_is_about_file(d) for d in mistake.diagnostics) else USAGE


def _is_about_file(diagnostic: Diagnostic) -> bool:
    """Texts of the command line have names such as `<game>`."""
    if diagnostic.place is None:
        return diagnostic.code in ("E001", "E002", "E022")
    return not diagnostic.place.source.name.startswith("<")


def _apologise(surprise: Exception) -> int:
    """One line for what should not have happened; `HEAPWISE_DEBUG=1` shows where it did."""
    show_where(surprise)
    what = surprise_words(surprise)
    note(f"error: heapwise stumbled ({what}); HEAPWISE_DEBUG=1 shows where, and a report is welcome")
    return BROKEN


def _close_stdout() -> None:
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return
