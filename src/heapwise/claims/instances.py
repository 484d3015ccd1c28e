"""The instances of a claim: one for every choice of its parameters, each with the region to be checked.

Hypotheses are mathematics and always count; effort (`check`, `upto`, or the command line) only says how far to look.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice, product
from math import prod
from typing import Any

from heapwise.claims.choices import Choices, choice_of, compiler_of, least_integer, settled_value
from heapwise.claims.claim import CheckBound, CheckRange, Claim, ClaimVariable, EffortItem, Total, Upto
from heapwise.claims.parameters import game_of, with_counts
from heapwise.claims.region import Region, ends_inside
from heapwise.claims.signs import is_never_negative
from heapwise.claims.wording import stated
from heapwise.errors import HeapwiseError, error
from heapwise.numbers import UndefinedValue
from heapwise.records import Record
from heapwise.rules.game import Game
from heapwise.rules.schema import Schema
from heapwise.rules.used import check_names, schemas_in
from heapwise.source import Place
from heapwise.terms import term as t
from heapwise.terms.evaluate import Ask, Compiler
from heapwise.terms.position import State
from heapwise.terms.types import NUMBER, Set, Vector
from heapwise.terms.values import FiniteSet, settled, show

MOST_INSTANCES = 100_000
_MOST_TRIED = 200_000  # numbers that a range speaks of

_Number = tuple[ClaimVariable, tuple[int, int | None]]  # of a law, with its ends


class Instance(Record, eq=False):
    """A claim with values for its parameters: `known` by slot, `parameters` by name."""

    claim: Claim
    known: dict[int, Any]
    parameters: dict[str, Any]
    game: Game | None
    region: Region

    @property
    def label(self) -> str:
        """`n = 2, k = 1`"""
        return ", ".join(f"{name} = {value}" for name, value in self.shown.items())

    @property
    def shown(self) -> dict[str, str]:
        """The parameters as they are written."""
        return {name: show(value) for name, value in self.parameters.items()}

    @property
    def own(self) -> str:
        """`m = 0`, the numbers that the claim has and its game has not."""
        schema = self.claim.schema
        of_game = {p.slot for p in schema.parameters} if schema is not None else set[int]()
        return ", ".join(f"{v.name} = {self.shown[v.name]}" for v in self.claim.variables if v.slot not in of_game)

    @property
    def stated(self) -> str:
        """`P(x) iff nimsum(x) = m, for m = 0`"""
        text = stated(self.claim)
        return f"{text}, for {self.own}" if self.own else text

    @property
    def values(self) -> tuple[Any, ...]:
        """The values of the parameters."""
        return tuple(self.parameters.values())

    def compiler(self, ask: Ask | None = None) -> Compiler:
        """What computes terms of the claim with these parameters; `ask` knows the values of positions."""
        return Compiler(self.claim.source, self.known, self.game, self.claim.frame.functions, ask)


def instances(claim: Claim, effort: Sequence[EffortItem]) -> Iterator[Instance]:
    """All instances of a claim, in the order of the sweep."""
    known: list[dict[int, Any]] = []
    for values in sweep(claim, effort):
        known.append(values)
        yield instance_at(claim, values, effort)
    check_places(claim, known, effort)


def sweep(claim: Claim, effort: Sequence[EffortItem]) -> Iterator[dict[int, Any]]:
    """The values of the variables for each instance: what is soon known, before any game is made."""
    try:
        ranges = [item for item in merged_effort(claim.effort, effort) if isinstance(item, CheckRange)]
        found = islice(Choices(claim, ranges), MOST_INSTANCES + 1)
        for count, known in enumerate(_names_checked(claim, found)):
            if count >= MOST_INSTANCES:
                raise error("E003", claim.place, what="instances of a claim", most=MOST_INSTANCES)
            yield known
    except UndefinedValue as problem:
        raise error("E029", claim.place, problem=problem) from None


def _names_checked(claim: Claim, swept: Iterable[dict[int, Any]]) -> Iterable[dict[int, Any]]:
    """The same, unless two of them have different games of one name, or the text of the claim means another one by it:
    instances are known by what is printed of them."""
    slots, games = [v.slot for v in claim.variables if v.type != NUMBER], dict[str, Schema]()
    if not slots:
        return swept
    found = list(swept)
    for known in found:
        for value in (known[slot] for slot in slots):
            meant = {schema.name: claim.find_game(schema.name) for schema in schemas_in(value)}
            games = {name: schema for name, schema in meant.items() if schema is not None} | games
            check_names(value, show(value), games, claim.place)
    return found


def instance_at(claim: Claim, known: dict[int, Any], effort: Sequence[EffortItem]) -> Instance:
    """The instance for the values of a sweep."""
    try:
        return make_instance(claim, known, merged_effort(claim.effort, effort))
    except UndefinedValue as problem:
        raise error("E029", claim.place, problem=problem) from None


def check_places(claim: Claim, swept: Sequence[dict[int, Any]], effort: Sequence[EffortItem]) -> None:
    """Refuse a bound for a component that no instance has, as `x[9] <= 5` for three heaps."""
    chosen = merged_effort(claim.effort, effort)
    unused = [item for item in chosen if isinstance(item, CheckBound) and item.index is not None]
    bounds, labels = None, tuple[str, ...]()
    for known in swept if unused else ():
        instance = make_instance(claim, known, chosen)
        bounds, labels = _Bounds(claim, instance.game, (), compiler_of(claim, instance.known)), labels_of(instance)
        unused = [item for item in unused if bounds.subject(item) not in labels]
    if unused and bounds is not None:
        raise error("E083", claim.place, place=bounds.subject(unused[0]), known=", ".join(labels))


def labels_of(instance: Instance) -> tuple[str, ...]:
    """The components of an instance, as effort speaks of them."""
    return tuple(c.name for c in instance.claim.components) if instance.game is None else instance.game.layout.labels


def make_instance(claim: Claim, known: dict[int, Any], effort: Sequence[EffortItem]) -> Instance:
    """The instance for given values of the variables."""
    game = game_of(claim, known)
    known = with_counts(claim.schema, known)
    compiler = compiler_of(claim, known)
    region = _Bounds(claim, game, effort, compiler).region()
    parameters = {v.name: known[v.slot] for v in claim.variables}
    return Instance(claim, known, parameters, game, region)


def instance_of_values(claim: Claim, values: Mapping[str, Any], upto: int = 0) -> Instance | None:
    """The instance with these values of its variables, for components up to a bound; None if `for` leaves it out."""
    given = {v.slot: values[v.name] for v in claim.variables if v.name in values and v.value is None}
    known = choice_of(claim, given)  # before a game is made
    return None if known is None else make_instance(claim, known, (Upto(t.Constant(upto, type=NUMBER)),))


def in_law(instance: Instance) -> Callable[[State], bool]:
    """Is a law stated for these numbers?"""
    components, frame = instance.claim.components, [None] * instance.claim.frame.size
    compiler = compiler_of(instance.claim, instance.known)
    domains = [None if c.domain is None else compiler.value(c.domain, frame) for c in components]
    return lambda state: all(d is None or v in d for v, d in zip(state, domains, strict=True))


def merged_effort(own: Sequence[EffortItem], given: Sequence[EffortItem]) -> tuple[EffortItem, ...]:
    """What is given replaces what the claim says about the same subject."""
    subjects = {_subject(item) for item in given}
    if any(isinstance(item, Upto) for item in given):
        own = [item for item in own if isinstance(item, CheckRange)]
    return (*(item for item in own if _subject(item) not in subjects), *given)


def _subject(item: EffortItem) -> str:
    match item:
        case CheckRange(name=name):
            return name
        case CheckBound(subject=name, index=index):
            return name if index is None else f"{name}[{index}]"
        case Total(names=names):
            return "+".join(names)
        case Upto():
            return "upto"


def _fraction(members: Any) -> Any:
    """A member of a finite set that is no integer, if there is one."""
    numbers = map(settled, members) if isinstance(members, FiniteSet) else ()
    return next((number for number in numbers if not isinstance(number, int)), None)


def _integer(claim: Claim, value: Any) -> int:
    """A bound, which is an integer."""
    if not isinstance(value, int):
        raise error("E068", claim.place, value=show(value))
    return value


# ---------------------------------------------------------------------------------------------- regions


class _Bounds(Record):
    """What effort says of the components of an instance, as numbers."""

    claim: Claim
    game: Game | None
    effort: Sequence[EffortItem]
    compiler: Compiler

    def region(self) -> Region:
        """All that is to be looked at."""
        game = self.game
        if game is not None and not self.claim.speaks_of_position:
            return Region(game, game.layout.lows, game.layout.lows, (), {}, is_single=True)
        lows, ends, owners, labels = self._law_components() if game is None else self._components(game)
        upto = next((self.number(i.high) for i in self.effort if isinstance(i, Upto)), None)
        bounds = [self._bound_of(owner, label) for owner, label in zip(owners, labels, strict=True)]
        totals = tuple(
            (tuple(i for i, owner in enumerate(owners) if owner in item.names), self.number(item.high))
            for item in self.effort
            if isinstance(item, Total)
        )
        is_open = [end is None and bound is None for end, bound in zip(ends, bounds, strict=True)]
        highs = []
        for i, (end, bound) in enumerate(zip(ends, bounds, strict=True)):
            left = (most - sum(lows[j] for j in group if j != i) for group, most in totals if i in group)
            given = (end, bound, upto if is_open[i] else None, *left)
            limits = [b for b in given if b is not None]
            if not limits:
                raise error("E067", self.claim.place, help="component", name=labels[i], claim=self.claim.name)
            highs.append(min(limits))
        name = self._name(upto if any(is_open) else None, totals, ends, labels)
        if inside := _most(ends_inside(game, highs)):
            name = {**name, "bounds": inside | name.get("bounds", {})}
        return Region(game, tuple(lows), tuple(highs), totals, name)

    def number(self, term: t.AnyTerm) -> int:
        """The value of a bound."""
        try:
            value = self.compiler.value(term, [None] * self.claim.frame.size)
        except UndefinedValue as problem:  # pragma: no cover - the compiler already made a message of it
            raise error("E029", self.claim.place, problem=problem) from None
        return _integer(self.claim, value)

    def subject(self, item: CheckBound) -> str:
        """`x`, or the place that `x[i]` is."""
        return item.subject if item.index is None else f"{item.subject}[{self.number(item.index)}]"

    # -- components: least values, ends, the variable of each, and their labels

    def _components(self, game: Game) -> tuple[Any, ...]:
        layout, held = game.layout, self._held
        owners = tuple(v.name for v in layout.variables for _ in range(v.size))
        ends = zip(layout.lows, layout.highs, owners, strict=True)
        return layout.lows, tuple(low if name in held else end for low, end, name in ends), owners, layout.labels

    @property
    def _held(self) -> frozenset[str]:
        """The components that neither a claim nor a bound of its own speaks of: they stay at their least value, where
        every value would be legal with the same others."""
        game, claim = self.game, self.claim
        if game is None or game.schema.body.legal or game.layout.has_positions:
            return frozenset()
        bounded = {name for i in self.effort for name in _bounded_by(i)}
        return frozenset(c.name for c in claim.components if c.slot not in claim.read_slots) - bounded

    def _law_components(self) -> tuple[Any, ...]:
        """The numbers of a law as if they were components: the ends of their domains."""
        ends: list[tuple[int, int | None]] = []
        for component in self.claim.components:
            ends.append(self._ends_of(component, ends))
        names = tuple(c.name for c in self.claim.components)
        return tuple(low for low, _ in ends), tuple(high for _, high in ends), names, names

    def _ends_of(self, component: ClaimVariable, before: list[tuple[int, int | None]]) -> tuple[int, int | None]:
        """The ends of a number's domain, where those of the numbers before it are known. Of a domain that speaks of
        these only the least value is looked for, whatever they are; the rest is a premise."""
        if component.within is not None:
            numbers = list(zip(self.claim.components, before, strict=False))
            return self._least_of(component, component.within, numbers), self._greatest_in(component.within)
        if component.domain is None:
            return 0, None
        domain = self.compiler.value(component.domain, [None] * self.claim.frame.size)
        return (domain.start, domain.stop - 1) if isinstance(domain, range) else (domain.low, None)

    def _greatest_in(self, domain: t.AnyTerm) -> int | None:
        """The greatest integer of a finite domain that speaks of no other number."""
        is_finite = isinstance(domain.type, Set) and domain.type.finite
        if not is_finite or t.free_slots(domain) & self.claim.component_slots:
            return None
        return max(self.compiler.value(domain, [None] * self.claim.frame.size), default=None)

    def _least_of(self, component: ClaimVariable, domain: t.AnyTerm, before: Sequence[_Number]) -> int:
        """The least value of a domain, whatever the numbers that it speaks of are in the region."""
        match domain:
            case t.Operation(name="..", arguments=(first, *_)) if not t.free_slots(first) & self.claim.component_slots:
                return self.number(first)
        read, leasts = t.free_slots(domain), {number.slot: low for number, (low, _) in before}
        spoken_of = [(number, ends) for number, ends in before if number.slot in read]
        # a total with it bounds those numbers only where it is never negative itself
        positive = component if is_never_negative(domain, leasts) else None
        compute, lows, is_whole = self.compiler.compile(domain), set[int | None](), True
        for frame in self._frames(spoken_of, positive):
            with suppress(HeapwiseError):  # where it has no value, this is said of the positions that ask for it
                members = compute(frame)
                lows.add(least_integer(members))
                is_whole = is_whole and _fraction(members) is None
        if not is_whole:
            self._check_whole(domain, before, positive)
        return min((low for low in lows if low is not None), default=0)

    def _frames(self, numbers: Sequence[_Number], positive: ClaimVariable | None) -> Iterator[list[Any]]:
        """A frame, again and again, with all choices of some numbers, which totals bound if another is `positive`."""
        ends = [self._end_of(number, high, positive) for number, (_, high) in numbers]
        ranges = [range(low, end + 1) for (_, (low, _)), end in zip(numbers, ends, strict=True)]
        if prod(map(len, ranges)) > _MOST_TRIED:
            raise error("E003", self.claim.place, what="numbers that a range speaks of", most=_MOST_TRIED)
        frame: list[Any] = [None] * self.claim.frame.size
        for chosen in product(*ranges):
            for (number, _), value in zip(numbers, chosen, strict=True):
                frame[number.slot] = value
            yield frame

    def _check_whole(self, domain: t.AnyTerm, before: Sequence[_Number], positive: ClaimVariable | None) -> None:
        """The numbers of a law are whole: a fraction among them would be left out without a word. Those before are as
        the law says, so that a condition may keep a fraction away."""
        slots, compile_ = {number.slot for number, _ in before}, self.compiler.compile
        said = [compile_(p) for p in self.claim.premises if t.free_slots(p) & self.claim.component_slots <= slots]
        compute = compile_(domain)
        for frame in self._frames(before, positive):
            fraction = None
            with suppress(HeapwiseError):
                fraction = _fraction(compute(frame)) if all(premise(frame) for premise in said) else None
            if fraction is not None:
                problem = UndefinedValue(f"{show(fraction)} is not a whole number")
                raise error("E029", Place(self.claim.source, domain.span), problem=problem)

    def _end_of(self, number: ClaimVariable, high: int | None, positive: ClaimVariable | None = None) -> int:
        """The greatest value of a number in the region; a total bounds it where another one is `positive`."""
        upto = [self.number(item.high) for item in self.effort if isinstance(item, Upto)]
        bound = self._bound_of(number.name, number.name)
        ends = [end for end in (high, bound) if end is not None] or upto
        for item in self.effort:
            if isinstance(item, Total) and number.name in item.names:
                others = [c for c in self.claim.components if c.name in item.names and c is not number]
                if all(other.within is None or other is positive for other in others):
                    ends.append(
                        self.number(item.high) - sum(self._ends_of(o, [])[0] for o in others if o is not positive)
                    )
        if not ends:
            raise error("E067", self.claim.place, help="law", name=number.name, claim=self.claim.name)
        return min(ends)

    def _bound_of(self, owner: str, label: str) -> int | None:
        items = (i for i in self.effort if isinstance(i, CheckBound) and i.subject == owner)
        return min((self.number(i.high) for i in items if i.index is None or self.subject(i) == label), default=None)

    # -- how the region is called

    def _name(
        self, upto: int | None, totals: tuple[Any, ...], ends: tuple[Any, ...], labels: tuple[str, ...]
    ) -> dict[str, Any]:
        """By what was asked for."""
        name: dict[str, Any] = {}
        if upto is not None and self._held:
            name["bounds"] = {label: upto for label, end in zip(labels, ends, strict=True) if end is None}
        elif upto is not None:
            further = {label: end for label, end in self._own_ends(ends).items() if end is not None and end > upto}
            name |= {"upto": upto} | ({"bounds": further} if further else {})
        if len(totals) == 1 and len(totals[0][0]) == len(labels):
            name["total"] = totals[0][1]
        elif totals:
            items = [item for item in self.effort if isinstance(item, Total)]
            named = ((self._total_text(item), most) for item, (_, most) in zip(items, totals, strict=True))
            name["totals"] = _least(named)
        bounded = (
            i for i in self.effort if isinstance(i, CheckBound) and (i.index is None or self.subject(i) in labels)
        )
        subjects = _least((self.subject(i), self.number(i.high)) for i in bounded)
        if subjects:
            name["bounds"] = name.get("bounds", {}) | subjects
        return name or ({"bounds": self._own_ends(ends)} if labels else {})

    def _total_text(self, item: Total) -> str:
        vectors = {c.name for c in self.claim.components if isinstance(c.type, Vector)}
        return " + ".join(f"sum({name})" if name in vectors else name for name in item.names)

    def _own_ends(self, ends: tuple[Any, ...]) -> dict[str, Any]:
        """The ends that components have by themselves, by the names of the game's clauses."""
        if self.game is None:
            return {c.name: end for c, end in zip(self.claim.components, ends, strict=True)}
        found = (v for v in self.game.layout.variables if v.name not in self._held)
        return {v.name: v.high for v in found if v.high is not None}


