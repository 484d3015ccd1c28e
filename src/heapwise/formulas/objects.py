"""Objects that keep what sympy would rewrite: order of conditions, choices, gathering terms, sets and vectors.

sympy sorts the parts of `And` and `Or` and rewrites `Piecewise`. Where a later condition is only defined if an earlier
one holds, that would change the meaning, so these classes keep the author's order. `plain` in `simplify.py` turns
them into sympy's own classes.
"""

from typing import Any

import sympy
from sympy.logic.boolalg import Boolean

from heapwise.formulas.printing import OnPaper


class Kept(OnPaper, sympy.Basic):  # type: ignore[misc]
    """An object that is exactly what it is made of."""

    def __new__(cls, *arguments: Any) -> Any:
        """Made without any evaluation; the arguments have to be sympy objects already."""
        return sympy.Basic.__new__(cls, *arguments)


class KeptNumber(Kept, sympy.Expr):  # type: ignore[misc]
    """The same, for numbers."""

    is_commutative = True


class KeptTruth(Kept, Boolean):  # type: ignore[misc]
    """The same, for truth values."""


class AndThen(KeptTruth):
    """All hold, from left to right."""


class OrElse(KeptTruth):
    """One holds, from left to right."""


class IfThen(KeptTruth):
    """If the first holds, so does the second."""


class SameTruth(KeptTruth):
    """All or none hold."""


class Opposite(KeptTruth):
    """The condition does not hold."""


class NumberIf(KeptNumber):
    """`(condition, yes, no)`: one number or another."""


class TruthIf(KeptTruth):
    """One condition or another."""


class ThingIf(Kept):
    """One vector, set or position or another."""


class Iverson(KeptNumber):
    """1 where the condition holds, else 0."""

    is_integer = True
    is_nonnegative = True


# ------------------------------------------------------------------------------------------ sets and vectors


class FromTo(Kept):
    """`a..b`, or `a..` with one argument."""


class Members(Kept):
    """`{a, b, c}`"""


class Without(Kept):
    """What is in the first set and not in the second."""


class Joined(Kept):
    """What is in one of the sets."""


class Common(Kept):
    """What is in both sets."""


class IsIn(KeptTruth):
    """Membership."""


class NotIn(KeptTruth):
    """No membership."""


class Same(KeptTruth):
    """Equality of vectors, sets or positions."""


class Differ(KeptTruth):
    """The opposite."""


class Row(Kept):
    """A vector or a tuple."""


class Things(sympy.Symbol):  # type: ignore[misc]
    """The name of a vector, a set, a game or a position."""


class EntrySymbol(sympy.Symbol):  # type: ignore[misc]
    """An entry or a component of the position, by its name: `x_2_1` is x with the indices 2 and 1."""


class Entry(KeptNumber):
    """`(x, i)` and `(x, i, j)`: a component of a vector or of rows, or several of them."""


class CyclicEntry(Entry):
    """The same on a circle, where every whole number is an index."""


class NumberFunction(KeptNumber):
    """`(name, argument, ...)`: a function of the language that has no class of its own, with a number as its value."""


class TruthFunction(KeptTruth):
    """The same, with a truth value."""


class ThingFunction(Kept):
    """The same, with a set, a vector or a position as its value."""


# --------------------------------------------------------------------------------------------- gathering


class Among(Kept):
    """`(target, set)`: the target, a symbol or a `Row` of targets, takes every value of the set."""


class Be(Kept):
    """`(symbol, value)`: a name for a value."""


class Such(Kept):
    """A condition under which it goes on."""


class All(KeptTruth):
    """`(body, step, ...)`, as all that gather: the body, for all values that the steps give."""


class Any_(KeptTruth):
    """For some value."""


class Unique(KeptTruth):
    """For exactly one value."""


class Count(KeptNumber):
    """For how many values."""

    is_integer = True
    is_nonnegative = True


class SumOver(KeptNumber):
    """The sum of the values."""


class NimSumOver(KeptNumber):
    """The nim-sum of the values."""


class BitOrOver(KeptNumber):
    """The bitwise or of the values."""


class BitAndOver(KeptNumber):
    """The bitwise and of the values."""


class MinOver(KeptNumber):
    """The least of the values."""


class MaxOver(KeptNumber):
    """The greatest of the values."""


class MexOver(KeptNumber):
    """The least natural number that is none of the values."""


class SetOver(Kept):
    """The set of the values."""


class ListOver(Kept):
    """The vector of the values."""


class NumberWhere(KeptNumber):
    """`(body, Be, ...)`: a number with names for values, which are looked at first."""


class TruthWhere(KeptTruth):
    """The same, for truth values."""


class ThingWhere(Kept):
    """The same, for everything else."""


GATHERED: dict[str, type[Kept]] = {
    "all": All, "any": Any_, "unique": Unique, "count": Count, "sum": SumOver, "nimsum": NimSumOver,
    "bitor": BitOrOver, "bitand": BitAndOver, "min": MinOver, "max": MaxOver, "mex": MexOver,
    "{}": SetOver, "[]": ListOver,
}  # fmt: skip
