"""Where conditions change: the numbers that stand in them, and their neighbours.

What takes a condition for another one is seldom wrong elsewhere, and the small boards on which fast ways are compared
with the interpreter may end long before: so whatever reads rules is tried at these numbers as well.
"""

from collections.abc import Iterable

from heapwise.model.conditions import Condition, HasRemainder, InSet, leaves_of


def telling_numbers(conditions: Iterable[Condition]) -> list[int]:
    """0, 1, and all numbers that stand in the conditions, each with its two neighbours; none is negative."""
    found = {0, 1}
    for atom in (atom for condition in conditions for atom in leaves_of(condition)):
        more = atom.members if isinstance(atom, InSet) else (atom.modulus,) if isinstance(atom, HasRemainder) else ()
        for number in (*more, *(form.constant for form in atom.forms())):
            found |= {abs(abs(number) + n) for n in (-1, 0, 1)}
    return sorted(found)
