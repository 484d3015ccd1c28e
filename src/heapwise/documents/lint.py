"""Style: what is allowed and is probably not what the author meant. Each `check_` function yields its warnings."""

from collections import Counter
from collections.abc import Callable, Iterator

from heapwise.documents.guards import check_guards
from heapwise.documents.library import Document, library
from heapwise.documents.probe import check_schema
from heapwise.documents.search import Around
from heapwise.errors import Diagnostic, HeapwiseError, Note
from heapwise.lang import nodes
from heapwise.rules.schema import Schema
from heapwise.source import Place, Source


def lint(document: Document) -> list[Diagnostic]:
    """Everything to say about a text, in its order: what is wrong, also in play, and what may not be meant."""
    try:
        document.check()
    except HeapwiseError as mistake:
        return list(mistake.diagnostics)
    found = [d for check in CHECKS for d in check(document)]
    for schema in document.schemas.values():
        found += _of_play(schema)
    return sorted(found, key=lambda d: (0 if d.place is None else d.place.span.start, d.code))


def _of_play(schema: Schema) -> Iterator[Diagnostic]:
    """What shows when the game is played on small boards; W205 for a move that never applies there."""
    try:
        walks = check_schema(schema)
    except HeapwiseError as mistake:
        yield from mistake.diagnostics
        return
    if schema.is_alias or not walks or any(seen.is_cut for _, seen in walks):
        return
    most = max(seen.positions for _, seen in walks)
    for move in schema.body.moves:
        if not any(move in seen.applied for _, seen in walks):
            yield Diagnostic("W205", Place(schema.source, move.span), {"positions": most, "games": len(walks)})


# -------------------------------------------------------------------------------------------------- names


def check_parameters(document: Document) -> Iterator[Diagnostic]:
    """W201: a parameter that the game does not use."""
    for game in document.tree.games:
        for parameter in game.parameters:
            if _uses(game)[parameter.name.name] < 2:
                yield _warn(document, "W201", parameter.name, name=parameter.name.name)


def check_bound_variables(document: Document) -> Iterator[Diagnostic]:
    """W202: a bound variable that is not used. One part of a tuple may be left unused if another one is used."""
    given = {claim: names for block in document.tree.claims for claim, names in _names_held(block, document)}
    for owner, binders in _scopes(document.tree):
        uses, held = _uses(owner), given.get(owner, frozenset())
        for binding in binders.bindings:
            for binder in binding.binders:
                for target in binder.targets if isinstance(binder, nodes.Choose) else (binder.name,):
                    names = [n for n in nodes.walk(target) if isinstance(n, nodes.Name)]
                    if all(uses[n.name] < 2 and n.name not in held for n in names):
                        text = document.source.at(target.span)
                        yield _warn(document, "W202", target, name=text)


def check_definitions(document: Document) -> Iterator[Diagnostic]:
    """W203: a `let` that nothing uses."""
    for declaration in document.tree.declarations:
        uses = _uses(declaration)
        for let in (n for n in nodes.children(declaration) if isinstance(n, nodes.Let)):
            if uses[let.name.name] - _uses(let.value)[let.name.name] < 2:
                yield _warn(document, "W203", let.name, name=let.name.name)


def check_whole_ranges(document: Document) -> Iterator[Diagnostic]:
    """W211: `i = 1..n` names the set, where `i in 1..n` may be meant. Sets have capital letters by custom."""
    for node in nodes.walk(document.tree):
        if isinstance(node, nodes.Define) and isinstance(node.value, nodes.Range) and node.name.name.islower():
            domain = document.source.at(node.value.span)
            yield _warn(document, "W211", node, name=node.name.name, domain=domain)


def check_shadowed_games(document: Document) -> Iterator[Diagnostic]:
    """W208: a game that has the name of one of the library, and is not the library's own text."""
    for game in document.tree.games:
        other = library().find(game.name.name)
        if other is not None and other.source.text != document.source.text:
            yield _warn(document, "W208", game.name, name=game.name.name)


def check_doubles(document: Document) -> Iterator[Diagnostic]:
    """W212: a game that another file of the folder defines, too."""
    if not isinstance(document.around, Around):
        return
    for game in document.tree.games:
        for other in document.around.definitions(game.name.name):
            if other.source.name != document.source.name:
                where = Place(other.source, other.node.name.span)
                yield _warn(document, "W212", game.name, name=game.name.name, other=f"{where.source.name}:{where.line}")


def check_hidden_games(document: Document) -> Iterator[Diagnostic]:
    """W213: a heap, a parameter, a variable or a `let` with the name of a game, which it hides."""
    games = set(document.names())
    for name in (n for node in nodes.walk(document.tree) for n in _introduced(node)):
        if name.name in games:
            yield _warn(document, "W213", name, name=name.name)


