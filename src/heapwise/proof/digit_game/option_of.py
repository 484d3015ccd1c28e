"""Positions that a move leads to from some position of a set: what a layer of them tells, without the position itself.

All positions of the set, and all moves from them, are followed at once, as sets of states; only the option is read. Its
heaps are known by their counts alone, so more may be accepted than there are such options, and never fewer: that is all
a hypothesis needs.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from heapwise.proof.digit_game.atoms import Sentence
from heapwise.proof.digit_game.counts import IS_ZERO, CountQuotient
from heapwise.proof.digit_game.ends import one_move, quotients
from heapwise.proof.digit_game.layer_atoms import Layer, LayerAtom
from heapwise.proof.digit_game.obligation import GameObligation
from heapwise.proof.digit_game.reader import JointReader
from heapwise.proof.digit_game.rule import Rule
from heapwise.proof.digit_game.states import LayerState, WorkMeter
from heapwise.records import dataclass, field

_Met = frozenset[LayerState]
_SET = 64  # a set of states takes as long as so many steps for each of them


@dataclass
class _LastLayer:
    """In the place of a goal: its state is the layer that was written last."""

    zeros: CountQuotient
    ones: CountQuotient
    counted: CountQuotient = IS_ZERO  # whether there are heaps of a kind at all, so that kinds without any are no kinds
    levels: int = 0
    has_classes: bool = False
    start: Any = None
    row_start: int = 0
    doomed: frozenset[int] = frozenset()

    def step(self, state: Any, zeros: int, ones: int, digit: int, level: int) -> Any:
        """The layer."""
        return self.zeros(zeros), self.ones(ones)

    def row(self, state: int, bit: int, digit: int, level: int) -> int:
        """Nothing is asked of single heaps."""
        return 0

    def values(self, state: Any, counts: Mapping[int, int]) -> tuple[bool, ...]:
        """Nor of all of them."""
        return (True,)


class OptionOf(LayerAtom):
    """Some position at which the sentence is true has a move to this one."""

    sentence: Sentence
    rule: Rule
    meter: WorkMeter = field(compare=False, repr=False)

    def __post_init__(self) -> None:
        reader = JointReader((self.sentence,))
        unchanged, changed = quotients(self.rule, 1)
        known = reader.zeros.join(reader.ones).join(reader.counted).join(unchanged).join(changed)
        object.__setattr__(self, "zeros", known)
        object.__setattr__(self, "ones", known)
        object.__setattr__(self, "levels", max(reader.levels, self.rule.named_levels))
        object.__setattr__(self, "start", frozenset(self._moves.starts()))

    @cached_property
    def _kept(self) -> dict[tuple[LayerState, int], dict[Any, set[LayerState]]]:
        return {}

    @cached_property
    def _moves(self) -> GameObligation:
        reader, written = JointReader((self.sentence,)), _LastLayer(self.zeros, self.ones)
        return GameObligation(
            self.rule, reader, written, one_move(self.rule), *quotients(self.rule, 1), self.rule.most_changed,  # type: ignore[arg-type]
            meter=self.meter,
        )  # fmt: skip

    def step(self, state: _Met, layer: Layer) -> _Met:
        """Everything that may be known behind a layer of the option."""
        wanted = layer.zeros, layer.ones
        self.meter.spend(_SET * len(state) + 1)
        return frozenset(after for s in state for after in self._behind(s, layer.level).get(wanted, ()))

    def _behind(self, state: LayerState, level: int) -> dict[Any, set[LayerState]]:
        """What may be known behind each layer of the option."""
        found = self._kept.get((state, level))
        if found is None:
            found = self._kept[state, level] = {}
            for answers in self._moves.next(state, level, True).values():
                for after in (one for answer in answers for one in answer):
                    found.setdefault(after.goal, set()).add(after._replace(goal=None))  # type: ignore[arg-type]
        return found

    def accepts(self, state: _Met) -> bool:
        """Was there such a position, and a move?"""
        return any(all(self._moves.end(one)) for one in state)
