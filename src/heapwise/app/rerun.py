"""`heapwise check FILE.zip`: the archive of a report, checked again."""

from pathlib import Path

from heapwise.app.progress import Progress
from heapwise.app.say import json_result, note, result
from heapwise.app.verdicts import verdict_lines
from heapwise.claims.summary import CONTRADICTED
from heapwise.clean import one_line


def is_archive(path: Path) -> bool:
    """Is this the archive of a report, by its name?"""
    return path.suffix.lower() == ".zip"


def check_archives(paths: tuple[Path, ...], jobs: int | None, as_json: bool) -> int:
    """Check archives again; 1 if some verdict is another one now."""
    return max(_check(path, jobs, as_json) for path in paths)


def _check(path: Path, jobs: int | None, as_json: bool) -> int:
    from heapwise.report.bundle import PAGE
    from heapwise.report.rerun import rerun

    with Progress() as progress:
        found = rerun(path, jobs, progress.step)
    for verdict in found.study.verdicts:
        if as_json:
            json_result(verdict.to_json())
        else:
            result("\n".join(verdict_lines(verdict)))
    for problem in found.study.problems:
        note(problem)
    members, made = len(found.archive.members), found.archive.manifest["version"]
    note(f"{one_line(path)}: {members} files are as the manifest says; made by heapwise {one_line(made[:40])}")
    if found.other_rules:
        others = one_line(", ".join(found.other_rules))
        note(f"taken from the archive, for the library here has other rules: {others}")
    if found.proofs:
        note(f"certificates that the checker accepts: {found.proofs}; `heapwise verify` says what that means")
    if found.unproved:
        note(f"proved without a certificate in the archive: {found.unproved} verdicts")
    note(f"not compared: {PAGE}, which is only as the manifest says; `heapwise report` makes it anew from the texts")
    for line in found.differences:
        note(f"not as in {one_line(path)}: {line}")
    if not found.differences:
        note(f"all {len(found.study.verdicts)} verdicts are as in {one_line(path)}")
    return CONTRADICTED if found.differences else 0
