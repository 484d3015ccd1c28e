"""A problem at one position: its sentence read digit by digit, its moves made one by one. No classes, no automata."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Any

from heapwise.verify.digits.atoms import LayerStatement
from heapwise.verify.digits.checker import GivenProblem
from heapwise.verify.digits.readers import leaves, truth
from heapwise.verify.digits.rules import GivenMove

Heaps = tuple[int, ...]


def level_of(problem: GivenProblem, place: int, k: int | None) -> int:
    """The level at which a digit is read; where k names a digit, those between the units and it are all level 1."""
    last = problem.levels.count - 1
    if not problem.levels.between:
        return min(place, last)
    assert k is not None
    return 0 if place == 0 else 1 if place < k else 2 if place == k else last


def is_true(problem: GivenProblem, heaps: Heaps, g: int, k: int | None) -> bool:
    """Is the sentence true of a position, and of a value g where it speaks of one?"""
    width = max([*(v.bit_length() for v in (*heaps, g)), problem.levels.count, (k or 0) + 1])
    known: dict[Any, bool] = {}
    for leaf in leaves(problem.sentence):
        read = (leaf,) if isinstance(leaf, LayerStatement) else (leaf.test,) * len(heaps)
        states = [one.start for one in read]
        for place in reversed(range(width)):
            bits, digit, level = [v >> place & 1 for v in heaps], g >> place & 1, level_of(problem, place, k)
            if isinstance(leaf, LayerStatement):
                states = [leaf.step(states[0], bits.count(0), bits.count(1), digit, level)]
            else:
                states = [leaf.test.step(s, bit, digit, level) for s, bit in zip(states, bits, strict=True)]
        if isinstance(leaf, LayerStatement):
            known[leaf] = leaf.is_true(states[0])
        else:
            known[leaf] = leaf.division.of(sum(map(leaf.test.is_true, states))) in leaf.chosen
    return bool(truth(problem.sentence, known))


def options(problem: GivenProblem, heaps: Heaps, k: int | None) -> Iterator[Heaps]:
    """All positions that a move leads to."""
    for move in problem.rule.moves:
        low, high = (size.of(len(heaps)) for size in (move.least, move.most))
        new_values = {i: found for i, heap in enumerate(heaps) if (found := _new(problem, move, heap, k))}
        for count in range(low, min(high, len(new_values)) + 1):
            for chosen in combinations(new_values, count):
                for new in product(*(new_values[i] for i in chosen)):
                    changed = dict(zip(chosen, new, strict=True))
                    yield tuple(changed.get(i, v) for i, v in enumerate(heaps))


def _new(problem: GivenProblem, move: GivenMove, heap: int, k: int | None) -> Sequence[int]:
    if isinstance(move.role, str):
        return range(heap)
    place = k if problem.levels.between and move.role == 2 else move.role
    assert place is not None
    return [heap - 2**place] if heap >= 2**place else []
