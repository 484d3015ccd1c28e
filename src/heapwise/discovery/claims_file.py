"""Findings as a text of claims, which `heapwise check` finds as they stand."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from heapwise.discovery.finding import Finding, Findings
from heapwise.discovery.judge import Status, claims_heading, effort_of
from heapwise.discovery.wording import declaration_text
from heapwise.questions import read_play
from heapwise.rules.schema import Schema
from heapwise.terms.values import show
from heapwise.version import __version__

_MOST_POSITIONS = 4_000  # of an instance, so that a claim is checked in a moment
_MOST_INSTANCES = 6
_STATUS = {Status.PROVED: "theorem", Status.GUESS: "conjecture", Status.NEAR: "disproved"}


def claims_text(schema: Schema, found: Findings, size: int) -> str:
    """A block of claims; what is excluded, and what no claim says yet, stands in comments."""
    lines = [f"-- what `heapwise find` of heapwise {__version__} found of {found.game}", claims_heading(schema)]
    names: dict[str, int] = {}
    lines += [line for finding in found for line in _declared(finding, size)]
    for finding in found:
        lines += ["", *(_claim(finding, names, size) if finding.is_claim else _comment(finding))]
    lines += ["", *(f"-- excluded: {item.text}, under {item.play} play" for item in found.excluded)]
    return "\n".join(lines).rstrip() + "\n"


def claim_text(schema: Schema, finding: Finding, size: int) -> str:
    """One finding as a text of claims."""
    return "\n".join((claims_heading(schema), *_declared(finding, size), "", *_claim(finding, {}, size))) + "\n"


def _declared(finding: Finding, size: int) -> Iterator[str]:
    """The automaton that a claim speaks of."""
    if finding.automaton is not None:
        yield from ("", *declaration_text(finding.automaton, finding.name, size).splitlines())


def _claim(finding: Finding, names: dict[str, int], size: int) -> Iterator[str]:
    """One claim, with a name of its own."""
    letter = {"P": "p_positions", "G": "values", "W": "outcomes", "g": "values"}.get(finding.claim[:1], "found")
    base = f"{finding.standing}_{letter}" if finding.standing == Status.NEAR else letter
    names[base] = names.get(base, 0) + 1
    name = base if names[base] == 1 else f"{base}_{names[base]}"
    under = "" if finding.play == "normal" else f" under {read_play(finding.play)}"
    yield f'{_STATUS[finding.standing]} {name} "{_source(finding)}"{under}{_witness(finding)}:'
    yield f"    {finding.claim}"
    hypotheses = finding.hypotheses or _for(finding.parameters)
    if hypotheses:
        yield f"    {hypotheses}"
    known = finding.instances[:_MOST_INSTANCES]
    yield f"    check {', '.join([*effort_of(known), f'upto {_upto(size, known)}'])}"


def _source(finding: Finding) -> str:
    if finding.standing == Status.PROVED:
        return f"found and proved by heapwise {__version__}"
    return f"found by heapwise {__version__}: {finding.how}".replace('"', "'")


def _witness(finding: Finding) -> str:
    """` at a = 1, b = 1`, where the formula is wrong."""
    if finding.standing != Status.NEAR or finding.judge is None:
        return ""
    (rival,) = finding.rivals
    places = [place.name for place in finding.judge.schema.places]
    known = [f"{name} = {show(value)}" for name, value in finding.parameters.items()]
    if len(places) == len(rival.position):
        known += [f"{name} = {value}" for name, value in zip(places, rival.position, strict=True)]
    else:
        known.append(f"{places[0]} = ({', '.join(map(str, rival.position))})")
    return f" at {', '.join(known)}"


def _for(parameters: Mapping[str, Any]) -> str:
    known = ", ".join(f"{name} = {show(value)}" for name, value in parameters.items())
    return f"for {known}" if known else ""


def _upto(size: int, known: Sequence[Mapping[str, Any]]) -> int:
    """How far to look, so that no instance has too many positions."""
    components = max([size, *(instance.get("n", 0) for instance in known)])
    return max(1, min(60, int(_MOST_POSITIONS ** (1 / components)) - 1))


def _comment(finding: Finding) -> Iterator[str]:
    under = "" if finding.play == "normal" or finding.play in finding.claim else f" under {finding.play}"
    yield f"-- {finding.standing}: {finding.claim}{under}   {finding.how}"
