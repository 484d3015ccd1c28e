"""Terms -> values while components and amounts are unknown: one method for each class of terms.

What does not depend on unknowns is computed by the interpreter. What depends on them and is not linear raises
`NotLinear`, and the nearest condition around it becomes opaque.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import count, pairwise
from typing import Any

from heapwise.errors import HeapwiseError
from heapwise.model import symbols as s
from heapwise.model.arithmetic import SymbolArithmetic, cases, is_plain, lifted, over_cases
from heapwise.model.bounds import least_shown
from heapwise.model.conditions import (
    FALSE,
    TRUE,
    Condition,
    TooWide,
    at_least,
    conjunction,
    disjunction,
    not_all_zero,
    truth,
)
from heapwise.model.followers import all_followers
from heapwise.model.ground import GroundGame, TooMany
from heapwise.model.inline import Inlined, ask_for_options, inlined, is_possible
from heapwise.model.inner import component_forms, summand_of
from heapwise.model.linear import Linear
from heapwise.model.residues import remainder
from heapwise.model.sets import Sets
from heapwise.numbers import UndefinedValue
from heapwise.rules.flat import FlatLayout
from heapwise.rules.game import Game
from heapwise.terms import term as t
from heapwise.terms.defined import KnownNumbers, roots_in
from heapwise.terms.evaluate import Compiler, Compute
from heapwise.terms.position import Position
from heapwise.terms.types import NUMBER, POSITION, TRUTH, Set, Vector

Slots = dict[int, Any]
Members = Callable[[Any], Iterator[tuple[Condition, Any]]]

_MOST_INDICES = 64
_AMOUNTS = 3_000_000  # variables from here on are amounts of several moves of an inner game


class SymbolicEvaluator:
    """Values of the terms of one game."""

    def __init__(self, game: Game, spend: Callable[[], None], ground: Callable[[Game], GroundGame | TooMany]) -> None:
        self.game = game
        self.spend = spend  # counts one step of the budget
        self._ground = ground
        self.arithmetic = SymbolArithmetic()
        self.sets = Sets(self)
        functions = game.schema.body.frame.functions
        self._compiler = Compiler(game.schema.source, game.known, game, functions)
        # By the address of a term, which is kept: another one would get its address, and its value.
        self._compiled: dict[int, tuple[t.AnyTerm, Compute]] = {}
        self._free: dict[int, tuple[t.AnyTerm, frozenset[int]]] = {}
        self._fresh = count(_AMOUNTS)
        self._interned: dict[t.AnyTerm, t.AnyTerm] = {}
        self.unsure: dict[str, None] = {}  # what may have no value, although no condition of the moves says so
        self.assumed: tuple[Condition, ...] = ()  # what was tested before the term at hand is looked at
        self.computer = s.Computer(game.schema.body.frame.size, self._compile, self.words)

    def _compile(self, term: t.AnyTerm) -> Compute:
        if id(term) not in self._compiled:
            self._compiled[id(term)] = term, self._compiler.compile(term)
        return self._compiled[id(term)][1]

    def free(self, term: t.AnyTerm) -> frozenset[int]:
        """The slots that a term reads."""
        if id(term) not in self._free:
            self._free[id(term)] = term, t.free_slots(term)
        return self._free[id(term)][1]

    # -- entrances

    def ground(self, game: Game) -> GroundGame | TooMany:
        """The moves of another game, whose options a rule may speak of; what is unsure there is unsure here."""
        found = self._ground(game)
        if isinstance(found, GroundGame):
            self.unsure |= dict.fromkeys(found.unsure)
        return found

    def value(self, term: t.AnyTerm, slots: Slots) -> Any:
        """What a term is worth; NotLinear where that cannot be said."""
        self.spend()
        if isinstance(term, t.Local):
            return self._local(term, slots)
        if isinstance(term, t.Constant):
            return term.value
        read = [(slot, slots[slot]) for slot in sorted(self.free(term)) if slot in slots]
        if not any(s.is_symbolic(value) for _, value in read) and not _has_other_slots(self.free(term), slots):
            return self._known(term, read)
        if term.type == TRUTH:
            return self.condition(term, slots)
        visit: Callable[[Any, Slots], Any] = getattr(self, f"_{type(term).__name__.lower()}", self._not_linear)
        return visit(term, slots)

    def _known(self, term: t.AnyTerm, read: list[tuple[int, Any]]) -> Any:
        try:
            value = self.computer.run(term, read)
            return tuple(value) if hasattr(value, "__next__") else value
        except (UndefinedValue, HeapwiseError):
            raise s.NotLinear("a value that is not defined") from None

    def condition(self, term: t.AnyTerm, slots: Slots) -> Condition:
        """A truth value as a condition, opaque if need be."""
        quotients = dict(self.arithmetic.quotients)
        try:
            return self._condition(term, slots)
        except (s.NotLinear, TooWide):
            self.arithmetic.quotients = quotients
            return s.Opaque(self.unknown(term, slots))

    def unknown(self, term: t.AnyTerm, slots: Slots) -> s.Unknown:
        """The value of a term, kept as the term. Of a vector it reads the components that are named, and no others."""
        picked: dict[t.AnyTerm, t.Local] = {}
        kept = self._with_picked(term, slots, picked)
        kept = self._interned.setdefault(kept, kept)
        slots = {**slots, **{local.slot: self.value(entry, slots) for entry, local in picked.items()}}
        read = tuple((slot, slots[slot]) for slot in sorted(self.free(kept)) if slot in slots)
        if not self._has_value(kept, read):
            self.doubt(self.text(term))
        return s.Unknown(kept, read, self.computer)

    def ask_for_value(self, term: t.AnyTerm, slots: Slots) -> None:
        """Take note of it where a term, of which another one takes the place, may have no value."""
        self.unknown(term, slots)

    def _has_value(self, term: t.AnyTerm, read: Sequence[tuple[int, Any]]) -> bool:
        """Is it seen that a term has a value, by the ranges of what it reads and by what was tested before?"""
        if len(roots_in(term) | s.roots_of(tuple(value for _, value in read))) > 1:
            return False
        whole = frozenset(slot for slot, value in read if is_plain(value))
        if KnownNumbers(frozenset(), whole).has(term):
            return True
        least = {slot: self._least(value) for slot, value in read}
        positive, natural = (frozenset(slot for slot, low in least.items() if low >= bound) for bound in (1, 0))
        return KnownNumbers(positive & whole, whole, natural).has(term)

    def _least(self, value: Any) -> int:
        """1 or 0 where a number, or every entry of a vector, is seen to be at least that; else -1."""
        if type(value) is tuple:
            return min(map(self._least, value), default=0)
        if not is_plain(value):
            return -1
        return least_shown(lifted(value), self.game.layout.lows, self.game.layout.highs, self.assumed)

    def doubt(self, text: str) -> None:
        """Take note that something may have no value, whatever becomes of the condition that it stands in."""
        self.unsure[text] = None

    def _with_picked(self, term: t.AnyTerm, slots: Slots, picked: dict[t.AnyTerm, t.Local]) -> t.AnyTerm:
        """The term with slots of their own for components of vectors, where it is known which ones they are."""
        if isinstance(term, t.Operation) and term.name == "index" and self._is_plain(term, slots):
            slot = self.computer.size + len(picked)
            return picked.setdefault(term, t.Local(type=term.type, span=term.span, slot=slot, name="x"))
        if isinstance(term, t.Operation | t.Connective):
            return replace(term, arguments=tuple(self._with_picked(a, slots, picked) for a in term.arguments))
        return term

    def _is_plain(self, term: t.AnyTerm, slots: Slots) -> bool:
        try:
            return is_plain(self.value(term, slots))
        except s.NotLinear:
            return False

    def numbers(self, value: Any) -> list[Any]:
        """The entries of a vector, rows put one after another; a number is its own only entry."""
        if type(value) is not tuple:
            return [value]
        return [entry for item in value for entry in self.numbers(item)]

    # -- leaves

    def _local(self, term: t.Local, slots: Slots) -> Any:
        value = slots[term.slot]
        if isinstance(value, s.Unknown):
            raise s.NotLinear(f"`{term.name}`")
        return value

    def _not_linear(self, term: t.AnyTerm, slots: Slots) -> Any:
        raise s.NotLinear(self.words(term))

    def words(self, term: t.AnyTerm) -> str:
        """A term in the author's words."""
        return f"`{self.text(term)}`"

    def text(self, term: t.AnyTerm) -> str:
        """A term as the author wrote it, on one line."""
        return self.game.schema.source.words(term.span)

    # -- conditions

    def _condition(self, term: t.AnyTerm, slots: Slots) -> Condition:
        match term:
            case t.Constant():
                return truth(term.value)
            case t.Connective():
                return self._connective(term, slots)
            case t.Choice():
                yes, no = self.condition(term.yes, slots), self.condition(term.no, slots)
                asked = self.condition(term.condition, slots)
                return either(asked, yes, no)
            case t.Gather():
                return self._gathered_truth(term, slots)
            case t.With():
                return self.condition(term.body, self._defined(term, slots))
            case t.Operation():
                return self._relation(term, slots)
        value = self.value(term, slots) if isinstance(term, t.Local) else None
        if isinstance(value, Condition | bool):
            return value if isinstance(value, Condition) else truth(value)
        raise s.NotLinear(self.words(term))

    def _connective(self, term: t.Connective, slots: Slots) -> Condition:
        if term.name == "and":
            return conjunction(self._until(term.arguments, slots, FALSE))
        if term.name == "or":
            return disjunction(self._until(term.arguments, slots, TRUE))
        if term.name == "implies":
            first = self.truth(term.arguments[0], slots)
            with self._behind(first):
                return disjunction((first.negated(), self.truth(term.arguments[1], slots)))
        first, *others = (self.truth(a, slots) for a in term.arguments)
        return conjunction(either(first, other, other.negated()) for other in others)

    def _until(self, arguments: tuple[t.AnyTerm, ...], slots: Slots, end: Condition) -> list[Condition]:
        """The conditions, up to the first that decides; each is looked at where those before it do not decide."""
        found = list[Condition]()
        with self._behind():
            for argument in arguments:
                found.append(self.truth(argument, slots))
                if found[-1] == end:
                    break
                self.assumed = (*self.assumed, found[-1] if end == FALSE else found[-1].negated())
        return found

    @contextmanager
    def _behind(self, *known: Condition) -> Iterator[None]:
        """What is looked at in here is looked at only where conditions hold."""
        before, self.assumed = self.assumed, (*self.assumed, *known)
        try:
            yield
        finally:
            self.assumed = before

    def truth(self, term: t.AnyTerm, slots: Slots) -> Condition:
        """A condition that may be known by now."""
        try:
            value = self.value(term, slots)
        except s.NotLinear:
            return s.Opaque(self.unknown(term, slots))
        return value if isinstance(value, Condition) else truth(value)

    def _relation(self, term: t.Operation, slots: Slots) -> Condition:
        if term.name == "not":
            return self.truth(term.arguments[0], slots).negated()
        values = [self.value(a, slots) for a in term.arguments]
        arithmetic = self.arithmetic
        match term.name:
            case "<=":
                return arithmetic.at_most(values[0], values[1])
            case ">=":
                return arithmetic.at_most(values[1], values[0])
            case "<":
                return arithmetic.less(values[0], values[1])
            case ">":
                return arithmetic.less(values[1], values[0])
            case "=":
                return self.equal(values[0], values[1])
            case "!=":
                return self.equal(values[0], values[1]).negated()
            case "in":
                return self.sets.member(values[0], values[1])
            case "not in":
                return self.sets.member(values[0], values[1]).negated()
        return self._special_relation(term, values)

    def _special_relation(self, term: t.Operation, values: list[Any]) -> Condition:
        arithmetic = self.arithmetic
        match term.name, values:
            case ("congruent", (a, b, int() as modulus)) if modulus > 0:
                difference = arithmetic.add(a, arithmetic.multiply(b, -1))
                return arithmetic.equal(arithmetic.mod(difference, modulus), 0)
            case ("divides", (int() as divisor, b)) if divisor > 0:
                return arithmetic.equal(arithmetic.mod(b, divisor), 0)
            case ("distinct" | "increasing", (s.Cases() as several,)):
                return disjunction(conjunction((c, self._special_relation(term, [v]))) for c, v in several.cases)
            case ("distinct", (tuple() as vector,)):
                pairs = ((u, v) for i, u in enumerate(vector) for v in vector[:i])
                return conjunction(self.equal(u, v).negated() for u, v in pairs)
            case ("terminal", (position,)):
                moves = self.reached("options", summand_of(position))
                return conjunction(is_possible(move).negated() for move in moves)
            case ("increasing", (tuple() as vector,)):
                return conjunction(arithmetic.at_most(u, v) for u, v in pairwise(vector))
        raise s.NotLinear(self.words(term))

    def equal(self, a: Any, b: Any) -> Condition:
        """Are two numbers or two vectors equal?"""
        if isinstance(a, s.Cases) or isinstance(b, s.Cases):
            both = over_cases(lambda u, v: self.equal(u, v), a, b)
            found = both.cases if isinstance(both, s.Cases) else ((TRUE, both),)
            return disjunction(conjunction((c, value)) for c, value in found)
        if type(a) is tuple and type(b) is tuple:
            if len(a) != len(b):
                return FALSE
            if all(is_plain(v) for v in (*a, *b)):
                return not_all_zero(lifted(u) - lifted(v) for u, v in zip(a, b, strict=True)).negated()
            return conjunction(self.equal(u, v) for u, v in zip(a, b, strict=True))
        if isinstance(a, s.SymbolicSum | Position) or isinstance(b, s.SymbolicSum | Position):
            one, other = summand_of(a), summand_of(b)
            return self.equal(one.arguments, other.arguments) if one.game is other.game else FALSE
        return self.arithmetic.equal(a, b)

    def _gathered_truth(self, term: t.Gather, slots: Slots) -> Condition:
        items = self.gathered(term, slots)
        if term.name in ("all", "any"):
            each = (disjunction((guard.negated(), body)) if term.name == "all" else conjunction((guard, body))
                    for guard, body in items)  # fmt: skip
            found = conjunction(each) if term.name == "all" else disjunction(each)
            if self._has_unknown_order(term, slots):  # those behind the one that decides may come before it
                deque(items, maxlen=0)
            return found
        if term.name == "unique":
            true = [conjunction(item) for item in items]
            return conjunction((at_least(1, true), at_least(2, true).negated()))
        raise s.NotLinear(self.words(term))

    def _has_unknown_order(self, term: t.Gather, slots: Slots) -> bool:
        """May the members of a set that a term goes through stand in another order than the one they are looked at?"""
        read = (self.free(t.step_term(step)) for step in term.steps if not isinstance(step, t.Guard))
        return any(s.is_symbolic(slots[slot]) for one in read for slot in one if slot in slots)

    # -- gathering

    def gathered(self, term: t.Gather, slots: Slots) -> Iterator[tuple[Condition, Any]]:
        """The values that a gathering term runs over, each under the condition of its guards."""
        once, every = self.sets.distinct, self.sets.members
        members: Members = {"[]": self.sets.in_order, "count": once, "sum": once, "unique": once}.get(term.name, every)
        for guard, inner in self._runs(term.steps, slots, TRUE, members):
            with self._behind(guard):
                body = self.truth(term.body, inner) if term.body.type == TRUTH else self.value(term.body, inner)
            yield guard, body

    def _runs(
        self, steps: tuple[t.Step, ...], slots: Slots, guard: Condition, members: Members
    ) -> Iterator[tuple[Condition, Slots]]:
        """All ways through steps whose sets are known."""
        if not steps:
            yield guard, slots
            return
        step, rest = steps[0], steps[1:]
        match step:
            case t.Define():
                yield from self._runs(rest, {**slots, step.slot: self.defined(step.value, slots)}, guard, members)
            case t.Guard():
                with self._behind(guard):
                    both = conjunction((guard, self.truth(step.condition, slots)))
                if both != FALSE:
                    yield from self._runs(rest, slots, both, members)
            case t.Choose():
                with self._behind(guard):
                    domain = self.value(step.domain, slots)
                for condition, member in members(domain):
                    self.spend()
                    both = conjunction((guard, condition))
                    yield from self._runs(rest, self.assigned(slots, step.target, member), both, members)

    def defined(self, term: t.AnyTerm, slots: Slots) -> Any:
        """The value of a definition, which may stay unknown until somebody needs it."""
        try:
            return self.value(term, slots)
        except s.NotLinear:
            return self.unknown(term, slots)

    def assigned(self, slots: Slots, target: t.Target, value: Any) -> Slots:
        """The slots after a target took a value."""
        if isinstance(target, int):
            return {**slots, target: value}
        if type(value) is not tuple or len(value) != len(target):
            raise s.NotLinear("a tuple")
        for part, entry in zip(target, value, strict=True):
            slots = self.assigned(slots, part, entry)
        return slots

    def _defined(self, term: t.With, slots: Slots) -> Slots:
        for step in term.steps:
            slots = {**slots, step.slot: self.defined(step.value, slots)}
        return slots

    def _with(self, term: t.With, slots: Slots) -> Any:
        return self.value(term.body, self._defined(term, slots))

    def _choice(self, term: t.Choice, slots: Slots) -> Any:
        asked = self.truth(term.condition, slots)
        if asked in (TRUE, FALSE):
            return self.value(term.yes if asked == TRUE else term.no, slots)
        with self._behind(asked):
            yes = self.value(term.yes, slots)
        with self._behind(asked.negated()):
            no = self.value(term.no, slots)
        if type(yes) is tuple and type(no) is tuple and len(yes) == len(no):
            return tuple(cases(((asked, u), (asked.negated(), v))) for u, v in zip(yes, no, strict=True))
        return cases(((asked, yes), (asked.negated(), no)))

    def _gather(self, term: t.Gather, slots: Slots) -> Any:
        if term.name == "{}":
            read = tuple((slot, slots[slot]) for slot in sorted(self.free(term)) if slot in slots)
            self._look_inside(term, slots, read)
            return s.Gathered(term, read, self.computer)
        items = list(self.gathered(term, slots))
        if term.name == "count":
            return s.ConditionCount(tuple(conjunction(item) for item in items))
        if term.name == "sum":
            return self._sum(term, items)
        if any(guard != TRUE for guard, _ in items):
            raise s.NotLinear(self.words(term))
        bodies = [body for _, body in items]
        if term.name == "[]":
            return tuple(bodies)
        if term.name in ("min", "max") and bodies:
            return self.arithmetic.extreme(1 if term.name == "min" else -1, bodies)
        raise s.NotLinear(self.words(term))

    def _look_inside(self, term: t.Gather, slots: Slots, read: Sequence[tuple[int, Any]]) -> None:
        """A set has a value where it is written, though its members are looked at where they are used."""
        if not self._has_value(term, read):
            self._ask_for_order([body for _, body in self.gathered(term, slots)], term)

    def _ask_for_order(self, members: list[Any], term: t.AnyTerm) -> None:
        """The members of a set stand in order, which two different square roots have not."""
        if len(s.roots_of(tuple(members))) > 1:
            raise s.NotLinear(self.words(term))

    def _sum(self, term: t.Gather, items: list[tuple[Condition, Any]]) -> Any:
        if term.type == POSITION:
            return self.sum_of_positions([_guarded(guard, body, s.SymbolicSum(())) for guard, body in items])
        return self._total(_guarded(guard, body, 0) for guard, body in items)

    # -- positions

    def reached(self, name: str, summand: s.Summand) -> list[Inlined]:
        """The moves from a position, or with `followers` what several moves make together."""

        def moves_from(forms: Sequence[Any]) -> list[Inlined]:
            return inlined(self, s.OptionsOf(summand.game, tuple(forms)), is_legal=True)

        if name == "options":
            return moves_from(summand.arguments)
        return all_followers(tuple(map(lifted, summand.arguments)), moves_from, lambda: next(self._fresh))

    def _inner(self, term: t.Inner, slots: Slots) -> Any:
        """`p.x`"""
        return component_forms(summand_of(self.value(term.position, slots)), term.name, term.type)

    def sum_of_positions(self, positions: list[Any]) -> Any:
        """The disjunctive sum of positions."""
        if any(isinstance(p, s.Cases) for p in positions):
            return over_cases(lambda *chosen: self.sum_of_positions(list(chosen)), *positions)
        return s.SymbolicSum(tuple(summand for p in positions for summand in _summands(p)))

    def _positionof(self, term: t.PositionOf, slots: Slots) -> Any:
        from heapwise.rules.game import Game

        game = self.game if isinstance(term.game, t.ThisGame) else self.value(term.game, slots)
        values = tuple(self.value(a, slots) for a in term.arguments)
        values = values[0] if len(values) == 1 and type(values[0]) is tuple else values
        if not isinstance(game, Game) or game.layout.has_positions:
            raise s.NotLinear(self.words(term))
        declared = game.layout.shown if isinstance(game.layout, FlatLayout) else game.layout
        arguments = declared.entries(values)
        if arguments is None or len(arguments) != game.layout.size or tuple in map(type, arguments):
            raise s.NotLinear(self.words(term))  # of a compound each component has to be one heap

        def position(*forms: Any) -> s.SymbolicSum:
            return s.SymbolicSum((s.Summand(game, tuple(map(lifted, forms))),))

        plain = [self.plain(argument) for argument in arguments]
        games = [game, *(part for part in declared.component_games if isinstance(part, Game))]
        ranges = zip(plain, game.layout.lows, game.layout.highs, strict=True)
        if any(part.schema.body.legal for part in games) or not all(self._is_within(*range_) for range_ in ranges):
            self.doubt(self.text(term))
        return over_cases(position, *plain)

    def _is_within(self, value: Any, low: int, high: int | None) -> bool:
        """Is it seen that a number is in a range?"""
        for condition, form in value.cases if isinstance(value, s.Cases) else ((TRUE, lifted(value)),):
            with self._behind(condition):
                if self._least(form - low) < 0 or (high is not None and self._least(-form + high) < 0):
                    return False
        return True

    def plain(self, value: Any) -> Any:
        """A number as a linear form or cases of linear forms."""
        return self.arithmetic.as_cases(value)

    # -- operations

    def _operation(self, term: t.Operation, slots: Slots) -> Any:
        try:
            values = [self.value(a, slots) for a in term.arguments]
        except s.NotLinear:
            if term.name != "mod" or type(modulus := self.value(term.arguments[1], slots)) is not int or modulus < 1:
                raise
            return remainder(term.arguments[0], modulus, lambda inner: self.value(inner, slots))
        if term.name in ("+", "-", "*", "/", "mod", "floor", "ceil", "negative", "abs", "cap"):
            if term.type == POSITION:
                return self.sum_of_positions(values)
            return self._spread(term, self._number_operation(term), values)
        if isinstance(term.type, Set):
            return self._set(term, values)
        if term.name in ("min", "max", "sum") and all(not isinstance(v, set) for v in values):
            return self._of_entries(term, values)
        return self._other(term, values)

    def _other(self, term: t.Operation, values: list[Any]) -> Any:
        match term.name, values:
            case ("index", (base, *indices)):
                return self._index(term, base, indices)
            case ("[]" | "()", _):
                return tuple(values)
            case ("len", (tuple() as vector,)):
                return len(vector)
            case ("sums", (tuple() as rows,)) if all(type(row) is tuple for row in rows):
                return tuple(self._total(row) for row in rows)
            case ("changed", (tuple() as a, tuple() as b)) if len(a) == len(b):
                return s.ConditionCount(tuple(self.equal(u, v).negated() for u, v in zip(a, b, strict=True)))
        raise s.NotLinear(self.words(term))

    def _total(self, entries: Iterable[Any]) -> Any:
        result: Any = 0
        for entry in entries:
            result = self.arithmetic.add(result, entry)
        return result

    def _of_entries(self, term: t.Operation, values: list[Any]) -> Any:
        entries = values
        if len(values) == 1 and not is_plain(values[0]) and not isinstance(values[0], s.Cases):
            if type(values[0]) is not tuple:
                entries = [member for guard, member in self.sets.distinct(values[0]) if self._must(guard, term)]
            else:
                entries = list(values[0])
        if term.name == "sum":
            return self._total(entries)
        if not entries:
            raise s.NotLinear(self.words(term))
        return self.arithmetic.extreme(1 if term.name == "min" else -1, entries)

    def _must(self, guard: Condition, term: t.AnyTerm) -> bool:
        if guard != TRUE:
            raise s.NotLinear(self.words(term))
        return True

    def _spread(self, term: t.Operation, apply: Callable[..., Any], values: list[Any]) -> Any:
        """Component by component on vectors, with numbers spread."""
        lengths = {len(v) for v in values if type(v) is tuple}
        if not lengths:
            return apply(*values)
        if len(lengths) > 1:
            raise s.NotLinear(self.words(term))
        columns = [v if type(v) is tuple else (v,) * max(lengths) for v in values]
        return tuple(self._spread(term, apply, list(entries)) for entries in zip(*columns, strict=True))

    def _number_operation(self, term: t.Operation) -> Callable[..., Any]:
        do = self.arithmetic

        def multiply(a: Any, b: Any) -> Any:
            if type(a) is int or type(b) is int:
                return do.multiply(b, a) if type(a) is int else do.multiply(a, b)
            raise s.NotLinear(self.words(term))

        def by_constant(apply: Callable[[Any, int], Any]) -> Callable[[Any, Any], Any]:
            def applied(a: Any, b: Any) -> Any:
                if type(b) is int and b > 0:
                    return apply(a, b)
                raise s.NotLinear(self.words(term))

            return applied

        table: dict[str, Callable[..., Any]] = {
            "+": do.add, "-": lambda a, b: do.add(a, do.multiply(b, -1)), "*": multiply,
            "/": by_constant(do.divide), "mod": by_constant(do.mod), "floor": do.floor, "ceil": do.ceil,
            "negative": lambda a: do.multiply(a, -1), "abs": lambda a: do.extreme(-1, (a, do.multiply(a, -1))),
            "cap": lambda *entries: do.extreme(1, entries),
        }  # fmt: skip
        return table[term.name]

    def _set(self, term: t.Operation, values: list[Any]) -> Any:
        """A set of known form. All that is needed for it to have a value is asked here, since nobody may go through it;
        where that is not seen it stays unknown."""
        self._ask_for_order(values, term)
        match term.name, values:
            case ("..", (low,)) if s.is_whole(low):
                return s.IntervalSet(low, None)
            case ("..", (low, tuple() as high)) if s.are_ends(low, high):
                return s.BoxSet(low, high)
            case ("..", (low, high)) if s.are_ends(low, high):
                return s.IntervalSet(low, high)
            case ("splits", (total, int() as parts, int() as least)) if parts >= 0 and s.is_whole(total):
                return s.SplitSet(total, parts, least)
            case ("{}", _):
                return s.ListedSet(tuple((TRUE, value) for value in values))
            case ("|", (left, right)) if s.may_be_endless(left) or s.may_be_endless(right):
                raise s.NotLinear(self.words(term))
            case (("\\" | "|" | "&") as sign, (left, right)):
                return s.Combined(sign, left, right)
            case ("options of", (game, at)) if not s.is_symbolic(game):
                ask_for_options(self, game, at)
                return s.OptionsOf(game, at)
            case ("options" | "followers" as name, (at,)):
                for position in at if type(at) is tuple else (at,):
                    summand = summand_of(position)
                    ask_for_options(self, summand.game, summand.arguments)
                return s.ReachedSet(name, at)
        raise s.NotLinear(self.words(term))

    # -- indices

    def _index(self, term: t.Operation, base: Any, indices: list[Any]) -> Any:
        kind = term.arguments[0].type
        if type(base) is not tuple or not isinstance(kind, Vector):
            raise s.NotLinear(self.words(term))
        if len(indices) == 2:
            inner = isinstance(kind.item, Vector) and kind.item.cyclic
            return self._pick(self._pick(base, indices[0], kind.cyclic, term), indices[1], inner, term)
        index, index_kind = indices[0], term.arguments[1].type
        if index_kind == NUMBER:
            return self._pick(base, index, kind.cyclic, term)
        found = []
        for guard, member in self.sets.in_order(index):
            self._must(guard, term)
            entry = base
            for part in member if type(member) is tuple else (member,):
                entry = self._pick(entry, part, kind.cyclic, term)
            found.append(entry)
        return tuple(found)

    def _pick(self, vector: Any, index: Any, cyclic: bool, term: t.AnyTerm) -> Any:
        """A component; where the index is unknown, one case for every place it may name."""
        if type(vector) is not tuple or not vector:
            raise s.NotLinear(self.words(term))
        if type(index) is int:
            if not cyclic and not 0 < index <= len(vector):
                raise s.NotLinear(self.words(term))
            return vector[(index - 1) % len(vector)]
        found = []
        for i, condition in self.places(index, len(vector), cyclic, self.text(term)):
            found.append((condition, vector[i]))
        if any(type(v) is tuple for _, v in found):
            raise s.NotLinear(self.words(term))
        return cases(found)

    def places(self, index: Any, length: int, cyclic: bool, text: str) -> Iterator[tuple[int, Condition]]:
        """The places, from 0, that an unknown index may name, and when it names them."""
        if not 0 < length <= _MOST_INDICES:
            raise s.NotLinear("an index")
        index = self.plain(index)
        named = [value for _, value in index.cases] if isinstance(index, s.Cases) else [index]
        if not cyclic and not all(type(value) is int and 0 < value <= length for value in named):
            self.doubt(text)
        for i in range(length):
            at = self.arithmetic.mod(index, length) if cyclic else index
            yield i, self.arithmetic.equal(at, (i + 1) % length if cyclic else i + 1)


def _has_other_slots(read: frozenset[int], slots: Slots) -> bool:
    return any(slot not in slots for slot in read)


def either(asked: Condition, yes: Condition, no: Condition) -> Condition:
    """One condition or the other, whichever is asked for."""
    return disjunction((conjunction((asked, yes)), conjunction((asked.negated(), no))))


def _guarded(guard: Condition, value: Any, otherwise: Any) -> Any:
    return value if guard == TRUE else cases(((guard, value), (guard.negated(), otherwise)))


def _summands(position: Any) -> tuple[s.Summand, ...]:
    if isinstance(position, s.SymbolicSum):
        return position.summands
    if isinstance(position, Position) and not any(c.game.layout.has_positions for c in position):
        return tuple(s.Summand(c.game, tuple(Linear(v) for v in c.state)) for c in position)
    raise s.NotLinear("a position")
