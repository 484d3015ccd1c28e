"""`heapwise.check`: claims of files, folders or texts, as Python objects.

>>> report = check("claims for nim(n) theorem a: P(x) iff nimsum(x) = 0  check n = 2, upto 3")
>>> report.as_stated, [verdict.word for verdict in report]
(True, ['holds'])
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from heapwise import api
from heapwise.claims import Verdict
from heapwise.claims.summary import ClaimSummary, summarise
from heapwise.documents.library import library, opened
from heapwise.errors import HeapwiseError
from heapwise.files import resource
from heapwise.running import Options, Run
from heapwise.running.batch import Batch

_TEXT = re.compile(r"(?m)^\s*(language|game|claims)\b|\n")


@dataclass(frozen=True)
class Report(Sequence[Verdict]):
    """The verdicts of a run, in order."""

    verdicts: tuple[Verdict, ...]

    def __getitem__(self, index: Any) -> Any:
        return self.verdicts[index]

    def __len__(self) -> int:
        return len(self.verdicts)

    def __iter__(self) -> Iterator[Verdict]:
        return iter(self.verdicts)

    @property
    def claims(self) -> list[ClaimSummary]:
        """The verdict of every claim over all its instances."""
        return summarise(self.verdicts)

    @property
    def as_stated(self) -> bool:
        """Is every claim as its status says?"""
        return bool(self.verdicts) and all(claim.exit_code == 0 for claim in self.claims)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from heapwise.claims.notebook import report_html

        return report_html(self.verdicts, self.claims)


def check(
    what: str | PathLike[str] | api.Text, *, effort: str | None = None, upto: int | None = None,
    claim: str | None = None, method: str = "auto", seconds: float | None = None, memory: int | None = None,
    jobs: int = 1,
) -> Report:  # fmt: skip
    """The verdicts on the claims of a file, a folder, a folder of the library, or a text of rules and claims, parsed or
    not; each may take so many seconds and bytes of memory."""
    options = Options(claim=claim, effort=effort, upto=upto, method=method, seconds=seconds, memory=memory)
    if isinstance(what, api.Text):
        return Report(tuple(Run(options).document(what.document)))
    if isinstance(what, str) and _TEXT.search(what):
        document = opened("<text>", what, library())
        document.check()
        return Report(tuple(Run(options).document(document)))
    return Report(tuple(_of_files(_found(Path(what)), options, jobs)))


def _found(path: Path) -> Path:
    """A path as it stands, or in the library: `games/moore` works everywhere."""
    if path.exists() or path.is_absolute() or path.parts[:1] != ("games",):
        return path
    return resource("games").joinpath(*path.parts[1:])


def _of_files(path: Path, options: Options, jobs: int) -> Iterator[Verdict]:
    for finished in Batch((path,), (), options, jobs).run():
        if finished.problem is not None:
            raise HeapwiseError(finished.problem)
        yield from finished.verdicts
