"""Splitting as a way of proof: what the rule and the claim must look like, read from their resolved terms."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from heapwise.claims.claim import Claim
from heapwise.claims.task import Unsuitable
from heapwise.proof import claim_forms as s
from heapwise.proof.facts import low as first
from heapwise.proof.outside import NotProved, Outside
from heapwise.proof.splitting.lemma import SplitClaim
from heapwise.proof.splitting.polynomials import Polynomial, added, polynomial_of
from heapwise.proof.uniform import USUAL, Free, Means, Quantified, for_all
from heapwise.terms import term as t
from heapwise.terms.types import NUMBER, Vector

_ONE: Polynomial = (1,)


class Splitting:
    """The way for games that keep one heap and split it."""

    name = "splitting"

    def frees(self, claim: Claim) -> Sequence[Free]:
        """The one parameter."""
        split_of(claim)
        return [(claim.variables[0].name,)]

    def attempt(self, claim: Claim, free: Free, fixed: Mapping[str, Any], means: Means = USUAL) -> Quantified:
        """The claim for every n; raises `NotProved`."""
        splits = split_of(claim)
        missing = splits.unproved()
        if missing is not None:
            raise NotProved("undecided", missing)
        notes = ("sums of remainders in an interval", "play ends: parts are smaller")
        found = replace(quantified(claim, splits), notes=notes)
        return replace(found, proof=lambda: {"splits": splits.to_json()}) if means.is_recorded else found


def quantified(claim: Claim, splits: SplitClaim) -> Quantified:
    """The theorem with its quantifier, if the lemma holds for the numbers of the claim."""
    return for_all(claim, "splitting", least={claim.variables[0].name: splits.least})


def split_of(claim: Claim) -> SplitClaim:
    """What is claimed of which splits; raises `Outside` where it is not this form."""
    schema = claim.schema
    if schema is None or len(claim.variables) != 1 or claim.variables[0].value is not None or schema.is_alias:
        raise Outside("a game without a single free parameter")
    if claim.premises or claim.strategy is not None or not claim.play.is_normal:
        raise Outside("premises, a strategy, or another kind of play")
    slot = claim.variables[0].slot
    if [p.slot for p in schema.parameters] != [slot]:
        raise Outside("a number that is no parameter of the game")
    parts = _parts(claim, slot)
    try:
        form = s.said(claim)
    except Unsuitable as problem:
        raise Outside(str(problem)) from None
    if not isinstance(form, s.Seat) or form.is_denied:
        raise Outside("a claim that is not `P(x) iff condition`")
    low, high, modulus = _interval(form.formula, claim.components[0].slot, slot, parts)
    least = first(claim, claim.variables[0])
    if least is None:
        raise Outside("a parameter of which no least value is seen")
    return SplitClaim(parts, low, high, modulus, least)


def _parts(claim: Claim, slot: int) -> Polynomial:
    """The number of heaps, if every move keeps one heap and splits it into as many parts, none of them empty."""
    schema = claim.schema
    assert schema is not None
    body = schema.body
    if body.legal or body.ends or body.measure is not None or len(schema.places) != 1 or len(body.moves) != 1:
        raise Outside("`legal`, `ends`, `decreases`, or more than one vector or move")
    (place,), (move,) = schema.places, schema.body.moves
    if not isinstance(place.type, Vector) or place.type.item != NUMBER or len(place.sizes) != 1:
        raise Outside("positions that are not one vector of heaps")
    parts = polynomial_of(place.sizes[0], slot)
    match place.domain, move.steps, move.writes:
        case (
            t.Operation(name="..", arguments=(t.Constant(value=1),)),
            (t.Choose(target=int(i), domain=chosen), t.Choose(target=int(y), domain=splits)),
            (write,),
        ) if _is_all(chosen, parts, slot) and _is_split(splits, place.slot, i, parts, slot):
            if not write.indices and isinstance(write.value, t.Local) and write.value.slot == y:
                return parts
    raise Outside("moves other than one heap that is split into a whole position")


def _is_all(domain: t.AnyTerm, parts: Polynomial, slot: int) -> bool:
    match domain:
        case t.Operation(name="..", arguments=(t.Constant(value=1), high)):
            return _is(high, parts, slot)
    return False


def _is_split(term: t.AnyTerm, x: int, i: int, parts: Polynomial, slot: int) -> bool:
    """`splits(x[i], p, 1)`"""
    match term:
        case t.Operation(name="splits", arguments=(heap, number, t.Constant(value=1))):
            return _is_heap(heap, x, i) and _is(number, parts, slot)
    return False


def _is(term: t.AnyTerm, polynomial: Polynomial, slot: int) -> bool:
    try:
        return polynomial_of(term, slot) == polynomial
    except Outside:
        return False


def _is_heap(term: t.AnyTerm, x: int, i: int) -> bool:
    match term:
        case t.Operation(name="index", arguments=(t.Local(slot=vector), t.Local(slot=index))):
            return (vector, index) == (x, i)
    return False


def _interval(formula: t.AnyTerm, x: int, slot: int, parts: Polynomial) -> tuple[Polynomial, Polynomial, Polynomial]:
    """low, high and the modulus of `all(low <= x[i] mod N <= high for i in 1..p)`."""
    match formula:
        case t.Gather(name="all", body=body, steps=(t.Choose(target=int(i), domain=domain),)):
            if _is_all(domain, parts, slot):
                bounds = list(_bounds(body, x, i, slot))
                moduli = {modulus for _, _, modulus in bounds}
                lows = [b for sign, b, _ in bounds if sign == "low"]
                highs = [b for sign, b, _ in bounds if sign == "high"]
                if len(moduli) == 1 and len(lows) <= 1 and len(highs) <= 1:
                    (modulus,) = moduli
                    return (*(lows or [()]), *(highs or [added(modulus, _ONE, -1)]), modulus)  # type: ignore[return-value]
    raise Outside("a condition other than `all(low <= x[i] mod N <= high for i in 1..n)`")


def _bounds(body: t.AnyTerm, x: int, i: int, slot: int) -> Iterator[tuple[str, Polynomial, Polynomial]]:
    """The bounds on `x[i] mod N`, each with N."""
    match body:
        case t.Connective(name="and", arguments=arguments):
            for argument in arguments:
                yield from _bounds(argument, x, i, slot)
        case t.Operation(name="<" | "<=" | ">" | ">=" | "=" as sign, arguments=(left, right)):
            for one, two, turned in ((left, right, sign), (right, left, _TURNED[sign])):
                match one:
                    case t.Operation(name="mod", arguments=(heap, modulus)) if _is_heap(heap, x, i):
                        yield from _bound(turned, polynomial_of(two, slot), polynomial_of(modulus, slot))
                        return
            raise Outside("a comparison that is not about `x[i] mod N`")
        case _:
            raise Outside("a condition on a heap other than bounds on its remainder")


_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "="}


def _bound(sign: str, bound: Polynomial, modulus: Polynomial) -> Iterator[tuple[str, Polynomial, Polynomial]]:
    """A comparison of a remainder as a least or largest value of it."""
    if sign in (">", ">=", "="):
        yield "low", added(bound, _ONE) if sign == ">" else bound, modulus
    if sign in ("<", "<=", "="):
        yield "high", added(bound, _ONE, -1) if sign == "<" else bound, modulus
