"""Values of positions, read from resolved terms as graphs: the statement that a number g is the value."""

from heapwise.proof.digit_game.atoms import Both, Sentence, choice
from heapwise.proof.digit_game.comparisons import SIGNS
from heapwise.proof.digit_game.counts import IS_ZERO, CountQuotient
from heapwise.proof.digit_game.layer_atoms import BitCount, NumberAtom, SumRemainder, Xor
from heapwise.proof.digit_game.row_atoms import HeapTest, RowAtom
from heapwise.proof.digit_game.statements import MOST, StatementReader, named
from heapwise.proof.outside import Outside
from heapwise.records import dataclass
from heapwise.terms import term as t


@dataclass
class GraphReader(StatementReader):
    """Reads the value that a claim gives, as well."""

    def graph(self, term: t.AnyTerm) -> Sentence:
        """`g = term`, for the value g of the position."""
        match term:
            case t.Choice(condition=condition, yes=yes, no=no):
                return choice(self.truth(condition), self.graph(yes), self.graph(no))
            case t.Constant(value=int(value)) if 0 <= value <= MOST:
                return NumberAtom(value)
            case t.Operation(name="(+)", arguments=arguments):
                return self._xor(arguments, 0, False)
            case t.Operation(name="nimsum", arguments=(x,)) if self.is_all(x):
                return Xor(0)
            case t.Operation(name="knimsum", arguments=(x, level)) if self.is_all(x):
                return self._balanced(self.parameters.level(level))
            case t.Operation(name="mod", arguments=(t.Operation(name="sum", arguments=(x,)), m)) if self.is_all(x):
                return SumRemainder(self.modulus(m))
            case t.Operation(name="min" | "max" as name, arguments=(x,)) if self.is_all(x):
                beyond = HeapTest("g", relations=SIGNS["<" if name == "min" else ">"])
                none = RowAtom(beyond, IS_ZERO, frozenset({0}))
                return Both("and", (none, RowAtom(HeapTest("g"), IS_ZERO, frozenset({1}))))
        raise Outside(f"{named(term)} as a value")

    def _xor(self, parts: tuple[t.AnyTerm, ...], constant: int, has_sum: bool) -> Sentence:
        """A nim-sum of all heaps, numbers, and choices between those."""
        if not parts:
            return Xor(constant) if has_sum else NumberAtom(constant)
        first, *rest = parts
        left = tuple(rest)
        match first:
            case t.Choice(condition=condition, yes=yes, no=no):
                branches = (self._xor((branch, *left), constant, has_sum) for branch in (yes, no))
                return choice(self.truth(condition), *branches)
            case t.Operation(name="(+)", arguments=inner):
                return self._xor((*inner, *left), constant, has_sum)
            case t.Operation(name="nimsum", arguments=(x,)) if self.is_all(x) and not has_sum:
                return self._xor(left, constant, True)
            case t.Constant(value=int(value)) if 0 <= value <= MOST:
                return self._xor(left, constant ^ value, has_sum)
        raise Outside(f"{named(first)} in a nim-sum of all heaps")

    def _balanced(self, level: int) -> Sentence:
        """`knimsum(x; k)`: the lowest bit of the nim-sum is turned once for every two heaps that have bit k."""
        if level < 1:
            raise Outside("knimsum with k = 0")
        return choice(BitCount(level, 1, CountQuotient(4), frozenset({2, 3})), Xor(1), Xor(0))
