"""The source of a kernel that marks: positions are met in their order, and a P-position marks all from which a move
leads to it. What is met without a mark is a P-position.

For that moves are followed backwards. `x0`, `x1`, ... is the P-position, counted from its least values, `t0`, `t1`, ...
are the components of a position before it where a move changes them. They run through their ranges, as far as the
conditions of the move allow, and all conditions are looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack

from heapwise.engine.grid.grid import Refused
from heapwise.engine.kernels.text import Names, Writer, linear_text
from heapwise.engine.plan import Plan, Vector, Way
from heapwise.model.bounds import linear_facts
from heapwise.model.conditions import TRUE, Condition, conjunction
from heapwise.model.ground import GroundMove
from heapwise.model.linear import Linear
from heapwise.model.relation import relations

MARKED, LOSING = 1, 2  # entries of the table; 0 is what was not met, or is no position


def source_of_marks(plan: Plan) -> str:
    """The source; raises `Refused` where a move cannot be followed backwards."""
    out, names, size = Writer(), Names(plan.game.lows), plan.size
    sides = "".join(f"n{i}, " for i in range(size))
    with out.block("def fill(start, stop, sides, table)"):
        out.add(f"{sides.strip() if size == 1 else sides[:-2]} = sides")
        out.add(f"m{size - 1} = 1", *(f"m{i} = m{i + 1} * n{i + 1}" for i in reversed(range(size - 1))))
        with ExitStack() as blocks:
            (_by_total if plan.order.way is Way.BY_TOTAL else _listed)(out, blocks, plan.order.axes)
            out.add(f"p = {' + '.join(f'x{i} * m{i}' for i in range(size))}")
            legal = "" if plan.game.legal == TRUE else f" or not {names.condition(plan.game.legal)}"
            with out.block(f"if table[U(p)] != 0{legal}"):
                out.add("continue")
            out.add(f"table[U(p)] = {LOSING}")
            for move in plan.game.moves:
                _backwards(out, names, plan, move)
    return out.text


def _listed(out: Writer, blocks: ExitStack, axes: Sequence[int]) -> None:
    """Loop in loop, the slowest component outside."""
    for depth, axis in enumerate(axes):
        blocks.enter_context(out.block(f"for x{axis} in range({f'n{axis}' if depth else 'start, stop'})"))


def _by_total(out: Writer, blocks: ExitStack, axes: Sequence[int]) -> None:
    """The positions of every sum in turn; the last component is what the others leave."""
    blocks.enter_context(out.block("for y in range(start, stop)"))
    rest = "y"
    for number, axis in enumerate(axes[:-1]):
        others = "".join(f" - (n{i} - 1)" for i in axes[number + 1 :])
        blocks.enter_context(out.block(f"for x{axis} in range(max(0, {rest}{others}), min(n{axis} - 1, {rest}) + 1)"))
        rest += f" - x{axis}"
    out.add(f"x{axes[-1]} = {rest}")


def _backwards(out: Writer, names: Names, plan: Plan, move: GroundMove) -> None:
    """The positions from which a move leads here."""
    size, lows = plan.size, plan.game.lows
    changed, waiting = _turned(plan, move)
    facts, free = linear_facts(waiting), [size + i for i in changed]
    with ExitStack() as blocks:
        while True:
            ready = [c for c in waiting if not _variables(c) & set(free)]
            waiting = [c for c in waiting if c not in ready]
            if ready:
                blocks.enter_context(out.block(f"if {names.condition(conjunction(ready))}"))
            if not free:
                break
            variable = max(free, key=lambda v: len(_bounding(facts, v, free)))
            free.remove(variable)
            span = _span(names, _bounding(facts, variable, free), variable, size, lows[variable - size])
            blocks.enter_context(out.block(f"for t{variable - size} in range({span})"))
        steps = [(linear_text(-lows[i], [(f"t{i}", 1), (f"x{i}", -1)]), i) for i in changed]
        place = linear_text(0, [("p", 1), *((f"({step}) * m{i}", 1) for step, i in steps)])
        out.add(f"table[U({place})] = {MARKED}")


def _turned(plan: Plan, move: GroundMove) -> tuple[Vector, list[Condition]]:
    """The components that a move changes, and what has to hold of a position before it: a component that is changed is
    the variable `size + i` there, and the variable i is a component of the option."""
    size, relation = plan.size, next(relations(plan.game, move))
    if relation.left or move.result is not None:
        raise Refused("a move cannot be followed backwards")

    def before(variable: int) -> int:
        return variable + size if variable in relation.written else variable

    def turned(variable: int) -> int:
        return variable - size if variable >= size else before(variable)

    conditions = [c.map(lambda form: form.rename(turned)) for c in relation.conditions]
    may_move = [c for c in (plan.game.legal, plan.game.ends.negated()) if c != TRUE]
    return relation.written, conditions + [c.map(lambda form: form.rename(before)) for c in may_move]


def _variables(condition: Condition) -> set[int]:
    return {v for form in condition.forms() for v in form.variables}


def _bounding(facts: Sequence[Linear], variable: int, free: Sequence[int]) -> list[Linear]:
    """The facts that bound a variable in terms of what is known."""
    return [f for f in facts if variable in f.variables and not set(f.variables) & set(free) - {variable}]


def _span(names: Names, facts: Sequence[Linear], variable: int, size: int, low: int) -> str:
    """The range of a component of a position before this one."""
    own = variable - size
    lows, highs = [str(low)], [linear_text(low - 1, [(f"n{own}", 1)])]
    for fact in facts:
        factor = fact.coefficient(variable)
        rest = names.form(fact - Linear(0, ((variable, factor),)))
        (lows if factor > 0 else highs).append(f"-(({rest}) // {factor})" if factor > 0 else f"({rest}) // {-factor}")
    low_text = lows[0] if len(lows) == 1 else f"max({', '.join(lows)})"
    high_text = highs[0] if len(highs) == 1 else f"min({', '.join(highs)})"
    return f"{low_text}, {high_text} + 1"
