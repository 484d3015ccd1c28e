"""The rules of the library a second time: not as options, but as a relation `is_move(p, q)` between given positions.

Every relation is written from the papers (CATALOG.md) and says what has to be true of two positions; the tests filter
it over a box of candidates and compare what is left with the options that the language finds. Positions are plain
here: a state is a tuple of numbers, and a position is the tuple of the states of its components, in increasing order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import Any

from heapwise.rules.game import Game
from heapwise.terms.position import Component, Position

State = tuple[Any, ...]
Parts = tuple[State, ...]
Between = Callable[[State, State], bool]  # from one state to one state
Splits = Callable[[State, Parts], bool]  # from one state to a sum of states


def ordered(states: Iterable[State]) -> Parts:
    """States in one order, whatever they are made of."""
    return tuple(sorted(states, key=repr))


@dataclass(frozen=True, eq=False)
class Rules:
    """A game by hand: the states of a box, the sums that a move may lead to, and which of them it does lead to.

    `lengths` says how many components a sum may have, `sources` where to start if not everywhere in the box, `games`
    which games the components of a compound are positions of. A game that splits leaves empty heaps out of its sums.
    """

    text: str
    box: tuple[State, ...]
    is_move: Splits
    lengths: tuple[int, ...] = (1,)
    sources: tuple[State, ...] | None = None
    games: tuple[Rules, ...] = ()
    leaves_out_empty: bool = False

    @property
    def states(self) -> tuple[State, ...]:
        """The states to start from."""
        return self.box if self.sources is None else self.sources

    def leads(self, state: State, parts: Parts) -> bool:
        """Is there a move from a state to a sum?"""
        return len(parts) in self.lengths and self.is_move(state, parts)

    def positions(self) -> Iterator[Parts]:
        """The candidates: all sums of states of the box with as many components as a move may leave."""
        for length in self.lengths:
            yield from map(ordered, combinations_with_replacement(self.box, length))

    @cache  # noqa: B019
    def options(self, state: State) -> frozenset[Parts]:
        """The candidates that a move leads to."""
        return frozenset(parts for parts in self.positions() if self.is_move(state, parts))

    def alone(self, state: State) -> Parts:
        """The position with one component, or with none if the heap is empty and left out."""
        return () if self.leaves_out_empty and state == (0,) else (state,)

    def plain(self, position: Position) -> Parts:
        """A position of the language as a plain one."""
        return ordered(s for c in position for s in self.alone(self._plain_state(c.state)))

    def _plain_state(self, state: State) -> State:
        """Positions stand in front, numbers behind them."""
        return tuple(self.games[i].plain(v) if isinstance(v, Position) else v for i, v in enumerate(state))

    def component(self, game: Game, state: State) -> Component:
        """A plain state as a component of the language's game."""
        pairs = zip(state, game.layout.component_games, range(len(state)), strict=True)
        return Component(game, tuple(v if g is None else self.games[i].position(g, v) for v, g, i in pairs))

    def position(self, game: Game, parts: Parts) -> Position:
        """A plain position as a position of the language's game."""
        return Position.of(self.component(game, state) for state in parts)


def rules(text: str, box: Iterable[State], between: Between, sources: Iterable[State] | None = None) -> Rules:
    """A game in which nothing splits."""

    def is_move(state: State, parts: Parts) -> bool:
        return between(state, parts[0])

    return Rules(text, tuple(box), is_move, (1,), None if sources is None else tuple(sources))


def splitting(text: str, most: int, splits: Splits, lengths: tuple[int, ...] = (0, 1, 2), least: int = 1) -> Rules:
    """A game of one heap that splits; the box has the heaps of its sums, which leave out empty ones."""
    box = tuple((n,) for n in range(least, most + 1))
    return Rules(text, box, splits, lengths, tuple((n,) for n in range(most + 1)), leaves_out_empty=True)


def box(most: int, heaps: int, least: int = 0, legal: Callable[[State], bool] = lambda x: True) -> list[State]:
    """All legal states with heaps between two bounds."""
    return [x for x in product(range(least, most + 1), repeat=heaps) if legal(x)]


def taken(p: State, q: State) -> list[int]:
    """What every heap loses."""
    return [a - b for a, b in zip(p, q, strict=True)]


def touched(p: State, q: State) -> list[int]:
    """The heaps that differ, counted from 0."""
    return [i for i, (a, b) in enumerate(zip(p, q, strict=True)) if a != b]


def only_takes(p: State, q: State) -> bool:
    """No heap grows, and some heap shrinks."""
    return p != q and min(taken(p, q)) >= 0


# ------------------------------------------------------------------------------------------- Nim and Moore


def nim(p: State, q: State) -> bool:
    return only_takes(p, q) and len(touched(p, q)) == 1


