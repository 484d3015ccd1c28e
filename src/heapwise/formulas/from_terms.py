"""Terms -> sympy objects, through this one visitor and no other way: no text is looked at, sympy evaluates nothing.

Vectors whose length is known are Python tuples of objects on the way. With `fold`, what is known once parameters are
put in is computed by the table of the language, and choices from known sets are written out.
"""

from collections.abc import Callable, Mapping
from typing import Any

import sympy

from heapwise.formulas import build, latex  # noqa: F401 (objects that are made here show themselves by `latex`)
from heapwise.formulas import functions as f
from heapwise.formulas import objects as o
from heapwise.formulas.known import UNKNOWN, Known
from heapwise.formulas.problems import NotExpressible
from heapwise.formulas.symbols import Symbols
from heapwise.numbers import Number
from heapwise.records import Record, dataclass, field
from heapwise.rules.layout import Grouping
from heapwise.terms import term as t
from heapwise.terms.evaluate import Compiler
from heapwise.terms.types import NUMBER, POSITION, TRUTH, Type, Vector

MOST_OBJECTS = 50_000
MOST_DEPTH = 150
MOST_CASES = 200


class Translated(Record):
    """A sympy object with what its symbols stand for."""

    object: Any
    symbols: Symbols
    schemas: Mapping[str, Any]
    compiler: Compiler


def translate(term: t.AnyTerm, compiler: Compiler, shapes: Mapping[int, Grouping], fold: bool = True) -> Translated:
    """The sympy object of a term. Slots of `shapes` are written component by component."""
    names = {part.slot: part.name for part in t.walk(term) if isinstance(part, t.Local)}
    visitor = Visitor(compiler, shapes, fold, names)
    found = build.row(visitor.visit(term))
    return Translated(found, visitor.symbols, visitor.schemas, compiler)


