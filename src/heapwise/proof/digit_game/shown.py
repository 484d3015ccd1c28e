"""A strategy of the digit game in words: what to do with the heaps of a layer, read from the highest digit down."""

from collections.abc import Iterator

from heapwise.proof.digit_game.counts import CountQuotient
from heapwise.proof.digit_game.game import Strategy
from heapwise.proof.digit_game.layer_moves import DigitTarget, Done
from heapwise.proof.digit_game.rule import LOWERED, RoleState, U
from heapwise.proof.digit_game.states import HeapKind, LayerState, Letter

MOST_LINES = 80


class TooLong(Exception):
    """A strategy has more answers than anybody would read; `answers` says how many."""

    def __init__(self, answers: int) -> None:
        super().__init__(answers)
        self.answers = answers


def strategy_lines(strategy: Strategy) -> Iterator[str]:
    """The answers by level, those for the highest digits first; raises `TooLong`."""
    found = {level: _answers(strategy, level) for level in reversed(range(strategy.levels.count))}
    total = sum(map(len, found.values()))
    if total > MOST_LINES:
        raise TooLong(total)
    for level, answers in found.items():
        if answers:
            yield f"{_level(strategy, level)}:"
            width = max(map(len, answers))
            yield from (f"  {cells:<{width}}   {answer}" for cells, answer in sorted(answers.items()))


def _level(strategy: Strategy, level: int) -> str:
    if level == strategy.levels.count - 1:
        return "in each digit, from the highest one down" if level == 0 else "in each higher digit, from the top"
    if level == 0:
        return "in the units"
    return "in each digit between the units and k" if level in strategy.levels.between else f"in digit {level}"


def _answers(strategy: Strategy, level: int) -> dict[str, str]:
    """What is seen of a layer, and what is done; the last region of a level is the one for words of any length."""
    regions = [r for r in strategy.regions if r.stage == level + 1 and r.after]
    found: dict[str, dict[str, str]] = {}
    for region in regions[-1:]:
        into = strategy.regions[region.after[-1]].states
        for state in sorted(region.states, key=repr):
            for letter, rest in strategy.obligation.next(state, level, False):
                done = strategy.obligation.answer(state, letter, rest, level, into)
                own = f"{state.hypothesis}, {state.goal}" + (f", {rest}" if strategy.obligation.rests else "")
                found.setdefault(_seen(strategy, state, letter), {})[own] = _done(state, done)
    return dict(line for seen, answers in found.items() for line in _told(seen, answers))


def _told(seen: str, answers: dict[str, str]) -> Iterator[tuple[str, str]]:
    """One line, or one for each state of the claim, of the position and of the option, where these matter."""
    if len(set(answers.values())) == 1:
        yield seen, next(iter(answers.values()))
    else:
        yield from ((f"{seen} (states {own})", answer) for own, answer in answers.items())


def _seen(strategy: Strategy, state: LayerState, letter: Letter) -> str:
    """The heaps of a layer of which something may be chosen."""
    ways, parts = strategy.obligation.ways, []
    for (kind, count), (zeros, ones) in zip(state.heaps, letter.cut, strict=True):
        if kind.role == U:
            parts.append(f"{_count(ways.cell(U, 1), ones)} unchanged with 1")
        elif kind.role == LOWERED and not ways.has_classes and count < ways.changed.threshold:
            parts.append(f"{count} lowered")
        else:
            shown = (_count(ways.cell(kind.role, bit), n) for bit, n in ((0, zeros), (1, ones)))
            parts.append(f"{_role(kind.role)}: {' with 0, '.join(shown)} with 1")
    values = [f"g {letter.g}, h {letter.h}"] if strategy.obligation.order else []
    return ", ".join([*values, *sorted(parts)])


def _count(known: CountQuotient, count: int) -> str:
    if count < known.threshold:
        return str(count)
    return f"{count} or more" if known.period == 1 else f"{count}, {count + known.period}, ..."


def _done(state: LayerState, done: tuple[Done, ...]) -> str:
    counts = dict(state.heaps)
    parts = [text for kind, bit, usual, told in done for text in _part(kind, bit, usual, dict(told), counts[kind])]
    return ", ".join(parts) or "nothing"


def _part(
    kind: HeapKind, bit: int, usual: DigitTarget | None, told: dict[DigitTarget, int], count: int
) -> Iterator[str]:
    """What is worth saying: who begins to change, and which lowered heaps get 1."""
    if usual is None or (kind.role == U and bit == 0):
        return
    if kind.role == U:
        begun = {target: number for target, number in told.items() if target[0] != U and number}
        if usual[0] != U:
            kept = sum(number for target, number in told.items() if target[0] == U)
            yield f"{_begin(usual[0])} all" + (f" but {kept}" if kept else "")
        yield from (f"{_begin(target[0])} {number}" for target, number in begun.items())
    elif kind.role == LOWERED:
        other = sum(told.values())
        digits = (usual[1], 1 - usual[1]) if other < count else (1 - usual[1], usual[1])
        rest = f", but {other} of them {digits[1]}" if 0 < other < count else ""
        yield f"the lowered get {digits[0]}{rest}"


def _begin(role: RoleState) -> str:
    return "lower" if role == LOWERED else f"take 2^{role[1]} from"


def _role(role: RoleState) -> str:
    return "lowered" if role == LOWERED else f"2^{role[1]} less"
