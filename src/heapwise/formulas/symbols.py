"""Names of a formula as sympy symbols: one symbol for each slot, two slots never share one."""

import re
from collections.abc import Mapping
from typing import Any

import sympy

from heapwise.formulas.objects import EntrySymbol, Things
from heapwise.formulas.problems import NotExpressible
from heapwise.records import dataclass, field

_NAME = re.compile(r"[^\W\d]\w*")
Key = tuple[int, tuple[int, ...]]  # a slot, and indices into what it holds, counted from 1


@dataclass
class Symbols:
    """The symbols of one formula. `lows` are the least values of slots that hold components."""

    lows: Mapping[int, int] = field(default_factory=dict)
    by_key: dict[Key, Any] = field(default_factory=dict)
    constants: dict[Any, Any] = field(default_factory=dict)
    _taken: set[str] = field(default_factory=set)

    def number(self, slot: int, name: str, path: tuple[int, ...] = ()) -> Any:
        """The symbol of a number."""
        if (slot, path) not in self.by_key:
            positive = self.lows.get(slot, -1) >= 0
            assumed = {"integer": True, **({"nonnegative": True} if positive else {})}
            kind = EntrySymbol if path else sympy.Symbol
            self.by_key[slot, path] = kind(self._free(name, path), **assumed)
        return self.by_key[slot, path]

    def truth(self, slot: int, name: str) -> Any:
        """The symbol of a condition that has a name."""
        return self.by_key.setdefault((slot, ()), sympy.Symbol(self._free(name, ())))

    def thing(self, slot: int, name: str) -> Any:
        """The symbol of a vector, a set, a game or a position."""
        if (slot, ()) not in self.by_key:
            self.by_key[slot, ()] = Things(self._free(name, ()))
        return self.by_key[slot, ()]

    def constant(self, value: Any, text: str) -> Any:
        """The symbol of a value that sympy has no class for, such as a code or a game."""
        symbol = Things(text)
        while self.constants.setdefault(symbol, value) is not value and self.constants[symbol] != value:
            symbol = Things(symbol.name + "'")
        return symbol

    def _free(self, name: str, path: tuple[int, ...]) -> str:
        if not _NAME.fullmatch(name):
            raise NotExpressible("a name that is none")
        wanted = "_".join([name, *map(str, path)])
        while wanted in self._taken:
            wanted += "'"
        self._taken.add(wanted)
        return wanted
