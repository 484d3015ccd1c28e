"""From lark's tree to our nodes, from the leaves up and without recursion.

The grammar lets some common mistakes through on purpose; here they become messages that name the right spelling.
"""

import re
from collections.abc import Callable
from typing import Any

from lark import Token, Tree

from heapwise.errors import Diagnostic
from heapwise.lang import nodes
from heapwise.lang.automata import breadth_first
from heapwise.source import NOWHERE, Place, Source, Span

# Signs that mean the same get one spelling in the tree.
_CANONICAL = {
    "→": "->", "∈": "in", "∉": "not in", "≤": "<=", "≥": ">=", "≠": "!=", "⊕": "(+)", "⊗": "(*)", "∖": "\\",
    "∪": "|", "∩": "&", "∧": "and", "∨": "or", "¬": "not", "⇔": "iff", "⇒": "implies", "≡": "=",
}  # fmt: skip

# Spellings of other languages: what to write here, and the help that says so.
_FOREIGN = {
    "==": ("E104", "="), ":=": ("E104", "="), "<>": ("E104", "!="), "xor": ("E105", "(+)"), "%": ("E111", "mod"),
    "&&": ("E111", "and"), "||": ("E111", "or"), "=>": ("E111", "->"), "<=>": ("E111", "iff"),
}  # fmt: skip


class _Grouped:
    """An expression in parentheses: not to be merged with a chain around it. Never leaves this module."""

    def __init__(self, node: Any) -> None:
        self.node = node


class _Run:
    """Operands of one level with the operators between them, still growing to the right. Never leaves this module."""

    def __init__(self, operator: str, left: Any, right: Any) -> None:
        self.operators, self.operands = [operator], [left, right]
        self.span = NOWHERE

    def add(self, operator: str, operand: Any) -> None:
        self.operators.append(operator)
        self.operands.append(operand)


def build(tree: Tree[Token], source: Source) -> tuple[Any, list[Diagnostic]]:
    """The node of a parse tree, and what was written in a way that we refuse."""
    builder = _Builder(source)
    built: dict[int, Any] = {}
    for subtree in tree.iter_subtrees():
        children = [built[id(c)] if isinstance(c, Tree) else c for c in subtree.children]
        rule, meta = str(subtree.data), subtree.meta
        span = Span(0, 0) if meta.empty else Span(meta.start_pos, meta.end_pos)
        if rule in _AS_THEY_STAND:
            parts = tuple(_plain(child) for child in children if not isinstance(child, Token))
            built[id(subtree)] = _AS_THEY_STAND[rule](parts, span)
        else:
            built[id(subtree)] = getattr(builder, f"make_{rule}")(span, *children)
    return _plain(built[id(tree)]), builder.diagnostics


def _plain(node: Any) -> Any:
    if isinstance(node, _Run):
        return nodes.Infix(tuple(node.operators), tuple(node.operands), span=node.span)
    return node.node if isinstance(node, _Grouped) else node


def _is_inside(place: Place | None, span: Span) -> bool:
    return place is not None and span.start <= place.span.start and place.span.end <= span.end


def _span(token: Token) -> Span:
    assert token.start_pos is not None
    assert token.end_pos is not None
    return Span(token.start_pos, token.end_pos)


def _node(kind: Callable[..., Any], *first: Any) -> Callable[[tuple[Any, ...], Span], Any]:
    """A node with what a rule has as its fields."""
    return lambda parts, span: kind(*first, *parts, span=span)


def _listed(kind: Callable[..., Any]) -> Callable[[tuple[Any, ...], Span], Any]:
    """A node with all that a rule has in one field."""
    return lambda parts, span: kind(parts, span=span)


# What becomes of the parts of a rule, its words left out, where nothing is to be said about them.
_AS_THEY_STAND: dict[str, Callable[[tuple[Any, ...], Span], Any]] = {
    "legal": _node(nodes.Legal), "ends": _node(nodes.Ends), "decreases": _node(nodes.Decreases),
    "upto": _node(nodes.Upto), "conditional": _node(nodes.Conditional), "range": _node(nodes.Range),
    "big": _node(nodes.Big), "set_of": _node(nodes.SetOf), "list_of": _node(nodes.ListOf),
    **{play: _node(nodes.Play, play) for play in ("normal", "misere", "preference", "orders")},
    **dict.fromkeys(("check", "effort_items"), _listed(nodes.Effort)),
    "list": _listed(nodes.ListLiteral), "tuple": _listed(nodes.Tuple),
    **dict.fromkeys(("params", "guards", "witness", "args", "arg_group", "rows"), lambda parts, _span: parts),
    **dict.fromkeys(("by", "group"), lambda parts, _span: parts[0]),
}  # fmt: skip


