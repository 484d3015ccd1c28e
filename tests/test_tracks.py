"""Claims proved for every value of a parameter: what is proved, what must not be, and the translation underneath."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from heapwise.claims.claim import Claim
from heapwise.claims.resolve import resolve_claims
from heapwise.documents.library import Document, library
from heapwise.files import resource
from heapwise.proof.automata import Automaton, DigitOrder
from heapwise.proof.logic import TRUE, And, Exists, Form, Formula, LinearComparison, Not, compare, compile, free
from heapwise.proof.outside import NotProved, Outside
from heapwise.proof.tracks import Refuted, Tracks
from heapwise.proof.tracks.atoms import Multiple, QuotientAtom, Rest
from heapwise.proof.tracks.coordinates import Bounds, Coordinates
from heapwise.proof.tracks.plan import OpenPlan, plan_open
from heapwise.proof.tracks.portfolio import nested
from heapwise.proof.tracks.sorts import Level
from heapwise.proof.uniform import Quantified, prove_uniformly
from heapwise.source import Source
from heapwise.terms.evaluate import Compiler
from logic_values import evaluate, holds

GAMES = Path(str(resource("games")))


@cache
def claims_of(path: str) -> dict[str, Claim]:
    """The claims of a file of the library, by name."""
    text = "\n".join((GAMES / path).with_suffix(end).read_text(encoding="utf-8") for end in (".game", ".claims"))
    return {claim.name: claim for claim in written(text)}


def written(text: str) -> list[Claim]:
    return resolve_claims(Document(Source("<test>", text), library()))


def proved(text: str, **fixed: int) -> Quantified:
    """The proof of the only claim of a text."""
    (claim,) = written(text)
    free_ones = tuple(v.name for v in claim.variables if v.name not in fixed)
    return Tracks().attempt(claim, free_ones, fixed)


# ------------------------------------------------------------------------------------------------- theorems


@pytest.mark.parametrize(
    ("path", "name", "quantifiers"),
    [
        ("wythoff/ryuoh", "grundy", ["every p >= 1"]),
        ("wythoff/ryuoh", "small_p_is_nim", ["every p in 1..2"]),
        ("wythoff/nimhoff", "grundy", [f"every k >= 1, n = {n}" for n in (1, 2, 3)]),
        ("wythoff/nimhoff", "four_heaps", ["every k >= 1, n = 4"]),
        ("wythoff/nimhoff", "by_counting", [f"every k >= 1, n = {n}" for n in (2, 3)]),
        ("subtraction/allbut", "one_number", ["S = {k}, every k >= 1"]),
        ("subtraction/allbut", "k_and_2k", ["S = {k, 2 * k}, every k >= 1"]),
        ("subtraction/allbut", "k_and_other", ["S = {k, m}, every k >= 1, every m >= 2, where k < m and m != 2 * k"]),
    ],
)
def test_theorems_for_every_parameter(path: str, name: str, quantifiers: list[str]) -> None:
    theorem = prove_uniformly(claims_of(path)[name], [Tracks()])
    assert sorted(p.quantifiers for p in theorem.proved) == sorted(quantifiers)


def test_subtraction_of_one_to_k() -> None:
    (found,) = prove_uniformly(claims_of("subtraction/subtraction")["one_to_k"], [Tracks()]).proved
    assert found.ranges["k"] == "1.."
    assert "coordinates to k + 1" in found.notes[0]


@pytest.mark.slow
def test_restricted_ryuoh_for_every_p_and_every_multiple() -> None:
    theorem = prove_uniformly(claims_of("wythoff/restricted_ryuoh")["grundy"], [Tracks()])
    assert [p.quantifiers for p in theorem.proved] == ["every p >= 1, every q >= 1, where p divides q"]
    assert theorem.covers == "full"


RYUOH = """
game near(p in 1..)
    heaps a, b
    move a -> a - s               for s in 1..a
    move b -> b - t               for t in 1..b
    move a -> a - s, b -> b - t   for s in 1..a, t in 1..b   where s + t {} p

claims for near(p)

theorem grundy:
    G(a, b) = p * (floor(a / p) (+) floor(b / p)) + ((a + b) mod p)
