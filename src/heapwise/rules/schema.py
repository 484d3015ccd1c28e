"""A game as written, resolved once for all values of its parameters.

`Schema.bind` puts parameters in and gives a `Game` (or a sum of games). The body is resolved when it is first needed,
so that games may speak of each other in any order.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from heapwise.errors import HeapwiseError, error
from heapwise.lang import nodes
from heapwise.numbers import Surd, TooLarge
from heapwise.records import dataclass, field
from heapwise.rules.arguments import fits
from heapwise.rules.body import Body, body_of
from heapwise.rules.heading import Parameter, Places, parameter_of, places_of
from heapwise.rules.nesting import making
from heapwise.source import Place, Source, Span
from heapwise.terms import term as t
from heapwise.terms.context import Context, collect
from heapwise.terms.resolve import Resolver
from heapwise.terms.scope import Scope, Slot, SlotCounter
from heapwise.terms.types import GAME, NUMBER, POSITION, Type
from heapwise.terms.values import Upward, Without, settled

if TYPE_CHECKING:
    from heapwise.rules.game import Game


@dataclass(eq=False)
class Schema:
    """A game with open parameters."""

    node: nodes.Game
    source: Source
    find_game: "Callable[[str], Schema | None]"
    game_names: Callable[[], Sequence[str]]
    is_shown_to_end: "Callable[[Game], bool]" = lambda game: False  # what is not shown is tested at every move
    _bound: dict[tuple[Any, ...], Any] = field(default_factory=dict, repr=False)

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.node.name.name

    @cached_property
    def heading(self) -> str:
        """`moore(n in 1.., k in 1..n)`"""
        last = self.node.parameters[-1].span.end if self.node.parameters else self.node.name.span.end
        text = self.source.words(Span(self.node.name.span.start, last))
        return text + (")" if self.node.parameters else "")

    @property
    def is_alias(self) -> bool:
        """Is the game defined as another one?"""
        return self.node.alias is not None

    # -- heading and places, which depend on parameters alone

    @cached_property
    def _head(self) -> tuple[SlotCounter, Scope, tuple[Parameter, ...]]:
        frame, scope = SlotCounter(), Scope()
        resolver = Resolver(self.context, frame, scope)
        with making(("head", id(self)), self.name, Place(self.source, self.node.name.span)):
            return frame, scope, tuple(parameter_of(p, resolver) for p in self.node.parameters)

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters, in order."""
        return self._head[2]

    @cached_property
    def context(self) -> Context:
        """What names mean in the rules of this game."""
        return Context(self.source, self.find_game, self.game_names, own=self)

    @cached_property
    def _placed(self) -> tuple[SlotCounter, Scope, tuple[Places, ...]]:
        frame, outer, _ = self._head
        frame = SlotCounter(frame.size)
        scope = Scope(outer)
        with making(("places", id(self)), self.name, Place(self.source, self.node.name.span)):
            return frame, scope, self._alias_places(frame, scope) if self.is_alias else self._own_places(frame, scope)

    def _own_places(self, frame: SlotCounter, scope: Scope) -> tuple[Places, ...]:
        resolver, known = Resolver(self.context, frame, scope), frame.size
        clauses = [c for c in self.node.clauses if isinstance(c, nodes.Places)]
        return tuple(places_of(v, c, resolver, known) for c in clauses for v in c.variables)

    def _alias_places(self, frame: SlotCounter, scope: Scope) -> tuple[Places, ...]:
        """The places of the game that an alias names, in slots of the alias."""
        target = self.alias_term
        if not isinstance(target, t.GameNamed):
            return ()
        found = []
        for place in target.schema.places:
            taken = next((p for p in self.parameters if p.name == place.name), None)
            if taken is not None:
                raise error("E013", Place(self.source, taken.span), name=taken.name)
            slot = frame.new_slot()
            scope.add(place.name, Slot(slot, place.type))
            found.append(Places(place.name, place.keyword, slot, place.type, (), None, None, place.span))
        return tuple(found)

    @property
    def places(self) -> tuple[Places, ...]:
        """The names of the components, in order of declaration."""
        return self._placed[2]

    @property
    def component_slots(self) -> frozenset[int]:
        """The slots that hold components of the position."""
        return frozenset(p.slot for p in self.places)

    @property
    def fixed_size(self) -> int | None:
        """How many components a position has, where no parameter decides it."""
        places = self.places
        is_fixed = all(p.type in (NUMBER, POSITION) for p in places) and not (self.is_alias and not places)
        return len(places) if is_fixed else None

    def claim_scope(self) -> tuple[SlotCounter, Scope]:
        """Parameters and components, for texts that speak about this game. What else they name has slots that the
        rules do not use, so that terms of both can stand in one another."""
        frame, scope, _ = self._placed
        return SlotCounter(frame.size if self.is_alias else self.body.frame.size), scope

    # -- body

    @cached_property
    def alias_term(self) -> t.AnyTerm:
        """The game that `game NAME = ...` stands for."""
        assert self.node.alias is not None
        frame, scope, _ = self._head
        return Resolver(self.context, SlotCounter(frame.size), Scope(scope)).expression(
            self.node.alias, GAME, "an alias"
        )

    @cached_property
    def body(self) -> Body:
        """The moves and conditions; raises all mistakes of the game together."""
        frame, scope, places = self._placed
        return body_of(self.node, places, Resolver(self.context, SlotCounter(frame.size), Scope(scope)))

    def check(self) -> None:
        """Raise a `HeapwiseError` with everything that is wrong in the text of this game."""
        mistakes: list[HeapwiseError] = []
        for part in ("_head", "_placed", "alias_term" if self.is_alias else "body"):
            collect(lambda part=part: getattr(self, part), mistakes)  # type: ignore[misc]
            if mistakes:
                raise HeapwiseError(d for m in mistakes for d in m.diagnostics)
        if self.is_alias and not self.parameters:
            self.bind(())

    # -- parameters put in

    def bind(self, arguments: tuple[Any, ...], place: Place | None = None) -> Any:
        """The game with values for its parameters, in order. The same values give the same object."""
        key = self._key(arguments, place)
        if key not in self._bound:
            known = self._checked(key, place)
            with making((id(self), key), self.name, place):
                self._bound[key] = self._made(key, known)
        return self._bound[key]

    def _key(self, arguments: tuple[Any, ...], place: Place | None) -> tuple[Any, ...]:
        try:
            return tuple(map(settled, arguments))
        except TooLarge as problem:
            raise error("E029", place, problem=problem) from None

    def _made(self, arguments: tuple[Any, ...], known: dict[int, Any]) -> Any:
        from heapwise.rules.game import Game
        from heapwise.terms.evaluate import Compiler

        return (
            Compiler(self.source, known).value(self.alias_term, []) if self.is_alias else Game(self, arguments, known)
        )

    def known(self, arguments: tuple[Any, ...]) -> dict[int, Any]:
        """The values of the parameters' slots."""
        return self._checked(tuple(map(settled, arguments)), None)

    def _checked(self, arguments: tuple[Any, ...], place: Place | None) -> dict[int, Any]:
        from heapwise.terms.evaluate import Compiler

        if len(arguments) != len(self.parameters):
            raise error(
                "E015", place, name=self.name, wanted=len(self.parameters), found=len(arguments), usage=self.heading
            )
        known: dict[int, Any] = {}
        for parameter, value in zip(self.parameters, arguments, strict=True):
            known[parameter.slot] = value
            if parameter.count_slot is not None:
                known[parameter.count_slot] = len(value)
            domain = None if parameter.domain is None else Compiler(self.source, known).value(parameter.domain, [])
            if parameter.is_variadic and not value:
                self._refuse(parameter, value, parameter.type, place)
            for item in value if parameter.is_variadic else (value,):
                if not fits(item, parameter.item, domain):
                    self._refuse(parameter, item, parameter.item, place)
        return known

    def _refuse(self, parameter: Parameter, value: Any, kind: Type, place: Place | None) -> None:
        from heapwise.rules.game import argument_text

        is_fraction = isinstance(value, Fraction | Surd)
        help = "infinite" if isinstance(value, Upward | Without) else "fraction" if is_fraction else "help"
        shown = argument_text(value, kind)
        raise error("E016", place, help=help, name=parameter.name, value=shown, usage=self.heading)
