"""What is true but for finitely many positions: the rule of normal play under misere play, above a bound."""

from __future__ import annotations

from collections.abc import Iterator

from heapwise.discovery.finding import Finding
from heapwise.discovery.judge import StatementJudge, parameters_of
from heapwise.discovery.standing import Status
from heapwise.documents.document import GameNames
from heapwise.fitting.components import components_of
from heapwise.lang.spell import spelled
from heapwise.reference.conventions import MISERE
from heapwise.rules.game import Game


def but_for_few(
    game: Game, games: GameNames, normal: Finding, exceptions: tuple[tuple[int, ...], ...]
) -> Iterator[Finding]:
    """`max(x) > 1 implies (P(x) iff ...)` under misere play, with the formula of normal play."""
    components = components_of(game)
    if components is None or not exceptions:
        return
    bound = max(map(max, exceptions))
    text = f"{spelled(components.fold('max').node)} > {bound} implies ({normal.claim})"
    judge, known = StatementJudge(game.schema, MISERE, games), parameters_of(game)
    if judge.is_proved(text, "", known):
        yield Finding(
            Status.PROVED, text, MISERE.name, "all sizes", normal.cost + 5, method="exceptions", parameters=known,
            judge=judge,
        )  # fmt: skip
