"""Where a claim and the truth differ: every position of a box is judged, one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from heapwise.claims.about import instance_about
from heapwise.claims.instances import Instance
from heapwise.claims.judge import Finding, Judge
from heapwise.claims.limits import LimitReached
from heapwise.claims.values import Values
from heapwise.errors import error
from heapwise.pictures.cells import NO_POSITION, Cells, Kind
from heapwise.pictures.colours import INK, PLAIN, WRONG
from heapwise.pictures.picture import Picture
from heapwise.pictures.sheet import Words
from heapwise.rules.game import Game, Rules
from heapwise.rules.library import Shelf
from heapwise.tables.boxes import Box, Numbers, position_at
from heapwise.tables.pictures.draw import grids
from heapwise.tables.text import held

_KINDS = (
    NO_POSITION,
    Kind("agrees", PLAIN),
    Kind("agrees, both sides true", INK, "disc"),
    Kind("differs", WRONG, "cross"),
    Kind("premise not true", "#b9c4cf"),
)
_ILLEGAL, _AGREES, _BOTH, _DIFFERS, _SILENT = range(len(_KINDS))


def difference(
    rules: Rules, name: str, box: Box, games: Shelf, files: Sequence[str | Path] = (),
    tick: Callable[[], None] = lambda: None,
) -> Picture:  # fmt: skip
    """The picture of a claim over the positions of a box with two or three components."""
    instance = instance_about(rules, name, games, files)
    _check(instance, box)
    cells = _judged(instance, box, tick)
    counts = Counter(cells.numbers.reshape(-1).tolist())
    title = f"{instance.claim.name}: claim and truth of {rules.text}{held(box)}"
    found = f"differs at {counts[_DIFFERS]:,} of {counts.total() - counts[_ILLEGAL] - counts[_SILENT]:,} positions"
    play = "" if instance.claim.play.is_normal else f"under {instance.claim.play.name}: "
    notes = (f"{play}{' '.join(instance.claim.text.split())}", found)
    return grids(Words(title, notes, f"{title}. {notes[0]}. The claim {found}."), box, cells)


def _check(instance: Instance, box: Box) -> None:
    claim = instance.claim
    if not claim.speaks_of_position or any(c.value is not None or c.domain is not None for c in claim.components):
        raise error("E351", None, claim=claim.name, reason="it does not speak of all positions")
    if len(box.shape) == 1:
        raise error("E351", None, claim=claim.name, reason="the difference of a claim is drawn over two components")


def _judged(instance: Instance, box: Box, tick: Callable[[], None]) -> Cells:
    assert instance.game is not None
    claim, values = instance.claim, Values()
    values.tick = tick
    values.prepare(instance.game, box.highs, claim.asks(), claim.play)
    judge = Judge(instance, values.asker(claim.play))
    try:
        findings = [_look(judge, instance.game, point, tick) for point in box]
    except LimitReached as limit:
        raise error("E351", None, claim=claim.name, reason=limit.reason) from None
    numbers = np.array([_kind(finding) for finding in findings], np.uint8).reshape(box.shape)
    words = np.array([_word(finding) for finding in findings]).reshape(box.shape)
    return Cells(numbers, _KINDS, words)


def _look(judge: Judge, game: Game, point: Numbers, tick: Callable[[], None]) -> Finding | None:
    tick()
    position = position_at(game, point)
    component = None if position is None else position.only
    return None if component is None else judge.look(component.state)


def _kind(finding: Finding | None) -> int:
    if finding is None:
        return _ILLEGAL
    if not finding.has_premise:
        return _SILENT
    if not finding.is_true:
        return _DIFFERS
    sides = finding.sides or ()
    return _BOTH if sides and all(side is True for side in sides) else _AGREES


def _word(finding: Finding | None) -> str:
    """The value that both sides of an equation have."""
    if finding is None or finding.sides is None or not finding.is_true or isinstance(finding.sides[0], bool):
        return ""
    return str(finding.sides[0])
