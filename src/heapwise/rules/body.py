"""What a game says below its places: moves, conditions, and what every move lowers."""

from collections.abc import Iterable, Iterator

from heapwise.errors import Diagnostic, HeapwiseError, error
from heapwise.lang import nodes
from heapwise.records import Record
from heapwise.rules.heading import Places
from heapwise.source import Span
from heapwise.terms import term as t
from heapwise.terms.context import collect
from heapwise.terms.definitions import add_definitions, check_functions
from heapwise.terms.resolve import Resolver
from heapwise.terms.scope import SlotCounter
from heapwise.terms.types import NUMBER, POSITION, TRUTH, Set, Tuple, Type, Vector, same


class Write(Record):
    """One `place -> new`: the variable, the indices into it, and the new value."""

    variable: int
    indices: tuple[t.AnyTerm, ...]
    value: t.AnyTerm
    span: Span


class Move(Record):
    """A line of moves. Either components are written, or the whole position becomes a sum of positions."""

    label: str | None
    steps: tuple[t.Step, ...]
    writes: tuple[Write, ...]
    result: t.AnyTerm | None
    span: Span
    new_span: Span


class Body(Record):
    """What a game says once its heading is known."""

    moves: tuple[Move, ...]
    legal: tuple[t.AnyTerm, ...]
    ends: tuple[t.AnyTerm, ...]
    measure: t.AnyTerm | None
    frame: SlotCounter

    @property
    def terms(self) -> Iterator[t.AnyTerm]:
        """All that it says, definitions apart."""
        for move in self.moves:
            yield from map(t.step_term, move.steps)
            for write in move.writes:
                yield from (*write.indices, write.value)
            yield from () if move.result is None else (move.result,)
        yield from (*self.legal, *self.ends, *(() if self.measure is None else (self.measure,)))


def body_of(node: nodes.Game, places: tuple[Places, ...], resolver: Resolver) -> Body:
    """The clauses of a game with these places; raises all mistakes together."""
    mistakes: list[HeapwiseError] = []
    clauses, name = node.clauses, node.name
    if not places:
        raise error("E024", resolver.place(name), name=name.name)
    add_definitions([c for c in clauses if isinstance(c, nodes.Let)], resolver, mistakes)
    conditions: dict[type, list[t.AnyTerm]] = {nodes.Legal: [], nodes.Ends: []}
    for clause in clauses:
        if isinstance(clause, nodes.Legal | nodes.Ends):
            word = "`legal`" if isinstance(clause, nodes.Legal) else "`ends when`"
            found = collect(lambda c=clause, w=word: resolver.inner().expression(c.condition, TRUTH, w), mistakes)  # type: ignore[misc]
            conditions[type(clause)].append(found)
    measures = [c for c in clauses if isinstance(c, nodes.Decreases)]
    if len(measures) > 1:
        mistakes.append(error("E050", resolver.place(measures[1])))
    measure = collect(lambda: _measure(measures[0], resolver), mistakes) if measures else None
    written = [c for c in clauses if isinstance(c, nodes.Move)]
    moves = [collect(lambda m=m: _move(m, resolver, places), mistakes) for m in written]  # type: ignore[misc]
    if not written:
        mistakes.append(error("E051", resolver.place(name), name=name.name))
    slots = [place.slot for place in places]
    collect(lambda: check_functions(resolver.frame, slots, resolver.context.source), mistakes)
    if mistakes:
        raise HeapwiseError(_different(mistakes))
    return Body(tuple(moves), tuple(conditions[nodes.Legal]), tuple(conditions[nodes.Ends]), measure, resolver.frame)


def _different(mistakes: list[HeapwiseError]) -> Iterable[Diagnostic]:
    """All messages, but one about the same name or definition only once."""
    found = {(d.code, str(d.values)): d for m in reversed(mistakes) for d in reversed(m.diagnostics)}
    return reversed(found.values())


def _measure(clause: nodes.Decreases, resolver: Resolver) -> t.AnyTerm:
    measure = resolver.inner().expression(clause.measure)
    is_lexicographic = isinstance(measure.type, Tuple) and all(k == NUMBER for k in measure.type.items)
    if measure.type != NUMBER and not is_lexicographic:
        resolver.fail(
            "E017", clause.measure, what="`decreases`", wanted="a number or a tuple of numbers", found=measure.type
        )
    return measure


def _move(node: nodes.Move, outer: Resolver, places: tuple[Places, ...]) -> Move:
    resolver = outer.inner()
    steps = resolver.steps(node.binders)
    new_span = node.steps[0].span.to(node.steps[-1].span)
    if len(node.steps) == 1:
        step = node.steps[0]
        value = resolver.expression(step.new)
        if value.type == POSITION and not _is_position_place(step.place, places):
            _check_whole(step, places, resolver)
            return Move(node.label, steps, (), value, node.span, new_span)
    writes = tuple(w for step in node.steps for w in _writes(step, resolver, places))
    return Move(node.label, steps, writes, None, node.span, new_span)


