"""An instance about a compound, as one about the heaps of its components: what proofs read."""

from dataclasses import replace

from heapwise.claims.instances import Instance
from heapwise.claims.region import Region
from heapwise.model.compounds import flat
from heapwise.rules.flat import FlatGame


def by_heaps(instance: Instance) -> Instance:
    """The same claim about states of numbers, if its game is a compound that has them; else the instance."""
    game = None if instance.game is None else flat(instance.game)
    if not isinstance(game, FlatGame):
        return instance
    return replace(instance, game=game, region=_region(instance.region, game))


def _region(region: Region, game: FlatGame) -> Region:
    """The region with the bound of a component for each heap of it."""
    lows = game.layout.lows
    highs = lows if region.is_single else game.flat_highs(region.highs)
    return replace(region, game=game, lows=lows, highs=lows if highs is None else highs, totals=())
