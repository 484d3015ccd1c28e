"""From the verdicts of instances to those of claims, and to the exit code of a run."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from heapwise.claims.extent import Shown, extent, found_words, telling
from heapwise.claims.quantifiers import Quantifiers, quantifier_words
from heapwise.claims.verdict import SCHEMA, STRENGTH, Verdict
from heapwise.fitting.predicates import separating
from heapwise.messages import words
from heapwise.version import __version__

_FEWEST = 2  # instances of each kind that a condition tells apart
AS_STATED, CONTRADICTED, BROKEN, UNDECIDED = 0, 1, 3, 4


@dataclass
class ClaimSummary:
    """All instances of one claim together."""

    file: str
    game: str | None
    claim: str
    status: str
    instances: list[tuple[str, Shown]] = field(default_factory=list)  # the word of each, and its parameters
    seconds: float = 0.0
    quantifiers: Quantifiers | None = None
    unseen: list[Shown] = field(default_factory=list)  # instances that an interrupted run did not look at

    @property
    def words(self) -> list[str]:
        """The word of every instance."""
        return [word for word, _ in self.instances]

    @property
    def extents(self) -> dict[str, str]:
        """For every word the values of the parameters for which it was found, as in `q in 2..12`; nothing for a claim
        without parameters."""
        if not self.instances and self.quantifiers is not None:
            return {"proved": self.quantifiers.text}
        return {word: extent(shown) for word, shown in self._found.items()}

    @property
    def _found(self) -> dict[str, list[Shown]]:
        pairs = list(zip(self.words, telling([shown for _, shown in self.instances]), strict=True))
        return {word: [shown for found, shown in pairs if found == word and shown] for word in self.words}

    @property
    def findings(self) -> str:
        """What was found, with its quantifiers: `proved for every n >= 1`, `holds for the 3 instances n in 1..3`."""
        quantified = quantifier_words(self.quantifiers) if self.quantifiers else ""
        whole = words("check", "proved_for_every", quantifiers=quantified)
        if self.is_covered and self.word == "proved":
            return whole
        return "; ".join([found_words(w, shown) for w, shown in self._found.items()] + [whole] * bool(quantified))

    @property
    def condition(self) -> tuple[str, str] | None:
        """The simplest condition on the parameters that is true of just the instances that are refuted, or of just the
        others: `("refuted", "n mod 2 = 1")`. It says nothing about instances that were not looked at."""
        known = [({name: int(v) for name, v in shown.items() if v.isdecimal()}, w) for w, shown in self.instances]
        names = list(known[0][0]) if known else []
        wrong = [numbers for numbers, word in known if word == "refuted"]
        right = [numbers for numbers, word in known if word != "refuted"]
        if min(len(wrong), len(right)) < _FEWEST or {*self.words} & {"error", "undecided", "outside"}:
            return None
        if any(list(numbers) != names for numbers, _ in known):
            return None
        for word, one, other in (("refuted", wrong, right), ("as_stated", right, wrong)):
            found = separating(names, one, other)
            if found is not None:
                return word, found.text
        return None

    @property
    def is_covered(self) -> bool:
        """Was everything that is stated proved at once?"""
        return self.quantifiers is not None and self.quantifiers.covers == "full"

    @property
    def key(self) -> str:
        """The claim's name in `.expected` files."""
        return f"{self.game}.{self.claim}" if self.game else self.claim

    @property
    def word(self) -> str:
        """The verdict on the whole sweep: a refutation anywhere, else the weakest word; proved, where a theorem covers
        all that is stated."""
        if "refuted" in self.words:
            return "refuted" if self.status == "disproved" or "error" not in self.words else "error"
        if self.is_covered and "error" not in self.words:
            return "proved"
        return max(self.words or ["proved"], key=STRENGTH.index)

    @property
    def as_stated(self) -> bool | None:
        """Is the claim as its status says? None for questions, and where it was not decided."""
        if self.status == "question":
            return None
        word = self.word
        if word in ("undecided", "outside", "sampled", "error"):
            return None
        return (word == "refuted") == (self.status == "disproved")

    @property
    def exit_code(self) -> int:
        """What this claim alone would make of the exit code."""
        if self.word == "error":
            return BROKEN
        if self.as_stated is False:
            return CONTRADICTED
        is_open = self.as_stated is None and self.status != "question"
        return UNDECIDED if is_open or self.unseen else AS_STATED

    def to_json(self) -> dict[str, Any]:
        """The summary object of `--json`."""
        return {
            "schema": SCHEMA, "summary": True, "file": self.file, "game": self.game, "claim": self.claim,
            "status": self.status, "verdict": self.word, "verdicts": self.extents, "as_stated": self.as_stated,
            "instances": len(self.words), "seconds": round(self.seconds, 3), "version": __version__,
            **({f"{self.condition[0]}_where": self.condition[1]} if self.condition else {}),
            **(self.quantifiers.to_json() if self.quantifiers else {}),
            **({"not_looked_at": len(self.unseen)} if self.unseen else {}),
        }  # fmt: skip


def summarise(verdicts: Iterable[Verdict], unseen: Iterable[Verdict] = ()) -> list[ClaimSummary]:
    """One summary a claim, in the order of the run; what was not looked at is undecided."""
    found: dict[tuple[str, str | None, str], ClaimSummary] = {}
    left = list(unseen)
    for v in (*verdicts, *left):
        summary = found.setdefault((v.file, v.game, v.claim), ClaimSummary(v.file, v.game, v.claim, v.status))
        if v.quantifiers is not None:
            summary.quantifiers = v.quantifiers
        if not v.is_whole:
            summary.instances.append((v.word, v.shown))
        summary.seconds += v.seconds
    for v in left:
        found[v.file, v.game, v.claim].unseen.append(v.shown)
    return list(found.values())


def exit_code(codes: Iterable[int]) -> int:
    """The most serious of several codes: broken before contradicted before undecided."""
    present = set(codes)
    return next((code for code in (BROKEN, CONTRADICTED, UNDECIDED) if code in present), AS_STATED)
