"""Positions that are too large for tables, by strategies that were proved for every number of heaps."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from heapwise.app.lookup import game_of
from heapwise.claims.claim import Claim
from heapwise.claims.instances import Instance
from heapwise.claims.named_instance import claims_about, instance_about
from heapwise.errors import HeapwiseError, error
from heapwise.play import GuidedSession, Session
from heapwise.questions import Answer, Answers
from heapwise.questions.answers import is_near
from heapwise.reference.conventions import Play
from heapwise.rules.game import Game, Rules
from heapwise.terms.position import Component, Position, State

if TYPE_CHECKING:
    from heapwise.proof.strategies import ProvedStrategy

_MANY_HEAPS = 8  # from which on a strategy is asked first


def answer_of(rules: Rules, where: Position, answers: Answers, files: tuple[str, ...]) -> Answer:
    """All about a position; of one with many heaps what a strategy says of it, if there is one."""
    is_large = has_many_heaps(where)
    found = by_strategy(rules, where, answers.play, files) if is_large else None
    if found is not None:
        return found
    try:
        return answers.about(rules, where)
    except HeapwiseError:
        found = None if is_large else by_strategy(rules, where, answers.play, files)
        if found is None:
            raise
        return found


def has_many_heaps(where: Position) -> bool:
    """Has a position so many heaps that tables are of little use?"""
    only = where.only
    if only is None or only.game.layout.has_positions or is_near(where):
        return False
    return only.game.layout.size >= _MANY_HEAPS


def by_strategy(rules: Rules, where: Position, play: Play, files: tuple[str, ...]) -> Answer | None:
    """Who wins and one winning move, by a claim about the game that is proved for every number of heaps."""
    found, only = proved_strategy(rules, where, play, files), where.only
    if found is None or only is None:
        return None
    option = found.option(only.state)
    winning = () if option is None else (_moved(where, option),)
    value = found.value(only.state) if found.is_graph and play.is_normal else None
    outcome = "P" if found.is_lost(only.state) else "N"
    way = f"the strategy of {found.claim.key}, which is proved for {found.quantifiers}, all sizes"
    return Answer(rules, where, play, value, outcome, (), winning, False, (way,), True)


def proved_strategy(rules: Rules, where: Position, play: Play, files: tuple[str, ...]) -> "ProvedStrategy | None":
    """The strategy of a claim about the game, if one is proved."""
    from heapwise.proof.strategies import strategy_of

    only = where.only
    if only is None or not isinstance(rules, Game) or not (play.is_normal or play.is_misere):
        return None
    return strategy_of(only.game, play, (claim for claim, _ in claims_about(rules, files) if claim.problem is None))


def _moved(where: Position, state: State) -> Position:
    (only,) = where
    return Position((Component(only.game, state),))


class StrategyGuide:
    """A proved strategy as the guide of a match."""

    def __init__(self, strategy: "ProvedStrategy") -> None:
        self.strategy = strategy

    def winning(self, here: Position) -> Position | None:
        """A winning move; none in a lost position, or at the end."""
        return self._to(here, self.strategy.option(here[0].state))

    def some(self, here: Position) -> Position | None:
        """A move that leaves much to play; none at the end."""
        return self._to(here, self.strategy.some_option(here[0].state))

    def allows(self, here: Position, there: Position) -> bool:
        """Does a move lead there?"""
        return len(there) == 1 and self.strategy.is_option(here[0].state, there[0].state)

    def _to(self, here: Position, state: State | None) -> Position | None:
        return None if state is None else _moved(here, state)


def session_of(
    rules: Rules, where: Position, answers: Answers, people: Iterable[int], files: tuple[str, ...]
) -> Session:  # fmt: skip
    """A match; of positions with many heaps by a proved strategy, if there is one."""
    found = proved_strategy(rules, where, answers.play, files) if has_many_heaps(where) else None
    if found is None:
        return Session(rules, where, answers, people)
    return GuidedSession(rules, where, answers, StrategyGuide(found), people)


def shown_strategy(game: str, claim: str | None, files: tuple[str, ...]) -> Iterator[str]:
    """The strategy of a claim as a table, if it is small."""
    from heapwise.proof.digit_game.shown import TooLong, strategy_lines
    from heapwise.proof.strategies import strategy_of_claim

    if claim is None:
        raise click.UsageError("--strategy needs a claim: `heapwise show 'moore(3, 2)' p_positions --strategy`")
    instance = instance_about(game_of(game, files), claim, files)
    found = strategy_of_claim(instance)
    if found is None or found.proof.strategy is None:
        yield from _in_words(instance)
        return
    yield _stated(found.claim, found.quantifiers)
    try:
        yield from strategy_lines(found.proof.strategy)
    except TooLong as long:
        raise error("E369", None, what=claim, reason=f"it has {long.answers:,} answers, too many to print") from None


def _stated(claim: Claim, quantifiers: str) -> str:
    from heapwise.claims.wording import stated

    return f"{claim.key}, {quantifiers}, all sizes: {stated(claim)}"


def _in_words(instance: Instance) -> Iterator[str]:
    """What to do, or why that is not said, where no strategy goes digit by digit."""
    from heapwise.proof.strategies import lines_of_sums, proved_otherwise

    proved, why = proved_otherwise(instance)
    if proved is None:
        raise error("E369", None, what=instance.claim.name, reason=why)
    yield _stated(instance.claim, proved)
    yield from lines_of_sums(instance.claim)
