"""An archive checked again: first that it is what its manifest says, then that its verdicts come out the same.

The archive may come from anywhere. Its names, sizes and kinds of members are looked at before a byte is unpacked.
"""

from __future__ import annotations

import json
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any

from heapwise.claims import Options, Verdict
from heapwise.errors import HeapwiseError, error
from heapwise.messages import headline
from heapwise.proof.certificate.report import verify
from heapwise.report.bundle import CERTIFICATES, MANIFEST, OPTIONS, SCHEMA, VERDICTS, sha256, verdict_line
from heapwise.report.study import Gathering, Study

MOST_MEMBERS = 5_000
MOST_BYTES = 200 * 2**20  # unpacked, all members together
_KINDS = {
    "version": str, "claims": list, "rules": list, "members": dict, "options": dict, "title": str, "command": str,
}  # fmt: skip
_OPTION_KINDS = {"claim": str, "effort": str, "upto": int, "seconds": int | float, "proves": bool}
# What has to come out the same. How the values were found, and what else was computed on the way, may differ.
_COMPARED = (
    "verdict", "as_stated", "region", "positions", "premise_true", "both_true", "both_false", "exceptions",
    "counterexample", "rules_sha256", "claims_sha256",
)  # fmt: skip


@dataclass(frozen=True)
class Archive:
    """An archive whose members are as the manifest says."""

    path: Path
    manifest: dict[str, Any]
    members: dict[str, bytes]

    @property
    def verdicts(self) -> list[dict[str, Any]]:
        """The verdicts that were written."""
        try:
            lines = [json.loads(line) for line in self.members[VERDICTS].splitlines()]
        except (KeyError, ValueError):
            lines = []
        if not all(isinstance(line, dict) for line in lines):
            lines = []
        if not lines:
            raise error("E356", None, member=VERDICTS, path=self.path, problem="it holds no verdicts")
        return lines


@dataclass(frozen=True)
class Rerun:
    """What a second run gave: its verdicts, and where they differ from those of the archive."""

    archive: Archive
    study: Study
    differences: list[str]
    proofs: int  # certificates that the checker took


def open_archive(path: Path) -> Archive:
    """Read an archive and compare its hashes; nothing is written."""
    members = _members(path)
    manifest = _manifest(path, members.pop(MANIFEST, None))
    hashes: dict[str, Any] = manifest["members"]
    for name in sorted(members.keys() | hashes.keys()):
        problem = _problem(members.get(name), hashes.get(name))
        if problem:
            raise error("E356", None, member=name, path=path, problem=problem)
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
        with zipfile.ZipFile(path) as archive:
            infos = archive.infolist()
            problem = next((p for p in _oddities(infos) if p), None)
            if problem:
                raise error("E355", None, path=path, problem=problem)
            return {info.filename: archive.read(info) for info in infos}
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as problem:
        raise error("E355", None, path=path, problem=problem) from None
    except OSError as problem:
        raise error("E001", None, path=path, problem=problem.strerror or problem) from None


def _oddities(infos: list[zipfile.ZipInfo]) -> Iterator[str | None]:
    """What an archive of ours never has."""
    if len(infos) > MOST_MEMBERS:
        yield f"it has more than {MOST_MEMBERS} members"
    if sum(info.file_size for info in infos) > MOST_BYTES:
        yield f"it holds more than {MOST_BYTES >> 20} MiB"
    names = [info.filename for info in infos]
    if len({name.casefold() for name in names}) != len(names):
        yield "two members have one name"
    for info in infos:
        kind = stat.S_IFMT(info.external_attr >> 16)
        if not _is_plain(info.filename):
            yield f"a member is called `{info.filename[:80]}`"
        elif kind not in (0, stat.S_IFREG) or info.flag_bits & 1:
            yield f"`{info.filename[:80]}` is no plain file"


