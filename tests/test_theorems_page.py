"""The table of the theorems of five papers says what the library states, and what is expected of it.

`python tests/test_theorems_page.py` renews the columns that are made from the library.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from heapwise.claims.claim import Claim
from heapwise.claims.extent import extent, telling
from heapwise.claims.instances import instances
from heapwise.claims.resolve import resolve_claims
from heapwise.documents.library import Document, library
from heapwise.reference.conventions import Preference
from heapwise.running.expected import Expected, read_expected
from heapwise.source import Source

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "theorems.md"
PAPERS = ("Suetsugu 2019", "Naito 1999", "Shinoda", "Suetsugu, m-player", "Suetsugu 2018")
_STATEMENTS = re.compile(r"(Theorem|Proposition|Lemma|Corollary)s?\s+(\d+(?:\.\d+)?)(?:\s+and\s+(\d+(?:\.\d+)?))?")
_LONGEST = 90

Statement = tuple[str, str]  # the paper, and what it calls the statement


@cache
def cited() -> dict[Statement, list[tuple[Claim, Expected]]]:
    """The claims of the library by the statements that they are cited from."""
    found: dict[Statement, list[tuple[Claim, Expected]]] = {}
    for path in sorted((ROOT / "games").rglob("*.claims")):
        expected = read_expected(path)
        for claim in resolve_claims(Document(Source(str(path), path.read_text(encoding="utf-8")), library())):
            for statement in dict.fromkeys(statements(claim.citation or "")):
                found.setdefault(statement, []).append((claim, expected[claim.key]))
    return found


def statements(citation: str) -> Iterator[Statement]:
    """The numbered statements of the five papers that a citation names; a part may go on with the same paper."""
    paper = None
    for part in citation.split(";"):
        named = next((p for p in PAPERS if p in part), None)
        paper = named or (paper if part.strip().startswith(("Theorem", "Corollary", "Lemma")) else None)
        for word, number, other in _STATEMENTS.findall(part) if paper else ():
            yield from ((paper, f"{word} {n}") for n in (number, other) if n)  # type: ignore[misc]


def made(statement: Statement) -> tuple[str, str]:
    """The last two columns of a statement: its claims, and for what they are proved."""
    stated = [(c, e) for c, e in cited().get(statement, []) if c.status == "theorem"]
    wrong = [c for c, _ in cited().get(statement, []) if c.name.endswith("_as_printed")]
    texts = dict.fromkeys(_proved(claim, expected) for claim, expected in stated)
    corrected = ["false [as printed](errors-in-print.md)"] if wrong else []
    return ", ".join(f"`{claim.key}`" for claim, _ in stated), "; ".join([*sorted(texts, key=_rank), *corrected])


def _rank(text: str) -> tuple[int, str]:
    """What is proved for all parameters comes first, and values last."""
    return (0 if text.startswith("**") else 2 if text.startswith("values") else 1), text


def _proved(claim: Claim, expected: Expected) -> str:
    """For what a claim is proved: at once, by instances, or not at all."""
    players = len(claim.play.outcome.seats) if isinstance(claim.play.outcome, Preference) else 2
    of_many = f", {players} players" if players > 2 else ""
    if expected.quantifiers:
        return f"**{expected.quantifiers}**{of_many}"
    where = _instances(claim)
    if expected.word != "proved":
        return f"values for {where}{of_many}" if where else "values"
    is_one = all(v.value is not None for v in claim.variables)
    return "all sizes" if not where else f"all sizes, {where}" if is_one else f"instances {where}{of_many}"


def _instances(claim: Claim) -> str:
    """The parameters of the instances that are checked."""
    shown = [i.shown for i in instances(claim, ()) if i.shown]
    where = extent(telling(shown)) if shown and claim.schema is not None else ""
    where = where.replace("|", r"\|")  # a bar would end the cell
    return where if len(where) <= _LONGEST else f"{len(shown)} choices of the parameters"


def rows(text: str) -> Iterator[tuple[Statement, str]]:
    """The statements of the page, and their lines."""
    paper = ""
    for line in text.splitlines():
        paper = line.removeprefix("## ") if line.startswith("## ") else paper
        name = line.split("|")[1].strip() if line.startswith("| ") else ""
        if _STATEMENTS.match(name):
            yield (paper, name), line


def renewed(text: str) -> str:
    """The page with its last columns made anew."""
    for statement, line in list(rows(text)):
        _, name, printed, *_ = (cell.strip() for cell in line.split("|"))
        head, title, tail = text.partition(f"## {statement[0]}\n")
        text = head + title + tail.replace(line, f"| {name} | {printed} | {' | '.join(made(statement))} |", 1)
    return text


def test_the_page_is_what_the_library_says() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert renewed(text) == text, "python tests/test_theorems_page.py"


def test_every_numbered_statement_has_a_row() -> None:
    listed = [statement for statement, _ in rows(PAGE.read_text(encoding="utf-8"))]
    assert len(listed) == len(set(listed)) > 60
    assert set(listed) == {s for s, claims in cited().items() if any(c.status == "theorem" for c, _ in claims)}


# What the papers themselves number.
NUMBERED = {
    "Suetsugu 2019": "Theorem 1 2 3 4 5 6 7 8 9 10 11 12 13, Lemma 1 2 3",
    "Naito 1999": "Proposition 1.3, Theorem 1.4 1.7 1.8 1.10 1.11 2.4 2.7 2.8 2.10 2.11 3.3",
    "Shinoda": "Theorem 1 2 3 6, Proposition 4 5 7 8 11, Lemma 9 10",
    "Suetsugu, m-player": "Theorem 1.1 2.1 2.2 2.3 3.1 4.1 4.2 4.3, Corollary 2.1 3.1 4.1, Lemma 3.1",
    "Suetsugu 2018": "Theorem 1 2 3 4 5 6 7 8 9 10 11 12, Lemma 1 2, Corollary 1",
}


def test_all_that_the_papers_number_is_there() -> None:
    kinds = [(paper, kind.split()) for paper, listed in NUMBERED.items() for kind in listed.split(", ")]
    wanted = {(paper, f"{word} {number}") for paper, (word, *numbers) in kinds for number in numbers}
    assert {statement for statement, _ in rows(PAGE.read_text(encoding="utf-8"))} == wanted


def test_the_theorems_for_all_parameters_are_on_it() -> None:
    columns = {statement: made(statement)[1] for statement, _ in rows(PAGE.read_text(encoding="utf-8"))}
    for statement, quantifiers in {
        ("Suetsugu 2019", "Theorem 5"): "every n >= 1, every k in 1..n",
        ("Suetsugu 2019", "Theorem 10"): "every n >= 1, every k >= 1",
        ("Shinoda", "Theorem 2"): "every n >= 2",
        ("Suetsugu 2018", "Theorem 9"): "every p >= 1, every q >= 1, where p divides q",
    }.items():
        assert f"**{quantifiers}**" in columns[statement]


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
