"""The normal form of a formula: what can be said shorter is, and an equation has its number on the right.

A rule is two texts of the language. In a pattern `a`, `b` and `c` stand for anything, `k` and `m` for numbers. Every
rule is a law: where its left side has a value, its right side has the same; a test asks the interpreter.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any

from heapwise.lang import nodes, parse_expression
from heapwise.source import Source

RULES: tuple[tuple[str, str], ...] = (
    ("a + 0", "a"), ("0 + a", "a"), ("a - 0", "a"), ("a - a", "0"), ("1 * a", "a"), ("a * 1", "a"), ("0 * a", "0"),
    ("a + (0 - b)", "a - b"), ("a - (0 - b)", "a + b"), ("(a - b) + b", "a"), ("(a + b) - b", "a"),
    ("a + (b - a)", "b"), ("a (+) 0", "a"), ("0 (+) a", "a"), ("a (+) a", "0"), ("a (+) (a (+) b)", "b"),
    ("a (+) (b (+) a)", "b"), ("max(a, a)", "a"), ("min(a, a)", "a"), ("max(a, b) + min(a, b)", "a + b"),
    ("min(a, b) + max(a, b)", "a + b"), ("k * (m * a)", "(k * m) * a"), ("(a mod k) mod k", "a mod k"),
    # Equations.
    ("a + k = m", "a = m - k"), ("k + a = m", "a = m - k"), ("a - k = m", "a = m + k"), ("k - a = m", "a = k - m"),
    ("a - b = 0", "a = b"), ("a + b = a", "b = 0"), ("a + b = b", "a = 0"), ("a = a + b", "b = 0"),
    ("a = b + a", "b = 0"), ("a - b = a", "b = 0"), ("a = a - b", "b = 0"), ("a + c = b + c", "a = b"),
    ("c + a = c + b", "a = b"), ("c + a = b + c", "a = b"), ("a - c = b - c", "a = b"), ("a (+) b = 0", "a = b"),
    ("a (+) b = a", "b = 0"), ("a (+) b = b", "a = 0"), ("a = a (+) b", "b = 0"), ("max(a, b) = min(a, b)", "a = b"),
    ("min(a, b) = max(a, b)", "a = b"), ("popcount(a) = 0", "a = 0"), ("popcount(a) = popcount(0)", "a = 0"),
    ("k = a", "a = k"),
)  # fmt: skip
_ANY, _NUMBERS = "abc", "km"
_MOST_ROUNDS = 12
_NATURAL = ("nimsum", "knimsum", "bitor", "bitand", "popcount", "tail1", "v2", "count")  # functions with such values

Bound = Mapping[str, nodes.Expr]


def normal(tree: nodes.Expr) -> nodes.Expr:
    """The tree, rewritten until no rule applies."""
    for _ in range(_MOST_ROUNDS):
        simpler = _once(tree)
        if simpler == tree:
            return tree
        tree = simpler
    return tree


def symbols(tree: Any) -> int:
    """How many names, numbers and signs a reader sees; an index range counts as one."""
    match tree:
        case nodes.Int(value=value):
            return 1 if value <= 2 else 2  # a larger number asks for a reason
        case nodes.Name() | nodes.Code():
            return 1
        case nodes.Infix(operators=operators, operands=operands) | nodes.Chain(operators=operators, operands=operands):
            return len(operators) + sum(map(symbols, operands))
        case nodes.Big(body=body):
            return 2 + symbols(body)
        case nodes.Call(function=function, groups=groups):
            return symbols(function) + sum(symbols(a) for group in groups for a in group)
    return 1 + sum(map(symbols, nodes.children(tree)))


def _once(tree: nodes.Expr) -> nodes.Expr:
    """Parts first, then the rule that fits the whole."""
    tree = _zero(_folded(with_parts(tree, _once)))
    for left, right, is_turned in _patterns():
        bound = _match(left, tree, {})
        if bound is not None and not (is_turned and isinstance(bound["a"], nodes.Int)):
            return _folded(_put(right, bound))
    return tree


@cache
def _patterns() -> list[tuple[nodes.Expr, nodes.Expr, bool]]:
    """The rules as trees; those of equations hold for inequations as well."""
    found = []
    for left, right in RULES:
        one, other = _parsed(left), _parsed(right)
        is_turned = left == "k = a"
        found.append((one, other, is_turned))
        if isinstance(one, nodes.Chain) and isinstance(other, nodes.Chain):
            found.append((replace(one, operators=("!=",)), replace(other, operators=("!=",)), is_turned))
    return found


def _parsed(text: str) -> nodes.Expr:
    return parse_expression(Source("<rule>", text))


def _match(pattern: Any, tree: Any, bound: Bound) -> Bound | None:
    """What the letters of a pattern stand for, if it fits."""
    if isinstance(pattern, nodes.Name) and len(pattern.name) == 1 and pattern.name in _ANY + _NUMBERS:
        if pattern.name in _NUMBERS and not isinstance(tree, nodes.Int):
            return None
        known = bound.get(pattern.name)
        return {**bound, pattern.name: tree} if known is None else bound if known == tree else None
    if isinstance(pattern, tuple):
        return _match_all(pattern, tree, bound)
    if not is_dataclass(pattern):
        return bound if pattern == tree else None
    if type(pattern) is not type(tree):
        return None
    values = [(getattr(pattern, f.name), getattr(tree, f.name)) for f in fields(pattern) if f.name != "span"]
    return _match_all(tuple(p for p, _ in values), tuple(t for _, t in values), bound)


def _match_all(patterns: tuple[Any, ...], trees: Any, bound: Bound) -> Bound | None:
    if not isinstance(trees, tuple) or len(patterns) != len(trees):
        return None
    found: Bound | None = bound
    for pattern, tree in zip(patterns, trees, strict=True):
        if found is None:
            return None
        found = _match(pattern, tree, found)
    return found


def _put(pattern: nodes.Expr, bound: Bound) -> nodes.Expr:
    """A pattern with what its letters stand for."""
    if isinstance(pattern, nodes.Name) and pattern.name in bound:
        return bound[pattern.name]
    return _folded(with_parts(pattern, lambda part: _put(part, bound)))


def _folded(tree: nodes.Expr) -> nodes.Expr:
    """Matrix added, subtracted and multiplied, where the result is a natural number."""
    match tree:
        case nodes.Infix(operators=(sign,), operands=(nodes.Int(value=one), nodes.Int(value=other))):
            made = {"+": one + other, "-": one - other, "*": one * other}.get(sign)
            return tree if made is None or made < 0 else nodes.Int(made)
    return tree


def _zero(tree: nodes.Expr) -> nodes.Expr:
    """`nimsum(x) < 1` says that a natural number is 0."""
    match tree:
        case nodes.Chain(operators=("<",), operands=((nodes.Call() | nodes.Big()) as term, nodes.Int(value=1))):
            if _is_natural(term):
                return nodes.Chain(("=",), (term, nodes.Int(0)))
    return tree


def _is_natural(term: nodes.Call | nodes.Big) -> bool:
    """Is it never negative: such a function, or the least of some components?"""
    name = term.function.name if isinstance(term.function, nodes.Name) else ""
    is_least = isinstance(term, nodes.Call) and name == "min" and all(isinstance(a, nodes.Name) for a in term.groups[0])
    return name in _NATURAL or is_least


def with_parts(tree: Any, change: Callable[[Any], Any]) -> Any:
    """The tree with each expression below it changed; ranges and bindings of indices stay."""
    if isinstance(tree, tuple):
        return tuple(with_parts(item, change) if isinstance(item, tuple) else change(item) for item in tree)
    if isinstance(tree, nodes.Big | nodes.ListOf):
        return replace(tree, body=change(tree.body))
    if isinstance(tree, nodes.Infix | nodes.Chain):
        return replace(tree, operands=with_parts(tree.operands, change))
    if isinstance(tree, nodes.Call):
        return replace(tree, groups=with_parts(tree.groups, change))
    if isinstance(tree, nodes.Conditional):
        return replace(tree, condition=change(tree.condition), yes=change(tree.yes), no=change(tree.no))
    return tree
