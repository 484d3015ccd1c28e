"""Numbers that depend on parameters alone, with n a symbol, and the n for which a game is meant.

Every parameter has a value: a number, or n plus a number. One of them may instead be the mark: a symbol k that stands
for a digit of its own, and of which nothing is known but k >= 1.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Final

from heapwise.claims.claim import Claim
from heapwise.proof.digit_game.rule import Size
from heapwise.proof.follows import begins
from heapwise.proof.outside import Outside
from heapwise.records import Record, dataclass
from heapwise.rules.schema import Schema
from heapwise.terms import term as t


class Mark(Record):
    """The symbol k of `2^k` and of `bit(x, k)`: its digit is read at this level, all digits between at level 1."""

    level: int = 2


MARK: Final = Mark()
Value = Size | Mark


@dataclass
class Parameters:
    """The values of parameters by slot; slot `n` is the number of heaps, at least `least`.

    `least` is what the game allows, 0 included: which of these n a proof is about, its rule says.
    """

    n: int
    values: dict[int, Value]
    least: int = 0

    @property
    def has_mark(self) -> bool:
        """Is one of them a symbol for a digit?"""
        return MARK in self.values.values()

    def size(self, term: t.AnyTerm) -> Size:
        """The value of a term of parameters: a number, or n plus a number."""
        match term:
            case t.Constant(value=int(value)):
                return Size(False, value)
            case t.Local(slot=slot) if isinstance(self.values.get(slot), Size):
                found = self.values[slot]
                assert isinstance(found, Size)
                return found
            case t.Operation(name="negative", arguments=(only,)):
                return Size(False, -self.number(only))
            case t.Operation(name="+" | "-" as name, arguments=(left, right)):
                return _sum(self.size(left), self.size(right), 1 if name == "+" else -1)
            case t.Operation(name="*" | "^" as name, arguments=(left, right)):
                return Size(False, _product(self.number(left), self.number(right), name))
        raise Outside("a number that is not a parameter, n, or a sum of them")

    def number(self, term: t.AnyTerm) -> int:
        """A term that is a number whatever n is."""
        size = self.size(term)
        if size.has_n:
            raise Outside("a number that grows with n")
        return size.add

    def level(self, term: t.AnyTerm) -> int:
        """A digit that a term names."""
        if isinstance(term, t.Local) and self.values.get(term.slot) == MARK:
            return MARK.level
        level = self.number(term)
        if not 0 <= level <= 16:
            raise Outside("a digit far from the units")
        if level and self.has_mark:
            raise Outside("a digit named by a number beside one named by a parameter")
        return level

    def restrict(self, value: Value, domain: t.AnyTerm) -> None:
        """Raise `least` so far that a value lies in its range for every n from there on."""
        match domain:
            case t.Operation(name="..", arguments=(low, *high)):
                if isinstance(value, Mark):
                    return
                if value == Size(True, 0) and self.size(low).add < 0:
                    raise Outside("a number of heaps below 0")
                self._at_least(value, self.size(low))
                if high:
                    self._at_least(self.size(high[0]), value)
            case _:
                raise Outside("a range of parameters that is not written with `..`")

    def _at_least(self, one: Size, two: Size) -> None:
        """Keep the n for which one size is at least another."""
        if one.has_n == two.has_n:
            if one.add < two.add:
                raise Outside("values of parameters that are in no game")
        elif one.has_n:
            self.least = max(self.least, two.add - one.add)
        else:
            raise Outside("parameters that leave finitely many n")


def _product(one: int, two: int, name: str) -> int:
    if name == "*":
        return one * two
    if not (0 <= two <= 64 and abs(one) <= 64):
        raise Outside("a large power")
    return int(one**two)


def _sum(one: Size, two: Size, sign: int) -> Size:
    if two.has_n and (one.has_n or sign < 0):
        if one.has_n and sign < 0:
            return Size(False, one.add - two.add)
        raise Outside("a multiple of n")
    return Size(one.has_n or two.has_n, one.add + sign * two.add)


def parameters_of(claim: Claim, schema: Schema, n: int, fixed: Mapping[str, int], mark: str | None) -> Parameters:
    """The values of all parameters of a claim: n is free, one may be the mark, the others are fixed or defined."""
    found = Parameters(n, {n: Size(True, 0)})
    for variable in claim.variables:
        if variable.slot == n:
            if variable.value is not None:
                raise Outside("n has a value")
        elif variable.name == mark:
            if not begins(claim, variable, 1):
                raise Outside("the digit k, where k may be 0")
            found.values[variable.slot] = MARK
        elif variable.value is not None:
            found.values[variable.slot] = found.size(variable.value)
        elif variable.name in fixed and isinstance(fixed[variable.name], int):
            found.values[variable.slot] = Size(False, fixed[variable.name])
        else:
            raise Outside(f"the parameter {variable.name}, which is no number here")
    _restrict(found, schema, claim.conditions)
    return found


def _restrict(found: Parameters, schema: Schema, conditions: Iterable[t.AnyTerm]) -> None:
    """What heading and `for` say of the parameters; another condition only leaves out cases of what is proved."""
    for parameter in schema.parameters:
        if parameter.domain is None or parameter.is_variadic:
            raise Outside(f"the parameter {parameter.name}, which is no number")
        found.restrict(found.values[parameter.slot], parameter.domain)
    for condition in conditions:
        match condition:
            case t.Operation(name="in", arguments=(t.Local(slot=slot), t.Operation(name="..") as domain)):
                if slot in found.values:
                    with suppress(Outside):  # an upper end of n only leaves out cases as well
                        found.restrict(found.values[slot], domain)
