"""Claims about some positions, for every number of heaps: under a premise that moves keep, and `S implies P(x)`."""

from __future__ import annotations

import json
from contextlib import suppress
from itertools import product
from random import Random

import pytest

import digit_games as d
from heapwise.claims.claim import Claim
from heapwise.claims.resolve import resolve_claims
from heapwise.documents.library import Document, library
from heapwise.errors import HeapwiseError
from heapwise.proof.automata import BudgetExceeded
from heapwise.proof.certificate.report import verify
from heapwise.proof.certificate.save import about_theorem, as_bytes
from heapwise.proof.digit_game import DigitGame
from heapwise.proof.digit_game.layer_atoms import Layer
from heapwise.proof.digit_game.named_move import check_moves
from heapwise.proof.digit_game.option_of import OptionOf
from heapwise.proof.digit_game.problem import NoProof, Problem, silent
from heapwise.proof.digit_game.reader import JointReader
from heapwise.proof.digit_game.rule import LOWER, Role, RoleMove, Rule
from heapwise.proof.digit_game.states import WorkMeter
from heapwise.proof.digit_game.way import read
from heapwise.proof.outside import NotProved
from heapwise.proof.uniform import Means, Quantified
from heapwise.source import Source
from heapwise.verify.digits.named import named_moves

NIM = "game some(n in 1..)\n    heaps x[n]\n    move x[i] -> y   for i in 1..n, y in 0..x[i]-1"
SLOW = "game some(n in 1..)\n    heaps x[n]\n    move x[S] -> x[S] - 1   for S in subsets(1..n, 1..{most})"
TWO = "game some(n in 2..)\n    heaps x[n]\n    move x[S] -> y   for S in subsets(1..n, 1..2), y in 0..x[S]-1"
NIM_RULE = Rule((RoleMove(Role(LOWER), d.number(1), d.number(1)),), 1)
EVEN = "all(x[i] mod 2 = 0 for i in 1..n)"


def claim_of(game: str, statement: str, play: str = "") -> Claim:
    text = f"{game}\n\nclaims for some(n)\n\ntheorem it{play}: {statement}\n    check n = 2, upto 2\n"
    (found,) = resolve_claims(Document(Source("test.game", text), library()))
    return found


def attempt(claim: Claim, is_recorded: bool = False) -> Quantified:
    return DigitGame().attempt(claim, ("n",), {}, Means(is_recorded=is_recorded))


def certificate(claim: Claim) -> dict[str, object]:
    proved = attempt(claim, True)
    assert proved.proof is not None
    found: dict[str, object] = json.loads(as_bytes(about_theorem(claim, proved) | proved.proof()))
    return found


PROVED = (
    (NIM, "nimsum(x) = 0 and max(x) <= 3 implies P(x)", "", "every n >= 1"),
    (NIM, "max(x) <= 1 implies (P(x) iff sum(x) mod 2 = 0)", "", "every n >= 1"),
    (NIM, "max(x) <= 1 implies G(x) = sum(x) mod 2", "", "every n >= 1"),
    (NIM, "max(x) <= 1 implies (P(x) iff sum(x) mod 2 = 1)", " under misere", "every n >= 1"),
    (NIM, "sum(x) = 1 or max(x) >= 2 and nimsum(x) = 0 and sum(x) < 0 implies P(x)", " under misere", "every n >= 1"),
    (NIM, "(if max(x) >= 2 then nimsum(x) = 0 else sum(x) mod 2 = 1) implies P(x)", " under misere", "every n >= 1"),
    (TWO, "nimsum(x; 3) = 0 implies P(x)", "", "every n >= 2"),
    (SLOW.format(most="2"), f"{EVEN} implies P(x)", "", "every n >= 1"),
    (SLOW.format(most="n"), f"{EVEN} implies P(x)", "", "every n >= 1"),
)  # fmt: skip


@pytest.mark.parametrize(("game", "statement", "play", "quantifiers"), PROVED)
def test_what_is_proved_of_some_positions(game: str, statement: str, play: str, quantifiers: str) -> None:
    found = attempt(claim_of(game, statement, play))
    assert found.quantifiers == quantifiers


