"""Which heapwise made something: a hash of the sources that values and verdicts depend on.

The version is for people and changes with a release. What is kept or sent, journals, caches, work for other machines,
is believed only where the sources are the same to the letter.
"""

import hashlib
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).parent
_SHOWN = {"app", "handoffs", "lsp", "messages", "pictures", "play", "report", "vocabulary"}  # they compute no values
_ENDINGS = (".py", ".json")


@cache
def fingerprint(*packages: str) -> str:
    """The hash of the sources of this process as hexadecimal digits, or of those of some packages."""
    digest = hashlib.sha256()
    for path in _sources(packages):
        digest.update(f"{path.relative_to(_PACKAGE).as_posix()}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _sources(packages: tuple[str, ...]) -> list[Path]:
    if packages:
        folders = [_PACKAGE / name for name in packages]
    else:
        folders = [p for p in _PACKAGE.iterdir() if p.is_dir() and p.name not in _SHOWN]
    inside = [p for folder in folders for p in folder.rglob("*") if p.suffix in _ENDINGS]
    return sorted(inside if packages else [*inside, *_PACKAGE.glob("*.py")])
