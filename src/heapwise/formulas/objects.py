"""Objects that keep what sympy would rewrite: order of conditions, choices, gathering terms, sets and vectors.

sympy sorts the parts of `And` and `Or` and rewrites `Piecewise`. Where a later condition is only defined if an earlier
one holds, that would change the meaning, so these classes keep the author's order. `plain` in `simplify.py` turns
them into sympy's own classes.
"""

from typing import Any, ClassVar

import sympy
from sympy.logic.boolalg import Boolean

from heapwise.formulas.printing import (
    PRECEDENCE_CALL,
    PRECEDENCE_NIM,
    PRECEDENCE_OVER,
    Call,
    Infix,
    PrintedSentence,
    PrintedWhole,
    over_entries,
    subscripted,
)


class Kept(sympy.Basic):  # type: ignore[misc]
    """An object that is exactly what it is made of."""

    def __new__(cls, *arguments: Any) -> Any:
        """Made without any evaluation; the arguments have to be sympy objects already."""
        return sympy.Basic.__new__(cls, *arguments)


class KeptNumber(Kept, sympy.Expr):  # type: ignore[misc]
    """The same, for numbers."""

    is_commutative = True


class KeptTruth(Kept, Boolean):  # type: ignore[misc]
    """The same, for truth values."""


class AndThen(Infix, KeptTruth):
    """All hold, from left to right."""

    sign, precedence = r"\wedge", 30


class OrElse(Infix, KeptTruth):
    """One holds, from left to right."""

    sign, precedence = r"\vee", 20


class IfThen(Infix, KeptTruth):
    """If the first holds, so does the second."""

    sign, precedence = r"\Rightarrow", 15


class SameTruth(Infix, KeptTruth):
    """All or none hold."""

    sign, precedence = r"\Leftrightarrow", 10


class Opposite(KeptTruth):
    """The condition does not hold."""

    precedence = 100

    def _latex(self, printer: Any) -> str:
        return rf"\neg {printer.parenthesize(self.args[0], 100)}"


class _Cases(PrintedWhole):
    """`(condition, yes, no)`, shown as cases."""

    args: tuple[Any, ...]

    def _latex(self, printer: Any) -> str:
        condition, yes, no = (printer._print(a) for a in self.args)
        rows = rf"{yes} & \text{{if }} {condition} \\ {no} & \text{{otherwise}}"
        return rf"\begin{{cases}} {rows} \end{{cases}}"


class NumberIf(_Cases, KeptNumber):
    """One number or another."""


class TruthIf(_Cases, KeptTruth):
    """One condition or another."""


class ThingIf(_Cases, Kept):
    """One vector, set or position or another."""


class Iverson(PrintedWhole, KeptNumber):
    """1 where the condition holds, else 0."""

    is_integer = True
    is_nonnegative = True

    def _latex(self, printer: Any) -> str:
        return rf"\left[{printer._print(self.args[0])}\right]"


# ------------------------------------------------------------------------------------------ sets and vectors


class FromTo(PrintedWhole, Kept):
    """`a..b`, or `a..` with one argument."""

    def _latex(self, printer: Any) -> str:
        ends = [printer._print(a) for a in self.args]
        return rf"\left\{{{ends[0]}, \ldots{', ' + ends[1] if len(ends) > 1 else ''}\right\}}"


class Members(PrintedWhole, Kept):
    """`{a, b, c}`"""

    def _latex(self, printer: Any) -> str:
        return rf"\left\{{{', '.join(map(printer._print, self.args))}\right\}}" if self.args else r"\emptyset"


class Without(Infix, Kept):
    """What is in the first set and not in the second."""

    sign = r"\setminus"


class Joined(Infix, Kept):
    """What is in one of the sets."""

    sign = r"\cup"


class Common(Infix, Kept):
    """What is in both sets."""

    sign = r"\cap"


class IsIn(Infix, KeptTruth):
    """Membership."""

    sign, precedence = r"\in", 35


class NotIn(Infix, KeptTruth):
    """No membership."""

    sign, precedence = r"\notin", 35


class Same(Infix, KeptTruth):
    """Equality of vectors, sets or positions."""

    sign, precedence = "=", 35


class Differ(Infix, KeptTruth):
    """The opposite."""

    sign, precedence = r"\neq", 35


class Row(PrintedWhole, Kept):
    """A vector or a tuple."""

    def _latex(self, printer: Any) -> str:
        return rf"\left({', '.join(map(printer._print, self.args))}\right)"


class Things(sympy.Symbol):  # type: ignore[misc]
    """The name of a vector, a set, a game or a position."""


class Entry(PrintedWhole, KeptNumber):
    """`(x, i)` and `(x, i, j)`: a component of a vector or of rows, or several of them."""

    def _latex(self, printer: Any) -> str:
        return subscripted(printer, self, ())


class CyclicEntry(Entry):
    """The same on a circle, where every whole number is an index."""


_OVER_ENTRIES = {"nimsum": r"\bigoplus", "sum": r"\sum", "min": r"\min", "max": r"\max"}


