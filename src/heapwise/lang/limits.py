"""How large a text may be. Checked before parsing, so that hostile input ends in a message and not in a wait."""

import re

from heapwise.errors import error
from heapwise.lang.nodes import Node, children
from heapwise.source import Place, Source, Span

MOST_CHARACTERS = 1_000_000
MOST_TOKENS = 40_000
MOST_DEPTH = 60
MOST_LEVELS = 120  # of a tree, and of what definitions make of it: stages walk it by recursion
MOST_DIGITS = 1_000

_TOKEN = re.compile(r'--[^\n]*|"[^"\n]*"|\w+|[^\w\s]')


def check_limits(source: Source) -> None:
    """Raise an error if the text is too large, nested too deeply, or holds a number that is too long."""
    if len(source.text) > MOST_CHARACTERS:
        raise error("E003", Place(source, Span(0, 0)), what="characters", most=MOST_CHARACTERS)
    depth = 0
    for count, match in enumerate(_TOKEN.finditer(source.text)):
        token = match.group()
        place = Place(source, Span(match.start(), min(match.end(), match.start() + 40)))
        if count >= MOST_TOKENS:
            raise error("E003", place, what="words and signs", most=MOST_TOKENS)
        if len(token) > MOST_DIGITS and token[0].isdigit():
            raise error("E003", place, what="digits in a number", most=MOST_DIGITS)
        depth += (token in "([{") - (token in ")]}")
        if depth > MOST_DEPTH:
            raise error("E003", place, help="deep", what="levels of parentheses", most=MOST_DEPTH)


def check_depth(tree: Node, source: Source) -> None:
    """Raise an error if a tree is too deep for the stages that walk it, as in `not not not ...`."""
    level: list[Node] = [tree]
    for _ in range(MOST_LEVELS):
        level = [child for node in level for child in children(node)]
        if not level:
            return
    raise error("E003", Place(source, level[0].span), help="deep", what="levels of nesting", most=MOST_LEVELS)
