"""Sums of equal heaps as a way of proof: one heap is enough for every n.

Where every move changes one heap, and how it may change depends on that heap alone, n heaps are a sum of n games with
one heap. So G is the nim-sum of the values of the heaps (Sprague 1935, Grundy 1939), and a claim that G is the nim-sum
of f(x[i]) is true for every n if it is true for n = 1. That case is left to parameters as tracks.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from heapwise.claims.claim import Claim, ClaimVariable
from heapwise.claims.task import Unsuitable
from heapwise.claims.wording import text_of
from heapwise.proof import claim_forms as s
from heapwise.proof.digit_game.moves import vector_of
from heapwise.proof.follows import begins
from heapwise.proof.outside import NotProved, Outside
from heapwise.proof.tracks import Tracks
from heapwise.proof.tracks.terms import rewritten
from heapwise.proof.uniform import USUAL, Free, Means, Quantified, for_all
from heapwise.rules.body import Move
from heapwise.rules.schema import Schema
from heapwise.terms import term as t
from heapwise.terms.types import NUMBER, TRUTH

_ZERO, _TWO = t.Constant(0, type=NUMBER), t.Constant(2, type=NUMBER)
_HEAP = t.Local(-1, "heap", type=NUMBER)  # stands for x[i], where i may stand nowhere else


ENDS = "the game with one heap ends"


class Sums:
    """The way for every number of heaps of which a move changes one, whatever the others are."""

    name = "sums"

    def frees(self, claim: Claim) -> Sequence[Free]:
        """n, and what may be free for one heap."""
        one, n = one_heap(claim)
        return [*((n.name, *free) for free in Tracks().frees(one)), (n.name,)]

    def attempt(self, claim: Claim, free: Free, fixed: Mapping[str, Any], means: Means = USUAL) -> Quantified:
        """The claim for every n; raises `NotProved`."""
        one, n = one_heap(claim)
        try:
            found = Tracks().attempt(one, free[1:], {**fixed, n.name: 1}, means)
        except NotProved as problem:
            # What refutes the claim about one heap may be no case of this one.
            is_false, is_outside = problem.word == "refuted", problem.word == "outside"
            reason = "it is false where its ranges do not count" if is_false else problem.reason
            raise NotProved("outside" if is_outside else "undecided", f"for one heap, {reason}") from None
        kept = (note for note in found.notes if not note.startswith("play ends: "))  # that is said of one heap
        whole = "a sum of games with one heap, and the claim for one heap"
        notes = (whole, *kept, "play ends: the game with one heap ends")
        return replace(quantified(claim, fixed, found), notes=notes, proof=found.proof)


def quantified(claim: Claim, fixed: Mapping[str, Any], one: Quantified) -> Quantified:
    """The theorem with its quantifiers, if that about one heap is proved."""
    return for_all(claim, Sums.name, fixed, excluded=one.excluded)


# ------------------------------------------------------------------------------------------- what is read


def one_heap(claim: Claim) -> tuple[Claim, ClaimVariable]:
    """What has to be shown of one heap, and the parameter that is the number of heaps; raises `Outside`."""
    schema = claim.schema
    if schema is None or not claim.play.is_normal or claim.premises or claim.strategy is not None:
        raise Outside("a law, another kind of play, a premise or a strategy")
    place, slot = vector_of(schema)
    n = next(v for v in claim.variables if v.slot == slot)
    reader = _HeapReader(place.slot, slot)
    for move in schema.body.moves:
        reader.check_move(move)
    _check_parameters(claim, schema, n)
    value = _value(claim)
    reader.check_value(value.arguments[1])
    kept = tuple(c for c in claim.conditions if slot not in t.free_slots(c))
    is_free = (v.slot == slot or _is_about(slot, v.domain) for v in claim.variables)
    variables = tuple(replace(v, domain=None) if f else v for f, v in zip(is_free, claim.variables, strict=True))
    return replace(claim, statement=value, conditions=kept, variables=variables), n


def heap_value(claim: Claim) -> str:
    """The value of one heap, as the claim writes it; where a definition writes it, its words mean something else."""
    formula = _value(claim).arguments[1]
    gathered = next((part for part in t.walk(formula) if isinstance(part, t.Gather)), None)
    if gathered is None:
        alone = "x[i]"
    elif claim.span.start <= gathered.body.span.start <= gathered.body.span.end <= claim.span.end:
        alone = text_of(claim.source, gathered.body)
    else:
        return "what the claim says of it alone"
    return f"({alone}) mod 2" if isinstance(formula, t.Operation) and formula.name == "mod" else alone


def _is_about(slot: int, term: t.AnyTerm | None) -> bool:
    return term is not None and slot in t.free_slots(term)


def _check_parameters(claim: Claim, schema: Schema, n: ClaimVariable) -> None:
    """n has no value, and what others may be does not depend on it. What `for` says of n only leaves out cases."""
    if not begins(claim, n, 0):
        raise Outside("a number of heaps below 0")
    terms = [v.value for v in claim.variables] + [p.domain for p in schema.parameters if p.slot != n.slot]
    own = next((p.domain for p in schema.parameters if p.slot == n.slot), None)
    if own is not None and t.free_slots(own):
        raise Outside("a number of heaps whose range depends on other parameters")
    if n.value is not None or any(_is_about(n.slot, term) for term in terms):
        raise Outside("parameters that depend on the number of heaps")


def _value(claim: Claim) -> t.Operation:
    """`G(x) = formula`, also of a claim that says where G is 0."""
    try:
        form = s.said(claim)
    except Unsuitable as problem:
        raise Outside(str(problem)) from None
    asked = next((side for side in _sides(claim) if isinstance(side, t.Ask)), None)
    formula = form.formula if isinstance(form, s.Value) else _said_0(form) if isinstance(form, s.Seat) else None
    if asked is None or formula is None:
        raise Outside("a claim that is neither `G(x) = formula` nor `P(x) iff formula = 0`")
    return t.Operation("=", (replace(asked, question="G", type=NUMBER), formula), type=TRUTH)


def _sides(claim: Claim) -> tuple[t.AnyTerm, ...]:
    return (claim.sides.left, claim.sides.right) if claim.sides else ()


def _said_0(form: s.Seat) -> t.AnyTerm | None:
    """The formula that is 0 exactly at the P-positions."""
    match form.formula:
        case t.Operation(name="=" | "!=" as sign, arguments=(one, two)) if (sign == "!=") == form.is_denied:
            return one if two == _ZERO else two if one == _ZERO else None
    return None


class _HeapReader:
    """Is what is said of heap i said of x[i] alone?"""

    def __init__(self, x: int, n: int) -> None:
        self.x, self.n = x, n

    def check_move(self, move: Move) -> None:
        """One heap is chosen among all, and written."""
        match move.writes, move.result, [step for step in move.steps if self._is_all(step)]:
            case (write,), None, [t.Choose(target=int(i))]:
                if [getattr(index, "slot", None) for index in write.indices] == [i]:
                    others = (t.step_term(step) for step in move.steps if not self._is_all(step))
                    return self._check((*others, write.value), i)
        raise Outside("a move that does not write one heap chosen among all")

    def check_value(self, formula: t.AnyTerm) -> None:
        """A nim-sum of what is said of each heap; where that is 0 or 1, a sum modulo 2."""
        match formula:
            case t.Operation(name="nimsum", arguments=(term,)):
                return self._check_list(term)
            case t.Operation(name="mod", arguments=(t.Operation(name="sum", arguments=(term,)), two)) if two == _TWO:
                return self._check_list(term)
            case t.Gather(name="nimsum", body=body, steps=steps):
                return self._check_heaps(body, steps)
        raise Outside("a value that is not a nim-sum of what is said of each heap")

    def _check_list(self, term: t.AnyTerm) -> None:
        """`x`, or `[f(x[i]) for i in 1..n]`."""
        match term:
            case t.Local(slot=self.x):
                return None
            case t.Gather(name="[]", body=body, steps=steps):
                return self._check_heaps(body, steps)
        raise Outside("a list of other things than one for each heap")

    def _check_heaps(self, body: t.AnyTerm, steps: tuple[t.Step, ...]) -> None:
        match steps:
            case (t.Choose(target=int(i)) as step,) if self._is_all(step):
                return self._check((body,), i)
        raise Outside("a choice among heaps other than `i in 1..n`")

    def _is_all(self, step: t.Step) -> bool:
        match step:
            case t.Choose(target=int(), domain=t.Operation(name="..", arguments=(low, t.Local(slot=self.n)))):
                return low == t.Constant(1, type=low.type)
        return False

    def _check(self, terms: Iterable[t.AnyTerm], i: int) -> None:
        """Refuse terms in which n, i or x is left once x[i] is a number, or may be spoken of unseen."""
        for term in terms:
            alone = rewritten(term, lambda part: self._heap(part, i))
            unseen = any(isinstance(part, t.Recursive | t.Ask | t.ThisGame) for part in t.walk(alone))
            if unseen or t.free_slots(alone) & {self.x, self.n, i}:
                raise Outside("a heap that changes, or counts, in a way that depends on more than its own number")

    def _heap(self, part: t.AnyTerm, i: int) -> t.AnyTerm | None:
        match part:
            case t.Operation(name="index", arguments=(t.Local(slot=self.x), t.Local(slot=slot))) if slot == i:
                return _HEAP
        return None
