"""Automata as regular expressions over columns of digits, by taking states out one after another."""

from collections.abc import Iterable

from heapwise.proof.automata import Automaton

MOST_STATES = 8
_START, _END = -1, -2
_EMPTY = "()"

Ways = dict[tuple[int, int], str]


def regex(automaton: Automaton) -> str | None:
    """The accepted words in the notation of Walnut's `reg`; None if there are too many states, or no words."""
    shape = automaton.shape
    trap = shape.absorbing().get(False)
    states = [s for s in range(shape.states) if s != trap]
    if len(states) > MOST_STATES or automaton.is_empty:
        return None
    ways = _ways(automaton, set(states))
    for state in sorted(states, key=lambda s: sum(s in way for way in ways)):
        ways = _without(state, ways)
    return ways.get((_START, _END))


def _ways(automaton: Automaton, states: set[int]) -> Ways:
    shape = automaton.shape
    letters: dict[tuple[int, int], list[str]] = {}
    for state in states:
        for letter in range(shape.numeration.letters(shape.arity)):
            target = shape.step(state, letter)
            if target in states:
                digits = ",".join(map(str, shape.numeration.digits(letter, shape.arity)))
                letters.setdefault((state, target), []).append(f"[{digits}]")
    ways = {way: _either(found) for way, found in letters.items()}
    ends = {(state, _END): _EMPTY for state in states if shape.accepting[state]}
    return ways | ends | {(_START, 0): _EMPTY}


def _without(state: int, ways: Ways) -> Ways:
    """The same words by ways round a state."""
    again = f"{_one(ways[state, state])}*" if (state, state) in ways else _EMPTY
    kept = {way: text for way, text in ways.items() if state not in way}
    before = [(source, text) for (source, target), text in ways.items() if target == state != source]
    after = [(target, text) for (source, target), text in ways.items() if source == state != target]
    for source, first in before:
        for target, last in after:
            new = _chain((first, again, last))
            old = kept.get((source, target))
            kept[source, target] = new if old is None else _either((old, new))
    return kept


def _chain(parts: Iterable[str]) -> str:
    shown = [_one(part) if "|" in part else part for part in parts if part != _EMPTY]
    return "".join(shown) or _EMPTY


def _either(parts: Iterable[str]) -> str:
    return "|".join(dict.fromkeys(parts))


def _one(text: str) -> str:
    """The text as something that a star may follow."""
    is_letter = text.startswith("[") and text.endswith("]") and text.count("[") == 1
    return text if is_letter or _is_bracketed(text) else f"({text})"


def _is_bracketed(text: str) -> bool:
    if not (text.startswith("(") and text.endswith(")")):
        return False
    depth = 0
    for i, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0 and i < len(text) - 1:
            return False
    return True
