"""Where states stand: in layers by their distance from the start, each layer ordered so that few arrows cross."""

from collections.abc import Collection, Sequence
from math import fsum

from heapwise.pictures.scene import Point

Arrow = tuple[int, int]

_SWEEPS = 12


def layers(states: Sequence[int], arrows: Collection[Arrow]) -> list[list[int]]:
    """The states by their distance from the first one, in the order in which they are to stand."""
    depth = {states[0]: 0}
    queue = [states[0]]
    for state in queue:
        for source, target in sorted(arrows):
            if source == state and target not in depth:
                depth[target] = depth[state] + 1
                queue.append(target)
    found: list[list[int]] = [[] for _ in range(max(depth.values()) + 1)]
    for state in queue:
        found[depth[state]].append(state)
    return _ordered(found, arrows)


def _ordered(found: list[list[int]], arrows: Collection[Arrow]) -> list[list[int]]:
    """Every state moves to the mean height of its neighbours, several times over; the best order is kept."""
    best, least = [list(layer) for layer in found], _length(found, arrows)
    for _ in range(_SWEEPS):
        height = _heights(found)
        for layer in found:
            layer.sort(key=lambda state: _mean([height[o] for a in arrows if state in a for o in a if o != state]))
        length = _length(found, arrows)
        if length < least:
            best, least = [list(layer) for layer in found], length
    return best


def _heights(found: Sequence[Sequence[int]]) -> dict[int, float]:
    return {state: i - (len(layer) - 1) / 2 for layer in found for i, state in enumerate(layer)}


def _length(found: Sequence[Sequence[int]], arrows: Collection[Arrow]) -> float:
    height = _heights(found)
    return fsum(abs(height[source] - height[target]) for source, target in arrows)


def _mean(values: Sequence[float]) -> float:
    return fsum(values) / len(values) if values else 0.0


def places(found: Sequence[Sequence[int]], across: float, down: float) -> dict[int, Point]:
    """The middle of every state; the middles of all layers are on one line."""
    height = _heights(found)
    # Neighbouring layers are shifted a little, or arrows that skip a layer would run through its states.
    step = 0.22 if any(len(layer) > 1 for layer in found) else 0.0
    shift = {i: step * (i % 2) for i in range(len(found))}
    return {state: (across * i, down * (height[state] + shift[i])) for i, layer in enumerate(found) for state in layer}
