"""Arrows: each takes the way, among a few, that keeps clear best of states, labels and the arrows before it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import atan2, cos, fsum, hypot, pi, sin
from typing import TYPE_CHECKING

from heapwise.arrays import np
from heapwise.pictures.colours import INK, PAPER
from heapwise.pictures.scene import Circle, Line, Point, Polygon, Rect, Shape, Text, width_of
from heapwise.records import dataclass, field

if TYPE_CHECKING:
    import numpy.typing as npt

    Points = npt.NDArray[np.float64]

RADIUS = 19.0
EXIT = 6.5  # the radius of an exit
_BENDS = (0.0, 0.1, -0.1, 0.2, -0.2, 0.32, -0.32, 0.5, -0.5)
_PLACES = (0.5, 0.4, 0.6, 0.3, 0.7, 0.78, 0.22)
_TURNS = (-pi / 2, pi / 2, -pi / 4, -3 * pi / 4, pi / 4, 3 * pi / 4)
_STEPS = 28
_LOOP, _OUT = 14.0, 58.0
_SIZE, _LEADING = 11.0, 13.0
_HEAD = 8.0

Rectangle = tuple[float, float, float, float]
Way = tuple[Point, ...]


@dataclass
class Router:
    """Finds ways between states, one after another, inside of some bounds."""

    places: Mapping[int, Point]
    bounds: Rectangle
    labels: list[Rectangle] = field(default_factory=list)
    _before: list[Points] = field(default_factory=list)  # the ways that are taken
    _exits: list[Point] = field(default_factory=list)

    def arrow(self, source: int, target: int, words: Sequence[str]) -> tuple[list[Shape], list[Shape]]:
        """The line with its head, and the label, which is to be painted above all lines."""
        choices = self._loops(source, words) if source == target else self._ways(source, target, words)
        way, written = self._taken(choices, words)
        return [Line(way, INK, 1.1), head(way)], written

    def exit(self, source: int, words: Sequence[str]) -> tuple[list[Shape], list[Shape]]:
        """A short arrow to a small double circle of its own."""
        way, written = self._taken(self._ways_out(source, words), words)
        x, y = way[-1]
        turn = atan2(y - way[0][1], x - way[0][0])
        self._exits.append((x + EXIT * cos(turn), y + EXIT * sin(turn)))
        circles = [Circle(*self._exits[-1], radius, PAPER, INK, 1.1) for radius in (EXIT, EXIT - 2.5)]
        return [Line(way, INK, 1.1), head(way), *circles], written

    def _taken(self, choices: Iterator[tuple[Way, Rectangle]], words: Sequence[str]) -> tuple[Way, list[Shape]]:
        way, box = min(choices, key=lambda choice: self._price(*choice))
        self.labels.append(box)
        self._before.append(np.array(way))
        return way, list(_written(box, words))

    # -- choices

    def _ways(self, source: int, target: int, words: Sequence[str]) -> Iterator[tuple[Way, Rectangle]]:
        (x, y), (u, v) = self.places[source], self.places[target]
        for bend in _BENDS:
            middle = ((x + u) / 2 - bend * 2 * (v - y), (y + v) / 2 + bend * 2 * (u - x))
            way = _between((x, y), middle, (u, v))
            for place in _PLACES:
                yield way, _box(way[round(place * (len(way) - 1))], words)

    def _loops(self, state: int, words: Sequence[str]) -> Iterator[tuple[Way, Rectangle]]:
        """Loops beside a state, with their labels outside."""
        x, y = self.places[state]
        wide, high = _size(words)
        for turn in _TURNS:
            toward = (cos(turn), sin(turn))
            middle = (x + 1.75 * RADIUS * toward[0], y + 1.75 * RADIUS * toward[1])
            first, last = turn + pi + 0.75, turn + 3 * pi - 0.75
            angles = [first + (last - first) * i / _STEPS for i in range(_STEPS + 1)]
            way = tuple((middle[0] + _LOOP * cos(a), middle[1] + _LOOP * sin(a)) for a in angles)
            away = min((_LOOP + wide / 2) / max(abs(toward[0]), 1e-9), (_LOOP + high / 2 + 1) / abs(toward[1]))
            yield way, _box((middle[0] + away * toward[0], middle[1] + away * toward[1]), words)

    def _ways_out(self, state: int, words: Sequence[str]) -> Iterator[tuple[Way, Rectangle]]:
        x, y = self.places[state]
        for step in range(24):
            toward = (cos(step * pi / 12), sin(step * pi / 12))
            far = [RADIUS + 1 + (_OUT - RADIUS - 1) * i / _STEPS for i in range(_STEPS + 1)]
            way = tuple((x + r * toward[0], y + r * toward[1]) for r in far)
            wide, high = _size(words)
            out = _OUT + 2 * EXIT
            yield way, _box((x + (out + wide / 2) * toward[0], y + (out + high / 2) * toward[1]), words)

    # -- what a choice costs

    def _price(self, way: Way, box: Rectangle) -> float:
        points = np.array(way)
        outside = _outside(points, self.bounds) + _outside(np.array([box[:2], box[2:]]), self.bounds)
        found = (
            0.12 * _bend(way) + 9 * self._nearness(points) + 50 * outside + self._of_box(box)
            + 4 * sum(_inside(points, other) for other in self.labels) + self._meetings(points)
        )  # fmt: skip
        return round(found, 3)  # of choices that are as good as each other the first is taken

    def _nearness(self, points: Points) -> float:
        """How much it comes too close to states and exits, its own ends apart."""
        found = 0.0
        for place, radius in [*((p, RADIUS) for p in self.places.values()), *((p, EXIT) for p in self._exits)]:
            distance = np.hypot(*(points - place).T)
            if min(distance[0], distance[-1]) > 1.6 * RADIUS:
                found += max(0.0, radius + 9 - float(distance.min()))
        return found

    def _of_box(self, box: Rectangle) -> float:
        on_states = fsum(_overlap(box, _around(place, RADIUS)) for place in self.places.values())
        on_exits = fsum(_overlap(box, _around(place, EXIT)) for place in self._exits)
        on_labels = fsum(_overlap(box, other) for other in self.labels)
        return (on_states + on_exits) / 5 + on_labels / 3 + 3 * sum(_inside(other, box) for other in self._before)

    def _meetings(self, points: Points) -> float:
        """How much it crosses other arrows, or runs along them."""
        if not self._before:
            return 0.0
        others = np.concatenate(self._before)
        apart = np.hypot(*(points[2:-2, None] - others[None]).transpose(2, 0, 1)).min(axis=1)
        return 1.2 * float((apart < 5).sum())


def head(way: Sequence[Point]) -> Polygon:
    """The head of an arrow, at the end of its way."""
    (x, y), tip = way[-3], way[-1]
    turn = atan2(tip[1] - y, tip[0] - x)
    back = [(tip[0] - _HEAD * cos(turn + side), tip[1] - _HEAD * sin(turn + side)) for side in (-0.42, 0.42)]
    return Polygon((tip, *back), INK)


def _written(box: Rectangle, words: Sequence[str]) -> Iterator[Shape]:
    yield Rect(box[0], box[1], box[2] - box[0], box[3] - box[1], PAPER)
    for i, word in enumerate(words):
        yield Text((box[0] + box[2]) / 2, box[1] + 1 + _LEADING * (i + 0.5), word, _SIZE, INK, "middle")


def _size(words: Sequence[str]) -> Point:
    return max(width_of(word, _SIZE) for word in words) + 6, _LEADING * len(words) + 2


def _box(middle: Point, words: Sequence[str]) -> Rectangle:
    wide, high = _size(words)
    return middle[0] - wide / 2, middle[1] - high / 2, middle[0] + wide / 2, middle[1] + high / 2


def _between(start: Point, middle: Point, end: Point) -> Way:
    """A curve from circle to circle."""
    points = [_curve(start, middle, end, i / 120) for i in range(121)]
    points = [p for p in points if hypot(p[0] - start[0], p[1] - start[1]) >= RADIUS + 1] or points
    points = [p for p in points if hypot(p[0] - end[0], p[1] - end[1]) >= RADIUS + 2] or points
    return tuple(points[round(i * (len(points) - 1) / _STEPS)] for i in range(_STEPS + 1))


def _curve(one: Point, two: Point, three: Point, t: float) -> Point:
    a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
    return a * one[0] + b * two[0] + c * three[0], a * one[1] + b * two[1] + c * three[1]


def _bend(way: Sequence[Point]) -> float:
    (x, y), (u, v), (p, q) = way[0], way[len(way) // 2], way[-1]
    return hypot(u - (x + p) / 2, v - (y + q) / 2)


def _around(place: Point, radius: float) -> Rectangle:
    reach = radius + 3
    return place[0] - reach, place[1] - reach, place[0] + reach, place[1] + reach


def _overlap(one: Rectangle, two: Rectangle) -> float:
    wide = min(one[2], two[2]) - max(one[0], two[0])
    high = min(one[3], two[3]) - max(one[1], two[1])
    return max(0.0, wide) * max(0.0, high)


def _inside(points: Points, box: Rectangle) -> int:
    """How many points lie in a box."""
    low, high = points > np.array(box[:2]), points < np.array(box[2:])
    return int((low & high).all(axis=1).sum())


def _outside(points: Points, box: Rectangle) -> int:
    return len(points) - _inside(points, box)
