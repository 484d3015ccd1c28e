"""A game with its parameters put in: positions, options, and the check that play ends.

This is the meaning of the rules, read as they are written. It is slow, and stays the oracle for everything fast.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property, total_ordering
from typing import TYPE_CHECKING, Any, ClassVar

from heapwise.errors import Diagnostic, HeapwiseError, error
from heapwise.numbers import TooLarge, UndefinedValue
from heapwise.rules.endless import refusal
from heapwise.rules.layout import Grouping, Layout, PlaceName, entries_of
from heapwise.rules.moves import Changes, RunMove, compile_move
from heapwise.rules.nesting import making
from heapwise.rules.used import check_names
from heapwise.source import Place
from heapwise.terms.evaluate import Compiler, Compute, Frame
from heapwise.terms.position import Component, Position, State
from heapwise.terms.types import GAME, Type, Vector
from heapwise.terms.values import FiniteSet, VectorBox, show

if TYPE_CHECKING:
    from heapwise.rules.body import Move
    from heapwise.rules.heading import Places
    from heapwise.rules.schema import Schema

# A rank: how high a position stands, as a tuple of measures in falling order. Comparing such tuples is the multiset
# order, in which one component may be replaced by any number of lower ones; it has no infinite descent.
Rank = tuple[tuple[int, ...], ...]

_INT = frozenset({int})
_MOST_COMPONENTS = 10_000
_MOST_ASKED = 40  # positions whose options need each other; each takes its part of Python's stack
_ASKED: list[tuple[Game, State]] = []  # those whose options rules ask for now, from the outside in


@total_ordering
class Rules:
    """What a game and a sum of games share: a name, and positions."""

    text: str

    def __lt__(self, other: Rules) -> bool:
        """By name; two games of one name have some order, too, so that the same components are one position."""
        return (self.text, id(self)) < (other.text, id(other))

    def __str__(self) -> str:
        return self.text

    def __add__(self, other: Rules) -> SumOfGames:
        """The sum of two games or sums; the same games give the same object."""
        games = tuple(game for rules in (self, other) for game in rules.summands)
        return _SUMS.setdefault(games, SumOfGames(games))

    @property
    def summands(self) -> tuple[Game, ...]:
        """The games whose sum this is."""
        raise NotImplementedError

    @property
    def size(self) -> int:
        """How many components a position has."""
        raise NotImplementedError

    @property
    def declared(self) -> Rules:
        """What the language means by this game: a compound, where this is one by its heaps (`rules.flat`)."""
        return self

    def has_legal(self, values: tuple[Any, ...]) -> bool:
        """Are these values a legal position?"""
        raise NotImplementedError

    def position_of(self, values: tuple[Any, ...], place: Place | None = None) -> Position:
        """The position with these values; an illegal one is an error."""
        raise NotImplementedError

    def options_as_values(self, value: Any) -> FiniteSet:
        """`options(G, n)`, which a sum of games does not have."""
        return self.parts_as_values(value)

    def parts_as_values(self, value: Any) -> FiniteSet:
        """`parts(G, n)`, which a sum of games does not have."""
        raise UndefinedValue(f"`{self.text}` is a sum of games, whose positions are not plain numbers")


class Game(Rules):
    """One game: a schema with values for its parameters. Equal values give one object (`Schema.bind`)."""

    is_searching: ClassVar[bool] = False  # while a loop is searched for, no game tests that play ends

    def __init__(self, schema: Schema, arguments: tuple[Any, ...], known: dict[int, Any]) -> None:
        self.schema = schema
        self.arguments = arguments
        self.known = known
        self.text = _heading(schema, arguments)
        check_names(self, self.text)
        self._last_options: dict[Any, FiniteSet] = {}

    def __getstate__(self) -> dict[str, Any]:
        """To other processes go the rules, and not what was compiled here."""
        kept = ("schema", "arguments", "known", "text")
        return {name: vars(self)[name] for name in kept} | {"_last_options": {}}

    @cached_property
    def _compiler(self) -> Compiler:
        return Compiler(self.schema.source, self.known, self, self.schema.body.frame.functions)

    @cached_property
    def layout(self) -> Layout:
        """The components of a position."""
        compiler = Compiler(self.schema.source, self.known, self)
        layout = Layout(tuple(_variable(p, compiler, self.schema) for p in self.schema.places))
        if layout.size > _MOST_COMPONENTS:
            raise error(
                "E003", Place(self.schema.source, self.schema.places[0].span), what="components", most=_MOST_COMPONENTS
            )
        return layout

    @property
    def summands(self) -> tuple[Game, ...]:
        """The game alone."""
        return (self,)

    @property
    def size(self) -> int:
        """How many components a position has."""
        return self.layout.size

    # -- positions

    @cached_property
    def _empty_frame(self) -> Frame:
        """A frame with parameters in their slots."""
        return [self.known.get(slot) for slot in range(self.schema.body.frame.size)]

    def frame(self, state: State) -> Frame:
        """A frame with parameters and components in their slots."""
        frame = self._empty_frame.copy()
        for place, value in zip(self.schema.places, self.layout.values(state), strict=True):
            frame[place.slot] = value
        return frame

    def position_of(self, values: tuple[Any, ...], place: Place | None = None) -> Position:
        """The position with these values; an illegal one is an error."""
        return Position((Component(self, self.state_of(values, place)),))

    def state_of(self, values: tuple[Any, ...], place: Place | None = None) -> State:
        """The legal state with these values, flat or in groups."""
        state = self._flat(values, place)
        problem = self._problem(state)
        if problem is not None:
            raise error("E026", place, game=self.text, position=self.layout.text(state), problem=problem)
        return state

    def has_legal(self, values: tuple[Any, ...]) -> bool:
        """Are these values a legal position, of legal positions?"""
        entries, games = self._entries(values, None), self.layout.component_games
        inner = zip(entries, games, strict=True) if self.layout.has_positions else ()
        if False in [g.has_legal((v,)) for v, g in inner if g is not None and not isinstance(v, Position)]:
            return False
        return self._problem(self._components(entries, None)) is None

    def is_legal(self, state: State) -> bool:
        """Is a state in the ranges of its components, and does `legal` allow it?"""
        return self._in_range(state) and self._is_allowed(state)

    def _problem(self, state: State) -> str | None:
        for i, (value, is_inside) in enumerate(zip(state, self._inside(state), strict=True)):
            if not is_inside:
                low, high = self.layout.lows[i], self.layout.highs[i]
                return f"{self.layout.labels[i]} = {show(value)} is not in {low}..{'' if high is None else high}"
        return None if self._is_allowed(state) else "the condition of `legal` does not hold"

    def _flat(self, values: tuple[Any, ...], place: Place | None) -> State:
        """The state with these values, whether it is legal or not."""
        return self._components(self._entries(values, place), place)

    def _components(self, entries: tuple[Any, ...], place: Place | None) -> State:
        if not self.layout.has_positions:
            return entries
        games = self.layout.component_games
        return tuple(self._component(v, g, place) for v, g in zip(entries, games, strict=True))

    def _entries(self, values: tuple[Any, ...], place: Place | None) -> tuple[Any, ...]:
        """A value for each component."""
        if len(values) == 1 and type(values[0]) is tuple:
            values = values[0]
        layout = self.layout
        if len(values) == layout.size and not layout.has_positions and _INT.issuperset(map(type, values)):
            return values
        if (state := layout.entries(values)) is not None:
            return state
        raise self.no_state(values, place)

    def no_state(self, values: tuple[Any, ...], place: Place | None) -> HeapwiseError:
        """What is wrong with values that are too many or too few, or in other groups."""
        layout = self.layout
        if (found := len(list(entries_of(values)))) != layout.size:
            of_sizes = {"wanted": layout.size, "found": found, "shape": layout.shape}
            return error("E027", place, help="shape", game=self.text, **of_sizes)
        position = ";".join(",".join(map(show, v if type(v) is tuple else (v,))) for v in values)
        return error("E026", place, game=self.text, position=position, problem=f"the components are {layout.shape}")

    def _component(self, value: Any, game: Rules | None, place: Place | None) -> Any:
        """A component: a number, or a position of the component's game."""
        if game is None or isinstance(value, Position):
            return value
        with making((id(game), value), game.text, place):
            return game.position_of((value,), place)

    def _in_range(self, state: State) -> bool:
        return all(self._inside(state))

    def _inside(self, state: State) -> Iterator[bool]:
        """Of each component, is it in its range, or a position, of whatever game? `p -> nothing` is a move."""
        layout = self.layout
        for value, low, high, inner in zip(state, layout.lows, layout.highs, layout.component_games, strict=True):
            yield isinstance(value, Position) if inner is not None else _is_between(value, low, high)

    @cached_property
    def _conditions(self) -> tuple[tuple[Compute, ...], tuple[Compute, ...]]:
        body, compile_term = self.schema.body, self._compiler.compile
        return tuple(map(compile_term, body.legal)), tuple(map(compile_term, body.ends))

    def _is_allowed(self, state: State) -> bool:
        legal, _ = self._conditions
        return not legal or self._holds_all(legal, state)

    def _holds_all(self, conditions: tuple[Compute, ...], state: State) -> bool:
        frame = self.frame(state)
        return all(condition(frame) for condition in conditions)

    def show(self, state: State) -> str:
        """`nim(3)(1,2,3)` as people write it."""
        return f"{self.text}({self.layout.expression(state)})"

    def example(self, state: State) -> str:
        """`n = 2, k = 1, x = (1, 0)`: parameters and components, for a message."""
        known = zip(self.schema.parameters, self.arguments, strict=True)
        named = [(p.name, value) for p, value in known]
        named += zip((v.name for v in self.layout.variables), self.layout.values(state), strict=True)
        return ", ".join(f"{name} = {show(value)}" for name, value in named)

    # -- options

    @cached_property
    def _moves(self) -> tuple[tuple[Move, RunMove], ...]:
        body, places = self.schema.body, self.schema.places
        return tuple((m, compile_move(m, self.layout, places, self._compiler)) for m in body.moves)

    def options(self, state: State) -> set[Position]:
        """All options of a state."""
        return set().union(*(found for _, found in self._options_found(state)))

    def options_by_move(self, state: State) -> Iterator[tuple[Move, Position]]:
        """Every option with the line of the rules that gives it; an option may come more than once."""
        return ((move, option) for move, found in self._options_found(state) for option in found)

    def _options_found(self, state: State) -> Iterator[tuple[Move, list[Position]]]:
        _, ends = self._conditions
        frame = self.frame(state)
        if ends and any(condition(frame) for condition in ends):
            return
        for move, run in self._moves:
            found: list[Position] = []
            try:
                self._run(move, run, frame, state, found)
            except HeapwiseError as problem:
                raise HeapwiseError(self._with_example(d, state) for d in problem.diagnostics) from None
            yield move, found

    def _with_example(self, diagnostic: Diagnostic, state: State) -> Diagnostic:
        """The position at which the rules went wrong, if the message does not name one yet."""
        return replace(diagnostic, values={"example": self.example(state), **diagnostic.values})

    def _run(self, move: Move, run: RunMove, frame: Frame, state: State, found: list[Position]) -> None:
        must_fall = not (self.is_shown_to_end or Game.is_searching)

        def take(new: State | Position, changes: Changes) -> None:
            option = new if isinstance(new, Position) else self._target(move, state, new, changes)
            if option is not None:
                if must_fall:
                    self._check_end(move, state, option)
                found.append(option)

        run(frame, state, take)

    def _target(self, move: Move, state: State, new: State, changes: Changes) -> Position | None:
        """The option of a state, or None where no such position exists."""
        lows, highs = self.layout.lows, self.layout.highs
        for index, value in changes:
            if type(value) is int:
                high = highs[index]
                if value < lows[index] or (high is not None and value > high):
                    return None
            elif not isinstance(value, Position):
                place = Place(self.schema.source, move.new_span)
                label, position = self.layout.labels[index], self.layout.text(state)
                raise error("E025", place, component=label, value=show(value), position=position)
        if self.schema.body.legal and not self._is_allowed(new):
            return None
        return Position((Component(self, new),))

    def options_as_values(self, value: Any) -> FiniteSet:
        """`options(G, n)`: the options, in numbers as the position is; none where G has no such position.

        A guard asks for the same options again and again, so the last answer is kept.
        """
        if value not in self._last_options:
            self._last_options = {value: FiniteSet(self._only(parts) for parts in self.parts_as_values(value))}
        return self._last_options[value]

    def _only(self, parts: tuple[Any, ...]) -> Any:
        if len(parts) != 1:
            raise UndefinedValue(f"an option of `{self.text}` is a sum of positions; `parts` gives their list")
        return parts[0]

    def parts_as_values(self, value: Any) -> FiniteSet:
        """`parts(G, n)`: for every option the list of its components, each in numbers as the position is."""
        state = tuple(entries_of((value,)))
        if self.layout.has_positions:
            raise UndefinedValue(f"`{self.text}` is made of positions, not of numbers")
        if len(state) != self.size:
            raise UndefinedValue(f"a position of `{self.text}` has {self.size} components, not {len(state)}")
        if not self.is_legal(state):
            return FiniteSet(())
        return FiniteSet(self._parts(option, value) for option in self.asked_options(state))

    def asked_options(self, state: State) -> set[Position]:
        """All options; rules may ask for those of their own game, as long as this comes to an end."""
        if (self, state) in _ASKED:
            raise UndefinedValue(f"the options of `{self.show(state)}` are needed before they are known")
        if len(_ASKED) >= _MOST_ASKED:
            raise TooLarge(f"the options of {_MOST_ASKED} positions wait for those of `{self.show(state)}`")
        _ASKED.append((self, state))
        try:
            return self.options(state)
        finally:
            _ASKED.pop()

    def _parts(self, option: Position, value: Any) -> tuple[Any, ...]:
        if any(component.game is not self for component in option):
            raise UndefinedValue(f"an option of `{self.text}` is a position of another game, {option}")
        return tuple(_shaped(value, iter(component.state)) for component in option)

    # -- the end of play

    @cached_property
    def is_shown_to_end(self) -> bool:
        """Is there a quick proof that every move leads lower? Then ranks need not be compared.

        This belongs to the meaning: rules without a measure may rely on a proof by another one than the sum of heaps.
        Who opens a text says how such proofs are found (`Schema.is_shown_to_end`).
        """
        return self.schema.is_shown_to_end(self)

    @cached_property
    def _measure(self) -> Compute | None:
        measure = self.schema.body.measure
        return None if measure is None else self._compiler.compile(measure)

    def rank(self, state: State) -> Rank:
        """How high a state stands; every move must lead lower."""
        if self._measure is None:
            heaps = self.layout.heap_indices or (() if self.layout.has_positions else range(len(state)))
            own = ((sum(state[i] for i in heaps),),) if heaps or not self.layout.has_positions else ()
        else:
            value = self._measure(self.frame(state))
            own = (value if isinstance(value, tuple) else (value,),)
            self._check_measure(own[0], state)
        inner = [r for v in state if isinstance(v, Position) for c in v for r in c.game.rank(c.state)]
        return tuple(sorted((*own, *inner), reverse=True)) if inner else own

    def _check_measure(self, measure: tuple[Any, ...], state: State) -> None:
        if all(isinstance(entry, int) and entry >= 0 for entry in measure):
            return
        place = self.measure_place()
        value, position = show(measure if len(measure) > 1 else measure[0]), self.layout.text(state)
        raise error("E056", place, value=value, position=position, example=self.example(state))

    def measure_place(self) -> Place:
        """Where the measure stands, or else the name of the game."""
        measure = self.schema.body.measure
        return Place(self.schema.source, self.schema.node.name.span if measure is None else measure.span)

    def measure_text(self) -> str:
        """What every move has to lower, in the author's words; see `rank`."""
        own, inner = self._own_measure_text(), [v.name for v in self.layout.variables if v.keyword == "positions"]
        if not inner:
            return own or "the components"
        measures = [own, *inner] if own else inner
        return f"[{', '.join(measures)}], the largest first" if self.layout.size > 1 else measures[0]

    def _own_measure_text(self) -> str:
        measure = self.schema.body.measure
        if measure is not None:
            return self.schema.source.words(measure.span)
        heaps = [v for v in self.layout.variables if v.keyword == "heaps"]
        if len(heaps) == 1 and heaps[0].shape is not None:
            return f"sum({heaps[0].name})"
        return " + ".join(v.name if v.shape is None else f"sum({v.name})" for v in heaps)

    def _check_end(self, move: Move, state: State, option: Position) -> None:
        """Refuse a move that does not lead lower: play might go on for ever."""
        before = self.rank(state)
        if all(c.game.rank(c.state) < before for c in option):
            return
        raise refusal(self, move, state, option)


