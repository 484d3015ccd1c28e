"""Certificates by their kinds, each with a checker of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from heapwise.verify.checker import Checked, check_proof
from heapwise.verify.coordinates import check_coordinates
from heapwise.verify.definition import check_definition
from heapwise.verify.digits import check_digits
from heapwise.verify.splitting import check_splitting


def check(data: Mapping[str, Any]) -> Checked:
    """Look at every step of a proof of any kind; raises `HeapwiseError` at the first that is not right."""
    match data.get("kind"):
        case "digits":
            found = check_digits(data)
            return Checked(found.obligations, found.automata, found.states, found.answers, 0)
        case "splitting":
            return Checked(check_splitting(data), 0, 0, 0, 0)
        case "definition":
            return Checked(check_definition(data), 0, 0, 0, 0)
        case "tracks" | "sums":
            check_coordinates(data)
    return check_proof(dict(data))
