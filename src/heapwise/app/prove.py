"""`heapwise prove [PATH...]`"""

from __future__ import annotations

from pathlib import Path

import click

from heapwise.app.check import Session, default_path
from heapwise.app.inputs import epilog, read_time
from heapwise.claims.summary import ClaimSummary


class _Proofs(Session):
    """`check --method proof`, where a claim that cannot be expressed is no failure: it is only said so."""

    def _compare(self, summaries: list[ClaimSummary]) -> list[str]:
        """Verdicts of tables say nothing about what no proof was found for."""
        return super()._compare([s for s in summaries if s.word not in ("outside", "undecided")])

    def code_of(self, summary: ClaimSummary) -> int:
        """The exit code that a claim alone would make."""
        return 0 if summary.word == "outside" else summary.exit_code


@click.command("prove", epilog=epilog("heapwise prove games/nim", "heapwise prove games/welter --claim grundy"))
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "-f", "--file", "files", multiple=True, type=click.Path(path_type=Path), help="Look for games here first."
)
@click.option("--claim", metavar="NAME", help="Prove this claim only.")
@click.option("--check", "effort", metavar="EFFORT", help="Parameters, as in 'n in 2..6'.")
@click.option("--time", "seconds", type=read_time, metavar="TIME", help="For each instance, as in 60s.")
@click.option("--total-time", type=read_time, metavar="TIME", help="For the whole run.")
@click.option(
    "--jobs", type=click.IntRange(1, 256), metavar="N", help="Processes; as many as there are cores if not given."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def prove_command(
    paths: tuple[Path, ...], files: tuple[Path, ...], claim: str | None, effort: str | None, seconds: float | None,
    total_time: float | None, jobs: int | None, as_json: bool,
) -> int:  # fmt: skip
    """Prove the claims in PATHs for all sizes of heaps.

    Claims that cannot be expressed by automata are listed as `outside`, with what stands in the way.
    """
    session = _Proofs(
        paths or (default_path(),), files, claim, effort, None, "proof", seconds, None, total_time, jobs,
        samples=200, seed=0, plan=False, exceptions=None, as_json=as_json, resume=False, reset=False,
    )  # fmt: skip
    return session.run()
