"""Damaged caches, journals and archives: what is damaged is noticed or does no harm, and nothing false is said."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

from trials.base import Counts, Kind, check
from trials.kills import ended, fill, kill, started, words
from trials.mangled import mangled_bytes

_DAMAGES = 4  # of one kind, in a trial
_TABLE = ("table", "mine", "-f", "mine.game", "--upto", "40", "--format", "csv")
_LARGE = ("table", "nim(3)", "--upto", "127", "--want", "remoteness", "--format", "npy", "-o", "out.npy")


def trial(source: Random) -> Counts:
    """What is kept of one run, damaged in some ways."""
    kind = source.choice(("journal", "cache", "archive"))
    with tempfile.TemporaryDirectory(prefix="heapwise-damages-") as name:
        folder, cache = Path(name) / "folder", Path(name) / "cache"
        folder.mkdir()
        fill(folder)
        return {"journal": _journals, "cache": _caches, "archive": _archives}[kind](source, folder, cache)


def _kept(cache: Path) -> list[Path]:
    return sorted(path for path in cache.rglob("*") if path.is_file() and path.stat().st_size)


def _damaged(source: Random, path: Path) -> None:
    """Some bytes, all of them, or lines of a text that are lies."""
    data = path.read_bytes()
    match source.randrange(6):
        case 0:
            path.write_bytes(b"")
        case 1:
            path.write_bytes(data[: source.randrange(len(data))])
        case 2:
            path.write_bytes(bytes(source.randrange(256) for _ in range(len(data) % 5000)))
        case 3:
            swapped = data.replace(b"refuted", b"#").replace(b"holds", b"refuted").replace(b"#", b"holds")
            path.write_bytes(swapped if swapped != data else mangled_bytes(source, data))
        case 4:
            path.write_bytes(b"[" * 200_000)
        case _:
            path.write_bytes(mangled_bytes(source, data))


def _journals(source: Random, folder: Path, cache: Path) -> Counts:
    counts: Counts = Counter()
    wanted = words(folder, cache)
    for _ in range(_DAMAGES):
        shutil.rmtree(cache, ignore_errors=True)
        for path in _interrupted(source, folder, cache):
            _damaged(source, path)
            counts.update({"damages": 1, "journals": 1})
        found = words(folder, cache)
        check(found == wanted, "damaged journal", found, wanted)
    return counts


def _interrupted(source: Random, folder: Path, cache: Path) -> list[Path]:
    """What a run keeps that is killed when it has kept something; a run that has ended keeps nothing."""
    process = started(folder, cache, ("check", "mine.claims", "--resume", "--jobs", "1"))
    while process.poll() is None and not _journal(cache):
        time.sleep(0.02)
    time.sleep(source.random() / 2)
    kill(process)
    return _journal(cache)


def _journal(cache: Path) -> list[Path]:
    return [path for path in _kept(cache) if path.suffix not in (".o", ".so", ".pyc", ".py")]


def _caches(source: Random, folder: Path, cache: Path) -> Counts:
    counts: Counts = Counter()
    _, wanted = ended(folder, cache, _TABLE)
    ended(folder, cache, _LARGE)
    large = (folder / "out.npy").read_bytes()
    sound = cache.with_name("sound")
    shutil.copytree(cache, sound)
    for _ in range(_DAMAGES):
        shutil.rmtree(cache)
        shutil.copytree(sound, cache)
        for path in source.sample(_kept(cache), min(3, len(_kept(cache)))):
            _damaged(source, path)
        (folder / "out.npy").unlink()
        check(ended(folder, cache, _TABLE)[1] == wanted, "another table from a damaged cache")
        ended(folder, cache, _LARGE)
        check((folder / "out.npy").read_bytes() == large, "another large table from a damaged cache")
        counts.update({"damages": 1, "caches": 1})
    return counts


def _archives(source: Random, folder: Path, cache: Path) -> Counts:
    counts: Counts = Counter()
    ended(folder, cache, ("report", "mine.claims", "--bundle", "-o", "out.zip", "--jobs", "1"))
    data = (folder / "out.zip").read_bytes()
    code, _ = ended(folder, cache, ("check", "out.zip", "--jobs", "1"))
    for _ in range(_DAMAGES):
        (folder / "bad.zip").write_bytes(data)
        _damaged(source, folder / "bad.zip")
        begin = time.monotonic()
        found, text = ended(folder, cache, ("check", "bad.zip", "--jobs", "1"))
        check(found in (code, 1, 2, 3, 4), f"a damaged archive ends with {found}", text[-500:])
        check(found != 0 or "as in" in text, "a damaged archive is said to be right", text[-500:])
        check(time.monotonic() - begin < 60, "a damaged archive takes long")
        counts.update({"damages": 1, "archives": 1, f"exit {found}": 1})
    return counts


KIND = Kind("damages", "damages", trial, frozenset({"journals", "caches", "archives"}), share=0.7, seconds=900.0)
