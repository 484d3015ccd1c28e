"""Parts of formulas that plainly have a value at every position, with natural numbers all the way.

Only there is a condition false exactly where it is not true. Components are natural, and some are known to be positive,
so that they have a valuation.
"""

from collections.abc import Iterable

from heapwise.formulas import ir
from heapwise.proof.logic import Formula
from heapwise.proof.places import bit_of, has_place, unshifted
from heapwise.records import dataclass, field

_OF_NATURALS = frozenset({"min", "max", "xor", "or", "and", "digit sum", "k-nim-sum", "abs", "*"})
_PLACES_OF_NATURALS = frozenset({"tail1", "length"})


@dataclass
class Plain:
    """What is plain for the formulas of one game: `positive` are the components that are never 0, and `answers` the
    conditions that its rules decide, such as whether play has ended."""

    positive: frozenset[ir.Var] = frozenset()
    answers: dict[ir.Node, Formula] = field(default_factory=dict)
    _least: dict[int, int | None] = field(default_factory=dict)
    _known: dict[tuple[ir.Node, tuple[int | None, ...]], bool] = field(default_factory=dict)

    def condition(self, node: ir.Node) -> bool:
        """Is it plain that a condition is true or false at every position, its variables being where they are now?"""
        key = node, tuple(self._least.get(number) for number in sorted(node.loose))
        if key not in self._known:
            self._known[key] = self._condition(node)
        return self._known[key]

    def answer(self, node: ir.Node) -> Formula | None:
        """The formula of a condition that the rules decide."""
        return self.answers.get(node.left) if isinstance(node, ir.Compare) and node.right == ir.ONE else None

    def _condition(self, node: ir.Node) -> bool:
        if self.answer(node) is not None:
            return True
        match node:
            case ir.Truth():
                return True
            case ir.Compare(_, left, right) if has_place(left) or has_place(right):
                return self.least(left) is not None and self.least(right) is not None
            case ir.Compare(_, left, right):
                return self.whole(left) and self.whole(right)
            case ir.Accepts(_, arguments):
                return all(map(self.natural, arguments))
            case ir.Not() | ir.And() | ir.Or() | ir.Iff():
                return all(map(self.condition, node.below))
            case ir.Every():
                node = unshifted(node)  # as it is translated
                self.enter(node)
                has_end = node.is_open or self.least(node.high) is not None
                return self._is_place(node.low) and has_end and self.condition(node.body)
        return False

    def enter(self, node: ir.Every) -> None:
        """From now on the variable of a quantifier over places is known to be no less than its low end."""
        self._least[node.variable] = self.least(node.low)

    def whole(self, node: ir.Node) -> bool:
        """Is it plain that a number has a value everywhere, perhaps a negative one?"""
        match node:
            case ir.Const():
                return True
            case ir.Linear(_, terms):
                return all(self.whole(term) for _, term in terms)
            case ir.Apply("*", arguments):
                return all(map(self.whole, arguments))
        return self.natural(node)

    def natural(self, node: ir.Node) -> bool:
        """Is it plain that a number has a value everywhere that is 0 or more?"""
        match node:
            case ir.Const(value):
                return value >= 0
            case ir.Var():
                return True
            case ir.Linear(constant, terms):
                return constant >= 0 and all(factor >= 0 and self.natural(term) for factor, term in terms)
            case ir.Select(condition, yes, no):
                return self.condition(condition) and self.natural(yes) and self.natural(no)
            case ir.Indicator(condition):
                return self.condition(condition)
            case ir.Apply():
                return self._applied(node)
        return False

    def _applied(self, node: ir.Apply) -> bool:
        bit = bit_of(node)
        if bit is not None:
            return self.natural(bit.number) and self._is_place(bit.place)
        match node.name, node.arguments:
            case "floor/", (number, ir.Const(divisor)):
                return divisor > 0 and self.natural(number)
            case "mod", (number, ir.Const(divisor)):
                return divisor > 0 and (self.whole(number) or self.least(number) is not None)
            case "^", (ir.Const(1), exponent):
                return self._is_place(exponent)
        return node.name in _OF_NATURALS and all(map(self.natural, node.arguments))

    def _is_place(self, node: ir.Node) -> bool:
        least = self.least(node)
        return least is not None and least >= 0

    def least(self, node: ir.Node) -> int | None:
        """A number that a place is never below; None if it is not plain that there is such a place everywhere."""
        match node:
            case ir.Const(value):
                return value
            case ir.Bound(number):
                return self._least.get(number)
            case ir.Linear(constant, ((1, term),)):
                least = self.least(term)
                return None if least is None else least + constant
            case ir.Select(condition, yes, no) if self.condition(condition):
                return _least_of(map(self.least, (yes, no)))
            case ir.Apply("min" | "max", arguments):
                return _least_of(map(self.least, arguments))
            case ir.Apply("v2", (number,)):
                return 0 if number in self.positive else None
            case ir.Apply(name, (number,)) if name in _PLACES_OF_NATURALS:
                return 0 if self.natural(number) else None
        return None


def _least_of(found: Iterable[int | None]) -> int | None:
    numbers = list(found)
    return None if None in numbers else min(n for n in numbers if n is not None)
