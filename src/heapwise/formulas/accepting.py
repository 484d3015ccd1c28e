"""Automata on arrays: as many digits at a time as a table can hold, so that a tuple takes a few look-ups."""

from functools import lru_cache

from heapwise.arrays import Array, np
from heapwise.formulas.operations import Interval, Undefined
from heapwise.formulas.problems import Outgrows
from heapwise.numbers import Acceptor
from heapwise.numbers.acceptors import fibonacci_digits

_CELLS = 1 << 16  # of a table, which stays in the cache of a processor
_MOST_CODED = 1 << 18


def accepted(acceptor: Acceptor, bounds: tuple[Interval, ...], arrays: tuple[Array, ...]) -> tuple[Array, Undefined]:
    """Which tuples are in the set; a negative number has no digits, and its row is undefined."""
    undefined = None
    for array, (low, _) in zip(arrays, bounds, strict=True):
        if low < 0:
            undefined = array < 0 if undefined is None else undefined | (array < 0)
    found = [np.where(a < 0, 0, a) if low < 0 else a for a, (low, _) in zip(arrays, bounds, strict=True)]
    most = max((high for _, high in bounds), default=0)
    if acceptor.is_fibonacci:
        codes = _codes(most)
        found, most = [codes[array] for array in found], int(codes[max(most, 0)])
    return _reads(acceptor, found, max(most, 0)), undefined


def _reads(acceptor: Acceptor, arrays: list[Array], most: int) -> Array:
    """Piece after piece of the digits, from that end at which reading begins."""
    table, places = _table(acceptor)
    weight, pieces = acceptor.base**places, 1
    while weight**pieces <= most:
        pieces += 1
    order = range(pieces) if acceptor.is_units_first else reversed(range(pieces))
    state: Array = np.zeros((), np.int32)
    for piece in order:
        letter: Array = np.zeros((), np.int64)
        for array in arrays:
            letter = letter * weight + _digits(array, weight, piece)
        state = table[state * weight ** len(arrays) + letter]
    accepting: Array = np.asarray(acceptor.accepting)
    return np.asarray(accepting[state])


def _digits(array: Array, weight: int, piece: int) -> Array:
    """The digits of one piece; where it is made of bits, without a division."""
    if weight & (weight - 1):
        return np.asarray(array // weight**piece % weight)
    return np.asarray(array >> (weight.bit_length() - 1) * piece & (weight - 1))


@lru_cache(maxsize=64)
def _table(acceptor: Acceptor) -> tuple[Array, int]:
    """Where many digits at once lead, one component after another in an index; and how many digits these are."""
    one = np.asarray(acceptor.rows, np.int32).reshape(len(acceptor.rows), *(acceptor.base,) * acceptor.arity)
    table, places = one, 1
    while table.size * acceptor.base**acceptor.arity <= _CELLS:
        table, places = _longer(table, one, acceptor), places + 1
    return table.reshape(-1), places


def _longer(table: Array, one: Array, acceptor: Acceptor) -> Array:
    """The table for one digit more: behind the others where units are first, before them where they are last."""
    arity, base, side = acceptor.arity, acceptor.base, table.shape[-1] if acceptor.arity else 1
    first, second = (table, one) if acceptor.is_units_first else (one, table)
    joined = second[first]  # state, digits of the first of all components, digits of the second
    axes = [0]
    for component in range(arity):  # the higher digits come first in an index
        low, high = 1 + component, 1 + arity + component
        axes += [high, low] if acceptor.is_units_first else [low, high]
    return joined.transpose(axes).reshape(len(table), *(base * side,) * arity)


@lru_cache(maxsize=8)
def _codes(most: int) -> Array:
    """The Fibonacci digits of all numbers up to a power of two, as binary numbers."""
    if most >= _MOST_CODED:
        raise Outgrows("a number is too large for tables of Fibonacci digits")
    limit = 1 << max(most, 1).bit_length()
    return np.array([sum(d << i for i, d in enumerate(fibonacci_digits(n))) for n in range(limit)], np.int64)
