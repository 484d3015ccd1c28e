"""Claim x Game -> Verdict. Takes the claims of a text and the games they speak of; gives verdicts that say what was
found, by which method, on which positions. Nothing here is called true beyond what was looked at or proved."""

from heapwise.claims.run import Options, Run
from heapwise.claims.verdict import Counterexample, Verdict

__all__ = ["Counterexample", "Options", "Run", "Verdict"]
