"""`heapwise show GAME`"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from heapwise.app import completions, inputs
from heapwise.app.hand_over import PROGRAMS, draw_automaton, hand_over
from heapwise.app.lookup import game_of, tell
from heapwise.app.outline import outline
from heapwise.app.say import result, strong
from heapwise.documents.probe import small_states
from heapwise.errors import error
from heapwise.lang import nodes
from heapwise.lang.comments import comment_above
from heapwise.messages import said_by_line
from heapwise.questions.named_files import shelf_here
from heapwise.questions.positions import option_text
from heapwise.rules.game import Game, Rules, SumOfGames
from heapwise.rules.schema import Schema
from heapwise.terms.position import State
from heapwise.terms.values import show

if TYPE_CHECKING:
    from heapwise.model.ground import GroundGame

_STAGES = ("ast", "rules", "plan", "kernel")
_NUMBERING = "Numbering    heaps from 1; players from 0, the one to move; binary digits from 0, the last one"
_WORDS = 2
_TABLES = (10**3, 10**5, 10**7)  # positions
_MOST_STATES, _MOST_OPTIONS, _MOST_LABELS = 60, 8, 6


@click.command(
    "show",
    epilog=inputs.epilog(
        "heapwise show 'nim(2)'",
        "heapwise show 'nim(3)' p_positions --automaton -o nim.svg",
    ),
)
@inputs.game_argument
@click.argument("claim", required=False, shell_complete=completions.claims_of_game)
@click.option(
    "--stage", type=click.Choice(_STAGES), default="rules", show_default=True, help="How far to follow the game."
)
@click.option("--automaton", is_flag=True, help="Draw the automaton of CLAIM.")
@click.option("--handoff", type=click.Choice(PROGRAMS), help="Write CLAIM, or the game, for another program.")
@inputs.output_option
@inputs.force_option
@inputs.files_option
def show_command(
    game: str, claim: str | None, stage: str, automaton: bool, handoff: str | None, output: Path | None,
    files: tuple[str, ...],
) -> None:  # fmt: skip
    """What GAME is: its rules, parameters and position, and a small position with its options.

    The name alone, without parameters, shows the game with open parameters. The stages: ast, the tree of the text;
    rules; plan, how it will be computed; kernel, what runs.

    With --automaton the least automaton of CLAIM is drawn, which reads the heaps digit by digit; --handoff writes what
    Walnut or CGSuite can read, to check a result there.
    """
    if automaton:
        draw_automaton(game, claim, files, output)
        return
    if handoff is not None:
        hand_over(game, claim, handoff, files, output)
        return
    if claim is not None or output is not None:
        raise click.UsageError("CLAIM and -o go with --automaton or --handoff; `heapwise check --claim` checks a claim")
    words = {"ast": _tree, "rules": _in_words, "plan": _plan, "kernel": _kernel}[stage]
    text = "\n\n".join("\n".join(words(found)) for found in _found(game, files))
    result(said_by_line(text, "show"))


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


def _schema(found: Game | Schema) -> Schema:
    return found.schema if isinstance(found, Game) else found


def _tree(found: Game | Schema) -> Iterator[str]:
    yield from outline(_schema(found).node)


def _plan(found: Game | Schema) -> Iterator[str]:
    """The model in words, and what tables are made of."""
    game = _with_parameters(found)
    from heapwise.model.description import describe
    from heapwise.model.expand import ground

    yield strong(game.text)
    yield from describe(ground(game))
    yield from _tables(game)


def _tables(game: Game) -> Iterator[str]:
    """What makes large tables."""
    from heapwise.engine.grid.encode import NotEncodable, encode
    from heapwise.engine.plan import NoPlan, plan
    from heapwise.engine.plan.description import describe_plan
    from heapwise.model.expand import ground
    from heapwise.model.ground import GroundGame

    model = ground(game)
    if not isinstance(model, GroundGame):
        return
    try:
        if model.is_linear or not model.is_complete:
            encode(model)
        yield from describe_plan(plan(game))
    except NotEncodable as reason:
        yield f"Tables       by the interpreter: {reason}"
        return
    except NoPlan as reason:
        yield f"Plan         none: {reason}"
    yield from _estimates(game, model)


def _estimates(game: Game, model: GroundGame) -> Iterator[str]:
    """What will fill tables of some sizes, and about how long that takes, here and now."""
    from heapwise.engine.grid import FillWay, ways
    from heapwise.engine.sequences import recognise
    from heapwise.reference.conventions import Grundy

    words = {
        FillWay.LEVELS: "by numpy, all positions of one total at once",
        FillWay.KERNEL: "by a kernel of the game's own (`--stage kernel`)",
        FillWay.LOOKUP: "by the kernel that looks up every option",
        FillWay.INTERPRETER: "by the interpreter",
    }
    if recognise(game) is not None:
        yield "Tables       one heap after another, as a sequence"
        return
    for positions in _TABLES:
        bound = round(positions ** (1 / game.layout.size)) - 1
        bounds = zip(model.lows, model.highs, strict=True)
        highs = tuple(max(low, bound) if high is None else high for low, high in bounds)
        best = ways(game, highs, Grundy())[0]
        yield f"Table        up to {bound:,}: about {best.seconds:.2g} s, {words[best.way]}"


def _kernel(found: Game | Schema) -> Iterator[str]:
    """The source of the kernel for values below 128: sets have two words."""
    game = _with_parameters(found)
    from heapwise.engine.kernels.kernel_kind import KernelKind
    from heapwise.engine.kernels.source import source_of
    from heapwise.engine.kernels.sum_kernel import source_of_offers
    from heapwise.engine.plan import NoPlan, plan

    yield strong(game.text)
    try:
        found_plan = plan(game)
        source = source_of(found_plan, KernelKind(_WORDS))
    except NoPlan as reason:
        yield f"No kernel of its own: {reason}. `--stage plan` says what makes tables."
        return
    if found_plan.is_offered:
        yield "For values below 32; the kernel below takes over where they are larger."
        yield ""
        yield from source_of_offers(found_plan, KernelKind(1)).rstrip().split("\n")
        yield ""
    yield f"For sets of {_WORDS} words, which hold values below {64 * _WORDS}; wider ones are made as values grow."
    yield ""
    yield from source.rstrip().split("\n")


def _with_parameters(found: Game | Schema) -> Game:
    if isinstance(found, Schema):
        raise error("E015", None, name=found.name, wanted=len(found.parameters), found=0, usage=found.heading)
    return found


def _in_words(found: Game | Schema) -> Iterator[str]:
    schema = _schema(found)
    yield strong(found.text if isinstance(found, Game) else schema.heading)
    yield from comment_above(schema.source.text, schema.node.span.start)
    yield ""
    yield from _rules(schema)
    yield ""
    if isinstance(found, Game):
        yield from _about_game(found)
    else:
        yield f"Parameters   {schema.heading}; write '{schema.name}(...)' with values to see positions"
    yield _NUMBERING


def _rules(schema: Schema) -> list[str]:
    return ["    " + line for line in schema.source.at(schema.node.span).split("\n")]


def _about_game(game: Game) -> Iterator[str]:
    schema = game.schema
    if schema.parameters:
        pairs = zip(schema.parameters, game.arguments, strict=True)
        yield "Parameters   " + ", ".join(
            f"{p.name} = {show(v) if not isinstance(v, Rules) else v.text}" for p, v in pairs
        )
    yield f"Position     {_components(game)}"
    if schema.body.legal:
        yield "Legal        " + " and ".join(_clauses(schema, nodes.Legal))
    ends = _clauses(schema, nodes.Ends)
    yield "Play ends    " + " or ".join([*(f"when {text}" for text in ends), "where no option is left"])
    way = "which is shown for all positions" if game.is_shown_to_end else "which is tested at every move that is made"
    yield f"             every move lowers {game.measure_text()}, {way}"
    yield from _example(game)


def _components(game: Game) -> str:
    layout = game.layout
    shown = [
        f"{label} {_range(low, high)}" if inner is None else f"{label} of {inner.text}"
        for label, low, high, inner in zip(
            layout.labels, layout.lows, layout.highs, layout.component_games, strict=True
        )
    ]
    more = len(shown) - _MOST_LABELS
    return ", ".join(shown[:_MOST_LABELS]) + (f" and {more} more" if more > 0 else "")


def _range(low: int, high: int | None) -> str:
    return f"from {low}" if high is None else f"in {low}..{high}"


def _clauses(schema: Schema, kind: type[nodes.Legal] | type[nodes.Ends]) -> list[str]:
    """The conditions of clauses of a kind, in the author's words."""
    clauses = [c for c in schema.node.clauses if isinstance(c, kind)]
    return [" ".join(schema.source.at(c.condition.span).split()) for c in clauses]


def _example(game: Game) -> Iterator[str]:
    """The last small position that has a few options."""
    best: tuple[State, list[str]] | None = None
    for state in islice(small_states(game), _MOST_STATES):
        texts = [option_text(game, option) for option in sorted(game.options(state))]
        if best is None or len(best[1]) <= len(texts) <= _MOST_OPTIONS:
            best = state, texts
    if best is not None:
        yield f"Example      {game.layout.text(best[0])} has the options"
        yield "             " + ("  ".join(best[1]) or "none")
