"""Values that others have published: those that other programs' own tests expect, and sequences of the OEIS."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import heapwise as hw
from heapwise.reference.conventions import Grundy
from heapwise.reference.interpreter import Interpreter

FOLDER = Path(__file__).parent / "known"
PEERS = hw.load(FOLDER / "peers.game")


def rows(name: str) -> list[list[str]]:
    """The rows of a file of known values, each with its source at the end."""
    lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    found = [line.split("\t") for line in lines if line and not line.startswith("#")]
    assert len({len(row) for row in found}) == 1
    assert all(row[-1] for row in found)
    return found


def a_game(text: str) -> Any:
    """A game of the library, or one of those in `peers.game`."""
    name, _, argument = text.partition("(")
    return PEERS[name](*([int(argument[:-1])] if argument else [])) if name in PEERS else hw.game(text)


def misere(game: Any, n: int) -> int:
    """The Grundy value with 1 where play has ended; of a sum by going through its positions."""
    return int(Interpreter(Grundy(misere=True)).value(game.rules.position_of((n,))))


def parts(game: Any, n: int) -> set[tuple[int, ...]]:
    """The options of one heap, each as the heaps that it leaves; what is empty is left out."""
    found = {tuple(sorted(v for component in option for v in component.state)) for option in game.rules.options((n,))}
    return {tuple(v for v in option if v) for option in found}


@pytest.mark.parametrize("row", rows("peers.tsv"), ids=lambda row: f"{row[0]}, {row[1]}")
def test_what_other_programs_expect(row: list[str]) -> None:
    text, asked, at, expected, _ = row
    game, wanted = a_game(text), expected.split()
    match asked:
        case "grundy":
            first, last = map(int, at.split(".."))
            assert [game.grundy(n) for n in range(first, last + 1)] == [int(v) for v in wanted]
        case "misere grundy":
            assert [misere(game, n) for n in range(len(wanted))] == [int(v) for v in wanted]
        case "grundy row":
            assert [game.grundy((int(at), m)) for m in range(len(wanted))] == [int(v) for v in wanted]
        case "options":
            position = tuple(map(int, at.split(",")))
            assert len(game.options(position)) == int(expected)
        case "parts":
            assert parts(game, int(at)) == {tuple(map(int, part.split(","))) for part in wanted}
        case _:
            claim = f"claims\ntheorem it: period({text}) = {wanted[0]} and preperiod({text}) = {wanted[1]}"
            (verdict,) = hw.check(f"{claim} and saltus({text}) = {wanted[2]}")
            assert verdict.word in ("holds", "proved")


@pytest.mark.parametrize("row", rows("oeis.tsv"), ids=lambda row: f"{row[3].partition(' ')[0]}, {row[0]}")
def test_sequences_of_the_oeis(row: list[str]) -> None:
    text, at, expected, _ = row
    first, wanted = int(at), [int(v) for v in expected.split()]
    assert len(wanted) > 20
    if " of " in text:
        assert two_heaps(text, first, len(wanted)) == wanted
    else:
        table = hw.game(text).table(first + len(wanted) - 1).values
        assert [int(v) for v in table[first:]] == wanted


def two_heaps(text: str, first: int, count: int) -> list[int]:
    """A table read along its diagonal, or by the rows of a triangle."""
    way, _, name = text.partition(" of ")
    game = hw.game(name)
    if way == "diagonal":
        return [game.grundy((n, n)) for n in range(first, first + count)]
    pairs = [(n, m) for n in range(count) for m in range(n + 1)]
    return [game.grundy(pair) for pair in pairs[first : first + count]]


# N. B. Ho, Two variants of Wythoff's game preserving its P-positions, J. Combin. Theory Ser. A 119 (2012), 1302-1314,
# arXiv:1202.3186: both have the P-positions of Wythoff's game.
HO = {
    "nothing from the smaller heap alone": "move a -> a - t for t in 1..a where a >= b\n"
    "    move b -> b - t for t in 1..b where b >= a\n    move a -> a - t, b -> b - t for t in 1..min(a, b)",
    "fewer from the larger heap than from the smaller": "move a -> a - t for t in 1..a\n"
    "    move b -> b - t for t in 1..b\n    move a -> a - t, b -> b - t for t in 1..min(a, b)\n"
    "    move a -> a - k, b -> b - l for k in 1..a, l in 1..k-1 where a <= b, l <= b\n"
    "    move a -> a - l, b -> b - k for k in 1..b, l in 1..k-1 where b <= a, l <= a",
}


@pytest.mark.parametrize("name", HO)
def test_the_variants_of_ho_have_the_p_positions_of_wythoff(name: str) -> None:
    text = f"game mine\n    heaps a, b\n    {HO[name]}\nclaims for mine\ntheorem ho: P(a, b) iff P(wythoff(a, b))\n"
    (verdict,) = hw.check(text + "conjecture values: G(a, b) = G(wythoff(a, b))", upto=40, claim="ho")
    assert verdict.word in ("holds", "proved")
    (values,) = hw.check(text + "conjecture values: G(a, b) = G(wythoff(a, b))", upto=40, claim="values")
    assert values.word == "refuted"
