"""The games behind positions, as far as the text says them: what `p.x` needs to know about `p`.

A component `position p of G` is a position of the game that G stands for, and claims say which one that is:
`for G = nim(2)`, or `check G in {nim(1), nim(2)}`. Only the names and types of that game's components are looked at
here; values are found when the claim is evaluated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from heapwise.records import Record, field
from heapwise.terms import term as t

if TYPE_CHECKING:
    from heapwise.rules.heading import Places
    from heapwise.rules.schema import Schema


class Meant(Record):
    """A term with what its slots stand for: the terms they were given, each in its own surroundings."""

    term: t.AnyTerm
    given: Mapping[int, Meant] = field(default_factory=dict)

    def of(self, term: t.AnyTerm) -> Meant:
        """Another term in the same surroundings."""
        return Meant(term, self.given)


class NamedGame(Record):
    """A game of the text, with what its parameters stand for."""

    schema: Schema
    given: Mapping[int, Meant]

    def place(self, name: str) -> Places | None:
        """The component of this name."""
        return next((place for place in self.schema.places if place.name == name), None)


def games(meant: Meant, own: Schema | None) -> Iterator[NamedGame]:
    """The games that a term for a game, or for several of them, may stand for."""
    match meant.term:
        case t.GameNamed(schema=schema, arguments=arguments):
            slots = (parameter.slot for parameter in schema.parameters)
            given = {slot: meant.of(argument) for slot, argument in zip(slots, arguments, strict=True)}
            if schema.is_alias:
                yield from games(Meant(schema.alias_term, given), schema)
            else:
                yield NamedGame(schema, given)
        case t.ThisGame() if own is not None:
            yield NamedGame(own, meant.given)
        case t.Local(slot=slot) if slot in meant.given:
            yield from games(meant.given[slot], own)
        case t.Operation(name="index", arguments=(base, index)):
            yield from games(_entry(meant.of(base), index), own)
        case t.Operation(name="[]" | "{}", arguments=entries):
            for entry in entries:
                yield from games(meant.of(entry), own)


def _entry(meant: Meant, index: t.AnyTerm) -> Meant:
    """The entry of a list, where list and index are known; otherwise all of them."""
    while isinstance(meant.term, t.Local) and meant.term.slot in meant.given:
        meant = meant.given[meant.term.slot]
    match meant.term, index:
        case t.Operation(name="[]", arguments=entries), t.Constant(value=int(number)) if 0 < number <= len(entries):
            return meant.of(entries[number - 1])
    return meant


def games_of_position(meant: Meant, own: Schema | None) -> Iterator[NamedGame]:
    """The games that a position, or the positions of a set or a vector, belong to."""
    match meant.term:
        case t.PositionOf(game=game):
            yield from games(meant.of(game), own)
        case t.Inner(position=position, name=name):
            for named in games_of_position(meant.of(position), own):
                yield from _games_at(named, name, None)
        case t.Local(slot=slot) if slot in meant.given:
            yield from games_of_position(meant.given[slot], own)
        case t.Local(slot=slot):
            yield from _of_component(slot, None, meant, own)
        case t.Operation(name="index", arguments=(t.Local(slot=slot), index)) if slot not in meant.given:
            yield from _of_component(slot, index, meant, own)
        case t.Operation(name="index", arguments=(t.Inner(position=position, name=name), index)):
            for named in games_of_position(meant.of(position), own):
                yield from _games_at(named, name, index)
        case _:
            for term in _of_the_same_kind(meant.term):
                yield from games_of_position(meant.of(term), own)


def _of_the_same_kind(term: t.AnyTerm) -> tuple[t.AnyTerm, ...]:
    """The parts of a term whose positions are those of the whole."""
    match term:
        case t.Operation(name="index" | "options" | "followers", arguments=(position, *_)):
            return (position,)
        case t.Operation(name="{}" | "[]" | "()" | "|" | "&" | "\\", arguments=entries):
            return entries
        case t.Choice(yes=yes, no=no):
            return yes, no
    return ()


def _of_component(slot: int, index: t.AnyTerm | None, meant: Meant, own: Schema | None) -> Iterator[NamedGame]:
    """The games of `p`, or of `p[i]`, where the own game says `positions p[m] of G`."""
    name = next((p.name for p in own.places if p.slot == slot), None) if own is not None else None
    if own is None or name is None:
        return
    for game in games(meant.of(own.alias_term), own) if own.is_alias else [NamedGame(own, meant.given)]:
        yield from _games_at(game, name, index)


def _games_at(game: NamedGame, name: str, index: t.AnyTerm | None) -> Iterator[NamedGame]:
    """The games of a component of a game, or of one of several components."""
    place = game.place(name)
    if place is not None and place.game is not None:
        meant = Meant(place.game, game.given)
        yield from games(meant if index is None else _entry(meant, index), game.schema)
