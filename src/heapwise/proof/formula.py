"""Formulas of claims (`formulas.ir`) as logic.

Every condition becomes two formulas: where it is defined and true, and where it is defined and false. Both are made
without negating anything but conditions that are plainly defined everywhere, so a number on the way that automata
cannot hold (a negative one, where a natural number is needed) makes neither of them true and can never prove
anything: that one of the two holds at every position is an obligation by itself.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Protocol

from heapwise.formulas import ir
from heapwise.proof.conditions import relate
from heapwise.proof.given import given
from heapwise.proof.logic import (
    FALSE,
    TRUE,
    And,
    ColumnSumIs,
    ColumnSums,
    Exists,
    Forall,
    Form,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Power,
    Relation,
    Terms,
    compare,
    disjunction,
)
from heapwise.proof.logic.formulas import COMPARE
from heapwise.proof.numbers import ComparedNumbers
from heapwise.proof.outside import Outside
from heapwise.proof.places import bits_at_one_place, has_place, is_named_place, place_variable, power_of_two, unshifted
from heapwise.proof.ranging import Ranging, is_of_numbers, ranged_variable
from heapwise.proof.totality import Plain
from heapwise.records import dataclass, field, replace

SIGNS: Mapping[str, Relation] = {"=": "=", "<": "<", "<=": "<="}
OPPOSITE: Mapping[Relation, Relation] = {"=": "!=", "<": ">=", "<=": ">"}
FLIPPED: Mapping[Relation, Relation] = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
VALUE = ir.Var(-1)


class AskedValue(Protocol):
    """What is asked of a position, and how it is said that named numbers are one with that answer."""

    @property
    def is_truth(self) -> bool:
        """Is the answer yes or no?"""

    def condition(self, names: Sequence[str], wanted: bool) -> Formula:
        """The position is legal, and the answer is yes, or no."""

    def value(self, names: Sequence[str], value: str) -> Formula:
        """The position is legal, and this is its value."""


@dataclass
class Translation:
    """Translates the nodes of one formula; `names` are the variables of its numbers."""

    names: Mapping[ir.Var, str]
    plain: Plain = field(default_factory=Plain)
    asked: dict[int, AskedValue] = field(default_factory=dict)
    _numbers: Iterator[int] = field(default_factory=count)

    def terms(self) -> ComparedNumbers:
        """A new collection of auxiliary variables."""
        return ComparedNumbers(self, Terms(f"aux{next(self._numbers)}"))

    # -- conditions

    def true(self, node: ir.Node) -> Formula:
        """The condition is defined and true."""
        answer = self.plain.answer(node)
        if answer is not None:
            return answer
        match node:
            case ir.Truth(value):
                return TRUE if value else FALSE
            case ir.Iff(left, right) if self.plain.condition(node):
                return Iff(self.true(left), self.true(right))
        return self._said(node, True)

    def false(self, node: ir.Node) -> Formula:
        """The condition is defined and false."""
        return Not(self.true(node)) if self.plain.condition(node) else self._said(node, False)

    def _said(self, node: ir.Node, wanted: bool) -> Formula:
        of = self.true if wanted else self.false
        match node:
            case ir.Undefined():
                return FALSE
            case ir.Compare(sign, left, right):
                relation = SIGNS[sign] if wanted else OPPOSITE[SIGNS[sign]]
                return self._answered(node, wanted) or self._compare(relation, left, right)
            case ir.Accepts():
                return self._accepts(node, wanted)
            case ir.Not(condition):
                return self.false(condition) if wanted else self.true(condition)
            case ir.And(conditions) | ir.Or(conditions) if isinstance(node, ir.And) == wanted:
                return And(tuple(map(of, conditions)))
            case ir.And(conditions) | ir.Or(conditions):
                return Or(tuple(self._in_turn(conditions, not wanted)))
            case ir.Iff(left, right):
                other = self.false if wanted else self.true
                return Or((And((self.true(left), of(right))), And((self.false(left), other(right)))))
            case ir.Every():
                return self._every(unshifted(node)) if wanted else self._not_every(unshifted(node))
        return self._compare("=", node, ir.ONE if wanted else ir.ZERO)

    def defined(self, node: ir.Node) -> Formula:
        """The condition is true or false."""
        return TRUE if self.plain.condition(node) else Or((self.true(node), self.false(node)))

    def _answered(self, node: ir.Compare, wanted: bool) -> Formula | None:
        """A question about a position: it is legal, and has the answer. None for any other condition."""
        question = self.asked.get(node.left.number) if isinstance(node.left, ir.Hole) and node.right == ir.ONE else None
        if question is None or not question.is_truth:
            return None
        numbers = self.terms()
        names = numbers.named(node.left.below)
        return numbers.close(question.condition(names, wanted))

    def _accepts(self, node: ir.Accepts, wanted: bool) -> Formula:
        """A tuple of natural numbers is in a declared set, or is not."""
        numbers = self.terms()
        inside = given(node.acceptor, numbers.named(node.arguments))
        return numbers.close(inside if wanted else Not(inside))

    def _in_turn(self, conditions: tuple[ir.Node, ...], goes_on: bool) -> Iterator[Formula]:
        """The first condition that decides; those before it must be defined, and have gone on."""
        before: list[Formula] = []
        for condition in conditions:
            decides = self.false(condition) if goes_on else self.true(condition)
            yield And((*before, decides))
            if not (self.plain.condition(condition) or condition.is_total):
                before.append(self.true(condition) if goes_on else self.false(condition))

    # -- comparisons

    def _compare(self, relation: Relation, left: ir.Node, right: ir.Node) -> Formula:
        special = self._columns(relation, left, right) or self._counted(relation, left, right)
        if special is not None:
            return special
        numbers = self.terms()
        bits = bits_at_one_place(left, right)
        if bits is not None:
            return numbers.close(numbers.bits(bits, relation))
        if has_place(left) or has_place(right):
            return numbers.close(numbers.compared(numbers.place(left), relation, numbers.place(right)))
        return numbers.close(relate(numbers.number(left) - numbers.number(right), relation))

    def _columns(self, relation: Relation, left: ir.Node, right: ir.Node) -> Formula | None:
        """Digit sums are compared column by column, without the number that they make."""
        match left, right:
            case ir.Const() | ir.Select(), ir.Apply("digit sum" | "xor") if relation in ("=", "!="):
                return self._columns(relation, right, left)
            case ir.Apply("digit sum"), ir.Select(condition, yes, no):
                cases = ((self.true(condition), yes), (self.false(condition), no))
                return Or(tuple(And((case, self._compare(relation, left, chosen))) for case, chosen in cases))
            case (ir.Apply("digit sum", (*values, ir.Const(m))), ir.Const(value)) if value >= 0:
                numbers = self.terms()
                atom = ColumnSumIs(numbers.named(values), m, relation, value)
                return numbers.close(atom if m > 1 else _truth(relation, 0, value))
            case ir.Apply("digit sum", (*values, ir.Const(m))), ir.Apply("digit sum", (*others, ir.Const(k))) if m == k:
                numbers = self.terms()
                names = (*numbers.named(values), *numbers.named(others))
                atoms = ColumnSums(names, len(values), m, relation)
                return numbers.close(atoms if m > 1 else _truth(relation, 0, 0))
            case (ir.Apply("xor", values), _) if relation in ("=", "!="):
                numbers = self.terms()
                return numbers.close(ColumnSumIs(numbers.named((*values, right)), 2, relation, 0))
            case (_, ir.Apply("xor")) if relation in ("=", "!="):
                return self._columns(relation, right, left)
        return None

    def _counted(self, relation: Relation, left: ir.Node, right: ir.Node) -> Formula | None:
        """How many numbers of a range have a property, compared with a small number."""
        if isinstance(left, ir.Const) and isinstance(right, ir.Over):
            return self._counted(FLIPPED[relation], right, left)
        if isinstance(left, ir.Over) and isinstance(right, ir.Const) and is_of_numbers(left) and left.name == "+":
            return self._ranging(left).count(relation, right.value)
        return None

    # -- quantifiers over places of digits

    def _every(self, node: ir.Every) -> Formula:
        """A place is named by the power of two that it weighs; other numbers stand for themselves."""
        if is_of_numbers(node):
            return self._ranging(node).every()
        self.plain.enter(node)
        numbers, name = self.terms(), place_variable(node.variable)
        inside = numbers.inside(node, name)
        return numbers.close(Forall((name,), Implies(inside, self.true(node.body))))

    def _not_every(self, node: ir.Every) -> Formula:
        if is_of_numbers(node):
            return self._ranging(node).not_every()
        self.plain.enter(node)
        numbers, name = self.terms(), place_variable(node.variable)
        inside = numbers.inside(node, name)
        fails = Exists((name,), And((inside, self.false(node.body))))
        if self.plain.condition(node.body) or node.body.is_total:
            return numbers.close(fails)
        either = Or((self.true(node.body), self.false(node.body)))
        return numbers.close(And((fails, Forall((name,), Implies(inside, either)))))

    def _ranging(self, node: ir.Every | ir.Over) -> Ranging:
        """The numbers of a range whose ends depend on the position, and what is said of each."""
        variable = ranged_variable(node)
        inner = replace(self, names={**self.names, variable: f"r{node.variable}"})
        return Ranging(inner, node, self.terms(), f"r{node.variable}")

    # -- values

    def value(self, node: ir.Node, name: str) -> tuple[Formula, Formula]:
        """`name` is the value of the node, and which numbers stand for values.

        A valuation or a number of trailing ones is carried as a power of two, which keeps the order.
        """
        form = Form.variable(name)
        numbers = self.terms()
        if is_named_place(node):
            power, shift = numbers.place(node)
            same = compare(power * power_of_two(max(shift, 0)), "=", form * power_of_two(max(-shift, 0)))
            return numbers.close(same), Power((name,))
        if isinstance(node, ir.Select):
            one, codes = self.value(node.yes, name)
            two, others = self.value(node.no, name)
            if codes != others:
                raise Outside("a value that is a place of a digit in some cases only")
            cases = (And((self.true(node.condition), one)), And((self.false(node.condition), two)))
            return disjunction(cases), codes
        return self.naming(name)._compare("=", node, VALUE), TRUE

    def naming(self, name: str) -> "Translation":
        """The same, with a variable that stands for the value of the position."""
        return replace(self, names={**self.names, VALUE: name})


def _truth(relation: Relation, left: int, right: int) -> Formula:
    return TRUE if COMPARE[relation](left, right) else FALSE
