"""Rules and claims in the notation of papers: the positions of a game, and what a move makes of one."""

from collections.abc import Iterator

from heapwise.lang import nodes
from heapwise.messages import said
from heapwise.records import Record
from heapwise.typeset.expressions import Typesetter
from heapwise.typeset.names import names_of
from heapwise.typeset.pieces import Glyph, Notation, Numeral, Sign, Subscript, Words, in_parentheses, line, separated
from heapwise.typeset.sets import between, conditions

_I, _J = Glyph("i"), Glyph("j")
_DOTS = Sign("…", tight=True)
_ROOM = Sign("\N{EM SPACE}", tight=True)


def vectors_of(game: nodes.Game) -> dict[str, Notation]:
    """The vectors of a game with one length."""
    return {
        variable.name.name: Typesetter().set(variable.sizes[0])
        for clause in game.clauses
        if isinstance(clause, nodes.Places)
        for variable in clause.variables
        if len(variable.sizes) == 1 and not _has_rows(variable, game)
    }


def _has_rows(variable: nodes.Variable, game: nodes.Game) -> bool:
    """Is its size a list, of the lengths of its rows?"""
    lists = {p.name for p in game.parameters if isinstance(p.kind, nodes.Name) and p.kind.name == "lists"}
    return len(variable.sizes) == 1 and variable.sizes[0] in lists


def rule_lines(game: nodes.Game) -> list[Notation]:
    """A line for the positions, one for each kind of move, one for each other clause."""
    setter = _setter(game)
    if game.alias is not None:
        return [line(Glyph(game.name.name), Sign("="), setter.set(game.alias))]
    places = [clause for clause in game.clauses if isinstance(clause, nodes.Places)]
    return [
        _positions(places, game, setter),
        *(found for clause in game.clauses for found in _clause(clause, places, setter)),
    ]


def _setter(game: nodes.Game | None, claim: nodes.Claim | None = None) -> Typesetter:
    return Typesetter(names_of(game, claim, vectors=vectors_of(game) if game else {}))


def _words(english: str) -> Words:
    return Words(said(english, section="notation"))


def _variables(places: list[nodes.Places]) -> list[nodes.Variable]:
    return [variable for clause in places for variable in clause.variables]


def _all(variable: nodes.Variable, setter: Typesetter) -> list[Notation]:
    """`x_1, …, x_n`, or `a`; several sizes are left to the name."""
    name = variable.name.name
    if name in setter.names.vectors:
        return setter.spelled_out(name, _DOTS)
    return [setter.set(variable.name)]


def _positions(places: list[nodes.Places], game: nodes.Game, setter: Typesetter) -> Notation:
    whole = in_parentheses(separated(piece for v in _variables(places) for piece in _all(v, setter)))
    return line(_words("positions "), whole, *(part for clause in places for part in _domain(clause, game, setter)))


def _entry(variable: nodes.Variable, game: nodes.Game, setter: Typesetter) -> Notation:
    """One component by its indices."""
    name = setter.set(variable.name)
    if _has_rows(variable, game):
        return Subscript(in_parentheses(Subscript(name, _I)), _J)
    return Subscript(name, separated([_I, _J][: len(variable.sizes)])) if variable.sizes else name


def _domain(clause: nodes.Places, game: nodes.Game, setter: Typesetter) -> Iterator[Notation]:
    names = separated(_entry(variable, game, setter) for variable in clause.variables)
    for variable in clause.variables:
        if _has_rows(variable, game):
            row, length = (Subscript(setter.set(name), _I) for name in (variable.name, variable.sizes[0]))
            yield line(Words(", "), row, _words(" a row of length "), length)
    yield Words(", ")
    if clause.game is not None:
        inner = setter.set(clause.game)
        several = isinstance(clause.game, nodes.ListLiteral)  # one for each place
        yield line(names, _words(" a position of "), Subscript(inner, _I) if several else inner)
    elif isinstance(clause.domain, nodes.Range):
        yield between(setter, names, clause.domain)
    elif clause.domain is not None:
        yield line(names, Sign("∈"), setter.side(clause.domain).piece)
    else:
        yield line(names, Sign("≥"), Numeral("0"))
    if clause.cyclic:
        yield _words(", in a circle")


