"""Sets whose members depend on the position: they can be asked for members, and some can be walked."""

from __future__ import annotations

from typing import Any

from heapwise.records import dataclass


@dataclass(frozen=True)
class Between:
    """`low..high`, or `low..` without an end; the ends are numbers or vectors.

    `is_open` marks an end that nobody wrote, behind which nothing changes any more.
    """

    low: Any
    high: Any | None
    is_open: bool = False


@dataclass(frozen=True)
class ListedMembers:
    """Members one by one, each with the condition under which it is one."""

    members: tuple[tuple[Any, Any], ...]


@dataclass(frozen=True)
class CombinedMembers:
    """`A | B`, `A & B` or `A \\\\ B`."""

    name: str
    left: Any
    right: Any


SymbolicSet = Between | ListedMembers | CombinedMembers
