"""Verdicts: what was found about one instance of a claim, as plain data with the JSON shape of the public face."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from heapwise.claims.quantifiers import Quantifiers
from heapwise.claims.with_expressions import WithExpressions
from heapwise.version import __version__

if TYPE_CHECKING:
    from heapwise.claims.expressions import Expressions

SCHEMA = 1
# From the strongest to the weakest of those that agree with a claim; then those that do not decide it.
STRENGTH = ("proved", "holds", "sampled", "undecided", "outside", "error")
MOST_OPTIONS = 1_000
SAMPLE = 20


@dataclass(frozen=True)
class Counterexample:
    """A position at which a claim is false, with both sides or the values of its atoms. Plain data."""

    position: list[Any]
    bindings: dict[str, Any]
    left: Any = None
    right: Any = None
    statement: str | None = None
    atoms: dict[str, Any] = field(default_factory=dict)
    options: list[dict[str, Any]] = field(default_factory=list)
    options_total: int = 0
    explore: str | None = None

    def to_json(self) -> dict[str, Any]:
        """The shape of the public face: left and right, or the statement with its atoms."""
        found: dict[str, Any] = {"position": self.position, "bindings": self.bindings}
        if self.statement is None:
            found |= {"left": self.left, "right": self.right}
        else:
            found |= {"statement": self.statement, "atoms": self.atoms}
        found["options"] = self.options
        if self.options_total > len(self.options):
            found["options_total"] = self.options_total
        return found


@dataclass(frozen=True)
class Verdict(WithExpressions):
    """The word, and all that stands behind it, as plain data: it travels between processes and into files.

    It is about one instance of a claim; or about the whole claim, whose parameters then have no values. The last
    verdict on a claim says in `quantifiers` for which parameters it was proved at once. It is made once. Who has more
    to say makes another one with `dataclasses.replace`.
    """

    word: str
    file: str
    game: str | None
    claim: str
    status: str
    play: str
    parameters: dict[str, Any]
    method: str
    region: dict[str, Any] | str
    computed: dict[str, Any] | None = None
    positions: int = 0
    premise_true: int = 0
    both_true: int | None = None
    both_false: int | None = None
    up_to_symmetry: int | None = None
    exceptions: int | None = 0
    exceptions_sample: list[Any] = field(default_factory=list)
    hint: str | None = None
    counterexample: Counterexample | None = None
    seconds: float = 0.0
    reason: str | None = None
    certificate: dict[str, Any] | None = None
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    sampling: dict[str, Any] | None = None
    rules_file: str | None = None
    rules_sha256: str = ""
    claims_sha256: str = ""
    shown: dict[str, str] = field(default_factory=dict)  # the parameters as they are written
    text: str | None = field(default=None, repr=False)  # where the claim stands, if that is no file
    quantifiers: Quantifiers | None = None

    @property
    def label(self) -> str:
        """`n = 2, k = 1`"""
        return ", ".join(f"{name} = {value}" for name, value in self.shown.items())

    @property
    def is_whole(self) -> bool:
        """Is it about the claim with its quantifiers, and no instance? An error is about no theorem."""
        has_ranges = self.quantifiers is not None and bool(self.quantifiers.ranges)
        return has_ranges and not self.parameters and self.word != "error"

    @property
    def is_decided(self) -> bool:
        """Is it known whether the instance is true on its region?"""
        return self.word in ("proved", "holds", "refuted")

    @property
    def counted(self) -> int:
        """How many positions its region has; 0 where it is about all sizes, or stopped on its way."""
        is_finished = self.is_decided and self.exceptions is not None
        return self.positions if is_finished and self.region != "all" else 0

    @property
    def as_stated(self) -> bool | None:
        """Does the instance agree with its status? None where it is not decided, nothing is expected or the sweep
        decides."""
        if self.status in ("theorem", "conjecture"):
            return self.word != "refuted" if self.is_decided else None
        return None if self.status == "question" else self.word == "refuted" or None

    def to_json(self) -> dict[str, Any]:
        """One object, as `heapwise check --json` prints it."""
        found: dict[str, Any] = {
            "schema": SCHEMA, "file": self.file, "game": self.game, "claim": self.claim, "status": self.status,
            "play": self.play, "parameters": self.parameters, "verdict": self.word,
            "as_stated": self.as_stated, "method": self.method, "region": self.region, "computed": self.computed,
            "positions": self.positions, "premise_true": self.premise_true, "both_true": self.both_true,
            "both_false": self.both_false, "up_to_symmetry": self.up_to_symmetry, "exceptions": self.exceptions,
            "exceptions_sample": self.exceptions_sample,
            "counterexample": self.counterexample.to_json() if self.counterexample else None,
            "seconds": round(self.seconds, 3), "rules_file": self.rules_file, "rules_sha256": self.rules_sha256,
            "claims_sha256": self.claims_sha256, "version": __version__,
        }  # fmt: skip
        for key in ("reason", "certificate", "sampling", "hint"):
            if getattr(self, key) is not None:
                found[key] = getattr(self, key)
        for key in ("warnings", "notes"):
            if getattr(self, key):
                found[key] = list(getattr(self, key))
        return found

    @cached_property
    def expressions(self) -> "Expressions":
        """The claim as sympy objects, with these parameters; raises ValueError if its text has changed."""
        from heapwise.claims.reopened import expressions_of

        return expressions_of(self)

    def __repr__(self) -> str:
        """The word, and what it is about."""
        of = f" of {self.game}" if self.game else ""
        return f"<{self.word}: {self.status} {self.claim}{of}{f', {self.label}' if self.label else ''}>"

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from heapwise.claims.notebook import verdict_html

        return verdict_html(self)
