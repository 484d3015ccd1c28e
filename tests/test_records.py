"""Records of ours beside those of the standard library: equal, hashed and shown alike."""

import dataclasses
from collections.abc import Callable
from copy import copy
from itertools import product
from typing import Any

import pytest

import heapwise as hw
from heapwise import records

_FIELDS = [{}, {"heap": (2,)}, {"heap": (2,), "taken": 1}, {"heap": (2,), "taken": 1, "place": "a"}]


def _made(decorate: Callable[..., Any], fields: dict[str, Any], options: dict[str, bool], own: dict[str, Any]) -> Any:
    """A class with such fields; where it stands is not compared."""
    names = {name: type(value) for name, value in fields.items()}
    rest = {"place": dataclasses.field(compare=False, repr=False)} if "place" in fields else {}
    return decorate(**options)(type("Move", (), {"__annotations__": names, "__doc__": "", **rest, **own}))


def _said(kind: Any, fields: dict[str, Any]) -> list[Any]:
    """What can be asked of records of a class, with the answers."""
    one, two, far = kind(**fields), kind(**fields), kind(**{**fields, "place": "b"} if "place" in fields else fields)
    changed = [dataclasses.replace(one, heap=(3,))] if fields else []
    has_hash = kind.__hash__ is not None and kind.__hash__ is not object.__hash__
    return [
        repr(one), one == two, one == far, one == object(), [one == other for other in changed], has_hash,
        has_hash and [len({one, two, far, *changed}), hash(one) == hash(far)], copy(one) == one,
        dataclasses.asdict(one), kind.__match_args__, hasattr(one, "__dict__"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "own", [{}, {"__eq__": lambda a, b: True}, {"__hash__": lambda a: 1}, {"__repr__": lambda a: "?"}]
)
def test_records_are_those_of_the_library(own: dict[str, Any]) -> None:
    for fields, frozen, eq, slots in product(_FIELDS, (False, True), (False, True), (False, True)):
        options = {"frozen": frozen, "eq": eq, "slots": slots}
        ours, theirs = (_made(d, fields, options, own) for d in (records.dataclass, dataclasses.dataclass))
        assert _said(ours, fields) == _said(theirs, fields), (fields, options)


def test_a_class_below_record_is_a_frozen_one_of_the_library() -> None:
    def by_inheritance(**options: bool) -> Callable[[type], type]:
        own = ("__dict__", "__weakref__")
        return lambda given: type(
            "Move", (records.Record,), {k: v for k, v in vars(given).items() if k not in own}, **options
        )

    for fields, eq in product(_FIELDS, (False, True)):
        theirs = _made(dataclasses.dataclass, fields, {"frozen": True, "eq": eq}, {})
        assert _said(_made(by_inheritance, fields, {"eq": eq}, {}), fields) == _said(theirs, fields), (fields, eq)


def test_a_class_below_another_has_the_fields_of_both() -> None:
    @records.dataclass(frozen=True, kw_only=True)
    class Below:
        span: int = records.field(default=0, compare=False)

    @records.dataclass(frozen=True)
    class Above(Below):
        heap: int

    assert Above(3, span=1) == Above(3) != Above(4)
    assert len({Above(3, span=1), Above(3)}) == 1
    assert repr(Above(3, span=1)).endswith("Above(span=1, heap=3)")


def test_what_users_hold_does_not_change() -> None:
    (verdict,) = hw.check("claims for nim(n)\ntheorem a: G(x) = nimsum(x) for n = 1 upto 3")
    with pytest.raises(dataclasses.FrozenInstanceError):
        verdict.word = "proved"  # type: ignore[misc]