def _is_position_place(node: nodes.Expr, places: tuple[Places, ...]) -> bool:
    base = node
    while isinstance(base, nodes.Index):
        base = base.base
    return isinstance(base, nodes.Name) and any(p.name == base.name and p.keyword == "positions" for p in places)


def _check_whole(step: nodes.Step, places: tuple[Places, ...], resolver: Resolver) -> None:
    """A sum of positions takes the place of the whole position."""
    named = step.place.items if isinstance(step.place, nodes.Tuple) else (step.place,)
    names = [n.name for n in named if isinstance(n, nodes.Name)]
    if names != [p.name for p in places]:
        whole = ", ".join(p.name for p in places)
        resolver.fail("E052", step, place=resolver.text(step.place), whole=f"({whole})" if len(places) > 1 else whole)


def _writes(step: nodes.Step, resolver: Resolver, places: tuple[Places, ...]) -> list[Write]:
    """The writes of `place -> new`; a tuple of places takes a tuple of values."""
    if isinstance(step.place, nodes.Tuple):
        value = resolver.expression(step.new)
        if not isinstance(step.new, nodes.Tuple):
            return _spread_write(step, value, resolver, places)
        if len(step.new.items) != len(step.place.items):
            resolver.fail("E053", step, wanted=len(step.place.items), found=len(step.new.items))
        pairs = zip(step.place.items, step.new.items, strict=True)
        return [w for place, new in pairs for w in _writes(nodes.Step(place, new, span=step.span), resolver, places)]
    variable, indices, kind = _place(step.place, resolver, places)
    value = resolver.expression(step.new)
    spreads = isinstance(kind, Vector) and value.type in (NUMBER, POSITION)
    if not (same(value.type, kind) or spreads):
        help = (
            "sum"
            if value.type == POSITION
            else "move"
            if isinstance(value.type, Set) and same(value.type.item, kind)
            else "help"
        )
        resolver.fail(
            "E017",
            step.new,
            help=help,
            what=f"the new value of `{resolver.text(step.place)}`",
            wanted=kind,
            found=value.type,
            text=f"{resolver.text(step.place)} -> v for v in {resolver.text(step.new)}",
        )
    return [Write(variable, indices, value, step.span)]


def _spread_write(step: nodes.Step, value: t.AnyTerm, resolver: Resolver, places: tuple[Places, ...]) -> list[Write]:
    """`(a, b) -> s` for a vector s: entry by entry."""
    assert isinstance(step.place, nodes.Tuple)
    if not isinstance(value.type, Vector) or value.type.item != NUMBER:
        resolver.fail("E053", step, wanted=len(step.place.items), found=1)
    writes = []
    for i, item in enumerate(step.place.items, 1):
        variable, indices, kind = _place(item, resolver, places)
        number = t.Constant(i, type=NUMBER, span=item.span)
        entry = t.Operation("index", (value, number), type=NUMBER, span=step.new.span)
        if kind != NUMBER:
            resolver.fail("E053", step, wanted=len(step.place.items), found=1)
        writes.append(Write(variable, indices, entry, step.span))
    return writes


def _place(node: nodes.Expr, resolver: Resolver, places: tuple[Places, ...]) -> tuple[int, tuple[t.AnyTerm, ...], Type]:
    """The variable and the indices of a place, and the type of what stands there."""
    indices: list[nodes.Expr] = []
    base = node
    while isinstance(base, nodes.Index):
        indices[:0] = base.indices
        base = base.base
    names = [p.name for p in places]
    if not (isinstance(base, nodes.Name) and base.name in names):
        meant = resolver.index_meant(base.name) if isinstance(base, nodes.Name) else _called(base, names, resolver)
        text, known = resolver.text(node), ", ".join(names)
        resolver.fail("E054", node, help="index" if meant else "help", text=text, known=known, **(meant or {}))
    resolved = resolver.expression(node)
    terms = tuple(resolver.expression(i) for i in indices)
    place = places[names.index(base.name)]
    if len(indices) > _depth(place.type):  # `x[S][S]`, some of the heaps of some of the heaps
        known = f"`{base.name}`" + (f", or `{base.name}` with one index" if _depth(place.type) == 1 else "")
        resolver.fail("E054", node, text=resolver.text(node), known=known)
    return names.index(base.name), terms, resolved.type


def _depth(kind: Type) -> int:
    return 1 + _depth(kind.item) if isinstance(kind, Vector) else 0


def _called(node: nodes.Expr, names: list[str], resolver: Resolver) -> dict[str, str] | None:
    """`x(i)` for `x[i]`."""
    match node:
        case nodes.Call(function=nodes.Name(name=base), groups=(indices,)) if base in names:
            return {"base": base, "index": ", ".join(map(resolver.text, indices))}
    return None
