"""Reading a table from disk: the array stays there, and parts of it are read when they are looked at."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from heapwise.claims.hashes import game_hash
from heapwise.claims.limits import LimitReached, patience
from heapwise.documents.search import shelf
from heapwise.errors import HeapwiseError, error
from heapwise.foreign import map_npy, read_json
from heapwise.questions import Answers, read_play
from heapwise.questions.answers import is_near
from heapwise.reference.conventions import Play
from heapwise.rules.game import Rules
from heapwise.tables.boxes import ILLEGAL, Numbers, TableBox, axes, position_at
from heapwise.tables.compute import WANTS, value_of
from heapwise.tables.files import SCHEMA, header_of
from heapwise.tables.table import Table

_POINTS = 100  # the positions of the table that are compared, if that is soon done
_MOST_LOOKED = 2000  # and the positions that may be looked at for it


def load_table(path: str | PathLike[str], *files: str) -> Table:
    """The table that `heapwise table ... --format npy -o FILE` wrote. Its game is looked for in the files given, then
    in the library, and has to have the rules that the table was made by. What the header says of play, question and
    held components is compared with the array at a few small positions, whose values are computed anew; where these
    have the same values, or are too large for that, the header is believed, and so is the rest of the array."""
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
    if len(found) - len(held) != values.ndim:
        raise ValueError("array and header do not fit together")
    sides = iter(values.shape)
    highs = tuple(held[i] if i in held else next(sides) - 1 for i in range(len(found)))
    play, want, box = read_play(_play(str(said["play"]))), str(said["want"]), TableBox(found, highs, held)
    meant = {"fixed": {}} | header_of(rules, play, want, box)
    has_meant = all(said.get(key, meant[key]) == meant[key] for key in ("axes", "illegal", "outcomes", "fixed"))
    if not has_meant or any(values[index] != value for index, value in _computed(rules, play, want, box)):
        raise ValueError("its header says something else of the array")
    return Table(rules, play, want, box, values)


def _computed(rules: Rules, play: Play, want: str, box: TableBox) -> Iterator[tuple[Numbers, int]]:
    """The values of some small positions by the interpreter, as far as that is soon done."""
    value = value_of(want, Answers(play, patience(_MOST_LOOKED)))
    with suppress(LimitReached):
        for point in islice(box.by_total(), _POINTS):
            position = position_at(rules, point)
            if position is None or is_near(position):
                yield tuple(point[i] for i in box.free), ILLEGAL if position is None else value(position)


def _are_values(values: NDArray[Any], want: str) -> bool:
    """Whole numbers that are not negative, and the mark of what is no position; of P-positions also yes and no."""
    if values.dtype.kind == "i":
        return bool(values.min(initial=ILLEGAL) >= ILLEGAL)
    return values.dtype.kind == "u" or (values.dtype.kind == "b" and want == "p")


def _play(name: str) -> str:
    """The name of a play as it is typed: `preference 1 > 2 > 0` says its list with other signs."""
    return name.replace(">", ",")
