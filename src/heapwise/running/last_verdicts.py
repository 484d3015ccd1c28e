"""The last verdict on every claim, kept for those who come back to a text: editors show it above the claim.

It lies in the cache, under the hash of the claims' text and of the sources of heapwise, and is believed as long as the
rules have the hash that they had. All that is kept of one text is about the same claims and the same rules, so of two
verdicts the one that says more stays.
"""

import hashlib
import json
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from heapwise.claims.summary import ClaimSummary, summarise
from heapwise.claims.verdict import STRENGTH, Verdict
from heapwise.files import cache_folder, write_atomically
from heapwise.fingerprint import fingerprint
from heapwise.messages import spoken
from heapwise.records import Record, asdict
from heapwise.running.options import Options

_MOST_BYTES = 1 << 22
_MOST_FILES = 500
_LINE = re.compile("line[0-9]+")  # a claim without a name: the hash of its text is the same where lines have moved
_STRENGTH = ("refuted", *STRENGTH)


class LastVerdict(Record):
    """The word, whether it is as stated, and what was found in the language of that run."""

    rules: str
    word: str
    as_stated: bool | None
    findings: str
    language: str

    @property
    def is_sound(self) -> bool:
        """Is it of the right shape? Anybody may have edited the file."""
        texts = (self.rules, self.word, self.findings, self.language)
        return {*map(type, texts)} == {str} and self.word in _STRENGTH and self.as_stated in (True, False, None)


def remember(verdicts: Iterable[Verdict], options: Options) -> None:
    """Keep what a whole run found; nothing, if its region was another than the claims say."""
    if options.is_smaller:
        return
    by_text: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        by_text.setdefault(verdict.claims_sha256, []).append(verdict)
    with suppress(OSError):  # a folder that cannot be written only means that nothing is kept
        for claims, found in by_text.items():
            kept = (s for s in summarise(found) if s.word != "error" and not _LINE.fullmatch(s.claim))
            lasts = ((s.key, _last(s, found)) for s in kept)
            _keep(_path(claims), {_entry(key, last.rules): last for key, last in lasts})


def recall(claims: str, rules: str, key: str) -> LastVerdict | None:
    """The last verdict on a claim of a text, given by their hashes."""
    found = _read(_path(claims)).get(_entry(key, rules))
    return found if found is not None and found.rules == rules else None


def _entry(key: str, rules: str) -> str:
    """The same text may stand beside other rules in another folder."""
    return f"{key} {rules}"


def _last(summary: ClaimSummary, verdicts: list[Verdict]) -> LastVerdict:
    rules = next(
        v.rules_sha256 for v in verdicts if (v.file, v.game, v.claim) == (summary.file, summary.game, summary.claim)
    )
    return LastVerdict(rules, summary.word, summary.as_stated, summary.findings, spoken())


def _keep(path: Path, new: dict[str, LastVerdict]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    kept = _read(path)
    kept |= {key: last for key, last in new.items() if not _says_less(last, kept.get(key))}
    write_atomically(path, json.dumps({key: asdict(last) for key, last in kept.items()}))
    for old in sorted(path.parent.glob("*.json"), key=lambda p: p.stat().st_mtime)[:-_MOST_FILES]:
        old.unlink(missing_ok=True)


def _says_less(new: LastVerdict, old: LastVerdict | None) -> bool:
    return old is not None and old.rules == new.rules and _STRENGTH.index(new.word) > _STRENGTH.index(old.word)


def _read(path: Path) -> dict[str, LastVerdict]:
    try:
        with path.open("rb") as stream:
            data: dict[str, dict[str, Any]] = json.loads(stream.read(_MOST_BYTES))
        found = {key: LastVerdict(**entry) for key, entry in data.items()}
        return {key: last for key, last in found.items() if last.is_sound}
    except (OSError, ValueError, TypeError, AttributeError, RecursionError):
        return {}


def _path(claims: str) -> Path:
    digest = hashlib.sha256(f"{fingerprint()}\0{claims}".encode()).hexdigest()[:32]
    return cache_folder() / "verdicts" / f"{digest}.json"
