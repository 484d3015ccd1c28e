"""Quantifiers and counts over ranges whose ends depend on the position, as in `any(P(a, y) for y in 0..a+2)`.

A number of the range is its low end and a natural number more, so that ranges may begin below 0.
"""

from itertools import pairwise
from typing import TYPE_CHECKING

from heapwise.formulas import ir
from heapwise.formulas import quantities as q
from heapwise.proof import logic
from heapwise.proof.conditions import relate
from heapwise.proof.outside import Outside
from heapwise.proof.places import has_place, replaced
from heapwise.records import dataclass

if TYPE_CHECKING:
    from heapwise.proof.formula import Translation
    from heapwise.proof.numbers import ComparedNumbers

MOST_COUNTED = 3


def is_of_numbers(node: ir.Every | ir.Over) -> bool:
    """Does a position, or an automaton, read the variable, or nothing? Then it is a number, and no place of a digit."""
    if node.variable not in node.body.loose:
        return not (has_place(node.low) or has_place(node.high))
    reads = (part for part in ir.walk(node.body) if isinstance(part, ir.Hole | ir.Accepts))
    return any(node.variable in part.loose for part in reads)


def ranged_variable(node: ir.Every | ir.Over) -> ir.Var:
    """The variable that says how far above its low end a number of the range is."""
    return ir.Var(-2 - node.variable)


@dataclass
class Ranging:
    """A range with what is said of its numbers; `inside` knows the name of the variable, `numbers` the ends."""

    inside: "Translation"
    node: ir.Every | ir.Over
    numbers: "ComparedNumbers"
    name: str

    def every(self) -> logic.Formula:
        """It is true of all of them."""
        body = self._body(self.node.body)
        return self.numbers.close(logic.Forall((self.name,), logic.Implies(self._ends(), self.inside.true(body))))

    def not_every(self) -> logic.Formula:
        """It is false of some, and true or false of all."""
        body = self._body(self.node.body)
        fails = logic.Exists((self.name,), logic.And((self._ends(), self.inside.false(body))))
        return self.numbers.close(logic.And((fails, self._settled(body))))

    def count(self, relation: logic.Relation, number: int) -> logic.Formula:
        """It is true of so many."""
        body = self._body(_counted(self.node.body))
        least = {"=": number, "!=": number, "<": number, ">=": number, "<=": number + 1, ">": number + 1}[relation]
        if not 0 <= least <= MOST_COUNTED:
            raise Outside(f"a count over a range that is compared with {number}")
        found = self._at_least(body, least)
        if relation in ("=", "!="):
            found = logic.And((found, logic.Not(self._at_least(body, least + 1))))
        denied = relation in ("!=", "<", "<=")
        return self.numbers.close(logic.And((self._settled(body), logic.Not(found) if denied else found)))

    def _at_least(self, body: ir.Node, number: int) -> logic.Formula:
        """It is true of so many different numbers, in increasing order."""
        one = logic.And((self._ends(), self.inside.true(body)))
        names = tuple(f"{self.name}.{i}" for i in range(number))
        rising = (logic.compare(logic.Form.variable(a), "<", logic.Form.variable(b)) for a, b in pairwise(names))
        parts = (*(logic.substitute(one, {self.name: name}) for name in names), *rising)
        return logic.Exists(names, logic.And(parts)) if names else logic.And(())

    def _settled(self, body: ir.Node) -> logic.Formula:
        """It is true or false of all of them."""
        either = logic.Or((self.inside.true(body), self.inside.false(body)))
        return logic.Forall((self.name,), logic.Implies(self._ends(), either))

    def _ends(self) -> logic.Formula:
        """The number is not behind the end of the range."""
        if isinstance(self.node, ir.Every) and self.node.is_open:
            raise Outside("a range without an end")
        low, high = self.numbers.number(self.node.low), self.numbers.number(self.node.high)
        return relate(high - low - logic.Form.variable(self.name), ">=")

    def _body(self, body: ir.Node) -> ir.Node:
        """What is said, of the low end and so much more."""
        number = q.linear((1, self.node.low), (1, ranged_variable(self.node)))
        found: ir.Node = replaced(body, {ir.Bound(self.node.variable): number})
        return found


def _counted(node: ir.Node) -> ir.Node:
    """The condition of a sum of ones."""
    match node:
        case ir.Indicator(condition):
            return condition
        case ir.Select(condition, yes, ir.Const(0)):
            return ir.And((condition, _counted(yes)))
    raise Outside("a sum over a range that depends on the position")
