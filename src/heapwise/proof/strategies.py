"""Proved strategies for positions that are too large for tables: a claim that is proved for every number of heaps tells
who wins, and finds a move.

`strategy_of` looks among the claims about a game for one that the digit game proves. The strategy is that of the proof,
so nothing is searched for: a move in a hundred heaps takes a moment.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from heapwise.claims.claim import Claim
from heapwise.claims.hashes import schema_hash
from heapwise.claims.instances import Instance, instance_of_values
from heapwise.errors import HeapwiseError
from heapwise.proof.digit_game.game import Strategy
from heapwise.proof.digit_game.problem import NoProof
from heapwise.proof.digit_game.prove import WORK, DigitGameProof, prove
from heapwise.proof.digit_game.rule import LOWER, Role
from heapwise.proof.digit_game.way import number_of_heaps, quantified, read
from heapwise.proof.digit_game.winning_move import winning_move
from heapwise.proof.evaluated import Evaluated
from heapwise.proof.outside import Outside
from heapwise.proof.rewording import reworded
from heapwise.proof.same_values import with_formulas
from heapwise.proof.sums import heap_value
from heapwise.proof.uniform import LITTLE, Free, Means, prove_uniformly
from heapwise.proof.ways import WAYS
from heapwise.records import Record, replace
from heapwise.reference.conventions import Play
from heapwise.rules.game import Game
from heapwise.terms.position import State

_LITTLE = WORK // 8


class ProvedStrategy(Record):
    """A claim, proved for every number of heaps, at the parameters of one game."""

    claim: Claim
    quantifiers: str
    proof: DigitGameProof
    instance: Instance
    named: int | None  # the digit that a parameter names

    @property
    def is_graph(self) -> bool:
        """Does it tell the Grundy value?"""
        return self.proof.problem.is_graph

    def value(self, state: State) -> int:
        """The Grundy value, by the formula of the claim."""
        found = Evaluated(self.instance, False).look(state)
        assert found is not None
        return max(found[0].values(), default=0)

    def is_lost(self, state: State) -> bool:
        """Does the player lose who is to move?"""
        if self.is_graph:
            return self.value(state) == 0
        found = Evaluated(self.instance, False).look(state)
        assert found is not None
        return found[1]

    def option(self, state: State) -> State | None:
        """A winning move; none where there is none, or nothing to move."""
        if self.is_lost(state) or not any(state):
            return None
        g = self.value(state) if self.is_graph else 0
        assert self.proof.strategy is not None
        width = max(v.bit_length() for v in (*state, g))
        return winning_move(self.proof.strategy, levels_of(self.proof.strategy, width, self.named), state, g, 0)

    def is_option(self, here: State, there: State) -> bool:
        """Does a move lead there?"""
        changed = [i for i, (a, b) in enumerate(zip(here, there, strict=True)) if a != b]
        return any(
            move.low.at(len(here)) <= len(changed) <= move.high.at(len(here))
            and all(self._plays(move.role, here[i], there[i]) for i in changed)
            for move in self.proof.problem.rule.moves
        )

    def _plays(self, role: Role, old: int, new: int) -> bool:
        return 0 <= new < old if role.kind == LOWER else old - new == self._taken(role) and new >= 0

    def _taken(self, role: Role) -> int:
        is_named = self.proof.problem.between and role.level > 0 and self.named is not None
        return 1 << (self.named if is_named and self.named is not None else role.level)

    def some_option(self, here: State) -> State | None:
        """A move that takes as little as it can from the largest heaps; none at the end."""
        largest = sorted(range(len(here)), key=lambda i: -here[i])
        for move in self.proof.problem.rule.moves:
            taken = 1 if move.role.kind == LOWER else self._taken(move.role)
            chosen = set(largest[: move.low.at(len(here))])
            if all(here[i] >= taken for i in chosen):
                return tuple(v - taken if i in chosen else v for i, v in enumerate(here))
        return None


def levels_of(strategy: Strategy, width: int, named: int | None = None) -> list[int]:
    """The level of each digit, from the units up; where a parameter names a digit, those between are all level 1."""
    last = strategy.levels.count - 1
    if not strategy.levels.between:
        return [min(place, last) for place in range(max(width, last))]
    assert named is not None
    return [0 if p == 0 else 1 if p < named else 2 if p == named else last for p in range(max(width, named + 1))]


def strategy_of(game: Game, play: Play, claims: Iterable[Claim]) -> ProvedStrategy | None:
    """A strategy by the first claim that gives one; two players only."""
    if play.players != 2:
        return None
    wanted = schema_hash(game.schema)  # there may be other rules of this name
    listed = [c for c in claims if c.schema is not None and schema_hash(c.schema) == wanted]
    for claim in listed:
        if str(claim.play) == str(play) and not claim.premises and claim.status != "disproved":
            found = _of_claim(game, claim)
            if found is not None:
                return found
    return None


def _of_claim(game: Game, claim: Claim) -> ProvedStrategy | None:
    try:
        instance = _instance(game, claim)
    except HeapwiseError:
        return None
    return None if instance is None else strategy_of_claim(instance)


def strategy_of_claim(instance: Instance) -> ProvedStrategy | None:
    """The strategy of one claim about all positions, if it is proved for every number of heaps; k stays free where it
    names a digit. Of a claim about two games by a formula for both."""
    claims = [reworded(instance.claim)]
    with suppress(Outside):
        claims += [one for one, _ in with_formulas(instance.claim) if _is_case(instance)]
    found = (_strategy(replace(instance, claim=claim)) for claim in claims if not claim.premises)
    return next((one for one in found if one is not None), None)


def _is_case(instance: Instance) -> bool:
    """Is an instance of a claim about two games a case of what is proved of both, and not of the one alone?"""
    theorem = prove_uniformly(instance.claim, WAYS, Means(LITTLE))
    return any(one.is_full and one.covers(instance.shown) for one in (found.plain() for found in theorem.proved))


def proved_otherwise(instance: Instance) -> tuple[str | None, str]:
    """The quantifiers for which a claim is proved as a sum of heaps, if the instance is a case; else none, and why no
    strategy can be printed."""
    claim, proved = instance.claim, prove_uniformly(instance.claim, WAYS, Means(LITTLE)).proved
    found = [one for one in proved if one.plain().covers(instance.shown)]
    if found and found[0].method == "sums":
        return found[0].quantifiers, ""
    if not found:
        return None, "it is not proved for every number of heaps"
    if reworded(claim).premises:
        return None, "it has a premise, and no move is proved elsewhere"
    return None, _WITHOUT.get(found[0].method, "its proof names no move")


_WITHOUT = {
    "definition": "it follows from the definition of who wins, which names no move",
    "splitting": "it is proved by splitting: a heap that is not as claimed is split into heaps that are",
    "tracks": "it is proved for a fixed number of heaps",
}


def lines_of_sums(claim: Claim) -> Iterator[str]:
    """The strategy where every heap has a value of its own: lower one to the value that makes the nim-sum 0."""
    yield f"the value of a heap is {heap_value(claim)}; let s be the nim-sum of all values"
    yield "  s = 0       nothing"
    yield "  otherwise   take from a heap whose value v has v (+) s < v, so that v (+) s is its new value"


def _strategy(instance: Instance) -> ProvedStrategy | None:
    claim = instance.claim
    try:
        n = number_of_heaps(claim)
    except Outside:
        return None
    others = {v.name: instance.parameters[v.name] for v in claim.variables if v.name != n and v.value is None}
    choices: Sequence[tuple[Free, dict[str, Any]]] = [((n,), others)]
    if len(others) == 1:
        choices = [((n, *others), {}), *choices]
    for free, fixed in choices:
        try:
            problem, parameters = read(claim, free, fixed)
            if instance.parameters[n] < problem.rule.least:
                return None
            said = quantified(claim, fixed, problem, parameters).quantifiers
            named = instance.parameters[free[1]] if problem.between else None
            return ProvedStrategy(claim, said, prove(problem, _LITTLE), instance, named)
        except (Outside, NoProof):
            continue
    return None


def _instance(game: Game, claim: Claim) -> Instance | None:
    """The claim at the parameters of the game, if it is stated for them."""
    given = {p.name: value for p, value in zip(game.schema.parameters, game.arguments, strict=True)}
    if any(type(value) is not int for value in given.values()):
        return None
    found = instance_of_values(claim, given)
    return found if found is not None and found.game is not None and found.game.text == game.text else None
