"""The numbers of the rules in a kernel's source, as its arguments: games that differ in numbers share compiled code.

Whatever writes a number of the rules writes a name for it, `k14` for 14 (`number_text`). `with_arguments` gives these
names places in an array, in the order in which they come first, so that the source for `t in 1..min(14, x)` is the one
for `t in 1..min(15, x)`. Sets of residues and of other numbers are an array of flags.
"""

import re

import numpy as np
from numpy.typing import NDArray

from heapwise.records import Record

_NAME = re.compile(r"\bk(\d+)\b")
_LEAST = 3  # smaller numbers stay what they are: to divide by 2 is done sooner than by something that is not known
GIVEN = "constants, flags"  # the last arguments of a kernel


def number_text(number: int) -> str:
    """A number as it stands in the source of a kernel.

    >>> [number_text(n) for n in (1, 14, -14)]
    ['1', 'k14', '-k14']
    """
    return str(number) if abs(number) < _LEAST else f"{'-' if number < 0 else ''}k{abs(number)}"


def with_numbers(source: str) -> str:
    """A source with all its numbers in it."""
    return _NAME.sub(r"\1", source)


class Constants(Record):
    """What is given to a kernel besides positions."""

    numbers: tuple[int, ...]
    flags: bytes

    def arrays(self, *, is_compiled: bool) -> tuple[NDArray[np.int64] | tuple[int, ...], NDArray[np.uint8] | bytes]:
        """As the kernel takes them."""
        if not is_compiled:
            return self.numbers, self.flags
        return np.array(self.numbers, dtype=np.int64), np.frombuffer(self.flags, dtype=np.uint8).copy()


def with_arguments(source: str) -> tuple[str, tuple[int, ...]]:
    """A source whose numbers are taken from the argument `constants`, and the numbers.

    >>> print(*with_arguments("def f(x, constants, flags):\\n    return x - k14 * k9 + k14\\n"))
    def f(x, constants, flags):
        d0, d1 = constants[0], constants[1]
        return x - d0 * d1 + d0
     (14, 9)
    """
    places: dict[str, int] = {}
    for name in _NAME.findall(source):
        places.setdefault(name, len(places))
    functions = re.split(r"(?m)^(?=def )", source)
    return "".join(_taken(function, places) for function in functions), tuple(map(int, places))


def _taken(function: str, places: dict[str, int]) -> str:
    """A function that begins by taking the numbers that it names."""
    own = sorted({places[name] for name in _NAME.findall(function)})
    if own:
        head, _, body = function.partition("\n")
        names, entries = ", ".join(f"d{i}" for i in own), ", ".join(f"constants[{i}]" for i in own)
        function = f"{head}\n    {names} = {entries}\n{body}"
    return _NAME.sub(lambda found: f"d{places[found[1]]}", function)