"""


def test_one_stone_more_is_refuted_at_an_instance() -> None:
    proved(RYUOH.format("<"))
    with pytest.raises(Refuted) as found:
        proved(RYUOH.format("<="))
    assert found.value.instance.parameters["p"] >= 1
    assert found.value.outcome.counterexample is not None


ONE_HEAP = """
game take({range})
    heap n
    move n -> n - t   for t in 1..n   where {where}

claims for take({names})

theorem claimed:
    {statement}
{rest}
"""


def one_heap(range_: str, where: str, statement: str, rest: str = "", names: str = "k") -> str:
    return ONE_HEAP.format(range=range_, where=where, statement=statement, rest=rest, names=names)


@pytest.mark.parametrize(
    ("where", "statement"),
    [
        ("t <= k", "G(n) = n mod (k + 1)"),
        ("t <= k", "P(n) iff n mod (k + 1) = 0"),
        ("t < k", "G(n) = n mod k"),
        ("t >= k", "G(n) = floor(n / k)"),
        ("t < 2 * k", "G(n) = n mod (2 * k)"),
        ("t mod 2 = 1 and t < k or t = 1", "P(n) iff n mod 2 = 0"),
        ("t >= k", "P(n) iff n < k"),
    ],
)
def test_one_heap_for_every_k(where: str, statement: str) -> None:
    found = proved(one_heap("k in 1..", where, statement))
    assert found.quantifiers == "every k >= 1"


def test_misere_play() -> None:
    text = one_heap("k in 2..", "t <= k", "P(n) iff n mod (k + 1) = 1")
    assert proved(text.replace("claimed:", "claimed under misere:")).quantifiers == "every k >= 2"


# --------------------------------------------------------------------------------------------------- traps


@pytest.mark.parametrize(
    ("where", "statement"),
    [
        ("t <= k", "G(n) = n mod k"),  # one too few
        ("t < k", "G(n) = n mod (k + 1)"),
        ("t <= k", "G(n) = n mod (k + 1) - 1"),  # a graph that is not total: no value where k + 1 divides n
        ("t <= k", "G(n) = (if n <= k then n else n - 2 * k)"),
        ("t <= k", "P(n) iff n = 0"),
        ("t <= k and n >= k", "G(n) = n mod (k + 1)"),
        ("t = k", "P(n) iff floor(n / k) mod 2 = 1"),
    ],
)
def test_what_is_false_is_not_proved(where: str, statement: str) -> None:
    with pytest.raises(NotProved):
        proved(one_heap("k in 1..", where, statement))


def test_a_range_with_0_leaves_0_out_by_name() -> None:
    found = proved(one_heap("k in 0..", "t < k", "G(n) = n mod k"))
    assert [e.where for e in found.excluded] == ["k = 0"]
    assert found.quantifiers == "every k >= 0, but not k = 0"


def test_values_for_which_there_is_no_game_are_left_out_by_name() -> None:
    text = "claims for allbut(S)\n\ntheorem t:\n    n + k >= n\n    for k in 0.., S = {k}\n"
    assert [(e.where, e.reason) for e in proved(text).excluded] == [("k = 0", "there is no such game")]


def test_values_without_a_position_are_left_out_by_name() -> None:
    text = one_heap("k in 1..", "t >= 1", "k >= 3 and n = 0 implies P(n)")
    assert {e.where for e in proved(text).excluded} == {"k = 1", "k = 2"}


def test_the_power_of_nimhoff_must_not_be_1() -> None:
    text = """
game balanced(k in 0..)
    heaps x[2]
    move x[i] -> y            for i in 1..2, y in 0..x[i]-1
    move x[S] -> x[S] - 2^k   for S in subsets(1..2, 2)

claims for balanced(k)

theorem two_heaps:
    G(x) = x[1] (+) x[2] (+) bit(x[1], k) * bit(x[2], k)
