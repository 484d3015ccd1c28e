"""The Python interface: what `import heapwise` offers, from its docstrings."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path

import heapwise

_GIVEN = ("claims.Verdict", "pictures.Picture")
_INTRODUCTION = """\
# Python

```python
import heapwise as hw

game = hw.game("moore(n=3, k=2)")
print(game.grundy((1, 2, 3)))  # 6
print(game.table(upto=7).plot().title)  # Grundy values of moore(3, 2)
print(hw.check("games/octal/kayles.claims").as_stated)  # True
```

Everything below is a name of `heapwise`; pictures and verdicts are what its functions give. Mistakes in games,
positions and bounds raise `HeapwiseError` with the messages that the command line shows; see
[Messages](messages/index.md).
"""


def pages(project: Path) -> Iterator[tuple[str, str]]:
    """One page: functions first, then what they give."""
    names = [name for name in heapwise.__all__ if not name.startswith("__")]
    functions = [name for name in names if not inspect.isclass(getattr(heapwise, name))]
    classes = [name for name in names if name not in functions]
    parts = ["## Functions\n", *map(_function, functions), "## Classes\n", *map(_class, [*classes, *_GIVEN])]
    yield "python.md", "\n".join([_INTRODUCTION, *parts])


def _function(name: str) -> str:
    return f"### {name}\n\n```{{eval-rst}}\n.. autofunction:: heapwise.{name}\n```\n"


def _class(name: str) -> str:
    return f"### {name.rpartition('.')[2]}\n\n```{{eval-rst}}\n.. autoclass:: heapwise.{name}\n   :members:\n```\n"
