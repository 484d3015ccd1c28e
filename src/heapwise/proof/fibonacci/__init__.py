"""Fibonacci digits: the same logic about numbers that are written as sums of Fibonacci numbers.

Every number is a sum of Fibonacci numbers 1, 2, 3, 5, 8, ... no two of which are neighbours (Zeckendorf). Its digits,
read as a binary number, are its code, so 4 = 3 + 1 has the code 101, which is five. Codes are the numbers without two
ones side by side, and a formula about numbers becomes a formula about their codes: `coding` says how, and the automata,
the digit orders and the budgets stay what they are. The order needs no translation; addition is a learned automaton
that `arithmetic` has verified; and the golden section moves digits by one place.
"""

from heapwise.proof.fibonacci.coding import FibonacciPortfolio, OfCodes, coded, speaks_of_golden

__all__ = ["FibonacciPortfolio", "OfCodes", "coded", "speaks_of_golden"]