def _is_plain(name: str) -> bool:
    """A relative path of ordinary names."""
    parts = PurePosixPath(name).parts
    is_relative = bool(parts) and not name.startswith("/") and "/".join(parts) == name
    return is_relative and name.isprintable() and not any(p == ".." or set(p) & set('\\:*?"<>|') for p in parts)


def _manifest(path: Path, data: bytes | None) -> dict[str, Any]:
    if data is None:
        raise error("E355", None, path=path, problem=f"it has no {MANIFEST}")
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
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
    return has_kinds and all(isinstance(name, str) for name in (*found["claims"], *found["rules"]))


def rerun(path: Path, jobs: int | None = None, step: Callable[[int], None] = lambda total: None) -> Rerun:
    """Check the claims of an archive again, in a folder of their own, and compare."""
    archive = open_archive(path)
    written = archive.verdicts
    with TemporaryDirectory(prefix="heapwise-") as folder:
        root = Path(folder)
        for name, data in archive.members.items():
            target = root / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        study = _checked(archive, root, jobs, step)
    for verdict in study.verdicts:
        _forget(verdict, root)
    found = [verdict_line(verdict, verdict.file) for verdict in study.verdicts]
    refused, proofs = _verified(archive)
    return Rerun(archive, study, [*_differences(written, found), *refused], proofs)


def _verified(archive: Archive) -> tuple[list[str], int]:
    """The certificates that the independent checker refuses, in words, and how many it takes."""
    refused, taken = [], 0
    for name, data in archive.members.items():
        if name.startswith(CERTIFICATES):
            try:
                verify(data)
                taken += 1
            except HeapwiseError as problem:
                refused.append(f"{name} is refused: {headline(problem.diagnostics[0])}")
    return refused, taken


def _forget(verdict: Verdict, root: Path) -> None:
    """The folder is gone: a file goes by its name in the archive, and no command is given for it."""
    verdict.file = Path(verdict.file).relative_to(root).as_posix()
    if verdict.counterexample is not None:
        verdict.counterexample = replace(verdict.counterexample, explore=None)


def _checked(archive: Archive, root: Path, jobs: int | None, step: Callable[[int], None]) -> Study:
    manifest, options = archive.manifest, archive.manifest["options"]
    claims = [root / name for name in manifest["claims"]]
    rules = tuple(root / name for name in manifest["rules"])
    wanted = Options(**{name: options.get(name) for name in OPTIONS})
    study = Gathering(claims, rules, wanted, jobs, bool(options.get("proves")), step).study(manifest["title"])
    if study.problems:
        raise error("E355", None, path=archive.path, problem="its texts have errors\n" + "\n".join(study.problems))
    return study


def _differences(written: list[dict[str, Any]], found: list[dict[str, Any]]) -> Iterator[str]:
    """A line for every verdict that is not the same, that is gone, or that is new."""
    old, new = ({_identity(line): line for line in lines} for lines in (written, found))
    for key in dict.fromkeys((*old, *new)):
        if key not in new or key not in old:
            yield f"{_named(old.get(key) or new[key])}: {'now missing' if key in old else 'not in the archive'}"
            continue
        before, after = json.loads(json.dumps(old[key])), json.loads(json.dumps(new[key]))
        fields = [name for name in _COMPARED if before.get(name) != after.get(name)]
        if fields:
            first = fields[0]
            yield f"{_named(before)}: {first} was {_short(before.get(first))}, and is {_short(after.get(first))}"


def _identity(line: dict[str, Any]) -> str:
    return json.dumps([line.get(key) for key in ("file", "game", "claim", "play", "parameters")], sort_keys=True)


def _named(line: dict[str, Any]) -> str:
    parameters = line.get("parameters")
    shown = [f"{k} = {v}" for k, v in parameters.items()] if isinstance(parameters, dict) else []
    return ", ".join([f"{line.get('claim')} of {line.get('game') or 'no game'}", *shown])[:200]


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."
