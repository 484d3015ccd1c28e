"""Compiled code on disk: whatever happens to a file of it, the kernel computes what its source says."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from heapwise.engine import jit

pytest.importorskip("numba")

SOURCE = "def fill(n):\n    s = 0\n    for i in range(n):\n        s += i * i\n    return s\n"
OTHER = SOURCE.replace("i * i", "i * i * i")


def compiled(source: str = SOURCE) -> Any:
    """A kernel as a new process would have it."""
    return jit.compiled_function(jit.functions_of(source, 1, {}, is_kept=True).fill)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("HEAPWISE_CACHE", str(tmp_path))
    jit.private_folder.cache_clear()
    for source in (SOURCE, OTHER):
        compiled(source)(10)
    yield tmp_path
    jit.private_folder.cache_clear()


def flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def as_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def nowhere(path: Path) -> None:
    path.unlink()
    path.symlink_to("nowhere")


def to(change: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    return lambda path: path.write_bytes(change(path.read_bytes())) and None


DAMAGES: dict[str, Callable[[Path], Any]] = {
    "gone": Path.unlink,
    "empty": to(lambda data: b""),
    "cut by a byte": to(lambda data: data[:-1]),
    "cut to a half": to(lambda data: data[: len(data) // 2]),
    "cut to a few bytes": to(lambda data: data[:20]),
    "longer": to(lambda data: data + b"\0"),
    "first bit": to(lambda data: flipped(data, 0)),
    "a bit inside": to(lambda data: flipped(data, len(data) // 2)),
    "a bit of the checksum": to(lambda data: flipped(data, len(data) - 1)),
    "zeros": to(lambda data: bytes(len(data))),
    "another pickle": to(lambda data: b"\x80\x04N."),
    "a pickle that runs code": to(lambda data: b"cos\nabort\n(tR."),
    "a text": to(lambda data: b"\xff\xfe no code"),
    "a folder": as_folder,
    "a link to nowhere": nowhere,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_files_are_made_anew(damage: str, folder: Path) -> None:
    kinds = ("*.nbi", "*.nbc", "*.py")
    for kind in kinds:
        found = sorted(folder.rglob(kind))
        assert len(found) >= 2
        for path in found:
            DAMAGES[damage](path)
        assert compiled()(10) == 285
        assert compiled(OTHER)(10) == 2025
        if damage not in ("a folder",):
            again = compiled()
            assert again(10) == 285
            assert sum(again.stats.cache_hits.values()) == 1


def test_a_file_in_the_place_of_another_is_noticed(folder: Path) -> None:
    one, other = sorted(folder.rglob("*.nbc"))
    data = one.read_bytes()
    shutil.copy(other, one)
    other.write_bytes(data)
    assert compiled()(10) == 285
    assert compiled(OTHER)(10) == 2025


def test_what_is_whole_is_believed(folder: Path) -> None:
    again = compiled()
    assert again(10) == 285
    assert sum(again.stats.cache_hits.values()) == 1
    assert not again.stats.cache_misses


def test_a_folder_that_cannot_be_written_keeps_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in folder.rglob("*.nb?"):
        path.unlink()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    assert compiled()(10) == 285
