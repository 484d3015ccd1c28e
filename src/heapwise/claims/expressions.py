"""Claims as sympy objects, for people who go on with them: simplify, substitute, print, compare.

    >>> from heapwise import parse
    >>> (claim,) = parse("claims for wythoff theorem low: G(0, b) = b  upto 3").claims
    >>> claim.lhs, claim.rhs
    (Value(G, PositionOf(GameOf(this), 0, b)), b)

Objects are made when somebody asks for them, since sympy takes half a second to start; nothing that decides about a
claim reads them. What cannot be written stands as None, and `reason` says why. `evaluate` computes such an object
exactly, from values, as the language means it; no text is made of it, and no code.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from heapwise.claims.parameters import game_of, settled, with_counts
from heapwise.errors import HeapwiseError
from heapwise.formulas.problems import NotExpressible
from heapwise.records import Record
from heapwise.rules.game import Game
from heapwise.rules.layout import Grouping
from heapwise.terms import term as t
from heapwise.terms.evaluate import Compiler
from heapwise.terms.position import Position
from heapwise.terms.values import FiniteSet, show

if TYPE_CHECKING:
    from heapwise.claims.claim import Claim
    from heapwise.formulas.from_terms import Translated, Visitor


class _Objects(Record):
    """All objects of one claim. They share their symbols, so one can be put into another."""

    visitor: Visitor
    whole: Any
    left: Any
    right: Any


class Expressions(Record, eq=False):
    """A claim as sympy objects. `known` are the values of its parameters by name; without them they stay symbols, and
    vectors such as `x` one thing each. With them vectors are spelled out: `x_1`, `x_2`."""

    claim: Claim
    known: Mapping[str, Any]

    @property
    def sympy(self) -> Any | None:
        """The statement, with what it supposes: `premise => statement`."""
        return self._made.whole if isinstance(self._made, _Objects) else None

    @property
    def lhs(self) -> Any | None:
        """The left side of `left = right` or `left iff right`."""
        return self._made.left if isinstance(self._made, _Objects) else None

    @property
    def rhs(self) -> Any | None:
        """The right side."""
        return self._made.right if isinstance(self._made, _Objects) else None

    @property
    def latex(self) -> str | None:
        """LaTeX of the whole, in the author's names and order."""
        from heapwise.formulas.latex import latex

        return None if self.sympy is None else latex(self.sympy)

    @property
    def reason(self) -> str | None:
        """Why there is no object at all; None if there is one."""
        return self._made if isinstance(self._made, str) else None

    @property
    def symbols(self) -> dict[str, Any]:
        """The symbols by their names, to put something in their places: `rhs.subs(symbols["a"], 5)`."""
        return {symbol.name: symbol for symbol in self._symbols.values()}

    def at(self, **parameters: Any) -> Expressions:
        """The same claim with values for its parameters: numbers, lists, sets, codes, games or their names."""
        return Expressions(self.claim, settled(self.claim, {**self.known, **parameters}))

    def evaluate(self, *objects: Any, **values: Any) -> Any:
        """The exact value of an object, or of the whole statement, where components have these values.

        `evaluate(rhs, a=3, b=5)`; values of positions, such as `G(a, b)`, are computed by the definition.
        """
        from heapwise.formulas.exact import ExactEvaluator

        names = {v.name for v in self.claim.variables}
        if not names <= self.known.keys():
            own = {name: value for name, value in values.items() if name in names}
            rest = {name: value for name, value in values.items() if name not in names}
            return self.at(**own)._evaluated(ExactEvaluator, self._object(objects), self._symbols, rest)
        return self._evaluated(ExactEvaluator, self._object(objects), self._symbols, values)

    # -- how objects are made

    def _object(self, objects: tuple[Any, ...]) -> Any:
        found = objects[0] if objects else self.sympy
        if found is None:
            raise ValueError(f"there is no such object: {self.reason or 'the statement has no two sides'}")
        return found

    def _evaluated(self, evaluator: Any, obj: Any, symbols: Mapping[Any, Any], values: Mapping[str, Any]) -> Any:
        """The value of an object that was made here, or for other parameters."""
        slots = {v.name: v.slot for v in (*self.claim.variables, *self.claim.components)}
        by_name = {name: _frozen(value) for name, value in values.items()}
        self._check_given(by_name)
        given = {slots[name]: value for name, value in by_name.items()} | self._known_slots
        env = dict(self._translated.symbols.constants)
        for (slot, path), symbol in symbols.items():
            if slot in given:
                env[symbol] = _at(given[slot], path)
        try:
            return evaluator(self._translated).value(obj, env)
        except NotExpressible as problem:
            raise ValueError(f"this object is not evaluated: {problem}") from None

    def _check_given(self, given: Mapping[str, Any]) -> None:
        """Refuse values that would be left aside, or that are not of the shape of their component."""
        places = {p.name: p for p in self._game.layout.variables} if self._game is not None else {}
        free = [c.name for c in self.claim.components]
        for name, value in given.items():
            if name in self.known and not self._is_known(name, value):
                raise ValueError(f"{name} is {show(self.known[name])} here")
            if name not in self.known and name not in free:
                raise ValueError(f"{self.claim.name} has no {name}; it has {', '.join(free) or 'no components'}")
            place = places.get(name)
            if place is not None and (_shape(value) != place.shape or _has_positions(value) != bool(place.games)):
                what = "positions" if place.games else "numbers"
                raise ValueError(f"{name} is {_shape_text(place.shape, what)} here, and not {value}")

    def _is_known(self, name: str, value: Any) -> bool:
        """Is this the value that a parameter has here?"""
        return show(settled(self.claim, {**self.known, name: value})[name]) == show(self.known[name])

    @property
    def _translated(self) -> Translated:
        from heapwise.formulas.from_terms import Translated

        visitor = self._made.visitor if isinstance(self._made, _Objects) else self._visitor
        return Translated(self.sympy, visitor.symbols, visitor.schemas, self._compiler)

    @property
    def _symbols(self) -> Mapping[Any, Any]:
        return self._translated.symbols.by_key

    @cached_property
    def _known_slots(self) -> dict[int, Any]:
        found = {v.slot: self.known[v.name] for v in self.claim.variables if v.name in self.known}
        return with_counts(self.claim.schema, found)

    @cached_property
    def _game(self) -> Game | None:
        """The game with its parameters put in, if all of them are given."""
        return game_of(self.claim, self._known_slots) if self._is_complete else None

    @property
    def _is_complete(self) -> bool:
        return all(v.name in self.known for v in self.claim.variables)

    @cached_property
    def _compiler(self) -> Compiler:
        from heapwise.claims.position_values import Values

        claim = self.claim
        known = self._known_slots if self._is_complete else {}
        return Compiler(claim.source, known, self._game, claim.frame.functions, Values().asker(claim.play))

    @cached_property
    def _visitor(self) -> Visitor:
        """What turns the terms of this claim into objects."""
        from heapwise.formulas.formula import shapes_of
        from heapwise.formulas.from_terms import Visitor

        claim, game = self.claim, self._game
        laws = {c.slot: None for c in claim.components} if claim.schema is None and self._is_complete else {}
        shapes = laws if game is None else shapes_of(game, claim.schema)
        terms = (*claim.premises, claim.statement)
        names = {p.slot: p.name for term in terms for p in t.walk(term) if isinstance(p, t.Local)}
        return Visitor(self._compiler, shapes, self._is_complete, names)

    @cached_property
    def _made(self) -> _Objects | str:
        """The objects, or the reason why there are none."""
        from heapwise.formulas.objects import IfThen

        claim, sides = self.claim, self.claim.sides
        try:
            visitor = self._visitor
            *premises, whole = (visitor.row(term) for term in (*claim.premises, claim.statement))
            for premise in reversed(premises):
                whole = IfThen(premise, whole)
            left, right = (None, None) if sides is None else (visitor.row(sides.left), visitor.row(sides.right))
        except NotExpressible as problem:
            return f"sympy has no object for {problem.what}"
        except HeapwiseError as problem:
            return str(problem)
        return _Objects(visitor, whole, left, right)


def _at(value: Any, path: tuple[int, ...]) -> Any:
    for index in path:
        value = value[index - 1]
    return value


def _shape(value: Any) -> Grouping:
    """How entries stand in a value: none around a single one, their count in a vector, the lengths of rows."""
    if type(value) is not tuple:
        return None
    return tuple(map(len, value)) if value and all(type(row) is tuple for row in value) else len(value)


def _has_positions(value: Any) -> bool:
    return any(map(_has_positions, value)) if type(value) is tuple else isinstance(value, Position)


def _shape_text(shape: Grouping, what: str) -> str:
    one = what.removesuffix("s")
    return f"a {one}" if shape is None else f"{shape} {what}" if isinstance(shape, int) else f"rows of lengths {shape}"


def _frozen(value: Any) -> Any:
    """Whatever stands in a row as a tuple, as positions have it, and numbers as Python's own."""
    if isinstance(value, Position | str | set | frozenset | FiniteSet | bool):
        return value
    if hasattr(value, "__iter__") and hasattr(value, "__len__"):
        return tuple(map(_frozen, value))
    return int(value) if hasattr(value, "__index__") else value
