"""How many vectors a box holds, and how many of them lie below a limit."""

from collections.abc import Sequence
from math import prod

_MOST_STEPS = 200_000


def count_below(sizes: Sequence[int], weights: Sequence[int], most: int) -> int:
    """The vectors v with 0 <= v[i] < sizes[i] and weights . v <= most; the whole box where counting would be long."""
    if most < 0 or 0 in sizes:
        return 0
    bounded = [(size, w) for size, w in zip(sizes, weights, strict=False) if w]
    free = prod(size for i, size in enumerate(sizes) if i >= len(weights) or not weights[i])
    reach = min(most, sum((size - 1) * w for size, w in bounded))
    if reach * len(bounded) > _MOST_STEPS:
        return prod(sizes)
    ways = [1] + [0] * reach  # ways[s]: choices of the components so far with sum s
    for size, weight in bounded:
        ways = _with_component(ways, size, weight)
    return free * sum(ways)


def _with_component(ways: list[int], size: int, weight: int) -> list[int]:
    """Ways to reach every sum with one component more, by a window that slides over equal remainders."""
    longer = list(ways)
    for s in range(weight, len(ways)):
        longer[s] += longer[s - weight]
    step = size * weight
    return [total - (longer[s - step] if s >= step else 0) for s, total in enumerate(longer)]
