"""Where an instance of a claim tells more than the smallest ones: just beyond the numbers that the texts name.

A condition that was not read, such as `where i <= 9`, shows in no instance with fewer heaps than that.
"""

from __future__ import annotations

import re

from heapwise.claims.claim import Claim
from heapwise.claims.hashes import rules_of

_LEAST, _MOST = 3, 12  # below, the smallest instances tell; above, an instance with so many heaps takes too long


def numbers_beyond(claim: Claim) -> set[int]:
    """Numbers that are one larger than one in the text of a claim or of its rules, as far as they are worth a look."""
    texts = [claim.text, *(schema.source.at(schema.node.span) for schema in rules_of(claim))]
    named = {int(number) for text in texts for number in re.findall(r"\b[0-9]{1,2}\b", text)}
    return {number + 1 for number in named if _LEAST <= number < _MOST}
