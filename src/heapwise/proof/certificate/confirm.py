"""Is a certificate about what it says? The texts in it are read again, and must give the formulas that it proves.

This is the part of a verification that leans on the rest of heapwise: the translation of rules and claim into formulas
is done anew by the same code. `compare` looks at that translation from outside.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from heapwise.claims.hashes import rules_hash, text_hash
from heapwise.claims.instances import Instance
from heapwise.claims.task import Unsuitable
from heapwise.errors import HeapwiseError, error
from heapwise.proof.certificate.record import NotRecorded
from heapwise.proof.certificate.save import FORMAT
from heapwise.proof.certificate.texts import instances_of
from heapwise.proof.certificate.tree import Trees
from heapwise.proof.obligations import ProofPlan, plan
from heapwise.proof.outside import Outside


@dataclass(frozen=True)
class Confirmed:
    """An instance, read from the text of a certificate, and what has to be shown for it."""

    instance: Instance
    plan: ProofPlan


def other(problem: str) -> HeapwiseError:
    """The certificate is about something else than it says."""
    return error("E342", None, problem=problem)


def instance_of(data: Mapping[str, Any]) -> Instance:
    """The instance that a certificate is about, from the text that it carries."""
    strings = ("game", "claim", "statement", "play", "label", "text", "text_sha256", "rules_sha256")
    if data.get("heapwise certificate") != FORMAT or type(data.get("heapwise certificate")) is not int:
        raise error("E340", None, problem=f"it is not of the form {FORMAT}")
    if not all(isinstance(data.get(key), str) for key in strings) or type(data.get("parameters")) is not dict:
        raise error("E340", None, problem="it does not say what it is about")
    if text_hash(data["text"]) != data["text_sha256"]:
        raise other("the hash of its text is another one")
    found = _read(data)
    claim = found.claim
    if rules_hash(claim) != data["rules_sha256"]:
        raise other("the hash of its rules is another one")
    game = found.game.text if found.game else ""
    said = {"game": game, "claim": claim.name, "statement": claim.text, "play": str(claim.play), "label": found.label}
    for key, value in said.items():
        if data[key] != value:
            raise other(f"its text has another {key}")
    return found


def _read(data: Mapping[str, Any]) -> Instance:
    try:
        found = instances_of(data["text"], data["label"], data["parameters"])
    except HeapwiseError as problem:
        raise other(f"its text has a mistake, {problem.code}") from None
    if len(found) != 1:
        raise other("its text is not about one claim with these parameters")
    return found[0]


def confirm(data: Mapping[str, Any]) -> Confirmed:
    """Refuse a certificate whose formulas are not those of its own rules and claim."""
    instance = instance_of(data)
    try:
        planned, trees = plan(instance), Trees()
        portfolio = planned.portfolio()
        goals = [(o.name, trees.number(portfolio.spelled(o.formula))) for o in planned.obligations]
    except Unsuitable as reason:
        raise other(reason.reason) from None
    except Outside as reason:
        raise other(f"outside of what can be proved: {reason.what}") from None
    except NotRecorded as step:
        raise other(f"no certificate has a form for {step.what}") from None
    stated = [(g.get("never"), g.get("formula")) for g in data["obligations"]]
    # The proof speaks of more formulas, which stand behind these.
    if stated != goals or data["formulas"][: len(trees.nodes)] != trees.nodes:
        raise other("its obligations are not those of its rules and its claim")
    if data.get("ends") != planned.ends:
        raise other("it gives another reason why play ends")
    return Confirmed(instance, planned)
