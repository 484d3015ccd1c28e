"""Automata over digits: the normal form, the zeros, the budgets, and numbers again at the end."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heapwise.proof.automata import (
    AND,
    IFF,
    IMPLIES,
    OR,
    Automaton,
    AutomatonBudget,
    BareAutomaton,
    BudgetExceeded,
    BuildStep,
    DigitOrder,
    Machine,
    Numeration,
    Workshop,
    kernels,
    least,
    steps,
    tuples,
)
from heapwise.proof.automata.automaton import Raw
from heapwise.proof.automata.budget import OperationWatch
from heapwise.proof.automata.canonical import normalise, pruned
from heapwise.proof.automata.inclusion import below
from heapwise.proof.automata.kernels import quotient

XOR, MINUS = (False, True, True, False), (False, False, True, False)
UNLIMITED = OperationWatch(AutomatonBudget(), "test")
BOTH = [Numeration(order, base) for base in (2, 3) for order in DigitOrder]
CONNECTIVES = {
    AND: lambda a, b: a and b,
    OR: lambda a, b: a or b,
    XOR: lambda a, b: a != b,
    IFF: lambda a, b: a == b,
    IMPLIES: lambda a, b: not a or b,
    MINUS: lambda a, b: a and not b,
}


def residues(modulus: int, wanted: frozenset[int], factors: tuple[int, ...]) -> Machine[int, int]:
    """Sums of digits, each times a factor, whose residue is wanted: the same in either order, and blind to zeros."""
    return Machine(
        0,
        lambda digits: sum(f * d for f, d in zip(factors, digits, strict=True)) % modulus,
        lambda state, symbol: (state + symbol) % modulus,
        lambda state: state in wanted,
    )


def digit_sum(value: int, base: int) -> int:
    total = 0
    while value:
        value, digit = divmod(value, base)
        total += digit
    return total


@st.composite
def sets(draw: Any) -> tuple[int, frozenset[int], tuple[str, ...], tuple[int, ...]]:
    modulus = draw(st.integers(1, 4))
    variables = tuple(draw(st.lists(st.sampled_from("xyz"), min_size=1, max_size=3, unique=True)))
    factors = tuple(draw(st.lists(st.integers(0, 3), min_size=len(variables), max_size=len(variables))))
    return modulus, frozenset(draw(st.sets(st.integers(0, modulus - 1)))), variables, factors


def make(workshop: Workshop, chosen: Any) -> Automaton:
    modulus, wanted, variables, factors = chosen
    return workshop.from_machine(residues(modulus, wanted, factors), variables)


def member(chosen: Any, base: int, point: dict[str, int]) -> bool:
    modulus, wanted, variables, factors = chosen
    return sum(f * digit_sum(point[v], base) for f, v in zip(factors, variables, strict=True)) % modulus in wanted


def points(side: int) -> list[dict[str, int]]:
    return [dict(zip("xyz", point, strict=True)) for point in product(range(side), repeat=3)]


@settings(max_examples=40, deadline=None)
@given(sets(), sets(), st.sampled_from(list(CONNECTIVES)), st.sampled_from(BOTH))
def test_connectives_are_pointwise(one: Any, two: Any, connective: Any, numeration: Numeration) -> None:
    workshop = Workshop(numeration)
    whole = workshop.combine(make(workshop, one), make(workshop, two), connective)
    for point in points(4):
        left, right = member(one, numeration.base, point), member(two, numeration.base, point)
        assert whole.accepts(point, padding=point["x"]) == CONNECTIVES[connective](left, right)


@settings(max_examples=40, deadline=None)
@given(sets(), sets(), st.sampled_from(BOTH))
def test_equal_sets_are_equal_tables(one: Any, two: Any, numeration: Numeration) -> None:
    workshop = Workshop(numeration)
    a, b = make(workshop, one), make(workshop, two)
    everywhere = points(8)  # where all digit sums modulo 4 occur
    same = all(member(one, numeration.base, p) == member(two, numeration.base, p) for p in everywhere)
    assert (a == b) == same == workshop.combine(a, b, XOR).is_empty
    both = workshop.combine(a, b, AND)
    neither = workshop.combine(workshop.complement(a), workshop.complement(b), OR)
    assert both == workshop.complement(neither) == workshop.combine(b, a, AND)
    assert workshop.combine(a, workshop.complement(a), OR) == workshop.constant(True)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_minimisation_against_pairs_told_apart(data: Any) -> None:
    """Blocks are the classes of states that no word tells apart, found here by marking pairs."""
    width, table, accepting = data.draw(tables())
    found = quotient(width, table, accepting, UNLIMITED)
    assert_same_partition(found, least_alike(width, table, accepting))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernels, "_MANY_CELLS", 0)  # arrays for small tables, too
        assert quotient(width, table, accepting, UNLIMITED) == found


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_inclusion_is_what_no_word_contradicts(data: Any) -> None:
    """A state is below another if no word is accepted from it alone, found here by marking pairs."""
    width, table, accepting = data.draw(tables())
    shape = BareAutomaton(Numeration(DigitOrder.MSD), 2, (0, 1, 2, 3), width, tuple(table), tuple(accepting))
    apart = told_apart(width, table, accepting)
    states = range(shape.states)
    wanted = [{p for p in states if p != q and (p, q) not in apart} for q in states]
    assert [{p for p in states if mask >> p & 1} for mask in below(shape, UNLIMITED)] == wanted


def test_minimisation_of_a_long_chain() -> None:
    """A chain needs as many rounds as it is long; all its states stay."""
    size = 300
    table = [min(s + 1, size - 1) for s in range(size)]
    accepting = [s == size - 1 for s in range(size)]
    assert len(set(quotient(1, table, accepting, UNLIMITED))) == size


Pairs = set[tuple[int, int]]


def told_apart(width: int, table: list[int], accepting: list[bool]) -> Pairs:
    """The pairs of states of which some word is accepted from the first, and not from the second."""
    states = range(len(accepting))
    apart = {(p, q) for p in states for q in states if accepting[p] and not accepting[q]}
    while True:
        more = {
            (p, q)
            for p in states
            for q in states
            if any((table[p * width + c], table[q * width + c]) in apart for c in range(width))
        }
        if more <= apart:
            return apart
        apart |= more


def least_alike(width: int, table: list[int], accepting: list[bool]) -> list[int]:
    """For every state the least one that accepts the same words."""
    apart, states = told_apart(width, table, accepting), range(len(accepting))
    return [min(q for q in states if (p, q) not in apart and (q, p) not in apart) for p in states]


def assert_same_partition(one: list[int], two: list[int]) -> None:
    assert len(set(zip(one, two, strict=True))) == len(set(one)) == len(set(two))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_normal_form_does_not_see_how_states_are_numbered(data: Any) -> None:
    width, table, accepting = trimmed(*data.draw(tables()))
    mixed = [0, *data.draw(st.permutations(range(1, len(accepting))))]
    moved = [0] * len(table)
    for at, target in enumerate(table):
        state, column = divmod(at, width)
        moved[mixed[state] * width + column] = mixed[target]
    flags = [accepting[mixed.index(s)] for s in range(len(accepting))]
    tracks, columns, numeration = ("x", "y"), (0, 1, 2, 3), Numeration(DigitOrder.LSD)
    one, to_one = normalise(pruned(Raw(tracks, numeration, columns, width, table, accepting)), UNLIMITED)
    two, to_two = normalise(pruned(Raw(tracks, numeration, columns, width, moved, flags)), UNLIMITED)
    assert (one, to_one) == (two, to_two)
    assert set(to_one) == set(range(one.states))


@st.composite
def tables(draw: Any) -> tuple[int, list[int], list[bool]]:
    states, width = draw(st.integers(1, 8)), 4
    table = draw(st.lists(st.integers(0, states - 1), min_size=states * width, max_size=states * width))
    return width, table, draw(st.lists(st.booleans(), min_size=states, max_size=states))


def trimmed(width: int, table: list[int], accepting: list[bool]) -> tuple[int, list[int], list[bool]]:
    """Only what is reached from the start: no operation makes anything else."""
    queue = [0]
    for s in queue:
        queue += sorted(set(table[s * width : (s + 1) * width]) - set(queue))
    rows = [table[s * width : (s + 1) * width] for s in queue]
    return width, [queue.index(t) for row in rows for t in row], [accepting[s] for s in queue]


@pytest.mark.parametrize("numeration", BOTH)
def test_projection_closes_over_zeros(numeration: Numeration) -> None:
    """There is a longer y for every x: the digits that x has not must be read as zeros, first or last."""
    workshop = Workshop(numeration)
    one_more = residues(3, frozenset({1}), (1, 2))
    automaton = workshop.from_machine(one_more, ("x", "y"))
    assert workshop.project(automaton, ("y",)) == workshop.constant(True)
    assert least(workshop.project(automaton, ("x", "y"))) == {}


@pytest.mark.parametrize("numeration", BOTH)
def test_machine_that_minds_zeros_is_refused(numeration: Numeration) -> None:
    """Words of even length: a property of words, not of numbers."""
    even: Machine[int, int] = Machine(0, lambda digits: 0, lambda state, _: 1 - state, lambda state: state == 0)
    with pytest.raises(ValueError, match="padding"):
        Workshop(numeration).from_machine(even, ("x",))


@pytest.mark.parametrize("numeration", BOTH)
def test_tracks_that_do_not_matter_are_dropped(numeration: Numeration) -> None:
    workshop = Workshop(numeration)
    automaton = workshop.from_machine(residues(2, frozenset({0}), (1, 0, 1)), ("a", "b", "c"))
    assert automaton.tracks == ("a", "c")
    assert workshop.combine(automaton, automaton, XOR) == workshop.constant(False)


@settings(max_examples=30, deadline=None)
@given(sets(), st.sampled_from(BOTH), st.permutations("xyz"), st.sampled_from([None, "x", "y"]))
def test_renaming(chosen: Any, numeration: Numeration, new: list[str], merged: str | None) -> None:
    workshop = Workshop(numeration)
    names = dict(zip("xyz", new, strict=True)) if merged is None else dict.fromkeys("xyz", merged)
    renamed = workshop.rename(make(workshop, chosen), names)
    for point in points(4):
        old = {v: point[names[v]] for v in "xyz"}
        assert renamed.accepts(point) == member(chosen, numeration.base, old)
    assert renamed == make(workshop, (*chosen[:2], tuple(names[v] for v in chosen[2]), chosen[3]))


@settings(max_examples=30, deadline=None)
@given(sets(), st.integers(2, 3))
def test_reversal_is_the_other_order(chosen: Any, base: int) -> None:
    up, down = Workshop(Numeration(DigitOrder.LSD, base)), Workshop(Numeration(DigitOrder.MSD, base))
    assert up.reverse(make(down, chosen)) == make(up, chosen)
    assert down.reverse(make(up, chosen)) == make(down, chosen)


@settings(max_examples=40, deadline=None)
@given(sets(), st.sampled_from(BOTH))
def test_members_listed_and_least(chosen: Any, numeration: Numeration) -> None:
    automaton = make(Workshop(numeration), chosen)
    members = [tuple(p.values()) for p in points(9) if member(chosen, numeration.base, p)]
    assert sorted(tuples(automaton, "xyz", 8)) == members
    found = least(automaton)
    expected = min(members, key=lambda m: (sum(m), m), default=None)
    assert expected == (None if found is None else tuple(found.get(v, 0) for v in "xyz"))


@pytest.mark.parametrize("numeration", BOTH)
def test_words_and_numbers(numeration: Numeration) -> None:
    for values in product(range(10), repeat=2):
        for padding in range(3):
            word = numeration.word(values, numeration.length(values) + padding)
            assert numeration.values(word, 2) == values
    assert numeration.letter(numeration.digits(5, 3)) == 5


def test_memory_is_up_to_names() -> None:
    workshop = Workshop(Numeration(DigitOrder.MSD))
    x, y = (workshop.from_machine(residues(3, frozenset({0}), (1, 2)), pair) for pair in (("a", "b"), ("b", "c")))
    u, v = (workshop.from_machine(residues(3, frozenset({0}), (1, 2)), pair) for pair in (("p", "q"), ("q", "r")))
    first = workshop.project(workshop.combine(x, y, AND), ("b",))
    before = workshop.meter.operations
    second = workshop.project(workshop.combine(u, v, AND), ("q",))
    assert workshop.meter.operations == before
    assert second == workshop.rename(first, {"a": "p", "c": "r"})


@pytest.mark.parametrize(
    ("budget", "limit"),
    [
        (AutomatonBudget(states=5), "states"),
        (AutomatonBudget(letters=7), "letters"),
        (AutomatonBudget(memory=100), "memory"),
        (AutomatonBudget(work=60), "work"),
    ],
)
def test_budget_says_where_it_ended(budget: AutomatonBudget, limit: str) -> None:
    workshop = Workshop(Numeration(DigitOrder.LSD), budget, label="opt of x")

    def work() -> None:
        left = workshop.from_machine(residues(3, frozenset({1}), (1, 1)), ("x", "y"))
        right = workshop.from_machine(residues(5, frozenset({1}), (1, 1)), ("y", "z"))
        workshop.combine(left, right, AND)

    with pytest.raises(BudgetExceeded) as caught:
        work()
    assert (caught.value.limit, caught.value.label) == (limit, "opt of x")
    assert caught.value.operation in ("machine", "product")
    assert limit in str(caught.value)


def test_what_outgrew_a_limit_is_not_tried_again_under_a_smaller_one() -> None:
    """It is refused in the same words, and without work; a larger limit is tried."""
    workshop = Workshop(Numeration(DigitOrder.MSD))
    automaton = workshop.from_machine(capped(), ("x", "y", "z"))
    work = []
    for states in (4, 3, 4, 5):
        workshop.budget, before = AutomatonBudget(states=states), workshop.meter.work
        with pytest.raises(BudgetExceeded, match=f"states: projection had come to {states + 1} states"):
            workshop.project(automaton, ("y",))
        work.append(workshop.meter.work - before)
    assert work[1] == work[2] == 0 < work[3]
    workshop.budget = AutomatonBudget()
    assert not workshop.project(automaton, ("y",)).is_empty


@pytest.mark.parametrize("first_attempt", [10_000, -10_000])
def test_the_limit_of_work_is_what_the_work_was(first_attempt: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One unit less than what was counted ends the same operations, in a projection that compares states, too."""
    monkeypatch.setattr(steps, "_FIRST_ATTEMPT", first_attempt)

    def spent(most: int) -> int:
        workshop = Workshop(Numeration(DigitOrder.MSD), AutomatonBudget(work=most))
        workshop.project(workshop.from_machine(capped(), ("x", "y", "z")), ("y",))
        return workshop.meter.work

    whole = spent(1 << 30)
    assert spent(whole) == whole
    with pytest.raises(BudgetExceeded, match="work"):
        spent(whole - 1)


