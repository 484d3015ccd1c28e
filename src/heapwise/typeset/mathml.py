"""Pieces of notation as presentation MathML. Nothing is shown that was not escaped here."""

from collections.abc import Callable
from html import escape
from typing import Any

from heapwise.html import Markup
from heapwise.typeset import pieces as p
from heapwise.typeset.latex import GREEK


def mathml(piece: p.Notation, text: str = "") -> Markup:
    """A whole `math` element; `text` is what is read to those who cannot see it."""
    said = f' alttext="{escape(text)}"' if text else ""
    return Markup(f'<math displaystyle="true"{said}>{_markup(piece)}</math>')


def _markup(piece: p.Notation) -> str:
    return _WRITERS[type(piece)](piece)


def _element(kind: str, *parts: str) -> str:
    return f"<{kind}>{''.join(parts)}</{kind}>"


def _row(piece: p.Notation) -> str:
    """One element, where a place holds only one."""
    text = _markup(piece)
    return _element("mrow", text) if isinstance(piece, p.Beside | p.LargeSign) else text


def _words(text: str) -> str:
    return _element("mtext", escape(text.replace(" ", "\N{NO-BREAK SPACE}")))  # spaces at the ends would be dropped


def _sign(piece: p.Sign) -> str:
    if piece.text.isspace():
        width = "1em" if piece.text == "\N{EM SPACE}" else "0.17em"
        return f'<mspace width="{width}"></mspace>'
    room = (
        ' lspace="0.35em" rspace="0.35em"' if piece.text == "mod" else ' lspace="0" rspace="0"' if piece.tight else ""
    )
    return f"<mo{room}>{escape(piece.text)}</mo>"


def _bracket(text: str) -> str:
    return f'<mo stretchy="false">{escape(text)}</mo>' if text else ""


def _enclosed(piece: p.Enclosed) -> str:
    if piece.left == "√":
        return _element("msqrt", _markup(piece.inside))
    # In a row of their own, strokes are brackets and have no room around them.
    return _element("mrow", _bracket(piece.left) + _markup(piece.inside) + _bracket(piece.right))


def _gathered(piece: p.LargeSign) -> str:
    return _element("munder", _element("mo", escape(piece.sign)), _row(piece.below)) + _markup(piece.body)


def _cases(piece: p.CaseRows) -> str:
    rows = []
    for value, when in piece.rows:
        condition = _words("otherwise") if when is None else _words("if ") + _markup(when)
        rows.append(_element("mtr", _element("mtd", _markup(value)), _element("mtd", condition)))
    return _element("mrow", '<mo stretchy="true">{</mo>', f'<mtable columnalign="left left">{"".join(rows)}</mtable>')


_WRITERS: dict[type, Callable[[Any], str]] = {
    p.Glyph: lambda piece: _element("mi", escape(GREEK.get(piece.text, piece.text))),
    p.FunctionName: lambda piece: _element("mi", escape(piece.text)),
    p.Numeral: lambda piece: _element("mn", escape(piece.text)),
    p.Sign: _sign,
    p.Words: lambda piece: _words(piece.text),
    p.Typed: lambda piece: f'<mtext class="typed">{escape(piece.text)}</mtext>',
    p.Beside: lambda piece: "".join(map(_markup, piece.parts)),
    p.Subscript: lambda piece: _element("msub", _row(piece.base), _row(piece.below)),
    p.Superscript: lambda piece: _element("msup", _row(piece.base), _row(piece.above)),
    p.LargeSign: _gathered,
    p.Enclosed: _enclosed,
    p.Fraction: lambda piece: _element("mfrac", _row(piece.above), _row(piece.below)),
    p.CaseRows: _cases,
}
