"""An archive checked again: do its verdicts come out the same, and does the checker take its proofs?"""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from heapwise.claims import Verdict
from heapwise.claims.claim import Claim
from heapwise.documents.library import Library, lent, library, read_source
from heapwise.errors import HeapwiseError
from heapwise.files import files_in
from heapwise.messages import headline, render, spoken
from heapwise.proof.certificate.report import verify
from heapwise.proof.certificate.texts import claim_text
from heapwise.records import Record, replace
from heapwise.report.archive import Archive, open_archive
from heapwise.report.bundle import CERTIFICATES, OPTIONS, verdict_line
from heapwise.report.members import LIBRARY
from heapwise.report.study import Study, StudyPlan
from heapwise.running import Options
from heapwise.verify import parsed

# What has to come out the same. How the values were found, and what else was computed on the way, may differ.
_COMPARED = (
    "verdict", "as_stated", "region", "positions", "premise_true", "both_true", "both_false", "exceptions",
    "counterexample", "rules_sha256", "claims_sha256",
)  # fmt: skip


class Rerun(Record):
    """What a second run gave: its verdicts, and where they differ from those of the archive."""

    archive: Archive
    study: Study
    differences: list[str]
    proofs: int  # certificates that the checker took

    @property
    def other_rules(self) -> list[str]:
        """The games of the library that are others now; the archive was checked with its own."""
        ours, members = library(), self.archive.members
        kept = (name for name in members if name.startswith(f"{LIBRARY}/"))
        return [name for name in kept if members[name] != ours.texts.get(_in_library(name), "").encode()]

    @property
    def unproved(self) -> int:
        """How many verdicts say `proved`, and name no certificate."""
        proved = (line for line in self.archive.verdicts if line.get("verdict") == "proved")
        return sum(1 for line in proved if not (line.get("certificate") or {}).get("file"))


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
        study = _checked(archive, root, jobs, step).with_verdicts(partial(_without_folder, root))
    found = [verdict_line(verdict, verdict.file) for verdict in study.verdicts]
    refused, proofs = _verified(archive)
    others = _proofs_of_others(archive, study)
    return Rerun(archive, study, [*_differences(written, found), *others, *refused], proofs)


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


def _proofs_of_others(archive: Archive, study: Study) -> Iterator[str]:
    """A line for every verdict whose certificate is missing, or is one of another claim or of other parameters."""
    claims = {_key(v.to_json()): stated.claim for stated in study.claims for v in stated.verdicts}
    for line in archive.verdicts:
        certificate = line.get("certificate")
        name = certificate.get("file") if isinstance(certificate, dict) else None
        claim = claims.get(_key(line))
        if name is None or claim is None:
            continue
        if not isinstance(name, str) or not _is_of(archive.members.get(name), claim, line):
            yield f"{_named(line)}: its certificate is missing, or is that of something else"


def _key(line: Mapping[str, Any]) -> str:
    return json.dumps([line.get(key) for key in ("file", "game", "claim", "play")])


def _is_of(data: bytes | None, claim: Claim, line: Mapping[str, Any]) -> bool:
    """Is a certificate one of a claim and its rules, for the parameters of a verdict or for all? What else it says, the
    checker looks at: above all whether its text is the claim with these rules."""
    try:
        said = parsed(data or b"")
    except HeapwiseError:
        return False
    own, rules = "\n\n".join(claim_text(claim)), line.get("rules_sha256")
    if not f"\n\n{said.get('text')}".endswith(f"\n\n{own}\n") or said.get("rules_sha256") != rules:
        return False
    fixed, parameters = said.get("parameters"), line.get("parameters")
    if not isinstance(fixed, dict) or not isinstance(parameters, dict):
        return False
    return fixed == parameters or ("ranges" in said and fixed.items() <= parameters.items())


def _without_folder(root: Path, verdict: Verdict) -> Verdict:
    """The folder is gone: a file goes by its name in the archive, and no command is given for it."""
    found = verdict.counterexample
    return replace(
        verdict,
        file=_inside(root, verdict.file),
        rules_file=None if verdict.rules_file is None else _inside(root, verdict.rules_file),
        counterexample=None if found is None else replace(found, explore=None),
    )


def _inside(root: Path, file: str) -> str:
    path = Path(file)
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else file


def _checked(archive: Archive, root: Path, jobs: int | None, step: Callable[[int], None]) -> Study:
    manifest, options = archive.manifest, archive.manifest["options"]
    claims = [root / name for name in manifest["claims"]]
    rules = tuple(_given(root, name) for name in manifest["rules"])
    wanted = Options(**{name: options.get(name) for name in OPTIONS})
    plan = StudyPlan(claims, rules, wanted, jobs, bool(options.get("proves")), step)
    with lent(_library(root)):
        study = plan.study(manifest["title"])
    told = {render(d, spoken()) for one in study.unread if one.claim.problem for d in one.claim.problem.diagnostics}
    others = (text for text in study.problems if text not in told)  # the verdicts tell what is wrong with a claim
    return replace(study, problems=tuple(text.replace(f"{root}{os.sep}", "") for text in others))


def _given(root: Path, name: str) -> Path:
    """A file that was given with `-f`: one of the library is looked up there."""
    return _in_library(name) if name.startswith(f"{LIBRARY}/") else root / name


def _in_library(name: str) -> Path:
    return library().folder / name.removeprefix(f"{LIBRARY}/")


def _library(root: Path) -> Library:
    """The library, with those texts of the archive that are others than ours: they are taken for somebody's own."""
    ours, kept = library(), root / LIBRARY
    found = {ours.folder / path.relative_to(kept): read_source(path).text for path in files_in(kept, "**/*.game")}
    others = {path: text for path, text in found.items() if ours.texts.get(path) != text}
    if not others:
        return ours
    return Library(ours.folder, [path for path in ours.paths if path not in others], {**ours.texts, **others})


def _differences(written: list[dict[str, Any]], found: list[dict[str, Any]]) -> Iterator[str]:
    """A line for every verdict that is not the same, that is gone, or that is new."""
    old, new = (_by_identity(lines) for lines in (written, found))
    for key in dict.fromkeys((*old, *new)):
        if key not in new or key not in old:
            yield f"{_named((old.get(key) or new[key])[0])}: {'now missing' if key in old else 'not in the archive'}"
        elif len(old[key]) != len(new[key]):
            yield f"{_named(old[key][0])}: stands in {len(old[key])} lines, and is in {len(new[key])}"
        else:
            yield from chain(*map(_difference, old[key], new[key]))


def _difference(written: dict[str, Any], found: dict[str, Any]) -> Iterator[str]:
    before, after = json.loads(json.dumps(written)), json.loads(json.dumps(found))
    compared = (*_COMPARED, *(["quantifiers"] if "quantifiers" in before else []))  # not in older archives
    fields = [name for name in compared if before.get(name) != after.get(name)]
    if fields:
        first = fields[0]
        yield f"{_named(before)}: {first} was {_short(before.get(first))}, and is {_short(after.get(first))}"


def _by_identity(lines: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for line in lines:
        found.setdefault(_identity(line), []).append(line)
    return found


def _identity(line: dict[str, Any]) -> str:
    return json.dumps([line.get(key) for key in ("file", "game", "claim", "play", "parameters")], sort_keys=True)


def _named(line: dict[str, Any]) -> str:
    parameters = line.get("parameters")
    shown = [f"{k} = {v}" for k, v in parameters.items()] if isinstance(parameters, dict) else []
    return ", ".join([f"{line.get('claim')} of {line.get('game') or 'no game'}", *shown])[:200]


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."
