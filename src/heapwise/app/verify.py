"""`heapwise verify PATH...`"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from heapwise.app.inputs import epilog
from heapwise.app.say import complain, json_result, result, strong
from heapwise.clean import one_line
from heapwise.errors import HeapwiseError, error, show_where, surprise_words
from heapwise.files import files_in
from heapwise.outputs import note_read
from heapwise.proof.certificate.report import Verified, verify
from heapwise.verify import MOST_BYTES

_REFUSED, _UNREADABLE = 1, 2


@click.command(
    "verify", epilog=epilog("heapwise prove nim --claim grundy --certificate proofs", "heapwise verify proofs")
)
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def verify_command(paths: tuple[Path, ...], as_json: bool) -> int:
    """Check the certificates in PATHs, files or folders, which `heapwise prove --certificate DIR` wrote.

    Every step of a proof is looked at by code that the prover does not use. What has to be trusted beside that is said
    with the result. The exit code is 1 if a certificate is refused, and 2 if a file cannot be read.
    """
    codes = {0}
    for path in _files(paths):
        try:
            _accept(path, _verified(path), as_json)
        except HeapwiseError as refused:
            codes.add(_UNREADABLE if refused.code == "E001" else _REFUSED)
            _refuse(path, refused, as_json)
    return max(codes)


def _verified(path: Path) -> Verified:
    """What is verified; where the checker itself fails, nothing is, and other certificates do not suffer from it."""
    data = _read(path)
    try:
        return verify(data)
    except HeapwiseError:
        raise
    except Exception as surprise:
        show_where(surprise)
        raise error("E341", None, problem=f"heapwise stumbled over it ({surprise_words(surprise)})") from None


def _files(paths: tuple[Path, ...]) -> Iterator[Path]:
    for path in paths:
        found = files_in(path, "*.json") if path.is_dir() else [path]
        if not found:
            raise error("E001", None, path=path, problem="no certificate is in this folder")
        yield from found


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            note_read(path)
            return file.read(MOST_BYTES + 1)
    except OSError as problem:
        raise error("E001", None, path=path, problem=problem.strerror or problem) from None


def _refuse(path: Path, refused: HeapwiseError, as_json: bool) -> None:
    if as_json:
        problem = " ".join(str(refused).split())
        json_result({"file": str(path), "verified": False, "code": refused.code, "problem": problem})
        return
    result(f"{strong('refused')}  {one_line(path)}")
    complain(refused)


def _accept(path: Path, verified: Verified, as_json: bool) -> None:
    if as_json:
        found: dict[str, Any] = {"file": str(path), "verified": True, **verified.to_json()}
        json_result(found)
        return
    result("\n".join((f"{strong('verified')}  {one_line(path)}", *(f"  {line}" for line in _lines(verified)))))


def _lines(verified: Verified) -> Iterator[str]:
    yield from verified.about.lines()
    yield from verified.checked
    yield from verified.compared
    yield from (f"trusted: {what}" for what in verified.trusted)
