"""Automata of values for statements that no other form fits: guessed from tables that grow, until one is proved."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING, Any

from heapwise import arrays
from heapwise.arrays import np
from heapwise.claims.position_values import Values, settling
from heapwise.claims.task import Task
from heapwise.formulas import NotExpressible
from heapwise.lang.automata import automaton_text
from heapwise.proof.automata import AutomatonBudget
from heapwise.proof.fibonacci.digits import coded_table, side_of_codes
from heapwise.proof.known import KnownValues, known_values
from heapwise.proof.learned.declared import declaration
from heapwise.proof.learned.guess import Apart, Reading, learn, readings
from heapwise.proof.learned.sets import BUDGET, DigitSet, prove_classes, prove_losing, prove_values
from heapwise.proof.moves import component, moves_of
from heapwise.proof.obligations import ProofPlan, plan_known
from heapwise.proof.outside import Outside
from heapwise.proof.statement import Statement
from heapwise.records import Record, replace
from heapwise.reference.conventions import Fold, Play, Preference
from heapwise.rules.game import Game
from heapwise.terms.position import Component, Position

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Truths = NDArray[np.bool_]


_MOST_CELLS, _MOST_INTERPRETED, _FIRST_CELLS = 1 << 18, 1 << 12, 1 << 8
_DEPTHS = range(1, 4)
_MOST_STATES = 500
_MOST_CODED = 3  # components up to which Fibonacci digits are tried


def learned(game: Game, task: Task, has_values: bool, budget: AutomatonBudget = BUDGET) -> tuple[int, DigitSet] | None:
    """The P-positions of a game that a task asks about, or all positions with their values, as a proved automaton, and
    how large the table was from which it was guessed."""
    play = task.instance.claim.play
    moves_of(game)  # rules without a formula are known before any table is made
    search = _Search(game, play, task.values, has_values)
    prove = prove_values if has_values else prove_losing
    for side, found in search.guesses():
        task.limits.check()
        own = replace(budget, look=task.limits.check)
        if prove(game, found, misere=play.is_misere, budget=own).is_proved:
            return side, found
    return None


def learned_classes(game: Game, play: Play, values: Values) -> Mapping[int, DigitSet] | None:
    """The classes of a preference of more players as proved automata, all but at most one, which is the rest."""
    assert isinstance(play.outcome, Preference)
    seats, size = play.outcome.seats, game.layout.size
    tracks = tracks_of(game)
    for places in range(2, 20):
        side = 2**places
        found = box(values, game, play, "W", side) if side**size <= _MOST_CELLS else None
        if found is None:
            return None
        for depth in _DEPTHS:
            guesses = {seat: _class_guess(found, seat, tracks, depth) for seat in seats}
            closed = {seat: guess for seat, guess in guesses.items() if guess is not None}
            if len(closed) >= len(seats) - 1 and prove_classes(game, closed, seats).is_proved:
                return closed
    return None


def _class_guess(table: NDArray[np.int64], seat: int, tracks: tuple[str, ...], depth: int) -> DigitSet | None:
    """The smaller guess of both orders of digits."""
    tried = guessed(table == seat, table >= 0, tracks, range(depth, depth + 1), _MOST_STATES)
    found = [one for _, one in tried if isinstance(one, DigitSet)]
    return min(found, key=lambda one: one.automaton.states) if found else None


def guessed(
    table: Truths, legal: Truths, tracks: tuple[str, ...], depths: range, most: int, base: int = 2, codes: int = 0
) -> Iterator[tuple[Reading, DigitSet | Apart]]:
    """What a table suggests in each reading, small depths first; with `codes`, so many Fibonacci digits are read."""
    if codes:
        table, legal = coded_table(table, codes), coded_table(legal, codes)
    for reading in readings((base,), depths):
        guess = learn(table, legal, tracks, reading, most)
        yield reading, guess if isinstance(guess, Apart) else DigitSet(guess, bool(codes))


def graph_of(values: NDArray[np.int64]) -> tuple[Truths, Truths]:
    """A table of numbers as one of truths, with the numbers along a first axis, and where there are positions."""
    numbers = np.arange(values.shape[0]).reshape(-1, *(1,) * values.ndim)
    return values[None] == numbers, np.broadcast_to(values >= 0, (values.shape[0], *values.shape))


def tracks_of(game: Game, has_values: bool = False) -> tuple[str, ...]:
    """The components of a game, and `g` for a value, in the order of the axes of tables."""
    return tuple(sorted((*map(component, range(game.layout.size)), *["g"] * has_values)))


class _Search(Record):
    """The tables of one game, and what they suggest."""

    game: Game
    play: Play
    values: Values
    has_values: bool

    @property
    def size(self) -> int:
        """The number of components, and of values behind them."""
        return self.game.layout.size + self.has_values

    def guesses(self) -> Iterator[tuple[int, DigitSet]]:
        """Binary digits before those of Fibonacci, small tables before large ones."""
        places = 1
        while 2 ** (places * self.size) <= _MOST_CELLS:
            if 2 ** ((places + 1) * self.size) > _FIRST_CELLS:
                yield from self._of_table(2**places)
            places += 1
        for codes in range(4, 12) if self.size <= _MOST_CODED else ():
            side = side_of_codes(codes)
            if side**self.size > _MOST_INTERPRETED:
                return
            yield from self._of_table(side, codes)

    def _of_table(self, side: int, codes: int = 0) -> Iterator[tuple[int, DigitSet]]:
        """What is suggested by the values below a side; nothing where nobody computes so many of them."""
        values = box(self.values, self.game, self.play, "G" if self.has_values else "P", side)
        if values is None:
            return
        table, legal = graph_of(values) if self.has_values else (values == 1, values >= 0)
        tracks = tracks_of(self.game, self.has_values)
        for _, found in guessed(table, legal, tracks, _DEPTHS, _MOST_STATES, codes=codes):
            if isinstance(found, DigitSet):
                yield side, found


def box(values: Values, game: Game, play: Play, question: str, side: int) -> NDArray[np.int64] | None:
    """The answers where all components are below a side, 1 for yes; -1 where there is no position."""
    layout = game.layout
    highs = tuple(side - 1 if high is None else min(side - 1, high) for high in layout.highs)
    fold = settling(play, question)
    found = np.full((side,) * layout.size, -1, np.int64)
    is_small = side**layout.size <= _MOST_INTERPRETED
    if not is_small and _is_interpreted(game, fold, highs):
        return None
    grid = values.grid_upto(game, fold, highs)
    if grid is None:
        if not is_small:
            return None
        ask = values.asker(play)
        for state in product(*(range(low, high + 1) for low, high in zip(layout.lows, highs, strict=True))):
            if game.is_legal(state):
                found[state] = int(ask(question, Position.of([Component(game, state)]), None))
        return found
    inside = tuple(slice(high + 1 - low) for high, low in zip(highs, grid.lows, strict=True))
    if any(part.stop > length for part, length in zip(inside, grid.values.shape, strict=True)):
        return None  # it ends before a position without a value
    part = grid.values[inside].astype(np.int64)
    if question == "P":
        part = _answers(part, grid.nothing, lambda v: v == 0 if fold != play.fold("P") else play.answer("P", v))
    part[grid.values[inside] == grid.nothing] = -1
    found[tuple(slice(low, high + 1) for low, high in zip(grid.lows, highs, strict=True))] = part
    return found


def _is_interpreted(game: Game, fold: Fold, highs: tuple[int, ...]) -> bool:
    """Would only the interpreter fill a table? A large one would take minutes, and most suggest nothing."""
    from heapwise.engine.grid import FillWay, Refused, ways

    try:
        return ways(game, highs, fold)[0].way is FillWay.INTERPRETER
    except Refused:
        return True


def _answers(part: NDArray[np.int64], nothing: int, answer: Callable[[int], Any]) -> NDArray[np.int64]:
    """The answers instead of what a fold computes."""
    kinds, places = np.unique(part, return_inverse=True)
    answers = np.array([0 if kind == nothing else int(answer(int(kind))) for kind in kinds], np.int64)
    return answers[places].reshape(part.shape)


_ASKED = frozenset("PNG")


def learned_plan(task: Task, budget: AutomatonBudget) -> ProofPlan | None:
    """The plan by way of learned values; None where the claim asks for other things, or nothing is found."""
    instance = task.instance
    claim, asks = instance.claim, instance.claim.asks()
    is_plain = claim.schema is not None and claim.strategy is None and claim.play.players == 2
    is_about_some = any(c.value is not None or c.domain is not None for c in claim.components)
    if instance.game is None or instance.game.layout.has_positions or not is_plain or is_about_some:
        return None
    if not asks or not asks <= _ASKED or not instance.game.layout.size:
        return None
    if not arrays.are_here():
        raise Outside("values are learned from tables, and there is no numpy here to make them")
    try:
        games = Statement(instance, moves_of(instance.game)).other_games()
    except NotExpressible as problem:
        raise Outside(problem.what) from None
    own, *others = (_known(game, task, "G" in asks, budget) for game in (instance.game, *games))
    return plan_known(instance, replace(own, others=tuple(others)))


def _known(game: Game, task: Task, has_values: bool, budget: AutomatonBudget) -> KnownValues:
    """The values of a game, as a text of claims would declare them."""
    proved = None if game.layout.has_positions else learned(game, task, has_values, budget)
    if proved is None:
        raise Outside("no small one closes on tables of small positions")
    side, found = proved
    tracks = [f"x{i}" for i in range(game.layout.size)] + (["g"] if has_values else [])
    name = "values" if has_values else "cold"
    node = declaration(found, name, [track.replace("x", "a") for track in tracks], tracks)
    return replace(known_values(automaton_text(node), has_values), side=side)
