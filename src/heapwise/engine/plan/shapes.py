"""From the numbers that a move takes to the parts of a plan: steps, rays, windows and boxes."""

from collections.abc import Iterator, Sequence
from itertools import product
from math import lcm, prod

from heapwise.engine.plan.displacements import Displacements, Unrecognised
from heapwise.engine.plan.parts import Box, Displacement, Part, Ray, SingleOption, Window
from heapwise.model.bounds import linear_facts
from heapwise.model.conditions import AtLeastZero, Condition, HasRemainder, InSet, NotAllZero, conjunction, leaves_of
from heapwise.model.linear import Linear
from heapwise.records import Record

_MOST_STEPS = 48  # options of a move that are looked up one by one
_LEAST_WINDOW = 8  # options in a row for which sets are sooner than to look each of them up
_MOST_TRIED = 5_000
_MOST_RESIDUES = 12


def parts_of(moved: Displacements) -> list[Part]:
    """The parts that a move consists of; raises `Unrecognised`."""
    free = moved.free
    if not free:
        return [SingleOption(_vector(moved, {}), moved.guard)]
    if len(free) == 1:
        return list(_along_a_line(moved, free[0]))
    box = _box(moved)
    if box is not None:
        return [box]
    ranges = _ranges(moved.conditions, free)
    if all(len(r) == 2 for r in ranges.values()):
        return list(_steps(moved, [range(low, high + 1) for low, high in ranges.values()]))
    return list(_lines(moved, ranges))


def _vector(moved: Displacements, values: dict[int, int]) -> Displacement:
    return tuple(form.substitute({v: Linear(n) for v, n in values.items()}).constant for form in moved.taken)


# ------------------------------------------------------------------------------------------ one number


class _Tail(Record):
    """A set of integers: some by themselves, and from `start` on those with certain residues."""

    few: tuple[int, ...]
    start: int
    modulus: int
    residues: tuple[int, ...]


def _along_a_line(moved: Displacements, variable: int) -> Iterator[Part]:
    """One number is free: its values make steps, rays and windows."""
    moved = _upwards(moved, variable)
    slopes = tuple(form.coefficient(variable) for form in moved.taken)
    tail = _tail(conjunction(moved.conditions), variable)
    few = tail.few
    pivot = next((i for i, slope in enumerate(slopes) if abs(slope) == 1), None)
    origin = _vector(moved, {variable: 0})
    is_run = bool(few) and few == tuple(range(few[0], few[-1] + 1))
    if len(few) >= _LEAST_WINDOW and is_run and not any(origin) and few[0] == 1 and pivot is not None:
        yield Window(slopes, pivot, len(few), moved.guard)
    elif len(few) > _MOST_STEPS:
        raise Unrecognised(f"it has {len(few)} options along a line, not one after another")
    else:
        yield from (SingleOption(_vector(moved, {variable: s}), moved.guard) for s in few)
    if tail.residues and pivot is None:
        raise Unrecognised("it changes no component by 1, 2, 3, ... in turn")
    for residue in tail.residues:
        start = tail.start + (residue - tail.start) % tail.modulus
        along = tuple(tail.modulus * slope for slope in slopes)
        assert pivot is not None
        ray = Ray(along, _vector(moved, {variable: start}), pivot, tail.modulus, moved.guard)
        if not ray.is_immediate and min(*along, *ray.first) < 0:
            raise Unrecognised("its options begin further on along a line that raises a component")
        yield ray


def _upwards(moved: Displacements, variable: int) -> Displacements:
    """The same with the number or its opposite, so that it is bounded below."""
    facts = linear_facts(moved.conditions)
    if any(f.coefficient(variable) > 0 for f in facts) or not facts:
        return moved
    turned = {variable: Linear(0, ((variable, -1),))}
    taken = tuple(form.substitute(turned) for form in moved.taken)
    conditions = tuple(c.map(lambda f: f.substitute(turned)) for c in moved.conditions)
    return Displacements(moved.size, taken, conditions, moved.guard)


def _tail(condition: Condition, variable: int) -> _Tail:
    """The integers that satisfy a condition on one variable.

    Beyond all zeros of its forms and members of its sets, a condition depends on residues alone.
    """
    modulus, reach = 1, 1
    for atom in leaves_of(condition):
        if isinstance(atom, HasRemainder):
            modulus = lcm(modulus, atom.modulus)
        for form in atom.forms():
            reach = max(reach, _reach(atom, form))
    if reach * 2 + modulus > _MOST_TRIED:
        raise Unrecognised("its numbers are bounded by large ones")

    def holds(number: int) -> bool:
        values = [0] * variable + [number]
        return condition.holds(values)

    if any(holds(n) for n in range(-reach - modulus, -reach)):
        raise Unrecognised("what it takes is not bounded below")
    start = reach + 1
    residues = [n % modulus for n in range(start, start + modulus) if holds(n)]
    if len(residues) == modulus:
        modulus, residues = 1, [0]
    if len(residues) > _MOST_RESIDUES:
        raise Unrecognised(f"its numbers have {len(residues)} residues modulo {modulus}")
    while modulus == 1 and residues and holds(start - 1):
        start -= 1
    return _Tail(tuple(n for n in range(-reach, start) if holds(n)), start, modulus, tuple(residues))


