"""All that a search said, in the order in which people read it; a guess that follows from a theorem is one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from heapwise.discovery.finding import Finding, Findings, RuledOut
from heapwise.discovery.standing import Status
from heapwise.reference.conventions import NORMAL


def collected(name: str, results: Sequence[Finding | RuledOut]) -> Findings:
    """All findings, the surest and shortest first."""
    findings = [r for r in results if isinstance(r, Finding)]
    findings = sorted((_with_values(f, findings) for f in findings), key=lambda f: f.order)
    wide = {(f.claim, f.play) for f in findings if f.quantifiers}  # said once for all instances
    findings = [f for f in findings if f.quantifiers or (f.claim, f.play) not in wide]
    return Findings(name, tuple(findings), tuple(r for r in results if isinstance(r, RuledOut)))


def _with_values(finding: Finding, findings: list[Finding]) -> Finding:
    """A guess `P(x) iff t = 0` is proved where `G(x) = t` is, of the same instances."""
    place, _, formula = finding.claim.removeprefix("P(").partition(") iff ")
    if finding.standing != Status.GUESS or finding.play != NORMAL.name or not formula.endswith(" = 0"):
        return finding
    values = f"G({place}) = {formula.removesuffix(' = 0')}"
    for known in findings:
        if known.standing == Status.PROVED and known.claim == values and _about(known) == _about(finding):
            how = "follows from the values"
            return replace(finding, standing=Status.PROVED, quantifiers=known.quantifiers, how=how)
    return finding


def _about(finding: Finding) -> tuple[object, ...]:
    return finding.play, finding.hypotheses, finding.parameters
