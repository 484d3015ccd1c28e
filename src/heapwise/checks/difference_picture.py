"""Where a claim and the truth differ: every position of a box is judged, in columns where there are many."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from heapwise.arrays import np
from heapwise.checks.compiled_check import ColumnFindings, Columns
from heapwise.checks.sweep import compare
from heapwise.claims.column_batches import slabs
from heapwise.claims.exact_check import Judge, PositionFinding
from heapwise.claims.instances import Instance
from heapwise.claims.limits import LimitReached
from heapwise.claims.named_instance import instance_about
from heapwise.claims.position_values import Values
from heapwise.claims.region import Region
from heapwise.engine.slices import Tick
from heapwise.errors import error
from heapwise.formulas import NotExpressible
from heapwise.pictures.colours import BLUE, INK, PLAIN, WRONG
from heapwise.pictures.grid import NO_POSITION, CellKind, Cells
from heapwise.pictures.picture import Picture
from heapwise.pictures.sheet import Captions
from heapwise.rules.game import Game, Rules
from heapwise.tables.boxes import Numbers, TableBox, position_at
from heapwise.tables.pictures.draw import grids
from heapwise.tables.text import held

if TYPE_CHECKING:
    import numpy.typing as npt

MANY = 2_000  # positions: larger grids have no room for words in their cells
_CHECKS = 2  # positions of a slab that are judged both ways
_KINDS = (
    NO_POSITION,
    CellKind("agrees", PLAIN),
    CellKind("agrees, both sides true", INK, "disc"),
    CellKind("differs", WRONG, "cross"),
    CellKind("differs, the left side is true", BLUE, "disc"),
    CellKind("differs, the right side is true", WRONG, "cross"),
    CellKind("premise not true", "#b9c4cf"),
    CellKind("the move that is named does not win", WRONG, "cross"),
)
_ILLEGAL, _AGREES, _BOTH, _DIFFERS, _LEFT, _RIGHT, _SILENT, _MOVE = range(len(_KINDS))


def difference(
    rules: Rules, name: str, box: TableBox, files: Sequence[str | Path] = (),
    tick: Tick = lambda: None,
) -> Picture:  # fmt: skip
    """The picture of a claim over the positions of a box with two or three components."""
    instance = instance_about(rules, name, files)
    _check(instance, box)
    cells = _judged(instance, box, tick)
    counts = Counter(cells.numbers.reshape(-1).tolist())
    title = f"{instance.claim.name}: claim and truth of {rules.text}{held(box)}"
    wrong = counts[_DIFFERS] + counts[_LEFT] + counts[_RIGHT]
    found = f"differs at {wrong:,} of {counts.total() - counts[_ILLEGAL] - counts[_SILENT]:,} positions"
    found += f", and names a move that does not win at {counts[_MOVE]:,}" if counts[_MOVE] else ""
    play = "" if instance.claim.play.is_normal else f"under {instance.claim.play.name}: "
    notes = (f"{play}{instance.stated}", found)
    return grids(Captions(title, notes, f"{title}. {notes[0]}. The claim {found}."), box, cells)


def _check(instance: Instance, box: TableBox) -> None:
    claim = instance.claim
    if not claim.speaks_of_position or any(c.value is not None or c.domain is not None for c in claim.components):
        raise error("E351", None, claim=claim.name, reason="it does not speak of all positions")
    if len(box.shape) == 1:
        raise error("E351", None, claim=claim.name, reason="the difference of a claim is drawn over two components")


def _judged(instance: Instance, box: TableBox, tick: Tick) -> Cells:
    assert instance.game is not None
    claim, values = instance.claim, Values(tick=tick)
    values.prepare(instance.game, box.highs, claim.asks(), claim.play)
    judge = Judge(instance, values.asker(claim.play))
    try:
        return _at_once(judge, values, box, tick) if len(box) >= MANY else _one_by_one(judge, box, tick)
    except NotExpressible:
        return _one_by_one(judge, box, tick)
    except LimitReached as limit:
        raise error("E351", None, claim=claim.name, reason=limit.reason) from None


def _at_once(judge: Judge, values: Values, box: TableBox, tick: Tick) -> Cells:
    """The cells by compiled formulas; raises `NotExpressible`. They are too many for words in them."""
    game = judge.instance.game
    assert game is not None
    lows = tuple(box.fixed.get(i, low) for i, low in enumerate(game.layout.lows))
    region = Region(game, lows, box.highs, (), {})
    columns, source = Columns(replace(judge.instance, region=region), values), Random(judge.instance.claim.name)
    numbers = np.full(box.shape, _ILLEGAL, np.uint8)
    for slab in slabs(region):
        tick()
        found = columns.look(slab)
        compare(judge, slab, found, _CHECKS, source)
        kinds = _kinds(found)
        for row in np.flatnonzero(found.unclear).tolist():
            kinds[row] = _kind(judge.look(slab.state(row)))
        numbers[tuple(slab.columns[i] for i in box.free)] = kinds
    return Cells(numbers, _KINDS, np.full(box.shape, ""))


def _kinds(found: ColumnFindings) -> "npt.NDArray[np.uint8]":
    if found.left is None:
        agreeing = np.where(found.is_true, _AGREES, _DIFFERS)
    else:
        agreeing = np.where(found.left, np.where(found.is_true, _BOTH, _LEFT), np.where(found.is_true, _AGREES, _RIGHT))
    return np.where(found.premise, agreeing, _SILENT).astype(np.uint8)


def _one_by_one(judge: Judge, box: TableBox, tick: Tick) -> Cells:
    assert judge.instance.game is not None
    findings = [_look(judge, judge.instance.game, point, tick) for point in box]
    numbers = np.array([_kind(finding) for finding in findings], np.uint8).reshape(box.shape)
    return Cells(numbers, _KINDS, np.array([_word(finding) for finding in findings]).reshape(box.shape))


def _look(judge: Judge, game: Game, point: Numbers, tick: Tick) -> PositionFinding | None:
    tick()
    position = position_at(game, point)
    component = None if position is None else position.only
    return None if component is None else judge.look(component.state)


def _kind(finding: PositionFinding | None) -> int:
    if finding is None:
        return _ILLEGAL
    if not finding.has_premise:
        return _SILENT
    left, right = finding.sides or (None, None)
    if not finding.is_true and finding.sides is not None and left == right:
        return _MOVE
    if not finding.is_true:
        return _DIFFERS if not isinstance(left, bool) else _LEFT if left else _RIGHT
    return _BOTH if left is True and right is True else _AGREES


def _word(finding: PositionFinding | None) -> str:
    """The value that both sides of an equation have."""
    if finding is None or finding.sides is None or not finding.is_true or isinstance(finding.sides[0], bool):
        return ""
    return str(finding.sides[0])
