"""The classes of trials of `bench/campaign.py`: each is a module, each trial is determined by its seed alone.

A trial makes something at random, compares what heapwise says of it with what was found in another way, and returns
what it has counted; whatever else happens is a failure. `base` says what a class is, `run` runs them in processes of
their own, `ledger` adds figures up. `said` writes expressions twice, as text and as a function of Python; `rules` makes
games of them, and `naive` values their positions, all without a line of heapwise. `grown` grows trees of every
construct (`meanings`, `trees`, `roots`), for `terms` and `guards`.
"""

from trials import claims, damages, doubts, far, kills, laws, mutants, positions, proofs, terms, texts, theorems
from trials.base import Kind

KINDS: tuple[Kind, ...] = (
    positions.KIND,
    claims.KIND,
    far.KIND,
    proofs.KIND,
    mutants.KIND,
    theorems.KIND,
    terms.KIND,
    doubts.KIND,
    laws.KIND,
    texts.KIND,
    kills.KIND,
    damages.KIND,
)

__all__ = ["KINDS"]
