"""`heapwise value GAME POSITION`"""

from collections.abc import Iterable
from typing import Any

import click

from heapwise.app.inputs import epilog, files_option, game_argument, json_option, limits, play_option
from heapwise.app.lookup import game_of
from heapwise.app.say import dim, json_result, prose, strong
from heapwise.app.strategy import answer_of
from heapwise.app.watch import Watch
from heapwise.messages import said, words
from heapwise.messages.width import left
from heapwise.questions import Answer, Answers, read_play, read_position
from heapwise.questions.positions import as_list, option_json, option_text, typed
from heapwise.reference.conventions import Orders, Preference
from heapwise.terms.position import Position

_ROW = 76
_TITLE = 15
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
    rules, convention = game_of(game, files), read_play(play)
    where = read_position(rules, position)
    with Watch(seconds, memory) as watch:
        answers = Answers(convention, watch.tick, memory)
        answer = answer_of(rules, where, answers, files)
        lines = None if as_json else list(in_words(answer, answers))
    if lines is None:
        json_result(as_object(answer, answers))
    else:
        prose("\n".join(lines))


def as_object(answer: Answer, answers: Answers) -> dict[str, Any]:
    """An answer for programs."""
    rules = answer.rules
    found: dict[str, Any] = {"game": rules.text, "position": as_list(rules, answer.position), "play": answer.play.name}
    if answer.play.is_normal:
        found["grundy"] = answer.value
    found["outcome"] = answer.outcome
    options, winning = answer.options[:_MOST_JSON], answer.winning[:_MOST_JSON]
    found["options"] = [{"to": option_json(rules, option), "value": value} for option, value in options]
    if isinstance(answer.play.outcome, Orders):
        found["best_moves"] = [[option_json(rules, o) for o in best[:_MOST_JSON]] for best in _best(answer, answers)]
    else:
        found["winning"] = [option_json(rules, option) for option in winning]
    if not answer.is_listed:
        found |= {"options_total": None, "winning_total": None}
    elif len(answer.options) > _MOST_JSON:
        found |= {"options_total": len(answer.options), "winning_total": len(answer.winning)}
    return found


def _best(answer: Answer, answers: Answers) -> list[tuple[Position, ...]]:
    """For each player the moves that he likes best; no list where play has ended."""
    found = [option for option, _ in answer.options]
    return [answers.best_moves(player, answer.position, found) for player in range(answer.play.players) if found]


def in_words(answer: Answer, answers: Answers) -> Iterable[str]:
    """An answer for people."""
    where = typed(answer.rules, answer.position)
    yield strong(words("value", "at", game=answer.rules.text, position=where, play=_play_words(answer)))
    if answer.play.is_normal and answer.value is not None:
        yield _titled("grundy", str(answer.value))
    yield from _outcome_words(answer)
    yield from _move_words(answer, answers)
    yield from _why(answer)
    for number, way in enumerate(answer.ways):
        yield _titled("" if number else "found_by", said(way))


def _titled(key: str, text: str) -> str:
    """A line of the answer, behind its title."""
    return left(words("value", key) if key else "", _TITLE) + text


def _play_words(answer: Answer) -> str:
    play = answer.play
    return words("value", play.name) if play.is_normal or play.is_misere else play.name


def _outcome_words(answer: Answer) -> Iterable[str]:
    outcome = answer.outcome
    if isinstance(outcome, str):
        yield _titled("outcome", f"{outcome}: {words('value', outcome)}")
    elif isinstance(outcome, int):
        yield _titled("outcome", f"{outcome}: {words('value', 'last_move', player=_seat(outcome))}")
    else:
        for player, last in enumerate(outcome):
            yield _titled("outcome", words("value", "last_move_of", player=player, last=last))


def _seat(seat: int) -> str:
    return words("value", f"seat_{seat}") if seat < 2 else words("value", "seat", turns=seat)


def _move_words(answer: Answer, answers: Answers) -> Iterable[str]:
    if isinstance(answer.play.outcome, Orders):
        for player, best in enumerate(_best(answer, answers)):
            yield _titled("best", words("value", "best_of", player=player, moves=_several(answer, best)))
        return
    title = "winning" if answer.play.players == 2 else "best"
    if answer.is_by_strategy:
        yield _titled("one_winning", _several(answer, answer.winning) if answer.winning else words("value", "none"))
    elif not answer.is_listed:
        yield _titled(title, words("value", "not_listed"))
    elif answer.winning:
        yield _titled(title, _several(answer, answer.winning))
    else:
        yield _titled(title, words("value", "none" if answer.options else "ended"))


def _several(answer: Answer, found: Iterable[Position], room: int = _ROW) -> str:
    """Positions in one row; what does not fit is counted."""
    texts = [option_text(answer.rules, option) for option in found]
    row, used = 0, 0
    while row < len(texts) and (row == 0 or used + len(texts[row]) + 2 <= room):
        used += len(texts[row]) + 2
        row += 1
    more = len(texts) - row
    return "  ".join(texts[:row]) + ("  " + words("value", "more", count=more) if more else "")


def _why(answer: Answer) -> Iterable[str]:
    """The options by value: for a Grundy value the row whose first gap it is."""
    if not answer.options:
        return
    groups: dict[Any, list[Position]] = {}
    for option, value in answer.options:
        groups.setdefault(value, []).append(option)
    values = sorted(groups)
    yield _titled("why", _reason(answer, values))
    width = max(len(_shown(v)) for v in values)
    for value in values[:_ROWS]:
        yield f"  {dim(_shown(value).rjust(width))}  {_several(answer, groups[value])}"
    if len(values) > _ROWS:
        yield f"  {' ' * width}  {words('value', 'more_values', count=len(values) - _ROWS)}"


def _reason(answer: Answer, values: list[Any]) -> str:
    if answer.play.is_normal:
        return words("value", "mex", value=answer.value, count=len(answer.options))
    outcome = answer.play.outcome
    if isinstance(outcome, Preference) and answer.play.players > 2:
        return words("value", "seats", order=", ".join(map(str, outcome.seats)))
    if isinstance(outcome, Preference):
        return words("value", "some_p" if "P" in values else "all_n")
    return words("value", "each_player")


def _shown(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
