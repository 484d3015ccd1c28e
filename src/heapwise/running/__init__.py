"""Running claims: files -> claims -> instances -> verdicts."""

from heapwise.running.run import Options, Run

__all__ = ["Options", "Run"]
