"""Ground moves that leave several heaps, read as splits: conditions on n, on single parts, and between two parts."""

from heapwise.engine.sequences.conditions import is_about_heap, whens
from heapwise.engine.sequences.rule import Split, When
from heapwise.model.conditions import AllOf, AtLeastZero, Condition, NotAllZero
from heapwise.model.linear import Linear, total

HEAP = Linear.variable(0)


def read_split(
    results: list[Linear], amounts: int, guards: list[Condition], first: int, known: int
) -> list[Split] | None:
    """n -> several heaps with the total n - t. Every condition speaks of n alone, bounds parts, or compares two.

    Parts are known to be at least `known`; the conditions have to say that they are at least `first`.
    """
    taken = HEAP - total(results)
    if not taken.is_constant or taken.constant < 0 or amounts != len(results) - 1:
        return None
    parts = _parts(results, amounts)
    if parts is None:
        return None
    reading = _Parts(len(results), taken.constant, known)
    about_parts = [g.map(lambda form: form.substitute(parts)) for g in guards if not is_about_heap(g)]
    if not all(map(reading.add, about_parts)) or not reading.is_even() or reading.least[0] < first:
        return None
    found = whens([g for g in guards if is_about_heap(g)], first)
    return None if found is None else reading.moves(found)


def _parts(results: list[Linear], amounts: int) -> dict[int, Linear] | None:
    """Every amount as a part of the result less a constant: variable i becomes the i-th part so found."""
    renamed: dict[int, Linear] = {}
    for form in results:
        if len(form.variables) == 1 and 0 < form.variables[0] <= amounts and form.terms[0][1] == 1:
            renamed.setdefault(form.variables[0], Linear.variable(form.variables[0]) - form.constant)
    return renamed if len(renamed) == amounts else None


class _Parts:
    """What is known of the parts; the last one is n - t less all others, and has no variable of its own."""

    def __init__(self, count: int, taken: int, known: int) -> None:
        self.count, self.taken = count, taken
        self.least = [known] * count
        self.sums: list[tuple[int, int]] = []  # so many parts have at least this sum
        self.order: set[tuple[int, int]] = set()  # (i, d): part i is the smaller of two, by at least d
        self.unequal = False

    def add(self, condition: Condition) -> bool:
        """Read one condition; False if it has none of the forms."""
        if isinstance(condition, AllOf):
            return all(map(self.add, condition.parts))
        if isinstance(condition, AtLeastZero):
            return self._bound(condition.form)
        if isinstance(condition, NotAllZero) and self.count == 2 and len(condition.differences) == 1:
            (form,) = condition.differences
            difference = self._over_parts(form)
            self.unequal = difference in (([1, -1], 0), ([-1, 1], 0))
            return self.unequal
        return False

    def _over_parts(self, form: Linear) -> tuple[list[int], int]:
        """Coefficients of all parts and the constant: n is the sum of the parts and t."""
        heap = form.coefficient(0)
        inner = [form.coefficient(i) + heap for i in range(1, self.count)]
        return [*inner, heap], form.constant + heap * self.taken

    def _bound(self, form: Linear) -> bool:
        coefficients, constant = self._over_parts(form)
        if all(c in (0, 1) for c in coefficients) and 1 in coefficients:
            named = [i for i, c in enumerate(coefficients) if c]
            if len(named) == 1:
                self.least[named[0]] = max(self.least[named[0]], -constant)
            else:
                self.sums.append((len(named), -constant))
            return True
        if self.count == 2 and sorted(coefficients) == [-1, 1]:
            self.order.add((coefficients.index(-1), -constant))
            return True
        return False

    def is_even(self) -> bool:
        """Do all parts obey the same bound, apart from which of two is called the smaller?"""
        if self.order:
            (smaller, by), *others = self.order
            if others or by not in (0, 1):  # p <= q and q <= p are one split, and not all
                return False
            self.unequal = self.unequal or by == 1
            least = self.least[smaller]
            if self.least[1 - smaller] > least + by:
                return False
            self.least = [least] * 2
        return len(set(self.least)) == 1 and all(number * self.least[0] >= bound for number, bound in self.sums)

    def moves(self, found: tuple[When, ...]) -> list[Split]:
        """The splits that were read."""
        return [Split(self.taken, self.count, self.least[0], self.unequal, when) for when in found]
