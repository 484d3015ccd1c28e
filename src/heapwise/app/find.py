"""`heapwise find GAME`"""

from __future__ import annotations

import click

from heapwise.app import inputs
from heapwise.app.lookup import lookup
from heapwise.app.say import json_result, result
from heapwise.app.watch import Watch
from heapwise.engine.memory import Memory
from heapwise.find import Finding, RuledOut
from heapwise.find.run import search
from heapwise.find.wording import declaration_text
from heapwise.questions import read_play
from heapwise.tables.boxes import axes


@click.command("find", epilog=inputs.epilog("heapwise find 'nim(2)'", "heapwise find lim --for misere"))
@inputs.game_argument
@click.option("--for", "wanted", multiple=True, metavar="PLAY", help="Under this play only; may be repeated.")
@inputs.files_option
@inputs.json_option
@inputs.limits
def find_command(
    game: str, wanted: tuple[str, ...], files: tuple[str, ...], as_json: bool, seconds: float | None, memory: float
) -> None:
    """Statements about GAME, from its rules alone.

    What is called proved is proved for all positions. What is excluded is no matter of taste: nothing of the kind was
    there to be found, as far as the sentence says.
    """
    games, (rules,) = lookup(files, game)
    with Watch(seconds, memory) as watch:
        run = search(rules, tuple(map(read_play, wanted)), games, memory=Memory(memory), tick=watch.tick)
        for found in run.results():
            if as_json:
                json_result({"game": rules.text, **found.as_data()})
            else:
                result(_text(found, len(axes(rules))))


def _text(found: Finding | RuledOut, size: int) -> str:
    if isinstance(found, RuledOut):
        return f"excluded   {found.text}, under {found.play} play"
    under = "" if found.play == "normal" or not found.is_claim else f"   under {found.play}"
    lines = [f"{found.standing:10} {found.claim}{under}   {found.how}"]
    if found.automaton is not None:
        lines += [f"    {line}" for line in declaration_text(found.automaton, found.name, size).splitlines()]
    return "\n".join(lines)
