"""Ground moves that leave one heap, read as removals: conditions on n, on the stones taken, and on the rest."""

from heapwise.engine.sequences.conditions import is_about_heap, whens
from heapwise.engine.sequences.rule import Amounts, Removal
from heapwise.model.conditions import AllOf, AtLeastZero, Condition, InSet, IsZero, NotAllZero
from heapwise.model.linear import Linear

HEAP = Linear.variable(0)
TAKEN = Linear.variable(1)  # the stones taken


def read_removal(left: Linear, amounts: int, guards: list[Condition], first: int, known: int) -> list[Removal] | None:
    """n -> n - s. Every condition speaks of n alone, or bounds s, or bounds n - s.

    The rest is known to be at least `known`; the conditions have to say that it is at least `first`.
    """
    taken = HEAP - left
    if amounts == 0:
        return _fixed_removal(taken, guards, first, known)
    if amounts > 1 or taken.coefficient(1) not in (1, -1):
        return None
    # s = sign * t + rest, so t = sign * (s - rest): every form becomes one in n and s.
    sign = taken.coefficient(1)
    amount = {1: (TAKEN - (taken - TAKEN * sign)) * sign}
    reading = _Removals(first, known)
    if not all(reading.add(guard.map(lambda form: form.substitute(amount))) for guard in guards):
        return None
    return reading.moves()


def _fixed_removal(taken: Linear, guards: list[Condition], first: int, known: int) -> list[Removal] | None:
    if not taken.is_constant or taken.constant < 1 or not all(map(is_about_heap, guards)):
        return None
    reading = _Removals(first, known)
    reading.low = reading.high = taken.constant
    return reading.moves() if all(map(reading.add, guards)) else None


class _Removals:
    """What is known of s, of n - s and of n, while conditions are read."""

    def __init__(self, first: int, known: int) -> None:
        self.first = first
        self.low: int | None = None
        self.high: int | None = None
        self.only: frozenset[int] | None = None
        self.never: frozenset[int] = frozenset()
        self.least = known
        self.on_heap: list[Condition] = []

    def add(self, condition: Condition) -> bool:
        """Read one condition; False if it has none of the forms."""
        if isinstance(condition, AllOf):
            return all(map(self.add, condition.parts))
        if is_about_heap(condition):
            self._on_heap(condition)
            return True
        forms = list(condition.forms())
        if len(forms) != 1 or not condition.is_linear:
            return False
        (form,) = forms
        if isinstance(condition, AtLeastZero):
            return self._bound(form)
        if form.variables != (1,) or form.coefficient(1) not in (1, -1):
            return False
        return self._membership(condition, form)

    def _on_heap(self, condition: Condition) -> None:
        """A lower bound on n, where one s is taken, is one on n - s."""
        fixed = self.high if self.low == self.high else None
        if isinstance(condition, AtLeastZero) and condition.form.coefficient(0) == 1 and fixed is not None:
            self.least = max(self.least, -condition.form.constant - fixed)
        else:
            self.on_heap.append(condition)

    def _bound(self, form: Linear) -> bool:
        heap, taken, constant = form.coefficient(0), form.coefficient(1), form.constant
        if (heap, taken) == (0, 1):
            self.low = -constant if self.low is None else max(self.low, -constant)
        elif (heap, taken) == (0, -1):
            self.high = constant if self.high is None else min(self.high, constant)
        elif (heap, taken) == (1, -1):
            self.least = max(self.least, -constant)
        else:
            return False
        return True

    def _membership(self, condition: Condition, form: Linear) -> bool:
        sign = form.coefficient(1)
        match condition:
            case IsZero() | NotAllZero():
                members, inside = {0}, isinstance(condition, IsZero)
            case InSet():
                members, inside = set(condition.members), condition.inside
            case _:
                return False
        amounts = frozenset(sign * (m - form.constant) for m in members)
        if inside:
            self.only = amounts if self.only is None else self.only & amounts
        else:
            self.never |= amounts
        return True

    def moves(self) -> list[Removal] | None:
        """The removals that were read."""
        found = whens(self.on_heap, self.first)
        if found is None or self.least < self.first or not self._takes_something():
            return None
        amounts = self._amounts()
        if amounts.all_but and self.least > self.first:
            return None
        return [Removal(amounts, self.least if self.least > self.first else 0, when) for when in found]

    def _takes_something(self) -> bool:
        """Do the conditions say that at least one stone is taken? Otherwise play may not end, on heaps of any size."""
        if self.only is not None:
            return all(s > 0 for s in self.only - self.never if self.low is None or s >= self.low)
        return self.low is not None and all(s in self.never for s in range(self.low, 1))

    def _amounts(self) -> Amounts:
        low = max(1, self.low or 1)
        if self.only is None and self.high is None:
            return Amounts(self.never | frozenset(range(1, low)), True)
        chosen = self.only if self.only is not None else frozenset(range(low, (self.high or 0) + 1))
        high = max(chosen, default=0) if self.high is None else self.high
        return Amounts(frozenset(s for s in chosen if low <= s <= high) - self.never)
