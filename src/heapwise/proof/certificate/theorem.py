"""Certificates of theorems "for every n", "for every k": is one about the rules and the claim that stand in it?

Their text is read again, and must give the problem that the certificate solves; `confirm` does this for an instance.
Rules and claim are read by the way of proof that made the certificate (`heapwise.proof.uniform`). Numbers that it has
guessed, intervals and values that are left out, are taken from the certificate, since it proves what they are good for.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from heapwise.claims.claim import Claim
from heapwise.claims.hashes import schema_hash
from heapwise.claims.plain_data import jsonable
from heapwise.claims.resolve import resolve_claims
from heapwise.claims.small_cases import says_something
from heapwise.documents.library import Document
from heapwise.documents.search import Around
from heapwise.errors import HeapwiseError
from heapwise.proof import definitions, same_values, sums
from heapwise.proof.automata import BudgetExceeded
from heapwise.proof.certificate.confirm import check_goals, check_hash, check_head, check_part, check_shape, other
from heapwise.proof.certificate.record import NotRecorded
from heapwise.proof.certificate.tree import Trees
from heapwise.proof.digit_game import way as digits
from heapwise.proof.digit_game.problem import silent
from heapwise.proof.every_k import way as every_k
from heapwise.proof.every_k.read import family_of
from heapwise.proof.every_k.sentences import INTERVALS, Sentences
from heapwise.proof.logic import Formula
from heapwise.proof.outside import NotProved, Outside
from heapwise.proof.rewording import reworded
from heapwise.proof.splitting import way as splitting
from heapwise.proof.tracks.attempt import is_left_out, left_out
from heapwise.proof.tracks.attempt import quantified as with_tracks
from heapwise.proof.tracks.parameters import Open
from heapwise.proof.tracks.plan import OpenPlan, plan_open
from heapwise.proof.tracks.portfolio import TrackPortfolio
from heapwise.proof.uniform import Free, Quantified, fixed_choices, unsure_of
from heapwise.records import Record, replace
from heapwise.source import Source
from heapwise.verify.kinds import PARTS
from heapwise.verify.untrusted import MOST_NUMBER, not_one, record, sequence, wholes

Data = Mapping[str, Any]

_MOST_PLACE = 10_000  # of a digit that is left out: its power is written


class ConfirmedTheorem(Record):
    """A claim, read from the text of a certificate, the theorem that is proved of it, and why play ends."""

    claim: Claim
    quantified: Quantified
    ends: str
    plan: OpenPlan | None = None  # of parameters as tracks
    part: "ConfirmedTheorem | None" = None  # about one heap, where a position is a sum; without the other game
    other: "ConfirmedTheorem | None" = None  # about another game, of which the claim says that it is the same


def confirm_theorem(data: Data) -> ConfirmedTheorem:
    """Refuse a certificate that proves something else than its rules and claim ask for."""
    check_hash(data)
    claim = _claim(data)
    free = _free(data, claim)
    if (unsure := unsure_of(claim)) is not None:
        raise other(f"`{unsure}` may have no value")
    try:
        found = _KINDS[data["kind"]](data, claim, free, _fixed(data, claim, free))
    except Outside as reason:
        raise other(f"outside of what can be proved: {reason.what}") from None
    except NotProved as reason:
        raise other(reason.reason) from None
    except NotRecorded as step:
        raise other(f"no certificate has a form for {step.what}") from None
    said = found.quantified
    if claim.status == "disproved" and not said.fixed and not said.excluded:
        raise other("its claim is said to be false")
    assert claim.schema is not None
    check_head(data, claim, claim.schema.heading, said.quantifiers, tuple(said.fixed.values()))
    if data["ranges"] != dict(said.ranges) or data["excluded"] != [e.where for e in said.excluded]:
        raise other("its quantifiers are not those of its rules and its claim")
    return found


def _claim(data: Data) -> Claim:
    document = Document(Source("<certificate>", data["text"]), Around())
    try:
        document.check()
        found = resolve_claims(document)
    except HeapwiseError as problem:
        raise other(f"its text has a mistake, {problem.code}") from None
    if len(found) != 1 or found[0].schema is None:
        raise other("its text is not about one claim about a game")
    return reworded(found[0])


def _free(data: Data, claim: Claim) -> Free:
    """The parameters that have no value."""
    ranges, fixed = record(data["ranges"], "ranges"), record(data["parameters"], "parameters")
    if set(ranges) & set(fixed) or set(ranges) | set(fixed) != {v.name for v in claim.variables}:
        raise other("its parameters are not those of the claim")
    return tuple(v.name for v in claim.variables if v.name in ranges and v.value is None)


def _fixed(data: Data, claim: Claim, free: Free) -> dict[str, Any]:
    """The values of the others: one of the choices that the claim itself names."""
    wanted = json.dumps(data["parameters"], sort_keys=True)
    choices = (c for c in fixed_choices(claim, free) if json.dumps(jsonable(c), sort_keys=True) == wanted)
    found = next(choices, None)
    if found is None:
        raise other("its text is not about a claim with these parameters")
    return found


# ------------------------------------------------------------------------------------------------ kinds


def _digits(data: Data, claim: Claim, free: Free, fixed: dict[str, Any]) -> ConfirmedTheorem:
    problem, parameters = digits.read(claim, free, fixed)
    if data.get("problem") not in [p.to_json() for p in problem.enough]:
        raise other("its problem is not that of its rules and its claim")
    if silent(problem):
        raise other("its claim says something of no position at all")
    said = digits.quantified(claim, fixed, problem, parameters)
    return ConfirmedTheorem(claim, said, "every role lowers its heap")


def _intervals(data: Data, claim: Claim, free: Free, fixed: dict[str, Any]) -> ConfirmedTheorem:
    given = record(data.get("intervals"), "intervals", keys=INTERVALS)
    tables = {name: [wholes(row, "an interval", -(1 << 31)) for row in sequence(given.get(name), "intervals")]
              for name in INTERVALS}  # fmt: skip
    rows = [row for table in tables.values() for row in table]
    if any(len(row) != 8 or not set(row[:4]) <= {0, 1} for row in rows):
        raise not_one("an interval has another shape")
    if any(len({row[:4] for row in table}) != len(table) for table in tables.values()):
        raise not_one("an interval is there twice")
    sentences = Sentences.from_json(family_of(claim), tables)
    _check(data, sentences.all())
    return ConfirmedTheorem(claim, every_k.quantified(claim), "every role lowers its heap")


def _splitting(data: Data, claim: Claim, free: Free, fixed: dict[str, Any]) -> ConfirmedTheorem:
    splits = splitting.split_of(claim)
    if data.get("splits") != splits.to_json():
        raise other("its numbers are not those of its rules and its claim")
    return ConfirmedTheorem(claim, splitting.quantified(claim, splits), "parts are smaller")


def _tracks(data: Data, claim: Claim, free: Free, fixed: dict[str, Any]) -> ConfirmedTheorem:
    planned = plan_open(claim, fixed)
    left = list(left_out(planned, _choices(data, planned.lifted.parameters)))
    goals = [(one.name, one.formula) for one in left] + [(o.name, o.formula) for o in planned.plan.obligations]
    portfolio = TrackPortfolio(planned.coordinates)
    if not all(is_left_out(planned, one, portfolio) for one in left):
        raise other("it leaves out parameters for a reason that they have not")
    _check(data, ((name, portfolio.spelled(formula)) for name, formula in goals))
    if data.get("ends") != planned.plan.ends:
        raise other("it gives another reason why play ends")
    try:
        is_empty = portfolio.decide(planned.stated).witness is None
    except BudgetExceeded as limit:
        raise other(f"it cannot be seen that its claim says something of a position: {limit}") from None
    if is_empty:
        raise other("its claim says something of no position at all")
    return ConfirmedTheorem(claim, with_tracks(claim, fixed, planned, left), planned.plan.ends, planned)


def _sums(data: Data, claim: Claim, free: Free, fixed: dict[str, Any]) -> ConfirmedTheorem:
    one, n = sums.one_heap(claim)
    part = _tracks(data, one, free, {**fixed, n.name: 1})
    return ConfirmedTheorem(claim, sums.quantified(claim, fixed, part.quantified), sums.ENDS, part=part)


def _definition(data: Data, claim: Claim, free: Free, fixed: dict[str, Any]) -> ConfirmedTheorem:
    if any(data.get(key) != value for key, value in definitions.body(claim).items()):
        raise other("its sentence is not that of its claim")
    if not says_something(claim, fixed):
        raise other("its claim says something of no position at all")
    return ConfirmedTheorem(claim, definitions.quantified(claim, fixed), "every role lowers its heap")


def _same(data: Data, claim: Claim, free: Free, fixed: dict[str, Any]) -> ConfirmedTheorem:
    by, theorem = (record(data.get(key), "a proof") for key in PARTS)
    check_part(by)
    check_shape(theorem)
    others = confirm_theorem(theorem)
    game = same_values.other_game(claim)
    assert others.claim.schema is not None
    if schema_hash(others.claim.schema) != schema_hash(game.schema):
        raise other("its other theorem is not about the other game of its claim")
    one = same_values.with_formula(claim, others.claim)
    part = _KINDS[by["kind"]](by, one, free, fixed)
    same_values.check_cases(claim, part.quantified, others.claim, others.quantified)
    found = replace(part.quantified, method=same_values.SameValues.name)
    return ConfirmedTheorem(claim, found, part.ends, part=part, other=others)


def _choices(data: Data, parameters: Sequence[Open]) -> list[list[dict[str, int]]]:
    given = sequence(data.get("left_out"), "what is left out")
    choices = [[record(values, "a choice of parameters") for values in sequence(kind, "choices")] for kind in given]
    if len(choices) != 2 or any(set(c) != {one.name for one in parameters} for kind in choices for c in kind):
        raise not_one("what is left out is not said for all parameters")
    for kind in choices:
        for choice in kind:
            for one in parameters:
                wholes([choice[one.name]], "a value of a parameter", below=_MOST_PLACE if one.is_power else MOST_NUMBER)
    return choices


def _check(data: Data, goals: Iterable[tuple[str, Formula]]) -> None:
    """Refuse other obligations than these."""
    trees = Trees(2)
    numbered = [(name, trees.number(formula)) for name, formula in goals]
    check_goals(data, numbered, trees)


_KINDS: Mapping[str, Callable[[Data, Claim, Free, dict[str, Any]], ConfirmedTheorem]] = {
    "digits": _digits, "intervals": _intervals, "splitting": _splitting, "tracks": _tracks, "sums": _sums,
    "definition": _definition, "same": _same,
}  # fmt: skip
THEOREMS = frozenset(_KINDS)
