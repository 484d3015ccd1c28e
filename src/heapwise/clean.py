"""Text that shows what it is: no character in it moves the cursor, hides others, or turns the direction of reading.

Names of files and texts of others may have any character in them. What a terminal would obey and not show is shown by
its number, as `\\x1b` or `\\u202e`.
"""

import json
import re
import unicodedata

_SUSPICIOUS = re.compile(r"[^\x20-\x7e\n\t]")
_OBEYED = ("Cc", "Cf", "Cs", "Zl", "Zp")  # controls, formats, halves of characters, ends of lines and paragraphs
_STYLE = re.compile(r"(\x1b\[(?:0|1|2|22|3[1-6])m)")  # what our own colours are made of


def clean(text: str) -> str:
    r"""The text with its lines, and nothing else that a terminal obeys.

    >>> clean("a\x1b[2Jb")
    'a\\x1b[2Jb'
    """
    return text if text.isascii() and text.isprintable() else _SUSPICIOUS.sub(_shown, text)


def one_line(text: object) -> str:
    r"""The same on one line, for names.

    >>> one_line("a\nverified b")
    'a\\nverified b'
    """
    return clean(str(text)).replace("\n", "\\n").replace("\t", "\\t")


def clean_styled(text: str) -> str:
    """A text of ours in colours."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(part if i % 2 else clean(part) for i, part in enumerate(_STYLE.split(text)))


def clean_json(text: str) -> str:
    """JSON that says the same, with escapes in the place of such characters."""
    return _SUSPICIOUS.sub(lambda m: m[0] if _is_shown(m[0]) else json.dumps(m[0])[1:-1], text)


def _shown(match: re.Match[str]) -> str:
    character = match[0]
    if _is_shown(character):
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _is_shown(character: str) -> bool:
    return unicodedata.category(character) not in _OBEYED
