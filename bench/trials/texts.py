"""Texts mangled byte by byte and token by token: no traceback, no hang, and a message that has a place.

Every text is a file. `lint` reads it and says what is wrong in JSON; what it accepts is formatted, which changes
nothing of what is said; some of the texts go through `check` and `show` as well.
"""

from __future__ import annotations

import json
import re
import tempfile
import time
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random

from click.testing import CliRunner, Result

from heapwise.app.registry import cli
from heapwise.files import resource
from heapwise.lang import parse_file
from heapwise.lang.format import format_text
from heapwise.source import Source
from trials.base import Counts, Failure, Kind
from trials.mangled import mangled, mangled_bytes
from trials.rules import random_game

_TEXTS = 25  # in a trial
_SECONDS = 20.0  # of the processor, for one command
_RUN = 6  # in one of so many trials, one text is checked and shown
_WITHOUT_PLACE = {"E001", "E002", "E003", "E007", "E061"}  # about a file as a whole


@cache
def originals() -> tuple[str, ...]:
    """Texts that are right: the library's, and the examples in the docs."""
    files = [p for ending in ("game", "claims") for p in sorted(Path(str(resource("games"))).rglob(f"*.{ending}"))]
    texts = [path.read_text(encoding="utf-8") for path in files]
    docs = Path(__file__).parent.parent.parent / "docs" / "language.md"
    texts += re.findall(r"```(?:game|claims)[^\n]*\n(.*?)```", docs.read_text(encoding="utf-8"), re.DOTALL)
    return tuple(texts)


def trial(source: Random) -> Counts:
    """Some texts, each mangled in its own way."""
    counts: Counts = Counter()
    is_run = source.randrange(_RUN) == 0
    with tempfile.TemporaryDirectory(prefix="heapwise-texts-") as folder:
        for number in range(_TEXTS):
            data, how = _text(source)
            path = Path(folder) / f"mine{number}.{source.choice(['game', 'claims'])}"
            path.write_bytes(data)
            counts.update(_looked_at(path, data, how, is_run=number == 0 and is_run))
            path.unlink()
    return counts


def _text(source: Random) -> tuple[bytes, str]:
    text = _excerpt(source, source.choice(originals())) if source.randrange(4) else random_game(source).text
    match source.randrange(3):
        case 0:
            return mangled_bytes(source, text.encode()), "bytes"
        case 1:
            return mangled_bytes(source, mangled(source, text).encode()), "both"
    return mangled(source, text).encode(), "tokens"


def _excerpt(source: Random, text: str) -> str:
    """Most often a few paragraphs: a heading, and one or two of what stands below it."""
    head, *rest = re.split(r"\n(?=[^\s\-])", text)
    if source.randrange(12) == 0 or not rest:
        return text
    first = source.randrange(len(rest))
    return "\n".join([head, *rest[first : first + source.randint(1, 3)]])


def _looked_at(path: Path, data: bytes, how: str, *, is_run: bool) -> Counts:
    counts = Counter({"texts": 1, f"by {how}": 1})
    result = ran(["lint", str(path), "--json"], data)
    if result.exit_code not in (0, 1, 3):
        raise Failure(f"lint ends with {result.exit_code}\n{data!r}")
    for message in json.loads(result.stdout):
        counts["messages"] += 1
        if not re.fullmatch(r"[EW]\d{3}", message["code"]) or not message["text"]:
            raise Failure(f"a message without code or text: {message}\n{data!r}")
        if "line" not in message and message["code"] not in _WITHOUT_PLACE:
            raise Failure(f"a message without a place: {message}\n{data!r}")
    if result.exit_code == 3:
        counts["refused"] += 1
    else:
        _formats(data)
        counts["accepted"] += 1
    if is_run:
        for command in (
            ["check", str(path), "--time", "1", "--total-time", "2", "--upto", "2", "--jobs", "1"],
            ["show", str(path)],
        ):
            counts["commands"] += 1
            ran(command, data)
    return counts


def _formats(data: bytes) -> None:
    """Formatting changes nothing of what a text says, and formatting twice nothing at all."""
    source = Source("mine", data.decode("utf-8-sig").replace("\r\n", "\n"))
    formatted = format_text(source)
    again = Source("mine", formatted)
    if parse_file(again) != parse_file(source) or format_text(again) != formatted:
        raise Failure(f"formatting changes what is said\n{data!r}")


def ran(arguments: list[str], data: bytes) -> Result:
    """A command: it ends soon, without a traceback, and without having stumbled."""
    begin = time.process_time()
    result = CliRunner().invoke(cli, arguments)
    seconds = time.process_time() - begin
    if seconds > _SECONDS:
        raise Failure(f"{arguments[0]} took {seconds:.0f} s of the processor\n{data!r}")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise Failure(f"{arguments[0]}: {result.exception!r}\n{data!r}")
    for word in ("stumbled", "Traceback"):
        if word in result.output:
            raise Failure(f"{arguments[0]}: {result.output[-1500:]}\n{data!r}")
    return result


KIND = Kind(
    "texts", "texts", trial,
    frozenset({"by bytes", "by tokens", "by both", "accepted", "refused", "messages", "commands"}),
    share=6.0, seconds=240.0,
)  # fmt: skip
