"""Parameters as components that no move changes.

`nimhoff(2, k)` for every k is one game with the components x[1], x[2] and k. What is shown of all its positions is
shown for every k. So rules and claim are rewritten once, as resolved terms, and what comes after that stays as it is.
"""

from collections.abc import Container, Iterator, Mapping
from functools import cached_property
from typing import Any

from heapwise.claims.claim import Claim, ClaimVariable
from heapwise.claims.instances import Instance
from heapwise.claims.parameters import with_counts
from heapwise.claims.region import Region
from heapwise.errors import HeapwiseError
from heapwise.proof.facts import facts, low
from heapwise.proof.follows import contained, plain_set
from heapwise.proof.outside import Outside
from heapwise.proof.tracks.parameters import Open, opened
from heapwise.proof.tracks.terms import rewritten, rewritten_steps
from heapwise.records import Record, dataclass, field, replace
from heapwise.rules.body import Body, Move
from heapwise.rules.game import Game
from heapwise.rules.heading import Parameter, Places
from heapwise.rules.schema import Schema
from heapwise.terms import term as t
from heapwise.terms.evaluate import Compiler
from heapwise.terms.scope import SlotCounter
from heapwise.terms.types import GAME, NUMBER, POSITION, Tuple, Vector


class Lifted(Record):
    """A claim with its open parameters as components: `premises` say which values they may have, `needs` what has to be
    so for each of them if the game is to exist."""

    instance: Instance
    parameters: tuple[Open, ...]
    fixed: Mapping[str, Any]
    premises: tuple[t.AnyTerm, ...]
    needs: tuple[t.AnyTerm, ...]
    original: Claim

    @property
    def first(self) -> int:
        """The number of the first component that is a parameter."""
        assert self.instance.game is not None
        return self.instance.game.size - len(self.parameters)


@dataclass(eq=False)
class OpenSchema(Schema):
    """A game of which some parameters are components: the places of the original one, then the parameters."""

    base: Schema = field(kw_only=True)
    opened: tuple[Open, ...] = field(kw_only=True)
    rewriting: "Rewriting" = field(kw_only=True)
    size: int = field(kw_only=True)  # how many slots its terms need

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """None: those that are known are put in already."""
        return ()

    @property
    def places(self) -> tuple[Places, ...]:
        """The names of the components, the open parameters last."""
        return (*map(self._place, self.base.places), *(one.place for one in self.opened))

    def _place(self, place: Places) -> Places:
        own = {one.slot for one in self.opened} | self.rewriting.replaced
        said = (*place.sizes, *(term for term in (place.domain, place.game) if term is not None))
        for term in said:
            if t.free_slots(term) & own:
                raise Outside(f"a parameter in the declaration of `{place.name}`")
        return place

    @cached_property
    def body(self) -> Body:
        """The moves and conditions, with the parameters as components."""
        body, put = self.base.body, self.rewriting.put
        functions = {name: (slots, put(term)) for name, (slots, term) in body.frame.functions.items()}
        frame = SlotCounter(self.size, functions)
        moves = tuple(map(self._move, body.moves))
        legal, ends = tuple(map(put, body.legal)), tuple(map(put, body.ends))
        return Body(moves, legal, ends, None if body.measure is None else put(body.measure), frame)

    def _move(self, move: Move) -> Move:
        put = self.rewriting.put
        writes = tuple(
            replace(write, indices=tuple(map(put, write.indices)), value=put(write.value)) for write in move.writes
        )
        result = None if move.result is None else put(move.result)
        return replace(move, steps=rewritten_steps(move.steps, self.rewriting.change), writes=writes, result=result)


