"""The library as tables: each game of it with small parameters, and the values of its small positions.

Tables are kept beside the hash of the library and of the sources that compute them, and are computed again where either
changed.
"""

import json
import zipfile
from collections.abc import Iterator
from io import BytesIO
from itertools import product
from typing import Any

import numpy as np

from heapwise.discovery.facts import Facts, has_sums
from heapwise.discovery.matches.views import WINDOWS, ValueTable, views
from heapwise.documents.library import Library, library
from heapwise.engine.memory import Memory
from heapwise.engine.slices import Tick
from heapwise.errors import HeapwiseError
from heapwise.files import cache_folder, write_atomically
from heapwise.fingerprint import fingerprint
from heapwise.records import Record
from heapwise.reference.conventions import Play
from heapwise.rules.game import Game
from heapwise.rules.schema import Schema
from heapwise.tables.estimate import Estimate
from heapwise.terms.types import NUMBER, Set
from heapwise.terms.values import FiniteSet

_NUMBERS = range(1, 7)  # values of one parameter; of several, those up to three
_NUMBERS_OF_SEVERAL = range(1, 4)
_LARGEST_MEMBER = 4


class LibraryTable(Record):
    """A game of the library by its name, and its values where all components are small."""

    name: str
    table: ValueTable


def instances(games: Library) -> Iterator[Game]:
    """The games of the library that are given by numbers or a set of them, with small ones."""
    for name in sorted(games.names()):
        schema = games.find(name)
        for arguments in _arguments(schema) if schema is not None else ():
            try:
                game = schema.bind(arguments) if schema is not None else None
            except HeapwiseError:
                continue  # numbers that the heading does not allow
            if isinstance(game, Game) and not game.layout.has_positions and game.layout.size in WINDOWS:
                yield game


def _arguments(schema: Schema) -> Iterator[tuple[Any, ...]]:
    types = [parameter.type for parameter in schema.parameters]
    if types == [Set(NUMBER)]:
        members = range(1, _LARGEST_MEMBER + 1)
        chosen = ([n for n in members if bits >> (n - 1) & 1] for bits in range(1, 1 << _LARGEST_MEMBER))
        yield from ((FiniteSet(numbers),) for numbers in chosen)
    elif all(kind == NUMBER for kind in types):
        yield from product(_NUMBERS if len(types) == 1 else _NUMBERS_OF_SEVERAL, repeat=len(types))


def side_needed(size: int) -> int:
    """The side of the tables that all views of a window can be looked up in."""
    return max(view.side(WINDOWS[size]) for view in views())


def known_games(size: int, play: Play, is_set: bool, memory: Memory, tick: Tick) -> list[LibraryTable]:
    """The games with so many components, with their P-positions or values; from the cache where it has them."""
    found = _known(size, play, "grundy" if play.is_normal else "p", memory, tick)
    if not (is_set and play.is_normal):
        return found
    return [LibraryTable(one.name, np.where(one.table < 0, one.table, one.table == 0)) for one in found]


def _known(size: int, play: Play, want: str, memory: Memory, tick: Tick) -> list[LibraryTable]:
    key = f"{library().sha256[:16]}-{fingerprint()[:16]}-{size}-{play.name}-{want}"
    path = cache_folder() / "matches" / f"{key}.npz"
    kept = _read(path.read_bytes()) if path.is_file() else None
    if kept is not None:
        return kept
    found = list(_computed(size, play, want, memory, tick))
    stream = BytesIO()
    names = np.frombuffer(json.dumps([known.name for known in found]).encode(), dtype=np.uint8)
    tables = {f"table{i}": known.table.astype(np.int16) for i, known in enumerate(found)}
    np.savez_compressed(stream, names=names, **tables)  # type: ignore[arg-type]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, stream.getvalue())
    except OSError:
        pass  # a cache that cannot be written is computed again
    return found


def _read(data: bytes) -> list[LibraryTable] | None:
    """The games of a file; None for anything that is no such file."""
    try:
        with np.load(BytesIO(data), allow_pickle=False) as kept:
            names = json.loads(bytes(kept["names"]).decode())
            return [LibraryTable(str(name), kept[f"table{i}"].astype(np.int32)) for i, name in enumerate(names)]
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None


def _computed(size: int, play: Play, want: str, memory: Memory, tick: Tick) -> Iterator[LibraryTable]:
    side = side_needed(size)
    for game in instances(library()):
        if game.layout.size != size:
            continue
        tick()
        table = values_of(Facts(game, play, memory, tick), side, want)
        if table is not None:
            yield LibraryTable(game.text, table)


def values_of(facts: Facts, side: int, want: str) -> ValueTable | None:
    """The values below a side; None where no kernel computes them."""
    if has_sums(facts.game) and not (facts.size == 1 and facts.play.is_normal):
        return None  # values of sums, which no table holds
    try:
        is_fast = Estimate(facts.game, side - 1, {}, facts.play, want).is_fast
        return facts.values(side, want) if is_fast else None
    except HeapwiseError:
        return None
