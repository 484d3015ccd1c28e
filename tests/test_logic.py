"""Formulas decided by automata, against their evaluation; and obligations of games, written by hand."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heapwise.proof.automata import Automaton, AutomatonBudget, BudgetExceeded, DigitOrder, Numeration, Workshop, tuples
from heapwise.proof.logic import (
    FALSE,
    TRUE,
    And,
    Atom,
    BalancedNimSum,
    ColumnSumIs,
    ColumnSums,
    CompareValuations,
    DigitAt,
    Exists,
    Forall,
    Form,
    Formula,
    FormulaCompiler,
    Given,
    Iff,
    Implies,
    LinearComparison,
    LinearCongruence,
    Mating,
    Named,
    Not,
    Or,
    Portfolio,
    Power,
    Terms,
    TrailingPower,
    ValuationPower,
    compare,
    compile,
    congruent,
    decide,
    digits_at,
    digitwise,
    disjuncts,
    free,
    substitute,
)
from heapwise.proof.logic.formulas import children
from heapwise.proof.logic.substitute import fresh
from logic_values import agreed, evaluate

RELATIONS = ("=", "!=", "<", "<=", ">", ">=")
NAMES = ("a", "b", "c")


def less(left: str, right: str, shift: int = 0) -> LinearComparison:
    """`left < right + shift`."""
    return LinearComparison((left, right), (1, -1), -shift, "<")


def is_sum(whole: str, *parts: str, shift: int = 0) -> LinearComparison:
    """`whole + shift = sum of parts`."""
    return LinearComparison((whole, *parts), (1, *(-1 for _ in parts)), shift, "=")


def constant(name: str, relation: Any, value: int) -> LinearComparison:
    return LinearComparison((name,), (1,), -value, relation)


def solutions(automaton: Automaton, names: Sequence[str], bound: int) -> set[tuple[int, ...]]:
    return set(tuples(automaton, names, bound))


def atoms(base: int) -> Iterator[Atom]:
    """Every kind of atom with every relation it knows."""
    for relation in RELATIONS:
        for coefficients, shift in product(((1, 1, -1), (2, -3, 1), (-5, 2, 2)), (0, -3, 4, -7)):
            yield LinearComparison(NAMES, coefficients, shift, relation)
        yield CompareValuations(("a", "b"), relation)
        for modulus in (2, 3, 4):
            yield ColumnSums(NAMES, 2, modulus, relation)
            for value in (0, 1, 5, 9):
                yield ColumnSumIs(("a", "b"), modulus, relation, value)
    for modulus, shift in product((1, 2, 3, 5, 6, 8), (0, 2, -5)):
        yield LinearCongruence(("a", "b"), (-1, 3), shift, modulus)
    yield from (DigitAt(("a",), place, digit) for place, digit in product(range(3), range(base)))
    yield from (ValuationPower(("a", "b")), TrailingPower(("a", "b")), Power(("a",)))
    yield digitwise(("a", "b"), lambda a, b: a <= b, base)
    yield digits_at("a", ("b", "c"), digitwise(NAMES[1:], lambda b, c: b != c, base))
    yield LinearComparison(("a", "a", "b"), (1, 1, -1), 0, "=")
    yield digitwise(("a", "b"), lambda a, b: a != b, base)
    if base == 2:
        yield Mating(NAMES)
        yield from (BalancedNimSum(NAMES, k) for k in (1, 2))


@pytest.mark.parametrize("base", [2, 3])
def test_atoms_are_what_they_say(base: int) -> None:
    """Machines of both orders against the definition, and each against the other turned round."""
    up, down = (FormulaCompiler(Workshop(Numeration(order, base))) for order in (DigitOrder.LSD, DigitOrder.MSD))
    for atom in atoms(base):
        names = free(atom)
        side = base**3 if len(names) < 3 else base**2
        inside = {p for p in product(range(side), repeat=len(names)) if holds(atom, names, p, base)}
        one, two = up.compile(atom), down.compile(atom)
        assert solutions(one, names, side - 1) == solutions(two, names, side - 1) == inside, atom
        assert up.workshop.reverse(two) == one, atom
        assert down.workshop.reverse(one) == two, atom


def holds(formula: Formula, names: Sequence[str], point: Sequence[int], base: int) -> bool:
    return evaluate(formula, dict(zip(names, point, strict=True)), 0, base)


@st.composite
def random_atoms(draw: Any, names: tuple[str, ...]) -> Atom:
    pick = st.sampled_from(names)
    two = (draw(pick), draw(pick))
    three = (*two, draw(pick))
    numbers = st.integers(-3, 3)
    relation = draw(st.sampled_from(RELATIONS))
    return draw(
        st.one_of(
            st.builds(
                LinearComparison,
                st.just(three),
                st.tuples(numbers, numbers, numbers),
                st.integers(-6, 6),
                st.just(relation),
            ),
            st.builds(LinearCongruence, st.just(two), st.tuples(numbers, numbers), numbers, st.integers(1, 5)),
            st.builds(ColumnSums, st.just(three), st.integers(0, 3), st.integers(2, 4), st.just(relation)),
            st.builds(ColumnSumIs, st.just(three), st.integers(2, 4), st.just(relation), st.integers(0, 5)),
            st.builds(CompareValuations, st.just(two), st.just(relation)),
            st.just(ValuationPower(two)),
            st.just(TrailingPower(two)),
            st.just(Mating(three)),
            st.just(BalancedNimSum(three, 1)),
            st.just(DigitAt(two[:1], 1)),
            st.just(digitwise(three, lambda x, y, z: z == (x | y))),
        )
    )


@st.composite
def formulas(draw: Any, depth: int = 3, names: tuple[str, ...] = ("x", "y")) -> Formula:
    """Quantifiers are bounded by what is already there, so that a box decides what all numbers would."""
    kind = (
        draw(st.sampled_from(["atom", "and", "or", "not", "iff", "implies", "exists", "forall", "at"]))
        if depth
        else "atom"
    )
    smaller = formulas(depth - 1, names)
    if kind == "atom":
        return draw(random_atoms(names))
    if kind in ("exists", "forall"):
        new = draw(st.sampled_from(["x", "y", "u", "v"]))
        over = draw(st.sampled_from([name for name in names if name != new]))
        body = draw(formulas(depth - 1, tuple(dict.fromkeys((*names, new)))))
        guard = less(new, over, 2)
        return Exists((new,), guard & body) if kind == "exists" else Forall((new,), Implies(guard, body))
    if kind == "at":
        swap = {name: draw(st.sampled_from(names)) for name in names}
        return substitute(draw(smaller), swap)
    if kind == "not":
        return Not(draw(smaller))
    one, two = draw(smaller), draw(smaller)
    return {"and": And((one, two)), "or": Or((one, two)), "iff": Iff(one, two), "implies": Implies(one, two)}[kind]


@settings(max_examples=120, deadline=None)
@given(formulas(), st.sampled_from([2, 2, 3]))
def test_random_formulas_against_evaluation(formula: Formula, base: int) -> None:
    if base == 3 and any(isinstance(atom, Mating | BalancedNimSum) for atom in inner_atoms(formula)):
        base = 2
    side = 4
    expected = {
        point
        for point in product(range(side), repeat=2)
        # A quantifier goes at most one above what bounds it, and there are three at most.
        if evaluate(formula, dict(zip("xy", point, strict=True)), side + 3, base)
    }
    up, down = (compile(formula, order, base=base) for order in DigitOrder)
    assert solutions(up, "xy", side - 1) == solutions(down, "xy", side - 1) == expected
    assert Workshop(up.shape.numeration).reverse(down) == up
    witness = decide(formula, base=base)
    assert (witness is None) == up.is_empty
    assert decide(formula, DigitOrder.LSD, base=base) == witness
    assert witness is None or up.accepts(witness)


def inner_atoms(formula: Formula) -> Iterator[Formula]:
    if isinstance(formula, Atom):
        yield formula
    for part in children(formula):
        yield from inner_atoms(part)


@settings(max_examples=60, deadline=None)
@given(formulas(2), st.permutations(["x", "y", "z"]))
def test_names_do_not_matter(formula: Formula, new: list[str]) -> None:
    """Renaming a formula is renaming its automaton, and the second compilation costs nothing."""
    compiler = FormulaCompiler(Workshop(Numeration(DigitOrder.LSD)))
    first = compiler.compile(formula)
    operations = compiler.workshop.meter.operations
    names = dict(zip("xy", new[:2], strict=True))
    assert compiler.compile(substitute(formula, names)) == compiler.workshop.rename(first, names)
    assert compiler.workshop.meter.operations == operations


def test_bound_variables_do_not_catch_names() -> None:
    """Some y above x, spoken of y: not some y above itself."""
    above = Exists(("y",), less("x", "y") & constant("y", "<=", 5))
    moved = substitute(above, {"x": "y"})
    assert free(moved) == ("y",)
    assert solutions(compile(Exists(("z",), moved & less("z", "y"))), "y", 7) == {(1,), (2,), (3,), (4,)}
    assert fresh("x", {"x", "x.1"}) == "x.2"


def test_constants_and_names() -> None:
    assert decide(FALSE) is None
    assert decide(TRUE) == {}
    assert decide(Named("anything", Not(TRUE))) is None
    assert decide(Forall(("x",), Exists(("y",), less("x", "y")))) == {}
    assert decide(Exists(("y",), Forall(("x",), less("x", "y")))) is None


def test_given_sets_work_in_both_orders() -> None:
    even = compile(LinearCongruence(("n",), (1,), 0, 2), DigitOrder.LSD)
    for order in DigitOrder:
        odd = compile(Not(Given(even, ("x",))), order)
        assert solutions(odd, "x", 5) == {(1,), (3,), (5,)}
    with pytest.raises(ValueError, match="tracks"):
        Given(even, ("x", "y"))


X, Y = Form.variable("x"), Form.variable("y")


@pytest.mark.parametrize(
    ("term", "value"),
    [
        (lambda t: t.floor(X + 2 * Y, 3), lambda x, y: (x + 2 * y) // 3),
        (lambda t: t.mod(X - Y, 5), lambda x, y: (x - y) % 5),
        (lambda t: t.floor(t.mod(X, 6), 2) * 2 + t.floor(Y + 1, 4), lambda x, y: x % 6 // 2 * 2 + (y + 1) // 4),
        (lambda t: t.extreme("<=", X, Y + 1), lambda x, y: min(x, y + 1)),
        (lambda t: t.extreme(">=", X, Y, Form(constant=3)), lambda x, y: max(x, y, 3)),
        (lambda t: t.bitwise(lambda a, b: a ^ b, X + 1, Y), lambda x, y: (x + 1) ^ y),
        (lambda t: t.trailing_power(t.bitwise(lambda a, b: a | b, X, Y)), lambda x, y: ~(x | y) & (x | y) + 1),
        (lambda t: t.valuation_power(X + Y), lambda x, y: (x + y) & -(x + y)),
        (lambda t: t.mating(X, X + Y + 1), lambda x, y: x ^ (x + y + 1) ^ (x ^ (x + y + 1)) - 1),
        (lambda t: t.balanced_nim_sum(1, X, Y), lambda x, y: x ^ y ^ (x & y) >> 1 & 1),
    ],
)
def test_terms(term: Any, value: Any) -> None:
    """Functions through auxiliary variables, against Python's own arithmetic."""
    for order in DigitOrder:
        terms = Terms()
        found = compile(terms.close(compare(Form.variable("z"), "=", term(terms))), order)
        side = 7
        expected = {(x, y, value(x, y)) for x in range(side) for y in range(side) if value(x, y) < 16}
        assert {p for p in solutions(found, "xyz", 15) if max(p[:2]) < side} == expected


