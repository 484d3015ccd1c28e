"""`heapwise prove [PATH...]`"""

from __future__ import annotations

import time
from pathlib import Path

import click

from heapwise.app import shell_words
from heapwise.app.check import default_path
from heapwise.app.inputs import (
    ClaimsPath,
    certificate_option,
    epilog,
    hiring_options,
    made_folder,
    read_time,
    resume_option,
    work_option,
)
from heapwise.app.lookup import tell_all
from heapwise.app.say import complain, json_result, result
from heapwise.app.verdicts import summary_lines, verdict_lines
from heapwise.claims import Verdict
from heapwise.claims.summary import ClaimSummary, exit_code, summarise
from heapwise.errors import HeapwiseError, error
from heapwise.messages import said
from heapwise.running import Options
from heapwise.running.batch import Batch
from heapwise.running.last_verdicts import remember
from heapwise.workers import Hiring

_BROKEN = 3


@click.command("prove", epilog=epilog("heapwise prove nim", "heapwise prove welter --claim grundy"))
@click.argument("paths", nargs=-1, type=ClaimsPath())
@click.option(
    "-f", "--file", "files", multiple=True, type=click.Path(path_type=Path), help="Look for games here first."
)
@click.option("--claim", metavar="NAME", shell_complete=shell_words.claims, help="Prove this claim only.")
@click.option("--check", "effort", metavar="EFFORT", help="Parameters, as in 'n in 2..6'.")
@click.option("--time", "seconds", type=read_time, metavar="TIME", help="For each instance, as in 60s.")
@click.option("--total-time", type=read_time, metavar="TIME", help="For the whole run.")
@hiring_options
@resume_option
@work_option
@certificate_option
@click.option("--notes", "has_notes", is_flag=True, help="How each proof went.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def prove_command(
    paths: tuple[Path, ...], files: tuple[Path, ...], claim: str | None, effort: str | None, seconds: float | None,
    total_time: float | None, hiring: Hiring, resume: bool, work: int | None, certificates: Path | None,
    has_notes: bool, as_json: bool,
) -> int:  # fmt: skip
    """Prove the claims in PATHs for all sizes of heaps.

    Claims that cannot be expressed by automata are listed as `outside`, with what stands in the way.
    """
    deadline = None if total_time is None else time.monotonic() + total_time
    folder = made_folder(certificates)
    options = Options(claim, effort, None, "proof", seconds, None, deadline, certificates=folder, work=work)
    started, verdicts, codes = time.monotonic(), list[Verdict](), list[int]()
    batch = Batch(paths or (default_path(),), files, options, None, resume, hiring=hiring)
    for finished in batch.run():
        if finished.problem is not None:
            complain(HeapwiseError(finished.problem))
            codes.append(_BROKEN)
        tell_all(finished.remarks)
        for verdict in finished.verdicts:
            verdicts.append(verdict)
            _tell(verdict, as_json, has_notes)
    summaries = summarise(verdicts)
    if not summaries and not codes:
        raise error("E077", None, paths=", ".join(map(str, paths)))
    remember(verdicts, options)
    batch.forget()
    _sum_up(summaries, verdicts, time.monotonic() - started, as_json)
    return exit_code([*codes, *map(_code, summaries)])


def _code(summary: ClaimSummary) -> int:
    """What a claim alone would make of the exit code: that it cannot be expressed is no failure."""
    return 0 if summary.word == "outside" else summary.exit_code


def _tell(verdict: Verdict, as_json: bool, has_notes: bool) -> None:
    if as_json:
        json_result(verdict.to_json())
    else:
        result("\n".join(verdict_lines(verdict, has_notes, is_proof=True)))


def _sum_up(summaries: list[ClaimSummary], verdicts: list[Verdict], seconds: float, as_json: bool) -> None:
    if as_json:
        for summary in summaries:
            json_result(summary.to_json())
        return
    # Claims that cannot be expressed were named one by one; the sum is about the others.
    tried = [s for s in summaries if s.word != "outside"]
    words = {(v.file, v.game, v.claim) for v in verdicts if v.word != "outside"}
    result("\n".join(summary_lines(tried, [v for v in verdicts if (v.file, v.game, v.claim) in words], seconds)))
    if len(tried) < len(summaries):
        result(said(f"outside of what can be proved: {len(summaries) - len(tried)}"))