def greedy(p: State, q: State) -> bool:
    return nim(p, q) and all(heap <= p[touched(p, q)[0]] for heap in p)


def nim_with_pass(p: State, q: State) -> bool:
    heaps, left = p[:-1], q[:-1]
    if heaps == left:
        return any(heaps) and p[-1] == 1 and q[-1] == 0
    return nim(heaps, left) and p[-1] == q[-1]


def end_nim(p: State, q: State) -> bool:
    if not nim(p, q):
        return False
    standing = [i for i, heap in enumerate(p) if heap]
    return touched(p, q)[0] in (standing[0], standing[-1])


def loop_end_nim(p: State, q: State) -> bool:
    return end_nim(p, q) and len([heap for heap in p if heap]) >= 2


def staircase(p: State, q: State) -> bool:
    steps = touched((0, *p), (0, *q))
    if steps == [1]:
        return q[0] < p[0]
    if len(steps) != 2 or steps[1] - steps[0] != 1:
        return False
    down, up = steps[0] - 1, steps[1] - 1
    return q[up] < p[up] and sum(p) == sum(q) and down >= 0


def lasker(state: State, parts: Parts) -> bool:
    total = sum(n for (n,) in parts)
    return (len(parts) <= 1 and total < state[0]) or (len(parts) == 2 and total == state[0])


def moore(k: int) -> Between:
    return lambda p, q: only_takes(p, q) and len(touched(p, q)) <= k


def exact(k: int) -> Between:
    return lambda p, q: only_takes(p, q) and len(touched(p, q)) == k


def slow(k: int) -> Between:
    return lambda p, q: set(taken(p, q)) <= {0, 1} and 1 <= sum(taken(p, q)) <= k


def exact_slow(k: int) -> Between:
    return lambda p, q: set(taken(p, q)) <= {0, 1} and sum(taken(p, q)) == k


def hypergraph(edges: Sequence[set[int]]) -> Between:
    return lambda p, q: only_takes(p, q) and {i + 1 for i in touched(p, q)} in edges


def circular(n: int, k: int) -> Between:
    def is_move(p: State, q: State) -> bool:
        places = touched(p, q)
        return only_takes(p, q) and any(all((i - start) % n < k for i in places) for start in range(n))

    return is_move


def emperor(shape: Sequence[int], k: int) -> Between:
    ends = [sum(shape[: r + 1]) for r in range(len(shape))]

    def is_move(p: State, q: State) -> bool:
        if not only_takes(p, q):
            return False
        spans = [range(end - length, end) for end, length in zip(ends, shape, strict=True)]
        ranges = [[i for i in touched(p, q) if i in span] for span in spans]
        chosen = combinations(range(len(shape)), min(k, len(shape)))
        return any(all(len(ranges[r]) <= 1 for r in range(len(shape)) if r not in free) for free in chosen)

    return is_move


# ---------------------------------------------------------------------------------------------- two heaps


def wythoff(p: State, q: State) -> bool:
    s, t = taken(p, q)
    return only_takes(p, q) and (s == 0 or t == 0 or s == t)


def k_wythoff(k: int) -> Between:
    def is_move(p: State, q: State) -> bool:
        s, t = taken(p, q)
        return only_takes(p, q) and (0 in (s, t) or -k < s - t < k)

    return is_move


def nimhoff(k: int) -> Between:
    return lambda p, q: nim(p, q) or (sorted(taken(p, q))[-2:] == [2**k, 2**k] and len(touched(p, q)) == 2)


def ryuoh(bound: int) -> Between:
    return lambda p, q: nim(p, q) or (only_takes(p, q) and 1 <= sum(p) - sum(q) <= bound - 1)


def restricted_ryuoh(bound: int, single: int) -> Between:
    def is_move(p: State, q: State) -> bool:
        if not only_takes(p, q):
            return False
        total = sum(p) - sum(q)
        return total < single if len(touched(p, q)) == 1 else total < bound

    return is_move


def euclid(p: State, q: State) -> bool:
    if len(touched(p, q)) != 1:
        return False
    i = touched(p, q)[0]
    other = p[1 - i]
    return other > 0 and q[i] < p[i] and q[i] % other == p[i] % other


def lim(p: State, q: State) -> bool:
    change = taken(p, q)
    return any(change[i] == change[j] > 0 and change[k] == -change[i] for i, j, k in permutations(range(3)))


# ------------------------------------------------------------------------------------------ legal positions


def all_different(x: State) -> bool:
    return len(set(x)) == len(x)


def in_order(x: State) -> bool:
    return list(x) == sorted(set(x))


def silver_dollar(p: State, q: State) -> bool:
    left, entered = set(p) - set(q), set(q) - set(p)
    if len(left) != 1 or len(entered) != 1:
        return False
    (a,), (b,) = left, entered
    return b < a and not any(b < coin < a for coin in p)