def test_terms_without_a_value_are_false() -> None:
    terms = Terms()
    negative = terms.close(compare(terms.floor(X - Y, 2), ">="))
    assert decide(Not(Iff(negative, compare(X, ">=", Y)))) is None
    equal = terms.close(compare(terms.mating(X, Y), ">="))
    assert decide(Not(Iff(equal, compare(X, "!=", Y)))) is None
    assert congruent(X, 3, Y + 1) == LinearCongruence(("x", "y"), (1, -1), -1, 3)
    assert Form() == X - X


def test_floor_and_remainder_make_the_number() -> None:
    terms = Terms()
    whole = 3 * terms.floor(X, 3) + terms.mod(X, 3)
    assert decide(Not(terms.close(compare(whole, "=", X)))) is None


def test_places_are_quantified_as_powers() -> None:
    """No place above that of b where x has a one: x is below 2 b, for every power b."""
    one = digits_at("k", ("x",), digitwise(("x",), lambda x: x == 1))
    none_above = Forall(("k",), Implies(Power(("k",)) & less("b", "k"), Not(one)))
    below = LinearComparison(("x", "b"), (1, -2), 0, "<")
    for order in DigitOrder:
        assert decide(And((Power(("b",)), Not(Iff(none_above, below)))), order) is None


def test_budget_names_the_formula() -> None:
    hard = Named("the hard part", Exists(("y",), And((LinearCongruence(("x", "y"), (1, 1), 0, 31), less("y", "x")))))
    with pytest.raises(BudgetExceeded) as caught:
        compile(And((less("x", "z"), Named("lemma", hard))), budget=AutomatonBudget(states=40))
    assert caught.value.label == "lemma: the hard part"
    assert "the hard part" in str(caught.value)


