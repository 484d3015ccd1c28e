"""`heapwise.check`: claims of files, folders or texts, as Python objects.

>>> report = check("claims for nim(n) theorem a: P(x) iff nimsum(x) = 0  check n = 2, upto 3")
>>> report.as_stated, [verdict.word for verdict in report]
(True, ['holds'])
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from heapwise import api
from heapwise.claims import Verdict
from heapwise.claims.summary import ClaimSummary, summarise
from heapwise.documents.by_name import claims_path
from heapwise.documents.library import library, opened
from heapwise.errors import HeapwiseError
from heapwise.running import Options, Run
from heapwise.running.batch import Batch


@dataclass(frozen=True)
class Report(Sequence[Verdict]):
    """The verdicts of a run, in order."""

    verdicts: tuple[Verdict, ...]

    def __getitem__(self, index: Any) -> Any:
        found = self.verdicts[index]
        return Report(found) if isinstance(index, slice) else found

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

    def __repr__(self) -> str:
        """How many verdicts there are of each kind."""
        words = Counter(verdict.word for verdict in self.verdicts)
        return f"<{', '.join(f'{count} {word}' for word, count in words.items()) or 'no verdicts'}>"

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from heapwise.claims.notebook import report_html

        return report_html(self.verdicts, self.claims)


def check(
    what: str | PathLike[str] | api.Text, *, effort: str | None = None, upto: int | None = None,
    claim: str | None = None, method: str = "auto", seconds: float | None = None, memory: int | None = None,
    jobs: int = 1,
) -> Report:  # fmt: skip
    """The verdicts on the claims of a file, a folder, a game of the library, or a text of rules and claims, parsed or
    not; each may take so many seconds and bytes of memory."""
    options = Options(claim=claim, effort=effort, upto=upto, method=method, seconds=seconds, memory=memory)
    if isinstance(what, api.Text):
        return Report(tuple(Run(options).document(what.document)))
    if isinstance(what, str) and api.is_text(what):
        document = opened("<text>", what, library())
        document.check()
        return Report(tuple(Run(options).document(document)))
    return Report(tuple(_of_files(claims_path(Path(what)), options, jobs)))


def _of_files(path: Path, options: Options, jobs: int) -> Iterator[Verdict]:
    batch = Batch((path,), (), options, jobs)
    for finished in batch.run():
        if finished.problem is not None:
            raise HeapwiseError(finished.problem)
        yield from finished.verdicts
    batch.forget()
