"""Sequences on disk: a header in JSON and the values in numpy's own format, so that long runs can be resumed.

The values are written first, under a name with their number; the header is the last thing to be replaced and names
the values that belong to it. A run that is killed at any moment leaves the old pair or the new one.
"""

import hashlib
import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from heapwise.arrays import Array
from heapwise.engine.sequences.column import MEMORY
from heapwise.engine.sequences.data import rule_from_data, rule_to_data
from heapwise.engine.sequences.sequence import Sequence
from heapwise.engine.slices import Tick
from heapwise.errors import HeapwiseError, error
from heapwise.files import replacing, write_atomically, writing
from heapwise.fingerprint import fingerprint
from heapwise.foreign import map_npy, read_json
from heapwise.outputs import check_output
from heapwise.reference.conventions import Play, preference
from heapwise.version import __version__

_FORMAT = 2
_KEEP_EVERY = 60.0  # seconds of work that a kill may cost; more where writing takes longer than a tenth of that
_BLOCK = 1 << 24


def save(sequence: Sequence, path: Path) -> None:
    """Write the values that are known: the header to `path`, the values beside it."""
    values = sequence.column.values
    data = path.with_name(f"{path.stem}.{len(values)}.npy")
    old = _data_of(path)
    if data != old and not _may_be_kept(data):
        raise error("E367", None, help="elsewhere", path=data, what="what is no sequence")
    check_output(data)
    _write_values(data, values)
    seats = None if sequence.seats is None else list(sequence.seats)
    header = {
        "format": _FORMAT, "version": __version__, "sources": fingerprint(),
        "rule": rule_to_data(sequence.rule), "seats": seats,
        "count": len(values), "data": data.name, "sha256": checksum(values),
    }  # fmt: skip
    write_atomically(path, json.dumps(header, indent=1) + "\n")
    if old is not None and old != data:
        old.unlink(missing_ok=True)


def load(path: Path, *, memory: int = MEMORY) -> Sequence:
    """The sequence of a header, ready to go on; what does not fit together is refused."""
    try:
        header = read_json(path)
        seats, name = header["seats"], str(header["data"])
        sequence = Sequence(rule_from_data(header["rule"]), None if seats is None else _play(seats), memory=memory)
        if (header["format"], header["sources"]) != (_FORMAT, fingerprint()) or Path(name).name != name:
            raise ValueError("it was written by another version")
        values = map_npy(path.with_name(name))
        if values.ndim != 1 or values.dtype.kind != "u" or checksum(values) != header["sha256"]:
            raise ValueError("the values are not those that were saved")
    except (OSError, ValueError, KeyError, TypeError, AttributeError, HeapwiseError) as problem:
        words = problem.strerror if isinstance(problem, OSError) else problem
        raise error("E335", None, path=path, problem=words) from None
    sequence.resume(values)
    return sequence


@contextmanager
def kept(sequence: Sequence, path: Path, tick: Tick | None) -> Iterator[Tick]:
    """Go on from the values in a file, if it is there, and keep what is computed inside: at the end, whatever stops the
    work, and now and then. Gives the `tick` to work with."""
    if path.exists():
        older = load(path, memory=sequence.column.memory)
        if (older.rule, older.seats) != (sequence.rule, sequence.seats):
            raise error("E335", None, path=path, problem="they are of another sequence")
        sequence.go_on_from(older)
    saved, due = sequence.column.count, time.monotonic() + _KEEP_EVERY

    def now_and_then() -> None:
        nonlocal saved, due
        if tick is not None:
            tick()
        if (begin := time.monotonic()) > due:
            _save(sequence, path)
            saved, due = sequence.column.count, time.monotonic() + max(_KEEP_EVERY, 10 * (time.monotonic() - begin))

    try:
        yield now_and_then
    finally:
        if sequence.column.count > saved or not path.exists():
            _save(sequence, path)


def _save(sequence: Sequence, path: Path) -> None:
    with writing(path):
        save(sequence, path)


def _play(seats: Any) -> Play:
    if not isinstance(seats, list):
        raise ValueError("seats are a list")
    return preference(tuple(seats))


def checksum(values: Array) -> str:
    """The SHA-256 of the numbers, each in as many bytes, 1, 2, 4 or 8, as the largest needs, the lowest byte first."""
    width = np.min_scalar_type(int(values.max(initial=0))).newbyteorder("<")
    found = hashlib.sha256()
    for at in range(0, len(values), _BLOCK):
        found.update(values[at : at + _BLOCK].astype(width).data)
    return found.hexdigest()


def _write_values(path: Path, values: Array) -> None:
    with replacing(path) as stream:
        np.save(stream, values, allow_pickle=False)


def _may_be_kept(data: Path) -> bool:
    """Is nothing there, or values as an interrupted run leaves them: an array in one row that no header belongs to?"""
    if not data.exists():
        return True
    try:
        return map_npy(data).ndim == 1 and not data.with_name(f"{data.name}.json").exists()
    except (OSError, ValueError):
        return False


def _data_of(path: Path) -> Path | None:
    """The values of the header that is about to be replaced; never a file that it names and that is not of ours."""
    try:
        name = read_json(path)["data"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    is_ours = isinstance(name, str) and re.fullmatch(rf"{re.escape(path.stem)}\.\d+\.npy", name)
    return path.with_name(name) if is_ours else None
