"""`heapwise report [PATH...] -o FILE`"""

import os
import shlex
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from os.path import abspath
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from heapwise.app.check import default_path
from heapwise.app.inputs import OutputFile, claims_options, epilog, force_option
from heapwise.app.lookup import tell_all
from heapwise.app.progress import Progress
from heapwise.app.say import keep, note
from heapwise.errors import error
from heapwise.outputs import write_output
from heapwise.running import Options

if TYPE_CHECKING:
    from heapwise.report.study import Study, StudyPlan


@click.command("report", epilog=epilog("heapwise report delete_nim -o delete.html", "heapwise report nim -o nim.tex"))
@claims_options
@click.option(
    "-o", "--output", required=True, type=OutputFile(),
    help="The file to write: .html, .tex, or .zip with --bundle.",
)  # fmt: skip
@force_option
@click.option("--upto", type=click.IntRange(0, 10**9), metavar="N", help="Every component without an end up to N.")
@click.option("--jobs", type=click.IntRange(1, 256), metavar="N", help="Processes.")
@click.option("--prove", "proves", is_flag=True, help="Try to prove the claims for all sizes, too.")
@click.option("--find", "found", multiple=True, metavar="GAME", help="What `find` says of GAME, too; may be repeated.")
@click.option("--title", metavar="TEXT", help="What stands at the top.")
@click.option("--fragment", is_flag=True, help="LaTeX without a preamble, to be taken in by a paper.")
@click.option("--bundle", is_flag=True, help="An archive with everything, which `heapwise check` runs again.")
def report_command(
    paths: tuple[Path, ...], output: Path, files: tuple[Path, ...], claim: str | None, effort: str | None,
    upto: int | None, seconds: float | None, total_time: float | None, jobs: int | None, proves: bool,
    found: tuple[str, ...], title: str | None, bundle: bool, fragment: bool,
) -> int:  # fmt: skip
    """Check the claims in PATHs and write a report about them: rules, claims, verdicts, counterexamples, and boards to
    walk through and play on.

    Without PATHs, the folder ./games if there is one, else the library that comes along. The exit code is that of
    `heapwise check`. With --find the findings become claims, which are kept beside the report and checked with the
    others.
    """
    write = _writer(output, bundle, fragment)
    from heapwise.report.study import StudyPlan

    deadline = None if total_time is None else time.monotonic() + total_time
    for number, game in enumerate(found):
        from heapwise.app.found_claims import write_found  # with all that finds claims, for those who ask

        path, beside = write_found(game, files, output, number)
        paths, files = (*paths, path), (*files, *beside)
    commands = (_command_line(),) if bundle else (_command_line(), _check_line(paths, claim, effort, upto, files))
    with TemporaryDirectory(prefix="heapwise-") as folder:
        certificates = Path(folder) if bundle else None
        work = 1 if bundle else None  # no .expected files go into an archive
        options = Options(claim, effort, upto, "auto", seconds, None, deadline, certificates=certificates, work=work)
        with Progress() as progress:
            gathering = StudyPlan(paths or (default_path(),), files, options, jobs, proves, progress.step)
            study = gathering.study(title or _title(tuple(gathering.paths)), commands, None if bundle else _today())
        keep(output, lambda: write_output(output, write(study, gathering)))
    tell_all(gathering.remarks)
    _tell(study)
    return study.exit_code


def _writer(output: Path, bundle: bool, fragment: bool) -> "Callable[[Study, StudyPlan], str | bytes]":
    """What writes a file of this ending."""
    kind = ".zip" if bundle else output.suffix.lower()
    if bundle != (output.suffix.lower() == ".zip") or kind not in (".html", ".htm", ".tex", ".zip"):
        raise error("E354", None, help="bundle" if bundle or kind == ".zip" else "help", path=output)
    if fragment and kind != ".tex":
        raise error("E354", None, help="fragment", path=output)
    if kind == ".zip":
        from heapwise.report.bundle import bundle as made

        return made
    if kind == ".tex":
        from heapwise.report.tex import tex

        return lambda study, _: tex(study, fragment)
    from heapwise.report.page import page

    return lambda study, _: page(study)


def _tell(study: "Study") -> None:
    """One line about what the report says, and the files that could not be read."""
    for problem in study.problems:
        note(problem)
    note(f"{study.as_stated} of {len(study.all_claims)} claims as stated")


def _title(paths: tuple[Path, ...]) -> str:
    names = [Path(abspath(path)).stem.replace("_", " ") for path in paths]
    return ", ".join(names[:3]) + (" and more" if len(names) > 3 else "")


def _today() -> str:
    """The date; SOURCE_DATE_EPOCH stands for it where reports have to be the same from run to run."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    seconds = int(given) if given.isdecimal() and len(given) < 12 else time.time()
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()


def _command_line() -> str:
    """The command that was typed."""
    return shlex.join(["heapwise", *sys.argv[1:]])


def _check_line(
    paths: tuple[Path, ...], claim: str | None, effort: str | None, upto: int | None, files: tuple[Path, ...]
) -> str:
    """The command that checks the same claims in the terminal."""
    words = ["heapwise", "check", *map(str, paths)]
    for name in files:
        words += ["-f", str(name)]
    given = {"--claim": claim, "--check": effort, "--upto": upto}
    words += [str(word) for pair in given.items() if pair[1] is not None for word in pair]
    return shlex.join(words)
