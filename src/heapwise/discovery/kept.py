"""What was found, as plain data: so it comes from other processes, and so it is kept while a search goes on."""

from collections.abc import Iterable, Mapping
from typing import Any

from heapwise.discovery.finding import Finding, Rival, RuledOut
from heapwise.discovery.judge import StatementJudge, Status, parameters_of
from heapwise.discovery.run import Result, Search
from heapwise.proof.automata import Automaton, BareAutomaton, DigitOrder, Numeration
from heapwise.proof.learned import DigitSet
from heapwise.records import asdict
from heapwise.reference.conventions import Play

_PLAIN = (
    "claim", "play", "how", "cost", "name", "is_claim", "method", "fitted", "unseen", "hypotheses", "quantifiers",
    "seconds",
)  # fmt: skip


def as_kept(results: Iterable[Result]) -> list[dict[str, Any]]:
    """Findings, and what is excluded, for a journal."""
    return [asdict(one) if isinstance(one, RuledOut) else _finding(one) for one in results]


def from_kept(known: Iterable[Mapping[str, Any]], search: Search, play: Play) -> list[Result]:
    """The same again, about the game of a search."""
    return [_read(data, search, play) for data in known]


def _finding(one: Finding) -> dict[str, Any]:
    data = {name: getattr(one, name) for name in _PLAIN} | {"standing": str(one.standing)}
    return data | {
        "automaton": None if one.automaton is None else asdict(one.automaton),
        "rivals": [rival.as_data() for rival in one.rivals], "wordings": list(one.wordings),
        "instances": [dict(known) for known in one.instances],
        "has_parameters": bool(one.parameters), "is_judged": one.judge is not None,
    }  # fmt: skip


def _read(data: Mapping[str, Any], search: Search, play: Play) -> Result:
    if "standing" not in data:
        return RuledOut(data["text"], data["play"])
    plain = {name: data[name] for name in _PLAIN}
    return Finding(
        standing=Status(data["standing"]),
        automaton=None if data["automaton"] is None else _automaton_of(data["automaton"]),
        rivals=tuple(Rival(r["claim"], tuple(r["position"]), r["left"], r["right"]) for r in data["rivals"]),
        wordings=tuple(data["wordings"]),
        instances=tuple(data["instances"]),
        parameters=parameters_of(search.game) if data["has_parameters"] and search.game is not None else {},
        judge=StatementJudge(search.schema, play, search.games) if data["is_judged"] else None,
        **plain,
    )


def _automaton_of(data: Mapping[str, Any]) -> DigitSet:
    """The set again; lists that a journal made of tuples are tuples."""
    tracks, shape = data["automaton"]["tracks"], data["automaton"]["shape"]
    numeration = Numeration(DigitOrder(shape["numeration"]["order"]), shape["numeration"]["base"])
    lists = {name: tuple(shape[name]) for name in ("columns", "table", "accepting")}
    found = BareAutomaton(**{**shape, **lists, "numeration": numeration})
    return DigitSet(Automaton(tuple(tracks), found), data["is_fibonacci"])
