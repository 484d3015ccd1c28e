"""The parts of `docs/language.md` that the code knows better than anybody: functions, words, limits.

Run `python docs/_ext/pages/language.py` after a change of `terms/functions.py`, of the grammar or of a limit; a
test fails while page and code differ.
"""

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from heapwise.files import resource, write_atomically
from heapwise.lang import limits
from heapwise.lang.next_words import keywords
from heapwise.numbers import MOST_BITS
from heapwise.rules.nesting import MOST_GAMES
from heapwise.terms.context import MOST_TERMS
from heapwise.terms.functions import FUNCTIONS, OPERATORS, Function
from heapwise.terms.known_names import GATHERS, QUESTIONS, SPECIAL
from heapwise.terms.values import MOST_MEMBERS

_SECTION = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
_LIMITS = (
    ("characters of a file", limits.MOST_CHARACTERS),
    ("words and signs of a file", limits.MOST_TOKENS),
    ("levels of parentheses", limits.MOST_DEPTH),
    ("levels of nesting, definitions put in", limits.MOST_LEVELS),
    ("parts of one game or claim, definitions put in", MOST_TERMS),
    ("decimal digits of a number in the text", limits.MOST_DIGITS),
    ("binary digits of a value", MOST_BITS),
    ("values that one question goes through", MOST_MEMBERS),
    ("games inside games", MOST_GAMES),
)


def page() -> Path:
    """The language reference, in a checkout."""
    return resource("docs/language.md")


def renewed(text: str) -> str:
    """The page with its generated parts as the code has them now."""
    return _SECTION.sub(lambda part: part[1] + "\n" + _PARTS[part[2]]() + "\n" + part[3], text)


def _row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |\n"


def _table(header: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    return _row(*header) + _row(*["---"] * len(header)) + "".join(_row(*row) for row in rows)


def _function_rows(is_operator: bool) -> Iterable[tuple[str, ...]]:
    for function in FUNCTIONS.values():
        if (function.name in OPERATORS) == is_operator:
            yield _usage(function), function.meaning, "yes" if function.spreads else ""


def _usage(function: Function) -> str:
    """Every form in a code span of its own; the commas between forms stand outside of brackets."""
    forms = re.split(r"(?<=\)), ", function.usage)
    return ", ".join(f"`{form}`" for form in forms)


def _operators() -> str:
    return _table(("written", "gives", "on vectors"), _function_rows(is_operator=True))


def _functions() -> str:
    return _table(("written", "gives", "on vectors"), _function_rows(is_operator=False))


def _gathers() -> str:
    rows = ((f"`{name}(e for ...)`", str(body), str(gives or body)) for name, (body, gives) in GATHERS.items())
    return _table(("written", "e is", "gives"), rows)


def _words() -> str:
    listed = ", ".join(f"`{word}`" for word in keywords())
    reserved = ", ".join(f"`{word}`" for word in (*QUESTIONS, *SPECIAL))
    return f"Never names: {listed}.\n\nReserved beside the functions above: {reserved}.\n"


def _limits() -> str:
    return _table(("at most", "what"), ((f"{most:,}", what) for what, most in _LIMITS))


_PARTS: dict[str, Callable[[], str]] = {
    "operators": _operators,
    "functions": _functions,
    "gathers": _gathers,
    "words": _words,
    "limits": _limits,
}

if __name__ == "__main__":
    write_atomically(page(), renewed(page().read_text(encoding="utf-8")))
