"""`heapwise check [PATH...]`"""

import time
from pathlib import Path

import click

from heapwise.app import shell_words
from heapwise.app.group import exit_code as mistake_code
from heapwise.app.inputs import (
    OutputFile,
    certificate_option,
    claims_options,
    epilog,
    force_option,
    hiring_options,
    made_folder,
    read_memory,
    resume_option,
    work_option,
)
from heapwise.app.lookup import tell_all
from heapwise.app.progress import Progress
from heapwise.app.rerun import check_archives, is_archive
from heapwise.app.say import complain, json_result, note, result
from heapwise.app.verdicts import plan_line, summary_lines, verdict_lines
from heapwise.checks.published_table import compare, read_rows
from heapwise.claims import Verdict
from heapwise.claims.extent import extent
from heapwise.claims.summary import CONTRADICTED, ClaimSummary, exit_code, summarise
from heapwise.clean import one_line
from heapwise.errors import HeapwiseError, error
from heapwise.files import resource
from heapwise.interrupts import as_interruption
from heapwise.messages import said
from heapwise.running import Options
from heapwise.running.batch import Batch, Finished
from heapwise.running.expected import is_weaker, read_expected, write_expected
from heapwise.running.last_verdicts import remember
from heapwise.running.reading import some_names
from heapwise.running.registry import check_method
from heapwise.workers import Hiring

INTERRUPTED = 130


