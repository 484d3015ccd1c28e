"""Pieces of notation as LaTeX, with amsmath."""

import re
from collections.abc import Callable
from typing import Any

from heapwise.typeset import pieces as p

_SIGNS = {
    "⊕": r"\oplus", "⊗": r"\otimes", "≤": r"\leq", "≥": r"\geq", "≠": r"\neq", "→": r"\to", "∈": r"\in",
    "∉": r"\notin", "≡": r"\equiv", "∧": r"\wedge", "∨": r"\vee", "¬": r"\neg ", "⇔": r"\iff", "⇒": r"\implies",
    "∪": r"\cup", "⊆": r"\subseteq", "∩": r"\cap", "∖": r"\setminus", "∣": r"\mid", "−": "-", "⋅": r"\cdot",
    "…": r"\dots", "⋯": r"\cdots", "∀": r"\forall", "∃": r"\exists", "∃!": r"\exists!",
    "⨁": r"\bigoplus", "∑": r"\sum", "#": r"\#", "mod": r"\bmod",
    "min": r"\min", "max": r"\max", "gcd": r"\gcd", "mex": r"\operatorname{mex}",
    "\N{THIN SPACE}": r"\,", "\N{EM SPACE}": r"\quad ",
}  # fmt: skip
_BRACKETS = {
    "(": "(", ")": ")", "[": "[", "]": "]", "{": r"\{", "}": r"\}", "⌊": r"\lfloor ", "⌋": r" \rfloor", "⌈": r"\lceil ",
    "⌉": r" \rceil", "|": "|", "√": r"\sqrt{", "": "",
}  # fmt: skip
_GREEK_NAMES = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi "
    "omega"
)
GREEK = dict(zip(_GREEK_NAMES.split(), "αβγδεζηθικλμνξπρστυφχψω", strict=True))
_CALLIGRAPHIC = {"𝒢": "G", "𝒫": "P", "𝒩": "N", "𝒲": "W", "ℛ": "R"}


_SPECIAL = re.compile(r"[\\{}$&#%_^~]")
_SPECIAL_IN_TEXT = re.compile(r"[\\{}$&#%_^~<>|]")
# Signs that are others in plain text: in OT1, which a paper has if it says nothing, `>` is printed as ¿.
_AS_WORDS = {
    "\\": "backslash", "^": "asciicircum", "~": "asciitilde", "<": "less", ">": "greater", "|": "bar",
}  # fmt: skip


def escaped(text: str) -> str:
    """Signs of mathematics inside LaTeX."""
    return _SPECIAL.sub(lambda found: r"\textbackslash{}" if found[0] == "\\" else rf"\{found[0]}", text)


def plain(text: str) -> str:
    """Plain text inside LaTeX, outside of mathematics."""
    return _SPECIAL_IN_TEXT.sub(
        lambda found: rf"\text{_AS_WORDS[found[0]]}{{}}" if found[0] in _AS_WORDS else rf"\{found[0]}", text
    )


def latex(piece: p.Notation) -> str:
    """LaTeX for mathematics mode."""
    return _WRITERS[type(piece)](piece)


def _letter(piece: p.Glyph) -> str:
    text = piece.text
    if text == "∅":
        return r"\varnothing "
    if text in _CALLIGRAPHIC:
        return rf"\mathcal{{{_CALLIGRAPHIC[text]}}}"
    if text in GREEK:
        return rf"\{text} "
    if len(text) == 1 and text.isascii():
        return text
    return rf"\mathit{{{escaped(text)}}}" if text.isascii() else rf"\text{{{escaped(text)}}}"


def _sign(piece: p.Sign) -> str:
    text = _SIGNS.get(piece.text, escaped(piece.text))
    if text in (",", ";"):
        return text + " "
    return text if piece.tight else f" {text} "


def _gathered(piece: p.LargeSign) -> str:
    sign = _SIGNS.get(piece.sign, rf"\operatorname*{{{escaped(piece.sign)}}}")
    return rf"{sign}_{{{latex(piece.below)}}} {latex(piece.body)}"


def _enclosed(piece: p.Enclosed) -> str:
    if piece.left == "√":
        return rf"\sqrt{{{latex(piece.inside)}}}"
    return f"{_BRACKETS[piece.left]}{latex(piece.inside)}{_BRACKETS[piece.right]}"


def _cases(piece: p.CaseRows) -> str:
    rows = (
        rf"{latex(value)} & \text{{otherwise}}" if when is None else rf"{latex(value)} & \text{{if }} {latex(when)}"
        for value, when in piece.rows
    )
    inside = r" \\ ".join(rows)
    return rf"\begin{{cases}} {inside} \end{{cases}}"


_WRITERS: dict[type, Callable[[Any], str]] = {
    p.Glyph: _letter,
    p.FunctionName: lambda piece: _SIGNS.get(piece.text, rf"\operatorname{{{escaped(piece.text)}}}"),
    p.Numeral: lambda piece: str(piece.text),
    p.Sign: _sign,
    p.Words: lambda piece: rf"\text{{{plain(piece.text)}}}",
    p.Typed: lambda piece: rf"\texttt{{{plain(piece.text)}}}",
    p.Beside: lambda piece: "".join(map(latex, piece.parts)),
    p.Subscript: lambda piece: rf"{latex(piece.base)}_{{{latex(piece.below)}}}",
    p.Superscript: lambda piece: rf"{{{latex(piece.base)}}}^{{{latex(piece.above)}}}",
    p.LargeSign: _gathered,
    p.Enclosed: _enclosed,
    p.Fraction: lambda piece: rf"\frac{{{latex(piece.above)}}}{{{latex(piece.below)}}}",
    p.CaseRows: _cases,
}
