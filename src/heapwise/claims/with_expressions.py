"""What claims and verdicts share: the statement as sympy objects, which are made when somebody asks."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from heapwise.claims.expressions import Expressions


class WithExpressions:
    """Something that has a statement; the short names are those of its `expressions`."""

    @property
    def expressions(self) -> "Expressions":
        """The statement and its sides as sympy objects."""
        raise NotImplementedError

    @property
    def sympy(self) -> Any | None:
        """The statement as a sympy object; None if there is none, then `expressions.reason` says why."""
        return self.expressions.sympy

    @property
    def lhs(self) -> Any | None:
        """The left side as a sympy object, where the statement has two sides."""
        return self.expressions.lhs

    @property
    def rhs(self) -> Any | None:
        """The right side as a sympy object."""
        return self.expressions.rhs

    @property
    def latex(self) -> str | None:
        """LaTeX of the statement."""
        return self.expressions.latex
