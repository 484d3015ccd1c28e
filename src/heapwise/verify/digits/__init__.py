"""The checker of theorems for every number of heaps: is a certificate of the digit game a proof of its problem?

It shares no code with the prover. What stands behind it: for every number of heaps from `least` on, the sentence of
the problem names the positions, or the values, that it says, for the moves that the problem lists.
"""

from heapwise.verify.digits.checker import check_digits
