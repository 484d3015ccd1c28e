"""Archives, arrays and JSON from files that anybody may have written: what they say of their size is looked at first.

Everything that is wrong with such a file is a `ValueError` (an `OSError` where it cannot be read), never a surprise,
and never more memory than the file itself, or its reader, allows.
"""

from __future__ import annotations

import io
import json
import re
import stat
import zipfile
import zlib
from collections.abc import Iterator
from math import prod
from pathlib import Path, PurePosixPath
from typing import IO, TYPE_CHECKING, Any

from heapwise.arrays import np
from heapwise.clean import one_line

if TYPE_CHECKING:
    from numpy.typing import NDArray

_PIECE = 1 << 20
_END, _END_64 = b"PK\x05\x06", b"PK\x06\x07"
_END_SIZE, _LOCATOR_SIZE = 22, 20
_ENTRY = 1_024  # bytes of the directory of an archive for each member, more than names of ours take
_MOST_JSON = 1 << 28
_MAGIC = b"\x93NUMPY\x01\x00"
_HEADER = re.compile(  # as numpy writes it for arrays of whole numbers
    rb"\{'descr': '(\|[biu]1|[<>][iu][248])', 'fortran_order': (True|False), "
    rb"'shape': \(((?:\d{1,18}, ?)*(?:\d{1,18})?)\), \}\s*"
)
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


# ------------------------------------------------------------------------------------------------ JSON


def read_json(path: Path) -> Any:
    """The JSON of a file."""
    with path.open("rb") as stream:
        data = stream.read(_MOST_JSON + 1)
    if len(data) > _MOST_JSON:
        raise ValueError("it is too large")
    return json_of(data)


def json_of(data: bytes) -> Any:
    """JSON from its bytes."""
    try:
        return json.loads(data)
    except RecursionError:
        raise ValueError("its JSON is nested too deeply") from None


# ------------------------------------------------------------------------------------------------ archives


# What reading a damaged archive ends in; `OSError` where it names a place before its beginning.
_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OverflowError, OSError)


def read_archive(path: Path, most_members: int, most_bytes: int) -> dict[str, bytes]:
    """The members of a zip archive, each read in pieces and never further than it may be."""
    with path.open("rb") as stream:
        try:
            return _members(stream, most_members, most_bytes)
        except _DAMAGE as problem:
            raise ValueError(str(problem) or "it is damaged") from None


def _members(stream: IO[bytes], most_members: int, most_bytes: int) -> dict[str, bytes]:
    _check_directory(stream, most_members)
    with zipfile.ZipFile(stream) as archive:
        infos = archive.infolist()
        problem = next(_oddities(infos, most_members, most_bytes), None)
        if problem:
            raise ValueError(problem)
        return {info.filename: _member(archive, info) for info in infos}


def _check_directory(stream: IO[bytes], most_members: int) -> None:
    """An archive ends with the size of its directory, all of which is read before anything is known of its members."""
    size = stream.seek(0, io.SEEK_END)
    stream.seek(max(0, size - _END_SIZE - _LOCATOR_SIZE))
    tail = stream.read()
    stream.seek(0)
    end = tail[-_END_SIZE:]
    if len(end) < _END_SIZE or not end.startswith(_END) or end[-2:] != b"\0\0":
        raise ValueError("it does not end as an archive does")
    if tail.startswith(_END_64) or int.from_bytes(end[12:16], "little") > most_members * _ENTRY:
        raise ValueError(f"it has more than {most_members} members")


def _oddities(infos: list[zipfile.ZipInfo], most_members: int, most_bytes: int) -> Iterator[str]:
    """What an archive of ours never has."""
    if len(infos) > most_members:
        yield f"it has more than {most_members} members"
    if sum(info.file_size for info in infos) > most_bytes:
        yield f"it holds more than {most_bytes / 2**20:,.0f} MiB"
    names = [info.filename for info in infos]
    if len({name.casefold() for name in names}) != len(names):
        yield "two members have one name"
    for info in infos:
        kind = stat.S_IFMT(info.external_attr >> 16)
        if not _is_plain(info.filename):
            yield f"a member is called `{one_line(info.filename[:80])}`"
        elif kind not in (0, stat.S_IFREG) or info.flag_bits & 1:
            yield f"`{one_line(info.filename[:80])}` is no plain file"
        elif info.compress_type not in _METHODS:
            yield f"`{one_line(info.filename[:80])}` is packed in another way than stored or deflated"


def _is_plain(name: str) -> bool:
    """A relative path of ordinary names."""
    parts = PurePosixPath(name).parts
    is_relative = bool(parts) and not name.startswith("/") and "/".join(parts) == name
    return is_relative and name.isprintable() and not any(p == ".." or set(p) & set('\\:*?"<>|') for p in parts)


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """The bytes of a member: as many as its entry says, or it is damaged."""
    found = bytearray()
    with archive.open(info) as stream:
        while len(found) <= info.file_size:
            piece = stream.read(_PIECE)
            if not piece:
                break
            found += piece
    if len(found) != info.file_size:
        raise ValueError(f"`{one_line(info.filename[:80])}` has another size than is said")
    return bytes(found)


# ------------------------------------------------------------------------------------------------ arrays


def map_npy(path: Path) -> NDArray[Any]:
    """An array of numpy that stays on disk."""
    with path.open("rb") as stream:
        dtype, shape, is_fortran = _header(stream, path.stat().st_size)
        offset = stream.tell()
    if not prod(shape):
        return np.zeros(shape, dtype)
    return np.memmap(path, dtype, "r", offset, shape, "F" if is_fortran else "C")


def read_npz(path: Path, most_members: int = 64) -> dict[str, NDArray[Any]]:
    """Several arrays of numpy, not packed: together they are no larger than their file."""
    members = read_archive(path, most_members, path.stat().st_size)
    return {name.removesuffix(".npy"): _from_bytes(data) for name, data in members.items()}


def _from_bytes(data: bytes) -> NDArray[Any]:
    stream = io.BytesIO(data)
    dtype, shape, is_fortran = _header(stream, len(data))
    return _filled(stream.read(), dtype, shape, is_fortran)


def _filled(data: bytes, dtype: np.dtype[Any], shape: tuple[int, ...], is_fortran: bool) -> NDArray[Any]:
    if len(data) != prod(shape) * dtype.itemsize:
        raise ValueError("an array has another size than its header says")
    return np.frombuffer(data, dtype).reshape(shape, order="F" if is_fortran else "C").copy()


def _header(stream: IO[bytes], size: int) -> tuple[np.dtype[Any], tuple[int, ...], bool]:
    """Type, shape and order of an array, whose numbers must then fill the rest of the file."""
    start = stream.read(len(_MAGIC) + 2)
    match = _HEADER.fullmatch(stream.read(int.from_bytes(start[-2:], "little")))
    if not start.startswith(_MAGIC) or match is None:
        raise ValueError("it is no array of numbers")
    dtype, shape = np.dtype(match[1].decode()), tuple(int(side) for side in match[3].split(b",") if side.strip())
    if prod(shape) * dtype.itemsize != size - stream.tell():
        raise ValueError("an array has another size than its header says")
    return dtype, shape, match[2] == b"True"
