"""Bounds of every node of a formula over a box of positions, before anything is computed on arrays."""

from collections.abc import Mapping

from heapwise.formulas import ir
from heapwise.formulas.operations import OPERATIONS, Interval, checked
from heapwise.formulas.problems import Outgrows

Ranges = Mapping[ir.Var, Interval]
HOLE_BOUNDS: Interval = (0, (1 << 31) - 1)
MOST_STEPS = 4_096
"""A loop over a range whose ends depend on the position takes no more steps than this."""


def ranges(root: ir.Node, box: Ranges) -> dict[ir.Node, Interval]:
    """The bounds of all nodes; refused (`Outgrows`) if a value might not fit, also a value on the way."""
    found: dict[ir.Node, Interval] = {}
    _Ranges(box, found).of(root)
    return found


class _Ranges:
    def __init__(self, box: Ranges, found: dict[ir.Node, Interval]) -> None:
        self.box, self.found = box, found

    def of(self, node: ir.Node) -> Interval:
        """The bounds of a node; those of the nodes below it are found on the way."""
        if node not in self.found:
            self.found[node] = checked(self._bounds(node))
        return self.found[node]

    def _bounds(self, node: ir.Node) -> Interval:
        match node:
            case ir.Const():
                return node.value, node.value
            case ir.Var():
                return self.box[node]
            case ir.Linear():
                return self._linear(node)
            case ir.Apply():
                return OPERATIONS[node.name].bounds(tuple(self.of(a) for a in node.arguments))
            case ir.Select():
                self.of(node.condition)
                (a, b), (c, d) = self.of(node.yes), self.of(node.no)
                return min(a, c), max(b, d)
            case ir.Over() | ir.Every():
                return self._loop(node)
        for child in node.below:
            self.of(child)
        return HOLE_BOUNDS if isinstance(node, ir.Hole) else (0, 1)

    def _linear(self, node: ir.Linear) -> Interval:
        low = high = node.constant
        for factor, term in node.terms:
            ends = [factor * end for end in self.of(term)]
            low, high = low + min(ends), high + max(ends)
            # Sums are added up from left to right, so what stands on the way has to fit as well.
            checked((low, high))
            checked((min(ends), max(ends)))
        return low, high

    def _loop(self, node: ir.Over | ir.Every) -> Interval:
        low, high = self.of(node.low)[0], self.of(node.high)[1]
        if high - low >= MOST_STEPS:
            raise Outgrows("a range that depends on the position is too long for arrays")
        self.found[ir.Bound(node.variable)] = (low, max(low, high))
        a, b = self.of(node.body)
        steps = max(0, high - low + 1)
        if isinstance(node, ir.Every):
            return 0, 1
        if node.name == "+":
            return min(0, steps * a), max(0, steps * b)
        return 0, (1 << max(b, 0).bit_length()) - 1
