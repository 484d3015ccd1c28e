"""Time and size of obligations written by hand, in both digit orders.

usage: python bench/automata.py [--budget STATES] [--only ORDER] [PART OF A NAME ...]

Every row is a statement about all heap sizes, decided by compiling its obligations: none of them may have a solution.
The order "both" is the portfolio: the two orders by turns, with a growing budget, until one of them is done.
"""

import argparse
import resource
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise, permutations

from heapwise.proof.automata import AutomatonBudget, BudgetExceeded, BuildMeter, DigitOrder, Numeration, Workshop
from heapwise.proof.logic import (
    FALSE,
    TRUE,
    And,
    BalancedNimSum,
    ColumnSumIs,
    CompareValuations,
    Exists,
    Forall,
    Formula,
    FormulaCompiler,
    Implies,
    LinearComparison,
    LinearCongruence,
    Mating,
    Not,
    Or,
    Portfolio,
    Power,
    TrailingPower,
    ValuationPower,
    digits_at,
    digitwise,
    disjunction,
    disjuncts,
    substitute,
)
from heapwise.proof.logic.decide import solve

Option = Callable[[Formula], Formula]
Obligations = Iterator[Formula]


def compare(left: str, relation: str, right: str, shift: int = 0) -> LinearComparison:
    """`left` compared with `right + shift`."""
    return LinearComparison((left, right), (1, -1), -shift, relation)  # type: ignore[arg-type]


def constant(name: str, relation: str, value: int) -> LinearComparison:
    """A variable compared with a number."""
    return LinearComparison((name,), (1,), -value, relation)  # type: ignore[arg-type]


def total(plus: Sequence[str], minus: Sequence[str], shift: int = 0) -> LinearComparison:
    """`sum of plus = sum of minus + shift`."""
    return LinearComparison((*plus, *minus), (1,) * len(plus) + (-1,) * len(minus), -shift, "=")


def heaps(n: int) -> tuple[str, ...]:
    """Names of n heaps."""
    return tuple(f"x{i}" for i in range(n))


def lower(heap: str, phi: Formula, relation: str = "<") -> Formula:
    """`phi` after stones were taken from one heap."""
    new = heap + "'"
    return Exists((new,), And((compare(new, relation, heap), substitute(phi, {heap: new}))))


def moore(xs: Sequence[str], k: int, phi: Formula) -> Formula:
    """`phi` after a Moore move: the first heap that changes, and at most k - 1 of those behind it."""
    return disjunction(
        first_lower(x, others, phi)
        for i, x in enumerate(xs)
        for others in combinations(xs[i + 1 :], min(k - 1, len(xs) - i - 1))
    )


def first_lower(heap: str, others: Sequence[str], phi: Formula) -> Formula:
    """`phi` after taking some stones from a heap and any number from others."""
    for other in reversed(others):
        phi = lower(other, phi, "<=")
    return lower(heap, phi)


def p_positions(s: Formula, opt: Option, domain: Formula = TRUE, misere: Formula = FALSE) -> Obligations:
    """The P-positions are S.  `misere` says where the game is over, if that is a win."""
    yield Or(tuple(And((domain, s, case)) for case in disjuncts(Or((opt(s), misere)))))
    yield And((domain, Not(s), Not(opt(s)), Not(misere)))


def grundy(f: Formula, opt: Option, domain: Formula = TRUE, values: Formula = TRUE) -> Obligations:
    """The Grundy value of the position is the g with f; `values` says which g stand for values."""
    f = And((f, values))
    yield And((domain, Not(Exists(("g",), f))))
    yield And((domain, f, substitute(f, {"g": "h"}), compare("h", "<", "g")))
    yield Or(tuple(And((domain, f, case)) for case in disjuncts(opt(f))))
    below = substitute(f, {"g": "h"})
    yield And((domain, f, substitute(values, {"g": "h"}), compare("h", "<", "g"), Not(opt(below))))


def xor(names: Sequence[str]) -> Formula:
    """The xor of the numbers is 0."""
    return ColumnSumIs(tuple(names), 2, "=", 0)


def nim_grundy(n: int) -> Obligations:
    """Nim, Grundy value xor."""
    return grundy(xor((*heaps(n), "g")), lambda phi: moore(heaps(n), 1, phi))


def misere_nim(n: int) -> Obligations:
    """Nim under misere play."""
    xs = heaps(n)
    small = And(tuple(constant(x, "<=", 1) for x in xs))
    s = Or((And((small, ColumnSumIs(xs, 2, "=", 1))), And((Not(small), xor(xs)))))
    return p_positions(s, lambda phi: moore(xs, 1, phi), misere=And(tuple(constant(x, "=", 0) for x in xs)))


