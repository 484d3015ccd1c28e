"""The independent checker: is a certificate a proof that its formulas have no solution?

It shares no code with `proof`, and needs nothing of the rest but messages. What stands behind it: every formula under
`obligations` is false of all natural numbers, or the problem of the digit game is solved for every number of heaps.
That these are the right formulas and problems for the rules and the claim is another question, which
`proof/certificate` answers as well as it can.

`untrusted` has the limits on a file and on the work that it asks for; `automata` reads tables of automata, with
limits of their own.
"""

from heapwise.verify.checker import Checked, check_proof
from heapwise.verify.kinds import check
from heapwise.verify.untrusted import MOST_BYTES, parsed
