"""How our sympy objects show themselves in LaTeX."""

from typing import Any, ClassVar

PRECEDENCE_RELATION, PRECEDENCE_NIM, PRECEDENCE_SUM, PRECEDENCE_OVER = 35, 37, 40, 45
PRECEDENCE_PRODUCT, PRECEDENCE_CALL = 50, 1000


class Infix:
    """Operands with a sign between them."""

    sign: ClassVar[str] = ""
    precedence: ClassVar[int] = PRECEDENCE_NIM
    inside: ClassVar[int | None] = None  # operands that bind no stronger than this stand in parentheses
    operands: ClassVar[slice] = slice(None)
    args: tuple[Any, ...]

    def sign_latex(self, printer: Any) -> str:
        """The sign between the operands."""
        return self.sign

    def _latex(self, printer: Any) -> str:
        sign = self.sign_latex(printer)
        operands = self.args[self.operands]
        if len(operands) == 1:
            return over_entries(printer, _large(sign), operands[0])
        return f" {sign} ".join(self._operand(printer, a) for a in operands)

    def _operand(self, printer: Any, operand: Any) -> str:
        level = self.precedence if self.inside is None else self.inside
        shown: str = printer.parenthesize(operand, level, strict=type(operand) is type(self))
        return shown


class Call:
    """A name before arguments in parentheses."""

    head: ClassVar[str] = ""
    precedence: ClassVar[int] = PRECEDENCE_CALL
    args: tuple[Any, ...]

    def _latex(self, printer: Any) -> str:
        return rf"{self.head}\left({', '.join(printer._print(a) for a in self.args)}\right)"


class PrintedSentence:
    """Words between objects, which bind weakly."""

    precedence: ClassVar[int] = 5


class PrintedWhole:
    """What has an end of its own, and needs no parentheses."""

    precedence: ClassVar[int] = PRECEDENCE_CALL


def _large(sign: str) -> str:
    """The sign that stands before all entries; what is written at it, such as a modulus, stays at its side."""
    bare = next((small for small in BIG_SIGNS if sign.startswith(small)), "")
    if not bare:
        return rf"\operatorname*{{{sign}}}"
    rest = sign.removeprefix(bare)
    return rf"\mathop{{{BIG_SIGNS[bare]}\nolimits{rest}}}" if rest else BIG_SIGNS[bare]


BIG_SIGNS = {r"\oplus": r"\bigoplus", "+": r"\sum"}


def over_entries(printer: Any, sign: str, vector: Any) -> str:
    """A sign over all entries of a vector: `x_i` for every i."""
    return rf"{sign}_{{i}} {subscripted(printer, vector, ('i',))}"


def subscripted(printer: Any, base: Any, indices: tuple[str, ...]) -> str:
    """A vector with indices; those of rows and of entries stand together."""
    while type(base).__name__ in ("Entry", "CyclicEntry"):
        base, *inner = base.args
        indices = (*map(printer._print, inner), *indices)
    return rf"{{{printer.parenthesize(base, PRECEDENCE_CALL, strict=True)}}}_{{{','.join(indices)}}}"
