"""Random rules and statements for any number of heaps, and their values by brute force: for tests of the digit game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from random import Random

from heapwise.numbers import mex
from heapwise.proof.digit_game.atoms import Both, Sentence, choice, negation
from heapwise.proof.digit_game.counts import CountQuotient
from heapwise.proof.digit_game.layer_atoms import (
    AllEqual,
    BitCount,
    NimSumAtom,
    NumberAtom,
    Reaches,
    SumIn,
    SumRemainder,
    Xor,
)
from heapwise.proof.digit_game.problem import Problem
from heapwise.proof.digit_game.row_atoms import HeapTest, RowAtom
from heapwise.proof.digit_game.rule import LOWER, Role, RoleMove, Rule, Size

Heaps = tuple[int, ...]

# Boxes of positions that brute force looks at: how many heaps, and the largest one.
BOXES = ((1, 20), (2, 9), (3, 5), (4, 3), (5, 2))


@dataclass(frozen=True)
class Brute:
    """Positions with one number of heaps, by their sizes alone: nothing of digits, classes or machines."""

    rule: Rule

    @cache  # noqa: B019
    def options(self, heaps: Heaps) -> frozenset[Heaps]:
        n, found = len(heaps), set()
        for move in self.rule.moves:
            for count in range(max(move.low.at(n), 1), min(move.high.at(n), n) + 1):
                for chosen in combinations(range(n), count):
                    for new in product(*(self._new(move.role, heaps[i]) for i in chosen)):
                        listed = list(heaps)
                        for i, value in zip(chosen, new, strict=True):
                            listed[i] = value
                        found.add(tuple(sorted(listed)))
        return frozenset(found)

    def _new(self, role: Role, heap: int) -> list[int]:
        if role.kind == LOWER:
            return list(range(heap))
        return [heap - 2**role.level] if heap >= 2**role.level else []

    @cache  # noqa: B019
    def value(self, heaps: Heaps) -> int:
        return mex({self.value(y) for y in self.options(heaps)})

    @cache  # noqa: B019
    def seat(self, heaps: Heaps, players: int, first: int) -> int:
        """Who moves last, counted from the mover, if all prefer the seats first, first + 1, ... in this order."""
        options = self.options(heaps)
        if not options:
            return players - 1
        return min(((self.seat(y, players, first) + 1) % players for y in options), key=lambda s: (s - first) % players)


def positions(rule: Rule, boxes: tuple[tuple[int, int], ...] = BOXES) -> Iterator[Heaps]:
    for n, top in boxes:
        if n >= rule.least:
            yield from (x for x in product(range(top + 1), repeat=n) if list(x) == sorted(x))


def counterexample(problem: Problem, boxes: tuple[tuple[int, int], ...] = BOXES) -> Heaps | None:
    """A position at which the statement is wrong."""
    brute = Brute(problem.rule)
    for heaps in positions(problem.rule, boxes):
        if problem.is_graph:
            value = brute.value(heaps)
            around = range(value + 9)
            if any(problem.sentence.holds(heaps, g) != (g == value) for g in around):
                return heaps
        else:
            worst = (problem.first - 1) % problem.players
            is_worst = brute.seat(heaps, problem.players, problem.first) == worst
            if problem.sentence.holds(heaps, 0) != is_worst:
                return heaps
    return None


# ------------------------------------------------------------------------------------------------- random ones


def number(add: int) -> Size:
    return Size(False, add)


def with_n(add: int) -> Size:
    return Size(True, add)


def random_rule(random: Random) -> Rule:
    """One to three moves, near those of Nim, Moore, exact, slow and balanced Nim."""
    moves = []
    for _ in range(random.choice((1, 1, 1, 2, 2, 3))):
        role = random.choice((Role(LOWER), Role(LOWER), Role("take", random.choice((0, 0, 1, 2)))))
        low = random.choice((1, 1, 1, 2, 3))
        if random.random() < 0.25:
            high = with_n(-random.choice((0, 0, 1)))
            bottom = high if random.random() < 0.4 else number(low)
        else:
            high = number(low + random.choice((0, 0, 1, 2)))
            bottom = number(low)
        moves.append(RoleMove(role, bottom, high))
    return Rule(tuple(moves), max([1, *(1 - m.low.add for m in moves if m.low.has_n)]))


def random_sentence(random: Random, rule: Rule, depth: int = 1) -> Sentence:
    most = rule.most_changed or 1
    signs = random.choice((frozenset("="), frozenset("="), frozenset("<>"), frozenset("<="), frozenset(">")))
    if depth and random.random() < 0.5:
        one, two = (random_sentence(random, rule, depth - 1) for _ in range(2))
        if random.random() < 0.4:
            return choice(random.choice((Reaches(1), one)), two, random_sentence(random, rule, depth - 1))
        return random.choice((Both("and", (one, two)), Both("or", (one, two)), negation(one)))
    m = random.choice((most + 1, most + 1, most + 1, 2, 3))
    known = random.choice((CountQuotient(m), CountQuotient(1, 1), CountQuotient(1, 2), CountQuotient(2)))
    classes = frozenset(c for c in known.classes if random.random() < 0.5)
    test = random.choice(
        (HeapTest("number", 0, random.randrange(3), signs), HeapTest("mod", 1, 0), HeapTest("mod", 2, 1))
    )
    return random.choice((
        NimSumAtom(m, random.choice((0, 0, 0, 1, 2)), signs), NimSumAtom(m, 0, frozenset("=")), SumIn(known, classes),
        SumIn(CountQuotient(1, 1), frozenset({0})), Reaches(random.randrange(3)),
        BitCount(random.randrange(3), random.randrange(2), known, classes),
        BitCount(0, 1, CountQuotient(1, 1), frozenset({0})), AllEqual(), RowAtom(test, known, classes),
        RowAtom(HeapTest("number", 0, 0), CountQuotient(1, 1), frozenset({1})),
    ))  # fmt: skip


def random_graph(random: Random, rule: Rule, depth: int = 1) -> Sentence:
    if depth and random.random() < 0.5:
        test = random_sentence(random, rule, 0)
        return choice(test, random_graph(random, rule, depth - 1), random_graph(random, rule, depth - 1))
    sign = random.choice("<>")
    none = RowAtom(HeapTest("g", relations=frozenset(sign)), CountQuotient(1, 1), frozenset({0}))
    some = RowAtom(HeapTest("g"), CountQuotient(1, 1), frozenset({1}))
    return random.choice((
        Xor(0), Xor(0), Xor(random.randrange(3)), SumRemainder(random.choice((2, 2, 3))),
        NumberAtom(random.randrange(2)),
        Both("and", (none, some)),
    ))  # fmt: skip


def random_problem(random: Random) -> Problem:
    """A rule and a statement about it; often one that no small position contradicts."""
    kind = random.choice(("normal", "normal", "graph", "misere", "players"))
    rule = random_rule(random)
    players, first = 2, int(kind == "misere")
    if kind == "players":
        rule = Rule((RoleMove(Role(LOWER), number(1), number(random.choice((1, 1, 2)))),), 1)
        players = random.choice((3, 3, 4))
        first = random.randrange(players)
    make = random_graph if kind == "graph" else random_sentence
    for _ in range(12):
        problem = Problem(rule, make(random, rule), kind == "graph", players, first)
        if counterexample(problem, ((1, 4), (2, 2), (3, 1))) is None:
            break
    return problem
