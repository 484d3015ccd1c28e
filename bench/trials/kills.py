"""Kills of every command that writes: nothing is torn, nothing that was read is lost, and a resumed run says the same.

A trial runs a command once to its end, and then some times more, killed after a random part of the time that it took.
What is killed, and when in parts of that time, follows from the seed; what the machine does meanwhile does not.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from random import Random

import numpy as np

from trials.base import Counts, Failure, Kind, check

_KILLS = 3  # in a trial
_PATIENCE = 120.0

GAME = """game mine
    heaps a, b
    move a -> a - t for t in 1..a
    move b -> b - t for t in 1..b
    move a -> a - t, b -> b - t for t in {1, 2}
"""
CLAIMS = """claims for mine
conjecture one: P(a, b) iff P(b, a)   check upto 20
conjecture two: G(a, b) <= a + b   check upto 60
conjecture three: R(a, b) <= a + b   check upto 40
conjecture four: P(a, b) iff a = b   check upto 30
"""
TWO = """game two
    heaps a, b
    move a -> a - t   for t in 1..a
    move b -> b - t   for t in 1..b

claims for two
theorem it: G(a, b) = a (+) b
    upto 5
"""


def is_json(data: bytes) -> bool:
    """A whole JSON text."""
    return json.loads(data) is not None


def is_zip(data: bytes) -> bool:
    """An archive, every file of which is whole."""
    return zipfile.ZipFile(BytesIO(data)).testzip() is None


def ends(*ends_with: bytes) -> Callable[[bytes], bool]:
    """A text that ends as it should."""
    return lambda data: data.rstrip().endswith(ends_with)


@dataclass(frozen=True)
class Command:
    """What is run, the file that it writes, and whether such a file is whole; None: it is the same every time."""

    name: str
    arguments: tuple[str, ...]
    output: str
    is_whole: Callable[[bytes], bool] | None = None


_ONE = ("--jobs", "1")
_MINE = ("mine", "-f", "mine.game", "--upto")


def _square(data: bytes) -> bool:
    return bool(np.load(BytesIO(data)).shape == (301, 301))


COMMANDS = (
    Command("check, exceptions", ("check", "mine.claims", "--exceptions", "out.txt", *_ONE), "out.txt"),
    Command("check --reset", ("check", "mine.claims", "--reset", *_ONE), "mine.expected"),
    Command("check, journal", ("check", "mine.claims", "--resume", *_ONE), ""),
    Command("prove", ("prove", "two.claims", "--certificate", "proofs", *_ONE), "proofs/two-it.json", is_json),
    Command("table, csv", ("table", *_MINE, "200", "--format", "csv", "-o", "out.csv"), "out.csv"),
    Command("table, npy", ("table", *_MINE, "300", "--format", "npy", "-o", "out.npy"), "out.npy", _square),
    Command("table, json", ("table", *_MINE, "90", "--json", "-o", "out.json"), "out.json", is_json),
    Command("fmt", ("fmt", "loose.claims"), "loose.claims"),
    Command("report, page", ("report", "mine.claims", "-o", "out.html", *_ONE), "out.html", ends(b"</html>")),
    Command("report, archive", ("report", "mine.claims", "--bundle", "-o", "out.zip", *_ONE), "out.zip", is_zip),
    Command("plot, svg", ("plot", *_MINE, "60", "-o", "out.svg"), "out.svg", ends(b"</svg>")),
    Command("plot, png", ("plot", *_MINE, "60", "-o", "out.png"), "out.png", ends(b"IEND\xaeB`\x82")),
    Command("new", ("new", "fresh"), "fresh.game"),
)


def fill(folder: Path) -> dict[str, bytes]:
    """The files that commands read."""
    texts = {
        "mine.game": GAME,
        "mine.claims": CLAIMS,
        "loose.claims": "claims   for nim(n)\ntheorem it:\n  P(x) iff nimsum( x )=0 check n=2, upto 9\n",
        "two.claims": TWO,
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return {name: text.encode() for name, text in texts.items()}


def started(folder: Path, cache: Path, arguments: tuple[str, ...]) -> subprocess.Popen[bytes]:
    """A command in a session of its own."""
    environment = {**os.environ, "HEAPWISE_CACHE": str(cache), "HEAPWISE_LANG": "en"}
    command = [sys.executable, "-m", "heapwise", *arguments]
    return subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
    )


def ended(folder: Path, cache: Path, arguments: tuple[str, ...]) -> tuple[int, str]:
    """A command to its end: its code and what it says."""
    process = started(folder, cache, arguments)
    said, _ = process.communicate(timeout=_PATIENCE)
    text = said.decode(errors="replace")
    check("Traceback" not in text and "stumbled" not in text, arguments, text[-2000:])
    return process.returncode, text


def kill(process: subprocess.Popen[bytes]) -> None:
    """At once, with all that it started."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


