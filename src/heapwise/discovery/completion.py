"""Structure of proved sets: any values of the other components go with exactly one of a component."""

from __future__ import annotations

from heapwise.discovery.finding import Finding
from heapwise.discovery.judge import Status
from heapwise.proof.automata import BudgetExceeded
from heapwise.proof.learned import DigitSet
from heapwise.proof.logic import And, Exists, Form, Not, compare, substitute
from heapwise.proof.moves import moves_of
from heapwise.proof.outside import Outside
from heapwise.reference.conventions import Play
from heapwise.rules.game import Game

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
    legal = Exists((name,), moves.domain)
    try:
        portfolio = found.portfolio()
        none = And((legal, Not(Exists((name,), inside))))
        return portfolio.decide(two).witness is None and portfolio.decide(none).witness is None
    except (BudgetExceeded, Outside):
        return False
