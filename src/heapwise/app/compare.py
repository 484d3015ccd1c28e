"""`heapwise compare GAME GAME --upto N`"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import click

from heapwise.app import inputs, shell_words
from heapwise.app.lookup import lookup
from heapwise.app.say import json_result, result
from heapwise.app.watch import Watch
from heapwise.errors import error
from heapwise.messages import said
from heapwise.questions import Answers, read_play
from heapwise.questions.positions import as_list, typed
from heapwise.reference.conventions import Play
from heapwise.rules.game import Rules
from heapwise.tables.boxes import Numbers, axes, box, numbers_of, position_at
from heapwise.terms.evaluate import options
from heapwise.terms.position import Position

_NAMES = {
    "grundy": "Grundy values", "p": "P-positions", "outcome": "outcomes", "remoteness": "remoteness",
    "options": "options",
}  # fmt: skip


@dataclass
class GamesCompared:
    """What was found: the first difference if there is one, and how much was looked at."""

    positions: int = 0
    one_sided: int = 0
    difference: tuple[Position, Any, Position, Any] | None = None


@click.command(
    "compare",
    epilog=inputs.epilog(
        "heapwise compare 'nim(2)' 'nim(1) + nim(1)' --upto 7",
        "heapwise compare 'nim(1)' 'nim(1)' --upto 5 --want options",
    ),
)
@click.argument("first", shell_complete=shell_words.games)
@click.argument("second", shell_complete=shell_words.games)
@inputs.upto_option
@click.option(
    "--want", type=click.Choice([*_NAMES]), help="What to compare.  [default: grundy in normal play, else outcome]"
)
@click.option("--shift", type=click.IntRange(0, 10**6), default=0, help="Compare x in FIRST with x + SHIFT in SECOND.")
@inputs.play_option
@inputs.files_option
@inputs.json_option
@inputs.limits
def compare_command(
    first: str, second: str, upto: str, want: str | None, shift: int, play: str,
    files: tuple[str, ...], as_json: bool, seconds: float | None, memory: float,
) -> int:  # fmt: skip
    """Do FIRST and SECOND have the same values at the same positions?

    The answer is the first difference, by the total of the heaps and then in order. The exit code is 0 if there is
    none, and 1 otherwise.
    """
    convention = read_play(play)
    _, (left, right) = lookup(files, first, second)
    what = want or ("grundy" if convention.is_normal else "outcome")
    with Watch(seconds, memory) as watch:
        found = compare(left, right, inputs.read_bounds(upto), what, convention, shift, watch.tick)
    if found.positions == 0:
        raise error("E316", None, what=f"no position is legal in both {left} and {right}")
    if as_json:
        json_result(_as_object(left, right, what, convention, shift, found))
    else:
        result("\n".join(map(said, _in_words(left, right, what, shift, found))))
    return int(found.difference is not None)


def compare(
    left: Rules, right: Rules, upto: int | dict[str, int], want: str, play: Play, shift: int, tick: Callable[[], None]
) -> GamesCompared:
    """The first difference of two games in a box of the first one."""
    sizes = len(axes(left)), len(axes(right))
    if sizes[0] != sizes[1]:
        raise error("E315", None, left=left, left_size=sizes[0], right=right, right_size=sizes[1])
    found = GamesCompared()
    here, there = _asking(left, want, play, 0, tick), _asking(right, want, play, shift, tick)
    for point in box(left, upto).by_total():
        a, b = position_at(left, point), position_at(right, [n + shift for n in point])
        if a is None or b is None:
            found.one_sided += (a is None) != (b is None)
            continue
        found.positions += 1
        values = here(a), there(b)
        if values[0] != values[1]:
            found.difference = (a, values[0], b, values[1])
            break
    return found


def _asking(rules: Rules, want: str, play: Play, shift: int, tick: Callable[[], None]) -> Callable[[Position], Any]:
    """What is compared, as a function of a position."""
    answers = Answers(play, tick)
    ways: dict[str, Callable[[Position], Any]] = {
        "grundy": answers.grundy,
        "outcome": answers.outcome,
        "p": lambda position: "P" if answers.is_previous(position) else "not P",
        "remoteness": answers.remoteness,
        "options": lambda position: sorted(_shape(rules, option, shift) for option in options(position)),
    }
    return ways[want]


def _shape(rules: Rules, option: Position, shift: int) -> tuple[tuple[str, Numbers], ...]:
    """An option without the name of its game, so that options of two games can be compared."""
    own = numbers_of(rules, option)
    if own is not None:
        return (("", tuple(n - shift for n in own)),)
    return tuple(sorted(_component_shapes(rules, option)))


def _component_shapes(rules: Rules, option: Position) -> Iterator[tuple[str, Numbers]]:
    for component in option:
        name = "" if component.game is rules else component.game.text
        yield name, numbers_of(component.game, Position((component,))) or ()


def _in_words(left: Rules, right: Rules, want: str, shift: int, found: GamesCompared) -> Iterator[str]:
    moved = f" at x and x + {shift}" if shift else ""
    if found.difference is None:
        yield f"{left} and {right} have the same {_NAMES[want]}{moved} at all {found.positions:,} positions"
    else:
        a, value, b, other = found.difference
        yield f"{left} and {right} differ in {_NAMES[want]}{moved}; the first difference:"
        yield f"  {left} at {typed(left, a)}: {_value_text(value)}"
        yield f"  {right} at {typed(right, b)}: {_value_text(other)}"
    if found.one_sided:
        yield f"passed over, since they are legal in one of the games only: {found.one_sided:,}"


def _value_text(value: Any) -> str:
    if not isinstance(value, list):
        return str(value)
    texts = [" + ".join(f"{name}({','.join(map(str, numbers))})" for name, numbers in option) for option in value]
    return "  ".join(texts) or "no options"


def _as_object(left: Rules, right: Rules, want: str, play: Play, shift: int, found: GamesCompared) -> dict[str, Any]:
    shown: dict[str, Any] = {"games": [left.text, right.text], "play": play.name, "want": want, "shift": shift}
    shown |= {"same": found.difference is None, "positions": found.positions, "one_sided": found.one_sided}
    if found.difference is not None:
        a, value, b, other = found.difference
        shown["difference"] = [
            {"position": as_list(left, a), "value": value},
            {"position": as_list(right, b), "value": other},
        ]
    return shown
