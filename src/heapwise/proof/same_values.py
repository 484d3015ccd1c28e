"""The same as another game, as a way of proof: one formula is proved for both.

`G(x) = G(nim(n)(x))` is true if G(x) = f(x) is true of the game of the claim, and of nim(n). The formula is that of a
claim about the other game which is proved for every n; what has to be shown of the game of the claim is left to the
other ways.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Any

from heapwise.claims.claim import Claim
from heapwise.claims.named_instance import claims_on
from heapwise.claims.task import Unsuitable
from heapwise.proof import claim_forms as s
from heapwise.proof.digit_game.moves import vector_of
from heapwise.proof.digit_game.way import claimed
from heapwise.proof.facts import facts, local
from heapwise.proof.follows import form_of, left_out, sure, truth
from heapwise.proof.logic import And, Not, decide
from heapwise.proof.outside import NotProved, Outside
from heapwise.proof.rewording import reworded
from heapwise.proof.tracks.terms import apart, rewritten
from heapwise.proof.uniform import USUAL, Free, Means, ProofWay, Quantified, frees_of, prove_uniformly
from heapwise.terms import term as t
from heapwise.terms.types import NUMBER, TRUTH

_MOST_FORMULAS = 4  # for the other game
_TOLD = t.With | t.GameNamed | t.ThisGame | t.PositionOf | t.Inner | t.Recursive | t.Ask  # no parts of formulas here

_NOT_EVERYWHERE = "the formula is not proved for every case of the other game"


class SameValues:
    """The way for claims about two games, by the ways for one."""

    name = "same"

    def __init__(self, ways: Sequence[ProofWay]) -> None:
        self.ways = ways

    def frees(self, claim: Claim) -> Sequence[Free]:
        """What other ways may free where a formula takes the place of the other game."""
        ours = (one for one, _ in with_formulas(claim))
        return list(dict.fromkeys(free for one in ours for way in self.ways for free in frees_of(way, one)))

    def attempt(self, claim: Claim, free: Free, fixed: Mapping[str, Any], means: Means = USUAL) -> Quantified:
        """The claim for every n; raises `NotProved`."""
        problem = NotProved("outside", "no claim about the other game has a formula")
        for one, listed in with_formulas(claim):
            for way in (way for way in self.ways if free in frees_of(way, one)):
                try:
                    return self._with_other(claim, way.attempt(one, free, fixed, means), listed, means)
                except NotProved as failed:
                    # the formula may be false where nobody says that it is the value of the other game
                    problem = failed if failed.word != "refuted" else NotProved("undecided", _NOT_EVERYWHERE)
        raise problem

    def _with_other(self, claim: Claim, one: Quantified, listed: Sequence[Claim], means: Means) -> Quantified:
        """The theorem, where the formula is also proved for all cases of the other game that are needed."""
        for about in listed:
            for other in _theorem(about, tuple(self.ways), means).proved:
                with suppress(Outside):
                    check_cases(claim, one, about, other)
                    notes = (f"the same as another game, by {about.key}, {other.quantifiers}", *one.notes)
                    proof = written(one, about, other) if one.proof and other.proof else None
                    return replace(one, method=self.name, notes=notes, proof=proof)
        raise NotProved("undecided", _NOT_EVERYWHERE)


# One claim about the other game is asked for several choices of numbers.
_theorem = lru_cache(maxsize=8)(prove_uniformly)


def with_formulas(claim: Claim) -> list[tuple[Claim, list[Claim]]]:
    """The claims that formulas for the other game make of this one, each with the claims about that game."""
    found = dict[t.AnyTerm, tuple[Claim, list[Claim]]]()
    for about in (c for c in claims_on(other_game(claim).schema, claim.source) if c.status != "disproved"):
        with suppress(Outside):
            one = with_formula(claim, about)
            found.setdefault(one.statement, (one, []))[1].append(about)
    return list(found.values())[:_MOST_FORMULAS]


def written(one: Quantified, about: Claim, other: Quantified) -> Callable[[], dict[str, Any]]:
    """The body of a certificate: what is shown of the game of the claim, and the theorem about the other game."""
    from heapwise.proof.certificate.save import about_theorem

    own, theirs = one.proof, other.proof
    assert own is not None
    assert theirs is not None
    return lambda: {"by": {"kind": one.method} | own(), "other": about_theorem(about, other) | theirs()}


# ---------------------------------------------------------------------------------------------- the formula


def other_game(claim: Claim) -> t.GameNamed:
    """The other game, at the position of the claim; raises `Outside`. Both have one vector of heaps from 0 up, and as
    many of them."""
    try:
        form = s.said(claim)
    except Unsuitable as problem:
        raise Outside(str(problem)) from None
    match form:
        case s.Same(t.PositionOf(t.GameNamed(schema, arguments) as game, position)) if claim.schema is not None:
            (own, n), (_, other_n) = vector_of(claim.schema), vector_of(schema)
            put = _arguments(game)
            is_whole = [getattr(p, "slot", None) for p in position] == [own.slot]
            if is_whole and len(arguments) == len(schema.parameters) and getattr(put[other_n], "slot", None) == n:
                return game
    raise Outside("a claim that is not about the same heaps in two games")


def _arguments(game: t.GameNamed) -> dict[int, t.AnyTerm]:
    """The arguments by the slots of the parameters."""
    return {p.slot: argument for p, argument in zip(game.schema.parameters, game.arguments, strict=False)}


def with_formula(claim: Claim, about: Claim) -> Claim:
    """The claim, with what another one says of the other game in the place of that; raises `Outside`."""
    put, about = _arguments(other_game(claim)), reworded(about)
    if (
        about.status == "disproved"
        or str(about.play) != str(claim.play)
        or about.premises
        or about.strategy is not None
    ):
        raise Outside("a claim about the other game under another play, or a premise")
    if {v.slot for v in about.variables} != put.keys():
        raise Outside("a claim about the other game with numbers of its own")
    said = claimed(about)
    if not isinstance(said, s.Value | s.Seat) or any(isinstance(part, _TOLD) for part in t.walk(said.formula)):
        raise Outside("a claim about the other game that gives no formula")
    for theirs, ours in zip(about.components, claim.components, strict=True):
        put[theirs.slot] = t.Local(ours.slot, ours.name, type=ours.type)
    shift = claim.frame.size
    moved = apart(said.formula, shift)
    formula = rewritten(moved, lambda part: put.get(part.slot) if isinstance(part, t.Local) else None)
    frame = replace(claim.frame, size=shift + about.frame.size)
    return replace(claim, statement=_statement(claim, said, formula), frame=frame)


def _statement(claim: Claim, said: s.Value | s.Seat, formula: t.AnyTerm) -> t.AnyTerm:
    """What the claim says, with a formula for values or for P-positions."""
    sides = (claim.sides.left, claim.sides.right) if claim.sides else ()
    asked = next(one for one in sides if isinstance(one, t.Ask) and claim.is_own_position(one.position))
    if asked.question == "G" and isinstance(said, s.Value):
        return t.Operation("=", (asked, formula), type=TRUTH)
    if asked.question in ("P", "N"):
        is_denied = isinstance(said, s.Seat) and said.is_denied
        if isinstance(said, s.Value):
            formula = t.Operation("=", (formula, t.Constant(0, type=NUMBER)), type=TRUTH)
        denied = t.Operation("not", (formula,), type=TRUTH)
        return t.Connective("iff", (replace(asked, question="P"), denied if is_denied else formula), type=TRUTH)
    raise Outside("values of one game, outcomes of another")


# ------------------------------------------------------------------------------------------------- all cases


def check_cases(claim: Claim, one: Quantified, about: Claim, other: Quantified) -> None:
    """Is every case of one theorem, at what the claim puts in for the parameters of the other game, a case of the
    other theorem? Decided; raises `Outside` where it is not, or is no question about linear forms."""
    if any(not e.values for e in other.excluded):
        raise Outside("parameters that are left out without values")
    ours = sure(claim, one.fixed)
    ours.premises += left_out(claim, one.excluded)
    put = {slot: form_of(term, ours.forms) for slot, term in _arguments(other_game(claim)).items()}
    values = {v: v.value or t.Constant(other.fixed[v.name], type=v.type)
              for v in about.variables if v.value is not None or v.name in other.fixed}  # fmt: skip
    equal = (t.Operation("=", (local(v), value), type=TRUTH) for v, value in values.items())
    theirs = [*(fact.term for fact in facts(about)), *equal, *left_out(about, other.excluded)]
    if decide(And((*ours.known(), Not(And(tuple(truth(term, put) for term in theirs)))))) is not None:
        raise Outside("parameters for which nothing is proved of the other game")
