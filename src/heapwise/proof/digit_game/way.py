"""The digit game as a way of proof: from a claim and the parameters that are to stay free to a theorem for every n."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from heapwise.claims.claim import Claim
from heapwise.claims.quantifiers import Excluded
from heapwise.claims.task import Unsuitable
from heapwise.proof import claim_forms as s
from heapwise.proof.digit_game.atoms import Both, Sentence, leaves, negation
from heapwise.proof.digit_game.certificate import body
from heapwise.proof.digit_game.graphs import GraphReader
from heapwise.proof.digit_game.layer_atoms import BitCount, LayerAtom
from heapwise.proof.digit_game.moves import rule_of, vector_of
from heapwise.proof.digit_game.named_move import check_named
from heapwise.proof.digit_game.parameters import MARK, Parameters, parameters_of
from heapwise.proof.digit_game.problem import AT_END, NoProof, Problem, rule_ends_at_zero, without_silent
from heapwise.proof.digit_game.prove import WORK, DigitGameProof, prove
from heapwise.proof.digit_game.rule import Rule
from heapwise.proof.outside import Outside
from heapwise.proof.uniform import USUAL, Free, Means, Quantified, for_all
from heapwise.reference.conventions import Preference


class DigitGame:
    """The way for every number of heaps."""

    name = "digits"

    def frees(self, claim: Claim) -> Sequence[Free]:
        """n and at most one more parameter; what `for` defines is no choice."""
        n = number_of_heaps(claim)
        others = [v.name for v in claim.variables if v.name != n and v.value is None]
        return [(n, *others), (n,)] if len(others) == 1 else [(n,)]

    def attempt(self, claim: Claim, free: Free, fixed: Mapping[str, Any], means: Means = USUAL) -> Quantified:
        """The claim for every n; raises `NotProved`."""
        problem, parameters = read(claim, free, fixed)
        proof = _proof(problem, means)
        found = quantified(claim, fixed, problem, parameters)
        written = partial(body, proof) if means.is_recorded else None
        return replace(found, notes=_notes(proof), proof=written, strategy=proof)


def _proof(problem: Problem, means: Means) -> DigitGameProof:
    """The proof of the first problem that is proved, of all that would be enough."""
    for easier in problem.enough[:-1]:
        with suppress(NoProof):
            return _proved(easier, means)
    return _proved(problem, means)


_PROVED: dict[Problem, DigitGameProof] = {}  # the last ones: a file often says the same of a game in other words
_MOST_PROVED = 8


def _proved(problem: Problem, means: Means) -> DigitGameProof:
    if problem not in _PROVED:
        found = prove(problem, means.steps(WORK), means.look)
        if len(_PROVED) == _MOST_PROVED:
            del _PROVED[next(iter(_PROVED))]
        _PROVED[problem] = found
    return _PROVED[problem]


def number_of_heaps(claim: Claim) -> str:
    """The parameter that is the number of heaps."""
    if claim.schema is None:
        raise Outside("a law, which is about no game")
    _, slot = vector_of(claim.schema)
    return next(p.name for p in claim.schema.parameters if p.slot == slot)


def read(claim: Claim, free: Free, fixed: Mapping[str, Any]) -> tuple[Problem, Parameters]:
    """The problem of a claim, and its parameters, which know the least n that their ranges allow."""
    assert claim.schema is not None
    place, n = vector_of(claim.schema)
    own = number_of_heaps(claim)
    mark = next((name for name in free if name != own), None)
    parameters = parameters_of(claim, claim.schema, n, fixed, mark)
    rule = rule_of(claim.schema, place, parameters)
    found = _problem(claim, parameters, GraphReader(place.slot, parameters), rule)
    found = found if found.named_levels > 1 else replace(found, between=frozenset())  # the mark names no digit
    return without_silent(found), parameters


def _check_named(sentence: Sentence, parameters: Parameters) -> None:
    """Where k names a digit, no other digit above the units may be named: it would be one of those that k moves."""
    named = (
        atom for atom in leaves(sentence) if (atom.levels if isinstance(atom, LayerAtom) else atom.test.levels) > 1
    )
    if parameters.has_mark and not all(isinstance(atom, BitCount) and atom.level == MARK.level for atom in named):
        raise Outside("a digit named by a number beside one named by a parameter")


def _problem(claim: Claim, parameters: Parameters, reader: GraphReader, rule: Any) -> Problem:
    between = frozenset({MARK.level - 1}) if parameters.has_mark else frozenset[int]()
    is_named = claim.strategy is not None
    if claim.strategy is not None:
        check_named(reader, claim.strategy)
    premise = Both("and", tuple(map(reader.truth, claim.premises))) if claim.premises else None
    if premise is not None:
        _check_named(premise, parameters)
    match claimed(claim):
        case s.Value(formula=formula) if claim.play.is_normal and not is_named:
            graph = reader.graph(formula)
            _check_named(graph, parameters)
            return Problem(rule, graph, True, between=between, premise=premise, scope=premise)
        case s.Seat(seat=seat, formula=formula, is_denied=is_denied):
            sentence = reader.truth(formula)
            _check_named(sentence, parameters)
            seats = cyclic(claim, seat)
            sentence = negation(sentence) if is_denied else sentence
            return Problem(rule, sentence, False, len(seats), seats[0], between, premise, False, is_named, premise)
        case s.Inside(seat=seat) as form if premise is not None and not is_named:
            return _part(form, rule, premise, between, cyclic(claim, seat))
    raise Outside("a claim that is not `G(x) = formula`, `P(x) iff condition` or `condition implies P(x)`")


def _part(form: s.Inside, rule: Rule, premise: Sentence, between: frozenset[int], seats: tuple[int, ...]) -> Problem:
    """`S implies P(x)`; `S implies N(x)` follows if all positions outside S, and no others, are P-positions."""
    scope = premise
    if form.of_options:
        if not rule_ends_at_zero(rule):
            raise Outside("options of positions that may have stones and no move")
        scope = Both("and", (premise, negation(AT_END)))
    said = negation(premise) if form.is_denied else premise
    return Problem(rule, said, False, len(seats), seats[0], between, is_half=not form.is_denied, scope=scope)


def claimed(claim: Claim) -> s.Said:
    """The form of a claim; raises `Outside` for any that is not known."""
    try:
        return s.said(claim)
    except Unsuitable as problem:
        raise Outside(str(problem)) from None


def cyclic(claim: Claim, seat: int) -> tuple[int, ...]:
    """The order of the seats, which must be a circle with the claimed seat as its last."""
    outcome = claim.play.outcome
    if not isinstance(outcome, Preference):
        raise Outside("players with different orders")
    seats, players = outcome.seats, len(outcome.seats)
    if seats != tuple((seats[0] + j) % players for j in range(players)):
        raise Outside("an order of the players that is not cyclic")
    if seat != seats[-1]:
        raise Outside("a claim about another class than the one liked least")
    return seats


def quantified(claim: Claim, fixed: Mapping[str, Any], problem: Problem, parameters: Parameters) -> Quantified:
    """The theorem with its quantifiers, if the problem is proved."""
    own = number_of_heaps(claim)
    gone = range(parameters.least, problem.rule.least)
    reasons = ((n, problem.why_left_out(n)) for n in gone)
    excluded = tuple(Excluded(f"{own} = {n}", reason, {own: n}) for n, reason in reasons)
    return for_all(claim, "digits", fixed, {own: parameters.least}, excluded)


def _notes(proof: DigitGameProof) -> tuple[str, ...]:
    prophecy = proof.strategy is not None and proof.strategy.obligation.prophecy
    rest = ", with prophecy of the digits to come" if prophecy else ""
    return (f"digit game with {proof.states} states{rest}", "play ends: every role lowers its heap")
