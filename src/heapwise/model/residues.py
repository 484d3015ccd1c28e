"""Remainders of polynomials: `(t * t + s) mod 7` is not linear, but it depends on the residue of t alone.

A polynomial here is a term of sums, differences, products and known powers of numbers that are linear. Its remainder
is one case for every value that it takes, each under a congruence, so that `(t * t) mod 3 = 1` becomes `t mod 3 in
{1, 2}`.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from itertools import product
from typing import Any

from heapwise.model.arithmetic import is_plain, lifted
from heapwise.model.conditions import Condition, congruent, conjunction, disjunction
from heapwise.model.linear import Linear
from heapwise.model.symbols import Cases, NotLinear
from heapwise.terms import term as t

_MOST_TRIED = 4_096
_MOST_FORMS = 2
_RINGS: dict[str, Callable[..., int]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "negative": lambda a: -a,
}  # fmt: skip

Value = Callable[[t.AnyTerm], Any]


def remainder(term: t.AnyTerm, modulus: int, value: Value) -> Cases:
    """A polynomial modulo a positive number; `value` gives the values of terms. Raises `NotLinear`."""
    forms: dict[Linear, None] = {}
    of_residues = _polynomial(term, modulus, value, forms)
    variables = {v: Linear.variable(v) for v in sorted({v for form in forms for v in form.variables})}
    bases = tuple(variables.values()) if len(variables) <= len(forms) else tuple(forms)
    if len(bases) > _MOST_FORMS or modulus ** len(bases) > _MOST_TRIED:
        raise NotLinear("a number that is not linear")
    by_value: dict[int, list[tuple[int, ...]]] = defaultdict(list)
    for residues in product(range(modulus), repeat=len(bases)):
        by_value[of_residues(_given(forms, dict(zip(bases, residues, strict=True))))].append(residues)
    return Cases(tuple((_one_of(bases, modulus, found), v) for v, found in sorted(by_value.items())))


def _given(forms: Iterable[Linear], residues: Mapping[Linear, int]) -> dict[Linear, int]:
    """The forms, where they or their variables have these residues."""
    return {
        f: residues[f] if f in residues else sum(c * residues[Linear.variable(v)] for v, c in f.terms) for f in forms
    }


def _polynomial(
    term: t.AnyTerm, modulus: int, value: Value, forms: dict[Linear, None]
) -> Callable[[Mapping[Linear, int]], int]:
    """The polynomial as a function of the residues of the forms in it, which are taken note of."""
    try:
        number = value(term)
    except NotLinear:
        number = None
    if is_plain(number):
        form = lifted(number)
        if form.is_constant:
            return lambda _: form.constant % modulus
        alone = form - form.constant
        forms[alone] = None
        return lambda residues: residues[alone] + form.constant
    if not isinstance(term, t.Operation) or term.name not in ("^", *_RINGS):
        raise NotLinear("a number that is not linear")
    if term.name == "^":
        base, power = _polynomial(term.arguments[0], modulus, value, forms), value(term.arguments[1])
        if type(power) is not int or power < 0:
            raise NotLinear("a power that is not known")
        return lambda residues: pow(base(residues), power, modulus)
    apply = _RINGS[term.name]
    parts = [_polynomial(argument, modulus, value, forms) for argument in term.arguments]
    return lambda residues: apply(*(part(residues) for part in parts)) % modulus


def _one_of(forms: tuple[Linear, ...], modulus: int, found: list[tuple[int, ...]]) -> Condition:
    """The residues of the forms are among those that were found."""
    if len(forms) < _MOST_FORMS:
        return conjunction(congruent(form, modulus, {r for (r,) in found}) for form in forms)
    others: dict[int, set[int]] = defaultdict(set)
    for first, second in found:
        others[first].add(second)
    alike: dict[frozenset[int], set[int]] = defaultdict(set)
    for first, seconds in others.items():
        alike[frozenset(seconds)].add(first)
    return disjunction(
        conjunction((congruent(forms[0], modulus, firsts), congruent(forms[1], modulus, seconds)))
        for seconds, firsts in alike.items()
    )