def test_halves_of_a_theorem_are_what_it_says_of_them() -> None:
    found = [
        attempt(claim_of(NIM, f"nimsum(x) {sign} 0 implies {what}{q} for q in options(x))")).quantifiers
        for sign, what, q in (("=", "all(", "N(q)"), ("!=", "any(", "P(q)"))
    ]
    assert found == ["every n >= 1, but not n = 1", "every n >= 1"]  # one heap: the end alone, and it has no option
    assert attempt(claim_of(NIM, "nimsum(x) != 0 implies N(x)")).quantifiers == "every n >= 1"
    verify(as_bytes(certificate(claim_of(NIM, "nimsum(x) != 0 implies N(x)"))))


OPEN = (
    (NIM, "nimsum(x) = 1 implies N(x)", "", "a move from the set into it"),
    (NIM, "nimsum(x) != 0 implies all(N(q) for q in options(x))", "", "a move back|wrong side"),
    (NIM, "nimsum(x) = 0 or max(x) = 1 implies P(x)", "", "a move back into the set was not found"),
    (NIM, "min(x) >= 1 implies (P(x) iff nimsum(x) = 0)", "", "a move out of the premise"),
    (NIM, "max(x) <= 1 implies (P(x) iff sum(x) mod 2 = 1)", "", "a move|the end"),
    (NIM, "max(x) <= 1 implies G(x) = sum(x) mod 3", "", "value"),
    (NIM, "nimsum(x) = 0 implies P(x)", " under misere", "the end of play"),
    (NIM, "max(x) < 0 implies P(x)", "", "no position is seen"),
    (SLOW.format(most="1"), "max(x) <= 1 implies P(x)", "", "was not found"),
)  # fmt: skip


@pytest.mark.parametrize(("game", "statement", "play", "reason"), OPEN)
def test_what_is_not(game: str, statement: str, play: str, reason: str) -> None:
    with pytest.raises(NotProved, match=reason) as problem:
        attempt(claim_of(game, statement, play))
    assert problem.value.word == "undecided"


def test_digits_that_only_a_premise_names_are_no_others() -> None:
    """`max(x) <= 1` names the units, `sum(x) mod 2` does not: were all digits read alike, nothing would be kept."""
    found = attempt(claim_of(NIM, "max(x) <= 1 implies (P(x) iff sum(x) mod 2 = 0)")).strategy
    assert found.levels.count == 2


def test_n_without_a_position_that_is_claimed_of_are_left_out() -> None:
    claim = claim_of(TWO, "sum(x) >= 1 and max(x) <= 1 and min(x) >= 1 implies P(x)")
    problem, parameters = read(claim, ("n",), {})
    assert (problem.rule.least, parameters.least) == (2, 2)
    for text, first in (("sum(x) >= 3 and max(x) <= 1", 3), ("sum(x) < 0", 2)):
        problem, _ = read(claim_of(TWO, f"{text} implies P(x)"), ("n",), {})
        assert problem.rule.least == first
        assert bool(silent(problem)) == (text == "sum(x) < 0")


# ------------------------------------------------------------------------------------------------- options of a set


def test_every_option_of_a_set_is_accepted_as_one() -> None:
    random, accepted, refused = Random(3), 0, 0
    for _ in range(12):
        rule = d.random_rule(random)
        sentence = d.random_sentence(random, rule)
        option, brute, n = OptionOf(sentence, rule, WorkMeter(1 << 14)), d.Brute(rule), max(2, rule.least)
        box = [x for x in product(range(4), repeat=n) if sentence.holds(x, 0)] if n <= 3 else []
        with suppress(BudgetExceeded):
            for y in {y for x in random.sample(box, min(4, len(box))) for y in brute.options(tuple(sorted(x)))}:
                assert _accepts(option, y), (rule, sentence, y)
                accepted += 1
            refused += sum(not _accepts(option, x) for x in box[:3])
    assert accepted > 25
    assert refused > 5


