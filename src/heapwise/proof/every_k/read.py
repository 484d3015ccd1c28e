"""The family of a claim: lower 1 to k heaps, and digit sums modulo a linear form in k, read from resolved terms."""

from heapwise.claims.claim import Claim
from heapwise.proof import claim_forms as s
from heapwise.proof.digit_game.moves import rule_of, vector_of
from heapwise.proof.digit_game.parameters import Parameters
from heapwise.proof.digit_game.rule import LOWER, Size
from heapwise.proof.digit_game.way import claimed, cyclic
from heapwise.proof.every_k.affine import K
from heapwise.proof.every_k.family import GameFamily
from heapwise.proof.facts import low
from heapwise.proof.follows import begins, form_of
from heapwise.proof.logic import Form
from heapwise.proof.outside import Outside
from heapwise.records import Record
from heapwise.rules.schema import Schema
from heapwise.terms import term as t

_SOME_K = 3  # the rule is read with this number in the place of k, after it was seen where k occurs


def family_of(claim: Claim) -> GameFamily:
    """The family; raises `Outside` for other rules and claims. What `for` says of n and k only leaves out cases."""
    schema = claim.schema
    if schema is None or claim.strategy is not None:
        raise Outside("a law, or a strategy")
    place, n = vector_of(schema)
    free = [v for v in claim.variables if v.slot != n and v.value is None]
    if len(claim.variables) != 2 or len(free) != 1 or len(schema.parameters) != 2:
        raise Outside("parameters other than n and k")
    (k,), least = (v.slot for v in free), low(claim, free[0])
    if least is None or least < 1 or not all(begins(claim, variable, 1) for variable in claim.variables):
        raise Outside("ranges other than n from 1 and k from a number that is at least 1")
    most = _most_lowered(schema, n, k)
    form = claimed(claim)
    formula, seat, is_denied = _formula(claim, form)
    seats = cyclic(claim, seat)
    players, tail = len(seats), (len(seats) - seats[0]) % len(seats)
    said = _Reader(place.slot, k).read(formula, is_denied)
    bound, to_end = most * (players - 1), most * (players - 1 - tail if tail else 0)
    return GameFamily(said.modulus, bound, said.single, said.is_denied, to_end, tail > 0, least, k, players - 1)


def _formula(claim: Claim, form: s.Said) -> tuple[t.AnyTerm, int, bool]:
    """The condition for a class of positions. `S implies P(x)` follows from `P(x) iff S`, and there are such positions.
    Of their options nothing may be said in normal play: for k = n the end is the only one."""
    match form:
        case s.Seat(seat=seat, formula=formula, is_denied=is_denied) if not claim.premises:
            return formula, seat, is_denied
        case s.Inside(seat=seat, is_denied=is_denied, of_options=of_options) if len(claim.premises) == 1:
            if is_denied or not of_options or not claim.play.is_normal:
                return claim.premises[0], seat, is_denied
    raise Outside("a claim that is neither `P(x) iff condition` nor `condition implies P(x)`")


def _most_lowered(schema: Schema, n: int, k: int) -> Form:
    """The bound on the heaps of the one move, in which k occurs nowhere else."""
    place, _ = vector_of(schema)
    rule = rule_of(schema, place, Parameters(n, {n: Size(True, 0), k: Size(False, _SOME_K)}))
    if len(rule.moves) != 1 or rule.moves[0].role.kind != LOWER:
        raise Outside("moves other than lowering heaps")
    (line,) = schema.body.moves
    first, *rest = line.steps
    match first:
        case t.Choose(domain=t.Operation(name="subsets", arguments=(_, t.Operation(name="..", arguments=sizes)))):
            low, high = sizes
        case _:
            raise Outside("a number of heaps that does not depend on k")
    if any(isinstance(step, t.Guard) for step in rest):
        raise Outside("a condition on the heaps of a move beside the bound with k")
    others = [low, *(t.step_term(step) for step in rest), *(w.value for w in line.writes)]
    if any(k in t.free_slots(term) for term in others) or form_of(low, {k: K}) != Form(constant=1):
        raise Outside("k in another place of the rule than the bound on the heaps of a move")
    return form_of(high, {k: K})


class _Said(Record):
    """A remainder modulo a form in k, or not it."""

    modulus: Form
    single: Form
    is_denied: bool


class _Reader(Record):
    """Reads a condition twice: for positions with a heap of 2 or more, and for those without."""

    x: int
    k: int

    def read(self, formula: t.AnyTerm, is_denied: bool) -> _Said:
        """What is said; digit sums must all be 0 where some heap is large."""
        large, small = self._branch(formula, True, is_denied), self._branch(formula, False, is_denied)
        if not (isinstance(large, _Said) and isinstance(small, _Said)) or large.modulus != small.modulus:
            raise Outside("a condition that is not about digit sums, or modulo several numbers")
        if large.is_denied or large.single != Form():
            raise Outside("positions with a large heap whose digit sums are not all 0")
        return small

    def _branch(self, term: t.AnyTerm, is_large: bool, is_denied: bool) -> _Said | bool:
        """A condition where the largest heap is at least 2, or at most 1."""
        match term:
            case t.Operation(name="not", arguments=(one,)):
                return self._branch(one, is_large, not is_denied)
            case t.Choice(condition=condition, yes=yes, no=no):
                chosen = yes if self._decided(condition, is_large) else no
                return self._branch(chosen, is_large, is_denied)
            case t.Operation(name="=" | "!=" as sign, arguments=(left, right)):
                return self._compared(left, right, is_large, is_denied != (sign == "!="))
        raise Outside("a condition that is neither a comparison nor a choice")

    def _compared(self, left: t.AnyTerm, right: t.AnyTerm, is_large: bool, is_denied: bool) -> _Said:
        if isinstance(right, t.Choice):
            right = right.yes if self._decided(right.condition, is_large) else right.no
        match left:
            case t.Operation(name="nimsum", arguments=(x, modulus)) if self._is_all(x):
                return _Said(form_of(modulus, {self.k: K}), form_of(right, {self.k: K}), is_denied)
            case t.Operation(name="mod", arguments=(t.Operation(name="sum", arguments=(x,)), modulus)):
                if self._is_all(x) and not is_large:
                    return _Said(form_of(modulus, {self.k: K}), form_of(right, {self.k: K}), is_denied)
        raise Outside("a function other than `nimsum(x; m)`, or `sum(x) mod m` where all heaps are 0 or 1")

    def _decided(self, condition: t.AnyTerm, is_large: bool) -> bool:
        """A condition on the largest heap that "at least 2" decides."""
        match condition:
            case t.Operation(
                name=sign, arguments=(t.Operation(name="max", arguments=(x,)), t.Constant(value=int(number)))
            ):
                if self._is_all(x) and (sign, number) in ((">=", 2), (">", 1)):
                    return is_large
                if self._is_all(x) and (sign, number) in (("<", 2), ("<=", 1)):
                    return not is_large
            case t.Operation(name="not", arguments=(one,)):
                return not self._decided(one, is_large)
        raise Outside("a condition other than `max(x) >= 2`")

    def _is_all(self, term: t.AnyTerm) -> bool:
        return isinstance(term, t.Local) and term.slot == self.x
