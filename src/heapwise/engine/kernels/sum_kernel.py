"""Tables where every component by itself offers options: all positions with a certain sum of all components.

The value of a position then follows from the sets that its components offer, and a set from the values of one sum. So
it takes the sums in turn to find all sets, those alone that are offered, and then every entry of the table by itself:
both are plain loops over short words, which a processor does many at a time.
"""

from contextlib import ExitStack
from functools import cache
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heapwise.engine.jit import kernels_of
from heapwise.engine.kernels.bit_intrinsics import PLAIN, compiled
from heapwise.engine.kernels.constants import with_numbers
from heapwise.engine.kernels.kernel_kind import KernelKind
from heapwise.engine.kernels.layouts import Layouts
from heapwise.engine.kernels.text import KernelNames, KernelWriter
from heapwise.engine.kernels.value_sets import SetFamily
from heapwise.engine.kernels.widths import FillTask
from heapwise.engine.plan import Plan, SumSplit

_BITS = 32  # of a set


def has_offers(task: FillTask) -> bool:
    """Is that so, and is the table a whole box of positions?"""
    is_box = task.holes is None and task.total is None and not task.shape.has_holes
    return task.plan.is_offered and is_box and not task.shape.is_check and task.shape.lost is None


def filled_by_offers(task: FillTask) -> NDArray[Any] | None:
    """The values of all positions; None where some do not fit into the short sets."""
    sizes, offer, value = _functions(task.plan, task.shape, task.is_compiled)
    offers = tuple(np.zeros(max(task.sides), dtype=np.int32) for _ in task.sides)
    offer(task.sides, np.zeros(sizes(*task.sides), dtype=np.int32), offers, task.best)
    if not task.shape.has_best and int(np.bitwise_or.reduce(offers, axis=None)) & 1 << _BITS - 1:
        return None
    table = np.empty(prod(task.sides), dtype=np.uint8)
    value(task.sides, offers, task.best, table)
    return table.reshape(task.sides)


@cache
def _functions(plan: Plan, shape: KernelKind, is_compiled: bool) -> tuple[Any, Any, Any]:
    source = source_of_offers(plan, shape)
    module = kernels_of(source, PLAIN, compiled, ["offer", "value"], is_compiled=is_compiled)
    return module.sizes, module.offer, module.value


@cache
def source_of_offers(plan: Plan, shape: KernelKind) -> str:
    """The source: how many sums are offered; what is offered; the table.

    `s` has the sets of values by the sum of components, `o0`, `o1`, ... what component 0, 1, ... offers by its size.
    """
    layouts = Layouts(plan, KernelNames(plan.game.lows))
    (family,) = layouts.families()
    sides = ", ".join(f"n{i}" for i in range(plan.size))
    given = [f"{sides} = sides", *(f"{name} = {text}" for text, name in layouts.sizes.items())]
    parts = [f"o{i} = offers[{i}]" for i in range(plan.size)]
    index = "x0"
    for i in range(1, plan.size):
        index = f"({index}) * n{i} + x{i}"
    out = KernelWriter()
    with out.block(f"def sizes({sides})"):
        out.add(*given[1:], f"return {family.lines}")
    out.add("", "")
    with out.block("def offer(sides, s, offers, best)"):
        out.add(*given, *parts)
        with out.block(f"for y in range({' + '.join(f'n{i}' for i in range(plan.size))} - {plan.size - 1})"):
            _open(out, plan, family)
            with out.block(f"if y < {family.lines}"):
                _sum(out, plan, shape)
    out.add("", "")
    with out.block("def value(sides, offers, best, table)"), ExitStack() as blocks:
        out.add(given[0], *parts)
        for i in range(plan.size):
            blocks.enter_context(out.block(f"for x{i} in range(n{i})"))
        _value(out, plan, shape)
        out.add(f"table[U({index})] = g")
    return with_numbers(out.text)


def _open(out: KernelWriter, plan: Plan, family: SetFamily) -> None:
    """What a component offers that is as large as the sum at hand. Its options have smaller sums."""
    asked = [min(part.asked) for part in plan.parts if isinstance(part, SumSplit)]
    for i in range(plan.size):
        with out.block(f"if y < n{i}"):
            out.add(f"x{i} = y", "w = 0")
            for place in (place for place, own in zip(family.reads, asked, strict=True) if own == i):
                with out.block(f"if {place.when}"):
                    out.add(f"w |= s[U({place.line})]")
            out.add(f"o{i}[U(y)] = w")


def _sum(out: KernelWriter, plan: Plan, shape: KernelKind) -> None:
    """The values of a sum."""
    out.add("w = 0")
    last = plan.size - 1
    with ExitStack() as blocks:
        rest = "y"
        for i in range(last):
            others = "".join(f" - (n{j} - 1)" for j in range(i + 1, plan.size))
            span = f"max(0, {rest}{others}), min(n{i} - 1, {rest}) + 1"
            blocks.enter_context(out.block(f"for x{i} in range({span})"))
            rest += f" - x{i}"
        out.add(f"x{last} = {rest}")
        if shape.has_best or shape.ending:
            _value(out, plan, shape)
            out.add("w |= bit(g & 63)")
        else:
            out.add(f"u = {_offered(plan)}", "w |= lowest(u)")
    out.add("s[U(y)] = short(w)")


def _value(out: KernelWriter, plan: Plan, shape: KernelKind) -> None:
    """The value of a position."""
    out.add(f"u = {_offered(plan)}")
    if shape.has_best:
        out.add("g = best[U(u)]")
        return
    out.add("g = short_ones(u)")
    if shape.ending:
        out.add(f"g = {shape.ending} if u == 0 else g")


def _offered(plan: Plan) -> str:
    return " | ".join(f"o{i}[U(x{i})]" for i in range(plan.size))