def test_portfolio_tries_both_orders_with_growing_budgets() -> None:
    """The hundredth digit is one: easy from the units, hopeless from the other end."""
    formula = DigitAt(("x",), 100)
    answer = Portfolio(AutomatonBudget(states=1000), rounds=(50, 200)).decide(formula)
    assert answer.order is DigitOrder.LSD
    assert answer.witness == {"x": 2**100}
    with pytest.raises(BudgetExceeded):
        Portfolio(AutomatonBudget(states=60), rounds=(50,)).decide(formula)
    one, two = agreed(Portfolio(), DigitAt(("x",), 3))
    assert one.witness == two.witness == {"x": 8}


def test_both_orders_of_a_portfolio_share_its_work() -> None:
    formula = Exists(("y",), And((DigitAt(("y",), 8), LinearComparison(("x", "y"), (1, -3), 0, ">"))))

    def spent(most: int) -> int:
        portfolio = Portfolio(AutomatonBudget(work=most), rounds=(50,))
        portfolio.decide(formula)
        assert all(meter.work for meter in portfolio.meters)
        return sum(meter.work for meter in portfolio.meters)

    whole = spent(1 << 30)
    assert spent(whole) == whole
    with pytest.raises(BudgetExceeded, match="work"):
        spent(whole - 1)


