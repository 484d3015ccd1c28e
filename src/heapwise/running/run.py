"""Running claims: files -> claims -> steps -> verdicts, one after another, so that nothing decided is lost."""

from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path

from heapwise.claims.claim import Claim
from heapwise.claims.resolve import written_claims
from heapwise.claims.verdict import Verdict
from heapwise.documents.library import Document
from heapwise.files import files_in
from heapwise.running.deciding import Deciding
from heapwise.running.options import Options
from heapwise.running.progress import ClaimProgress
from heapwise.running.steps import ClaimSteps

__all__ = ["Options", "Run", "documents"]


class Run(Deciding):
    """Checks the claims of documents with common values, limits and options."""

    def claims(self, document: Document) -> list[Claim]:
        """The claims of a document that the options name."""
        found = written_claims(document).claims
        wanted = self.options.claim
        return [c for c in found if wanted in (None, c.name)]

    def document(self, document: Document) -> Iterator[Verdict]:
        """The verdicts of all claims of a document; raises what is wrong with whole blocks of claims."""
        for mistake in written_claims(document).mistakes:
            raise mistake
        for claim in self.claims(document):
            yield from self.claim(claim, document)

    def claim(self, claim: Claim, document: Document) -> Iterator[Verdict]:
        """The verdicts of the instances of a claim, one after another."""
        progress = ClaimProgress(ClaimSteps(self, claim, document))
        waiting = deque(progress.first)
        while waiting and not progress.is_over:
            number = waiting.popleft()
            result = progress.steps.look(number)
            waiting.extendleft(reversed(progress.more(number, result)))
            yield from progress.take(result)


def documents(paths: Sequence[Path]) -> Iterator[Path]:
    """The texts with claims below the given paths."""
    for path in paths:
        if path.is_dir():
            yield from files_in(path, "**/*.claims")
        else:
            yield path
