"""Forms and conditions as the text of a kernel: names of our own, integers, and nothing of the author's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from heapwise.model.conditions import AllOf, AnyOf, AtLeastZero, Condition, HasRemainder, InSet, IsZero, NotAllZero
from heapwise.model.linear import Linear


class KernelWriter:
    """Lines of a kernel, indented by the blocks they stand in."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._depth = 0

    def add(self, *lines: str) -> None:
        """Lines in the block at hand."""
        self.lines += ["    " * self._depth + line for line in lines]

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """A block under a head like `for ...`; no head, no block."""
        if head:
            self.add(head + ":")
        self._depth += bool(head)
        yield
        self._depth -= bool(head)

    @property
    def text(self) -> str:
        """All of it."""
        return "\n".join(self.lines) + "\n"


class KernelNames:
    """Names of variables: `x0`, `x1`, ... count components from their least values, `t0`, `t1`, ... are amounts."""

    def __init__(self, lows: tuple[int, ...]) -> None:
        self.lows = lows

    def form(self, form: Linear) -> str:
        """A linear form."""
        size = len(self.lows)
        constant = form.constant + sum(c * self.lows[v] for v, c in form.terms if v < size)
        named = ((f"x{v}" if v < size else f"t{v - size}", c) for v, c in form.terms)
        return linear_text(constant, named)

    def condition(self, condition: Condition) -> str:
        """A condition."""
        match condition:
            case AtLeastZero(form=form):
                return f"{self.form(form)} >= 0"
            case IsZero(form=form):
                return f"{self.form(form)} == 0"
            case NotAllZero(differences=forms):
                return _joined("or", [f"{self.form(form)} != 0" for form in forms])
            case HasRemainder(form=form, modulus=modulus, residues=residues):
                rest = f"({self.form(form)}) % {modulus}"
                return _joined("or", [f"{rest} == {r}" for r in sorted(residues)])
            case InSet(form=form, members=members, inside=inside):
                sign, word = ("==", "or") if inside else ("!=", "and")
                return _joined(word, [f"{self.form(form)} {sign} {m}" for m in sorted(members)])
            case AllOf(parts=parts):
                return _joined("and", [self.condition(part) for part in parts]) or "True"
            case AnyOf(parts=parts):
                return _joined("or", [self.condition(part) for part in parts]) or "False"
        raise AssertionError(condition)


def _joined(word: str, texts: list[str]) -> str:
    return f"({f' {word} '.join(texts)})" if texts else ""


def linear_text(constant: int, terms: Iterable[tuple[str, int]]) -> str:
    """`constant + coefficient * name + ...`"""
    parts = [f"{_sign(c)}{'' if abs(c) == 1 else f'{abs(c)} * '}{name}" for name, c in terms]
    if constant or not parts:
        parts.append(f"{_sign(constant)}{abs(constant)}")
    return " ".join(parts).removeprefix("+ ")


def _sign(number: int) -> str:
    return "- " if number < 0 else "+ "


def both(*conditions: str) -> str:
    """All conditions that are not empty."""
    return " and ".join(f"({c})" if " or " in c else c for c in conditions if c)