def _reach(atom: Condition, form: Linear) -> int:
    largest = max((abs(m) for m in atom.members), default=0) if isinstance(atom, InSet) else 0
    return abs(form.constant) + largest + 1


# ---------------------------------------------------------------------------------------- several numbers


def _box(moved: Displacements) -> Box | None:
    """All numbers from least ones on, each taken from its own component, at most without the zeros together."""
    heaps = tuple(i for i, form in enumerate(moved.taken) if form.terms)
    if any(form != Linear.variable(moved.size + i) for i, form in enumerate(moved.taken) if form != Linear(0)):
        return None  # a component that changes by a number is on no side of the box, and no box has it
    least: dict[int, int] = {}
    is_some = False
    for condition in moved.conditions:
        match condition:
            case AtLeastZero(form=Linear(constant=constant, terms=((variable, 1),))):
                least[variable - moved.size] = max(-constant, least.get(variable - moved.size, -constant))
            case NotAllZero(differences=forms) if {*forms} == {Linear.variable(moved.size + i) for i in heaps}:
                is_some = True
            case _:
                return None
    first = tuple(least.get(i, 0) for i in range(moved.size))
    is_box = set(least) == set(heaps) and min(first) >= 0 and (is_some or any(first))
    return Box(heaps, first, moved.guard) if is_box else None


def _ranges(conditions: Sequence[Condition], free: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """Bounds of the free numbers as far as the conditions give them: (least, greatest) where both are known."""
    lows: dict[int, int] = {}
    highs: dict[int, int] = {}
    facts = [f for f in linear_facts(conditions) if not f.is_constant]
    for _ in range(len(free) + 2):
        for fact in facts:
            for variable, factor in fact.terms:
                most = _most(fact, variable, lows, highs)
                if most is not None and factor < 0:
                    highs[variable] = min(highs.get(variable, most // -factor), most // -factor)
                elif most is not None:
                    lows[variable] = max(lows.get(variable, -(most // factor)), -(most // factor))
    return {v: (lows[v], highs[v]) if v in lows and v in highs else () for v in free}


def _most(fact: Linear, variable: int, lows: dict[int, int], highs: dict[int, int]) -> int | None:
    """The most that a form can be without one of its terms."""
    most = fact.constant
    for v, c in fact.terms:
        if v != variable:
            bound = (highs if c > 0 else lows).get(v)
            if bound is None:
                return None
            most += c * bound
    return most


def _steps(moved: Displacements, ranges: list[range]) -> Iterator[SingleOption]:
    """Finitely many options, one by one."""
    if prod(map(len, ranges)) > _MOST_TRIED:
        raise Unrecognised("it has many options that lie on no line")
    found = []
    for numbers in product(*ranges):
        values = dict(zip(moved.free, numbers, strict=True))
        padded = [values.get(v, 0) for v in range(moved.free[-1] + 1)]
        if all(c.holds(padded) for c in moved.conditions):
            found.append(SingleOption(_vector(moved, values), moved.guard))
    if len(found) > _MOST_STEPS:
        raise Unrecognised(f"it has {len(found)} options that lie on no line")
    yield from found


def _lines(moved: Displacements, ranges: dict[int, tuple[int, ...]]) -> Iterator[Part]:
    """Two numbers whose difference is bounded: a line for every difference."""
    if len(ranges) != 2:
        raise Unrecognised("its numbers are bounded in no way that is known")
    (one, other), size = ranges, moved.size
    gap = max(ranges) + 1
    # The other number is the one plus a gap; without the first, what is left is bounded by the gap.
    shifted = [
        c.map(lambda f: f.substitute({other: Linear.variable(one) + Linear.variable(gap)})) for c in moved.conditions
    ]
    found = _ranges([c for c in shifted if all(f.variables == (gap,) for f in c.forms())], [gap])[gap]
    if not found or found[1] - found[0] >= _MOST_RESIDUES:
        raise Unrecognised("its numbers are bounded in no way that is known")
    for width in range(found[0], found[1] + 1):
        value = {other: Linear.variable(one) + width}
        conditions = tuple(c.map(lambda f: f.substitute(value)) for c in moved.conditions)  # noqa: B023
        taken = tuple(form.substitute(value) for form in moved.taken)
        yield from parts_of(Displacements(size, taken, conditions, moved.guard))
