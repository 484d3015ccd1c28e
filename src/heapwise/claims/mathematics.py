"""A claim in typeset mathematics: premises, statement, and the parameters that are held."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sympy

from heapwise.errors import HeapwiseError
from heapwise.formulas.from_terms import translate
from heapwise.formulas.objects import Among, IfThen
from heapwise.formulas.problems import NotExpressible
from heapwise.html import Markup
from heapwise.terms import term as t
from heapwise.terms.evaluate import Compiler

if TYPE_CHECKING:
    from heapwise.claims.claim import Claim

MOST_OBJECTS = 160
"""A formula of more objects, as the definitions of long claims make them, reads better in the author's words."""


def formula(claim: Claim) -> Any | None:
    """The claim as one object; None if it is too long to be read, or cannot be written."""
    try:
        parts = [_object(claim, term) for term in (*claim.premises, claim.statement)]
    except (NotExpressible, HeapwiseError):
        return None
    found = parts.pop()
    while parts:
        found = IfThen(parts.pop(), found)
    return found if _size(found) <= MOST_OBJECTS else None


def conditions(claim: Claim) -> list[Any]:
    """What is supposed of the parameters: values, ranges and conditions, as objects."""
    found: list[Any] = []
    for variable in claim.variables:
        symbol = sympy.Symbol(variable.name)
        if variable.value is not None:
            found.append(_try(claim, variable.value, lambda value, s=symbol: sympy.Eq(s, value, evaluate=False)))
        elif variable.domain is not None:
            found.append(_try(claim, variable.domain, lambda domain, s=symbol: Among(s, domain)))
    found += [_try(claim, term, lambda condition: condition) for term in claim.conditions]
    return [obj for obj in found if obj is not None]


def _try(claim: Claim, term: t.AnyTerm, made: Any) -> Any | None:
    try:
        return made(_object(claim, term))
    except (NotExpressible, HeapwiseError, TypeError):
        return None


def _object(claim: Claim, term: t.AnyTerm) -> Any:
    return translate(term, Compiler(claim.source, {}, None, claim.frame.functions), {}, fold=False).object


def _size(obj: Any) -> int:
    return 1 + sum(map(_size, obj.args))


def as_mathml(claim: Claim) -> Markup | None:
    """MathML of the claim, with its text for those who hear it."""
    from heapwise.formulas.mathml import mathml

    found = formula(claim)
    return None if found is None else Markup(mathml(found, " ".join(claim.text.split())))


def conditions_as_mathml(claim: Claim) -> list[Markup]:
    """MathML of what is supposed of the parameters."""
    from heapwise.formulas.mathml import mathml

    return [*dict.fromkeys(Markup(mathml(obj)) for obj in conditions(claim))]


def as_latex(claim: Claim) -> str | None:
    """LaTeX of the claim."""
    from heapwise.formulas.latex import latex

    found = formula(claim)
    return None if found is None else latex(found)


def conditions_as_latex(claim: Claim) -> list[str]:
    """LaTeX of what is supposed of the parameters."""
    from heapwise.formulas.latex import latex

    return [*dict.fromkeys(latex(obj) for obj in conditions(claim))]
