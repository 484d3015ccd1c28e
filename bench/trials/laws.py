"""Laws whose ranges speak of earlier numbers: what is looked at, how often a law speaks and fails, and where first.

`for a in 0..9, b in {6 - a, 2 * a}  check a + b <= 7` names a region of pairs. It is gone through here by a loop in a
loop, each range with its own ends, which asks nobody how far the numbers of another range may go.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

import heapwise as hw
from trials.base import Counts, Kind, check

_LAWS = 12  # of a trial
_FAR = 60  # beyond what any range here reaches
_NAMES = "abc"

Frame = dict[str, int]


@dataclass(frozen=True)
class Range:
    """A range in words, whether it has an end of its own, and which numbers are in it beside those of a frame."""

    text: str
    has_end: bool
    holds: Callable[[int, Frame], bool]


@dataclass(frozen=True)
class Law:
    """Numbers with ranges, bounds on some of them, a largest number for those without an end, totals."""

    ranges: Mapping[str, Range]
    bounds: Mapping[str, int]
    totals: tuple[tuple[str, int], ...]
    upto: int | None
    statement: tuple[str, Callable[[Frame], bool]]

    @property
    def text(self) -> str:
        """The law as a text."""
        items = [f"{name} <= {most}" for name, most in self.bounds.items()]
        items += [f"{' + '.join(names)} <= {most}" for names, most in self.totals]
        effort = f" check {', '.join(items)}" if items else ""
        effort += "" if self.upto is None else f"{',' if items else ''} upto {self.upto}"
        ranges = ", ".join(f"{name} in {found.text}" for name, found in self.ranges.items())
        return f"claims\nquestion q: {self.statement[0]} for {ranges}{effort}"

    def region(self) -> Iterator[Frame]:
        """All choices of the numbers within ranges and bounds."""
        yield from self._chosen({}, list(self.ranges))

    def _chosen(self, frame: Frame, names: list[str]) -> Iterator[Frame]:
        if not names:
            if all(sum(frame[name] for name in of) <= most for of, most in self.totals):
                yield dict(frame)
            return
        name, *rest = names
        found = self.ranges[name]
        most = self.bounds.get(name, _FAR if found.has_end or self.upto is None else self.upto)
        for value in range(-_FAR, most + 1):
            if found.holds(value, frame):
                yield from self._chosen(frame | {name: value}, rest)


def _first_range(random: Random) -> Range:
    low = random.randint(-3, 3)
    high = low + random.randint(0, 9)
    if random.random() < 0.3:
        return Range(f"{low}..", False, lambda value, frame: value >= low)
    if random.random() < 0.3:
        gap = random.randint(low, high)
        return random.choice(
            [
                Range(f"{{{high}, {low}}}", True, lambda value, frame: value in (low, high)),
                Range(
                    f"{low}..{gap} | {high}..{high + 2}",
                    True,
                    lambda v, frame: low <= v <= gap or high <= v <= high + 2,
                ),
                Range(f"({low}.. \\ {{{gap}}})", False, lambda value, frame: value >= low and value != gap),
            ]
        )
    return Range(f"{low}..{high}", True, lambda value, frame: low <= value <= high)


def _later_range(random: Random, name: str) -> Range:
    """A range, or a set, that speaks of an earlier number."""
    c, d, m = random.randint(-4, 9), random.randint(-2, 3), random.randint(-2, 2)
    made: list[tuple[str, bool, Callable[[int, int], bool]]] = [
        (f"{name}..", False, lambda v, a: v >= a),
        (f"-{name}..{name}", False, lambda v, a: -a <= v <= a),
        (f"{c} - {name}..{c}", False, lambda v, a: c - a <= v <= c),
        (f"{{{c} - {name}, {d}}}", False, lambda v, a: v in (c - a, d)),
        (f"{{{m} * {name}, {d}, {name} + {c}}}", False, lambda v, a: v in (m * a, d, a + c)),
        (f"{{{c} - 2 * {name}, 0, 1}}", False, lambda v, a: v in (c - 2 * a, 0, 1)),
        (f"max({name}, {d})..{c}", False, lambda v, a: max(a, d) <= v <= c),
        (f"{m} * {name}..", False, lambda v, a: v >= m * a),
        (f"{{floor({name} / 2), {c}}}", False, lambda v, a: v == a // 2 or v == c),
    ]
    text, has_end, holds = random.choice(made)
    return Range(text, has_end, lambda value, frame: holds(value, frame[name]))


def _statement(random: Random, names: str) -> tuple[str, Callable[[Frame], bool]]:
    a, b, c = random.choice(names), random.choice(names), random.randint(-6, 12)
    return random.choice(
        [
            (f"{a} >= {c}", lambda frame: frame[a] >= c),
            (f"{a} + {b} != {c}", lambda frame: frame[a] + frame[b] != c),
            (f"{a} <= {b} + {c}", lambda frame: frame[a] <= frame[b] + c),
            (f"({a} - {b}) mod 5 != {c % 5}", lambda frame: (frame[a] - frame[b]) % 5 != c % 5),
        ]
    )


def _law(random: Random) -> Law:
    names = _NAMES[: random.randint(2, 3)]
    ranges = {names[0]: _first_range(random)}
    for i, name in enumerate(names[1:], 1):
        is_later = random.random() < 0.8
        ranges[name] = _later_range(random, random.choice(names[:i])) if is_later else _first_range(random)
    bounds = {name: random.randint(0, 9) for name in names if random.random() < 0.3}
    of = {"".join(sorted(random.sample(names, random.randint(2, len(names))))) for _ in range(random.randint(0, 2))}
    totals = tuple((some, random.randint(-2, 12)) for some in sorted(of))
    upto = random.randint(2, 9) if random.random() < 0.5 else None
    return Law(ranges, bounds, totals, upto, _statement(random, names))


def trial(random: Random) -> Counts:
    """Some laws by two methods, beside loops in loops."""
    counts: Counts = Counter()
    for _ in range(_LAWS):
        law = _law(random)
        for method in ("table", "auto"):
            (verdict,) = hw.check(hw.parse(law.text), method=method)
            reason = str(verdict.reason)
            if "E067" in reason or "E003" in reason or verdict.word == "proved":
                counts["proved" if verdict.word == "proved" else "without an end"] += 1
                continue
            region = list(law.region())
            wrong = [tuple(frame.values()) for frame in region if not law.statement[1](frame)]
            counts["laws"] += 1
            counts[verdict.word] += 1
            if not region:
                check("nothing was checked" in reason, law.text, verdict.word, reason)
                continue
            check(verdict.word == ("refuted" if wrong else "holds"), law.text, verdict.word, reason, wrong[:3])
            check(verdict.exceptions in (None, len(wrong)), law.text, verdict.exceptions, len(wrong))
            spoken = verdict.premise_true if verdict.premise_true is not None else verdict.positions
            check(spoken == len(region) or verdict.exceptions is None, law.text, spoken, len(region))
            if wrong and verdict.counterexample is not None:
                check(tuple(verdict.counterexample.position) in wrong, law.text, verdict.counterexample.position)
    return counts


KIND = Kind("laws", "laws", trial, frozenset({"holds", "refuted", "without an end"}), share=0.3)
