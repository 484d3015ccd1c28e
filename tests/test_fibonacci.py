"""Fibonacci digits: the codes, the learned addition and its laws, the golden section, and what is proved with them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from math import isqrt
from pathlib import Path

import pytest

from heapwise.claims.instances import Instance, instances
from heapwise.claims.verdict import Verdict
from heapwise.documents.library import Document, library
from heapwise.proof.automata import Automaton
from heapwise.proof.certificate.report import verify
from heapwise.proof.claimed import claimed
from heapwise.proof.fibonacci import FibonacciPortfolio, speaks_of_golden
from heapwise.proof.fibonacci.atoms import CodedComparison, CodedGolden
from heapwise.proof.fibonacci.coding import Coding, valid
from heapwise.proof.fibonacci.digits import decode, encode, is_code
from heapwise.proof.logic import (
    And,
    Atom,
    Exists,
    Forall,
    Form,
    Formula,
    Given,
    GoldenFloor,
    Iff,
    Implies,
    LinearComparison,
    LinearCongruence,
    Not,
    Or,
    Portfolio,
    Sealed,
    Terms,
    compile,
    digitwise,
    free,
)
from heapwise.proof.obligations import plan
from heapwise.proof.outside import Outside
from heapwise.proof.pictures.draw import automaton_of
from heapwise.proof.roots import Golden
from heapwise.running.run import Options, Run
from heapwise.source import Source
from logic_values import agreed, golden_floor, holds

# ------------------------------------------------------------------------------------------------ digits


def test_codes_are_the_numbers_without_neighbouring_ones_in_their_order() -> None:
    codes = [n for n in range(3000) if is_code(n)]
    assert [decode(code) for code in codes] == list(range(len(codes)))
    assert [encode(n) for n in range(len(codes))] == codes


def test_valid_is_is_code() -> None:
    automaton = compile(valid(("x",)))
    assert all(automaton.accepts({"x": n}) == is_code(n) for n in range(600))


# ------------------------------------------------------------------------------------------------ arithmetic


Law = tuple[str, Formula]  # what a law says, and what never happens


def some(names: tuple[str, ...], body: Formula) -> Formula:
    return Exists(names, And((valid(names), body)))


def is_number(name: str, number: int) -> Formula:
    return LinearComparison((name,), (1,), -encode(number), "=")


def follows(x: str, y: str) -> Formula:
    """y is the least code above x. The order of codes is that of numbers."""
    between = some(("between",), And((_less(x, "between"), _less("between", y))))
    return Sealed("the successor", And((_less(x, y), Not(between))))


def _less(x: str, y: str) -> Formula:
    return LinearComparison((x, y), (1, -1), 0, "<")


@dataclass(frozen=True)
class CodeArithmetic:
    """Addition and the golden section on codes, and the laws that make them what they are.

    Codes are infinitely many natural numbers in their order, so they are counted off by it. A relation for which
    x + 0 = x and x + (y + 1) = (x + y) + 1, and which has one sum, is addition: induction on y. Of A(n) is shown that
    it is the least number not among A(j) and A(j) + j for j < n; there is only one such A, and by Beatty's theorem it
    is `floor(n phi)`. Nothing about Fibonacci numbers is needed for that.
    """

    adder: Automaton

    def add(self, x: str, y: str, z: str) -> Formula:
        return Given(self.adder, (x, y, z))

    def golden(self, a: str, n: str) -> Formula:
        return CodedGolden((a, n))

    def pair(self, n: str, v: str) -> Formula:
        """v is A(n) or A(n) + n."""
        second = some(("a",), And((self.golden("a", n), self.add("a", n, v))))
        return Sealed("a pair", Or((self.golden(v, n), second)))

    def laws(self) -> Iterator[Law]:
        add = self.add
        same = LinearComparison(("x", "z"), (1, -1), 0, "=")
        yield "x + 0 = x", And((is_number("y", 0), Not(Iff(add("x", "y", "z"), same))))
        step = And((add("x", "y", "z"), follows("y", "y1"), follows("z", "z1"), Not(add("x", "y1", "z1"))))
        yield "x + (y + 1) = (x + y) + 1", step
        yield "a sum is one number", And((add("x", "y", "z"), add("x", "y", "z1"), _less("z", "z1")))
        yield "there is a sum", And((valid(("x", "y")), Not(some(("z",), add("x", "y", "z")))))
        earlier = some(("j",), And((_less("j", "n"), self.pair("j", "v"))))
        is_value = self.golden("v", "n")
        yield "A(0) = 0", And((is_number("n", 0), Not(Iff(is_value, is_number("v", 0)))))
        yield "A(n) is one number", And((is_value, self.golden("w", "n"), _less("v", "w")))
        yield "there is A(n)", And((valid(("n",)), Not(some(("v",), is_value))))
        yield "A(n) is not in an earlier pair", And((is_value, earlier))
        yield "less than A(n) is in an earlier pair", And((self.golden("w", "n"), _less("v", "w"), Not(earlier)))


def broken_law(arithmetic: CodeArithmetic) -> str | None:
    portfolio = Portfolio()
    for name, never in arithmetic.laws():
        if portfolio.decide(And((valid(free(never)), never))).witness is not None:
            return name
    return None


ADDER = compile(CodedComparison(("x", "y", "z"), (1, 1, -1), 0, "="))


def test_addition_is_that_of_numbers() -> None:
    for x, y, z in product(range(24), range(24), range(50)):
        assert ADDER.accepts({"x": encode(x), "y": encode(y), "z": encode(z)}) == (x + y == z)


def tampered() -> list[Automaton]:
    """The adder with one of its arrows led to another state, or another acceptance of one state."""
    shape = ADDER.shape
    found = []
    for place in range(0, len(shape.table), 7):
        table = list(shape.table)
        table[place] = (table[place] + 1) % shape.states
        found.append(replace(ADDER, shape=replace(shape, table=tuple(table))))
    for state in range(shape.states):
        accepting = tuple(a != (s == state) for s, a in enumerate(shape.accepting))
        found.append(replace(ADDER, shape=replace(shape, accepting=accepting)))
    return found


def test_no_tampered_adder_passes_the_laws_unless_it_is_the_same_on_codes() -> None:
    assert len(tampered()) > 30
    small = [encode(n) for n in range(30)]
    for adder in tampered():
        wrong = any(
            adder.accepts({"x": x, "y": y, "z": z}) != (decode(x) + decode(y) == decode(z))
            for x, y, z in product(small, small, small)
        )
        if wrong:
            assert broken_law(CodeArithmetic(adder)) is not None


@pytest.mark.parametrize("shift", [0, 2])
def test_another_golden_section_breaks_a_law(shift: int) -> None:
    """The code of n - 1 moved by one place, and one more: neither the same number nor two more will do."""

    class Other(CodeArithmetic):
        def golden(self, a: str, n: str) -> Formula:
            right = super().golden("right", n)
            shifted = Coding().coded(LinearComparison((a, "right"), (1, -1), 1 - shift, "="))
            return Sealed("another", Exists(("right",), And((valid(("right",)), right, shifted))))

    assert broken_law(Other(ADDER)) is not None


def test_the_laws_hold_in_both_digit_orders() -> None:
    portfolio = Portfolio()
    laws = list(CodeArithmetic(ADDER).laws())
    assert len(laws) == 9
    for _, never in laws:
        one, _ = agreed(portfolio, And((valid(free(never)), never)))
        assert one.witness is None


def test_golden_is_the_floor_of_the_exact_product() -> None:
    automaton = compile(CodedGolden(("a", "n")))
    for n in range(120):
        floor = (n + isqrt(5 * n * n)) // 2
        assert golden_floor(n) == floor
        found = [a for a in range(200) if automaton.accepts({"a": encode(a), "n": encode(n)})]
        assert found == [floor]


# ------------------------------------------------------------------------------------------------ coding

X = Form.variable("x")

ATOMS: tuple[Atom, ...] = (
    LinearComparison(("x", "y"), (1, -1), 0, "<"),
    LinearComparison(("x", "y"), (3, -2), 4, "="),
    LinearComparison(("x", "y"), (1, 1), -7, "<="),
    LinearComparison(("x",), (-5,), 30, ">"),
    LinearComparison(("x", "y"), (-2, -1), 3, ">="),
    LinearComparison(("x", "y", "z"), (1, 1, -1), 0, "!="),
    LinearComparison(("x", "x"), (2, -1), -3, ">="),
    LinearCongruence(("x", "y"), (2, -1), 1, 3),
    LinearCongruence(("x",), (-1,), 2, 4),
    GoldenFloor(("x", "y")),
)


@pytest.mark.parametrize("atom", ATOMS, ids=str)
def test_coded_atoms_are_true_of_the_same_numbers(atom: Atom) -> None:
    automaton = compile(Coding().coded(atom))
    names = free(atom)
    truths = set()
    for values in product(range(14), repeat=len(names)):
        here = dict(zip(names, values, strict=True))
        wanted = holds(atom, tuple(here[v] for v in atom.variables))
        assert automaton.accepts({name: encode(value) for name, value in here.items()}) == wanted
        truths.add(wanted)
    assert truths == {True, False}


def test_quantifiers_range_over_codes() -> None:
    """Every number is one of two neighbours of a double; of binary numbers that are no codes nothing is said."""
    halves = Exists(
        ("h",), Or((LinearComparison(("x", "h"), (1, -2), 0, "="), LinearComparison(("x", "h"), (1, -2), -1, "=")))
    )
    above = Forall(
        ("y",), Implies(LinearComparison(("y", "x"), (1, -1), 0, ">"), LinearComparison(("y", "x"), (1, -1), -1, ">="))
    )
    portfolio = FibonacciPortfolio()
    for formula in (Not(halves), Not(above)):
        one, two = agreed(portfolio, formula)
        assert (one.witness, two.witness) == (None, None)
    least = portfolio.decide(And((halves, LinearComparison(("x",), (1,), -100, ">"))))
    assert least.witness == {"x": 101}


def test_the_golden_section_decides_the_digits() -> None:
    golden = Exists(("n",), Not(Not(GoldenFloor(("a", "n")))))
    assert speaks_of_golden([And((LinearComparison(("x",), (1,), 0, "="), golden))])
    assert not speaks_of_golden([LinearComparison(("x",), (1,), 0, "=")])


def test_binary_digits_do_not_mix_with_it() -> None:
    with pytest.raises(Outside, match="binary digits"):
        FibonacciPortfolio().decide(And((digitwise(("x", "y"), lambda x, y: x <= y), GoldenFloor(("x", "y")))))


ROOTS = (
    (Form(), X, 5, 1), (X, X, 5, 2), (X * -1, X * -1, 5, 2), (X - 3, X * -1 + 4, 5, 1), (X + 1, X * -1, 5, 4),
    (X * -2, X, 20, 2), (X, X - 6, 45, 6), (Form(constant=-7), Form(constant=3), 5, 2),
)  # fmt: skip


@pytest.mark.parametrize(("top", "root", "radicand", "divisor"), ROOTS)
def test_floors_of_roots_are_exact(top: Form, root: Form, radicand: int, divisor: int) -> None:
    """`floor((top + root sqrt(radicand)) / divisor)`, of positive and of negative factors."""
    value = Form.variable("plus") - Form.variable("minus")
    is_floor = Golden(top, root, Form(constant=radicand), divisor).is_floor(value, Terms)
    automaton = compile(Coding().coded(is_floor))
    for x in range(16):
        p, r = (form.constant + x * dict(form.coefficients).get("x", 0) for form in (top, root))
        square = radicand * r * r
        signed = isqrt(square) if r >= 0 else -isqrt(square) - (isqrt(square) ** 2 != square)
        wanted = (p + signed) // divisor
        codes = {"x": encode(x), "plus": encode(max(wanted, 0)), "minus": encode(max(-wanted, 0))}
        assert automaton.accepts(codes)
        assert not automaton.accepts({**codes, "plus": encode(max(wanted, 0) + 1)})
        assert not automaton.accepts({**codes, "minus": encode(max(-wanted, 0) + 1)})


@pytest.mark.parametrize("radicand", [2, 4, 0, -5, 10])
def test_other_roots_are_outside(radicand: int) -> None:
    with pytest.raises(Outside, match=f"a root of {radicand}"):
        Golden(Form(), X, Form(constant=radicand), 1)


# ------------------------------------------------------------------------------------------------ claims

PHI = "let phi = (1 + sqrt(5)) / 2\n"


def posed(claim: str, game: str, run: Run) -> Instance:
    text = f"claims for {game}\n{PHI}\ntheorem it:\n    {claim}\n"
    (found,) = run.claims(Document(Source("test.claims", text), library()))
    (instance,) = instances(found, ())
    return instance


def verdict(claim: str, game: str = "wythoff", method: str = "proof") -> Verdict:
    run = Run(Options(method=method))
    return run.instance(posed(claim, game, run))


GAP = "(max(a, b) - min(a, b))"

PROVED = (
    f"P(a, b) iff min(a, b) = floor(phi * {GAP}) upto 9",
    f"P(a, b) iff max(a, b) = floor(phi^2 * {GAP}) upto 9",
    "P(a, b) iff min(a, b) = floor(phi * abs(a - b)) upto 9",
    "P(a, b) iff min(a, b) = ceil(phi * abs(a - b)) - (if a = b then 0 else 1) upto 9",
    "P(a, b) iff 2 * min(a, b) = 2 * floor(abs(b - a) * (3 + sqrt(45)) / 6) upto 9",
)


@pytest.mark.parametrize("claim", PROVED)
def test_wythoffs_theorem_is_proved(claim: str) -> None:
    found = verdict(claim)
    assert (found.word, found.region) == ("proved", "all"), found.reason
    assert any("Fibonacci digits" in note for note in found.notes)


@pytest.mark.parametrize(("claim", "fails"), [(PROVED[2], 0), (f"{PROVED[2][:-7]} + 1 upto 9", 1)])
def test_both_digit_orders_give_the_same_witnesses(claim: str, fails: int) -> None:
    portfolio, planned = FibonacciPortfolio(), plan(posed(claim, "wythoff", Run(Options())))
    decided = [agreed(portfolio, obligation.formula) for obligation in planned.obligations]
    assert len(decided) == 4
    assert sum(one.witness is not None for one, _ in decided) == fails


def test_the_automaton_of_wythoffs_theorem_is_drawn() -> None:
    instance = posed(PROVED[2], "wythoff", Run(Options()))
    automaton = claimed(instance).automaton()
    assert automaton.states == 7
    for codes in product(range(90), repeat=2):
        a, b = map(decode, codes)
        is_p = all(map(is_code, codes)) and min(a, b) == golden_floor(abs(a - b))
        assert automaton.accepts(dict(zip(automaton.tracks, codes, strict=True))) == is_p
    assert "Fibonacci numbers" in automaton_of(instance).svg


@pytest.mark.parametrize("claim", PROVED[1:4])
def test_its_certificate_is_verified(claim: str, tmp_path: Path) -> None:
    run = Run(Options(method="proof", certificates=tmp_path))
    found = run.instance(posed(claim, "wythoff", run))
    assert found.certificate is not None, found.warnings
    (written,) = tmp_path.iterdir()
    verified = verify(written.read_bytes())
    assert verified.figures["steps"] == found.certificate["steps"] > 50
    assert verified.figures["options"] == 81
    assert verified.figures["formula"] == 181
    assert any("Zeckendorf" in line for line in verified.trusted)


def test_auto_proves_it_and_says_what_is_trusted() -> None:
    found = verdict(PROVED[2], method="auto")
    assert (found.word, found.region) == ("proved", "all"), found.reason
    assert any("Zeckendorf" in note for note in found.notes)


def test_four_wythoff_is_golden_too() -> None:
    claim = "P(a, b) iff 4 divides abs(a - b) and min(a, b) = floor(abs(a - b) / 4 * (sqrt(5) - 1)) for k = 4 upto 9"
    found = verdict(claim, "k_wythoff(k)")
    assert found.word == "proved", found.reason


# Each is wrong by a hair; the position contradicts it.
REFUTED = (
    f"P(a, b) iff min(a, b) = floor(phi * ({GAP} + 1)) upto 9",
    f"P(a, b) iff min(a, b) = floor(phi * {GAP}) + 1 upto 9",
    f"P(a, b) iff min(a, b) = floor(phi * {GAP} + 1/2) upto 9",
    f"P(a, b) iff min(a, b) = ceil(phi * {GAP}) upto 9",
    f"P(a, b) iff max(a, b) = floor(phi * {GAP}) upto 9",
    f"P(a, b) iff min(a, b) = floor(phi * {GAP}) and {GAP} != 21 upto 9",
    "P(a, b) iff a = floor(phi * (b - a)) upto 9",
    f"P(a, b) iff min(a, b) = floor(13 * {GAP} / 8) upto 9",
)


@pytest.mark.parametrize("claim", REFUTED)
def test_wrong_by_a_hair_is_refuted_at_a_true_position(claim: str) -> None:
    found = verdict(claim)
    assert found.word == "refuted", found.reason
    assert found.counterexample is not None
    a, b = found.counterexample.position
    assert found.counterexample.left != found.counterexample.right
    is_p = min(a, b) == golden_floor(abs(a - b))
    assert found.counterexample.left is is_p


def test_another_root_and_mixed_digits_are_outside_by_name() -> None:
    found = verdict("P(a, b) iff min(a, b) = floor(sqrt(2) * abs(a - b)) upto 9")
    assert found.word == "unsuitable" or "a root of 2" in str(found.reason)
    mixed = verdict("P(a, b) iff min(a, b) = floor(phi * abs(a - b)) and a (+) b >= 0 upto 9")
    assert "binary digits together with the golden section" in str(mixed.reason)
