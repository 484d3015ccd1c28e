"""What ways to fill a table are estimated to cost, beside what they cost: the figures of `heapwise.engine.costs`.

usage: python bench/costs.py

Every row is a table and a way; both columns are seconds of the processor without what has to be compiled or loaded. A
`!` stands where they are more than three times apart. What counts is that the cheaper way is estimated to be cheaper.
"""

from __future__ import annotations

from time import process_time

import heapwise as hw
from heapwise.engine.grid import ways
from heapwise.engine.grid.choice import WayCost
from heapwise.engine.grid.grid import Grid
from heapwise.engine.grid.solving import _filled
from heapwise.engine.memory import Memory
from heapwise.reference.conventions import Grundy
from heapwise.rules.game import Game

TABLES = (
    ("nim(3)", 12), ("nim(3)", 60), ("wythoff", 30), ("wythoff", 500), ("moore(4, 2)", 12), ("delete_nim", 200),
    ("single_delete(3)", 40), ("restricted_ryuoh(3, 12)", 100), ("welter(3)", 40), ("circular(4, 2)", 15),
)  # fmt: skip
APART = 3
_LONGEST = 5.0  # seconds that are waited for a way


def seconds(game: Game, highs: tuple[int, ...], cost: WayCost) -> float:
    """What a way costs when everything is ready."""

    def fill() -> Grid:
        return _filled(cost.way, game, highs, Grundy(), (), lambda: None, Memory())

    fill()
    begin, runs = process_time(), 0
    while process_time() - begin < 0.1:
        fill()
        runs += 1
    return (process_time() - begin) / runs


def main() -> None:
    for text, high in TABLES:
        game = hw.game(text).rules
        assert isinstance(game, Game)
        highs = (high,) * game.size
        for cost in ways(game, highs, Grundy()):
            if cost.work < _LONGEST:
                found = seconds(game, highs, cost)
                mark = "!" if max(found, cost.work) > APART * min(found, cost.work) else ""
                print(f"{text:26s}{high:5d}  {cost.way.name:12s}{cost.work:10.4f}{found:10.4f} {mark}", flush=True)


if __name__ == "__main__":
    main()
