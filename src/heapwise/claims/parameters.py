"""The parameters of a claim: its game once they have values, and values that come from Python."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from heapwise.documents.document import GameNames
from heapwise.documents.library import game_named
from heapwise.errors import error
from heapwise.records import dataclass
from heapwise.rules.game import Game, Rules, SumOfGames
from heapwise.rules.schema import Schema
from heapwise.terms import term as t
from heapwise.terms.evaluate import Compiler
from heapwise.terms.types import CODE, GAME, Set, Vector
from heapwise.terms.values import Code, FiniteSet, show
from heapwise.terms.values import settled as settled_value

if TYPE_CHECKING:
    from heapwise.claims.claim import Claim, ClaimVariable


def game_of(claim: Claim, known: dict[int, Any]) -> Game | None:
    """The game of a claim with its parameters put in."""
    if claim.schema is None:
        return None
    bound: Rules = claim.schema.bind(tuple(known[p.slot] for p in claim.schema.parameters), claim.place)
    if isinstance(bound, SumOfGames):
        raise error("E065", claim.place, game=bound.text)
    assert isinstance(bound, Game)
    return bound


def with_counts(schema: Schema | None, known: dict[int, Any]) -> dict[int, Any]:
    """Values of parameters by slot, with the lengths that variadic parameters define."""
    parameters = schema.parameters if schema else ()
    return known | {
        p.count_slot: len(known[p.slot]) for p in parameters if p.count_slot is not None and p.slot in known
    }


def settled(claim: Claim, given: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters by name: those that are given as Python has them, and those that the claim sets itself."""
    unknown = given.keys() - {v.name for v in claim.variables}
    if unknown:
        names = ", ".join(v.name for v in claim.variables) or "none"
        raise ValueError(f"the claim {claim.name} has no parameter {sorted(unknown)[0]}; its parameters: {names}")
    found: dict[int, Any] = {}
    for variable in claim.variables:
        if variable.name in given:
            found[variable.slot] = _value(claim, variable, given[variable.name])
        if variable.value is not None and t.free_slots(variable.value) <= with_counts(claim.schema, found).keys():
            own = settled_value(Compiler(claim.source, with_counts(claim.schema, found)).value(variable.value, []))
            if show(settled_value(found.setdefault(variable.slot, own))) != show(own):
                raise ValueError(f"the claim {claim.name} says that {variable.name} is {show(own)}")
    return {v.name: found[v.slot] for v in claim.variables if v.slot in found}


def _value(claim: Claim, variable: ClaimVariable, value: Any) -> Any:
    """A Python value as one of the language."""
    if type(value) in (list, tuple, set, frozenset):  # a position is a tuple, too
        entries = tuple(_value(claim, variable, entry) for entry in value)
        return FiniteSet(entries) if isinstance(variable.type, Set) or isinstance(value, set | frozenset) else entries
    if isinstance(value, str):
        return _named(claim, variable, value)
    return getattr(value, "rules", value)  # a `heapwise.Game` holds the game of the rules


def _named(claim: Claim, variable: ClaimVariable, text: str) -> Any:
    kind = variable.type
    while isinstance(kind, Set | Vector):
        kind = kind.item
    if kind == GAME and claim.schema is not None:
        return game_named(text, _Seen(claim.schema))
    if kind == CODE:
        return Code(text)
    raise ValueError(f"the parameter {variable.name} of {claim.name} is {kind}, and no text: {text}")


@dataclass(frozen=True)
class _Seen(GameNames):
    """The games that can be seen from another one."""

    schema: Schema

    def find(self, name: str) -> Schema | None:
        """A game by name."""
        return self.schema.find_game(name)

    def names(self) -> list[str]:
        """All names."""
        return [*self.schema.game_names()]
