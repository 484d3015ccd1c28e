"""Certificates by their kinds, each with a checker of its own."""

from collections.abc import Mapping
from typing import Any

from heapwise.verify.checker import Checked, check_proof
from heapwise.verify.coordinates import check_coordinates
from heapwise.verify.definition import check_definition
from heapwise.verify.digits import check_digits
from heapwise.verify.splitting import check_splitting
from heapwise.verify.untrusted import not_one, of, record

PARTS = ("by", "other")  # of a claim that says of a game what is said of another one


def check(data: Mapping[str, Any]) -> Checked:
    """Look at every step of a proof of any kind; raises `HeapwiseError` at the first that is not right."""
    match data.get("kind"):
        case "digits":
            return check_digits(data)
        case "splitting":
            return Checked(check_splitting(data))
        case "definition":
            return Checked(check_definition(data))
        case "same":
            return _both(*(_part(data, key) for key in PARTS))
        case "tracks" | "sums":
            check_coordinates(data)
    return check_proof(dict(data))


def _part(data: Mapping[str, Any], key: str) -> Checked:
    found = record(of(data, key), "a proof")
    if found.get("kind") not in _OF_ONE_GAME:
        raise not_one("a part of it is of a kind that has no place there")
    return check(found)


# A tuple, because what stands there may be anything, also what has no hash.
_OF_ONE_GAME = ("digits", "intervals", "splitting", "definition", "tracks", "sums")


def _both(one: Checked, two: Checked) -> Checked:
    obligations = (*one.obligations, *(f"{name}, of the other game" for name in two.obligations))
    automata, states = one.automata + two.automata, max(one.states, two.states)
    return Checked(obligations, automata, states, one.steps + two.steps, one.theorems + two.theorems)
