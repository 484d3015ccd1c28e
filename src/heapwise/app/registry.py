"""All commands. A new one is a module `app/NAME.py` with a function `NAME_command`, and a line here."""

import click

from heapwise.app.group import Commands, language_option
from heapwise.version import __version__

# name: (module, short help). A line whose module does not exist is passed over.
COMMANDS = {
    "check": ("check", "Check the claims of files or folders."),
    "prove": ("prove", "Prove the claims of files or folders."),
    "verify": ("verify", "Check a certificate of a proof again."),
    "value": ("value", "Value of a position, winning moves, and why."),
    "options": ("options", "Options of a position."),
    "table": ("table", "Table of values."),
    "list": ("listing", "Positions with a property."),
    "compare": ("compare", "Compare two games."),
    "eval": ("evaluate", "Value of an expression, such as 5 (*) 7."),
    "period": ("period", "Period of the values of a one-heap game."),
    "survey": ("survey", "Periods of many one-heap games, and a formula for them."),
    "plot": ("plot", "Picture of values."),
    "find": ("find", "Statements about a game, from its rules alone."),
    "play": ("play", "Play against a perfect opponent."),
    "show": ("show", "Rules in words, and how a game is computed."),
    "report": ("report", "One page with rules, claims and verdicts."),
    "new": ("new", "Start a game of your own."),
    "fmt": ("fmt", "Put files into the canonical layout."),
    "lint": ("lint", "Look for likely mistakes in files."),
    "completion": ("completion", "Completion for bash, zsh or fish."),
    "lsp": ("lsp", "Language server for editors."),
    "explain": ("explain", "Explain the code of a message."),
}

_EPILOG = """\b
Examples:
  heapwise value 'nim(3)' 3,5,7
  heapwise show 'nim(2)'"""


@click.command(
    "heapwise",
    cls=Commands,
    params=[language_option],
    table=COMMANDS,
    epilog=_EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="heapwise", message="%(prog)s %(version)s")
def cli() -> None:
    """Nim variants and conjectures about them.

    Games are named as in files, for example 'nim(3)' or 'moore(n=4, k=2)'; positions are written 3,5,7. Games are
    looked up in the files given with -f, then in the library that comes along.
    """
