"""The parser's tables: made ahead of time from the grammar, kept as JSON, loaded in milliseconds.

Run `python -m heapwise.lang.parser_tables` after a change of `grammars/heapwise.lark`; a test fails while they differ.
"""

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark

from heapwise.files import resource, write_atomically

START = ("file", "expr", "position", "effort_items", "automaton")
_TABLES = Path(__file__).with_name("tables.json")


def build(strict: bool = False) -> Lark:
    """The parser made from the grammar itself, slowly. Strict mode refuses every conflict."""
    return Lark(
        _grammar(), parser="lalr", strict=strict, start=list(START), propagate_positions=True, maybe_placeholders=True
    )


@cache
def load() -> Lark:
    """The parser made from the tables."""
    stored = json.loads(_TABLES.read_text(encoding="utf-8"))
    memo = {int(key): value for key, value in stored["memo"].items()}
    loaded: Lark = Lark._load_from_dict(_with_integer_keys(stored["data"]), memo)  # type: ignore[no-untyped-call]
    return loaded


def fresh() -> str:
    """The text that `tables.json` should have."""
    from lark.grammar import Rule
    from lark.lexer import TerminalDef

    data, memo = build().memo_serialize([TerminalDef, Rule])
    tables = {"grammar_sha256": hashlib.sha256(_grammar().encode()).hexdigest(), "memo": memo, "data": data}
    return json.dumps(tables, indent=None, separators=(",", ":"), sort_keys=True, default=sorted) + "\n"


def _grammar() -> str:
    return resource("grammars/heapwise.lark").read_text(encoding="utf-8")


def _with_integer_keys(data: dict[str, Any]) -> dict[str, Any]:
    """JSON knows text keys only; lark numbers its tokens and states."""
    table = data["parser"]["parser"]
    table["tokens"] = {int(key): value for key, value in table["tokens"].items()}
    table["states"] = {
        int(state): {int(token): action for token, action in actions.items()}
        for state, actions in table["states"].items()
    }
    return data


if __name__ == "__main__":
    write_atomically(_TABLES, fresh())
