"""What the exceptions of a claim have in common, in the words of the language: offered as a hint, never as a claim.

A condition is found on a corner of the region, and what is said of it was seen on a larger one, or on the whole region.
"""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from heapwise.checks.compiled_check import Columns
from heapwise.checks.steps import corner
from heapwise.claims.column_batches import has_slabs, slabs
from heapwise.claims.exact_check import Judge
from heapwise.claims.instances import Instance, labels_of
from heapwise.claims.limits import LimitReached
from heapwise.claims.region import Region, describe
from heapwise.claims.task import Task
from heapwise.errors import HeapwiseError
from heapwise.fitting.components import Components, components_of
from heapwise.fitting.description import described
from heapwise.fitting.leaves import numbers_in
from heapwise.fitting.rows import Rows
from heapwise.fitting.sample import Positions
from heapwise.formulas import NotExpressible
from heapwise.lang.spell import spelled
from heapwise.terms.position import State

_FEWEST = 3  # exceptions that may have something in common
_ENOUGH = 12  # of which a corner has so many, if there are so many
_CORNERS = (1 << 10, 1 << 13)  # positions
_JUDGING = 1 << 17
_MOST_EXACT = 400  # positions that are judged one by one


def exception_hint(task: Task, count: int) -> str | None:
    """`exactly where abs(a - b) = 2`, or `all 12 have a mod 2 = 0`; None where nothing is to be said."""
    components = _components(task.instance)
    if count < _FEWEST or components is None or not has_slabs(task.instance.region):
        return None
    try:
        return _hint(task, count, *components)
    except (LimitReached, NotExpressible, HeapwiseError):
        return None


def _hint(task: Task, count: int, components: Components, places: list[int]) -> str | None:
    game, region = task.instance.game, task.instance.region
    near = judging = _judged(task, _corner(task.instance, _CORNERS[0]))
    if near.wanted.sum() < min(_ENOUGH, count):
        near = judging = _judged(task, _corner(task.instance, _CORNERS[1]))
    seen = _corner(task.instance, _JUDGING)
    if len(judging) < seen.size_estimate:
        judging = _judged(task, seen)
    numbers = () if game is None else numbers_in(game)
    found = described(components, numbers, _at(near, places), _at(judging, places))
    if found is None:
        return None
    text, is_all = spelled(found.formula.node), seen.highs == region.highs
    exactly = f"exactly where {text}" + ", where the premise is true" * bool(task.instance.claim.premises)
    common = exactly if found.is_exact else f"all {count:,} have {text}" if is_all else f"all have {text}"
    return common if is_all else f"{common}, as far as {describe(seen.name)}"


def _components(instance: Instance) -> tuple[Components, list[int]] | None:
    """The components of the game, or the numbers that a law speaks of, and where they stand; of single numbers those
    that vary."""
    names = tuple(component.name for component in instance.claim.components)
    found = components_of(instance.game) if instance.game is not None else Components(names, None, len(names))
    ends = zip(instance.region.lows, instance.region.highs, strict=True)
    varying = [i for i, (low, high) in enumerate(ends) if low < high]
    if found is None or not varying:
        return None
    if found.is_vector or found.lengths:
        return found, list(range(found.size))
    return Components((), None, len(varying), written=tuple(map(found.component, varying))), varying


def _corner(instance: Instance, most: int) -> Region:
    """The part of the region next to its least position that has so many."""
    region = instance.region
    widest = max(high - low for low, high in zip(region.lows, region.highs, strict=True))
    side = bisect_right(range(1, widest + 1), most, key=lambda longer: corner(region, longer).size_estimate)
    found = corner(region, side)
    if found.highs == region.highs:
        return found
    if len(set(region.lows)) == 1:
        return replace(found, name={"upto": region.lows[0] + side})
    return replace(found, name={"bounds": dict(zip(labels_of(instance), found.highs, strict=True))})


def _judged(task: Task, region: Region) -> Positions:
    """The positions for which the claim says something, those that are exceptions wanted."""
    instance = replace(task.instance, region=region)
    judge = Judge(instance, task.values.asker(instance.claim.play))
    if region.size_estimate <= _MOST_EXACT:
        return _one_by_one(region.states(), judge)
    columns, parts = Columns(instance, task.values), [_one_by_one((), judge)]
    for slab in slabs(region):
        task.limits.check()
        found = columns.look(slab)
        unclear = slab.take(found.unclear)
        parts.append(_one_by_one(map(unclear.state, range(unclear.rows)), judge))
        clear = found.premise & ~found.unclear
        heaps = np.column_stack(slab.take(clear).columns).astype(np.int64)
        parts.append(Positions(Rows(heaps), (~found.is_true[clear]).astype(np.int64)))
    heaps = np.vstack([part.rows.heaps for part in parts])
    return Positions(Rows(heaps), np.concatenate([part.wanted for part in parts]))


def _at(positions: Positions, places: list[int]) -> Positions:
    """The same with some of the components."""
    return Positions(Rows(positions.rows.heaps[:, places]), positions.wanted)


def _one_by_one(states: Iterable[State], judge: Judge) -> Positions:
    """The same, by the exact evaluator."""
    found = [(state, finding) for state in states if (finding := judge.look(state)).has_premise]
    heaps = np.array([state for state, _ in found], np.int64).reshape(len(found), len(judge.instance.region.lows))
    return Positions(Rows(heaps), np.array([not finding.is_true for _, finding in found], np.int64))
