"""Statements that are true by the definition of who wins, whatever the game is: a way of proof for every n.

`P(x) iff G(x) = 0` says nothing of heaps: at every position it depends on the outcomes of the options alone, so it is a
truth table (`heapwise.verify.definition`). What is left to see is that play ends, since P and G are defined by that.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from heapwise.claims.claim import Claim
from heapwise.claims.small_cases import says_something
from heapwise.errors import HeapwiseError
from heapwise.proof.digit_game import way as digits
from heapwise.proof.digit_game.atoms import TRUE
from heapwise.proof.digit_game.moves import rule_of, vector_of
from heapwise.proof.digit_game.parameters import parameters_of
from heapwise.proof.digit_game.problem import Problem, may_change_nothing
from heapwise.proof.outside import NotProved, Outside
from heapwise.proof.uniform import USUAL, Free, Means, Quantified
from heapwise.records import Record, replace
from heapwise.reference.conventions import Preference
from heapwise.terms import term as t

Json = list[Any]


class Definitions:
    """The way for statements about outcomes of a position and its options, of games that are seen to end."""

    name = "definition"

    def frees(self, claim: Claim) -> Sequence[Free]:
        """n, where something is said of outcomes alone."""
        body(claim)
        return [(digits.number_of_heaps(claim),)]

    def attempt(self, claim: Claim, free: Free, fixed: Mapping[str, Any], means: Means = USUAL) -> Quantified:
        """The claim for every n; raises `NotProved`."""
        said, found = body(claim), quantified(claim, fixed)
        from heapwise.verify.definition import check_definition  # few claims get so far

        try:
            check_definition(said)
        except HeapwiseError:
            raise NotProved("outside", "it does not follow from the definition of who wins") from None
        if not says_something(claim, fixed):
            raise NotProved("outside", "no position is seen that the claim is about")
        notes = ("true by the definition of who wins", "play ends: every role lowers its heap")
        return replace(found, notes=notes, proof=lambda: said)


def quantified(claim: Claim, fixed: Mapping[str, Any]) -> Quantified:
    """The theorem with its quantifiers, for a rule of which it is seen that play ends; raises `Outside` for others."""
    assert claim.schema is not None
    place, n = vector_of(claim.schema)
    parameters = parameters_of(claim, claim.schema, n, fixed, None)
    problem = Problem(rule_of(claim.schema, place, parameters), TRUE)
    if may_change_nothing(problem.rule):
        raise Outside("a move may change no heap")
    found = digits.quantified(claim, fixed, problem, parameters)
    return replace(found, method=Definitions.name)


# ------------------------------------------------------------------------------------------- what is read


def body(claim: Claim) -> dict[str, Any]:
    """The statement as a certificate has it; raises `Outside` where it says something else."""
    outcome = claim.play.outcome
    if claim.schema is None or claim.strategy is not None or not isinstance(outcome, Preference):
        raise Outside("a law, a strategy, or players with different orders")
    reader = _Reader(claim, outcome.seats)
    premises = [["not", reader.read(premise)] for premise in claim.premises]
    return {"seats": list(outcome.seats), "sentence": ["or", *premises, reader.read(claim.statement)]}


class _Reader(Record):
    """Reads conditions on a position x; below `all` and `any`, q is the slot of one of its options."""

    claim: Claim
    seats: tuple[int, ...]
    q: int | None = None

    def read(self, term: t.AnyTerm) -> Json:
        match term:
            case t.Connective(name="and" | "or" as word, arguments=arguments):
                return [word, *map(self.read, arguments)]
            case t.Connective(name="implies", arguments=(one, two)):
                return ["or", ["not", self.read(one)], self.read(two)]
            case t.Connective(name="iff", arguments=(one, two)):
                return self._same(self.read(one), self.read(two))
            case t.Operation(name="not", arguments=(one,)):
                return ["not", self.read(one)]
            case t.Choice(condition=condition, yes=yes, no=no):
                test = self.read(condition)
                return ["or", ["and", test, self.read(yes)], ["and", ["not", test], self.read(no)]]
            case t.Operation(name="=" | "!=" as sign, arguments=(one, two)):
                found = self._equal(one, two)
                return found if sign == "=" else ["not", found]
            case t.Operation(name="terminal", arguments=(position,)) if self._is_x(position):
                return ["ended"]
            case t.Ask(question="P" | "N" as question, position=position, player=None):
                found = ["seat", self._where(position), self.seats[-1]]
                return found if question == "P" else ["not", found]
            case t.Gather(name="all" | "any" as word, body=inner, steps=(t.Choose(target=int(q), domain=domain),)):
                if self.q is None and self._are_options(domain):
                    return [word, replace(self, q=q).read(inner)]
        raise Outside("something else than outcomes of a position and of its options")

    @staticmethod
    def _same(one: Json, two: Json) -> Json:
        return ["or", ["and", one, two], ["and", ["not", one], ["not", two]]]

    def _equal(self, one: t.AnyTerm, two: t.AnyTerm) -> Json:
        """`W(x) = i`; `G(x) = 0`, which says P(x) in normal play; and G(x) = mex of the values of the options."""
        for left, right in ((one, two), (two, one)):
            match left, right:
                case t.Ask(question="W", position=position, player=None), t.Constant(value=int(seat)):
                    return ["seat", self._where(position), seat]
                case t.Ask(question="G", position=position), t.Constant(value=0) if self.claim.play.is_normal:
                    return ["seat", self._where(position), self.seats[-1]]
                case t.Ask(question="G", position=position), _ if self.q is None and self._is_x(position):
                    if self.claim.play.is_normal and self._is_mex(right):
                        return ["and"]
        raise Outside("a value compared with something else than 0")

    def _is_mex(self, term: t.AnyTerm) -> bool:
        """`mex(G(q) for q in options(x))`, also of the set of these values."""
        match term:
            case t.Operation(name="mex", arguments=(t.Gather(name="{}") as values,)):
                return self._is_mex(replace(values, name="mex"))
            case t.Gather(
                name="mex",
                body=t.Ask(question="G", position=t.Local(slot=asked)),
                steps=(t.Choose(target=int(q), domain=domain),),
            ):
                return asked == q and self._are_options(domain)
        return False

    def _where(self, position: t.AnyTerm) -> str:
        if self._is_x(position):
            return "x"
        if isinstance(position, t.Local) and position.slot == self.q:
            return "q"
        raise Outside("another position than x and its options")

    def _is_x(self, position: t.AnyTerm) -> bool:
        return self.claim.is_own_position(position)

    def _are_options(self, domain: t.AnyTerm) -> bool:
        match domain:
            case t.Operation(name="options", arguments=(position,)):
                return self._is_x(position)
        return False
