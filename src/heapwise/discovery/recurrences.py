"""Values that no formula gives and that come back in themselves: a recurrence says what they are all the same.

Of several components only such are looked at whose values are nim-sums of those of each alone.
"""

from collections.abc import Iterator

import numpy as np

from heapwise.discovery.facts import Facts
from heapwise.discovery.finding import Finding
from heapwise.discovery.judge import StatementJudge, Status, parameters_of
from heapwise.discovery.questions import Question
from heapwise.errors import HeapwiseError
from heapwise.fitting.components import Components
from heapwise.fitting.normal import normal
from heapwise.fitting.rows import Column
from heapwise.fitting.self_similar import Class, Growth, SelfSimilar, self_similar
from heapwise.fitting.split import parts_of_values
from heapwise.fitting.term import call, infix
from heapwise.lang import nodes
from heapwise.lang.spell import spelled
from heapwise.records import Record

_TERMS = 480  # of a sequence; half of them judge
_UPTO = 60  # numbers of which the language is asked


class Recurrences(Record):
    """The recurrences of the components of one game under one play."""

    facts: Facts
    components: Components
    judge: StatementJudge

    def answers(self, question: Question, side: int) -> Iterator[Finding]:
        """One statement that says all values, where there is one; `side` is that of a table of several components."""
        if question.letter not in "PG" or not self._is_by_components(question, side):
            return
        try:
            sequences = [self._sequence(axis, question) for axis in range(self.facts.size)]
        except HeapwiseError:
            return  # a game that only the interpreter knows, and a long sequence
        is_alike = self.components.is_vector and all(np.array_equal(one, sequences[0]) for one in sequences)
        asked = sequences[:1] if is_alike else sequences
        found = [None if _has_period(one) else self_similar(one) for one in asked]
        said = [part for axis, one in enumerate(found) if one is not None for part in self._said(axis, one, question)]
        if None in found:
            return
        text = spelled(infix("and", *self._sum(is_alike=is_alike), *said))
        standing = self.judge.standing(
            text, parameters_of(self.facts.game), _UPTO if self.facts.size == 1 else side - 1
        )
        if standing in (Status.PROVED, Status.GUESS):
            how = f"fitted to {_TERMS // 2} terms, right at {_TERMS - _TERMS // 2} more"
            yield Finding(
                standing, text, self.facts.play.name, how, 5 + 5 * len(said), method="recurrences", fitted=_TERMS // 2,
                unseen=_TERMS - _TERMS // 2, parameters=parameters_of(self.facts.game), judge=self.judge,
            )  # fmt: skip

    def _is_by_components(self, question: Question, side: int) -> bool:
        if self.facts.size == 1:
            return True
        parts = None
        if question.letter == "G" and self._is_written and self.facts.stays_alone:
            parts = parts_of_values(self.facts.values(side, "grundy"))
        return parts is not None and parts.modulus == 1

    @property
    def _is_written(self) -> bool:
        """Can a position be written whose other components are 0?"""
        return not self.components.lengths and not self.components.written

    def _sequence(self, axis: int, question: Question) -> Column:
        if question.letter == "G":
            return self.facts.values_alone(axis, _TERMS - 1)
        return self.facts.values(_TERMS).astype(np.int64)

    # -- how it is written

    def _sum(self, *, is_alike: bool) -> Iterator[nodes.Expr]:
        """`G(a, b) = G(a, 0) (+) G(0, b)`, of several components."""
        if self.facts.size == 1:
            return
        whole = call("G", *self.components.place)
        alone = [self._asked("G", axis, self.components.component(axis)) for axis in range(self.facts.size)]
        if is_alike:
            of = self._asked("G", 0, self.components.entry(nodes.Name("i")))
            total = self.components.for_each("nimsum", of)
        else:
            total = infix("(+)", *alone) if len(alone) == 2 else call("nimsum", *alone)
        yield nodes.Chain(("=",), (whole, total))

    def _said(self, axis: int, found: SelfSimilar, question: Question) -> Iterator[nodes.Expr]:
        """An equation for each of the first terms, and for each class."""
        for n, value in enumerate(found.first):
            yield self._equation(question, self._asked(question.letter, axis, nodes.Int(n)), nodes.Int(value))
        for one in found.classes:
            left = self._asked(question.letter, axis, self._line(axis, one.at))
            yield self._equation(question, left, self._value(axis, one, question))

    def _value(self, axis: int, one: Class, question: Question) -> nodes.Expr:
        if one.earlier is None:
            return self._line(axis, one.added)
        earlier = self._asked(question.letter, axis, self._line(axis, one.earlier))
        return normal(infix("+", earlier, nodes.Int(one.added.first)))

    def _equation(self, question: Question, left: nodes.Expr, right: nodes.Expr) -> nodes.Expr:
        """Of values; of P-positions 1 is true."""
        if not question.is_set:
            return nodes.Chain(("=",), (left, right))
        if isinstance(right, nodes.Int):
            return left if right.value else nodes.Prefix("not", left)
        return infix("iff", left, right)

    def _asked(self, letter: str, axis: int, number: nodes.Expr) -> nodes.Expr:
        """`G(0, b)`"""
        place = tuple(number if i == axis else nodes.Int(0) for i in range(self.facts.size))
        return call(letter, nodes.ListLiteral(place)) if self.components.is_vector else call(letter, *place)

    def _line(self, axis: int, line: Growth) -> nodes.Expr:
        """`2 * n + 1`"""
        slope = infix("*", nodes.Int(line.slope), self.components.component(axis))
        return normal(infix("+" if line.first >= 0 else "-", slope, nodes.Int(abs(line.first))))


def _has_period(sequence: Column) -> bool:
    """Then it is said in another way; also where the values grow by the same amount."""
    for period in range(1, len(sequence) // 3):
        growth = sequence[period:] - sequence[:-period]
        if (growth[len(growth) // 3 :] == growth[-1]).all():
            return True
    return False
