"""Sets of states from which the player wins, however many digits are left, as a certificate lists them.

A *stage* says which levels are still to come: those below it. Of every region there has to be one for a digit more, in
which every letter of the opponent has an answer that leads into the first; the start lies in all of the last stage. By
induction over the digits, from the units up, the player then wins from the start for words of every length.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from heapwise.verify.untrusted import Work, of, record, sequence, several, whole, wholes, wrong


@dataclass(frozen=True)
class GivenLevels:
    """So many levels; the highest stands for any number of digits, and so do those of `between`."""

    count: int
    between: frozenset[int]

    def repeats(self, level: int) -> bool:
        """May there be any number of digits of a level, also none?"""
        return level == self.count - 1 or level in self.between


@dataclass(frozen=True)
class PlayerSide:
    """What the player does: states as they are read, the answers, and what they lead to."""

    states: Sequence[Any]
    starts: Iterable[Any]
    is_won: Callable[[Any], bool]
    letters: Callable[[Any, int], Sequence[Any]]
    outcomes: Callable[[Any, Any, int, int], Iterable[Any]]  # state, letter, number of an answer, level


@dataclass(frozen=True)
class GivenRegion:
    """Some states with answers into other regions, and the region of the stage below that holds them all."""

    stage: int
    states: tuple[int, ...]
    same: int | None
    after: tuple[tuple[int, tuple[tuple[int, ...], ...]], ...]


def check_regions(value: Any, levels: GivenLevels, side: PlayerSide, work: Work) -> int:
    """Look at every region and every answer; how many answers there are."""
    regions = [_region(r, levels, len(side.states)) for r in sequence(value, "regions")]
    members = [{side.states[i] for i in r.states} for r in regions]
    for number, region in enumerate(regions):
        if region.stage == 0 and not all(map(side.is_won, members[number])):
            raise wrong("a state is not won at the end")
        if region.same is not None and not _is_same(regions, members, number, levels):
            raise wrong("a region is not the same one stage later")
    _check_all_followed(regions, levels)
    answers = sum(_check_answers(regions, members, number, levels, side, work) for number in range(len(regions)))
    last = [members[i] for i, r in enumerate(regions) if r.stage == levels.count]
    if not last or not all(start in found for start in side.starts for found in last):
        raise wrong("the player does not win from the start")
    return answers


def _region(value: Any, levels: GivenLevels, states: int) -> GivenRegion:
    data = record(value, "a region", keys=("stage", "states", "same", "after"))
    same, after = data.get("same"), []
    for entry in sequence(data.get("after", []), "answers"):
        into, answers = several(entry, 2, "an answer")
        listed = tuple(wholes(row, "an answer") for row in sequence(answers, "answers"))
        after.append((whole(into, "a region"), listed))
    return GivenRegion(
        whole(of(data, "stage"), "a stage", below=levels.count + 1),
        wholes(of(data, "states"), "a state", below=states),
        None if same is None else whole(same, "a region"),
        tuple(after),
    )


def _is_same(regions: Sequence[GivenRegion], members: Sequence[set[Any]], number: int, levels: GivenLevels) -> bool:
    """No digit of a level that may be left out: what wins below it wins here."""
    here = regions[number]
    assert here.same is not None
    if here.stage == 0 or here.same >= len(regions) or not levels.repeats(here.stage - 1):
        return False
    return regions[here.same].stage == here.stage - 1 and members[number] <= members[here.same]


def _check_all_followed(regions: Sequence[GivenRegion], levels: GivenLevels) -> None:
    """Has every region one for a digit more, and where a level may be left out, one for none?"""
    followed = {(r.stage, into) for r in regions for into, _ in r.after}
    kept = {r.same for r in regions}
    if not any(r.stage == 0 for r in regions):
        raise wrong("no region is for the end")
    for number, region in enumerate(regions):
        if region.stage < levels.count:
            repeats = levels.repeats(region.stage)
            if (repeats and number not in kept) or (not repeats and (region.stage + 1, number) not in followed):
                raise wrong("a region has none for the next stage")
        if region.stage > 0 and levels.repeats(region.stage - 1) and (region.stage, number) not in followed:
            raise wrong("a region has none for a digit more")


def _check_answers(
    regions: Sequence[GivenRegion], members: Sequence[set[Any]], number: int, levels: GivenLevels, side: PlayerSide,
    work: Work,
) -> int:  # fmt: skip
    region, count = regions[number], 0
    for into, answers in region.after:
        level = region.stage - 1
        wanted = region.stage if level >= 0 and levels.repeats(level) else level
        if level < 0 or into >= len(regions) or regions[into].stage != wanted or len(answers) != len(region.states):
            raise wrong("answers lead into no region of the stage that comes next")
        for i, chosen in zip(region.states, answers, strict=True):
            state = side.states[i]
            letters = side.letters(state, level)
            if len(letters) != len(chosen):
                raise wrong("a state has not an answer for every letter")
            count += len(letters)
            for letter, answer in zip(letters, chosen, strict=True):
                work.spend(16)
                if not members[into].issuperset(side.outcomes(state, letter, answer, level)):
                    raise wrong("an answer does not stay in its region")
    return count