def moore_nim(n: int, k: int) -> Obligations:
    """Moore's Nim: digit sums modulo k + 1."""
    return p_positions(ColumnSumIs(heaps(n), k + 1, "=", 0), lambda phi: moore(heaps(n), k, phi))


def lim() -> Obligations:
    """Lim, Grundy value the bitwise majority."""
    f = digitwise(("x0", "x1", "x2", "g"), lambda a, b, c, g: g == (a + b + c >= 2))

    def move(i: int, j: int, k: int, phi: Formula) -> Formula:
        x, y, z = heaps(3)[i], heaps(3)[j], heaps(3)[k]
        inner = Exists(("u",), And((total(("u", "t"), (x,)), substitute(phi, {x: "u"}))))
        inner = Exists(("v",), And((total(("v", "t"), (y,)), substitute(inner, {y: "v"}))))
        inner = Exists(("w",), And((total(("w",), (z, "t")), substitute(inner, {z: "w"}))))
        return Exists(("t",), And((constant("t", ">=", 1), inner)))

    return grundy(f, lambda phi: Or((move(0, 1, 2, phi), move(0, 2, 1, phi), move(1, 2, 0, phi))))


def welter(n: int) -> Obligations:
    """Welter's game: xor of the heaps and of the mating function of every two."""
    xs = heaps(n)
    pairs = list(combinations(xs, 2))
    matings = tuple(f"m{a[1:]}{b[1:]}" for a, b in pairs)
    f = Exists(
        matings,
        And((*(Mating((m, a, b)) for m, (a, b) in zip(matings, pairs, strict=True)), xor((*xs, *matings, "g")))),
    )
    domain = And(tuple(compare(a, "!=", b) for a, b in pairs))
    return grundy(f, lambda phi: moore(xs, 1, phi), domain)


def nimhoff(n: int, k: int) -> Obligations:
    """2^k-balanced Nimhoff: k-nim-sum."""
    xs = heaps(n)

    def opt(phi: Formula) -> Formula:
        both = []
        for a, b in combinations(xs, 2):
            inner = Exists(("v",), And((total(("v",), (b,), -(2**k)), substitute(phi, {b: "v"}))))
            both.append(Exists(("u",), And((total(("u",), (a,), -(2**k)), substitute(inner, {a: "u"})))))
        return Or((moore(xs, 1, phi), *both))

    return grundy(BalancedNimSum(("g", *xs), k), opt)


def joint(xs: Sequence[str], most: int, phi: Formula) -> Formula:
    """`phi` after taking up to `most` stones, at least one, from the heaps together."""
    takes = [(i, s) for i in range(len(xs)) for s in range(1, most + 1)]
    return Or(tuple(_take(xs[i], s, Or((phi, joint(xs[i + 1 :], most - s, phi)))) for i, s in takes))


def _take(heap: str, stones: int, phi: Formula) -> Formula:
    new = heap + "'"
    return Exists((new,), And((total((new,), (heap,), -stones), substitute(phi, {heap: new}))))


def ryuoh(p: int) -> Obligations:
    """Ryuoh Nim: p([x/p] xor [y/p]) + (x + y) mod p."""
    floors = [LinearComparison((q, x), (p, -1), 0, "<=") for q, x in (("q", "x0"), ("r", "x1"))]
    above = [LinearComparison((q, x), (p, -1), p, ">") for q, x in (("q", "x0"), ("r", "x1"))]
    rest = And((constant("m", "<", p), LinearCongruence(("x0", "x1", "m"), (1, 1, -1), 0, p)))
    value = LinearComparison(("z", "m", "g"), (p, 1, -1), 0, "=")
    f = Exists(("q", "r", "z", "m"), And((*floors, *above, rest, xor(("q", "r", "z")), value)))

    def opt(phi: Formula) -> Formula:
        both = [_take("x0", s, _take("x1", t, phi)) for s in range(1, p) for t in range(1, p - s)]
        return Or((moore(heaps(2), 1, phi), *both))

    return grundy(f, opt)


def circular(n: int, k: int, s: Formula) -> Obligations:
    """Circular Nim with the P-positions claimed.

    A move is told by its first heap; and as S is the same after a rotation, which is an obligation of its own, all
    moves are rotations of one.
    """
    xs = heaps(n)
    turns = [dict(zip(xs, (*xs[i:], *xs[:i]), strict=True)) for i in range(n)]
    yield And((s, Not(substitute(s, turns[1]))))
    yield from p_positions(s, lambda phi: Or(tuple(substitute(first_lower(xs[0], xs[1:k], phi), t) for t in turns)))


