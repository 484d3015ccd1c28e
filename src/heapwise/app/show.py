"""`heapwise show GAME`"""

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import click

from heapwise.app import inputs, shell_words
from heapwise.app.lookup import game_of, tell
from heapwise.app.say import deliver, keep, prose
from heapwise.app.stages import OF_CLAIMS, OF_GAMES
from heapwise.app.strategy import shown_strategy
from heapwise.claims.instances import Instance
from heapwise.claims.named_instance import instance_about
from heapwise.documents.search import shelf_here
from heapwise.errors import error
from heapwise.messages import said_by_line
from heapwise.rules.game import Game, Rules, SumOfGames
from heapwise.rules.schema import Schema

PROGRAMS = ("walnut", "cgsuite")


@click.command(
    "show", epilog=inputs.epilog("heapwise show 'nim(2)'", "heapwise show 'nim(3)' p_positions --automaton -o nim.svg")
)
@inputs.game_argument
@click.argument("claim", required=False, shell_complete=shell_words.claims_of_game)
@click.option(
    "--stage", type=click.Choice([*OF_GAMES, *OF_CLAIMS]), default="rules", show_default=True,
    help="How far to follow GAME or CLAIM.",
)  # fmt: skip
@click.option("--automaton", is_flag=True, help="Draw the automaton of CLAIM.")
@click.option("--strategy", is_flag=True, help="How to win with any number of heaps, by CLAIM.")
@click.option("--handoff", type=click.Choice(PROGRAMS), help="Write CLAIM, or the game, for another program.")
@inputs.output_option
@inputs.force_option
@inputs.files_option
def show_command(
    game: str, claim: str | None, stage: str, automaton: bool, strategy: bool, handoff: str | None, output: Path | None,
    files: tuple[str, ...],
) -> None:  # fmt: skip
    """What GAME is: its rules, parameters and position, and a small position with its options.

    The name alone, without parameters, shows the game with open parameters. The stages: ast, the tree of the text;
    rules; model, its moves with all indices as numbers; plan, how it will be computed; kernel, what runs. Of CLAIM:
    formula, its statement in whole numbers; obligations, what a proof has to show.

    With --automaton the least automaton of CLAIM is drawn, which reads the heaps digit by digit; --strategy prints how
    to win with any number of heaps; --handoff writes what Walnut or CGSuite can read, to check a result there.
    """
    if automaton:
        draw_automaton(game, claim, files, output)
        return
    if strategy:
        deliver("\n".join(shown_strategy(game, claim, files)), output)
        return
    if handoff is not None:
        hand_over(game, claim, handoff, files, output)
        return
    if output is not None:
        raise click.UsageError("-o goes with --automaton, --strategy or --handoff")
    if claim is None:
        texts = ["\n".join(_of_games(stage)(found)) for found in _found(game, files)]
    else:
        texts = ["\n".join(_of_claims(stage)(instance_about(game_of(game, files), claim, files)))]
    prose(said_by_line("\n\n".join(texts), "show"))


def _of_games(stage: str) -> Callable[[Game | Schema], Iterator[str]]:
    if stage not in OF_GAMES:
        raise click.UsageError(f"`--stage {stage}` needs a claim, as in `heapwise show wythoff p_positions`")
    return OF_GAMES[stage]


def _of_claims(stage: str) -> Callable[[Instance], Iterator[str]]:
    if stage not in OF_CLAIMS and stage != "rules":
        raise click.UsageError(f"`--stage {stage}` is of games alone; claims have `formula` and `obligations`")
    return OF_CLAIMS.get(stage, OF_CLAIMS["formula"])


def _found(text: str, files: tuple[str, ...]) -> Iterable[Game | Schema]:
    """The game, the games of a sum, or a game whose parameters are open."""
    name = text.strip()
    schema = shelf_here(files).find(name) if re.fullmatch(r"\w+", name) else None
    if schema is not None and schema.parameters:
        schema.check()
        tell(shelf_here(files), (schema,))
        return (schema,)
    return _parts(game_of(text, files))


def _parts(rules: Rules) -> Iterable[Game]:
    if isinstance(rules, SumOfGames):
        return dict.fromkeys(rules.games)
    assert isinstance(rules, Game)
    return (rules,)


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
