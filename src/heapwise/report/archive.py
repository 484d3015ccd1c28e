"""Archives as they arrive: an archive may come from anywhere, and is looked at before a byte of it is unpacked."""

from pathlib import Path
from typing import Any

from heapwise.errors import error
from heapwise.foreign import json_of, read_archive
from heapwise.outputs import note_read
from heapwise.records import Record
from heapwise.report.bundle import MANIFEST, SCHEMA, VERDICTS, sha256

MOST_MEMBERS = 5_000
MOST_BYTES = 200 * 2**20  # unpacked, all members together
_KINDS = {
    "version": str, "claims": list, "rules": list, "members": dict, "options": dict, "title": str, "command": str,
}  # fmt: skip
_OPTION_KINDS = {"claim": str, "effort": str, "upto": int, "seconds": int | float, "proves": bool, "work": int}
_OPTION_BOUNDS = {"upto": (0, 10**9), "seconds": (0, 10**9), "work": (1, 1000)}  # as on the command line


class Archive(Record):
    """An archive whose members are as the manifest says."""

    path: Path
    manifest: dict[str, Any]
    members: dict[str, bytes]

    @property
    def verdicts(self) -> list[dict[str, Any]]:
        """The verdicts that were written."""
        try:
            lines = [json_of(line) for line in self.members[VERDICTS].splitlines()]
        except (KeyError, ValueError):
            lines = []
        if not all(isinstance(line, dict) for line in lines):
            lines = []
        if not lines:
            raise error("E356", None, member=VERDICTS, path=self.path, problem="it holds no verdicts")
        return lines


def open_archive(path: Path) -> Archive:
    """Read an archive and compare its hashes; nothing is written."""
    members = _members(path)
    manifest = _manifest(path, members.pop(MANIFEST, None))
    hashes: dict[str, Any] = manifest["members"]
    for name in sorted(members.keys() | hashes.keys()):
        problem = _problem(members.get(name), hashes.get(name))
        if problem:
            raise error("E356", None, member=name, path=path, problem=problem)
    if not manifest["claims"]:
        raise error("E355", None, path=path, problem=f"its {MANIFEST} names no text to check")
    for name in (*manifest["claims"], *manifest["rules"]):
        if name not in members:
            raise error("E356", None, member=name, path=path, problem="it is missing")
    return Archive(path, manifest, members)


def _problem(data: bytes | None, wanted: object) -> str | None:
    if data is None:
        return "it is missing"
    if wanted is None:
        return "it is not named there"
    return None if sha256(data) == wanted else "its SHA-256 is another one"


def _members(path: Path) -> dict[str, bytes]:
    try:
        note_read(path)
        return read_archive(path, MOST_MEMBERS, MOST_BYTES)
    except ValueError as problem:
        raise error("E355", None, path=path, problem=problem) from None
    except OSError as problem:
        raise error("E001", None, path=path, problem=problem.strerror or problem) from None


def _manifest(path: Path, data: bytes | None) -> dict[str, Any]:
    if data is None:
        raise error("E355", None, path=path, problem=f"it has no {MANIFEST}")
    try:
        found = json_of(data)
    except ValueError:
        found = None
    if not isinstance(found, dict) or "schema" not in found:
        raise error("E355", None, path=path, problem=f"its {MANIFEST} is not one of ours")
    if found["schema"] != SCHEMA:
        version = str(found.get("version", "another version"))[:40]
        raise error("E357", None, path=path, found=str(found["schema"])[:40], known=SCHEMA, version=version)
    if not _has_shape(found):
        raise error("E355", None, path=path, problem=f"its {MANIFEST} is not one of ours")
    return found


def _has_shape(found: dict[str, Any]) -> bool:
    """Has every entry the kind that a manifest of ours has?"""
    if not all(isinstance(found.get(key), kind) for key, kind in _KINDS.items()):
        return False
    options = found["options"]
    has_kinds = all(options.get(k) is None or isinstance(options[k], kind) for k, kind in _OPTION_KINDS.items())
    in_bounds = has_kinds and all(
        options.get(k) is None or low <= options[k] <= high for k, (low, high) in _OPTION_BOUNDS.items()
    )
    return in_bounds and all(isinstance(name, str) for name in (*found["claims"], *found["rules"]))
