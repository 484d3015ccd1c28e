"""Where to look at a claim far out: beside the numbers that its texts name, and beside what two of these make.

What is false beyond a number most often shows at the number, where it stands alone or in several heaps.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial, reduce
from itertools import chain, combinations, islice
from math import gcd, isqrt, lcm
from random import Random
from typing import Any, NamedTuple

from heapwise.claims.claim import Claim
from heapwise.claims.hashes import rules_of
from heapwise.claims.instances import Instance, in_law, instance_of_values
from heapwise.errors import HeapwiseError
from heapwise.numbers import UndefinedValue
from heapwise.rules.game import Game
from heapwise.rules.schema import Schema
from heapwise.terms import term as t
from heapwise.terms.budget import BUDGET
from heapwise.terms.evaluate import Compiler
from heapwise.terms.position import State
from heapwise.terms.scope import SlotCounter
from heapwise.terms.types import NUMBER

_BESIDE = re.compile(r'"[^"]*"|--[^\n]*')  # sources, with their years, and comments
_NUMBER = re.compile(r"\b[0-9]{1,20}\b")
_POWER = re.compile(r"\b([0-9]{1,3})\s*\^\s*([0-9]{1,2})\b")
SMALL = 12  # numbers up to this are left to small cases
_REMAINDERS = 5
_NAMED, _FOUND = 12, 80  # numbers of the texts that are put together, and what may come of it
_LARGEST = 1 << 70
_IN_FRONT = 9
_POSITIONS, _CHOICES, _INSTANCES = 40, 80, 12
_MOST_HEAPS = 12
_RARE = 2_000  # values of a parameter, where none of those that come to mind is meant
_WORK = 1000  # for a number that is made of parameters


def far_instances(claim: Claim, fixed: Sequence[Mapping[str, Any]] = ()) -> Iterator[Instance]:
    """Instances with parameters beside the numbers of the texts, and small ones; as many for each choice of parameters
    that are fixed."""
    return chain.from_iterable(_far(claim, choice) for choice in ({}, *fixed))


def _far(claim: Claim, fixed: Mapping[str, Any]) -> Iterator[Instance]:
    free = [v for v in claim.variables if v.value is None and v.name not in fixed]
    if any(v.type != NUMBER for v in free):
        return
    numbers = _numbers(named_numbers(claim), _met(claim))
    draw, lows = Random(claim.key), [0] * len(free)
    drawn = (_drawn(draw, numbers, lows) for _ in range(_CHOICES if free else 1))
    choices = dict.fromkeys(chain(_one_far(numbers[:_IN_FRONT], len(free)), drawn))
    names = [v.name for v in free]
    found = list(islice(_stated(claim, fixed, names, choices), _INSTANCES))
    if not found and len(free) == 1:  # `where k mod 211 = 140`
        found = list(islice(_stated(claim, fixed, names, ((number,) for number in range(_RARE))), 2))
    yield from found


def _stated(
    claim: Claim, fixed: Mapping[str, Any], names: Sequence[str], choices: Iterable[State]
) -> Iterator[Instance]:
    """The instances with these values of the free parameters that the claim is stated for."""
    for chosen in choices:
        with suppress(HeapwiseError):
            instance = instance_of_values(claim, {**fixed, **dict(zip(names, chosen, strict=True))}, 1)
            if instance is not None and (instance.game is None or instance.game.layout.size <= _MOST_HEAPS):
                yield instance


def far_positions(instance: Instance) -> Iterator[State]:
    """Positions with some entries beside numbers of the texts and of the parameters, and others small."""
    game, known = instance.game, instance.known
    named, met = named_numbers(instance.claim, known), _met(instance.claim, known)
    numbers = [number for number in _numbers(named, met) if number > SMALL]
    lows = instance.region.lows if game is None else game.layout.lows
    if not numbers or not lows:
        return
    is_far = any(type(value) is int and value > SMALL for value in known.values())
    near = [tuple(low + more for low in lows) for more in (range(3) if is_far else ())]
    draw = Random(instance.claim.key)
    drawn = (_drawn(draw, numbers, lows) for _ in range(_POSITIONS))
    is_stated = in_law(instance) if game is None else _legal(game)
    large = (number for number in named if number > SMALL)
    plain = (_plain(n, lows) for n in (*met, *large, *sorted(numbers)))
    yield from filter(is_stated, dict.fromkeys(chain(near, *plain, drawn)))


def _legal(game: Game) -> Callable[[State], bool]:
    def is_legal(state: State) -> bool:
        with suppress(HeapwiseError):
            return game.is_legal(state)
        return False

    return is_legal


def _plain(number: int, lows: Sequence[int]) -> Iterator[State]:
    """A number alone, twice, beside the next one, and everywhere."""
    for front in ((number,), (number, number), (number + 1, number), (number,) * len(lows)):
        yield (*front, *lows[len(front) :])[: len(lows)]


def _one_far(numbers: Sequence[int], size: int) -> Iterator[State]:
    """One parameter at a number, the others at 1; small numbers first."""
    for number in (1, 2, 3, *numbers):
        for place in range(size):
            yield tuple(number if place == other else 1 for other in range(size))


def _drawn(draw: Random, numbers: Sequence[int], lows: Sequence[int]) -> State:
    """Small numbers, numbers of those that stand in front, any of them, and the same ones again."""
    found: list[int] = []
    for low in lows:
        kind = draw.randrange(4)
        if kind == 0 or not numbers:
            found.append(low + draw.randrange(4))
        elif kind == 1 and found:
            found.append(draw.choice(found))
        else:
            found.append(draw.choice(numbers[:_IN_FRONT] if kind < 3 else numbers))
    return tuple(found)


def named_numbers(claim: Claim, known: Mapping[int, Any] | None = None) -> list[int]:
    """Numbers of the texts, among the parameters that are known, and what the claim makes of these; largest first."""
    sources = [claim.source.at(claim.span), *(schema.source.at(schema.node.span) for schema in rules_of(claim))]
    texts = [_BESIDE.sub("", text) for text in sources]
    found = {int(number) for text in texts for number in _NUMBER.findall(text)}
    found |= {int(base) ** int(power) for text in texts for base, power in _POWER.findall(text)}
    found |= {abs(value) for value in (known or {}).values() if type(value) is int}
    found.update(*(said.numbers for said in _said(claim, known)))
    return sorted((n for n in found if 1 < n <= _LARGEST), reverse=True)


class _Said(NamedTuple):
    """What terms say of numbers: those that they make, and what is to remain when one divides."""

    numbers: frozenset[int]
    remainders: tuple[tuple[int, int], ...]


def _said(claim: Claim, known: Mapping[int, Any] | None) -> Iterator[_Said]:
    """By a claim, and by its rules."""
    functions = claim.frame.functions
    compiler = Compiler(claim.source, known or {}, None, functions)
    yield _said_by((*claim.premises, claim.statement), compiler, claim.frame)
    yield from map(_said_by_rules, rules_of(claim))


@lru_cache(256)
def _said_by_rules(schema: Schema) -> _Said:
    if schema.is_alias:
        return _Said(frozenset(), ())
    frame = schema.body.frame
    return _said_by(schema.body.terms, Compiler(schema.source, functions=frame.functions), frame)


def _said_by(terms: Iterable[t.AnyTerm], compiler: Compiler, frame: SlotCounter) -> _Said:
    every = (*terms, *(body for _, body in frame.functions.values()))
    return _Said(frozenset(_made(every, compiler, frame.size)), tuple(_remainders(every, compiler, frame.size)))


def _made(terms: Iterable[t.AnyTerm], compiler: Compiler, size: int) -> Iterator[int]:
    """The numbers that stand in terms, and those that they make of parameters alone, such as `61 * 59` and `2^k`."""
    for part in chain(*map(t.walk, terms)):
        if part.type != NUMBER or not t.free_slots(part) <= compiler.known.keys():
            continue
        with suppress(HeapwiseError, UndefinedValue):
            value = BUDGET.within(_WORK, partial(compiler.value, part, [None] * size))[0]
            if type(value) is int:
                yield abs(value)


def _met(claim: Claim, known: Mapping[int, Any] | None = None) -> list[int]:
    """Numbers that leave two or more of the remainders that the texts ask for: `a mod 97 = 55, a mod 89 = 33`."""
    asked = list(dict.fromkeys(chain.from_iterable(said.remainders for said in _said(claim, known))))[:_REMAINDERS]
    groups = (group for size in (2, 3) for group in combinations(asked, size))
    found = (reduce(_both_left, group, (1, 0)) for group in groups)
    return list(dict.fromkeys(rest for modulus, rest in found if modulus and rest <= _LARGEST))


def _remainders(terms: Iterable[t.AnyTerm], compiler: Compiler, size: int) -> Iterator[tuple[int, int]]:
    """The moduli, and the remainders with which they are compared."""
    for part in chain(*map(t.walk, terms)):
        match part:
            case (
                t.Operation(name="=" | "!=", arguments=(t.Operation(name="mod", arguments=(_, by)), rest))
                | t.Operation(name="congruent", arguments=(_, rest, by))
            ):
                pass
            case _:
                continue
        if t.free_slots(by) | t.free_slots(rest) <= compiler.known.keys():
            with suppress(HeapwiseError, UndefinedValue):
                modulus, left = (compiler.value(term, [None] * size) for term in (by, rest))
                if type(modulus) is type(left) is int and 0 <= left < modulus:
                    yield modulus, left


def _both_left(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    """The modulus and the remainder of what leaves both remainders, or (0, 0) where nothing does."""
    (m, a), (n, b) = one, other
    common = gcd(m, n)
    if not common or (b - a) % common:
        return 0, 0
    return lcm(m, n), a + m * ((b - a) // common * pow(m // common, -1, n // common) % (n // common))


def _numbers(named: Sequence[int], met: Sequence[int]) -> list[int]:
    """The numbers that the texts name, what two of them make, and those beside; the named ones come first."""
    named = [*named[: _NAMED // 2], *named[_NAMED // 2 :][-_NAMED // 2 :]]
    beyond = [*met, *(isqrt(n) for n in named if n > SMALL**2)]  # `a * a < 10000`
    beyond += [1 << n for n in named if SMALL < n < _LARGEST.bit_length()]  # `v2(a) >= 30`
    made = (m for a in named for b in named for m in (a + b, a * b, abs(a - b), a // b) if 1 < m <= _LARGEST)
    around = [n + d for n in (*named, *dict.fromkeys((*beyond, *made))) for d in (0, 1, -1)]
    return list(dict.fromkeys(around))[:_FOUND]
