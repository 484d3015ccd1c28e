"""What a text says of its names, as far as notation needs it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from heapwise.lang import nodes
from heapwise.records import Record, field
from heapwise.typeset.pieces import Notation

QUESTIONS = {"G": "𝒢", "P": "𝒫", "N": "𝒩", "W": "𝒲", "R": "ℛ"}
_WHOLE_CALLS = {"floor", "ceil", "len", "nimsum", "bitor", "bitand", "bit", "popcount", "tail1", "v2", "mex", "G", "W"}


class Vocabulary(Record):
    """`vectors` with one length, names of whole numbers, and names that have an index somewhere."""

    vectors: Mapping[str, Notation] = field(default_factory=dict)
    whole: frozenset[str] = frozenset()
    indexed: frozenset[str] = frozenset()

    def is_whole(self, node: nodes.Expr) -> bool:
        """Is it plain that an expression is a whole number?"""
        match node:
            case nodes.Int():
                return True
            case nodes.Name(name=name):
                return name in self.whole
            case nodes.Index(base=nodes.Name(name=name), indices=(index,)):
                return name in self.vectors and self.is_whole(index)
            case nodes.Infix(operators=signs, operands=parts):
                return {*signs} <= {"+", "-", "*", "mod", "(+)", "(*)"} and all(map(self.is_whole, parts))
            case nodes.Call(function=nodes.Name(name=name)):
                return name in _WHOLE_CALLS or (name in ("min", "max") and all(map(self.is_whole, node.arguments)))
        return False


def names_of(*trees: nodes.Node | None, vectors: Mapping[str, Notation]) -> Vocabulary:
    """The names of rules, and of a claim about them."""
    found = [node for tree in trees if tree is not None for node in nodes.walk(tree)]
    indexed = {node.base.name for node in found if isinstance(node, nodes.Index) and isinstance(node.base, nodes.Name)}
    taken = {node.name.name for node in found if isinstance(node, nodes.Variable) and node.sizes}
    said = [pair for node in found for pair in _said(node)]
    others = {name for name, is_whole in said if not is_whole}
    return Vocabulary(vectors, frozenset(name for name, _ in said) - others, frozenset({*indexed, *taken, *vectors}))


def _said(node: nodes.Node) -> Iterator[tuple[str, bool]]:
    """The names that a node gives a meaning, and whether it is a whole number."""
    match node:
        case nodes.Places():
            is_number = node.game is None and (node.domain is None or _is_range(node.domain))
            yield from ((v.name.name, is_number and not v.sizes) for v in node.variables)
        case nodes.Parameter():
            is_number = node.variadic is None and node.element is None and (node.kind is None or _is_range(node.kind))
            yield node.name.name, is_number
            if node.variadic is not None:
                yield node.variadic.name, True
        case nodes.Choose():
            for target in node.targets:
                for name in nodes.walk(target):
                    if isinstance(name, nodes.Name):
                        yield name.name, name is target and _is_range(node.domain)
        case nodes.Define() | nodes.Let():
            yield node.name.name, False


def _is_range(node: nodes.Expr) -> bool:
    """A set of whole numbers, as far as one sees. The ends of a range of vectors are vectors."""
    match node:
        case nodes.Range(low=low, high=high):
            return not any(isinstance(end, nodes.ListLiteral | nodes.ListOf) for end in (low, high))
        case nodes.SetLiteral(items=items):
            return all(isinstance(item, nodes.Int) for item in items)
    return False
