"""`heapwise compare GAME GAME --upto N`"""

from collections.abc import Iterator
from typing import Any

import click

from heapwise.app import inputs, shell_words
from heapwise.app.lookup import lookup
from heapwise.app.say import json_result, result
from heapwise.app.watch import Watch
from heapwise.errors import error
from heapwise.messages import said
from heapwise.questions import read_play
from heapwise.questions.positions import as_list, typed
from heapwise.reference.conventions import Play
from heapwise.rules.game import Rules
from heapwise.tables.comparison import GamesCompared, OptionShape, compare

_NAMES = {
    "grundy": "Grundy values", "p": "P-positions", "outcome": "outcomes", "remoteness": "remoteness",
    "options": "options",
}  # fmt: skip


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
    return "  ".join(map(_option_text, value)) or "no options"


def _option_text(option: OptionShape) -> str:
    """The components of an option; positions inside that are no numbers are written like options."""
    texts = ((name, (_option_text(e) if isinstance(e, tuple) else str(e) for e in entries)) for name, entries in option)
    return " + ".join(f"{name}({','.join(entries)})" for name, entries in texts) or "nothing"


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
