"""Sets that depend on variables: their members where they can be listed, and membership as a condition."""

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

from heapwise.model import symbols as s
from heapwise.model.arithmetic import is_plain, lifted
from heapwise.model.conditions import FALSE, TRUE, Condition, congruent, conjunction, disjunction, in_set, truth
from heapwise.model.inline import inlined, solved
from heapwise.numbers import TooLarge
from heapwise.terms.values import FiniteSet, Upward, VectorBox, Without

if TYPE_CHECKING:
    from heapwise.model.symbolic import SymbolicEvaluator

_MOST_MEMBERS = 1_000


def _listed(domain: Any) -> Iterator[Any]:
    """The members of a set of numbers, subsets ..., one after the other."""
    if isinstance(domain, Upward | Without):
        raise s.NotLinear("a set that has no end")
    try:
        return iter(domain)
    except TooLarge as problem:
        raise s.NotLinear(str(problem)) from None


class Sets:
    """What can be asked of a set."""

    def __init__(self, evaluator: "SymbolicEvaluator") -> None:
        self.evaluator = evaluator

    # -- members

    def members(self, domain: Any) -> Iterator[tuple[Condition, Any]]:
        """The members of a set, each with the condition under which it is one."""
        match domain:
            case s.ListedSet():
                yield from domain.members
            case s.Gathered():
                yield from self.evaluator.gathered(domain.term, dict(domain.slots))
            case s.Combined():
                yield from self._combined(domain)
            case s.Cases():
                for condition, value in domain.cases:
                    yield from ((conjunction((condition, c)), member) for c, member in self.members(value))
            case tuple():
                yield from ((TRUE, member) for member in domain)
            case s.Symbol():
                raise s.NotLinear("a set without a list of its members")
            case _:
                yield from ((TRUE, member) for member in _listed(domain))

    def distinct(self, domain: Any) -> Iterator[tuple[Condition, Any]]:
        """The members, each once; `NotLinear` where two that are written may be one and the same."""
        found = list(self.members(domain))
        if isinstance(domain, s.Symbol):
            for (one, member), (two, other) in combinations(found, 2):
                if conjunction((one, two, self.evaluator.equal(member, other))) != FALSE:
                    raise s.NotLinear("members of a set that may be the same")
        yield from found

    def in_order(self, domain: Any) -> Iterator[tuple[Condition, Any]]:
        """The members from the least one on; `NotLinear` where that depends on variables."""
        if isinstance(domain, s.Symbol):
            raise s.NotLinear("members of a set in an order that depends on the position")
        yield from self.members(domain)

    def _combined(self, domain: s.Combined) -> Iterator[tuple[Condition, Any]]:
        for condition, member in self.members(domain.left):
            match domain.sign:
                case "\\":
                    condition = conjunction((condition, self.member(member, domain.right).negated()))
                case "&":
                    condition = conjunction((condition, self.member(member, domain.right)))
            if condition != FALSE:
                yield condition, member
        if domain.sign == "|":
            yield from self.members(domain.right)

    # -- membership

    def member(self, value: Any, domain: Any) -> Condition:
        """Is a value in a set?"""
        do = self.evaluator
        if isinstance(value, s.Cases):
            return disjunction(conjunction((c, self.member(v, domain))) for c, v in value.cases)
        match domain:
            case s.IntervalSet(low=low, high=high):
                ends = (self._is_whole(value), do.arithmetic.at_most(low, value))
                return conjunction(ends if high is None else (*ends, do.arithmetic.at_most(value, high)))
            case s.BoxSet(low=low, high=high):
                return self._in_box(value, low, high)
            case s.SplitSet(total=total, parts=parts, least=least):
                return self._in_splits(value, total, parts, least)
            case s.Combined(sign=sign, left=left, right=right):
                inside, other = self.member(value, left), self.member(value, right)
                return {"\\": conjunction((inside, other.negated())), "&": conjunction((inside, other)),
                        "|": disjunction((inside, other))}[sign]  # fmt: skip
            case s.Cases():
                return disjunction(conjunction((c, self.member(value, one))) for c, one in domain.cases)
            case s.OptionsOf():
                return self._is_option(value, domain)
            case s.Symbol():
                return disjunction(conjunction((c, do.equal(value, m))) for c, m in self.members(domain))
        return self._in_known(value, domain)

    def _is_whole(self, value: Any) -> Condition:
        return congruent(value.form, value.divisor, {0}) if isinstance(value, s.Ratio) else TRUE

    def _in_known(self, value: Any, domain: Any) -> Condition:
        if not s.is_symbolic(value):
            return truth(value in domain)
        if isinstance(domain, range) and domain.step == 1:
            return self.member(value, s.IntervalSet(domain.start, domain.stop - 1))
        if isinstance(domain, Upward):
            return self.member(value, s.IntervalSet(domain.low, None))
        if isinstance(domain, Without):
            inside, removed = self.member(value, domain.whole), self.member(value, domain.removed)
            return conjunction((inside, removed.negated()))
        if isinstance(domain, VectorBox):
            if type(value) is not tuple or len(value) != len(domain.sides):
                return FALSE
            return conjunction(self.member(v, side) for v, side in zip(value, domain.sides, strict=True))
        if isinstance(domain, FiniteSet) and is_plain(value):
            return in_set(lifted(value), frozenset(m for m in domain if type(m) is int))
        if isinstance(domain, FiniteSet | tuple) and len(domain) <= _MOST_MEMBERS:
            return disjunction(self.evaluator.equal(value, member) for member in domain)
        raise s.NotLinear("membership")

    def _in_box(self, value: Any, low: Any, high: Any) -> Condition:
        if type(high) is not tuple:
            return self.member(value, s.IntervalSet(low, high))
        lows = low if type(low) is tuple else (low,) * len(high)
        if len(lows) != len(high):
            raise s.NotLinear("a range of vectors whose ends have different lengths")
        if type(value) is not tuple or len(value) != len(high):
            return FALSE
        return conjunction(self._in_box(v, a, b) for v, a, b in zip(value, lows, high, strict=True))

    def _in_splits(self, value: Any, total: Any, parts: int, least: int) -> Condition:
        if type(value) is not tuple or len(value) != parts:
            return FALSE
        do = self.evaluator.arithmetic
        whole: Any = 0
        for entry in value:
            whole = do.add(whole, entry)
        parts_from = s.IntervalSet(least, None)
        return conjunction((do.equal(whole, total), *(self.member(entry, parts_from) for entry in value)))

    def _is_option(self, value: Any, domain: s.OptionsOf) -> Condition:
        """Membership in the options of a game: one of its ground moves leads there, with amounts solved for."""
        wanted = self.evaluator.numbers(value)
        found = []
        for move in inlined(self.evaluator, domain):
            if len(move.target) != len(wanted):
                return FALSE
            forms = [lifted(self.evaluator.plain(w)) - reached for w, reached in zip(wanted, move.target, strict=True)]
            found.append(solved(move, forms))
        return disjunction(found)
