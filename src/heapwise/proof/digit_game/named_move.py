"""A winning move named in `by`, for any number of heaps: of a heap that x (+) nimsum lowers, to x (+) nimsum.

A heap is *named* if x[i] (+) s < x[i], where s is the nim-sum of all heaps. `by` may choose among the named heaps as it
likes; so every one of them has to lead into the set, and there has to be one wherever a move is asked for.
"""

from collections.abc import Callable, Iterable
from itertools import product
from typing import TypeVar

from heapwise.proof.digit_game.comparisons import SIGNS, TURNED
from heapwise.proof.digit_game.counts import CountQuotient
from heapwise.proof.digit_game.problem import NoProof, Problem
from heapwise.proof.digit_game.reader import JointReader
from heapwise.proof.digit_game.rule import LOWER, Size
from heapwise.proof.digit_game.statements import StatementReader
from heapwise.proof.outside import Outside
from heapwise.terms import term as t

# The states of the set before and after a move, and how the new number of the heap compares: -1 if it is less.
Moved = tuple[int, int, int]
Seen = tuple[int, bool]  # the state of the set, and whether there was a stone
S = TypeVar("S")


# ------------------------------------------------------------------------------------------------ reading


def check_named(reader: StatementReader, term: t.AnyTerm) -> None:
    """Refuse anything but `[if i = first then x[i] (+) nimsum(x) else x[i] for i in 1..n]`, where first is
    `min(j for j in 1..n where x[j] (+) nimsum(x) < x[j])`, or `max`."""
    match term:
        case t.Gather(
            name="[]",
            steps=steps,
            body=t.Choice(condition=t.Operation(name="=", arguments=(t.Local(slot=slot), chosen)), yes=yes, no=no),
        ) if slot == (own := reader.index_of(steps)) and reader.is_heap(no, own) and _is_lowered(reader, yes, own):
            return _check_chosen(reader, chosen)  # fmt: skip
    raise Outside("a strategy in `by` other than `x[i] (+) nimsum(x)` for one heap that it lowers")


def _check_chosen(reader: StatementReader, term: t.AnyTerm) -> None:
    """The first or the last heap that is lowered."""
    match term:
        case t.Gather(name="min" | "max", body=t.Local(slot=slot), steps=(choice, t.Guard(condition=condition))) if (
            slot == reader.index_of((choice,))
        ):
            match condition:
                case t.Operation(name=name, arguments=(one, two)) if name in SIGNS:
                    signs = SIGNS[name]
                    if reader.is_heap(one, slot):
                        one, two, signs = two, one, frozenset(TURNED[s] for s in signs)
                    if signs == SIGNS["<"] and reader.is_heap(two, slot) and _is_lowered(reader, one, slot):
                        return
    raise Outside("a heap in `by` other than the first or the last with `x[j] (+) nimsum(x) < x[j]`")


def _is_lowered(reader: StatementReader, term: t.AnyTerm, index: int) -> bool:
    """x[i] (+) nimsum(x), in either order."""
    match term:
        case t.Operation(name="(+)", arguments=(one, two)):
            return any(reader.is_heap(a, index) and _is_nimsum(reader, b) for a, b in ((one, two), (two, one)))
    return False


def _is_nimsum(reader: StatementReader, term: t.AnyTerm) -> bool:
    match term:
        case t.Operation(name="nimsum", arguments=(x,)):
            return reader.is_all(x)
    return False


# ------------------------------------------------------------------------------------------------ proving


def check_moves(problem: Problem, claimed: JointReader) -> None:
    """Where the set is left, some heap is named, and each of these leads into the set; raises `NoProof`."""
    if claimed.has_classes or problem.premise is not None:
        raise NoProof("a strategy in `by` beside a condition on single heaps, or a premise", is_outside=True)
    if not any(m.role.kind == LOWER and m.low == Size(False, 1) for m in problem.rule.moves):
        raise NoProof("`by` lowers one heap, and the rule does not", is_outside=True)
    levels = claimed.levels + 1

    def holds(state: int) -> bool:
        return claimed.values(state, {})[0]

    seen = _behind({(claimed.start, False)}, levels, lambda s, at: _read(claimed, s, at))
    if any(not holds(state) and (has_stone or not problem.tail) for state, has_stone in seen):
        raise NoProof("`by` seems to name no heap at some position")
    moved = _behind({(claimed.start, claimed.start, 0)}, levels, lambda s, at: _moved(claimed, s, at))
    if any(sign < 0 and not holds(old) and not holds(new) for old, new, sign in moved):
        raise NoProof("the move that `by` names seems not to win at some position")


def _behind(states: set[S], levels: int, after: Callable[[S, int], Iterable[S]]) -> set[S]:
    """The states at the end of words of any length; the digits of the highest level are repeated."""
    todo = list(states)
    while todo:
        new = set(after(todo.pop(), levels - 1)) - states
        states |= new
        todo += new
    for level in reversed(range(levels - 1)):
        states = {new for state in states for new in after(state, level)}
    return states


def _read(claimed: JointReader, seen: Seen, level: int) -> Iterable[Seen]:
    """Behind one more layer with an even number of ones: the nim-sum is 0, and no heap is named."""
    state, has_stone = seen
    for zeros, ones in _layers(claimed):
        if ones % 2 == 0:
            yield claimed.step(state, zeros, ones, 0, level), has_stone or ones > 0


def _moved(claimed: JointReader, moved: Moved, level: int) -> Iterable[Moved]:
    """Behind one more layer: the digit of the named heap is turned if the number of ones is odd."""
    old, new, sign = moved
    for (zeros, ones), bit in product(_layers(claimed), (0, 1)):
        turned = bit ^ (ones + bit) % 2
        here = claimed.step(old, zeros + 1 - bit, ones + bit, 0, level)
        there = claimed.step(new, zeros + 1 - turned, ones + turned, 0, level)
        yield here, there, sign or turned - bit


def _layers(claimed: JointReader) -> Iterable[tuple[int, int]]:
    """Zeros and ones of other heaps: whether there is one, and whether their number is even, is always known."""
    known = claimed.zeros.join(claimed.ones).join(CountQuotient(2, 1))
    return product(known.classes, known.classes)
