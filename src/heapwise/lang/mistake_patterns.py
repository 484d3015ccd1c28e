"""What there is to see at the place where a text cannot go on, for `mistakes.py`.

Each function looks for one mistake and gives the values of its message, or None.
"""

import re
from collections.abc import Callable
from difflib import get_close_matches

from heapwise.lang.signs import INSTEAD
from heapwise.records import Record

STOP = "\0"  # in patterns written •: here the parser stopped
AROUND = 2_000
_CLAUSE_WORDS = (
    "game", "claims", "heap", "heaps", "cell", "cells", "position", "positions", "legal", "ends when",
    "let", "decreases", "move", "theorem", "conjecture", "disproved", "question",
)  # fmt: skip
STATUS_WORDS = (
    "theorem", "conjecture", "disproved", "question", "claim", "lemma", "corollary", "proposition", "prop", "thm",
    "hypothesis", "fact", "property", "false",
)  # fmt: skip
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_TERMINALS = {")": "RPAR", "]": "RSQB", "}": "RBRACE"}


class Sight(Record):
    """What there is to see at a mistake."""

    clause: str  # the text of the clause up to the mistake
    word: str  # the word or sign that cannot stand here
    rest: str  # the text from the mistake on
    expected: frozenset[str]
    clause_word: str  # the word that starts the clause, in the singular

    def match(self, pattern: str) -> re.Match[str] | None:
        """The pattern around the place where the parser stopped."""
        text = self.clause[-AROUND:] + STOP + self.rest[:AROUND]
        return re.search(pattern.replace("•", STOP), text)


MessageValues = dict[str, object]
Look = Callable[[Sight], MessageValues | None]
# A code, a pattern or a function that looks, the values of the message (in them {name} is a group of the pattern), and
# which help.
MistakeRow = tuple[str, str | Look, MessageValues, str]


def row(code: str, look: str | Look, help: str = "help", **values: object) -> MistakeRow:
    """A row of the table of mistakes."""
    return code, look, values, help


def opened_at(clause: str) -> int | None:
    """Where the bracket stands that was opened last and is still open."""
    text = re.sub(r'--[^\n]*|"[^"\n]*"|\(\+\)|\(\*\)', lambda m: " " * len(m.group()), clause)
    stack: list[int] = []
    for i, character in enumerate(text):
        if character in "([{":
            stack.append(i)
        elif character in ")]}" and stack:
            stack.pop()
    return stack[-1] if stack else None


def _unclosed(sight: Sight) -> str | None:
    """The bracket that was opened last and is still open."""
    at = opened_at(sight.clause)
    return None if at is None else sight.clause[at]


def missing_for(sight: Sight) -> MessageValues | None:
    """`i in 1..n` behind a move, without `for`."""
    match = re.match(r"(\w+|\([^()]*\))\s*(in\b|∈)", sight.rest)
    if not match or "FOR" not in sight.expected or re.search(r"\bfor\b", sight.clause) or _unclosed(sight):
        return None
    is_open = sight.clause_word in ("move", "theorem", "conjecture", "disproved", "question")
    return {"binder": " ".join(re.split(r"\bwhere\b|\n", sight.rest)[0].split())} if is_open else None


def missing_bracket(sight: Sight) -> MessageValues | None:
    """A bracket is open and could be closed here."""
    opened = _unclosed(sight)
    if opened is None or sight.word in (")", "]", "}"):
        return None
    closing = _CLOSING[opened]
    return {"opening": opened, "closing": closing} if _TERMINALS[closing] in sight.expected else None


def missing_comma(sight: Sight) -> MessageValues | None:
    """Two names or numbers side by side, where a comma could stand between them."""
    is_thing = re.match(r"\w|\(", sight.word) and sight.word not in ("where", "for", "if", "of", "in", "and", "or")
    same_line = "\n" not in sight.clause[len(sight.clause.rstrip()) :]
    after_thing = re.search(r"[\w)\]}]\s+$", sight.clause) is not None
    is_binding = re.search(r"\b(?:for|check)\s", sight.clause) is not None
    is_list = is_binding or _unclosed(sight) is not None or sight.clause_word in ("heap", "cell")
    fits = is_thing and same_line and after_thing and is_list and "COMMA" in sight.expected
    return {"word": sight.word} if fits else None


