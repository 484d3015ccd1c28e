"""Records: `class Move(Record)`, with its fields below, and `dataclass` as the standard library has it, at a quarter of
its price when a module is read.

The library writes six functions for a frozen class, as text, and compiles them: a quarter of a millisecond, and the
question of a user meets some 470 classes. Here it writes `__init__` alone. What compares and shows a record is one
function for all of them. That nobody assigns to a field of a frozen one is for mypy to see, which reads the decorator
of the library here; a record is made twice as fast in return. What users hold in their hands, as verdicts, is frozen by
the library itself. `dataclass` is for what changes, and for slots.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import asdict, field, fields, is_dataclass, replace
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, dataclass_transform

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(
        cls: type | None = None, /, *, frozen: bool = False, eq: bool = True, **options: bool
    ) -> type | Callable[[type], type]:
        """The class with what its fields say, as `dataclasses.dataclass` makes it."""

        def made(given: type) -> type:
            record = dataclasses.dataclass(given, eq=False, repr=False, **options)
            _add(record, "__repr__", _text)
            if eq:
                _compare(record, frozen)
            return record

        return made if cls is None else made(cls)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Record:
    """What does not change and is what its fields are; options of `dataclass` stand beside it: `(Record, eq=False)`."""

    def __init_subclass__(cls, **options: bool) -> None:
        super().__init_subclass__()
        dataclass(frozen=True, **options)(cls)


def _compare(record: Any, is_frozen: bool) -> None:
    """Records of one class are equal when their fields are; those that do not change have a hash."""
    content = _content([f.name for f in fields(record) if f.compare])

    def equal(self: Any, other: object) -> bool:
        return content(self) == content(other) if other.__class__ is self.__class__ else NotImplemented

    _add(record, "__eq__", equal)
    if vars(record).get("__hash__") is None:
        record.__hash__ = (lambda self: hash(content(self))) if is_frozen else None


def _content(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    """The values of some fields."""
    if not names:
        return lambda self: ()
    get = attrgetter(*names)
    return get if len(names) > 1 else lambda self: (get(self),)


@recursive_repr()
def _text(self: Any) -> str:
    """`Move(heap=2, taken=1)`"""
    shown = (f"{f.name}={getattr(self, f.name)!r}" for f in fields(self) if f.repr)
    return f"{self.__class__.__qualname__}({', '.join(shown)})"


def _add(record: Any, name: str, function: Callable[..., Any]) -> None:
    """A method, where the class has none of its own."""
    if name not in vars(record):
        setattr(record, name, function)


__all__ = ["Record", "asdict", "dataclass", "field", "fields", "is_dataclass", "replace"]