@dataclass
class Rewriting:
    """What stands for the parameters: tracks for those that are open, terms for those that others define."""

    places: tuple[Places, ...]
    tracks: dict[int, Open] = field(default_factory=dict)  # by the slot of the parameter
    terms: dict[int, t.AnyTerm] = field(default_factory=dict)  # of the parameters that have a value, by slot

    @property
    def replaced(self) -> set[int]:
        """The slots of which nothing is left."""
        return set(self.terms) | {slot for slot, one in self.tracks.items() if not one.is_plain}

    def change(self, term: t.AnyTerm) -> t.AnyTerm | None:
        """What stands for a part of a term, if something does."""
        match term:
            case t.Operation("^", (t.Constant(value=2), t.Local(slot=slot))) if self._is_power(slot):
                return self.tracks[slot].track
            case t.Local(slot=slot) if slot in self.tracks:
                return self.tracks[slot].term
            case t.Local(slot=slot) if slot in self.terms:
                return self.terms[slot]
            case t.ThisGame():  # with parameters for components it would be another game
                raise Outside("a game that speaks of itself by `this`")
        return None

    def _is_power(self, slot: int) -> bool:
        return slot in self.tracks and self.tracks[slot].is_power

    def put(self, term: t.AnyTerm) -> t.AnyTerm:
        """A term of the rules, or one of the claim that speaks of no position."""
        return rewritten(term, self.change)

    def of_claim(self, term: t.AnyTerm) -> t.AnyTerm:
        """A term of the claim: its positions have the parameters as components, too."""

        def change(part: t.AnyTerm) -> t.AnyTerm | None:
            if isinstance(part, t.PositionOf) and isinstance(part.game, t.ThisGame):
                return self.position(tuple(rewritten(a, change) for a in part.arguments))
            return self.change(part)

        return rewritten(term, change)

    def position(self, arguments: tuple[t.AnyTerm, ...]) -> t.PositionOf:
        """A position of this game, with the parameters behind its own components."""
        if len(arguments) == 1 and isinstance(arguments[0], t.Operation) and arguments[0].name == "()":
            arguments = arguments[0].arguments
        if not self._stand(arguments):
            raise Outside("a position whose components are in other groups")
        tracks = tuple(one.track for one in self.tracks.values())
        return t.PositionOf(t.ThisGame(type=GAME), (*arguments, *tracks), type=POSITION)

    def _stand(self, arguments: tuple[t.AnyTerm, ...]) -> bool:
        """Are these the game's own components, or numbers one after another? Rows made in another way could have other
        lengths, which shows no more where a parameter stands behind them."""
        own = [isinstance(a, t.Local) and a.slot == p.slot for a, p in zip(arguments, self.places, strict=False)]
        if len(arguments) == len(self.places) and all(own):
            return True
        match tuple(argument.type for argument in arguments):
            case (Vector(item=item),):
                return item == NUMBER
            case (Tuple(items=items),):
                return set(items) == {NUMBER}
            case types:
                return set(types) == {NUMBER}


def lifted(
    claim: Claim, fixed: Mapping[str, Any], shifts: Mapping[str, int] | None = None,
    lows: Mapping[str, range] | None = None,
) -> Lifted:  # fmt: skip
    """The claim for all values of the parameters that are not fixed; raises `Outside` where one cannot be open.

    `shifts` names parameters k of which k + shift becomes the track, `lows` declared values that are
    left out.
    """
    schema = claim.schema
    if schema is None or schema.is_alias:
        raise Outside("a claim about no game of its own" if schema is None else "a game that is another name")
    known = with_counts(schema, {v.slot: fixed[v.name] for v in claim.variables if v.name in fixed})
    rewriting = _rewriting(claim, schema, known, shifts or {}, lows or {})
    known = with_counts(schema, known)
    game = _game(claim, schema, rewriting, known)
    premises, needs = _ranges(claim, rewriting, known)
    own = _claim(claim, rewriting)
    region = Region(game, game.layout.lows, game.layout.lows, (), {}, is_single=True)
    return Lifted(
        Instance(own, known, {}, game, region), tuple(rewriting.tracks.values()), fixed, premises, needs, claim
    )


def _rewriting(
    claim: Claim, schema: Schema, known: dict[int, Any], shifts: Mapping[str, int], lows: Mapping[str, range]
) -> Rewriting:
    own = frozenset(p.slot for p in schema.parameters)
    rewriting = Rewriting(schema.places)
    for functions, what in (
        (schema.body.frame.functions, "a game that speaks of itself by `this`"),
        (claim.frame.functions, "a definition that speaks of itself and of values of positions"),
    ):
        if any(isinstance(part, t.ThisGame) for _, body in functions.values() for part in t.walk(body)):
            raise Outside(what)
    free = [v for v in claim.variables if v.slot not in known and v.value is None]
    for variable in free:
        if variable.type != NUMBER:
            raise Outside(f"`{variable.name}`, which is no number")
        least = low(claim, variable, known)
        if least is None:
            raise Outside(f"`{variable.name}`, of which no least value is seen")
        if least < 0:
            raise Outside(f"`{variable.name}`, which may be negative")
        least = max(least, lows[variable.name].stop) if variable.name in lows else least
        one = opened(variable.name, variable.slot, least, _terms(claim, schema))
        rewriting.tracks[variable.slot] = replace(one, shift=shifts.get(variable.name, 0))
    for variable in claim.variables:
        if variable.slot in known and variable.slot not in own:
            rewriting.terms[variable.slot] = t.Constant(known[variable.slot], type=variable.type)
    _define(claim, known, rewriting, own)
    return rewriting


