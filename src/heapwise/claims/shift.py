"""Claims that say when a sequence repeats: `G(n + p) = G(n) + s` for one heap, from some n on."""

from heapwise.claims.claim import Claim
from heapwise.claims.instances import Instance
from heapwise.claims.task import Unsuitable
from heapwise.records import Record
from heapwise.terms import term as t
from heapwise.terms.evaluate import Compiler


class Shift(Record):
    """`n >= start implies G(n + period) = G(n) + saltus`"""

    start: int
    period: int
    saltus: int


def shift_of(instance: Instance) -> Shift:
    """The shift that a claim speaks of; raises `Unsuitable` for any other claim."""
    claim, game = instance.claim, instance.game
    if claim.strategy is not None:
        raise Unsuitable("the claim names a winning move")
    if game is None or game.layout.size != 1 or not claim.play.is_normal:
        raise Unsuitable("the claim is not about one heap in normal play")
    if game.layout.lows != (0,):
        raise Unsuitable("its heap does not begin at 0")
    sides = claim.sides
    heap = claim.components[0].slot
    compiler = instance.compiler()
    if sides is not None and sides.relation == "=":
        for one, other in ((sides.left, sides.right), (sides.right, sides.left)):
            period = _moved(one, compiler, heap)
            saltus = _raised(other, compiler, heap)
            if period is not None and saltus is not None and period > 0:
                return Shift(_start(claim, compiler, heap), period, saltus)
    raise Unsuitable("the statement is not of the form `G(n + p) = G(n) + s`")


def _start(claim: Claim, compiler: Compiler, heap: int) -> int:
    """The first n that the premise allows."""
    if not claim.premises:
        return 0
    match claim.premises:
        case (t.Operation(name=">=" | ">" as sign, arguments=(t.Local(slot=slot), bound)),) if slot == heap:
            value = _known(bound, compiler)
            if value is not None and value >= 0:
                return value + (sign == ">")
    raise Unsuitable("the premise is not of the form `n >= start`")


def _moved(term: t.AnyTerm, compiler: Compiler, heap: int) -> int | None:
    """p, if a term is `G(n + p)`."""
    match _argument(term):
        case t.Operation(name="+", arguments=(t.Local(slot=slot), amount)) if slot == heap:
            return _known(amount, compiler)
    return None


def _raised(term: t.AnyTerm, compiler: Compiler, heap: int) -> int | None:
    """s, if a term is `G(n) + s`."""
    match term:
        case t.Operation(name="+", arguments=(left, amount)):
            return _known(amount, compiler) if _is_heap(_argument(left), heap) else None
    return 0 if _is_heap(_argument(term), heap) else None


def _argument(term: t.AnyTerm) -> t.AnyTerm | None:
    match term:
        case t.Ask(question="G", position=t.PositionOf(game=t.ThisGame(), arguments=(argument,))):
            return argument
    return None


def _is_heap(term: t.AnyTerm | None, heap: int) -> bool:
    return isinstance(term, t.Local) and term.slot == heap


def _known(term: t.AnyTerm, compiler: Compiler) -> int | None:
    if not t.free_slots(term) <= compiler.known.keys() or any(isinstance(p, t.Ask) for p in t.walk(term)):
        return None
    value = compiler.value(term, [])
    return value if isinstance(value, int) else None
