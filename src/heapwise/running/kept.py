"""What steps showed, as the plain data of a journal, and back: what anybody may have edited is looked at first."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any

from heapwise.claims.quantifiers import Quantifiers
from heapwise.claims.verdict import Counterexample, Verdict
from heapwise.running.steps import PieceResult, StepResult


def plain(found: PieceResult) -> Any:
    """A piece as JSON has it."""
    return asdict(found)


def read(data: Any) -> PieceResult | None:
    """The piece that an entry of a journal has; None if it is not of the right shape."""
    try:
        refutation = None if data["refutation"] is None else _verdict(data["refutation"])
        return PieceResult(tuple(map(_step, data["steps"])), _quantifiers(data["quantifiers"]), refutation)
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
