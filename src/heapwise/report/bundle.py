"""Archives: a report with everything that somebody else needs to check it again, in one file.

The members are the texts, the verdicts (a line of JSON each), the page, certificates if there are some, and a manifest
with the hash of every other member. The same texts and options give the same bytes: nothing in an archive depends on
the day or on how long the work took.
"""

import hashlib
import io
import json
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from heapwise.claims import Verdict
from heapwise.lang.parse import LANGUAGE_VERSION
from heapwise.records import asdict, replace
from heapwise.report.members import texts_of
from heapwise.report.page import page
from heapwise.report.study import Study, StudyPlan
from heapwise.version import __version__

SCHEMA = 1
MANIFEST, VERDICTS, PAGE = "manifest.json", "verdicts.jsonl", "report.html"
CERTIFICATES = "certificates/"
OPTIONS = ("claim", "effort", "upto", "seconds", "work")  # what of a run's options decides its verdicts
_LONG_AGO = (1980, 1, 1, 0, 0, 0)
_PLAIN_FILE = 0o100644 << 16


def bundle(study: Study, gathering: StudyPlan) -> bytes:
    """The archive of a study."""
    texts = texts_of(study, gathering)
    study, members = _with_certificates(study)
    members |= {name: text.encode() for name, text in texts.members.items()}
    members[VERDICTS] = _lines(verdict_line(v, texts.names[v.file]) for v in study.verdicts)
    members[PAGE] = page(study).encode()
    manifest = {
        "schema": SCHEMA, "version": __version__, "language": LANGUAGE_VERSION, "title": study.title,
        "command": study.commands[0] if study.commands else "", "options": _options(gathering),
        "claims": texts.claims, "rules": texts.given, "members": {n: sha256(d) for n, d in sorted(members.items())},
    }  # fmt: skip
    members[MANIFEST] = (json.dumps(manifest, indent=1, ensure_ascii=False) + "\n").encode()
    return _zipped(members)


def _with_certificates(study: Study) -> tuple[Study, dict[str, bytes]]:
    """The proofs that the run has written, which go by their names in the archive, and a study that names them so."""
    members: dict[str, bytes] = {}

    def kept(certificate: Mapping[str, Any] | None) -> dict[str, Any] | None:
        path = (certificate or {}).get("file")
        if certificate is None or path is None:
            return None if certificate is None else dict(certificate)
        name = f"{CERTIFICATES}{Path(path).name}"
        members[name] = Path(path).read_bytes()
        return {**certificate, "file": name}

    def named(verdict: Verdict) -> Verdict:
        if verdict.quantifiers is not None:
            proved = tuple(replace(p, certificate=kept(p.certificate)) for p in verdict.quantifiers.proved)
            verdict = replace(verdict, quantifiers=replace(verdict.quantifiers, proved=proved))
        path, certificate = (verdict.certificate or {}).get("file"), kept(verdict.certificate)
        notes = tuple(note.replace(path, (certificate or {})["file"]) if path else note for note in verdict.notes)
        return replace(verdict, certificate=certificate, notes=notes)

    return study.with_verdicts(named), members


def sha256(data: bytes) -> str:
    """The hash of a member."""
    return hashlib.sha256(data).hexdigest()


def verdict_line(verdict: Verdict, file: str) -> dict[str, Any]:
    """A verdict as it stands in an archive: without the time that it took, and with the quantifiers in words."""
    line = {key: value for key, value in (verdict.to_json() | {"file": file}).items() if key != "seconds"}
    return line if verdict.quantifiers is None else line | {"quantifiers": verdict.quantifiers.text}


def _lines(objects: Iterable[dict[str, Any]]) -> bytes:
    return "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in objects).encode()


def _options(gathering: StudyPlan) -> dict[str, Any]:
    known = asdict(gathering.options)
    return {"proves": gathering.proves} | {name: known[name] for name in OPTIONS}


def _zipped(members: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, data in sorted(members.items()):
            info = zipfile.ZipInfo(name, _LONG_AGO)
            info.create_system, info.external_attr = 3, _PLAIN_FILE
            archive.writestr(info, data, zipfile.ZIP_DEFLATED, 9)
    return stream.getvalue()