@click.command(
    "check", epilog=epilog("heapwise check nim", "heapwise check nim --claim grundy --check 'n in 2..3, x <= 9'")
)
@claims_options
@click.option("--upto", type=click.IntRange(0, 10**9), metavar="N", help="Every component without an end up to N.")
@click.option(
    "--method", default="auto", show_default=True, shell_complete=shell_words.methods,
    help="auto, table, local, sample, or proof.",
)  # fmt: skip
@click.option("--memory", type=read_memory, metavar="SIZE", help="For each process, as in 2G.")
@hiring_options
@click.option("--samples", type=click.IntRange(1, 10**6), default=200, show_default=True, help="For --method sample.")
@click.option("--seed", type=int, default=0, show_default=True, help="For --method sample.")
@click.option("--plan", is_flag=True, help="Say what would be done, and do nothing.")
@click.option("--exceptions", type=OutputFile(), metavar="FILE", help="Write every exception to a file.")
@force_option
@click.option("--against", type=click.Path(path_type=Path), metavar="FILE.csv", help="Compare with a published table.")
@work_option
@certificate_option
@click.option("--paranoid", is_flag=True, help="Ask sympy about every claim, and anew.")
@click.option("--notes", "has_notes", is_flag=True, help="How each proof went.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.option("--watch", is_flag=True, help="Check again whenever a file changes.")
@resume_option
@click.option("--reset", is_flag=True, help="Rewrite the .expected files from this run.")
def check_command(paths: tuple[Path, ...], watch: bool, **options: object) -> int:
    """Check the claims in PATHs: files, folders, names of library games, or - for standard input.

    Without PATHs, the folder ./games if there is one, else the library that comes along. An archive that
    `heapwise report --bundle` wrote is checked again with the options it was made with, and compared.
    """
    if paths and all(map(is_archive, paths)):
        return check_archives(paths, options["hiring"].jobs, bool(options["as_json"]))  # type: ignore[attr-defined]
    session = CheckSession(paths or (default_path(),), **options)  # type: ignore[arg-type]
    if not watch:
        return session.run()
    return _watched(session)


def default_path() -> Path:
    """`./games`, or the library."""
    here = Path("games")
    return here if here.is_dir() else resource("games")


class CheckSession:
    """One run of `heapwise check`, or of `heapwise prove`, and all it prints."""

    def __init__(
        self, paths: tuple[Path, ...], files: tuple[Path, ...], claim: str | None, effort: str | None, method: str,
        seconds: float | None, total_time: float | None, hiring: Hiring, as_json: bool, resume: bool,
        work: int | None, certificates: Path | None, has_notes: bool, upto: int | None = None,
        memory: float | None = None, samples: int = 200, seed: int = 0, plan: bool = False,
        exceptions: Path | None = None, against: Path | None = None, reset: bool = False, paranoid: bool = False,
        is_proof: bool = False,
    ) -> None:  # fmt: skip
        self.against, self.has_notes, self.is_proof = against, has_notes, is_proof
        self.paths, self.as_json, self.reset, self.plan = paths, as_json, reset, plan
        deadline = None if total_time is None else time.monotonic() + total_time
        bytes_allowed = None if memory is None else int(memory)
        options = Options(
            claim, effort, upto, method, seconds, bytes_allowed, deadline, samples, seed, made_folder(certificates),
            paranoid or None,
            1 if reset and work is None else work,  # what will be expected is what can be reached
        )  # fmt: skip
        self.batch = Batch(paths, files, options, None, resume, exceptions, hiring)
        self.verdicts: list[Verdict] = []
        self.codes: list[int] = []
        check_method(method)
        if reset and any(_is_installed(p) for p in paths):
            raise error("E075", None)
        if reset and (options.is_smaller or claim or deadline or method not in ("auto", "proof")):
            raise error("E076", None)

    def run(self) -> int:
        """Check, print, and give the exit code."""
        if self.plan:
            return self._plan()
        if self.against is not None:
            return self._against(self.against)
        started, code = time.monotonic(), None
        try:
            with as_interruption(), Progress() as progress:
                for finished in self.batch.run():
                    with progress.aside():
                        self._take(finished)
                    progress.step(self.batch.total)
        except KeyboardInterrupt:
            code = INTERRUPTED
        unseen = [] if code is None else self._unseen()
        summaries = summarise(self.verdicts, unseen)
        if not summaries and not self.codes and code is None:
            raise error("E077", None, paths=", ".join(map(str, self.paths)))
        weaker = self._compare(summaries, code is not None)
        self._finish(summaries, [*self.verdicts, *unseen], weaker, time.monotonic() - started)
        if code is not None:
            self._interrupted(summaries)
            return code
        self._tell_of_exceptions()
        remember(self.verdicts, self.batch.options)
        self.batch.forget()
        listed = (0 if self._is_left(s) else s.exit_code for s in summaries)
        return exit_code([*self.codes, *listed, *([CONTRADICTED] if weaker else [])])

    def _is_left(self, summary: ClaimSummary) -> bool:
        """Was it only asked for a proof, of what cannot be expressed? That is said, and is no failure."""
        return self.is_proof and summary.word == "outside"

    def _take(self, finished: Finished) -> None:
        if finished.problem is not None:
            complain(HeapwiseError(finished.problem))
            self.codes.append(3)
        tell_all(finished.remarks)
        self.verdicts += finished.verdicts
        for verdict in finished.verdicts:
            if self.as_json:
                json_result(verdict.to_json())
            else:
                result("\n".join(verdict_lines(verdict, self.has_notes, self.is_proof)))

    def _compare(self, summaries: list[ClaimSummary], is_cut: bool) -> list[str]:
        """Write or read the `.expected` files; the claims whose verdict is weaker than expected."""
        by_file: dict[str, list[ClaimSummary]] = {}
        for summary in summaries:
            by_file.setdefault(summary.file, []).append(summary)
        weaker = []
        for file, listed in by_file.items():
            if self.is_proof or not Path(file).is_file():
                continue
            if self.reset and not is_cut:
                write_expected(Path(file), listed, self.batch.is_read_in_part(file))
            options = self.batch.options
            wanted = {} if options.is_smaller else read_expected(Path(file))
            if options.claim is None and not is_cut and not self.batch.is_read_in_part(file):
                weaker += [f"{key} of {one_line(file)} is gone" for key in wanted.keys() - {s.key for s in listed}]
            known = [(s, wanted[s.key]) for s in listed if s.key in wanted and (s.word == "refuted" or not s.unseen)]
            weaker += [
                f"{s.key}: {s.word}, but {one_line(file)} expects {expected.word}"
                for s, expected in known
                if is_weaker(s.word, expected.word, options.method)
            ]
            if options.seconds is None and options.deadline is None:  # else it may have been tried with less
                seen = [(s, expected) for s, expected in known if not s.unseen]
                lost = [(s.key, expected.lost(s.quantifiers, options.method)) for s, expected in seen]
                weaker += [
                    f"{key}: no proof is seen to say {text}, as {one_line(file)} expects" for key, text in lost if text
                ]
        return weaker

    def _finish(
        self, summaries: list[ClaimSummary], verdicts: list[Verdict], weaker: list[str], seconds: float
    ) -> None:
        if self.as_json:
            for summary in summaries:
                json_result(summary.to_json())
        else:
            tried = [s for s in summaries if not self._is_left(s)]
            keys = {(s.file, s.game, s.claim) for s in tried}
            lines = summary_lines(tried, [v for v in verdicts if (v.file, v.game, v.claim) in keys], seconds)
            if lines:
                result("\n".join(lines))
            if len(tried) < len(summaries):
                result(said(f"outside of what can be proved: {len(summaries) - len(tried)}"))
        for line in weaker:
            note(f"weaker than expected: {line}")

    def _tell_of_exceptions(self) -> None:
        """The instances whose exceptions are not all in the file: a claim may be refuted, or given up, before."""
        file = self.batch.exceptions
        left = [v for v in self.verdicts if v.exceptions is None and v.word in ("refuted", "undecided")]
        if file is not None and left:
            names = some_names([f"{v.claim}{f' ({v.label})' if v.label else ''}" for v in left])
            note(f"{one_line(file)} may lack exceptions of what was not searched to the end: {names}")

    def _unseen(self) -> list[Verdict]:
        """Verdicts on what an interrupted run did not look at; the last ones may be there, and not yet printed."""
        known = {(v.file, v.game, v.claim, v.label) for v in self.verdicts}
        return [v for v in self.batch.unseen() if (v.file, v.game, v.claim, v.label) not in known]

    def _interrupted(self, summaries: list[ClaimSummary]) -> None:
        """What an interrupted run did not do."""
        left = [_left(summary) for summary in summaries if summary.unseen]
        if left:
            note(f"not looked at: {some_names(left)}")
        if self.batch.exceptions is not None:
            note(f"{one_line(self.batch.exceptions)} was not written")
        if self.reset:
            note("no `.expected` file was written: not everything was looked at")
        note("interrupted; `--resume` takes the run up again")

    def _against(self, path: Path) -> int:
        """Compare the values of the games of the claims with a published table."""
        rows = read_rows(path)
        findings = [compare(rows, game, play) for game, play in self.batch.games(self._complain)]
        for finding in findings:
            result("\n".join(finding.lines(path)))
        if not any(finding.compared for finding in findings):
            raise error("E079", None, path=path)
        return exit_code([*self.codes, *([CONTRADICTED] if any(found.differences for found in findings) else [])])

    def _plan(self) -> int:
        for file, instance, method, why in self.batch.plan(self._complain):
            result(plan_line(file, instance, method, why))
        return exit_code(self.codes)

    def _complain(self, problem: HeapwiseError) -> None:
        complain(problem)
        self.codes.append(mistake_code(problem))


def _left(summary: ClaimSummary) -> str:
    """A claim, with the parameters for which it was not looked at."""
    values = extent([shown for shown in summary.unseen if shown])
    return f"{summary.key} ({values})" if values else summary.key


def _is_installed(path: Path) -> bool:
    library = resource("games").resolve()
    is_library = path.resolve() == library or library in path.resolve().parents
    return is_library and "site-packages" in library.parts


def _watched(session: CheckSession) -> int:
    """Check again whenever one of the files changes, until somebody presses Ctrl-C."""
    seen = session.batch.stamps()  # before the run, so that no change is missed
    code = session.run()
    note("watching; Ctrl-C ends")
    try:
        while code != INTERRUPTED:
            time.sleep(0.5)
            now = session.batch.stamps()
            if now != seen:
                seen, code = now, _again(session)
    except KeyboardInterrupt:
        note("")
    return code


def _again(session: CheckSession) -> int:
    note(f"\n--- {time.strftime('%H:%M:%S')}, files have changed")
    session.verdicts, session.codes = [], []
    session.batch.refresh()
    try:
        return session.run()
    except HeapwiseError as mistake:
        complain(mistake)
        return mistake_code(mistake)
