"""`heapwise options GAME POSITION`"""

import click

from heapwise.app.inputs import epilog, files_option, game_argument, json_option, limits
from heapwise.app.lookup import game_of
from heapwise.app.say import json_result, result
from heapwise.app.watch import Watch
from heapwise.questions.positions import option_json, option_text, read_position
from heapwise.terms.evaluate import options


@click.command("options", epilog=epilog("heapwise options 'nim(2)' 1,2", "heapwise options 'nim(2)' 1,2 --json"))
@game_argument
@click.argument("position")
@files_option
@json_option
@limits
def options_command(
    game: str, position: str, files: tuple[str, ...], as_json: bool, seconds: float | None, memory: float
) -> None:
    """The options of POSITION in GAME, one a line.

    An option that is a sum of positions lists its components with their games.
    """
    rules = game_of(game, files)
    with Watch(seconds, memory):
        found = sorted(options(read_position(rules, position)))
    if as_json:
        json_result([option_json(rules, option) for option in found])
    elif found:
        result("\n".join(option_text(rules, option) for option in found))
