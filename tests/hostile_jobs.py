"""Runs hostile texts in a process of its own; see `test_hostile.py`. Jobs come as JSON, outcomes go as JSON."""

import json
import resource
import sys

from heapwise.documents.library import Document, library
from heapwise.errors import HeapwiseError
from heapwise.lang.format import format_text
from heapwise.source import Source
from heapwise.terms.evaluate import options


def check(text: str) -> None:
    document = Document(Source("hostile", text), library())
    format_text(document.source)
    document.check()
    for schema in document.schemas.values():
        if not schema.parameters and schema.fixed_size:
            options(schema.bind(()).position_of((3,) * schema.fixed_size))


def find_options(text: str) -> None:
    game = Document(Source("hostile", text), library()).schemas["g"].bind(())
    options(game.position_of((3, 3)))


def make_game(text: str) -> None:
    assert library().game(text).layout.size


def find_options_at(text: str) -> None:
    name, _, values = text.partition("@")
    numbers = {"10**18, 3": (10**18, 3), "10**6": (10**6,), "1000": (1000,), "(9,) * 4, (9,) * 4": ((9,) * 4, (9,) * 4)}
    position = numbers.get(values) or tuple(int(v) for v in values.split(",") if v.strip())
    options(library().game(name).position_of(position))


KINDS = {"text": check, "options": find_options, "game": make_game, "position": find_options_at}


def outcome(kind: str, text: str) -> str:
    try:
        KINDS[kind](text)
    except HeapwiseError as refusal:
        return refusal.code if len(str(refusal)) < 10_000 else "the message is too long"
    except BaseException as crash:
        return f"{type(crash).__name__}: {str(crash)[:200]}"
    return "ok"


def main() -> None:
    limit = int(sys.argv[1]) << 20
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    outcomes = {}
    for name, kind, text in json.load(sys.stdin):
        outcomes[name] = outcome(kind, text)
    json.dump(outcomes, sys.stdout)


if __name__ == "__main__":
    main()
