"""Terms -> Python functions of a frame: the meaning of every construct, one method each.

A frame is a list of values, one a slot. What depends on parameters alone is computed once, when a term is compiled.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from math import prod
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NoReturn, cast

from heapwise import numbers
from heapwise.errors import Diagnostic, HeapwiseError, error
from heapwise.numbers import Acceptor, UndefinedValue
from heapwise.records import dataclass, field
from heapwise.source import Place, Source
from heapwise.terms import digits
from heapwise.terms import term as t
from heapwise.terms.budget import BUDGET, OPTION
from heapwise.terms.functions import FUNCTIONS
from heapwise.terms.position import NOTHING, Component, Position, component_of
from heapwise.terms.recursion import Compute, Frame, Recursion
from heapwise.terms.types import POSITION, TRUTH, Set, Type, Vector
from heapwise.terms.values import FiniteSet, flat, show

if TYPE_CHECKING:
    from heapwise.rules.game import Game

Visit = Callable[[Frame], bool | None]  # a true answer ends the walk
Walk = Callable[[Frame, Visit], bool]
Ask = Callable[[str, Position, Any], Any]  # the answer to a question about a position, as `G(x)`

_LONG = 1_000  # binary digits: a number of twice as many counts as two more values


@dataclass
class Compiler:
    """Compiles the terms of one text for one game: `known` are the values of the parameters, by slot."""

    source: Source
    known: Mapping[int, Any] = field(default_factory=dict)
    this: "Game | None" = None
    functions: Mapping[str, tuple[tuple[int, ...], t.AnyTerm]] = field(default_factory=dict)
    ask: Ask | None = None

    @cached_property
    def _recursion(self) -> Recursion:
        return Recursion(self.functions, self.compile)

    def compile(self, term: t.AnyTerm) -> Compute:
        """The function that computes a term from a frame."""
        compute: Compute = getattr(self, f"_{type(term).__name__.lower()}")(term)
        if not isinstance(term, t.Constant | t.Local | t.Ask) and self._is_known(term):
            return self._once(compute)
        return compute

    def value(self, term: t.AnyTerm, frame: Frame) -> Any:
        """The value of a term now."""
        return self.compile(term)(frame)

    def _is_known(self, term: t.AnyTerm) -> bool:
        return not any(map(_asks, t.walk(term))) and t.free_slots(term) <= self.known.keys()

    def _once(self, compute: Compute) -> Compute:
        """The value of a term without unknowns; one that is undefined fails where it is used, not here."""
        try:
            value = _kept(compute(_sparse(self.known)))
        except (UndefinedValue, HeapwiseError):
            return compute
        return lambda frame: value

    # -- leaves

    def _constant(self, term: t.Constant) -> Compute:
        value = term.value
        return lambda frame: value

    def _local(self, term: t.Local) -> Compute:
        slot = term.slot
        if slot in self.known:
            value = self.known[slot]
            return lambda frame: value
        return itemgetter(slot)

    def _thisgame(self, term: t.ThisGame) -> Compute:
        if self.this is not None:
            game = self.this.declared
            return lambda frame: game

        def none(frame: Frame) -> NoReturn:
            raise error("E091", Place(self.source, term.span), text=self.source.words(term.span))

        return none

    # -- operations

    def _operation(self, term: t.Operation) -> Compute:
        kind = "sequence" if term.name.startswith("sequence ") else term.name.replace(" ", "_")
        special = getattr(self, f"_special_{kind}", None)
        arguments = tuple(self.compile(a) for a in term.arguments)
        if kind == "index" and len(arguments) == 2 and not hasattr(term.arguments[1].type, "item"):
            return self._binary(_picker(_is_cyclic(term.arguments[0].type)), *arguments, term)
        if special is not None:
            return self._guarded(special(term, *arguments), term)
        apply = FUNCTIONS[term.name].implementation(tuple(a.type for a in term.arguments))
        if len(arguments) == 2:
            return self._binary(apply, *arguments, term)
        if len(arguments) == 1:
            return self._unary(apply, *arguments, term)
        return self._guarded(lambda frame: apply(*(a(frame) for a in arguments)), term)

    def _unary(self, apply: Callable[[Any], Any], one: Compute, term: t.AnyTerm) -> Compute:
        """A function of one term, guarded."""
        place = Place(self.source, term.span)

        def unary(frame: Frame) -> Any:
            try:
                return apply(one(frame))
            except UndefinedValue as problem:
                raise HeapwiseError(Diagnostic("E029", place, {"problem": problem})) from None

        return unary

    def _binary(self, apply: Callable[[Any, Any], Any], left: Compute, right: Compute, term: t.AnyTerm) -> Compute:
        """A function of two terms, guarded. Most of what is evaluated is this: it does without a call inside."""
        place = Place(self.source, term.span)

        def binary(frame: Frame) -> Any:
            try:
                return apply(left(frame), right(frame))
            except UndefinedValue as problem:
                raise HeapwiseError(Diagnostic("E029", place, {"problem": problem})) from None

        return binary

    def _guarded(self, compute: Compute, term: t.AnyTerm) -> Compute:
        """The same, but what is undefined becomes a message that points at the term."""
        place = Place(self.source, term.span)

        def guarded(frame: Frame) -> Any:
            try:
                return compute(frame)
            except UndefinedValue as problem:
                raise HeapwiseError(Diagnostic("E029", place, {"problem": problem})) from None

        return guarded

    def _special_accepts(self, term: t.Operation, automaton: Compute, *arguments: Compute) -> Compute:
        """Is a tuple in the set of an automaton? How long vectors are is known now."""
        place = Place(self.source, term.span)

        def accepts(frame: Frame) -> bool:
            found: Acceptor = automaton(frame)
            values = tuple(flat(tuple(a(frame) for a in arguments)))
            if len(values) != found.arity:
                raise error("E145", place, help="vector", name=found.name, wanted=found.arity, found=len(values))
            return found.accepts(values)

        return accepts

    def _special_index(self, term: t.Operation, base: Compute, *indices: Compute) -> Compute:
        kind = term.arguments[0].type
        pick = _picker(_is_cyclic(kind))
        if len(indices) == 2:
            first, second = indices
            inner = _picker(isinstance(kind, Vector) and _is_cyclic(kind.item))
            return lambda frame: inner(pick(base(frame), first(frame)), second(frame))
        (index,) = indices
        index_kind = term.arguments[1].type
        assert isinstance(index_kind, Vector | Set)
        if hasattr(index_kind.item, "items"):
            return lambda frame: tuple(_pick_pair(pick, base(frame), pair) for pair in index(frame))

        def several(frame: Frame) -> Any:
            vector = base(frame)
            return tuple([pick(vector, i) for i in index(frame)])

        return several

    def _special_options_of(self, term: t.Operation, game: Compute, at: Compute) -> Compute:
        return lambda frame: game(frame).options_as_values(at(frame))

    def _special_parts(self, term: t.Operation, game: Compute, at: Compute) -> Compute:
        return lambda frame: game(frame).parts_as_values(at(frame))

    def _special_options(self, term: t.Operation, position: Compute) -> Compute:
        return self._reached(term, position, asked_options)

    def _special_followers(self, term: t.Operation, position: Compute) -> Compute:
        return self._reached(term, position, followers)

    def _reached(self, term: t.Operation, position: Compute, reach: Callable[[Position], Any]) -> Compute:
        place = Place(self.source, term.span)
        if term.arguments[0].type == POSITION:
            return lambda frame: FiniteSet(BUDGET.count(lambda: reach(position(frame))))

        def reached_together(frame: Frame) -> FiniteSet:
            parts = BUDGET.count(lambda: [reach(p) for p in position(frame)])
            BUDGET.open(range(OPTION * prod(map(len, parts))), place)
            return FiniteSet(product(*parts))

        return reached_together

    def _special_terminal(self, term: t.Operation, position: Compute) -> Compute:
        return lambda frame: not asked_options(position(frame))

    def _special_legal(self, term: t.Operation, position: Compute) -> Compute:
        return self._legality(term.arguments[0])

    def _legality(self, term: t.AnyTerm) -> Compute:
        """Is there such a position? A sum is one of positions that are; what is made in another way has to be one."""
        match term:
            case t.PositionOf():
                game, parts = self.compile(term.game), tuple(self.compile(a) for a in term.arguments)
                return lambda frame: game(frame).has_legal(tuple(part(frame) for part in parts))
            case t.Operation(name="+"):
                summands = [self._legality(argument) for argument in term.arguments]
                return lambda frame: False not in [is_legal(frame) for is_legal in summands]  # all are looked at
            case t.With(steps=steps, body=body):
                define, stands = self.walk(steps), self._legality(body)
                return lambda frame: define(frame, stands)
        position = self.compile(term)
        return lambda frame: position(frame) is not None

    def _special_sequence(self, term: t.Operation, game: Compute, *more: Compute) -> Compute:
        """What a claim says about the sequence of values of a game; whoever answers questions knows it."""
        ask, word = self._asker(term), term.name.removeprefix("sequence ")
        return lambda frame: ask(word, game(frame), more[0](frame) if more else None)

    def _special_digits_from(self, term: t.Operation, low: Compute, margin: Compute, *ends: Compute) -> Compute:
        return lambda frame: digits.positions(low(frame), margin(frame), *_values_there_are(ends, frame))

    def _special_digits_of(self, term: t.Operation, number: Compute) -> Compute:
        return lambda frame: numbers.floor(number(frame)).bit_length()

    def _special_sum_of_games(self, term: t.Operation, left: Compute, right: Compute) -> Compute:
        return lambda frame: left(frame) + right(frame)

    # -- games and positions

    def _gamenamed(self, term: t.GameNamed) -> Compute:
        schema, arguments = term.schema, tuple(self.compile(a) for a in term.arguments)
        place = Place(self.source, term.span)
        if not arguments:
            return lambda frame: schema.bind((), place)
        return lambda frame: schema.bind(tuple(a(frame) for a in arguments), place)

    def _positionof(self, term: t.PositionOf) -> Compute:
        game, arguments = self.compile(term.game), tuple(self.compile(a) for a in term.arguments)
        place = Place(self.source, term.span)

        def position(frame: Frame) -> Position:
            found: Position = game(frame).position_of(tuple(a(frame) for a in arguments), place)
            return found

        return position

    def _inner(self, term: t.Inner) -> Compute:
        position, name, kind = self.compile(term.position), term.name, term.type
        return self._guarded(lambda frame: component_of(position(frame), name, kind), term)

    def _ask(self, term: t.Ask) -> Compute:
        ask, question, position = self._asker(term), term.question, self.compile(term.position)
        if term.player is not None:
            player = self.compile(term.player)
            return self._guarded(lambda frame: _asked(ask, question, position(frame), player(frame)), term)
        return self._guarded(lambda frame: _asked(ask, question, position(frame), None), term)

    def _asker(self, term: t.AnyTerm) -> Callable[[str, Position, int | None], Any]:
        """Whoever knows values. Where parameters are chosen nobody does yet, and rules never ask."""
        if self.ask is None:
            text = self.source.words(term.span)
            raise error("E091", Place(self.source, term.span), text=text)
        return self.ask

    # -- truth

    def _connective(self, term: t.Connective) -> Compute:
        arguments = tuple(self.compile(a) for a in term.arguments)
        if term.name == "implies":
            premise, conclusion = arguments
            return lambda frame: not premise(frame) or conclusion(frame)
        if term.name == "iff":
            first, *others = arguments
            if len(others) == 1:
                (second,) = others
                return lambda frame: second(frame) == first(frame)
            return lambda frame: all(a(frame) == first(frame) for a in others)
        return _all_of(arguments) if term.name == "and" else _any_of(arguments)

    def _choice(self, term: t.Choice) -> Compute:
        condition, yes, no = self.compile(term.condition), self.compile(term.yes), self.compile(term.no)
        return lambda frame: yes(frame) if condition(frame) else no(frame)

    # -- binding

    def walk(self, steps: tuple[t.Step, ...]) -> Walk:
        """A function that visits every assignment of the steps, in order, until a visit answers true. What it goes
        through is counted."""
        run = self._walk(steps)
        if not any(isinstance(step, t.Choose) for step in steps):
            return run

        def counted(frame: Frame, visit: Visit) -> bool:
            if BUDGET.is_counting:
                return run(frame, visit)
            return bool(BUDGET.count(lambda: run(frame, visit)))

        return counted

    def _walk(self, steps: tuple[t.Step, ...]) -> Walk:
        if not steps:
            return lambda frame, visit: bool(visit(frame))
        step, rest = steps[0], self._walk(steps[1:])
        match step:
            case t.Choose():
                return self._choose(step, rest)
            case t.Define():
                slot, compute = step.slot, self.compile(step.value)

                def define(frame: Frame, visit: Visit) -> bool:
                    frame[slot] = compute(frame)
                    return rest(frame, visit)

                return define
            case t.Guard():
                holds = self.compile(step.condition)
                return lambda frame, visit: rest(frame, visit) if holds(frame) else False

    def _choose(self, step: t.Choose, rest: Walk) -> Walk:
        domain, target, opened = self.compile(step.domain), step.target, BUDGET.open
        place = Place(self.source, step.domain.span)
        if isinstance(target, int):

            def choose(frame: Frame, visit: Visit) -> bool:
                for value in opened(domain(frame), place):
                    frame[target] = value
                    if rest(frame, visit):
                        return True
                return False

            return choose

        def choose_parts(frame: Frame, visit: Visit) -> bool:
            for value in opened(domain(frame), place):
                _assign(frame, target, value, place)
                if rest(frame, visit):
                    return True
            return False

        return choose_parts

    def _gather(self, term: t.Gather) -> Compute:
        walk, body = self.walk(term.steps), self.compile(term.body)
        if term.name == "any":
            return lambda frame: walk(frame, body)
        if term.name == "all":
            return lambda frame: not walk(frame, lambda f: not body(f))
        finish, place = self._finish(term), Place(self.source, term.span)
        is_long = term.body.type != TRUTH

        def gather(frame: Frame) -> Any:
            found: list[Any] = []
            keep = found.append
            walk(frame, lambda f: keep(_weighed(body(f), place) if is_long else body(f)))
            return finish(found)

        return self._guarded(gather, term)

    def _finish(self, term: t.Gather) -> Callable[[list[Any]], Any]:
        """What is made of the values that a gathering term found."""
        if term.name == "sum":
            if term.type == POSITION:
                return lambda found: Position.of(c for p in found for c in p) if found else NOTHING
            return lambda found: numbers.settled(sum(found))
        makers: dict[str, Callable[[list[Any]], Any]] = {
            "count": sum, "unique": lambda found: sum(found) == 1, "{}": FiniteSet, "[]": tuple,
        }  # fmt: skip
        if term.name in makers:
            return makers[term.name]
        apply = FUNCTIONS[term.name].apply
        return lambda found: apply(tuple(found))

    def _with(self, term: t.With) -> Compute:
        walk, body = self.walk(term.steps), self.compile(term.body)

        def compute(frame: Frame) -> Any:
            walk(frame, lambda f: None)
            return body(frame)

        return compute

    # -- definitions that speak of themselves

    def _recursive(self, term: t.Recursive) -> Compute:
        name, arguments = term.name, tuple(self.compile(a) for a in term.arguments)
        place = Place(self.source, term.span)
        value_of = self._recursion.value
        return lambda frame: value_of(name, tuple(a(frame) for a in arguments), frame, place)


def _values_there_are(ends: Sequence[Compute], frame: Frame) -> Iterator[Any]:
    """The ends of an open range: one that has no value is never looked at, or it is an error where it is."""
    for end in ends:
        try:
            yield end(frame)
        except HeapwiseError as problem:
            if problem.code not in ("E026", "E029"):
                raise


def _asked(ask: Callable[..., Any], question: str, position: Position, player: Any) -> Any:
    """A value of a position, found with a budget of its own."""
    return BUDGET.apart(lambda: ask(question, position, player))


def _asks(term: t.AnyTerm) -> bool:
    """Does a term need more than the values of its slots?"""
    return t.asks(term) or isinstance(term, t.Recursive | t.PositionOf)


def _all_of(conditions: tuple[Compute, ...]) -> Compute:
    def all_of(frame: Frame) -> bool:
        for condition in conditions:  # noqa: SIM110 - `all` would make a generator at every position
            if not condition(frame):
                return False
        return True

    return all_of


def _any_of(conditions: tuple[Compute, ...]) -> Compute:
    def any_of(frame: Frame) -> bool:
        for condition in conditions:  # noqa: SIM110
            if condition(frame):
                return True
        return False

    return any_of


def _sparse(known: Mapping[int, Any]) -> Frame:
    """A frame for terms without unknowns. A dictionary serves: only slots are read and written, and few are used."""
    return cast(Frame, dict(known))


def _weighed(value: Any, place: Place) -> Any:
    """The same value, after counting what it takes to keep it, if it is a long number."""
    if type(value) is int and value.bit_length() > _LONG:
        BUDGET.spend(value.bit_length() // _LONG, place)
    return value


def _kept(value: Any) -> Any:
    """A value that can be walked more than once."""
    is_reusable = not hasattr(value, "__next__")
    return value if is_reusable else tuple(value)


def _assign(frame: Frame, target: t.Target, value: Any, place: Place) -> None:
    if isinstance(target, int):
        frame[target] = value
        return
    if len(target) != len(value):
        raise HeapwiseError(Diagnostic("E045", place, {"wanted": len(target), "found": len(value)}))
    for part, entry in zip(target, value, strict=True):
        _assign(frame, part, entry, place)


def _is_cyclic(kind: Type) -> bool:
    return isinstance(kind, Vector) and kind.cyclic


def _picker(cyclic: bool) -> Callable[[Any, Any], Any]:
    return _pick_cyclic if cyclic else _pick


def _pick(vector: Any, index: Any) -> Any:
    if type(index) is int and 0 < index <= len(vector):
        return vector[index - 1]
    only = f"only 1 to {len(vector)}" if vector else "there are none"
    raise UndefinedValue(f"there is no component number {show(index)}, {only}")


def _pick_cyclic(vector: Any, index: Any) -> Any:
    if not vector:
        return _pick(vector, index)
    return vector[((index if type(index) is int else numbers.whole(index)) - 1) % len(vector)]


def _pick_pair(pick: Callable[[Any, Any], Any], rows: Any, pair: Any) -> Any:
    row, column = pair
    return pick(pick(rows, row), column)


def options(position: Position) -> set[Position]:
    """The options of a position: a move in one component."""
    return _one_moves(position, lambda component: component.game.options(component.state))


def asked_options(position: Position) -> set[Position]:
    """The same where rules or claims ask for them, which has to come to an end."""
    return _one_moves(position, lambda component: component.game.asked_options(component.state))


def _one_moves(position: Position, options_of: Callable[[Component], set[Position]]) -> set[Position]:
    if len(position) == 1:
        return options_of(position[0])
    found: set[Position] = set()
    for i, component in enumerate(position):
        rest = position[:i] + position[i + 1 :]
        found.update(Position.of((*rest, *option)) for option in options_of(component))
    return found


def followers(position: Position) -> set[Position]:
    """All positions that can be reached by any number of moves, also none."""
    found, waiting = {position}, [position]
    while waiting:
        fresh = asked_options(waiting.pop()) - found
        found |= fresh
        waiting += fresh
    return found


def together(value: Any, reach: Callable[[Position], set[Position]]) -> set[Any]:
    """What a position reaches; of several positions what they reach, each by itself."""
    return reach(value) if isinstance(value, Position) else set(product(*map(reach, value)))


__all__ = ["Compiler", "Compute", "Frame", "followers", "options", "together"]
