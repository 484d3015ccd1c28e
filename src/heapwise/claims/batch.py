"""Many files of claims, over several processes: texts and names travel, verdicts come back as plain data."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from heapwise.claims.claim import Claim
from heapwise.claims.given import effort_source, speaks_of
from heapwise.claims.instances import Instance, instances
from heapwise.claims.journal import Journal
from heapwise.claims.limits import Limits
from heapwise.claims.methods import Task, choose
from heapwise.claims.methods.registry import METHODS
from heapwise.claims.resolve import resolve_claims
from heapwise.claims.run import Options, Run, documents
from heapwise.claims.verdict import Verdict
from heapwise.errors import Diagnostic, HeapwiseError, error
from heapwise.files import write_atomically
from heapwise.lang import parse_effort
from heapwise.rules.conventions import Play
from heapwise.rules.game import Game
from heapwise.rules.library import Document, Shelf, headings, library_files, neighbours, read_source
from heapwise.rules.position import State
from heapwise.source import Place, Source

STANDARD_INPUT = Path("-")
_MOST_NAMES = 12


@dataclass(frozen=True)
class Job:
    """One claim of one text, and how to check it."""

    name: str
    text: str
    files: tuple[Path, ...]
    claim: str
    line: int
    options: Options


@dataclass
class Finished:
    """What a job gave: verdicts, or what is wrong with a file."""

    verdicts: list[Verdict]
    problem: tuple[Diagnostic, ...] | None = None
    exceptions: tuple[str, ...] = ()


class Batch:
    """The claims below some paths, checked with common options."""

    def __init__(
        self, paths: tuple[Path, ...], files: tuple[Path, ...], options: Options, jobs: int | None = None,
        resume: bool = False, exceptions: Path | None = None,
    ) -> None:  # fmt: skip
        self.paths, self.files, self.options = paths, files, options
        self.jobs = jobs or os.cpu_count() or 1
        self.resume, self.exceptions = resume, exceptions
        self.total = 0  # how many claims there are, once the files have been read
        self._journals: dict[str, Journal] = {}
        self._texts: dict[Path, Source] = {}
        self._claims: list[Claim] = []

    def run(self) -> Iterator[Finished]:
        """All verdicts, in the order of files and claims; what is decided is kept at once."""
        problems, jobs = self._jobs()
        self.total = len(jobs)
        yield from problems
        written: list[str] = []
        for _, finished in self._decided(jobs):
            written += finished.exceptions
            yield finished
        if self.exceptions is not None:
            write_atomically(self.exceptions, "\n".join(["claim\tinstance\tposition", *written]) + "\n")

    def _decided(self, jobs: list[Job]) -> Iterator[tuple[Job, Finished]]:
        known = {id(job): self._known(job) for job in jobs}
        waiting = [job for job in jobs if known[id(job)] is None]
        with _Pool(self.jobs, len(waiting)) as submit:
            futures = {id(job): submit(job) for job in waiting}
            for job in waiting:
                futures[id(job)].add_done_callback(partial(self._keep, job))
            for job in jobs:
                verdicts = known[id(job)]
                if verdicts is not None:
                    yield job, Finished(verdicts)
                    continue
                yield job, futures[id(job)].result()

    def _keep(self, job: Job, future: Future[Finished]) -> None:
        """Write down what was decided at once, whether or not it is its turn to be shown."""
        if not future.cancelled() and future.exception() is None and future.result().problem is None:
            self._journal(job).add(_key(job), future.result().verdicts)

    def plan(self) -> Iterator[tuple[str, Instance, str, str]]:
        """What would be done: file, instance, method, and why."""
        problems, jobs = self._jobs()
        for problem in problems:
            if problem.problem:
                raise HeapwiseError(problem.problem)
        for job in jobs:
            document = _document(job)
            run = Run(job.options)
            for claim in _claims_at(run, document, job):
                for instance in instances(claim, run.effort(claim, document)):
                    method, why = _chosen(instance, run)
                    yield job.name, instance, method, why

    def games(self) -> list[tuple[Game, Play]]:
        """The games that the claims speak of, each with its play, once."""
        found = {(i.game, i.claim.play): None for _, i, _, _ in self.plan() if i.game is not None}
        return list(found)

    def stamps(self) -> dict[Path, float]:
        """When the files below the paths, and their neighbours, were last changed."""
        watched = [p for path in documents(self.paths) if path != STANDARD_INPUT for p in (path, *neighbours(path))]
        return {p: p.stat().st_mtime for p in watched if p.exists()}

    def refresh(self) -> None:
        """Read the files anew next time."""
        self._texts.clear()
        headings.cache_clear()

    def forget(self) -> None:
        """The run came to its end."""
        for journal in self._journals.values():
            journal.forget()

    # -- jobs

    def _jobs(self) -> tuple[list[Finished], list[Job]]:
        problems: list[Finished] = []
        jobs: list[Job] = []
        self._claims.clear()
        for path in dict.fromkeys(documents(self.paths)):
            try:
                jobs += self._jobs_of(path)
            except HeapwiseError as mistake:
                problems.append(Finished([], mistake.diagnostics))
        if not problems:
            self._check_options()
        return problems, jobs

    def _check_options(self) -> None:
        """A name on the command line that no claim has is a slip: nothing would be done for it, and nobody told."""
        named, claims = self.options.claim, self._claims
        if claims and named is not None and all(c.name != named for c in claims):
            raise error("E084", None, name=named, known=_some(dict.fromkeys(c.name for c in claims)))
        if not claims or self.options.effort is None:
            return
        source = effort_source(self.options.effort)
        for item in parse_effort(source).items:
            if not any(speaks_of(item, c) for c in claims):
                raise error("E085", Place(source, item.span), name=source.at(item.span))

    def _jobs_of(self, path: Path) -> list[Job]:
        source = self._source(path)
        near = () if path == STANDARD_INPUT else tuple(neighbours(path))
        files = (*near, *self.files)
        probe = Job(source.name, source.text, files, "", 0, self.options)
        document = _document(probe)
        document.check()
        claims = resolve_claims(document)
        self._claims += claims
        wanted = self.options.claim
        return [replace(probe, claim=c.name, line=c.place.line) for c in claims if wanted in (None, c.name)]

    def _source(self, path: Path) -> Source:
        if path not in self._texts:
            self._texts[path] = Source("<stdin>", sys.stdin.read()) if path == STANDARD_INPUT else read_source(path)
        return self._texts[path]

    # -- journals

    def _journal(self, job: Job) -> Journal:
        if job.name not in self._journals:
            rules = "\0".join(p.read_text(encoding="utf-8", errors="replace") for p in job.files if p.is_file())
            o = self.options
            effort = f"{o.effort}|{o.upto}|{o.method}|{o.seconds}|{o.memory}|{o.samples}|{o.seed}"
            identity = "\0".join((job.name, job.text, rules, effort))
            self._journals[job.name] = Journal(identity, self.resume)
        return self._journals[job.name]

    def _known(self, job: Job) -> list[Verdict] | None:
        return self._journal(job).finished.get(_key(job))


def _some(names: Iterable[str]) -> str:
    """A few names, for a message."""
    first, more = [*names][:_MOST_NAMES], len([*names]) > _MOST_NAMES
    return ", ".join(first) + (", ..." if more else "")


def _key(job: Job) -> str:
    return f"{job.claim}@{job.line}"


def _document(job: Job) -> Document:
    return Document(Source(job.name, job.text), Shelf((*job.files, *library_files())))


def work(job: Job) -> Finished:
    """Check one claim; runs in a process of its own."""
    exceptions: list[str] = []

    def take(instance: Instance, state: State) -> None:
        position = ",".join(map(str, state)) if instance.game is None else instance.game.layout.text(state)
        exceptions.append(f"{instance.claim.name}\t{instance.label}\t{position}")

    try:
        document, run = _document(job), Run(job.options, take)
        verdicts = [v for c in _claims_at(run, document, job) for v in run.claim(c, document)]
    except HeapwiseError as mistake:
        return Finished([], mistake.diagnostics)
    return Finished(verdicts, None, tuple(exceptions))


def _claims_at(run: Run, document: Document, job: Job) -> list[Claim]:
    return [c for c in run.claims(document) if c.name == job.claim and c.place.line == job.line]


def _chosen(instance: Instance, run: Run) -> tuple[str, str]:
    if run.options.method != "auto":
        return METHODS[run.options.method].name, "asked for"
    method, why = choose(Task(instance, run.values, Limits()))
    return method.name, why


class _Pool:
    """Processes for jobs, or this process where one is enough."""

    def __init__(self, jobs: int, work_items: int) -> None:
        count = min(jobs, work_items)
        context = get_context("forkserver" if sys.platform != "win32" else "spawn")
        self._executor = ProcessPoolExecutor(count, context, _ignore_interrupts) if count > 1 else None

    def __enter__(self) -> Callable[[Job], Future[Finished]]:
        return self._submit

    def _submit(self, job: Job) -> Future[Finished]:
        if self._executor is not None:
            return self._executor.submit(work, job)
        return _Now(job)

    def __exit__(self, kind: object, *_: object) -> None:
        if self._executor is not None:
            self._executor.shutdown(wait=kind is None, cancel_futures=True)
            if kind is not None:
                for process in list((self._executor._processes or {}).values()):
                    process.terminate()


class _Now(Future[Finished]):
    """A job done when its result is asked for."""

    def __init__(self, job: Job) -> None:
        super().__init__()
        self._job = job

    def result(self, timeout: float | None = None) -> Finished:
        if not self.done():
            self.set_result(work(self._job))
        return super().result(timeout)


def _ignore_interrupts() -> None:
    """Ctrl-C is for the process that talks to the user; it ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
