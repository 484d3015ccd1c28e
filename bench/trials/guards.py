"""Random expressions as guards of moves: the values by every way beside ours, and claims about all positions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import product
from random import Random

import heapwise as hw
from heapwise.errors import HeapwiseError
from heapwise.reference.conventions import NORMAL, Grundy
from heapwise.rules.game import Game
from trials.base import Counts, Failure
from trials.meanings import RELATIONS
from trials.naive import Naive
from trials.proofs import by_remainder, period_in
from trials.roots import NoValue, Unsure
from trials.trees import Env, Node, Step, Work, between, constant, lets_of, strict, variable, walk
from trials.ways import NOT_FOR_THIS, WAYS, Case, kernels_as_python

State = tuple[int, ...]
WAYS_OF_RULES = ("interpreter", "chosen by the engine", "options one by one", "kernel, its own width",
                 "numpy by totals", "single positions", "claims", "sequence", "given values")  # fmt: skip
_SECONDS = 8.0
_MOST_STEPS = 120_000  # of all options of a game
_FAR = 130  # heaps


@dataclass(frozen=True)
class Shape:
    """A move with a place for a condition: what it binds, and what it leaves."""

    places: tuple[str, ...]
    text: str
    bound: tuple[tuple[str, Node], ...]
    before: Node | None
    after: Callable[[Env], State]

    def of_places(self) -> dict[str, list[Node]]:
        """What definitions see."""
        found = {"n": [variable(place, "N") for place in self.places]}
        return found | ({"V": [variable("x", "V")]} if len(self.places) > 1 else {})

    def names(self) -> dict[str, list[Node]]:
        """What the condition may speak of."""
        found = self.of_places()
        return found | {"n": [*found["n"], *(variable(name, "N") for name, _ in self.bound)]}

    def options(self, state: State, condition: Node, spent: Work) -> list[tuple[State, ...]]:
        """By going through everything that the move binds."""
        env = Env({**dict(zip(self.places, state, strict=True)), "x": state}, Work())
        parts = [constant(0), *(domain for _, domain in self.bound)]
        steps = [Step("in", (name,), i + 1) for i, (name, _) in enumerate(self.bound)]
        for guard in (self.before, condition):
            if guard is not None:
                steps.append(Step("where", (), len(parts)))
                parts.append(guard)
        found: list[tuple[State, ...]] = [(self.after(inner),) for inner in walk(env, tuple(steps), tuple(parts))]
        spent.steps += env.work.steps
        if spent.steps > _MOST_STEPS:
            raise Unsure("much work")
        return found


def _range(low: int, high: Node, less: int = 0) -> Node:
    return Node("range", "S", "", (high,), strict(lambda v: between(low, v - less)))


def _at_most(low: Node, high: Node) -> Node:
    return Node("<=", "C", "", (low, high), strict(RELATIONS["<="]))


def _lowered(env: Env) -> State:
    state, i, y = env.names["x"], env.names["i"], env.names["y"]
    return tuple(y if j == i - 1 else v for j, v in enumerate(state))


_H, _T, _X = variable("h", "N"), variable("t", "N"), variable("x", "V")
_PICKED = Node("index", "N", "", (_X, variable("i", "N")), strict(lambda x, i: x[i - 1]))
SHAPES = (
    Shape(("h",), "heap h\n@    move h -> h - 1 where h >= 1, {}", (), _at_most(constant(1), _H),
         lambda e: (e.names["h"] - 1,)),
    Shape(("h",), "heap h\n@    move h -> h - t for t in 1..2 where t <= h, {}", (("t", _range(1, constant(2))),),
         _at_most(_T, _H),
          lambda e: (e.names["h"] - e.names["t"],)),
    Shape(("h",), "heap h\n@    move h -> y for y in 0..h-1 where {}", (("y", _range(0, _H, 1)),), None,
         lambda e: (e.names["y"],)),
    Shape(("x[1]", "x[2]"), "heaps x[2]\n@    move x[i] -> y for i in 1..2, y in 0..x[i]-1 where {}",
          (("i", _range(1, constant(2))), ("y", _range(0, _PICKED, 1))), None, _lowered),
)  # fmt: skip


def in_rules(shape: Shape, condition: Node, source: Random) -> Counts:
    """The values by every way, and claims that are proved."""
    lets = "".join(f"    {let.text}\n" for let in lets_of(condition))
    text = f"game one\n    {shape.text.replace('{}', condition.text).replace('@', lets)}\n"
    spent = Work()
    naive = Naive(lambda state: shape.options(state, condition, spent), "grundy")
    game = hw.parse(text)["one"]().rules
    assert isinstance(game, Game)
    is_one = len(shape.places) == 1
    upto = source.choice([12, 25, 40] if is_one else [3, 5, 7])
    known, state, why = _known(naive, product(range(upto + 1), repeat=len(shape.places)))
    counts: Counts = Counter({"rules": 1, "points": len(known)})
    if isinstance(why, Unsure):
        return counts
    highs = (upto,) * len(shape.places)
    if why is None:
        _by_ways(text, game, naive, known, highs, counts)
        _claimed(text, shape, naive, known, counts)
    else:
        _without_value(text, game, naive, state, counts)
    return counts


def _known(naive: Naive, states: Iterable[State]) -> tuple[dict[State, int], State, Exception | None]:
    """Values as far as there are any; where they end, and why."""
    known: dict[State, int] = {}
    for state in states:
        try:
            known[state] = naive.of(state)
        except (NoValue, Unsure, RecursionError) as problem:
            return known, state, Unsure() if isinstance(problem, RecursionError) else problem
    return known, (), None


def _by_ways(text: str, game: Game, naive: Naive, known: dict[State, int], highs: State, counts: Counts) -> None:
    with kernels_as_python():
        for name in WAYS_OF_RULES:
            try:
                found = WAYS[name](Case(game, highs, Grundy(), NORMAL, naive.of))
            except NOT_FOR_THIS:
                continue
            for state, value in known.items() if found is not None else ():
                here = found(state) if found is not None else None
                if here is not None and here != value:
                    raise Failure(f"{name}: {here} at {state}, and it is {value}\n{text}")
            counts[f"way: {name}"] += found is not None


def _without_value(text: str, game: Game, naive: Naive, state: State, counts: Counts) -> None:
    """Where rules have no value nothing has."""
    with kernels_as_python():
        for name in WAYS_OF_RULES:
            if name == "given values":
                continue
            try:
                found = WAYS[name](Case(game, state, Grundy(), NORMAL, naive.of))
                here = found(state) if found is not None else None
            except (*NOT_FOR_THIS, HeapwiseError):
                continue
            if here is not None:
                raise Failure(f"{name}: {here} at {state}, where the rules have no value\n{text}")
            counts["without value"] += 1


def _claimed(text: str, shape: Shape, naive: Naive, known: dict[State, int], counts: Counts) -> None:
    """What the values look like, as a claim: what is proved of it is true as far as we look."""
    if len(shape.places) > 1:
        said, method = "P(x) iff nimsum(x) = 0", "proof"
        right: Callable[[State, int], bool] = lambda x, value: (value == 0) == (x[0] == x[1])  # noqa: E731
        states = [*product(range(10), repeat=2), *((v, w) for v in (31, 64) for w in range(6))]
    else:
        values = [known[h,] for h in range(len(known))]
        found = period_in(values)
        if found is None or len(values) < 20:
            return
        start, period = found
        table = [values[start + (r - start) % period] for r in range(period)]
        said, method = f"G(h) = {re.sub('[n](?= [=m])', 'h', by_remainder(values[:start], table, period))}", "proof"
        right = lambda x, value: value == (values[x[0]] if x[0] < start else table[x[0] % period])  # noqa: E731
        states = [(h,) for h in range(_FAR)]
    claim = f"{text}claims for one\ntheorem it: {said}\n    upto 3\n"
    verdict, *_ = hw.check(hw.parse(claim), method=method, seconds=_SECONDS)
    counts[f"by rules: {verdict.word}"] += 1
    if verdict.word != "proved":
        return
    values_there, state, why = _known(naive, states)
    if isinstance(why, NoValue):
        raise Failure(f"proved, and at {state} the rules have no value\n{claim}")
    wrong = next((x for x, value in values_there.items() if not right(x, value)), None)
    if wrong is not None:
        raise Failure(f"proved, and false at {wrong}\n{claim}")
