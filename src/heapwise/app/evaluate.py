"""`heapwise eval 'EXPRESSION'`"""

from __future__ import annotations

from typing import Any

import click

from heapwise.app import inputs
from heapwise.app.say import json_result, result
from heapwise.app.watch import Watch
from heapwise.numbers import show as show_number
from heapwise.questions import Answers, read_play
from heapwise.questions.shelves import shelf
from heapwise.questions.statements import evaluate
from heapwise.rules.position import Position
from heapwise.rules.values import FiniteSet, show


_MOST_BITS = 10_000  # Python refuses to print much longer numbers


@click.command("eval", epilog=inputs.epilog("heapwise eval '5 (*) 7'", "heapwise eval 'G(nim(3)(3, 5, 7))'"))
@click.argument("expression")
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
    with Watch(seconds, memory) as watch:
        value = evaluate(expression, shelf(files), Answers(read_play(play), watch.tick))
        text, plain = _text(value), _plain(value)
    if as_json:
        json_result({"expression": expression, "value": plain})
    else:
        result(text)


def _text(value: Any) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return show_number(value)
    return show(_as_set(value))


def _as_set(value: Any) -> Any:
    """Sets that are known by a rule, such as `splits(4, 2, 1)`, as sets of members."""
    is_plain = isinstance(value, tuple | range | FiniteSet) or not hasattr(value, "__iter__")
    return value if is_plain else FiniteSet(value)


def _plain(value: Any) -> Any:
    """A value for JSON: numbers, truth, lists, and text for what has no form there."""
    value = _as_set(value)
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if value.bit_length() < _MOST_BITS else show_number(value)
    if isinstance(value, Position) or not isinstance(value, tuple | range | FiniteSet):
        return _text(value)
    return [_plain(v) for v in value]
