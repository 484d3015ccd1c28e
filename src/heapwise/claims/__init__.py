"""Claims and verdicts: what is said of which positions, and what was found, as data."""

from heapwise.claims.verdict import Counterexample, Verdict

__all__ = ["Counterexample", "Verdict"]
