"""LaTeX of formulas, with the author's names and in the author's order."""

from typing import Any

import sympy
from sympy.printing.latex import LatexPrinter
from sympy.printing.precedence import precedence

from heapwise.formulas.objects import Things
from heapwise.formulas.printing import PRECEDENCE_PRODUCT, PRECEDENCE_SUM
from heapwise.typeset.latex import escaped


class Printer(LatexPrinter):  # type: ignore[misc]
    """sympy's printer, which also puts our signs into parentheses where they bind weaker."""

    def __init__(self) -> None:
        super().__init__({"order": "none", "mul_symbol": None, "symbol_names": {}})

    def _needs_add_brackets(self, expr: Any) -> bool:
        return precedence(expr) < PRECEDENCE_SUM or isinstance(expr, sympy.Add | sympy.Mod)

    def _needs_mul_brackets(self, expr: Any, first: bool = False, last: bool = False) -> bool:
        return precedence(expr) < PRECEDENCE_PRODUCT or bool(super()._needs_mul_brackets(expr, first, last))

    def _print_Symbol(self, expr: Any, style: str = "plain") -> str:
        """`x_2_1` is x with the indices 2 and 1."""
        if isinstance(expr, Things) and not expr.name.rstrip("'").isidentifier():
            return rf"\text{{{escaped(expr.name)}}}"
        base, *indices = expr.name.rstrip("'").split("_")
        shown = str(super()._print_Symbol(sympy.Symbol(base))) if base else r"\_"
        shown = rf"\mathit{{{base}}}" if shown == base and len(base) > 1 else shown
        primes = "'" * (len(expr.name) - len(expr.name.rstrip("'")))
        return shown + primes + (rf"_{{{','.join(indices)}}}" if indices else "")

    _print_Things = _print_Symbol

    def _print_Mod(self, expr: Any, exp: Any = None) -> str:
        a = self.parenthesize(expr.args[0], PRECEDENCE_PRODUCT, strict=True)
        m = self.parenthesize(expr.args[1], PRECEDENCE_PRODUCT, strict=False)
        return rf"{a} \bmod {m}"

    def _print_Min(self, expr: Any, exp: Any = None) -> str:
        return rf"\{type(expr).__name__.lower()}\left({', '.join(map(self._print, expr.args))}\right)"

    _print_Max = _print_Min


def latex(obj: Any) -> str:
    """LaTeX of an object of this package."""
    return str(Printer().doprint(obj))
