"""One certificate from its bytes to what can be said of it: what was checked, what compared, what is trusted."""

from collections.abc import Iterator, Mapping
from typing import Any

from heapwise.proof.certificate.compare import Compared, compare
from heapwise.proof.certificate.compare_theorem import compare_theorem
from heapwise.proof.certificate.confirm import check_shape, confirm
from heapwise.proof.certificate.rules import About, about, about_claim
from heapwise.proof.certificate.theorem import THEOREMS, confirm_theorem
from heapwise.proof.uniform import Quantified
from heapwise.records import Record, asdict
from heapwise.verify import Checked, check, check_proof, parsed

_DIGITS = "that every number has a code in Fibonacci digits (Zeckendorf), and the arithmetic by which these are read"


class Verified(Record):
    """A certificate that was not refused, in plain lines and figures."""

    kind: str
    about: About
    checked: tuple[str, ...]
    compared: tuple[str, ...]
    trusted: tuple[str, ...]
    figures: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        """Plain data for JSON."""
        lists = {key: list(getattr(self, key)) for key in ("checked", "compared", "trusted")}
        return {"kind": self.kind, **self.about.to_json(), **lists, **self.figures}


def verify(data: bytes) -> Verified:
    """Check a certificate and all that it says of itself; raises `HeapwiseError` with the reason for a refusal."""
    found = parsed(data)
    check_shape(found)
    if found["kind"] == "period":
        return _period(found)
    if found["kind"] in THEOREMS:
        return _theorem(found)
    checked = check_proof(found)
    confirmed = confirm(found)
    compared = compare(confirmed)
    figures = {"obligations": list(checked.obligations), "automata": checked.automata, "states": checked.states,
               "steps": checked.steps, **asdict(compared)}  # fmt: skip
    trusted = (
        "that formulas with these obligations make the claim true, by induction over the moves",
        f"that play ends: {confirmed.plan.ends}",
        "the translation of rules and claim at all other positions",
        *((_DIGITS,) if confirmed.plan.digits.are_fibonacci else ()),
    )
    said = about(confirmed.instance)
    return Verified("automata", said, tuple(_checked(checked)), tuple(_compared(compared)), trusted, figures)


def _theorem(found: Mapping[str, Any]) -> Verified:
    """A claim with quantifiers over its parameters."""
    checked = check(found)
    confirmed = confirm_theorem(found)
    compared = compare_theorem(confirmed, found)
    claim, said = confirmed.claim, confirmed.quantified
    assert claim.schema is not None
    figures = {"obligations": list(checked.obligations), "automata": checked.automata, "states": checked.states,
               "steps": checked.steps, **asdict(compared)}  # fmt: skip
    trusted = (
        _SOUND[found["kind"]],
        f"that play ends: {confirmed.ends}",
        "the reading of rules and claim at all other positions and parameters",
    )
    lines = tuple(_checked_theorem(checked, said))
    shown = about_claim(claim, claim.schema.heading, f"{said.quantifiers}, all sizes", tuple(said.fixed.values()))
    return Verified(found["kind"], shown, lines, tuple(_compared(compared)), trusted, figures)


_SOUND = {
    "digits": "that the obligations of the digit game make the claim true (docs/every-n.md)",
    "intervals": "that these sentences about k make the claim true (docs/every-n.md)",
    "tracks": "that formulas with these obligations make the claim true, by induction over the moves",
    "splitting": "that sums of numbers of an interval are those of the lemma (docs/every-n.md)",
    "definition": "that a statement which is true of all sets of outcomes of options is true",
    "same": "that what is true of two games is the same in both",
    "sums": "that the value of a sum is the nim-sum of the values of its parts (Sprague, Grundy)",
}


def _checked_theorem(checked: Checked, said: Quantified) -> Iterator[str]:
    parts = [f"{len(checked.obligations)} obligations"]
    parts += [f"{checked.automata} automata of at most {checked.states:,} states"] if checked.automata else []
    parts += [f"{checked.steps:,} steps"] if checked.steps else []
    yield f"checked without any code of the prover: {', '.join(parts)}"
    yield "read again: rules and claim have the hashes that are stated, and give this problem"
    for one in said.excluded:
        yield f"left out: {one.where}, {one.reason}"


def _checked(checked: Checked) -> Iterator[str]:
    yield (
        f"checked without any code of the prover: {len(checked.obligations)} obligations, {checked.theorems} formulas, "
        f"{checked.automata} automata of at most {checked.states:,} states, {checked.steps} steps"
    )
    yield "read again: rules and claim have the hashes that are stated, and translate into these obligations"


def _compared(compared: Compared) -> Iterator[str]:
    if compared.options is None:
        yield f"not compared with the interpreter: {compared.why_no_options}"
    else:
        yield f"compared with the interpreter: legal positions and options among {compared.options} small positions"
    if compared.formula is None:
        yield f"not compared with exact evaluation: {compared.why_no_formula}"
    else:
        yield f"compared with exact evaluation: the formula of the claim at {compared.formula} positions"


def _period(found: Mapping[str, Any]) -> Verified:
    from heapwise.proof.certificate.period import confirm_period  # which computes in arrays

    instance, certificate = confirm_period(found)
    checked = (
        f"checked without kernels or tables: {certificate.computed:,} values from the moves, and the criterion",
        "read again: rules and claim have the hashes that are stated, and the period decides the claim for all heaps",
    )
    trusted = ("the theorem behind the criterion", "the moves that were read off the rules, compared on small heaps")
    figures = {"computed": certificate.computed, "criterion": str(certificate)}
    return Verified("period", about(instance), checked, (), trusted, figures)