@dataclass
class Visitor:
    """One walk over a term."""

    compiler: Compiler
    shapes: Mapping[int, Grouping]
    fold: bool = True
    names: Mapping[int, str] = field(default_factory=dict)
    symbols: Symbols = field(default_factory=Symbols)
    schemas: dict[str, Any] = field(default_factory=dict)
    env: dict[int, Any] = field(default_factory=dict)
    count: int = 0
    depth: int = 0

    def __post_init__(self) -> None:
        self.symbols.lows = _lows(self.compiler, self.shapes)
        self.known = Known(self.compiler, self.symbols, dict(self.compiler.known) if self.fold else {})

    def visit(self, term: t.AnyTerm) -> Any:
        """The object of a term; a tuple of objects for a vector of known length."""
        self.count += 1
        self.depth += 1
        try:
            if self.count > MOST_OBJECTS or self.depth > MOST_DEPTH:
                raise NotExpressible("more parts than a sympy object may have", term.span)
            found = self.known.object(term) if self.fold else UNKNOWN
            if found is not UNKNOWN:
                return found
            visit: Callable[[Any], Any] = getattr(self, f"_{type(term).__name__.lower()}")
            return visit(term)
        finally:
            self.depth -= 1

    def row(self, term: t.AnyTerm) -> Any:
        """The same, a vector as one object."""
        return build.row(self.visit(term))

    # -- leaves

    def _constant(self, term: t.Constant) -> Any:
        if term.type == POSITION:
            return o.ThingFunction(sympy.Symbol("nothing"))
        return self.known.as_object(term.value)

    def _local(self, term: t.Local) -> Any:
        if term.slot in self.env:
            return self.env[term.slot]
        if term.slot in self.shapes:
            return self._components(term, self.shapes[term.slot])
        if term.type == NUMBER:
            return self.symbols.number(term.slot, term.name)
        return (
            self.symbols.truth(term.slot, term.name) if term.type == TRUTH else self.symbols.thing(term.slot, term.name)
        )

    def _components(self, term: t.Local, shape: Grouping) -> Any:
        if shape is None:
            return self.symbols.number(term.slot, term.name)
        if isinstance(shape, int):
            return tuple(self.symbols.number(term.slot, term.name, (i,)) for i in range(1, shape + 1))
        numbers = self.symbols.number
        return tuple(
            tuple(numbers(term.slot, term.name, (r, h)) for h in range(1, length + 1))
            for r, length in enumerate(shape, 1)
        )

    def _inner(self, term: t.Inner) -> Any:
        raise NotExpressible("a component of a component", term.span)

    def _thisgame(self, term: t.ThisGame) -> Any:
        return f.GameOf(sympy.Symbol("this"))

    # -- operations

    def _operation(self, term: t.Operation) -> Any:
        special = getattr(self, "_special_" + _SPECIAL.get(term.name, ""), None)
        if special is not None:
            return special(term)
        arguments = tuple(self.visit(a) for a in term.arguments)
        if term.type == POSITION:
            return f.SumOfPositions(*arguments)
        if term.name in build.OF_ENTRIES:
            return self._of_entries(term, arguments)
        if term.name in build.PLAIN:
            return self._plain(term, arguments, term.type)
        if term.name in build.SETS:
            return build.SETS[term.name](*map(build.row, arguments))
        return self._of_vectors(term, arguments)

    def _plain(self, term: t.Operation, arguments: tuple[Any, ...], kind: Type) -> Any:
        lengths = {len(a) for a in arguments if isinstance(a, tuple)}
        if not lengths:
            if isinstance(kind, Vector):
                return build.language(term.name, arguments, kind)
            return build.PLAIN[term.name](*arguments)
        if len(lengths) > 1 or any(_is_thing(a) for a in arguments):
            return build.language(term.name, arguments, kind)
        inner = kind.item if isinstance(kind, Vector) else kind
        columns = [a if isinstance(a, tuple) else (a,) * next(iter(lengths)) for a in arguments]
        return tuple(self._plain(term, entries, inner) for entries in zip(*columns, strict=True))

    def _of_entries(self, term: t.Operation, arguments: tuple[Any, ...]) -> Any:
        name, kinds = term.name, [a.type for a in term.arguments]
        if name == "nimsum" and len(kinds) == 2 and kinds[0] != NUMBER:
            if isinstance(arguments[0], tuple):
                return build.digit_sum(arguments[0], arguments[1])
            return f.DigitSum(*map(build.row, arguments), evaluate=False)
        if len(arguments) == 1 and isinstance(arguments[0], tuple):
            arguments = arguments[0]
        elif len(arguments) == 1 and kinds[0] != NUMBER:
            return build.language(name, arguments, NUMBER)
        if not arguments:
            return build.language(name, (o.Row(),), NUMBER)
        return build.OF_ENTRIES[name](*arguments)

    def _of_vectors(self, term: t.Operation, arguments: tuple[Any, ...]) -> Any:
        name, first = term.name, arguments[0] if arguments else None
        if name in ("[]", "()"):
            return arguments
        if name in ("=", "!="):
            a, b = (a if is_plain(a) else build.row(a) for a in arguments)
            found = build.equal(a, b, term.arguments[0].type)
            return found if name == "=" else _unequal(found)
        if name in ("in", "not in"):
            return (o.IsIn if name == "in" else o.NotIn)(*map(build.row, arguments))
        if isinstance(first, tuple) and is_plain(first) and name in ("distinct", "increasing"):
            return (build.distinct if name == "distinct" else build.increasing)(first)
        if isinstance(first, tuple) and name == "knimsum":
            return f.KNimSum(*first, arguments[1], evaluate=False)
        return build.language(name, arguments, term.type)

    def _special_index(self, term: t.Operation) -> Any:
        base, *indices = (self.visit(a) for a in term.arguments)
        kind, places = (
            term.arguments[0].type,
            [self.known.value(a) if self.fold else UNKNOWN for a in term.arguments[1:]],
        )
        for place, index in zip(places, indices, strict=True):
            cyclic = isinstance(kind, Vector) and kind.cyclic
            picked = _picked(base, place, cyclic) if is_plain(base) else UNKNOWN
            base = picked if picked is not UNKNOWN else _entry(base, index, cyclic)
            kind = kind.item if isinstance(kind, Vector) else kind
        return base

    def _special_accepts(self, term: t.Operation) -> Any:
        """A set goes by its name; what the name stands for is kept beside, for the evaluation."""
        automaton, *arguments = term.arguments
        assert isinstance(automaton, t.Constant)
        self.schemas[automaton.value.name] = automaton.value
        return build.language(automaton.value.name, tuple(map(self.visit, arguments)), TRUTH)

    def _special_asked(self, term: t.Operation) -> Any:
        return f.Outcome(sympy.Symbol(term.name), self.row(term.arguments[0]))

    def _special_games(self, term: t.Operation) -> Any:
        return f.GameOf(sympy.Symbol("+"), *(self.row(a) for a in term.arguments))

    # -- truth and choice

    def _connective(self, term: t.Connective) -> Any:
        arguments = tuple(self.visit(a) for a in term.arguments)
        classes: dict[str, Any] = {"and": o.AndThen, "or": o.OrElse, "implies": o.IfThen, "iff": o.SameTruth}
        return classes[term.name](*arguments)

    def _choice(self, term: t.Choice) -> Any:
        cls: Any = o.NumberIf if term.type == NUMBER else o.TruthIf if term.type == TRUTH else o.ThingIf
        if self.fold:
            chosen = self.known.value(term.condition)
            if chosen is not UNKNOWN:
                return self.visit(term.yes if chosen else term.no)
        return cls(self.visit(term.condition), self.row(term.yes), self.row(term.no))

    # -- binding

    def _gather(self, term: t.Gather) -> Any:
        unrolled = self._unrolled(term) if self.fold else None
        if unrolled is not None:
            return unrolled
        steps = tuple(self._step(step) for step in term.steps)
        if term.type == POSITION:
            return o.ThingFunction(sympy.Symbol("sum over"), self.row(term.body), *steps)
        return o.GATHERED[term.name](self.row(term.body), *steps)

    def _unrolled(self, term: t.Gather) -> Any:
        """The cases one by one, if they depend on parameters alone."""
        if term.name not in ("all", "any", "sum", "nimsum", "min", "max", "bitor", "mex", "[]", "count"):
            return None
        cases = self.known.cases(term.steps, MOST_CASES)
        if cases is None or term.type == POSITION:
            return None
        bodies = []
        for case in cases:
            with self.known.assuming(case):
                bodies.append(self.visit(term.body))
        return _gathered(term, tuple(bodies))

    def _step(self, step: t.Step) -> Any:
        match step:
            case t.Guard():
                return o.Such(self.visit(step.condition))
            case t.Define():
                value = self.row(step.value)
                return o.Be(self._target(step.slot, step.value.type), value)
        domain = self.row(step.domain)
        return o.Among(self._target(step.target, getattr(step.domain.type, "item", NUMBER)), domain)

    def _target(self, target: t.Target, kind: Any) -> Any:
        """The symbols of what a step binds; the user's names are put in when the body is seen."""
        if isinstance(target, tuple):
            kinds = kind.items if hasattr(kind, "items") else (kind.item,) * len(target)
            return o.Row(*(self._target(part, k) for part, k in zip(target, kinds, strict=True)))
        name = self.names.get(target, "t")
        return self._local(t.Local(target, name, type=kind))

    def _with(self, term: t.With) -> Any:
        named = []
        for step in term.steps:
            value = self.visit(step.value)
            if (self.fold and self.known.define(step)) or is_plain(value):
                self.env[step.slot] = value
            else:
                named.append(o.Be(self._target(step.slot, step.value.type), build.row(value)))
        body = self.visit(term.body)
        if not named:
            return body
        cls: Any = o.NumberWhere if term.type == NUMBER else o.TruthWhere if term.type == TRUTH else o.ThingWhere
        return cls(build.row(body), *named)

    # -- games, positions and their values

    def _gamenamed(self, term: t.GameNamed) -> Any:
        self.schemas[term.schema.name] = term.schema
        return f.GameOf(sympy.Symbol(term.schema.name), *(self.row(a) for a in term.arguments))

    def _positionof(self, term: t.PositionOf) -> Any:
        return f.PositionOf(self.row(term.game), *(self.row(a) for a in term.arguments))

    def _ask(self, term: t.Ask) -> Any:
        cls: Any = f.Outcome if term.type == TRUTH else f.Value
        player = () if term.player is None else (self.visit(term.player),)
        return cls(sympy.Symbol(term.question), self.row(term.position), *player)

    def _recursive(self, term: t.Recursive) -> Any:
        return o.NumberFunction(sympy.Symbol(term.name), *(self.row(a) for a in term.arguments))


