"""How sure a finding is."""

from __future__ import annotations

from enum import StrEnum


class Status(StrEnum):
    """How sure a finding is. A guess was right at positions that had no part in making it; what is near failed."""

    PROVED = "proved"
    GUESS = "guess"
    NEAR = "near"
    REFUTED = "refuted"


STRENGTH = (Status.PROVED, Status.GUESS, Status.NEAR, Status.REFUTED)
