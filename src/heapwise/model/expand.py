"""Rules -> ground moves: every way through the indices of every line, with amounts left open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any

from heapwise.errors import HeapwiseError
from heapwise.model import symbols as s
from heapwise.model.arithmetic import lifted
from heapwise.model.bounds import Surroundings, linear_facts
from heapwise.model.conditions import (
    FALSE,
    TRUE,
    AllOf,
    AnyOf,
    Condition,
    TooWide,
    at_least_zero,
    conjunction,
    disjunction,
)
from heapwise.model.ground import ExpansionBudget, GroundGame, GroundMove, OpaqueMove, Target, TooMany
from heapwise.model.inline import Inlined, inlined
from heapwise.model.inner import legal_inside, position_of, summand_of, symbolic_place, written_heaps
from heapwise.model.linear import Linear
from heapwise.model.symbolic import Slots, SymbolicEvaluator
from heapwise.model.tidy import Draft, alternatives, least_cases, tidy
from heapwise.rules.body import Move, Write
from heapwise.rules.game import Game
from heapwise.rules.layout import PlaceName
from heapwise.terms import term as t
from heapwise.terms.types import NUMBER, TRUTH, Tuple, Vector

_AMOUNTS = 1_000_000  # variables from here on are amounts of a draft, before they are numbered


class _OverBudget(Exception):
    """A limit of the budget was met."""

    def __init__(self, outcome: TooMany) -> None:
        self.outcome = outcome


class Spending:
    """Counts what an expansion costs."""

    def __init__(self, budget: ExpansionBudget) -> None:
        self.budget = budget
        self.steps = self.moves = 0

    def step(self) -> None:
        """One step more."""
        self.steps += 1
        self._check()

    def move(self) -> None:
        """One ground move more."""
        self.moves += 1
        self._check()

    def _check(self) -> None:
        found = self.over(self.budget)
        if found is not None:
            raise _OverBudget(found)

    def over(self, budget: ExpansionBudget) -> TooMany | None:
        """The limit of a budget that so much goes beyond."""
        if self.steps > budget.steps:
            return TooMany("steps", budget.steps)
        return TooMany("ground moves", budget.moves) if self.moves > budget.moves else None


def ground(game: Game, budget: ExpansionBudget | None = None) -> GroundGame | TooMany:
    """The ground moves of a game, made once for every game; what a smaller budget than usual met is forgotten.

    Whether a budget is enough does not depend on what is known by then: it belongs to what rules mean.
    """
    if game not in _GROUND:
        _GROUND[game] = _BEGUN
        try:
            found, spent = _expanded(game, budget or ExpansionBudget())
        except BaseException:
            del _GROUND[game]
            raise
        if isinstance(found, TooMany) and budget is not None:
            del _GROUND[game]
            return found
        _GROUND[game] = found, spent
    found, spent = _GROUND[game]
    return found if budget is None or isinstance(found, TooMany) else spent.over(budget) or found


# What a game finds that asks for its own options.
_BEGUN = TooMany("games inside themselves", 0), Spending(ExpansionBudget())
_GROUND: dict[Any, tuple[GroundGame | TooMany, Spending]] = {}


def _expanded(game: Game, budget: ExpansionBudget) -> tuple[GroundGame | TooMany, Spending]:
    """The ground moves of a game, or the limit of the budget that was met; and what was spent."""
    spending = Spending(budget)
    try:
        return _Expansion(game, spending).game(), spending
    except _OverBudget as limit:
        return limit.outcome, spending


class _Expansion:
    """One game on its way to ground moves."""

    def __init__(self, game: Game, spending: Spending) -> None:
        self.rules = game
        self.spending = spending
        self.evaluator = SymbolicEvaluator(game, spending.step, ground)
        self.layout = game.layout
        self.fresh = _AMOUNTS
        self.slots: Slots = dict(game.known)
        for place, variable, offset in zip(game.schema.places, self.layout.variables, self.layout.offsets, strict=True):
            components = tuple(Linear.variable(offset + i) for i in range(variable.size))
            self.slots[place.slot] = symbolic_place(variable, components)
        body = game.schema.body
        placed = zip(self.layout.variables, self.layout.offsets, strict=True)
        inside = [
            condition for variable, at in placed for condition in legal_inside(variable, at, self.evaluator.ground)
        ]
        self.legal = conjunction((*inside, *map(self._on_positions, body.legal)))
        self.ends = disjunction(self._on_positions(term) for term in body.ends)
        self.facts = frozenset(self.legal.parts if isinstance(self.legal, AllOf) else (self.legal,))
        self.ranges = Surroundings(self.layout.lows, self.layout.highs, (), linear_facts(self.facts))

    def _on_positions(self, term: t.AnyTerm) -> Condition:
        """A condition of a clause; quotients, which need an amount, and components that are positions are opaque."""
        if self.layout.has_positions:
            return self._opaque(term)
        found = self.evaluator.truth(term, self.slots)
        if any(v < 0 for form in found.forms() for v in form.variables):
            return self._opaque(term)
        return found

    def _opaque(self, term: t.AnyTerm) -> Condition:
        from heapwise.model.symbols import Opaque

        return Opaque(self.evaluator.unknown(term, self.slots))

    def game(self) -> GroundGame:
        """All lines."""
        moves: dict[Any, GroundMove] = {}
        opaque: list[OpaqueMove] = []
        for line, move in enumerate(self.rules.schema.body.moves):
            try:
                found = self._line(line, move)
            except (s.NotLinear, TooWide, HeapwiseError) as reason:
                opaque.append(OpaqueMove(line, _words(reason)))
            else:
                for made in found:
                    moves.setdefault(_identity(made), made)
        layout = self.layout
        return GroundGame(
            self.rules, layout.labels, layout.lows, layout.highs, tuple(moves.values()), tuple(opaque),
            self.legal, self.ends, self.spending.steps, tuple(self.evaluator.unsure),
        )  # fmt: skip

    def _line(self, line: int, move: Move) -> list[GroundMove]:
        if self.layout.has_positions:
            raise s.NotLinear("components that are positions")
        return [made for draft, build in self._drafts(line, move) for made in self._tidied(draft, build)]

    def _tidied(self, draft: Draft, build: Build) -> Iterator[GroundMove]:
        for simple in alternatives(draft, self.spending.step):
            done = tidy(simple, self.layout.size, self.ranges)
            if done is not None:
                self.spending.move()
                yield build(done.amounts, done.guards, done.forms)

    # -- steps

    def _drafts(self, line: int, move: Move) -> Iterator[tuple[Draft, Build]]:
        for slots, draft in self._ways(move.steps, self.slots, Draft((), (), ())):
            if move.result is not None:
                yield from self._sums(line, move.result, slots, draft)
            else:
                yield from self._updates(line, move, slots, draft)

    def _ways(self, steps: tuple[t.Step, ...], slots: Slots, draft: Draft) -> Iterator[tuple[Slots, Draft]]:
        """All ways through the binders; amounts and guards gather in the draft."""
        self.spending.step()
        if FALSE in draft.guards:
            return
        self.evaluator.assumed = (*self.facts, *draft.guards)
        if not steps:
            yield slots, draft
            return
        step, rest = steps[0], steps[1:]
        match step:
            case t.Define():
                yield from self._ways(rest, {**slots, step.slot: self.evaluator.defined(step.value, slots)}, draft)
            case t.Guard():
                yield from self._ways(rest, slots, draft.with_guards(self.evaluator.truth(step.condition, slots)))
            case t.Choose():
                for value, chosen in self._here(self._members(step, slots, draft)):
                    yield from self._ways(rest, self.evaluator.assigned(slots, step.target, value), chosen)

    def _here(self, found: Iterator[tuple[Any, Draft]]) -> Iterator[tuple[Any, Draft]]:
        """Members of a set, each looked at under what is assumed here, and not under what was tested for the last."""
        assumed = self.evaluator.assumed
        while (member := next(found, None)) is not None:
            yield member
            self.evaluator.assumed = assumed

    def _members(self, step: t.Choose, slots: Slots, draft: Draft) -> Iterator[tuple[Any, Draft]]:
        """The members of a step's set, each with the draft in which it was chosen."""
        try:
            domain = self.evaluator.value(step.domain, slots)
        except s.NotLinear:
            yield self._between(step, slots, draft)
        else:
            yield from self._choices(domain, draft)

    def _between(self, step: t.Choose, slots: Slots, draft: Draft) -> tuple[Any, Draft]:
        """An amount between ends one of which is not linear: that end becomes a condition on it."""
        match step:
            case t.Choose(target=int() as slot, domain=t.Operation(name="..", arguments=(low, high))) if (
                high.type == low.type == NUMBER
            ):
                self.evaluator.ask_for_value(step.domain, slots)
                number = self.new_amount()
                amount = t.Local(type=NUMBER, span=step.span, slot=slot, name="t")
                inner = {**slots, slot: Linear.variable(number)}
                ends = (
                    t.Operation(type=TRUTH, span=step.domain.span, name="<=", arguments=pair)
                    for pair in ((low, amount), (amount, high))
                )
                guards = [self.evaluator.truth(end, inner) for end in ends]
                longer = Draft((*draft.amounts, number), draft.guards, draft.forms)
                return inner[slot], longer.with_guards(*guards)
        raise s.NotLinear(self.evaluator.words(step.domain))

    def _choices(self, domain: Any, draft: Draft) -> Iterator[tuple[Any, Draft]]:
        """The members of a set, each with the draft in which it was chosen."""
        match domain:
            case s.IntervalSet(low=low, high=high) if high is not None:
                yield from self._amount(low, high, draft)
            case s.BoxSet(low=low, high=high):
                yield from self._vector(low, high, draft)
            case s.SplitSet():
                yield from self._split(domain, draft)
            case s.Gathered():
                yield from self._gathered(domain, draft)
            case s.Combined(sign=sign, left=left, right=right):
                yield from self._combined(sign, left, right, draft)
            case s.OptionsOf():
                yield from self._options(domain, draft)
            case s.ReachedSet():
                yield from self._reached(domain, draft)
            case s.Cases():
                for condition, inner_domain in domain.cases:
                    yield from self._choices(inner_domain, draft.with_guards(condition))
            case _:
                for condition, member in self.evaluator.sets.members(domain):
                    yield member, draft.with_guards(condition)

    def _gathered(self, domain: s.Gathered, draft: Draft) -> Iterator[tuple[Any, Draft]]:
        """The members of a set that is written with `for`; what is tested for one is assumed for no other."""
        slots, before = dict(domain.slots), self.evaluator.assumed
        for inner, longer in self._ways(domain.term.steps, slots, draft):
            value = self.evaluator.value(domain.term.body, {**slots, **inner})
            self.evaluator.assumed = before
            yield value, longer
        self.evaluator.assumed = before

    def _combined(self, sign: str, left: Any, right: Any, draft: Draft) -> Iterator[tuple[Any, Draft]]:
        if sign == "&" and not s.is_symbolic(right):
            left, right = right, left
        for value, chosen in self._choices(left, draft):
            if sign == "|":
                yield value, chosen
            else:
                inside = self.evaluator.sets.member(value, right)
                yield value, chosen.with_guards(inside if sign == "&" else inside.negated())
        if sign == "|":
            yield from self._choices(right, draft)

    def new_amount(self) -> int:
        """A variable that nothing else uses."""
        self.fresh += 1
        return self.fresh

    def _amount(self, low: Any, high: Any, draft: Draft) -> Iterator[tuple[Any, Draft]]:
        """An amount between two ends. An end that is the greater of several makes alternatives."""
        number = self.new_amount()
        value, do = Linear.variable(number), self.evaluator.arithmetic
        within = conjunction((do.at_most(low, value), do.at_most(value, high)))
        longer = Draft((*draft.amounts, number), draft.guards, draft.forms)
        parts = within.parts if isinstance(within, AllOf) else (within,)
        choices = [least_cases(p) if isinstance(p, AnyOf) else [(p,)] for p in parts]
        for chosen in product(*choices):
            yield value, longer.with_guards(*(c for case in chosen for c in case))

    def _vector(self, low: Any, high: tuple[Any, ...], draft: Draft) -> Iterator[tuple[Any, Draft]]:
        lows = low if type(low) is tuple else (low,) * len(high)
        if len(lows) != len(high):
            raise s.NotLinear("a range of vectors of different lengths")
        partial: Iterable[tuple[tuple[Any, ...], Draft]] = [((), draft)]
        for a, b in zip(lows, high, strict=True):
            choose: Callable[..., Iterator[tuple[Any, Draft]]] = self._vector if type(b) is tuple else self._amount
            partial = [((*done, value), longer) for done, before in partial for value, longer in choose(a, b, before)]
        yield from partial

    def _split(self, domain: s.SplitSet, draft: Draft) -> Iterator[tuple[Any, Draft]]:
        """All parts but the last are amounts."""
        rest = self.evaluator.plain(domain.total)
        if domain.parts < 1:
            yield (), draft.with_guards(self.evaluator.equal(rest, 0) if domain.parts == 0 else FALSE)
            return
        cases = rest.cases if isinstance(rest, s.Cases) else ((TRUE, rest),)
        for condition, total in cases:
            numbers = [self.new_amount() for _ in range(domain.parts - 1)]
            parts, left, guards = [], lifted(total), [condition]
            for i, number in enumerate(numbers):
                part = Linear.variable(number)
                others = domain.least * (domain.parts - 1 - i)
                guards += [at_least_zero(part - domain.least), at_least_zero(left - part - others)]
                parts.append(part)
                left -= part
            guards.append(at_least_zero(left - domain.least))
            longer = Draft((*draft.amounts, *numbers), draft.guards, draft.forms).with_guards(*guards)
            yield (*parts, left), longer

    def _options(self, domain: s.OptionsOf, draft: Draft) -> Iterator[tuple[Any, Draft]]:
        """The moves of another game, at a position that is made of this game's components."""
        for move in inlined(self.evaluator, domain):
            target, longer = self._lifted(move, draft)
            yield target if type(domain.at) is tuple else target[0], longer

    def _lifted(self, move: Inlined, draft: Draft) -> tuple[tuple[Linear, ...], Draft]:
        """Where a move of another game leads, and the draft with its amounts and guards."""
        names = {old: Linear.variable(self.new_amount()) for old in move.amounts}
        amounts = (*draft.amounts, *(form.variables[0] for form in names.values()))
        guards = [g.map(lambda form: form.substitute(names)) for g in move.guards]
        target = tuple(form.substitute(names) for form in move.target)
        return target, Draft(amounts, draft.guards, draft.forms).with_guards(*guards)

    def _reached(self, domain: s.ReachedSet, draft: Draft) -> Iterator[tuple[Any, Draft]]:
        """What components that are positions may become, all together."""
        summands = [summand_of(at) for at in (domain.at if type(domain.at) is tuple else (domain.at,))]
        found: list[tuple[tuple[Any, ...], Draft]] = [((), draft)]
        for summand in summands:
            moves = self.evaluator.reached(domain.name, summand)
            steps = ((done, before, move) for done, before in found for move in moves)
            longer = ((done, *self._lifted(move, before)) for done, before, move in steps)
            found = [((*done, position_of(summand.game, target)), after) for done, target, after in longer]
            self.spending.step()
        yield from ((value if type(domain.at) is tuple else value[0], longer_draft) for value, longer_draft in found)

    # -- what a move leads to

    def _sums(self, line: int, result: t.AnyTerm, slots: Slots, draft: Draft) -> Iterator[tuple[Draft, Build]]:
        value = self.evaluator.value(result, slots)
        found = value.cases if isinstance(value, s.Cases) else ((TRUE, value),)
        for condition, position in found:
            whole = self.evaluator.sum_of_positions([position])
            assert isinstance(whole, s.SymbolicSum)
            forms = [lifted(form) for summand in whole.summands for form in summand.arguments]
            shapes = tuple((summand.game, len(summand.arguments)) for summand in whole.summands)
            yield self._finished(draft.with_guards(condition), forms), _sum_builder(line, shapes)

    def _updates(self, line: int, move: Move, slots: Slots, draft: Draft) -> Iterator[tuple[Draft, Build]]:
        writes = [list(self._written(write, slots)) for write in move.writes]
        for chosen in product(*writes):
            conditions = [condition for condition, _ in chosen]
            changes = [change for _, pairs in chosen for change in pairs]
            for guards, forms in self._resolved([value for _, value in changes]):
                cells = [index for index, _ in changes]
                if len(set(cells)) < len(cells):
                    raise s.NotLinear("a place that is written twice")
                new = dict(zip(cells, forms, strict=True))
                longer = draft.with_guards(*conditions, *guards, *self._legality(new))
                yield self._finished(longer, forms), _update_builder(line, cells)

    def _resolved(self, values: list[Any]) -> Iterator[tuple[list[Condition], list[Linear]]]:
        """Values as linear forms, in every case that they have."""
        choices = []
        for value in values:
            plain = self.evaluator.plain(value)
            choices.append(plain.cases if isinstance(plain, s.Cases) else ((TRUE, plain),))
        for chosen in product(*choices):
            self.spending.step()
            yield [c for c, _ in chosen], [lifted(v) for _, v in chosen]

    def _legality(self, new: dict[int, Linear]) -> Iterator[Condition]:
        """Ranges of what is written, and `legal` of the option where it is not that of the position."""
        for index, form in new.items():
            yield at_least_zero(form - self.layout.lows[index])
            high = self.layout.highs[index]
            if high is not None:
                yield at_least_zero(-form + high)
        whole = self.legal.map(lambda form: form.substitute(new))
        for part in whole.parts if isinstance(whole, AllOf) else (whole,):
            if part not in self.facts:
                yield part

    def _finished(self, draft: Draft, forms: list[Linear]) -> Draft:
        """The draft with its forms; the quotients that it speaks of become amounts."""
        whole = Draft(draft.amounts, draft.guards, tuple(forms))
        numbers = {number: key for key, number in self.evaluator.arithmetic.quotients.items()}
        while True:
            used = {v for g in whole.guards for form in g.forms() for v in form.variables if v < 0}
            used |= {v for form in whole.forms for v in form.variables if v < 0}
            if not used:
                return whole
            number = min(used)  # the latest, whose form may speak of earlier ones
            whole = self._with_quotient(whole, number, *numbers[number])

    def _with_quotient(self, draft: Draft, number: int, form: Linear, divisor: int) -> Draft:
        amount = Linear.variable(self.new_amount())

        def put(old: Linear) -> Linear:
            return old.substitute({number: amount})

        rest = form - amount * divisor
        guards = (at_least_zero(rest), at_least_zero(-rest + (divisor - 1)), *(g.map(put) for g in draft.guards))
        amounts = (*amount.variables, *draft.amounts)
        return Draft(amounts, (), tuple(map(put, draft.forms))).with_guards(*guards)

    # -- places

    def _written(self, write: Write, slots: Slots) -> Iterator[tuple[Condition, list[tuple[int, Any]]]]:
        """What one `place -> new` writes, in every case that its indices have."""
        variable, offset = self.layout.variables[write.variable], self.layout.offsets[write.variable]
        value = self.evaluator.value(write.value, slots)
        for condition, cells in self._cells(write, variable, slots):
            entries = self.evaluator.numbers(value) if type(value) is tuple else [value] * len(cells)
            if len(entries) != len(cells):
                raise s.NotLinear("a vector of another length")
            pairs = zip(cells, entries, strict=True)
            yield condition, [pair for cell, entry in pairs for pair in written_heaps(variable, offset, cell, entry)]

    def _cells(self, write: Write, variable: PlaceName, slots: Slots) -> Iterator[tuple[Condition, list[int]]]:
        indices = [self.evaluator.value(i, slots) for i in write.indices]
        if not indices:
            yield TRUE, list(range(variable.count))
            return
        kind = self.rules.schema.places[write.variable].type
        cyclic = isinstance(kind, Vector) and kind.cyclic
        lengths = (variable.shape,) if isinstance(variable.shape, int) else variable.shape
        assert lengths is not None
        index_type = write.indices[-1].type
        if index_type == NUMBER:
            yield from self._cell(lengths, indices, variable, cyclic)
            return
        members = [member for condition, member in self.evaluator.sets.in_order(indices[-1]) if _is_sure(condition)]
        pairs = isinstance(getattr(index_type, "item", None), Tuple)
        found: list[int] = []
        for member in members:
            path = [*indices[:-1], *(member if pairs else (member,))]
            for condition, cells in self._cell(lengths, path, variable, cyclic):
                _is_sure(condition)
                found += cells
        yield TRUE, found

    def _cell(
        self, lengths: tuple[int, ...], path: list[Any], variable: PlaceName, cyclic: bool
    ) -> Iterator[tuple[Condition, list[int]]]:
        """The components that indices name: one, or a row."""
        if isinstance(variable.shape, int):
            yield from ((c, [i]) for i, c in self._at(path[0], lengths[0], cyclic, variable))
            return
        for row, condition in self._at(path[0], len(lengths), cyclic, variable):
            start = sum(lengths[:row])
            if len(path) == 1:
                yield condition, list(range(start, start + lengths[row]))
                continue
            for column, other in self._at(path[1], lengths[row], cyclic, variable):
                yield conjunction((condition, other)), [start + column]

    def _at(self, index: Any, length: int, cyclic: bool, variable: PlaceName) -> Iterator[tuple[int, Condition]]:
        if type(index) is not int:
            yield from self.evaluator.places(index, length, cyclic, f"{variable.name}[...]")
        elif length and (cyclic or 0 < index <= length):
            yield (index - 1) % length, TRUE
        else:
            raise s.NotLinear("an index that names no place")


