"""Kernels: restricted Python that runs as it stands, or as machine code where numba is installed.

A kernel takes numbers, arrays and tuples of these, makes none, and returns a number, or else 0. For every kind of
arguments that it is called with there is machine code: from disk, or made by numba, which is loaded only then.
`HEAPWISE_KERNELS=python` runs kernels as Python, for reading and debugging.
"""

import hashlib
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from threading import RLock
from types import FunctionType, ModuleType
from typing import Any

from heapwise.engine import costs, kept_code
from heapwise.engine.machine_code import Entry, Kinds, compiled, flattened, for_numba, machine
from heapwise.interrupts import in_one_piece

Instructions = Callable[[], Mapping[str, Any]]  # what some names of a function stand for, when it is compiled
_LOCK = RLock()


@cache
def is_compiled() -> bool:
    """Are kernels compiled in this process?"""
    is_off = os.environ.get("HEAPWISE_KERNELS") == "python" or os.environ.get("NUMBA_DISABLE_JIT", "0") != "0"
    return not is_off and find_spec("numba") is not None


@cache
def numba() -> Any:
    """The compiler. A library that is stopped while it is loaded cannot be loaded again, so Ctrl-C waits."""
    with in_one_piece():
        import numba.extending
    return numba


def seconds_to_start(compiling: float, *, is_kept: bool) -> float:
    """About how long it takes until a kernel is ready: from disk, or compiled in so many seconds."""
    if is_kept:
        return costs.LOADED + (0 if "llvmlite" in sys.modules else costs.LINKER)
    return compiling + (0 if "numba" in sys.modules else costs.COMPILER)


def seconds_of(function: Callable[..., Any], compiling: float) -> float:
    """The same of a function, which may have been called before, or be no kernel."""
    return function.seconds_to_start(compiling) if isinstance(function, Kernel) else 0


class Kernel:
    """A function as machine code, which is loaded or made when it is first called."""

    def __init__(self, function: FunctionType, instructions: Instructions) -> None:
        self.function, self._instructions = function, instructions
        self._name = f"{function.__module__}.{function.__name__}"
        self._entries: dict[Kinds, Entry] = {}

    def __call__(self, *arguments: Any) -> Any:
        kinds, words = flattened(arguments)
        if kinds not in self._entries:
            with _LOCK:
                self._entries.setdefault(kinds, self._entry(kinds, arguments, len(words)))
        return self._entries[kinds](words)

    def seconds_to_start(self, compiling: float) -> float:
        """About how long it takes until it can begin, where it takes so long to compile it."""
        return 0 if self._entries else seconds_to_start(compiling, is_kept=kept_code.has(f"{self._name}-"))

    def _entry(self, kinds: Kinds, arguments: tuple[Any, ...], size: int) -> Entry:
        file = f"{self._name}-{_digest(repr((kinds, machine())))}.o"
        made = kept_code.read(file)
        if made is None:
            made = compiled(numba(), self.for_numba(), arguments)
            kept_code.write(file, *made)
        return Entry(*made, size)

    def for_numba(self) -> Any:
        """The function as numba compiles it, which looks among its globals for what it uses."""
        return _for_numba(self.function, self._instructions)


@cache
def _for_numba(function: FunctionType, instructions: Instructions) -> Any:
    names = {**function.__globals__, **instructions()}
    for name in function.__code__.co_names:
        if isinstance(other := names.get(name), Kernel):
            names[name] = other.for_numba()
    return for_numba(numba(), FunctionType(function.__code__, names, function.__name__))


def kernel(function: Callable[..., Any], instructions: Instructions = dict) -> Callable[..., Any]:
    """The function as a kernel."""
    assert isinstance(function, FunctionType)
    return Kernel(function, instructions) if is_compiled() else function


def functions_of(source: str, names: Mapping[str, Any]) -> ModuleType:
    """The functions that a source of ours defines, as Python; `names` are those that it uses."""
    module = ModuleType(_name_of(source), "A kernel, written by `heapwise.engine.kernels`.")
    module.__dict__.update(names)
    exec(compile(source, f"<{module.__name__}>", "exec"), module.__dict__)  # noqa: S102 - text of ours alone, no name of the user's
    return module


_MADE: set[str] = set()


def kernels_of(
    source: str, names: Mapping[str, Any], instructions: Instructions, kernels: Sequence[str], *, is_compiled: bool
) -> ModuleType:
    """The same with some of the functions as kernels, if they are to be compiled."""
    module = functions_of(source, names)
    if is_compiled:
        _MADE.add(source)
        module.__dict__.update({name: kernel(getattr(module, name), instructions) for name in kernels})
    return module


def is_made(source: str) -> bool:
    """Has this process the kernels of a source?"""
    return source in _MADE


def is_kept(source: str) -> bool:
    """Was a function of a source compiled before, and kept on disk?"""
    return kept_code.has(f"{_name_of(source)}.")


def _name_of(source: str) -> str:
    return f"kernel_{_digest(source)}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]
