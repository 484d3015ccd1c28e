"""Words of Japanese, a language without spaces, for the search of the site: pairs of neighbouring signs.

`局面の表` is 局面, 面の, の表. Nothing has to be installed for it, and the browser cuts a query in the same way.
"""

from __future__ import annotations

import re

SIGNS = "\u3005-\u3007\u3040-\u30ff\u3400-\u9fff"  # 々〆〇, kana, Chinese characters
_RUN = re.compile(f"[{SIGNS}]+|[^\\W{SIGNS}]+")

SPLIT_QUERY = f"""
var splitQuery = (query) =>
  (query.match(/[{SIGNS}]+|(?:(?![{SIGNS}])[\\p{{Letter}}\\p{{Number}}_])+/gu) || [])
    .flatMap((run) =>
      run.length === 1 || !/^[{SIGNS}]/.test(run)
        ? [run]
        : Array.from({{ length: run.length - 1 }}, (_, i) => run.slice(i, i + 2)));
"""


def pairs(text: str) -> list[str]:
    """Words of a text; Japanese as its pairs of neighbours: `局面の表` is 局面, 面の, の表."""
    return [word for run in _RUN.findall(text) for word in _cut(run)]


def _cut(run: str) -> list[str]:
    if len(run) == 1 or not re.match(f"[{SIGNS}]", run):
        return [run]
    return [run[i : i + 2] for i in range(len(run) - 1)]
