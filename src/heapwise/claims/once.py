"""A second look at a claim, which is taken once: what depends on texts and sources alone comes out the same again.

Sympy looks at the formula of every claim, and the interpreter at small cases of every theorem. Where they find nothing
wrong this is kept in a journal of the cache, each line with its checksum, under the hash of all that it depends on.
"""

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

from heapwise.claims.claim import Claim
from heapwise.claims.hashes import claims_hash, place_hash, rules_hash
from heapwise.files import cache_folder
from heapwise.fingerprint import fingerprint
from heapwise.workers import Journal

_Found = TypeVar("_Found")

_MOST_KEPT = 3_000  # looks; if there are more, all are forgotten


def once(look: Callable[[], _Found | None], claim: Claim, *depends: str, is_again: bool = False) -> _Found | None:
    """What a look at a claim finds; nothing, without a look, where it found nothing before and is not to be taken
    again."""
    kept, key = _kept(cache_folder()), _key(claim, depends)
    if key in kept.finished and not is_again:
        return None
    found = look()
    if found is None:
        kept.finished[key] = True
        kept.add(key, True)
    return found


@cache
def _kept(cache: Path) -> Journal:
    """The looks that found nothing, in a cache."""
    kept = Journal("second looks", is_resumed=True)
    return kept if len(kept.finished) <= _MOST_KEPT else Journal("second looks", is_resumed=False)


def _key(claim: Claim, depends: tuple[str, ...]) -> str:
    """All that a look depends on: the sources, the texts, the claim among those of its text, and what else is named."""
    parts = (fingerprint(), claims_hash(claim), rules_hash(claim), claim.key, place_hash(claim), str(claim.play))
    return hashlib.sha256("\0".join((*parts, *depends)).encode()).hexdigest()