def _accepts(option: OptionOf, heaps: tuple[int, ...]) -> bool:
    state = option.start
    for level in reversed(range(max(2, option.levels))):  # as many digits as the position before it has
        bits, at = [v >> level & 1 for v in heaps], min(level, option.levels)
        state = option.step(state, Layer(option.zeros(bits.count(0)), option.ones(bits.count(1)), 0, at))
    return option.accepts(state)


# ------------------------------------------------------------------------------------------------- moves in `by`

FIRST = "min(j for j in 1..n where x[j] (+) nimsum(x) < x[j])"
BY = "\n    by [if i = {0} then x[i] (+) nimsum(x) else x[i] for i in 1..n]"
BALANCED = "P(x) iff nimsum(x) = 0"


def test_moves_in_by_are_proved_for_every_n() -> None:
    for first in (FIRST, "max(j for j in 1..n where x[j] > nimsum(x) (+) x[j])"):
        claim = claim_of(NIM, BALANCED + BY.format(first))
        assert attempt(claim).quantifiers == "every n >= 1"
        data = certificate(claim)
        verify(as_bytes(data))
        for key in ("named", "rule"):
            changed = {k: v for k, v in data["problem"].items() if k != key}  # type: ignore[attr-defined]
            with pytest.raises(HeapwiseError):
                verify(as_bytes({**data, "problem": changed}))


MISERE = "P(x) iff (if max(x) >= 2 then nimsum(x) = 0 else sum(x) mod 2 = 1)"
NO_MOVES = (
    (TWO, "P(x) iff nimsum(x; 3) = 0", "", FIRST, "name no heap"),
    (NIM, MISERE, " under misere", FIRST, "name no heap"),
    (NIM, BALANCED, "", "min(j for j in 1..n where x[j] >= 1)", "a heap in `by`"),
    (NIM, BALANCED, "", "1", "a heap in `by`"),
    (SLOW.format(most="1"), "P(x) iff sum(x) mod 2 = 0", "", FIRST, "the rule does not"),
    (NIM, "P(x) iff count(x[i] mod 4 = 1 for i in 1..n) = 0", "", FIRST, "single heaps"),
)  # fmt: skip


@pytest.mark.parametrize(("game", "statement", "play", "first", "reason"), NO_MOVES)
def test_moves_in_by_that_are_not(game: str, statement: str, play: str, first: str, reason: str) -> None:
    with pytest.raises(NotProved, match=reason):
        attempt(claim_of(game, statement + BY.format(first), play))


def test_named_moves_that_are_accepted_win_by_brute_force() -> None:
    random, accepted = Random(11), 0
    for _ in range(300):
        sentence = d.random_sentence(random, NIM_RULE)
        try:
            check_moves(Problem(NIM_RULE, sentence), JointReader((sentence,)))
        except NoProof:
            continue
        accepted += 1
        for n, top in ((1, 9), (2, 5), (3, 3), (4, 2)):
            for x in (x for x in product(range(top + 1), repeat=n) if not sentence.holds(x, 0)):
                named = named_moves(x)
                assert named, (sentence, x)
                assert all(sentence.holds(y, 0) for y in named), (sentence, x)
    assert accepted >= 3


# ------------------------------------------------------------------------------------------------- certificates


@pytest.mark.parametrize(("game", "statement", "play", "quantifiers"), PROVED[1:8:2])
def test_certificates(game: str, statement: str, play: str, quantifiers: str) -> None:
    verify(as_bytes(certificate(claim_of(game, statement, play))))


def test_a_part_is_not_the_whole() -> None:
    """A certificate of `S implies P(x)` proves no `P(x) iff S`, and without its premise nothing at all."""
    half = certificate(claim_of(NIM, "nimsum(x) = 0 and max(x) <= 3 implies P(x)"))
    kept = certificate(claim_of(NIM, "max(x) <= 1 implies (P(x) iff sum(x) mod 2 = 0)"))
    for data, key in ((half, "half"), (kept, "premise")):
        assert isinstance(data["problem"], dict)
        del data["problem"][key]
        with pytest.raises(HeapwiseError):
            verify(as_bytes(data))
