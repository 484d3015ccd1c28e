"""Is a certificate about what it says? The texts in it are read again, and must give the formulas that it proves.

This is the part of a verification that leans on the rest of heapwise: the translation of rules and claim into formulas
is done anew by the same code. `compare` looks at that translation from outside.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from heapwise.claims.by_heaps import by_heaps
from heapwise.claims.claim import Claim
from heapwise.claims.hashes import rules_hash, text_hash
from heapwise.claims.instances import Instance
from heapwise.claims.task import Unsuitable
from heapwise.claims.wording import stated
from heapwise.errors import HeapwiseError, error
from heapwise.proof.automata import BudgetExceeded
from heapwise.proof.certificate.record import NotRecorded
from heapwise.proof.certificate.save import FORMAT
from heapwise.proof.certificate.texts import instances_of, text_of
from heapwise.proof.certificate.tree import Trees
from heapwise.proof.known import KnownValues, known_values
from heapwise.proof.obligations import ProofPlan, plan, plan_known
from heapwise.proof.outside import Outside
from heapwise.records import Record, replace
from heapwise.verify.kinds import PARTS
from heapwise.verify.untrusted import not_one, quoted, record


class Confirmed(Record):
    """An instance, read from the text of a certificate, and what has to be shown for it."""

    instance: Instance
    plan: ProofPlan


def other(problem: str) -> HeapwiseError:
    """The certificate is about something else than it says."""
    return error("E342", None, problem=problem)


_STRINGS = ("version", "sources", "game", "claim", "statement", "play", "label", "text", "text_sha256", "rules_sha256")
_KEYS = ("heapwise certificate", "kind", "parameters", *_STRINGS)
_PROOF = ("obligations", "formulas", "proofs")
_THEOREM = ("ranges", "excluded")
_OF_KIND = {
    "automata": ("ends", "known", *_PROOF), "period": ("period",),
    "digits": (*_THEOREM, "problem", "reader", "closed", "total", "strategy", "automata"),
    "intervals": (*_THEOREM, "intervals", *_PROOF), "tracks": (*_THEOREM, "ends", "left_out", *_PROOF),
    "splitting": (*_THEOREM, "splits"), "definition": (*_THEOREM, "seats", "sentence"),
    "sums": (*_THEOREM, "ends", "left_out", *_PROOF), "same": (*_THEOREM, *PARTS),
}  # fmt: skip


def check_shape(data: dict[str, Any]) -> None:
    """Refuse what is of no form that is known, and whatever a certificate of its kind does not have."""
    form = data.get("heapwise certificate")
    if form != FORMAT or type(form) is not int:
        raise not_one(f"its form is {quoted(str(form))}, and this version reads form {FORMAT}: prove the claim again")
    if type(data.get("kind")) is not str or data["kind"] not in _OF_KIND:
        raise not_one(f"its kind is none of {', '.join(f'`{kind}`' for kind in _OF_KIND)}")
    record(data, "the file", keys=(*_KEYS, *_OF_KIND[data["kind"]]))
    missing = [key for key in _THEOREM if key in _OF_KIND[data["kind"]] and key not in data]
    if missing or not all(type(data.get(k)) is str for k in _STRINGS) or type(data.get("parameters")) is not dict:
        raise not_one("it does not say what it is about")


def check_part(data: dict[str, Any]) -> None:
    """Refuse whatever a proof of its kind does not have, where it is a part of a certificate."""
    record(data, "a proof", keys=("kind", *(key for key in _OF_KIND[data["kind"]] if key not in _THEOREM)))


def instance_of(data: Mapping[str, Any]) -> Instance:
    """The instance that a certificate is about, from the text that it carries."""
    check_hash(data)
    found = _read(data)
    game = found.game.text if found.game else ""
    check_head(data, found.claim, game, found.label, found.values)
    return found


def check_hash(data: Mapping[str, Any]) -> None:
    """Refuse a text with another hash."""
    if text_hash(data["text"]) != data["text_sha256"]:
        raise other("the hash of its text is another one")


def check_head(data: Mapping[str, Any], claim: Claim, game: str, label: str, parameters: tuple[Any, ...]) -> None:
    """Refuse a text with more in it than the claim, and whatever is said of the claim and is not so."""
    if text_of(claim, parameters) != data["text"]:
        raise other("its text has more in it than its claim and the games that this speaks of")
    if rules_hash(claim, parameters) != data["rules_sha256"]:
        raise other("the hash of its rules is another one")
    said = {"game": game, "claim": claim.name, "statement": stated(claim), "play": str(claim.play), "label": label}
    for key, value in said.items():
        if data[key] != value:
            raise other(f"its text has another {key}")


def _read(data: Mapping[str, Any]) -> Instance:
    try:
        found = instances_of(data["text"], data["label"], data["parameters"])
    except HeapwiseError as problem:
        raise other(f"its text has a mistake, {problem.code}") from None
    if len(found) != 1:
        raise other("its text is not about one claim with these parameters")
    return by_heaps(found[0])


def confirm(data: Mapping[str, Any]) -> Confirmed:
    """Refuse a certificate whose formulas are not those of its own rules and claim."""
    instance = instance_of(data)
    try:
        planned = plan(instance) if "known" not in data else plan_known(instance, _known(data["known"]))
        portfolio = planned.portfolio()
        trees = Trees(portfolio.base)
        goals = [(o.name, trees.number(portfolio.spelled(o.formula))) for o in planned.obligations]
    except Unsuitable as reason:
        raise other(reason.reason) from None
    except Outside as reason:
        raise other(f"outside of what can be proved: {reason.what}") from None
    except NotRecorded as step:
        raise other(f"no certificate has a form for {step.what}") from None
    check_goals(data, goals, trees)
    if data.get("ends") != planned.ends:
        raise other("it gives another reason why play ends")
    if _says_nothing(planned):
        raise other("its claim says something of no position at all")
    return Confirmed(instance, planned)


def check_goals(data: Mapping[str, Any], goals: Sequence[tuple[str, int]], trees: Trees) -> None:
    """Refuse other obligations than these. The proof speaks of more formulas, which stand behind theirs."""
    stated = [(g.get("never"), g.get("formula")) for g in data["obligations"]]
    if stated != list(goals) or data["formulas"][: len(trees.nodes)] != trees.nodes:
        raise other("its obligations are not those of its rules and its claim")


def _known(value: Any) -> KnownValues:
    """The automaton of values by way of which a statement is proved; that it is one is among the obligations."""
    data = record(value, "the known values", keys=("values", "automaton", "others"))
    others = data.get("others", [])
    if type(data.get("values")) is not bool or type(data.get("automaton")) is not str or type(others) is not list:
        raise not_one("the known values have another form")
    if any("others" in record(other, "the known values", keys=("values", "automaton", "others")) for other in others):
        raise not_one("the known values of another game speak of others")
    try:
        return replace(known_values(data["automaton"], data["values"]), others=tuple(map(_known, others)))
    except HeapwiseError as problem:
        raise other(f"the automaton of its values has a mistake, {problem.code}") from None


def _says_nothing(planned: ProofPlan) -> bool:
    """Is the premise of a claim true nowhere? Then it is true, and nobody who reads it learns anything."""
    try:
        return planned.portfolio().decide(planned.scope).witness is None
    except BudgetExceeded as limit:
        raise other(f"it cannot be seen that its claim says something of a position: {limit}") from None
