"""Why a formula cannot be taken further: each reason is an exception that a caller of this package expects."""

from heapwise.numbers import TooLarge, UndefinedValue
from heapwise.source import NOWHERE, Span


class NotExpressible(Exception):
    """Something in a formula has no integer form, or no sympy form; `what` names it, `span` says where it stands."""

    def __init__(self, what: str, span: Span = NOWHERE) -> None:
        super().__init__(what)
        self.what, self.span = what, span


class Outgrows(TooLarge):
    """On these positions a value might leave 62 bits, so the formula is not computed on arrays."""


class UndefinedAt(UndefinedValue):
    """The formula has no value at a row of the columns; `row` is the first such row, `reason` says what is missing."""

    def __init__(self, row: int, reason: str = "") -> None:
        super().__init__(f"the formula is not defined at row {row}{': ' if reason else ''}{reason}")
        self.row, self.reason = row, reason
