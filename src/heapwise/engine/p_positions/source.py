"""The source of a kernel of rows: restricted Python that runs as it stands, or compiled by numba.

`sizes(n0, n1, ...)` says how many words every family has in a table with these sides, where a row has so many `words`.
`fill` goes through the rows from a value of the slowest component to another. In `table` it leaves for every row its
one P-position, or -1, or else a bit for every position.
"""

from collections.abc import Callable
from contextlib import ExitStack

from heapwise.engine.kernels.constants import with_numbers
from heapwise.engine.kernels.text import KernelWriter, both, linear_text
from heapwise.engine.p_positions.rows import Corner, LineRows, LookedBack, RowRule
from heapwise.engine.plan import Displacement


def source_of(rows: RowRule, words: int) -> str:
    """The source for rows of so many words, 0 for any number."""
    source = _Source(rows, words)
    source.write()
    return with_numbers(source.out.text)


class _Source:
    """Writes the two functions."""

    def __init__(self, rows: RowRule, words: int) -> None:
        self.rows, self.words, self.out = rows, words, KernelWriter()
        self.here = f"x{rows.last}"
        self.lines = [(f, family) for f, family in enumerate(rows.families) if isinstance(family, LineRows)]
        self.corners = [(f, family) for f, family in enumerate(rows.families) if isinstance(family, Corner)]

    def write(self) -> None:
        """Both of them."""
        size, out = self.rows.plan.size, self.out
        sides = "".join(f"n{i}, " for i in range(size))
        lengths = [self._length(family) for family in self.rows.families]
        sizes = [f"{name} = {text}" for text, name in self.rows.sizes.items()]
        with out.block(f"def sizes({sides}words)"):
            counts = (f"{n} * ({family.lines}), " for n, family in zip(lengths, self.rows.families, strict=True))
            out.add(*sizes, f"return ({''.join(counts)})")
        out.add("", "")
        with out.block("def fill(start, stop, sides, words, table, sets)"):
            out.add(f"{sides.strip() if size == 1 else sides[:-2]} = sides", *sizes)
            out.add(*([f"words = {self.words}"] if self.words else []))
            for f, length in enumerate(lengths):
                out.add(f"s{f} = sets[{f}]", f"t{f} = {length}")
            self._loops()

    def _length(self, family: LineRows | Corner) -> str:
        """The words of a row of a family. Behind bits that are read from the middle of a word there is room."""
        if isinstance(family, Corner) or family.is_aligned:
            return "words"
        return f"(({family.bits} + 63 >> 6) + 2)"

    def _loops(self) -> None:
        others = self.rows.others
        with ExitStack() as blocks:
            for depth, axis in enumerate(others):
                for f, family in enumerate(self.rows.families):
                    if family.depth == depth > 0:
                        self.out.add(f"s{f}[:] = 0")
                span = "start, stop" if depth == 0 else f"n{axis}"
                blocks.enter_context(self.out.block(f"for x{axis} in range({span})"))
            self.out.add(f"row = {self._row((0,) * self.rows.plan.size)}")
            self._row_of_positions()

    def _row(self, back: Displacement) -> str:
        """The number of the row that lies so far back."""
        text = ""
        for axis in self.rows.others:
            digit = linear_text(-back[axis], [(f"x{axis}", 1)])
            text = f"({text}) * n{axis} + {digit}" if text else digit
        return text or "0"

    # ------------------------------------------------------------------------------------- before the row

    def _row_of_positions(self) -> None:
        for f, line in self.lines:
            self._open_line(f, line)
        for f, corner in self.corners:
            self._open_corner(f, corner)
        self.out.add(*(["least = 1 << 62"] if self.rows.after else []))
        if self.rows.is_single:
            self._find_one()
        else:
            self._find_all()

    def _open_line(self, f: int, line: LineRows) -> None:
        out = self.out
        if line.inside:
            out.add(f"i{f} = -1 if {line.inside} else 0")
        mask = f" & i{f}" if line.inside else ""
        out.add(f"b{f} = (({line.line}){mask}) * t{f}")
        if not line.is_aligned:
            out.add(f"o{f} = ({line.origin}){mask}")
            back = line.late[self.rows.last] if line.late else 0
            origin = linear_text(-back, [(f"o{f}", 1)])
            out.add(f"a{f} = ({origin}){mask}", f"r{f} = a{f} & 63", f"a{f} = b{f} + (a{f} >> 6)")
        if line.late is not None:
            self._set_late(f, line, line.late)
        when = both(f"i{f} != 0" if line.inside else "", line.when)
        if when:
            out.add(f"q{f} = -1 if {when} else 0")

    def _set_late(self, f: int, line: LineRows, late: Displacement) -> None:
        """The P-positions that have now become options."""
        with self.out.block(f"if {line.inside}"):
            self.out.add(f"y = {self._row(late)}")
            self._for_each("y", lambda: self._set(f, line, "z"))

    def _for_each(self, row: str, do: Callable[[], None]) -> None:
        """The P-positions `z` of an earlier row."""
        out = self.out
        if self.rows.is_single:
            out.add(f"z = int(table[U({row})])")
            with out.block("if z >= 0"):
                do()
            return
        with out.block("for k in range(words)"):
            out.add(f"u = table[U({row} * words + k)]")
            with out.block("while u != 0"):
                out.add("z = ones(~u)", "u ^= bit(z)", "z += k << 6")
                do()

    def _set(self, f: int, line: LineRows, place: str) -> None:
        at = place if line.is_aligned else f"({place} + o{f})"
        self.out.add(f"s{f}[U(b{f} + ({at} >> 6))] |= bit({at} & 63)")

    def _open_corner(self, f: int, corner: Corner) -> None:
        out = self.out
        out.add(f"b{f} = ({corner.line}) * t{f}", *([f"q{f} = -1 if {corner.when} else 0"] if corner.when else []))
        with out.block("for k in range(words)" if corner.below else ""):
            for step in corner.below:
                out.add(f"s{f}[U(b{f} + k)] |= s{f}[U(b{f} + k - {step} * words)]")

    # ------------------------------------------------------------------------------------------ in the row

    def _word(self) -> str:
        """The bits of word k that have a P-option in another row."""
        texts = []
        for f, line in self.lines:
            if not line.check:
                text = f"s{f}[U(b{f} + k)]" if line.is_aligned else f"part(s{f}, U(a{f} + k), r{f})"
                texts.append(f"({text} & q{f})" if line.inside or line.when else text)
        for f, corner in self.corners:
            text = f"s{f}[U(b{f} + k)]"
            texts.append(f"({text} & q{f})" if corner.when else text)
        return " | ".join(texts) or "bit(0) & 0"

    def _checks(self) -> str:
        """What else a P-position has to satisfy."""
        rows, here = self.rows, self.here
        texts = [f"({check})" for check in rows.checks]
        texts += [f"not ({self._is_option(looked)})" for looked in rows.looked]
        for distance, guard in rows.after:
            texts.append(f"not ({both(f'{here} >= least + {distance}', guard)})")
        for f, line in self.lines:
            if line.check:
                back = line.late[rows.last] if line.late else 0
                at = linear_text(-back, [(here, 1), *([] if line.is_aligned else [(f"o{f}", 1)])])
                inside = f"i{f} != 0 and {here} >= {back}" if line.inside else ""
                texts.append(f"not ({both(inside, line.check, f'has(s{f}, b{f} * 64 + {at})')})")
        return " and ".join(texts)

    def _is_option(self, looked: LookedBack) -> str:
        """Is the option that lies so far back a P-position?"""
        taken = looked.back[self.rows.last]
        place, row = linear_text(-taken, [(self.here, 1)]), self._row(looked.back)
        inside = f"0 <= {place} < n{self.rows.last}" if taken else ""
        if self.rows.is_single:
            found = f"table[U({row})] == {place}"
        else:
            found = f"has(table, ({row}) * words * 64 + {place})"
        return both(looked.when, inside, found)

    def _find_one(self) -> None:
        """The first position that has no P-option, if there is one."""
        out, here, side = self.out, self.here, f"n{self.rows.last}"
        checks = self._checks()
        if not checks:
            out.add("k = 0", f"u = {self._word()}")
            with out.block("while u == -1 and k < words - 1"):
                out.add("k += 1", f"u = {self._word()}")
            out.add(f"{here} = (k << 6) + ones(u)")
        else:
            with out.block("for k in range(words)"):
                out.add(f"u = {self._word()}", f"{here} = (k << 6) + ones(u)")
                with out.block(f"while u != -1 and {here} < {side} and not ({checks})"):
                    out.add(f"u |= bit({here} & 63)", f"{here} = (k << 6) + ones(u)")
                with out.block("if u != -1"):
                    out.add("break")
        with out.block(f"if {here} < {side}"):
            out.add(f"table[U(row)] = {here}", f"k = {here} >> 6", f"h = bit({here} & 63)")
            self._keep()
        with out.block("else"):
            out.add("table[U(row)] = -1")

    def _keep(self) -> None:
        """A P-position goes into the rows of the families."""
        for f, line in self.lines:
            if line.late is None:
                self._set(f, line, self.here)
        for f, corner in self.corners:
            self.out.add(f"s{f}[U(b{f} + k)] |= {'up(h)' if corner.has_last else 'h'}")
            if corner.has_last:
                with self.out.block("for w in range(k + 1, words)"):
                    self.out.add(f"s{f}[U(b{f} + w)] = -1")

    def _find_all(self) -> None:
        """All positions that have no P-option; those of the row itself come before them."""
        out, here, side = self.out, self.here, f"n{self.rows.last}"
        checks = self._checks()
        with out.block("for k in range(words)"):
            out.add(f"u = {self._word()}")
            with out.block("while u != -1"):
                out.add("j = ones(u)", f"{here} = (k << 6) + j", "h = bit(j)", "u |= h")
                with out.block(f"if {here} >= {side}"):
                    out.add("break")
                with out.block(f"if {checks}" if checks else ""):
                    out.add("table[U(row * words + k)] |= h")
                    out.add(*([f"least = min(least, {here})"] if self.rows.after else []))
                    self._keep()
