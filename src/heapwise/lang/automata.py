"""How automata are laid out: a line a state, breadth first from the start, the columns one below the other."""

from collections.abc import Iterator
from dataclasses import replace

from heapwise.lang import nodes
from heapwise.lang.layout import WIDTH, OutputLine, Row, Stack, Word, lines_of
from heapwise.lang.spell import listed, spell

_INDENT, _GAP = 4, "  "


def automaton_text(automaton: nodes.Automaton) -> str:
    """A declaration as it stands in a text of claims, or in a file of its own."""
    return "\n".join(line.text for line in automaton_lines(automaton))


def automaton_lines(automaton: nodes.Automaton, as_written: bool = False) -> list[OutputLine]:
    """The heading, and below it the states: breadth first, or as their author wrote them, with what stands between."""
    at = automaton.span.start
    name = Word(f"automaton {automaton.name.name}", at)
    lines = lines_of(Row(name, "(", listed([*map(spell, automaton.tracks)]), f") {_digits(automaton)}"), 0)
    lines[0].starts_clause = lines[0].wants_blank = True
    states = automaton.states
    if as_written:
        states = tuple(sorted(states, key=lambda state: state.span.start))
    width = max((len(state.name.name) for state in states), default=0)
    has_accepts = any(state.accepts for state in states)
    for state in states:
        accepts = _GAP + ("accepts" if state.accepts else " " * 7) if has_accepts else ""
        at = state.span.start if as_written else at
        start = Word(state.name.name.ljust(width) + accepts + _GAP, at)
        rows = [Word(row, at) for row in _edges(state, start.width)]
        lines += lines_of(Row(start, Stack(rows, [""] * len(rows))), _INDENT)
        lines[-1].text = lines[-1].text.rstrip()
    return lines


def breadth_first(automaton: nodes.Automaton) -> nodes.Automaton:
    """The same with its states in the order in which they are reached; behind them those that never are."""
    by_name = {state.name.name: state for state in reversed(automaton.states)}
    reached = list(automaton.states[:1])
    seen = set(map(id, reached))  # two lines that say the same are two states, which is a mistake
    for state in reached:
        for edge in state.edges:
            target = by_name.get(edge.to.name)
            if target is not None and id(target) not in seen:
                seen.add(id(target))
                reached.append(target)
    return replace(automaton, states=(*reached, *(state for state in automaton.states if id(state) not in seen)))


def _digits(automaton: nodes.Automaton) -> str:
    digits = automaton.digits
    if digits is None:
        return f'from "{automaton.file}"'
    base = " in fibonacci" if digits.are_fibonacci else f" base {digits.base}" if digits.base != 2 else ""
    return f"units {'first' if digits.are_units_first else 'last'}{base}"


def _edges(state: nodes.AutomatonState, start: int) -> Iterator[str]:
    """The edges, as many in a row as fit."""
    row = ""
    for i, edge in enumerate(state.edges):
        text = f"{edge.letter} -> {edge.to.name}" + ("," if i + 1 < len(state.edges) else "")
        if row and _INDENT + start + len(row) + 1 + len(text) > WIDTH:
            yield row
            row = ""
        row += " " * bool(row) + text
    yield row
