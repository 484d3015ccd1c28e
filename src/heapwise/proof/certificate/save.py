"""Certificates as files: one for each instance or theorem that was proved, checked before it is written."""

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from heapwise.claims.claim import Claim
from heapwise.claims.hashes import rules_hash, text_hash
from heapwise.claims.instances import Instance
from heapwise.claims.limits import LimitReached
from heapwise.claims.plain_data import jsonable
from heapwise.claims.task import Outcome, Task
from heapwise.claims.wording import stated
from heapwise.errors import HeapwiseError
from heapwise.files import write_atomically
from heapwise.fingerprint import fingerprint
from heapwise.proof.certificate.record import NotRecorded
from heapwise.proof.certificate.texts import name_in, text_of
from heapwise.proof.prove import HOW
from heapwise.proof.uniform import Quantified, shown
from heapwise.verify import MOST_BYTES, check, check_proof, parsed
from heapwise.version import __version__

FORMAT = 2
_LONGEST_NAME = 120
_PLAIN = re.compile(r"[^\w=.,-]+")


def save(task: Task, outcome: Outcome, folder: Path) -> None:
    """Write the proof of an instance into a folder; the outcome then names the file, or says why there is none."""
    try:
        written = _save(task, outcome, folder)
    except (NotRecorded, LimitReached, HeapwiseError, OSError) as problem:
        outcome.warnings += (f"no certificate was written: {problem}",)
        return
    outcome.certificate = (outcome.certificate or {}) | written
    outcome.notes = tuple(note for note in outcome.notes if note != HOW)


def _save(task: Task, outcome: Outcome, folder: Path) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    if outcome.proof is None:
        found = about(task.instance, "period") | {"period": outcome.certificate}
        data = as_bytes(found)
    else:
        found = about(task.instance, "automata") | outcome.proof()
        data = as_bytes(found)
        task.limits.check()
        checked = check_proof(parsed(data))
        figures = {"states": checked.states, "steps": checked.steps}
    return _written(folder / file_name(task.instance), found, data) | figures


def save_theorem(claim: Claim, quantified: Quantified, folder: Path) -> dict[str, Any]:
    """Write the proof of a claim for all values of its parameters into a folder."""
    assert quantified.proof is not None
    found = about_theorem(claim, quantified) | quantified.proof()
    data = as_bytes(found)
    checked = check(parsed(data))
    return _written(folder / _file_name(claim, _quantified(quantified)), found, data) | {
        "states": checked.states, "steps": checked.steps
    }  # fmt: skip


def _quantified(quantified: Quantified) -> str:
    """`every-n-k`, and the values of parameters that are fixed."""
    fixed = ",".join(f"{name}={value}" for name, value in shown(quantified.fixed).items())
    return "-".join(("every", *quantified.ranges, *([fixed] if fixed else [])))


def _written(path: Path, found: dict[str, Any], data: bytes) -> dict[str, Any]:
    """The file, and what a verdict says of it."""
    path = _place(path, found)
    write_atomically(path, data)
    return {"kind": found["kind"], "file": str(path), "sha256": hashlib.sha256(data).hexdigest()}


def _place(path: Path, certificate: Mapping[str, Any]) -> Path:
    """The file, unless something else is in it: only a certificate about the same is replaced."""
    about = _subject(certificate)
    if not path.exists() or _is_about(path) == about:
        return path
    return path.with_name(f"{path.stem}-{text_hash(repr(about))[:12]}.json")


def _subject(certificate: Mapping[str, Any]) -> tuple[Any, ...]:
    said = (certificate.get(name) for name in ("parameters", "play", "label", "excluded"))
    return text_hash(str(certificate.get("text"))), *said


def _is_about(path: Path) -> tuple[Any, ...] | None:
    """What the certificate at a place is about; None if there is none."""
    try:
        with path.open("rb") as file:
            return _subject(parsed(file.read(MOST_BYTES + 1)))
    except (OSError, HeapwiseError):
        return None


def as_bytes(certificate: dict[str, Any]) -> bytes:
    """A certificate as it stands in its file."""
    return json.dumps(certificate, separators=(",", ":"), ensure_ascii=False).encode()


def about(instance: Instance, kind: str) -> dict[str, Any]:
    """What a certificate is about: one text of rules and claim, with hashes, and one choice of the parameters."""
    game = instance.game.text if instance.game else ""
    return _about(instance.claim, kind, game, instance.label, instance.parameters)


def about_theorem(claim: Claim, quantified: Quantified) -> dict[str, Any]:
    """The same for a claim with quantifiers: its parameters have no values, but for those that are fixed."""
    assert claim.schema is not None
    head = _about(claim, quantified.method, claim.schema.heading, quantified.quantifiers, quantified.fixed)
    return head | {"ranges": dict(quantified.ranges), "excluded": [e.where for e in quantified.excluded]}


def _about(claim: Claim, kind: str, game: str, label: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    values = tuple(parameters.values())
    text = text_of(claim, values)
    return {
        "heapwise certificate": FORMAT, "kind": kind, "version": __version__, "sources": fingerprint(),
        "game": game, "claim": name_in(text, claim), "statement": stated(claim), "play": str(claim.play),
        "label": label, "parameters": jsonable(dict(parameters)), "text": text, "text_sha256": text_hash(text),
        "rules_sha256": rules_hash(claim, values),
    }  # fmt: skip


def file_name(instance: Instance) -> str:
    """A name that says game, claim and parameters; a hash is added where it cannot say all."""
    return _file_name(instance.claim, instance.label)


def _file_name(claim: Claim, label: str) -> str:
    game = claim.schema.name if claim.schema else "law"
    full = "-".join(part for part in (game, claim.name, label.replace(" ", "")) if part)
    name = _PLAIN.sub("_", full)
    if name != full or len(name) > _LONGEST_NAME:
        name = f"{name[:_LONGEST_NAME]}-{text_hash(full)[:8]}"
    return f"{name}.json"
