"""The part of a kernel that looks up the options of a ground move one by one, amount inside amount."""

from collections.abc import Callable, Sequence

from heapwise.engine.kernels.text import KernelNames, KernelWriter, both, linear_text
from heapwise.model.conditions import Condition, conjunction
from heapwise.model.ground import Bound, GroundMove
from heapwise.model.linear import Linear
from heapwise.records import Record


class Listing(Record):
    """Writes loops over the options of moves; `take` writes what is done with the value `v` of one.

    The kernel ends where an option lies outside of the table, or where `missing` says that it is no position of it. As
    soon as `enough` holds the other options are left alone. Both are empty where there is nothing to say.
    """

    out: KernelWriter
    names: KernelNames
    missing: str
    enough: str
    take: Callable[[], None]

    def write(self, move: GroundMove) -> None:
        """The options of a move."""
        levels = move.guards_by_level(len(self.names.lows))
        guard = self.names.condition(conjunction(levels[0])) if levels[0] else ""
        when = both(f"not {self.enough}" if self.enough else "", guard)
        with self.out.block(f"if {when}" if when else ""):
            self._loops(move, levels[1:], 0)

    def _loops(self, move: GroundMove, guards: Sequence[tuple[Condition, ...]], number: int) -> None:
        """Amount inside amount, from one on."""
        if number == len(move.amounts):
            self._option(move)
            return
        low = _extreme("max", [_bound(self.names, b, "ceil") for b in move.amounts[number].lows])
        high = _extreme("min", [_bound(self.names, b, "floor") for b in move.amounts[number].highs])
        with self.out.block(f"for t{number} in range({low}, {high} + 1)"):
            own = self.names.condition(conjunction(guards[number])) if guards[number] else ""
            with self.out.block(f"if {own}" if own else ""):
                self._loops(move, guards, number + 1)
            if self.enough:
                self.out.add(f"if {self.enough}:", "    break")

    def _option(self, move: GroundMove) -> None:
        """One option; the value of a sum is what those of its positions add up to."""
        if move.result is None:
            self._read(move.updates, [("p", 1), *((f"(y{i} - x{i}) * m{i}", 1) for i in move.written)])
            self.out.add("v = z")
        else:
            self.out.add("v = 0")
            for target in move.result:
                index = [*((f"y{i} * m{i}", 1) for i in range(len(self.names.lows))), ("base", -1)]
                self._read(tuple(enumerate(target.components)), index)
                self.out.add("v ^= z")
        self.take()

    def _read(self, new: Sequence[tuple[int, Linear]], index: list[tuple[str, int]]) -> None:
        """The value `z` of the position with these new components."""
        self.out.add(*(f"y{i} = {self.names.form(form - self.names.lows[i])}" for i, form in new))
        self._leave(f"not ({' and '.join(f'0 <= y{i} < n{i}' for i, _ in new)})")
        self.out.add(f"z = int(table[U({linear_text(0, index)})])")
        if self.missing:
            self._leave(self.missing)

    def _leave(self, when: str) -> None:
        with self.out.block(f"if {when}"):
            self.out.add("bad[2] = p + base", "return 2")


def _bound(names: KernelNames, bound: Bound, rounding: str) -> str:
    form = names.form(bound.form)
    if bound.divisor == 1:
        return form
    return f"({form}) // {bound.divisor}" if rounding == "floor" else f"-((-({form})) // {bound.divisor})"


def _extreme(word: str, texts: list[str]) -> str:
    return texts[0] if len(texts) == 1 else f"{word}({', '.join(texts)})"
