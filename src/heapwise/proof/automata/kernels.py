"""The three kernels that everything is built on, and the connectives they know.

Compiled kernels could stand here behind the same names.  They were thought of and left out: after letters that act
alike share columns and sets of states are thinned out, nothing that is proved is large enough to pay for them.
"""

from heapwise.proof.automata.plain import Connective, product, quotient, subsets

AND: Connective = (False, False, False, True)
OR: Connective = (False, True, True, True)
XOR: Connective = (False, True, True, False)
IFF: Connective = (True, False, False, True)
IMPLIES: Connective = (True, True, False, True)
MINUS: Connective = (False, False, True, False)

__all__ = ["AND", "IFF", "IMPLIES", "MINUS", "OR", "XOR", "Connective", "product", "quotient", "subsets"]
