"""P-positions of games in which a move takes one heap away and splits another: the source of their kernel.

Positions are sorted, and a row is those that differ in the smallest heap alone. A move replaces two heaps by two others
that have a given sum. So a position is an N-position if, for some choice of these two, the heaps that stay make a
P-position with two heaps of that sum: one bit for every choice of the heaps that stay and of the sum. Where the
smallest heap is taken away, the bit is the same for the whole row.
"""

from contextlib import ExitStack
from itertools import combinations

from heapwise.engine.grid.grid import Refused
from heapwise.engine.kernels.constants import with_numbers
from heapwise.engine.kernels.sorted_sets import choose, rank
from heapwise.engine.kernels.text import KernelWriter, linear_text
from heapwise.engine.plan import OrderKind, Plan, SumSplit
from heapwise.model.conditions import FALSE, TRUE


def source_of_sums(plan: Plan, *, misere: bool) -> str:
    """The source, with the functions that kernels of rows have; raises `Refused` where there are moves of other kinds.

    `s0` has a bit for the other heaps and the sum of two, `s1` a row of bits for all heaps but two.
    """
    splits = [part for part in plan.parts if isinstance(part, SumSplit)]
    if (
        plan.order.way is not OrderKind.SORTED
        or len(splits) < len(plan.parts)
        or plan.game.legal != TRUE
        or plan.game.ends != FALSE
    ):
        raise Refused("there are other moves than splits")
    size, out = plan.size, KernelWriter()
    sides = ", ".join(f"n{i}" for i in range(size))
    most = max(split.total.constant for split in splits) - plan.game.lows[0]
    extent = f"max(1, {linear_text(most, [('n0', 1)])})"
    with out.block(f"def sizes({sides}, words)"):
        out.add(f"return (({choose('n0', size - 2)}) * {extent} + 64 >> 6, ({choose('n0', size - 2)}) * words)")
    out.add("", "")
    with out.block("def fill(start, stop, sides, words, table, sets)"):
        out.add(f"{sides} = sides", f"e = {extent}", "s0, s1 = sets")
        with ExitStack() as blocks:
            for i in range(size - 1):
                span = "start, stop" if i == 0 else f"x{i - 1} + 1"
                blocks.enter_context(out.block(f"for x{i} in range({span})"))
            _row(out, plan, splits, misere=misere)
    return with_numbers(out.text)


def _digit(plan: Plan, split: SumSplit) -> str:
    """What the new heaps have together, counted from its least value."""
    return linear_text(split.total.constant - plan.game.lows[0], [(f"x{split.total.variables[0]}", 1)])


def _without(plan: Plan, heaps: tuple[int, ...]) -> str:
    return rank([f"x{i}" for i in range(plan.size) if i not in heaps])


def _row(out: KernelWriter, plan: Plan, splits: list[SumSplit], *, misere: bool) -> None:
    last = plan.size - 1
    out.add(f"row = {rank([f'x{i}' for i in range(last)])}", "q = False")
    for split in splits:
        if last in split.heaps and split.total.variables != (last,):
            digit = _digit(plan, split)
            place = f"({_without(plan, split.heaps)}) * e + {digit}"
            out.add(f"q = q or (0 <= {digit} < e and has(s0, {place}))")
    rows = [f"b{i}" for i in range(last)]
    out.add(*(f"{name} = ({_without(plan, (i, last))}) * words" for i, name in enumerate(rows)))
    with out.block("if q"):
        out.add(f"s1[U(b{last - 1} + (x{last - 1} >> 6))] |= bit(x{last - 1} & 63)", "continue")
    with out.block("for k in range(words)"):
        out.add(f"u = {' | '.join(f's1[U({name} + k)]' for name in rows)}")
        with out.block("while u != -1"):
            out.add("j = ones(u)", f"x{last} = (k << 6) + j", "h = bit(j)", "u |= h")
            with out.block(f"if x{last} > x{last - 1}"):
                out.add("break")
            has_options = " or ".join(f"{_digit(plan, split)} >= 0" for split in splits)
            with out.block(f"if {has_options}" if misere else ""):
                out.add("table[U(row * words + k)] |= h")
                for heaps in combinations(range(plan.size), 2):
                    out.add(f"y = x{heaps[0]} + x{heaps[1]}")
                    with out.block("if y < e"):
                        out.add(f"y += ({_without(plan, heaps)}) * e", "s0[U(y >> 6)] |= bit(y & 63)")
