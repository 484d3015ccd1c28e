"""What a run has decided, kept while it goes on: a line a verdict, so that an interrupted run can be taken up again.

The journal lies in the user's cache folder. Every line begins with a checksum: a line that was cut off by a kill, or
edited, or that belongs to another journal is ignored, and its claim is checked again. A verdict counts only for the
same claims, rules and effort, and from the same sources of heapwise; all of that is the name of the file.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, fields
from typing import Any

from heapwise.claims.quantifiers import Quantifiers
from heapwise.claims.verdict import Counterexample, Verdict
from heapwise.files import cache_folder

_FORMAT = 1

_MOST_BYTES = 1 << 28


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
            with self.path.open("rb") as stream:
                lines = stream.read(_MOST_BYTES).split(b"\n")
        except OSError:
            return {}
        texts = (self._text_of(line) for line in lines)
        return dict(entry for entry in (_entry(text) for text in texts if text is not None) if entry is not None)

    def _text_of(self, line: bytes) -> bytes | None:
        """What a line says, if it has the right checksum."""
        checksum, _, text = line.partition(b" ")
        return text if checksum == self._sum(text) else None

    def _sum(self, text: bytes) -> bytes:
        return hashlib.sha256(self.path.name.encode() + b"\0" + text).hexdigest().encode()

    def add(self, key: str, verdicts: list[Verdict]) -> None:
        """Keep the verdicts of a claim. A folder that cannot be written only means that nothing is kept."""
        text = json.dumps({"claim": key, "verdicts": [asdict(v) for v in verdicts]}).encode()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            mode = "a" if self._is_open or self._keeps_old else "w"
            with self.path.open(f"{mode}b") as stream:
                # A new line first: the last one may have been cut off.
                stream.write(b"\n" + self._sum(text) + b" " + text + b"\n")
            self._is_open = True
        except OSError:
            return

    def forget(self) -> None:
        """A run that came to its end needs no journal."""
        try:
            self.path.unlink(missing_ok=True)
        except OSError:
            return


def _entry(text: bytes) -> tuple[str, list[Verdict]] | None:
    """What a line of a journal says, if it is of the right shape."""
    try:
        data = json.loads(text)
        return str(data["claim"]), [_verdict(v) for v in data["verdicts"]]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def _verdict(data: dict[str, Any]) -> Verdict:
    if set(data) != {f.name for f in fields(Verdict)} or data["word"] not in _WORDS or not _fits(data):
        raise ValueError("not a verdict")
    counterexample = None if data["counterexample"] is None else Counterexample(**data["counterexample"])
    texts = {name: tuple(data[name]) for name in ("warnings", "notes")}
    quantifiers = None if data["quantifiers"] is None else Quantifiers.from_plain(data["quantifiers"])
    return Verdict(**{**data, **texts, "counterexample": counterexample, "quantifiers": quantifiers})


def _fits(data: dict[str, Any]) -> bool:
    """Are the figures that a verdict is printed with of their kinds? Anybody may have edited the file."""
    return all(isinstance(data[name], kinds) for name, kinds in _KINDS.items())


_KINDS: dict[str, type | tuple[type, ...]] = {
    **dict.fromkeys(("file", "claim", "status", "play", "method"), str),
    **dict.fromkeys(("positions", "premise_true"), int),
    **dict.fromkeys(("both_true", "both_false", "exceptions"), (int, type(None))),
    "parameters": dict, "shown": dict, "region": (dict, str), "seconds": (int, float), "reason": (str, type(None)),
    "text": (str, type(None)),
}  # fmt: skip
_WORDS = ("proved", "holds", "sampled", "refuted", "undecided", "outside", "error")
