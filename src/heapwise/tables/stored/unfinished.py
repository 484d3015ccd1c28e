"""The files of a table that is not finished: entries, sets, and how far they are.

The entries are written first, then the sets under a name with their number, then the JSON file that names both; a run
that is killed at any moment leaves the last or the new state.
"""

import io
import json
import os
from collections.abc import Mapping
from math import prod
from pathlib import Path
from typing import Any

from heapwise.arrays import Array, np
from heapwise.files import write_atomically
from heapwise.foreign import read_json, read_npz
from heapwise.records import Record
from heapwise.tables.stored.fill_on_disk import Filling


class Parts(Record):
    """The unfinished files beside `path`."""

    path: Path

    @property
    def entries(self) -> Path:
        """What is known of the table."""
        return self.path.with_name(self.path.name + ".part")

    @property
    def progress(self) -> Path:
        """How far it is."""
        return self.path.with_name(self.path.name + ".part.json")

    def sets(self, finished: int) -> Path:
        """What the kernel keeps in mind after some steps."""
        return self.path.with_name(f"{self.path.name}.part.{finished}.npz")

    def read(self, header: Mapping[str, Any]) -> dict[str, Any] | None:
        """What was kept of the same job; None if there is nothing, or something else."""
        try:
            kept = read_json(self.progress)
        except (OSError, ValueError):
            return None
        return kept if isinstance(kept, dict) and kept.get("job") == header else None

    def create(self, filling: Filling) -> Array:
        """An array of zeros on disk; what an older run kept is gone."""
        self.remove()
        return self._map(filling, "w+")

    def open(self, filling: Filling, finished: int) -> Array:
        """The entries of an older run, and its sets given to the filling; a `ValueError` where they do not fit."""
        if self.entries.stat().st_size != prod(filling.sides) * np.dtype(filling.dtype).itemsize:
            raise ValueError("the entries have another size")
        filling.restore(read_npz(self.sets(finished)))
        return self._map(filling, "r+")

    def _map(self, filling: Filling, mode: Any) -> Array:
        return np.memmap(self.entries, dtype=filling.dtype, mode=mode, shape=(prod(filling.sides),))

    def keep(self, header: Mapping[str, Any], filling: Filling, finished: int, table: Array) -> None:
        """Keep what is known after some steps."""
        assert isinstance(table, np.memmap)
        table.flush()
        stream, state = io.BytesIO(), dict[str, Any](filling.state())
        np.savez(stream, **state)
        write_atomically(self.sets(finished), stream.getvalue())
        kept = {"job": header, "width": filling.width, "steps": filling.steps}
        write_atomically(self.progress, json.dumps(kept | {"finished": finished}, indent=1) + "\n")
        self._remove_sets(but=self.sets(finished))

    def remove(self) -> None:
        """Take all of them away, the one that names the others first."""
        self.progress.unlink(missing_ok=True)
        self.entries.unlink(missing_ok=True)
        self._remove_sets()

    def _remove_sets(self, but: Path | None = None) -> None:
        for name in os.listdir(self.path.parent):
            is_ours = name.startswith(f"{self.path.name}.part.") and name.endswith(".npz")
            if is_ours and (but is None or name != but.name):
                self.path.with_name(name).unlink(missing_ok=True)