# Obligations of games.  An option is a chain of one-variable steps; each yields formulas that must have no solution.

Option = Callable[[Formula], Formula]


def heaps(n: int) -> tuple[str, ...]:
    return tuple(f"x{i}" for i in range(n))


def lower(heap: str, phi: Formula, strictly: bool = True) -> Formula:
    new = heap + "'"
    return Exists((new,), less(new, heap, 0 if strictly else 1) & substitute(phi, {heap: new}))


def moore(xs: Sequence[str], k: int, phi: Formula) -> Formula:
    """The first heap that changes, and at most k - 1 behind it."""
    cases = []
    for i, x in enumerate(xs):
        for others in combinations(xs[i + 1 :], min(k - 1, len(xs) - i - 1)):
            rest = phi
            for other in reversed(others):
                rest = lower(other, rest, strictly=False)
            cases.append(lower(x, rest))
    return Or(tuple(cases))


def p_positions(s: Formula, opt: Option, domain: Formula = TRUE, lost: Formula = FALSE) -> list[Formula]:
    """The P-positions are S; `lost` is where the game has ended if the last to move loses."""
    to_p = Or(tuple(And((domain, s, case)) for case in disjuncts(Or((opt(s), lost)))))
    return [to_p, And((domain, Not(s), Not(opt(s)), Not(lost)))]


def grundy(f: Formula, opt: Option, domain: Formula = TRUE, values: Formula = TRUE) -> list[Formula]:
    """The value is the g with F; `values` are the numbers that stand for one."""
    f = And((f, values))
    smaller = And((substitute(values, {"g": "h"}), less("h", "g")))
    at_h = substitute(f, {"g": "h"})
    return [
        And((domain, Not(Exists(("g",), f)))),
        And((domain, f, at_h, less("h", "g"))),
        And((domain, f, opt(f))),
        And((domain, f, smaller, Not(opt(at_h)))),
    ]


def nim(n: int) -> Option:
    return lambda phi: moore(heaps(n), 1, phi)


def xor(*names: str) -> Formula:
    return ColumnSumIs(names, 2, "=", 0)


def small(n: int) -> Formula:
    return And(tuple(constant(x, "<=", 1) for x in heaps(n)))


def misere_moore(n: int, k: int, lone: Formula) -> list[Formula]:
    """Misere Moore Nim with a rule for heaps of at most one."""
    s = Or((And((small(n), lone)), And((Not(small(n)), ColumnSumIs(heaps(n), k + 1, "=", 0)))))
    over = And(tuple(constant(x, "=", 0) for x in heaps(n)))
    return p_positions(s, lambda phi: moore(heaps(n), k, phi), lost=over)


def welter(value: Formula) -> list[Formula]:
    f = Exists(("m",), Mating(("m", "x0", "x1")) & value)
    return grundy(f, nim(2), Not(is_sum("x0", "x1")))


def lim(value: Formula) -> list[Formula]:
    def take(x: str, y: str, z: str, phi: Formula) -> Formula:
        for heap, new in ((x, is_sum(x, "u", "t")), (y, is_sum(y, "v", "t")), (z, is_sum("w", z, "t"))):
            name = {x: "u", y: "v", z: "w"}[heap]
            phi = Exists((name,), new & substitute(phi, {heap: name}))
        return Exists(("t",), constant("t", ">=", 1) & phi)

    a, b, c = heaps(3)
    return grundy(value, lambda phi: Or((take(a, b, c, phi), take(a, c, b, phi), take(b, c, a, phi))))