def test_somebody_else_may_end_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C and limits of time are heard in the midst of an operation."""
    monkeypatch.setattr("heapwise.proof.automata.budget._LOOK", 50)
    looks: list[int] = []

    def look() -> None:
        looks.append(workshop.meter.work)
        if len(looks) == 3:
            raise KeyboardInterrupt

    workshop = Workshop(Numeration(DigitOrder.MSD), AutomatonBudget(look=look))
    with pytest.raises(KeyboardInterrupt):
        workshop.from_machine(capped(), ("x", "y", "z"))
    assert [work // 50 for work in looks] == sorted({work // 50 for work in looks})
    assert len(looks) == 3


def test_trace_labels_say_what_states_stand_for() -> None:
    """What a certificate needs: every transition of a result follows from its labels and the arguments."""
    taken: list[BuildStep] = []
    workshop = Workshop(Numeration(DigitOrder.LSD), trace=taken.append)
    one = workshop.from_machine(residues(3, frozenset({0}), (1, 2)), ("x", "y"))
    two = workshop.from_machine(residues(2, frozenset({1}), (1, 1)), ("y", "z"))
    workshop.project(workshop.combine(one, two, OR), ("y",))
    assert [step.operation for step in taken] == ["machine", "machine", "product", "projection"]
    pairs = taken[2]
    raw = pairs.made.raw
    for state, (p, q) in enumerate(pairs.made.labels):
        for letter in range(8):
            x, y, z = raw.numeration.digits(letter, 3)
            target = raw.table[state * raw.width + raw.columns[letter]]
            wanted = (one.shape.step(p, x + 2 * y), two.shape.step(q, y + 2 * z))
            assert pairs.made.labels[target] == wanted
            assert pairs.result.shape.step(pairs.quotient[state], letter) == pairs.quotient[target]
    sets_of_states = taken[3]
    for state, members in enumerate(sets_of_states.made.labels):
        assert (
            sets_of_states.made.raw.accepting[state]
            == sets_of_states.result.shape.accepting[sets_of_states.quotient[state]]
        )
        assert members < 1 << pairs.result.states


def test_thinned_sets_give_the_same_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaving out states that accept less changes the raw automaton and not the result; the relation is closed."""
    made = {}
    for attempt in (10_000, -10_000):
        monkeypatch.setattr(steps, "_FIRST_ATTEMPT", attempt)
        trace: list[BuildStep] = []
        workshop = Workshop(Numeration(DigitOrder.MSD), trace=trace.append)
        below = workshop.from_machine(capped(), ("x", "y", "z"))
        made[attempt] = workshop.project(below, ("y",)), trace[-1]
    (plain, _), (thinned, step) = made.values()
    assert plain == thinned
    assert step.made.below
    shape = step.arguments[0].shape
    for q, mask in enumerate(step.made.below):
        for p in (p for p in range(shape.states) if mask >> p & 1):
            assert shape.accepting[p] <= shape.accepting[q]
            pairs = zip(shape.row(p), shape.row(q), strict=True)
            assert all(a == b or step.made.below[b] >> a & 1 for a, b in pairs)


def capped() -> Machine[int, int]:
    """2 x + y <= 3 z, units last."""
    return Machine(
        0,
        lambda digits: 3 * digits[2] - 2 * digits[0] - digits[1],
        lambda value, digit: max(-4, min(4, 2 * value + digit)),
        lambda value: value >= 0,
    )


def test_shape_knows_its_absorbing_states() -> None:
    shape = BareAutomaton(Numeration(DigitOrder.LSD), 1, (0, 1), 2, (0, 1, 1, 1), (False, True))
    assert shape.absorbing() == {True: 1}
    assert shape.row(0) == (0, 1)
