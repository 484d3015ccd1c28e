"""The three kernels that everything is built on, whichever way they are computed, and the connectives they know."""

from heapwise.proof.automata.plain import Connective, product, quotient, subsets

AND: Connective = (False, False, False, True)
OR: Connective = (False, True, True, True)
XOR: Connective = (False, True, True, False)
IFF: Connective = (True, False, False, True)
IMPLIES: Connective = (True, True, False, True)
MINUS: Connective = (False, False, True, False)

__all__ = ["AND", "IFF", "IMPLIES", "MINUS", "OR", "XOR", "Connective", "product", "quotient", "subsets"]
