"""Games with one heap for CGSuite: a take-and-break code where there is one, else a function that gives the options."""

from collections.abc import Iterator

from heapwise.engine.sequences import ALWAYS, HeapRule, Removal, Sequence, Split, When, recognise
from heapwise.errors import error
from heapwise.rules.game import Game, Rules

_VALUES = 20
_MOST_DIGITS = 200
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def as_cgsuite(rules: Rules) -> str:
    """A script that makes the ruleset, asks for values, and says which ones we found."""
    rule = recognise(rules) if isinstance(rules, Game) else None
    if rule is None:
        raise error(
            "E353", None, what=rules.text, where="CGSuite", reason="it is no game of one heap that is known there"
        )
    first = rule.first
    values = Sequence(rule).values(first + _VALUES).tolist()
    lines = [
        f"// {rules.text}: {rule}",
        f"R := {ruleset(rule)};",
        f"[R(n).NimValue for n from {first} to {first + _VALUES}]",
        f"// heapwise: {values[first:]}",
    ]
    return "\n".join(lines) + "\n"


def ruleset(rule: HeapRule) -> str:
    """The expression of a ruleset."""
    code = _code(rule)
    return f"game.heap.HeapRuleset({_function(rule)})" if code is None else f'game.heap.TakeAndBreak("{code}")'


# ------------------------------------------------------------------------------------------------- codes


def _code(rule: HeapRule) -> str | None:
    """Bit j of digit t says that t stones may be taken and j heaps left that are not empty; `[3]` goes on for ever."""
    if rule.first or any(when != ALWAYS for when in rule.conditions) or rule.reach > _MOST_DIGITS:
        return None
    bits, unequal = [0] * (rule.reach + 1), set[int]()
    for removal in rule.removals:
        if removal.least > 1:
            return None
        for taken in removal.amounts.upto(rule.reach):
            bits[taken] |= 2 if removal.least else 3
    for split in rule.splits:
        if split.parts > 4 or (split.least > 1 and split.parts):
            return None
        bits[split.taken] |= 1 << split.parts
        if split.unequal:
            unequal.add(split.taken)
    # `!` is about all the heaps of a digit, so it may stand only where the digit says nothing but `two heaps`.
    if any(bits[taken] != 4 for taken in unequal):
        return None
    digits = [_DIGITS[b] + ("!" if taken in unequal else "") for taken, b in enumerate(bits)]
    tail = "[3]" if rule.is_open else ""
    shown = "".join(digits[1:]) if tail else "".join(digits[1:]).rstrip("0") or "0"
    return f"{digits[0]}.{shown}{tail}"


# --------------------------------------------------------------------------------------------- functions


def _function(rule: HeapRule) -> str:
    """A function from a heap to its options, each a list of heaps."""
    parts = [*(_removal(r, rule.first) for r in rule.removals), *map(_split, rule.splits)]
    return "n -> " + (" Concat ".join(parts) or "[]")


def _removal(removal: Removal, first: int) -> str:
    amounts, least = removal.amounts, max(removal.least, first)
    conditions = list(_conditions(removal.when))
    if amounts.all_but:
        conditions += [f"s != {s}" for s in sorted(amounts.listed)]
        return f"[[n - s] for s from 1 to n - {least}{_where(conditions)}]"
    return f"[[n - s] for s in {sorted(amounts.listed)}{_where([f'n - s >= {least}', *conditions])}]"


def _split(split: Split) -> str:
    """The heaps in increasing order; the last one is what is left."""
    rest = f"n - {split.taken}" if split.taken else "n"
    names = [f"a{i}" for i in range(1, split.parts)]
    conditions = list(_conditions(split.when))
    if split.parts == 0:
        return f"[[] for z in [0]{_where([f'n == {split.taken}', *conditions])}]"
    last = " - ".join([rest, *names])
    if not names:
        return f"[[{last}] for z in [0]{_where([f'{last} >= {split.least}', *conditions])}]"
    loops = "".join(f" for {name} from {low} to n" for name, low in zip(names, [split.least, *names], strict=False))
    sign = ">" if split.unequal else ">="
    return f"[[{', '.join([*names, last])}]{loops}{_where([f'{last} {sign} {names[-1]}', *conditions])}]"


def _conditions(when: When) -> Iterator[str]:
    """What a heap has to be for a move."""
    if len(when.residues) < when.modulus:
        yield _any([f"n % {when.modulus} == {r}" for r in sorted(when.residues)])
    if when.all_but:
        yield from (f"n != {n}" for n in sorted(when.exactly))
    else:
        yield _any([f"n == {n}" for n in sorted(when.exactly)])


def _any(conditions: list[str]) -> str:
    return conditions[0] if len(conditions) == 1 else f"({' or '.join(conditions)})"


def _where(conditions: list[str]) -> str:
    return f" where {' and '.join(conditions)}" if conditions else ""
