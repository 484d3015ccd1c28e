"""Texts from disk: one file, or all the rules of a folder. What cannot be read is a message with its reason."""

from collections.abc import Iterator
from pathlib import Path

from heapwise.errors import error
from heapwise.files import files_in
from heapwise.lang.limits import MOST_CHARACTERS
from heapwise.outputs import note_read
from heapwise.source import Source

_MOST_BYTES = 4 * MOST_CHARACTERS


def read_source(path: Path) -> Source:
    """The text of a file; what cannot be read is an error with its reason."""
    if path.suffix.lower() == ".json" and path.is_file():
        raise error("E007", None, path=path)
    try:
        with path.open("rb") as file:
            note_read(path)
            data = file.read(_MOST_BYTES + 1)  # a device, or somebody's video, need not be read to the end
    except OSError as problem:
        raise error("E001", None, path=path, problem=problem.strerror or problem) from None
    if len(data) > _MOST_BYTES:
        raise error("E003", None, what="bytes", most=_MOST_BYTES)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data[: problem.start].count(b"\n") + 1
        raise error("E002", None, path=path, line=line) from None
    return Source(str(path), text.replace("\r\n", "\n"))


def rule_files(folder: Path) -> list[Path]:
    """The rule files in a folder, in the order of their names; none if there is no such folder."""
    return files_in(folder, "*.game") if folder.is_dir() else []


def automaton_files(folder: Path) -> list[Path]:
    """The files of a folder that hold automata, for texts of claims that name them."""
    return files_in(folder, "*.automaton") if folder.is_dir() else []


def neighbours(path: Path) -> Iterator[Path]:
    """The files of rules and of automata in the folder of a file."""
    return iter((*rule_files(path.parent), *automaton_files(path.parent)))
