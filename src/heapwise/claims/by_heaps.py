"""An instance about a compound, as one about the heaps of its components: what proofs read."""

from dataclasses import replace

from heapwise.claims.instances import Instance
from heapwise.claims.region import Region
from heapwise.model.compounds import flat
from heapwise.rules.flat import FlatGame
from heapwise.terms.position import State


def by_heaps(instance: Instance) -> Instance:
    """The same claim about states of numbers, if its game is a compound that has them; else the instance."""
    game = None if instance.game is None else flat(instance.game)
    if not isinstance(game, FlatGame) or instance.game is game:
        return instance
    return replace(instance, game=game, region=_region(instance.region, game))


def of_heaps(instance: Instance, heaps: Instance, state: State | None) -> State | None:
    """What was found of an instance by its heaps, as a state of its game."""
    if state is None or heaps is instance:
        return state
    assert isinstance(heaps.game, FlatGame)
    return heaps.game.layout.nested(state)


def _region(region: Region, game: FlatGame) -> Region:
    """The region with the bound of a component for each heap of it."""
    lows = game.layout.lows
    highs = lows if region.is_single else game.flat_highs(region.highs)
    return replace(region, game=game, lows=lows, highs=lows if highs is None else highs, totals=())
