"""The automaton of a claim as a picture."""

from __future__ import annotations

from collections.abc import Iterator

from heapwise.claims.instances import Instance
from heapwise.claims.task import Unsuitable
from heapwise.errors import error
from heapwise.pictures.picture import Picture
from heapwise.proof.claimed import ClaimedFormula, claimed
from heapwise.proof.pictures.draw import Sheet, drawn


def automaton_of(instance: Instance) -> Picture:
    """The least automaton of what a claim says; what cannot be expressed by one is refused, by name."""
    try:
        found = claimed(instance)
        automaton = found.automaton()
    except Unsuitable as obstacle:
        raise error("E351", None, help="automaton", claim=instance.claim.name, reason=obstacle.reason) from None
    names = tuple(found.names[track] for track in automaton.tracks)
    title = f"{instance.claim.name} of {instance.game}"
    return drawn(Sheet(automaton, names, title, tuple(_notes(instance, found))))


def _notes(instance: Instance, found: ClaimedFormula) -> Iterator[str]:
    play = "" if instance.claim.play.is_normal else f"under {instance.claim.play.name}: "
    yield play + " ".join(instance.claim.text.split())
    if found.digits.are_fibonacci:
        yield "Digits weigh 1, 2, 3, 5, 8, ..., the Fibonacci numbers; no number has two ones side by side."
    if not found.is_graph:
        yield "Accepted are the positions that the claim names."
    else:
        value = "2 to the power of the value" if found.is_power else "the value"
        yield f"Accepted are the positions together with g, {value} that the claim gives them."
