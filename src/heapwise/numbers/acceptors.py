"""Sets of tuples of natural numbers, given by automata that read digits: what `automaton` declares in a text of claims.

This is the meaning of such a set. Kernels and proofs have forms of their own for it, which are compared with this one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from heapwise.numbers.errors import MOST_BITS, too_large, undefined
from heapwise.numbers.exact import whole
from heapwise.numbers.surds import Number

Letter = tuple[int, ...]  # a digit of each component
DigitWord = tuple[Letter, ...]


@dataclass(frozen=True)
class Acceptor:
    """A complete automaton over the digits of some components; state 0 is the start.

    `rows` has the successors of each state, letter by letter in the order of `letters`. Zeros in front of the highest
    digits do not matter. Fibonacci digits are those of sums of 1, 2, 3, 5, ... without neighbours.
    """

    name: str
    arity: int
    is_units_first: bool
    base: int
    is_fibonacci: bool
    rows: tuple[tuple[int, ...], ...]
    accepting: tuple[bool, ...]

    def accepts(self, values: tuple[Number, ...]) -> bool:
        """Is the tuple in the set?  Negative numbers and fractions have no digits, and so no answer."""
        state = 0
        for letter in self.word(tuple(map(whole, values))):
            state = self.rows[state][self.number(letter)]
        return self.accepting[state]

    def word(self, values: tuple[int, ...]) -> DigitWord:
        """The digits of numbers, in the order in which they are read."""
        if min(values, default=0) < 0:
            raise undefined(self.name, *values, why="negative numbers have no digits")
        if max(values, default=0).bit_length() > MOST_BITS:
            raise too_large(f"a number that `{self.name}` reads")
        codes = [list(self._digits(value)) for value in values]
        length = max(map(len, codes), default=0)
        letters = zip(*(code + [0] * (length - len(code)) for code in codes), strict=True)
        return tuple(letters) if self.is_units_first else tuple(letters)[::-1]

    def _digits(self, value: int) -> Iterator[int]:
        """Units first."""
        if self.is_fibonacci:
            yield from fibonacci_digits(value)
        while value and not self.is_fibonacci:
            value, digit = divmod(value, self.base)
            yield digit

    def number(self, letter: Letter) -> int:
        """The place of a letter in the rows."""
        found = 0
        for digit in letter:
            found = found * self.base + digit
        return found

    @cached_property
    def letters(self) -> tuple[Letter, ...]:
        """All letters, in the order of the rows."""
        return tuple(product(range(self.base), repeat=self.arity))

    def unlike(self) -> tuple[DigitWord, DigitWord] | None:
        """Two words for one tuple of numbers, of which one alone is accepted: zeros matter then."""
        zero = ((0,) * self.arity,)
        for word, state in self._reached(0).items():
            if self.is_units_first and self.accepting[state] != self.accepting[self.rows[state][0]]:
                return word, word + zero
        if self.is_units_first:
            return None
        return next((found for found in self._told_apart() if found is not None), None)

    def _told_apart(self) -> Iterator[tuple[DigitWord, DigitWord] | None]:
        """Words behind one zero and behind none, until the states that they lead to repeat."""
        zero, start = ((0,) * self.arity,), (0, self.rows[0][0])
        seen: dict[tuple[int, int, Letter], DigitWord] = {(*start, zero[0]): ()}
        for (one, other, last), word in (waiting := list(seen.items())):
            if self.accepting[one] != self.accepting[other]:
                yield word, zero + word
            for number, letter in self.following(last):
                after = self.rows[one][number], self.rows[other][number], letter if self.is_fibonacci else zero[0]
                if after not in seen:
                    seen[after] = (*word, letter)
                    waiting.append((after, seen[after]))

    def _reached(self, start: int) -> dict[DigitWord, int]:
        """A shortest word to every state that can be reached; of codes alone, where digits are those of Fibonacci."""
        zero = (0,) * self.arity
        seen: dict[tuple[int, Letter], DigitWord] = {(start, zero): ()}
        for (state, last), word in (waiting := list(seen.items())):
            for number, letter in self.following(last):
                after = self.rows[state][number], letter if self.is_fibonacci else zero
                if after not in seen:
                    seen[after] = (*word, letter)
                    waiting.append((after, seen[after]))
        return {word: state for (state, _), word in seen.items()}

    def following(self, last: Letter) -> Iterator[tuple[int, Letter]]:
        """The letters that may stand behind one, with their places: of Fibonacci digits no two ones are neighbours."""
        for number, letter in enumerate(self.letters):
            if not self.is_fibonacci or not any(a and b for a, b in zip(last, letter, strict=True)):
                yield number, letter


def fibonacci_digits(number: int) -> tuple[int, ...]:
    """The digits of a sum of 1, 2, 3, 5, ... without neighbours, units first.

    >>> fibonacci_digits(4)
    (1, 0, 1)
    """
    weights = [1]
    while weights[-1] <= number:
        weights.append(weights[-1] + (weights[-2] if len(weights) > 1 else 1))
    digits = []
    for weight in reversed(weights[:-1]):
        digits.append(int(weight <= number))
        number -= weight * digits[-1]
    return tuple(reversed(digits))