def _bounded_by(item: EffortItem) -> tuple[str, ...]:
    """The components that an item of effort bounds by their names."""
    match item:
        case CheckBound(subject=name):
            return (name,)
        case Total(names=names):
            return names
    return ()


def _least(bounds: Iterable[tuple[str, int]]) -> dict[str, int]:
    """The bounds by what they are of: of two the lower one is what is looked at."""
    found: dict[str, int] = {}
    for subject, most in bounds:
        found[subject] = min(most, found.get(subject, most))
    return found


def _most(ends: Iterable[tuple[str, int]]) -> dict[str, int]:
    """The ends by their names: of two games in a sum the farther one is reached."""
    found: dict[str, int] = {}
    for name, end in ends:
        found[name] = max(end, found.get(name, end))
    return found


def witness_state(claim: Claim, effort: Sequence[EffortItem]) -> tuple[Instance, State] | None:
    """The instance and the legal position that the claim's `at` names, if it names one."""
    found = _witness(claim, effort)
    if found is None:
        return None
    instance, values = found
    if choice_of(claim, instance.known) is None or (instance.game is None and not in_law(instance)(values)):
        raise error("E073", claim.place, help="hypotheses", position=instance.label)
    return instance, values if instance.game is None else instance.game.state_of(_joined(values), claim.place)