class SumOfGames(Rules):
    """`nim(2) + wythoff`: a position is a position of each."""

    def __init__(self, games: tuple[Game, ...]) -> None:
        self.games = games
        self.text = " + ".join(g.text for g in games)
        check_names(self, self.text)

    @property
    def summands(self) -> tuple[Game, ...]:
        """The games whose sum this is."""
        return self.games

    @property
    def size(self) -> int:
        """How many positions a position is made of."""
        return len(self.games)

    def position_of(self, values: tuple[Any, ...], place: Place | None = None) -> Position:
        """The position with these values, one for each game."""
        return Position.of(c for game, value in self._parts(values, place) for c in game.position_of((value,), place))

    def has_legal(self, values: tuple[Any, ...]) -> bool:
        """Is each value a legal position of its game?"""
        return False not in [game.has_legal((value,)) for game, value in self._parts(values, None)]  # all are looked at

    def _parts(self, values: tuple[Any, ...], place: Place | None) -> Iterator[tuple[Game, Any]]:
        if len(values) == 1 and type(values[0]) is tuple:
            values = values[0]
        if len(values) != len(self.games):
            raise error("E027", place, help="sum", game=self.text, wanted=len(self.games), found=len(values))
        return zip(self.games, values, strict=True)


_SUMS: dict[tuple[Game, ...], SumOfGames] = {}


