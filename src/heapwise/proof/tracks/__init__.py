"""Parameters as tracks: claims proved for every value of p, q, k, with the number of heaps fixed.

A parameter that stands in linear relations, as a power of two, or as what other numbers are divided by becomes one more
number that the automata read. `Tracks` is the way of proof for `heapwise.proof.uniform`; `attempt` makes one attempt.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from heapwise.claims.claim import Claim
from heapwise.proof.tracks.attempt import Refuted, attempt
from heapwise.proof.uniform import USUAL, Free, Means, Quantified
from heapwise.terms import term as t
from heapwise.terms.types import NUMBER

_MOST_OPEN = 3


class Tracks:
    """The way of proof by which parameters are tracks."""

    name = "tracks"

    def frees(self, claim: Claim) -> Sequence[Free]:
        """All choices of numbers that do not say how many heaps there are, the largest first."""
        if claim.schema is None or claim.schema.is_alias:
            return ()
        sizes = {slot for place in claim.schema.places for term in place.sizes for slot in t.free_slots(term)}
        counts = {p.count_slot for p in claim.schema.parameters}
        names = [
            v.name for v in claim.variables if v.value is None and v.type == NUMBER and v.slot not in sizes | counts
        ]
        return [free for size in range(min(len(names), _MOST_OPEN), 0, -1) for free in combinations(names, size)]

    def attempt(self, claim: Claim, free: Free, fixed: Mapping[str, Any], means: Means = USUAL) -> Quantified:
        """The claim for all values of the free parameters; raises `NotProved`, `Refuted` where an instance is."""
        from heapwise.proof.prove import BUDGET

        return attempt(claim, fixed, means.budget(BUDGET), means.is_recorded)
