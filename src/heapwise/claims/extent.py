"""For which values of its parameters something was found about a claim, in words that are as short as they are exact.

>>> extent([{"n": "2", "k": "1"}, {"n": "3", "k": "1"}, {"n": "3", "k": "2"}])
'n = 2, k = 1; n = 3, k in 1..2'
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from heapwise.messages import words

Shown = Mapping[str, str]  # the parameters of an instance by name, as they are written

_NUMBER = re.compile(r"-?\d+(/\d+)?")
_RUN = 3  # numbers in a row that are written as `a..b` beside others


def extent(instances: Sequence[Shown]) -> str:
    """The values of the parameters of these instances, which all have the same ones; nothing if there are none."""
    names = list(instances[0]) if instances else []
    return "; ".join(_blocks(names, [tuple(shown.values()) for shown in instances])) if names else ""


def telling(instances: Sequence[Shown]) -> list[Shown]:
    """The instances without parameters that follow from the others in all of them, as `S = {s for s in 1..q-1}` does.

    Numbers stay, and so does what has one value only: it is part of what was shown. An error may have no instance.
    """
    known = [shown for shown in instances if shown]
    names = list(known[0]) if known else []
    for name in list(names):
        values = {shown[name] for shown in known}
        others = [other for other in names if other != name]
        if len(values) > 1 and not all(map(_NUMBER.fullmatch, values)) and _tell_apart(others, names, known):
            names = others
    return [{name: shown[name] for name in names if shown} for shown in instances]


def _tell_apart(few: Sequence[str], names: Sequence[str], instances: Sequence[Shown]) -> bool:
    """Are two instances that differ in one of `names` different in one of the `few` as well?"""
    return len({tuple(s[n] for n in few) for s in instances}) == len({tuple(s[n] for n in names) for s in instances})


def found_words(word: str, instances: Sequence[Shown]) -> str:
    """`proved for the 11 instances q in 2..12`: a word with the parameters for which it was found, in the language of
    the run. A claim without parameters has the word alone."""
    values, said = extent([shown for shown in instances if shown]), words("verdicts", word)
    if not values:
        return said
    if len(instances) == 1:
        return words("check", "found_for", word=said, values=values)
    return words("check", "for_instances", word=said, count=len(instances), values=values)


def _blocks(names: Sequence[str], rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """Parameter by parameter: values of the first one that go with the same values of the others stand together."""
    behind: dict[str, dict[tuple[str, ...], None]] = {}
    for row in rows:
        behind.setdefault(row[0], {})[row[1:]] = None
    together: dict[tuple[tuple[str, ...], ...], list[str]] = {}
    for value, others in behind.items():
        together.setdefault(tuple(others), []).append(value)
    for rest, values in together.items():
        own = _within(names[0], values)
        yield from (f"{own}, {inner}" for inner in _blocks(names[1:], rest)) if names[1:] else (own,)


def _within(name: str, values: Sequence[str]) -> str:
    """`q = 3`, `q in 2..12`, `q in 2..4 | {7, 9}`, `S in {{1}, {1, 2}}`"""
    if len(values) == 1:
        return f"{name} = {values[0]}"
    if not all(value.isdecimal() for value in values):
        return f"{name} in {{{', '.join(values)}}}"
    runs = list(_runs(sorted(map(int, values))))
    least = _RUN if len(runs) > 1 else 1
    ranges = [f"{run.start}..{run.stop - 1}" for run in runs if len(run) >= least]
    alone = ", ".join(str(number) for run in runs if len(run) < least for number in run)
    return f"{name} in {' | '.join([*ranges, *([f'{{{alone}}}'] if alone else [])])}"


def _runs(numbers: Sequence[int]) -> Iterator[range]:
    """Numbers in increasing order as stretches without a gap."""
    start = end = numbers[0]
    for number in numbers[1:]:
        if number > end + 1:
            yield range(start, end + 1)
            start = number
        end = number
    yield range(start, end + 1)
