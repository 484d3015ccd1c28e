"""`.expected` files: beside `name.claims`, the verdict that every claim had when somebody last looked.

A line is `game.claim word`: that is form 1, and the first line may say so, as `expected 1`. Such files stay readable. A
verdict weaker than the line is a failure; a stronger one is only reported. The files are written by
`heapwise check --reset` and reviewed like any other change.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from heapwise.claims.summary import ClaimSummary
from heapwise.claims.verdict import STRENGTH
from heapwise.errors import error
from heapwise.files import write_atomically, writing

FORMAT = 1
_WORDS = (*STRENGTH, "refuted")
_MOST = {"table": "holds", "local": "holds", "sample": "sampled"}  # the strongest word of a method that does not prove


def expected_path(claims: Path) -> Path:
    """The file that belongs to a file of claims."""
    return claims.with_suffix(".expected")


def read_expected(claims: Path) -> dict[str, str]:
    """The expected word of every claim; empty if there is no file."""
    path = expected_path(claims)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as problem:
        raise error("E001", None, path=path, problem=problem) from None
    found = {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("--")[0].split()
        if number == 1 and words == ["expected", str(FORMAT)]:
            continue
        if words:
            if len(words) != 2 or words[1] not in _WORDS:
                raise error("E074", None, path=path, line=number, text=line[:80])
            found[words[0]] = words[1]
    return found


def write_expected(claims: Path, summaries: Iterable[ClaimSummary]) -> None:
    """Write the verdicts of a run beside the claims."""
    listed = list(summaries)
    width = max((len(s.key) for s in listed), default=0)
    lines = [f"{s.key:<{width}}  {s.word}" for s in listed]
    with writing(expected_path(claims)):
        write_atomically(expected_path(claims), "\n".join(lines) + "\n")


def is_weaker(word: str, wanted: str, method: str = "auto") -> bool:
    """Does a verdict say less than was expected, or something else? A method that was asked for by name is not blamed
    for what it cannot say."""
    if "refuted" in (word, wanted):
        return word != wanted
    most = STRENGTH.index(_MOST.get(method, STRENGTH[0]))
    return STRENGTH.index(word) > max(STRENGTH.index(wanted), most)
