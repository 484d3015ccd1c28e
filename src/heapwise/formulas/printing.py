"""How our sympy objects show themselves to printers of sympy: as `latex` sets them."""

from collections.abc import Callable
from typing import Any, ClassVar

from heapwise.typeset.latex import latex
from heapwise.typeset.pieces import Words
from heapwise.typeset.strength import Held, Strength, held

_LOOSE, _CLOSED = 1, 1000  # as sympy counts


class OnPaper:
    """An object that stands in parentheses in sympy's own notation, unless its notation has an end of its own."""

    # The module `latex`, which knows all objects, puts itself here; before that there is the name of the class.
    notation: ClassVar[Callable[[Any], Held]] = staticmethod(lambda obj: held(Words(type(obj).__name__), Strength.ATOM))

    @property
    def precedence(self) -> int:
        """How strongly it binds."""
        found = type(self).notation(self)
        return _CLOSED if min(found.before, found.behind) >= Strength.ATOM else _LOOSE

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        shown = latex(type(self).notation(self).piece)
        return shown if exp is None else rf"\left({shown}\right)^{{{exp}}}"
