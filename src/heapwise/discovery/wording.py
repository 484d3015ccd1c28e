"""Findings in the words of the language: sets that automata describe, what holds of all positions of one, and what is
true but for few positions."""

from collections.abc import Iterator

from heapwise.discovery.finding import Finding
from heapwise.discovery.judge import StatementJudge, Status, parameters_of
from heapwise.documents.document import GameNames
from heapwise.fitting.components import components_of
from heapwise.lang.automata import automaton_text
from heapwise.lang.spell import spelled
from heapwise.proof.automata import BudgetExceeded
from heapwise.proof.learned import DigitSet, declaration
from heapwise.proof.logic import And, Exists, Form, Not, compare, substitute
from heapwise.proof.moves import moves_of
from heapwise.proof.outside import Outside
from heapwise.reference.conventions import MISERE, Play
from heapwise.rules.game import Game


def set_claim(game: Game, play: Play, found: DigitSet, seat: int | None = None) -> Finding:
    """`P(a, b) iff cold(a, b)`, `W(x) = 2 iff last2(x)`, with the automaton under that name."""
    kind = "cold" if seat is None else f"last{seat}"
    name = kind if play.is_normal else "_".join((kind, *play.name.replace(">", "").split()))
    place = ", ".join(variables_of(game))
    asked = f"P({place})" if seat is None else f"W({place}) = {seat}"
    states = found.automaton.states
    how = f"{states} states, {found.digits}"
    name = _unused(name, game)
    return Finding(Status.PROVED, f"{asked} iff {name}({place})", play.name, how, states + 4, found, name)


def graph_claim(game: Game, play: Play, found: DigitSet) -> Finding:
    """`graph(a, b, G(a, b))`: the automaton that accepts a position with its value, and with no other number."""
    place = ", ".join(variables_of(game))
    states = found.automaton.states
    how = f"{states} states, {found.digits}"
    name = _unused("graph", game)
    return Finding(Status.PROVED, f"{name}({place}, G({place}))", play.name, how, states + 5, found, name)


def _unused(name: str, game: Game) -> str:
    """A name for an automaton that the rules do not use for something else."""
    schema = game.schema
    used = {schema.name, *(one.name for one in schema.parameters), *(one.name for one in schema.places)}
    return name if name not in used else _unused(f"{name}_set", game)


def exceptions_claim(game: Game, positions: tuple[tuple[int, ...], ...]) -> Finding:
    """Misere play by normal play, with the positions at which they differ."""
    if not positions:
        text = "the P-positions of misere play are those of normal play"
    else:
        listed = ", ".join(f"({', '.join(map(str, position))})" for position in positions)
        text = f"misere play differs from normal play at exactly {len(positions)} positions: {listed}"
    return Finding(Status.PROVED, text, MISERE.name, "equality of two automata", 5 + len(positions), is_claim=False)


def variables_of(game: Game) -> tuple[str, ...]:
    """The variables of a position, vectors whole: `x`, or `a, b`."""
    return tuple(variable.name for variable in game.layout.variables)


def declaration_text(found: DigitSet, name: str, size: int) -> str:
    """An automaton as a text of claims declares it, a line a state; that of values reads them behind the components."""
    tracks, variables = [f"x{i}" for i in range(size)], [f"d{i + 1}" for i in range(size)]
    has_values = "g" in found.automaton.tracks
    return automaton_text(declaration(found, name, [*variables, *["g"] * has_values], [*tracks, *["g"] * has_values]))


def but_for_few(
    game: Game, games: GameNames, normal: Finding, exceptions: tuple[tuple[int, ...], ...]
) -> Iterator[Finding]:
    """`max(x) > 1 implies (P(x) iff ...)` under misere play, with the formula of normal play."""
    components = components_of(game)
    if components is None or not exceptions:
        return
    bound = max(map(max, exceptions))
    text = f"{spelled(components.fold('max').node)} > {bound} implies ({normal.claim})"
    judge, known = StatementJudge(game.schema, MISERE, games), parameters_of(game)
    if judge.is_proved(text, "", known):
        yield Finding(
            Status.PROVED, text, MISERE.name, "all sizes", normal.cost + 5, method="exceptions", parameters=known,
            judge=judge,
        )  # fmt: skip


_OTHER = "c"


def completed(game: Game, play: Play, found: DigitSet, about: str) -> Finding | None:
    """The sentence about all components for which it is so; `about` says what the set is."""
    names = moves_of(game).names
    if len(names) < 2:
        return None
    labels = [label for name, label in zip(names, game.layout.labels, strict=True) if _is_unique(game, found, name)]
    if not labels:
        return None
    which = labels[0] if len(labels) == 1 else "each component"
    if len(labels) not in (1, len(names)):
        which = f"each of {', '.join(labels)}"
    text = f"for all values of the other components exactly one value of {which} makes a {about}"
    if not play.is_normal:
        text += f", under {play} play"
    how = "proved from the automaton"
    return Finding(Status.PROVED, text, play.name, how, 4 + len(names), method="structure", is_claim=False)


def _is_unique(game: Game, found: DigitSet, name: str) -> bool:
    """Is there exactly one value of a component, whatever the others are?"""
    moves = moves_of(game)
    inside = And((moves.domain, found.formula))
    others = substitute(inside, {name: _OTHER})
    two = And((inside, others, compare(Form.variable(name), "<", Form.variable(_OTHER))))
    try:
        portfolio = found.portfolio()
        none = And((moves.ranges, Not(Exists((name,), inside))))
        return portfolio.decide(two).witness is None and portfolio.decide(none).witness is None
    except (BudgetExceeded, Outside):
        return False
