"""How the function is written whose argument is being typed."""

import re
from typing import NamedTuple

from heapwise.lang import nodes
from heapwise.lsp.edited_text import EditedText
from heapwise.lsp.hover import about_word
from heapwise.lsp.names import game_called, in_force, way_to

_SKIPPED = re.compile(r'--[^\n]*|"[^"\n]*"')
_CALLED = re.compile(r"([^\W\d]\w*)\s*$")
_FARTHEST = 4_000  # characters: a call is shorter


class Signature(NamedTuple):
    """How a function is written, what it gives, its arguments as they stand there, and which one is being typed."""

    usage: str
    meaning: str
    arguments: tuple[str, ...]
    current: int


def signature(text: EditedText, offset: int) -> Signature | None:
    """About the innermost call around an offset."""
    begin = max(0, offset - _FARTHEST)
    before = _SKIPPED.sub(lambda match: " " * len(match[0]), text.source.text[begin:offset])
    opened = _innermost(before)
    called = None if opened is None else _CALLED.search(before[: opened[0]])
    if opened is None or called is None:
        return None
    about = _about(text, called[1], begin + called.start(1))
    if about is None:
        return None
    arguments = _arguments(about[0])
    return Signature(*about, arguments, min(opened[1], max(len(arguments) - 1, 0)))


def _innermost(before: str) -> tuple[int, int] | None:
    """Where the last parenthesis is that nobody closed, and how many commas stand behind it."""
    depth = commas = 0
    for place in range(len(before) - 1, -1, -1):
        sign = before[place]
        if sign in ")]}":
            depth += 1
        elif sign in "([{" and depth:
            depth -= 1
        elif sign == "(":
            return place, commas
        elif sign in "[{":
            commas = 0
        elif sign in ",;" and not depth:
            commas += 1
    return None


def _about(text: EditedText, name: str, offset: int) -> tuple[str, str] | None:
    for meaning in in_force(text.draft, way_to(text.draft.tree, offset)):
        if meaning.name == name and isinstance(meaning.by, nodes.Let | nodes.Automaton):
            parameters = meaning.by.parameters if isinstance(meaning.by, nodes.Let) else meaning.by.tracks
            return f"{name}({', '.join(p.name for p in parameters)})", ""
    about = about_word(name)
    if about is not None:
        return about
    schema = game_called(text.draft, name)
    if schema is None or not schema.node.parameters:
        return None
    shown = [schema.source.words(p.span) for p in schema.node.parameters]
    return f"{name}({', '.join(shown)})", ""


def _arguments(usage: str) -> tuple[str, ...]:
    """The arguments of the first form of a usage."""
    found = re.search(r"\(([^()]*)\)", usage)
    return tuple(part.strip() for part in re.split("[,;]", found[1])) if found and found[1].strip() else ()
