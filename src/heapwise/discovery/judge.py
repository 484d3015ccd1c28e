"""The judge: what a statement is worth, by the methods that claims have. Nothing that was only fitted passes."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

from heapwise.claims.verdict import Verdict
from heapwise.documents.document import GameNames, opened
from heapwise.errors import HeapwiseError
from heapwise.records import Record
from heapwise.reference.conventions import Play
from heapwise.rules.game import Game
from heapwise.rules.schema import Schema
from heapwise.running import Options, Run
from heapwise.terms.values import show


class Status(StrEnum):
    """How sure a finding is. A guess was right at positions that had no part in making it; what is near failed."""

    PROVED = "proved"
    GUESS = "guess"
    NEAR = "near"
    REFUTED = "refuted"


STRENGTH = (Status.PROVED, Status.GUESS, Status.NEAR, Status.REFUTED)


NAME = "found"


class StatementJudge(Record):
    """Asks the prover, and where that says nothing the table, about statements on one schema under one play."""

    schema: Schema
    play: Play
    games: GameNames

    def standing(self, statement: str, known: Mapping[str, Any], upto: int) -> Status | None:
        """Proved for all positions of an instance, right up to a bound, refuted; None where nothing could be said."""
        for method, words, far in (("proof", _PROVED, min(upto, _ENOUGH_FOR_PROOFS)), ("table", _HOLDS, upto)):
            verdict = self.verdict(statement, method, known, far)
            if verdict is not None and verdict.word in words:
                return words[verdict.word]
        return None

    def is_proved(self, statement: str, hypotheses: str, known: Mapping[str, Any]) -> bool:
        """Is the statement proved for all positions of an instance?"""
        verdict = self.verdict(statement, "proof", known, 1, hypotheses)
        return verdict is not None and verdict.word == "proved"

    def quantifiers(self, statement: str, hypotheses: str, known: Sequence[Mapping[str, Any]]) -> str:
        """For which parameters a statement is proved all at once: `every k >= 1, all sizes`; empty where it is not."""
        from heapwise.claims.resolve import resolve_claims
        from heapwise.proof.uniform import prove_uniformly
        from heapwise.proof.ways import WAYS

        text = self.text(statement, hypotheses, [*effort_of(known), "upto 1"])
        try:
            (claim,) = resolve_claims(opened("<find>", text, self.games))
            theorem = prove_uniformly(claim, WAYS)
        except HeapwiseError:
            return ""
        return theorem.proved[0].quantifiers if theorem.covers == "full" else ""

    def text(self, statement: str, hypotheses: str = "", effort: Sequence[str] = ()) -> str:
        """The statement as a text of claims about the game."""
        under = "" if self.play.is_normal else f" under {self.play}"
        lines = [f"    {line}" for line in (statement, hypotheses.strip()) if line]
        lines += [f"    check {', '.join(effort)}"] if effort else []
        return "\n".join((claims_heading(self.schema), "", f"question {NAME}{under}:", *lines)) + "\n"

    def verdict(
        self, statement: str, method: str, known: Mapping[str, Any], upto: int, hypotheses: str = ""
    ) -> Verdict | None:
        """What checking the statement as a claim about an instance says."""
        effort = [*(f"{name} = {show(value)}" for name, value in known.items()), f"upto {upto}"]
        options = Options(method=method, effort=", ".join(effort), second_opinion=False)
        try:
            document = opened("<find>", self.text(statement, hypotheses), self.games)
            return next(iter(Run(options).document(document)), None)
        except HeapwiseError:
            return None  # the parameters of the game cannot be said in a claim, say


_ENOUGH_FOR_PROOFS = 6  # components of positions that a second evaluator looks at; the interpreter knows their values
_PROVED = {"proved": Status.PROVED, "refuted": Status.REFUTED}
_HOLDS = {"holds": Status.GUESS, "refuted": Status.REFUTED}


def claims_heading(schema: Schema) -> str:
    """`claims for moore(n, k)`"""
    names = ", ".join(parameter.name for parameter in schema.parameters)
    return f"claims for {schema.name}({names})" if names else f"claims for {schema.name}"


def parameters_of(game: Game) -> dict[str, Any]:
    """The parameters of a game with their values."""
    names = (parameter.name for parameter in game.schema.parameters)
    return dict(zip(names, game.arguments, strict=True))


def effort_of(instances: Sequence[Mapping[str, Any]]) -> list[str]:
    """`p in {1, 2, 3}`: the values that the parameters have in some instances."""
    names = instances[0] if instances else ()
    return [f"{name} in {_values(name, instances)}" for name in names]


def _values(name: str, instances: Sequence[Mapping[str, Any]]) -> str:
    known = sorted({instance[name] for instance in instances})
    return f"{{{', '.join(map(show, known))}}}"
