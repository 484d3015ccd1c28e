"""Automata from a description of their states: how the atoms of a logic are made."""

from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

from heapwise.proof.automata.automaton import Automaton, Raw
from heapwise.proof.automata.budget import OperationWatch
from heapwise.proof.automata.kernels import Numbering
from heapwise.proof.automata.numeration import Numeration, images
from heapwise.records import dataclass

MachineState = TypeVar("MachineState", bound=Hashable)
MachineLetter = TypeVar("MachineLetter", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Machine(Generic[MachineState, MachineLetter]):
    """A deterministic reader of digits.

    `symbol` says what matters about the digits of one place; `step` goes on from there and gives None where nothing
    can be accepted any more.  Padding zeros must not change what is accepted.
    """

    start: MachineState
    symbol: Callable[[tuple[int, ...]], MachineLetter]
    step: Callable[[MachineState, MachineLetter], MachineState | None]
    accepts: Callable[[MachineState], bool]


def build(
    machine: Machine[MachineState, MachineLetter], variables: Sequence[str], numeration: Numeration,
    watch: OperationWatch,
) -> Raw:  # fmt: skip
    """The reachable part of a machine; a variable that is named twice is one track."""
    tracks = tuple(sorted(set(variables)))
    watch.alphabet(numeration.letters(len(tracks)))
    symbols: dict[MachineLetter, int] = {}
    columns = tuple(
        symbols.setdefault(machine.symbol(digits), len(symbols)) for digits in _digits(variables, tracks, numeration)
    )
    table, accepting = _explore(machine, list(symbols), watch)
    return Raw(tracks, numeration, columns, len(symbols), table, accepting)


def _digits(variables: Sequence[str], tracks: tuple[str, ...], numeration: Numeration) -> list[tuple[int, ...]]:
    """What the variables read, for every letter over the tracks."""
    base = numeration.base
    reads = [images(base, tuple(int(track == variable) for track in tracks)) for variable in variables]
    return list(zip(*reads, strict=True)) if reads else [()]


def _explore(
    machine: Machine[MachineState, MachineLetter], symbols: Sequence[MachineLetter], watch: OperationWatch
) -> tuple[list[int], list[bool]]:
    numbers, table = Numbering[MachineState | None](watch, len(symbols)), list[int]()
    numbers.number(machine.start)
    for state in numbers.order:
        watch.spend(len(symbols), len(numbers))
        table += [numbers[None if state is None else machine.step(state, symbol)] for symbol in symbols]
    return table, [state is not None and machine.accepts(state) for state in numbers.order]


def check_padding(automaton: Automaton) -> None:
    """Refuse an automaton in normal form for which leading or trailing zeros matter."""
    shape = automaton.shape
    if shape.numeration.is_lsd:
        sound = all(shape.accepting[shape.step(s, 0)] == shape.accepting[s] for s in range(shape.states))
    else:
        sound = shape.step(0, 0) == 0
    if not sound:
        raise ValueError(f"padding zeros matter to an automaton over {', '.join(automaton.tracks)}")
