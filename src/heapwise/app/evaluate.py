"""`heapwise eval 'EXPRESSION'`"""

import sys
from typing import Any

import click

from heapwise.app import inputs, shell_words
from heapwise.app.lookup import lookup, mentioned, tell
from heapwise.app.say import json_result, result
from heapwise.app.watch import Watch
from heapwise.errors import error
from heapwise.numbers import show as show_number
from heapwise.questions import Answers, read_play
from heapwise.questions.statements import evaluate
from heapwise.terms.values import FiniteSet, show, size

_MOST_LISTED = 10_000


@click.command("eval", epilog=inputs.epilog("heapwise eval '5 (*) 7'", "heapwise eval 'G(nim(3)(3, 5, 7))'"))
@click.argument("expression", shell_complete=shell_words.games)
@inputs.play_option
@inputs.files_option
@inputs.json_option
@inputs.limits
def eval_command(
    expression: str, play: str, files: tuple[str, ...], as_json: bool, seconds: float | None, memory: float
) -> None:
    """The value of EXPRESSION, computed exactly.

    It is written as in claims, and may ask for values of positions of any game.
    """
    games, _ = lookup(files)
    tell(games, mentioned(expression, games))
    with Watch(seconds, memory) as watch:
        value = evaluate(expression, games, Answers(read_play(play), watch.tick))
        try:
            shown = _plain(value) if as_json else _text(value)
        except ValueError:  # Python itself refuses to print more digits
            help, most = "help" if isinstance(value, int) else None, f"{sys.get_int_max_str_digits():,}"
            raise error("E344", None, help=help, most=most, text=expression) from None
    if as_json:
        json_result({"expression": expression, "value": shown})
    else:
        result(shown)


def _text(value: Any) -> str:
    return show(_as_set(value), str)


def _as_set(value: Any) -> Any:
    """Sets that are known by a rule, such as `splits(4, 2, 1)`, as sets of members while they are small."""
    if isinstance(value, tuple | range | FiniteSet) or not hasattr(value, "__iter__"):
        return value
    return FiniteSet(value) if size(value) <= _MOST_LISTED else f"a set with {show_number(size(value))} members"


def _plain(value: Any) -> Any:
    """A value for JSON: numbers, truth, lists, and text for what has no form there."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        _text(value)  # refuses what is too long
        return value
    members = _as_set(value)
    if type(members) not in (tuple, range, FiniteSet) or size(members) > _MOST_LISTED:
        return _text(value)
    return [_plain(v) for v in members]
