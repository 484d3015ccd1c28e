"""Small damages to texts that are right: by bytes, characters, words and lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from random import Random

_TOKEN = re.compile(r'--[^\n]*|"[^"\n]*"|\w+|\s+|\(\+\)|\.\.|->|[<>!]=|.', re.DOTALL)
_PIECES: Mapping[str, Callable[[str], list[str]]] = {
    "characters": list,
    "tokens": _TOKEN.findall,
    "lines": lambda text: text.splitlines(keepends=True),
}
STRANGE = (
    *"()[]{}.,;:=<>-+*/^|&\\\"'?!@#$%~`\x00\t\r\ufeff\u2028\x1b\u202e", "，", "→", "é", "🂡", "for", "move", "in", "0",
    "99", "x", "10^9", "1..", "heaps", "G", "claims for", "game",
)  # fmt: skip
HOW = ("drop", "double", "exchange", "copy", "strange")


def mangled(source: Random, text: str) -> str:
    """A text in which a few characters, words or lines were dropped, doubled, exchanged or replaced."""
    for _ in range(source.choice((1, 1, 1, 2, 3, 5))):
        pieces = _PIECES[source.choice(sorted(_PIECES))](text)
        if not pieces:
            return source.choice(STRANGE)
        i, j = source.randrange(len(pieces)), source.randrange(len(pieces))
        match source.choice(HOW):
            case "drop":
                del pieces[i]
            case "double":
                pieces.insert(i, pieces[i])
            case "exchange":
                pieces[i], pieces[j] = pieces[j], pieces[i]
            case "copy":
                pieces[i] = pieces[j]
            case "strange":
                pieces.insert(i, source.choice(STRANGE))
        text = "".join(pieces)
    return text


def mangled_bytes(source: Random, data: bytes) -> bytes:
    """Bytes of which a few were changed, dropped, doubled or cut off."""
    found = bytearray(data)
    for _ in range(source.choice((1, 1, 1, 2, 3, 5))):
        if not found:
            return bytes([source.randrange(256)])
        i = source.randrange(len(found))
        match source.randrange(6):
            case 0:
                found[i] = source.randrange(256)
            case 1:
                found[i] ^= 1 << source.randrange(8)
            case 2:
                del found[i : i + source.randint(1, 9)]
            case 3:
                found[i:i] = bytes(source.randrange(256) for _ in range(source.randint(1, 3)))
            case 4:
                found[i:i] = found[i : i + source.randint(1, 40)]
            case 5 if source.randrange(4) == 0:
                del found[i:]
    return bytes(found)
