"""Kernels that run: a plan's source made into functions, compiled or as it stands, once for every plan and shape."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from heapwise.engine.jit import compiled_function, functions_of, is_kept
from heapwise.engine.kernels.bit_intrinsics import PLAIN, compiled
from heapwise.engine.kernels.kernel_kind import KernelKind
from heapwise.engine.kernels.source import VERSION, source_of
from heapwise.engine.plan import Plan


@dataclass(frozen=True)
class TableKernel:
    """`sizes` gives the numbers of lines of the families for the sides of a table, `fill` values positions."""

    plan: Plan
    shape: KernelKind
    sizes: Callable[..., tuple[int, ...]]
    fill: Callable[..., int]


_source_of = cache(source_of)


def is_on_disk(plan: Plan, shape: KernelKind) -> bool:
    """Was the kernel of a plan compiled before, and kept?"""
    return is_kept(_source_of(plan, shape), VERSION)


_MADE: set[tuple[Plan, KernelKind]] = set()


def is_made(plan: Plan, shape: KernelKind) -> bool:
    """Has this process the compiled kernel of a plan?"""
    return (plan, shape) in _MADE


@cache
def kernel_of(plan: Plan, shape: KernelKind, *, is_compiled: bool) -> TableKernel:
    """The kernel of a plan."""
    if is_compiled:
        _MADE.add((plan, shape))
    words = compiled() if is_compiled else PLAIN
    module = functions_of(_source_of(plan, shape), VERSION, words, is_kept=is_compiled)
    return TableKernel(plan, shape, module.sizes, compiled_function(module.fill) if is_compiled else module.fill)