# ---------------------------------------------------------------------------------------------- helpers


def _is_between(value: Any, low: int, high: int | None) -> bool:
    return type(value) is int and value >= low and (high is None or value <= high)


def _shaped(like: Any, entries: Iterator[Any]) -> Any:
    """A number, a vector or rows, as `like` is, of the next entries."""
    return tuple(_shaped(part, entries) for part in like) if type(like) is tuple else next(entries)


def _variable(place: Places, compiler: Compiler, schema: Schema) -> PlaceName:
    """A name of a clause of places with parameters put in."""
    where = Place(schema.source, place.span)
    sizes = [compiler.value(s, []) for s in place.sizes]
    shape: Grouping = None
    if len(sizes) == 1:
        shape = sizes[0]
    elif len(sizes) == 2 and isinstance(sizes[0], int) and sizes[0] > _MOST_COMPONENTS:
        raise error("E057", where, name=place.name, size=show(sizes[0]))
    elif len(sizes) == 2:
        shape = (sizes[1],) * sizes[0]
    for length in () if shape is None else (shape,) if isinstance(shape, int) else shape:
        if not isinstance(length, int) or length < 0 or length > _MOST_COMPONENTS:
            raise error("E057", where, name=place.name, size=show(length))
    low, high = _bounds(place, compiler)
    games: tuple[Any, ...] = ()
    if place.game is not None:
        found = compiler.value(place.game, [])
        size = PlaceName(place.name, place.keyword, shape).size
        games = found if isinstance(found, tuple) else (found,) * size
        if len(games) != size:
            raise error("E058", where, name=place.name, size=size, found=len(games))
    return PlaceName(place.name, place.keyword, shape, low, high, games)


