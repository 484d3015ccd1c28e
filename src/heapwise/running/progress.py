"""A claim while its pieces come in, in their order: which are still to come, and what is said of the whole claim at the
end."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from heapwise.claims.quantifiers import Quantifiers
from heapwise.claims.task import Outcome
from heapwise.claims.verdict import Verdict
from heapwise.errors import HeapwiseError, error
from heapwise.running.steps import OPENING, ClaimSteps, PieceResult

UNSEEN = "interrupted before it was looked at"


class ClaimProgress:
    """What was seen of a claim so far, and how many of its pieces are still awaited."""

    def __init__(self, steps: ClaimSteps) -> None:
        self.steps = steps
        self.first = steps.first_pieces
        self.left = len(self.first)
        self.awaited = [*self.first]  # whose verdicts nobody has heard
        self.is_over = False
        self.quantifiers: Quantifiers | None = None
        self._refutation: Verdict | None = None
        self._cases: dict[str, bool] = {}
        self._words: set[str] = set()
        self._found: list[Verdict] = []
        self._exceptions: set[str] = set()

    def more(self, number: int, result: PieceResult) -> Sequence[int]:
        """The pieces that are needed after one that is done."""
        self.quantifiers = self.quantifiers or result.quantifiers
        needed = self.steps.needed_after(result) if number == OPENING else []
        self.left += len(needed)
        self.awaited += needed
        return needed

    def fresh(self, exceptions: Iterable[str]) -> tuple[str, ...]:
        """Those that no piece has told of yet: what refutes a theorem is an exception of one of its instances, too."""
        fresh = tuple(line for line in dict.fromkeys(exceptions) if line not in self._exceptions)
        self._exceptions.update(fresh)
        return fresh

    def give_up(self) -> None:
        """A piece could not be done by those who were asked: what it would have tried is not tried here instead."""
        if self.quantifiers is None:
            self.steps.attempt = None

    def heard(self) -> None:
        """The verdicts of the piece have been heard: an interruption takes them away no more."""
        del self.awaited[: len(self.awaited) if self.is_over else 1]

    def unseen(self) -> Iterator[Verdict]:
        """Verdicts on what nobody has heard of, where the run was interrupted."""
        run, claim = self.steps.run, self.steps.claim
        yield from (run.undecided(claim, self.steps.shown(number), UNSEEN) for number in self.awaited)

    def take(self, result: PieceResult) -> Iterator[Verdict]:
        """The verdicts of the next piece; with the last one, what is said of the whole claim."""
        self.left -= 1
        self.is_over = result.ends or self.left == 0
        self.quantifiers = result.quantifiers or self.quantifiers
        self._refutation = self._refutation or result.refutation
        for step in result.steps:
            for text, was_decisive in step.cases.items():
                self._cases[text] = self._cases.get(text, False) or was_decisive
        verdicts = [step.verdict for step in result.steps]
        self._found += verdicts
        if not self.is_over:
            yield from verdicts
            return
        yield from verdicts[:-1]
        try:
            yield from self._ended(verdicts[-1:])
        except HeapwiseError as problem:
            yield from (self._with_cases(verdict) for verdict in verdicts[-1:])
            yield self.steps.run.failed(self.steps.claim, None, problem)

    def _ended(self, last: list[Verdict]) -> Iterator[Verdict]:
        """The last verdict, with the quantifiers that were proved; one on the whole claim if no instance was needed,
        and one more if an instance is refuted that was not asked for."""
        run, claim, attempt = self.steps.run, self.steps.claim, self.steps.attempt
        last = [self._with_cases(verdict) for verdict in last]
        words = {verdict.word for verdict in self._found}
        is_settled = run.options.method != "proof" and bool(words & {"refuted", "error"})
        is_settled |= self.quantifiers is None and "error" in words  # the attempt itself went wrong
        if attempt is None or is_settled:
            yield from last or [run.failed(claim, None, error("E072", claim.place, claim=claim.name))]
            return
        if self.quantifiers is not None:
            attempt.quantifiers = self.quantifiers
        attempt.settle(self._found)
        refutation = self._refutation or self.steps.proved()[1]
        if refutation is not None and "refuted" not in words:
            yield from last
            last = [refutation]
        if not self._found and refutation is None and (attempt.is_enough or attempt.has_cases):
            last = [run.verdict(claim, None, Outcome("proved", "proof", region="all"), attempt.quantifiers.seconds)]
        last = last or [run.failed(claim, None, error("E072", claim.place, claim=claim.name))]
        yield from (replace(verdict, quantifiers=attempt.quantifiers) for verdict in last)

    def _with_cases(self, verdict: Verdict) -> Verdict:
        """The verdict, with the cases of the claim that decided nothing in any instance."""
        idle = tuple(f"never decisive: {text}" for text, was_decisive in self._cases.items() if not was_decisive)
        if not idle or verdict.word not in ("proved", "holds", "refuted"):
            return verdict
        return replace(verdict, warnings=(*verdict.warnings, *idle))
