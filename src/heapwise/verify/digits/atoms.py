"""What the sentences of a problem are made of, and how each is read, digit by digit from the highest one down.

A *layer* is one digit of all heaps: how many have 0, how many have 1, the digit of the value g, and the level of that
digit, 0 for the units. `Layers` are statements about layers, `Heaps` count the heaps that pass a test.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from heapwise.verify.digits.classes import CountClasses, read_classes
from heapwise.verify.untrusted import not_one, quoted, sequence, several, text, whole

MOST_NUMBER = 1 << 10
MOST_LEVEL = 24
_ANY = CountClasses()
_SOME = CountClasses(1, 1)

Step = Callable[[Any, int, int, int, int], Hashable]  # state, zeros, ones, digit of g, level


@dataclass(frozen=True)
class LayerStatement:
    """A statement about layers: what it has to know of the two counts, and its reader. From `named` on, all levels are
    read alike; `only` is the one level that matters, if there is one."""

    words: str
    zeros: CountClasses
    ones: CountClasses
    named: int
    start: Hashable
    step: Step
    is_true: Callable[[Any], bool]
    only: int | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LayerStatement) and self.words == other.words

    def __hash__(self) -> int:
        return hash(self.words)


@dataclass(frozen=True)
class TestOfHeap:
    """What is asked of one heap: `step` takes state, bit, digit of g, level."""

    words: str
    named: int
    start: Hashable
    step: Callable[[Any, int, int, int], Hashable]
    is_true: Callable[[Any], bool]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TestOfHeap) and self.words == other.words

    def __hash__(self) -> int:
        return hash(self.words)


@dataclass(frozen=True)
class HeapCount:
    """The number of heaps that pass a test is of one of some classes."""

    test: TestOfHeap
    division: CountClasses
    chosen: frozenset[int]


def _number(value: Any) -> int:
    return whole(value, "a number of a sentence", below=MOST_NUMBER)


def _level(value: Any) -> int:
    return whole(value, "a level", below=MOST_LEVEL)


def _signs(value: Any) -> frozenset[int]:
    """Signs of a difference, from "<", "=", ">"."""
    found = frozenset({"<": -1, "=": 0, ">": 1}.get(text(v, "a relation"), 2) for v in sequence(value, "relations"))
    if 2 in found:
        raise not_one("a relation is not known")
    return found


def _sign(one: int, two: int) -> int:
    return (one > two) - (one < two)


# ------------------------------------------------------------------------------------------------ about layers


def _nimsum(words: str, base: Any, number: Any, relations: Any) -> LayerStatement:
    """The first digit that differs from that of the number, to the same base, decides."""
    modulus, signs = whole(base, "a base", 2, MOST_NUMBER), _signs(relations)
    rest, digits = _number(number), list[int]()
    while rest:
        digits.append(rest % modulus)
        rest //= modulus

    def step(state: int, zeros: int, ones: int, digit: int, level: int) -> int:
        return state or _sign(ones % modulus, digits[level] if level < len(digits) else 0)

    return LayerStatement(words, _ANY, CountClasses(0, modulus), len(digits), 0, step, lambda state: state in signs)


def _sum(words: str, period: Any, low: Any, chosen: Any) -> LayerStatement:
    division, classes = read_classes(period, low, chosen)
    return LayerStatement(
        words, _ANY, division, 0, 0, lambda s, z, o, g, level: division.of(2 * s + o), classes.__contains__
    )


def _reaches(words: str, value: Any) -> LayerStatement:
    lowest = _level(value)
    return LayerStatement(
        words, _ANY, _SOME, lowest, 0, lambda s, z, o, g, level: int(s or (level >= lowest and o > 0)), bool
    )


def _bits(words: str, value: Any, digit: Any, period: Any, low: Any, chosen: Any) -> LayerStatement:
    at, bit = _level(value), whole(digit, "a digit", below=2)
    division, classes = read_classes(period, low, chosen)

    def step(state: int, zeros: int, ones: int, digit: int, level: int) -> int:
        return int(division.of(ones if bit else zeros) in classes) if level == at else state

    known = (_ANY, division) if bit else (division, _ANY)
    return LayerStatement(words, *known, at + 1, 0, step, bool, at)


def _equal(words: str) -> LayerStatement:
    return LayerStatement(words, _SOME, _SOME, 0, 1, lambda s, z, o, g, level: int(s and not (z > 0 and o > 0)), bool)


def _xor(words: str, number: Any) -> LayerStatement:
    added = _number(number)

    def step(state: int, zeros: int, ones: int, digit: int, level: int) -> int:
        return int(state and (ones + (added >> level)) % 2 == digit)

    return LayerStatement(words, _ANY, CountClasses(0, 2), added.bit_length(), 1, step, bool)


def _remainder(words: str, modulus: Any) -> LayerStatement:
    m = whole(modulus, "a modulus", 1, MOST_NUMBER)

    def step(state: tuple[int, int], zeros: int, ones: int, digit: int, level: int) -> tuple[int, int]:
        return (2 * state[0] + ones) % m, min(2 * state[1] + digit, m)

    return LayerStatement(words, _ANY, CountClasses(0, m), 0, (0, 0), step, lambda state: state[0] == state[1])


def _is_number(words: str, number: Any) -> LayerStatement:
    wanted = _number(number)
    return LayerStatement(
        words, _ANY, _ANY, 0, 0, lambda s, z, o, g, level: min(2 * s + g, wanted + 1), lambda state: state == wanted
    )


_KINDS: Mapping[str, tuple[int, Callable[..., LayerStatement]]] = {
    "nimsum": (3, _nimsum), "sum": (3, _sum), "reaches": (1, _reaches), "bits": (5, _bits), "equal": (0, _equal),
    "xor": (1, _xor), "remainder": (1, _remainder), "number": (1, _is_number),
}  # fmt: skip


def atom(node: list[Any]) -> LayerStatement | HeapCount:
    """A statement from plain data."""
    kind, *parts = node
    if kind == "heaps" and len(parts) == 4:
        return HeapCount(_test(parts[0]), *read_classes(*parts[1:]))
    if type(kind) is not str or kind not in _KINDS:
        raise not_one(f"{quoted(str(kind))} is no kind of statement about heaps")
    number, make = _KINDS[kind]
    if len(parts) != number:
        raise not_one(f"a statement of the kind `{kind}` has other parts")
    return make(repr(node), *parts)


# ------------------------------------------------------------------------------------------------ about one heap


def _test(value: Any) -> TestOfHeap:
    node = several(value, 4, "a test of a heap")
    kind, level, number, signs = text(node[0], "a test"), _level(node[1]), _number(node[2]), _signs(node[3])
    if kind == "g":
        step: Callable[[Any, int, int, int], Hashable] = lambda s, bit, g, at: s or _sign(bit, g)  # noqa: E731
        return TestOfHeap(repr(node), 0, 0, step, lambda s: s in signs)
    if kind == "mod":
        return TestOfHeap(
            repr(node), level, 0, lambda s, bit, g, at: (2 * s + bit) % 2**level if at < level else 0,
            lambda s: _sign(s, number) in signs,
        )  # fmt: skip
    if kind == "number":
        most = number + 1
        return TestOfHeap(
            repr(node), 0, 0, lambda s, bit, g, at: min(2 * s + bit, most), lambda s: _sign(s, number) in signs
        )
    raise not_one(f"{quoted(kind)} is no test of a heap")
