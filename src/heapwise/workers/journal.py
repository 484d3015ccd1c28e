"""What a run has found, kept while it goes on: a line an answer, so that an interrupted run can be taken up again.

The journal lies in the user's cache folder. Every line begins with a checksum: a line that was cut off by a kill, or
edited, or that belongs to another journal is ignored, and its task is done again. The name of the file is a hash of all
that the answers depend on: texts, effort, and the sources of heapwise.
"""

import hashlib
import json
from contextlib import suppress
from typing import Any

from heapwise.files import cache_folder

_FORMAT = 2
_MOST_BYTES = 1 << 28


class Journal:
    """Answers as plain data, by the keys of their tasks."""

    def __init__(self, identity: str, is_resumed: bool, folder: str = "runs") -> None:
        digest = hashlib.sha256(f"{_FORMAT}\0{identity}".encode()).hexdigest()[:32]
        self.path = cache_folder() / folder / f"{digest}.jsonl"
        self.finished: dict[str, Any] = self._read() if is_resumed else {}
        self._is_open = False
        self._keeps_old = is_resumed

    def _read(self) -> dict[str, Any]:
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

    def add(self, key: str, answer: Any) -> None:
        """Keep an answer. A folder that cannot be written only means that nothing is kept."""
        text = json.dumps({"task": key, "answer": answer}).encode()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            mode = "a" if self._is_open or self._keeps_old else "w"
            with self.path.open(f"{mode}b") as stream:
                # A new line first: the last one may have been cut off.
                stream.write(b"\n" + self._sum(text) + b" " + text + b"\n")
            self._is_open = True
        except OSError:
            return

    def keep(self, most: int) -> None:
        """A run that came to its end is kept, and so many in all: the oldest of the folder go."""
        with suppress(OSError):
            found = sorted(self.path.parent.glob("*.jsonl"), key=lambda path: path.stat().st_mtime, reverse=True)
            for old in found[most:]:
                old.unlink(missing_ok=True)

    def forget(self) -> None:
        """A run that came to its end needs no journal."""
        try:
            self.path.unlink(missing_ok=True)
        except OSError:
            return


def _entry(text: bytes) -> tuple[str, Any] | None:
    """What a line of a journal says, if it is of the right shape."""
    try:
        data = json.loads(text)
        return str(data["task"]), data["answer"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
