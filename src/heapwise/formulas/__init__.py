"""Formulas of claims: terms in, sympy objects for people and an integer form for machines out.

What stands behind this package: a formula can be shown (LaTeX, sympy), and computed at millions of
positions at once, with the same values as the evaluator of terms or not at all. `floor(b / 2)`, say, is `floor(b/2)`
for sympy, and one division of whole numbers for a machine (`ir`). Nothing here ever looks at text: formulas come as
resolved terms. sympy is imported only when a sympy object is asked for.
"""

from heapwise.formulas.formula import PositionFormula, compile_formula, shapes_of
from heapwise.formulas.holes import HoleOf
from heapwise.formulas.problems import NotExpressible, Outgrows, UndefinedAt
