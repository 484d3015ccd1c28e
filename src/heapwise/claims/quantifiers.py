"""The quantifiers of a claim: for which parameters it is stated, for which it was proved, and what was tried.

All of it is plain data that travels between processes and into files. `text` is what `.expected` files have;
`proved_words` says the same in the language of the run.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from heapwise.messages import words
from heapwise.messages.speech import filled

Covers = Literal["full", "part", "instances"]


@dataclass(frozen=True)
class Excluded:
    """Values of parameters that a proof leaves out, as `n = 1`, and why.

    `values` has them by name where they are one value for each of some parameters; `is_decided` if the claim was
    proved there by instances.
    """

    where: str
    reason: str
    values: Mapping[str, int] = field(default_factory=dict)
    is_decided: bool = False

    def to_json(self) -> dict[str, Any]:
        """An entry of `excluded`."""
        return {"where": self.where, "reason": self.reason, "proved": self.is_decided}


@dataclass(frozen=True)
class ProvedFor:
    """Parameters for which a claim was proved. `ranges` are those that stay free, with the text of their range, `1..n`,
    or of their definition, `= n`; the others are `fixed`, written as in the language."""

    ranges: Mapping[str, str]
    fixed: Mapping[str, str]
    method: str
    seconds: float
    where: str | None = None
    excluded: tuple[Excluded, ...] = ()
    positions: str = "all"
    certificate: Mapping[str, Any] | None = None
    notes: tuple[str, ...] = ()

    @property
    def is_full(self) -> bool:
        """Is nothing left of what is stated?"""
        return not self.fixed and all(e.is_decided for e in self.excluded)

    def covers(self, shown: Mapping[str, str]) -> bool:
        """Is an instance for which the claim is stated a case of this? Where only words say what is left out, no."""
        if any(shown[name] != value for name, value in self.fixed.items()):
            return False
        return not any(all(shown.get(n) == str(v) for n, v in e.values.items()) for e in self.left_out)

    @property
    def left_out(self) -> tuple[Excluded, ...]:
        """The values of parameters that were not decided."""
        return tuple(e for e in self.excluded if not e.is_decided)

    @property
    def text(self) -> str:
        """`every n >= 1, every k in 1..n`, the same in every language."""
        return ", ".join(_parts(self, _english))

    def to_json(self) -> dict[str, Any]:
        """An entry of `proved_for`."""
        return {
            "ranges": dict(self.ranges), "fixed": dict(self.fixed), "where": self.where,
            "excluded": [e.to_json() for e in self.excluded], "positions": self.positions, "method": self.method,
            "certificate": None if self.certificate is None else dict(self.certificate),
            "seconds": round(self.seconds, 3),
        }  # fmt: skip


@dataclass(frozen=True)
class Tried:
    """One attempt and what came of it."""

    free: tuple[str, ...]
    fixed: Mapping[str, str]
    method: str
    result: Literal["proved", "refuted", "undecided", "outside"]
    reason: str | None = None

    def to_json(self) -> dict[str, Any]:
        """An entry of `tried`."""
        return {"free": list(self.free), "fixed": dict(self.fixed), "method": self.method, "result": self.result,
                "reason": self.reason}  # fmt: skip


@dataclass(frozen=True)
class Quantifiers:
    """A claim with the quantifiers over its parameters: as stated, and as proved.

    `is_exhausted`: there are finitely many instances, and all of them were proved, one by one.
    """

    ranges: Mapping[str, str]
    where: str | None
    proved: tuple[ProvedFor, ...] = ()
    tried: tuple[Tried, ...] = ()
    is_exhausted: bool = False

    @property
    def covers(self) -> Covers:
        """Is everything proved that is stated, or some of it; or must instances do?"""
        if any(p.is_full for p in self.proved):
            return "full"
        return "part" if self.proved else "instances"

    @property
    def text(self) -> str:
        """What was proved, as `.expected` files have it."""
        return "; ".join(p.text for p in self.proved)

    @property
    def seconds(self) -> float:
        """The time of the proofs."""
        return sum(p.seconds for p in self.proved)

    def covering(self, shown: Mapping[str, str]) -> ProvedFor | None:
        """The proof that an instance is a case of; its parameters are as they are written."""
        return next((p for p in self.proved if p.covers(shown)), None)

    @property
    def open(self) -> Tried | None:
        """What stands in the way of the largest theorem: an attempt that came to no end before one that could not
        begin."""
        failed = [a for a in self.tried if a.result != "proved"]
        if self.covers == "full" or self.is_exhausted or not failed:
            return None
        return next((a for a in failed if a.result == "undecided"), failed[-1])

    def to_json(self) -> dict[str, Any]:
        """What the summary object of a claim gains."""
        return {
            "stated_for": {"ranges": dict(self.ranges), "where": self.where},
            "covers": "full" if self.is_exhausted else self.covers,
            "proved_for": [p.to_json() for p in self.proved], "tried": [a.to_json() for a in self.tried],
        }  # fmt: skip

    @classmethod
    def from_plain(cls, data: Mapping[str, Any]) -> "Quantifiers":
        """The same again from what `dataclasses.asdict` made of it."""
        proved = (_proved(entry) for entry in data["proved"])
        tried = (Tried(**{**entry, "free": tuple(entry["free"])}) for entry in data["tried"])
        return cls(data["ranges"], data["where"], tuple(proved), tuple(tried), data["is_exhausted"])

    def plain(self) -> dict[str, Any]:
        """Everything, as plain data."""
        return asdict(self)


def _proved(data: Mapping[str, Any]) -> ProvedFor:
    excluded = tuple(Excluded(**entry) for entry in data["excluded"])
    return ProvedFor(**{**data, "excluded": excluded, "notes": tuple(data["notes"])})


# ---------------------------------------------------------------------------------------------- in words


def proved_words(proved: ProvedFor) -> str:
    """`every n >= 1, every k in 1..n`, in the language of the run."""
    return ", ".join(_parts(proved, lambda key, **values: words("check", key, **values)))


def quantifier_words(quantifiers: Quantifiers) -> str:
    """All that was proved, in the language of the run."""
    return "; ".join(map(proved_words, quantifiers.proved))


def _parts(proved: ProvedFor, say: Callable[..., str]) -> Iterator[str]:
    for name, text in proved.ranges.items():
        yield _every(name, text, say)
    yield from (f"{name} = {value}" for name, value in proved.fixed.items())
    if proved.where:
        yield say("where", condition=proved.where)
    yield from (say("but_not", where=e.where) for e in proved.left_out)


def _every(name: str, text: str, say: Callable[..., str]) -> str:
    """`every n >= 1` for `1..`, `every k in 1..n`, and `k = n` for a definition."""
    if text.startswith("= "):
        return f"{name} {text}"
    if text == ANY:
        return say("every", name=name)
    low = _FROM.fullmatch(text)
    if low is not None:
        return say("every_from", name=name, low=low[1].strip())
    return say("every_in", name=name, range=text)


ANY = "any"
_FROM = re.compile(r"(?!if\b)([-+*\w\s()]+)\.\.")  # `1..`, `k + 1..`, and no set beside it


def _english(key: str, **values: str) -> str:
    return filled("check", key, values, "en") or key