def _introduced(node: nodes.Node) -> Iterator[nodes.Name]:
    """The names that a node gives a meaning to; those of games and claims are no such names."""
    match node:
        case nodes.Parameter() | nodes.Variable() | nodes.Define():
            yield node.name
        case nodes.Let():
            yield from (node.name, *node.parameters)
        case nodes.Choose():
            yield from (n for target in node.targets for n in nodes.walk(target) if isinstance(n, nodes.Name))


# ------------------------------------------------------------------------------------------- moves, claims


def check_connectives(document: Document) -> Iterator[Diagnostic]:
    """W206: `and` next to `or` without parentheses, which readers take in two ways."""
    for node in nodes.walk(document.tree):
        if not isinstance(node, nodes.Infix) or node.operators[0] != "or":
            continue
        for operand in node.operands:
            is_and = isinstance(operand, nodes.Infix) and operand.operators[0] == "and"
            if is_and and not _has_parentheses(document.source, operand):
                yield _warn(document, "W206", operand, text=document.source.words(operand.span))


def check_splits(document: Document) -> Iterator[Diagnostic]:
    """W207: the parts of a split are added up to one heap again."""
    for move in (n for n in nodes.walk(document.tree) if isinstance(n, nodes.Move)):
        parts = [parts for parts in _split_parts(move) if parts]
        for step in move.steps:
            is_sum = isinstance(step.new, nodes.Infix) and set(step.new.operators) == {"+"}
            if is_sum and isinstance(step.new, nodes.Infix) and list(step.new.operands) in parts:
                names = [document.source.at(o.span) for o in step.new.operands]
                sums = " + ".join(f"this({name})" for name in names)
                yield _warn(document, "W207", step.new, sum=" + ".join(names), sums=sums)


def check_repeated_moves(document: Document) -> Iterator[Diagnostic]:
    """W210: the same move twice."""
    for game in document.tree.games:
        seen: dict[tuple[object, object], nodes.Move] = {}
        for move in (c for c in game.clauses if isinstance(c, nodes.Move)):
            first = seen.setdefault((move.steps, move.binders), move)
            if first is not move:
                note = Note("first", Place(document.source, first.span))
                yield Diagnostic("W210", Place(document.source, move.span), {}, notes=(note,))


def check_sources(document: Document) -> Iterator[Diagnostic]:
    """W209: a theorem without a source."""
    for claim in (n for n in nodes.walk(document.tree) if isinstance(n, nodes.Claim)):
        if claim.status == "theorem" and claim.citation is None:
            name = claim.name.name if claim.name else "this theorem"
            yield _warn(document, "W209", claim.name or claim.statement, name=name)


CHECKS: tuple[Callable[[Document], Iterator[Diagnostic]], ...] = (
    check_parameters, check_bound_variables, check_definitions, check_whole_ranges, check_shadowed_games,
    check_doubles,
    check_hidden_games,
    check_connectives, check_splits, check_repeated_moves, check_sources, check_guards,
)  # fmt: skip


# ------------------------------------------------------------------------------------------------- helpers


def _warn(document: Document, code: str, node: nodes.Node, **values: object) -> Diagnostic:
    return Diagnostic(code, Place(document.source, node.span), values)


def _uses(node: nodes.Node) -> Counter[str]:
    """How often each name stands below a node, where it is bound included."""
    return Counter(n.name for n in nodes.walk(node) if isinstance(n, nodes.Name))


def _scopes(tree: nodes.Node) -> Iterator[tuple[nodes.Node, nodes.Binders]]:
    """Everything that binds variables, with its binders."""
    for node in nodes.walk(tree):
        binders = getattr(node, "binders", None)
        if isinstance(binders, nodes.Binders):
            yield node, binders


def _names_held(block: nodes.Claims, document: Document) -> Iterator[tuple[nodes.Node, frozenset[str]]]:
    """Each claim with the names that its game knows: `for k = 2` says something of k without using it again, and
    `for x = (1, 1)` of the position."""
    schema = document.find(block.game.name) if block.game else None
    places = schema.places if schema else ()
    names = frozenset((*(p.name for p in block.parameters), *(p.name for p in places)))
    for item in block.items:
        if isinstance(item, nodes.Claim):
            yield item, names


def _has_parentheses(source: Source, node: nodes.Node) -> bool:
    """Does the author's text put the node in parentheses of its own?"""
    before, after = source.text[: node.span.start].rstrip(), source.text[node.span.end :].lstrip()
    return before.endswith("(") and after.startswith(")")


def _split_parts(move: nodes.Move) -> Iterator[list[nodes.Expr]]:
    """The parts that `(p, q) in splits(...)` binds."""
    for binding in move.binders.bindings if move.binders else ():
        for binder in binding.binders:
            match binder:
                case nodes.Choose((nodes.Tuple(items),), nodes.Call(nodes.Name("splits"))):
                    yield list(items)