def _define(claim: Claim, known: dict[int, Any], rewriting: Rewriting, own: Container[int]) -> None:
    """The parameters that others define: their values, or the terms that stand for them. What is known of a game's
    `own` ones is put into the game."""
    waiting = [v for v in claim.variables if v.slot not in known and v.value is not None]
    while waiting:
        has_value = known.keys() | rewriting.tracks.keys() | rewriting.terms.keys()
        ready = next((v for v in waiting if v.value is not None and t.free_slots(v.value) <= has_value), None)
        if ready is None or ready.value is None:
            raise Outside(f"`{waiting[0].name}`, whose value is not known")
        waiting.remove(ready)
        if t.free_slots(ready.value) <= known.keys():
            known[ready.slot] = Compiler(claim.source, known, None, claim.frame.functions).value(
                ready.value, [None] * claim.frame.size
            )
            if ready.slot not in own:
                rewriting.terms[ready.slot] = t.Constant(known[ready.slot], type=ready.type)
        elif any(isinstance(part, t.Recursive) for part in t.walk(ready.value)):
            raise Outside(f"`{ready.name}`, by a `let` that speaks of itself")
        else:
            rewriting.terms[ready.slot] = plain_set(rewriting.put(ready.value))


def _terms(claim: Claim, schema: Schema) -> Iterator[t.AnyTerm]:
    """All terms of rules and claim."""
    yield from (claim.statement, *claim.premises, *claim.conditions)
    yield from () if claim.strategy is None else (claim.strategy,)
    yield from (v.value for v in claim.variables if v.value is not None)
    yield from (term for _, term in (*schema.body.frame.functions.values(), *claim.frame.functions.values()))
    yield from schema.body.terms


def _game(claim: Claim, schema: Schema, rewriting: Rewriting, known: dict[int, Any]) -> Game:
    tracks = tuple(rewriting.tracks.values())
    own = OpenSchema(schema.node, schema.source, schema.find_game, schema.game_names, base=schema, opened=tracks,
                     rewriting=rewriting, size=claim.frame.size)  # fmt: skip
    of_game = {slot for p in schema.parameters for slot in (p.slot, p.count_slot)}
    game = Game(own, (), {slot: value for slot, value in known.items() if slot in of_game})
    try:
        game.layout  # noqa: B018 - what cannot be declared is said now
    except HeapwiseError as problem:
        raise Outside(f"a declaration of components: {problem.short}") from None
    return game


def _claim(claim: Claim, rewriting: Rewriting) -> Claim:
    """The claim about the lifted game."""
    put = rewriting.of_claim
    functions = {name: (slots, put(term)) for name, (slots, term) in claim.frame.functions.items()}
    tracks = tuple(ClaimVariable(one.name, one.slot, NUMBER) for one in rewriting.tracks.values())
    strategy = None if claim.strategy is None else rewriting.position((put(claim.strategy),))
    return replace(
        claim, frame=SlotCounter(claim.frame.size, functions), variables=(), components=(*claim.components, *tracks),
        conditions=(), premises=tuple(map(put, claim.premises)), statement=put(claim.statement), strategy=strategy,
    )  # fmt: skip


def _ranges(
    claim: Claim, rewriting: Rewriting, known: dict[int, Any]
) -> tuple[tuple[t.AnyTerm, ...], tuple[t.AnyTerm, ...]]:
    """What is so for the open parameters, and what has to be so for the game to exist: that the others are in the
    ranges of the heading."""
    premises, needs = list[t.AnyTerm](), list[t.AnyTerm]()
    for fact in facts(claim):
        slot = None if fact.subject is None else fact.subject.slot
        if not fact.is_of_heading or slot in rewriting.tracks:
            premises.append(rewriting.put(fact.term))
        elif fact.subject is not None and (fact.subject.value or t.free_slots(fact.domain) & rewriting.tracks.keys()):
            value = rewriting.terms.get(fact.subject.slot)
            value = value or t.Constant(known[fact.subject.slot], type=fact.subject.type)
            needs.append(contained(value, rewriting.put(fact.domain)))
    return tuple(premises), tuple(needs)