def rotations(n: int, make: Callable[..., Formula]) -> Formula:
    """The condition for some rotation of the heaps."""
    xs = heaps(n)
    return Or(tuple(make(*xs[i:], *xs[:i]) for i in range(n)))


def cn_5_3() -> Obligations:
    """CN(5,3): a rotation of (0,b,c,d,b) with b = c + d."""
    return circular(
        5, 3, rotations(5, lambda a, b, c, d, e: And((constant(a, "=", 0), compare(b, "=", e), total((c, d), (b,)))))
    )


def cn_5_2() -> Obligations:
    """CN(5,2): a rotation of (a,b,c,d,b) with a + b = c + d and a the largest."""
    return circular(
        5,
        2,
        rotations(
            5,
            lambda a, b, c, d, e: And(
                (compare(b, "=", e), total((a, b), (c, d)), *(compare(a, ">=", x) for x in (b, c, d)))
            ),
        ),
    )


def cn_6_4() -> Obligations:
    """CN(6,4): counted from a smallest heap a, a + b = d + e and b + c = e + f and a xor c xor e = 0."""

    def rule(*xs: str) -> Formula:
        a, b, c, d, e, f = xs
        least = (compare(a, "<=", x) for x in xs[1:])
        return And((*least, total((a, b), (d, e)), total((b, c), (e, f)), xor((a, c, e))))

    return circular(6, 4, rotations(6, rule))


def rgames() -> Obligations:
    """RGAMES(SUB{1,2,3}; ALLBUT{8}, ALLBUT{4,8}, ALLBUT{4}): 4 xor [G_i / 4] + (sum mod 4)."""
    xs, parts = heaps(3), ((8, 16, (8,)), (4, 12, (4, 8)), (4, 8, (4,)))

    def quarter(t: str, x: str, m: int, period: int) -> Formula:
        """t = [G / 4] for G = (x mod m) + m [x / period]."""
        rest = (constant("r", "<", m), LinearCongruence((x, "r"), (1, -1), 0, m))
        floor = (
            LinearComparison(("q", x), (period, -1), 0, "<="),
            LinearComparison(("q", x), (period, -1), period, ">"),
        )
        value = (
            LinearComparison((t, "r", "q"), (4, -1, -m), 0, "<="),
            LinearComparison((t, "r", "q"), (4, -1, -m), 4, ">"),
        )
        return Exists(("r", "q"), And((*rest, *floor, *value)))

    ts = ("t0", "t1", "t2")
    quarters = (quarter(t, x, m, period) for t, x, (m, period, _) in zip(ts, xs, parts, strict=True))
    mod = (constant("m", "<", 4), LinearCongruence((*xs, "m"), (1, 1, 1, -1), 0, 4))
    f = Exists(
        (*ts, "z", "m"), And((*quarters, xor((*ts, "z")), *mod, LinearComparison(("z", "m", "g"), (4, 1, -1), 0, "=")))
    )

    def opt(phi: Formula) -> Formula:
        alone = []
        for x, (_, _, but) in zip(xs, parts, strict=True):
            kept = And(tuple(Not(total((x + "'",), (x,), -s)) for s in but))
            alone.append(Exists((x + "'",), And((compare(x + "'", "<", x), kept, substitute(phi, {x: x + "'"})))))
        return Or((*alone, joint(xs, 3, phi)))

    return grundy(f, opt)


def abo_delete(n: int) -> Obligations:
    """All-but-one delete Nim: 1 <= z mod n(n-1) <= n-1 for every heap."""
    xs, m = heaps(n), n * (n - 1)
    new = tuple(f"y{i}" for i in range(n))
    s = And(tuple(Or(tuple(LinearCongruence((x,), (1,), -r, m) for r in range(1, n))) for x in xs))
    domain = And(tuple(constant(x, ">=", 1) for x in xs))
    there = And((s, domain))

    def keep(phi: Formula) -> Formula:
        """`phi` at some split of the number z; one part is split off after the other."""
        rest, left = substitute(phi, {xs[-1]: f"z{n - 1}"}), n - 1
        while left:
            left -= 1
            whole, remainder = (f"z{left}" if left else "z"), f"z{left + 1}"
            split = total((new[left], remainder), (whole,))
            rest = Exists((remainder,), Exists((new[left],), And((split, substitute(rest, {xs[left]: new[left]})))))
        return rest

    def opt(phi: Formula) -> Formula:
        at = keep(And((phi, domain)))
        return Or(tuple(substitute(at, {"z": x}) for x in xs))

    return p_positions(there, opt, domain)


