"""A statement that no other form fits, decided by values that are learned for it."""

from __future__ import annotations

from heapwise import arrays
from heapwise.claims.task import Task
from heapwise.lang.automata import automaton_text
from heapwise.proof.automata import AutomatonBudget
from heapwise.proof.known import KnownValues, known_values
from heapwise.proof.learned.declared import declaration
from heapwise.proof.learned.search import learned
from heapwise.proof.obligations import ProofPlan, plan_known
from heapwise.proof.outside import Outside

_ASKED = frozenset("PNG")


def learned_plan(task: Task, budget: AutomatonBudget) -> ProofPlan | None:
    """The plan by way of learned values; None where the claim asks for other things, or nothing is found."""
    instance = task.instance
    claim, asks = instance.claim, instance.claim.asks()
    is_plain = claim.schema is not None and claim.strategy is None and claim.play.players == 2
    is_about_some = any(c.value is not None or c.domain is not None for c in claim.components)
    if instance.game is None or instance.game.layout.has_positions or not is_plain or is_about_some:
        return None
    if not asks or not asks <= _ASKED or not instance.game.layout.size:
        return None
    if not arrays.are_here():
        raise Outside("values are learned from tables, and there is no numpy here to make them")
    found = learned(task, "G" in asks, budget)
    if found is None:
        raise Outside("no small one closes on tables of small positions")
    size = instance.game.layout.size
    tracks = [f"x{i}" for i in range(size)] + (["g"] if "G" in asks else [])
    name = "values" if "G" in asks else "cold"
    node = declaration(found.found, name, [track.replace("x", "a") for track in tracks], tracks)
    known = known_values(automaton_text(node), "G" in asks)
    return plan_known(instance, KnownValues(known.acceptor, known.has_values, known.text, found.side))
