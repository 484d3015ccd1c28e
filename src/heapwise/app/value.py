"""`heapwise value GAME POSITION`"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

from heapwise.app.inputs import epilog, files_option, game_argument, json_option, limits, play_option
from heapwise.app.say import dim, json_result, result, strong
from heapwise.app.watch import Watch
from heapwise.questions import Answer, Answers, read_play, read_position
from heapwise.questions.positions import as_list, option_json, option_text, typed
from heapwise.questions.shelves import shelf
from heapwise.rules.conventions import Orders, Preference
from heapwise.rules.position import Position

_ROW = 76
_ROWS = 12
_MOST_JSON = 10_000  # options that are printed for programs; where there are more, their number is


@click.command("value", epilog=epilog("heapwise value 'nim(3)' 3,5,7", "heapwise value 'nim(3)' 1,1,1 --play misere"))
@game_argument
@click.argument("position")
@files_option
@play_option
@json_option
@limits
def value_command(
    game: str, position: str, files: tuple[str, ...], play: str, as_json: bool, seconds: float | None, memory: float
) -> None:
    """The value of POSITION in GAME: the Grundy value, P or N, the winning moves, and why.

    P: the previous player wins. N: the next player, who is to move, wins. Under another play than normal the outcome
    takes the place of the Grundy value.
    """
    rules, convention = shelf(files).game(game), read_play(play)
    where = read_position(rules, position)
    with Watch(seconds, memory) as watch:
        answers = Answers(convention, watch.tick, memory)
        answer = answers.about(rules, where)
        lines = None if as_json else list(in_words(answer, answers))
    if lines is None:
        json_result(as_object(answer))
    else:
        result("\n".join(lines))


def as_object(answer: Answer) -> dict[str, Any]:
    """An answer for programs."""
    rules = answer.rules
    found: dict[str, Any] = {"game": rules.text, "position": as_list(rules, answer.position), "play": answer.play.name}
    if answer.play.is_normal:
        found["grundy"] = answer.value
    found["outcome"] = answer.outcome
    options, winning = answer.options[:_MOST_JSON], answer.winning[:_MOST_JSON]
    found["options"] = [{"to": option_json(rules, option), "value": value} for option, value in options]
    found["winning"] = [option_json(rules, option) for option in winning]
    if not answer.is_listed:
        found |= {"options_total": None, "winning_total": None}
    elif len(answer.options) > _MOST_JSON:
        found |= {"options_total": len(answer.options), "winning_total": len(answer.winning)}
    return found


def in_words(answer: Answer, answers: Answers) -> Iterable[str]:
    """An answer for people."""
    yield strong(f"{answer.rules.text} at {typed(answer.rules, answer.position)}, {_play_words(answer)}")
    if answer.play.is_normal:
        yield f"Grundy value   {answer.value}"
    yield from _outcome_words(answer)
    yield from _move_words(answer, answers)
    yield from _why(answer)
    for number, way in enumerate(answer.ways):
        yield f"{'' if number else 'Found by'}".ljust(15) + way


def _play_words(answer: Answer) -> str:
    play = answer.play
    return f"{play.name} play" if play.is_normal or play.is_misere else play.name


def _outcome_words(answer: Answer) -> Iterable[str]:
    outcome = answer.outcome
    if isinstance(outcome, str):
        winner = {"P": "the player who is not to move wins", "N": "the player to move wins"}[outcome]
        yield f"Outcome        {outcome}: {winner}"
    elif isinstance(outcome, int):
        yield f"Outcome        {outcome}: {_seat(outcome)} makes the last move"
    else:
        for player, last in enumerate(outcome):
            yield f"Outcome        if player {player} is to move, player {last} makes the last move"


def _seat(seat: int) -> str:
    if seat == 0:
        return "the player to move"
    return "the next player" if seat == 1 else f"the player {seat} turns later"


def _move_words(answer: Answer, answers: Answers) -> Iterable[str]:
    if isinstance(answer.play.outcome, Orders):
        found = [option for option, _ in answer.options]
        for player in range(answer.play.players) if found else ():
            best = answers.best_moves(player, answer.position, found)
            yield f"Best moves     of player {player}: {_several(answer, best)}"
        return
    title = "Winning moves" if answer.play.players == 2 else "Best moves   "
    if not answer.is_listed:
        yield f"{title}  not listed: this position has too many options"
    elif answer.winning:
        yield f"{title}  {_several(answer, answer.winning)}"
    else:
        yield f"{title}  none" + ("" if answer.options else ", play has ended")


def _several(answer: Answer, found: Iterable[Position], room: int = _ROW) -> str:
    """Positions in one row; what does not fit is counted."""
    texts = [option_text(answer.rules, option) for option in found]
    row, used = 0, 0
    while row < len(texts) and (row == 0 or used + len(texts[row]) + 2 <= room):
        used += len(texts[row]) + 2
        row += 1
    left = len(texts) - row
    return "  ".join(texts[:row]) + (f"  and {left:,} more" if left else "")


def _why(answer: Answer) -> Iterable[str]:
    """The options by value: for a Grundy value the row whose first gap it is."""
    if not answer.options:
        return
    groups: dict[Any, list[Position]] = {}
    for option, value in answer.options:
        groups.setdefault(value, []).append(option)
    values = sorted(groups)
    yield f"Why            {_reason(answer, values)}"
    width = max(len(_shown(v)) for v in values)
    for value in values[:_ROWS]:
        yield f"  {dim(_shown(value).rjust(width))}  {_several(answer, groups[value])}"
    if len(values) > _ROWS:
        yield f"  {' ' * width}  and {len(values) - _ROWS:,} more values"


def _reason(answer: Answer, values: list[Any]) -> str:
    if answer.play.is_normal:
        return f"{answer.value} is the least value that none of the {len(answer.options):,} options has"
    outcome = answer.play.outcome
    if isinstance(outcome, Preference) and answer.play.players > 2:
        liked = ", ".join(map(str, outcome.seats))
        return f"an option's seat i is seat i + 1 here; seats are liked in the order {liked}"
    if isinstance(outcome, Preference):
        return "an option to P wins" if "P" in values else "every option is N, so the other player wins"
    return "outcomes of the options, for each player who may be to move"


def _shown(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