class _Language(Call):
    """`(name, argument, ...)`: a function of the language that has no sign of its own."""

    @property
    def precedence(self) -> int:  # type: ignore[override]
        """A sign over all entries binds like a sum, a call like a name."""
        return PRECEDENCE_OVER if len(self.args) == 2 and self.args[0].name in _OVER_ENTRIES else PRECEDENCE_CALL

    def _latex(self, printer: Any) -> str:
        name, *arguments = self.args
        if len(arguments) == 1 and name.name in _OVER_ENTRIES:
            return over_entries(printer, _OVER_ENTRIES[name.name], arguments[0])
        words = name.name.replace("_", r"\_").replace(" ", "~")
        return rf"\operatorname{{{words}}}\left({', '.join(map(printer._print, arguments))}\right)"


class NumberFunction(_Language, KeptNumber):
    """Such a function with a number as its value."""


class TruthFunction(_Language, KeptTruth):
    """Such a function with a truth value."""


class ThingFunction(_Language, Kept):
    """Such a function with a set, a vector or a position as its value."""


# --------------------------------------------------------------------------------------------- gathering


class Among(PrintedSentence, Kept):
    """`(target, set)`: the target, a symbol or a `Row` of targets, takes every value of the set."""

    def _latex(self, printer: Any) -> str:
        target, domain = self.args
        return rf"{printer._print(target)} \in {printer._print(domain)}"


class Be(PrintedSentence, Kept):
    """`(symbol, value)`: a name for a value."""

    def _latex(self, printer: Any) -> str:
        return rf"{printer._print(self.args[0])} = {printer._print(self.args[1])}"


class Such(PrintedSentence, Kept):
    """A condition under which it goes on."""

    def _latex(self, printer: Any) -> str:
        shown: str = printer.parenthesize(self.args[0], 20)
        return shown


class Gathered(PrintedSentence):
    """`(body, step, ...)`: the body for all values that the steps give."""

    sign: ClassVar[str] = ""
    args: tuple[Any, ...]

    def _steps(self, printer: Any) -> str:
        return r",\, ".join(printer._print(step) for step in self.args[1:])

    def _latex(self, printer: Any) -> str:
        return rf"{self.sign}_{{{self._steps(printer)}}} {printer.parenthesize(self.args[0], 40)}"


class _Quantified(Gathered):
    def _latex(self, printer: Any) -> str:
        return rf"{self.sign} {self._steps(printer)} :\ {printer.parenthesize(self.args[0], 15)}"


class All(_Quantified, KeptTruth):
    """For all values."""

    sign = r"\forall"


class Any_(_Quantified, KeptTruth):
    """For some value."""

    sign = r"\exists"


class Unique(_Quantified, KeptTruth):
    """For exactly one value."""

    sign = r"\exists!"


class Count(PrintedWhole, Gathered, KeptNumber):
    """For how many values."""

    sign = r"\#"
    is_integer = True
    is_nonnegative = True

    def _latex(self, printer: Any) -> str:
        return rf"\#\left\{{{self._steps(printer)} :\ {printer._print(self.args[0])}\right\}}"


class SumOver(Gathered, KeptNumber):
    """The sum of the values."""

    sign, precedence = r"\sum", 45


class NimSumOver(Gathered, KeptNumber):
    """The nim-sum of the values."""

    sign, precedence = r"\bigoplus", 37


class BitOrOver(Gathered, KeptNumber):
    """The bitwise or of the values."""

    sign, precedence = r"\operatorname*{bitor}", PRECEDENCE_NIM


class BitAndOver(Gathered, KeptNumber):
    """The bitwise and of the values."""

    sign, precedence = r"\operatorname*{bitand}", PRECEDENCE_NIM


class MinOver(Gathered, KeptNumber):
    """The least of the values."""

    sign, precedence = r"\min", PRECEDENCE_NIM


class MaxOver(Gathered, KeptNumber):
    """The greatest of the values."""

    sign, precedence = r"\max", PRECEDENCE_NIM


class MexOver(Gathered, KeptNumber):
    """The least natural number that is none of the values."""

    sign, precedence = r"\operatorname*{mex}", PRECEDENCE_NIM


class SetOver(PrintedWhole, Gathered, Kept):
    """The set of the values."""

    def _latex(self, printer: Any) -> str:
        return rf"\left\{{{printer._print(self.args[0])} :\ {self._steps(printer)}\right\}}"


class ListOver(PrintedWhole, Gathered, Kept):
    """The vector of the values."""

    def _latex(self, printer: Any) -> str:
        return rf"\left({printer._print(self.args[0])}\right)_{{{self._steps(printer)}}}"


class Where(PrintedSentence):
    """`(body, Be, ...)`: the body with names for values, which are looked at first."""

    args: tuple[Any, ...]

    def _latex(self, printer: Any) -> str:
        named = ",\\ ".join(printer._print(step) for step in self.args[1:])
        return rf"{printer.parenthesize(self.args[0], 6)} \quad\text{{where }} {named}"


class NumberWhere(Where, KeptNumber):
    """For numbers."""


class TruthWhere(Where, KeptTruth):
    """For truth values."""


class ThingWhere(Where, Kept):
    """For everything else."""


GATHERED: dict[str, type[Kept]] = {
    "all": All, "any": Any_, "unique": Unique, "count": Count, "sum": SumOver, "nimsum": NimSumOver,
    "bitor": BitOrOver, "bitand": BitAndOver, "min": MinOver, "max": MaxOver, "mex": MexOver,
    "{}": SetOver, "[]": ListOver,
}  # fmt: skip