def _bounds(place: Places, compiler: Compiler) -> tuple[int, int | None]:
    if place.domain is None:
        return 0, None
    domain = compiler.value(place.domain, [])
    if isinstance(domain, range):
        return domain.start, domain.stop - 1
    if isinstance(domain, VectorBox):
        raise error("E049", Place(compiler.source, place.span), text=place.name)
    return domain.low, None


def _heading(schema: Schema, arguments: tuple[Any, ...]) -> str:
    if not arguments:
        return schema.name
    text, is_listed = "", any(parameter.is_variadic for parameter in schema.parameters[:-1])
    for parameter, value in zip(schema.parameters, arguments, strict=True):
        is_one_list = isinstance(parameter.item, Vector) and len(value) == 1  # `v([1, 2])` has the items 1 and 2
        if parameter.is_variadic and not is_listed and not is_one_list:
            text += ("; " if text else "") + ", ".join(argument_text(v, parameter.item) for v in value)
        else:
            text += (", " if text else "") + argument_text(value, parameter.type)
    return f"{schema.name}({text})"


def argument_text(value: Any, kind: Type) -> str:
    """The value of a parameter of this type, as it is written between the parentheses of a game."""
    if isinstance(kind, Vector) and type(value) is tuple:
        return f"[{', '.join(argument_text(v, kind.item) for v in value)}]"
    return str(value) if kind == GAME else show(value)
