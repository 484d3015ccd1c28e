"""The same statement in the form that proofs know: `P(x) iff condition`, or `condition implies P(x)`.

People write `G(x) = 0 iff nimsum(x) = 0`, `if nimsum(x) = 0 then P(x) else N(x)`, or `P(x) implies nimsum(x) = 0`, and
mean what a proof says of P. Two players, of whom one moves last: N is not P, and in normal play P is G = 0.
"""

from dataclasses import replace

from heapwise.claims.claim import Claim
from heapwise.reference.conventions import Preference
from heapwise.terms import term as t
from heapwise.terms.types import NUMBER, TRUTH

_ZERO, _ONE = t.Constant(0, type=NUMBER), t.Constant(1, type=NUMBER)


def reworded(claim: Claim) -> Claim:
    """The claim, with the same truth at every position."""
    if claim.schema is None or not isinstance(claim.play.outcome, Preference) or claim.play.players > 2:
        return claim
    return _Rewording(claim).claim()


class _Rewording:
    def __init__(self, claim: Claim) -> None:
        self.original = claim

    def claim(self) -> Claim:
        """One step of each kind, premises first."""
        statement = self._statement(self.original.statement)
        if len(self.original.premises) == 1 and not self._asks(statement):
            asked = self._outcome(self.original.premises[0])
            if asked is not None:  # P implies F says that not F implies N
                return replace(self.original, premises=(_opposite(statement),), statement=_turned(asked))
        if statement is not self.original.statement or not self.original.premises:
            return self._split(replace(self.original, statement=statement))
        return self.original

    def _split(self, claim: Claim) -> Claim:
        """`N(x) or F` says that not F implies N(x)."""
        match claim.statement:
            case t.Connective(name="or", arguments=(one, two)) if not claim.premises:
                for asked, rest in ((self._outcome(one), two), (self._outcome(two), one)):
                    if asked is not None and not self._asks(rest):
                        return replace(claim, premises=(_opposite(rest),), statement=asked)
        return claim

    def _statement(self, term: t.AnyTerm) -> t.AnyTerm:
        match term:
            case t.Connective(name="iff", arguments=(one, two)):
                return self._same(one, two, term)
            case t.Operation(name="=", arguments=(one, two)) if one.type == two.type == TRUTH:
                return self._same(one, two, term)
            case t.Choice(condition=condition, yes=yes, no=no) if not self._asks(condition):
                first, second = self._outcome(yes), self._outcome(no)
                if first is not None and second is not None and first.question != second.question:
                    return t.Connective("iff", (first, condition), type=TRUTH, span=term.span)
            case t.Operation(name="=", arguments=(t.Ask(question="W") as asked, t.Choice(yes=yes, no=no) as choice)):
                if (yes, no) in ((_ZERO, _ONE), (_ONE, _ZERO)) and not self._asks(choice.condition):
                    last = t.Operation("=", (asked, yes), type=TRUTH, span=term.span)
                    return t.Connective("iff", (last, choice.condition), type=TRUTH, span=term.span)
        found = self._outcome(term) if self.original.premises else None
        return term if found is None else found

    def _same(self, one: t.AnyTerm, two: t.AnyTerm, term: t.AnyTerm) -> t.AnyTerm:
        """An outcome and a condition that are the same."""
        for asked, rest in ((self._outcome(one), two), (self._outcome(two), one)):
            if asked is not None and not self._asks(rest):
                return t.Connective("iff", (asked, rest), type=TRUTH, span=term.span)
        return term

    def _outcome(self, term: t.AnyTerm) -> t.Ask | None:
        """P(x) or N(x), if a condition says that of the position."""
        match term:
            case t.Ask(question="P" | "N", player=None) if self.original.is_own_position(term.position):
                return term
            case t.Operation(name="not", arguments=(one,)):
                found = self._outcome(one)
                return None if found is None else _turned(found)
            case t.Operation(name="=" | "!=" | ">" as sign, arguments=(t.Ask(question="G") as asked, zero)):
                if zero == _ZERO and self.original.play.is_normal and self.original.is_own_position(asked.position):
                    return replace(asked, question="P" if sign == "=" else "N", type=TRUTH)
        return None

    def _asks(self, term: t.AnyTerm) -> bool:
        return self.original.asks_in(term)


def _turned(asked: t.Ask) -> t.Ask:
    return replace(asked, question="N" if asked.question == "P" else "P")


def _opposite(term: t.AnyTerm) -> t.AnyTerm:
    return t.Operation("not", (term,), type=TRUTH, span=term.span)