def is_board(x: State) -> bool:
    return x[0] >= 1 and list(x) == sorted(x, reverse=True)


def chomp(p: State, q: State) -> bool:
    before, after = ({(r, c) for r, length in enumerate(x) for c in range(length)} for x in (p, q))
    return any(after == {(u, v) for u, v in before if u < r or v < c} for r, c in before if (r, c) != (0, 0))


# ------------------------------------------------------------------------------------------------- deletion


def delete_nim(p: State, q: State) -> bool:
    return sum(q) + 1 in p


def delete_nim_split(p: State, q: State) -> bool:
    return sum(q) in p


def single_delete(p: State, q: State) -> bool:
    """The heap at i is thrown away, the heap at j is split; the parts stand at i and j."""
    pairs = permutations(range(len(p)), 2)
    return any(q[i] + q[j] == p[j] and set(touched(p, q)) <= {i, j} for i, j in pairs)


def single_delete_unordered(p: State, q: State) -> bool:
    """The same for heaps without places: throw one away, split one of the others."""
    for thrown, split in permutations(range(len(p)), 2):
        kept = Counter(heap for i, heap in enumerate(p) if i not in (thrown, split))
        parts = Counter(q) - kept
        if Counter(q) == kept + parts and sum(parts.elements()) == p[split]:
            return True
    return False


# ------------------------------------------------------------------------------------------------- one heap


def subtraction(allows: Callable[[int], bool]) -> Between:
    return lambda p, q: p[0] > q[0] and allows(p[0] - q[0])


def fibonacci(p: State, q: State) -> bool:
    took = p[0] - q[0]
    return 1 <= took <= p[1] and q[1] == took + took


def mark(p: State, q: State) -> bool:
    return p[0] - q[0] == 1 or (p[0] > 0 and p[0] in (2 * q[0], 2 * q[0] + 1))


def octal(digits: Sequence[int]) -> Splits:
    """Digit t has the bit 2^j if taking t may leave j heaps."""

    def is_move(state: State, parts: Parts) -> bool:
        took = state[0] - sum(n for (n,) in parts)
        return 0 <= took < len(digits) and digits[took] // 2 ** len(parts) % 2 == 1

    return is_move


def runs(pins: Sequence[bool]) -> Parts:
    """The lengths of the unbroken stretches of a row, as heaps."""
    text = "".join("x" if stands else " " for stands in pins)
    return ordered((len(stretch),) for stretch in text.split())


def row(knocked: Callable[[int], Iterable[Iterable[int]]]) -> Splits:
    """Pins in a row: `knocked(n)` are the sets of places that a move may clear."""

    def is_move(state: State, parts: Parts) -> bool:
        n = state[0]
        return any(parts == runs([i not in gone for i in range(n)]) for gone in map(set, knocked(n)))

    return is_move


kayles = row(lambda n: [{i} for i in range(n)] + [{i, i + 1} for i in range(n - 1)])
dawson_kayles = row(lambda n: [{i, i + 1} for i in range(n - 1)])
dawson_chess = row(lambda n: [{i - 1, i, i + 1} for i in range(n)])


def kayles_circle(state: State, parts: Parts) -> bool:
    """One row is left, of all pins but one, or but two."""
    rest = sum(n for (n,) in parts)
    return len(parts) <= 1 and state[0] - rest in ((1, 2) if state[0] >= 2 else (1,)) and state[0] > 0


def grundy_game(state: State, parts: Parts) -> bool:
    return len(parts) == 2 and parts[0] != parts[1] and parts[0][0] + parts[1][0] == state[0]


# ---------------------------------------------------------------------------------------------------- coins


def corners(state: State, parts: Parts) -> bool:
    """One head at (a, b) becomes heads at the three other corners."""
    a, b = state
    return any(u == (w[0], b) and v == (a, w[1]) and w[0] < a and w[1] < b for u, v, w in permutations(parts))