def words(folder: Path, cache: Path) -> list[tuple[str, str]]:
    """The verdicts of a run that takes up another one."""
    code, text = ended(folder, cache, ("check", "mine.claims", "--resume", "--json", "--jobs", "1"))
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    check(code == 1 and bool(lines), "no verdicts", text[-1000:])
    return [(line["claim"], line["verdict"]) for line in lines if "summary" not in line]


def trial(source: Random) -> Counts:
    """One command, killed some times."""
    command = source.choice(COMMANDS)
    parts = [source.random() for _ in range(_KILLS)]
    counts: Counts = Counter()
    with tempfile.TemporaryDirectory(prefix="heapwise-kills-") as name:
        cache = Path(name) / "cache"
        whole = _folder(name, "whole")
        begin = time.monotonic()
        ended(whole, cache, command.arguments)
        seconds = time.monotonic() - begin
        wanted = words(whole, cache) if command.name == "check, journal" else []
        right = (whole / command.output).read_bytes() if command.output else b""
        for number, part in enumerate(parts):
            folder = _folder(name, f"killed{number}")
            own = Path(name) / f"cache{number}" if command.name == "check, journal" else cache
            process = started(folder, own, command.arguments)
            time.sleep(part * seconds)
            counts["ended before the kill"] += process.poll() is not None
            kill(process)
            counts["kills"] += 1
            counts[f"kill of {command.name}"] += 1
            _look(folder, own, command, right, wanted)
    return counts


def _folder(name: str, part: str) -> Path:
    folder = Path(name) / part
    folder.mkdir()
    fill(folder)
    return folder


def _look(folder: Path, cache: Path, command: Command, right: bytes, wanted: list[tuple[str, str]]) -> None:
    """Files are as they were, or whole; and the command can be run again."""
    with tempfile.TemporaryDirectory() as other:
        before = fill(Path(other))
    for name, data in before.items():
        if name != command.output:
            check((folder / name).read_bytes() == data, f"{command.name}: {name} was changed")
    path = folder / command.output
    if command.output and path.exists():
        data = path.read_bytes()
        is_right = data in (right, before.get(command.output)) or (
            command.is_whole is not None and _is_whole(command, data)
        )
        check(is_right, f"{command.name}: {command.output} is torn", len(data), len(right))
    if command.name == "check, journal":
        found = words(folder, cache)
        check(found == wanted, f"resumed: {found}", wanted)
    elif command.name != "new" or not path.exists():
        ended(folder, cache, command.arguments)
        check(not command.output or path.exists(), f"{command.name}: nothing is written after a kill")


def _is_whole(command: Command, data: bytes) -> bool:
    assert command.is_whole is not None
    try:
        return command.is_whole(data)
    except Exception as problem:
        raise Failure(f"{command.name}: {command.output} cannot be read: {problem!r}") from None


KIND = Kind(
    "kills", "kills", trial, frozenset(f"kill of {command.name}" for command in COMMANDS), share=1.3,
)  # fmt: skip
