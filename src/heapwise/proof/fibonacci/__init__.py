"""Fibonacci digits: the same logic about numbers that are written as sums of Fibonacci numbers.

Every number is a sum of Fibonacci numbers 1, 2, 3, 5, 8, ... no two of which are neighbours (Zeckendorf). Its digits,
read as a binary number, are its code, so 4 = 3 + 1 has the code 101, which is five. Codes are the numbers without two
ones side by side, and a formula about numbers becomes a formula about their codes: `coding` says how, and the automata,
the digit orders and the budgets stay what they are. `atoms` reads linear relations and the golden section off codes.
"""

from heapwise.proof.fibonacci.coding import FibonacciPortfolio, OfCodes, coded, speaks_of_golden
