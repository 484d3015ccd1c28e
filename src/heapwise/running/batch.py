"""Many files of claims, over several processes or a cluster: the instance of a claim is the unit of work, and verdicts
come in the order of files, claims and instances."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from pathlib import Path
from time import monotonic

from heapwise.claims.instances import Instance, instances
from heapwise.claims.limits import Limits
from heapwise.claims.task import Task
from heapwise.claims.verdict import Verdict
from heapwise.documents.library import library_files, neighbours
from heapwise.documents.remarks import Remark
from heapwise.errors import Diagnostic, HeapwiseError, error
from heapwise.files import writing
from heapwise.fingerprint import fingerprint
from heapwise.outputs import write_output
from heapwise.records import dataclass, replace
from heapwise.reference.conventions import Play
from heapwise.rules.game import Game
from heapwise.running.blocks import Blocks
from heapwise.running.options import Options
from heapwise.running.piece import ClaimEntry, ClaimPiece, ClaimSheet, leave, look, plain, read
from heapwise.running.progress import ClaimProgress
from heapwise.running.reading import STANDARD_INPUT, ClaimReader, OnProblem
from heapwise.running.registry import LOCAL, METHODS, choose
from heapwise.running.run import Run, documents
from heapwise.running.steps import ClaimSteps, PieceResult, StepResult
from heapwise.workers import Crew, Failure, Hiring, Journal, Processes, Stream

_FEW = 100  # pieces of a run, up to which it is asked whether one of them is larger than all others
_MANY = 200  # claims of a run, from which on others are asked at once
_MANY_TEXTS = 50  # that have so many claims


@dataclass
class Finished:
    """What came of a piece: verdicts, or what is wrong with a file. `remarks` are what there is to say about where
    games were found."""

    verdicts: list[Verdict]
    problem: tuple[Diagnostic, ...] | None = None
    exceptions: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = ()


class Batch:
    """The claims below some paths, checked with common options by those who were hired."""

    def __init__(
        self, paths: tuple[Path, ...], files: tuple[Path, ...], options: Options, jobs: int | None = None,
        resume: bool = False, exceptions: Path | None = None, hiring: Hiring | None = None,
    ) -> None:  # fmt: skip
        self.paths, self.files, self.options = paths, files, options
        self.hiring = hiring or Hiring(jobs)
        self.resume, self.exceptions = resume, exceptions
        self.total = 0  # how many pieces there are, once the files have been read
        self.is_cut = False  # was there nobody left, or no time, to do all of it?
        travelling = replace(options, deadline=None) if self.hiring.is_elsewhere else options
        self._reading = ClaimReader(paths, files, travelling, exceptions is not None)
        self._journals: dict[str, Journal] = {}
        self._claims: dict[ClaimEntry, ClaimProgress] = {}

    def run(self) -> Iterator[Finished]:
        """All verdicts, in order; what is decided is kept at once."""
        written: list[str] = []
        with self.hiring.crew(self.options.deadline) as crew:
            if isinstance(crew, Processes) and len([*documents(self.paths)]) > _MANY_TEXTS:
                crew.start(_prepare)  # while the texts are read
            problems = self._count()
            yield Finished([], remarks=self._reading.remarks)
            yield from (Finished([], problem) for problem in problems)
            for finished in self._finished(crew) if self._claims else ():
                written += finished.exceptions
                yield finished
        if self.exceptions is not None:
            with writing(self.exceptions):
                write_output(self.exceptions, "\n".join(["claim\tinstance\tposition", *written]) + "\n")

    def unseen(self) -> Iterator[Verdict]:
        """Of a run that was interrupted: verdicts on what was not looked at."""
        for claim in self._claims.values():
            yield from claim.unseen()

    def is_read_in_part(self, file: str) -> bool:
        """Has a file of claims a block that could not be read, so that its claims are not known?"""
        return file in self._reading.read_in_part

    def _count(self) -> list[tuple[Diagnostic, ...]]:
        problems, entries = self._reading.entries()
        self._claims = {entry: ClaimProgress(entry.steps()) for entry in entries}
        self.total = sum(claim.left for claim in self._claims.values())
        return problems

    # -- pieces

    def _finished(self, crew: Crew | None) -> Iterator[Finished]:
        """What pieces show, as it is their turn."""
        away = None if self.total == 1 else crew  # one alone is done here, and helped with
        stream = Stream(
            _together(crew) if self.total == 1 else look, self._pieces(away), away,
            known=self._known, keep=self._keep, more=self._more, is_small=self._is_small, beginning=self._beginning,
            informed=self._informed,
        )  # fmt: skip
        for piece, found in stream:
            claim = self._claims[piece.entry]
            if claim.is_over:
                continue
            if isinstance(found, Failure):
                self.is_cut |= found.problem is None
                claim.give_up()
                found = _given_up(claim.steps, piece, found)
            elif found.is_left:
                found = _together(crew)(replace(self._informed(piece), is_left=False))
                self._keep(piece, found)
            verdicts = list(claim.take(found))
            self.total -= claim.left if claim.is_over else 0
            lines = (line for step in found.steps for line in step.exceptions)
            yield Finished(verdicts, exceptions=claim.fresh((*lines, *found.exceptions)))
            claim.heard()

    def _pieces(self, crew: Crew | None) -> Iterator[ClaimPiece]:
        """The pieces of all claims; of one that is over there are no more."""
        alone = self._alone(crew)
        for entry, claim in self._claims.items():
            for number in claim.first:
                if claim.is_over:
                    break
                yield ClaimPiece(entry, number, is_left=(entry, number) in alone)

    def _beginning(self, piece: ClaimPiece) -> Hashable:
        """The claim of an instance, where it is tried for all values of its parameters before anything is proved."""
        entry = piece.entry
        return (entry.sheet.name, entry.claim, entry.start) if self._claims[entry].steps.attempt is not None else None

    def _informed(self, piece: ClaimPiece) -> ClaimPiece:
        """A piece, with what is known of its claim by now, and the time that is left."""
        left = Limits(None, None, self.options.deadline).seconds_left if self.hiring.is_elsewhere else None
        return replace(piece, known=self._claims[piece.entry].quantifiers, seconds=left)

    def _more(self, piece: ClaimPiece, found: PieceResult) -> Iterable[ClaimPiece]:
        """The instances that are needed after an attempt for all of them."""
        needed = self._claims[piece.entry].more(piece.number, found)
        self.total += len(needed)
        return [ClaimPiece(piece.entry, number) for number in needed]

    def _alone(self, crew: Crew | None) -> set[tuple[ClaimEntry, int]]:
        """Pieces that would keep one hand busy when the others have done the rest: they are better cut."""
        if crew is None or crew.with_this < 2 or self.total > _FEW:
            return set()
        sizes = {(entry, n): _size(claim.steps, n) for entry, claim in self._claims.items() for n in claim.first}
        rest = sum(sizes.values())
        return {piece for piece, size in sizes.items() if size * (crew.with_this - 1) > rest - size}

    def _is_small(self, piece: ClaimPiece) -> bool:
        """May it be begun here, before somebody else is asked? So may the last one, which comes back if it is large."""
        is_proof = self.options.method == "proof"
        return not (self.hiring.is_elsewhere or len(self._claims) > _MANY) and (
            is_proof
            or _size(self._claims[piece.entry].steps, piece.number) <= LOCAL
            or (piece.is_left and self._is_last(piece))
        )

    def _is_last(self, piece: ClaimPiece) -> bool:
        last = next(reversed(self._claims))
        return piece.entry is last and piece.number == self._claims[last].first[-1]

    # -- what was decided

    def _known(self, piece: ClaimPiece) -> PieceResult | None:
        found = self._journal(piece.entry.sheet).finished.get(piece.key)
        return None if found is None else read(found)

    def _keep(self, piece: ClaimPiece, found: PieceResult) -> None:
        """Keep what a piece showed; not what the end of the time for the whole run left of it."""
        is_late = self.options.deadline is not None and monotonic() > self.options.deadline
        if is_late and not (found.steps and all(step.verdict.is_decided for step in found.steps)):
            self.is_cut = True
        elif not found.is_left:
            self._journal(piece.entry.sheet).add(piece.key, plain(found))

    def _journal(self, sheet: ClaimSheet) -> Journal:
        if sheet.name not in self._journals:
            o, around = self.options, sheet.around
            effort = f"{o.effort}|{o.upto}|{o.method}|{o.seconds}|{o.memory}|{o.samples}|{o.seed}|{o.work}|"
            effort += f"{o.certificates}|{o.second_opinion}"
            made_by = f"{fingerprint()} {around.library.sha256 if around.library else ''} {sheet.keeps_exceptions}"
            identity = "\0".join((made_by, sheet.name, sheet.text, repr(around.texts), effort))
            self._journals[sheet.name] = Journal(identity, self.resume)
        return self._journals[sheet.name]

    def forget(self) -> None:
        """The run came to its end; what nobody was left to do, or had the time for, may still be taken up."""
        for journal in () if self.is_cut else self._journals.values():
            journal.forget()

    # -- before anything is done

    def plan(self, on_problem: OnProblem) -> Iterator[tuple[str, Instance, str, str]]:
        """What would be done: file, instance, method, and why. What is wrong with one text or claim is told, and stops
        no other."""
        problems, entries = self._reading.entries()
        for problem in problems:
            on_problem(HeapwiseError(problem))
        for entry in entries:
            try:
                yield from self._planned(entry)
            except HeapwiseError as problem_of_one:
                on_problem(problem_of_one)

    def _planned(self, entry: ClaimEntry) -> Iterator[tuple[str, Instance, str, str]]:
        document, run = entry.sheet.document, Run(entry.sheet.options)
        run.others = leave if self.hiring.count > 1 else None
        claim = entry.found(run, document)
        if claim.problem is not None:
            raise claim.problem
        for instance in instances(claim, run.effort(claim, document)):
            method, why = _chosen(instance, run)
            yield entry.sheet.name, instance, method, why

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
        self._reading.refresh()


def _prepare() -> None:
    """Read in a process what most claims need."""
    import heapwise.proof.prove
    import heapwise.proof.ways  # noqa: F401


def _size(steps: ClaimSteps, number: int) -> float:
    """About how many positions there are to look at in a piece."""
    numbers = (number,) if number >= 0 else range(len(steps))
    return sum(i.region.size_estimate for i in map(steps.shown, numbers) if i is not None)


def _together(crew: Crew | None) -> Callable[[ClaimPiece], PieceResult]:
    """Looks at a piece here, with the help of all others for its blocks."""
    return lambda piece: look(piece, None if crew is None else Blocks(piece, crew))


def _given_up(steps: ClaimSteps, piece: ClaimPiece, failure: Failure) -> PieceResult:
    """The verdict on a piece over which somebody died whenever it was tried, or that nobody was left to do."""
    if failure.problem is None:
        reason = "nobody was left to do it; `--resume` goes on with it"
    else:
        reason = str(error("E326", None, problem=failure.problem).short)
    return PieceResult((StepResult(steps.run.undecided(steps.claim, steps.shown(piece.number), reason)),))


def _chosen(instance: Instance, run: Run) -> tuple[str, str]:
    if run.options.method != "auto":
        return METHODS[run.options.method].name, "asked for"
    method, why = choose(Task(instance, run.values, Limits(), others=run.others))
    return method.name, why