_SPECIAL = {"index": "index", "accepts": "accepts", "legal": "asked", "terminal": "asked", "sum of games": "games"}


def is_plain(value: Any) -> bool:
    """Is it plain that an object is defined everywhere, so that it may stand where its name stood?"""
    if isinstance(value, tuple):
        return all(map(is_plain, value))
    if isinstance(value, sympy.Add | sympy.Mul | sympy.Min | sympy.Max):
        return all(map(is_plain, value.args))
    return isinstance(value, sympy.Symbol | sympy.Rational)


def _gathered(term: t.Gather, bodies: tuple[Any, ...]) -> Any:
    """What is made of the cases of a gathering term."""
    if term.name == "[]":
        return bodies
    if term.name in ("all", "any"):
        return (build.all_of if term.name == "all" else build.any_of)(*bodies)
    if term.name == "count":
        return sympy.Add(*map(o.Iverson, bodies), evaluate=False)
    if not bodies:
        return (
            sympy.Integer(0)
            if term.name in ("sum", "nimsum", "bitor", "mex")
            else build.language(term.name, (o.Row(),), NUMBER)
        )
    return build.OF_ENTRIES[term.name](*bodies)


def _is_thing(value: Any) -> bool:
    """Is an object a vector or a set as a whole?"""
    return isinstance(value, o.Things) or (isinstance(value, o.Kept) and not isinstance(value, sympy.Expr))


