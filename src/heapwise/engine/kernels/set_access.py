"""The part of a kernel that reads and writes the sets of a position. The names of its variables are those of `cell`."""

from collections.abc import Callable
from functools import cached_property

from heapwise.engine.kernels.constants import number_text
from heapwise.engine.kernels.kernel_kind import KernelKind
from heapwise.engine.kernels.text import KernelWriter
from heapwise.engine.kernels.unions import Union
from heapwise.engine.kernels.value_sets import LinePlace, SetFamily
from heapwise.engine.plan import Displacement
from heapwise.records import Record


class SetWriter(Record):
    """Writes what happens to sets. `back` gives the text of a place in the table, from what is taken."""

    out: KernelWriter
    families: list[SetFamily]
    shape: KernelKind
    rows: frozenset[int]  # the families that live in variables
    back: Callable[[Displacement], str]
    may_be_missing: bool  # may entries of the table be those of positions that are not in it?

    def find(self) -> None:
        """Where the sets of the position begin, and what they say before it is valued."""
        for f, family in enumerate(self.families):
            self._places(f, family)
            if family.below:
                self._union(f, family)
            if family.late is not None:
                self._late(f, family)

    def reads(self, k: int | str) -> list[str]:
        """The words number k of all sets that are read."""
        return [self._word(f, place, k) for f, family in enumerate(self.families) for place in family.reads]

    def start(self) -> str:
        """A word before which some line is full."""
        hints = []
        for f, family in enumerate(self.families):
            for place in family.reads if self._has_hints(family) else ():
                i = self._all_places(f).index(place)
                hints.append(f"c{f}[U(l{f}_{i})]" + (f" & q{f}_{i}" if place.when else ""))
        return f"max({', '.join(hints)})" if len(hints) > 1 else hints[0] if hints else "0"

    def pass_on(self, *, is_valued: bool) -> None:
        """The value goes into the sets of the position."""
        for f, family in enumerate(self.families):
            if family.window is not None:
                self._slide(f, family, is_valued=is_valued)
            elif family.below and self.shape.is_unrolled:
                self._store(f, family, is_valued=is_valued)
            elif is_valued and family.late is None:
                for place in family.pushes:
                    self._push(f, place, family)

    @cached_property
    def union(self) -> Union:
        """How sets are kept and joined."""
        return self.shape.union

    @property
    def words(self) -> range:
        """The words of an unrolled kernel."""
        return range(self.shape.words)

    # --------------------------------------------------------------------------------------------- places

    def _all_places(self, f: int) -> list[LinePlace]:
        family = self.families[f]
        return list(dict.fromkeys([*family.reads, *family.pushes]))

    def _places(self, f: int, family: SetFamily) -> None:
        """Where the sets of the position begin."""
        stride = "stride" if family.window is None else f"stride * {number_text(family.window[0] + 1)}"
        for i, place in enumerate(self._all_places(f)):
            if place.when:
                self.out.add(f"q{f}_{i} = -1 if {place.when} else 0")
            if f not in self.rows:
                # What is only written is reached under its condition; what is read has to be a line that there is.
                line = f"({place.line}) & q{f}_{i}" if place.when and place in family.reads else place.line
                self.out.add(f"l{f}_{i} = {line}", f"b{f}_{i} = l{f}_{i} * {stride}")
        if family.window is not None:
            self.out.add(f"j{f} = ({family.window[1]} + 1) * stride")

    def _word(self, f: int, place: LinePlace, k: int | str) -> str:
        """A word of the set at a place, before this position's value is in it."""
        i = self._all_places(f).index(place)
        family = self.families[f]
        if self._is_in_variables(f, place):
            word = f"r{f}_{k}"
        elif family.below and self.shape.is_unrolled:
            word = f"w{f}_{k}"
        else:
            word = f"s{f}[U(b{f}_{i} + {k})]"
        if family.window is not None:
            word = self.union.joined([word, f"s{f}[U(b{f}_{i} + j{f} + {k})]"])
            word = f"({word})"
        return f"({word} & q{f}_{i})" if place.when else word

    def _is_in_variables(self, f: int, place: LinePlace) -> bool:
        return f in self.rows or (self.shape.is_unrolled and self.families[f].row == place)

    @staticmethod
    def _has_hints(family: SetFamily) -> bool:
        return not family.below and family.window is None

    # ---------------------------------------------------------------------- before the position is valued

    def _union(self, f: int, family: SetFamily) -> None:
        """What lies in a box is what lies in the boxes one lower, and the values at the corner."""
        i = self._all_places(f).index(family.pushes[0])

        def word(k: int | str) -> str:
            lower = [f"s{f}[U(b{f}_{i} + {k} - {step} * stride)]" for step in family.below]
            return self.union.joined([f"s{f}[U(b{f}_{i} + {k})]", *lower])

        present = f"if q{f}_{i}" if family.pushes[0].when else ""
        if self.shape.is_unrolled:
            self.out.add(*(f"w{f}_{k} = 0" for k in self.words if present))
            with self.out.block(present):
                self.out.add(*(f"w{f}_{k} = {word(k)}" for k in self.words))
            return
        with self.out.block(present), self.out.block("for k in range(words)"):
            self.out.add(f"s{f}[U(b{f}_{i} + k)] = {word('k')}")

    def _late(self, f: int, family: SetFamily) -> None:
        """The value that has now become an option."""
        assert family.late is not None
        place = family.pushes[0]
        i = self._all_places(f).index(place)
        with self.out.block(f"if q{f}_{i}" if place.when else ""):
            self.out.add(f"v = int(table[U({self.back(family.late.before)})])")
            with self.out.block("if v != nothing" if self.may_be_missing else ""):
                self._add_to(f, i, "v", family)

    def _add_to(self, f: int, i: int, value: str, family: SetFamily) -> None:
        """Put a value into the set at a place, which is there."""
        if f in self.rows or (family.below and self.shape.is_unrolled):
            name = "r" if f in self.rows else "w"
            self.out.add(*(self.union.join(f"{name}{f}_{k}", self.union.part(value, k)) for k in self.words))
            return
        self.out.add(*self.union.known(value))
        self._put(f, i, family)

    # ----------------------------------------------------------------------------------- with its value

    def _push(self, f: int, place: LinePlace, family: SetFamily) -> None:
        i = self._all_places(f).index(place)
        with self.out.block(f"if q{f}_{i}" if place.when else ""):
            if self._is_in_variables(f, place):
                self.out.add(*(self.union.join(f"r{f}_{k}", self.union.own(k)) for k in self.words))
            else:
                self._put(f, i, family)

    def _put(self, f: int, i: int, family: SetFamily) -> None:
        """The value at hand goes into a set; the first word that is not full moves on."""
        if self.shape.is_unrolled or not self._has_hints(family):
            self.out.add(*self.union.push(f"s{f}[U(b{f}_{i} + "))
            return
        word = f"s{f}[U(b{f}_{i} + k)]"
        self.out.add(f"w = {word} | h", f"{word} = w")
        with self.out.block(f"if w == -1 and c{f}[U(l{f}_{i})] == k"):
            self.out.add("w = k + 1")
            with self.out.block(f"while s{f}[U(b{f}_{i} + w)] == -1"):
                self.out.add("w += 1")
            self.out.add(f"c{f}[U(l{f}_{i})] = w")

    def _store(self, f: int, family: SetFamily, *, is_valued: bool) -> None:
        """A box in an unrolled kernel: all words, with the value."""
        i = self._all_places(f).index(family.pushes[0])
        with self.out.block(f"if q{f}_{i}" if family.pushes[0].when else ""):
            for k in self.words:
                own = [self.union.own(k)] if is_valued and family.late is None else []
                self.out.add(f"s{f}[U(b{f}_{i} + {k})] = {self.union.joined([f'w{f}_{k}', *own])}")

    def _slide(self, f: int, family: SetFamily, *, is_valued: bool) -> None:
        """A window is the end of a block of the line and the beginning of the next. Of the block at hand the values are
        kept by themselves; when it is full they become the unions of all from each one on."""
        assert family.window is not None
        i = self._all_places(f).index(family.pushes[0])
        start, slot = f"b{f}_{i}", f"b{f}_{i} + j{f}"
        with self.out.block("for w in range(words)"):
            self.out.add(f"s{f}[U({slot} + w)] = 0")
        if is_valued:
            self.out.add(*(line for at in (slot, start) for line in self.union.push(f"s{f}[U({at} + ")))
        with self.out.block(f"if j{f} == stride * {number_text(family.window[0])}"):
            with self.out.block("for w in range(words)"):
                self.out.add(f"s{f}[U({start} + w)] = 0")
            with self.out.block(f"for w in range(stride * {number_text(family.window[0])} - 1, stride - 1, -1)"):
                self.out.add(self.union.join(f"s{f}[U({start} + w)]", f"s{f}[U({start} + stride + w)]"))
