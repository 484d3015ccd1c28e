"""The three kernels that everything is built on, and the connectives they know.

Compiled kernels could stand here behind the same names. There are none: numba takes 0.9 s before its first product is
done, and the proofs of the library that take longer than that spend 0.5 to 2.6 s here (CN(6,4), 4.2 s in all: 2.2 in
sets of states, 0.5 in products and minimisation, 1.1 in arrays that compare states).  They would not become twice as
fast; comparing states in the right order made CN(6,4) three times as fast.
"""

from heapwise.proof.automata.plain_kernels import Connective, product, quotient, subsets

AND: Connective = (False, False, False, True)
OR: Connective = (False, True, True, True)
XOR: Connective = (False, True, True, False)
IFF: Connective = (True, False, False, True)
IMPLIES: Connective = (True, True, False, True)
MINUS: Connective = (False, False, True, False)

__all__ = ["AND", "IFF", "IMPLIES", "MINUS", "OR", "XOR", "Connective", "product", "quotient", "subsets"]