"""
    with pytest.raises(Refuted) as found:
        proved(text)
    assert found.value.instance.parameters == {"k": 0}
    assert proved(text.replace("k in 0..", "k in 1..")).quantifiers == "every k >= 1"


def test_moduli_that_are_not_nested_are_outside() -> None:
    text = one_heap("p in 1.., q in 1..", "t < p", "G(n) = (n mod p) + 0 * (n mod q)", names="p, q")
    with pytest.raises(NotProved, match="two moduli"):
        proved(text)


def test_a_number_of_heaps_is_no_track() -> None:
    assert Tracks().frees(claims_of("wythoff/nimhoff")["grundy"]) == [("k",)]


# --------------------------------------------------------------------------------------------- coordinates


def random_form(source: random.Random) -> tuple[list[int], int]:
    return [source.randint(-3, 3) for _ in range(source.randint(1, 4))], source.randint(-6, 6)


@pytest.mark.parametrize("relation", ["=", ">="])
def test_comparisons_of_whole_numbers_for_every_modulus(relation: str) -> None:
    """Every disjunct is met: numbers reach beyond all multiples of p that the bounds name."""
    source = random.Random(14)
    looked_at = 0
    for _ in range(150):
        factors, constant = random_form(source)
        names = tuple(f"x{i}" for i in range(len(factors)))
        atom = LinearComparison(names, tuple(factors), constant, relation)  # type: ignore[arg-type]
        coded = Coordinates(level(names)).coded(atom)
        for p in range(1, 6):
            numbers = [source.randrange(4 * p + 8) for _ in factors]
            values = {"p": p} | {f"{n}/p": v // p for n, v in zip(names, numbers, strict=True)}
            values |= {f"{n}%p": v % p for n, v in zip(names, numbers, strict=True)}
            assert evaluate(coded, values, bound=0) == holds(atom, tuple(numbers)), (factors, constant, p, numbers)
            looked_at += 1
    assert looked_at == 750


def level(wholes: tuple[str, ...], rests: tuple[str, ...] = (), dividing: tuple[str, ...] = ()) -> Level:
    return Level("p", frozenset(wholes), frozenset(rests), frozenset(dividing), {})


def least_and_most(factors: list[int], constant: int, p: int) -> tuple[int, int]:
    """The least and the greatest value of -B."""
    ends = [sorted((0, -c * (p - 1))) for c in factors]
    return sum(low for low, _ in ends) - constant, sum(high for _, high in ends) - constant


def test_bounds_are_right_and_no_smaller_ones_would_be() -> None:
    source, sharp = random.Random(5), 0
    for _ in range(300):
        factors, constant = random_form(source)
        positive, negative = sum(max(c, 0) for c in factors), sum(max(-c, 0) for c in factors)
        bounds = Bounds.of(positive, negative, constant, constant)
        met = set[int]()
        for p in range(1, 40):
            low, high = least_and_most(factors, constant, p)
            assert (bounds.low - 1) * p < low
            assert high <= bounds.high * p
            assert high // p <= bounds.last
            met |= {j for j in range(-80, 80) if low <= j * p <= high}
        sharp += {bounds.low, bounds.last} <= met or not met
        assert all(bounds.low <= j <= bounds.last for j in met)
    assert sharp > 250


def test_a_quotient_or_another_parameter_among_remainders_is_outside() -> None:
    """The two wrong translations that UNIFORM.md names: x >= floor(y / p), and x >= k."""
    x, p = Form.variable("x"), "p"
    for other in ("a", "k"):
        said: Formula = And((Rest.of("r", x, p), QuotientAtom(("a", "y", p)), compare(x - Form.variable(other), ">=")))
        formula = Exists(("r", "a"), said)
        if other == "a":
            with pytest.raises(Outside):
                nested([formula], ())
        else:
            assert {"k/p", "k%p"} <= set(free(nested([formula], ()).closed(formula)))


def test_a_remainder_that_is_bound_elsewhere_is_outside() -> None:
    said = Exists(("r",), Not(Rest.of("r", Form.variable("x"), "p")))
    found = Exists(("r",), And((said, compare(Form.variable("r") - Form.variable("x"), "="))))
    level_ = Level("p", frozenset({"x"}), frozenset({"r"}), frozenset(), {})
    with pytest.raises(Outside):
        Coordinates(level_).closed(found)


def test_no_automaton_reads_a_division() -> None:
    for atom in (QuotientAtom(("a", "x", "p")), Rest.of("r", Form.variable("x"), "p"), Multiple(("w", "u", "p"))):
        with pytest.raises(Outside):
            compile(atom)


# --------------------------------------------------------------------------------- against the interpreter


def box(size: int, side: int) -> Iterator[tuple[int, ...]]:
    return product(range(side), repeat=size)


class Coded:
    """A formula of a plan as an automaton over coordinates, asked about numbers."""

    def __init__(self, planned: OpenPlan, formula: Formula) -> None:
        coordinates = nested([planned.plan.scope, formula], planned.statement.dividing)
        self.levels = [one.level for one in coordinates.coordinates]
        self.automaton: Automaton = compile(coordinates.closed(formula), DigitOrder.MSD)

    def has(self, values: dict[str, int]) -> bool:
        for one in self.levels:
            p = values[one.modulus]
            for name in [n for n in values if n in one.wholes]:
                values |= {one.quotient(name): values[name] // p, one.rest(name): values[name] % p}
        return self.automaton.accepts({track: values[track] for track in self.automaton.tracks})


@pytest.mark.parametrize(
    ("path", "name", "fixed", "choices"),
    [
        ("wythoff/ryuoh", "grundy", {}, [{"p": p} for p in range(1, 6)]),
        ("wythoff/restricted_ryuoh", "grundy", {}, [{"p": 1, "q": 3}, {"p": 2, "q": 4}, {"p": 3, "q": 3}]),
        ("subtraction/allbut", "k_and_other", {}, [{"k": 1, "m": 3}, {"k": 3, "m": 4}, {"k": 2, "m": 5}]),
        ("subtraction/subtraction", "one_to_k", {}, [{"k": k} for k in range(1, 6)]),
        ("wythoff/nimhoff", "two_heaps", {}, [{"k": k} for k in range(1, 4)]),
    ],
)
def test_moves_and_formulas_are_those_of_the_interpreter(
    path: str, name: str, fixed: dict[str, int], choices: list[dict[str, int]]
) -> None:
    """At small parameters, on positions beyond the multiples that the translation tells apart."""
    claim = claims_of(path)[name]
    planned = plan_open(claim, fixed)
    moves, lifted = planned.plan.moves, planned.lifted
    own = moves.names[: lifted.first]
    same = And(tuple(compare(Form.variable(n) - Form.variable(f"z{i}"), "=") for i, n in enumerate(own)))
    relation = Coded(planned, And((moves.domain, moves.opt(same))))
    graph = planned.statement.claimed
    assert graph is not None
    values = Coded(planned, And((moves.domain, graph)))
    for choice in choices:
        look_at(planned, claim, choice, relation, values)


def look_at(planned: OpenPlan, claim: Claim, choice: dict[str, int], relation: Coded, values: Coded) -> None:
    from heapwise.proof.tracks.attempt import TrackAttempt
    from heapwise.proof.tracks.portfolio import TrackPortfolio

    moves, lifted = planned.plan.moves, planned.lifted
    attempted = TrackAttempt(claim, {}, planned, TrackPortfolio(planned.coordinates))
    instance = attempted.instance(choice)
    assert instance is not None
    game = instance.game
    assert game is not None
    side = {1: 40, 2: 11}[lifted.first]
    source = random.Random(str(choice))
    tracks = {
        t: one.number(choice[one.name]) for t, one in zip(planned.statement.tracks, lifted.parameters, strict=True)
    }
    assert claim.sides is not None
    compute = Compiler(claim.source, instance.known, game).compile(claim.sides.right)
    for state in source.sample(list(box(lifted.first, side)), 30):
        here = tracks | dict(zip(moves.names, state, strict=False))
        options = {o.only.state for o in game.options(state) if o.only is not None}
        for other in [*options, *source.sample(list(box(lifted.first, side)), 25)]:
            there = {f"z{i}": v for i, v in enumerate(other)}
            assert relation.has(here | there) == (other in options), (choice, state, other)
        frame = [None] * claim.frame.size
        for slot, value in instance.known.items():
            frame[slot] = value
        for component, value in zip(claim.components, game.layout.values(state), strict=True):
            frame[component.slot] = value
        value = compute(frame)
        assert values.has(here | {"g": value})
        assert not values.has(here | {"g": value + 1 + source.randrange(5)})


def test_exclusions_do_not_hide_a_whole_range() -> None:
    """A claim about no value of the parameter is no theorem."""
    text = one_heap("k in 1..", "t < k", "G(n) = n mod k", "    for k in 1..   where k < 1\n")
    with pytest.raises(NotProved, match="nothing is claimed"):
        proved(text)
    assert And(()) == TRUE