def single_delete(s: Formula, n: int) -> Obligations:
    """Single-delete Nim with the P-positions claimed."""
    xs = heaps(n)
    domain = And(tuple(constant(x, ">=", 1) for x in xs))

    def opt(phi: Formula) -> Formula:
        moves = []
        for gone in xs:
            for kept in xs:
                if gone != kept:
                    at = substitute(phi, {gone: "p", kept: "q"})
                    parts = And((constant("p", ">=", 1), constant("q", ">=", 1), total(("p", "q"), (kept,)), at))
                    moves.append(Exists(("p", "q"), parts))
        return Or(tuple(moves))

    return p_positions(And((s, domain)), opt, domain)


def single_delete_3() -> Obligations:
    """Single-delete Nim with three heaps: equal valuations."""
    return single_delete(And((CompareValuations(("x0", "x1"), "="), CompareValuations(("x1", "x2"), "="))), 3)


def delete_nim() -> Obligations:
    """Delete Nim: the number of trailing ones of a or b, as a power of two."""
    f = Exists(("o",), And((digitwise(("o", "x0", "x1"), lambda o, a, b: o == (a | b)), TrailingPower(("g", "o")))))

    def opt(phi: Formula) -> Formula:
        at = Exists(("i", "j"), And((total(("i", "j"), ("z",), -1), substitute(phi, {"x0": "i", "x1": "j"}))))
        return Or(tuple(substitute(at, {"z": x}) for x in heaps(2)))

    return grundy(f, opt, values=Power(("g",)))


def wrong_nim() -> Obligations:
    """Nim with digit sums modulo 3: false."""
    return p_positions(ColumnSumIs(heaps(3), 3, "=", 0), lambda phi: moore(heaps(3), 1, phi))


def four(printed: bool) -> Formula:
    """Shinoda's Theorem 6 for valuations in order; `printed` with the condition (5A) of the paper."""
    w, x, y, z = heaps(4)
    names = ("a", "b", "c", "d")
    powers = And(tuple(ValuationPower(pair) for pair in zip(names, heaps(4), strict=True)))

    def ones(at: str, who: tuple[str, ...], digit: int) -> Formula:
        return And(tuple(digits_at(at, (v,), digitwise(("v",), lambda d: d == digit)) for v in who))

    def above(at: str, who: tuple[str, ...], digit: int) -> Formula:
        """The digits just above a valuation: I_(e+1) is the digit at place e."""
        return ones(at, who, digit)

    def between(low: str, high: str, who: tuple[str, ...], least_sum: int) -> Formula:
        """I_k sums for low + 2 <= k <= high, which are the places low + 1 .. high - 1."""
        inside = And((Power(("k",)), compare("k", ">", low), compare("k", "<", high)))
        enough = digits_at("k", who, digitwise(who, lambda *d: sum(d) >= least_sum))
        return Forall(("k",), Implies(inside, enough))

    a, b, c, d = names
    four_sums = digitwise((w, x, y, z), lambda *s: sum(s) in (0, 3, 4))
    all_above = Forall(
        ("k",), Implies(And((Power(("k",)), compare("k", ">", d))), digits_at("k", (w, x, y, z), four_sums))
    )
    first = Exists(
        ("e",),
        And(
            (
                Power(("e",)),
                compare("e", ">", d),
                digits_at("e", (w, x, y, z), digitwise((w, x, y, z), lambda *s: sum(s) == 0)),
                between(d, "e", (w, x, y, z), 3),
            )
        ),
    )
    tail = And((between(c, d, (w, x, y), 2), above(c, (w, x), 1), between(b, c, (w, x), 1), above(b, (w,), 1)))
    strict = And((compare(a, "<", b), compare(b, "<", c), compare(c, "<", d)))
    cases = Or(
        (
            And((compare(a, "=", b), compare(b, "=", c), compare(c, "=", d))),
            And((compare(a, "<", b), compare(b, "=", c), compare(c, "=", d), above(d, (w,), 0))),
            And(
                (
                    compare(a, "<", b),
                    compare(b, "<", c),
                    compare(c, "=", d),
                    above(d, (w, x), 0),
                    between(b, d, (w, x), 1),
                    above(b, (w,), 1),
                )
            ),
            And((strict, above(d, (w, x, y), 0), tail)),
            And((strict, all_above if printed else first, above(d, (w, x, y), 1), tail)),
        )
    )
    return Exists(names, And((powers, cases)))