def turtles_board(m: int) -> Between:
    def is_move(p: State, q: State) -> bool:
        turned = {(i // m, i % m) for i in touched(p, q)}
        rows, columns = {r for r, _ in turned}, {c for _, c in turned}
        if not turned or len(rows) > 2 or len(columns) > 2 or turned != set(product(rows, columns)):
            return False
        return p[max(rows) * m + max(columns)] == 1

    return is_move


def turning_turtles(p: State, q: State) -> bool:
    turned = touched(p, q)
    return 1 <= len(turned) <= 2 and p[turned[-1]] == 1


def ruler(p: State, q: State) -> bool:
    turned = touched(p, q)
    return bool(turned) and turned == list(range(turned[0], turned[-1] + 1)) and p[turned[-1]] == 1


# ------------------------------------------------------------------------------------------------- compounds


def rgame(joint: Callable[[int], bool], *single: Callable[[int], bool]) -> Between:
    """Take from heap i what rule i allows, or from all heaps together what the joint rule allows."""

    def is_move(p: State, q: State) -> bool:
        if not only_takes(p, q):
            return False
        places, total = touched(p, q), sum(p) - sum(q)
        return joint(total) or (len(places) == 1 and single[places[0]](total))

    return is_move


def either(text: str, games: Sequence[Rules]) -> Rules:
    """Any of several rules on one board."""
    lengths = tuple(sorted({length for g in games for length in g.lengths}))
    first = games[0]

    def is_move(state: State, parts: Parts) -> bool:
        return any(g.leads(state, parts) for g in games)

    return Rules(text, first.box, is_move, lengths, first.sources, leaves_out_empty=first.leaves_out_empty)


def can_move(game: Rules, p: Parts, q: Parts) -> bool:
    """A move in a disjunctive sum of states of one game: in one of them, while the others stay."""
    for state in set(p):
        rest = Counter(p) - Counter([state])
        parts = Counter(q) - rest
        if parts + rest == Counter(q) and game.leads(state, ordered(parts.elements())):
            return True
    return False


def can_reach(game: Rules, p: Parts, q: Parts) -> bool:
    """Does a chain of moves, perhaps an empty one, lead from p to q?"""
    return q in _reachable(game, p)


@cache
def _reachable(game: Rules, p: Parts) -> frozenset[Parts]:
    found, waiting = {p}, [p]
    while waiting:
        at = waiting.pop()
        for i, state in enumerate(at):
            for parts in game.options(state):
                after = ordered((*at[:i], *at[i + 1 :], *parts))
                if after not in found:
                    found.add(after)
                    waiting.append(after)
    return frozenset(found)


def has_ended(game: Rules, p: Parts) -> bool:
    return _reachable(game, p) == {p}


Rule = Callable[[Sequence[Rules], State, State], bool]  # the games, and two tuples of positions of them


def compound(text: str, games: Sequence[Rules], rule: Rule, numbers: int = 0, ended: Iterable[Parts] = ()) -> Rules:
    """A game whose components are positions of games, behind which stand `numbers` numbers 0 or 1.

    The box holds all positions that can be reached, and what a rule may put in place of one, `ended`.
    """
    positions = [{q for s in g.states for q in _reachable(g, g.alone(s))} | set(ended) for g in games]
    sides = [*(sorted(found, key=repr) for found in positions), *[(0, 1)] * numbers]

    def is_move(state: State, parts: Parts) -> bool:
        return rule(games, state, parts[0])

    return Rules(text, tuple(product(*sides)), is_move, games=tuple(games))


def moves_in(games: Sequence[Rules], p: State, q: State) -> list[int] | None:
    """The components that changed, if a single move of its game changed each."""
    places = touched(p, q)
    return places if all(can_move(games[i], p[i], q[i]) for i in places) else None


def selective(k: int) -> Rule:
    def rule(games: Sequence[Rules], p: State, q: State) -> bool:
        places = moves_in(games, p, q)
        return places is not None and 1 <= len(places) <= k

    return rule


def conjunctive(games: Sequence[Rules], p: State, q: State) -> bool:
    return all(can_move(g, a, b) for g, a, b in zip(games, p, q, strict=True))


def continued_conjunctive(games: Sequence[Rules], p: State, q: State) -> bool:
    pairs = zip(games, p, q, strict=True)
    return p != q and all(can_move(g, a, b) or (a == b and has_ended(g, a)) for g, a, b in pairs)


def diminished(games: Sequence[Rules], p: State, q: State) -> bool:
    return selective(1)(games, p, q) and not any(has_ended(g, a) for g, a in zip(games, p, strict=True))


def ordinal(games: Sequence[Rules], p: State, q: State) -> bool:
    base, upper = games
    return (can_move(base, p[0], q[0]) and q[1] == ()) or (p[0] == q[0] and can_move(upper, p[1], q[1]))


def sequential(games: Sequence[Rules], p: State, q: State) -> bool:
    places = moves_in(games, p, q)
    return places == [0] or (places == [1] and has_ended(games[0], p[0]))


def emperor_compound(k: int) -> Rule:
    def rule(games: Sequence[Rules], p: State, q: State) -> bool:
        places = touched(p, q)
        if not places or not all(can_reach(games[i], p[i], q[i]) for i in places):
            return False
        return sum(not can_move(games[i], p[i], q[i]) for i in places) <= k

    return rule


def with_pass(games: Sequence[Rules], p: State, q: State) -> bool:
    if p[0] == q[0]:
        return (p[1], q[1]) == (1, 0) and not has_ended(games[0], p[0])
    return p[1] == q[1] and can_move(games[0], p[0], q[0])
