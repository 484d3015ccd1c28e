"""The digit game: readings of statements against arithmetic, proofs against brute force, and the traps one by one."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

import pytest

import digit_games as d
from heapwise.claims.claim import Claim
from heapwise.claims.instances import instances
from heapwise.claims.resolve import resolve_claims
from heapwise.documents.library import Document, library
from heapwise.proof.digit_game import DigitGame
from heapwise.proof.digit_game.atoms import FALSE, Both, Sentence, leaves, negation
from heapwise.proof.digit_game.counts import CountQuotient, less, parts, splits
from heapwise.proof.digit_game.ends import assert_decided, one_move, quotients
from heapwise.proof.digit_game.layer_atoms import BitCount, NimSumAtom, Reaches, SumIn, Xor
from heapwise.proof.digit_game.moves import rule_of, vector_of
from heapwise.proof.digit_game.obligation import GameObligation
from heapwise.proof.digit_game.parameters import Parameters
from heapwise.proof.digit_game.problem import NoProof, Problem
from heapwise.proof.digit_game.prove import prove
from heapwise.proof.digit_game.reader import JointReader
from heapwise.proof.digit_game.roles import is_lower, machine_takes, taken
from heapwise.proof.digit_game.row_atoms import HeapTest, RowAtom
from heapwise.proof.digit_game.rule import LOWER, Role, RoleMove, Rule, Size, U, role_moves
from heapwise.proof.digit_game.states import HeapKind, LayerState
from heapwise.proof.logic import And, Exists, LinearComparison
from heapwise.proof.outside import NotProved, Outside
from heapwise.proof.uniform import Theorem, prove_uniformly
from heapwise.source import Source

GAMES = Path(__file__).parent.parent / "games"
NIM = Rule((RoleMove(Role(LOWER), d.number(1), d.number(1)),), 1)


def claims_of(path: str) -> dict[str, Claim]:
    text = (GAMES / f"{path}.claims").read_text(encoding="utf-8")
    return {c.name: c for c in resolve_claims(Document(Source(path, text), library()))}


def claim_of(game: str, claim: str) -> Claim:
    text = f"{game}\n\nclaims for {game.split()[1].split(' in ')[0]})\n\n{claim}\n"
    (found,) = resolve_claims(Document(Source("test.game", text), library()))
    return found


def theorem(claim: Claim) -> Theorem:
    return prove_uniformly(claim, (DigitGame(),))


def is_proved(problem: Problem, work: int = 1_000_000) -> bool:
    try:
        prove(problem, work)
    except NoProof:
        return False
    return True


# ------------------------------------------------------------------------------------------------- counts


def test_classes_of_counts() -> None:
    for known in (CountQuotient(), CountQuotient(3), CountQuotient(1, 2), CountQuotient(2, 3)):
        for c in range(30):
            for i in range(c + 1):
                assert (known(i), known(c - i)) in splits(known(c), known, known, known)
                assert (known(i), known(c - i)) in parts(known(c), known, 2)
                assert known(c - i) in less(known, known(c), i)
        assert {known(c - 2) for c in range(2, 40) if known(c) == known(7)} == set(less(known, known(7), 2))


def test_what_classes_decide() -> None:
    known = CountQuotient(2, 3)
    assert known.decides_at_least(3)
    assert not known.decides_at_least(4)
    assert known.decides_at_most(2)
    assert not known.decides_at_most(3)


# ------------------------------------------------------------------------------------------------- reading


def read(sentence: Sentence, heaps: tuple[int, ...], g: int, is_graph: bool) -> bool:
    reader = JointReader((sentence,), is_graph)
    state, rows = reader.start, [reader.row_start] * len(heaps)
    for level in reversed(range(max(*(v.bit_length() for v in heaps), g.bit_length(), reader.levels))):
        bits, digit = [v >> level & 1 for v in heaps], g >> level & 1
        state = reader.step(state, bits.count(0), bits.count(1), digit, level)
        rows = [reader.row(row, bit, digit, level) for row, bit in zip(rows, bits, strict=True)]
    (found,) = reader.values(state, {row: rows.count(row) for row in rows})
    return found


def test_statements_read_digit_by_digit_say_what_arithmetic_says() -> None:
    random = Random(7)
    truths = []
    for _ in range(120):
        rule, is_graph = d.random_rule(random), random.random() < 0.4
        sentence = (d.random_graph if is_graph else d.random_sentence)(random, rule)
        for _ in range(6):
            heaps = tuple(random.randrange(10) for _ in range(random.randint(1, 5)))
            g = random.randrange(10) if is_graph else 0
            truths.append(sentence.holds(heaps, g))
            assert read(sentence, heaps, g, is_graph) == truths[-1], (sentence, heaps, g)
    assert 120 < sum(truths) < 600


# ------------------------------------------------------------------------------------------------- roles


def test_roles_are_recognised_by_deciding_that_the_machine_is_the_formula() -> None:
    amount = LinearComparison(("t",), (1,), -1, ">=")
    lower = Exists(("t",), And((amount, LinearComparison(("new", "old", "t"), (1, -1, 1), 0, "="))))
    assert is_lower(lower)
    assert is_lower(LinearComparison(("new", "old"), (1, -1), 0, "<"))
    few = Exists(
        ("t",),
        And(
            (
                amount,
                LinearComparison(("t",), (1,), -2, "<="),
                LinearComparison(("new", "old", "t"), (1, -1, 1), 0, "="),
            )
        ),
    )
    assert not is_lower(few)
    assert taken(few) is None
    assert not is_lower(LinearComparison(("new", "old"), (1, -1), 0, "<="))
    assert [taken(LinearComparison(("old", "new"), (1, -1), -c, "=")) for c in range(1, 9)] == [
        0,
        1,
        None,
        2,
        None,
        None,
        None,
        3,
    ]
    assert machine_takes()


def test_a_target_stands_once_where_two_moves_share_a_role() -> None:
    assert role_moves(frozenset({Role(LOWER), Role(LOWER)}), U, 1, 3) == ((U, 1), ("L", 0))
    twice = Rule((*NIM.moves, *NIM.moves), 1)
    one, two = (prove(Problem(rule, Xor(0), True)) for rule in (NIM, twice))
    assert one.states == two.states


# --------------------------------------------------------------------------------- rows of the table, from the library

FULL = (
    ("nim/nim", "p_positions", "every n >= 1"), ("nim/nim", "grundy", "every n >= 1"),
    ("nim/nim", "misere", "every n >= 1"), ("nim/nim", "li_3", "every n >= 1"),
    ("nim/nim", "preference_2301", "every n >= 1"),
    ("moore/moore", "few_heaps", "every n >= 1, k = n"),
    ("moore/moore", "li_3_2", "every n >= 2, k = 2"),
    ("moore/slow_nim", "k_1", "every n >= 1, k = 1"),
    ("moore/slow_nim", "all_heaps", "every n >= 1, k = n"),
    ("moore/exact_nim", "all_heaps", "every n >= 1, k = n"),
    ("wythoff/nimhoff", "grundy", "every n >= 1, every k >= 1"),
)  # fmt: skip


@pytest.mark.parametrize(("path", "name", "quantifiers"), FULL)
def test_theorems_of_the_library(path: str, name: str, quantifiers: str) -> None:
    found = theorem(claims_of(path)[name])
    assert found.covers == "full"
    assert [p.quantifiers for p in found.proved] == [quantifiers]


MISPRINTED = (
    ("nim/nim", "safe_as_printed"), ("nim/nim", "misere_as_normal"), ("moore/moore", "safe_as_printed"),
    ("moore/moore", "few_heaps_as_printed"), ("moore/moore", "li_one_heap_as_printed"), ("moore/moore", "li_modulus_3"),
)  # fmt: skip


@pytest.mark.parametrize(("path", "name"), MISPRINTED)
def test_misprinted_ones_are_not_proved(path: str, name: str) -> None:
    found = theorem(claims_of(path)[name])
    assert found.tried
    assert not found.proved


def test_misere_moore_as_printed_is_true_for_one_heap_a_move() -> None:
    found = theorem(claims_of("moore/moore")["misere_as_printed"])
    assert [p.quantifiers for p in found.proved] == ["every n >= 1, k = 1"]
    assert {a.fixed["k"] for a in found.tried if a.result == "undecided" and a.fixed} == {"2"}


# ------------------------------------------------------------------------------------------------- traps


def test_counts_must_decide_every_bound() -> None:
    exactly_one = RoleMove(Role(LOWER), d.number(1), d.number(1))
    with pytest.raises(AssertionError, match=r"do not decide 1\.\.1"):
        assert_decided(exactly_one, CountQuotient(), CountQuotient(1, 1))
    assert_decided(exactly_one, CountQuotient(), CountQuotient(1, 2))
    with pytest.raises(AssertionError):
        assert_decided(RoleMove(Role(LOWER), d.with_n(-1), d.with_n(0)), CountQuotient(1, 1), CountQuotient(1, 1))
    one_move(NIM)


def test_all_heaps_or_exactly_one() -> None:
    """Wrong at (0, 1, 1); a draft that kept only whether any heap had changed proved it."""
    every = RoleMove(Role(LOWER), d.with_n(0), d.with_n(0))
    ended = SumIn(CountQuotient(1, 1), frozenset({0}))
    problem = Problem(Rule((every, *NIM.moves), 1), ended)
    assert d.counterexample(problem) == (0, 1, 1)
    assert not is_proved(problem)


def test_a_cell_knows_all_that_its_heaps_are_counted_for() -> None:
    """A heap that is lowered gets either digit. With zeros known modulo 2, and the lowered heaps as "none or some",
    lowering two heaps to 0 was once missed."""
    evens = BitCount(0, 0, CountQuotient(2), frozenset({0}))
    rule, reader = Rule((RoleMove(Role(LOWER), d.number(1), d.with_n(0)),), 1), JointReader((evens,))
    obligation = GameObligation(rule, reader, reader, one_move(rule), *quotients(rule, 1), None)
    for role, bit in product((U, "L"), (0, 1)):
        cell = obligation.ways.cell(role, bit)
        assert cell.join(reader.zeros) == cell
    before = LayerState(reader.start, reader.start, 0, 0, ((HeapKind(U, 0, 0), 0),))
    behind = {s for answers in obligation.next(before, 0, True).values() for a in answers for s in a}
    assert (True, True) in map(obligation.end, behind)  # both even, and a move


def test_no_digit_is_named_by_a_number_beside_one_named_by_k() -> None:
    """Read as one of the digits between, `max(x) >= 4` would mean 2^k."""
    game = "game some(n in 1.., k in 1..)\n    heaps x[n]\n    move x[i] -> x[i] - 2^k   for i in 1..n"
    for condition in ("max(x) < 4", "nimsum(x) = 2", "count(x[i] mod 4 = 0 for i in 1..n) = 1"):
        text = f"{game}\n\nclaims for some(n, k)\n\ntheorem p: P(x) iff {condition}\n    check n = 2, k = 1, upto 2\n"
        (claim,) = resolve_claims(Document(Source("test.game", text), library()))
        with pytest.raises(NotProved, match="a digit named by a number") as problem:
            DigitGame().attempt(claim, ("n", "k"), {})
        assert problem.value.word == "outside"


@pytest.mark.parametrize("graph", [FALSE, Both("and", (Xor(0), negation(Reaches(3))))])
def test_graphs_must_be_total(graph: Sentence) -> None:
    with pytest.raises(NoProof, match="have a value"):
        prove(Problem(NIM, graph, True))


def test_moves_on_no_heap_are_split_off() -> None:
    game = "game some(n in 1..)\n    heaps x[n]\n    move x[S] -> y   for S in subsets(1..n, n-1), y in 0..x[S]-1"
    claim = claim_of(game, "theorem p: P(x) iff all(x[i] = x[1] for i in 1..n)\n    check n in 2..3, upto 2")
    assert rule_of(claim.schema, *places(claim)).least == 2  # type: ignore[arg-type]
    game = game.replace("n-1)", "0..1)")
    with pytest.raises(NotProved, match="no heap"):
        DigitGame().attempt(
            claim_of(game, "theorem p: P(x) iff nimsum(x) = 0\n    check n in 1..2, upto 2"), ("n",), {}
        )


def places(claim: Claim):  # type: ignore[no-untyped-def]
    assert claim.schema is not None
    place, n = vector_of(claim.schema)
    return place, Parameters(n, {n: d.with_n(0)})


HOSTILE = (
    ("x[i] -> x[i] - t   for i in 1..n, t in 1..2", "a change of a heap"),
    ("x[i] -> x[i] - 3   for i in 1..n", "a change of a heap"),
    ("x[i] -> x[i] - t   for i in 1..n, t in -1..x[i]", "negative"),
    ("x[S] -> x[S] - t   for S in subsets(1..n, 1..2), t in 1..3", "one amount for all heaps"),
    ("x[i] -> y   for i in 2..n, y in 0..x[i]-1", "a choice of heaps"),
    ("x[i] -> y   for i in 1..n, y in 0..x[i]-1   where x[i] = max(x)", "between heaps"),
    ("x[i] -> y   for i in 1..n, y in 0..x[1]-1", "between heaps"),
    ("x[i] -> x[i] - 1, x[j] -> x[j] - 1   for i in 1..n, j in 1..n   where i != j", "more than one place"),
)


@pytest.mark.parametrize(("move", "reason"), HOSTILE)
def test_moves_outside_are_refused_by_name(move: str, reason: str) -> None:
    game = f"game some(n in 1..)\n    heaps x[n]\n    move {move}"
    claim = claim_of(game, "theorem p: P(x) iff nimsum(x) = 0\n    check n in 2..3, upto 2")
    with pytest.raises(NotProved, match=reason) as problem:
        DigitGame().attempt(claim, ("n",), {})
    assert problem.value.word == "outside"


def test_lowering_is_lowering_however_it_is_written() -> None:
    game = "game some(n in 1..)\n    heaps x[n]\n    move x[i] -> x[i] - t   for i in 1..n, t in 1..x[i]"
    found = theorem(claim_of(game, "theorem p: P(x) iff nimsum(x) = 0\n    check n in 2..3, upto 2"))
    assert found.covers == "full"


SETS = (
    ("S in subsets(1..n, {1, 2, 4}), y in 0..x[S]-1", [(d.number(1), d.number(2)), (d.number(4), d.number(4))]),
    ("S in subsets(1..n, 1..n-1), y in 0..x[S]-1   where len(S) in {1, 2}", None),
    ("S in subsets(1..n), y in 0..x[S]-1   where len(S) in 2..3", [(d.number(2), d.number(3))]),
    ("S in subsets(1..n), y in 0..x[S]-1   where len(S) > 0 and len(S) < n", [(d.number(1), d.with_n(-1))]),
    ("S in subsets(1..n), y in 0..x[S]-1   where len(S) = n - 1", [(d.with_n(-1), d.with_n(-1))]),
    ("S in subsets(1..n, 1..5), y in 0..x[S]-1   where len(S) <= 3, len(S) >= 2", [(d.number(2), d.number(3))]),
    ("S in subsets(1..n, 1..5), y in 0..x[S]-1   where len(S) in {3, 5, 9}", [(d.number(3),) * 2, (d.number(5),) * 2]),
    ("k in 2..3, S in subsets(1..n, k), y in 0..x[S]-1", [(d.number(2), d.number(3))]),
    ("k in {2, 4}, S in subsets(1..n), y in 0..x[S]-1   where len(S) = k", [(d.number(2),) * 2, (d.number(4),) * 2]),
    ("S in subsets(1..n, 1..n-1), y in 0..x[S]-1   where len(S) <= 3", None),
    ("S in subsets(1..n, 1..5), y in 0..x[S]-1   where len(S) mod 2 = 1", None),
    ("S in subsets(1..n, {7}), y in 0..x[S]-1   where len(S) < 7", None),
)  # fmt: skip


@pytest.mark.parametrize(("choices", "sizes"), SETS)
def test_numbers_of_heaps_however_they_are_written(choices: str, sizes: list[tuple[Size, Size]] | None) -> None:
    game = f"game some(n in 2..)\n    heaps x[n]\n    move x[S] -> y   for {choices}"
    claim = claim_of(game, "theorem p: P(x) iff sum(x) = 0\n    check n in 2..3, upto 2")
    if sizes is None:
        with pytest.raises(Outside):
            rule_of(claim.schema, *places(claim))  # type: ignore[arg-type]
        return
    rule = rule_of(claim.schema, *places(claim))  # type: ignore[arg-type]
    assert [(m.low, m.high) for m in rule.moves] == sizes
    for instance in instances(claim, ()):
        assert instance.game is not None
        for x in product(range(3), repeat=instance.parameters["n"]):
            found = {tuple(sorted(o.only.state)) for o in instance.game.options(x) if o.only is not None}
            assert found == d.Brute(rule).options(tuple(sorted(x)))


@pytest.mark.parametrize("statement", ["P(x) iff x[1] = 0", "G(x) = x[1]", "P(x) iff all(x[i] = x[2] for i in 1..n)"])
def test_no_heap_may_be_named(statement: str) -> None:
    game = "game some(n in 1..)\n    heaps x[n]\n    move x[i] -> y   for i in 1..n, y in 0..x[i]-1"
    with pytest.raises(NotProved):
        DigitGame().attempt(claim_of(game, f"theorem p: {statement}\n    check n = 2, upto 2"), ("n",), {})


# ------------------------------------------------------------------------------------------------- random ones


def compared(seed: int, count: int) -> tuple[int, int]:
    """How many random problems were proved and how many are false; none may be both."""
    random = Random(seed)
    proved = false = 0
    for number in range(count):
        problem = d.random_problem(random)
        if is_proved(problem, 60_000):
            wrong = d.counterexample(problem)
            assert wrong is None, (seed, number, problem, wrong)
            proved += 1
        else:
            false += d.counterexample(problem) is not None
    return proved, false


def test_what_is_proved_of_random_problems_is_true() -> None:
    proved, false = compared(2, 40)
    assert proved >= 3
    assert false >= 5


@pytest.mark.slow
def test_what_is_proved_of_two_thousand_random_problems_is_true() -> None:
    proved, false = (sum(column) for column in zip(*(compared(seed, 250) for seed in range(2, 10)), strict=True))
    assert proved >= 200
    assert false >= 500


def test_atoms_are_found_below_all_connectives() -> None:
    row = RowAtom(HeapTest("mod", 1, 0), CountQuotient(1, 1), frozenset({0}))
    nim = NimSumAtom(2, 0, frozenset("="))
    assert leaves(Both("or", (negation(nim), Both("and", (row,))))) == (nim, row)