def _picked(base: Any, place: Any, cyclic: bool) -> Any:
    """`x[i]`, `x[S]` where vector and index are known."""
    if not isinstance(base, tuple) or place is UNKNOWN:
        return UNKNOWN
    if isinstance(place, int):
        is_inside = base and (cyclic or 0 < place <= len(base))
        return base[(place - 1) % len(base)] if is_inside else UNKNOWN
    if isinstance(place, Number):
        return UNKNOWN
    found = tuple(_picked_cell(base, index, cyclic) for index in place)
    return UNKNOWN if any(entry is UNKNOWN for entry in found) else found


def _picked_cell(base: Any, index: Any, cyclic: bool) -> Any:
    for place in index if isinstance(index, tuple) else (index,):
        base = _picked(base, place, cyclic)
    return base


def _entry(base: Any, index: Any, cyclic: bool) -> Any:
    return (o.CyclicEntry if cyclic else o.Entry)(build.row(base), build.row(index))


def _unequal(found: Any) -> Any:
    if isinstance(found, sympy.Equality):
        return sympy.Ne(found.lhs, found.rhs, evaluate=False)
    return o.Differ(*found.args) if isinstance(found, o.Same) else build.opposite(found)


def _lows(compiler: Compiler, shapes: Mapping[int, Grouping]) -> dict[int, int]:
    """The least value of every slot that holds components of the game's positions."""
    if compiler.this is None:
        return {}
    variables = [v for v in compiler.this.layout.variables if v.keyword != "positions"]
    return {slot: v.low for slot, v in zip(shapes, variables, strict=False)}