def single_delete(s: Formula) -> list[Formula]:
    """Three heaps, each at least 1: delete one, split another."""
    xs = heaps(3)
    domain = And(tuple(constant(x, ">=", 1) for x in xs))

    def split(gone: str, kept: str, phi: Formula) -> Formula:
        parts = And((constant("p", ">=", 1), constant("q", ">=", 1), is_sum(kept, "p", "q")))
        return Exists(("p", "q"), parts & substitute(phi, {gone: "p", kept: "q"}))

    def opt(phi: Formula) -> Formula:
        return Or(tuple(split(gone, kept, phi) for gone in xs for kept in xs if gone != kept))

    return p_positions(s & domain, opt, domain)


def delete_nim() -> list[Formula]:
    """The number of trailing ones of the bitwise or, as a power of two."""
    either = digitwise(("o", "x0", "x1"), lambda o, a, b: o == (a | b))

    def opt(phi: Formula) -> Formula:
        at = Exists(("i", "j"), is_sum("z", "i", "j", shift=-1) & substitute(phi, {"x0": "i", "x1": "j"}))
        return Or(tuple(substitute(at, {"z": x}) for x in heaps(2)))

    return grundy(Exists(("o",), either & TrailingPower(("g", "o"))), opt, values=Power(("g",)))


def same_valuations(shift: bool = False) -> Formula:
    last = CompareValuations(("x1", "x2"), ">=" if shift else "=")
    return CompareValuations(("x0", "x1"), "=") & last


MAJORITY = digitwise((*heaps(3), "g"), lambda a, b, c, g: g == (a + b + c >= 2))

PROVED = {
    "nim 3, P": lambda: p_positions(xor(*heaps(3)), nim(3)),
    "nim 3, grundy": lambda: grundy(xor(*heaps(3), "g"), nim(3)),
    "misere nim 3": lambda: misere_moore(3, 1, ColumnSumIs(heaps(3), 2, "=", 1)),
    "moore 4, 2": lambda: p_positions(ColumnSumIs(heaps(4), 3, "=", 0), lambda phi: moore(heaps(4), 2, phi)),
    "misere moore 3, 2": lambda: misere_moore(3, 2, LinearCongruence(heaps(3), (1, 1, 1), -1, 3)),
    "welter 2": lambda: welter(xor("x0", "x1", "m", "g")),
    "lim": lambda: lim(MAJORITY),
    "single-delete 3": lambda: single_delete(same_valuations()),
    "delete nim": delete_nim,
}

# Misere Moore Nim as it stands in the lecture of 1999: false, see CATALOG.md.
REFUTED = {
    "nim 3, digits mod 3": lambda: p_positions(ColumnSumIs(heaps(3), 3, "=", 0), nim(3)),
    "nim 2, or": lambda: grundy(digitwise((*heaps(2), "g"), lambda a, b, g: g == (a | b)), nim(2)),
    "misere nim 3 as normal": lambda: misere_moore(3, 1, ColumnSumIs(heaps(3), 2, "=", 0)),
    "moore 4, 2, mod 4": lambda: p_positions(ColumnSumIs(heaps(4), 4, "=", 0), lambda phi: moore(heaps(4), 2, phi)),
    "misere moore 4, 2, printed": lambda: misere_moore(4, 2, Not(LinearCongruence(heaps(4), (1, 1, 1, 1), 0, 3))),
    "welter 2 as nim": lambda: welter(xor("x0", "x1", "g")),
    "lim, xor": lambda: lim(xor(*heaps(3), "g")),
    "single-delete 3, one comparison": lambda: single_delete(same_valuations(shift=True)),
}


@pytest.mark.parametrize("name", PROVED)
def test_theorems_are_proved(name: str) -> None:
    portfolio = Portfolio()
    for obligation in PROVED[name]():
        assert [answer.witness for answer in agreed(portfolio, obligation)] == [None, None]


@pytest.mark.parametrize("name", REFUTED)
def test_wrong_claims_are_refuted(name: str) -> None:
    """The witness of a failed obligation really satisfies it, by evaluation on numbers."""
    portfolio = Portfolio()
    failed = [(o, agreed(portfolio, o)[0].witness) for o in REFUTED[name]()]
    found = [(o, witness) for o, witness in failed if witness is not None]
    assert found
    for obligation, witness in found:
        assert evaluate(obligation, witness, max(witness.values(), default=0) * 2)


def test_printed_theorem_fails_at_two_ones() -> None:
    witnesses = [decide(obligation) for obligation in REFUTED["misere moore 4, 2, printed"]()]
    assert {"x0": 0, "x1": 0, "x2": 1, "x3": 1} in witnesses
