"""Compiled code on disk: whatever happens to a file of it, the kernel computes what its source says."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from heapwise.engine import jit, kept_code, machine_code

pytest.importorskip("numba")

SOURCE = "def fill(n):\n    s = 0\n    for i in range(n):\n        s += i * i\n    return s\n"
OTHER = SOURCE.replace("i * i", "i * i * i")


def compiled(source: str = SOURCE) -> Any:
    """A kernel as a new process would have it."""
    return jit.kernel(jit.functions_of(source, {}).fill)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("HEAPWISE_CACHE", str(tmp_path))
    kept_code.private_folder.cache_clear()
    for source in (SOURCE, OTHER):
        compiled(source)(10)
    yield tmp_path
    kept_code.private_folder.cache_clear()


def flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def as_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def nowhere(path: Path) -> None:
    path.unlink()
    path.symlink_to(f"no{path.name}")


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
    "a text": to(lambda data: b"\xff\xfe no code"),
    "a folder": as_folder,
    "a link to nowhere": nowhere,
}


@pytest.fixture
def makes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The functions that numba compiled since."""
    made: list[str] = []

    def note(numba: Any, function: Any, arguments: Any) -> tuple[str, bytes]:
        made.append(function.__name__)
        return machine_code.compiled(numba, function, arguments)

    monkeypatch.setattr(jit, "compiled", note)
    return made


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_files_are_made_anew(damage: str, folder: Path, makes: list[str]) -> None:
    found = sorted(folder.rglob("*.o"))
    assert len(found) == 2
    for path in found:
        DAMAGES[damage](path)
    assert compiled()(10) == 285
    assert compiled(OTHER)(10) == 2025
    assert len(makes) == 2
    assert compiled()(10) == 285
    assert len(makes) == (3 if damage == "a folder" else 2)


def test_a_file_in_the_place_of_another_is_noticed(folder: Path, makes: list[str]) -> None:
    one, other = sorted(folder.rglob("*.o"))
    data = one.read_bytes()
    shutil.copy(other, one)
    other.write_bytes(data)
    assert compiled()(10) == 285
    assert compiled(OTHER)(10) == 2025
    assert len(makes) == 2


def test_what_is_whole_is_believed_by_the_machine_that_made_it(
    folder: Path, makes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert compiled()(10) == 285
    assert not makes
    monkeypatch.setattr(jit, "machine", lambda: ("another processor",))
    assert compiled()(10) == 285
    assert len(makes) == 1


def test_a_folder_that_cannot_be_written_keeps_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in folder.rglob("*.o"):
        path.unlink()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    assert compiled()(10) == 285
    assert not list(folder.rglob("*.o"))


def test_every_kind_of_arguments_has_code_of_its_own(folder: Path, makes: list[str]) -> None:
    """Widths, orders in memory and numbers of dimensions; a number that has no room is an error and nothing else."""
    source = (
        "def fill(sides, rows, number):\n    rows[0][0] = number\n    return len(rows[1]) + sides[0] + rows[1][1]\n"
    )
    fill = compiled(source)
    for dtype in (np.uint8, np.int16, np.int64):
        for other in (np.arange(4, dtype=dtype), np.arange(8, dtype=dtype)[::2]):
            rows = (np.zeros(2, dtype=dtype), other)
            assert fill((3, np.int64(4)), rows, 7) == 7 + other[1]
            assert rows[0].tolist() == [7, 0]
    assert len(makes) == 6
    with pytest.raises(OverflowError):
        fill((3, 4), rows, 1 << 63)
    assert compiled("def fill(rows):\n    rows[:] = 5\n")(rows[0]) == 0
    assert rows[0].tolist() == [5, 5]


def test_a_process_that_finds_its_kernels_loads_no_compiler(folder: Path) -> None:
    program = (
        "import sys\nfrom heapwise.engine import jit\n"
        f"fill = jit.kernel(jit.functions_of({SOURCE!r}, {{}}).fill)\nprint(fill(10), 'numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.stdout == "285 False\n", done.stderr


def test_a_function_that_always_gives_the_same() -> None:
    """numba has a type of its own for the number 0."""
    assert compiled("def fill(n):\n    return 0\n")(10) == 0
