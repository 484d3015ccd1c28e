"""Archives, arrays and JSON from anybody: refused for what they say and for what they are, before they take memory."""

from __future__ import annotations

import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from heapwise.foreign import map_npy, read_archive, read_json, read_npz

MIB = 2**20


def zipped(path: Path, *members: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return path


def peak(read: Callable[[], Any]) -> int:
    """The memory that reading takes, whatever comes of it."""
    tracemalloc.start()
    with pytest.raises(ValueError, match=r"."):
        read()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_members_are_what_was_put_in(method: int, tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", ("a/b.txt", b"xy" * MIB), ("c", b""), method=method)
    assert read_archive(path, 2, 2 * MIB) == {"a/b.txt": b"xy" * MIB, "c": b""}
    for most in ((1, 2 * MIB), (2, 2 * MIB - 1)):
        with pytest.raises(ValueError, match="more than"):
            read_archive(path, *most)


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_packings_are_not_opened(method: int, tmp_path: Path) -> None:
    path = zipped(tmp_path / "bomb.zip", ("bomb", bytes(64 * MIB)), method=method)
    assert path.stat().st_size < MIB
    assert peak(lambda: read_archive(path, 9, 10**12)) < 2 * MIB


def lying(path: Path, size: int) -> Path:
    """An archive whose entry says another size than its member has."""
    data = bytearray(zipped(path, ("bomb", bytes(64 * MIB))).read_bytes())
    for signature, offset in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        at = data.index(signature) + offset
        data[at : at + 4] = size.to_bytes(4, "little")
    path.write_bytes(data)
    return path


def test_a_member_is_read_no_further_than_its_entry_says(tmp_path: Path) -> None:
    path = lying(tmp_path / "less.zip", 100)
    assert peak(lambda: read_archive(path, 9, MIB)) < 4 * MIB
    with pytest.raises(ValueError, match=r"."):
        read_archive(lying(tmp_path / "more.zip", 65 * MIB), 9, 100 * MIB)


def test_directories_are_measured_before_they_are_read(tmp_path: Path) -> None:
    path = zipped(tmp_path / "many.zip", *((f"{i}", b"") for i in range(3_000)), method=zipfile.ZIP_STORED)
    assert len(read_archive(path, 3_000, 0)) == 3_000
    data = bytearray(path.read_bytes())
    data[-14:-10] = (1 << 30).to_bytes(4, "little")[:2] + data[-12:-10]  # how many members there are said to be
    path.write_bytes(data)
    assert peak(lambda: read_archive(path, 9, 0)) < MIB


@pytest.mark.parametrize("name", ["../up", "/root", "a\x1bb", "a\nb", "a\\b", "c:d", "a\u202eb"])
def test_names_that_lead_elsewhere_are_refused_and_shown_clean(name: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is called") as problem:
        read_archive(zipped(tmp_path / "a.zip", (name, b"")), 9, 9)
    assert str(problem.value).isprintable()


@pytest.mark.parametrize("data", [b"", b"PK", b"x" * 100, b"PK\x05\x06" + b"\xff" * 18])
def test_what_is_no_archive(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(data)
    with pytest.raises(ValueError, match=r"."):
        read_archive(tmp_path / "a.zip", 9, 9)


# ------------------------------------------------------------------------------------------------ arrays


def npy(path: Path, header: str, rest: bytes = b"") -> Path:
    text = header.encode()
    path.write_bytes(b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + rest)
    return path


@pytest.mark.parametrize("array", [np.arange(12).reshape(3, 4), np.zeros((0, 2), np.uint8), np.ones(3, bool)])
def test_arrays_are_read(array: Any, tmp_path: Path) -> None:
    for found in (array, np.asfortranarray(array)):
        np.save(tmp_path / "a.npy", found)
        assert np.array_equal(map_npy(tmp_path / "a.npy"), array)
        np.savez(tmp_path / "a.npz", one=found, two=array)
        assert np.array_equal(read_npz(tmp_path / "a.npz")["one"], array)


HEADERS = (
    "{'descr': '<i8', 'fortran_order': False, 'shape': (1000000000000,)}",
    "{'descr': '<i8', 'fortran_order': False, 'shape': (-1,)}",
    "{'descr': '<i8', 'fortran_order': False, 'shape': (True, 8)}",
    "{'descr': '|O', 'fortran_order': False, 'shape': (1,)}",
    "{'descr': '<U8', 'fortran_order': False, 'shape': (2,)}",
    "{'descr': '<i8', 'fortran_order': False}",
    "{'descr': [('a', '<i8')], 'fortran_order': False, 'shape': (8,)}",
    "__import__('os').abort()", "(" * 300, "{", "[]", "9" * 9_000,
)  # fmt: skip


@pytest.mark.parametrize("header", HEADERS)
@pytest.mark.filterwarnings("ignore")
def test_headers_that_lie_are_refused(header: str, tmp_path: Path) -> None:
    path = npy(tmp_path / "a.npy", header, bytes(64))
    assert peak(lambda: map_npy(path)) < 4 * MIB
    archive = zipped(tmp_path / "a.npz", ("a.npy", path.read_bytes()), method=zipfile.ZIP_STORED)
    assert peak(lambda: read_npz(archive)) < 4 * MIB


def test_packed_arrays_are_no_larger_than_their_file(tmp_path: Path) -> None:
    np.savez_compressed(tmp_path / "a.npz", a=np.zeros(8 * MIB, np.int64))
    assert peak(lambda: read_npz(tmp_path / "a.npz")) < MIB


def test_json_that_is_nested_too_deeply(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b"[" * 200_000)
    with pytest.raises(ValueError, match="nested"):
        read_json(tmp_path / "a.json")
