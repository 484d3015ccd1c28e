"""The rule of a game for any number of heaps, read from its resolved text: hypotheses 1, 2 and 3."""

from collections.abc import Callable, Iterator

from heapwise.proof.digit_game.parameters import MARK, Parameters
from heapwise.proof.digit_game.roles import NEW, OLD, POWER, is_lower, taken, takes_mark
from heapwise.proof.digit_game.rule import LOWER, Role, RoleMove, Rule, Size
from heapwise.proof.logic import And, Exists, Formula, LinearComparison
from heapwise.proof.logic.formulas import Relation
from heapwise.proof.outside import Outside
from heapwise.records import dataclass, field
from heapwise.rules import body
from heapwise.rules.heading import Places
from heapwise.rules.schema import Schema
from heapwise.terms import term as t
from heapwise.terms.types import NUMBER, Vector

_ONE = Size(False, 1)
_NO_HEAPS = "a choice of heaps that is not `1..n` or `subsets(1..n, ...)`"


def vector_of(schema: Schema) -> tuple[Places, int]:
    """The one vector x[n] of heaps of a game, and the slot of n; raises `Outside` for other games."""
    if schema.is_alias or schema.body.legal or schema.body.ends:
        raise Outside("`legal`, `ends` or a game with another name")
    places = schema.places
    if len(places) != 1 or not isinstance(places[0].type, Vector) or places[0].type.item != NUMBER:
        raise Outside("positions that are not one vector of heaps")
    place = places[0]
    if place.type.cyclic or not _is_from_zero(place.domain):  # type: ignore[union-attr]
        raise Outside("heaps on a circle, or with a range of their own")
    match place.sizes:
        case (t.Local(slot=slot),) if any(p.slot == slot for p in schema.parameters):
            _check_measure(schema.body.measure, place)
            for line in schema.body.moves:
                _check_used(line)
            return place, slot
    raise Outside("a number of heaps that is not a parameter")


def _check_measure(measure: t.AnyTerm | None, place: Places) -> None:
    """Every role lowers `sum(x)`. Another measure may not fall, and then there is no such game."""
    match measure:
        case None | t.Operation(name="sum", arguments=(t.Local(slot=place.slot),)):
            return
    raise Outside("`decreases` with something else than the sum of all heaps")


def _check_used(line: body.Move) -> None:
    """Everything that a line chooses is read somewhere in it."""
    written = (term for write in line.writes for term in (*write.indices, write.value))
    terms = (*map(t.step_term, line.steps), *written, *([] if line.result is None else [line.result]))
    chosen = {slot for step in line.steps for slot in t.bound_slots(step)}
    if chosen - frozenset().union(*map(t.free_slots, terms)):
        raise Outside("a choice that the move does not use: where there is none to make, there is no move")


def _is_from_zero(domain: t.AnyTerm | None) -> bool:
    match domain:
        case None | t.Operation(name="..", arguments=(t.Constant(value=0),)):
            return True
    return False


def rule_of(schema: Schema, place: Places, parameters: Parameters) -> Rule:
    """The rule with the values of parameters put in; n = 0, and n for which a move changes no heap, are left out."""
    moves = tuple(move for line in schema.body.moves for move in _MoveReader(place, parameters).read(line))
    least = max([1, parameters.least, *(1 - m.low.add for m in moves if m.low.has_n)])
    return Rule(moves, least)


