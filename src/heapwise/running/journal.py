"""What a run has decided, kept while it goes on: a line a verdict, so that an interrupted run can be taken up again.

The journal lies in the user's cache folder. A line that was cut off by a kill is ignored; a verdict counts only for
the same claims, rules and effort, and from the same sources of heapwise; all of that is the name of the file.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, fields
from typing import Any

from heapwise.claims.verdict import Counterexample, Verdict
from heapwise.files import cache_folder

_FORMAT = 1


class Journal:
    """Verdicts of one file of claims under one set of options, by claim."""

    def __init__(self, identity: str, is_resumed: bool) -> None:
        digest = hashlib.sha256(f"{_FORMAT}\0{identity}".encode()).hexdigest()[:32]
        self.path = cache_folder() / "runs" / f"{digest}.jsonl"
        self.finished: dict[str, list[Verdict]] = self._read() if is_resumed else {}
        self._is_open = False
        self._keeps_old = is_resumed

    def _read(self) -> dict[str, list[Verdict]]:
        try:
            lines = self.path.read_text(encoding="utf-8").split("\n")
        except (OSError, UnicodeDecodeError):
            return {}
        found: dict[str, list[Verdict]] = {}
        for line in lines:
            entry = _entry(line)
            if entry is not None:
                found[entry[0]] = entry[1]
        return found

    def add(self, key: str, verdicts: list[Verdict]) -> None:
        """Keep the verdicts of a claim. A folder that cannot be written only means that nothing is kept."""
        line = json.dumps({"claim": key, "verdicts": [asdict(v) for v in verdicts]})
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            mode = "a" if self._is_open or self._keeps_old else "w"
            with self.path.open(mode, encoding="utf-8") as stream:
                stream.write(line + "\n")
            self._is_open = True
        except OSError:
            return

    def forget(self) -> None:
        """A run that came to its end needs no journal."""
        try:
            self.path.unlink(missing_ok=True)
        except OSError:
            return


def _entry(line: str) -> tuple[str, list[Verdict]] | None:
    """A line of a journal, if it is whole and of the right shape."""
    try:
        data = json.loads(line)
        return str(data["claim"]), [_verdict(v) for v in data["verdicts"]]
    except (ValueError, TypeError, KeyError):
        return None


def _verdict(data: dict[str, Any]) -> Verdict:
    if set(data) != {f.name for f in fields(Verdict)} or data["word"] not in _WORDS or not _fits(data):
        raise ValueError("not a verdict")
    counterexample = data["counterexample"]
    made = Verdict(**{**data, "warnings": tuple(data["warnings"]), "notes": tuple(data["notes"])})
    made.counterexample = None if counterexample is None else Counterexample(**counterexample)
    return made


def _fits(data: dict[str, Any]) -> bool:
    """Are the figures that a verdict is printed with of their kinds? Anybody may have edited the file."""
    return all(isinstance(data[name], kinds) for name, kinds in _KINDS.items())


_KINDS: dict[str, type | tuple[type, ...]] = {
    **dict.fromkeys(("file", "claim", "status", "play", "method"), str),
    **dict.fromkeys(("positions", "premise_true"), int),
    **dict.fromkeys(("both_true", "both_false", "exceptions"), (int, type(None))),
    "parameters": dict, "shown": dict, "region": (dict, str), "seconds": (int, float), "reason": (str, type(None)),
}  # fmt: skip
_WORDS = ("proved", "holds", "sampled", "refuted", "undecided", "outside", "error")