def _clause(clause: nodes.Clause, places: list[nodes.Places], setter: Typesetter) -> Iterator[Notation]:
    match clause:
        case nodes.Move():
            yield _move(clause, places, setter)
        case nodes.Legal():
            yield line(_words("where "), setter.set(clause.condition))
        case nodes.Ends():
            yield line(_words("play ends when "), setter.set(clause.condition))
        case nodes.Let():
            head = nodes.Call(clause.name, (clause.parameters,)) if clause.parameters else clause.name
            yield line(setter.set(head), Sign("="), setter.side(clause.value, is_last=True).piece)


def _move(move: nodes.Move, places: list[nodes.Places], setter: Typesetter) -> Notation:
    """The whole position before and after, where one sees it so; else the components that change."""
    changed = _whole(move, _variables(places), setter)
    if changed is None:
        changed = separated(line(setter.set(s.place), Sign("→"), setter.set(s.new)) for s in move.steps)
    supposed = [*conditions(setter, move.binders, is_all=True)] if move.binders else []
    return line(changed, _ROOM, in_parentheses(separated(supposed))) if supposed else changed


def _whole(move: nodes.Move, variables: list[nodes.Variable], setter: Typesetter) -> Notation | None:
    """`(a, b) → (a − t, b)`, `(x_1, …, x_n) → (x_1, …, x_{i−1}, y, x_{i+1}, …, x_n)`."""
    steps = {step.place: step.new for step in move.steps}
    before = [piece for variable in variables for piece in _all(variable, setter)]
    if all(not variable.sizes for variable in variables) and steps.keys() <= {v.name for v in variables}:
        after = [setter.set(steps.get(variable.name, variable.name)) for variable in variables]
    elif len(variables) == len(steps) == 1:
        new = _replaced(move.steps[0], variables[0], setter)
        if new is None:
            return None
        after = new
    else:
        return None
    if len(variables) == 1 and not variables[0].sizes:
        return line(before[0], Sign("→"), after[0])
    return line(in_parentheses(separated(before)), Sign("→"), in_parentheses(separated(after)))


def _replaced(step: nodes.Step, variable: nodes.Variable, setter: Typesetter) -> list[Notation] | None:
    """The vector with one heap replaced: a heap with a number as its index, in a vector of one length."""
    match step.place:
        case nodes.Index(base=nodes.Name(name=name), indices=(nodes.Name() as index,)):
            pass
        case _:
            return None
    if name not in setter.names.vectors or not setter.names.is_whole(index):  # else it may be a set of heaps
        return None
    letter, at = Glyph(name), setter.set(index)
    ends = [Subscript(letter, line(at, Sign(sign, tight=True), Numeral("1"))) for sign in ("−", "+")]
    first, last = Subscript(letter, Numeral("1")), Subscript(letter, setter.names.vectors[name])
    return [first, _DOTS, ends[0], setter.set(step.new), ends[1], _DOTS, last]


class ClaimPieces(Record):
    """What a claim says, of which parameters and positions, and where the move leads that it names."""

    statement: Notation
    conditions: tuple[Notation, ...]
    goal: Notation | None = None

    @property
    def whole(self) -> Notation:
        """The statement, with the move."""
        return self.statement if self.goal is None else line(self.statement, _words(", by a move to "), self.goal)


def claim_pieces(claim: nodes.Claim, game: nodes.Game | None) -> ClaimPieces:
    """The statement, and what stands behind `for`, `where` and `by`. The game says which names are vectors."""
    setter = _setter(game, claim)
    supposed = tuple(conditions(setter, claim.binders, is_all=True)) if claim.binders else ()
    goal = None if claim.strategy is None else setter.set(claim.strategy)
    return ClaimPieces(setter.set(claim.statement), supposed, goal)