@dataclass
class HeapCount:
    """How many heaps a move changes: from `low` to `high`, and one of the numbers `among`, if these are listed."""

    low: Size
    high: Size
    among: frozenset[int] | None = None

    def bound(self, relation: str, size: Size) -> None:
        """Narrow the bounds; raises `Outside` where it depends on n which bound is the narrower one."""
        match relation:
            case "=":
                self.bound(">=", size)
                self.bound("<=", size)
            case ">=" | ">":
                self.low = self._of(max, self.low, size._replace(add=size.add + (relation == ">")), Size(False, 0))
            case "<=" | "<":
                self.high = self._of(min, self.high, size._replace(add=size.add - (relation == "<")), Size(True, 0))
            case _:
                raise Outside("a condition on the number of heaps other than bounds")

    @staticmethod
    def _of(which: Callable[..., Size], one: Size, two: Size, trivial: Size) -> Size:
        if one == trivial:
            return two
        if one.has_n != two.has_n:
            raise Outside("two bounds on the number of heaps, one with n")
        return which(one, two)

    def keep(self, among: frozenset[int]) -> None:
        """It is one of these numbers."""
        self.among = among if self.among is None else self.among & among

    def ranges(self) -> Iterator[tuple[Size, Size]]:
        """The bounds; of listed numbers those in a row together."""
        if self.among is None:
            yield self.low, self.high
            return
        if self.low.has_n or (self.high.has_n and self.high.add):
            raise Outside("numbers of heaps beside a bound with n")
        listed = [k for k in sorted(self.among) if k >= self.low.add and (self.high.has_n or k <= self.high.add)]
        if not listed:
            raise Outside("a move of no number of heaps")
        for first in (k for k in listed if k - 1 not in listed):
            last = next(k for k in range(first, first + len(listed) + 1) if k + 1 not in listed)
            yield Size(False, first), Size(False, last)


