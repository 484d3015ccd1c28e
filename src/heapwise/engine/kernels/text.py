"""Forms and conditions as the text of a kernel: names of our own, integers, and nothing of the author's."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from math import inf

from heapwise.engine.kernels.constants import number_text
from heapwise.model.conditions import AllOf, AnyOf, AtLeastZero, Condition, HasRemainder, InSet, IsZero, NotAllZero
from heapwise.model.linear import Linear

_MOST_FLAGS = 1 << 20


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
    """Names of variables: `x0`, `x1`, ... count components from their least values, `t0`, `t1`, ... are amounts.

    `flags` are 1 for the members of the sets that conditions speak of; sets of `few` members stand in the text.
    """

    def __init__(self, lows: tuple[int, ...], few: float = inf) -> None:
        self.lows, self.few = lows, few
        self.flags = bytearray()

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
                rest = f"({self.form(form)}) % {number_text(modulus)}"
                if len(residues) > self.few:
                    return self._flagged(rest, bytes(r in residues for r in range(modulus)))
                return _joined("or", [f"{rest} == {number_text(r)}" for r in sorted(residues)])
            case InSet(form=form, members=members, inside=inside):
                if self.few < len(members) and max(members) - min(members) < _MOST_FLAGS:
                    return self._in_set(form, members, inside)
                sign, word = ("==", "or") if inside else ("!=", "and")
                return _joined(word, [f"{self.form(form)} {sign} {number_text(m)}" for m in sorted(members)])
            case AllOf(parts=parts):
                return _joined("and", [self.condition(part) for part in parts]) or "True"
            case AnyOf(parts=parts):
                return _joined("or", [self.condition(part) for part in parts]) or "False"
        raise AssertionError(condition)

    def _in_set(self, form: Linear, members: frozenset[int], inside: bool) -> str:
        place, span = self.form(form - min(members)), range(min(members), max(members) + 1)
        flagged = self._flagged(place, bytes(m in members for m in span))
        found = f"(0 <= {place} < {number_text(len(span))} and {flagged})"
        return found if inside else f"(not {found})"

    def _flagged(self, place: str, flags: bytes) -> str:
        """That the flag at some place is 1."""
        start = self.flags.find(flags)
        if start < 0:
            start = len(self.flags)
            self.flags += flags
        return f"flags[U({linear_text(start, [])} + {place})] == 1"


def _joined(word: str, texts: list[str]) -> str:
    return f"({f' {word} '.join(texts)})" if texts else ""


def linear_text(constant: int, terms: Iterable[tuple[str, int]]) -> str:
    """`constant + coefficient * name + ...`"""
    parts = [f"{_sign(c)}{'' if abs(c) == 1 else f'{number_text(abs(c))} * '}{name}" for name, c in terms]
    if constant or not parts:
        parts.append(f"{_sign(constant)}{number_text(abs(constant))}")
    return " ".join(parts).removeprefix("+ ")


def _sign(number: int) -> str:
    return "- " if number < 0 else "+ "


def both(*conditions: str) -> str:
    """All conditions that are not empty."""
    return " and ".join(f"({c})" if " or " in c else c for c in conditions if c)
