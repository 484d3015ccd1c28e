"""Terms with some parts replaced: how a parameter becomes a component, or what stands for it."""

from collections.abc import Callable
from dataclasses import replace

from heapwise.proof.outside import Outside
from heapwise.terms import term as t

Change = Callable[[t.AnyTerm], t.AnyTerm | None]


def rewritten(term: t.AnyTerm, change: Change) -> t.AnyTerm:
    """The term with every part for which `change` knows another one replaced by it, outermost first."""
    found = change(term)
    if found is not None:
        return found

    def inside(part: t.AnyTerm) -> t.AnyTerm:
        return rewritten(part, change)

    match term:
        case t.Recursive() if any(change(read) is not None for read in term.reads):
            raise Outside(f"`{term.name}`, which speaks of itself and of parameters")
        case t.Operation() | t.Connective() | t.GameNamed() | t.Recursive():
            return replace(term, arguments=tuple(map(inside, term.arguments)))
        case t.Choice():
            return replace(term, condition=inside(term.condition), yes=inside(term.yes), no=inside(term.no))
        case t.Gather():
            return replace(term, body=inside(term.body), steps=rewritten_steps(term.steps, change))
        case t.With():
            steps = tuple(replace(step, value=inside(step.value)) for step in term.steps)
            return replace(term, body=inside(term.body), steps=steps)
        case t.PositionOf():
            return replace(term, game=inside(term.game), arguments=tuple(map(inside, term.arguments)))
        case t.Ask():
            player = None if term.player is None else inside(term.player)
            return replace(term, position=inside(term.position), player=player)
    return term


def rewritten_steps(steps: tuple[t.Step, ...], change: Change) -> tuple[t.Step, ...]:
    """Binders with some parts of their terms replaced."""
    return tuple(_step(step, change) for step in steps)


def _step(step: t.Step, change: Change) -> t.Step:
    match step:
        case t.Choose():
            return replace(step, domain=rewritten(step.domain, change))
        case t.Define():
            return replace(step, value=rewritten(step.value, change))
        case t.Guard():
            return replace(step, condition=rewritten(step.condition, change))


def apart(term: t.AnyTerm, shift: int) -> t.AnyTerm:
    """The same term with the slots that it binds itself so much higher, out of the way of others."""
    binding = (part for part in t.walk(term) if isinstance(part, t.Gather | t.With))
    own = {slot for part in binding for step in part.steps for slot in t.bound_slots(step)}

    def moved(part: t.AnyTerm) -> t.AnyTerm | None:
        if isinstance(part, t.Local) and part.slot in own:
            return replace(part, slot=part.slot + shift)
        if isinstance(part, t.Gather):
            steps = tuple(_with_target(step, shift) for step in rewritten_steps(part.steps, moved))
            return replace(part, body=rewritten(part.body, moved), steps=steps)
        if isinstance(part, t.With):
            raise Outside("a value by a `let` that is given more than names and numbers")
        return None

    return rewritten(term, moved) if own else term


def _with_target(step: t.Step, shift: int) -> t.Step:
    match step:
        case t.Choose():
            return replace(step, target=_shifted(step.target, shift))
        case t.Define():
            return replace(step, slot=step.slot + shift)
    return step


def _shifted(target: t.Target, shift: int) -> t.Target:
    return target + shift if isinstance(target, int) else tuple(_shifted(part, shift) for part in target)
