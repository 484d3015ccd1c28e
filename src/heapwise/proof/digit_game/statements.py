"""The conditions of a claim, read from its resolved terms: hypothesis 5.

Nothing may name a single heap. Conditions compare a function of all heaps with a number.
"""

from heapwise.proof.digit_game.atoms import FALSE, TRUE, Both, Sentence, choice, negation
from heapwise.proof.digit_game.comparisons import (
    SIGNS,
    TURNED,
    HeapBit,
    HeapFunction,
    RowTest,
    comparison,
    counted,
    opposite,
    some,
)
from heapwise.proof.digit_game.counts import IS_ZERO
from heapwise.proof.digit_game.layer_atoms import AllEqual
from heapwise.proof.digit_game.parameters import Parameters
from heapwise.proof.digit_game.row_atoms import HeapTest
from heapwise.proof.outside import Outside
from heapwise.records import dataclass
from heapwise.terms import term as t

MOST = 64  # numbers and moduli; each is a number of states


@dataclass
class StatementReader:
    """Reads the conditions and values of a claim about the vector in a slot."""

    slot: int
    parameters: Parameters

    # -- conditions

    def truth(self, term: t.AnyTerm) -> Sentence:
        """A condition on all heaps."""
        match term:
            case t.Constant(value=bool(value)):
                return TRUE if value else FALSE
            case t.Connective(name="and" | "or" as word, arguments=arguments):
                return Both(word, tuple(map(self.truth, arguments)))
            case t.Connective(name="implies", arguments=(premise, conclusion)):
                return Both("or", (negation(self.truth(premise)), self.truth(conclusion)))
            case t.Connective(name="iff", arguments=(one, two)):
                left, right = self.truth(one), self.truth(two)
                return choice(left, right, negation(right))
            case t.Operation(name="not", arguments=(one,)):
                return negation(self.truth(one))
            case t.Choice(condition=condition, yes=yes, no=no):
                return choice(self.truth(condition), self.truth(yes), self.truth(no))
            case t.Operation(name="in", arguments=(one, t.Operation(name="{}", arguments=members))):
                return Both("or", tuple(self._compared(one, SIGNS["="], member) for member in members))
            case t.Operation(name=name, arguments=(one, two)) if name in SIGNS:
                return self._compared(one, SIGNS[name], two)
            case t.Gather(name="all" | "any" as name, body=body, steps=steps):
                return self._of_heaps(name, body, self.index_of(steps))
        raise Outside(f"{named(term)} as a condition on all heaps")

    def _compared(self, one: t.AnyTerm, signs: frozenset[str], two: t.AnyTerm) -> Sentence:
        for left, right, turned in ((one, two, signs), (two, one, frozenset(TURNED[s] for s in signs))):
            if isinstance(left, t.Choice):
                yes, no = self._compared(left.yes, turned, right), self._compared(left.no, turned, right)
                return choice(self.truth(left.condition), yes, no)
        if self._is_plain(one):
            one, two, signs = two, one, frozenset(TURNED[s] for s in signs)
        number = self.parameters.number(two)
        if number > MOST:
            raise Outside("a large number")
        return comparison(self.function(one), signs, number)

    def _is_plain(self, term: t.AnyTerm) -> bool:
        """Does a term depend on parameters alone?"""
        return self.slot not in t.free_slots(term)

    # -- functions of all heaps

    def function(self, term: t.AnyTerm) -> HeapFunction:
        """A function of all heaps that conditions may compare with numbers."""
        match term:
            case t.Operation(name="nimsum", arguments=(x, *base)) if self.is_all(x):
                return HeapFunction("nimsum", self.modulus(base[0]) if base else 2)
            case t.Operation(name="sum" | "max" | "min" as name, arguments=(x,)) if self.is_all(x):
                return HeapFunction(name)
            case t.Operation(name="mod", arguments=(one, modulus)):
                inner = self.function(one)
                if inner.name in ("sum", "count") and not inner.modulus:
                    return inner._replace(modulus=self.modulus(modulus))
            case t.Gather(name="count", body=body, steps=steps):
                return HeapFunction("count", row=self._row(body, self.index_of(steps)))
            case t.Gather(name="sum", body=t.Operation(name="bit", arguments=(heap, level)), steps=steps):
                if self.is_heap(heap, self.index_of(steps)):
                    return HeapFunction("count", row=HeapBit(self.parameters.level(level), 1))
        raise Outside(f"{named(term)} as a function of all heaps")

    def is_all(self, term: t.AnyTerm) -> bool:
        """Is a term the vector of all heaps?"""
        return isinstance(term, t.Local) and term.slot == self.slot

    def modulus(self, term: t.AnyTerm) -> int:
        """A modulus that is a small number."""
        modulus = self.parameters.number(term)
        if not 1 <= modulus <= MOST:
            raise Outside("a modulus that is large, or less than 1")
        return modulus

    # -- single heaps

    def index_of(self, steps: tuple[t.Step, ...]) -> int:
        """The slot of `i in 1..n`."""
        match steps:
            case (t.Choose(target=int(slot), domain=t.Operation(name="..", arguments=(low, high))),):
                if (low, high) == (t.Constant(1, type=low.type), high) and self._is_n(high):
                    return slot
        raise Outside("a choice among heaps other than `i in 1..n`")

    def _is_n(self, term: t.AnyTerm) -> bool:
        return isinstance(term, t.Local) and term.slot == self.parameters.n

    def is_heap(self, term: t.AnyTerm, index: int) -> bool:
        match term:
            case t.Operation(name="index", arguments=(x, t.Local(slot=slot))):
                return self.is_all(x) and slot == index
        return False

    def _of_heaps(self, name: str, body: t.AnyTerm, index: int) -> Sentence:
        """`all` and `any`; `all` of `and` and `any` of `or` are taken apart."""
        word = "and" if name == "all" else "or"
        if isinstance(body, t.Connective) and body.name == word:
            return Both(word, tuple(self._of_heaps(name, part, index) for part in body.arguments))
        if name == "all" and self._says_equal(body, index):
            return AllEqual()
        row = self._row(body, index)
        return counted(opposite(row), IS_ZERO, frozenset({0})) if name == "all" else some(row)

    def _says_equal(self, body: t.AnyTerm, index: int) -> bool:
        """`x[i] = x[1]` for all i: one heap is named, but all are equal to it."""
        match body:
            case t.Operation(name="=", arguments=(one, two)):
                return any(self.is_heap(a, index) and self._is_some_heap(b) for a, b in ((one, two), (two, one)))
        return False

    def _is_some_heap(self, term: t.AnyTerm) -> bool:
        match term:
            case t.Operation(name="index", arguments=(x, t.Constant(value=number))):
                return self.is_all(x) and number == 1
        return False

    def _row(self, body: t.AnyTerm, index: int) -> RowTest:
        """A condition on one heap."""
        match body:
            case t.Operation(name="not", arguments=(one,)):
                return opposite(self._row(one, index))
            case t.Operation(name=name, arguments=(one, two)) if name in SIGNS:
                signs = SIGNS[name]
                if self._is_plain(one):
                    one, two, signs = two, one, frozenset(TURNED[s] for s in signs)
                return self._row_compared(one, signs, self.parameters.number(two), index)
        raise Outside(f"{named(body)} as a condition on one heap")

    def _row_compared(self, term: t.AnyTerm, signs: frozenset[str], number: int, index: int) -> RowTest:
        if not 0 <= number <= MOST:
            raise Outside("a large number")
        match term:
            case _ if self.is_heap(term, index):
                return HeapTest("number", 0, number, signs)
            case t.Operation(name="mod", arguments=(heap, modulus)) if self.is_heap(heap, index):
                return row_mod(self.parameters.number(modulus), number, signs)
            case t.Operation(name="bit", arguments=(heap, level)) if self.is_heap(heap, index):
                if number <= 1 and signs == SIGNS["="]:
                    return HeapBit(self.parameters.level(level), number)
        raise Outside(f"{named(term)} in a condition on one heap")


def row_mod(modulus: int, number: int, signs: frozenset[str]) -> RowTest:
    if modulus < 1 or modulus.bit_count() != 1 or modulus > MOST:
        raise Outside("the remainder of one heap modulo a number that is no power of 2")
    return HeapTest("mod", modulus.bit_length() - 1, number, signs)


def named(term: t.AnyTerm) -> str:
    """A term in a message: what kind of thing it is."""
    name = getattr(term, "name", None)
    return f"`{name}`" if isinstance(name, str) else type(term).__name__.lower()
