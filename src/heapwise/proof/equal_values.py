"""Obligations for claims that two positions have one value: each option of one has a counterpart in the other.

If a map of positions takes the options of x to exactly the options of its image, then by induction a position and its
image have the same value, under every convention of play.
"""

from collections.abc import Iterator, Sequence

from heapwise.claims.task import Unsuitable
from heapwise.formulas import ir
from heapwise.proof.claim_forms import Same
from heapwise.proof.logic import And, Exists, Form, Formula, Not, compare, substitute
from heapwise.proof.moves import Moves, component, moves_of
from heapwise.proof.outside import Outside
from heapwise.proof.statement import Obligation, Statement
from heapwise.terms import term as t

Forms = Sequence[Form]


def same_values(statement: Statement, said: Same) -> Iterator[Obligation]:
    """The position and the one that the claim names have the same options, up to the map that the claim gives."""
    if statement.instance.claim.premises:
        raise Unsuitable("the claim has a premise, and says nothing of options outside of it")
    own, (other, image) = statement.moves, image_of(statement, said.other)
    here, there = own.names, tuple(f"z{i}" for i in range(len(own.names)))
    new = tuple(f"w{i}" for i in range(len(image)))
    moved = [_renamed(form, dict(zip(here, there, strict=True))) for form in image]
    moves = step(own, variables(here), variables(there))
    reached = Exists(there, And((moves, _equal(variables(new), moved))))
    found = {
        "a position whose image is no position": Not(_at(other.domain, image)),
        "an option whose image is no option of the image": And((moves, Not(step(other, image, moved)))),
        "an option of the image that no option leads to": And((step(other, image, variables(new)), Not(reached))),
    }
    for name, formula in found.items():
        yield Obligation(name, And((statement.domain, formula)), is_for_scope=True)


def image_of(statement: Statement, position: t.AnyTerm) -> tuple[Moves, Forms]:
    """The game of the other position, and its components as linear forms of those of the first."""
    hole = statement.position(position)
    if len(hole.games) != 1:
        raise Outside("the value of a sum of positions")
    return moves_of(hole.games[0]), [_linear(statement, node) for node in hole.arguments[0]]


def _linear(statement: Statement, node: ir.Node) -> Form:
    numbers = statement.translation.terms()
    form = numbers.number(node)
    if numbers.terms.names or numbers.terms.conditions:
        raise Outside("a position whose components are no linear forms of those of another")
    return form


def step(moves: Moves, start: Forms, end: Forms) -> Formula:
    """There is a move from one position to the other."""
    arrived = _equal(variables(moves.names), end)
    return _at(moves.opt(arrived), start)


def _at(formula: Formula, values: Forms) -> Formula:
    """The formula of components, at components that are given as forms."""
    names = tuple(f"b{i}" for i in range(len(values)))
    moved = substitute(formula, {component(i): name for i, name in enumerate(names)})
    return Exists(names, And((_equal(variables(names), values), moved)))


def _equal(left: Forms, right: Forms) -> Formula:
    return And(tuple(compare(a, "=", b) for a, b in zip(left, right, strict=True)))


def variables(names: Sequence[str]) -> list[Form]:
    return [Form.variable(name) for name in names]


def _renamed(form: Form, names: dict[str, str]) -> Form:
    return Form(tuple((names[name], factor) for name, factor in form.coefficients), form.constant)
