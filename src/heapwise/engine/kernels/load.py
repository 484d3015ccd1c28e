"""Kernels that run: a plan's source made into functions, compiled or as it stands, once for all plans that share it."""

from collections.abc import Callable
from functools import cache
from typing import Any

from heapwise.engine.jit import kernels_of
from heapwise.engine.kernels.bit_intrinsics import PLAIN, compiled
from heapwise.engine.kernels.kernel_kind import KernelKind
from heapwise.engine.kernels.source import source_of
from heapwise.engine.plan import Plan
from heapwise.records import Record


class TableKernel(Record):
    """`sizes` gives the numbers of lines of the families for the sides of a table, `fill` values positions and is given
    `constants` last."""

    plan: Plan
    shape: KernelKind
    sizes: Callable[..., tuple[int, ...]]
    fill: Callable[..., int]
    constants: tuple[Any, ...]


_source_of = cache(source_of)


def text_of(plan: Plan, shape: KernelKind) -> str:
    """The source of the kernel of a plan."""
    return _source_of(plan, shape)[0]


@cache
def kernel_of(plan: Plan, shape: KernelKind, *, is_compiled: bool) -> TableKernel:
    """The kernel of a plan."""
    source, constants = _source_of(plan, shape)
    sizes, fill = _functions(source, is_compiled)
    numbers, flags = constants.numbers, constants.flags
    return TableKernel(plan, shape, _closed(sizes, numbers, flags), fill, constants.arrays(is_compiled=is_compiled))


def _closed(sizes: Callable[..., tuple[int, ...]], *given: Any) -> Callable[..., tuple[int, ...]]:
    return lambda *sides: sizes(*sides, *given)


@cache
def _functions(source: str, is_compiled: bool) -> tuple[Callable[..., tuple[int, ...]], Callable[..., int]]:
    """The two functions of a source. What differs in numbers alone is compiled once."""
    module = kernels_of(source, PLAIN, compiled, ["fill"], is_compiled=is_compiled)
    return module.sizes, module.fill
