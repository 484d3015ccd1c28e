"""The numbers that terms may speak of: small constants, and the parameters of the game with small terms in them."""

from collections.abc import Iterable
from itertools import permutations

from heapwise.fitting.term import ADDED, TAKEN, TIMES, Term, number, parameter, power_of_two
from heapwise.records import Record
from heapwise.rules.game import Game
from heapwise.terms.values import FiniteSet

_CONSTANTS = range(5)
_MODULI = range(2, 7)
_LARGEST_EXPONENT = 12


class NumberTerms(Record):
    """Matrix by what they may be: terms themselves, divisors, bases of digit sums, places of digits."""

    numbers: tuple[Term, ...]
    moduli: tuple[Term, ...]
    bases: tuple[Term, ...]
    places: tuple[Term, ...]
    nested: tuple[tuple[Term, Term], ...] = ()  # a modulus and a divisor: `floor((z mod c) / d)`


def of_instance(size: int, parameters: Iterable[int] = (), players: int = 2) -> NumberTerms:
    """Constants; those of a game's parameters may be larger than others, and what players share out goes by turns."""
    known = sorted({value for value in parameters if value >= 0})
    near = {abs(made) for value in known for made in (value, value + 1, value - 1, 2 * value)}
    powers = {2**value for value in known if value <= _LARGEST_EXPONENT}
    moduli = sorted({*_MODULI, *(value for value in near | powers if value >= 2)})
    return NumberTerms(
        tuple(map(number, sorted({*_CONSTANTS, *near}))),
        tuple(map(number, moduli)),
        tuple(map(number, sorted({*range(3, size + 2), *_turns(players, known)} - {2}))),
        tuple(map(number, sorted({1, 2, *(value for value in known if 1 <= value <= _LARGEST_EXPONENT)}))),
        tuple((number(c), number(d)) for c in known for d in known if c > d > 1),
    )


def _turns(players: int, known: Iterable[int]) -> set[int]:
    """How many moves a round has, of one heap, or of so many heaps at once: `(players - 1) * k + 1`."""
    return {(players - 1) * k + 1 for k in (1, *known)} if players > 2 else set()


def of_family(names: Iterable[str], players: int = 2) -> NumberTerms:
    """Parameters by name, and small terms in them, beside few constants."""
    own = tuple(map(parameter, names))
    one, two = number(1), number(2)
    sums = tuple(ADDED(p, q) for i, p in enumerate(own) for q in own[i + 1 :])
    near = tuple(made for p in own for made in (ADDED(p, one), TAKEN(p, one), TIMES(two, p)))
    products = tuple(TIMES(p, q) for i, p in enumerate(own) for q in own[i + 1 :])
    powers = tuple(map(power_of_two, own))
    below = tuple(TIMES(p, TAKEN(p, one)) for p in own)
    turns = tuple(ADDED(TIMES(number(players - 1), p), one) for p in own) if players > 2 else ()
    return NumberTerms(
        (*map(number, _CONSTANTS), *own, *near, *sums),
        (number(2), number(3), *own, *(n for p in own for n in (ADDED(p, one), TIMES(two, p))), *sums, *powers, *below),
        (
            *own, *(ADDED(p, one) for p in own), *(ADDED(p, one) for p in products), *turns,
            *map(number, range(players, players + (players > 2))),
        ),
        own,
        tuple(permutations(own, 2)),
    )  # fmt: skip


def numbers_in(game: Game) -> list[int]:
    """The numbers among the parameters of a game: themselves, members of sets and lists, and their sums in pairs."""
    found: list[int] = []
    for value in game.arguments:
        members = [value] if isinstance(value, int) else _members(value)
        found += members
        if not isinstance(value, int) and len(members) <= 3:
            found += [a + b for i, a in enumerate(members) for b in members[i + 1 :]]
    return [value for value in found if 0 <= value <= 200]


def _members(value: object) -> list[int]:
    """The numbers of a finite set or of a list; none where it is something else."""
    if not isinstance(value, FiniteSet | range | tuple | frozenset):
        return []
    return [item for item in list(value)[:8] if isinstance(item, int)]