class _Builder:
    """One method a rule of the grammar, `make_` and the name of the rule, where more is to be done than to take its
    parts as they stand."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.diagnostics: list[Diagnostic] = []
        self.without_arrow: set[Span] = set()

    def complain(self, code: str, span: Span, help: str = "help", **values: object) -> None:
        self.diagnostics.append(Diagnostic(code, Place(self.source, span), values, help))

    def text(self, node: nodes.Node) -> str:
        return self.source.at(node.span)

    # -- files and games

    def make_file(self, span: Span, language: int | None, *declarations: Any) -> nodes.File:
        return nodes.File(declarations, language, span=span)

    def make_language(self, span: Span, _word: Token, number: Token) -> int:
        return int(number)

    def make_game(self, span: Span, _word: Token, name: Token, parameters: Any, _colon: Any, *rest: Any) -> nodes.Game:
        if len(rest) == 1 and isinstance(rest[0], _Alias):
            return nodes.Game(self._name(name), parameters or (), (), rest[0].value, span=span)
        return nodes.Game(self._name(name), parameters or (), rest, span=span)

    def make_wrong_colon(self, span: Span) -> None:
        self.complain("E103", span, sign=":", after="the heading of a game")

    def make_alias(self, span: Span, value: Any) -> "_Alias":
        return _Alias(_plain(value))

    def make_param(self, span: Span, name: Token, variadic: Any, _in: Any = None, kind: Any = None) -> nodes.Parameter:
        expression, element = kind or (None, None)
        return nodes.Parameter(self._name(name), variadic, expression, element, span=span)

    def make_variadic(self, span: Span, name: Token) -> nodes.Name:
        return self._name(name)

    def make_kind(self, span: Span, kind: Any, _of: Any = None, element: Any = None) -> tuple[Any, Any]:
        return _plain(kind), _plain(element)

    def make_places(self, span: Span, word: Token, *rest: Any) -> nodes.Places:
        variables = tuple(item for item in rest if isinstance(item, nodes.Variable))
        relation, expression, cyclic = rest[len(variables) :] if len(rest) == len(variables) + 3 else (None, None, None)
        of = relation is not None and relation.type == "OF"
        keyword = str(word).rstrip("s") + "s"
        domain, game = (None, _plain(expression)) if of else (_plain(expression), None)
        return nodes.Places(keyword, variables, domain, game, cyclic is not None, span=span)

    def make_place(self, span: Span, name: Token, *sizes: Any) -> nodes.Variable:
        return nodes.Variable(self._name(name), tuple(_plain(s) for s in sizes if s is not None), span=span)

    def make_wrong_parentheses(self, span: Span, size: Any) -> Any:
        inner = _plain(size)
        self.complain("E108", span, size=self.text(inner))
        return inner

    def make_let(self, span: Span, _word: Token, name: Token, parameters: Any, value: Any) -> nodes.Let:
        return nodes.Let(self._name(name), parameters or (), _plain(value), span=span)

    def make_let_params(self, span: Span, *names: Token) -> tuple[nodes.Name, ...]:
        return tuple(self._name(name) for name in names)

    make_claims_params = make_let_params

    def make_move(self, span: Span, _word: Token, label: Token | None, *rest: Any) -> nodes.Move:
        *steps, binders = rest
        self._refuse_bare_lists(steps)
        return nodes.Move(tuple(steps), binders, _string(label), span=span)

    def make_step(self, span: Span, place: Any, arrow: Token, new: Any) -> nodes.Step:
        self._spelling(arrow)
        if isinstance(_plain(place), nodes.Field):
            field = _plain(place)
            self.complain("E108", field.span, help="dot", name=self.text(field.base), size=field.name)
        return nodes.Step(_plain(place), _plain(new), span=span)

    def make_wrong_step(self, span: Span, expression: Any) -> nodes.Step:
        node = _plain(expression)
        place, new = _guess_step(node)
        self.without_arrow.add(span)
        if _is_inequality(node):
            name, domain = _guess_range(node, self.text)
            self.complain("E107", span, help="behind_for", name=name, domain=domain)
            return nodes.Step(place, node, span=span)
        is_comment = self.source.text[span.end :].lstrip(" \t").startswith("--")
        help = "comment" if is_comment else "bare" if new is None else "help"
        self._forget("E104", span)
        self.complain("E102", span, help=help, place=self.text(place), new="" if new is None else self.text(new))
        return nodes.Step(place, node if new is None else new, span=span)

    def _forget(self, code: str, span: Span) -> None:
        """Take back messages inside a span that another message will answer."""
        self.diagnostics = [d for d in self.diagnostics if d.code != code or not _is_inside(d.place, span)]

    def _refuse_bare_lists(self, steps: list[nodes.Step]) -> None:
        """`a, b -> p, q` is read as three steps; one message instead of two says how the list is written."""
        arrows = [i for i, step in enumerate(steps) if step.span not in self.without_arrow]
        if len(arrows) != 1 or len(steps) == 1 or len(steps) != 2 * arrows[0] + 1:
            return
        at, whole = arrows[0], steps[0].span.to(steps[-1].span)
        places = [self.text(step.place) for step in steps[: at + 1]]
        news = [self.text(steps[at].new), *(self.source.at(step.span) for step in steps[at + 1 :])]
        self._forget("E102", whole)
        self.complain("E102", whole, help="tuple", places=", ".join(places), news=", ".join(news))

    # -- binders

    def make_binders(self, span: Span, *bindings: Any) -> nodes.Binders:
        made = [b if isinstance(b, nodes.Binding) else nodes.Binding((), b, span=span) for b in bindings]
        return nodes.Binders(tuple(made), span=span)

    def make_binding(self, span: Span, _for: Token, *rest: Any) -> nodes.Binding:
        *items, guards = rest
        binders: list[nodes.Choose | nodes.Define] = []
        waiting: list[nodes.Name] = []
        for item in map(_plain, items):
            if isinstance(item, nodes.Name):
                waiting.append(item)
            else:
                binders.append(self._binder(item, waiting))
                waiting = []
        for name in waiting:
            self.complain("E107", name.span, help="bare", name=name.name)
        return nodes.Binding(tuple(binders), guards or (), span=span)

    def _binder(self, item: Any, waiting: list[nodes.Name]) -> nodes.Choose | nodes.Define:
        span = Span(waiting[0].span.start if waiting else item.span.start, item.span.end)
        if isinstance(item, nodes.Chain) and len(item.operators) == 1 and item.modulus is None:
            target, value = item.operands
            if item.operators == ("in",) and isinstance(target, nodes.Name | nodes.Tuple):
                return nodes.Choose((*waiting, target), value, span=span)
            if item.operators == ("=",) and isinstance(target, nodes.Name) and not waiting:
                return nodes.Define(target, value, span=span)
        help, name, domain = self._meant_by(item)
        text = self.text(item).replace(" and ", ", ")
        self.complain("E107", item.span, help=help, name=name, domain=domain, text=text)
        return nodes.Define(nodes.Name(name, span=item.span), nodes.Int(0, span=item.span), span=span)

    def _meant_by(self, item: Any) -> tuple[str, str, str]:
        """The help for what is not `v in SET`, with a name and a set to suggest."""
        text = self.text(item)
        divided = re.fullmatch(r"(\w+)\s*\|\s*([\w\[\]]+)", text)
        if divided is not None:  # as in t | x
            return "divides", divided[1], divided[2]
        name, domain = _guess_range(item, self.text)
        operators = item.operators if isinstance(item, nodes.Chain) else ()
        if " and " in text:
            return "and", name, domain
        if "in" in operators:
            return "where", name, domain
        is_bound = operators and (operators in (("!=",), ("=",)) or self._is_component(name, item.span))
        return "condition" if is_bound else "help", name, domain

    def _is_component(self, name: str, span: Span) -> bool:
        """Is this a heap or a cell of the text above? A clause is read by itself, so the text has to tell."""
        above = self.source.text[: span.start]
        return re.search(rf"(?m)^\s*(?:heaps?|cells?)\b[^\n]*\b{re.escape(name)}\b", above) is not None

    # -- claims

    def make_claims(self, span: Span, _word: Token, _for: Any, name: Any, parameters: Any, *items: Any) -> nodes.Claims:
        return nodes.Claims(self._name(name) if name else None, parameters or (), items, span=span)

    def make_claim(self, span: Span, status: Token, name: Any, citation: Any, _under: Any, play: Any, witness: Any,
                   statement: Any, binders: Any, strategy: Any, effort: Any) -> nodes.Claim:  # fmt: skip
        return nodes.Claim(
            str(status), _plain(statement), self._name(name) if name else None, _string(citation), play,
            witness or (), binders, strategy, self._effort(effort), span=span,
        )  # fmt: skip

    def _effort(self, effort: Any) -> nodes.Effort | None:
        return nodes.Effort((effort,), span=effort.span) if isinstance(effort, nodes.Upto) else effort

    # -- automata

    def make_automaton(self, span: Span, _word: Token, name: Token, tracks: Any, *rest: Any) -> nodes.Automaton:
        if isinstance(rest[0], Token):
            return nodes.Automaton(self._name(name), tracks, file=_string(rest[1]), span=span)
        digits, *states = rest
        return breadth_first(nodes.Automaton(self._name(name), tracks, digits, tuple(states), span=span))

    make_tracks = make_let_params

    def make_digits(self, span: Span, units: Token, word: Token | None = None, what: Token | None = None) -> Any:
        are_first = str(units).endswith("first")
        if word is None or what is None:
            return nodes.DigitsRead(are_first, span=span)
        if what.type == "FIBONACCI":
            return nodes.DigitsRead(are_first, are_fibonacci=True, span=span)
        return nodes.DigitsRead(are_first, int(what), span=span)

    def make_state(self, span: Span, name: Token, accepts: Token | None, *edges: Any) -> nodes.AutomatonState:
        found = tuple(edge for edge in edges if edge is not None)
        return nodes.AutomatonState(self._name(name), accepts is not None, found, span=span)

    def make_edge(self, span: Span, letter: Token, arrow: Token, to: Token) -> nodes.Edge:
        self._spelling(arrow)
        return nodes.Edge(str(letter), self._name(to), span=span)

    # -- expressions

    def make_infix(self, span: Span, left: Any, operator: Token, right: Any) -> _Run:
        sign, run = self._spelling(operator), left
        if isinstance(run, _Run) and _chains(run.operators[0], sign):
            run.add(sign, _plain(right))
        else:
            run = _Run(sign, _plain(left), _plain(right))
        run.span = span
        return run

    def make_prefix(self, span: Span, operator: Token, operand: Any) -> nodes.Prefix:
        return nodes.Prefix(self._spelling(operator), _plain(operand), span=span)

    def make_negative(self, span: Span, operand: Any) -> nodes.Prefix:
        return nodes.Prefix("-", _plain(operand), span=span)

    def make_chain(self, span: Span, *items: Any) -> nodes.Chain:
        operators = tuple(self._spelling(token) for token in items[1::2])
        return nodes.Chain(operators, tuple(map(_plain, items[0::2])), span=span)

    def make_congruence(self, span: Span, chain: Any, _mod: Token, modulus: Any) -> nodes.Chain:
        return nodes.Chain(chain.operators, chain.operands, _plain(modulus), span=span)

    def make_power(self, span: Span, base: Any, exponent: Any) -> nodes.Infix:
        return nodes.Infix(("^",), (_plain(base), _plain(exponent)), span=span)

    def make_int(self, span: Span, token: Token) -> nodes.Int:
        return nodes.Int(int(token), span=span)

    def make_minus_int(self, span: Span, token: Token) -> nodes.Int:
        return nodes.Int(-int(token), span=span)

    def make_code(self, span: Span, token: Token) -> nodes.Code:
        return nodes.Code(str(token), span=span)

    def make_name(self, span: Span, token: Token) -> nodes.Name:
        return self._name(token)

    def make_hole(self, span: Span, token: Token) -> nodes.Hole:
        return nodes.Hole(str(token)[1:], span=span)

    def make_index(self, span: Span, base: Any, *indices: Any) -> nodes.Index:
        return nodes.Index(_plain(base), tuple(map(_plain, indices)), span=span)

    def make_field(self, span: Span, base: Any, name: Token) -> nodes.Field:
        return nodes.Field(_plain(base), str(name), span=span)

    def make_call(self, span: Span, function: Any, groups: Any) -> nodes.Call:
        return nodes.Call(_plain(function), groups or (), span=span)

    def make_set(self, span: Span, *items: Any) -> nodes.SetLiteral:
        self._refuse_stroke(span, items)
        return nodes.SetLiteral(tuple(_plain(i) for i in items if i is not None), span=span)

    def _refuse_stroke(self, span: Span, items: tuple[Any, ...]) -> None:
        """`{x in S | x > 1}` and `{x | x in S}` parse as unions and relations, and mean neither."""
        inside = self.text(items[0]) if len(items) == 1 and isinstance(items[0], nodes.Chain) else ""
        item, stroke, condition = (part.strip() for part in inside.partition("|"))
        name, within, domain = (part.strip() for part in item.replace("∈", " in ").partition(" in "))
        if not stroke or not (within or " in " in condition.replace("∈", " in ")):
            return
        binders = f"{name} in {domain} where {condition}" if within else condition
        self.complain("E134", span, item=name, binders=binders)

    def make_parentheses(self, span: Span, inner: Any) -> _Grouped:
        return _Grouped(_plain(inner))

    # -- positions

    def make_position(self, span: Span, *items: Any) -> nodes.PositionText:
        for sign in items[1::2]:
            if sign != "+":
                self.complain("E028", _span(sign))
        return nodes.PositionText(() if items == ("nothing",) else items[0::2], span=span)

    def make_row(self, span: Span, *cells: Any) -> tuple[Any, ...]:
        return tuple(cell.value if isinstance(cell, nodes.Int) else cell for cell in cells)

    # -- helpers

    def _name(self, token: Token) -> nodes.Name:
        if "__" in token:
            self.complain("E112", _span(token), name=str(token))
        return nodes.Name(str(token), span=_span(token))

    def _spelling(self, token: Token) -> str:
        """The one spelling of a sign, after a word about spellings of other languages."""
        sign = " ".join(token.split())
        if sign in _FOREIGN:
            code, ours = _FOREIGN[sign]
            self.complain(code, _span(token), sign=sign, ours=ours)
            return ours
        return _CANONICAL.get(sign, sign)


class _Alias:
    """`= EXPRESSION` behind the heading of a game. Never leaves this module."""

    def __init__(self, value: Any) -> None:
        self.value = value


def _string(token: Token | None) -> str | None:
    return None if token is None else str(token)[1:-1]


_LEVELS = ({"iff"}, {"or"}, {"and"}, {"\\", "|", "&"}, {"(+)"}, {"+", "-"}, {"*", "/", "mod", "(*)"})


def _chains(first: str, second: str) -> bool:
    """Operators of one level, which associate to the left, stand in one node."""
    return any(first in level and second in level for level in _LEVELS)


def _guess_step(node: Any) -> tuple[Any, Any]:
    """Place and new value, as far as they can be guessed, of a move without an arrow."""
    if isinstance(node, nodes.Chain) and node.operators[0] in ("=", "<"):
        place, new = node.operands[:2]
        if isinstance(new, nodes.Prefix) and new.operator == "-":
            return place, new.operand
        return place, new
    if isinstance(node, nodes.Infix) and node.operators[0] in ("-", "+"):
        return node.operands[0], node
    return node, None


def _is_inequality(node: Any) -> bool:
    """Is this `0 <= y < x[i]`, and not `x[i] <- y`?"""
    if not isinstance(node, nodes.Chain) or not set(node.operators) <= {"<", "<="}:
        return False
    return not (isinstance(node.operands[1], nodes.Prefix) and node.operands[1].operator == "-")


def _guess_range(item: Any, text: Callable[[nodes.Node], str]) -> tuple[str, str]:
    """A name and a domain to suggest for something like `0 <= y < x`."""
    if isinstance(item, nodes.Chain) and item.operators[0] == "in" and isinstance(item.operands[0], nodes.Name):
        return item.operands[0].name, text(item.operands[1])
    if isinstance(item, nodes.Chain):
        for i, operand in enumerate(item.operands):
            if isinstance(operand, nodes.Name):
                low = _bound(item, i - 1, {"<=": "", "<": " + 1"}, text) if i else "0"
                high = _bound(item, i, {"<=": "", "<": " - 1"}, text)
                return operand.name, f"{low}..{high}"
    return "v", "1..n"


def _bound(chain: nodes.Chain, i: int, suffixes: dict[str, str], text: Callable[[nodes.Node], str]) -> str:
    """The other side of relation number i of a chain, with what `<` asks to be added."""
    if i >= len(chain.operators) or chain.operators[i] not in suffixes:
        return ""
    is_low = " + 1" in suffixes.values()
    side = text(chain.operands[i if is_low else i + 1])
    return side + suffixes[chain.operators[i]] if not (is_low and side == "0" and chain.operators[i] == "<") else "1"
