"""Claims of the library by the name of their game, where a path is wanted.

>>> claims_path(Path("moore")).name
'moore.claims'
>>> claims_path(Path("my/moore"))
Traceback (most recent call last):
...
heapwise.errors.HeapwiseError: error[E001]: the file my/moore cannot be read: No such file or directory
   = help: the library is known by name: write `moore` in the place of the path
"""

from difflib import get_close_matches
from errno import ENOENT
from os import strerror
from pathlib import Path

from heapwise.errors import error
from heapwise.files import resource


def claims_of(name: str) -> Path | None:
    """The claims of the library about a game, or all those of a folder of games."""
    games = resource("games")
    if not name.isidentifier():
        return None
    return next(iter(sorted(games.glob(f"*/{name}.claims"))), games / name if (games / name).is_dir() else None)


def known_names() -> list[str]:
    """The names that `claims_of` knows, folders left out."""
    return sorted({path.stem for path in resource("games").glob("*/*.claims")})


def claims_path(path: Path) -> Path:
    """A path as it is; a mere name at which there is nothing stands for the library's claims about that game."""
    if path.exists() or str(path) == "-":  # what stands there, or on standard input
        return path
    found = claims_of(path.name) if len(path.parts) == 1 else None
    if found is None:
        raise error("E001", None, **({"path": path, "problem": strerror(ENOENT)} | _hint(path)))  # type: ignore[arg-type]
    return found


def _hint(path: Path) -> dict[str, object]:
    """What is not there may be something of the library, by another name."""
    if path.name == "games":
        return {"help": "whole"}
    if claims_of(path.stem) is not None:
        return {"help": "library", "name": path.stem}
    near = get_close_matches(path.name, known_names(), n=1, cutoff=0.75)
    return {"help": "near", "near": near[0]} if near else {}
