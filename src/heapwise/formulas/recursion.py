"""Values of recursive definitions, as `let f(k) = if k = 0 then 1 else k * f(k - 1)`.

The evaluator of terms computes them in its frame. Kernels and sympy objects have no frame; they ask here.
"""

from typing import Any

from heapwise.terms import term as t
from heapwise.terms.evaluate import Compiler, Frame
from heapwise.terms.types import NUMBER


def recursive_value(compiler: Compiler, name: str, arguments: tuple[Any, ...]) -> Any:
    """The value of a recursive `let` at some numbers; the compiler keeps a table of what it has found."""
    constants = tuple(t.Constant(a, type=NUMBER) for a in arguments)
    return compiler.compile(t.Recursive(name, constants, type=NUMBER))(_frame(compiler))


def _frame(compiler: Compiler) -> Frame:
    """A frame with room for everything that the definitions bind, and the parameters in it."""
    slots = [slot for own, body in compiler.functions.values() for slot in (*own, *_slots_of(body))]
    frame: Frame = [None] * (1 + max([*slots, *compiler.known], default=0))
    for slot, value in compiler.known.items():
        frame[slot] = value
    return frame


def _slots_of(term: t.AnyTerm) -> list[int]:
    """All slots that a term reads or binds."""
    slots: list[int] = []
    for part in t.walk(term):
        if isinstance(part, t.Local):
            slots.append(part.slot)
        elif isinstance(part, t.Gather | t.With):
            slots += [slot for step in part.steps for slot in t.bound_slots(step)]
    return slots
