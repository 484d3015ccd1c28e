"""Filling a table on disk, from the beginning or from where an older run was stopped."""

import json
import os
import shutil
import time
from math import prod
from pathlib import Path
from typing import Any

from heapwise.arrays import Array, np
from heapwise.engine.grid import Refused
from heapwise.engine.memory import Memory, size_text
from heapwise.engine.slices import Tick
from heapwise.errors import error
from heapwise.outputs import check_output, write_output
from heapwise.tables.boxes import ILLEGAL
from heapwise.tables.fast import meaning_of
from heapwise.tables.files import header_path
from heapwise.tables.stored.fill_on_disk import Filling
from heapwise.tables.stored.job import TableJob
from heapwise.tables.stored.unfinished import Parts
from heapwise.tables.table import narrowest

_SLICE = 0.1  # seconds between two calls of `tick`
_KEEP_EVERY = 20.0  # seconds of work that a kill may cost
_COPIED = 1 << 20  # entries that are copied at a time


def store(job: TableJob, path: Path, memory: Memory | None = None, tick: Tick = lambda: None) -> None:
    """Write the table of a job to a file, with a header beside it. Whatever stops the work, the same call goes on
    where the last state was kept."""
    if not job.suits:
        raise error("E337", None, game=job.rules.text, problem="its positions are not numbers, or some are held")
    if any(high < axis.low for axis, high in zip(job.box.axes, job.box.highs, strict=True)):
        raise error("E316", None, what=f"no position of {job.rules.text} is legal there")
    for written in (path, header_path(path)):
        check_output(written)
    _ask_for_disk(job, path, 1)
    parts, memory = Parts(path), memory or Memory()
    try:
        filling, table, finished = _begun(job, parts, memory)
        while not _fill(job, parts, filling, table, finished, tick):
            filling, finished = filling.wider(), 0
            table = parts.create(filling)
    except Refused as reason:
        raise error("E337", None, game=job.rules.text, problem=str(reason)) from None
    _finish(job, filling, table, path, tick)
    parts.remove()


def is_begun(job: TableJob, path: Path) -> bool:
    """Has an older run kept something of this job?"""
    return job.suits and Parts(path).read(job.header()) is not None


def _begun(job: TableJob, parts: Parts, memory: Memory) -> tuple[Filling, Array, int]:
    """The filling, its entries, and how many steps are finished."""
    kept = parts.read(job.header())
    if kept is not None:
        try:
            filling = Filling(job.game, job.box.highs, job.fold, memory, kept["width"])
            if filling.steps == kept["steps"]:
                finished = int(kept["finished"])
                return filling, parts.open(filling, finished), finished
        except (OSError, ValueError, KeyError, TypeError):
            pass  # what was kept is damaged: the work begins anew
    filling = Filling(job.game, job.box.highs, job.fold, memory)
    _ask_for_disk(job, parts.path, np.dtype(filling.dtype).itemsize)
    return filling, parts.create(filling), 0


def _fill(job: TableJob, parts: Parts, filling: Filling, table: Array, finished: int, tick: Tick) -> bool:
    """All steps that are left, kept from time to time; false when a value does not fit."""
    size, kept = 1, time.monotonic()
    while finished < filling.steps:
        tick()
        started, stop = time.monotonic(), min(filling.steps, finished + size)
        if not filling.run(finished, stop, table):
            return False
        finished, now = stop, time.monotonic()
        if now - started < _SLICE:
            size *= 2
        if now - kept > _KEEP_EVERY or finished == filling.steps:
            parts.keep(job.header(), filling, finished, table)
            kept = now
    return True


def _ask_for_disk(job: TableJob, path: Path, bytes_of_cell: int) -> None:
    """Refuse what does not fit before anything is written: the unfinished entries and the file."""
    needed, free = 2 * bytes_of_cell * prod(job.box.shape), shutil.disk_usage(path.parent).free
    if needed > free:
        problem = f"it needs about {size_text(needed)}, and {size_text(free)} are free there"
        raise error("E337", None, help="disk", game=job.rules.text, problem=problem)


def _finish(job: TableJob, filling: Filling, table: Array, path: Path, tick: Tick) -> None:
    """The file itself, made beside its place and then put there; the header last."""
    temporary = path.with_name(f"{path.name}.part.new")
    entries = table.reshape(filling.sides)
    rows = max(1, _COPIED // max(1, entries[0].size))
    dtype = _dtype_of(job, filling, entries, rows, tick)
    whole = np.lib.format.open_memmap(temporary, mode="w+", dtype=dtype, shape=job.box.shape)
    inside = whole[tuple(slice(low, None) for low in job.game.layout.lows)]
    if inside.shape != whole.shape:
        whole[:] = ILLEGAL
    for first in range(0, len(entries), rows):
        tick()
        part = entries[first : first + rows]
        np.copyto(inside[first : first + rows], meaning_of(part, job.want, job.play), casting="unsafe")
        if np.dtype(dtype).kind == "i":
            inside[first : first + rows][part == filling.nothing] = ILLEGAL
    whole.flush()
    check_output(path)
    os.replace(temporary, path)
    header = job.header() | {"dtype": np.dtype(dtype).name}
    write_output(header_path(path), json.dumps(header, indent=1) + "\n")


def _dtype_of(job: TableJob, filling: Filling, entries: Array, rows: int, tick: Tick) -> "type[np.integer[Any]]":
    """The narrowest type for the file, by a look at all that is in it."""
    top, has_illegal = 0, prod(filling.sides) < prod(job.box.shape)
    for first in range(0, len(entries), rows):
        tick()
        part = entries[first : first + rows]
        is_value = part != filling.nothing
        has_illegal |= not is_value.all()
        top = max(top, int(np.max(meaning_of(part, job.want, job.play), where=is_value, initial=0)))
    return narrowest(top, has_illegal=has_illegal)