def _joined(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Values of a game's variables as the parts of a position."""
    return tuple(v for value in values for v in (value if type(value) is tuple else (value,)))


def _witness(claim: Claim, effort: Sequence[EffortItem]) -> tuple[Instance, tuple[Any, ...]] | None:
    """The instance and the values of `at`, if they are complete."""
    given = dict(claim.witness)
    if not given:
        return None
    known = known_from(claim, given)
    compiler = compiler_of(claim, with_counts(claim.schema, known))
    if claim.components and any(c.name not in given for c in claim.components):
        raise error("E069", claim.place, name=next(c.name for c in claim.components if c.name not in given))
    values = tuple(compiler.value(given[c.name], [None] * claim.frame.size) for c in claim.components)
    return make_instance(claim, known, merged_effort(claim.effort, effort)), values


def known_from(claim: Claim, given: dict[str, t.AnyTerm]) -> dict[int, Any]:
    """The values of all variables from terms for some; one that `for` defines by others comes after them."""
    known: dict[int, Any] = {}
    waiting = list(claim.variables)
    while waiting:
        counted = with_counts(claim.schema, known)
        ready = next((v for v in waiting if _witness_needs(v, given) <= counted.keys()), waiting[0])
        term = given.get(ready.name, ready.value)
        if term is None:
            raise error("E069", claim.place, name=ready.name)
        known[ready.slot] = settled_value(claim, counted, term)
        waiting.remove(ready)
    return known


def _witness_needs(variable: ClaimVariable, given: dict[str, t.AnyTerm]) -> frozenset[int] | set[int]:
    """The slots that a variable's value at the witness is computed from."""
    term = given.get(variable.name, variable.value)
    return frozenset() if term is None else t.free_slots(term)
