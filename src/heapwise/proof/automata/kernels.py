"""The three kernels that everything is built on, and the connectives they know.

Compiled kernels could stand here behind the same names.  There are none: numba takes 0.9 s before its first product is
done (measured, cold), and of the 27 statements of bench/automata.py all but one are decided in a third of that by plain
Python.  CN(6,4), the case for which they were wanted, gained more from thinning sets of states out (404 042 raw states
became 19 332); how much compiled kernels would add there was not measured.
"""

from heapwise.proof.automata.plain import Connective, product, quotient, subsets

AND: Connective = (False, False, False, True)
OR: Connective = (False, True, True, True)
XOR: Connective = (False, True, True, False)
IFF: Connective = (True, False, False, True)
IMPLIES: Connective = (True, True, False, True)
MINUS: Connective = (False, False, True, False)

__all__ = ["AND", "IFF", "IMPLIES", "MINUS", "OR", "XOR", "Connective", "product", "quotient", "subsets"]
