"""The part of a kernel that values one position, whose index in the table is `p` and whose components, counted from
their least values, are `x0`, `x1`, ...

`s0`, `s1`, ... have the sets of the families: a set is a line of `words` words, lines begin `stride` apart. `l0_1` is
the number of the line that family 0 names as its place 1 and `b0_1` where it begins; `q0_1` is 0 where there is no such
line, else -1. In an unrolled kernel `u0`, `u1`, ... are the words of the set of the options' values, `w0_2` is word 2
of what family 0, of boxes, says, and `r0_2` word 2 of a set that lives no longer than a row. In the other kernels the
words are looked through from the first that no line has full (`c0`, `c1`, ... know it), and `u` is the one at hand.
The value is `g`: bit `h` of word `k`. Where values are given, `bad` counts those that are not what follows from the
options, and has the least sum of components of such a position and the position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from heapwise.engine.kernels.families import Family, Place
from heapwise.engine.kernels.listed import listed
from heapwise.engine.kernels.shape import Shape
from heapwise.engine.kernels.sorted import rank
from heapwise.engine.kernels.text import Names, Writer, both, linear_text
from heapwise.engine.plan import Listed, Plan, Step, Vector, Way
from heapwise.model.conditions import FALSE, TRUE


@dataclass(frozen=True)
class Cell:
    """Writes how a position is valued."""

    out: Writer
    plan: Plan
    names: Names
    families: list[Family]
    shape: Shape
    rows: frozenset[int]  # the families that live in variables

    def write(self) -> None:
        """The whole of it."""
        for f, family in enumerate(self.families):
            self._places(f, family)
            if family.below:
                self._union(f, family)
            if family.late is not None:
                self._late(f, family)
        if self._missing:
            with self.out.block(f"if {self._missing}"):
                self.out.add(*([] if self.shape.is_check else ["table[U(p)] = nothing"]))
                self._pass_on(is_valued=False)
                self.out.add("continue")
        if self.shape.is_unrolled:
            self._gather()
        else:
            self._scan()
        self._keep()
        self._pass_on(is_valued=True)

    @cached_property
    def _missing(self) -> str:
        """When the position is not in the table."""
        holes = "table[U(p)] == nothing" if self.shape.has_holes else ""
        legal = self.plan.game.legal
        illegal = f"not {self.names.condition(legal)}" if legal != TRUE else ""
        return f"{holes} or {illegal}" if holes and illegal else holes or illegal

    @property
    def _words(self) -> range:
        return range(self.shape.words)

    # --------------------------------------------------------------------------------------------- places

    def _all_places(self, f: int) -> list[Place]:
        family = self.families[f]
        return list(dict.fromkeys([*family.reads, *family.pushes]))

    def _places(self, f: int, family: Family) -> None:
        """Where the sets of the position begin."""
        stride = "stride" if family.window is None else f"stride * {family.window[0] + 1}"
        for i, place in enumerate(self._all_places(f)):
            if place.when:
                self.out.add(f"q{f}_{i} = -1 if {place.when} else 0")
            if f not in self.rows:
                line = f"({place.line}) & q{f}_{i}" if place.when else place.line
                self.out.add(f"l{f}_{i} = {line}", f"b{f}_{i} = l{f}_{i} * {stride}")
        if family.window is not None:
            self.out.add(f"j{f} = ({family.window[1]} + 1) * stride")

    def _word(self, f: int, place: Place, k: int | str) -> str:
        """A word of the set at a place, before this position's value is in it."""
        i = self._all_places(f).index(place)
        family = self.families[f]
        if f in self.rows:
            word = f"r{f}_{k}"
        elif family.below and self.shape.is_unrolled:
            word = f"w{f}_{k}"
        else:
            word = f"s{f}[U(b{f}_{i} + {k})]"
        if family.window is not None:
            word = f"({word} | s{f}[U(b{f}_{i} + j{f} + {k})])"
        return f"({word} & q{f}_{i})" if place.when else word

    # ---------------------------------------------------------------------- before the position is valued

    def _union(self, f: int, family: Family) -> None:
        """What lies in a box is what lies in the boxes one lower, and the values at the corner."""
        i = self._all_places(f).index(family.pushes[0])

        def word(k: int | str) -> str:
            lower = [f"s{f}[U(b{f}_{i} + {k} - {step} * stride)]" for step in family.below]
            return " | ".join([f"s{f}[U(b{f}_{i} + {k})]", *lower])

        present = f"if q{f}_{i}" if family.pushes[0].when else ""
        if self.shape.is_unrolled:
            self.out.add(*(f"w{f}_{k} = 0" for k in self._words if present))
            with self.out.block(present):
                self.out.add(*(f"w{f}_{k} = {word(k)}" for k in self._words))
            return
        with self.out.block(present), self.out.block("for k in range(words)"):
            self.out.add(f"s{f}[U(b{f}_{i} + k)] = {word('k')}")

    def _late(self, f: int, family: Family) -> None:
        """The value that has now become an option."""
        assert family.late is not None
        place = family.pushes[0]
        i = self._all_places(f).index(place)
        with self.out.block(f"if q{f}_{i}" if place.when else ""):
            self.out.add(f"v = int(table[U({self._back(family.late.before)})])")
            with self.out.block("if v != nothing" if self._missing else ""):
                self._add_to(f, i, "v", family)

    def _add_to(self, f: int, i: int, value: str, family: Family) -> None:
        """Put a value into the set at a place, which is there."""
        if f in self.rows or (family.below and self.shape.is_unrolled):
            name = "r" if f in self.rows else "w"
            self.out.add(*(f"{name}{f}_{k} |= {self._bit(value, k)}" for k in self._words))
            return
        self.out.add(f"k = {value} >> 6", f"h = bit({value} & 63)")
        self._set_bit(f, i, family)

    def _back(self, taken: Vector) -> str:
        """The index in the table of the position from which so much is taken."""
        if self.plan.order.way is Way.SORTED:
            left = [linear_text(-t, [(f"x{i}", 1)]) for i, t in enumerate(taken)]
            return rank([f"max({', '.join(left)})", f"min({', '.join(left)})"])
        return linear_text(0, [("p", 1), *((f"m{i}", -t) for i, t in enumerate(taken) if t)])

    def _bit(self, value: str, k: int | str) -> str:
        """The part of a value's bit that lies in a word."""
        if self.shape.words == 1:
            return f"bit({value})"
        return f"(bit({value} & 63) if {value} >> 6 == {k} else 0)"

    # ----------------------------------------------------------------------------------------- the options

    def _reads(self, k: int | str) -> list[str]:
        return [self._word(f, place, k) for f, family in enumerate(self.families) for place in family.reads]

    def _steps(self) -> Iterator[tuple[str, str]]:
        """When there is an option that is looked up, and where."""
        for part in self.plan.parts:
            if isinstance(part, Step):
                low = [f"x{i} >= {t}" for i, t in enumerate(part.by) if t > 0]
                high = [f"x{i} < n{i} - {-t}" for i, t in enumerate(part.by) if t < 0]
                guard = "" if part.guard == TRUE else self.names.condition(part.guard)
                yield both(*low, *high, guard), self._back(part.by)

    def _moves(self) -> Iterable[Listed]:
        return (part for part in self.plan.parts if isinstance(part, Listed))

    def _gather(self) -> None:
        """The set of the options' values, and what follows from it."""
        for k in self._words:
            self.out.add(f"u{k} = {' | '.join(self._reads(k)) or 0}")

        def take(index: str) -> None:
            self.out.add(f"v = int(table[U({index})])")
            with self.out.block("if v != nothing" if self._missing else ""):
                self.out.add(*(f"u{k} |= {self._bit('v', k)}" for k in self._words))

        for when, index in self._steps():
            with self.out.block(f"if {when}"):
                take(index)
        for part in self._moves():
            listed(self.out, self.names, part.move, take)
        if self.shape.has_best:
            self.out.add("g = int(best[U(u0)])")
        else:
            self._least()

    def _least(self) -> None:
        """The least value that is not in the set."""
        last = self.shape.words - 1
        self.out.add(f"g = {64 * last} + ones(u{last})" if last else "g = ones(u0)")
        for k in reversed(range(last)):
            with self.out.block(f"if u{k} != -1"):
                self.out.add(f"g = {64 * k} + ones(u{k})" if k else "g = ones(u0)")
        if self.shape.ending:
            words = " | ".join(f"u{k}" for k in self._words)
            with self.out.block(f"if g == 0 and {words} == 0"):
                self.out.add(f"g = {self.shape.ending}")

    def _scan(self) -> None:
        """The same where the words are looked through one after another."""

        def mark(index: str) -> None:
            self.out.add(f"v = int(table[U({index})])")
            with self.out.block("if v != nothing" if self._missing else ""):
                self.out.add("marks[U(v >> 6)] |= bit(v & 63)", "last = max(last, v >> 6)")

        values = []
        for number, (when, index) in enumerate(self._steps()):
            values.append(f"v{number}")
            found = f"int(table[U({index})])" if not self._missing else f"known(table[U({index})], nothing)"
            self.out.add(f"v{number} = {found} if {when} else -1")
        has_marks = any(True for _ in self._moves())
        self.out.add(*(["last = -1"] if has_marks else []))
        for part in self._moves():
            listed(self.out, self.names, part.move, mark)

        def word(k: str) -> str:
            steps = (f"(bit({v} & 63) if {v} >> 6 == {k} else 0)" for v in values)
            return " | ".join([*self._reads(k), *steps, *([f"marks[U({k})]"] if has_marks else [])]) or "0"

        self.out.add(f"k = {self._start()}", f"u = {word('k')}")
        with self.out.block("while u == -1"):
            self.out.add("k += 1", f"u = {word('k')}")
        self.out.add("g = 64 * k + ones(u)")
        if self.shape.ending:
            with self.out.block("if g == 0"):
                self.out.add("u = 0")
                with self.out.block("for k in range(words)"):
                    self.out.add(f"u |= {word('k')}")
                self.out.add(f"g = {self.shape.ending} if u == 0 else 0")
        if has_marks:
            with self.out.block("for k in range(last + 1)"):
                self.out.add("marks[U(k)] = 0")

    def _start(self) -> str:
        """A word before which some line is full."""
        hints = []
        for f, family in enumerate(self.families):
            for place in family.reads if self._has_hints(family) else ():
                i = self._all_places(f).index(place)
                hints.append(f"c{f}[U(l{f}_{i})]" + (f" & q{f}_{i}" if place.when else ""))
        return f"max({', '.join(hints)})" if len(hints) > 1 else hints[0] if hints else "0"

    @staticmethod
    def _has_hints(family: Family) -> bool:
        return not family.below and family.window is None

    # --------------------------------------------------------------------------------------- with the value

    def _keep(self) -> None:
        """The value goes into the table, or is compared with the one that is given."""
        ends = self.plan.game.ends
        if ends != FALSE:
            with self.out.block(f"if {self.names.condition(ends)}"):
                self.out.add(f"g = {self.shape.ending}")
        if self.shape.is_check:
            self.out.add("v = int(table[U(p)])")
            with self.out.block("if v != g"):
                total = " + ".join(f"x{i}" for i in range(self.plan.size))
                self.out.add("bad[0] += 1", f"w = {total}")
                with self.out.block("if w < bad[1]"):
                    self.out.add("bad[1] = w", "bad[2] = p + base")
            self.out.add("g = v")
        with self.out.block("if g >= limit"):
            self.out.add("return 1")
        if not self.shape.is_check:
            self.out.add("table[U(p)] = g")
        self.out.add(*(["h = bit(g)"] if self.shape.words == 1 else ["k = g >> 6", "h = bit(g & 63)"]))

    def _pass_on(self, *, is_valued: bool) -> None:
        """The value goes into the sets of the position."""
        for f, family in enumerate(self.families):
            if family.window is not None:
                self._slide(f, family, is_valued=is_valued)
            elif family.below and self.shape.is_unrolled:
                self._store(f, family, is_valued=is_valued)
            elif is_valued and family.late is None:
                for place in family.pushes:
                    self._push(f, place, family)

    def _push(self, f: int, place: Place, family: Family) -> None:
        i = self._all_places(f).index(place)
        with self.out.block(f"if q{f}_{i}" if place.when else ""):
            if f in self.rows:
                self.out.add(*(f"r{f}_{k} |= {self._own(k)}" for k in self._words))
            else:
                self._set_bit(f, i, family)

    def _own(self, k: int) -> str:
        return "h" if self.shape.words == 1 else f"(h if k == {k} else 0)"

    def _set_bit(self, f: int, i: int, family: Family) -> None:
        """Bit h of word k of a set; the first word that is not full moves on."""
        word = f"s{f}[U(b{f}_{i}{'' if self.shape.words == 1 else ' + k'})]"
        if self.shape.is_unrolled or not self._has_hints(family):
            self.out.add(f"{word} |= h")
            return
        self.out.add(f"w = {word} | h", f"{word} = w")
        with self.out.block(f"if w == -1 and c{f}[U(l{f}_{i})] == k"):
            self.out.add("w = k + 1")
            with self.out.block(f"while s{f}[U(b{f}_{i} + w)] == -1"):
                self.out.add("w += 1")
            self.out.add(f"c{f}[U(l{f}_{i})] = w")

    def _store(self, f: int, family: Family, *, is_valued: bool) -> None:
        """A box in an unrolled kernel: all words, with the value."""
        i = self._all_places(f).index(family.pushes[0])
        with self.out.block(f"if q{f}_{i}" if family.pushes[0].when else ""):
            for k in self._words:
                own = f" | {self._own(k)}" if is_valued and family.late is None else ""
                self.out.add(f"s{f}[U(b{f}_{i} + {k})] = w{f}_{k}{own}")

    def _slide(self, f: int, family: Family, *, is_valued: bool) -> None:
        """A window is the end of a block of the line and the beginning of the next. Of the block at hand the values are
        kept by themselves; when it is full they become the unions of all from each one on."""
        assert family.window is not None
        i = self._all_places(f).index(family.pushes[0])
        start, slot = f"b{f}_{i}", f"b{f}_{i} + j{f}"
        with self.out.block("for w in range(words)"):
            self.out.add(f"s{f}[U({slot} + w)] = 0")
        if is_valued:
            word = "" if self.shape.words == 1 else " + k"
            self.out.add(f"s{f}[U({slot}{word})] = h", f"s{f}[U({start}{word})] |= h")
        with self.out.block(f"if j{f} == stride * {family.window[0]}"):
            with self.out.block("for w in range(words)"):
                self.out.add(f"s{f}[U({start} + w)] = 0")
            with self.out.block(f"for w in range(stride * {family.window[0]} - 1, stride - 1, -1)"):
                self.out.add(f"s{f}[U({start} + w)] |= s{f}[U({start} + stride + w)]")
