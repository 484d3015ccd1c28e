"""What is given to any process, here or on another machine: one step of a claim, with every text it depends on.

Texts, names and bounds go there, plain data comes back. The texts of a claim are opened once in each process. What a
journal has kept is looked at before it is believed, for anybody may have edited it.
"""

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import asdict, fields
from threading import Lock
from time import monotonic
from typing import Any

from heapwise.checks.steps import PartResult
from heapwise.claims.claim import Claim
from heapwise.claims.quantifiers import Quantifiers
from heapwise.claims.task import Left, Others, Task
from heapwise.claims.verdict import Counterexample, Verdict
from heapwise.documents.document import Document, opened
from heapwise.documents.library import lent
from heapwise.documents.search import Around
from heapwise.records import Record, field
from heapwise.running.options import Options
from heapwise.running.run import Run
from heapwise.running.steps import ClaimSteps, PieceResult, StepResult


class ClaimSheet(Record):
    """A text with all that can be seen from it, the library included, and how its claims are checked."""

    name: str
    text: str
    around: Around = field(repr=False)
    options: Options
    keeps_exceptions: bool = False

    @property
    def document(self) -> Document:
        """The text, with the games that can be seen from it."""
        return opened(self.name, self.text, self.around)


class ClaimEntry(Record):
    """A claim of a sheet, by its name and the place where it begins: several may stand on one line."""

    sheet: ClaimSheet
    claim: str
    start: int

    def found(self, run: Run, document: Document) -> Claim:
        """The claim itself."""
        return next(c for c in run.claims(document) if c.name == self.claim and c.span.start == self.start)

    def steps(self) -> ClaimSteps:
        """Its steps."""
        sheet, run = self.sheet, Run(self.sheet.options)
        claim = self.found(run, sheet.document)
        return ClaimSteps(run, claim, sheet.document, keeps_exceptions=sheet.keeps_exceptions)


class ClaimPiece(Record):
    """An instance of a claim by its number, or another piece of it. `known` was proved for all values of parameters.

    `seconds` are left of the whole run, where the clock is not ours; `is_left`: an instance that is better cut is left
    to whoever gave the piece.
    """

    entry: ClaimEntry
    number: int
    known: Quantifiers | None = None
    seconds: float | None = None
    is_left: bool = False

    @property
    def key(self) -> str:
        """The piece among those of its sheet."""
        return f"{self.entry.claim}@{self.entry.start}#{self.number}"


# Workers of a cluster may have several threads, and much of what is remembered here is for one at a time.
ONE_AT_A_TIME = Lock()


def look(piece: ClaimPiece, others: Others | None = None) -> PieceResult:
    """What a piece shows. Large instances are cut for `others`, where there are some."""
    with nullcontext() if others is not None else ONE_AT_A_TIME, lent(piece.entry.sheet.around.library):
        steps = _prepared(piece.entry)
        steps.run.others = leave if piece.is_left else others
        if piece.seconds is not None:
            steps.run.deadline = monotonic() + piece.seconds
        try:
            return steps.look(piece.number, piece.known)
        except Left:
            return PieceResult(is_left=True)


def leave(task: Task, parts: Sequence[tuple[int, int]]) -> "Iterator[PartResult]":
    """Gives an instance back to whoever has workers for its blocks: no part is looked at."""
    raise Left


_LAST: dict[ClaimEntry, ClaimSteps] = {}  # one claim at a time: the tables of its games may be large


def _prepared(entry: ClaimEntry) -> ClaimSteps:
    """The steps of a claim in this process, with the values that they share."""
    if entry not in _LAST:
        _LAST.clear()
        _LAST[entry] = entry.steps()
    return _LAST[entry]


def plain(found: PieceResult) -> Any:
    """A piece as JSON has it."""
    return asdict(found)


def read(data: Any) -> PieceResult | None:
    """The piece that an entry of a journal has; None if it is not of the right shape."""
    try:
        refutation = None if data["refutation"] is None else _verdict(data["refutation"])
        steps, exceptions = tuple(map(_step, data["steps"])), tuple(map(str, data["exceptions"]))
        return PieceResult(steps, _quantifiers(data["quantifiers"]), refutation, exceptions=exceptions)
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def _step(data: dict[str, Any]) -> StepResult:
    cases, exceptions = dict(data["cases"]), tuple(map(str, data["exceptions"]))
    is_whole = set(data) == {f.name for f in fields(StepResult)}
    if not is_whole or {*map(type, cases.values()), type(data["ends"])} != {bool}:
        raise ValueError("not a step")
    return StepResult(_verdict(data["verdict"]), cases, exceptions, data["ends"])


def _quantifiers(data: Any) -> Quantifiers | None:
    return None if data is None else Quantifiers.from_plain(data)


def _verdict(data: dict[str, Any]) -> Verdict:
    if set(data) != {f.name for f in fields(Verdict)} or data["word"] not in _WORDS or not _fits(data):
        raise ValueError("not a verdict")
    counterexample = None if data["counterexample"] is None else Counterexample(**data["counterexample"])
    texts = {name: tuple(data[name]) for name in ("warnings", "notes")}
    quantifiers = _quantifiers(data["quantifiers"])
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
