"""Formulas that were planted: values made by a random formula of at most eight symbols are given its behaviour back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from finds.base import Case, Part, Row
from heapwise.fitting.components import Components
from heapwise.fitting.leaves import of_instance
from heapwise.fitting.sample import positions_of, sample_of
from heapwise.fitting.search import search

SEEDS, EACH = 300, 5
MOST_SYMBOLS = 8
_SIDE = 16
Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Planted:
    """A formula in a and b: its text, the number of its symbols, and its values."""

    text: str
    symbols: int
    at: Callable[[Numbers, Numbers], Numbers]


def planted(source: Random, most: int) -> Planted:
    """A formula of at most so many symbols."""
    kinds: list[Callable[[Random, int], Planted]] = [_leaf]
    if most >= 3:
        kinds += [_joined, _joined, _changed]
    return source.choice(kinds)(source, most)


def _leaf(source: Random, most: int) -> Planted:
    kind = source.randrange(5)
    if kind == 4:
        number = source.randint(1, 4)
        return Planted(str(number), 1, lambda a, b: np.full_like(a, number))
    return Planted("ab"[kind % 2], 1, (lambda a, b: a) if kind % 2 == 0 else (lambda a, b: b))


def _joined(source: Random, most: int) -> Planted:
    left = planted(source, most - 2)
    right = planted(source, most - 1 - left.symbols)
    sign, of = source.choice(_JOINING)
    text = f"{sign}({left.text}, {right.text})" if sign.isalpha() else f"({left.text} {sign} {right.text})"
    return Planted(text, left.symbols + right.symbols + 1, lambda a, b: of(left.at(a, b), right.at(a, b)))


def _changed(source: Random, most: int) -> Planted:
    inner, number = planted(source, most - 2), source.randint(2, 5)
    kind = source.randrange(3)
    if kind == 0:
        return Planted(f"({inner.text} mod {number})", inner.symbols + 2, lambda a, b: inner.at(a, b) % number)
    if kind == 1:
        return Planted(f"floor({inner.text} / {number})", inner.symbols + 3, lambda a, b: inner.at(a, b) // number)
    return Planted(f"({number} * {inner.text})", inner.symbols + 2, lambda a, b: number * inner.at(a, b))


_JOINING: tuple[tuple[str, Callable[[Any, Any], Any]], ...] = (
    ("+", np.add), ("(+)", np.bitwise_xor), ("max", np.maximum), ("min", np.minimum),
)  # fmt: skip


def run(first: int) -> Row:
    """So many seeds from the first one on."""
    lost = [text for seed in range(first, first + EACH) if (text := _lost(Random(seed)))]
    return {"seeds": EACH, "lost": lost}


def _lost(source: Random) -> str:
    """The formula, if it is not found."""
    made = planted(source, MOST_SYMBOLS)
    while made.symbols > MOST_SYMBOLS or not {"a", "b"} <= set(made.text):
        made = planted(source, MOST_SYMBOLS)
    a, b = (part.astype(np.int64) for part in np.indices((4 * _SIDE, 4 * _SIDE)))
    whole = made.at(a, b).astype(np.int32)
    beyond = whole.copy()
    beyond[:_SIDE, :_SIDE] = -1
    sample = sample_of(positions_of(whole[:_SIDE, :_SIDE]), positions_of(beyond))
    found = search(Components(("a", "b"), None, 2), of_instance(2), sample, is_p=False)
    return "" if found.fits else made.text


def cases() -> Sequence[Case]:
    """Seeds, some at a time."""
    return [Case(f"seeds {first}..{first + EACH - 1}", partial(run, first)) for first in range(0, SEEDS, EACH)]


def page(rows: dict[str, Row]) -> list[str]:
    """How many were found, and those that were not."""
    seeds = sum(row["seeds"] for row in rows.values())
    lost = [text for row in rows.values() for text in row["lost"]]
    told = [
        "## Formulas that were planted", "",
        f"Of {seeds} tables filled by random formulas of at most {MOST_SYMBOLS} symbols in two components,",
        f"{seeds - len(lost)} were given a formula that is right on a table of four times the side. Not found:"
        f" {len(lost)}.",
    ]  # fmt: skip
    return told + [f"* `{text}`" for text in lost[:20]]


PLANTED = Part("planted", cases, page)