Build = Callable[[tuple[Any, ...], tuple[Condition, ...], tuple[Linear, ...]], GroundMove]


def _sum_builder(line: int, shapes: tuple[tuple[Game, int], ...]) -> Build:
    def build(amounts: tuple[Any, ...], guards: tuple[Condition, ...], forms: tuple[Linear, ...]) -> GroundMove:
        targets, at = [], 0
        for game, length in shapes:
            targets.append(Target(game, forms[at : at + length]))
            at += length
        return GroundMove(line, amounts, guards, (), tuple(targets))

    return build


def _update_builder(line: int, cells: list[int]) -> Build:
    def build(amounts: tuple[Any, ...], guards: tuple[Condition, ...], forms: tuple[Linear, ...]) -> GroundMove:
        updates = sorted((i, form) for i, form in zip(cells, forms, strict=True) if form != Linear.variable(i))
        return GroundMove(line, amounts, guards, tuple(updates))

    return build


def _identity(move: GroundMove) -> Any:
    guards = frozenset(guard.key for guard in move.guards)
    return move.amounts, guards, move.updates, move.result


def _is_sure(condition: Condition) -> bool:
    if condition != TRUE:
        raise s.NotLinear("places that depend on the position")
    return True


def _words(reason: Exception) -> str:
    if isinstance(reason, HeapwiseError):
        return "something that is not defined"
    return "too many cases" if isinstance(reason, TooWide) else str(reason)
