"""Arrays of numpy, which is read when the first one is made: a question about a few positions needs none.

In a browser there is no numpy. `are_here` is the one place that knows; where it says no, nobody makes tables or
columns, and the interpreter answers.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

__all__ = ["MOST_AXES", "Array", "are_here", "np"]

MOST_AXES = 32  # of an array, in every release of numpy that serves

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[Any]
else:
    Array = Any

    class _Late:
        """A module that is read when something in it is first asked for."""

        def __init__(self, name: str) -> None:
            self._name = name

        def __getattr__(self, name: str) -> Any:
            value = getattr(import_module(self._name), name)
            setattr(self, name, value)
            return value

    np = _Late("numpy")


@cache
def are_here() -> bool:
    """Is numpy installed?"""
    return find_spec("numpy") is not None
