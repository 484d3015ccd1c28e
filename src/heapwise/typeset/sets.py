"""Sets, lists and ranges on paper, and what is bound and supposed in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from heapwise.lang import nodes
from heapwise.typeset.pieces import Enclosed, Glyph, Notation, Numeral, Sign, line, separated
from heapwise.typeset.strength import Held, Strength, held

if TYPE_CHECKING:
    from heapwise.typeset.expressions import Typesetter

_MOST_SPELLED = 4  # numbers that are written one by one


def between(setter: Typesetter, subject: Notation, bounds: nodes.Range) -> Notation:
    """`low ≤ v ≤ high`; `..e - 1` is read as `< e`."""
    if bounds.high is None:
        return line(subject, Sign("≥"), setter.side(bounds.low).piece)
    low = (setter.side(bounds.low).piece, Sign("≤"))
    match bounds.high:
        case nodes.Infix(operators=(*_, "-"), operands=(*before, nodes.Int(value=1))):
            top = before[0] if len(before) == 1 else nodes.Infix(bounds.high.operators[:-1], tuple(before))
            return line(*low, subject, Sign("<"), setter.side(top).piece)
    return line(*low, subject, Sign("≤"), setter.side(bounds.high).piece)


def from_to(setter: Typesetter, node: nodes.Range) -> Held:
    """`{1, 2, 3}`, `{1, …, n}`"""
    match node:
        case nodes.Range(nodes.Int(low), nodes.Int(high)) if low <= high < low + _MOST_SPELLED:
            whole = separated(Numeral(str(i)) for i in range(low, high + 1))
        case _:
            ends = [] if node.high is None else [setter.set(node.high)]
            whole = separated([setter.set(node.low), Sign("…", tight=True), *ends])
    return held(Enclosed("{", whole, "}"), Strength.CLOSED)


def conditions(setter: Typesetter, binders: nodes.Binders, is_all: bool = False) -> Iterator[Notation]:
    """What is bound and supposed, one after another. If this is all there is, a quantifier may go on to the end."""
    guards = [guard for binding in binders.bindings for guard in binding.guards]
    for binding in binders.bindings:
        yield from (_binder(setter, binder) for binder in binding.binders)
        for guard in binding.guards:
            yield setter.hold(guard).asked(Strength.CASES, is_all and guard is guards[-1]).piece


def _binder(setter: Typesetter, binder: nodes.Choose | nodes.Define) -> Notation:
    if isinstance(binder, nodes.Define):
        return line(setter.set(binder.name), Sign("="), setter.side(binder.value).piece)
    targets = setter.parts(binder.targets)
    if isinstance(binder.domain, nodes.Range):
        return between(setter, targets, binder.domain)
    match binder:
        case nodes.Choose((target,), nodes.Call(nodes.Name("subsets"), ((whole, *sizes),))):
            if all(_is_size(setter, size) for size in sizes):
                return _subset(setter, target, whole, sizes)
    return line(targets, Sign("∈"), setter.side(binder.domain).piece)


def _is_size(setter: Typesetter, node: nodes.Expr) -> bool:
    """One or several sizes; of a name that stands for we do not know what, both may be meant."""
    return isinstance(node, nodes.Range) or setter.names.is_whole(node)


def _subset(setter: Typesetter, target: nodes.Expr, whole: nodes.Expr, sizes: Sequence[nodes.Expr]) -> Notation:
    """`S ⊆ A, 1 ≤ |S| ≤ k`"""
    found = [line(setter.set(target), Sign("⊆"), setter.side(whole).piece)]
    size = Enclosed("|", setter.set(target), "|")
    for wanted in sizes:
        if isinstance(wanted, nodes.Range):
            found.append(between(setter, size, wanted))
        else:
            found.append(line(size, Sign("="), setter.side(wanted).piece))
    return separated(found)


def built(setter: Typesetter, node: nodes.SetOf | nodes.ListOf) -> Held:
    """`{e : i ∈ A}`"""
    left, right = "{}" if isinstance(node, nodes.SetOf) else "[]"
    body = setter.hold(node.body).asked(Strength.CASES)
    inside = line(body.piece, Sign(":"), separated(conditions(setter, node.binders)))
    return held(Enclosed(left, inside, right), Strength.CLOSED)


def items(setter: Typesetter, left: str, parts: Sequence[nodes.Expr], right: str) -> Held:
    """Parts with commas, in brackets."""
    if not parts and left == "{":
        return held(Glyph("∅"), Strength.CLOSED)
    return held(Enclosed(left, setter.parts(parts), right), Strength.CLOSED)
