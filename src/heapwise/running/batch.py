"""Many files of claims, over several processes: texts and names travel, verdicts come back as plain data."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from heapwise.claims.claim import Claim
from heapwise.claims.command_effort import effort_source, speaks_of
from heapwise.claims.hashes import rules_of
from heapwise.claims.instances import Instance, instances
from heapwise.claims.limits import Limits
from heapwise.claims.resolve import resolve_claims
from heapwise.claims.task import Task
from heapwise.claims.verdict import Verdict
from heapwise.documents.library import library_files, neighbours, read_source
from heapwise.documents.remarks import Remark, remarks
from heapwise.documents.search import around, gather
from heapwise.errors import HeapwiseError, error
from heapwise.files import writing
from heapwise.lang import parse_effort
from heapwise.outputs import write_output
from heapwise.reference.conventions import Play
from heapwise.rules.game import Game
from heapwise.running.expected import Expected, read_expected
from heapwise.running.jobs import ClaimJob, Finished, Leave, work
from heapwise.running.journal import Journal
from heapwise.running.registry import METHODS, choose
from heapwise.running.run import Options, Run, documents
from heapwise.running.shared import SECONDS_ALONE, Shared
from heapwise.running.workers import Cluster, Processes, Workers
from heapwise.source import Place, Source

OnProblem = Callable[[HeapwiseError], None]  # told of what stands in the way of one text or claim

STANDARD_INPUT = Path("-")
_MOST_NAMES = 12


class Batch:
    """The claims below some paths, checked with common options."""

    def __init__(
        self, paths: tuple[Path, ...], files: tuple[Path, ...], options: Options, jobs: int | None = None,
        resume: bool = False, exceptions: Path | None = None, cluster: str | None = None,
    ) -> None:  # fmt: skip
        self.paths, self.files, self.options = paths, files, options
        self.jobs = jobs or os.cpu_count() or 1
        self.resume, self.exceptions, self.cluster = resume, exceptions, cluster
        self.total = 0  # how many claims there are, once the files have been read
        self._remarks: dict[Remark, None] = {}
        self._journals: dict[str, Journal] = {}
        self._texts: dict[Path, Source] = {}
        self._claims: list[Claim] = []

    def run(self) -> Iterator[Finished]:
        """All verdicts, in the order of files and claims; what is decided is kept at once."""
        problems, jobs = self._jobs()
        self.total = len(jobs)
        yield Finished([], remarks=tuple(self._remarks))
        yield from problems
        written: list[str] = []
        for _, finished in self._decided(jobs):
            written += finished.exceptions
            yield finished
        if self.exceptions is not None:
            with writing(self.exceptions):
                write_output(self.exceptions, "\n".join(["claim\tinstance\tposition", *written]) + "\n")

    def _decided(self, jobs: list[ClaimJob]) -> Iterator[tuple[ClaimJob, Finished]]:
        known = {id(job): self._known(job) for job in jobs}
        waiting = [job for job in jobs if known[id(job)] is None]
        with self._workers() as workers, self._shared(waiting, workers) as shared:
            for job in jobs:
                verdicts = known[id(job)]
                if verdicts is not None:
                    yield job, Finished(verdicts)
                    continue
                future = shared.taken(job)
                finished = None if future is None else _result(future)
                if finished is None or finished.is_left:
                    finished = work(job, workers)
                    self._keep(job, finished)
                yield job, finished

    @contextmanager
    def _workers(self) -> Iterator[Workers | None]:
        """Who helps: the cluster, processes of this machine, or nobody."""
        workers = Cluster(self.cluster) if self.cluster else Processes(self.jobs) if self.jobs > 1 else None
        try:
            yield workers
        except BaseException:
            if workers is not None:
                workers.close(at_once=True)
            raise
        if workers is not None:
            workers.close(at_once=False)

    def _shared(self, jobs: list[ClaimJob], workers: Workers | None) -> Shared:
        """The jobs that others may do. One alone is done here, and helped with by blocks."""

        def give(job: ClaimJob) -> Future[Finished]:
            assert workers is not None
            future = workers.submit(work, replace(job, is_left=True, hands=workers.hands))
            future.add_done_callback(partial(self._keep_future, job))
            return future

        is_alone = workers is None or len(jobs) == 1
        return Shared(() if is_alone else jobs, give, 0 if self.cluster else SECONDS_ALONE)

    def _keep_future(self, job: ClaimJob, future: Future[Finished]) -> None:
        """Write down what was decided at once, whether or not it is its turn to be shown."""
        if not future.cancelled() and future.exception() is None:
            self._keep(job, future.result())

    def _keep(self, job: ClaimJob, finished: Finished) -> None:
        if finished.problem is None and not finished.is_left:
            self._journal(job).add(_key(job), finished.verdicts)

    def plan(self, on_problem: OnProblem) -> Iterator[tuple[str, Instance, str, str]]:
        """What would be done: file, instance, method, and why. What is wrong with one text or claim is told, and stops
        no other."""
        problems, jobs = self._jobs()
        for problem in problems:
            on_problem(HeapwiseError(problem.problem or ()))
        others = Leave(self.jobs) if self.jobs > 1 or self.cluster else None
        for job in jobs:
            try:
                yield from self._planned(job, Run(job.options, others=others))
            except HeapwiseError as problem_of_one:
                on_problem(problem_of_one)

    def _planned(self, job: ClaimJob, run: Run) -> Iterator[tuple[str, Instance, str, str]]:
        document = job.document
        for claim in job.claims(run, document):
            for instance in instances(claim, run.effort(claim, document)):
                method, why = _chosen(instance, run)
                yield job.name, instance, method, why

    def games(self, on_problem: OnProblem) -> list[tuple[Game, Play]]:
        """The games that the claims speak of, each with its play, once."""
        found = {(i.game, i.claim.play): None for _, i, _, _ in self.plan(on_problem) if i.game is not None}
        return list(found)

    def stamps(self) -> dict[Path, float]:
        """When the files below the paths, those that were named, and the rules beside them were last changed."""
        given = [path for path in (*documents(self.paths), *self.files) if path != STANDARD_INPUT]
        watched = [p for path in given for p in (path, *neighbours(path))]
        return {p: p.stat().st_mtime for p in (*watched, *library_files()) if p.exists()}

    def refresh(self) -> None:
        """Read the files anew next time."""
        self._texts.clear()

    def forget(self) -> None:
        """The run came to its end."""
        for journal in self._journals.values():
            journal.forget()

    # -- jobs

    def _jobs(self) -> tuple[list[Finished], list[ClaimJob]]:
        problems: list[Finished] = []
        jobs: list[ClaimJob] = []
        self._claims.clear()
        self._remarks.clear()
        around((), self.files)
        for path in dict.fromkeys(documents(self.paths)):
            try:
                jobs += self._jobs_of(path)
            except HeapwiseError as mistake:
                if mistake.code == "E366":
                    raise  # it is about an output of the whole run
                problems.append(Finished([], mistake.diagnostics))
        if not problems:
            self._check_options()
        return problems, [_alone(jobs[0])] if len(jobs) == 1 else jobs

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

    def _jobs_of(self, path: Path) -> list[ClaimJob]:
        source = self._source(path)
        folder = Path() if path == STANDARD_INPUT else path.parent
        options = self.options if self.cluster is None else self._without_clock()
        keeps = self.exceptions is not None
        probe = ClaimJob(source.name, source.text, gather((folder,), self.files), "", 0, options, keeps)
        document = probe.document
        document.check()
        claims = resolve_claims(document)
        self._claims += claims
        used = (schema for claim in claims for schema in rules_of(claim))
        self._remarks |= dict.fromkeys(remarks(document.around, used, source.name))
        wanted = self.options.claim
        known = {} if path == STANDARD_INPUT else read_expected(path)
        return [
            replace(probe, claim=c.name, line=c.place.line, options=_worked(options, known.get(c.key)))
            for c in claims
            if wanted in (None, c.name)
        ]

    def _without_clock(self) -> Options:
        """Options for machines whose clocks are not ours: what is left of the run is what an instance may take."""
        o = self.options
        return replace(o, seconds=Limits(o.seconds, None, o.deadline).seconds_left, deadline=None)

    def _source(self, path: Path) -> Source:
        if path not in self._texts:
            self._texts[path] = Source("<stdin>", sys.stdin.read()) if path == STANDARD_INPUT else read_source(path)
        return self._texts[path]

    # -- journals

    def _journal(self, job: ClaimJob) -> Journal:
        if job.name not in self._journals:
            o = self.options
            effort = f"{o.effort}|{o.upto}|{o.method}|{o.seconds}|{o.memory}|{o.samples}|{o.seed}|{o.work}"
            identity = "\0".join((job.made_by, job.name, job.text, repr(job.texts), effort))
            self._journals[job.name] = Journal(identity, self.resume)
        return self._journals[job.name]

    def _known(self, job: ClaimJob) -> list[Verdict] | None:
        return self._journal(job).finished.get(_key(job))


def _alone(job: ClaimJob) -> ClaimJob:
    """A single claim does not wait for sympy, unless its opinion was asked for."""
    options = job.options
    return replace(job, options=replace(options, second_opinion=bool(options.second_opinion)))


def _worked(options: Options, expected: Expected | None) -> Options:
    """What was proved before is worth the whole work of a proof, where nobody says how much that may be."""
    was_proved = expected is not None and (expected.word == "proved" or bool(expected.quantifiers))
    return replace(options, work=1) if was_proved and options.work is None else options


def _result(future: Future[Finished]) -> Finished:
    """What a job gave; one over which processes died is a problem of its own, and no other's."""
    try:
        return future.result()
    except HeapwiseError as problem:
        return Finished([], problem.diagnostics)


def _some(names: Iterable[str]) -> str:
    """A few names, for a message."""
    first, more = [*names][:_MOST_NAMES], len([*names]) > _MOST_NAMES
    return ", ".join(first) + (", ..." if more else "")


def _key(job: ClaimJob) -> str:
    return f"{job.claim}@{job.line}"


def _chosen(instance: Instance, run: Run) -> tuple[str, str]:
    if run.options.method != "auto":
        return METHODS[run.options.method].name, "asked for"
    method, why = choose(Task(instance, run.values, Limits(), others=run.others))
    return method.name, why
