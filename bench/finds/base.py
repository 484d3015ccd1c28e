"""What the parts of the bench share."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

Row = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """One thing to look for; its row has the seconds of the processor that it took, and the memory so far."""

    name: str
    run: Callable[[], Row]

    def row(self) -> Row:
        """Run it."""
        begin = time.process_time()
        found = self.run()
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        return {"seconds": round(time.process_time() - begin, 2), "megabytes": memory, **found}


@dataclass(frozen=True)
class Part:
    """Cases of one kind; `page` says what came of them, as Markdown."""

    name: str
    cases: Callable[[], Sequence[Case]]
    page: Callable[[dict[str, Row]], list[str]]


def table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> list[str]:
    """A table in Markdown."""
    lines = [f"| {' | '.join(heads)} |", f"| {' | '.join('---' for _ in heads)} |"]
    return lines + [f"| {' | '.join(str(cell).replace('|', chr(92) + '|') for cell in row)} |" for row in rows]


def median(numbers: Sequence[float]) -> float:
    """The one in the middle."""
    return sorted(numbers)[len(numbers) // 2] if numbers else 0.0
