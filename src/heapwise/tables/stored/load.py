"""Reading a table from disk: the array stays there, and parts of it are read when they are looked at."""

from os import PathLike
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from heapwise.claims.hashes import game_hash
from heapwise.documents.search import shelf
from heapwise.errors import HeapwiseError, error
from heapwise.foreign import map_npy, read_json
from heapwise.questions import read_play
from heapwise.tables.boxes import ILLEGAL, TableBox, axes
from heapwise.tables.compute import WANTS
from heapwise.tables.files import SCHEMA, header_of
from heapwise.tables.table import Table


def load_table(path: str | PathLike[str], *files: str) -> Table:
    """The table that `heapwise table ... --format npy -o FILE` wrote. Its game is looked for in the files given, then
    in the library, and has to have the rules that the table was made by."""
    array, header = Path(path), Path(f"{path}.json")
    try:
        said = read_json(header)
        table = _table(said, map_npy(array), files)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as problem:
        words = problem.strerror if isinstance(problem, OSError) else problem
        raise error("E338", None, path=path, problem=words or "it is damaged") from None
    except HeapwiseError as problem:
        raise error("E338", None, path=path, problem=f"its game: {problem.diagnostics[0].code}") from problem
    return table


def _table(said: dict[str, Any], values: Any, files: tuple[str, ...]) -> Table:
    if said["schema"] != SCHEMA:
        raise ValueError("it was written by another version")
    rules = shelf(tuple(map(Path, files))).game(str(said["game"]))
    if game_hash(rules) != said["rules_sha256"]:
        raise ValueError(f"the rules of {rules.text} are other ones than those that it was made by")
    if said["want"] not in WANTS or list(values.shape) != said["shape"]:
        raise ValueError("array and header do not fit together")
    if str(values.dtype) != said.get("dtype", str(values.dtype)) or not _are_values(values, said["want"]):
        raise ValueError("the array holds other values than are stored")
    found, fixed = axes(rules), said.get("fixed", {})
    held = {i: int(fixed[axis.label]) for i, axis in enumerate(found) if axis.label in fixed}
    sides = iter(values.shape)
    highs = tuple(held[i] if i in held else next(sides) - 1 for i in range(len(found)))
    play, want, box = read_play(_play(str(said["play"]))), str(said["want"]), TableBox(found, highs, held)
    meant = header_of(rules, play, want, box)
    if any(said.get(key, meant[key]) != meant[key] for key in ("axes", "illegal", "outcomes")):
        raise ValueError("its header says something else of the array")
    return Table(rules, play, want, box, values)


def _are_values(values: NDArray[Any], want: str) -> bool:
    """Whole numbers that are not negative, and the mark of what is no position; of P-positions also yes and no."""
    if values.dtype.kind == "i":
        return bool(values.min(initial=ILLEGAL) >= ILLEGAL)
    return values.dtype.kind == "u" or (values.dtype.kind == "b" and want == "p")


def _play(name: str) -> str:
    """The name of a play as it is typed: `preference 1 > 2 > 0` says its list with other signs."""
    return name.replace(">", ",")
