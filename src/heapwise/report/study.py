"""A study: the games below some paths, their claims, and the verdicts, gathered before anything is written."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from heapwise.claims import Verdict
from heapwise.claims.claim import Claim
from heapwise.claims.region import describe
from heapwise.claims.resolve import written_claims
from heapwise.claims.summary import AS_STATED, BROKEN, ClaimSummary, exit_code, summarise
from heapwise.documents.library import Document
from heapwise.documents.remarks import Remark
from heapwise.documents.search import document_at
from heapwise.errors import Diagnostic, HeapwiseError, error
from heapwise.files import files_in
from heapwise.messages import render, spoken
from heapwise.records import Record, dataclass, field, replace
from heapwise.report.phrases import say
from heapwise.rules.schema import Schema
from heapwise.running import Options
from heapwise.running.batch import Batch
from heapwise.running.run import documents
from heapwise.source import Source


class Stated(Record):
    """A claim with what was found about it."""

    claim: Claim
    verdicts: tuple[Verdict, ...]

    @property
    def summary(self) -> ClaimSummary:
        """The verdict on the whole claim."""
        return summarise(self.verdicts)[0]


class Chapter(Record):
    """A game of a file with the claims about it; laws, which are about no game, have no schema."""

    schema: Schema | None
    source: Source
    claims: tuple[Stated, ...]
    document: Document

    @property
    def title(self) -> str:
        """What stands above the chapter."""
        return self.schema.heading if self.schema else say(f"Laws of {Path(self.source.name).stem}")


class Study(Record):
    """All that a report says. A report without a date says nothing that changes from run to run."""

    title: str
    chapters: tuple[Chapter, ...]
    problems: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    date: str | None = None
    unread: tuple[Stated, ...] = ()  # claims with a mistake: they stand in no chapter, and their verdicts say why

    def with_verdicts(self, change: Callable[[Verdict], Verdict]) -> "Study":
        """The same study with every verdict put through a change."""

        def stated(one: Stated) -> Stated:
            return replace(one, verdicts=tuple(map(change, one.verdicts)))

        chapters = tuple(replace(c, claims=tuple(map(stated, c.claims))) for c in self.chapters)
        return replace(self, chapters=chapters, unread=tuple(map(stated, self.unread)))

    @property
    def claims(self) -> list[Stated]:
        """The claims of all chapters."""
        return [stated for chapter in self.chapters for stated in chapter.claims]

    @property
    def all_claims(self) -> list[Stated]:
        """The claims of all chapters, and those that have a mistake."""
        return [*self.claims, *self.unread]

    @property
    def as_stated(self) -> int:
        """How many claims are as stated."""
        return sum(1 for stated in self.all_claims if stated.summary.exit_code == AS_STATED)

    @property
    def verdicts(self) -> list[Verdict]:
        """All verdicts."""
        return [verdict for stated in self.all_claims for verdict in stated.verdicts]

    @property
    def sources(self) -> list[Source]:
        """The texts that the chapters are made of, claims and rules, each once."""
        found = [s for c in self.chapters for s in (c.source, *([c.schema.source] if c.schema else []))]
        found += [stated.claim.source for stated in self.unread]
        return sorted({s.name: s for s in found}.values(), key=lambda s: s.name)

    @property
    def exit_code(self) -> int:
        """What the claims make of the exit code of a run."""
        return exit_code([*(BROKEN for _ in self.problems), *(s.summary.exit_code for s in self.claims)])


@dataclass
class StudyPlan:
    """How to make a study of some paths. `step` is told how many claims there are, after every one of them."""

    paths: Sequence[Path]
    files: tuple[Path, ...] = ()
    options: Options = field(default_factory=Options)
    jobs: int | None = None
    proves: bool = False
    step: Callable[[int], None] = lambda total: None
    remarks: dict[Remark, None] = field(default_factory=dict)  # on where games were found
    _problems: dict[str, Diagnostic] = field(default_factory=dict)
    _unread: list[Stated] = field(default_factory=list)

    def study(self, title: str, commands: tuple[str, ...] = (), date: str | None = None) -> Study:
        """The study: every claim is checked now."""
        verdicts = self._verdicts(self.options)
        if self.proves:
            proved = self._verdicts(replace(self.options, method="proof"))
            verdicts = {key: _stronger(found, proved.get(key, [])) for key, found in verdicts.items()}
        chapters = [*self._with_claims(verdicts)]
        chapters += self._rules_alone({c.schema for c in chapters})
        if not chapters and self._problems:
            raise HeapwiseError(self._problems.values())
        if not chapters:
            raise error("E358", None, paths=", ".join(map(str, self.paths)))
        return Study(title, tuple(chapters), tuple(self._problems), commands, date, tuple(self._unread))

    def _verdicts(self, options: Options) -> "dict[_Key, list[Verdict]]":
        """The verdicts by claim; what is wrong with a file is noted."""
        batch = Batch(tuple(self.paths), self.files, options, self.jobs)
        found: dict[_Key, list[Verdict]] = {}
        for finished in batch.run():
            self.remarks |= dict.fromkeys(finished.remarks)
            if finished.problem is not None:
                self._note(finished.problem)
                continue
            for verdict in finished.verdicts:
                found.setdefault((verdict.file, verdict.game, verdict.claim), []).append(verdict)
            self.step(batch.total)
        batch.forget()
        return found

    def _note(self, problem: Sequence[Diagnostic]) -> None:
        self._problems |= {render(diagnostic, spoken()): diagnostic for diagnostic in problem}

    # -- chapters

    def _with_claims(self, verdicts: "dict[_Key, list[Verdict]]") -> Iterator[Chapter]:
        for path in documents(self.paths):
            try:
                document = self._document(path)
                written = written_claims(document)
            except HeapwiseError:
                continue  # the run has noted it
            about: dict[Schema | None, list[Stated]] = {}
            for problem in written.problems:
                self._note(problem.diagnostics)
            for claim in written.claims:
                found = verdicts.get((claim.source.name, claim.schema.name if claim.schema else None, claim.name))
                if found:
                    listed = about.setdefault(claim.schema, []) if claim.problem is None else self._unread
                    listed.append(Stated(claim, tuple(found)))
            for schema, stated in about.items():
                yield Chapter(schema, document.source, tuple(stated), document)

    def _rules_alone(self, seen: set[Schema | None]) -> Iterator[Chapter]:
        """The games of the paths that no claim is about; those of a broken file are noted instead."""
        if self.options.claim is not None:
            return
        for path in _rule_files(self.paths):
            try:
                document = self._document(path)
                document.check()
            except HeapwiseError as mistake:
                self._note(mistake.diagnostics)
                continue
            known = {(s.name, s.source.name) for s in seen if s is not None}
            for schema in document.schemas.values():
                if (schema.name, schema.source.name) not in known:
                    yield Chapter(schema, document.source, (), document)

    def _document(self, path: Path) -> Document:
        return document_at(path, self.files)


_Key = tuple[str, str | None, str]


def _rule_files(paths: Sequence[Path]) -> list[Path]:
    found = [p for path in paths for p in (files_in(path, "**/*.game") if path.is_dir() else [path])]
    return list(dict.fromkeys(found))


def _stronger(found: list[Verdict], proofs: list[Verdict]) -> list[Verdict]:
    """A proof takes the place of a verdict on a region, and says what else was looked at."""
    by_label = {v.label: v for v in proofs if v.word == "proved" and not v.is_whole}
    quantifiers = next((v.quantifiers for v in proofs if v.quantifiers is not None), None)
    if quantifiers is not None:  # of an attempt that was asked for
        cases = (v for v in found if quantifiers.covering(v.shown))
        by_label |= {v.label: replace(v, word="proved", method="proof", region="all") for v in cases}
        found = [*found[:-1], replace(found[-1], quantifiers=quantifiers)]
    return [_with_region(by_label[v.label], v) if v.word == "holds" and v.label in by_label else v for v in found]


def _with_region(proof: Verdict, table: Verdict) -> Verdict:
    proof = replace(proof, quantifiers=table.quantifiers)
    if not isinstance(table.region, dict):
        return proof
    positions = f"{table.positions:,} position{'' if table.positions == 1 else 's'}"
    words = f"by values, too, at {positions} with {describe(table.region)}"
    return replace(proof, notes=(*proof.notes, words))
