"""Rules from the short notations of the field: sets of amounts, and codes such as 0.77."""

from collections.abc import Iterable

from heapwise.engine.sequences.rule import ALWAYS, Amounts, HeapRule, Removal, Split


def take(amounts: Iterable[int]) -> HeapRule:
    """Take s stones, s in the set."""
    return HeapRule((Removal(Amounts(frozenset(amounts))),))


def take_all_but(amounts: Iterable[int]) -> HeapRule:
    """Take s stones, s any positive number that is not in the set."""
    return HeapRule((Removal(Amounts(frozenset(amounts), True)),))


def rule_of_code(code: str) -> HeapRule:
    """The rule of a code: bit j of digit t allows to take t stones and to leave exactly j heaps that are not empty.

    >>> print(rule_of_code("0.7"))
    take 1 and leave 0 heaps; take 1 and leave 1 heap; take 1 and leave 2 heaps
    """
    whole, _, digits = code.partition(".")
    values = [int(d, 16) for d in (whole, *digits)]
    found = [Split(t, j) for t, digit in enumerate(values) for j in range(4) if digit >> j & 1]
    return HeapRule(splits=tuple(found))


_LONGEST = 1_000  # digits of a code that somebody would read


def code_of(rule: HeapRule) -> str | None:
    """The code of a rule without trailing zeros, or None if the rule has none."""
    if rule.reach > _LONGEST or rule.first or rule.is_open or any(when != ALWAYS for when in rule.conditions):
        return None
    digits = [0] * (rule.reach + 1)
    for removal in rule.removals:
        for s in removal.amounts.listed:
            digits[s] |= {0: 3, 1: 2}.get(removal.least, 99)
    for split in rule.splits:
        is_plain = split.parts <= 3 and not split.unequal and (split.least == 1 or split.parts == 0)
        digits[split.taken] |= 1 << split.parts if is_plain else 99
    if any(d > 15 for d in digits):
        return None
    return f"{digits[0]:x}." + ("".join(f"{d:x}" for d in digits[1:]).rstrip("0") or "0")
