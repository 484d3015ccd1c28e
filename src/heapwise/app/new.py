"""`heapwise new NAME`"""

import re
from functools import partial
from pathlib import Path

import click

from heapwise.app.inputs import epilog
from heapwise.app.say import keep, note
from heapwise.errors import HeapwiseError, error
from heapwise.files import write_atomically
from heapwise.lang import nodes, parse_expression
from heapwise.messages import said
from heapwise.source import Source
from heapwise.terms.functions import FUNCTIONS
from heapwise.terms.known_names import GATHERS, QUESTIONS, SPECIAL

_GAME = """\
-- NAME: write here in a sentence what the players do, and where the game comes from.
-- A comment starts with two dashes. `heapwise fmt` puts a file in order, `heapwise lint` looks for slips.

game NAME(n in 1..)

    -- The position: n heaps x[1], ..., x[n], each a number from 0 on.
    -- Other forms: heap n   heaps a, b   heaps x[n] in 1..
    heaps x[n]

    -- One line a kind of move: what becomes what, for which choices, under which conditions.
    -- Here: take one, two or three stones from one heap. Whoever cannot move has lost.
    move x[i] -> x[i] - t   for i in 1..n, t in 1..3   where t <= x[i]
"""

_CLAIMS = """\
-- What is known, believed, or wrong about NAME. `heapwise check NAME.claims` tells which of it is true.
-- A theorem has a proof, a conjecture has none yet, a question expects nothing.

claims for NAME(n)

-- G is the Grundy value. (+) adds without carrying, and nimsum does so for many numbers.
conjecture grundy "here belongs who found it":
    G(x) = nimsum(x[i] mod 4 for i in 1..n)
    check n in 1..3, upto 6

-- P(x): the player who is not to move wins.
question p_positions:
    P(x) iff sum(x) mod 4 = 0
    check n in 1..2, upto 6
"""


@click.command("new", epilog=epilog("heapwise new my_nim --into .", "heapwise value -f my_nim.game 'my_nim(2)' 5,2"))
@click.argument("name")
@click.option(
    "--into", type=click.Path(path_type=Path, file_okay=False, exists=True), default=Path(), help="The folder."
)
def new_command(name: str, into: Path) -> None:
    """Start a game: write NAME.game and NAME.claims, two short files with comments to change as you like.

    Nothing is ever overwritten.
    """
    if not is_free_name(name):
        raise error("E307", None, name=name)
    texts = {into / f"{name}.game": _GAME, into / f"{name}.claims": _CLAIMS}
    for path in texts:
        if path.exists():
            raise error("E305", None, path=path)
    for path, text in texts.items():
        words = "\n".join(map(_said, text.replace("NAME", name).split("\n")))
        keep(path, partial(write_atomically, path, words))
    game = into / f"{name}.game"
    note(f"try: heapwise value -f {game} '{name}(2)' 5,2")
    note(f"and: heapwise check {into / f'{name}.claims'}")


def _said(line: str) -> str:
    """A comment in the language of this run; all else as it is."""
    comment = line.lstrip()
    return line.replace(comment, said(comment, section="new")) if comment.startswith("--") else line


def is_free_name(name: str) -> bool:
    """May a game be called so?"""
    if not re.fullmatch(r"[^\W\d]\w*", name) or name in {*QUESTIONS, *FUNCTIONS, *SPECIAL, *GATHERS}:
        return False
    try:
        return isinstance(parse_expression(Source("<name>", name)), nodes.Name)
    except HeapwiseError:
        return False
