"""The bars, and what was measured."""

from __future__ import annotations

from typing import Any

from finds.automata import MOST_SYMBOLS
from finds.base import Row, median, table
from finds.statements import TARGETS

Known = dict[str, dict[str, Row]]


def bars(known: Known) -> list[str]:
    """A row for each bar."""
    rows = [*_statements(known), *_automata(known), *_judged(known)]
    return ["## The bars", "", *table(("bar", "asked", "measured"), rows)]


def _statements(known: Known) -> list[tuple[Any, ...]]:
    rows = known.get("statements", {})
    found = {name: row for name, row in rows.items() if row["standing"] in ("proved", "guess")}
    proved = {name for name, row in found.items() if row["standing"] == "proved"}
    families = {target.family for target in TARGETS if target.family}
    reached = {target.family for target in TARGETS if target.family and target.name in proved}
    times = [row["seconds"] for row in rows.values()]
    memory = max((row["megabytes"] for row in rows.values()), default=0)
    return [
        ("statements of papers found", "31 of 33", f"{len(found)} of {len(rows)}"),
        ("of these proved", "24", len(proved)),
        ("families proved for all parameters", "12 of 13", f"{len(reached)} of {len(families)}"),
        ("median and worst time", "3 s, 60 s", f"{median(times):.1f} s, {max(times, default=0):.0f} s"),
        ("memory, all in one process", "1.5 GB", f"{memory / 1000:.1f} GB"),
    ]


def _automata(known: Known) -> list[tuple[Any, ...]]:
    rows = known.get("automata", {})
    proved = [row for row in rows.values() if row["states"]]
    said = [row for row in proved if 0 < row.get("symbols", 0) <= MOST_SYMBOLS]
    times = [row["learning"] for row in rows.values()]
    return [
        ("sets of P-positions proved as automata", "85 %", _share(len(proved), len(rows))),
        ("their median and whole time", "1 s, 120 s", f"{median(times):.2f} s, {sum(times):.0f} s"),
        (f"of these with a formula of {MOST_SYMBOLS} symbols", "70 %", _share(len(said), len(proved))),
    ]


def _judged(known: Known) -> list[tuple[Any, ...]]:
    sets = [list(known.get(name, {}).values()) for name in ("third", "outsider", "fresh", "blind")]
    found = [sum(row["standing"] in ("proved", "guess") for row in rows) for rows in sets]
    survivors = list(known.get("survivors", {}).values())
    formulas = sum(row["formulas"] for row in survivors)
    chance = list(known.get("chance", {}).values())
    games = sum(row["games"] for row in chance)
    planted = list(known.get("planted", {}).values())
    lost, seeds = sum(len(row["lost"]) for row in planted), sum(row["seeds"] for row in planted)
    return [
        ("games never seen", "90 %", _share(found[0], len(sets[0]))),
        ("games never seen, chosen by an outsider", "90 %", _share(found[1], len(sets[1]))),
        ("a set before these, after its misses (3 of 20) were mended", "", _share(found[2], len(sets[2]))),
        ("the first set, after its misses (4 of 20) were mended", "", _share(found[3], len(sets[3]))),
        ("survivors of the judge that are wrong", "0 of 300", _of(survivors, f"{_wrong(survivors)} of {formulas}")),
        (
            "proved, and contradicted, on random games",
            "0 of 2,000",
            _of(chance, f"{_wrong(chance)} of {games:,} games"),
        ),
        ("planted formulas found", "300", _of(planted, f"{seeds - lost} of {seeds}")),
    ]


def _of(rows: list[Row], text: str) -> str:
    return text if rows else "not measured yet"


def _wrong(rows: list[Row]) -> int:
    return sum(len(row["wrong"]) for row in rows)


def _share(some: int, of_all: int) -> str:
    return f"{some} of {of_all} ({100 * some / max(1, of_all):.0f} %)"
