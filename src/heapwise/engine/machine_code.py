"""Machine code of kernels: numba writes it, and llvmlite alone, which is loaded in a fifth of the time, runs it.

What numba hands over is an object file with one function. It takes the places for a result and for an error, and then
numbers and addresses alone: an array is its owner, which we leave out, its number of entries, the bytes of an entry,
the address of its data, its sides and its strides; a tuple is what stands in it. Such a function allocates nothing,
raises nothing and asks nothing of Python, so that it needs neither numba nor the interpreter, and other threads go on.
"""

import ctypes
import os
from array import array
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from itertools import count
from typing import Any

import numpy as np

from heapwise.interrupts import in_one_piece

Kinds = tuple[Any, ...]  # of arguments: those that have the same may be given to the same code
Words = list[int]  # what the code is given for them

_OPTIONS = {"nogil": True, "error_model": "numpy", "_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
_NUMBERS = count()


def flattened(arguments: tuple[Any, ...]) -> tuple[Kinds, Words]:
    """What kinds of arguments these are, and the words for them."""
    kinds: list[Any] = []
    words: Words = []
    _flatten(arguments, kinds, words)
    return tuple(kinds), words


def _flatten(arguments: tuple[Any, ...], kinds: list[Any], words: Words) -> None:
    for value in arguments:
        if isinstance(value, np.ndarray):
            address, is_read_only = value.__array_interface__["data"]
            kinds += value.dtype, value.ndim, is_read_only, value.flags.c_contiguous, value.flags.aligned
            words += [0, 0, value.size, value.itemsize, address, *value.shape, *value.strides]
        elif isinstance(value, tuple):
            kinds.append(len(value))
            _flatten(value, kinds, words)
        else:
            kinds.append(None)
            words.append(int(value))


def for_numba(numba: Any, function: Callable[..., Any]) -> Any:
    """The function as numba compiles it: divisions are not checked, and there are none by 0."""
    return numba.njit(function, **_OPTIONS)


def compiled(numba: Any, function: Any, arguments: tuple[Any, ...]) -> tuple[str, bytes]:
    """The name and the code of a function for arguments of these kinds, by numba."""
    types = tuple(_type(numba, value) for value in arguments)
    function.compile(types)
    made = function.overloads[types]
    result = numba.types.unliteral(made.signature.return_type)  # of a function that always gives 0, numba says which
    assert result in (numba.types.int64, numba.types.none), made.signature
    return made.fndesc.llvm_func_name, made.library._get_compiled_object()


def _type(numba: Any, value: Any) -> Any:
    if isinstance(value, tuple):
        return numba.types.BaseTuple.from_types([_type(numba, part) for part in value])
    if not isinstance(value, np.ndarray):
        return numba.types.int64
    kind, layout = numba.from_dtype(value.dtype), "C" if value.flags.c_contiguous else "A"
    is_read_only = not value.flags.writeable
    return numba.types.Array(kind, value.ndim, layout, readonly=is_read_only, aligned=value.flags.aligned)


class Entry:
    """A function in place, for so many words. What holds its code is kept for as long as the function."""

    def __init__(self, name: str, code: bytes, size: int) -> None:
        library = _llvm().JITLibraryBuilder().add_object_img(code).add_current_process().export_symbol(name)
        self._code = library.link(_linker(), f"kernel {next(_NUMBERS)}")
        places, given = [ctypes.c_void_p] * 2, [ctypes.c_int64] * size
        self._function = ctypes.CFUNCTYPE(ctypes.c_int32, *places, *given)(self._code[name])

    def __call__(self, words: Words) -> int:
        array("q", words)  # an `OverflowError` where a number has no room, which ctypes would cut off
        result, problem = ctypes.c_int64(), ctypes.c_void_p()
        status = self._function(ctypes.byref(result), ctypes.byref(problem), *words)
        if status != 0:
            raise RuntimeError(f"a kernel ended with {status}")
        return result.value


@cache
def machine() -> tuple[str, ...]:
    """What machine code depends on besides its source."""
    from importlib.metadata import version  # which takes as long to load as a small table

    llvm = _llvm()
    features = llvm.get_host_cpu_features().flatten()
    told = tuple(f"{name}={value}" for name, value in sorted(os.environ.items()) if name.startswith("NUMBA_"))
    host = llvm.get_process_triple(), llvm.get_host_cpu_name(), features
    return version("numba"), version("llvmlite"), *host, *told


@cache
def _llvm() -> Any:
    with in_one_piece():
        import llvmlite.binding
    return llvmlite.binding


@cache
def _linker() -> Any:
    """What puts object files in their place."""
    llvm = _llvm()
    with suppress(RuntimeError):  # since version 0.45 nobody has to, and it is an error
        llvm.initialize()
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.create_lljit_compiler()
