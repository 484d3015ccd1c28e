"""The part of a kernel that looks up the options of a ground move one by one, amount inside amount."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from heapwise.engine.kernels.text import KernelNames, KernelWriter, linear_text
from heapwise.model.conditions import conjunction
from heapwise.model.ground import Bound, GroundMove


def listed(out: KernelWriter, names: KernelNames, move: GroundMove, take: Callable[[str], None]) -> None:
    """Loops over the options; `take` writes what is done with one whose index in the table has the given text. The
    kernel ends where an option lies outside of the table."""
    size = len(names.lows)
    levels = move.guards_by_level(size)
    with ExitStack() as blocks:
        if levels[0]:
            blocks.enter_context(out.block(f"if {names.condition(conjunction(levels[0]))}"))
        for number, (amount, guards) in enumerate(zip(move.amounts, levels[1:], strict=True)):
            low = _extreme("max", [_bound(names, b, "ceil") for b in amount.lows])
            high = _extreme("min", [_bound(names, b, "floor") for b in amount.highs])
            blocks.enter_context(out.block(f"for t{number} in range({low}, {high} + 1)"))
            if guards:
                blocks.enter_context(out.block(f"if {names.condition(conjunction(guards))}"))
        written = [i for i, _ in move.updates]
        out.add(*(f"y{i} = {names.form(form - names.lows[i])}" for i, form in move.updates))
        inside = " and ".join(f"0 <= y{i} < n{i}" for i in written)
        with out.block(f"if not ({inside})"):
            out.add("return 2")
        take(linear_text(0, [("p", 1), *((f"(y{i} - x{i}) * m{i}", 1) for i in written)]))


def _bound(names: KernelNames, bound: Bound, rounding: str) -> str:
    form = names.form(bound.form)
    if bound.divisor == 1:
        return form
    return f"({form}) // {bound.divisor}" if rounding == "floor" else f"-((-({form})) // {bound.divisor})"


def _extreme(word: str, texts: list[str]) -> str:
    return texts[0] if len(texts) == 1 else f"{word}({', '.join(texts)})"
