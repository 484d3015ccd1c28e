"""heapwise: rules of Nim variants and conjectures about them as text files, and the truth about both.

>>> import heapwise as hw
>>> game = hw.game("nim(3)")
>>> game.grundy((3, 5, 7))
1
"""

import importlib
from typing import TYPE_CHECKING, Any

from heapwise.version import __version__

if TYPE_CHECKING:
    from heapwise.api import Family, Game, Part, Sum, Text, game, load, parse
    from heapwise.errors import HeapwiseError
    from heapwise.tables import Table
    from heapwise.tables.stored import load_table

# Every name is read from its module when it is first used, so `import heapwise` costs nothing.
_WHERE = {
    "Report": "heapwise.checking",
    "Family": "heapwise.api",
    "Game": "heapwise.api",
    "HeapwiseError": "heapwise.errors",
    "Part": "heapwise.api",
    "Sum": "heapwise.api",
    "Table": "heapwise.tables",
    "Text": "heapwise.api",
    "check": "heapwise.checking",
    "find": "heapwise.discovery",
    "game": "heapwise.api",
    "load": "heapwise.api",
    "load_table": "heapwise.tables.stored",
    "parse": "heapwise.api",
}

__all__ = [
    "Family",
    "Game",
    "HeapwiseError",
    "Part",
    "Report",
    "Sum",
    "Table",
    "Text",
    "__version__",
    "check",
    "find",
    "game",
    "load",
    "load_table",
    "parse",
]


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module 'heapwise' has no attribute {name!r}")
    value = getattr(importlib.import_module(_WHERE[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_WHERE})
