"""A theorem with quantifiers, looked at from outside: at small instances, what the interpreter says of rules and claim.

The problem that was read from the text is made concrete again for values of its parameters, and its moves and its set,
or its values, are compared with those of the instance.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice, product
from operator import le
from typing import Any

from heapwise.claims.far_places import far_instances
from heapwise.claims.instances import Instance, instance_of_values
from heapwise.claims.small_cases import numbers_beyond, small_box
from heapwise.errors import HeapwiseError
from heapwise.proof.certificate.compare import NO_INSTANCE, Compared, compare_statement
from heapwise.proof.certificate.compare_tracks import compare_tracks
from heapwise.proof.certificate.confirm import other
from heapwise.proof.certificate.theorem import ConfirmedTheorem
from heapwise.proof.evaluated import Evaluated
from heapwise.proof.every_k.family import GameForK, numbers
from heapwise.proof.every_k.read import family_of
from heapwise.proof.splitting.polynomials import value as polynomial_value
from heapwise.proof.splitting.way import split_of
from heapwise.proof.uniform import shown
from heapwise.records import Record, replace
from heapwise.terms.position import State
from heapwise.verify.digits.checker import read_problem
from heapwise.verify.digits.concrete import is_true, options
from heapwise.verify.digits.named import named_moves
from heapwise.verify.kinds import PARTS

_MOST_INSTANCES, _MOST_FAR = 12, 2
_MOST_N, _MOST_OTHER = 4, 5
_MOST_HEAPS = 41  # of instances beyond the numbers that the texts name


class Concrete(Record):
    """A theorem at one choice of its parameters: the options of a position, and the truth of the claim about it."""

    options: Callable[[State], Iterable[State]]
    is_true: Callable[[State, Mapping[str, int]], bool]
    is_claimed: Callable[[State], bool] | None = None  # is the premise true, where there is one
    named: Callable[[State], set[State]] | None = None  # the moves that `by` may name, where it names one


def compare_theorem(confirmed: ConfirmedTheorem, data: Mapping[str, Any]) -> Compared:
    """Look at rules and claim at small instances; raises `HeapwiseError` where the reading is wrong, or what is stated
    is false."""
    instances = list(islice(_instances(confirmed), _MOST_INSTANCES))
    found = _as_read(confirmed, data, instances)
    for instance in instances:
        compare_statement(instance)
    return found if instances else NO_INSTANCE


def _as_read(confirmed: ConfirmedTheorem, data: Mapping[str, Any], instances: Sequence[Instance]) -> Compared:
    if confirmed.plan is not None:
        return compare_tracks(confirmed.claim, confirmed.plan, instances)
    if confirmed.part is not None and confirmed.other is not None:
        by, theorem = (data[key] for key in PARTS)
        return _both(compare_theorem(confirmed.part, by), compare_theorem(confirmed.other, theorem))
    counts = [0, 0]
    for instance in instances:
        if data["kind"] == "definition":
            found = _true_of_all(instance)
        else:
            found = _compared(instance, _CONCRETE[data["kind"]](confirmed, instance, data))
        counts = [one + two for one, two in zip(counts, found, strict=True)]
    return Compared(counts[0] or None, counts[1] or None)


def _both(one: Compared, two: Compared) -> Compared:
    """At how many positions of two games; of none, where one was not looked at."""
    options, formula = (a + b if a and b else None for a, b in ((one.options, two.options), (one.formula, two.formula)))
    return Compared(options, formula)


def _instances(confirmed: ConfirmedTheorem) -> Iterator[Instance]:
    """Instances that the theorem is about: some beyond the numbers that the texts name, and the smallest; else those
    that conditions leave. A text that cannot be computed at any of them is not believed."""
    claim, said, problem, count = confirmed.claim, confirmed.quantified, None, 0
    free = [v.name for v in claim.variables if v.name in said.ranges and v.value is None]
    beyond = numbers_beyond(claim)
    choices = product(sorted(beyond | {*range(1, _MOST_OTHER + 1)}), repeat=len(free))
    for chosen in sorted(choices, key=lambda chosen: (not beyond.issuperset(chosen), sum(chosen))):
        values = {**said.fixed, **dict(zip(free, chosen, strict=True))}
        if not said.plain().covers(shown(values)):
            continue
        try:
            instance = instance_of_values(claim, values, 1)
        except HeapwiseError as error:
            problem = error
            continue
        game = None if instance is None else instance.game
        most = _MOST_HEAPS if beyond.issuperset(chosen) else _MOST_N
        if instance is not None and game is not None and game.layout.size <= most:
            count += 1
            yield instance
    if not count:
        far = [i for i in far_instances(claim, [said.fixed]) if i.game is not None and said.plain().covers(i.shown)]
        far.sort(key=lambda instance: sum(instance.known[v.slot] for v in claim.variables if v.name in free))
        count = len(far)
        yield from far[:_MOST_FAR]
    if problem is not None and not count:
        raise other(f"no instance of it can be computed: {problem.short}")


def _compared(instance: Instance, concrete: Concrete) -> tuple[int, int]:
    """At how many positions of one instance rules and claim were looked at."""
    game = instance.game
    assert game is not None
    evaluated, counts = Evaluated(instance, False), [0, 0]
    for state in small_box(game.layout.size):
        if not game.is_legal(state):
            continue
        wanted = {o.only.state for o in game.options(state) if o.only is not None}
        if set(concrete.options(state)) != wanted:
            raise other(f"the moves are read wrongly at {game.layout.text(state)} of {game.text}")
        counts[0] += 1
        said = evaluated.look(state)
        if concrete.is_claimed is not None and concrete.is_claimed(state) != (said is not None):
            raise other(f"the premise is read wrongly at {game.layout.text(state)} of {game.text}")
        if said is not None:
            counts[1] += 1
            if concrete.is_true(state, said[0]) != said[1]:
                raise other(f"the formula is read wrongly at {game.layout.text(state)} of {game.text}")
            is_asked = concrete.named is not None and not said[1] and any(state)
            if is_asked and concrete.named is not None and evaluated.named(state) not in concrete.named(state):
                raise other(f"the move in `by` is read wrongly at {game.layout.text(state)} of {game.text}")
    return counts[0], counts[1]


def _true_of_all(instance: Instance) -> tuple[int, int]:
    """At how many positions moves lower what they change, where the statement is true by definition."""
    game = instance.game
    assert game is not None
    states = [state for state in small_box(game.layout.size) if game.is_legal(state)]
    for state in states:
        options = (o.only.state for o in game.options(state) if o.only is not None)
        if not all(option != state and all(map(le, option, state)) for option in options):
            raise other(f"a move does not lower what it changes at {game.layout.text(state)} of {game.text}")
    return len(states), 0  # there is no formula to evaluate


# ------------------------------------------------------------------------------------------------ kinds


def _digits(confirmed: ConfirmedTheorem, instance: Instance, data: Mapping[str, Any]) -> Concrete:
    """The problem as the checker reads it; one parameter beside n may name a digit."""
    problem = read_problem(data["problem"])
    others = [instance.parameters[name] for name in confirmed.quantified.ranges][1:]
    k = others[0] if problem.levels.between else None
    premise = problem.premise
    return Concrete(
        lambda x: options(problem, x, k), lambda x, numbers: is_true(problem, x, numbers.get("g", 0), k),
        None if premise is None else lambda x: is_true(replace(problem, sentence=premise), x, 0, k),
        named_moves if problem.is_named else None,
    )  # fmt: skip


def _intervals(confirmed: ConfirmedTheorem, instance: Instance, data: Mapping[str, Any]) -> Concrete:
    """Lower some heaps; all digit sums are 0, or the number of ones in the units is as is said."""
    family = family_of(confirmed.claim)
    (k,) = (v for v in confirmed.claim.variables if v.slot == family.slot)
    at = numbers(family, instance.parameters[k.name])
    said = GameForK(family, at)

    def says(x: State, _numbers: Mapping[str, int]) -> bool:
        sums = [sum(v >> j & 1 for v in x) % at.modulus for j in range(1, max(x).bit_length())]
        return said.says(max(x) >= 2, not any(sums), sum(v & 1 for v in x))

    return Concrete(lambda x: _lowered(x, at.bound // family.moves), says)


def _lowered(x: State, most: int) -> Iterator[State]:
    able = [i for i, v in enumerate(x) if v]
    for count in range(1, min(most, len(able)) + 1):
        for chosen in combinations(able, count):
            for new in product(*(range(x[i]) for i in chosen)):
                changed = dict(zip(chosen, new, strict=True))
                yield tuple(changed.get(i, v) for i, v in enumerate(x))


def _splitting(confirmed: ConfirmedTheorem, instance: Instance, data: Mapping[str, Any]) -> Concrete:
    splits, (n,) = split_of(confirmed.claim), instance.parameters.values()
    parts, low, high, modulus = (
        polynomial_value(p, n) for p in (splits.parts, splits.low, splits.high, splits.modulus)
    )  # fmt: skip
    return Concrete(
        lambda x: (s for heap in x for s in _sums(heap, parts)),
        lambda x, _numbers: len(x) == parts and all(low <= v % modulus <= high for v in x),
    )


def _sums(heap: int, parts: int) -> Iterator[State]:
    """All ways to write a heap as a sum of numbers from 1 up, in every order."""
    if parts == 1:
        yield from [(heap,)] if heap >= 1 else []
        return
    for first in range(1, heap):
        yield from ((first, *rest) for rest in _sums(heap - first, parts - 1))


def _heaps(confirmed: ConfirmedTheorem, instance: Instance, data: Mapping[str, Any]) -> Concrete:
    """Each heap by itself, beside others of the least size: how it moves, and what the formula says of it. Since others
    are there once for every heap but one, what is said of them cancels out."""
    assert instance.game is not None
    assert confirmed.part is not None
    game, lows = instance.game, instance.game.layout.lows
    value_of = replace(instance.claim, statement=confirmed.part.claim.statement)
    of_heaps = Evaluated(replace(instance, claim=value_of), False)

    def alone(x: State, i: int) -> State:
        return (*lows[:i], x[i], *lows[i + 1 :])

    def moved(x: State) -> Iterator[State]:
        for i in range(len(x)):
            for option in game.options(alone(x, i)):
                if option.only is not None and option.only.state[i] != x[i]:
                    yield (*x[:i], option.only.state[i], *x[i + 1 :])

    def says(x: State, numbers: Mapping[str, int]) -> bool:
        value = 0
        for i in range(len(x)):
            said = of_heaps.look(alone(x, i))
            value ^= said[0]["g"] if said else 0
        return value == numbers.get("g", 0)

    return Concrete(moved, says)


_CONCRETE: Mapping[str, Callable[[ConfirmedTheorem, Instance, Mapping[str, Any]], Concrete]] = {
    "digits": _digits, "intervals": _intervals, "splitting": _splitting, "sums": _heaps,
}  # fmt: skip
