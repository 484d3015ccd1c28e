"""`heapwise show GAME CLAIM`: its automaton as a picture, or what other programs can read."""

from __future__ import annotations

from pathlib import Path

import click

from heapwise.app.lookup import game_of
from heapwise.app.say import deliver, keep
from heapwise.claims.named_instance import instance_about
from heapwise.errors import error

PROGRAMS = ("walnut", "cgsuite")


def draw_automaton(game: str, claim: str | None, files: tuple[str, ...], output: Path | None) -> None:
    """Write the picture of a claim's automaton."""
    from heapwise.pictures.picture import checked
    from heapwise.proof.pictures import automaton_of

    if output is None or claim is None:
        example = "`heapwise show GAME CLAIM --automaton -o FILE.svg`"
        raise click.UsageError(f"--automaton needs a claim and a file: {example}")
    checked(output)
    picture = automaton_of(instance_about(game_of(game, files), claim, files))
    keep(output, lambda: picture.save(output))


def hand_over(game: str, claim: str | None, program: str, files: tuple[str, ...], output: Path | None) -> None:
    """Write a claim for Walnut, or a game for CGSuite."""
    rules = game_of(game, files)
    if program == "cgsuite":
        from heapwise.handoffs.cgsuite import as_cgsuite

        deliver(as_cgsuite(rules), output)
        return
    if claim is None:
        raise error("E353", None, what=rules.text, where="Walnut", reason="a claim about it is needed")
    from heapwise.handoffs.walnut import as_walnut

    deliver(as_walnut(instance_about(rules, claim, files)), output)
