"""What stands behind this package: it is plain which statement is asked of which positions, and what an answer says.

`resolve` makes claims of a text; `instances` gives an instance for each choice of parameters, with its region, say all
(a, b) up to 12; `exact_check` says what one position shows, and a `Verdict` is what was found, as data. Nothing is
decided here: `checks` and `proof` do that.
"""

from heapwise.claims.verdict import Counterexample, Verdict
