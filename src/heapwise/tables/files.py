"""Tables for programs: CSV, JSON, the arrays of numpy, and the b-files of the OEIS."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from itertools import chain, product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heapwise.arrays import np
from heapwise.errors import error
from heapwise.fingerprint import fingerprint
from heapwise.outputs import check_output, write_output
from heapwise.reference.conventions import Play
from heapwise.rules.game import Rules
from heapwise.tables.boxes import ILLEGAL, TableBox
from heapwise.version import __version__

if TYPE_CHECKING:
    from heapwise.tables.table import Table

SCHEMA = 1


def description(table: Table) -> dict[str, Any]:
    """What the values are values of."""
    return _described(table.rules, table.play, table.want, table.box)


def _described(rules: Rules, play: Play, want: str, box: TableBox) -> dict[str, Any]:
    found: dict[str, Any] = {"game": rules.text, "play": play.name, "want": want}
    if box.fixed:
        found["fixed"] = {box.axes[i].label: value for i, value in box.fixed.items()}
    return found | {"axes": list(box.labels), "shape": list(box.shape)}


def header_of(rules: Rules, play: Play, want: str, box: TableBox) -> dict[str, Any]:
    """The description of an array on disk: what it is of, by which rules, and what stands for what."""
    from heapwise.claims.hashes import game_hash

    found: dict[str, Any] = {"schema": SCHEMA} | _described(rules, play, want, box)
    found |= {"illegal": ILLEGAL, "outcomes": {"P": 0, "N": 1}}
    return found | {"rules_sha256": game_hash(rules), "version": __version__, "sources": fingerprint()}


def as_json(table: Table) -> str:
    """One object; `values` are nested lists with null for illegal positions."""
    return json.dumps(description(table) | {"values": table.nested()})


def as_csv(table: Table) -> str:
    """One line a position: its components, then its value; nothing stands for illegal positions."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([*table.labels, table.want])
    for index in product(*map(range, table.shape)):
        shown = table.shown(table.values[index])
        writer.writerow([*index, "" if shown is None else int(shown) if isinstance(shown, bool) else shown])
    return stream.getvalue()


def write_npy(table: Table, path: Path) -> None:
    """The array in the narrowest type that holds it, and beside it a JSON file that describes it; -1 stands for illegal
    positions."""
    stream, beside = io.BytesIO(), header_path(path)
    narrow = table.narrow
    np.save(stream, narrow, allow_pickle=False)
    check_output(beside)
    write_output(path, stream.getvalue())
    header = header_of(table.rules, table.play, table.want, table.box) | {"dtype": str(narrow.dtype)}
    write_output(beside, json.dumps(header, indent=1) + "\n")


def header_path(path: Path) -> Path:
    """The file that says what is in an array on disk."""
    return path.with_name(path.name + ".json")


def as_bfile(table: Table, order: str = "antidiagonals") -> str:
    """Lines `n a(n)` as the OEIS wants them. Two components are read by antidiagonals, upwards from the first column
    entry, each a(0, d), a(1, d - 1), ...; or by rows, which is for tables whose second component has an end."""
    if table.want == "outcome" and table.play.players == 2:
        raise error("E317", None, help="outcome", problem="P and N are no numbers")
    values, offset = _sequence(table, order)
    if any(v == ILLEGAL for v in values):
        raise error("E317", None, problem="there are positions in it that are not legal")
    return "".join(f"{n} {v}\n" for n, v in enumerate(values, offset))


def _sequence(table: Table, order: str) -> tuple[list[int], int]:
    """The values in order, and the number of the first one: the least legal heap of a one-heap game, else 0."""
    if len(table.shape) not in (1, 2):
        raise error("E317", None, problem=f"this table has {len(table.shape)} components")
    if len(table.shape) == 1:
        low = _low(table, 0)
        return table.values.tolist()[low:], low
    rows = [row[_low(table, 1) :] for row in table.values.tolist()[_low(table, 0) :]]
    return list(_antidiagonals(rows) if order == "antidiagonals" else chain.from_iterable(rows)), 0


def _low(table: Table, axis: int) -> int:
    return table.box.axes[table.box.free[axis]].low


def _antidiagonals(rows: list[list[int]]) -> Iterator[int]:
    """Only antidiagonals that lie in the table as a whole."""
    for total in range(min(len(rows), *map(len, rows))):
        for i in range(total + 1):
            yield rows[i][total - i]
