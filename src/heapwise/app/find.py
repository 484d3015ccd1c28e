"""`heapwise find GAME`"""

from pathlib import Path

import click

from heapwise.app import inputs
from heapwise.app.lookup import tell
from heapwise.app.say import deliver, json_result, note, prose
from heapwise.app.watch import Watch
from heapwise.discovery import Finding, Findings, RuledOut, Search, wishes_of
from heapwise.discovery.claims_file import claims_text
from heapwise.discovery.finding import collected
from heapwise.discovery.run import Result
from heapwise.discovery.shared import SharedSearch
from heapwise.discovery.wishes import with_sketch
from heapwise.discovery.wording import declaration_text
from heapwise.documents.search import shelf_here
from heapwise.engine.memory import Memory
from heapwise.messages import said, words
from heapwise.messages.width import left
from heapwise.rules.used import games_in
from heapwise.workers import Hiring

_MOST_SHOWN = 12
_COUNT = click.IntRange(1, 10**9)


@click.command(
    "find",
    epilog=inputs.epilog(
        "heapwise find 'nim(2)' --for P --for normal --no-library", "heapwise find lim --for misere --no-library"
    ),
)
@inputs.game_argument
@click.option(
    "--for", "wanted", multiple=True, metavar="WHAT", help="P, G, W, or a play; may be repeated.  [default: all]"
)
@click.option("--terms", type=_COUNT, metavar="N", help="Offer about N terms to each search.")
@click.option("--states", type=_COUNT, default=1_000, show_default=True, metavar="N", help="Largest automaton.")
@click.option("--seed", type=click.IntRange(0, 2**31), default=0, metavar="N", help="Of the positions compared first.")
@click.option("--sketch", metavar="TEXT", help="Formulas of this form, with holes: `G(a, b) = ?c * a + ?f(a, b)`.")
@click.option("--no-library", "has_library", is_flag=True, flag_value=False, default=True, help="No other games.")
@click.option("--all", "shows_all", is_flag=True, help=f"More than {_MOST_SHOWN} findings.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, metavar="N", help="Processes.")
@inputs.kept_option
@inputs.output_option
@inputs.force_option
@inputs.files_option
@inputs.json_option
@inputs.limits
def find_command(
    game: str, wanted: tuple[str, ...], terms: int | None, states: int, seed: int, sketch: str | None,
    has_library: bool, shows_all: bool, jobs: int, resume: bool, output: Path | None, files: tuple[str, ...],
    as_json: bool, seconds: float | None, memory: float,
) -> None:  # fmt: skip
    """Statements about GAME, from its rules alone; of a game whose parameters are left open, statements in them.

    What is called proved is proved for all positions. A guess was right at positions that had no part in making it, and
    what is near failed there. What is excluded is no matter of taste: nothing of the kind was there to be found, as far
    as the sentence says. With -o FILE.claims the findings are written as claims, which `heapwise check` takes.
    """
    results: list[Result] = []
    with Watch(seconds, memory) as watch:
        limits = {"terms": terms, "states": states, "seed": seed, "has_library": has_library}
        wishes = wishes_of(
            wanted, memory=Memory(memory), tick=watch.tick, tell=lambda stage: watch.at(_said(stage)), **limits
        )
        wishes = with_sketch(wishes, sketch)
        games = shelf_here(files)
        shared = SharedSearch(game, wishes, games, resume)
        run = shared.run
        tell(games, [run.schema] if run.game is None else games_in(run.game))
        try:
            with Hiring(jobs).crew() as crew:
                for result in shared.results(crew):
                    results.append(result)
                    if isinstance(result, Finding) and result.is_claim:
                        watch.found(result.claim)
        finally:
            found = collected(run.name, results)
            watch.clear()
            _show(run, found, as_json, shows_all, output)
            if shared.is_cut:
                note(words("find", "kept"))


def _show(run: Search, found: Findings, as_json: bool, shows_all: bool, output: Path | None) -> None:
    """What was found, also where a limit ended the search."""
    shown = found.findings if shows_all else found.findings[:_MOST_SHOWN]
    everything: list[Result] = [*shown, *found.excluded]
    if as_json:
        about = {"game": found.game, "rules_sha256": run.rules_sha256, "seed": run.wishes.seed}
        for one in everything:
            json_result(about | one.as_data())
        json_result(about | found.summary())
    else:
        for one in everything:
            prose(_text(one, run.size))
        if len(shown) < len(found):
            note(words("find", "more", count=len(found) - len(shown)))
    if output is not None:
        deliver(claims_text(run.schema, found, run.size), output)


def _text(found: Finding | RuledOut, size: int) -> str:
    """A finding on a line, and its automaton below."""
    if isinstance(found, RuledOut):
        play = words("find", "play", play=_said(found.play))
        return f"{left(words('find', 'excluded'), 10)} {_said(found.text)}{play}"
    under = (
        "" if found.play == "normal" or not found.is_claim else f"   {words('find', 'under', play=_said(found.play))}"
    )
    what = f"   {found.hypotheses}" if found.hypotheses else ""
    claim = found.claim if found.is_claim else _said(found.claim)
    lines = [f"{left(words('find', found.standing), 10)} {claim}{what}{under}   {_said(found.how)}".rstrip()]
    if found.automaton is not None:
        lines += [f"    {line}" for line in declaration_text(found.automaton, found.name, size).splitlines()]
    return "\n".join(lines)


def _said(text: str) -> str:
    """A sentence of a search in the language of this run."""
    return said(text, section="findings")