@dataclass
class _MoveReader:
    """Reads one line of moves."""

    place: Places
    parameters: Parameters
    index: int = -1
    is_set: bool = False
    sizes: HeapCount = field(default_factory=lambda: HeapCount(_ONE, _ONE))
    counts: dict[int, t.AnyTerm] = field(default_factory=dict)  # ranges of numbers of heaps, by slot
    amounts: list[str] = field(default_factory=list)
    said: list[Formula] = field(default_factory=list)

    def read(self, line: body.Move) -> Iterator[RoleMove]:
        """The moves of a line: several, where several numbers of heaps are listed."""
        if line.result is not None or len(line.writes) != 1:
            raise Outside("moves that write more than one place, or make other positions")
        for step in line.steps:
            self._step(step)
        if self.index < 0:
            raise Outside(_NO_HEAPS)
        (write,) = line.writes
        if not (len(write.indices) == 1 and self._is_index(write.indices[0])):
            raise Outside("a move that does not write a heap chosen among all")
        self._compare(t.Local(-1, NEW, type=NUMBER), "=", write.value)
        role = self._role()
        for low, high in self.sizes.ranges():
            if (low.has_n == high.has_n and low.add > high.add) or (not high.has_n and high.add < 1):
                raise Outside("a move of no number of heaps")
            yield RoleMove(role, low, high)

    def _role(self) -> Role:
        formula: Formula = And(tuple(self.said))
        formula = Exists(tuple(self.amounts), formula) if self.amounts else formula
        if POWER in str(formula):
            if takes_mark(formula):
                return Role("take", MARK.level)
        elif is_lower(formula):
            return Role(LOWER)
        elif (level := taken(formula)) is not None:
            self.parameters.level(t.Constant(level, type=NUMBER))
            return Role("take", level)
        raise Outside("a change of a heap other than `any smaller number` or `2^s less`")

    # -- steps

    def _step(self, step: t.Step) -> None:
        match step:
            case t.Choose(target=int(slot), domain=domain) if self.index < 0 and not self._is_count(domain):
                self._choose_heaps(slot, domain)
            case t.Choose(target=int(slot), domain=domain) if self.index < 0:
                self.counts[slot] = domain
            case t.Choose(target=int(slot), domain=t.Operation(name="..", arguments=(low, high))):
                self._choose_amount(slot, low, high)
            case t.Guard(condition=condition):
                self._guard(condition)
            case _:
                raise Outside("a choice that is neither heaps nor an amount")

    def _choose_heaps(self, slot: int, domain: t.AnyTerm) -> None:
        """`i in 1..n`, or `S in subsets(1..n, low..high)`."""
        self.index = slot
        match domain:
            case t.Operation(name="subsets", arguments=(among, *number)) if self._is_all(among):
                self.is_set, self.sizes = True, HeapCount(Size(False, 0), Size(True, 0))
                for domain in number:
                    self._narrow("in", domain)
            case _ if not self._is_all(domain):
                raise Outside(_NO_HEAPS)

    def _is_count(self, domain: t.AnyTerm) -> bool:
        """Are these numbers, and not all heaps?"""
        match domain:
            case t.Operation(name=".." | "{}"):
                return not self._is_all(domain)
        return False

    def _narrow(self, relation: str, number: t.AnyTerm) -> None:
        """The number of heaps is within these bounds as well."""
        match relation, number:
            case "in" | "=", t.Local(slot=slot) if slot in self.counts:
                self._narrow("in", self.counts[slot])
            case "in", t.Operation(name="..", arguments=(low, high)):
                self._narrow(">=", low)
                self._narrow("<=", high)
            case "in", t.Operation(name="{}", arguments=members):
                self.sizes.keep(frozenset(map(self.parameters.number, members)))
            case _:
                self.sizes.bound("=" if relation == "in" else relation, self.parameters.size(number))

    def _is_all(self, domain: t.AnyTerm) -> bool:
        match domain:
            case t.Operation(name="..", arguments=(t.Constant(value=1), t.Local(slot=slot))):
                return slot == self.parameters.n
        return False

    def _choose_amount(self, slot: int, low: t.AnyTerm, high: t.AnyTerm) -> None:
        """A number for the heap; for a set of heaps a number for each, which their range alone ties to the heap."""
        if self.is_set and not isinstance(high.type, Vector):
            raise Outside("one amount for all heaps of a set")
        if self.parameters.number(low) < 0:
            raise Outside("an amount that may be negative")
        name = f"amount{slot}"
        self.amounts.append(name)
        amount = t.Local(slot, name, type=NUMBER)
        self._compare(low, "<=", amount)
        self._compare(amount, "<=", high)

    def _guard(self, condition: t.AnyTerm) -> None:
        match condition:
            case t.Operation(name=name, arguments=(t.Operation(name="len", arguments=(heaps,)), right)) if (
                self.is_set and self._is_index(heaps)
            ):
                self._narrow(name, right)
            case t.Operation(name="=" | "!=" | "<" | "<=" | ">" | ">=" as name, arguments=(left, right)) if (
                not self.is_set
            ):
                self._compare(left, name, right)
            case t.Connective(name="and", arguments=arguments):
                for argument in arguments:
                    self._guard(argument)
            case _:
                raise Outside("a guard between heaps")

    # -- linear forms of one heap

    def _compare(self, left: t.AnyTerm, relation: Relation, right: t.AnyTerm) -> None:
        one, two = self._linear(left), self._linear(right)
        names = tuple(sorted({*one, *two} - {""}))
        coefficients = tuple(one.get(name, 0) - two.get(name, 0) for name in names)
        self.said.append(LinearComparison(names, coefficients, one.get("", 0) - two.get("", 0), relation))

    def _linear(self, term: t.AnyTerm) -> dict[str, int]:
        """The coefficients of a linear form, its constant under the empty name."""
        match term:
            case t.Local(name=name, slot=-1):
                return {name: 1}
            case t.Local(slot=slot) if f"amount{slot}" in self.amounts:
                return {f"amount{slot}": 1}
            case t.Operation(name="index", arguments=(t.Local(slot=slot), index)) if slot == self.place.slot:
                if self._is_index(index):
                    return {OLD: 1}
                raise Outside("a guard between heaps")
            case t.Operation(name="+" | "-" as name, arguments=(left, right)):
                return _added(self._linear(left), self._linear(right), 1 if name == "+" else -1)
            case t.Operation(name="^", arguments=(t.Constant(value=2), t.Local(slot=slot))):
                if self.parameters.values.get(slot) == MARK:
                    return {POWER: 1}
        if self.place.slot in t.free_slots(term):
            raise Outside("a guard between heaps")
        return {"": self.parameters.number(term)}

    def _is_index(self, term: t.AnyTerm) -> bool:
        return isinstance(term, t.Local) and term.slot == self.index


def _added(one: dict[str, int], two: dict[str, int], sign: int) -> dict[str, int]:
    return {name: one.get(name, 0) + sign * two.get(name, 0) for name in {*one, *two}}