def sorted_four(printed: bool) -> Formula:
    """Theorem 6 for heaps in any order."""
    xs = heaps(4)
    rule, cases = four(printed), []
    for order in permutations(xs):
        rising = tuple(CompareValuations(pair, "<=") for pair in pairwise(order))
        cases.append(And((*rising, substitute(rule, dict(zip(xs, order, strict=True))))))
    return Or(tuple(cases))


STATEMENTS: dict[str, Callable[[], Obligations]] = {
    "Nim 3 heaps, Grundy": lambda: nim_grundy(3),
    "Nim 5 heaps, Grundy": lambda: nim_grundy(5),
    "Nim 3 heaps, digit sums mod 3 (wrong)": wrong_nim,
    "misere Nim 3 heaps": lambda: misere_nim(3),
    "misere Nim 4 heaps": lambda: misere_nim(4),
    "Moore Nim_2 4 heaps": lambda: moore_nim(4, 2),
    "Moore Nim_2 5 heaps": lambda: moore_nim(5, 2),
    "Moore Nim_3 5 heaps": lambda: moore_nim(5, 3),
    "Delete Nim, Grundy": delete_nim,
    "Lim, Grundy": lim,
    "Welter 2 heaps, Grundy": lambda: welter(2),
    "Welter 3 heaps, Grundy": lambda: welter(3),
    "Welter 4 heaps, Grundy": lambda: welter(4),
    "2^1-balanced Nimhoff 3 heaps": lambda: nimhoff(3, 1),
    "2^3-balanced Nimhoff 4 heaps": lambda: nimhoff(4, 3),
    "Ryuoh Nim(3), Grundy": lambda: ryuoh(3),
    "Ryuoh Nim(5), Grundy": lambda: ryuoh(5),
    "Ryuoh Nim(7), Grundy": lambda: ryuoh(7),
    "CN(5,3)": cn_5_3,
    "CN(5,2)": cn_5_2,
    "RGAMES 3 heaps": rgames,
    "ABO-delete Nim n=3": lambda: abo_delete(3),
    "ABO-delete Nim n=4": lambda: abo_delete(4),
    "ABO-delete Nim n=5": lambda: abo_delete(5),
    "Single-delete Nim n=3": single_delete_3,
    "Single-delete Nim n=4, printed (wrong)": lambda: single_delete(sorted_four(True), 4),
    "Single-delete Nim n=4, corrected": lambda: single_delete(sorted_four(False), 4),
}

# Minutes; only when asked for by name.
SLOW = {"CN(6,4)": cn_6_4}


def run(make: Callable[[], Obligations], order: str, states: int) -> str:
    """One row of the table: verdict, time, largest raw and largest minimal automaton."""
    decide, meters = decider(order, AutomatonBudget(states=states))
    verdict, start = "proved", time.perf_counter()
    try:
        for obligation in make():
            witness = decide(obligation)
            if witness is not None:
                verdict = "refuted " + str(tuple(witness.values()))
                break
    except BudgetExceeded as error:
        verdict = f"undecided ({error.operation})"
    seconds = time.perf_counter() - start
    raw, minimal = max(meter.largest_raw for meter in meters), max(meter.largest_minimal for meter in meters)
    return f"{verdict:<24} {seconds:8.3f} s {raw:>8} {minimal:>7}"


def decider(order: str, budget: AutomatonBudget) -> tuple[Callable[[Formula], dict[str, int] | None], list[BuildMeter]]:
    """What decides a formula in one order, or in both by turns, and the meters that will have run."""
    if order == "both":
        portfolio = Portfolio(budget)
        return lambda formula: portfolio.decide(formula).witness, portfolio.meters
    compiler = FormulaCompiler(Workshop(Numeration(DigitOrder(order)), budget))
    return lambda formula: solve(formula, compiler), [compiler.workshop.meter]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--budget", type=int, default=200_000, help="raw states allowed")
    parser.add_argument("names", nargs="*", help="only statements with one of these in their names")
    parser.add_argument("--only", choices=[*DigitOrder, "both"], help="one order, or both by turns")
    arguments = parser.parse_args()
    orders = [arguments.only] if arguments.only else [*DigitOrder, "both"]
    begin = time.perf_counter()
    print(f"{'statement':<40} {'order':<5} {'verdict':<24} {'time':>10} {'raw':>8} {'minimal':>7}")
    statements = {**STATEMENTS, **SLOW} if arguments.names else STATEMENTS
    for name, make in statements.items():
        if not arguments.names or any(part in name for part in arguments.names):
            for order in orders:
                print(f"{name:<40} {order:<5} {run(make, order, arguments.budget)}", flush=True)
    seconds = time.perf_counter() - begin
    print(f"{seconds:.1f} s, {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB at most")


if __name__ == "__main__":
    main()
