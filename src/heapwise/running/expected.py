"""`.expected` files: beside `name.claims`, the verdict that every claim had when somebody last looked.

A line is `game.claim word`: that is form 1, and the first line may say so, as `expected 1`. Below `expected 2` the
quantifiers that were proved may follow, as in `game.claim proved every n >= 1`. A verdict weaker than the line is a
failure, and so are quantifiers that were lost; stronger ones are only reported. The files are written by
`heapwise check --reset` and reviewed like any other change.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from heapwise.claims.quantifiers import Quantifiers
from heapwise.claims.summary import ClaimSummary
from heapwise.claims.verdict import STRENGTH
from heapwise.errors import error
from heapwise.files import write_atomically, writing

FORMAT = 2
_FORMS = tuple(str(form) for form in range(1, FORMAT + 1))
_WORDS = (*STRENGTH, "refuted")
_MOST = {"table": "holds", "local": "holds", "sample": "sampled"}  # the strongest word of a method that does not prove


def expected_path(claims: Path) -> Path:
    """The file that belongs to a file of claims."""
    return claims.with_suffix(".expected")


@dataclass(frozen=True)
class Expected:
    """The word of a claim, and for which parameters it was proved at once, in the words of `Quantifiers.text`."""

    word: str
    quantifiers: str = ""

    def lost(self, quantifiers: Quantifiers | None) -> str:
        """Quantifiers that were not proved again, though it was tried."""
        if quantifiers is None or quantifiers.covers == "full":
            return ""
        found = {p.text for p in quantifiers.proved}
        return "; ".join(text for text in self.quantifiers.split("; ") if text and text not in found)


def read_expected(claims: Path) -> dict[str, Expected]:
    """What is expected of every claim; empty if there is no file."""
    path = expected_path(claims)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as problem:
        raise error("E001", None, path=path, problem=problem) from None
    found, form = dict[str, Expected](), 1
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("--")[0].split()
        if number == 1 and len(words) == 2 and words[0] == "expected" and words[1] in _FORMS:
            form = int(words[1])
        elif words:
            if len(words) < 2 or words[1] not in _WORDS or (form == 1 and len(words) > 2):
                raise error("E074", None, path=path, line=number, text=line[:80])
            found[words[0]] = Expected(words[1], " ".join(words[2:]))
    return found


def write_expected(claims: Path, summaries: Iterable[ClaimSummary]) -> None:
    """Write the verdicts of a run beside the claims. Quantifiers need a file that says its form."""
    listed = [(s.key, s.word, s.quantifiers.text if s.quantifiers else "") for s in summaries]
    width = max((len(key) for key, _, _ in listed), default=0)
    longest = max((len(word) for _, word, _ in listed), default=0)
    lines = [f"{key:<{width}}  {word:<{longest}}  {quantifiers}".rstrip() for key, word, quantifiers in listed]
    head = [f"expected {FORMAT}"] if any(quantifiers for _, _, quantifiers in listed) else []
    with writing(expected_path(claims)):
        write_atomically(expected_path(claims), "\n".join([*head, *lines]) + "\n")


def is_weaker(word: str, wanted: str, method: str = "auto") -> bool:
    """Does a verdict say less than was expected, or something else? A method that was asked for by name is not blamed
    for what it cannot say."""
    if "refuted" in (word, wanted):
        return word != wanted
    most = STRENGTH.index(_MOST.get(method, STRENGTH[0]))
    return STRENGTH.index(word) > max(STRENGTH.index(wanted), most)
