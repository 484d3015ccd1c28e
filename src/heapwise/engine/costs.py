"""What work costs, in one place: by these figures one way to fill a table is taken and not another.

The figures are seconds on one core of the machine of `docs/figures.md`. On another machine all of them change by about
the same factor, so that the choice stays the same. `python bench/costs.py` sets what they say of some tables beside
what these tables cost, and says where that is far apart.
"""

from collections.abc import Sequence
from math import prod

from heapwise.engine.plan import Box, ListedOptions, Part, Plan, SingleOption, SumSplit, Window

# The interpreter: a position, an option of it, each component of an option that is a sum, and a value gone through.
INTERPRETED_POSITION, INTERPRETED_OPTION, INTERPRETED_COMPONENT, INTERPRETED_VALUE = 8e-6, 2.5e-6, 3e-6, 1.6e-7

# numpy, total after total: a total, for each operation on sets besides; a position, for each operation and for a word.
LEVEL, LEVEL_OPERATION = 25e-6, 16e-6
PLACE, PLACE_OPERATION, PLACE_WORD = 30e-9, 70e-9, 1.5e-9
PLACE_OPTION = 150e-9  # an option that is listed

# Kernels of a game's own: a set that is read, for each and for a word of it; one of many words, which is searched.
SET, SET_WORD, SET_SEARCHED = 0.5e-9, 0.2e-9, 5e-9
MOST_LOOPS = 16  # of a kernel inside each other, one for each heap and a few more: Python has 20
UNROLLED = 8  # words of a set up to which a kernel has a line for every word
OPTION = 4e-9  # an option that is looked up by such a kernel
AS_PYTHON = 1.5e-6  # the same where the kernel runs as it stands
SPREAD = 1.5e-9  # to copy the value of a sorted position to one that is not
SORTING = 0.05  # what sorted positions have to save: their kernel is larger
# To load the compiler, to make a kernel, for each part of the plan besides; to load what runs one, and a kept one.
COMPILER, COMPILED, COMPILED_PART, LINKER, LOADED = 0.5, 0.2, 0.06, 0.05, 0.005

# Rows of P-positions: a row of bits, with what it reads.
ROW = 4e-9


def seconds_by_levels(plan: Plan, sides: Sequence[int], words: int, options: float) -> float:
    """About how long numpy takes for a table, of positions with so many listed options each."""
    operations = sum(map(_operations, plan.parts)) + 1
    levels = sum(sides) - len(sides) + 1
    place = PLACE + operations * (PLACE_OPERATION + words * PLACE_WORD) + options * PLACE_OPTION
    return levels * (LEVEL + operations * LEVEL_OPERATION) + prod(sides) * place


def _operations(part: Part) -> int:
    match part:
        case Box(heaps=heaps):
            return 1 + len(heaps)
        case Window(length=length):
            return length
        case ListedOptions():
            return 4
    return 1


def seconds_to_value(parts: Sequence[Part], words: int) -> float:
    """About how long a kernel takes to value a position by sets of so many words."""
    each = SET + SET_WORD * words if words <= UNROLLED else SET_SEARCHED
    return sum(each * (1 + isinstance(part, Box)) for part in parts)


def seconds_to_compile(plan: Plan) -> float:
    """About how long it takes to make a kernel of a game's own, when the compiler is there."""
    weights = {Box: 2, SumSplit: 1.5, SingleOption: 0.5}
    return COMPILED + COMPILED_PART * sum(weights.get(type(part), 1) for part in plan.parts)
