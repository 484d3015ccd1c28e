"""How to check: what the command line says."""

from pathlib import Path

from heapwise.records import Record


class Options(Record):
    """How to check: what the command line says. Plain data, which travels to other processes."""

    claim: str | None = None
    effort: str | None = None  # text, as `n in 2..6, x <= 127`
    upto: int | None = None
    method: str = "auto"
    seconds: float | None = None
    memory: int | None = None
    deadline: float | None = None  # of the whole run, on the clock of `time.monotonic`
    samples: int = 200
    seed: int = 0
    certificates: Path | None = None  # the folder for the proofs of what is proved
    second_opinion: bool | None = None  # of sympy on each formula; None: once, where several claims are checked
    work: int | None = None  # times what a proof usually may do; None: that if one is asked for, else little

    @property
    def is_smaller(self) -> bool:
        """Did the command line change the region?"""
        return self.effort is not None or self.upto is not None
