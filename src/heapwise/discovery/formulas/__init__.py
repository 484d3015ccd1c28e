"""Formulas for what a table shows: terms over the components, the cheapest first.

Takes positions with what is wanted there. Gives formulas in normal form that were right at all of them, and at others
that had no part in the search. Whether they are theorems is asked elsewhere.
"""

from heapwise.discovery.formulas.search import Fit, Fits, Near, search

__all__ = ["Fit", "Fits", "Near", "search"]
