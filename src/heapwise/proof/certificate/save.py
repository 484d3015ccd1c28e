"""Certificates as files: one for each instance that was proved, checked before it is written."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

from heapwise.claims.hashes import rules_hash, text_hash
from heapwise.claims.instances import Instance
from heapwise.claims.methods.base import Outcome
from heapwise.claims.verdict import jsonable
from heapwise.errors import HeapwiseError
from heapwise.files import write_atomically
from heapwise.proof.automata import Budget, BudgetExceeded, Numeration, Order
from heapwise.proof.certificate.record import NotRecorded, Recorder
from heapwise.proof.certificate.texts import text_of
from heapwise.proof.certificate.write import Writer
from heapwise.proof.logic import Portfolio
from heapwise.proof.obligations import plan
from heapwise.proof.prove import HOW
from heapwise.verify import check_proof, parsed
from heapwise.version import __version__

FORMAT = 1
_LONGEST_NAME = 120
_PLAIN = re.compile(r"[^\w=.,-]+")


def save(instance: Instance, outcome: Outcome, folder: Path) -> None:
    """Write the proof of an instance into a folder; the outcome then names the file, or says why there is none."""
    try:
        written = _save(instance, outcome, folder)
    except (NotRecorded, BudgetExceeded, HeapwiseError, OSError) as problem:
        outcome.warnings += (f"no certificate was written: {problem}",)
        return
    outcome.certificate = (outcome.certificate or {}) | written
    outcome.notes = tuple(note for note in outcome.notes if note != HOW)


def _save(instance: Instance, outcome: Outcome, folder: Path) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    if outcome.method == "period":
        found = about(instance, "period") | {"period": outcome.certificate}
    else:
        found = about(instance, "automata") | proof_of(instance)
    data = as_bytes(found)
    if found["kind"] == "automata":
        checked = check_proof(parsed(data))
        figures = {"states": checked.states, "steps": checked.steps}
    path = folder / file_name(instance)
    write_atomically(path, data)
    return {"kind": found["kind"], "file": str(path), "sha256": hashlib.sha256(data).hexdigest(), **figures}


def as_bytes(certificate: dict[str, Any]) -> bytes:
    """A certificate as it stands in its file."""
    return json.dumps(certificate, separators=(",", ":"), ensure_ascii=False).encode()


def about(instance: Instance, kind: str) -> dict[str, Any]:
    """What a certificate is about: one text of rules and claim, with hashes, and one choice of the parameters."""
    claim, text = instance.claim, text_of(instance.claim)
    return {
        "heapwise certificate": FORMAT, "kind": kind, "version": __version__,
        "game": instance.game.text if instance.game else "", "claim": claim.name,
        "statement": claim.text, "play": str(claim.play), "label": instance.label,
        "parameters": jsonable(instance.parameters), "text": text, "text_sha256": text_hash(text),
        "rules_sha256": rules_hash(claim),
    }  # fmt: skip


def proof_of(instance: Instance) -> dict[str, Any]:
    """Prove an instance once more, with a record of all that is done."""
    planned = plan(instance)
    if planned.is_golden:
        raise NotRecorded("certificates have no form for Fibonacci digits yet")
    recorders: dict[Order, Recorder] = {}

    def recorder(numeration: Numeration, budget: Budget) -> Recorder:
        return recorders.setdefault(numeration.order, Recorder(numeration, budget))

    portfolio = Portfolio(make=recorder)  # with the whole budget: it was proved within some budget already
    decided = [(o.name, o.formula, portfolio.decide(o.formula).order) for o in planned.obligations]
    return {"ends": planned.ends, **Writer(recorders).proof(decided)}


def file_name(instance: Instance) -> str:
    """A name that says game, claim and parameters; a hash is added where it cannot say all."""
    claim = instance.claim
    game = claim.schema.name if claim.schema else "law"
    full = "-".join(part for part in (game, claim.name, instance.label.replace(" ", "")) if part)
    name = _PLAIN.sub("_", full)
    if name != full or len(name) > _LONGEST_NAME:
        name = f"{name[:_LONGEST_NAME]}-{text_hash(full)[:8]}"
    return f"{name}.json"
