"""Formulas for what a table shows: terms over the components, the cheapest first, judged before anybody sees them."""

from heapwise.find.formulas.bank import Bank, bank_for
from heapwise.find.formulas.conditions import conditions
from heapwise.find.formulas.judge import FormulaJudge
from heapwise.find.formulas.sample import Sample
from heapwise.find.formulas.values import values

__all__ = ["Bank", "FormulaJudge", "Sample", "bank_for", "conditions", "values"]
