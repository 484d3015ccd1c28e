"""Obligations for claims about Grundy values: the graph of the formula agrees with the mex at every position."""

from collections.abc import Iterator

from heapwise.claims.task import Unsuitable
from heapwise.proof.claim_forms import Graph, Value
from heapwise.proof.logic import TRUE, And, Exists, Form, Formula, Not, Power, compare, substitute
from heapwise.proof.outside import Outside
from heapwise.proof.statement import GRAPH, Obligation, Setting, Statement


def values(statement: Statement, said: Value) -> Iterator[Obligation]:
    """The value of every position is that of the formula."""
    if statement.instance.claim.premises:
        raise Unsuitable("the claim has a premise, and says nothing of options outside of it")
    graph, codes = statement.translation.value(statement.node(said.formula), "g")
    yield from graph_of_values(statement, And((graph, codes)), codes)


def graph(statement: Statement, said: Graph) -> Iterator[Obligation]:
    """A declared set is that of all positions with their values, or with two to the power of these."""
    if statement.instance.claim.premises:
        raise Unsuitable("the claim has a premise, and says nothing of options outside of it")
    codes: Formula = Power(("g",)) if said.is_power else TRUE
    pairs = statement.translation.naming("g").true(statement.node_with_value(said.accepts, said.place))
    yield from graph_of_values(statement, And((pairs, codes)), codes)


def graph_of_values(statement: Setting, pairs: Formula, codes: Formula = TRUE) -> Iterator[Obligation]:
    """Pairs of a position and a number `g` are those of positions and their values.

    Where numbers stand for values in another way, as powers of two do, `codes` says which numbers do.
    """
    domain, moves, graph = statement.domain, statement.moves, statement.named(GRAPH, pairs)
    other, lower = substitute(graph, {"g": "h"}), compare(Form.variable("h"), "<", Form.variable("g"))
    # Without these two the empty graph, or one with all pairs, would pass what is said of options below.
    yield Obligation("a position at which the formula has no value", And((domain, Not(Exists(("g",), graph)))))
    yield Obligation("a position at which the formula has two values", And((domain, graph, other, lower)))
    if statement.is_misere:
        yield _misere_end(statement, graph, codes)
    # The mex in two halves: no option has the value itself, and some option has each smaller one. In Wythoff's game
    # (1, 2) has value 0: no option has 0, and there is nothing below it. Induction over the moves does the rest.
    same = statement.one_by_one(graph, moves.opt(graph))
    yield Obligation("an option with the same value", same)
    missing = Not(moves.opt(other))
    smaller = And((domain, graph, substitute(codes, {"g": "h"}), lower, missing, Not(statement.over)))
    yield Obligation("a smaller value that no option has", smaller)


def _misere_end(statement: Setting, graph: Formula, codes: Formula) -> Obligation:
    if codes != TRUE:
        raise Outside("a value that is a place of a digit, in misere play")
    wrong = compare(Form.variable("g"), "!=", 1)
    return Obligation("an ended position whose value is not 1", And((statement.domain, graph, statement.over, wrong)))
