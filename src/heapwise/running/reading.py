"""The files of a run, read once: their claims, and what is wrong with them."""

import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from heapwise.claims.claim import Claim
from heapwise.claims.command_effort import effort_source, speaks_of
from heapwise.claims.hashes import rules_of
from heapwise.claims.resolve import written_claims
from heapwise.documents.library import library, read_source
from heapwise.documents.remarks import Remark, remarks
from heapwise.documents.search import Around, around, gather
from heapwise.errors import Diagnostic, HeapwiseError, error
from heapwise.lang import parse_effort
from heapwise.running.expected import Expected, read_expected
from heapwise.running.options import Options
from heapwise.running.piece import ClaimEntry, ClaimSheet
from heapwise.running.run import documents
from heapwise.source import Place, Source

OnProblem = Callable[[HeapwiseError], None]  # told of what stands in the way of one text or claim

STANDARD_INPUT = Path("-")
_MOST_NAMES = 12


class ClaimReader:
    """The claims below some paths."""

    def __init__(
        self, paths: tuple[Path, ...], files: tuple[Path, ...], options: Options, keeps_exceptions: bool
    ) -> None:
        self.paths, self.files, self.options, self.keeps_exceptions = paths, files, options, keeps_exceptions
        self.read_in_part: set[str] = set()  # files with a block of claims that has a mistake
        self._remarks: dict[Remark, None] = {}
        self._texts: dict[Path, Source] = {}
        self._claims: list[Claim] = []

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """What there is to say about where games were found."""
        return tuple(self._remarks)

    def refresh(self) -> None:
        """Read the files anew next time."""
        self._texts.clear()

    def entries(self) -> tuple[list[tuple[Diagnostic, ...]], list[ClaimEntry]]:
        """What is wrong with files, and the claims of the others."""
        problems: list[tuple[Diagnostic, ...]] = []
        found: list[ClaimEntry] = []
        self._claims.clear()
        self._remarks.clear()
        self.read_in_part.clear()
        around((), self.files)
        for path in dict.fromkeys(documents(self.paths)):
            try:
                found += self._of(path, problems)
            except HeapwiseError as mistake:
                if mistake.code == "E366":
                    raise  # it is about an output of the whole run
                problems.append(mistake.diagnostics)
        if not problems:
            self._check_options()
        return problems, [_alone(found[0])] if len(found) == 1 else found

    def _check_options(self) -> None:
        """A name on the command line that no claim has is a slip: nothing would be done for it, and nobody told."""
        named, claims = self.options.claim, self._claims
        if claims and named is not None and all(c.name != named for c in claims):
            raise error("E084", None, name=named, known=some_names(dict.fromkeys(c.name for c in claims)))
        if not claims or self.options.effort is None:
            return
        source = effort_source(self.options.effort)
        for item in parse_effort(source).items:
            if not any(speaks_of(item, c) for c in claims):
                raise error("E085", Place(source, item.span), name=source.at(item.span))

    def _of(self, path: Path, problems: list[tuple[Diagnostic, ...]]) -> list[ClaimEntry]:
        """The claims of a file; what is wrong with whole blocks of them is noted."""
        source = self._source(path)
        folder = Path() if path == STANDARD_INPUT else path.parent
        seen = Around(gather((folder,), self.files), library())
        sheet = ClaimSheet(source.name, source.text, seen, self.options, self.keeps_exceptions)
        document = sheet.document
        document.check()
        claims, mistakes = (found := written_claims(document)).claims, found.mistakes
        problems += [mistake.diagnostics for mistake in mistakes]
        self.read_in_part |= {source.name} if mistakes else set()
        self._claims += claims
        used = (schema for claim in claims for schema in rules_of(claim))
        self._remarks |= dict.fromkeys(remarks(seen, used, source.name))
        known = {} if path == STANDARD_INPUT else read_expected(path)
        return [
            ClaimEntry(_worked(sheet, known.get(claim.key)), claim.name, claim.span.start)
            for claim in claims
            if self.options.claim in (None, claim.name)
        ]

    def _source(self, path: Path) -> Source:
        if path not in self._texts:
            self._texts[path] = Source("<stdin>", sys.stdin.read()) if path == STANDARD_INPUT else read_source(path)
        return self._texts[path]


def _worked(sheet: ClaimSheet, expected: Expected | None) -> ClaimSheet:
    """What was proved before is worth the whole work of a proof, where nobody says how much that may be."""
    was_proved = expected is not None and (expected.word == "proved" or bool(expected.quantifiers))
    is_worth = was_proved and sheet.options.work is None
    return replace(sheet, options=replace(sheet.options, work=1)) if is_worth else sheet


def _alone(entry: ClaimEntry) -> ClaimEntry:
    """A single claim does not wait for sympy, unless its opinion was asked for."""
    options = entry.sheet.options
    sheet = replace(entry.sheet, options=replace(options, second_opinion=bool(options.second_opinion)))
    return replace(entry, sheet=sheet)


def some_names(names: Iterable[str]) -> str:
    """A few names, for a message."""
    first, more = [*names][:_MOST_NAMES], len([*names]) > _MOST_NAMES
    return ", ".join(first) + (", ..." if more else "")
