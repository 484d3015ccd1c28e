"""One layout for all texts of games and claims; `heapwise fmt`.

The result parses to the same tree, keeps every comment, and is its own result. Clauses stand below their heading with
four spaces, a move on one line if it fits there, each part of a claim on a line of its own.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import groupby, pairwise

from heapwise.lang import nodes
from heapwise.lang.automata import automaton_lines
from heapwise.lang.comments import Comment, comments_of, woven
from heapwise.lang.layout import WIDTH, Laid, OutputLine, Row, Stack, Word, flat_text, lines_of
from heapwise.lang.parse import parse_file
from heapwise.lang.spell import binder_parts, listed, spell
from heapwise.source import Source, Span

_CLAUSE, _CONTINUATION = 4, 8
_GAP = "   "  # between a move and its `for`, and before its `where`
_MOST_ROUNDS = 5


def format_text(source: Source) -> str:
    """The canonical layout of a text; raises a `HeapwiseError` if it cannot be parsed."""
    for _ in range(_MOST_ROUNDS):
        text = _Formatter(source).text()
        if text == source.text:
            break
        # A comment that moved out of a clause may let the clause close up; so, until nothing changes.
        source = Source(source.name, text)
    return source.text


class _Formatter:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.tree = parse_file(source)
        self.comments: list[Comment] = comments_of(source.text)
        self._starts = [comment.at for comment in self.comments]

    def text(self) -> str:
        lines = self._language()
        for declaration in self.tree.declarations:
            lines += self._game(declaration) if isinstance(declaration, nodes.Game) else self._claims(declaration)
        return woven(lines, self.comments)

    def _language(self) -> list[OutputLine]:
        if self.tree.language is None:
            return []
        return _clause(Word(f"language {self.tree.language}", self.tree.span.start), 0)

    # -- games

    def _game(self, game: nodes.Game) -> list[OutputLine]:
        head: list[Laid | str] = [Word(f"game {game.name.name}", game.span.start)]
        if game.parameters:
            separators = self._separators([p.span for p in game.parameters])
            head += ["(", listed([_parameter(p) for p in game.parameters], separators), ")"]
        if game.alias is not None:
            head += [" = ", spell(game.alias)]
        lines = _clause(Row(*head), 0, wants_blank=True)
        for _, group in groupby(game.clauses, lambda c: isinstance(c, nodes.Move)):
            clauses = list(group)
            moves = [c for c in clauses if isinstance(c, nodes.Move)]
            lines += self._moves(moves) if moves else [line for c in clauses for line in _lines_of_clause(c)]
        return lines

    def _separators(self, spans: Sequence[Span]) -> list[str]:
        """`,` or `;`, as the author has it: the tree does not tell."""
        gaps = [self.source.text[a.end : b.start] for a, b in pairwise(spans)]
        return [";" if ";" in "".join(line.partition("--")[0] for line in gap.split("\n")) else "," for gap in gaps]

    def _moves(self, moves: Sequence[nodes.Move]) -> list[OutputLine]:
        """Neighbouring moves on one line each, their `for` one below the other, where they fit."""
        made = [_MoveBoxes(move, self._has_comment_inside(move)) for move in moves]
        column = max((m.head.width for m in made if m.is_short and m.tail), default=0)
        fits = all(m.width - m.head.width + column <= WIDTH for m in made if m.is_short and m.tail)
        return [line for m in made for line in m.lines(column if fits else 0)]

    def _has_comment_inside(self, node: nodes.Node) -> bool:
        """Does a comment stand inside a node?"""
        inside = bisect_right(self._starts, node.span.start)
        return inside < len(self._starts) and self._starts[inside] < node.span.end

    # -- claims

    def _claims(self, claims: nodes.Claims) -> list[OutputLine]:
        head: list[Laid | str] = [Word("claims", claims.span.start)]
        if claims.game is not None:
            head += [" for ", spell(claims.game)]
        if claims.parameters:
            separators = self._separators([p.span for p in claims.parameters])
            head += ["(", listed([spell(p) for p in claims.parameters], separators), ")"]
        lines = _clause(Row(*head), 0, wants_blank=True)
        for item in claims.items:
            lines += self._item(item)
        return lines

    def _item(self, item: nodes.Let | nodes.Automaton | nodes.Claim) -> list[OutputLine]:
        match item:
            case nodes.Let():
                return _let(item, 0)
            case nodes.Automaton():
                return automaton_lines(item, self._has_comment_inside(item))
        return _claim(item)


# ---------------------------------------------------------------------------------------------- pieces


def _clause(box: Laid, column: int, wants_blank: bool = False) -> list[OutputLine]:
    lines = lines_of(box, column)
    lines[0].starts_clause, lines[0].wants_blank = True, wants_blank
    return lines


def _parameter(parameter: nodes.Parameter) -> Laid:
    parts: list[Laid | str] = [spell(parameter.name)]
    if parameter.variadic is not None:
        parts += ["[", spell(parameter.variadic), "]"]
    if parameter.kind is not None:
        parts += [" in ", spell(parameter.kind)]
    if parameter.element is not None:
        parts += [" of ", spell(parameter.element)]
    return Row(*parts)


class _MoveBoxes:
    """A move as its steps and the `for` and `where` behind them, which get lines of their own where there is no room
    or a comment stands between."""

    def __init__(self, move: nodes.Move, has_comment_inside: bool) -> None:
        steps = listed([Row(spell(step.place), " -> ", spell(step.new)) for step in move.steps])
        label = "" if move.label is None else f'"{move.label}" '
        self.head = Row(Word(f"move {label}", move.span.start), steps)
        self.tail = [] if move.binders is None else [Row(lead, box) for lead, box in binder_parts(move.binders)]
        self.width = _CLAUSE + self.head.width + sum(len(_GAP) + box.width for box in self.tail)
        self.is_short = self.width <= WIDTH and not has_comment_inside

    def lines(self, column: int) -> list[OutputLine]:
        """The lines of the move, its `for` as far right as those of its neighbours."""
        if self.is_short and self.tail:
            head = Row(self.head, " " * (column - self.head.width))
            return _clause(Stack((head, *self.tail), [""] * (len(self.tail) + 1), _GAP), _CLAUSE)
        lines = _clause(self.head, _CLAUSE)
        return lines + [line for box in self.tail for line in lines_of(box, _CONTINUATION)]


def _lines_of_clause(clause: nodes.Clause) -> list[OutputLine]:
    start = clause.span.start
    match clause:
        case nodes.Let():
            return _let(clause, _CLAUSE)
        case nodes.Places():
            return _clause(_places(clause), _CLAUSE)
        case nodes.Legal(condition=term):
            return _clause(Row(Word("legal ", start), spell(term)), _CLAUSE)
        case nodes.Ends(condition=term):
            return _clause(Row(Word("ends when ", start), spell(term)), _CLAUSE)
        case nodes.Decreases(measure=term):
            return _clause(Row(Word("decreases ", start), spell(term)), _CLAUSE)
    raise AssertionError(clause)


def _places(places: nodes.Places) -> Laid:
    is_one = len(places.variables) == 1 and not places.variables[0].sizes
    parts: list[Laid | str] = [Word(places.keyword.rstrip("s") + (" " if is_one else "s "), places.span.start)]
    parts.append(listed([_variable(v) for v in places.variables]))
    if places.domain is not None:
        parts += [" in ", spell(places.domain)]
    if places.game is not None:
        parts += [" of ", spell(places.game)]
    return Row(*parts, " cyclic") if places.cyclic else Row(*parts)


def _variable(variable: nodes.Variable) -> Laid:
    name = spell(variable.name)
    return Row(name, "[", listed([spell(s, tight=True) for s in variable.sizes]), "]") if variable.sizes else name


def _let(let: nodes.Let, column: int) -> list[OutputLine]:
    parameters = ["(", listed([spell(p) for p in let.parameters]), ")"] if let.parameters else []
    head = Row(Word(f"let {let.name.name}", let.span.start), *parameters)
    value = spell(let.value)
    if column + head.width + len(" = ") + value.width <= WIDTH:
        return _clause(Row(head, " = ", value), column)
    return [*_clause(Row(head, " ="), column), *lines_of(value, column + 4)]


def _claim(claim: nodes.Claim) -> list[OutputLine]:
    lines = _heading(claim)
    lines += lines_of(spell(claim.statement), _CLAUSE)
    if claim.binders is not None:
        leads, parts = zip(*binder_parts(claim.binders), strict=True)
        lines += lines_of(Stack(parts, leads, _GAP), _CLAUSE)
    if claim.strategy is not None:
        lines += lines_of(Row("by ", spell(claim.strategy)), _CLAUSE)
    return lines + (lines_of(_effort(claim.effort), _CLAUSE) if claim.effort is not None else [])


def _heading(claim: nodes.Claim) -> list[OutputLine]:
    """On one line if there is room; else `under` and `at` go below, and a source that has no room beside the name."""
    name = "" if claim.name is None else f" {claim.name.name}"
    parts: list[Laid] = [Word(claim.status + name, claim.span.start)]
    if claim.citation is not None:
        parts.append(Word(f'"{claim.citation}"'))
    first = len(parts) if sum(part.width + 1 for part in parts) <= WIDTH else 1
    if claim.play is not None:
        parts.append(Row("under ", _play(claim.play)))
    if claim.witness:
        parts.append(Row("at ", listed([spell(w) for w in claim.witness])))
    parts[-1] = Row(parts[-1], ":")
    if sum(part.width for part in parts) + len(parts) - 1 <= WIDTH:
        first = len(parts)
    lines = _clause(_beside(parts[:first]), 0, wants_blank=True)
    return lines + (lines_of(_beside(parts[first:]), _CONTINUATION) if parts[first:] else [])


def _beside(parts: Sequence[Laid]) -> Laid:
    """Side by side where they fit, else one below the other."""
    return Stack(parts, [""] * len(parts))


def _play(play: nodes.Play) -> Laid:
    order = "" if play.order is None else f" {flat_text(spell(play.order))}"
    return Word(play.convention + order, play.span.start)


def _effort(effort: nodes.Effort) -> Laid:
    items = [Row("upto ", spell(i.bound)) if isinstance(i, nodes.Upto) else spell(i) for i in effort.items]
    is_short = len(effort.items) == 1 and isinstance(effort.items[0], nodes.Upto)
    return items[0] if is_short else Row("check ", listed(items))
