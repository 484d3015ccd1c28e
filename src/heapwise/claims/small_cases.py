"""Small cases of a claim, looked at whatever was proved: a few instances, a few positions of each, by the interpreter.

They are no part of a proof. What is stated and false is mostly false there, and so is a theorem of which a condition
was not read: `where i <= 9` shows in no instance with fewer heaps, so instances just beyond the numbers that the texts
name are among them.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import chain, combinations, islice, product
from types import MappingProxyType
from typing import Any

from heapwise.claims.by_heaps import by_heaps, of_heaps
from heapwise.claims.claim import CheckRange, Claim, Upto
from heapwise.claims.decisive_cases import substance
from heapwise.claims.exact_check import Judge
from heapwise.claims.hashes import rules_of
from heapwise.claims.instances import Instance, instance_at, sweep
from heapwise.claims.limits import LimitReached, is_too_much, patience
from heapwise.claims.position_values import Values
from heapwise.claims.wording import stated
from heapwise.errors import HeapwiseError
from heapwise.records import replace
from heapwise.reference.interpreter import options_of
from heapwise.terms import term as t
from heapwise.terms.position import Component, State
from heapwise.terms.types import NUMBER, Set

SMALL = 6  # the largest number with which an instance is looked for, if none is named
_LEAST, _MOST = 3, 1_000  # below, the smallest instances tell; above, one that names so many stones takes too long
_MOST_HEAPS = 41
_SMALLEST, _BEYOND, _BETWEEN = 10, 4, 3  # how many instances
_MOST_IN_BOX = 81
_MOST_FULL = 10  # heaps with a stone in each, of which a move may change any
_MOST_OPTIONS = 70
_MOST_VALUED = 100  # positions of an instance whose values are computed


def small_cases(claim: Claim, fixed: Mapping[str, Any] = MappingProxyType({})) -> Iterator[Instance]:
    """A few instances that a claim is stated for, whatever its effort says: the smallest, those just beyond the numbers
    that the texts name, and some between. Some parameters may be fixed."""
    free = [v for v in claim.variables if v.value is None and v.type == NUMBER and v.name not in fixed]
    beyond = numbers_beyond(claim)
    numbers = [t.Constant(value, type=NUMBER) for value in sorted({*range(SMALL + 1), *beyond})]
    ranges = [CheckRange(v.name, t.Operation("{}", tuple(numbers), type=Set(NUMBER))) for v in free]
    ranges += [CheckRange(name, t.Constant(value, type=NUMBER), is_single=True) for name, value in fixed.items()]
    try:
        choices = sorted(sweep(claim, ranges), key=lambda known: sum(known[v.slot] for v in free))
    except HeapwiseError:
        return
    rest = choices[_SMALLEST:]
    rest.sort(key=lambda known: all(known[v.slot] in beyond for v in free), reverse=True)
    for known in [*choices[:_SMALLEST], *rest[:_BEYOND], *rest[_BEYOND :: -(-len(rest) // _BETWEEN) or 1]]:
        with suppress(HeapwiseError):
            yield instance_at(claim, known, (*ranges, Upto(numbers[0])))


def numbers_beyond(claim: Claim) -> set[int]:
    """Numbers that are one larger than one in the text of a claim or of its rules, as far as they are worth a look."""
    conditions = (claim.source.words(condition.span) for condition in claim.conditions)
    texts = [stated(claim), *conditions, *(schema.source.at(schema.node.span) for schema in rules_of(claim))]
    named = {int(number) for text in texts for number in re.findall(r"\b[0-9]{1,3}\b", text)}
    return {number + 1 for number in named if _LEAST <= number < _MOST}


def false_position(instance: Instance) -> State | None:
    """A position of a small box at which an instance is false, or has no value, as far as values are soon computed."""
    heaps = by_heaps(instance)
    return of_heaps(instance, heaps, _position(heaps, is_true=False))


def says_something(claim: Claim, fixed: Mapping[str, Any]) -> bool:
    """Is there a small case of a claim, with some parameters fixed, at a position that it says something of?"""
    said = replace(claim, statement=substance(claim.statement), strategy=None)
    return any(_position(by_heaps(case), is_true=True) is not None for case in small_cases(said, fixed))


def _position(instance: Instance, *, is_true: bool) -> State | None:
    """A position of a small box at which the premise holds, and the statement or its contrary; what has no value is
    not true."""
    game = instance.game
    if game is None or game.layout.has_positions or game.layout.size > _MOST_HEAPS:
        return None
    judge, lows = Judge(instance, Values(tick=patience(_MOST_VALUED)).asker(instance.claim.play)), game.layout.lows
    with suppress(LimitReached, HeapwiseError):
        for above in small_box(game.layout.size):
            state = tuple(map(int.__add__, lows, above))
            if not game.is_legal(state) or len(options_of(Component(game, state))) > _MOST_OPTIONS:
                continue
            try:
                finding = judge.look(state)
            except HeapwiseError as problem:
                if is_true or is_too_much(problem):
                    continue
                return state
            if finding.has_premise and finding.is_true is is_true:
                return state
    return None


def small_box(size: int) -> Iterator[State]:
    """A cube of positions; of many heaps that with a stone in each, and few so low that some are options of others."""
    side = int(_MOST_IN_BOX ** (1 / max(1, size)) + 1e-9)
    if side >= 2:
        return product(range(side), repeat=size)
    ones = chain.from_iterable(combinations(range(size), count) for count in range(3))
    few = (tuple(int(i in chosen) for i in range(size)) for chosen in islice(ones, _MOST_IN_BOX - 1))
    return chain(few, [(1,) * size] if size <= _MOST_FULL else [])
