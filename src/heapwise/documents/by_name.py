"""Claims of the library by the name of their game, where a path is wanted.

>>> claims_path(Path("moore")).name
'moore.claims'
>>> claims_path(Path("mine.claims")).name
'mine.claims'
"""

from __future__ import annotations

from pathlib import Path

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
    if path.exists() or len(path.parts) != 1:
        return path
    return claims_of(path.name) or path