def wrong_bracket(sight: Sight) -> MessageValues | None:
    """`(1, 2]`"""
    opened = _unclosed(sight)
    if opened is None or sight.word not in (")", "]", "}") or _CLOSING[opened] == sight.word:
        return None
    return {"found": sight.word, "opening": opened, "closing": _CLOSING[opened]}


def bracket_too_many(sight: Sight) -> MessageValues | None:
    """A bracket is closed that was never opened."""
    is_closing = sight.word in (")", "]", "}") and sight.word
    return {"found": sight.word} if is_closing and _unclosed(sight) is None else None


def status(sight: Sight) -> MessageValues | None:
    """A claim that starts like a lemma in a paper."""
    return {"word": sight.word} if sight.word.lower() in STATUS_WORDS and "STATUS" in sight.expected else None


_RESERVED_WORDS = (
    "game claims move for where in and or not iff implies mod xor under upto check at by of let if then else legal "
    "decreases divides"
)
_RESERVED = frozenset(_RESERVED_WORDS.split())


def state_name(sight: Sight) -> MessageValues | None:
    """A word of the language where the states of an automaton are named."""
    is_state = sight.clause_word == "automaton" and "NAME" in sight.expected
    return {"word": sight.word} if is_state and sight.word in _RESERVED - {"let", "claims", "game"} else None


def reserved(sight: Sight) -> MessageValues | None:
    """A word of the language where a name of the author's own belongs."""
    is_name_wanted = "NAME" in sight.expected and not sight.expected & {"FOR", "MOVE"}
    before = re.findall(r"\w+|\S", sight.clause)
    follows = before[-1:] and before[-1] in ("game", "heap", "heaps", "cell", "cells", "let", ",", "(", "for")
    return {"word": sight.word} if sight.word in _RESERVED and is_name_wanted and follows else None


def no_heading(sight: Sight) -> MessageValues | None:
    """A clause above every heading."""
    is_clause = sight.word.rstrip("s") in (*_CLAUSE_WORDS, "end") or sight.word.lower() in STATUS_WORDS
    is_first = sight.clause_word == "" and is_clause
    return {"word": sight.word} if is_first and sight.word not in ("game", "claims") else None


def clause_misspelt(sight: Sight) -> MessageValues | None:
    """A line that starts with a word which is nearly, or in other notations, one of ours."""
    if not _starts_line(sight) or not sight.word.isalpha() or re.match(r"\w+\s*(->|→|\[|\(|=|-)", sight.rest):
        return None
    return {"word": sight.word, "near": near} if (near := _clause_word_for(sight.word.lower())) else None


def is_next_clause(sight: Sight) -> bool:
    """Does the next clause start here, although this one is not complete?"""
    is_word = _starts_line(sight) and sight.word in _CLAUSE_WORDS and sight.clause_word != ""
    return is_word and not sight.expected & {"MOVE", "LET", "STATUS"} and _unclosed(sight) is None


def _clause_word_for(word: str) -> str | None:
    others = {
        "pile": "heap", "piles": "heaps", "stack": "heap", "stacks": "heaps", "option": "move", "options": "move",
        "rule": "move", "moves": "move", "definition": "let", "define": "let", "def": "let", "ends": "ends when",
        "end": "ends when", "terminal": "ends when", "assume": "legal", "condition": "legal", "where": "legal",
        "measure": "decreases", "decrease": "decreases", "rank": "decreases", "claim": "theorem",
        "refuted": "disproved", "board": "cells", "squares": "cells", "ruleset": "game",
    }  # fmt: skip
    near = get_close_matches(word, _CLAUSE_WORDS, n=1, cutoff=0.75)
    return others.get(word) or (near[0] if near else None)


def _starts_line(sight: Sight) -> bool:
    return not sight.clause[sight.clause.rfind("\n") + 1 :].strip()


def look_alike(sight: Sight) -> MessageValues | None:
    """A character that stands for one of our signs; how many more there are, so that all are replaced at once."""
    character = sight.word[:1]
    if character not in INSTEAD:
        return None
    text = re.sub(r'--[^\n]*|"[^"\n]*"', "", sight.rest[1:])
    more = sum(c in INSTEAD and c not in "'`" for c in text)
    ours = INSTEAD[character] or "nothing at all"
    return {"character": character, "ours": ours, "number": f"U+{ord(character):04X}", "more": more}
